"""What happens in each stage of the split, what it costs in the timing model, and how a cell came about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from explorer.answers.formatting import devices as count_of
from explorer.answers.formatting import short_seconds
from explorer.answers.link_words import algorithm_name
from explorer.answers.matrices.cells import WHOLE, CellKey, number_text
from explorer.answers.matrices.result import MatrixSplit
from explorer.answers.matrices.sums import steps_of_moments
from explorer.answers.outcome import Outcome
from explorer.model import balance, rounding
from explorer.model.collectives import costs
from explorer.model.collectives.costs import Algorithm
from explorer.model.matrix_split import MOST_DEVICES, Activation, ReductionPoint
from explorer.model.rounding import Array
from explorer.scenario.link import AlgorithmLink
from explorer.scenario.sentence import Sentence, sentence

_MOST_TERMS = 8
_REDUCES = 4
"""Where the stage begins in which the outputs are summed."""
_CALLS: dict[Activation, str] = {Activation.RELU: "ReLU", Activation.GELU: "GELU", Activation.IDENTITY: ""}

_WHOLE = sentence(
    "The whole: one device multiplies x by A, applies the activation, and multiplies by B. "
    "In the timing model this is part of C."
)
_ALONE = sentence("One device has everything: nothing is divided, and nothing has to travel.")
_RIGHT: tuple[Sentence, ...] = (
    sentence(
        "Columns of A, and the rows of B that answer to them, go to their device; x goes to all. "
        "The weights stay there: this is done once, and no message is counted."
    ),
    sentence(
        "Each device multiplies x by its own columns of A: whole sums, without hearing from the others. "
        "Counted in C/(N·η)."
    ),
    sentence("The activation works cell by cell on whole sums: nobody has to be asked. No message."),
    sentence("Each device multiplies by its own rows of B: a contribution to every output. Counted in C/(N·η)."),
    sentence("{by}: contributions travel and are added up on every device, counted in Q."),
)
_FAILING: tuple[Sentence, ...] = (
    sentence(
        "Rows of A, and the columns of x that answer to them, go to their device; "
        "but each device needs the whole of B: that is not divided."
    ),
    sentence("Each device has only a part of every sum x·A; the other parts are on the other devices."),
    sentence("The activation comes too early: on parts of sums. An all-reduce would have to come first."),
    sentence("Each device multiplies by the whole of B: nothing is saved here."),
    sentence("The outputs are added up. One message, as with the other split, but of sums that were taken too late."),
)
_LINEAR: dict[int, Sentence] = {
    3: sentence("The identity changes nothing: parts of sums may pass, and the sum can wait until after B."),
    5: sentence(
        "The outputs are added up. With the identity that is right: only a bend such as ReLU forbids this split."
    ),
}


def caption(position: float, outcome: Outcome, result: MatrixSplit, *, failing: bool) -> Sentence:
    """Say what happens at a position, and what it costs."""
    stage = 0 if position <= 0 else min(int(-(-position // 1)), 6)
    if stage == 0:
        return _WHOLE
    if stage == 6:
        return _comparison(result, failing=failing)
    if len(result.shown(failing=failing).devices) == 1:
        return _ALONE
    if failing:
        return _failing(stage, result)
    if stage == 5:
        return _all_reduce(outcome, replace(_RIGHT[4], values=(("by", _by(outcome)),)))
    return _RIGHT[stage - 1]


def shorter(position: float, outcome: Outcome, result: MatrixSplit, *, failing: bool) -> Sentence | None:
    """Say in fewer words than the caption how outputs are summed and what it costs; None in other stages."""
    alone = len(result.shown(failing=failing).devices) == 1
    if failing or alone or not _REDUCES < position <= _REDUCES + 1:
        return None
    return _all_reduce(outcome, sentence("{by}. Counted in Q.", by=_by(outcome)))


def _by(outcome: Outcome) -> Sentence:
    if outcome.algorithm is None:
        return sentence("All-reduce as a ring (the link names none)")
    return sentence("All-reduce, {name}", name=algorithm_name(summed_by(outcome)))


def _all_reduce(outcome: Outcome, told: Sentence) -> Sentence:
    """Say behind what is told what it takes, in the link's own symbols."""
    phase = outcome.phase
    if phase is None or not phase.messages:
        return told
    parts: dict[str, str | Sentence] = {"told": told, "time": short_seconds(float(balance.message_time(phase)))}
    link = outcome.scenario.communication.link
    if link.assumes_figures:
        return sentence("{told} In this scenario each takes ℓ + V/B = {time}.", **parts)
    if not isinstance(link, AlgorithmLink):
        return sentence("{told} In this scenario each takes {time}, as measured.", **parts)
    formula = None if outcome.nodes > 1 else _formula(link, outcome)
    if formula is None:
        return sentence("{told} In this scenario each takes {time}, from the link's α, n and B.", **parts)
    return sentence("{told} In this scenario each takes {formula} = {time}.", formula=formula, **parts)


