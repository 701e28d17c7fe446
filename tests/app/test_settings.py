"""Whatever stands in the settings, the program opens."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from explorer.app.settings import open_settings
from explorer.document import Document
from explorer.views.shell.main_window import MainWindow
from tests.views.hands import settle

pytestmark = pytest.mark.usefixtures("qapp")

INI = QSettings.Format.IniFormat
KEYS = ("page", "place", "panels", "theme", "fourth", "hidden", "columns", "table", "plots", "rows", "lower", "recent")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the settings of a person who has none yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    place = tmp_path / "Pareggio" / "pareggio.ini"
    place.parent.mkdir()
    return place


def use(settings: QSettings, page: str = "") -> None:
    """Open a window, look at two pages and close it, so that everything is kept."""
    window = MainWindow(Document(), settings)
    window.show()
    settle()
    window.tabs.setCurrentIndex(list(window.lazy.tabs).index("scenarios"))
    settle()
    assert window.scenarios.panel.view.shown_columns()[0].key == "name"
    if page:
        window.front.plots.more.setChecked(True)
        window.front.show_panel("split", False)
        window.tabs.setCurrentIndex(list(window.lazy.tabs).index(page))
    settle()
    window.close()
    QApplication.sendPostedEvents(None, 52)  # DeferredDelete


@pytest.fixture(scope="module")
def kept(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The settings of somebody who has used the program."""
    folder = tmp_path_factory.mktemp("used")
    place = folder / "used.ini"
    settings = QSettings(str(place), INI)
    settings.setValue("recent", [str(folder / "a.json"), str(folder / "b.json")])
    use(settings, "break_even")
    settings.sync()
    assert set(KEYS) == set(settings.allKeys())
    return place.read_bytes()


@pytest.mark.parametrize("seed", range(16))
def test_a_window_opens_on_settings_with_wrong_bytes(tmp_path: Path, kept: bytes, seed: int) -> None:
    random_bytes, data = random.Random(seed), bytearray(kept)
    for _ in range(random_bytes.choice([1, 3, 30])):
        data[random_bytes.randrange(len(data))] = random_bytes.choice([0x30, 0x39, 0x5C, 0x22, 0x2C, 0x40, *range(256)])
    place = tmp_path / "wrong.ini"
    place.write_bytes(data)
    use(QSettings(str(place), INI))


@pytest.mark.qt_log_ignore("QVariant::load")
@pytest.mark.parametrize(
    "value",
    [
        "@Variant(\\0\\0\\0\\x7f\\xff\\xff\\xff\\xff)",
        "@Variant(\\0\\0\\0\\n\\xff\\xff\\xff\\xf0)",
        "@ByteArray(\\0\\0\\0\\xff\\0\\0\\0\\x1)",
        "@Rect(0 0 0 0)",
        "@Invalid()",
        "99999 99999 99999 99999",
        "-99999 -99999 1 1 maximized",
        "a, b, c",
    ],
)
def test_a_value_of_another_kind_is_no_obstacle(tmp_path: Path, value: str) -> None:
    place = tmp_path / "wrong.ini"
    place.write_text("\n".join(["[General]", *(f"{key}={value}" for key in KEYS)]), encoding="utf-8")
    window = MainWindow(Document(), QSettings(str(place), INI))
    assert window.files.recent() == []
    assert window.width() >= 1024
    window.close()
    QApplication.sendPostedEvents(None, 52)  # DeferredDelete


def write(content: bytes) -> Callable[[Path], None]:
    return lambda path: path.write_bytes(content) and None


@pytest.mark.parametrize(
    "make",
    [write(b"[General]\npage=\0"), write(b"\xff\xfe[General]"), write(b"#" * (2**20 + 1)), Path.mkdir, os.mkfifo],
    ids=["zeros", "not UTF-8", "too long", "folder", "pipe"],
)
def test_what_is_no_file_of_settings_is_set_aside(path: Path, make: Callable[[Path], None]) -> None:
    make(path)
    settings, fault = open_settings()
    aside = path.with_suffix(".unreadable")
    assert str(aside) in str(fault)
    assert aside.exists()
    assert not path.exists()
    assert settings.allKeys() == []
    assert open_settings()[1] is None


def test_settings_that_can_be_read_stay(path: Path) -> None:
    path.write_text("[General]\nfolder=caffè\n", encoding="utf-8")
    settings, fault = open_settings()
    assert fault is None
    assert settings.value("folder") == "caffè"


def test_the_first_start_has_none(path: Path) -> None:
    settings, fault = open_settings()
    assert fault is None
    assert settings.allKeys() == []
    assert Path(settings.fileName()) == path
