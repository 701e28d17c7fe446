"""Which link joins the nodes: the scenario's own, one of the library's, or the one that the file has.

Imports the library, so that nothing that the first window needs may import this.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from explorer.scenario.link import ConstantLink, Link
from explorer.scenario.links import LinkPreset, presets
from explorer.scenario.scenario import Scenario, Source
from explorer.scenario.sentence import Sentence, sentence

_KEY = "pipeline.link"


class NodeLink(NamedTuple):
    """A link for the hops between nodes, None for the scenario's own, with its name and where it comes from."""

    name: Sentence
    link: Link | None
    source: Source | None


def _of(preset: LinkPreset) -> NodeLink:
    name = " · ".join(part for part in (preset.accelerator, preset.interconnect) if part)
    link = ConstantLink(kind="constant", startup_s=preset.startup_s, bandwidth_bytes_per_s=preset.bandwidth_bytes_per_s)
    return NodeLink(Sentence(name), link, Source(status=preset.status, source=preset.source, preset=preset.id))


@cache
def choices() -> tuple[NodeLink, ...]:
    """Return the scenario's own link and the presets, those without an accelerator, the networks, first.

    Made once: each is a link that pydantic validates, and a page asks for them with every edit.
    """
    networks_first = sorted(presets(), key=lambda preset: bool(preset.accelerator))
    return NodeLink(sentence("as within a node"), None, None), *map(_of, networks_first)


def texts(scenario: Scenario) -> list[Sentence]:
    """Return the names to choose from; a link that is none of the library's is the last."""
    names = [choice.name for choice in choices()]
    return names if shown(scenario) < len(names) else [*names, _unlisted(scenario)]


def _unlisted(scenario: Scenario) -> Sentence:
    """Name a link that is none of the library's, by the preset that its source names where it does."""
    noted = scenario.sources.get(_KEY)
    near = next((preset for preset in presets() if noted is not None and preset.id == noted.preset), None)
    if near is None:
        return sentence("the file's own")
    return sentence("{name}, changed", name=near.interconnect)


def shown(scenario: Scenario) -> int:
    """Return the index of the scenario's choice in the list."""
    links = [choice.link for choice in choices()]
    return links.index(scenario.pipeline.link) if scenario.pipeline.link in links else len(links)


def chosen(scenario: Scenario, index: int) -> NodeLink | None:
    """Return the choice at an index of the list, or None where that is what the scenario has."""
    return choices()[index] if index < len(choices()) and index != shown(scenario) else None


def status(scenario: Scenario) -> Sentence:
    """Say what the figures of the link between nodes are worth."""
    if scenario.pipeline.link is None:
        return sentence("")
    noted = scenario.sources.get(_KEY)
    return sentence("{status}", status=noted.status) if noted is not None else sentence("of no known source")
