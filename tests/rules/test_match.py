"""Tests of matches. Who wins is in the scenarios (`match-end`)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.rules.tables import PRESETS, Options, playing, table

import rummy500 as r5
from rummy500_testing.altering import hand_in_match

Points = tuple[int, ...]


def ended(rules: r5.Rules, points: Points) -> r5.State:
    """Make a finished hand with these points of each seat: none, 15 or 30 on the table."""
    melds = [f"{seat} [{'4x 5x 6x' if made == 15 else 'Tx Jx Qx'}]" for seat, made in enumerate(points) if made]
    melds = [meld.replace("x", "shd"[int(meld[0])]) for meld in melds]
    where = table(
        rules.preset.name, dict(rules.identity.options), phase="over", hands=[""] * len(points), melds=melds,
        pile="8c", stock="7c", turn={"ended": "stock"},
    )  # fmt: skip
    assert r5.score_hand(where.rules, where.state).by_seat == points
    return where.state


def cells(shown: Any) -> list[list[str]]:
    """Return the cells of the table that a notebook shows, row by row."""
    return [re.findall(r"<t[hd]>(.*?)</t[hd]>", row) for row in shown._repr_html_().split("<tr>")[1:]]


def played(rules: r5.Rules, scores: Points, points: Points) -> r5.Match:
    """Play a hand in a match with given scores."""
    match = r5.start_match(rules, scores=scores)
    return r5.record_hand(rules, match, hand_in_match(ended(rules, points), match.so_far))


@pytest.mark.parametrize("preset", PRESETS)
def test_match_target__a_match_that_is_over_takes_no_hand(preset: str) -> None:
    rules = r5.compose(preset)
    match = played(rules, (490, 100), (15, 0))
    assert match.is_over
    with pytest.raises(r5.MatchError, match="over"):
        r5.next_hand(rules, match, seed=1)
    with pytest.raises(r5.MatchError, match="over"):
        r5.record_hand(rules, match, ended(rules, (0, 15)))


def test_match_margin__every_pairs_difference() -> None:
    match = played(r5.compose("classic", seats=3), (470, 100, 7), (30, 15, 0))
    assert match.scores == (500, 115, 7)
    assert match.margins == ((0, 385, 493), (-385, 0, 108), (-493, -108, 0))


def test_a_match_keeps_the_end_of_its_last_hand_over_the_next_deal() -> None:
    where = playing("9s", "classic")
    rules, match = where.rules, r5.Match(where.state.public.match, hand=where.state)
    assert match.last_hand is None
    action = r5.parse_action("1: discard 9s", where.state)
    played = r5.play(rules, match, action)
    assert played.hand is None
    assert played.last_hand is not None
    assert played.last_hand.end == r5.apply(rules, where.state, action)
    assert played.last_hand.score == played.hands[-1].score
    assert r5.next_hand(rules, played, seed=1).last_hand == played.last_hand
    assert "last_hand" not in repr(played)


def test_a_match_shows_its_hands_and_scores_in_a_notebook() -> None:
    rules = r5.compose("classic", seats=2)
    match = r5.next_hand(rules, played(rules, (100, 7), (15, 0)), seed=1)
    assert cells(match) == [
        ["hand", "dealer", "out", "seat 0", "seat 1"],
        ["1", "0", "", "15", "0"],
        ["scores", "", "", "115", "7"],
    ]


def test_match_target__a_whole_match_hand_by_hand() -> None:
    options: Options = {"match.target": 400, "deal.size": 5}
    rules = r5.compose("north-american", options=options, seats=3)
    match = r5.start_match(rules, dealer=2)
    dealers: list[int] = []
    emptied: list[int | None] = []
    for seed in range(200):
        dealers.append(match.dealer)
        match = r5.next_hand(rules, match, seed=seed)
        with pytest.raises(r5.MatchError, match="going on"):
            r5.next_hand(rules, match, seed=seed)
        while match.hand is not None:
            legal = r5.legal_actions(rules, match.hand)
            melding = [action for action in legal if action.verb in ("meld", "lay", "call")]
            action = melding[0] if melding else r5.default_action(rules, match.hand, match.hand.public.to_act)
            assert action is not None
            after = r5.apply(rules, match.hand, action)
            match = r5.play(rules, match, action)
            if match.hand is None:
                emptied.append(after.hands.index(0) if 0 in after.hands else None)
        if match.is_over:
            break
    assert match.is_over
    best = max(match.scores)
    assert match.winners == (match.scores.index(best),)
    assert best >= 400
    assert dealers == [(2 + number) % 3 for number in range(len(dealers))]
    totals = [sum(hand.score.by_seat[seat] for hand in match.hands) for seat in range(3)]
    assert list(match.scores) == totals
    assert [hand.out_seat for hand in match.hands] == emptied, "who went out, None for nobody"
    assert {None, 1} <= set(emptied)
