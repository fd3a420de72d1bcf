"""One server for all tests that do not kill it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playing import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with short windows."""
    running = Server(tmp_path_factory.mktemp("tables") / "tables.sqlite3", window=0.03, deal=0.02, turn=20, slow=60)
    yield running
    running.kill()


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Server]:
    """A server that leaves everybody much time."""
    running = Server(tmp_path / "tables.sqlite3", window=30, deal=0.02, turn=60, slow=60)
    yield running
    running.kill()
