"""Tests of numbers: integer-like objects are accepted, booleans and anything else raise `TypeError`."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any, cast

import pytest

import rummy500 as r5
from rummy500.base.records import replace
from rummy500.notation.json import rules_from_json, rules_to_json, state_from_json, state_to_json
from rummy500.notation.scenario import parse_scenarios
from rummy500.rules.options import GREATEST
from rummy500.simulate import simulate, simulate_match
from rummy500_terminal.judging import replay
from rummy500_testing import check_laws

RULES = r5.compose("classic", seats=3)
STATE = r5.deal(RULES, seed=5)
DRAW = r5.Action(1, "draw")


class Index:
    """A whole number of another library, as numpy has them."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


class NoText(Index):
    """A class without a repr of its own."""

    def __repr__(self) -> str:
        return f"<number {id(object())} {random.random()}>"


class Array:
    """A list of numbers of another library, without a truth value."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers

    def __iter__(self) -> Any:
        return map(Index, self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)

    def __bool__(self) -> bool:
        raise ValueError("the truth value of an array is ambiguous")


def play(players: Any = ("random",), **given: Any) -> object:
    return simulate(RULES, players, **cast("Any", {"matches": 1, "seed": 2, "max_turns": 2, "workers": 1, **given}))


#: Every function that takes a number, each called with 2.
ASKING: dict[str, Callable[[Any], object]] = {
    "a seed": lambda two: r5.deal(RULES, seed=two),
    "a seed to draw": lambda two: r5.draw_for_deal(RULES, seed=two),
    "a seed of matches": lambda two: play(seed=two),
    "a seed of a match": lambda two: simulate_match(RULES, ["random"], seed=two, number=2, max_turns=2),
    "the number of a match": lambda two: simulate_match(RULES, ["random"], seed=2, number=two, max_turns=2),
    "a seed of laws": lambda two: check_laws(RULES, hands=1, seed=two, max_turns=2, laws=()).passed,
    "a dealer": lambda two: r5.deal(RULES, seed=1, dealer=two),
    "a dealer of a match": lambda two: r5.start_match(RULES, dealer=two),
    "a seat that looks": lambda two: r5.observe(RULES, STATE, two),
    "a seat that asks": lambda two: [*r5.legal_actions(RULES, STATE, seat=two)],
    "a seat that picks": lambda two: r5.actions_for_cards(RULES, STATE, two, "9h"),
    "a seat that is late": lambda two: r5.default_action(RULES, STATE, two),
    "a number of seats": lambda two: r5.compose("classic", seats=two),
    "a number of hands": lambda two: check_laws(RULES, hands=two, max_turns=2, laws=()).passed,
    "a number of matches": lambda two: play(matches=two),
    "a number of single hands": lambda two: play(matches=None, hands=two),
    "a limit of turns": lambda two: play(max_turns=two),
    "a limit of hands": lambda two: play(max_hands=two),
    "a number of workers": lambda two: play(matches=1, workers=two),
}


@pytest.mark.parametrize("what", ASKING)
def test_integer_like_objects_are_numbers_everywhere(what: str) -> None:
    assert ASKING[what](NoText(2)) == ASKING[what](2)


@pytest.mark.parametrize("what", ASKING)
def test_anything_else_raises_a_clear_type_error(what: str) -> None:
    for value in (True, 2.0, b"2") if "laws" in what else (True, 2.0, b"2", "2"):  # the seed of laws may be any text
        with pytest.raises(TypeError, match=f"(is|be) a whole number, not {re.escape(repr(value))}"):
            ASKING[what](value)


def test_decide_takes_a_seat_that_has_an_index() -> None:
    seat: Any = NoText(1)
    assert r5.decide(RULES, STATE, seat, "draw", random.Random(1)) == DRAW


def test_an_option_takes_integer_like_objects() -> None:
    rules = r5.compose("classic", options={"match.target": NoText(250)})
    assert rules == r5.compose("classic", options={"match.target": 250})
    assert rules_from_json(rules_to_json(rules)).options["match.target"] == 250


def test_simulate__a_seed_without_a_text_of_its_own_gives_the_same_matches() -> None:
    seed: Any = NoText(5)
    first, again = (simulate(RULES, ["random"], matches=1, seed=seed, workers=1) for _ in range(2))
    assert first == again == simulate(RULES, ["random"], matches=1, seed=5, workers=1)


@pytest.mark.interpreted
@pytest.mark.parametrize("field", ["seat", "card", "depth", "on"])
def test_an_action_has_plain_numbers(field: str) -> None:
    changes: dict[str, Any] = {field: True}
    wrong = replace(DRAW, **changes)
    for ask in (r5.why_not, r5.apply):
        with pytest.raises(TypeError, match=f"the {field} of an action is a plain whole number, not True"):
            ask(RULES, STATE, wrong)
    with pytest.raises(TypeError, match="the pieces of an action"):
        r5.why_not(RULES, STATE, r5.Action(1, "meld", use="run", pieces=(False, 65, 130)))


def test_integer_like_objects_are_numbers() -> None:
    seed: Any = Index(7)
    assert r5.deal(RULES, seed=seed, dealer=seed and Index(2)) == r5.deal(RULES, seed=7, dealer=2)  # type: ignore[arg-type] # what is tested
    deck: Any = Array(list(RULES.deal.pack))
    dealt = r5.deal(RULES, deck=deck)
    assert dealt == r5.deal(RULES, deck=RULES.deal.pack)
    assert state_from_json(state_to_json(r5.Position(RULES, dealt))).state == dealt
    assert r5.draw_for_deal(RULES, deck=deck) == r5.draw_for_deal(RULES, deck=RULES.deal.pack)


@pytest.mark.parametrize("deck", [[-1] * 54, [64] * 54, [10**30] * 54, 5, "As 2s", [0] * 52])
def test_what_is_no_deck_is_a_deal_error(deck: Any) -> None:
    with pytest.raises(r5.DealError):
        r5.deal(RULES, deck=deck)


def test_what_is_no_card_of_a_deck_is_named() -> None:
    cards: tuple[Any, ...] = (None, "As", 1.0, True)
    for card in cards:
        with pytest.raises(TypeError, match=f"a card of a deck must be a whole number, not {card!r}"):
            r5.deal(RULES, deck=[card] * 52)


@pytest.mark.parametrize("read", [r5.parse_position, parse_scenarios, lambda text: [*replay(text)], state_from_json])
@pytest.mark.parametrize("value", [None, 5, b"hands = []", ["x"]])
def test_a_document_is_text(read: Callable[[Any], object], value: object) -> None:
    with pytest.raises(TypeError, match="a document is text, not "):
        read(value)


def test_a_piece_that_does_not_exist_has_a_text() -> None:
    for piece in (10**30, -1, 64 * 77, 63):
        assert "??" in r5.action_text(r5.Action(1, "meld", use="run", pieces=(piece,)))


@pytest.mark.parametrize("target", [GREATEST + 1, 2**63, 10**5000], ids=["next", "64 bits", "endless"])
def test_match_target__a_number_too_large_to_save_is_refused(target: int) -> None:
    with pytest.raises(r5.ComposeError, match=f"option match.target cannot be .* from 1 to {GREATEST}"):
        r5.compose("classic", options={"match.target": target})


def test_match_target__the_greatest_is_saved() -> None:
    rules = r5.compose("classic", options={"match.target": GREATEST})
    assert rules_from_json(rules_to_json(rules)) == rules
    assert str(GREATEST) in repr(rules)
