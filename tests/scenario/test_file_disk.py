"""Reading from and writing to disk: a write is whole or none, and every failure is told."""

from __future__ import annotations

import builtins
import errno
import io
import os
import signal
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from explorer.scenario import storage
from explorer.scenario.edit import ScenarioError
from explorer.scenario.file import dumps, read, write
from tests.scenario import sentences
from tests.scenario.build import plain, refusal_of
from tests.scenario.files import PLAIN, names

# Reading from disk


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A scenario file alone in its folder."""
    made = tmp_path / "here" / "a.json"
    made.parent.mkdir()
    made.write_text(PLAIN, encoding="utf-8")
    return made


@pytest.fixture
def alarm() -> Iterator[None]:
    """Ends a test that waits."""

    def ring(*_: object) -> None:
        raise AssertionError("still waiting after 5 s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(5)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def unreadable(path: Path) -> str:
    error = refusal_of(lambda: read(path))
    assert error.place == str(path)
    return str(error.message)


def deny(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let calls of the system fail as they do without permission; root would be let through."""

    def denied(*_: object, **__: object) -> Any:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    for name in names:
        if name == "open":
            monkeypatch.setattr(io, "open", denied)
            monkeypatch.setattr(builtins, "open", denied)
            monkeypatch.setattr(os, "open", denied)
        else:
            monkeypatch.setattr(os, name, denied)


def test_reads_a_file(path: Path) -> None:
    assert read(path) == (plain(),)


def test_reads_through_a_link(path: Path) -> None:
    link = path.with_name("link.json")
    link.symlink_to("a.json")
    assert read(link) == (plain(),)


def test_a_missing_file_is_told(path: Path) -> None:
    assert "no such file" in unreadable(path.with_name("b.json"))
    assert "no such file" in unreadable(path.parent / "none" / "a.json")


def test_a_link_to_nothing_is_told(path: Path) -> None:
    link = path.with_name("link.json")
    link.symlink_to("b.json")
    assert "no such file" in unreadable(link)


def test_a_link_to_itself_is_told(path: Path) -> None:
    link = path.with_name("link.json")
    link.symlink_to("link.json")
    assert sentences.NOT_READABLE in unreadable(link)


def test_a_file_that_vanishes_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plainly = Path.open

    def late(self: Path, *arguments: Any, **options: Any) -> Any:
        self.unlink()
        return plainly(self, *arguments, **options)

    monkeypatch.setattr(Path, "open", late)
    assert "no such file" in unreadable(path)


def test_a_folder_is_told(path: Path) -> None:
    assert "folder" in unreadable(path.parent)


def test_a_folder_that_is_a_file_is_told(path: Path) -> None:
    assert sentences.NOT_READABLE in unreadable(path / "b.json")


@pytest.mark.parametrize("calls", [["open"], ["stat", "open"]], ids=["file", "folder"])
def test_no_permission_to_read_is_told(path: Path, monkeypatch: pytest.MonkeyPatch, calls: list[str]) -> None:
    with monkeypatch.context() as patched:
        deny(patched, *calls)
        error = refusal_of(lambda: read(path))
    assert error.place == str(path)
    assert "no permission" in str(error.message)


def test_a_failing_disk_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object, **__: object) -> Any:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", failing)
        error = refusal_of(lambda: read(path))
    assert os.strerror(errno.EIO) in str(error.message)


@pytest.mark.usefixtures("alarm")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    assert "not a file" in unreadable(tmp_path / "pipe.json")


@pytest.mark.parametrize("name", ["x" * 300, "a\x00b"], ids=["long", "zero"])
def test_an_impossible_name_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(ScenarioError, match=sentences.NOT_READABLE) as caught:
        read(tmp_path / name)
    assert len(str(caught.value.message).splitlines()) == 1


def test_a_file_of_more_than_16_mib_is_refused(path: Path) -> None:
    with path.open("r+b") as stream:
        stream.truncate(16 * 2**20 + 1)
    assert "larger than 16 MiB" in unreadable(path)


def test_a_file_of_16_mib_is_read(path: Path) -> None:
    path.write_text(PLAIN + " " * (16 * 2**20 - len(PLAIN.encode())), encoding="utf-8")
    assert path.stat().st_size == 16 * 2**20
    assert read(path) == (plain(),)


# Writing to disk

OTHER = (plain(name="Other", notes="ηN"),)


def unwritable(path: Path) -> str:
    error = refusal_of(lambda: write(path, OTHER))
    assert error.place == str(path)
    return str(error.message)


def test_writes_what_it_reads(path: Path) -> None:
    for target in (path, path.with_name("new.json"), path.with_name("ünïcödé 日本.json"), path.with_name("x" * 240)):
        write(target, OTHER)
        assert target.read_bytes() == dumps(OTHER).encode()
        assert read(target) == OTHER
    assert len(names(path.parent)) == 4


@pytest.mark.parametrize("call", ["fsync", "replace", "chmod"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EROFS], ids=["full", "failing", "read-only"])
def test_a_write_that_fails_leaves_the_old_file_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int
) -> None:
    def failing(*_: object, **__: object) -> Any:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patched:
        patched.setattr(os, call, failing)
        told = unwritable(path)
    assert os.strerror(number) in told
    assert "unchanged" in told
    assert path.read_text(encoding="utf-8") == PLAIN
    assert names(path.parent) == ["a.json"]


