"""Tests of cards as text: every card, both forms of a ten, places of errors."""

from __future__ import annotations

import pytest

from rummy500.cards.cards import JOKER, NATURALS, SPARE, UNKNOWN, card_text, cards_text
from rummy500.errors import NotationError
from rummy500.notation.actions import parse_card, parse_cards

CARD = "a card such as 7d, Ts or *"
EVERY = (*range(NATURALS), JOKER, SPARE, UNKNOWN)


@pytest.mark.parametrize("card", EVERY)
def test_every_card_reads_back(card: int) -> None:
    assert parse_card(card_text(card)) == card
    assert parse_cards(card_text(card)) == (card,)


def test_every_card_has_a_text_of_its_own() -> None:
    assert len({card_text(card) for card in EVERY}) == len(EVERY)
    assert parse_cards(cards_text(EVERY)) == EVERY


@pytest.mark.parametrize(
    ("text", "card"),
    [("As", 0), ("2s", 1), ("Ks", 12), ("Ah", 13), ("Td", 35), ("10d", 35), ("Kc", 51), ("*", JOKER), ("??", UNKNOWN)],
)
def test_what_a_card_is(text: str, card: int) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize("suit", "shdc")
def test_ten_is_read_in_both_forms_and_written_in_one(suit: str) -> None:
    assert parse_card(f"10{suit}") == parse_card(f"T{suit}")
    assert card_text(parse_card(f"10{suit}")) == f"T{suit}"


def test_space_is_free() -> None:
    assert parse_cards("  9h\t10d \n * ") == parse_cards("9h Td *")
    assert parse_card(" 9h ") == parse_card("9h")
    assert parse_cards("") == parse_cards("  \n") == ()


def test_order_and_copies_are_preserved() -> None:
    assert cards_text(parse_cards("9h 4c 9h * ?? *")) == "9h 4c 9h * ?? *"


@pytest.mark.parametrize(
    ("text", "line", "column", "message", "expected"),
    [
        ("", 1, 1, "something is missing at the end", CARD),
        ("9", 1, 1, "'9' is not a card", CARD),
        ("9x", 1, 1, "'9x' is not a card", CARD),
        ("9H", 1, 1, "'9H' is not a card", CARD),
        ("ah", 1, 1, "'ah' is not a card", CARD),
        ("1h", 1, 1, "'1h' is not a card", CARD),
        ("11h", 1, 1, "'11h' is not a card", CARD),
        ("100h", 1, 1, "'100h' is not a card", CARD),
        ("9♥", 1, 1, "'9♥' is not a card", CARD),
        ("９h", 1, 1, "'９h' is not a card", CARD),  # noqa: RUF001 - the digit is what is tested
        ("9hh", 1, 1, "'9hh' is not a card", CARD),
        ("9h 9s", 1, 4, "unexpected '9s' after the card", "the end"),
        ("?", 1, 1, "'?' is not a card", CARD),
        ("9h,", 1, 3, "unexpected ',' after the card", "the end"),
        ("x" * 80, 1, 1, f"'{'x' * 60}…' is not a card", CARD),
    ],
)
def test_one_card__errors(text: str, line: int, column: int, message: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_card(text)
    error = caught.value
    assert (error.line, error.column, error.message, error.expected) == (line, column, message, expected)


@pytest.mark.parametrize(
    ("text", "line", "column", "message", "expected"),
    [
        ("9h, Td", 1, 3, "',' touches the card before it", "a space"),
        ("9h *Td", 1, 5, "'Td' touches the card before it", "a space"),
        ("9h **", 1, 5, "'*' touches the card before it", "a space"),
        ("9h4c", 1, 1, "'9h4' is not a card", CARD),
        ("9h\n4c 5x", 2, 4, "'5x' is not a card", CARD),
        ("9h\n\n  Zc", 3, 3, "'Zc' is not a card", CARD),
        ("9h *=9h", 1, 5, "'=9h' touches the card before it", "a space"),
    ],
)
def test_cards__errors(text: str, line: int, column: int, message: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_cards(text)
    error = caught.value
    assert (error.line, error.column, error.message, error.expected) == (line, column, message, expected)
    assert str(error) == f"line {line}, column {column}: {message}; expected {expected}"
