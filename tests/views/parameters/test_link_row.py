"""The kind of link is chosen in the panel."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeyEvent, QTextDocumentFragment
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from explorer.scenario.edit import replace_at, value_of
from explorer.views.shell.main_window import MainWindow
from tests.answers.break_even import sentences as break_even
from tests.answers.builders import measured
from tests.answers.links import sentences as links
from tests.answers.sentences import DIRECT_NEEDS, NEEDS_ONE_NODE, NOT_IN_SWITCH, link_listed
from tests.scenario import sentences as scenario_words
from tests.views import sentences as shell
from tests.views.hands import LEFT, settle, type_into, use_scenario


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
    assert window.panel.link.message.whole() == "ring"
    assert window.bar.headline.whole() == headline
    row = window.panel.rows["startup"]
    assert (row.parameter.symbol, row.field.text()) == ("α", "15 µs")
    assert window.panel.rows["message_bytes"].parameter.symbol == "n"
    type_into(qtbot, window.panel.rows["devices"].field, "11")
    assert window.document.outcome().performance is not None
    assert "2.657× faster" in window.bar.headline.whole()
    choose(window, "two-shot")
    assert window.panel.link.message.whole() == "two-shot"
    choose(window, "Constant ℓ and B")
    assert window.panel.link.message.whole() == "constant"
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
    use_scenario(window, scenario)
    assert window.panel.link.message.whole() == "measured: h100-sxm-nccl"
    row = window.panel.rows["startup"]
    assert row.label.whole().startswith(shell.FROM_CURVE)
    assert row.field.text() == ""
    type_into(qtbot, row.field, "5 us")
    assert scenario_words.TIMES_FROM_CURVES in window.messages.message()
    assert value_of(window.document.scenario, "startup") is None


def test_the_fastest_is_named_and_what_it_may_use_is_said(window: MainWindow, qtbot: QtBot) -> None:
    choose(window, "the fastest permitted")
    type_into(qtbot, window.panel.rows["devices"].field, "4")
    type_into(qtbot, window.panel.rows["message_bytes"].field, "20 kB")
    assert window.panel.link.message.whole() == "fastest: recursive doubling"
    choose(window, "Fully connected")
    assert window.panel.link.message.whole() == "fastest: one-shot"
    window.acts.undo.trigger()
    assert window.panel.link.message.whole() == "fastest: recursive doubling"


def test_what_the_link_does_not_permit_is_noted(window: MainWindow, qtbot: QtBot) -> None:
    choose(window, "two-shot")
    assert DIRECT_NEEDS in window.bar.warning.toolTip()
    choose(window, "Fully connected")
    assert "a direct all-reduce" not in window.bar.warning.toolTip()
    type_into(qtbot, window.panel.rows["devices"].field, "100")
    assert "at most 8 devices; here N = 100" in window.bar.warning.toolTip()
    choose(window, "in-switch reduction")
    assert NOT_IN_SWITCH in window.bar.warning.toolTip()


def test_a_constant_link_made_for_one_number_says_so_at_another(window: MainWindow, qtbot: QtBot) -> None:
    choose(window, "ring")
    type_into(qtbot, window.panel.rows["devices"].field, "16")
    choose(window, "Constant ℓ and B")
    assert "listed for" not in window.bar.warning.toolTip()
    type_into(qtbot, window.panel.rows["devices"].field, "4")
    assert link_listed(16, 4) in window.bar.warning.toolTip()
    assert f"{link_listed(16, 4)}." in window.panel.assumed()


def provenance(window: MainWindow) -> tuple[str, str]:
    """Return what the heading of the communication says, and its tooltip in plain words."""
    label = window.panel.source_labels["communication"]
    return label.whole(), QTextDocumentFragment.fromHtml(label.toolTip()).toPlainText()


def use(window: MainWindow, qtbot: QtBot, key: str) -> None:
    qtbot.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    page = window.lazy.tabs["links"].page
    assert page is not None
    page.list.tree.setCurrentItem(page.list.item_of(key))
    qtbot.mouseClick(page.list.use, LEFT)
    settle()


def test_what_is_noted_of_the_link_follows_its_changes(window: MainWindow, qtbot: QtBot) -> None:
    type_into(qtbot, window.panel.rows["startup"].field, "31 us")
    assert provenance(window)[0] == "hypothetical, edited"
    use(window, qtbot, "h100-sxm-nccl/4/measured")
    assert provenance(window)[0] == "hypothetical, measured", "the edit went with the link before"
    assert "communication.link: measured – " in provenance(window)[1]
    assert window.panel.link.message.whole() == "measured: h100-sxm-nccl"
    type_into(qtbot, window.panel.rows["message_bytes"].field, "100 GB")
    assert provenance(window)[0] == "hypothetical, measured, extrapolated, edited"
    assert "its time for n = 100 GB is extrapolated" in window.bar.warning.toolTip()
    type_into(qtbot, window.panel.rows["message_bytes"].field, "2 MB")
    assert "extrapolated" not in window.bar.warning.toolTip()
    choose(window, "Constant ℓ and B")
    text, tip = provenance(window)
    assert text.startswith("hypothetical, derived")
    assert "communication.link: derived – set so that a message of 2 MB on N = 4 takes the same time as on the " in tip
    assert "previous link: measured h100-sxm-nccl (measured: " in tip
    assert window.panel.link.message.whole() == "constant"
    choose(window, "ring")
    assert "previous link: constant (derived: set so that" in provenance(window)[1]
    noted = window.document.scenario.sources["communication.link"]
    assert (noted.status, noted.preset, noted.edited) == ("derived", None, ())
    choose(window, "two-shot")
    noted = window.document.scenario.sources["communication.link"]
    assert noted.edited == ("communication.link.algorithm",), "another algorithm leaves the figures what they are"
    assert shell.ENTERED not in window.panel.rows["startup"].tip()


def test_a_guess_stays_a_guess_in_another_kind_of_link(window: MainWindow, qtbot: QtBot) -> None:
    use(window, qtbot, "nvlink2/–/constant")
    assert provenance(window)[0] == "hypothetical, guess"
    assert window.panel.link.message.whole() == "constant: nvlink2"
    choose(window, "ring")
    assert provenance(window)[0] == "hypothetical, guess"
    assert window.panel.link.message.whole() == "ring"


def test_a_preset_says_that_it_assumes_v_at_another_n(window: MainWindow, qtbot: QtBot) -> None:
    type_into(qtbot, window.panel.rows["devices"].field, "8")
    use(window, qtbot, "pcie4x16/–/constant")
    link = window.document.scenario.communication.link
    assert link.kind == "constant"
    assert link.path_factor == 1.75
    noted = window.document.scenario.sources["communication.link"]
    assert noted.status == "derived", "its ℓ and B were measured on two devices"
    assert noted.source.endswith("φ = 2(N−1)/N = 1.75 for N = 8, ℓ and B measured on N = 2")
    assert "single values" not in window.panel.assumed()
    type_into(qtbot, window.panel.rows["devices"].field, "4")
    told = window.bar.warning.toolTip()
    assert link_listed(8, 4) in told
    assert told.count("V") == 1
    assert f"{link_listed(8, 4)}." in window.panel.assumed()
    use(window, qtbot, "pcie4x16/–/constant")
    assert "are listed" not in window.bar.warning.toolTip()
    assert window.document.scenario.communication.link.path_factor == 1.5  # type: ignore[union-attr]


# The network between nodes


def shown(window: MainWindow) -> dict[str, str] | None:
    """Return the texts of the network's fields, or None where the rows are hidden."""
    rows = window.panel.nodes
    return {key: field.text() for key, field in rows.fields.items()} if rows.isVisible() else None


