"""Every string goes through Qt's translation: what lupdate finds is what the program asks for."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QTranslator
from PySide6.QtWidgets import QApplication

import explorer
from explorer.document import Document
from explorer.views.shell.main_window import MainWindow
from tests.answers.break_even import sentences as break_even
from tests.scenario.sentences import DIVISIBLE
from tests.views import sentences as shell

PACKAGE = Path(explorer.__file__).parent


def tool(name: str, *arguments: str) -> None:
    """Run one of Qt's tools as PySide6 ships them."""
    code = f"import sys; from PySide6.scripts.pyside_tool import {name}; sys.argv[0] = '{name}'; {name}()"
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All strings of the program, each translated to itself in brackets."""
    folder = tmp_path_factory.mktemp("i18n")
    source = folder / "pareggio_xx.ts"
    files = [str(path) for path in sorted(PACKAGE.rglob("*.py"))]
    tool("lupdate", *files, "-tr-function-alias", "tr+=sentence", "-ts", str(source))
    tree = ET.parse(source)
    for message in tree.iter("message"):
        translation = message.find("translation")
        assert translation is not None
        translation.attrib.pop("type", None)
        translation.text = f"[{message.findtext('source')}]"
    tree.write(source, encoding="utf-8", xml_declaration=True)
    tool("lrelease", str(source), "-qm", str(folder / "pareggio_xx.qm"))
    return folder


@pytest.fixture
def translated(qapp: QApplication, catalogue: Path) -> Iterator[None]:
    translator = QTranslator()
    assert translator.load(str(catalogue / "pareggio_xx.qm"))
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


@pytest.mark.usefixtures("translated")
def test_the_window_speaks_the_language_of_the_catalogue(settings: QSettings) -> None:
    window = MainWindow(Document(), settings)
    assert window.bar.headline.whole() == f"[{break_even.pays('1.388×')}]"
    assert window.bar.change.whole().startswith("[What would have to change?] [nearest: η −32 %")
    assert window.bar.chips["startup"].text() == "✓ [ℓ < 925.0 µs]"
    threshold = break_even.above("B = 1.826484 GB/s", f"[{break_even.GOAL}]")
    assert window.front.plots.plots[1].sentences.whole() == f"[{threshold}]"
    assert window.panel.rows["divisible"].label.whole() == f"[{DIVISIBLE}]"
    assert window.acts.open.text() == "[&Open…]"
    assert window.tabs.tabText(0) == "[Break-even]"
    window.close()


def test_no_string_is_left_out(catalogue: Path) -> None:
    found = [message.findtext("source") or "" for message in ET.parse(catalogue / "pareggio_xx.ts").iter("message")]
    assert len(found) > 200
    assert "{count} entries are too many; at most 1,000 are accepted" in found
    assert shell.CSV in found
