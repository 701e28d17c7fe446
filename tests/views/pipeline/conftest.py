"""Windows that open on the page of this folder: nothing else is made before a test wants it."""

from __future__ import annotations

import pytest


@pytest.fixture
def start_page() -> str:
    return "pipeline"
