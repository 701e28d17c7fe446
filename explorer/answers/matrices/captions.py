"""What happens in each stage of the split, what it costs in the timing model, and how a cell is computed."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from explorer.answers.formatting import devices as count_of
from explorer.answers.formatting import short_seconds
from explorer.answers.link_words import algorithm_name
from explorer.answers.matrices.cells import FACTORS, WHOLE, CellKey, factor_keys, number_text
from explorer.answers.matrices.frames import STAGES
from explorer.answers.matrices.layout import MOST_DRAWN, Scene
from explorer.answers.matrices.reduction import SUMMING, steps_of_rounds
from explorer.answers.matrices.result import MatrixSplit, sum_algorithm
from explorer.answers.outcome import Outcome
from explorer.model import balance, rounding
from explorer.model.collectives import costs
from explorer.model.collectives.costs import Algorithm
from explorer.model.matrix_split import MOST_DEVICES, Activation, ReductionPoint
from explorer.model.rounding import Array
from explorer.scenario.link import AlgorithmLink
from explorer.scenario.sentence import Sentence, sentence

_MOST_TERMS = 8
"""Terms of a sum that are written out; of more, the first ones and the last."""
_CALLS: dict[Activation, str] = {Activation.RELU: "ReLU", Activation.GELU: "GELU", Activation.IDENTITY: ""}
_NAMES = {"x": "x", "a": "A", "b": "B", "whole": "y"}

_RIGHT: tuple[Sentence, ...] = (
    sentence(
        "Each device gets columns of A and the matching rows of B; x goes to all devices. "
        "The weights stay there: this is done once and is not counted as a message."
    ),
    sentence("Each device multiplies x by its own columns of A: complete sums, no communication. Counted in C/(N·η)."),
    sentence("The activation is applied to each cell of the complete sums: no communication needed."),
    sentence("Each device multiplies by its own rows of B: a contribution to every output. Counted in C/(N·η)."),
)
_FAILING: tuple[Sentence, ...] = (
    sentence("Each device gets rows of A and the matching columns of x, but it needs all of B, which is not divided."),
    sentence("Each device has only a part of every sum x·A; the other parts are on the other devices."),
    sentence("The activation is applied too early, to parts of sums. An all-reduce would have to come first."),
    sentence("Each device multiplies by all of B: nothing is saved here."),
    sentence("The outputs are summed: one message, as with the other split, but the activation came before the sum."),
)
_LINEAR: dict[int, Sentence] = {
    3: sentence("The identity changes nothing: it may be applied to parts of sums, which can be summed after B."),
    5: sentence(
        "The outputs are summed. With the identity this is correct: only a non-linearity such as ReLU rules it out."
    ),
}


def captions(position: float, outcome: Outcome, scene: Scene) -> list[Sentence]:
    """Return what happens at a position, with the stage and the step: the full caption, then a shorter one, if any."""
    texts = stage_texts(position, outcome, scene)
    if position == 0:
        return texts
    count = {"stage": str(math.ceil(position)), "count": str(STAGES)}
    step = step_note(position, scene)
    if step is None:
        return [sentence("Stage {stage} of {count}. {text}", text=text, **count) for text in texts]
    count |= {"step": str(step[0]), "steps": str(step[1])}
    return [sentence("Stage {stage} of {count}, step {step} of {steps}. {text}", text=text, **count) for text in texts]


def stage_texts(position: float, outcome: Outcome, scene: Scene) -> list[Sentence]:
    """Say what happens at a position from 0 to 6 and what it costs; a shorter text follows a long one."""
    stage = math.ceil(position)
    if stage == 0:
        return [
            sentence(
                "Undivided: one device multiplies x by A, applies the activation, and multiplies by B. "
                "In the timing model this is part of C."
            )
        ]
    if stage == STAGES:
        return [_comparison(scene)]
    if len(scene.split.devices) == 1:
        return [sentence("One device has everything: nothing is divided, and there is no communication.")]
    if scene.failing:
        return [_failing(stage, scene.result)]
    if stage <= SUMMING:
        return [_RIGHT[stage - 1]]
    by = sentence("All-reduce as a ring (the link names none)")
    if outcome.algorithm is not None:
        by = sentence("All-reduce, {name}", name=algorithm_name(outcome.of(sum_algorithm)))
    full = sentence("{by}: contributions are sent and summed on every device, counted in Q.", by=by)
    return [_with_time(outcome, action) for action in (full, sentence("{by}. Counted in Q.", by=by))]


def _with_time(outcome: Outcome, action: Sentence) -> Sentence:
    """Add to what is done the time that it takes, in the link's own symbols."""
    phase, link = outcome.phase, outcome.scenario.communication.link
    if phase is None or not phase.messages:
        return action
    values: dict[str, str | Sentence] = {"action": action, "time": short_seconds(float(balance.message_time(phase)))}
    if link.assumes_figures:
        return sentence("{action} In this scenario each takes ℓ + V/B = {time}.", **values)
    if not isinstance(link, AlgorithmLink):
        return sentence("{action} In this scenario each takes {time}, as measured.", **values)
    formula = None if outcome.nodes > 1 else _formula(link, outcome)
    if formula is None:
        return sentence("{action} In this scenario each takes {time}, from the link's α, n and B.", **values)
    return sentence("{action} In this scenario each takes {formula} = {time}.", formula=formula, **values)


