"""Whether a window can open here, checked without importing Qt, which aborts the process where it cannot."""

from __future__ import annotations

import ctypes
import os
import socket
import sys
from collections.abc import Iterable
from pathlib import Path

_FOR_QT = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libX11.so.6": "libx11-6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
}
_FOR_X = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
_FOR_WAYLAND = ("libwayland-client.so.0", "libwayland-cursor.so.0", "libwayland-egl.so.1")
_WITH_SCREEN = ("", "xcb", "wayland", "wayland-egl")
_WITHOUT_SCREEN = ("offscreen", "minimal", "vnc", "linuxfb", "eglfs")


def missing_of(libraries: Iterable[str]) -> list[str]:
    """Return the libraries that cannot be loaded."""
    missing = []
    for name in libraries:
        try:
            ctypes.CDLL(name)
        except OSError:
            missing.append(name)
    return missing


def _without(packages: dict[str, str]) -> str | None:
    """Return one sentence about those of the libraries that are missing and their Debian packages, or None."""
    absent = missing_of(packages)
    if not absent:
        return None
    return (
        f"the window needs system libraries that are missing ({', '.join(absent)}); on Debian or Ubuntu install them "
        f"with: sudo apt-get install {' '.join(packages[name] for name in absent)}"
    )


def missing_libraries() -> str | None:
    """Return one sentence about libraries that Qt itself needs and that are missing, or None. Linux only."""
    return _without(_FOR_QT) if sys.platform.startswith("linux") else None


def x_answers() -> bool:
    """Whether an X server takes a connection."""
    if not os.environ.get("DISPLAY"):
        return False
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # the missing library is reported instead
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not failed


def _wayland_answers() -> bool:
    """Whether a Wayland compositor takes a connection and its libraries are there; else Qt falls back to X."""
    name = os.environ.get("WAYLAND_DISPLAY")
    if not name or missing_of(_FOR_WAYLAND):
        return False
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            connection.connect(str(Path(os.environ.get("XDG_RUNTIME_DIR", "/"), name)))
        except OSError:
            return False
    return True


def missing_for_window() -> str | None:
    """Return one sentence that says what keeps a window from opening and what to do, or None.

    Where Wayland was asked for and does not answer while X does, Qt is told to take X: it would abort.
    """
    if not sys.platform.startswith("linux"):
        return None
    platform = os.environ.get("QT_QPA_PLATFORM", "").split(":")[0].split(";")[0]
    if platform not in _WITH_SCREEN + _WITHOUT_SCREEN:
        return f"QT_QPA_PLATFORM is “{platform}”, which is not known here; unset it, or set it to xcb or wayland"
    needed = dict(_FOR_QT)
    if platform not in _WITHOUT_SCREEN:
        wayland = platform != "xcb" and _wayland_answers()
        if not wayland:
            needed |= _FOR_X
        if not wayland and not x_answers():
            display = os.environ.get("DISPLAY")
            where = f"the display {display} does not answer" if display else "there is no display (DISPLAY is not set)"
            return (
                f"{where}; start pareggio in a desktop session, over ssh with ssh -X, or use pareggio solve, "
                "which needs no window"
            )
        if platform.startswith("wayland") and not wayland:
            os.environ["QT_QPA_PLATFORM"] = "xcb"
    return _without(needed)
