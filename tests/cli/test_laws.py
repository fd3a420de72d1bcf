"""Tests of `rummy500 laws`: the table of `check_laws`, and each broken law with a scenario to save."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import click.testing
import pytest
from tests.hooks.installing import importable

import rummy500_cookbook
from rummy500 import ComposeError, Rules, compose
from rummy500.notation.scenario import parse_scenarios
from rummy500_testing import LAWS, Fault, Law, LawReport, Snapshot, check_laws

Run = Callable[..., click.testing.Result]

COOKBOOK = Path(str(rummy500_cookbook.__file__)).parent
RULES = compose("classic", seats=2)


def no_discards(snapshot: Snapshot) -> Fault | None:
    """A law that some state breaks."""
    found = next((action for action in snapshot.listed if action.verb == "discard"), None)
    return None if found is None else Fault("somebody may discard", found, "may_not")


BROKEN = Law("No discards: ever!", "Nobody may discard.", Snapshot, no_discards)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command check a law that does not hold, after one that does."""

    def check(rules: object, *, hands: int, seed: int, every: int, **_: object) -> LawReport:
        assert rules == RULES
        return check_laws(RULES, hands=hands, seed=seed, every=every, laws=(LAWS[0], BROKEN))

    monkeypatch.setattr("rummy500_testing_cli.laws.check_laws", check)


ASKED = ("laws", "--preset", "classic", "--seats", "2", "--hands", "1")


def test_the_table_is_that_of_check_laws(run: Run) -> None:
    done = run(*ASKED, "--seed", "5")
    assert done.exit_code == 0
    assert done.stdout == f"{check_laws(RULES, hands=1, seed=5)}\n"
    seldom = run(*ASKED, "--seed", "5", "--every", "50").stdout
    assert done.stdout != seldom == f"{check_laws(RULES, hands=1, seed=5, every=50)}\n"


@pytest.mark.usefixtures("broken")
def test_a_broken_law_is_shown_with_its_scenario_and_is_the_exit_status(run: Run) -> None:
    done = run(*ASKED)
    assert done.exit_code == 1
    headline, found = done.stdout.split("\n\n", 1)
    assert headline == f"{RULES!r}: 1 hand from seed 0, 1 law broken"
    assert "somebody may discard" in found
    assert 'may_not = "' in found
    assert "written to" not in found