def _formula(link: AlgorithmLink, outcome: Outcome) -> str | None:
    """Write the time of one all-reduce with the link's symbols; None where it is no sum of start-ups and bytes."""
    algorithm = outcome.of(sum_algorithm)
    if algorithm is Algorithm.DOUBLE_BINARY_TREE:
        return None
    cost = costs.cost(algorithm, 1.0, outcome.scenario.devices, 0.0, 1.0)
    startups = 1 if algorithm is Algorithm.NETWORK_TREE else round(float(cost.steps))
    share = f"{float(cost.path_bytes):.4g}"
    terms = ["α" if startups == 1 else f"{startups} α", "n/B" if share == "1" else f"{share} n/B"]
    return " + ".join(["launch", *terms] if link.launch_s else terms)


def step_note(position: float, scene: Scene) -> tuple[int, int] | None:
    """Return the step, from 1, of the all-reduce at a position and their number; None while nothing is summed."""
    rounds = steps_of_rounds(scene.algorithm, len(scene.split.devices))
    if not SUMMING < position <= SUMMING + 1 or not rounds:
        return None
    return rounds[min(int((position - SUMMING) * len(rounds) + 1e-9), len(rounds) - 1)], rounds[-1]


def _failing(stage: int, result: MatrixSplit) -> Sentence:
    if result.net.activation is Activation.IDENTITY and stage in _LINEAR:
        return _LINEAR[stage]
    example = _example(result) if stage == 3 else None
    return _FAILING[stage - 1] if example is None else sentence("{text} {example}", text=_FAILING[2], example=example)


def _example(result: MatrixSplit) -> Sentence | None:
    """Show with a cell of these matrices that the activation of a sum is not the sum of the activations.

    None where no cell shows it, or where more than three devices would make the formula too long.
    """
    devices, right = result.rows.devices, result.rows.mended.hidden.astype(float)
    wrong = rounding.total([device.hidden for device in devices]).astype(float)
    differing = np.argwhere(np.abs(right - wrong) > 1e-3 * (1 + np.abs(right)))
    if not len(differing) or len(devices) > 3:
        return None
    row, column = (int(index) for index in differing[0])
    call, values = _CALLS[result.net.activation], [float(device.pre[row, column]) for device in devices]
    return sentence(
        "In column {column}: {call}({sum}) = {right}, but {separate} = {wrong}.",
        column=str(column + 1),
        call=call,
        sum=" + ".join([number_text(values[0]), *map(_signed, values[1:])]),
        right=number_text(right[row, column]),
        separate=" + ".join(f"{call}({number_text(value)})" for value in values),
        wrong=number_text(wrong[row, column]),
    )


def _comparison(scene: Scene) -> Sentence:
    result = scene.result
    if int(result.agreement(scene.split.output).min()) < 0:
        return sentence(
            "Compared with the undivided result: wrong. An all-reduce before the activation ({shape} numbers) would "
            "fix it, and none would be needed after B.",
            shape=f"{result.whole.pre.shape[0]} × {result.whole.pre.shape[1]}",
        )
    if scene.failing and result.rows.communication is ReductionPoint.BEFORE_ACTIVATION:
        return sentence(
            "Compared with the undivided result: right by chance, because the parts of each sum have the same sign "
            "here."
        )
    return sentence("Compared with the undivided result: {verdict}", verdict=accuracy(result, failing=scene.failing))


