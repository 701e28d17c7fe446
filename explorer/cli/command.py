"""The ``pareggio`` command: open the window, or answer without one.

``pareggio [FILE]`` opens the window. ``pareggio solve`` and ``pareggio links`` print and need neither a display nor Qt;
``pareggio report`` needs Qt but no display. A file with the name of a subcommand is given as a path (``./solve``).
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

from typing_extensions import override

from explorer import __version__

if TYPE_CHECKING:
    from explorer.scenario.scenario import Scenario

DONE, CANNOT, WRONG_INPUT = 0, 1, 2


class _CommandError(Exception):
    """Why the command ends: one sentence, and the exit status."""

    def __init__(self, message: str, status: int = WRONG_INPUT) -> None:
        super().__init__(message)
        self.status = status


class _Parser(argparse.ArgumentParser):
    """A parser that reports a wrong option in one sentence on stderr."""

    @override
    def error(self, message: str) -> Any:
        self.exit(WRONG_INPUT, f"{self.prog}: {message}; see {self.prog} --help\n")


def _parser(name: str, description: str, epilog: str | None = None, *, file: bool = True) -> _Parser:
    """Make the parser of a command, with the scenario file as its first argument unless ``file`` is false."""
    parser = _Parser(prog=name, description=description, epilog=epilog)
    if file:
        parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help=_FILE_HELP)
    return parser


_FILE_HELP = "scenario file (default: the built-in cases)"


def _window_parser() -> _Parser:
    parser = _parser(
        "pareggio",
        "Does splitting a model over several devices make it faster? Opens the explorer's window.",
        "Without a window: pareggio solve [FILE] prints the answer, pareggio report [FILE] --out DIR writes pictures "
        "and numbers, pareggio links lists the links that ship with the program; see pareggio solve --help and so on.",
    )
    parser.add_argument("--version", action="version", version=f"pareggio {__version__}")
    return parser


def _solve_parser() -> _Parser:
    parser = _parser("pareggio solve", "Print times, speed-up and thresholds of the scenarios of a file.")
    parser.add_argument("--scenario", metavar="NAME", help="only the scenario of that name")
    parser.add_argument("--target", metavar="R", help="target speed-up for the thresholds (default: the file's)")
    parser.add_argument("--json", action="store_true", help="print JSON, times in seconds")
    return parser


def _report_parser() -> _Parser:
    parser = _parser("pareggio report", "Write pictures and numbers of every scenario into a folder.")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="output folder, created if missing")
    parser.add_argument("--scale", type=int, choices=(1, 2, 3, 4), default=2, help="scale of the pictures (default 2)")
    return parser


def _links_parser() -> _Parser:
    parser = _parser(
        "pareggio links",
        "List the links that ship with the program: measured curves and presets, each with its source.",
        file=False,
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with ``arguments``, those of the process if None.

    Returns the exit status: 0, 1 where this machine cannot do it, 2 for a wrong file or option.
    """
    if arguments is None:
        # Ctrl+C ends the process at once: Python would wait for Qt, or raise within a call of Qt and crash.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without η or × is no reason to fail
    try:
        return _run(given)
    except _CommandError as error:
        failure = error
    except OSError as error:
        sys.stdout = None  # what it still holds cannot be written either, and Python would complain at exit
        if isinstance(error, BrokenPipeError):
            return DONE  # the reader has what it wanted
        failure = _CommandError(f"the output cannot be written: {error.strerror}", CANNOT)
    _complain(str(failure))
    return failure.status


def _complain(text: str) -> None:
    if sys.stderr is not None:  # where it is closed, print would write to stdout, among the answers
        print(f"pareggio: {text}", file=sys.stderr)


def _run(arguments: Sequence[str]) -> int:
    name = arguments[0] if arguments else ""
    status = _SUBCOMMANDS[name](arguments[1:]) if name in _SUBCOMMANDS else _window(arguments)
    if sys.stdout is not None:  # as where it was closed before the start
        sys.stdout.flush()
    return status


def _window(arguments: Sequence[str]) -> int:
    options = _window_parser().parse_args(arguments)
    _read(options.file)  # a fault is reported even where no window can open
    from explorer.app.system_check import missing_for_window

    _require(missing_for_window())
    from explorer.app.application import run

    return run(options.file)


def _require(problem: str | None) -> None:
    """End the command where something is missing."""
    if problem is not None:
        raise _CommandError(problem, CANNOT)


def _read(path: Path | None) -> tuple[Scenario, ...]:
    """Return the scenarios of a file, the built-in ones for None."""
    from explorer.scenario.edit import ScenarioError
    from explorer.scenario.file import read
    from explorer.scenario.library import built_in

    try:
        return built_in() if path is None else read(path)
    except ScenarioError as error:
        raise _CommandError(str(error) if str(path) in str(error) else f"{path}: {error}") from None


def _solve(arguments: Sequence[str]) -> int:
    options = _solve_parser().parse_args(arguments)
    from explorer.cli import solve
    from explorer.scenario.edit import change
    from explorer.scenario.parameters import TARGET
    from explorer.scenario.quantity import QuantityError

    scenarios = _read(options.file)
    if options.scenario is not None:
        scenarios = tuple(scenario for scenario in scenarios if scenario.name == options.scenario)
        if not scenarios:
            raise _CommandError(f"there is no scenario named “{options.scenario}” in this file")
    if options.target is not None:
        try:
            target = TARGET.read(options.target, "")
        except QuantityError as error:
            raise _CommandError(f"--target: {error}") from None
        scenarios = tuple(change(scenario, "target", target) for scenario in scenarios)
    answers = [solve.Solved(scenario) for scenario in scenarios]
    for solved in answers:
        for warning in solved.warnings:
            _complain(f"{solved.name}: {warning}")
    if options.json:
        print(json.dumps([solved.as_json() for solved in answers], indent=2, allow_nan=False))
    else:
        print("\n".join(line for solved in answers for line in solved.as_text()))
    return DONE


def _report(arguments: Sequence[str]) -> int:
    options = _report_parser().parse_args(arguments)
    from explorer.app.system_check import missing_libraries

    _require(missing_libraries())
    scenarios = _read(options.file)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from explorer.app.application import make_application
    from explorer.cli.report import Report, ReportError

    application = make_application()
    report = Report(options.out, options.scale)
    try:
        report.write(scenarios)
    except ReportError as error:
        raise _CommandError(str(error), CANNOT) from None
    finally:
        application.processEvents()
    print("\n".join(str(path) for path in report.written))
    return DONE


def _links(arguments: Sequence[str]) -> int:
    options = _links_parser().parse_args(arguments)
    from explorer.cli import links
    from explorer.scenario.edit import ScenarioError

    try:
        entries = links.as_json()
    except ScenarioError as error:
        raise _CommandError(str(error), CANNOT) from None
    if options.json:
        print(json.dumps(entries, indent=2, allow_nan=False))
    else:
        print("\n".join(links.as_text(entries)))
    return DONE


_SUBCOMMANDS: dict[str, Callable[[Sequence[str]], int]] = {"solve": _solve, "report": _report, "links": _links}
