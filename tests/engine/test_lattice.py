"""`turn.no-stranding`: what all ways of a hand together tell of its plays, against each play looked into by itself."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.engine import test_cover, test_rough
from tests.rules.tables import playing
from tests.rules.test_first_minimum_search import plainly_finishes, plays

import rummy500 as r5
from rummy500.actions import NONE, USE_RUN
from rummy500.cards import ACE
from rummy500.engine.finding import Play, PlayFinder
from rummy500.engine.finish import Search
from rummy500.engine.gate import FinishGate, gate_for
from rummy500.engine.lattice import Plays
from rummy500.engine.plays import judge_play, shape_play, view_after
from rummy500.engine.rough import Rough
from rummy500.engine.views import seat_view
from rummy500.melds import Meld
from rummy500.melds.pieces import role_rank
from rummy500.rules import Rules
from rummy500.state import View


def told(rules: Rules, view: View, all_plays: Plays, play: Play) -> bool | None:
    """What all ways together tell of a play."""
    use, pieces, on = play
    meld = shape_play(rules.finder_for(view), view.public.table, view.seat, use, pieces, on)
    assert isinstance(meld, Meld)
    return all_plays.can_end_after(on, meld, pieces)


@pytest.mark.parametrize("game", test_cover.GAMES)
@pytest.mark.parametrize("barred", ["drawn", "lone-top"])
def test_lattice__says_of_each_play_what_every_order_of_plays_says(game: str, barred: str) -> None:
    preset, options = test_cover.GAMES[game]
    rng = random.Random(f"lattice {game} {barred}")
    answers = Counter[bool | None]()
    for minimum in (0, 15, 30, 45):
        asked = {**options, "discard.barred": barred, "meld.first-minimum": minimum}
        rules = r5.compose(preset, options=asked, seats=2)
        for _ in range(12):
            for view in test_cover.positions(rules, rng, preset, asked):
                all_plays = Search(rules).plays_of(view)
                for play, after in plays(rules, view):
                    answer = None if all_plays is None else told(rules, view, all_plays, play)
                    answers[answer] += 1
                    if answer is not None:
                        assert answer is plainly_finishes(rules, after), (view, view.public.table, play)
    assert answers[True] > 10
    assert answers[False] > 10
    assert answers[None] < sum(answers.values()) / 4


@pytest.mark.parametrize("game", [game for game in test_rough.GAMES if game != "gambit, double"])
def test_lattice__where_plugins_have_a_say_no_play_is_lost_after_which_some_moves_lead_on(game: str) -> None:
    preset, plugins, options, named = test_rough.GAMES[game]
    rng = random.Random(f"lattice {game}")
    lost = 0
    for minimum in (20, 50):
        asked = {**options, "meld.first-minimum": minimum}
        rules = r5.compose(preset, plugins, options=asked, seats=4 if plugins == ["persian"] else 2)
        for _ in range(40):
            view = test_rough.crowded(rules, named, rng)
            cuttings = Rough(rules).cuttings(view)
            if cuttings is None:
                continue
            all_plays = Plays(rules, cuttings)
            for play, after in plays_allowed(rules, view):
                if told(rules, view, all_plays, play) is False:
                    lost += 1
                    assert not test_rough.plainly(rules, after), (view, view.public.table, play)
    assert lost > 5


def plays_allowed(rules: Rules, view: View) -> list[tuple[Play, View]]:
    """The plays from the hand that plugins allow, too, and what the seat sees after each."""
    found: list[tuple[Play, View]] = []
    for use, pieces, on in PlayFinder(rules, view, view.hand).plays(view.hand):
        meld = judge_play(rules, view, use, pieces, on)
        if isinstance(meld, Meld):
            found.append(((use, pieces, on), view_after(view, meld, use, pieces, on)))
    return found


def test_lattice__leaves_aces_that_may_yet_be_low_to_others_where_there_is_a_way() -> None:
    where = playing("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks 5d", "classic", {"meld.first-minimum": 20})
    view = seat_view(where.rules, where.state, 1)
    all_plays = Search(where.rules).plays_of(view)
    assert all_plays is not None
    for play, _ in plays(where.rules, view):
        alone = play[0] == USE_RUN and role_rank(play[1][-1]) == ACE
        assert told(where.rules, view, all_plays, play) is (None if alone else True), play


def test_gate__of_one_view_is_asked_again_and_of_another_is_made_anew() -> None:
    where = playing("4h 5h 6h 9c 9d 9s", "classic", {"meld.first-minimum": 30})
    view, again = (seat_view(where.rules, where.state, 1) for _ in range(2))
    other = view_after(view, *first_play(where.rules, view))
    gate = gate_for(where.rules, view)
    assert gate_for(where.rules, again) is gate
    assert gate_for(where.rules, other) is not gate
    assert gate_for(where.rules, view) is not gate, "the last one alone is kept"
    evolved = r5.compose("classic", options={"meld.first-minimum": 45}, seats=where.rules.seats)
    assert not gate_for(where.rules, view).is_of(evolved, view)


def first_play(rules: Rules, view: View) -> tuple[Meld, str, tuple[int, ...], int]:
    """A new meld from the hand."""
    use, pieces, on = plays(rules, view)[0][0]
    meld = rules.finder.new_meld(pieces, view.seat, is_run=use == USE_RUN)
    assert isinstance(meld, Meld)
    assert on == NONE
    return meld, use, pieces, on


@pytest.mark.interpreted
@pytest.mark.parametrize("game", test_cover.GAMES)
def test_gate__allows_what_every_order_of_plays_allows_whatever_was_asked_before(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    preset, options = test_cover.GAMES[game]
    rng = random.Random(f"gate {game}")
    monkeypatch.setattr(FinishGate, "_takes_long", lambda gate, search: rng.random() < 0.5)
    for minimum in (0, 25):
        asked = {**options, "discard.barred": "drawn", "meld.first-minimum": minimum}
        rules = r5.compose(preset, options=asked, seats=2)
        for _ in range(4):
            for view in test_cover.positions(rules, rng, preset, asked):
                found = plays(rules, view)
                gate = FinishGate(rules, view)
                if rng.random() < 0.5:
                    assert gate.can_end() is plainly_finishes(rules, view)
                for (use, pieces, on), after in rng.sample(found, len(found)):
                    assert gate.allows(use, pieces, on) is plainly_finishes(rules, after), (view, pieces)