def accuracy(result: MatrixSplit, *, failing: bool) -> Sentence:
    """Say how far a split's output is from the undivided one, and why."""
    precision = str(result.net.precision)
    if result.overflowed(failing=failing):
        return sentence(
            "overflow: some numbers are too large for {precision} and became infinite.", precision=precision
        )
    if result.exact and not failing:
        return sentence("exactly equal: sums of integers do not depend on their order.")
    difference = result.difference(failing=failing)
    if difference == 0:
        return sentence("equal to the last bit in {precision}.", precision=precision)
    return sentence(
        "the largest difference is {value}: due to summation order and {precision}, not the split.",
        value=f"{difference:.3g}",
        precision=precision,
    )


def notes(outcome: Outcome, scene: Scene) -> list[Sentence]:
    """Return in what the drawing differs from the scenario: another number of devices, cells that are left out."""
    left_out = sentence("only the first {most} rows and columns of each matrix are drawn", most=str(MOST_DRAWN))
    texts = (devices_note(outcome, scene.result), left_out if scene.leaves_out else None)
    return [text for text in texts if text is not None]


def devices_note(outcome: Outcome, result: MatrixSplit) -> Sentence | None:
    """Say that the matrices are divided over another number of devices than the scenario's, and why; else None."""
    drawn, devices = len(result.columns.devices), outcome.scenario.devices
    if drawn == devices:
        return None
    hidden = len(result.net.b)
    values: dict[str, str | Sentence] = {"drawn": count_of(drawn), "devices": str(devices)}
    if drawn == hidden < devices:
        return sentence("drawn on {drawn}, one per hidden value; the scenario has N = {devices}", **values)
    if drawn == MOST_DEVICES < devices:
        return sentence("drawn on {drawn}, the maximum; the scenario has N = {devices}", **values)
    return sentence("drawn on {drawn}; the scenario has N = {devices}", **values)


def origin(scene: Scene, key: CellKey, *, contributors: Sequence[int] | None = None) -> tuple[set[CellKey], Sentence]:
    """Return the cells that a cell is computed from, and the computation in numbers.

    ``contributors`` are the devices whose contributions are in a cell of a sum by now; None for all of them.
    """
    devices, (row, column) = scene.split.devices, key[2:]
    if key.matrix in FACTORS:
        device, (left, right) = devices[key.device], FACTORS[key.matrix]
        factors: tuple[Array, Array] = getattr(device, left)[row], getattr(device, right)[:, column]
        terms = [f"{_signed(term.left)}·{_signed(term.right)}" for term in rounding.terms(*factors)]
        return factor_keys(key, len(factors[0])), _equation(terms, getattr(device, key.matrix)[row, column])
    if key.matrix == "hidden":
        before, after = (
            number_text(matrix[row, column]) for matrix in (devices[key.device].pre, devices[key.device].hidden)
        )
        text = f"{_CALLS[scene.result.net.activation]}({before}) = {after}"
        return {key._replace(matrix="pre")}, Sentence(text)
    if key.matrix == "sum":
        numbers = range(len(devices)) if contributors is None else contributors
        partials = [devices[number].partial for number in numbers]
        terms = [_signed(partial[row, column]) for partial in partials]
        keys = {CellKey("partial", number, row, column) for number in numbers}
        return keys, _equation(terms, rounding.total(partials)[row, column])
    row, column = index_in_whole(scene, key)
    return set(), sentence(
        "{matrix}, row {row}, column {column}", matrix=_NAMES[key.matrix], row=str(row + 1), column=str(column + 1)
    )


def index_in_whole(scene: Scene, key: CellKey) -> tuple[int, int]:
    """Return row and column, from 0, of a device's cell of x, A or B in the undivided matrix."""
    if key.device == WHOLE:
        return key.row, key.column
    start, (down, right) = scene.split.devices[key.device].start, scene.divides(key.matrix)
    return key.row + start * down, key.column + start * right


def _equation(terms: Sequence[str], value: float) -> Sentence:
    if len(terms) > _MOST_TERMS:
        terms = [*terms[: _MOST_TERMS - 1], "…", terms[-1]]
    return Sentence(f"{' + '.join(terms)} = {number_text(value)}")


def _signed(value: float) -> str:
    """Write a term of a sum, a negative one in brackets."""
    text = number_text(value)
    return f"({text})" if text.startswith("−") else text
