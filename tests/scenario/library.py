"""Links of the library by their ids."""

from __future__ import annotations

from explorer.scenario.links import LinkFamily, LinkPreset, families, presets


def family(name: str) -> LinkFamily:
    return next(entry for entry in families() if entry.id == name)


def preset(name: str) -> LinkPreset:
    return next(entry for entry in presets() if entry.id == name)
