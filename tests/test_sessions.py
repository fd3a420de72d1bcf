"""Tests that `.ci/run` and the workflows of the forge run every session of noxfile.py."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
NOXFILE: Final = (ROOT / "noxfile.py").read_text("utf-8")
PYTHONS: Final = re.findall(r"3\.\d+", NOXFILE.partition("PYTHONS = ")[2].partition(")")[0])


def sessions() -> set[str]:
    """List the sessions that `uvx nox` runs if none is named."""
    found = re.findall(r"^@nox\.session\((.*)\)\ndef (\w+)", NOXFILE, re.MULTILINE)
    names = {name for settings, name in found if "default=False" not in settings}
    return names - {"tests"} | {f"tests-{version}" for version in PYTHONS}


def test_the_forge_runs_every_session() -> None:
    workflow = (ROOT / ".github" / "workflows" / "checks.yml").read_text("utf-8")
    assert set(workflow.partition("session: [")[2].partition("]")[0].split(", ")) == sessions()


def test_ci_run_runs_every_session() -> None:
    run = (ROOT / ".ci" / "run").read_text("utf-8")
    named = {
        name for names in re.findall(r"^for name in (.*); do session", run, re.MULTILINE) for name in names.split()
    }
    named |= set(re.findall(r"^session (\w+)", run, re.MULTILINE))
    assert named | {f"tests-{PYTHONS[0]}"} == sessions()  # that one is README's command
    assert f"for version in {' '.join(PYTHONS)}; do" in run


def test_the_distributions_name_the_pythons_that_are_tested() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert re.findall(r"Python :: (3\.\d+)", project) == PYTHONS
    assert re.findall(r'"cp3(\d+)-\*"', project) == [version.removeprefix("3.") for version in PYTHONS]