def _formula(link: AlgorithmLink, outcome: Outcome) -> str | None:
    """Write what one all-reduce takes with the link's symbols; None where it is no sum of start-ups and bytes."""
    algorithm = summed_by(outcome)
    if algorithm is Algorithm.DOUBLE_BINARY_TREE:
        return None
    found = costs.cost(algorithm, 1.0, outcome.scenario.devices, 0.0, 1.0)
    rounds = 1 if algorithm is Algorithm.NETWORK_TREE else round(float(found.steps))
    terms = ["α" if rounds == 1 else f"{rounds} α"]
    share = f"{float(found.path_bytes):.4g}"
    terms.append("n/B" if share == "1" else f"{share} n/B")
    return " + ".join(["launch", *terms] if link.launch_s else terms)


def summed_by(outcome: Outcome) -> Algorithm:
    """Return how a scenario's partial outputs are summed: a ring where the link names nothing else, or within nodes."""
    scenario, named = outcome.scenario, outcome.algorithm
    steps = outcome.link.steps(scenario.communication.message_bytes, scenario.devices)
    return Algorithm.RING if named is None or steps is None else Algorithm(named)


def step_note(position: float, outcome: Outcome, result: MatrixSplit, *, failing: bool) -> tuple[int, int] | None:
    """Return the step of the all-reduce that is under way, and how many there are, while outputs are summed."""
    moments = moments_of(outcome, result, failing=failing)
    if not _REDUCES < position <= _REDUCES + 1 or not moments:
        return None
    return moments[min(int((position - _REDUCES) * len(moments) + 1e-9), len(moments) - 1)], moments[-1]


def moments_of(outcome: Outcome, result: MatrixSplit, *, failing: bool) -> tuple[int, ...]:
    """Return the step of each moment in which outputs are summed; none on one device."""
    return steps_of_moments(summed_by(outcome), len(result.shown(failing=failing).devices))


def _failing(stage: int, result: MatrixSplit) -> Sentence:
    if result.net.activation is Activation.IDENTITY and stage in _LINEAR:
        return _LINEAR[stage]
    example = _example(result) if stage == 3 else None
    return _FAILING[stage - 1] if example is None else sentence("{told} {example}", told=_FAILING[2], example=example)


def _example(result: MatrixSplit) -> Sentence | None:
    """Show, with a cell of these very matrices, that the activation of a sum is not the sum of the activations."""
    parts = [device.pre for device in result.rows.devices]
    after = [device.hidden for device in result.rows.devices]
    right, wrong = result.rows.mended.hidden, rounding.total(after)
    apart = np.argwhere(np.abs(right.astype(float) - wrong.astype(float)) > 1e-3 * (1 + np.abs(right.astype(float))))
    if not len(apart) or len(parts) > 3:
        return None
    row, column = (int(place) for place in apart[0])
    call, values = _CALLS[result.net.activation], [float(part[row, column]) for part in parts]
    whole = " + ".join(_signed(value) if place else number_text(value) for place, value in enumerate(values))
    alone = " + ".join(f"{call}({number_text(value)})" for value in values)
    return sentence(
        "In column {column}: {call}({whole}) = {right}, but {alone} = {wrong}.",
        column=str(column + 1),
        call=call,
        whole=whole,
        right=number_text(float(right[row, column])),
        alone=alone,
        wrong=number_text(float(wrong[row, column])),
    )


def _comparison(result: MatrixSplit, *, failing: bool) -> Sentence:
    worst = int(result.agreement(result.shown(failing=failing).output).min())
    if worst < 0:
        return sentence(
            "Compared with the undivided result: wrong. An all-reduce before the activation ({shape} numbers) would "
            "mend it, and none would be needed after B.",
            shape=f"{result.whole.pre.shape[0]} × {result.whole.pre.shape[1]}",
        )
    if failing and result.rows.communication is ReductionPoint.BEFORE_ACTIVATION:
        return sentence(
            "Compared with the undivided result: right by chance, as the parts of each sum have one sign here."
        )
    return sentence("Compared with the undivided result: {verdict}", verdict=accuracy(result, failing=failing))


