"""Tests of what fields of messages say, each against another way to know it."""

from __future__ import annotations

import random
import re
from itertools import islice

import pytest
from tests.table.wire.games import request

import rummy500 as r5
from rummy500.notation.actions import action_text
from rummy500.players import MediumPlayer, play_match
from rummy500.table import deal_hand, open_table, submit, waiting
from rummy500.wire import handle, legal_message
from rummy500.wire.messages import RulesMessage, SheetMessage, UpdateMessage
from rummy500.wire.serving import match_message
from rummy500_testing import random_game

TABLE = deal_hand(open_table(r5.compose("pagat", seats=2), ["Ann", "Bo"], dealer=0), random.Random(1))


@pytest.mark.parametrize("preset", ["pagat", "family", "north-american"])
def test_an_action_has_the_cards_the_depth_and_the_meld_of_its_text(preset: str) -> None:
    rules = r5.compose(preset, seats=2)
    kinds: set[str] = set()
    for state in islice(random_game(rules, random.Random(2)).states, 120):
        view = r5.observe(rules, state, state.public.to_act)
        for kind in legal_message(rules, view).kinds:
            for listed in kind.actions:
                words, _, on = listed.action.partition(" on m")
                cards = re.findall(r"(?<!=)(?:[2-9TJQKA][cdhs]|\*)", words)
                if kind.kind in ("take", "call"):
                    assert r5.card_text(view.public.pile[-listed.depth]) in cards
                    cards = cards[cards[0] in cards[1:] :]
                else:
                    assert listed.depth == 0
                assert sorted(listed.cards) == sorted(cards)
                assert listed.meld == (int(on) - 1 if on else None)
                kinds.add(kind.kind)
    assert kinds >= {"draw", "take", "meld", "lay", "discard"}


def test_a_hand_of_a_match_says_who_went_out() -> None:
    rules = r5.compose("classic", seats=3)
    match = play_match(rules, [MediumPlayer() for _ in range(3)], random.Random(4)).match
    assert len({hand.out for hand in match.hands}) > 2
    assert [each.out for each in match_message(match).hands] == [
        None if hand.out < 0 else hand.out for hand in match.hands
    ]


def test_rules_and_sheet_are_told_as_they_are_asked_for() -> None:
    for what, kind in (("rules", RulesMessage), ("sheet", SheetMessage)):
        assert isinstance(handle(TABLE, 0, request({"type": "describe", "what": what}), random.Random(1)).answer, kind)


def test_a_change_names_the_seat_of_a_hand_and_no_number_of_a_pile() -> None:
    assert TABLE.hand is not None
    taken = submit(TABLE, 1, waiting(TABLE).decision, "draw", random.Random(1))
    assert taken.hand is not None
    discard = next(each for each in r5.legal_actions(taken.rules, taken.hand) if each.verb == "discard")
    after = submit(taken, 1, taken.decision, action_text(discard, taken.hand, with_seat=False), random.Random(1))
    told = handle(after, 0, request({"type": "ask-update", "since": 0}), random.Random(1)).answer
    assert isinstance(told, UpdateMessage)
    (change,) = next(each for each in told.events if each.action.startswith("1: discard")).changes
    assert (change.source.kind, change.source.number) == ("hand", 1)
    assert (change.target.kind, change.target.number) == ("pile", None)
