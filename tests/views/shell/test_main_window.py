"""The whole window, worked as a person works it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QSettings, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent, QImage
from PySide6.QtWidgets import QApplication, QMessageBox, QToolTip
from pytestqt.qtbot import QtBot

from explorer.document import Document
from explorer.scenario import file
from explorer.scenario.edit import value_of
from explorer.scenario.library import built_in
from explorer.views.shell.main_window import MainWindow
from tests.answers.break_even import sentences as break_even
from tests.answers.sentences import assuming
from tests.scenario import sentences as scenario_words
from tests.views import sentences as shell
from tests.views.hands import answering, choosing_file, drag_value, settle, type_into

CONTROL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


def value(window: MainWindow, name: str) -> float | None:
    return value_of(window.document.scenario, name)


def choose(window: MainWindow, index: int) -> None:
    window.panel.chooser.setCurrentIndex(index)
    window.panel.chooser.activated.emit(index)


def test_the_first_window_answers_the_question(window: MainWindow) -> None:
    assert window.bar.headline.whole() == break_even.pays("1.388×")
    assert window.bar.summary.whole() == (
        "one device 12.80 ms → two devices 9.220 ms · parallel efficiency 69.4 % · ideal bound 8.300 ms"
    )
    assert "nearest: η −32 % (to 0.5415)" in window.bar.change.whole()
    assert window.windowTitle() == "Untitled[*] – Pareggio"
    assert not window.isWindowModified()


CASES = (
    (break_even.pays("1.388×"), ("12.80 ms", "9.220 ms")),
    (break_even.loses("0.768×"), ("1.800 ms", "2.345 ms")),
    (break_even.loses("0.780×"), ("12.80 ms", "16.42 ms")),
    (break_even.pays("1.492×"), ("12.80 ms", "8.580 ms")),
    (break_even.pays("1.033×"), ("112.0 ms", "108.4 ms")),
    (break_even.TIE, ("3.253 ms", "3.253 ms")),
)


def test_each_case_of_the_article_stands_in_the_window(window: MainWindow) -> None:
    for index, (headline, times) in enumerate(CASES):
        choose(window, index)
        assert window.bar.headline.whole() == headline
        assert all(time in window.bar.summary.whole() for time in times), headline
    assert window.document.stack.count() == 0


def test_the_articles_thresholds_stand_on_the_chips_and_below_the_plots(window: MainWindow) -> None:
    chips = window.bar.chips
    assert chips["divisible"].text() == "✓ C > 2.453 ms"
    assert chips["bandwidth"].text() == "✓ B > 1.826 GB/s"
    assert chips["efficiency"].text() == "✓ η > 0.5415"
    told = [plot.sentences.text() for plot in window.front.plots.plots]
    assert "2.453333 ms" in told[0]
    assert "1.826484 GB/s" in told[1]
    assert "0.5415162" in told[2]
    choose(window, 1)
    assert chips["efficiency"].text() == "✗ η > 6.250"
    assert "unreachable" in chips["efficiency"].detail()
    assert "6.25" in window.front.plots.plots[2].sentences.text()


TYPED = (
    ("bandwidth", "80 Gbit/s", 1e10, "10 GB/s"),
    ("bandwidth", "∞", float("inf"), "∞"),
    ("divisible", "1,5 ms", 0.0015, "1.5 ms"),
    ("divisible", "13", 0.013, "13 ms"),
    ("startup", "45", 45e-6, "45 µs"),
    ("message_bytes", "2 MiB", 2097152, "2.097 MB"),
    ("message_bytes", "3e6", 3e6, "3 MB"),
    ("messages", "7", 7, "7"),
    ("efficiency", "70 %", 0.7, "0.7"),
    ("overlap", "25", 0.25, "25 %"),
    ("devices", "4", 4, "4"),
)


def test_a_typed_value_is_taken_and_shown(window: MainWindow, qtbot: QtBot) -> None:
    for name, typed, stored, shown in TYPED:
        field = window.panel.rows[name].field
        type_into(qtbot, field, typed)
        assert value(window, name) == stored, (name, typed)
        qtbot.keyClick(field, Qt.Key.Key_Tab)
        assert field.text() == shown, (name, typed)


WRONG = (
    ("divisible", "abc", scenario_words.not_a("abc", "time")),
    ("divisible", "-3", scenario_words.out_of_range("-3")),
    ("divisible", "∞", scenario_words.not_a("∞", "time")),
    ("divisible", "12 GB", "“GB” is a unit of size, not a time"),
    ("bandwidth", "0", scenario_words.out_of_range("0")),
    ("messages", "4.5", scenario_words.not_a("4.5", "whole number")),
    ("efficiency", "11", scenario_words.out_of_range("11")),
    ("devices", "1", scenario_words.out_of_range("1")),
)


def test_a_wrong_entry_keeps_the_old_value_and_says_what_is_accepted(window: MainWindow, qtbot: QtBot) -> None:
    before = window.document.scenario
    for name, typed, said in WRONG:
        field = window.panel.rows[name].field
        shown = field.text()
        type_into(qtbot, field, typed)
        assert said in window.messages.message()
        assert "Kept: " in window.messages.message(), typed
        assert window.document.scenario is before, typed
        qtbot.keyClick(field, Qt.Key.Key_Tab)
        assert field.text() == shown, typed
        assert said in window.messages.message()


def test_what_is_understood_is_shown_while_typing(window: MainWindow, qtbot: QtBot) -> None:
    field = window.panel.rows["bandwidth"].field
    type_into(qtbot, field, "80 Gbit/s", enter=False)
    assert window.messages.message() == "= 10 GB/s"
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert window.messages.message() == ""


def test_escape_takes_back_what_was_typed(window: MainWindow, qtbot: QtBot) -> None:
    field = window.panel.rows["divisible"].field
    type_into(qtbot, field, "99", enter=False)
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == "12 ms"
    assert value(window, "divisible") == 0.012


def test_a_look_at_a_field_changes_nothing(window: MainWindow, qtbot: QtBot) -> None:
    window.document.edit("divisible", 0.0123456789)
    before = window.document.scenario
    field = window.panel.rows["divisible"].field
    qtbot.mouseClick(field, Qt.MouseButton.LeftButton)
    assert field.text() == "12.3456789 ms"
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert window.document.scenario is before
    assert field.text() == "12.35 ms"


def test_the_arrow_keys_step_a_value(window: MainWindow, qtbot: QtBot) -> None:
    field = window.panel.rows["divisible"].field
    qtbot.mouseClick(field, Qt.MouseButton.LeftButton)
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert value(window, "divisible") == 0.013
    qtbot.keyClick(field, Qt.Key.Key_Down)
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert value(window, "divisible") == 0.011


def test_a_drag_of_the_line_changes_the_parameter_in_one_step(window: MainWindow) -> None:
    before = window.document.scenario
    plot = window.front.plots.plots[0]
    span = plot.chart.x_range()
    drag_value(plot, 0.012, [0.009, 0.005, 0.002], let_go=False)
    assert value(window, "divisible") == pytest.approx(0.002, rel=0.05)
    assert window.bar.headline.whole().startswith(break_even.LOSES)
    assert plot.chart.x_range() == pytest.approx(span)
    drag_value(plot, 0.002, [], let_go=True)
    assert window.document.stack.count() == 1
    assert window.acts.undo.isEnabled()
    window.acts.undo.trigger()
    assert window.document.scenario is before
    assert window.bar.headline.whole().startswith(break_even.PAYS)


def test_a_drag_on_the_logarithmic_axis_asks_for_the_value_under_the_mouse(window: MainWindow) -> None:
    drag_value(window.front.plots.plots[1], 1e10, [5e9, 1e9])
    assert value(window, "bandwidth") == pytest.approx(1e9, rel=0.03)


def step_tip(window: MainWindow) -> str:
    """Let the mouse rest on the undo button, and return what it is told."""
    button = window.acts.tool_bar.widgetForAction(window.acts.undo)
    point = button.rect().center()
    QApplication.sendEvent(button, QHelpEvent(QEvent.Type.ToolTip, point, button.mapToGlobal(point)))
    QToolTip.hideText()
    return window.acts.undo.toolTip()


def test_the_keys_undo_and_redo(window: MainWindow, qtbot: QtBot) -> None:
    type_into(qtbot, window.panel.rows["divisible"].field, "20 ms")
    assert "C = 20 ms" in step_tip(window)
    for widget in (window.panel.rows["divisible"].field, window):
        qtbot.keyClick(widget, Qt.Key.Key_Z, CONTROL)
        assert value(window, "divisible") == 0.012
        qtbot.keyClick(widget, Qt.Key.Key_Z, CONTROL | SHIFT)
        assert value(window, "divisible") == 0.02


def test_while_typing_undo_takes_letters_back(window: MainWindow, qtbot: QtBot) -> None:
    field = window.panel.rows["divisible"].field
    type_into(qtbot, window.panel.rows["serial"].field, "1 ms")
    type_into(qtbot, field, "20", enter=False)
    qtbot.keyClick(field, Qt.Key.Key_Z, CONTROL)
    assert field.text() != "20"
    assert value(window, "serial") == 0.001


def test_undo_everything_returns_to_the_start(window: MainWindow, qtbot: QtBot) -> None:
    for name, typed in (("divisible", "1 ms"), ("bandwidth", "inf"), ("efficiency", "0.4"), ("messages", "0")):
        type_into(qtbot, window.panel.rows[name].field, typed)
    drag_value(window.front.plots.plots[2], 0.4, [0.6])
    while window.acts.undo.isEnabled():
        window.acts.undo.trigger()
    assert window.document.state.scenarios == built_in()
    assert not window.isWindowModified()
    assert window.bar.headline.whole() == break_even.pays("1.388×")


def test_a_target_changes_thresholds_and_words(window: MainWindow, qtbot: QtBot) -> None:
    type_into(qtbot, window.bar.target, "1,5")
    assert window.bar.target.text() == "1.5×"
    assert window.bar.headline.whole() == break_even.misses("1.5×", "1.388×")
    assert break_even.target_missed("1.5×") in window.bar.change.whole()
    assert "η +10 % (to 0.8806)" in window.bar.change.whole()
    assert window.bar.chips["bandwidth"].text() == "✗ B > 70.59 GB/s"
    type_into(qtbot, window.bar.target, "0.5")
    assert scenario_words.OUT_OF_RANGE in window.messages.message()
    assert value(window, "target") == 1.5


def test_a_double_click_on_a_name_goes_back(window: MainWindow, qtbot: QtBot) -> None:
    row = window.panel.rows["divisible"]
    type_into(qtbot, row.field, "20 ms")
    assert row.label.whole() == f"{scenario_words.DIVISIBLE} •"
    assert "In the file: 12 ms" in row.tip()
    qtbot.mouseDClick(row.label, Qt.MouseButton.LeftButton)
    assert window.document.scenario == built_in()[0]
    assert row.label.whole() == scenario_words.DIVISIBLE


def test_control_r_resets_the_focused_value(window: MainWindow, qtbot: QtBot) -> None:
    field = window.panel.rows["startup"].field
    type_into(qtbot, field, "99 us")
    qtbot.keyClick(field, Qt.Key.Key_R, CONTROL)
    assert value(window, "startup") == 3e-5


def test_what_does_not_matter_now_is_marked(window: MainWindow, qtbot: QtBot) -> None:
    type_into(qtbot, window.panel.rows["messages"].field, "0")
    for name in ("startup", "message_bytes", "bandwidth", "overlap"):
        assert window.panel.rows[name].label.whole().startswith(f"{break_even.NO_EFFECT_WHILE}Q = 0")


def test_other_devices_name_what_is_assumed(window: MainWindow, qtbot: QtBot) -> None:
    type_into(qtbot, window.panel.rows["devices"].field, "8")
    assert window.panel.assumed() == f"Given for N = 2; {assuming('η, ℓ, V, B', 8)}"
    assert "8 devices" in window.bar.summary.whole()


def test_the_source_of_the_numbers_is_shown(window: MainWindow, qtbot: QtBot) -> None:
    row = window.panel.rows["divisible"]
    assert "hypothetical – the article's table" in row.tip()
    type_into(qtbot, row.field, "20 ms")
    assert shell.ENTERED in row.tip()


def test_save_as_open_and_new(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    type_into(qtbot, window.panel.rows["divisible"].field, "20 ms")
    assert window.isWindowModified()
    choosing_file(window, window.acts.save_as.trigger, str(tmp_path / "mine.json"))
    assert not window.isWindowModified()
    assert window.windowTitle() == "mine.json[*] – Pareggio"
    assert value_of(file.read(tmp_path / "mine.json")[0], "divisible") == 0.02
    window.acts.new.trigger()
    assert value(window, "divisible") == 0.012
    choosing_file(window, window.acts.open.trigger, str(tmp_path / "mine.json"))
    assert value(window, "divisible") == 0.02
    assert window.panel.rows["divisible"].field.text() == "20 ms"


def test_save_takes_what_is_still_being_typed(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    choosing_file(window, window.acts.save_as.trigger, str(tmp_path / "mine.json"))
    type_into(qtbot, window.panel.rows["divisible"].field, "21 ms", enter=False)
    qtbot.keyClick(window.panel.rows["divisible"].field, Qt.Key.Key_S, CONTROL)
    assert value_of(file.read(tmp_path / "mine.json")[0], "divisible") == 0.021


def test_a_broken_file_is_refused_and_everything_stays(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "broken.json"
    content = json.loads(file.dumps(built_in()))
    content["scenarios"][2]["work"]["serial_s"] = True
    path.write_text(json.dumps(content), encoding="utf-8")
    type_into(qtbot, window.panel.rows["divisible"].field, "20 ms")
    before = window.document.state
    asked = answering(window, lambda: window.files.open_path(path), QMessageBox.StandardButton.Ok)
    assert len(asked) == 1
    assert shell.BROKEN in asked[0]
    assert f"scenarios[2].work.serial_s: {scenario_words.not_a_value('true', 'number')}" in asked[0]
    assert window.document.state is before
    assert window.isWindowModified()


@pytest.mark.parametrize(
    ("button", "goes_on"),
    [(QMessageBox.StandardButton.Discard, True), (QMessageBox.StandardButton.Cancel, False)],
    ids=["discard", "cancel"],
)
def test_unsaved_changes_are_asked_about(
    window: MainWindow, qtbot: QtBot, button: QMessageBox.StandardButton, goes_on: bool
) -> None:
    type_into(qtbot, window.panel.rows["divisible"].field, "20 ms")
    asked = answering(window, window.acts.new.trigger, button)
    assert asked == [shell.SAVE_CHANGES]
    assert value(window, "divisible") == (0.012 if goes_on else 0.02)


def test_closing_with_unsaved_changes_can_be_called_off(window: MainWindow, qtbot: QtBot) -> None:
    type_into(qtbot, window.panel.rows["divisible"].field, "20 ms")
    asked = answering(window, window.close, QMessageBox.StandardButton.Cancel)
    assert len(asked) == 1
    assert window.isVisible()


def test_closing_can_save_first(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    choosing_file(window, window.acts.save_as.trigger, str(tmp_path / "mine.json"))
    type_into(qtbot, window.panel.rows["divisible"].field, "22 ms")
    answering(window, window.close, QMessageBox.StandardButton.Save)
    assert not any(isinstance(widget, MainWindow) and widget.isVisible() for widget in QApplication.topLevelWidgets())
    assert value_of(file.read(tmp_path / "mine.json")[0], "divisible") == 0.022


def test_the_verdict_is_copied_as_a_sentence(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.bar.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == break_even.BASE_COPIED


def test_the_assumptions_and_the_price_are_one_click_away(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.bar.assumptions, Qt.MouseButton.LeftButton)
    assert window.bar.popup.isVisible()
    assert "The devices are identical" in window.bar.popup.texts()
    assert "N·Tₙ/T₁ = 1.441×" in window.bar.popup.texts()
    qtbot.keyClick(window.bar.popup, Qt.Key.Key_Escape)
    assert not window.bar.popup.isVisible()


def test_a_chip_explains_itself(window: MainWindow, qtbot: QtBot) -> None:
    choose(window, 1)
    qtbot.mouseClick(window.bar.chips["startup"], Qt.MouseButton.LeftButton)
    assert break_even.BYTES_COST in window.bar.popup.texts()
    window.bar.popup.hide()


def test_all_thresholds_are_listed(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.mouseClick(window.bar.more, Qt.MouseButton.LeftButton)
    texts = window.bar.popup.texts()
    heads = ("C >", "B >", "η >", "ℓ <", "V <", "Q ≤", "ΔS <")
    assert [head for head in heads if f"✓ {head} " not in texts] == []
    assert "✓ f: any value\nalways met\n" in texts
    assert "– S\nno effect\n" in texts
    window.bar.popup.hide()


def test_the_keys_go_through_the_scenarios(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_Down, ALT)
    assert window.panel.chooser.currentText() == "C = 1 ms"
    qtbot.keyClick(window, Qt.Key.Key_Up, ALT)
    qtbot.keyClick(window, Qt.Key.Key_Up, ALT)
    assert window.panel.chooser.currentText() == "Base case"


def colours(window: MainWindow) -> tuple[str, str]:
    """Colour of a card's middle and of a plot's corner as they are painted."""
    image: QImage = window.grab().toImage()
    plot = window.front.plots.plots[0].chart
    corner = plot.mapTo(window, plot.rect().topLeft())
    scale = image.devicePixelRatio()
    return (
        image.pixelColor(int((corner.x() + 4) * scale), int((corner.y() + 4) * scale)).name(),
        image.pixelColor(
            int(300 * scale), int(window.bar.mapTo(window, window.bar.rect().center()).y() * scale)
        ).name(),
    )


def test_light_and_dark(window: MainWindow) -> None:
    assert colours(window)[0] == "#ffffff"
    window.acts.theme.trigger()
    settle()
    assert colours(window)[0] == "#20262e"
    window.acts.theme.trigger()
    settle()
    assert colours(window)[0] == "#ffffff"


def test_size_and_theme_are_kept(qtbot: QtBot, settings: QSettings) -> None:
    first = MainWindow(Document(), settings)
    first.show()
    first.resize(1180, 730)
    first.acts.theme.trigger()
    first.close()
    second = MainWindow(Document(), settings)
    second.show()
    assert (second.width(), second.height()) == (1180, 730)
    assert second.bar.palette().window().color().name() == "#171b21"
    second.close()


@pytest.mark.parametrize("state", [Qt.WindowState.WindowMaximized, Qt.WindowState.WindowFullScreen])
def test_a_window_that_filled_the_screen_does_so_again(
    qtbot: QtBot, settings: QSettings, state: Qt.WindowState
) -> None:
    first = MainWindow(Document(), settings)
    first.resize(1180, 730)
    first.move(40, 50)
    first.show()
    settle()
    first.setWindowState(state)
    settle()
    first.close()
    second = MainWindow(Document(), settings)
    second.show()
    settle()
    assert second.windowState() & state
    second.setWindowState(Qt.WindowState.WindowNoState)
    settle()
    assert (second.x(), second.y(), second.width(), second.height()) == (40, 50, 1180, 730)
    second.close()


@pytest.mark.parametrize(
    ("place", "size"),
    [("-5000 -4000 1200 700", (1200, 700)), ("9000 50 1200 700", (1200, 700)), ("10 20 9999 9999", (3832, 2100))],
)
def test_a_window_of_another_screen_comes_back_into_sight_with_its_title(
    qtbot: QtBot, settings: QSettings, place: str, size: tuple[int, int]
) -> None:
    settings.setValue("place", place)
    window = MainWindow(Document(), settings)
    screen = window.screen().availableGeometry()
    assert screen.contains(window.geometry())
    assert window.geometry().top() >= 16
    assert (window.width(), window.height()) >= size
    window.close()


def test_nothing_is_cut(window: MainWindow) -> None:
    for size in ((1024, 640), (1100, 720), (1440, 900), (2560, 1440)):
        window.resize(*size)
        settle()
        assert (window.width(), window.height()) == size
        for label in (window.bar.headline, window.bar.summary, window.bar.change):
            assert label.text() == label.whole(), size
        for row in window.panel.rows.values():
            assert row.label.text() == row.label.whole(), size
        for plot in window.front.plots.plots:
            assert plot.sentences.heightForWidth(plot.sentences.width()) <= plot.sentences.height(), size
        shown = [chip for chip in window.bar.chips.values() if chip.isVisible()]
        assert len(shown) >= 4, size
        assert all(chip.geometry().right() < window.bar.more.geometry().left() for chip in shown), size


def test_a_hidden_page_is_shown_the_newest_outcome_when_it_comes_up(window: MainWindow) -> None:
    window.tabs.setCurrentIndex(1)
    before = window.front.plots.plots[0].sentences.text()
    window.document.edit("bandwidth", float("inf"))
    assert window.front.plots.plots[0].sentences.text() == before
    window.tabs.setCurrentIndex(0)
    assert "320 µs" in window.front.plots.plots[0].sentences.text()


def test_help_names_the_keys(window: MainWindow) -> None:
    from explorer.views.shell.help_dialog import HelpDialog

    dialog = HelpDialog(window)
    text = dialog.text.toPlainText()
    assert "Ctrl+Shift+Z" in text
    assert "a bound, not a forecast" in text.lower().replace("\n", " ")
    dialog.deleteLater()


def test_every_control_has_a_name_and_a_place_in_the_tab_order(window: MainWindow) -> None:
    reached = set()
    start = window.panel.chooser
    widget = start
    for _ in range(400):
        widget = widget.nextInFocusChain()
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisibleTo(window):
            reached.add(widget)
            named = widget.accessibleName() or getattr(widget, "text", str)() or widget.toolTip()
            assert named or widget.metaObject().className() in {"QTabBar", "QScrollArea"}, widget
        if widget is start:
            break
    wanted = [row.field for row in window.panel.rows.values()] + [row.slider for row in window.panel.rows.values()]
    assert set(wanted) <= reached
    assert {window.bar.target, window.bar.copy, window.bar.assumptions, window.bar.chips["divisible"]} <= reached


def test_quit_and_shortcuts_are_what_people_expect(window: MainWindow) -> None:
    found = {
        action.shortcut().toString()
        for action in (
            window.acts.new,
            window.acts.open,
            window.acts.save,
            window.acts.save_as,
            window.acts.undo,
            window.acts.redo,
            window.acts.help,
            window.acts.full,
        )
    }
    assert found == {"Ctrl+N", "Ctrl+O", "Ctrl+S", "Ctrl+Shift+S", "Ctrl+Z", "Ctrl+Shift+Z", "F1", "F11"}


class Seen(QObject):
    """Notes the objects that get events of a type."""

    def __init__(self, kind: QEvent.Type) -> None:
        super().__init__()
        self.kind = kind
        self.by: list[QObject] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == self.kind:
            self.by.append(watched)
        return False

    def names(self) -> list[str]:
        return [type(watched).__name__ for watched in self.by]


@contextmanager
def seen(kind: QEvent.Type) -> Iterator[Seen]:
    """Note all events of a type."""
    filtering = Seen(kind)
    QApplication.instance().installEventFilter(filtering)
    yield filtering
    QApplication.instance().removeEventFilter(filtering)


def test_plots_are_painted_once_where_ranges_change(qtbot: QtBot, settings: QSettings) -> None:
    window = MainWindow(Document(), settings)
    with seen(QEvent.Type.Paint) as paints:
        window.show()
        qtbot.waitExposed(window)
        settle()
        viewports = [plot.chart.plot.viewport() for plot in window.front.plots.shown_plots()]
        assert [paints.by.count(viewport) for viewport in viewports] == [1, 1, 1]
        for value in (0.05, 0.5, 0.011):
            paints.by.clear()
            window.document.edit("divisible", value)
            settle()
            assert [paints.by.count(viewport) for viewport in viewports] == [1, 1, 1]
    window.document.stack.setClean()


def test_a_drag_lays_nothing_out_anew(window: MainWindow) -> None:
    """A layout of the whole window at each step was an eighth of its cost."""
    for _ in range(3):
        settle()  # the window comes to rest
    window.document.begin_gesture()
    window.document.drag("divisible", 0.0101)
    settle()
    before = window.bar.summary.text()
    with seen(QEvent.Type.LayoutRequest) as layouts:
        for step in range(1, 6):
            window.document.drag("divisible", 0.0101 + step * 1e-4)
            settle()
    window.document.end_gesture()
    assert window.bar.summary.text() != before
    assert layouts.names() == []
