"""The report: a folder of pictures and numbers, and one page that shows them."""

from __future__ import annotations

import csv
import errno
import os
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from explorer.answers.formatting import slug
from explorer.answers.outcome import Outcome
from explorer.cli.report import Report, ReportError
from explorer.scenario import file
from explorer.scenario.library import built_in, resource
from explorer.scenario.scenario import Scenario
from tests.answers.break_even import sentences as break_even
from tests.cli.program import Finished, call, run


def report(*arguments: str) -> Finished:
    return run("report", *arguments, QT_QPA_PLATFORM=None, DISPLAY=None)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report") / "new" / "folder"
    done = report("--out", str(folder), "--scale", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(done.stdout.split()) == sorted(str(path) for path in folder.rglob("*") if path.is_file())
    return folder


def test_each_scenario_has_a_folder_with_pictures_and_numbers(written: Path) -> None:
    folders = sorted(path.name for path in written.iterdir() if path.is_dir())
    assert folders == [
        "01-base-case", "02-c-1-ms", "03-b-1-gb-s", "04-b-50-gb-s", "05-s-100-ms", "06-c-at-break-even",
    ]  # fmt: skip
    names = {"page.png", "split.png", "bubble.csv"} | {
        f"{name}.{kind}"
        for name in ("divisible", "bandwidth", "efficiency", "overlap", "divisions", "pipeline", "load", "all_reduce")
        for kind in ("png", "csv")
    }
    assert {path.name for path in (written / "03-b-1-gb-s").iterdir()} == names


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a measured link, in a scenario whose name and notes are markup."""
    folder = tmp_path_factory.mktemp("hostile")
    measured = file.read(resource("scenarios", "h100-nvlink-mlp.json"))[0].model_dump()
    content = measured | {"name": "<script>alert(1)</script>", "notes": "<img src=x onerror=y>\x1b[31m\x00\x9b\nmore"}
    file.write(folder / "hostile.json", (Scenario.model_validate(content),))
    done = report(str(folder / "hostile.json"), "--out", str(folder), "--scale", "1")
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def test_a_measured_link_is_drawn_against_message_size(hostile: Path) -> None:
    folder = hostile / "01-script-alert-1-script"
    assert {path.name for path in folder.glob("*.csv")} == {
        f"{name}.csv"
        for name in (
            "divisible",
            "message_bytes",
            "efficiency",
            "overlap",
            "divisions",
            "pipeline",
            "bubble",
            "load",
            "all_reduce",
        )
    }
    page = (hostile / "index.html").read_text(encoding="utf-8")
    for link in re.findall(r'(?:src|href)="([^"]+)"', page):
        assert (hostile / link).is_file()


def test_pictures_are_no_blank_sheets(written: Path) -> None:
    for path in written.rglob("*.png"):
        image = QImage(str(path))
        assert not image.isNull()
        colours = {image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}
        assert len(colours) > 8, path


def test_a_csv_reads_back_to_the_plotted_numbers_bit_for_bit(written: Path) -> None:
    for scenario, folder in zip(built_in(), sorted(written.glob("0*")), strict=True):
        outcome = Outcome(scenario)
        for name, logarithmic in (("divisible", False), ("bandwidth", True), ("efficiency", False)):
            with (folder / f"{name}.csv").open(newline="", encoding="utf-8") as stream:
                head, *rows = csv.reader(stream)
            assert head[1] == "one device T1 (s)"
            span = outcome.span(name, logarithmic)
            assert span is not None
            found = outcome.curves(name, *span, logarithmic)
            assert found is not None
            columns = [[float(cell) for cell in column] for column in zip(*rows, strict=True)]
            assert columns[0] == found.value.tolist()
            assert columns[1] == found.one_device_s.tolist()
            assert columns[2] == found.split_s.tolist()
            assert columns[4] == found.speedup.tolist()


def test_the_curves_under_load_are_written_with_what_is_simulated(written: Path) -> None:
    with (written / "01-base-case" / "load.csv").open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    for row in rows:
        rate = float(row["arrivals (1/s)"])
        split = 1 / (1 / 0.00922 - rate) if rate < 1 / 0.00922 else float("inf")
        assert float(row["split mean, exact (s)"]) == pytest.approx(split)
        assert float(row["split p99, exact (s)"]) == pytest.approx(4.605170186 * split)
    simulated = [row for row in rows if row["pipeline p99, simulated (s)"] not in ("", "inf")]
    assert len(simulated) == 22  # 21 rates of the curve, and the scenario's own
    assert float(simulated[0]["pipeline mean, lower_bound (s)"]) == 0.01303
    assert float(rows[-1]["arrivals (1/s)"]) > 156.25
    assert rows[-1]["pipeline p99, simulated (s)"] == "inf"


def test_the_messages_of_the_all_reduce_add_up_to_the_scenarios_time(written: Path) -> None:
    with (written / "01-base-case" / "all_reduce.csv").open(newline="", encoding="utf-8") as stream:
        rows = [row for row in csv.DictReader(stream) if row["algorithm"] == "ring"]
    assert len(rows) == 4
    assert float(rows[-1]["end (s)"]) == pytest.approx(230e-6, rel=1e-14)
    assert [row["what the receiver does"] for row in rows] == ["is added", "is added", "replaces", "replaces"]
    assert {float(row["bytes (bytes)"]) for row in rows} == {1e6}


def test_the_page_shows_all_with_verdicts_and_runs_nothing(written: Path) -> None:
    page = (written / "index.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert page.count("<section") == 6
    assert f"Base case: {break_even.pays('1.388×')}" in page
    assert f"Unreachable: {break_even.UNREACHABLE}" in page
    for link in re.findall(r'(?:src|href)="([^"]+)"', page):
        assert (written / link).is_file()


def test_a_scenario_cannot_put_markup_into_the_page(hostile: Path) -> None:
    page = (hostile / "index.html").read_text(encoding="utf-8")
    assert "<script" not in page
    assert "<img src=x" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "&lt;img src=x onerror=y&gt;\ufffd[31m\ufffd\ufffd\nmore" in page
    assert [sign for sign in page if unicodedata.category(sign) == "Cc" and sign != "\n"] == []


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_called_so(
    tmp_path: Path, qapp: QApplication, full_disk: Callable[[int], None], number: int
) -> None:
    full_disk(number)
    with pytest.raises(ReportError) as failed:
        Report(tmp_path, 1).write(built_in()[:1])
    assert str(failed.value).endswith(f"the file cannot be written: {os.strerror(number)}")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_folder_that_cannot_be_written_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    done = report("--out", str(tmp_path / "taken"))
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "the folder cannot be made" in done.stderr


def test_a_bad_file_or_option_is_told_in_one_sentence(tmp_path: Path) -> None:
    for arguments in (("nope.json", "--out", str(tmp_path)), ("--out", str(tmp_path), "--scale", "9"), ()):
        done = call("report", *arguments)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("B = 1 GB/s", "b-1-gb-s"),
        ("Größe à l'η", "groe-a-l"),
        ("η", "scenario"),
        ("../../etc", "etc"),
        ("x" * 300, "x" * 60),
    ],
)
def test_a_slug_is_safe_in_any_file_system(name: str, plain: str) -> None:
    assert slug(name) == plain
