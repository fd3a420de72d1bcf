"""Tests of matches."""

from __future__ import annotations

import pytest
from tests.rules.tables import PRESETS, Options, playing

import rummy500 as r5
from rummy500.game.match import hand_in_match, match_with_scores


def ended(rules: r5.Rules, points: tuple[int, ...]) -> r5.State:
    """Make a finished hand with these points of each seat: 0 or more tens on the table, or a loss."""
    melds, held = [], []
    suits = iter(("4h 5h 6h", "4d 5d 6d", "4s 5s 6s"))
    for seat, made in enumerate(points):
        if made == 15:
            melds.append(f'"{seat} [{next(suits)}]"')
        elif made == 30:
            melds.append(f'"{seat} {{{"JQK"[seat]}h {"JQK"[seat]}d {"JQK"[seat]}s}}"')
        held.append({0: "", -2: f"2{'shd'[seat]}", -9: f"9{'shd'[seat]}", -10: f"T{'shd'[seat]}"}.get(made, ""))
    options = ", ".join(f'"{name}" = {_value(value)}' for name, value in rules.identity.options)
    text = f"""
        rules = {{ preset = "{rules.preset.name}", options = {{ {options} }} }}
        phase = "over"
        hands = [{", ".join(f'"{hand}"' for hand in held)}]
        pile = "8c"
        stock = "7c"
        melds = [{", ".join(melds)}]
        turn = {{ ended = "stock" }}
    """
    where = r5.parse_position(text)
    assert r5.score_hand(where.rules, where.state).by_seat == points
    assert where.rules == rules
    return where.state


def _value(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def played(rules: r5.Rules, scores: tuple[int, ...], *hands: tuple[int, ...]) -> r5.Match:
    """Play hands in a match with given scores."""
    match = r5.Match(match_with_scores(rules, scores))
    for points in hands:
        match = r5.record_hand(rules, match, hand_in_match(ended(rules, points), match.so_far))
    return match


@pytest.mark.parametrize(
    ("preset", "at_500"), [("pagat", ()), ("north-american", (0,)), ("classic", (0,)), ("family", (0,))]
)
def test_match_target__exceed_or_reach_500(preset: str, at_500: tuple[int, ...]) -> None:
    rules = r5.compose(preset)
    assert played(rules, (485, 100), (15, 0)).winners == at_500
    assert played(rules, (486, 100), (15, 0)).winners == (0,)
    assert played(rules, (484, 100), (15, 0)).winners == ()


@pytest.mark.parametrize(("target", "winners"), [(200, (1,)), (201, ()), (5000, ())])
def test_match_target__any_other_number(target: int, winners: tuple[int, ...]) -> None:
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


def test_match_highest__even_if_another_reached_the_target_first() -> None:
    rules = r5.compose("classic", seats=3)
    match = played(rules, (495, 480, 30), (15, 30, -10))
    assert (match.scores, match.winners) == ((510, 510, 20), ())
    assert played(rules, (495, 485, 30), (15, 30, -10)).winners == (1,)


def test_match_highest__who_went_out_does_not_matter() -> None:
    where = playing("2c", hands=["4c", "2c", "3h"], melds=["0 {9h 9d 9c}", "1 {5h 5d 5c}"], stock="8s")
    state = r5.apply(where.rules, where.state, r5.parse_action("1: discard 2c", where.state))
    before = match_with_scores(where.rules, (490, 495, 30))
    match = r5.record_hand(where.rules, r5.Match(before), hand_in_match(state, before))
    assert match.hands[0].out == 1
    assert match.scores == (513, 510, 27)
    assert match.winners == (0,)


def test_match_tie__is_played_on_until_one_leads() -> None:
    rules = r5.compose("pagat", seats=3)
    tied = played(rules, (495, 495, 30), (15, 15, 0))
    assert (tied.winners, tied.playoff, tied.scores) == ((), True, (510, 510, 30))
    again = played(rules, (495, 495, 30), (15, 15, 0), (30, 30, 15))
    assert (again.winners, again.playoff, again.scores) == ((), True, (540, 540, 45))
    last = played(rules, (495, 495, 30), (15, 15, 0), (30, 30, 15), (15, 30, 0))
    assert (last.winners, last.playoff, last.scores) == ((1,), False, (555, 570, 45))


def test_match_tie__the_first_sole_leader_wins_whatever_the_score() -> None:
    rules = r5.compose("pagat", seats=2)
    match = played(rules, (486, 486), (15, 15), (-10, -2))
    assert match.scores == (491, 499)
    assert match.winners == (1,)


def test_match_tie__a_third_may_overtake_the_tied() -> None:
    rules = r5.compose("classic", seats=3)
    match = played(rules, (485, 485, 480), (15, 15, 0), (-10, -2, 30))
    assert match.scores == (490, 498, 510)
    assert match.winners == (2,)


def test_match_tie__below_the_target_is_no_matter() -> None:
    match = played(r5.compose("pagat"), (100, 100), (15, 15))
    assert (match.winners, match.playoff) == ((), False)


def test_match_tie__below_a_leader_is_no_matter() -> None:
    rules = r5.compose("pagat", seats=3)
    assert played(rules, (490, 475, 475), (30, 30, 30)).winners == (0,)


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
