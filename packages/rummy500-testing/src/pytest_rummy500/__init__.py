"""The pytest plugin of rummy500: scenarios, records, and the laws and README of a plugin are tests without a test file.

It is outside the package `rummy500`, because pytest loads its plugins at every start, and any import from rummy500
imports the whole engine. This module imports rummy500 only when one of these files is collected.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final, cast

import pytest

#: The end of the names of collected files of any folder, and what collects them.
SUFFIXES: Final = {".scenario.toml": "ScenarioFile", ".golden.toml": "RecordFile", ".perft.toml": "RecordFile"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting `rummy500_laws`: files of laws that scenarios may name in their heading."""
    parser.addini("rummy500_laws", "files of laws that scenarios may name", type="paths", default=[])


def pytest_sessionstart(session: pytest.Session) -> None:
    """In the folder of a plugin with laws, stop before the first test if the plugin is not installed or is refused."""
    folder = session.config.rootpath
    if (folder / "tests" / "laws.py").is_file() and (names := plugins_of(folder)):
        from rummy500_testing.pytest_plugin import check_playable  # noqa: PLC0415 - see above

        check_playable(names)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect scenarios, records, and the laws and the README of a plugin; ignore all other files."""
    name, folder = file_path.name, file_path.parent
    kind = next((kind for suffix, kind in SUFFIXES.items() if name.endswith(suffix)), "")
    if name == "README.md" and plugins_of(folder):
        kind = "ReadmeFile"
    elif name == "laws.py" and folder.name == "tests" and plugins_of(folder.parent):
        kind = "LawsFile"
    if not kind:
        return None
    from rummy500_testing import pytest_plugin  # noqa: PLC0415 - see above

    collector: pytest.Collector = getattr(pytest_plugin, kind).from_parent(parent, path=file_path)
    return collector


def plugins_of(folder: Path) -> list[str]:
    """List the plugins of a package: the entry points `rummy500.plugins` in the folder's `pyproject.toml`."""
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8")).get("project", {})
    except (OSError, ValueError):
        return []
    return [*cast("dict[str, Any]", project).get("entry-points", {}).get("rummy500.plugins", {})]
