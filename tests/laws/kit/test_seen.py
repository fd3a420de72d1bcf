"""Tests of what a report has seen of each plugin, of the hands that make rare things likelier, and of its time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.hooks.installing import dist_info, importable
from tests.hooks.samples import plugin
from tests.laws.kit.cookbook import COOKBOOK

import rummy500 as r5
import rummy500_cookbook as cookbook
from rummy500.hooks import Action, Effect, Rules, State, replace
from rummy500.notation.scenario import parse_scenarios
from rummy500_testing import (
    Fault,
    Game,
    Law,
    LawRunner,
    NeverSeen,
    Thing,
    broken_by,
    check_laws,
    require_seen,
)
from rummy500_testing.law import LawBroken
from rummy500_testing.play import FROM_START
from rummy500_testing.scenarios import starts

FOLDER = Path(str(cookbook.__file__)).parent
KNOCK = r5.compose("classic", [COOKBOOK["knock"]], seats=3)


def only_play(rules: Rules, hands: int = 20, **more: Any) -> dict[str, int]:
    """Return how often each thing happened in hands without laws."""
    return {str(thing): times for thing, times in check_laws(rules, hands=hands, laws=(), **more).seen.counts.items()}


@pytest.fixture
def _installed(tmp_path: Path) -> Iterator[None]:
    """Install the rules of the cookbook, which their scenarios name."""
    dist_info(tmp_path, "rummy500-cookbook", {rule: module.__name__ for rule, module in COOKBOOK.items()})
    with importable(tmp_path):
        yield


def test_a_report_counts_moves_refusals_and_score_lines() -> None:
    report = check_laws(KNOCK, hands=6, laws=())
    counts = {str(thing): times for thing, times in report.seen.counts.items()}
    assert set(counts) == {
        "move knock",
        "refusal knock.end/points",
        "score line knock.bonus/knocked",
        "score line knock.bonus/undercut",
    }
    # A knock ends a hand, and scores in one of the two ways.
    assert 0 < counts["move knock"] <= 6
    assert counts["move knock"] <= sum(times for name, times in counts.items() if name.startswith("score line"))
    assert counts["refusal knock.end/points"] > 0
    assert f"\nknock: moves knock {counts['move knock']}; refusals knock.end/points " in str(report)


def test_a_report_says_what_never_happened() -> None:
    rules = r5.compose("classic", [COOKBOOK["jokers-stay"]], seats=3)  # which has no jokers
    report = check_laws(rules, hands=2, laws=())
    assert report.seen.never == (Thing("jokers-stay", "refusal", "jokers-stay.discard/joker"),)
    assert str(report).endswith("\njokers-stay, never: refusals jokers-stay.discard/joker")
    with pytest.raises(NeverSeen, match="of the plugin jokers-stay these never happened: refusal jokers"):
        require_seen(report.seen, plugin="jokers-stay")
    require_seen(report.seen, plugin="jokers-stay", but=["refusal jokers-stay.discard/joker"])
    require_seen(report.seen, plugin="jokers-stay", but=["refusal"])
    with pytest.raises(ValueError, match=r'no refusal jokers-stay.discard/jokr; did you mean "refusal jokers-stay'):
        require_seen(report.seen, plugin="jokers-stay", but=["refusal jokers-stay.discard/jokr"])


def test_answers_to_a_round_are_moves() -> None:
    counts = only_play(r5.compose("classic", [COOKBOOK["may-i"]], seats=3), hands=2)
    assert set(counts) == {"move may-i buy", "move may-i decline"}
    assert min(counts.values()) > 0


def test_an_effect_happens_where_it_leaves_another_state() -> None:
    def effects() -> dict[str, Any]:
        def same(effect: Effect) -> Effect:
            return effect

        def other(effect: Effect) -> Effect:
            def ended(rules: Rules, state: State, action: Action) -> State:
                after = effect(rules, state, action)
                known = (after.hands[0], *after.public.known[1:])
                return replace(after, public=replace(after.public, known=known))

            return ended

        return {"draw": same, "discard": other}

    counts = only_play(r5.compose("classic", [plugin("open", effects=effects)], seats=3), hands=2)
    assert counts["effect draw"] == 0
    assert counts["effect discard"] > 0


def test_values_of_options_are_counted_by_hand() -> None:
    counts = only_play(r5.compose("classic", ["boathouse"], {"boathouse.draw-two": True}, seats=3), hands=3)
    assert counts["option boathouse.draw-two=true"] == 3
    assert counts["option boathouse.draw-two=false"] == 0


# ------------------------------------------------- what has not happened becomes likelier


def knocks(name: str) -> int:
    """Return how many of some hands a knock ends."""
    hands = (LawRunner(KNOCK, ()).hand(f"{number}{name}") for number in range(40))
    return sum(game is not None and game.how == "knock" for game in hands)


def test_a_hand_chooses_the_moves_in_its_name_more_often() -> None:
    assert knocks(" for knock") > knocks("")


def test_rare_moves_are_named_until_they_have_happened() -> None:
    names: list[str] = []
    law = Law("names", "The name of each hand is kept.", Game, lambda game: names.append(game.seed))
    report = check_laws(KNOCK, hands=40, laws=(law,))
    assert names[0] == "0 0 for knock"
    assert names[1] == "0 1"
    assert report.seen.counts[Thing("knock", "move", "knock")] >= 3
    assert " for " not in names[-2]


def test_scenarios_are_starts_and_show_what_random_hands_do_not() -> None:
    gambit = r5.compose("pagat", ["dealers-gambit"], seats=3)
    found = starts(gambit, Path(__file__).parents[3] / "plugins" / "dealers-gambit" / "tests")
    assert only_play(gambit)["move meld doubled"] == 0
    assert only_play(gambit, 30, starts=found)["move meld doubled"] > 0


@pytest.mark.usefixtures("_installed")
def test_starts_are_positions_before_and_after_steps_that_play_can_reach() -> None:
    rules = r5.compose("pagat", ["knock"], seats=3)
    found = starts(rules, FOLDER / "knock.scenario.toml", FOLDER / "out_bonus.scenario.toml")
    # Of the six scenarios the fourth has two steps that play on; a knock ends the hand.
    assert [len(start.state.public.table) for start in found if isinstance(start, r5.Position)] == [
        0,
        0,
        0,
        0,
        1,
        2,
        0,
        0,
    ]
    assert check_laws(rules, hands=9, starts=found).passed


@pytest.mark.usefixtures("_installed")
def test_a_report_names_the_refusals_and_score_lines_that_no_scenario_expects(tmp_path: Path) -> None:
    rules = r5.compose("pagat", ["knock"], seats=3)
    text = (FOLDER / "knock.scenario.toml").read_text("utf-8")
    head, *parts = text.split("[[scenario]]\n")

    def unpinned(*numbers: int, change: tuple[str, str] = ("", "")) -> str:
        file = tmp_path / "some.scenario.toml"
        file.write_text("[[scenario]]\n".join([head, *(parts[each].replace(*change) for each in numbers)]), "utf-8")
        report = check_laws(rules, hands=1, laws=(), starts=starts(rules, file))
        return next((line for line in str(report).splitlines() if line.startswith("knock, in no ")), "")

    missing = "knock, in no scenario: refusals knock.end/points; score lines knock.bonus/"
    assert unpinned(0) == missing + "undercut"
    assert unpinned(1) == missing + "knocked"
    assert unpinned(0, 1) == "knock, in no scenario: refusals knock.end/points"
    assert unpinned(0, 1, 2) == ""
    assert unpinned(0, change=("hand_scores = [18, -11]", "")) == missing + "knocked, knock.bonus/undercut"
    assert "in no scenario" not in str(check_laws(rules, hands=1, laws=()))


@pytest.mark.usefixtures("_installed")
def test_a_law_of_hands_that_a_start_breaks_is_broken_again_by_its_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    def begins(game: Game) -> Fault | None:
        last = game.states[-1]
        return Fault(f"{game.how} {len(game.actions)}", state=last) if FROM_START in game.seed else None

    law = Law("begins", "No hand has a start.", Game, begins)
    rules = r5.compose("classic", ["knock"], seats=2)
    monkeypatch.setattr("rummy500_testing.checking.laws_for", lambda *_: (law,))
    (broken,) = check_laws(rules, hands=2, laws=(law,), starts=starts(rules, FOLDER / "knock.scenario.toml")).broken
    again = broken_by(parse_scenarios(broken.scenario)[0])
    assert isinstance(again, LawBroken)
    assert again.fault.what == broken.fault.what


# ------------------------------------------------- time


def test_the_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rummy500_testing.timing._QUIET", 0.2)
    told: list[str] = []
    check_laws(KNOCK, hands=100_000, laws=(), seconds=1, tell=told.append)
    assert 1 < len(told) <= 6
    assert all(line.startswith(("hand ", "laws about the rules, ")) for line in told)
    assert " of 100000, " in told[-1]
