"""A block of the table, to a spreadsheet and back."""

from __future__ import annotations

import csv
import io
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.answers.csv import as_csv, guarded, unguarded
from explorer.answers.outcome import Outcome
from explorer.answers.scenarios.clipboard import Pasted, copied, pasted
from explorer.answers.scenarios.columns import BY_KEY, COLUMNS
from explorer.scenario.collection import DocumentState, with_name
from explorer.scenario.edit import ScenarioError, value_of
from explorer.scenario.library import built_in
from explorer.scenario.parameters import PARAMETERS
from tests.answers.scenarios import sentences
from tests.draws import examples
from tests.scenario import sentences as scenario_words

ALL = range(6)
OUTCOMES = [Outcome(scenario) for scenario in built_in()]


def paste(text: str, rows: range = ALL, first: str = "serial") -> Pasted:
    at = [column.key for column in COLUMNS].index(first)
    return pasted(DocumentState.of(built_in()), text, rows, COLUMNS[at:])


def test_a_block_has_units_above_and_all_digits() -> None:
    columns = [BY_KEY[key] for key in ("name", "speedup", "divisible*", "bandwidth", "nearest")]
    read = list(csv.reader(io.StringIO(copied(OUTCOMES[:2], columns)), dialect="excel-tab"))
    assert read[0] == ["name", "T₁/Tₙ (1)", "C* (s)", "B (bytes/s)", "nearest"]
    assert read[1][0] == "Base case"
    performance = OUTCOMES[0].performance
    assert performance is not None
    assert float(read[1][1]) == performance.speedup
    assert float(read[1][2]) == OUTCOMES[0].thresholds["divisible"].value
    assert float(read[1][3]) == 1e10
    assert read[1][4] == "η −32 %"


def test_what_was_copied_changes_nothing_when_it_comes_back() -> None:
    assert paste(copied(OUTCOMES, COLUMNS)).state.scenarios == built_in()
    assert str(paste(copied(OUTCOMES, COLUMNS)).message) == sentences.pasted(0, 0)