def accuracy(result: MatrixSplit, *, failing: bool) -> Sentence:
    """Say how far a split is from the undivided result, and honestly why."""
    split = result.shown(failing=failing)
    precision = str(result.net.precision)
    if split.overflowed or result.whole.overflowed:
        return sentence("numbers too large for {precision}: some are infinite.", precision=precision)
    if result.exact and not failing:
        return sentence("equal, exactly: sums of integers do not depend on their order.")
    found = result.difference(failing=failing)
    if found == 0:
        return sentence("equal to the last bit in {precision}.", precision=precision)
    return sentence(
        "the largest difference is {value}: the order of summation and {precision} make it, not the split.",
        value=f"{found:.3g}",
        precision=precision,
    )


def devices_note(result: MatrixSplit, outcome: Outcome) -> Sentence | None:
    """Say that the matrices are divided over another number of devices than the scenario's, where they are."""
    here, there = len(result.columns.devices), outcome.scenario.devices
    if here == there:
        return None
    hidden = len(result.net.b)
    parts: dict[str, str | Sentence] = {"here": count_of(here), "there": str(there)}
    if here == hidden < there:
        return sentence("drawn on {here}, one for each hidden value; the scenario has N = {there}", **parts)
    if here == MOST_DEVICES < there:
        return sentence("drawn on {here}, the most that are drawn; the scenario has N = {there}", **parts)
    return sentence("drawn on {here}; the scenario has N = {there}", **parts)


def origin(
    result: MatrixSplit, key: CellKey, *, failing: bool, arrived: Sequence[int] | None = None
) -> tuple[set[CellKey], Sentence]:
    """Return the cells that made a cell, and the sum in numbers; of a sum, whose part is in it (None: everyone's)."""
    devices = result.shown(failing=failing).devices
    row, column, number = key.row, key.column, key.device
    if key.matrix in ("pre", "partial"):
        left, right = ("x", "a") if key.matrix == "pre" else ("hidden", "b")
        device = devices[number]
        rows, columns = getattr(device, left), getattr(device, right)
        keys = {CellKey(left, number, row, inner) for inner in range(rows.shape[1])}
        keys |= {CellKey(right, number, inner, column) for inner in range(rows.shape[1])}
        value = float(getattr(device, key.matrix)[row, column])
        return keys, sentence("{sum} = {value}", sum=_terms(rows[row], columns[:, column]), value=number_text(value))
    if key.matrix == "hidden":
        before, after = float(devices[number].pre[row, column]), float(devices[number].hidden[row, column])
        text = f"{_CALLS[result.net.activation]}({number_text(before)}) = {number_text(after)}"
        return {CellKey("pre", number, row, column)}, Sentence(text)
    if key.matrix == "sum":
        there = range(len(devices)) if arrived is None else arrived
        parts = [float(devices[place].partial[row, column]) for place in there]
        value = float(rounding.total([devices[place].partial for place in there])[row, column])
        keys = {CellKey("partial", place, row, column) for place in there}
        return keys, sentence("{sum} = {value}", sum=_sum([_signed(part) for part in parts]), value=number_text(value))
    names = {"x": "x", "a": "A", "b": "B", "whole": "y"}
    place = place_in_whole(result, key, failing=failing)
    return set(), sentence(
        "{matrix}, row {row}, column {column}",
        matrix=names[key.matrix],
        row=str(place[0] + 1),
        column=str(place[1] + 1),
    )


def place_in_whole(result: MatrixSplit, key: CellKey, *, failing: bool) -> tuple[int, int]:
    """Return row and column of a device's cell of x, A or B in the undivided matrix."""
    if key.device == WHOLE:
        return key.row, key.column
    start = result.shown(failing=failing).devices[key.device].start
    down = start if key.matrix == ("a" if failing else "b") else 0
    right = start if key.matrix == ("x" if failing else "a") else 0
    return key.row + down, key.column + right


def _terms(row: Array, column: Array) -> Sentence:
    terms = rounding.terms(row, column)
    return _sum([f"{_signed(term.left)}·{_signed(term.right)}" for term in terms])


def _sum(texts: Sequence[str]) -> Sentence:
    if len(texts) > _MOST_TERMS:
        texts = [*texts[: _MOST_TERMS - 1], "…", texts[-1]]
    return Sentence(" + ".join(texts))


def _signed(value: float) -> str:
    text = number_text(value)
    return f"({text})" if text.startswith("−") else text