def test_a_network_between_nodes_is_put_in_and_taken_away(window: MainWindow, qtbot: QtBot) -> None:
    menu = window.panel.link.change.menu()
    entry = entries(menu)["Network between nodes"]
    assert (entry.isEnabled(), shown(window)) == (False, None)
    choose(window, "ring")
    type_into(qtbot, window.panel.rows["devices"].field, "16")
    headline = window.bar.headline.whole()
    choose(window, "Network between nodes")
    assert shown(window) == {"devices_per_node": "8", "alpha_s": "15 µs", "bandwidth_bytes_per_s": "10 GB/s"}
    assert window.panel.nodes.message.whole() == "2 nodes of 8"
    assert window.panel.link.message.whole() == "2 nodes, between: ring"
    assert entry.isChecked()
    choose(window, "Network between nodes")
    assert (shown(window), window.bar.headline.whole()) == (None, headline)
    window.acts.undo.trigger()
    assert shown(window) is not None
    window.acts.undo.trigger()
    assert (shown(window), window.bar.headline.whole()) == (None, headline)


def test_the_network_is_edited_in_its_rows(window: MainWindow, qtbot: QtBot) -> None:
    choose(window, "ring")
    type_into(qtbot, window.panel.rows["devices"].field, "16")
    choose(window, "Network between nodes")
    before = window.document.outcome().performance
    fields = window.panel.nodes.fields
    type_into(qtbot, fields["alpha_s"], "50 us")
    type_into(qtbot, fields["bandwidth_bytes_per_s"], "2 GB/s")
    type_into(qtbot, fields["devices_per_node"], "4")
    link = window.document.scenario.communication.link
    assert link.kind == "algorithm"
    assert link.network is not None
    assert dict(link.network) == {"devices_per_node": 4, "alpha_s": 5e-5, "bandwidth_bytes_per_s": 2e9}
    assert window.panel.nodes.message.whole() == "4 nodes of 4"
    after = window.document.outcome().performance
    assert before is not None
    assert after is not None
    size, inside = 2e6, 2 * 3 * (15e-6 + 2e6 / 4 / 10e9)
    between = 2 * 3 * (50e-6 + size / 4 / 4 / 2e9)
    assert after.communication_s == pytest.approx(4 * (inside + between))
    assert after.communication_s > before.communication_s
    assert window.document.stack.undoText() == "network between nodes"
    assert window.panel.source_labels["communication"].whole().endswith("edited")
    qtbot.keyClick(fields["devices_per_node"], Qt.Key.Key_Up)
    assert window.document.scenario.communication.link.network.devices_per_node == 5  # type: ignore[union-attr]
    assert window.panel.nodes.message.whole() == "N = 16 is not a multiple of 5 devices per node."
    assert window.bar.headline.whole() == break_even.no_result(16)
    window.acts.undo.trigger()
    type_into(qtbot, fields["devices_per_node"], "1")
    assert "accepted" in window.messages.message()
    qtbot.keyClick(fields["devices_per_node"], Qt.Key.Key_Escape)
    assert shown(window) == {"devices_per_node": "4", "alpha_s": "50 µs", "bandwidth_bytes_per_s": "2 GB/s"}


