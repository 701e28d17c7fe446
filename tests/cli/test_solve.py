"""``pareggio solve``: the command, and what it says of many scenarios against the exact reference."""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from explorer.cli.solve import Solved
from explorer.model.thresholds import DIRECTIONS
from explorer.scenario import file
from explorer.scenario.collection import with_name
from explorer.scenario.edit import change, replace_at
from explorer.scenario.library import built_in
from explorer.scenario.parameters import PARAMETERS
from explorer.scenario.scenario import Scenario
from tests.answers.break_even import sentences as break_even
from tests.answers.builders import without_answer
from tests.cli.program import WITHOUT_QT, Finished, call, run
from tests.model.reference import Exact, fault
from tests.model.scenarios import exact_of, random_scenarios
from tests.scenario.library import family

CASES = [
    "Base case: 12.8 9.22 1.388286",
    "C = 1 ms: 1.8 2.345 0.767591",
    "B = 1 GB/s: 12.8 16.42 0.779537",
    "B = 50 GB/s: 12.8 8.58 1.491841",
    "S = 100 ms: 112.0 108.42 1.03302",
    "C at break-even: 3.253333 3.253333 1.0",
]
LOAD_MEANS = ("split_mean_s", "replicas_mean_s", "pipeline_mean_s")


def solve(*arguments: str, encoding: str = "utf-8") -> Finished:
    return call("solve", *arguments, encoding=encoding)


def solved_json(*arguments: str) -> list[dict[str, Any]]:
    done = solve(*arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout, parse_constant=pytest.fail)


