"""Tests that every state of legal play can be saved: random play with all plugins, saved at every step."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

import pytest

import rummy500 as r5
from rummy500.actions import LAY, MELD, Action
from rummy500.engine.listing import legal_actions
from rummy500.engine.status import status
from rummy500.engine.step import chance, resolve_chance
from rummy500.errors import ComposeError
from rummy500.game.match import Match, next_hand, play, start_match
from rummy500.notation.json import match_from_json, match_to_json, state_from_json, state_to_json
from rummy500.notation.position import Position
from rummy500.rules.rules import Rules
from rummy500_testing import available

HANDS = 6
MOST_STEPS = 24


def saved_and_loaded(rules: Rules, match: Match) -> None:
    """Check that a match and its hand have no defect, and are equal after saving and loading."""
    hand = match.hand
    if hand is not None:
        assert status(rules, hand) == ()
        position = Position(rules, hand)
        assert state_from_json(state_to_json(position)).state == hand
    assert match_from_json(match_to_json(rules, match)) == (rules, match)


def chosen(rules: Rules, match: Match, source: random.Random) -> Action:
    """Choose an action, mostly a lay-off or a meld, so that a turn has many plays and its runs grow."""
    hand = match.hand
    assert hand is not None
    due = chance(rules, hand)
    if due is not None:
        return due.sample(source)
    listed = tuple(islice(legal_actions(rules, hand), 60))
    for verb in (LAY, MELD):
        plays = [action for action in listed if action.verb == verb]
        if plays and source.random() < 0.9:
            return source.choice(plays)
    return resolve_chance(rules, hand, source.choice(listed), source)


def composed(preset: str, plugins: tuple[str, ...], seats: int, **options: object) -> Rules | None:
    try:
        return r5.compose(
            preset, plugins, {name.replace("__", "."): each for name, each in options.items()}, seats=seats
        )
    except ComposeError:
        return None


def sorted_deck(rules: Rules, source: random.Random) -> list[int]:
    """Order a pack so that each hand gets neighbouring cards: with two packs two long runs that overlap."""
    first = source.randrange(len(rules.deal.pack))
    in_order = sorted(rules.deal.pack)
    pack = in_order[first:] + in_order[:first]
    starts = [seat * len(pack) // rules.seats for seat in range(rules.seats)]
    dealt = [start + number for number in range(rules.deal.hand_size) for start in starts]
    rest = sorted(set(range(len(pack))) - set(dealt))
    return [pack[place] for place in (*dealt, *source.sample(rest, len(rest)))]


PLACES = [
    *((preset, ()) for preset in available.presets()),
    *(("classic", (plugin,)) for plugin in available.plugins()),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "plugins"), PLACES, ids=lambda each: each if isinstance(each, str) else "-".join(each)
)
@pytest.mark.parametrize("packs", [1, 2])
def test_every_step_of_play_can_be_saved_and_loaded(preset: str, plugins: tuple[str, ...], packs: int) -> None:
    tried = (composed(preset, plugins, seats, deck__packs=packs) for seats in (2, 4, 3))
    rules = next((found for found in tried if found is not None), None)
    if rules is None:
        pytest.skip("these rules are refused")
    for number in range(HANDS):
        source = random.Random(number)
        match = next_hand(rules, start_match(rules, dealer=0), deck=sorted_deck(rules, source))
        for _ in range(MOST_STEPS):
            saved_and_loaded(rules, match)
            if match.hand is None:
                break
            match = play(rules, match, chosen(rules, match, source))


def test_a_run_that_grew_is_not_mistaken_for_a_run_begun_after_it() -> None:
    rules = r5.compose("classic", (), {"deck.packs": 2}, seats=2)
    held = list(r5.parse_cards("2h 3h 4h 5h 6h 3h 4h 5h 6h Kc Ks 9d 8c"))
    rest = Counter(rules.deal.pack) - Counter(held)
    other = list(rest.elements())
    # Cards go round from the dealer's left, seat 1.
    deck = [card for pair in zip(held, other, strict=False) for card in pair] + other[len(held) :]
    match = next_hand(rules, start_match(rules, dealer=0), deck=deck)
    for text in ("1: draw", "1: meld [2h 3h 4h]", "1: lay 5h 6h on m1", "1: meld [3h 4h 5h 6h]"):
        assert match.hand is not None
        match = play(rules, match, r5.parse_action(text, match.hand, rules=rules))
        saved_and_loaded(rules, match)
