"""Files on the disk: read in bounds, told apart, replaced whole, and what a killed save left behind."""

from __future__ import annotations

import os
import re
import stat
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread

Stamp = tuple[int, int, int]
_ABANDONED_S = 60.0
"""Age in seconds from which a temporary file is no save that is under way."""
_MOST_ASIDE = 1000


class NoFileError(OSError):
    """What is at a path is neither a file nor a folder: a pipe would keep its reader waiting for ever."""


def read_bytes(path: Path, most: int) -> bytes:
    """Return the first ``most`` bytes of a regular file; OSError, or ValueError for a path that no system accepts."""
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError
    if not stat.S_ISREG(mode):
        raise NoFileError
    with path.open("rb") as stream:
        return stream.read(most)


def is_file(path: Path) -> bool:
    """Whether there is a file; False where nobody may look, or the system does not answer."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def files_among(paths: Sequence[Path], seconds: float) -> list[Path]:
    """Return those of some paths that are files, as far as the system answers in time.

    A network share that is gone can keep a question waiting for minutes; a path on it is left out.
    """
    answers: dict[Path, bool] = {}

    def ask(path: Path) -> None:
        answers[path] = is_file(path)

    threads = [Thread(target=ask, args=(path,), daemon=True) for path in paths]
    for thread in threads:
        thread.start()
    end = time.monotonic() + seconds
    for thread in threads:
        thread.join(max(end - time.monotonic(), 0.0))
    return [path for path in paths if answers.get(path)]


def stamp(path: Path) -> Stamp | None:
    """Return what tells one content of a file from another: time, size and inode; None where there is no file."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def write_bytes(target: Path, data: bytes) -> None:
    """Replace a file's content whole or not at all; OSError where that fails."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=_prefix(target), suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.chmod(_mode(target))
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def reason(error: Exception) -> str:
    """Return why a file cannot be read or written, in the words of the system, such as "No space left on device"."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def set_aside(path: Path) -> Path | None:
    """Give what cannot be read a name beside its own that is free, and return that; None where this fails."""
    names = (path.with_suffix(f".unreadable{number or ''}") for number in range(_MOST_ASIDE))
    with suppress(OSError):
        aside = next((name for name in names if not os.path.lexists(name)), None)
        if aside is not None:
            path.rename(aside)
            return aside
    return None


def tidy(target: Path) -> None:
    """Remove what killed saves of a file have left beside it: files of their very names only."""
    leftover = re.compile(re.escape(_prefix(target)) + r"[a-z0-9_]{8}\.tmp")  # as tempfile names them
    with suppress(OSError, ValueError), os.scandir(target.parent) as entries:
        for entry in entries:
            age = time.time() - entry.stat(follow_symlinks=False).st_mtime if leftover.fullmatch(entry.name) else 0.0
            if age > _ABANDONED_S and entry.is_file(follow_symlinks=False):
                Path(entry.path).unlink(missing_ok=True)


def _prefix(target: Path) -> str:
    return f".{target.name[:40]}."


def _mode(target: Path) -> int:
    """Permissions of the file that is replaced, or those that a new file gets."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