@pytest.fixture
def saved(tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """A path and the content of the built-in file, to be changed and written there."""
    return tmp_path / "scenarios.json", json.loads(file.dumps(built_in()))


# --- the command


def test_built_in_cases_print_as_the_article_rounds_them() -> None:
    done = run("solve")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == CASES
    assert lines[:10] == [
        "Base case: 12.8 9.22 1.388286",
        "    C > 2.453333 ms (now 12 ms)",
        "    B > 1.826484 GB/s (now 10 GB/s)",
        "    η > 0.5415162 (now 0.8)",
        "    ℓ < 925 µs (now 30 µs)",
        "    V < 10.95 MB (now 2 MB)",
        "    Q < 19.56522, at most 19 (now 4)",
        "    ΔS < 3.58 ms (now 0 ms)",
        f"    f: {break_even.NO_OVERLAP_NEEDED}.",
        f"    S: {break_even.no_effect('S', break_even.SERIAL_CANCELS)}.",
    ]
    assert lines[11] == (f"    {break_even.pays('1.388×')}; {break_even.NEAREST}")


def test_json_holds_the_article_and_the_documented_keys() -> None:
    found = solved_json()
    assert [entry["name"] for entry in found] == [line.split(":")[0] for line in CASES]
    assert [entry["verdict"] for entry in found] == ["split", "single", "single", "split", "split", "tie"]
    for entry, line in zip(found, CASES, strict=True):
        numbers = (entry["one_device_s"] * 1e3, entry["split_s"] * 1e3, entry["speedup"])
        assert " ".join(str(round(number, 6)) for number in numbers) == line.split(": ")[1]
        holds_the_schema(entry)
    base = found[0]
    assert base["devices"] == 2
    assert base["target_speedup"] == 1
    assert base["parallel_efficiency"] == pytest.approx(0.694143, abs=5e-7)
    assert base["communication_s"] == pytest.approx(0.00092, rel=1e-14)
    assert base["overlap_bound_s"] == pytest.approx(0.0083, rel=1e-14)
    assert base["nearest"]["parameter"] == "efficiency"
    assert base["nearest"]["factor"] == pytest.approx(0.676895, abs=5e-7)
    assert base["thresholds"]["messages"]["largest"] == 19
    assert base["thresholds"]["divisible_s"] == {
        "state": "finite",
        "value": pytest.approx(0.00736 / 3, rel=1e-14),
        "reason": None,
    }


THRESHOLDS = (
    "divisible_s",
    "bandwidth_bytes_per_s",
    "efficiency",
    "startup_s",
    "message_bytes",
    "messages",
    "extra_serial_s",
    "overlap",
    "serial_s",
)
NUMBERS = ("one_device_s", "split_s", "speedup", "parallel_efficiency", "communication_s", "overlap_bound_s")


def holds_the_schema(entry: dict[str, Any]) -> None:
    """The keys, their order and the kinds of value that the command's JSON has."""
    assert list(entry) == [
        *("name", "devices", "target_speedup"),
        *NUMBERS,
        *(
            "verdict",
            "thresholds",
            "nearest",
            "matrix",
            "link",
            "regions",
            "per_devices",
            "plan",
            "pipeline",
            "load",
            "warnings",
        ),
    ]
    assert all(isinstance(entry[key], float) and math.isfinite(entry[key]) for key in NUMBERS)
    assert entry["verdict"] in ("split", "tie", "single")
    assert tuple(entry["thresholds"]) == THRESHOLDS
    for name, found in entry["thresholds"].items():
        assert list(found) == ["state", "value", "reason", *(["largest"] if name == "messages" else [])]
        assert found["state"] in ("finite", "always", "never", "no_effect", "unreachable")
        assert (found["value"] is not None) is (found["state"] in ("finite", "unreachable"))
        assert (found["reason"] is None) is (found["state"] == "finite")
    assert entry["nearest"] is None or list(entry["nearest"]) == ["parameter", "factor"]
    assert entry["nearest"] is None or entry["nearest"]["parameter"] in THRESHOLDS
    assert list(entry["load"]) == ["dispatch", "crossover_per_s", *LOAD_MEANS]
    assert entry["load"]["dispatch"] in ("shared", "random")
    for key in ("crossover_per_s", *LOAD_MEANS):
        assert entry["load"][key] is None or 0 <= entry["load"][key] < math.inf
    assert all(isinstance(warning, str) for warning in entry["warnings"])


@pytest.mark.parametrize("target", ["1.5", "1,5", "1.5×"])
def test_one_scenario_for_another_target(target: str) -> None:
    (found,) = solved_json("--scenario", "Base case", "--target", target)
    assert (found["name"], found["target_speedup"], found["verdict"]) == ("Base case", 1.5, "split")
    assert found["thresholds"]["divisible_s"]["value"] == pytest.approx(0.02848, rel=1e-12)
    assert found["thresholds"]["startup_s"]["state"] == "never"
    assert found["thresholds"]["messages"]["largest"] == 1


def test_a_file_is_solved_and_its_warnings_go_to_stderr(saved: tuple[Path, dict[str, Any]]) -> None:
    path, content = saved
    content["scenarios"] = content["scenarios"][:2]
    content["scenarios"][0]["work"]["efficiency"] = 1.3
    content["scenarios"][1]["work"]["efficiency"] = [{"devices": 4, "value": 0.9}]
    path.write_text(json.dumps(content), encoding="utf-8")
    plain, structured = solve(str(path)), run("solve", str(path), "--json")
    assert plain.returncode == structured.returncode == 0
    assert plain.stdout.splitlines()[-1] == "C = 1 ms: no result"
    assert plain.stderr == structured.stderr
    told = plain.stderr.splitlines()
    assert len(told) == 2
    assert told[0].startswith("pareggio: Base case: η = 1.3 is above 1.2")
    assert told[1] == f"pareggio: C = 1 ms: {break_even.no_efficiency(2, '4')}"
    warned, missing = json.loads(structured.stdout)
    assert [f"pareggio: Base case: {text}" for text in warned["warnings"]] == told[:1]
    assert [missing[key] for key in (*NUMBERS, "verdict", "nearest")] == [None] * 8
    assert missing["warnings"] == [break_even.no_efficiency(2, "4")]


WRONG = {
    "unknown scenario": (("--scenario", "no such"), "no such"),
    "target below 1": (("--target", "0.5"), "0.5"),
    "target that is no number": (("--target", "nan"), "nan"),
    "target with a unit": (("--target", "2 ms"), "ms"),
    "unknown option": (("--frobnicate",), "--frobnicate"),
    "option without its value": (("--target",), "--target"),
    "no such file": (("absent.json",), "absent.json"),
    "a folder": ((".",), "folder"),
    "two files": (("a.json", "b.json"), "b.json"),
}


def failed_with_one_sentence(done: Finished, said: str) -> None:
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("pareggio")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_one_sentence_and_status_2(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments, said = WRONG[name]
    monkeypatch.chdir(tmp_path)
    failed_with_one_sentence(solve(*arguments), said)


def test_a_process_ends_with_status_2_where_the_scenario_is_unknown() -> None:
    failed_with_one_sentence(run("solve", "--scenario", "no such"), "no such")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b'{"format": "pareggio-scenarios", "version": 1, "scenarios": [', "line 1"),
        (b'{"format": "pareggio-scenarios", "version": 99, "scenarios": []}', "99"),
        (b'{"format": "pareggio-scenarios", "version": 1, "scenarios": [{"name": 3}]}', "scenarios[0].name"),
        (b"\xff\xfe", "UTF-8"),
    ],
)
def test_a_bad_file_is_one_sentence_that_names_it_and_status_2(text: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(text)
    done = solve(str(path))
    failed_with_one_sentence(done, said)
    assert "bad.json" in done.stderr


def test_needs_no_qt() -> None:
    done = run("solve", start=("-c", WITHOUT_QT), DISPLAY="", QT_QPA_PLATFORM="")
    assert (done.returncode, done.stderr) == (0, "")
    assert [line for line in done.stdout.splitlines() if not line.startswith(" ")] == CASES


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_output_that_cannot_hold_greek_is_no_error(encoding: str) -> None:
    """A pipe or a console on Windows is cp1252; there η, ℓ and Δ do not exist."""
    for arguments in ((), ("--json",), ("--scenario", "η")):
        assert solve(*arguments, encoding=encoding).returncode == (2 if arguments == ("--scenario", "η") else 0)


def test_a_process_whose_output_cannot_hold_greek_leaves_no_traceback() -> None:
    for arguments, status in (((), 0), (("--scenario", "η"), 2)):
        done = run("solve", *arguments, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
        assert "Traceback" not in done.stderr
        assert done.returncode == status


# --- many scenarios, in process

MANY = random_scenarios(seed=20251129, count=400)


@cache
def solved(index: int) -> dict[str, Any]:
    """Solve one of the many, once for all tests."""
    entry: dict[str, Any] = json.loads(json.dumps(Solved(MANY[index]).as_json(), allow_nan=False))
    return entry


def agreed(number: float, exact: Fraction) -> bool:
    return number == pytest.approx(float(exact), rel=1e-13)


@pytest.mark.parametrize("part", range(8))
def test_the_exact_reference_agrees(part: int) -> None:
    for index in range(part, len(MANY), 8):
        scenario, entry = MANY[index], solved(index)
        case, target = exact_of(scenario)
        holds_the_schema(entry)
        assert entry["devices"] == case.devices
        assert entry["target_speedup"] == target
        assert agreed(entry["one_device_s"], case.one_device())
        assert agreed(entry["split_s"], case.split())
        assert agreed(entry["speedup"], case.speedup())
        assert agreed(entry["parallel_efficiency"], case.speedup() / case.devices)
        assert agreed(entry["communication_s"], case.communication())
        assert agreed(entry["overlap_bound_s"], case.bound())
        assert entry["verdict"] == case.verdict()
        thresholds_agree(scenario, case, target, entry["thresholds"])


def thresholds_agree(scenario: Scenario, case: Exact, target: Fraction, found: dict[str, Any]) -> None:
    factor = scenario.communication.link.path_factor
    for name in DIRECTIONS:
        key = PARAMETERS[name].path[-1]
        state, value = found[key]["state"], found[key]["value"]
        in_bytes_sent = factor * value if name == "message_bytes" and value is not None else value
        assert fault(case, target, name, state, in_bytes_sent) is None, scenario


def test_the_random_scenarios_show_every_state() -> None:
    seen = {(key, entry["state"]) for index in range(len(MANY)) for key, entry in solved(index)["thresholds"].items()}
    for key in THRESHOLDS:
        assert (key, "finite") in seen
        assert (key, "never") in seen
    assert {key for key, state in seen if state == "always"} == {"divisible_s", "message_bytes", "messages", "overlap"}
    without = {"bandwidth_bytes_per_s", "startup_s", "message_bytes", "serial_s"}
    assert {key for key, state in seen if state == "no_effect"} == without
    assert {key for key, state in seen if state == "unreachable"} == {"efficiency"}


def test_the_bytes_that_may_be_sent_are_those_of_the_tensor() -> None:
    """V* is 10.95 MB; with φ = 1.5 the tensor may have two thirds of it."""
    base = replace_at(built_in()[0], ("communication", "link", "path_factor"), 1.5)
    assert Solved(base).as_json()["thresholds"]["message_bytes"]["value"] == pytest.approx(7.3e6, rel=1e-12)


def test_a_tensor_that_is_not_sent_has_no_effect_and_says_so() -> None:
    for work in (0.012, 0.0):
        unsent = replace_at(change(built_in()[0], "divisible", work), ("communication", "link", "path_factor"), 0.0)
        found = Solved(unsent).as_json()["thresholds"]["message_bytes"]
        assert (found["state"], found["value"]) == ("no_effect", None)
        assert "no effect" in found["reason"]


def test_nothing_to_do_is_a_tie_at_one() -> None:
    empty = built_in()[0]
    for name in ("serial", "divisible", "messages"):
        empty = change(empty, name, 0)
    entry = Solved(empty).as_json()
    holds_the_schema(entry)
    assert (entry["speedup"], entry["verdict"], entry["nearest"]) == (1.0, "tie", None)
    assert Solved(empty).as_text()[0] == "Base case: 0.0 0.0 1.0"


def test_plain_text_has_a_line_for_each_threshold() -> None:
    symbols = ["C", "B", "η", "ℓ", "V", "Q", "ΔS", "f", "S"]
    for scenario in MANY[:100]:
        first, *rest = Solved(scenario).as_text()
        performance = Solved(scenario).outcome.performance
        assert performance is not None
        numbers = (performance.one_device_s * 1e3, performance.split_s * 1e3, performance.speedup)
        assert first == f"{scenario.name}: " + " ".join(str(round(number, 6)) for number in numbers)
        assert all(line.startswith("    ") for line in rest)
        assert [re.match(r" +(\S+?)(?: [<>] |: )", line)[1] for line in rest[:9]] == symbols
        assert rest[9].startswith("    communication ")
        assert len(rest) == 12
        assert rest[11].startswith("    matrix: ")


def test_the_small_matrices_are_printed() -> None:
    article = Solved(built_in()[0])
    assert article.as_text()[-1] == "    matrix: [-3, 9]; contributions [1, 1]; [-4, 8]; sum [-3, 9]"
    assert article.as_json()["matrix"] == {
        "full": [[-3.0, 9.0]],
        "contributions": [[[1.0, 1.0]], [[-4.0, 8.0]]],
        "sum": [[-3.0, 9.0]],
        "max_difference": 0.0,
    }
    several = {"x": [[1, 2], [0.5, 0]], "a": [[1, 2, 3], [0, 1, 0]], "b": [[1], [0], [1]], "shards": [2, 1]}
    other = Solved(replace_at(built_in()[0], ("matrix",), several))
    assert other.as_text()[-1] == "    matrix: [[4], [2]]; contributions [[1], [0.5]]; [[3], [1.5]]; sum [[4], [2]]"


def test_regions_and_numbers_of_devices() -> None:
    made = Solved(built_in()[0]).as_json()
    assert made["regions"]["divisible_s"] == [[pytest.approx(2.453333e-3, rel=1e-6), None]]
    assert made["regions"]["message_bytes"] == [[0.0, pytest.approx(10.95e6)]]
    assert [entry["devices"] for entry in made["per_devices"]] == [2]
    assert made["per_devices"][0]["split_s"] == made["split_s"]
    assert made["link"] == {
        "kind": "constant",
        "message_s": pytest.approx(2.3e-4),
        "startup_s": 3e-5,
        "bandwidth_bytes_per_s": 1e10,
        "source": "given",
    }
    curves = [curve.model_dump() for curve in family("h100-sxm-nccl").curves]
    measured = Solved(replace_at(built_in()[0], ("communication", "link"), {"kind": "measured", "curves": curves}))
    entries = measured.as_json()["per_devices"]
    assert [(entry["devices"], entry["source"]) for entry in entries] == [(count, "measured") for count in (2, 4, 8)]


# --- under load


def test_the_base_case_under_load() -> None:
    found = solved_json("--scenario", "Base case")[0]["load"]
    assert found["dispatch"] == "shared"
    assert found["crossover_per_s"] == pytest.approx(34.0436, abs=5e-5)
    assert found["split_mean_s"] == pytest.approx(12.745369e-3, abs=5e-10)
    assert found["replicas_mean_s"] == pytest.approx(13.289920e-3, abs=5e-10)
    alone, period, rate = 13.03e-3, 6.4e-3, 30.0
    assert found["pipeline_mean_s"] == pytest.approx(alone + period * rate * period / (1 - rate * period))


def test_what_does_not_settle_or_has_no_figures_is_null() -> None:
    saturated = Solved(change(built_in()[0], "arrivals", 120.0)).as_json()["load"]
    assert saturated["split_mean_s"] is None
    assert saturated["replicas_mean_s"] > 0
    loses = Solved(built_in()[2]).as_json()["load"]
    assert loses["crossover_per_s"] == 0  # replicas are faster at any rate
    assert loses["split_mean_s"] > loses["replicas_mean_s"]
    missing = Solved(without_answer(built_in()[0]))
    assert missing.as_json()["load"] | {"replicas_mean_s": 0, "pipeline_mean_s": 0} == {
        "dispatch": "shared", "crossover_per_s": None, "split_mean_s": None, "replicas_mean_s": 0, "pipeline_mean_s": 0,
    }  # fmt: skip


@pytest.mark.parametrize("divisible", [1e-300, 1e-320, 1e9])
def test_json_has_no_number_that_is_not_finite(divisible: float) -> None:
    made = Solved(change(built_in()[0], "divisible", divisible)).as_json()
    json.dumps(made, allow_nan=False)


def test_the_plainest_locale_is_enough(tmp_path: Path) -> None:
    """What a container or a cron job has: no language, no encoding."""
    path = tmp_path / "δύο.json"
    file.write(path, (with_name(built_in()[0], "Größe × 2"),))
    done = run("solve", str(path), LC_ALL="C", PYTHONIOENCODING=None, PYTHONUTF8=None)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "Größe × 2: 12.8 9.22 1.388286"
    assert "    η > 0.5415162 (now 0.8)" in done.stdout.splitlines()
    bare = run("solve", str(path), LC_ALL="C", PYTHONIOENCODING=None, PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert (bare.returncode, bare.stderr) == (0, "")
    assert bare.stdout.splitlines()[0] == "Gr??e ? 2: 12.8 9.22 1.388286"  # what ASCII has no letter for
