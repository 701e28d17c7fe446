"""The choices for the link between nodes: that within a node, one of the library, or the one in the file.

This imports the library of links, so nothing that the first window needs may import it.
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
    """A link for the hops between nodes with its name and source; None stands for the link within a node."""

    name: Sentence
    link: Link | None
    source: Source | None


def _of(preset: LinkPreset) -> NodeLink:
    name = " · ".join(part for part in (preset.accelerator, preset.interconnect) if part)
    link = ConstantLink(kind="constant", startup_s=preset.startup_s, bandwidth_bytes_per_s=preset.bandwidth_bytes_per_s)
    return NodeLink(Sentence(name), link, Source(status=preset.status, source=preset.source, preset=preset.id))


@cache
def choices() -> tuple[NodeLink, ...]:
    """Return the link within a node and the presets, those between hosts, without an accelerator, first.

    They are made once, since pydantic validates each link and a page asks for them on every edit.
    """
    networks_first = sorted(presets(), key=lambda preset: bool(preset.accelerator))
    return NodeLink(sentence("same as within a node"), None, None), *map(_of, networks_first)


def texts(scenario: Scenario) -> list[Sentence]:
    """Return the names to choose from; a link that is not in the library comes last."""
    names = [choice.name for choice in choices()]
    return names if index_of(scenario) < len(names) else [*names, _unlisted(scenario)]


def _unlisted(scenario: Scenario) -> Sentence:
    """Name a link that is not in the library, after the preset in its source if there is one."""
    source = scenario.sources.get(_KEY)
    preset = next((preset for preset in presets() if source is not None and preset.id == source.preset), None)
    return sentence("from the file") if preset is None else sentence("{name}, modified", name=preset.interconnect)


def index_of(scenario: Scenario) -> int:
    """Return the index of the scenario's link among the choices; their number where it is not in the library."""
    links = [choice.link for choice in choices()]
    return links.index(scenario.pipeline.link) if scenario.pipeline.link in links else len(links)


def choice_at(scenario: Scenario, index: int) -> NodeLink | None:
    """Return the choice at an index, or None where it is the scenario's link already."""
    return choices()[index] if index < len(choices()) and index != index_of(scenario) else None


def status(scenario: Scenario) -> Sentence:
    """Return the status of the data of the link between nodes; empty where it is the link within a node."""
    if scenario.pipeline.link is None:
        return sentence("")
    source = scenario.sources.get(_KEY)
    return sentence("source unknown") if source is None else sentence("{status}", status=source.status)
