"""The map stays true: imports, sizes, and strings that can be translated."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted((ROOT / "explorer").rglob("*.py"))


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_imports_point_down_the_map(capsys: pytest.CaptureFixture[str]) -> None:
    status = lint_imports(config_filename=str(ROOT / "pyproject.toml"), cache_dir=None)
    assert status == 0, capsys.readouterr().out


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_what_all_answers_share_imports_no_capability() -> None:
    answers = ROOT / "explorer" / "answers"
    folders = tuple(f"explorer.answers.{path.name}." for path in answers.iterdir() if (path / "__init__.py").exists())
    assert len(folders) >= 9
    wrong = {
        path.name: name for path in answers.glob("*.py") for name in imported(path) if f"{name}.".startswith(folders)
    }
    assert not wrong


def test_at_the_top_stands_what_the_user_fixed() -> None:
    allowed = {"explorer", "resources", "tests", "pyproject.toml", "README.md", "build", "dist"}
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert {name for name in found if not name.endswith(".egg-info")} <= allowed


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_and_functions_keep_their_measure(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= 350
    long = [node.name for node in functions(ast.parse(text)) if (node.end_lineno or 0) - node.lineno + 1 > 50]
    assert not long


def translated_calls(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in ("tr", "sentence"):
            yield node


def test_what_is_translated_is_a_plain_literal() -> None:
    """lupdate extracts an f-string as a key that never matches, and an expression not at all."""
    wrong = [
        f"{path.name}:{call.lineno}"
        for path in SOURCES
        for call in translated_calls(path)
        if not (call.args and isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str))
    ]
    assert not wrong


TEST_FILES = [path for path in sorted((ROOT / "tests").rglob("*.py")) if "benchmarks" not in path.parts]


def is_private(node: ast.AST) -> bool:
    """Whether a name is private to another object; ``_fields`` of a named tuple is public."""
    if not isinstance(node, ast.Attribute) or not node.attr.startswith("_") or node.attr.startswith("__"):
        return False
    return node.attr != "_fields" and getattr(node.value, "id", "") != "self"


def test_tests_read_what_is_public_and_import_no_other_test() -> None:
    private = [
        f"{path.name}:{node.lineno} {node.attr}"
        for path in TEST_FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and is_private(node)
    ]
    assert not private
    tests = [f"{path.name}: {name}" for path in TEST_FILES for name in imported(path) if ".test_" in name]
    assert not tests


VIEW_FILES = [path for path in SOURCES if "views" in path.parts]
SHOWING = {"setText", "setToolTip", "setWindowTitle", "addTab", "set_whole", "addMenu", "setAccessibleName"}


def test_views_show_no_untranslated_words() -> None:
    wrong = []
    for path in VIEW_FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SHOWING:
                wrong += [
                    f"{path.name}:{node.lineno}: {argument.value}"
                    for argument in node.args
                    if isinstance(argument, ast.Constant)
                    and isinstance(argument.value, str)
                    and any(letter.isalpha() for letter in argument.value)
                ]
    assert not wrong
