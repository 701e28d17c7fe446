"""Unsaved work is saved to a recovery folder within seconds and offered again after a crash or a kill.

One file for each process, beside a lock that the process holds while it lives: what has no living owner is an orphan.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QTimer

from explorer.document import Document
from explorer.scenario import file
from explorer.scenario.edit import ScenarioError
from explorer.scenario.scenario import Scenario

DELAY_MS = 2000
MOST_WINDOWS = 100
FORMAT = "pareggio-recovery"


@dataclass(frozen=True)
class Orphan:
    """Unsaved work whose process is no longer running."""

    place: Path
    scenarios: tuple[Scenario, ...]
    path: Path | None
    current: int
    written: datetime


def _lock(place: Path) -> QLockFile:
    lock = QLockFile(str(place.with_suffix(".lock")))
    lock.setStaleLockTime(0)  # a lock is stale only when its process is gone, however long it lives
    return lock


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
        content = {
            "format": FORMAT,
            "path": str(document.path) if document.path else None,
            "current": state.current,
            "file": file.compact(state.scenarios),
        }
        try:
            file.write_bytes(self.place, json.dumps(content).encode())
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


def claims(folder: Path) -> list[Claim]:
    """Claim the work whose process is gone, newest first; files that cannot be read are left alone."""
    claimed = []
    for path in folder.glob("*.json"):
        lock = _lock(path)
        if not lock.tryLock(0):
            continue
        orphan = _read(path)
        if orphan is None:
            lock.unlock()
        else:
            claimed.append(Claim(orphan, lock))
    return sorted(claimed, key=lambda claim: claim.orphan.written, reverse=True)


def orphans(folder: Path) -> list[Orphan]:
    """Return the work whose process is gone, newest first."""
    claimed = claims(folder)
    for claim in claimed:
        claim.lock.unlock()
    return [claim.orphan for claim in claimed]


def _read(place: Path) -> Orphan | None:
    try:
        content = json.loads(place.read_text(encoding="utf-8"))
        scenarios = file.loads(str(content["file"]).encode())
        path = content["path"]
        written = datetime.fromtimestamp(place.stat().st_mtime).astimezone()
        current = min(max(int(content["current"]), 0), len(scenarios) - 1)
    except (OSError, ValueError, KeyError, TypeError, ScenarioError):
        return None
    return Orphan(place, scenarios, Path(path) if isinstance(path, str) else None, current, written)
