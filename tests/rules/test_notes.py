"""Tests of notes: what players are shown of the memory of plugins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.hooks import HandMemory, MatchMemory, Note, PublicState, Rules, Tally, recall, remember


@attrs.frozen
class Bets:
    """The memory of a hand: the bet of each seat."""

    bets: tuple[int, ...] = ()


@attrs.frozen
class Chips:
    """The memory of a match: the chips of each seat."""

    chips: tuple[int, ...] = ()


def bet_notes(_: Rules, public: PublicState, record: Bets) -> Iterator[Note]:
    yield Note("pot", str(sum(record.bets)))
    for seat in range(public.seats):
        yield Note("bet", str(record.bets[seat]), seat)


def chip_notes(_: Rules, record: Chips) -> list[Note]:
    return [Note("chips", str(chips), seat) for seat, chips in enumerate(record.chips)]


def count_chips(_: Rules, record: Chips, tally: Tally) -> Chips:
    return Chips(tuple(chips + (seat == tally.hand.public.out) for seat, chips in enumerate(record.chips)))


def betting(**changes: Any) -> object:
    """Make a plugin whose seats have bet 1, 2, ... and have ten chips each."""
    hand = {"start": lambda rules, match: Bets(tuple(range(1, rules.seats + 1))), "notes": bet_notes, **changes}
    return plugin(
        "betting",
        memory=lambda: (
            HandMemory(Bets, **hand),
            MatchMemory(lambda scores: Chips((10,) * len(scores)), count_chips, notes=chip_notes),
        ),
    )


RULES = r5.compose("classic", [betting()], seats=2)
OF_MATCH = (Note("chips", "10", 0), Note("chips", "10", 1))


@pytest.mark.parametrize("seat", [0, 1, None, "state"])
def test_notes_are_of_the_hand_and_then_of_the_match(seat: Any) -> None:
    hand = r5.deal(RULES, seed=1)
    sight = hand if seat == "state" else r5.observe(RULES, hand, seat)
    assert r5.notes(RULES, sight) == (Note("pot", "3"), Note("bet", "1", 0), Note("bet", "2", 1), *OF_MATCH)


def test_notes_follow_the_record() -> None:
    hand = r5.deal(RULES, seed=1)
    assert recall(RULES, hand, Bets) == Bets((1, 2))
    assert r5.notes(RULES, remember(RULES, hand, Bets((5, 6))))[0] == Note("pot", "11")


def test_notes_on_a_match_change_from_hand_to_hand() -> None:
    match = r5.next_hand(RULES, r5.start_match(RULES, dealer=0), seed=1)
    assert r5.notes(RULES, match) == OF_MATCH
    last = 'phase = "play"\nto_act = 1\nhands = ["2c", "9h"]\ndealer = 0'
    over = r5.apply(RULES, at := r5.parse_position(last, rules=RULES).state, r5.parse_action("1: discard 9h", at))
    after = r5.record_hand(RULES, r5.start_match(RULES, dealer=0), over)
    assert r5.notes(RULES, after) == (Note("chips", "10", 0), Note("chips", "11", 1))


def test_nothing_is_shown_of_a_record_without_notes() -> None:
    rules = r5.compose("classic", [betting(notes=None)], seats=2)
    assert r5.notes(rules, r5.deal(rules, seed=1)) == OF_MATCH
    plain = r5.compose("classic", seats=2)
    assert r5.notes(plain, r5.deal(plain, seed=1)) == ()
