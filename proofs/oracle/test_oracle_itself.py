"""Tests of the oracle itself; `proofs/agreement` compares it with the scenarios and with the engine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

from proofs.oracle import PRESETS, READINGS, Catalogue, judge, legal
from proofs.oracle.cards import JOKER, RANKS, SUITS


def position(preset: str = "pagat", options: dict[str, str | int] | None = None, **rest: Any) -> dict[str, Any]:
    """Make a position of two seats, seat 0 to draw, with the given changes."""
    usual: dict[str, Any] = {
        "rules": {"preset": preset, "options": options or {}},
        "dealer": 1,
        "to_act": 0,
        "phase": "draw",
        "hands": ["2c Kd", "3c Jd"],
        "stock": "8c 8d",
        "pile": "7d",
        "melds": [],
    }
    return usual | rest


def playing(hand: str, **rest: Any) -> dict[str, Any]:
    """Make a position in which seat 0 has drawn and has this hand."""
    return position(phase="play", hands=[hand, "3c Jd"], **rest)


# The table of options, and teaching


def test_every_preset_answers_every_option() -> None:
    for preset in PRESETS:
        values = Catalogue.of(position(preset)).options.values
        assert all(reading.knows(values[name]) for name, readings in READINGS.items() for reading in readings)


@pytest.mark.parametrize(
    "rules",
    [{"preset": "none"}, {"options": {"meld.aces": "high"}}, {"options": {"meld.ace": "up"}}],
)
def test_unknown_rules_are_errors(rules: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no such"):
        legal(position(rules=rules))


@pytest.mark.parametrize("text", ["draw", "0: jump", "0: discard 1x", "0: meld []", "0: lay [4h 5h 6h]", "0: draw 4h"])
def test_a_text_that_does_not_parse_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"not|no cards"):
        judge(position(), text)


class Deuces(Catalogue):
    """A variant of a few lines, to show that the oracle can be extended: deuces are wild."""

    def wild(self, face: str) -> bool:
        """Return whether a card is a joker or a deuce."""
        return face == JOKER or face[0] == "2"


def test_a_variant_can_be_taught() -> None:
    where = playing("2c 9h 9s Kd")
    assert judge(where, "0: meld {9h 9s 2c=9}") == "meld.joker-role"
    assert judge(where, "0: meld {9h 9s 2c=9}", Deuces) is None
    assert "0: meld {9s 9h 2c=9}" in legal(where, Deuces)


# The list against the judgement


LISTED = [
    playing("9h Th * 9s 2c", melds=["1 [5h 6h 7h]", "1 {9d 9c *=9}"], drawn=["2c"]),
    playing("As 2s 3s Ks *", melds=["1 [Ts Js Qs]", "1 {4s 4h 4d}"], options={"out.discard": "required"}),
    position("family", hands=["4h 8d * 2c", "3c"], pile="4d 4s 7d * 4h", melds=["1 [4c 5c 6c]", "1 [5d 6d *=7d]"]),
    position("north-american", to_act=1, last=0, pile="8h 4s 4h 9h * 8h", melds=["1 [5h 6h 7h]", "0 {4d 4c *=4}"]),
]


@pytest.mark.parametrize("where", LISTED)
def test_listed_actions_are_judged_legal(where: dict[str, Any]) -> None:
    actions = legal(where)
    assert actions
    assert {judge(where, action) for action in actions} == {None}


def every_arrangement(hand: str, melds: int) -> Iterator[str]:
    """List every subset of the hand in any arrangement, with every role for its jokers and none."""
    roles = [
        JOKER,
        *(f"*={rank}" for rank in RANKS),
        *(f"*={rank}{suit}" for rank in RANKS for suit in SUITS),
    ]
    cards = hand.split()
    for size in range(1, len(cards) + 1):
        for chosen in combinations(cards, size):
            for filled in product(*(roles if card == JOKER else [card] for card in chosen)):
                words = " ".join(filled)
                yield f"meld [{words}]"
                yield f"meld {{{words}}}"
                yield from (f"lay {words} on m{number}" for number in range(1, melds + 1))


@pytest.mark.parametrize("where", LISTED[:2])
def test_actions_judged_legal_are_listed(where: dict[str, Any]) -> None:
    """Sets of several suits and ranks, and stretches with gaps, may be left out of the enumeration."""
    tried = {f"0: {text}" for text in every_arrangement(where["hands"][0], len(where["melds"]))}
    found = {plain(text) for text in tried if judge(where, text) is None}
    assert found == {plain(text) for text in legal(where) if text.split()[1] in ("meld", "lay")}


def plain(text: str) -> tuple[str, frozenset[str]]:
    """Write a meld or lay-off independent of the order of its cards."""
    for bracket in "[]{}":
        text = text.replace(bracket, f" {bracket} ")
    return text.split()[1], frozenset(text.split()[2:])
