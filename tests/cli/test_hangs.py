"""Tests that `check` and `laws` report scenarios in which a plugin hangs or crashes, and go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import click.testing
import pytest
from tests.hooks.installing import importable

Run = Callable[..., click.testing.Result]

#: A rule that goes wrong in one position, which random play does not reach: a king in hand, and a stock of one card.
SOURCE = """
from rummy500 import parse_card
from rummy500.hooks import PluginInfo, count, hookimpl


@hookimpl
def plugin_info():
    return PluginInfo("odd-kings", "melds go wrong beside a king")


@hookimpl
def settings(seats):
    while seats == 3:
        pass


@hookimpl
def may():
    def meld(rules, view, meld, on):
        while view.public.stock_count == 1 and count(view.hand, parse_card("Kd")):
            WRONG
    return {"meld": meld}
"""


def scenario(card: str, others: str = '"5c 6c"') -> str:
    """Write a scenario in which a seat melds with a card beside the meld."""
    return f"""
[[scenario]]
title = "A meld with {card}"
step = [{{ do = "0: meld {{4s 4h 4d}}" }}]
[scenario.position]
rules  = {{ preset = "classic", plugins = ["odd-kings"] }}
to_act = 0
phase  = "play"
hands  = ["4s 4d 4h {card} 9d", {others}]
stock  = "8d"
pile   = "9c"
"""


SCENARIOS = 'format = "rummy500 scenario 1"\n' + scenario("Qd") + scenario("Kd") + scenario("Jd")
HANGS, CRASHES = "pass", "raise RuntimeError('a king')"


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Callable[[str, str], tuple[str, str]]]:
    """Write the rule, which does something in place of `WRONG`, and scenarios; return their files."""

    def write(wrong: str, scenarios: str) -> tuple[str, str]:
        rule, file = tmp_path / "odd_kings.py", tmp_path / "kings.scenario.toml"
        rule.write_text(SOURCE.replace("WRONG", wrong), "utf-8")
        file.write_text(scenarios, "utf-8")
        return str(rule), str(file)

    with importable(tmp_path):
        yield write


Written = Callable[[str, str], tuple[str, str]]


@pytest.fixture
def without_laws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `rummy500 laws` play hands without asking a law, which is quick."""
    monkeypatch.setattr("rummy500_testing_cli.laws.laws_for", lambda *_: ())


LAWS = ("laws", "--preset", "classic", "--seats", "2")


def test_check_stops_a_scenario_that_hangs_names_the_function_and_goes_on(run: Run, written: Written) -> None:
    rule, file = written(HANGS, SCENARIOS)
    done = run("check", file, "--plugin", rule, "--seconds", "1")
    first, hangs, last, total = done.stdout.splitlines()
    assert first == f"held    {file}: A meld with Qd"
    assert hangs.startswith(
        f"FAILED  {file}: A meld with Kd: stopped after 1 s: plugin odd-kings (hook may) was still "
    )
    assert "running in odd_kings.py, line " in hangs
    assert hangs.endswith(", in meld")
    assert last == f"held    {file}: A meld with Jd"
    assert total == "2 held, 1 failed"
    assert done.exit_code == 1


@pytest.mark.usefixtures("without_laws")
def test_the_limit_of_laws_holds_while_scenarios_are_replayed(run: Run, written: Written) -> None:
    rule, file = written(HANGS, SCENARIOS)
    done = run(*LAWS, "--hands", "3", "--plugin", rule, "--scenarios", file, "--seconds", "0.5")
    assert done.exit_code == 1
    headline = done.stdout.splitlines()[0]
    assert ": 0 hands from seed 0, not finished; stopped after 0.5 s in the positions of scenarios; " in headline
    assert "; plugin odd-kings (hook may) was still running in odd_kings.py, line " in headline
    assert headline.endswith(", in meld, for the scenario 'A meld with Kd' of kings.scenario.toml")


@pytest.mark.usefixtures("without_laws")
@pytest.mark.parametrize("hands", [1, 4])
def test_a_crash_while_scenarios_are_replayed_is_in_the_report_of_laws(run: Run, written: Written, hands: int) -> None:
    rule, file = written(CRASHES, SCENARIOS)
    done = run(*LAWS, "--hands", str(hands), "--plugin", rule, "--scenarios", file)
    assert done.exit_code == 1
    assert f": {hands} hand" in done.stdout
    assert ", 1 law broken" in done.stdout
    assert "the law 'nothing crashes' is broken: RuntimeError: a king (odd_kings.py, line " in done.stdout
    assert ", in the scenario 'A meld with Kd'\n" in done.stdout
    assert 'do = "0: meld {4s 4h 4d}"' in done.stdout
    assert "RuntimeError" not in done.stderr  # where a busy machine also says what took the time
