"""Work that a process left behind, for the tests of recovery."""

from __future__ import annotations

from explorer.app.recovery import Recovery


def abandon(recovery: Recovery) -> None:
    """Leave the file behind as a killed process does, with the lock of a process that is gone."""
    recovery.lock.unlock()
