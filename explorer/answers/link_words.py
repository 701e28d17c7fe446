"""The sentences about a scenario's link: its name, and the status of its figures."""

from __future__ import annotations

from explorer.answers.outcome import Outcome
from explorer.model.collectives.costs import Algorithm
from explorer.scenario.edit import is_link_edited
from explorer.scenario.link import AlgorithmLink, MeasuredLink
from explorer.scenario.scenario import Scenario
from explorer.scenario.sentence import Sentence, sentence

_ALGORITHMS = {
    Algorithm.RING: sentence("ring"),
    Algorithm.RECURSIVE_DOUBLING: sentence("recursive doubling"),
    Algorithm.HALVING_DOUBLING: sentence("halving-doubling"),
    Algorithm.BINOMIAL_TREE: sentence("binomial tree"),
    Algorithm.DOUBLE_BINARY_TREE: sentence("double binary tree"),
    Algorithm.ONE_SHOT: sentence("one-shot"),
    Algorithm.TWO_SHOT: sentence("two-shot"),
    Algorithm.IN_SWITCH: sentence("in-switch reduction"),
    Algorithm.NETWORK_TREE: sentence("network tree"),
}


def algorithm_name(algorithm: Algorithm) -> Sentence:
    """Name an algorithm."""
    return _ALGORITHMS[algorithm]


def link_name(scenario: Scenario) -> Sentence | str:
    """Name a scenario's link: a measured one by its preset, others by their kind."""
    link = scenario.communication.link
    if isinstance(link, MeasuredLink):
        return link.preset or sentence("measured curves")
    if isinstance(link, AlgorithmLink):
        return sentence("modelled, {name}", name=link.algorithm)
    return sentence("constant")


def link_status(outcome: Outcome) -> Sentence | str:
    """Name the status of the link's figures, and say whether its time is extrapolated or modelled, and as what."""
    status: Sentence | str = outcome.link_status or "–"
    if is_link_edited(outcome.scenario):
        status = sentence("{status}, edited", status=status)
    if outcome.algorithm is not None:
        values = {"status": status, "nodes": str(outcome.nodes), "name": outcome.algorithm.replace("_", " ")}
        if outcome.nodes > 1:
            return sentence("{status}, modelled over {nodes} nodes, as {name} between them", **values)
        return sentence("{status}, modelled as {name}", **values)
    return sentence("{status}, extrapolated", status=status) if outcome.is_extrapolated else status