RUN_BY_SPREADSHEETS = ("=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("http://x")', "'=1+1", "''-x", "'plain")


def test_no_name_is_a_formula_to_a_spreadsheet_and_all_come_back() -> None:
    named = tuple(
        with_name(scenario, name) for scenario, name in zip(built_in() * 2, RUN_BY_SPREADSHEETS, strict=False)
    )
    block = copied([Outcome(scenario) for scenario in named], COLUMNS)
    cells = [cell for line in csv.reader(io.StringIO(block), dialect="excel-tab") for cell in line]
    texts = [cell for cell in cells if re.fullmatch(r"[-+]?[\d.]+(e[-+]?\d+)?|inf", cell) is None]
    assert [text for text in texts if text.startswith(("=", "+", "-", "@"))] == []
    state = DocumentState.of(named)
    assert pasted(state, block, range(len(named)), COLUMNS).state.scenarios == named
    anew = pasted(DocumentState.of(named[:1]), block, range(1), COLUMNS).state.scenarios
    assert [scenario.name for scenario in anew] == list(RUN_BY_SPREADSHEETS)


@examples()
@given(st.text(st.sampled_from("'=+-@a"), max_size=5))
def test_what_is_guarded_is_what_it_was(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert len(text) < 2 or not guarded(text).startswith(("=", "+", "-", "@"))


def test_texts_in_tables_are_guarded_and_numbers_are_not() -> None:
    table = as_csv(["name", "x", "n"], [["=1+1", -1.5, np.int64(-3)], ["plain", float("inf"), -4]])
    assert table.splitlines() == ["name,x,n", "'=1+1,-1.5,-3", "plain,inf,-4"]


def test_names_say_where_rows_go() -> None:
    made = paste(f"C (s)\tname\n0.02\t{built_in()[4].name}\n0.03\tNew one\n", range(2, 6))
    assert value_of(made.state.scenarios[4], "divisible") == 0.02
    assert made.state.scenarios[2] is built_in()[2]
    assert made.state.scenarios[6].name == "New one"
    assert value_of(made.state.scenarios[6], "divisible") == 0.03
    assert made.state.current == 6
    assert str(made.message) == sentences.pasted(1, 1)


def test_without_titles_cells_go_to_where_the_cursor_stands() -> None:
    made = paste("1 ms\t2,5 ms\n\t0.004 s\n", range(1, 3), "serial")
    first, second = made.state.scenarios[1:3]
    assert (value_of(first, "serial"), value_of(first, "extra_serial")) == (1e-3, 2.5e-3)
    assert value_of(second, "serial") == value_of(built_in()[2], "serial")
    assert value_of(second, "extra_serial") == 0.004


@pytest.mark.parametrize(
    ("text", "name", "read"),
    [
        ("1", "serial", 1e-6),  # beside 800 µs
        ("13", "divisible", 0.013),
        ("5", "bandwidth", 5e9),
        ("3", "messages", 3),
        ("S\n1", "serial", 1e-6),
        ("S (s)\n1", "serial", 1.0),
        ("B (bytes/s)\n5", "bandwidth", 5.0),
        ("B (bytes/s)\n5 GB/s", "bandwidth", 5e9),
    ],
)
def test_a_bare_number_is_read_as_where_it_is_typed_unless_a_title_names_the_unit(
    text: str, name: str, read: float
) -> None:
    assert value_of(paste(text, range(1), name).state.scenarios[0], name) == pytest.approx(read, rel=1e-15)


LOG = """# nThread 1 nGpus 8 minBytes 8 maxBytes 134217728
# Using devices
           8             2     float     sum      -1    10.29    0.00    0.00      0    10.18    0.00    0.00      0
          16             4     float     sum      -1    10.31    0.00    0.00      0    10.20    0.00    0.00      0
"""


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        (LOG, 1, "the output of a program"),
        (LOG.splitlines()[2], 1, "the output of a program"),
        ("[12:30:01] step 3\n[12:30:02] step 4", 1, "the output of a program"),
        ("Results\n#\n", 2, "the output of a program"),
        ('{"format": "pareggio"}', 1, "a file of data"),
        ("<html>", 1, "a file of data"),
    ],
)
def test_what_is_no_table_gives_no_names(text: str, line: int, what: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        paste(text, ALL, "name")
    assert str(caught.value).startswith(f"line {line}: this looks like {what}, not like cells of a table: ")


@pytest.mark.parametrize("name", ["Llama 70B, 4 × H100, 64 users", "run 1 of 3 on 4 GPUs", "#1", "1.5 GB/s"])
def test_names_of_scenarios_are_no_output(name: str) -> None:
    assert paste(name, range(1), "name").state.scenarios[0].name == name


def test_rows_beyond_the_last_become_new_scenarios() -> None:
    made = paste("\n".join(f"{number} ms" for number in range(1, 5)), range(4, 6), "divisible")
    assert [scenario.name for scenario in made.state.scenarios[6:]] == [
        f"{built_in()[5].name} (2)",
        f"{built_in()[5].name} (3)",
    ]
    assert [value_of(scenario, "divisible") for scenario in made.state.scenarios[4:]] == [1e-3, 2e-3, 3e-3, 4e-3]


def test_a_block_with_a_thousand_new_rows_is_one_too_many() -> None:
    rows = "\n".join(f"case {number}\t{number + 1}" for number in range(1000))
    with pytest.raises(ScenarioError, match=scenario_words.AT_MOST_1000):
        paste("name\tC (s)\n" + rows)
    assert len(paste("name\tC (s)\n" + rows[: rows.index("case 994")]).state.scenarios) == 1000


@pytest.mark.parametrize(
    ("text", "first", "told"),
    [
        ("", "serial", sentences.NO_CELLS),
        ("1 ms\nabc", "serial", sentences.in_line("S", 2, scenario_words.not_a("abc"))),
        ("C (s)\tη (1)\n0.01\t-3", "serial", sentences.in_line("η", 2, scenario_words.out_of_range("-3"))),
        ("1\t2", "bound", sentences.RESULTS),
        ("T₁ (s)\n1", "serial", sentences.RESULTS),
        ("1\t2\t3", "overlap", "line 1: there are more cells than columns"),
        ("same\nsame", "name", scenario_words.NAMES_UNIQUE),
        ("Q (1)\n2.5", "serial", sentences.in_line("Q", 2, scenario_words.not_a("2.5", "whole number"))),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_nothing_is_taken(text: str, first: str, told: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        paste(text, ALL, first)
    assert told in str(caught.value)


def test_every_parameter_can_be_pasted() -> None:
    for name, parameter in PARAMETERS.items():
        value = 3 if parameter.dimension.whole else 0.75 if name in ("overlap", "efficiency") else 12.5
        made = paste(f"{BY_KEY[name].head()}\n{value!r}\n", range(1))
        assert value_of(made.state.scenarios[0], name) == value
