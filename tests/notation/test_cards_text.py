"""Tests of cards as text: every card, both forms of a ten, places of errors."""

from __future__ import annotations

import pytest

from rummy500.cards.cards import JOKER, NATURALS, SPARE, UNKNOWN, card_text, cards_text
from rummy500.notation.actions import parse_card, parse_cards

EVERY = (*range(NATURALS), JOKER, SPARE, UNKNOWN)


def test_every_card_has_a_text_of_its_own() -> None:
    assert len({card_text(card) for card in EVERY}) == len(EVERY)
    assert parse_cards(cards_text(EVERY)) == EVERY


@pytest.mark.parametrize(
    ("text", "card"),
    [("As", 0), ("2s", 1), ("Ks", 12), ("Ah", 13), ("Td", 35), ("10d", 35), ("Kc", 51), ("*", JOKER), ("??", UNKNOWN)],
)
def test_what_a_card_is(text: str, card: int) -> None:
    assert parse_card(text) == card


def test_space_is_free() -> None:
    assert parse_cards("  9h\t10d \n * ") == parse_cards("9h Td *")
    assert parse_card(" 9h ") == parse_card("9h")
    assert parse_cards("") == parse_cards("  \n") == ()


def test_order_and_copies_are_preserved() -> None:
    assert cards_text(parse_cards("9h 4c 9h * ?? *")) == "9h 4c 9h * ?? *"
