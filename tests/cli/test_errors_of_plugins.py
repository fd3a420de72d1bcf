"""Tests that every command names a plugin that raises an error in play, with file and line, and fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from tests.hooks.installing import dist_info, importable

RunMain = Callable[..., tuple[object, str, str]]

SOURCE: Final = """
from rummy500.hooks import PluginInfo, hookimpl

@hookimpl
def plugin_info():
    return PluginInfo("no-first-round", "nobody melds in the first round")

@hookimpl
def may():
    def not_yet(rules, view, meld, on):
        return Turnz(view)
    return {"meld": not_yet}
"""
RAISED: Final = "NameError: name 'Turnz' is not defined"
PLACE: Final = "in no_first_round.py, line 11, in not_yet"

POSITION: Final = """
rules  = { preset = "classic", plugins = ["no-first-round"] }
to_act = 0
phase  = "play"
hands  = ["4s 4d 4h Kd", "5c 6c"]
stock  = "8d"
pile   = "9c"
"""
SCENARIO: Final = f"""format = "rummy500 scenario 1"
[[scenario]]
title = "A meld"
step = [{{ do = "0: meld {{4s 4h 4d}}" }}]
[scenario.position]
{POSITION}
"""


@pytest.fixture(autouse=True)
def _plugin(tmp_path: Path) -> Iterator[None]:
    """Install the plugin."""
    (tmp_path / "no_first_round.py").write_text(SOURCE, "utf-8")
    dist_info(tmp_path, "rummy500-no-first-round", {"no-first-round": "no_first_round"})
    with importable(tmp_path):
        yield


@pytest.mark.parametrize(
    ("args", "typed"),
    [
        (("play", "--auto", "--preset", "classic", "--plugin", "no-first-round"), ""),
        (("legal", "-"), POSITION),
        (("replay", "-"), SCENARIO),
    ],
    ids=["play", "legal", "replay"],
)
def test_a_command_names_the_plugin_the_error_and_the_place(
    run_main: RunMain, args: tuple[str, ...], typed: str
) -> None:
    line = f"rummy500: plugin no-first-round (hook may) raised {RAISED} ({PLACE})\n"
    code, _, err = run_main(*args, typed=typed)
    assert (code, err) == (70, line)


def test_a_simulation_names_the_plugin_the_error_and_the_place(run_main: RunMain) -> None:
    args = ("simulate", "--preset", "classic", "--plugin", "no-first-round", "--matches", "2", "--workers", "2")
    code, _, err = run_main(*args)
    assert code == 70
    assert err.startswith("rummy500: match 0 of seed "), err
    assert f"ended in {RAISED} (plugin no-first-round (hook may) raised this error {PLACE})" in err
    assert err.count("\n") == 1


def test_a_scenario_in_which_a_plugin_raises_has_failed(run_main: RunMain) -> None:
    code, out, _ = run_main("check", "-", typed=SCENARIO)
    assert code == 1
    failed, total = out.splitlines()
    assert failed == f"FAILED  -: A meld: plugin no-first-round (hook may) raised {RAISED} ({PLACE})"
    assert total == "0 held, 1 failed"
