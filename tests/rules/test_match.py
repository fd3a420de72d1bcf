"""Tests of matches."""

from __future__ import annotations

import pytest
from tests.rules.tables import PRESETS, Options, playing, table

import rummy500 as r5
from rummy500.game.match import hand_in_match, match_with_scores

Points = tuple[int, ...]


def ended(rules: r5.Rules, points: Points) -> r5.State:
    """Make a finished hand with these points of each seat: 15 or 30 on the table, or a loss."""
    melds, held = [], []
    for seat, made in enumerate(points):
        suit = "shd"[seat]
        if made > 0:
            melds.append(f"{seat} [4{suit} 5{suit} 6{suit}]" if made == 15 else f"{seat} [T{suit} J{suit} Q{suit}]")
        held.append({-2: f"2{suit}", -10: f"K{suit}"}.get(made, ""))
    where = table(
        rules.preset.name, dict(rules.identity.options), phase="over", hands=held, melds=melds, pile="8c", stock="7c",
        turn={"ended": "stock"},
    )  # fmt: skip
    assert (r5.score_hand(where.rules, where.state).by_seat, where.rules) == (points, rules)
    return where.state


def played(rules: r5.Rules, scores: Points, *hands: Points) -> r5.Match:
    """Play hands in a match with given scores."""
    match = r5.Match(match_with_scores(rules, scores))
    for points in hands:
        match = r5.record_hand(rules, match, hand_in_match(ended(rules, points), match.so_far))
    return match


@pytest.mark.parametrize(
    ("preset", "before", "hands", "scores", "winners"),
    [
        # match.target: exceed 500, or reach it
        ("pagat", (485, 100), [(15, 0)], (500, 100), ()),
        ("pagat", (486, 100), [(15, 0)], (501, 100), (0,)),
        *((preset, (485, 100), [(15, 0)], (500, 100), (0,)) for preset in ("north-american", "classic", "family")),
        *((preset, (484, 100), [(15, 0)], (499, 100), ()) for preset in ("north-american", "classic", "family")),
        # match.highest: even if another reached the target first
        ("classic", (495, 480, 30), [(15, 30, -10)], (510, 510, 20), ()),
        ("classic", (495, 485, 30), [(15, 30, -10)], (510, 515, 20), (1,)),
        # match.tie: is played on until one leads, whatever the score; a third may overtake the tied
        ("pagat", (495, 495, 30), [(15, 15, 0), (30, 30, 15)], (540, 540, 45), ()),
        ("pagat", (495, 495, 30), [(15, 15, 0), (30, 30, 15), (15, 30, 0)], (555, 570, 45), (1,)),
        ("pagat", (486, 486), [(15, 15), (-10, -2)], (491, 499), (1,)),
        ("classic", (485, 485, 480), [(15, 15, 0), (-10, -2, 30)], (490, 498, 510), (2,)),
        # match.tie: below the target, or below a leader, it is no matter
        ("pagat", (100, 100), [(15, 15)], (115, 115), ()),
        ("pagat", (490, 475, 475), [(30, 30, 30)], (520, 505, 505), (0,)),
    ],
)
def test_match_highest__at_the_target_or_after_a_tie(
    preset: str, before: Points, hands: list[Points], scores: Points, winners: Points
) -> None:
    match = played(r5.compose(preset, seats=len(before)), before, *hands)
    assert (match.scores, match.winners, match.is_over) == (scores, winners, bool(winners))
    assert match.playoff == (not winners and scores[0] == scores[1] > 500)


@pytest.mark.parametrize(("target", "winners"), [(200, (1,)), (201, ()), (5000, ())])
def test_match_target__any_other_number(target: int, winners: Points) -> None:
    rules = r5.compose("family", options={"match.target": target})
    assert played(rules, (100, 185), (0, 15)).winners == winners


@pytest.mark.parametrize("preset", PRESETS)
def test_match_target__a_match_that_is_over_takes_no_hand(preset: str) -> None:
    rules = r5.compose(preset)
    match = played(rules, (490, 100), (15, 0))
    assert match.is_over
    with pytest.raises(r5.MatchError, match="over"):
        r5.next_hand(rules, match, seed=1)
    with pytest.raises(r5.MatchError, match="over"):
        r5.record_hand(rules, match, ended(rules, (0, 15)))


def test_match_highest__who_went_out_does_not_matter() -> None:
    where = playing("2c", hands=["4c", "2c", "3h"], melds=["0 {9h 9d 9c}", "1 {5h 5d 5c}"], stock="8s")
    state = r5.apply(where.rules, where.state, r5.parse_action("1: discard 2c", where.state))
    before = match_with_scores(where.rules, (490, 495, 30))
    match = r5.record_hand(where.rules, r5.Match(before), hand_in_match(state, before))
    assert match.hands[0].out == 1
    assert match.scores == (513, 510, 27)
    assert match.winners == (0,)


def test_match_margin__every_pairs_difference() -> None:
    match = played(r5.compose("classic", seats=3), (470, 100, 7), (30, 15, 0))
    assert match.scores == (500, 115, 7)
    assert match.margins == ((0, 385, 493), (-385, 0, 108), (-493, -108, 0))


def test_match_margin__before_the_end_too() -> None:
    assert r5.start_match(r5.compose("pagat", seats=3)).margins == ((0, 0, 0),) * 3


def test_match_margin__hands_and_their_scores_are_recorded() -> None:
    rules = r5.compose("pagat")
    match = played(rules, (0, 0), (15, -2), (30, 0))
    assert [hand.score.by_seat for hand in match.hands] == [(15, -2), (30, 0)]
    assert [hand.out for hand in match.hands] == [-1, -1]
    assert match.scores == (45, -2)


def test_match_target__a_whole_match_hand_by_hand() -> None:
    options: Options = {"match.target": 60, "deal.size": 5}
    rules = r5.compose("north-american", options=options, seats=3)
    match = r5.start_match(rules, dealer=2)
    dealers = []
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
            match = r5.play(rules, match, action)
        if match.is_over:
            break
    assert match.is_over
    best = max(match.scores)
    assert match.winners == (match.scores.index(best),)
    assert best >= 60
    assert dealers == [(2 + number) % 3 for number in range(len(dealers))]
    totals = [sum(hand.score.by_seat[seat] for hand in match.hands) for seat in range(3)]
    assert list(match.scores) == totals
