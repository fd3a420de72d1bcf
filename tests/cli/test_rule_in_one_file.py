"""Tests of `--plugin ./rule.py`: a rule in one file is played, simulated, checked and saved; files never name code."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click.testing
import pytest
from tests.hooks.installing import forget_plugins

import rummy500_cookbook as cookbook
from rummy500.hooks import plugin as installed

Run = Callable[..., click.testing.Result]
FOLDER = Path(str(cookbook.__file__)).parent
PASTED = ("three_deep", "jokers_stay")


@pytest.fixture
def rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A file with the cookbook's rule of the stock of seven; afterwards nobody knows it any more."""
    folder = tmp_path / "our rules"
    folder.mkdir()
    file = folder / "seven_of_stock.py"
    file.write_text((FOLDER / "lucky_seven.py").read_text("utf-8"), "utf-8")
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(installed, "_ADDED", {})
    forget_plugins()
    yield str(file)
    sys.modules.pop("seven_of_stock", None)
    monkeypatch.undo()
    forget_plugins()


def test_a_rule_in_one_file_is_in_every_command(run: Run, rule: str, tmp_path: Path) -> None:
    assert "with lucky-seven:" in run("rules", "--plugin", rule).output
    assert "lucky-seven.more" in run("rules", "--diff", "pagat", f"pagat+{rule}").output
    transcript = str(tmp_path / "game.toml")
    played = run("play", "--auto", "--plugin", rule, "--seed", "1", "--transcript", transcript)
    assert "Standard with Lucky seven" in played.output
    for command in ("check", "replay"):
        assert run(command, transcript, "--plugin", rule).exit_code == 0
    scenario = str(FOLDER / "lucky_seven.scenario.toml")
    assert run("check", scenario, "--plugin", rule).output.endswith("2 held, 0 failed\n")
    assert run("legal", scenario, "--scenario", "1", "--plugin", rule).exit_code == 0
    assert run("perft", "--plugin", rule, "--seed", "1", "--depth", "1").exit_code == 0


def test_a_rule_in_one_file_is_simulated_by_other_processes(run: Run, rule: str) -> None:
    done = run("simulate", "--plugin", rule, "--matches", "2", "--seed", "1", "--workers", "2")
    assert "Standard with Lucky seven" in done.output


def test_a_file_alone_names_no_code(run: Run, rule: str, tmp_path: Path) -> None:
    """A saved game of a rule in a file is refused until the command line names the file again."""
    saved = str(tmp_path / "saved.json")
    begun = run("play", "--interactive", "--plugin", rule, "--seed", "5", "--save", saved, typed="draw\nquit\n")
    assert begun.exit_code == 0
    assert "seven_of_stock" not in Path(saved).read_text("utf-8")
    command = re.search(r"^rummy500 (play .+)$", begun.output, re.MULTILINE)
    assert command is not None
    args = shlex.split(command[1])
    assert args == ["play", "--plugin", rule, "--resume", saved]
    assert "Lucky seven" in run(*args, "--interactive", typed="quit\n").output
    sys.modules.pop("seven_of_stock")
    installed._ADDED.clear()  # pyright: ignore[reportPrivateUsage] # as a new process has it
    forget_plugins()
    refused = run("play", "--interactive", "--resume", saved, typed="quit\n")
    assert refused.exit_code == 2
    assert "no plugin 'lucky-seven'" in refused.output
    assert refused.output.endswith("; if it is in a file: --plugin ./FILE.py\n")


def test_an_installed_rule_is_named_instead_of_its_file(run: Run, rule: str) -> None:
    pytest.importorskip("rummy500_boathouse")
    Path(rule).write_text(Path(rule).read_text("utf-8").replace('"lucky-seven"', '"boathouse"'), "utf-8")
    done = run("rules", "--plugin", rule)
    assert done.exit_code == 2
    assert "name that one, or rename one of them" in done.output


def test_rules_pasted_under_each_other_are_refused_with_their_lines(run: Run, rule: str) -> None:
    """The second function would replace the first, and only one of the rules would be played."""
    Path(rule).write_text("".join((FOLDER / f"{name}.py").read_text("utf-8") for name in PASTED), "utf-8")
    lines = Path(rule).read_text("utf-8").splitlines()
    may = [number for number, line in enumerate(lines, 1) if line.startswith("def may(")]
    words = f"hook may is defined twice, in lines {may[0]} and {may[1]}: put both rules into one may; hook entries is "
    for command in (("rules",), ("check", str(FOLDER / "three_deep.scenario.toml"))):
        done = run(*command, "--plugin", rule)
        assert (done.exit_code, done.output.count("\n")) == (2, 1)
        assert words in done.output