def test_a_run_of_steps_in_the_networks_rows_is_one_undo_step(window: MainWindow, qtbot: QtBot) -> None:
    choose(window, "ring")
    type_into(qtbot, window.panel.rows["devices"].field, "16")
    choose(window, "Network between nodes")
    before, count = window.document.scenario, window.document.stack.count()
    for key, text in (("alpha_s", "15 µs"), ("bandwidth_bytes_per_s", "10 GB/s"), ("devices_per_node", "8")):
        field = window.panel.nodes.fields[key]
        field.setFocus()
        for _ in range(5):
            held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Up, Qt.KeyboardModifier.NoModifier, "", autorep=True)
            QApplication.sendEvent(field, held)
        assert field.text() != text
        assert window.document.in_gesture
        qtbot.keyRelease(field, Qt.Key.Key_Up)
        assert not window.document.in_gesture
        assert window.document.stack.count() == count + 1
        assert window.document.stack.undoText() == "network between nodes"
        window.acts.undo.trigger()
        assert (window.document.scenario, field.text()) == (before, text)


def test_steps_after_undo_wait_for_the_key_to_be_let_go(window: MainWindow, qtbot: QtBot) -> None:
    choose(window, "ring")
    choose(window, "Network between nodes")
    field, before = window.panel.nodes.fields["devices_per_node"], window.document.scenario
    field.setFocus()
    qtbot.keyPress(field, Qt.Key.Key_Up)
    window.document.undo()
    qtbot.keyPress(field, Qt.Key.Key_Up)
    assert window.document.scenario == before
    qtbot.keyRelease(field, Qt.Key.Key_Up)
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert window.document.scenario != before


def test_what_a_network_does_not_use_is_said(window: MainWindow, qtbot: QtBot) -> None:
    choose(window, "two-shot")
    choose(window, "Network between nodes")
    assert window.panel.nodes.message.whole() == "One node holds all devices: network not used."
    assert window.panel.link.message.whole() == "two-shot"
    type_into(qtbot, window.panel.rows["devices"].field, "8")
    assert window.panel.link.message.whole() == "4 nodes, between: ring"
    assert NEEDS_ONE_NODE in window.bar.warning.toolTip()
    qtbot.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    page = window.lazy.tabs["links"].page
    assert page is not None
    qtbot.mouseClick(page.switches[2], LEFT)
    assert page.algorithms.title.whole() == "All-reduce algorithms, N = 2"
    assert page.algorithms.sentences.whole().endswith(links.WITHIN_NODE)


def test_a_new_network_has_whole_nodes(window: MainWindow) -> None:
    for devices, each in ((2, 2), (4, 2), (6, 3), (8, 4), (7, 7), (11, 11), (16, 8), (64, 8)):
        choose(window, "ring")
        window.document.edit("devices", devices)
        choose(window, "Network between nodes")
        assert window.panel.nodes.fields["devices_per_node"].value() == each, devices
        assert window.document.outcome().performance is not None
        while window.document.stack.canUndo():
            window.document.undo()
