"""Numbers are plain numbers: a truth value is refused wherever one is given, what has an index is taken for a seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import rummy500 as r5
from rummy500.notation.json import rules_from_json, rules_to_json, state_from_json, state_to_json
from rummy500.notation.scenario import parse_scenarios
from rummy500.notation.transcript import replay
from rummy500.options import GREATEST
from rummy500.records import replace
from rummy500.simulate import simulate

RULES = r5.compose("classic", seats=3)
STATE = r5.deal(RULES, seed=5)
DRAW = r5.Action(1, "draw")


class Index:
    """A whole number of another library, as numpy has them."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


class Array:
    """A list of numbers of another library, whose truth is nobody's to ask."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers

    def __iter__(self) -> Any:
        return map(Index, self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)

    def __bool__(self) -> bool:
        raise ValueError("the truth value of an array is ambiguous")


@pytest.mark.parametrize(
    "ask",
    [
        lambda true: r5.deal(RULES, seed=true),
        lambda true: r5.deal(RULES, seed=1, dealer=true),
        lambda true: r5.deal(RULES, deck=[true, *RULES.pack[1:]]),
        lambda true: r5.start_match(RULES, dealer=true),
        lambda true: r5.draw_for_deal(RULES, seed=true),
        lambda true: r5.observe(RULES, STATE, true),
        lambda true: r5.legal_actions(RULES, STATE, seat=true),
        lambda true: r5.readings(RULES, STATE, true, "9h"),
        lambda true: r5.default_action(RULES, STATE, true),
        lambda true: simulate(RULES, ["random"], matches=1, seed=true, workers=1),
    ],
)
def test_a_truth_value_is_no_number(ask: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError, match="is a whole number, not True"):
        ask(True)


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


def test_what_has_an_index_is_a_number() -> None:
    seed: Any = Index(7)
    assert r5.deal(RULES, seed=seed, dealer=seed and Index(2)) == r5.deal(RULES, seed=7, dealer=2)  # type: ignore[arg-type] # what is tested
    deck: Any = Array(list(RULES.pack))
    dealt = r5.deal(RULES, deck=deck)
    assert dealt == r5.deal(RULES, deck=RULES.pack)
    assert state_from_json(state_to_json(r5.Position(RULES, dealt, (0, 0, 0)))).state == dealt
    assert r5.draw_for_deal(RULES, deck=deck) == r5.draw_for_deal(RULES, deck=RULES.pack)


@pytest.mark.parametrize("deck", [[-1] * 54, [64] * 54, [10**30] * 54, [None] * 54, 5, ["As"] * 52, [0] * 52])
def test_what_is_no_deck_is_a_deal_error(deck: Any) -> None:
    with pytest.raises(r5.DealError):
        r5.deal(RULES, deck=deck)


@pytest.mark.parametrize("read", [r5.parse_position, parse_scenarios, lambda text: [*replay(text)], state_from_json])
@pytest.mark.parametrize("value", [None, 5, b"hands = []", ["x"]])
def test_a_document_is_text(read: Callable[[Any], object], value: object) -> None:
    with pytest.raises(TypeError, match="a document is text, not "):
        read(value)


def test_a_piece_that_does_not_exist_has_a_text() -> None:
    for piece in (10**30, -1, 64 * 77, 63):
        assert "??" in r5.action_text(r5.Action(1, "meld", use="run", pieces=(piece,)))


@pytest.mark.parametrize("target", [GREATEST + 1, 2**63, 10**5000], ids=["next", "64 bits", "endless"])
def test_match_target__what_cannot_be_saved_is_not_composed(target: int) -> None:
    with pytest.raises(r5.ComposeError, match=f"option match.target cannot be .*{GREATEST} at most"):
        r5.compose("classic", options={"match.target": target})


def test_match_target__the_greatest_is_saved() -> None:
    rules = r5.compose("classic", options={"match.target": GREATEST})
    assert rules_from_json(rules_to_json(rules)) == rules
    assert str(GREATEST) in repr(rules)
