"""The messages of two all-reduces as CSV: SI units in the header, every number with all its digits."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.answers.all_reduce.race import AllReduceComparison, AllReduceScene
from explorer.answers.csv import as_csv
from explorer.answers.link_words import algorithm_name

HEAD = (
    "algorithm", "N of the scenario (1)", "N drawn (1)", "n (bytes)", "α (s)", "B (bytes/s)", "launch (s)", "step (1)",
    "from", "to", "chunk of the vector (1)", "bytes (bytes)", "what the receiver does", "begin (s)", "end (s)",
)  # fmt: skip


def _rows(scene: AllReduceScene) -> Iterator[tuple[object, ...]]:
    all_reduce, wire = scene.all_reduce, scene.link.wire
    given = (wire.devices, all_reduce.devices, scene.link.size, wire.alpha_s, wire.bandwidth, wire.launch_s)
    columns = (all_reduce.step, all_reduce.source, all_reduce.target, all_reduce.first, all_reduce.stop)
    for index, (step, *nodes, first, stop) in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
        names = ["switch" if node == all_reduce.switch else f"device {node + 1}" for node in nodes]
        chunks = str(first + 1) if stop == first + 1 else f"{first + 1}-{stop}"
        effect = "is added" if all_reduce.reduces[index] else "replaces"
        begin, end = scene.message_times(index)
        sent = float(all_reduce.bytes[index])
        of = f"{chunks} of {all_reduce.chunks}"
        yield str(algorithm_name(scene.algorithm)), *given, step + 1, *names, of, sent, effect, begin, end


def steps_csv(comparison: AllReduceComparison) -> str:
    """Return a row for each message, the left algorithm's first; the same algorithm twice counts once."""
    scenes = comparison.scenes[: 1 if comparison.left.algorithm is comparison.right.algorithm else 2]
    return as_csv(HEAD, (row for scene in scenes for row in _rows(scene)))
