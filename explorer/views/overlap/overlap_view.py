"""Communication that overlap can hide: bars, the time against f, and which part binds in words."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPalette, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.answers import formatting
from explorer.answers.break_even import words as break_even_words
from explorer.answers.outcome import Outcome, Performance
from explorer.answers.overlap import bars, words
from explorer.answers.overlap.bars import Bar, Segment
from explorer.answers.overlap.tables import overlap_csv
from explorer.scenario.parameters import PARAMETERS
from explorer.views.base.panel import ExportableCard
from explorer.views.overlap.bars import Bars, BarsContent
from explorer.views.overlap.overlap_curve import Bend, OverlapCurve
from explorer.views.widgets.card import ElidedLabel, plain_tip, sized
from explorer.views.widgets.fit_label import FitLabel
from explorer.views.widgets.scale import Scale
from explorer.views.widgets.theme import translated
from explorer.views.widgets.value_slider import ValueSlider

_SIDE, _TOP, _BOTTOM, _GAP = 10, 6, 4, 2
"""Pixels at the sides, above and below all parts, and between parts."""
_SLIDER = 20
"""Pixels of height of the slider: its handle's."""
_ROOM_FOR_CURVE, _ROOM_FOR_SLIDER = 320, 150
"""Pixels of the view's height from which the curve, and the slider, are shown: below, the bars need theirs."""
_CURVE_PART, _LOWEST_CURVE, _HIGHEST_CURVE = 6, 52, 120
"""The curve has one part in six of the height, within these pixels: its three labels fit, and the bars stay larger."""
_WIDE_MARGIN, _WIDEST_MARGIN = 0.28, 0.45
"""Shares of the width up to which bars have full names, and that the short names never exceed."""
_ABOVE, _PINNED = 1.02, 3.0
"""The axis' length over the longest bar, and over it the longest pinned bar that the axis still holds."""
_NARROWEST, _BESIDE = 72, 12
"""Pixels that names have at least, and between a name and its bar."""
_LONGEST_SHARE = "88.88 %"
"""Stands for f in the room of its bar's name, so that bars keep their place while f is dragged."""
_WIDE = 640
"""Pixels of width from which three lines hold all sentences."""
_LINES = ((260, 4), (200, 3), (0, 2))
"""Lines of words by the view's least height in pixels."""

_FEWER = (
    ("binding", "distance", "threshold", "caution"),
    ("binding", "threshold", "caution"),
    ("binding", "distance", "caution"),
    ("binding", "caution"),
    ("binding", "distance"),
    ("binding",),
)
"""Sentences that are shown: the first of these choices that has room; the tooltip has all sentences."""


