"""The kind of link is chosen in the panel."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from explorer.scenario.edit import replace_at, value_of
from explorer.views.main_window import MainWindow
from tests.test_links_of_scenarios import measured
from tests.views.hands import settle, type_into


def entries(menu: QMenu) -> dict[str, QAction]:
    """Return the entries of a menu and of those within it, by their words."""
    found = {action.text(): action for action in menu.actions() if action.menu() is None}
    for action in menu.actions():
        inner = action.menu()
        if isinstance(inner, QMenu):
            found |= entries(inner)
    return found


def choose(window: MainWindow, words: str) -> None:
    menu = window.panel.link.change.menu()
    entries(menu)[words].trigger()
    settle()


def test_a_ring_takes_the_place_of_the_constant_link_and_back(window: MainWindow, qtbot: QtBot) -> None:
    headline = window.bar.headline.whole()
    choose(window, "ring")
    assert window.panel.link.told.whole() == "ring"
    assert window.bar.headline.whole() == headline
    row = window.panel.rows["startup"]
    assert (row.parameter.symbol, row.field.text()) == ("α", "15 µs")
    assert window.panel.rows["message_bytes"].parameter.symbol == "n"
    type_into(qtbot, window.panel.rows["devices"].field, "11")
    assert window.document.outcome().answer is not None
    assert "2.657× faster" in window.bar.headline.whole()
    choose(window, "two-shot")
    assert window.panel.link.told.whole() == "two-shot"
    choose(window, "Constant ℓ and B")
    assert window.panel.link.told.whole() == "constant"
    assert row.parameter.symbol == "ℓ"
    for _ in range(4):
        window.acts.undo.trigger()
    assert not window.isWindowModified()
    assert window.bar.headline.whole() == headline


def test_what_a_modelled_link_asks_for_is_edited_in_the_same_rows(window: MainWindow, qtbot: QtBot) -> None:
    choose(window, "ring")
    type_into(qtbot, window.panel.rows["startup"].field, "20 us")
    type_into(qtbot, window.panel.rows["bandwidth"].field, "20 GB/s")
    link = window.document.scenario.communication.link
    assert link.kind == "algorithm"
    assert (link.alpha_s, link.bandwidth_bytes_per_s) == (2e-5, 2e10)
    chips = [chip.text() for chip in window.bar.chips.values()]
    assert any(text.startswith("✓ α < ") for text in chips)


def test_a_measured_link_has_no_start_up_to_be_typed(window: MainWindow, qtbot: QtBot) -> None:
    scenario = replace_at(window.document.scenario, ("communication", "link"), measured("h100-sxm-nccl"))
    window.document.arrange(lambda state: state.replaced(state.current, scenario), "link")
    settle()
    assert window.panel.link.told.whole() == "measured: h100-sxm-nccl"
    row = window.panel.rows["startup"]
    assert row.label.whole().startswith("from the curve")
    assert row.field.text() == ""
    type_into(qtbot, row.field, "5 us")
    assert "has its times from its curves" in window.panel.message()
    assert value_of(window.document.scenario, "startup") is None


def test_the_fastest_is_named_and_what_it_may_use_is_said(window: MainWindow, qtbot: QtBot) -> None:
    choose(window, "the fastest permitted")
    type_into(qtbot, window.panel.rows["devices"].field, "4")
    type_into(qtbot, window.panel.rows["message_bytes"].field, "20 kB")
    assert window.panel.link.told.whole() == "fastest: recursive doubling"
    choose(window, "All pairs are connected")
    assert window.panel.link.told.whole() == "fastest: one-shot"
    window.acts.undo.trigger()
    assert window.panel.link.told.whole() == "fastest: recursive doubling"


def test_what_the_link_does_not_permit_is_noted(window: MainWindow, qtbot: QtBot) -> None:
    choose(window, "two-shot")
    assert "a direct exchange needs all pairs connected" in window.bar.warning.toolTip()
    choose(window, "All pairs are connected")
    assert "a direct exchange" not in window.bar.warning.toolTip()
    type_into(qtbot, window.panel.rows["devices"].field, "100")
    assert "among at most 8 devices; here N = 100" in window.bar.warning.toolTip()
    choose(window, "in-switch reduction")
    assert "the link's switch is not said to reduce" in window.bar.warning.toolTip()


def test_a_constant_link_made_for_one_number_says_so_at_another(window: MainWindow, qtbot: QtBot) -> None:
    choose(window, "ring")
    type_into(qtbot, window.panel.rows["devices"].field, "16")
    choose(window, "Constant ℓ and B")
    assert "ℓ and B are listed" not in window.bar.warning.toolTip()
    type_into(qtbot, window.panel.rows["devices"].field, "4")
    assert "ℓ and B are listed for N = 16" in window.bar.warning.toolTip()
