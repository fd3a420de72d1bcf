"""Tests of `meld.first-minimum` and `turn.no-stranding` against a plain search.

The search tries every play in every order without bounds, so the hands are small, with few ranks and suits.
"""

from __future__ import annotations

import random

import pytest
from tests.rules.tables import Options, legal, table

import rummy500 as r5
from rummy500.cards.cards import bag_of, cards_text
from rummy500.cards.pieces import Meld, meld_text
from rummy500.engine.opening_minimum import points_missing
from rummy500.engine.play_finder import PlayFinder
from rummy500.engine.plays import judge_play, view_after
from rummy500.engine.stranding import can_finish, has_free_card
from rummy500.engine.views import seat_view
from rummy500.rules.rules import Rules
from rummy500.state import View

SEAT = 1
JOKERS: Options = {"deck.jokers": 2, "deck.packs": 1}
GAMES: dict[str, tuple[str, Options]] = {
    "no jokers": ("pagat", {"deck.jokers": 0}),
    "jokers": ("pagat", JOKERS),
    "ace low": ("pagat", {**JOKERS, "meld.ace": "low"}),
    "ace high": ("pagat", {**JOKERS, "meld.ace": "high"}),
    "own": ("pagat", {**JOKERS, "meld.layoff": "own"}),
    "after a meld": ("pagat", {**JOKERS, "meld.layoff": "after-meld"}),
    "long runs, small groups": ("pagat", {**JOKERS, "meld.run-min": 4, "meld.group-max": 3}),
    "a discard is required": ("pagat", {**JOKERS, "out.discard": "required"}),
    "two packs": ("pagat", {**JOKERS, "deck.packs": 2}),
    "no drawn card goes": ("pagat", {**JOKERS, "discard.barred": "drawn"}),
    "classic": ("classic", {}),
    "family": ("family", {}),
    "north-american": ("north-american", {}),
}


def plainly_finishes(rules: Rules, view: View) -> bool:
    """Return whether the turn can end after some plays or none, by trying every order of plays."""
    if not points_missing(rules, view) and (has_free_card(rules, view) if view.hand else rules.turn.melding_goes_out):
        return True
    return any(plainly_finishes(rules, after) for _, after in plays(rules, view))


def plays(rules: Rules, view: View) -> list[tuple[tuple[str, tuple[int, ...], int], View]]:
    """Yield every play from the hand of right shape and place, with the view after it."""
    found: list[tuple[tuple[str, tuple[int, ...], int], View]] = []
    for use, pieces, on in PlayFinder(rules, view, view.hand).plays(view.hand):
        meld = judge_play(rules, view, use, pieces, on)
        assert isinstance(meld, Meld)
        found.append(((use, pieces, on), view_after(view, meld, use, pieces, on)))
    return found


def crowded(rules: Rules, rng: random.Random) -> dict[str, object]:
    """Make a position: a hand of few ranks and suits, and melds of seat 0 from them."""
    lowest, suits = rng.randrange(13), rng.sample(range(4), 3)
    near = [card for card in rules.deal.pack if card >= 52 or ((card % 13 - lowest) % 13 < 6 and card // 13 in suits)]
    far = [cards_text((card,)) for card in set(range(52)).difference(near)]
    rng.shuffle(near)
    held = rng.randrange(4, 9)
    hand, rest = near[:held], [card for card in near[held:] if card < 52]
    melds: list[str] = []
    for _ in range(rng.randrange(3)):
        bag = bag_of(rest)
        made = [(True, pieces) for pieces in rules.melding.finder.new_runs(bag)]
        made += [(False, pieces) for pieces in rules.melding.finder.new_groups(bag)]
        if made:
            is_run, pieces = rng.choice(made)
            meld = rules.melding.finder.new_meld(pieces, 0, is_run=is_run)
            assert isinstance(meld, Meld)
            melds.append(meld_text(meld))
            for piece in pieces:
                rest.remove(piece & 63)
    return {
        "hands": [far[0], cards_text(hand)],
        "drawn": [cards_text((card,)) for card in hand[:2]],
        "melds": melds,
        "stock": far[1],
        "pile": far[2],
    }


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_meld_first_minimum__a_legal_beginning_is_one_that_a_plain_search_can_finish(game: str) -> None:
    preset, options = GAMES[game]
    rng = random.Random(game)
    allowed = forbidden = 0
    for minimum in (10, 25, 30, 45, 60, 75):
        asked: Options = {**options, "meld.first-minimum": minimum}
        rules = r5.compose(preset, options=asked, seats=2)
        for _ in range(40):
            position = crowded(rules, rng)
            where = table(preset, asked, phase="play", **position)
            view = seat_view(where.rules, where.state, SEAT)
            expected = {play for play, after in plays(where.rules, view) if plainly_finishes(where.rules, after)}
            actions = r5.legal_actions(where.rules, where.state)
            found = {(action.use, action.pieces, action.on) for action in actions if action.verb in ("meld", "lay")}
            assert found == expected, (minimum, position, legal(where))
            allowed += len(expected)
            forbidden += len(plays(where.rules, view)) - len(expected)
    assert allowed > 30
    assert forbidden > 30


THIRTEEN = "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
ONE_PACK: Options = {"deck.jokers": 0, "deck.packs": 1}


@pytest.mark.parametrize(("minimum", "can"), [(107, True), (112, True), (113, False)])
def test_meld_first_minimum__two_orders_of_the_same_melds_have_the_same_points(minimum: int, can: bool) -> None:
    hand = f"{THIRTEEN} 9c 9d 9s 8c Tc Kd"
    asked = {**ONE_PACK, "meld.first-minimum": minimum}
    where = table("pagat", asked, phase="play", hands=["Jc", hand], stock="Qc Jd", pile="Qd")
    view = seat_view(where.rules, where.state, SEAT)
    runs = {
        len(pieces): after
        for (use, pieces, _), after in plays(where.rules, view)
        if use == "run" and pieces[0] & 63 == 13  # the run begins with the ace of hearts
    }
    for length in (12, 13):
        assert can_finish(where.rules, runs[length]) is can