class BoundLabel(ElidedLabel):
    """Shows the first of some texts that fits, or none; the line among the bars has its own label."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, factor=0.85)
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def show_texts(self, texts: list[str]) -> None:
        """Show texts, the fullest first, which is the tooltip, too."""
        metrics = self.fontMetrics()
        self.set_whole(next((text for text in texts if metrics.horizontalAdvance(text) + 3 <= self.width()), ""))
        self.setToolTip(plain_tip(texts[0]) if texts else "")


def _lines_of(size: QSize) -> int:
    """Return for how many lines of words a view has room, whatever they say."""
    lines = next(lines for least, lines in _LINES if size.height() >= least)
    return lines if size.width() < _WIDE else min(lines, 3)


class OverlapView(ExportableCard):
    """Bars of one device, the split in series, with the scenario's overlap and at the ideal bound; f to be changed."""

    name = "overlap"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._outcome: Outcome | None = None
        self._pinned: Outcome | None = None
        self._longest = 0.0
        self._margin = _NARROWEST
        self._controls = True
        self._arranged: tuple[int, bool] | None = None
        self._reads: tuple[str, ...] = ()
        self.words = self.tr("Communication that overlap can hide")
        self._title = ElidedLabel(self, self.words, bold=True)
        self.head = BoundLabel(self)
        self.bars = Bars(self)
        self.bars.setAccessibleName(self.words)
        self.curve = OverlapCurve(self)
        self.curve.setAccessibleName(self.tr("Time of the split against f"))
        self.share = ElidedLabel(self, factor=0.92)
        self.share.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.slider = ValueSlider(Scale.of(PARAMETERS["overlap"]), self)
        self.slider.setAccessibleName(self.tr("Overlap f, slider below the bars"))
        self.sentences = FitLabel(self)
        self.sentences.setFont(sized(self.sentences.font(), 0.92))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.bars.dragged.connect(self._ask_start)
        self.bars.hovered.connect(self._read_out)
        self.slider.dragged.connect(self._ask)
        self.slider.edited.connect(self._ask_once)
        for part in (self.bars, self.slider):
            part.gesture_started.connect(self.requests.gesture_started)
            part.gesture_ended.connect(self.requests.gesture_ended)

    # What is shown

    @override
    def show_outcome(self, outcome: Outcome, *, keep_ranges: bool, pinned: Outcome | None = None) -> None:
        """Show an outcome, and the ends of a pinned one's bars; ``keep_ranges`` keeps the axis, as during a drag."""
        self._outcome, self._pinned = outcome, pinned
        self._reads = ()
        performance = outcome.performance
        if performance is None:
            self.bars.show_bars(BarsContent())
            self.curve.show_bend(Bend())
        else:
            self._show_bars(outcome, performance, keep_ranges=keep_ranges)
            self._show_curve(outcome, performance)
        if self._arranged != (self._margin, performance is not None):
            self._arrange()
        self._show_slider(outcome)
        self.head.show_texts([translated(line) for line in words.bound_lines(outcome)])
        self._show_sentences()

    def _show_bars(self, outcome: Outcome, performance: Performance, *, keep_ranges: bool) -> None:
        present = outcome.of(bars.bars)
        pinned = () if self._pinned is None else self._pinned.of(bars.bars)
        longest = max(bar.end for bar in present)
        if not (keep_ranges and longest <= self._longest):
            pinned_end = max((bar.end for bar in pinned), default=0.0)
            self._longest = _ABOVE * max(longest, min(pinned_end, _PINNED * longest))
        labels, bound = self._labels(outcome), performance.overlap_bound_s
        self.bars.show_bars(
            BarsContent(
                bars=present,
                labels=labels,
                bound=(bound, self.tr("bound {time}").format(time=formatting.seconds(bound))),
                longest=self._longest,
                margin=self._margin,
                may_drag="overlap" not in outcome.no_effect,
                pinned=pinned,
                pinned_label=self._pinned.scenario.name if self._pinned is not None and pinned else "",
            )
        )
        texts = (f"{label} {formatting.seconds(bar.end)}" for label, bar in zip(labels, present, strict=True))
        self.bars.setAccessibleDescription("; ".join(texts))

    def _labels(self, outcome: Outcome) -> tuple[str, ...]:
        """Name the bars, in a word where the names would take too much of the width; f has room for all its digits."""
        metrics, room = self.bars.fontMetrics(), _WIDE_MARGIN * (self.width() - 2 * _SIDE)
        labels: tuple[str, ...] = ()
        for short in (False, True):
            labels = tuple(translated(words.bar_label(outcome, key, short=short)) for key in bars.KEYS)
            steady = labels[2].replace(PARAMETERS["overlap"].show(outcome.scenario.overlap), _LONGEST_SHARE)
            widest = max(metrics.horizontalAdvance(text) for text in (*labels[:2], steady, labels[3])) + _BESIDE
            if widest <= room:
                break
        self._margin = int(min(max(widest, _NARROWEST), _WIDEST_MARGIN * self.width()))
        return labels

    def _show_curve(self, outcome: Outcome, performance: Performance) -> None:
        points, parameter, threshold = bars.curve(outcome), PARAMETERS["overlap"], bars.threshold(outcome)
        self.curve.show_bend(
            Bend(
                points=points,
                present=(outcome.scenario.overlap, performance.split_s),
                labels=(formatting.seconds(points[0][1]), formatting.seconds(points[-1][1])),
                threshold=None
                if threshold is None
                else (threshold, f"{parameter.symbol}* {parameter.show(threshold)}"),
                region=outcome.region("overlap"),
                symbol=parameter.symbol,
                margin=self._margin,
            )
        )

    def _show_slider(self, outcome: Outcome) -> None:
        share, parameter = outcome.scenario.overlap, PARAMETERS["overlap"]
        without = outcome.no_effect.get("overlap") if outcome.performance is not None else outcome.missing
        threshold = bars.threshold(outcome)
        self.slider.show_value(share, marks=() if threshold is None else (threshold,))
        self.slider.setEnabled(without is None)
        meaning = translated(without or parameter.meaning)
        self.slider.setToolTip(plain_tip(meaning))
        text = f"{parameter.symbol} = {parameter.show(share)}"
        self.share.set_whole(text)
        self.slider.setAccessibleDescription(text if without is None else meaning)

    def _show_sentences(self) -> None:
        """Say what is read out under the mouse, or else which part binds."""
        if self._outcome is None:
            return
        if self._outcome.performance is None:
            texts = [translated(break_even_words.nearest(self._outcome))]
        elif self._reads:
            texts = [" ".join(self._reads[:count]) for count in range(len(self._reads), 0, -1)]
        else:
            sentences = {name: translated(text) for name, text in words.sentences_below(self._outcome).items()}
            texts = [" ".join(sentences[name] for name in names if name in sentences) for names in _FEWER]
        self.sentences.show_texts(texts)

    @override
    def show_controls(self, shown: bool) -> None:
        self._controls = shown
        self._arrange()
        self._again()

    @override
    def numbers(self) -> str:
        return "" if self._outcome is None or self._outcome.performance is None else overlap_csv(self._outcome)

    @override
    def tab_order(self) -> list[QWidget]:
        return [self.slider]

    def _again(self) -> None:
        if self._outcome is not None:
            self.show_outcome(self._outcome, keep_ranges=True, pinned=self._pinned)

    # Where it stands

    @override
    def sizeHint(self) -> QSize:
        return QSize(470, 400)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(300, 10 * self.fontMetrics().height())  # for less the words would have to be cut

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
        self._again()

    def _arrange(self) -> None:
        """Share the room out. No layout does it: which parts are shown depends on the size, on paper, too."""
        width, top = self.width() - 2 * _SIDE, _TOP
        height = self._title.sizeHint().height()
        titled = min(QFontMetrics(self._title.font()).horizontalAdvance(self._title.whole()) + 4, width)
        self._title.setGeometry(_SIDE, top, titled, height)
        self.head.setGeometry(_SIDE + titled + 4, top, max(width - titled - 4, 0), height)
        top += height + _GAP
        known = self._outcome is None or self._outcome.performance is not None
        self._arranged = self._margin, known
        sliding = known and self._controls and self.height() >= _ROOM_FOR_SLIDER
        curved = known and self.height() >= _ROOM_FOR_CURVE
        lines = _lines_of(self.size()) * self.sentences.fontMetrics().lineSpacing() + 2
        below = lines if known else self.height() - top - _BOTTOM
        bottom = self.height() - _BOTTOM - below
        self.sentences.setGeometry(_SIDE, bottom, width, below)
        bottom -= _GAP
        for part in (self.slider, self.share):
            part.setVisible(sliding)
        self.curve.setVisible(curved)
        self.bars.setVisible(known)
        if sliding:
            bottom -= _SLIDER
            self.share.setGeometry(_SIDE, bottom, self._margin - 7, _SLIDER)
            # Its groove is as long as the curve's axis above it.
            self.slider.setGeometry(_SIDE + self._margin, bottom, width - self._margin, _SLIDER)
        if curved:
            tall = min(max(self.height() // _CURVE_PART, _LOWEST_CURVE), _HIGHEST_CURVE)
            bottom -= tall
            self.curve.setGeometry(_SIDE, bottom, width, tall)
            bottom -= _GAP
        self.bars.setGeometry(_SIDE, top, width, max(bottom - top, 0))

    # What is asked

    def _ask(self, value: float) -> None:
        self.requests.drag.emit(self.name, value)

    def _ask_once(self, value: float) -> None:
        """Ask in one gesture for what the wheel or a screen reader sets."""
        self.requests.gesture_started.emit()
        self._ask(value)
        self.requests.gesture_ended.emit()

    def _ask_start(self, start: float, step: float) -> None:
        if self._outcome is not None:
            value = bars.overlap_at(self._outcome, start, step)
            if value != self._outcome.scenario.overlap:
                self._ask(value)

    def _read_out(self, bar: Bar | None, segment: Segment | None) -> None:
        self._reads = ()
        if self._outcome is not None and bar is not None and segment is not None:
            self._reads = tuple(map(translated, words.segment_sentences(self._outcome, bar, segment)))
            if bar.key == bars.OVERLAP and segment.lane == 1 and self.bars.content().may_drag:
                self._reads = (*self._reads, self.tr("Drag it to change f."))
        self._show_sentences()

    @override
    def can_export(self) -> bool:
        return self._outcome is not None and self._outcome.performance is not None
