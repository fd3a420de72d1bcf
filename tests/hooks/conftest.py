"""What the tests of the hooks share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.hooks.installing import Install, dist_info, forget_plugins, importable


@pytest.fixture
def install(tmp_path: Path) -> Iterator[Install]:
    """Install plugins for this test: `install("cap", source)`."""

    def install_one(name: str, source: str, *, value: str = "", distribution: str = "", module: str = "") -> None:
        module = module or f"installed_{name.replace('-', '_')}"
        (tmp_path / f"{module}.py").write_text(source, "utf-8")
        dist_info(tmp_path, distribution or f"rummy500-{name}", {name: value or module})
        forget_plugins()

    with importable(tmp_path):
        yield install_one
