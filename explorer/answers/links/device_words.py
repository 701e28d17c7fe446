"""The sentences of the page "Links" about N: the scenario's link on each N, and several links compared."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.answers import formatting
from explorer.answers.links.by_devices import BYTES, COMPUTE, SERIAL, STARTUP, AssumedFigures, DeviceRow, DeviceRows
from explorer.answers.links.comparison import ComparedLink, LinkComparison
from explorer.answers.links.words import status_text
from explorer.answers.outcome import Outcome
from explorer.scenario.sentence import Sentence, sentence

_ADVICE = {
    COMPUTE: sentence("compute is the longest part"),
    STARTUP: sentence("start-ups are the longest part: fewer, larger messages would help more than bandwidth"),
    BYTES: sentence("bytes are the longest part: bandwidth would help more than fewer messages"),
}
_LONGEST = {COMPUTE: sentence("compute"), STARTUP: sentence("start-ups"), BYTES: sentence("bytes")}


def _counts(counts: Iterable[int]) -> str:
    return ", ".join(map(str, counts))


def _without_efficiency(counts: Iterable[int]) -> Sentence:
    return sentence("Left out: N = {listed} (no efficiency given).", listed=_counts(counts))


def _assumed(figures: AssumedFigures) -> Sentence:
    return sentence(
        "This scenario's ℓ, V and B are given for N = {given} and assumed for N = {assumed}.",
        given=_counts(figures.given),
        assumed=_counts(figures.assumed),
    )


# The scenario's link


def device_sentences(rows: DeviceRows, assumed: AssumedFigures | None, outcome: Outcome) -> list[Sentence]:
    """Say which N is best, which part is the longest there and at the scenario's N, and which N have no figures."""
    if len(rows.rows) == 1:
        return [*([outcome.missing] if outcome.missing is not None else []), *_left_out(rows, outcome)]
    sentences = [_best(rows.best)]
    if assumed is not None:
        sentences.append(_assumed(assumed))
    own = rows.row(outcome.scenario.devices)
    if own is not None and own is not rows.best:
        part, seconds = own.longest()
        sentences.append(
            sentence(
                "At N = {devices} the longest part is {part}: {time}.",
                devices=str(own.devices),
                part=_LONGEST[part],
                time=formatting.seconds(seconds),
            )
        )
    if any(row.hidden_s > 0 for row in rows.rows):
        sentences.append(sentence("Communication hidden under compute adds no time and is not drawn."))
    if rows.not_listed:
        sentences.append(sentence("{count} more N are not shown.", count=str(rows.not_listed)))
    return sentences + _left_out(rows, outcome)


def _best(row: DeviceRow) -> Sentence:
    if row.devices == 1:
        return sentence("On this scenario's link, one device is the fastest: no N with figures beats it.")
    return sentence(
        "On this scenario's link, N = {devices} is the best: {time}, a speed-up of {speedup}; {advice}.",
        devices=str(row.devices),
        time=formatting.seconds(row.total_s),
        speedup=formatting.ratio(row.speedup),
        advice=_ADVICE[row.longest()[0]],
    )


def _left_out(rows: DeviceRows, outcome: Outcome) -> list[Sentence]:
    without_link = [count for count in rows.left_out if not outcome.link.has(count)]
    without_eta = [count for count in rows.left_out if count not in without_link]
    sentences = []
    if without_link:
        sentences.append(sentence("Left out: N = {listed} (no figures for the link).", listed=_counts(without_link)))
    return [*sentences, _without_efficiency(without_eta)] if without_eta else sentences


def device_reading(row: DeviceRow) -> Sentence:
    """Say all figures of one N."""
    parts, total = {key: formatting.seconds(seconds) for key, seconds in row.parts()}, formatting.seconds(row.total_s)
    if row.devices == 1:
        serial, compute = parts[SERIAL], parts[COMPUTE]
        return sentence("One device: S {serial} + C {compute} = {total}.", serial=serial, compute=compute, total=total)
    return sentence(
        "N = {devices}: S + ΔS {serial}, compute {compute}, start-ups {startup}, bytes {bytes}; total {total}, "
        "speed-up {speedup}.",
        devices=str(row.devices),
        total=total,
        speedup=formatting.ratio(row.speedup),
        **parts,
    )


# Links compared


def compared_status(link: ComparedLink) -> Sentence:
    """Name the status of a compared link's figures."""
    return status_text(link.status, extrapolated=link.extrapolated)


def _name(link: ComparedLink) -> Sentence | str:
    return link.short or sentence("this scenario")


def _fastest_first(entries: Iterable[tuple[ComparedLink, int | None]]) -> list[dict[str, Sentence | str]]:
    """Return the texts of each link at an index of its N, by increasing time; without those that have no index."""
    known = [(float(link.seconds[index]), link, index) for link, index in entries if index is not None]
    return [
        {
            "name": _name(link),
            "devices": str(link.devices[index]),
            "time": formatting.seconds(seconds),
            "speedup": formatting.ratio(float(link.speedups[index])),
        }
        for seconds, link, index in sorted(known, key=lambda entry: entry[0])
    ]


def comparison_sentences(comparison: LinkComparison) -> list[Sentence]:
    """Name the best N of each link, the fastest link first, and what has no figures."""
    best = [
        sentence("{name} N = {devices} ({time}, {speedup})", **figures)
        for figures in _fastest_first((link, link.best) for link in comparison.links)
    ]
    sentences = [sentence("Best N: {links}.", links=formatting.listed(best))] if best else []
    if comparison.assumed is not None:
        sentences.append(_assumed(comparison.assumed))
    without = [
        sentence("{name} for N = {listed}", name=_name(link), listed=_counts(link.left_out))
        for link in comparison.links
        if link.left_out
    ]
    if without:
        sentences.append(sentence("No figures: {links}.", links=formatting.listed(without)))
    if comparison.without_eta:
        sentences.append(_without_efficiency(comparison.without_eta))
    if not any((link.speedups > 1).any() for link in comparison.links):
        time = formatting.seconds(comparison.one_device_s)
        sentences.append(sentence("One device, {time}, is faster than all of them.", time=time))
    return sentences


def compared_statuses(comparison: LinkComparison) -> Sentence:
    """Name the links that are compared with the scenario's own, each with the status of its figures."""
    statuses = [
        sentence("{name}: {status}", name=_name(link), status=compared_status(link)) for link in comparison.links[1:]
    ]
    return sentence("compared: {links}", links=formatting.listed(statuses))


def comparison_reading(comparison: LinkComparison, devices: float) -> list[Sentence]:
    """Read all links on the N next to a place on the axis, the fastest first."""
    near = comparison.nearest(devices)
    if near == 1:
        return [sentence("One device: {time}.", time=formatting.seconds(comparison.one_device_s))]
    parts = [
        sentence("{name} {time} ({speedup})", name=figures["name"], time=figures["time"], speedup=figures["speedup"])
        for figures in _fastest_first((link, link.index_of(near)) for link in comparison.links)
    ]
    parts += [
        sentence("{name}: no figures", name=_name(link)) for link in comparison.links if link.index_of(near) is None
    ]
    if not parts:
        return []
    return [sentence("N = {devices}: {links}.", devices=str(near), links=formatting.listed(parts))]
