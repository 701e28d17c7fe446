"""What overlapping could hide: bars, the time against f, and in words which part binds."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPalette, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from explorer.answers import formatting
from explorer.answers.break_even import words as wording
from explorer.answers.outcome import Outcome, Performance
from explorer.answers.overlap import bars
from explorer.answers.overlap.bars import Bar, Segment
from explorer.answers.overlap.tables import overlap_csv
from explorer.model.thresholds import State
from explorer.scenario.parameters import PARAMETERS
from explorer.views.base.panel import ExportableCard
from explorer.views.overlap.bars import Bars, Shown
from explorer.views.overlap.overlap_curve import Bend, OverlapCurve
from explorer.views.widgets.card import ElidedLabel, plain_tip, sized
from explorer.views.widgets.fit_label import FitLabel
from explorer.views.widgets.scale import Scale
from explorer.views.widgets.theme import translated
from explorer.views.widgets.value_slider import ValueSlider

_SIDE, _TOP, _BOTTOM, _GAP = 10, 6, 4, 2
_SLIDER = 20
_ROOM_FOR_CURVE = 320
_ROOM_FOR_SLIDER = 150
_WIDE_MARGIN = 0.28
_ABOVE = 1.02
_NARROWEST, _BESIDE = 72, 12
_LONGEST_SHARE = "88.88 %"
_WIDE = 640

# What is left out, in this order, where the words have too little room; the tooltip says them all.
_FEWER = (
    ("binding", "distance", "threshold", "caution"),
    ("binding", "threshold", "caution"),
    ("binding", "distance", "caution"),
    ("binding", "caution"),
    ("binding", "distance"),
    ("binding",),
)


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
        self._title = ElidedLabel(self)
        self._title.setFont(sized(self._title.font(), 1.0, bold=True))
        self.words = self.tr("What overlapping could hide")
        self._title.set_whole(self.words)
        self.head = ElidedLabel(self)
        self.head.setFont(sized(self.head.font(), 0.85))
        self.head.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.head.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.bars = Bars(self)
        self.bars.setAccessibleName(self.words)
        self.curve = OverlapCurve(self)
        self.curve.setAccessibleName(self.tr("Time of the split against f"))
        self.share = ElidedLabel(self)
        self.share.setFont(sized(self.share.font(), 0.92))
        self.share.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.slider = ValueSlider(Scale.of(PARAMETERS["overlap"]), self)
        self.slider.setAccessibleName(self.tr("Overlap f, slider below the bars"))
        self.sentences = FitLabel(self)
        self.sentences.setFont(sized(self.sentences.font(), 0.92))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._connect()

    def _connect(self) -> None:
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
            self.bars.show_bars(None)
            self.curve.show_bend(None)
        else:
            self._show_bars(outcome, performance, keep_ranges=keep_ranges)
            self._show_curve(outcome, performance)
        if self._arranged != (self._margin, performance is not None):
            self._arrange()
        self._show_slider(outcome)
        self._show_head()
        self._tell()

    def _show_bars(self, outcome: Outcome, performance: Performance, *, keep_ranges: bool) -> None:
        shown = outcome.of(bars.bars)
        pinned = () if self._pinned is None else bars.bars(self._pinned)
        own = max(bar.end for bar in shown)
        if not (keep_ranges and own <= self._longest):
            pinned_end = max((bar.end for bar in pinned), default=0.0)
            self._longest = _ABOVE * max(own, min(pinned_end, 3 * own))
        labels = self._labels(outcome)
        self.bars.show_bars(
            Shown(
                bars=shown,
                labels=labels,
                bound=(
                    performance.overlap_bound_s,
                    self.tr("bound {time}").format(time=formatting.seconds(performance.overlap_bound_s)),
                ),
                longest=self._longest,
                margin=self._margin,
                may_drag="overlap" not in outcome.without_effect,
                pinned=pinned,
                pinned_label=self._pinned.scenario.name if self._pinned is not None and pinned else "",
            )
        )
        told = (f"{label} {formatting.seconds(bar.end)}" for label, bar in zip(labels, shown, strict=True))
        self.bars.setAccessibleDescription("; ".join(told))

    def _labels(self, outcome: Outcome) -> tuple[str, ...]:
        """Name the bars, in a word where the names would take too much of the width; f has room for all its digits."""
        metrics, room = self.bars.fontMetrics(), _WIDE_MARGIN * (self.width() - 2 * _SIDE)
        labels: tuple[str, ...] = ()
        for short in (False, True):
            labels = tuple(translated(bars.label(outcome, key, short=short)) for key in bars.KEYS)
            steady = labels[2].replace(PARAMETERS["overlap"].show(outcome.scenario.overlap), _LONGEST_SHARE)
            widest = max(metrics.horizontalAdvance(text) for text in (*labels[:2], steady, labels[3])) + _BESIDE
            if widest <= room:
                break
        self._margin = int(min(max(widest, _NARROWEST), 0.45 * self.width()))
        return labels

    def _show_curve(self, outcome: Outcome, performance: Performance) -> None:
        points = bars.curve(outcome)
        found = outcome.threshold("overlap")
        known = found is not None and found.state is State.FINITE
        value = float(found.value) if found is not None and known else 0.0
        parameter = PARAMETERS["overlap"]
        self.curve.show_bend(
            Bend(
                points=points,
                present=(outcome.scenario.overlap, performance.split_s),
                labels=(formatting.seconds(points[0][1]), formatting.seconds(points[-1][1])),
                threshold=(value, f"{parameter.symbol}* {parameter.show(value)}") if known else None,
                region=outcome.region("overlap"),
                symbol=parameter.symbol,
                margin=self._margin,
            )
        )

    def _show_slider(self, outcome: Outcome) -> None:
        share, parameter = outcome.scenario.overlap, PARAMETERS["overlap"]
        without = outcome.without_effect.get("overlap") if outcome.performance is not None else outcome.missing
        found = outcome.threshold("overlap")
        marks = (float(found.value),) if found is not None and found.state is State.FINITE else ()
        self.slider.show_value(share, marks=marks)
        self.slider.setEnabled(without is None)
        told = translated(without or parameter.meaning)
        self.slider.setToolTip(plain_tip(told))
        shown = f"{parameter.symbol} = {parameter.show(share)}"
        self.share.set_whole(shown)
        self.slider.setAccessibleDescription(shown if without is None else told)

    def _show_head(self) -> None:
        """Write the bound as fully as there is room for."""
        lines = () if self._outcome is None else bars.bound_lines(self._outcome)
        texts = [translated(told) for told in lines]
        metrics = self.head.fontMetrics()
        fitting = [text for text in texts if metrics.horizontalAdvance(text) + 3 <= self.head.width()]
        self.head.set_whole(fitting[0] if fitting else "")  # the line among the bars has its label, too
        self.head.setToolTip(plain_tip(texts[0]) if texts else "")

    def _tell(self) -> None:
        """Say what is read out under the mouse, or else which part binds."""
        if self._outcome is None:
            return
        if self._outcome.performance is None:
            texts = [translated(wording.nearest(self._outcome))]
        elif self._reads:
            texts = [" ".join(self._reads[:count]) for count in range(len(self._reads), 0, -1)]
        else:
            said = {name: translated(told) for name, told in bars.words(self._outcome).items()}
            texts = [" ".join(said[name] for name in names if name in said) for names in _FEWER]
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
        words = (
            self._lines() * self.sentences.fontMetrics().lineSpacing() + 2 if known else self.height() - top - _BOTTOM
        )
        bottom = self.height() - _BOTTOM - words
        self.sentences.setGeometry(_SIDE, bottom, width, words)
        bottom -= _GAP
        for part in (self.slider, self.share):
            part.setVisible(sliding)
        self.curve.setVisible(curved)
        self.bars.setVisible(known)
        if sliding:
            bottom -= _SLIDER
            self._arrange_slider(bottom)
        if curved:
            tall = min(max(self.height() // 6, 52), 120)
            bottom -= tall
            self.curve.setGeometry(_SIDE, bottom, width, tall)
            bottom -= _GAP
        self.bars.setGeometry(_SIDE, top, width, max(bottom - top, 0))

    def _arrange_slider(self, top: int) -> None:
        """Put the slider below the curve, its groove as long as the curve's axis."""
        self.share.setGeometry(_SIDE, top, self._margin - 7, _SLIDER)
        self.slider.setGeometry(_SIDE + self._margin, top, self.width() - 2 * _SIDE - self._margin, _SLIDER)

    def _lines(self) -> int:
        """Return for how many lines of words there is room, whatever they say."""
        by_height = ((260, 4), (200, 3))
        lines = next((lines for least, lines in by_height if self.height() >= least), 2)
        return lines if self.width() < _WIDE else min(lines, 3)

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
            self._reads = tuple(translated(told) for told in bars.reading(self._outcome, bar, segment))
            shown = self.bars.shown()
            if bar.key == bars.OVERLAP and segment.lane == 1 and shown is not None and shown.may_drag:
                self._reads = (*self._reads, self.tr("Drag it to change f."))
        self._tell()

    @override
    def can_export(self) -> bool:
        return self._outcome is not None and self._outcome.performance is not None
