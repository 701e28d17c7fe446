"""What ``pareggio links`` prints of the library."""

from __future__ import annotations

from typing import Any

from explorer.scenario.links import LinkFamily, LinkPreset, families, presets

COLUMNS = ("id", "accelerator", "interconnect", "library", "devices", "status", "source")
_ABSENT = "-"


def as_json() -> list[dict[str, Any]]:
    """Return an entry for each link as plain values: the measured families, then the presets."""
    return [*map(_entry, families()), *map(_entry, presets())]


def _entry(link: LinkFamily | LinkPreset) -> dict[str, Any]:
    return {name: list(link.devices) if name == "devices" else getattr(link, name) for name in COLUMNS}


def as_text(entries: list[dict[str, Any]]) -> list[str]:
    """Return the entries as an aligned table, their sources numbered and spelled out below it."""
    texts = dict.fromkeys(entry["source"] for entry in entries)
    sources = {text: f"[{number}]" for number, text in enumerate(texts, 1)}
    rows = [COLUMNS, *(_cells(entry, sources) for entry in entries)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    table = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    return [*table, "", *(f"{mark} {text}" for text, mark in sources.items())]


def _cells(entry: dict[str, Any], sources: dict[str, str]) -> tuple[str, ...]:
    cells = {**entry, "devices": ", ".join(map(str, entry["devices"])), "source": sources[entry["source"]]}
    return tuple(cells[name] or _ABSENT for name in COLUMNS)
