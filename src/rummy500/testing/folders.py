"""Folders of scenarios and of records, as a suite runs them: each scenario by itself, every record compared."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, cast

import attrs

from rummy500.compose import compose
from rummy500.errors import ComposeError
from rummy500.notation.check import Failure, run_scenario
from rummy500.notation.scenario import Scenario, parse_scenarios
from rummy500.plugging.discover import installed
from rummy500.presets import CORE_PRESETS, DEFAULT_PRESET
from rummy500.testing.golden import compare_golden, missing_records
from rummy500.testing.perft import check_perft


@attrs.frozen
class ScenarioCase:
    """A scenario of a folder.

    Attributes:
        name: the file and the title.
        scenario: the scenario.
        missing: the plugins that it names, and the preset, where they are not installed here.
    """

    name: str
    scenario: Scenario
    missing: tuple[str, ...]

    def __str__(self) -> str:
        """The name."""
        return self.name

    def failure(self) -> Failure | None:
        """Run it: `None` if it held, else the first thing that went otherwise."""
        return run_scenario(self.scenario)


def scenario_cases(folder: Path) -> tuple[ScenarioCase, ...]:
    """Every scenario of a folder's `*.toml` files, to be run one by one.

    Args:
        folder: the folder.

    Raises:
        NotationError: for a file that does not parse.
    """
    cases: list[ScenarioCase] = []
    for file in sorted(folder.glob("*.toml")):
        text = file.read_text("utf-8")
        data = tomllib.loads(text)
        tables = cast("list[dict[str, Any]]", data.get("scenario", [data]))
        for scenario, table in zip(parse_scenarios(text), tables, strict=True):
            named = cast("Sequence[str]", table["position"].get("rules", {}).get("plugins", ()))
            missing = tuple(name for name in named if name not in installed())
            missing += _missing_preset(str(table["position"].get("rules", {}).get("preset", DEFAULT_PRESET)))
            cases.append(ScenarioCase(f"{file.stem}: {scenario.title}", scenario, missing))
    return tuple(cases)


def _missing_preset(name: str) -> tuple[str, ...]:
    """The preset, where it is one of a plugin that is not installed here."""
    if name in CORE_PRESETS:
        return ()
    try:
        compose(name)
    except ComposeError:
        return (f"preset {name}",)
    return ()


def record_faults(folder: Path, names: Iterable[str]) -> list[str]:
    """What is wrong with the golden playthroughs and counted trees of a folder.

    Args:
        folder: the folder.
        names: what must have both, `NAME.golden.toml` and `NAME.perft.toml`.

    Returns:
        A sentence for each file that is missing, and for what goes otherwise than recorded; empty if nothing does.
    """
    faults = [f"{name} is missing" for name in missing_records(folder, names)]
    for file in sorted(folder.glob("*.golden.toml")):
        difference = compare_golden(file.read_text("utf-8"))
        faults += [f"{file.name}: {difference}"] if difference is not None else []
    for file in sorted(folder.glob("*.perft.toml")):
        faults += [f"{file.name}: {difference}" for difference in check_perft(file.read_text("utf-8"))]
    return faults
