"""Tests of `match.partnership`: four seats, two sides, one score for each side."""

from __future__ import annotations

import pytest

import rummy500 as r5
from rummy500.rules.options import CORE_PRESETS


def ended(preset: str = "classic", scores: str = "[0, 0, 0, 0]", options: dict[str, object] | None = None) -> r5.Match:
    """Return the match after seat 1 has gone out by a discard: the sides score -21 and -4."""
    rules = r5.compose(preset, ["partnership"], options, seats=4)
    text = f"""
        to_act = 1
        phase = "play"
        hands = ["Kc 8c", "2d", "3c", "4c"]
        drawn = ["2d"]
        stock = "Td Jc"
        pile = "3s"
        scores = {scores}
    """
    position = r5.parse_position(text, rules=rules)
    over = r5.apply(rules, position.state, r5.parse_action("1: discard 2d", position.state))
    return r5.record_hand(rules, position.match, over)


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_match_partnership_sides_sit_across(preset: str) -> None:
    rules = r5.compose(preset, ["partnership"], seats=4)
    assert rules.sides == (0, 1, 0, 1)
    assert rules.options["match.reached"] == "reach"


@pytest.mark.parametrize("seats", [2, 3, 5, 6, 7, 8])
def test_match_partnership_is_for_four(seats: int) -> None:
    with pytest.raises(r5.ComposeError, match="plugin partnership is played by 4 seats"):
        r5.compose("classic", ["partnership"], seats=seats)


def test_match_partnership_both_partners_have_the_score_of_their_side() -> None:
    match = ended(scores="[100, 50, 100, 50]")
    assert match.scores == (79, 46, 79, 46)
    assert match.hands[0].score.by_side == (-21, -4)
    assert match.margins[0] == (0, 33, 0, 33)


@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ("[521, 100, 521, 100]", (0, 2)),  # 500 is enough
        ("[520, 100, 520, 100]", ()),
        ("[530, 520, 530, 520]", (1, 3)),  # 509 and 516: both are there, the higher side wins
        ("[600, 520, 600, 520]", (0, 2)),  # whoever went out
        ("[537, 520, 537, 520]", ()),  # 516 each: played on
    ],
)
@pytest.mark.parametrize("preset", ["classic", "pagat"])
def test_match_partnership_the_higher_side_that_reached_500_wins(
    preset: str, scores: str, winners: tuple[int, ...]
) -> None:
    assert ended(preset, scores).winners == winners


def test_match_partnership_an_option_may_ask_for_more_than_500() -> None:
    assert ended(scores="[521, 100, 521, 100]", options={"match.reached": "exceed"}).winners == ()


@pytest.mark.parametrize(("way", "dealer"), [("left", 1), ("winner", 1), ("right", 3)])
def test_match_partnership_the_deal_passes_on(way: str, dealer: int) -> None:
    """`deal.next-dealer`: where sides play the winner of a hand does not deal."""
    assert ended(options={"deal.next-dealer": way}).dealer == dealer


def test_match_partnership_a_partners_meld_is_as_ones_own() -> None:
    position = r5.parse_position("""
        rules = { preset = "classic", plugins = ["partnership"], options = { "meld.layoff" = "own" } }
        to_act = 1
        phase = "play"
        hands = ["Kc 8c", "Th 4c 2d", "3c", "5c"]
        drawn = ["2d"]
        stock = "Td Jc"
        pile = "3s"
        melds = ["3 [7h 8h 9h]", "0 {4s 4d 4h}"]
    """)
    listed = {r5.action_text(action, position.state) for action in r5.legal_actions(position.rules, position.state)}
    assert {text for text in listed if "lay" in text} == {"1: lay Th on m1"}


def test_match_partnership_what_lies_in_a_partners_hand_stays_hidden() -> None:
    rules = r5.compose("classic", ["partnership"], seats=4)
    state = r5.deal(rules, seed=3)
    other = r5.deal(rules, deck=_swapped(rules, state))
    assert r5.observe(rules, state, seat=0) == r5.observe(rules, other, seat=0)


def _swapped(rules: r5.Rules, state: r5.State) -> list[int]:
    """Return the pack of a deal, with a card of seat 2 and a card of the stock exchanged."""
    hands = [list(r5.cards_of(hand)) for hand in state.hands]
    stock = list(state.stock)
    hands[2][0], stock[5] = stock[5], hands[2][0]
    first = [hands[(1 + turn) % 4][place] for place in range(rules.deal.hand_size) for turn in range(4)]
    return [*first, *state.public.pile, *stock]


def test_explain_tells_who_plays_whom() -> None:
    found = {one.rule: one for one in r5.explain(r5.compose("pagat", ["partnership"], seats=4))}
    assert "play against the other pair" in found["match.partnership"].text
    assert found["match.target"].set_by == "plugin partnership"