def test_a_first_write_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", failing)
        unwritable(tmp_path / "new.json")
    assert names(tmp_path) == []


def test_a_write_that_is_interrupted_leaves_the_old_file_alone(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write(path, OTHER)
    assert path.read_text(encoding="utf-8") == PLAIN
    assert names(path.parent) == ["a.json"]


def test_the_bytes_are_on_the_disk_before_the_old_file_goes(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def told(name: str) -> Callable[..., Any]:
        plainly = getattr(os, name)

        def call(*arguments: Any, **options: Any) -> Any:
            seen.append(name)
            assert path.read_text(encoding="utf-8") == PLAIN
            return plainly(*arguments, **options)

        return call

    with monkeypatch.context() as patched:
        for name in ("fsync", "replace"):
            patched.setattr(os, name, told(name))
        write(path, OTHER)
    assert seen[:2] == ["fsync", "replace"]
    assert read(path) == OTHER


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755], ids=oct)
def test_the_permissions_of_a_file_are_kept(path: Path, mode: int) -> None:
    path.chmod(mode)
    write(path, OTHER)
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o027, 0o640), (0o077, 0o600)], ids=oct)
def test_a_new_file_has_the_usual_permissions(tmp_path: Path, mask: int, mode: int) -> None:
    before = os.umask(mask)
    try:
        write(tmp_path / "new.json", OTHER)
    finally:
        after = os.umask(before)
    assert stat.S_IMODE((tmp_path / "new.json").stat().st_mode) == mode
    assert after == mask


def test_a_link_is_followed(path: Path) -> None:
    link = path.parent / "links" / "link.json"
    link.parent.mkdir()
    link.symlink_to("../a.json")
    write(link, OTHER)
    assert link.is_symlink()
    assert not path.is_symlink()
    assert read(path) == read(link) == OTHER
    assert names(link.parent) == ["link.json"]


def test_a_link_to_nothing_makes_the_file(path: Path) -> None:
    link = path.with_name("link.json")
    link.symlink_to("new.json")
    write(link, OTHER)
    assert link.is_symlink()
    assert read(path.with_name("new.json")) == OTHER


def test_a_missing_folder_is_told_when_writing(tmp_path: Path) -> None:
    told = unwritable(tmp_path / "none" / "a.json")
    assert "cannot be written" in told
    assert os.strerror(errno.ENOENT) in told
    assert names(tmp_path) == []


def test_a_folder_is_told_when_writing(path: Path) -> None:
    assert "this is not a file" in unwritable(path.parent)
    assert path.read_text(encoding="utf-8") == PLAIN
    assert names(path.parent.parent) == ["here"]


def test_a_folder_that_is_a_file_is_told_when_writing(path: Path) -> None:
    assert "cannot be written" in unwritable(path / "b.json")


@pytest.mark.parametrize("name", ["x" * 300, "a\x00b"], ids=["long", "zero"])
def test_an_impossible_name_is_told_when_writing(tmp_path: Path, name: str) -> None:
    with pytest.raises(ScenarioError, match="cannot be written") as caught:
        write(tmp_path / name, OTHER)
    assert len(str(caught.value.message).splitlines()) == 1
    assert names(tmp_path) == []


@pytest.mark.parametrize("calls", [["open"], ["stat", "open"]], ids=["folder", "way there"])
def test_no_permission_to_write_is_told(path: Path, monkeypatch: pytest.MonkeyPatch, calls: list[str]) -> None:
    with monkeypatch.context() as patched:
        deny(patched, *calls)
        error = refusal_of(lambda: write(path, OTHER))
    assert error.place == str(path)
    assert "no permission" in str(error.message)
    assert path.read_text(encoding="utf-8") == PLAIN
    assert names(path.parent) == ["a.json"]


def test_a_file_that_is_write_protected_is_not_replaced(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(os, "access", lambda *_, **__: False)
        told = unwritable(path)
    assert "no permission to write" in told
    assert path.read_text(encoding="utf-8") == PLAIN


@pytest.mark.usefixtures("alarm")
def test_a_pipe_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    assert "not a file" in unwritable(tmp_path / "pipe.json")
    assert (tmp_path / "pipe.json").is_fifo()


def test_only_leftovers_of_a_killed_save_are_tidied(tmp_path: Path) -> None:
    target = tmp_path / "s.json"
    left = tmp_path / ".s.json.ab12_xyz.tmp"
    others = [".s.json.mine.tmp", ".s.json.ABCDEFGH.tmp", ".t.json.ab12_xyz.tmp", "s.json.ab12_xyz.tmp"]
    for name in (left.name, *others):
        (tmp_path / name).write_bytes(b"")
        os.utime(tmp_path / name, (0, 0))
    storage.tidy(target)
    assert sorted(place.name for place in tmp_path.iterdir()) == sorted(others)


def test_what_a_killed_save_leaves_has_the_name_that_is_tidied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: object) -> None:
        raise SystemExit  # as if nothing after it ran

    target = tmp_path / ("a long name of a file " * 4 + ".json")
    monkeypatch.setattr(Path, "unlink", lambda *_args, **_kinds: None)
    monkeypatch.setattr(os, "fsync", killed)
    with pytest.raises(SystemExit):
        storage.write_bytes(target, b"text")
    monkeypatch.undo()
    (left,) = tmp_path.iterdir()
    storage.tidy(target)
    assert left.exists()  # it may be under way
    os.utime(left, (0, 0))
    storage.tidy(target)
    assert not left.exists()
