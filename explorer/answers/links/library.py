"""The library of links as the rows of a list, and each as a link for a scenario.

Imports the library, so that nothing that the first window needs may import this.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from explorer.answers.message_time import message_time
from explorer.answers.times import MessageTime
from explorer.scenario.link import AlgorithmLink, ConstantLink, Link, LinkAt, MeasuredLink
from explorer.scenario.links import LinkFamily, LinkPreset, families, presets
from explorer.scenario.scenario import Source, Status, weaker

ANY = "–"


@dataclass(frozen=True)
class LibraryRow:
    """One line of the list: a family on N devices, or a preset, whose N is the scenario's.

    Attributes
    ----------
    devices : of the measurement; None where the figures are for any number.
    modelled : whether a preset's times follow from an algorithm, not from a start-up and a bandwidth.
    """

    id: str
    accelerator: str
    interconnect: str
    library: str
    devices: int | None
    status: Status
    entry: LinkFamily | LinkPreset
    modelled: bool = False

    @cached_property
    def key(self) -> str:
        """What identifies the row."""
        return f"{self.id}/{self.devices or ANY}/{'algorithm' if self.modelled else self.entry.kind}"

    @property
    def name(self) -> str:
        """Its name in a legend, without N."""
        return " · ".join(part for part in (self.accelerator, self.interconnect, self.library) if part)

    @property
    def short(self) -> str:
        """Its name in a sentence, without the version of its software and without N."""
        return " ".join(self._brief())

    @property
    def button_name(self) -> str:
        """Its name on a button, without the version of its software, and with N where it has one."""
        name = " · ".join(self._brief())
        return name if self.devices is None else f"{name}, N = {self.devices}"

    def _brief(self) -> list[str]:
        library = self.library.split(" ")[0] if isinstance(self.entry, LinkFamily) else self.library
        return [part for part in (self.accelerator, self.interconnect, library) if part]

    def matches(self, words: str) -> bool:
        """Whether the row contains all words, in any order."""
        text = " ".join(
            (self.accelerator, self.interconnect, self.library, self.status, self.id, f"n={self.devices or ''}")
        ).lower()
        return all(word in text for word in words.lower().replace(",", " ").replace(";", " ").split())

    def on(self, own: int) -> int:
        """Return the N of the row: its own, or that of the scenario, ``own``."""
        return own if self.devices is None else self.devices

    def link(self, own: int) -> Link:
        """Return the link for a scenario of N devices; a preset's bandwidth is a bus bandwidth, hence the factor."""
        entry = self.entry
        if isinstance(entry, LinkFamily):
            return MeasuredLink(kind="measured", preset=entry.id, curves=entry.curves)
        if self.modelled and entry.algorithm is not None:
            wiring = entry.topology
            return AlgorithmLink(
                kind="algorithm",
                alpha_s=entry.algorithm.step_s,
                bandwidth_bytes_per_s=entry.algorithm.wire_bandwidth_bytes_per_s,
                launch_s=entry.algorithm.launch_s,
                fully_connected=wiring is not None and wiring.fully_connected,
                in_switch=wiring is not None and wiring.in_switch,
            )
        figures = {"startup_s": entry.startup_s, "bandwidth_bytes_per_s": entry.bandwidth_bytes_per_s}
        return ConstantLink(  # listed for this N, whose factor it has, so that another N says that it assumes them
            kind="constant",
            **figures,
            path_factor=LinkPreset.path_factor(own),
            by_devices=(LinkAt(devices=own, **figures),),
        )

    def times(self, own: int) -> MessageTime:
        """Return the times of its messages; those of a family are made once."""
        return _family_times(self.id) if isinstance(self.entry, LinkFamily) else message_time(self.link(own))

    def measured_on(self) -> tuple[int, ...]:
        """Return the N that a preset's start-up and bandwidth were measured on; empty where that is not known."""
        return self.entry.devices if isinstance(self.entry, LinkPreset) and not self.modelled else ()

    def status_on(self, own: int) -> Status:
        """Return the status of the figures on N: those of a preset that were measured on another N are derived."""
        elsewhere = self.measured_on() and own not in self.measured_on()
        return weaker(self.status, "derived") if elsewhere else self.status

    def source(self, own: int) -> Source:
        """Return what a scenario of N devices notes of its origin."""
        entry, text = self.entry, self.source_text
        if isinstance(entry, LinkPreset) and not self.modelled:
            text = f"{text}; φ = 2(N−1)/N = {LinkPreset.path_factor(own):.4g} for N = {own}"
            if self.status_on(own) != self.status:
                text += f", ℓ and B measured on N = {', '.join(map(str, self.measured_on()))}"
        return Source(status=self.status_on(own), source=text, preset=self.id)

    @property
    def source_text(self) -> str:
        """Where the figures come from."""
        figures = self.entry.algorithm if self.modelled and isinstance(self.entry, LinkPreset) else None
        return self.entry.source if figures is None else figures.source


@cache
def _family_times(name: str) -> MessageTime:
    family = next(entry for entry in families() if entry.id == name)
    return message_time(MeasuredLink(kind="measured", preset=family.id, curves=family.curves))


def short_names(rows: Sequence[LibraryRow]) -> dict[str, str]:
    """Return a short name for each row, by its key; the whole one where another link has the same short one."""
    whole: dict[str, set[str]] = {}
    for row in rows:
        whole.setdefault(row.short, set()).add(row.name)
    return {row.key: row.short if len(whole[row.short]) == 1 else row.name.replace(" · ", " ") for row in rows}


def _plain(accelerator: str) -> str:
    """Leave out of a name what makes it long and is the same for all of its kind."""
    short = accelerator.removeprefix("NVIDIA ").split(" (measured as")[0]
    return short.replace(" Blackwell Server Edition", "").replace("A100-SXM4-80GB", "A100").replace(" 80GB HBM3", "")


def _family_rows(family: LinkFamily) -> list[LibraryRow]:
    library = family.library.split(",")[0]
    name = _plain(family.accelerator)
    return [
        LibraryRow(family.id, name, family.interconnect, library, curve.devices, family.status, family)
        for curve in family.curves
    ]


def _preset_rows(preset: LinkPreset) -> list[LibraryRow]:
    names = preset.id, preset.accelerator, preset.interconnect
    rows = [LibraryRow(*names, preset.library or "ℓ + V/B", None, preset.status, preset)]
    if preset.algorithm is not None:
        rows.append(LibraryRow(*names, "α, B", None, preset.algorithm.status, preset, modelled=True))
    return rows


@cache
def library_rows() -> tuple[LibraryRow, ...]:
    """Return the rows of the list: families on each N, then presets, with their algorithms where they have figures."""
    measured = [row for family in families() for row in _family_rows(family)]
    return (*measured, *(row for preset in presets() for row in _preset_rows(preset)))
