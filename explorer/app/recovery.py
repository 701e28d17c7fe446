"""Unsaved work is saved to a recovery folder within seconds and offered again after a crash or a kill.

One file for each process, beside a lock that the process holds while it lives: what has no living owner is an orphan.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError
from PySide6.QtCore import QLockFile, QObject, QTimer

from explorer.document import Document
from explorer.scenario import file, storage
from explorer.scenario.edit import ScenarioError, explain
from explorer.scenario.part import Part
from explorer.scenario.scenario import Scenario

DELAY_MS = 2000
MOST_WINDOWS = 100
_LARGEST = 4 * file.LARGEST_FILE
"""Bytes of a recovery file: a scenario file whose every quote is written as two letters, and more."""


@dataclass(frozen=True)
class Orphan:
    """Unsaved work whose process is no longer running."""

    place: Path
    scenarios: tuple[Scenario, ...]
    path: Path | None
    current: int
    written: datetime
    stamp: storage.Stamp | None


class _Content(Part):
    """A recovery file: a scenario file as text, and which file it was to go into."""

    format: Literal["pareggio-recovery"] = "pareggio-recovery"
    path: str | None
    stamp: Annotated[storage.Stamp | None, Field(strict=False)] = None
    current: Annotated[int, Field(ge=0)]
    file: str


def _lock(place: Path) -> QLockFile:
    lock = QLockFile(str(place.with_suffix(".lock")))
    lock.setStaleLockTime(0)  # a lock is stale only when its process is gone, however long it lives
    return lock


def _take(lock: QLockFile) -> bool:
    """Take a lock that no living process holds.

    Qt goes by the number of the process, which another program may have by now; the system's own lock on the file is
    gone with the process, and only then can the file be removed.
    """
    return lock.tryLock(0) or (lock.removeStaleLockFile() and lock.tryLock(0))


class Recovery(QObject):
    """Watches a document and writes what is not saved into a folder."""

    def __init__(self, document: Document, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._written: object = None
        with suppress(OSError):  # without a place to write to there is no recovery, and the work goes on
            folder.mkdir(parents=True, exist_ok=True)
        for number in range(MOST_WINDOWS):
            self.place = folder / f"{os.getpid()}-{number}.json"
            self.lock = _lock(self.place)
            if self.lock.tryLock(0) and not self.place.exists():
                break
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self.write)
        document.changed.connect(self._on_changed)

    def _on_changed(self) -> None:
        if not self._document.is_modified:
            self._timer.stop()
            self.forget()
        elif not self._timer.isActive():
            self._timer.start()  # counts from the first change, so that steady work is written, too

    def write(self) -> None:
        """Write the present state aside; a folder that cannot be written is no reason to disturb the work."""
        document = self._document
        state = document.state
        if not document.is_modified or state is self._written or not self.lock.isLocked():
            return
        content = _Content(
            path=_text(document.path),
            stamp=document.stamp,
            current=state.current,
            file=file.compact(state.scenarios),
        )
        try:
            storage.write_bytes(self.place, content.model_dump_json().encode())
        except OSError:
            return
        self._written = state

    def forget(self) -> None:
        """Remove the recovery file: nothing is unsaved any more."""
        self._written = None
        with suppress(OSError):
            self.place.unlink(missing_ok=True)

    def close(self) -> None:
        """End watching: the person has saved or given up what was unsaved."""
        self._timer.stop()
        self._document.changed.disconnect(self._on_changed)
        self.forget()
        self.lock.unlock()


@dataclass(frozen=True)
class Claim:
    """An orphan that is offered: locked until then, so that another start at the same time does not offer it, too."""

    orphan: Orphan
    lock: QLockFile


@dataclass(frozen=True)
class Unreadable:
    """A recovery file that could not be read, why, and where it was set aside."""

    place: Path
    reason: ScenarioError


def claims(folder: Path) -> tuple[list[Claim], list[Unreadable]]:
    """Claim the work whose process is gone, newest first, and set aside what cannot be read."""
    claimed, unreadable = [], []
    for place in _entries(folder, ".json"):
        lock = _lock(place)
        if not _take(lock):
            continue
        try:
            claimed.append(Claim(_read(place), lock))
        except ScenarioError as error:
            aside = storage.set_aside(place)
            if aside is not None:
                unreadable.append(Unreadable(aside, error))
            lock.unlock()
    return sorted(claimed, key=lambda claim: claim.orphan.written, reverse=True), unreadable


def tidy(folder: Path) -> None:
    """Remove the locks and temporary files of processes that are gone."""
    for place in _entries(folder, ".lock"):
        lock = _lock(place)
        if not os.path.lexists(place.with_suffix(".json")) and _take(lock):
            lock.unlock()
    for place in _entries(folder, ".tmp"):
        storage.tidy(folder / f"{place.name[1:].split('.json.')[0]}.json")


def _entries(folder: Path, suffix: str) -> list[Path]:
    try:
        return sorted(entry for entry in folder.iterdir() if entry.suffix == suffix)
    except OSError:  # there is none, or nobody may look into it
        return []


def orphans(folder: Path) -> list[Orphan]:
    """Return the work whose process is gone, newest first."""
    claimed, _ = claims(folder)
    for claim in claimed:
        claim.lock.unlock()
    return [claim.orphan for claim in claimed]


def _read(place: Path) -> Orphan:
    """Return what a recovery file holds, or raise :class:`ScenarioError`."""
    try:
        content = _Content.model_validate(file.parsed(file.contents(place, _LARGEST)))
    except ValidationError as error:
        raise explain(error) from None
    scenarios, path = file.loads(content.file.encode()), _path(content.path)
    current = min(content.current, len(scenarios) - 1)
    return Orphan(place, scenarios, path, current, _written(place), content.stamp if path else None)


def _written(place: Path) -> datetime:
    """Return when a file was written; now where the system has no time that a calendar knows."""
    try:
        return datetime.fromtimestamp(place.stat().st_mtime).astimezone()
    except (OSError, OverflowError, ValueError):
        return datetime.now().astimezone()


def _text(path: Path | None) -> str | None:
    """Return a path as text; None where it is none, such as a name in an old encoding."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return None
    return None if path is None else str(path)


def _path(text: str | None) -> Path | None:
    """Return the path of a file; None where it depends on the folder of a start that is gone, or cannot be one."""
    path = Path(text or "")
    return path if path.is_absolute() and "\0" not in str(path) else None