@pytest.mark.usefixtures("broken")
def test_scenarios_are_saved_and_none_is_written_over(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "found"
    folder.mkdir(parents=True)
    (folder / "no-discards-ever.scenario.toml").write_bytes(b"\xff a file of somebody else")
    done = run(*ASKED, "--save", str(folder))
    file = folder / "no-discards-ever-2.scenario.toml"
    assert done.stdout.splitlines()[-1] == f"written to {file}"
    assert (folder / "no-discards-ever.scenario.toml").read_bytes() == b"\xff a file of somebody else"
    (scenario,) = parse_scenarios(file.read_text("utf-8"))
    assert scenario.notes["law"] == BROKEN.name
    assert [step.kind for step in scenario.steps] == ["may_not"]
    again = run(*ASKED, "--save", str(folder))
    assert again.stdout.splitlines()[-1] == f"not written: {file} has it already"
    assert len(list(folder.iterdir())) == 2


def test_a_folder_that_cannot_be_created_is_reported_before_a_hand_is_played(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("", "utf-8")
    done = run(*ASKED, "--hands", "1000000", "--save", str(file))
    assert done.exit_code == 2
    assert done.stderr.startswith(f"rummy500: cannot make the folder {file}: ")


def test_every_law_is_listed_with_its_statement(run: Run) -> None:
    done = run("laws", "--list")
    assert done.exit_code == 0
    words = " ".join(done.stdout.split())
    for law in LAWS:
        assert f"{law.name} {law.statement}" in words
    assert "nothing crashes Legal play raises no error." in words


def needs_four(preset: str, *given: object, seats: int, **options: object) -> Rules:
    """A plugin that composes with four seats only."""
    if seats != 4:
        raise ComposeError(f"four play, not {seats}")
    return compose(preset, seats=seats)


def of_four(rules: Rules, _: object) -> tuple[Law[Snapshot], ...]:
    """Return the laws of rules for four."""
    return (BROKEN,) if rules.seats == 4 else ()


def test_the_list_needs_no_seats_where_rules_are_not_for_three(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rummy500_terminal.options.compose", needs_four)
    monkeypatch.setattr("rummy500_testing_cli.laws.laws_for", of_four)
    done = run("laws", "--list")
    assert done.exit_code == 0
    assert "Nobody may discard." in done.stdout
    for arguments in (("--list", "--seats", "3"), ("--hands", "1")):
        done = run("laws", *arguments)
        assert (done.exit_code, done.stderr) == (2, "rummy500: four play, not 3\n")


# ---------------------------------------------------------------- laws of a file, and other plugins beside

MINE = """
from rummy500.hooks import card_text
from rummy500_testing import Fault, Law, Snapshot


def no_discards(snapshot):
    found = [each for each in snapshot.listed if each.verb == "discard"]
    return Fault(f"somebody may discard {', '.join(card_text(each.card) for each in found)}") if found else None


LAWS = (Law("no discards", "Nobody may discard.", Snapshot, no_discards),)
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "laws.py"
    file.write_text(MINE, "utf-8")
    return file


def test_the_laws_of_a_file_are_asked_listed_and_asked_again(run: Run, mine: Path, tmp_path: Path) -> None:
    assert "Nobody may discard." in run("laws", "--list", "--laws", str(mine)).stdout
    done = run(*ASKED, "--laws", str(mine), "--save", str(tmp_path / "found"))
    assert done.exit_code == 1
    assert "the law 'no discards' is broken: somebody may discard " in done.stdout
    (scenario,) = (tmp_path / "found").glob("*.toml")
    assert "there is no law 'no discards'" in run("check", str(scenario)).stdout
    assert "the law 'no discards' is broken" in run("check", str(scenario), "--laws", str(mine)).stdout


@pytest.mark.parametrize("command", [ASKED, ("check", "no-such-file")])
def test_a_file_without_laws_is_refused_before_anything_is_done(
    run: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    done = run(*command, "--laws", str(tmp_path / "nothing.py"))
    assert done.exit_code == 2
    assert done.stderr == f"rummy500: {tmp_path / 'nothing.py'} is not a Python file\n"


def test_a_plugin_is_played_beside_others_in_both_orders(run: Run) -> None:
    for name in ("boathouse", "floating", "partnership"):
        pytest.importorskip(f"rummy500_{name}")
    beside = ("--beside", "floating", "--beside", "partnership", "--beside", "boathouse")
    done = run("laws", "--preset", "classic", "--hands", "1", "--every", "50", "--plugin", "boathouse", *beside)
    assert done.exit_code == 0
    refused, first, second = done.stdout.splitlines()
    assert refused.startswith("floating: not played: plugins floating and boathouse do not go together")
    assert first.startswith("<Rules 'classic', plugins=['partnership', 'boathouse'], seats=4>: 1 hand from seed 0, ")
    assert second.startswith("<Rules 'classic', plugins=['boathouse', 'partnership'], seats=4>: 1 hand from seed 0, ")
    assert second.endswith("; plugins without laws of their own: boathouse, partnership")


def test_a_fault_is_shown_once_with_the_plugins_beside_which_it_was_found(run: Run, mine: Path, tmp_path: Path) -> None:
    for name in ("boathouse", "floating"):
        pytest.importorskip(f"rummy500_{name}")
    beside = ("--beside", "floating", "--beside", "boathouse", "--laws", str(mine), "--save", str(tmp_path / "found"))
    done = run("laws", "--preset", "classic", "--hands", "1", "--every", "50", *beside)
    assert done.exit_code == 1
    assert done.stdout.count("1 law broken") == 4
    assert done.stdout.count("the law 'no discards' is broken") == 1
    assert "\nFound beside: floating, boathouse\n" in done.stdout
    assert len(list((tmp_path / "found").iterdir())) == 1


SOME = ("laws", "--seats", "3", "--hands", "2", "--plugin")


@pytest.fixture
def jokers_stay(tmp_path: Path) -> Iterator[Path]:
    """The rule of the cookbook as a file of its own, which no later test finds installed."""
    file = tmp_path / "jokers_stay.py"
    file.write_text((COOKBOOK / file.name).read_text("utf-8"), "utf-8")
    with importable(tmp_path):
        yield file


def test_what_was_never_seen_is_shown_and_fails_where_it_is_asked_for(run: Run, jokers_stay: Path) -> None:
    file = jokers_stay
    done = run(*SOME, str(file), "--preset", "classic")  # which has no jokers
    assert done.exit_code == 0
    assert "\njokers-stay, never: refusals jokers-stay.discard/joker\n" in done.stdout
    asked = run(*SOME, str(file), "--preset", "classic", "--seen")
    assert asked.exit_code == 1
    assert "plugin jokers-stay: never seen: refusal jokers-stay.discard/joker\n" in asked.stdout
    assert run(*SOME, str(file), "--preset", "family", "--seen", "--hands", "8").exit_code == 0
    scenarios = str(COOKBOOK / "jokers_stay.scenario.toml")
    assert run(*SOME, str(file), "--preset", "classic", "--seen", "--scenarios", scenarios).exit_code == 0


def test_what_no_scenario_expects_is_shown_and_fails_where_it_is_asked_for(
    run: Run, jokers_stay: Path, tmp_path: Path
) -> None:
    empty = tmp_path / "empty.scenario.toml"
    scenario = (COOKBOOK / "jokers_stay.scenario.toml").read_text("utf-8")
    empty.write_text("".join(line for line in scenario.splitlines(keepends=True) if "refuse =" not in line), "utf-8")
    asked = (*SOME, str(jokers_stay), "--preset", "family", "--hands", "8", "--scenarios", str(empty))
    done = run(*asked)
    assert done.exit_code == 0
    assert "\njokers-stay, in no scenario: refusals jokers-stay.discard/joker\n" in done.stdout
    seen = run(*asked, "--seen")
    assert seen.exit_code == 1
    assert seen.stdout.endswith("plugin jokers-stay: in no scenario: refusal jokers-stay.discard/joker\n")


def test_progress_goes_to_standard_error_and_a_limit_stops(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rummy500_testing.timing._QUIET", 0.2)
    done = run("laws", "--preset", "classic", "--seats", "2", "--hands", "100000", "--seconds", "4")
    assert "; stopped after 4 s in the hand " in done.stdout.splitlines()[0]
    # a slow machine tells first that it asks the laws about the rules
    assert re.search(r"^hand \d+ of 100000, \d+ s", done.stderr, re.MULTILINE)
    assert " of 100000, " not in done.stdout
    assert run("laws", "--seconds", "0").exit_code == 2
