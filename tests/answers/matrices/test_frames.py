"""The animation of the split: every number of every frame, held against NumPy."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from explorer.answers.matrices.captions import accuracy, devices_note, origin, stage_texts, step_note
from explorer.answers.matrices.cells import WHOLE, Cell, CellKey, brief_number, number_text
from explorer.answers.matrices.frames import STAGES, Frames
from explorer.answers.matrices.layout import MOST_DRAWN, MatrixArea, Scene
from explorer.answers.matrices.reduction import steps_of_rounds
from explorer.answers.matrices.result import MatrixSplit, matrix_split, split_matrices, sum_algorithm
from explorer.answers.outcome import Outcome
from explorer.model.collectives.contributions import run
from explorer.model.collectives.costs import Algorithm
from explorer.model.collectives.steps import steps
from explorer.model.rounding import Precision
from explorer.scenario.edit import change, replace_at
from explorer.scenario.library import built_in
from explorer.scenario.link import AlgorithmLink
from explorer.scenario.matrices import (
    ARTICLE,
    RELU_MATTERS,
    Sizes,
    random_matrix,
    with_activation,
    with_shards,
)
from explorer.scenario.matrix import Matrix
from tests.answers.matrices import sentences

CASES: dict[str, tuple[Matrix, int]] = {
    "article": (ARTICLE, 2),
    "relu matters": (RELU_MATTERS, 2),
    "1 × 1": (random_matrix(Sizes(1, 1, 1, 1), 4), 2),
    "4 × 16, three devices": (random_matrix(Sizes(4, 5, 16, 3), 5), 3),
    "eight devices": (random_matrix(Sizes(2, 9, 16, 2), 6), 8),
    "uneven": (with_shards(random_matrix(Sizes(2, 3, 6, 3), 7), "3, 1, 2"), 2),
    "identity": (with_activation(random_matrix(Sizes(3, 2, 4, 2), 8), "identity"), 2),
}
POSITIONS = [step / 8 for step in range(8 * STAGES + 1)]


def result(case: str) -> MatrixSplit:
    return split_matrices(*CASES[case])


def frames(case: str, failing: bool) -> Frames:
    return Frames(Scene(result(case), failing=failing))


def expected(found: MatrixSplit, key: CellKey, failing: bool) -> float:
    """The value of a cell from NumPy alone."""
    x, a, b = found.net.x, found.net.a, found.net.b
    device = found.split(failing=failing).devices[key.device]
    part = slice(device.start, device.stop)

    def act(values: np.ndarray) -> np.ndarray:
        return np.maximum(values, 0) if found.net.activation == "relu" else values

    x_i, a_i, b_i = (x[:, part], a[part], b) if failing else (x, a[:, part], b[part])
    values = {"x": x_i, "a": a_i, "b": b_i, "pre": x_i @ a_i, "hidden": act(x_i @ a_i), "partial": act(x_i @ a_i) @ b_i}
    if key.matrix == "whole":
        return float((act(x @ a) @ b)[key.row, key.column])
    return float(values[key.matrix][key.row, key.column])


def has_arrived(made: Frames, position: float) -> bool:
    """Whether the messages of this moment stand where they are added."""
    moments = len(steps_of_rounds(made.scene.algorithm, len(made.scene.lanes))) or 1
    return 0.7 - 1e-10 <= (position - 4) * moments % 1.0 < 1 - 1e-9


def summed(found: MatrixSplit, failing: bool, algorithm: Algorithm, position: float, on: int = 0) -> np.ndarray:
    """What devices hold of the sum, devices × rows × columns, by running the messages on the very numbers."""
    partials = np.array([device.partial for device in found.split(failing=failing).devices])
    all_reduce = steps(algorithm, len(partials), 1.0, tree_chunks=4)
    moments = sorted(set(zip(all_reduce.step.tolist(), all_reduce.half.tolist(), strict=True)))
    done = min(max(int((position - 4) * max(len(moments), 1) + 1e-9), 0) + on, len(moments))
    after = moments[done] if done < len(moments) else (all_reduce.steps, 0)
    return run(all_reduce, partials.reshape(len(partials), -1), *after).reshape(partials.shape)


@pytest.mark.parametrize("failing", [False, True])
@pytest.mark.parametrize("case", list(CASES))
def test_every_number_of_every_frame(case: str, failing: bool) -> None:
    made, found = frames(case, failing), result(case)
    seen: set[str] = set()
    for position in POSITIONS:
        on_the_way = summed(found, failing, Algorithm.RING, position)
        later = summed(found, failing, Algorithm.RING, position, 1)
        for cell in made.frame(position).cells:
            seen.add(cell.key.matrix)
            key = cell.key
            if key.matrix == "sum":  # what the all-reduce has left there by now, or by the end of this moment
                held = later if cell.plus and has_arrived(made, position) else on_the_way
                assert cell.text == number_text(held[key.device, key.row, key.column])
            else:
                assert cell.text == number_text(expected(found, key, failing))
    assert seen == {"x", "a", "b", "pre", "hidden", "partial", "sum", "whole"}


@pytest.mark.parametrize("algorithm", list(Algorithm))
@pytest.mark.parametrize("case", ["article", "4 × 16, three devices", "eight devices"])
def test_each_algorithm_leaves_the_sum_on_every_device_and_shows_its_messages(case: str, algorithm: Algorithm) -> None:
    found = result(case)
    scene = Scene(found, failing=False, algorithm=algorithm)
    made, devices = Frames(scene), len(found.columns.devices)
    travelled = set()
    for position in np.linspace(4, 5, 121).tolist():
        frame, on_the_way = made.frame(position), summed(found, False, algorithm, position)
        later = summed(found, False, algorithm, position, 1)
        assert 4 < position < 5 or not frame.routes
        for cell in frame.cells:
            key = cell.key
            if key.matrix == "sum" and key.device != WHOLE:
                held = later if cell.plus and has_arrived(made, position) else on_the_way
                assert cell.text == number_text(held[key.device, key.row, key.column])
                assert made.reduction.contributors(position, key)
            if key.matrix in ("sum", "partial") and cell.strength == 0.95:
                travelled.add(key.device)
            assert 0 <= cell.x <= scene.size[0] - 1
            assert 0 <= cell.y <= scene.size[1] - 1
    assert travelled >= set(range(devices))
    assert (WHOLE in travelled) == (algorithm in (Algorithm.IN_SWITCH, Algorithm.NETWORK_TREE))
    last = [cell for cell in made.frame(5.0).cells if cell.key.matrix == "sum"]
    assert len(last) == devices * found.whole.output.size
    assert all(cell.text == number_text(found.whole.output[cell.key.row, cell.key.column]) for cell in last)


def test_a_ring_sums_chunk_by_chunk() -> None:
    """Two devices, two outputs: after one step device 2 has the first, device 1 the second; then both have both."""
    made = frames("article", failing=False)
    half = {cell.key: cell.text for cell in made.frame(4.5).cells if cell.key.matrix == "sum" and cell.strength == 1}
    assert half == {CellKey("sum", 1, 0, 0): "−3", CellKey("sum", 0, 0, 1): "9"}
    assert made.reduction.contributors(4.5, CellKey("sum", 0, 0, 1)) == (0, 1)
    assert made.reduction.contributors(4.2, CellKey("sum", 0, 0, 1)) == (0,)
    arrived = {cell.key: cell.text for cell in made.frame(4.45).cells if cell.plus}
    assert arrived == {CellKey("sum", 1, 0, 0): "−3", CellKey("sum", 0, 0, 1): "9"}


@pytest.mark.parametrize("algorithm", [Algorithm.RING, Algorithm.RECURSIVE_DOUBLING, Algorithm.TWO_SHOT])
def test_between_sums_messages_go_along_a_lane_and_cover_no_name(algorithm: Algorithm) -> None:
    made = Frames(Scene(result("eight devices"), failing=False, algorithm=algorithm))
    lanes, seen = made.scene.lanes, 0
    for position in np.linspace(4.01, 4.99, 99).tolist():
        frame = made.frame(position)
        for route in frame.routes:
            if route.start[0] == route.end[0]:
                seen += 1
                assert route.detour is not None
                assert route.detour < route.start[0] - 0.5  # no bare vertical stroke along the sums
        for cell in frame.cells:
            away = min(abs(cell.y - lane.sum.cell(cell.key.row, 0)[1]) for lane in lanes)
            if cell.key.matrix == "sum" and away > 0.01:  # between two devices
                assert cell.x + 1 < lanes[0].sum.x
    assert seen


def test_the_article_is_on_the_screen() -> None:
    last = {cell.key: cell.text for cell in frames("article", failing=False).frame(6.0).cells}
    assert [last[CellKey("pre", 0, 0, 0)], last[CellKey("pre", 0, 0, 1)]] == ["1", "1"]
    assert [last[CellKey("pre", 1, 0, 0)], last[CellKey("pre", 1, 0, 1)]] == ["0", "4"]
    assert [last[CellKey("partial", 0, 0, column)] for column in (0, 1)] == ["1", "1"]
    assert [last[CellKey("partial", 1, 0, column)] for column in (0, 1)] == ["−4", "8"]
    for device in (0, 1):
        assert [last[CellKey("sum", device, 0, column)] for column in (0, 1)] == ["−3", "9"]
    wrong = [cell for cell in frames("article", failing=True).frame(6.0).cells if cell.key.matrix == "sum"]
    assert [(cell.text, cell.mark) for cell in wrong] == [("1", -1), ("12", -1)] * 2


@pytest.mark.parametrize("failing", [False, True])
def test_a_position_is_one_picture_whichever_way_one_came_to_it(failing: bool) -> None:
    one, other = frames("uneven", failing), frames("uneven", failing)
    forth = [one.frame(position) for position in POSITIONS]
    back = [other.frame(position) for position in reversed(POSITIONS)][::-1]
    assert forth == back
    assert one.frame(-1.0) == forth[0]
    assert one.frame(7.5) == forth[-1]


@pytest.mark.parametrize("case", list(CASES))
@pytest.mark.parametrize("failing", [False, True])
def test_nothing_leaves_the_scene_and_nothing_jumps(case: str, failing: bool) -> None:
    made = frames(case, failing)
    width, height = made.scene.size
    before: dict[tuple[CellKey, int], Cell] = {}
    for position in [step / 60 for step in range(60 * STAGES + 1)]:
        now: dict[tuple[CellKey, int], Cell] = {}
        drawn: Counter[CellKey] = Counter()
        for cell in made.frame(position).cells:
            assert -0.01 <= cell.x <= width - 1
            assert -0.01 <= cell.y <= height - 1
            now[cell.key, drawn[cell.key]] = cell
            drawn[cell.key] += 1
        if int(position * len(made.scene.lanes)) == int((position - 1 / 60) * len(made.scene.lanes)):
            for key in now.keys() & before.keys():  # within a stage, and within one contribution of the all-reduce
                moved = max(abs(now[key].x - before[key].x), abs(now[key].y - before[key].y))
                assert moved < 0.08 * (width + height) * len(made.scene.lanes)
        before = now


@pytest.mark.parametrize("case", list(CASES))
@pytest.mark.parametrize("failing", [False, True])
def test_undivided_matrices_lie_on_one_line_and_messages_leave_from_their_row(case: str, failing: bool) -> None:
    made = frames(case, failing)
    middles = [area.y + area.rows / 2 for area in made.scene.whole]
    assert middles == pytest.approx([middles[0]] * len(middles))
    rows = {round(area.y + row + 0.5, 6) for area in places(made.scene) for row in range(area.rows)}
    rows |= {round(area.y + row + 0.5, 6) for area in made.scene.whole for row in range(area.rows)}
    routes = [route for step in range(8) for route in made.frame(4.05 + step * 0.12).routes]
    assert {round(route.start[1], 6) for route in routes} <= rows
    assert {round(route.end[1], 6) for route in routes} <= rows


def places(scene: Scene) -> Iterator[MatrixArea]:
    for lane in scene.lanes:
        yield from lane


@pytest.mark.parametrize("case", list(CASES))
@pytest.mark.parametrize("failing", [False, True])
def test_matrices_do_not_lie_on_one_another(case: str, failing: bool) -> None:
    scene = frames(case, failing).scene
    for group in (list(places(scene)), list(scene.whole)[:4]):
        for number, one in enumerate(group):
            for other in group[number + 1 :]:
                apart = one.right <= other.x or other.right <= one.x
                assert apart or one.y + one.rows <= other.y or other.y + other.rows <= one.y


def test_large_matrices_are_drawn_in_part_and_said_to_be() -> None:
    large = Scene(split_matrices(random_matrix(Sizes(3, 40, 100, 30), 1), 4), failing=False)
    assert large.leaves_out
    assert max(place.rows for place in places(large)) <= MOST_DRAWN
    assert max(place.columns for place in places(large)) <= MOST_DRAWN
    assert not frames("eight devices", failing=False).scene.leaves_out
    assert len(Frames(large).frame(6.0).cells) < 1500


def test_negative_values_are_struck_and_others_are_not() -> None:
    for cell in frames("relu matters", failing=False).frame(2.4).cells:
        assert (cell.struck > 0) == (cell.key == CellKey("pre", 1, 0, 0))
    assert all(cell.struck == 0 for cell in frames("identity", failing=False).frame(2.4).cells)


def test_row_and_column_light_up_while_their_cell_is_computed() -> None:
    lit = {cell.key for cell in frames("article", failing=False).frame(1.6).cells if cell.lit}
    assert {key for key in lit if key.device == 0} == {
        CellKey("x", 0, 0, 0),
        CellKey("x", 0, 0, 1),
        CellKey("a", 0, 0, 1),
        CellKey("a", 0, 1, 1),
        CellKey("pre", 0, 0, 1),
    }


def told(position: float, case: str = "article", *, failing: bool = False) -> str:
    scenario = replace_at(built_in()[0], ("matrix",), CASES[case][0])
    return str(stage_texts(position, Outcome(scenario), Scene(result(case), failing=failing))[0])


def test_what_an_all_reduce_takes_is_told_in_the_links_own_symbols() -> None:
    def formula(algorithm: Algorithm, launch: float = 0.0) -> str:
        link = AlgorithmLink(
            kind="algorithm", algorithm=str(algorithm), alpha_s=3e-6, bandwidth_bytes_per_s=1e10, launch_s=launch
        )  # fmt: skip
        scenario = replace_at(change(built_in()[0], "devices", 4), ("communication", "link"), link)
        return str(stage_texts(4.5, Outcome(scenario), Scene(result("article"), failing=False))[0]).split(
            "each takes "
        )[1]

    assert formula(Algorithm.RING) == "6 α + 1.5 n/B = 318 µs."  # 18 + 300
    assert formula(Algorithm.ONE_SHOT, 8e-6) == "launch + α + 3 n/B = 611 µs."
    assert formula(Algorithm.NETWORK_TREE) == "α + n/B = 203 µs."
    assert formula(Algorithm.DOUBLE_BINARY_TREE).endswith(", from the link's α, n and B.")


def test_the_steps_of_the_all_reduce_are_counted() -> None:
    def step(position: float, algorithm: str) -> tuple[int, int] | None:
        link = AlgorithmLink(kind="algorithm", algorithm=algorithm, alpha_s=3e-6, bandwidth_bytes_per_s=1e10)
        outcome = Outcome(replace_at(built_in()[0], ("communication", "link"), link))
        return step_note(position, Scene(result("eight devices"), failing=False, algorithm=sum_algorithm(outcome)))

    assert step(4.0, "ring") is None
    assert [step(4 + (place + 0.5) / 14, "ring") for place in range(14)] == [(place + 1, 14) for place in range(14)]
    assert step(5.0, "ring") == (14, 14)
    assert [step(position, "in_switch") for position in (4.1, 4.4, 4.6, 4.9)] == [(1, 2), (1, 2), (2, 2), (2, 2)]
    assert step(5.1, "ring") is None


def test_each_stage_says_what_happens_and_what_it_costs() -> None:
    texts = [told(position) for position in (0, 0.5, 1.5, 2.5, 3.5, 4.5, 5.5)]
    assert len(set(texts)) == 7
    assert "counted in Q. In this scenario each takes ℓ + V/B = 230 µs." in texts[5]
    assert told(4.0) == texts[4]
    assert told(4.001) == texts[5]
    assert sentences.EXACTLY_EQUAL in texts[6]
    assert sentences.WRONG + " (1 × 4 numbers)" in told(6, failing=True)
    assert sentences.BY_CHANCE not in told(6, "identity", failing=True)
    assert "equal" in told(6, "identity", failing=True)
    assert sentences.MAY_BE_PARTS in told(2.5, "identity", failing=True)
    assert sentences.RULED_OUT in told(4.5, "identity", failing=True)
    assert "In column 2: ReLU(−1 + 2) = 1, but ReLU(−1) + ReLU(2) = 2." in told(2.5, failing=True)
    assert all(sentences.ALONE in told(at, "1 × 1", failing=bool(at % 2)) for at in (1, 2, 3, 4, 5))


def test_precision_is_told_honestly() -> None:
    matrix = Matrix(x=((0.1, 0.7),), a=((0.3, 0.6, 0.9, 0.2),) * 2, b=((0.7,), (0.4,), (0.1,), (0.9,)))
    low = split_matrices(matrix, 2, Precision.FLOAT16)
    text = str(accuracy(low, failing=False))
    difference = low.difference(failing=False)
    assert (f"{difference:.3g}" in text) if difference else ("to the last bit in float16" in text)
    large = split_matrices(Matrix(x=((1e6, 1e6),)), 2, Precision.FLOAT16)
    assert sentences.OVERFLOW in str(accuracy(large, failing=False))
    assert int(low.agreement(low.columns.output).min()) >= 0


@pytest.mark.parametrize(
    ("key", "failing", "text"),
    [
        (CellKey("pre", 1, 0, 0), False, "1·1 + 2·(−1) = −1"),
        (CellKey("hidden", 1, 0, 0), False, "ReLU(−1) = 0"),
        (CellKey("partial", 1, 0, 0), False, "0·2 + 4·(−1) = −4"),
        (CellKey("sum", 0, 0, 1), False, "1 + 8 = 9"),
        (CellKey("sum", 1, 0, 0), True, "3 + (−4) = −1"),
        (CellKey("a", 1, 0, 0), False, sentences.index("A", 1, 3)),
        (CellKey("b", 1, 0, 0), False, sentences.index("B", 3, 1)),
        (CellKey("x", 1, 0, 0), True, sentences.index("x", 1, 2)),
        (CellKey("whole", WHOLE, 0, 0), False, sentences.index("y", 1, 1)),
    ],
)
def test_how_a_cell_came_about(key: CellKey, failing: bool, text: str) -> None:
    keys, sentence = origin(Scene(result("relu matters"), failing=failing), key)
    assert str(sentence) == text
    drawn = {cell.key for cell in frames("relu matters", failing).frame(6.0).cells}
    assert keys <= drawn


def test_another_number_of_devices_is_said() -> None:
    eight = Outcome(change(built_in()[0], "devices", 64))
    assert str(devices_note(eight, eight.of(matrix_split, Precision.FLOAT64))) == (sentences.ONE_EACH)
    two = Outcome(built_in()[0])
    assert devices_note(two, two.of(matrix_split, Precision.FLOAT64)) is None


def test_numbers_in_cells() -> None:
    values = [0.0, -3.0, 2.5, 1e-9, 123456.0, 1e7, float("inf"), float("nan"), -float("inf")]
    texts = [number_text(value) for value in values]
    assert texts == ["0", "−3", "2.5", "1e−9", "123456", "1e7", "∞", "NaN", "−∞"]
    assert all(re.fullmatch(r"[−+.\de]+|∞|−∞|NaN", text) for text in texts)


@pytest.mark.parametrize(
    ("text", "brief"),
    [("61728", "6e4"), ("−123456", "−1e5"), ("6.17e−9", "6e−9"), ("1e300", "1e300"), ("∞", "∞"), ("−∞", "−∞"),
     ("NaN", "NaN")],
)  # fmt: skip
def test_a_number_without_room_keeps_its_size(text: str, brief: str) -> None:
    assert brief_number(text) == brief


def test_what_overflowed_is_neither_right_nor_wrong() -> None:
    large = Matrix(x=((1e6, 1e6),))
    for precision, marks in ((Precision.FLOAT16, set()), (Precision.FLOAT64, {"right"})):
        frame = Frames(Scene(split_matrices(large, 2, precision), failing=False)).frame(6.0)
        assert {tag.kind for tag in frame.tags} & {"right", "wrong"} == marks


@pytest.mark.parametrize(("inner", "written"), [(8, 8), (9, 8), (14, 8)])
def test_a_long_sum_is_written_with_its_first_terms_and_its_last(inner: int, written: int) -> None:
    split = split_matrices(random_matrix(Sizes(2, inner, 4, 2), 3), 2)
    keys, text = origin(Scene(split, failing=False), CellKey("pre", 0, 0, 0))
    assert len(keys) == 2 * inner
    terms = str(text).split(" = ")[0].split(" + ")
    assert len(terms) == written + (inner > written)
    assert ("…" in terms) == (inner > written)
    for term, index in ((terms[0], 0), (terms[-1], inner - 1)):
        left, right = (float(part.strip("()").replace("−", "-")) for part in term.split("·"))
        assert left * right == split.net.x[0, index] * split.columns.devices[0].a[index, 0]
