"""The pytest plugin of rummy500: scenarios in `*.scenario.toml` files are tests, one item each.

It is outside the package `rummy500`, because pytest loads its plugins at every start, and any import from rummy500
imports the whole engine. This module imports rummy500 only when a scenario file is collected.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, cast

import pytest

#: The end of the names of collected files.
SUFFIX: Final = ".scenario.toml"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting `rummy500_laws`: files of laws that scenarios may name in their heading."""
    parser.addini("rummy500_laws", "files of laws that scenarios may name", type="paths", default=[])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a scenario file, and ignore all other files."""
    if not file_path.name.endswith(SUFFIX):
        return None
    from rummy500_testing.pytest_plugin import ScenarioFile  # noqa: PLC0415 - see above

    collector: pytest.Collector = cast("Any", ScenarioFile).from_parent(parent, path=file_path)
    return collector
