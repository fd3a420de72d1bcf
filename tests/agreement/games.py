"""Random rules, and random hands played by them: where the positions to compare come from."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, Final

import rummy500 as r5
from rummy500.cards import JOKER, count
from rummy500.notation.position import position_table
from rummy500.notation.toml import toml_lines

PRESETS: Final = ("pagat", "north-american", "classic", "family")
SEATS: Final = (2, 3, 5)

#: What a random game may change in its preset; an option stands more than once to be chosen more often.
CHANGES: Final[Mapping[str, tuple[str | int, ...]]] = {
    "deck.jokers": (0, 1, 2, 3),
    "deck.packs": ("auto", 1, 2),
    "deal.opening": ("upcard", "extra-card", "offer"),
    "meld.group-suits": ("different", "any"),
    "meld.group-max": (0, 3, 4, 5),
    "meld.run-min": (3, 4),
    "meld.ace": ("both", "high", "low"),
    "meld.layoff": ("any", "after-meld", "own"),
    "meld.first-minimum": (0, 12, 20, 30),
    "draw.top": ("free", "must-meld"),
    "draw.deep-use": ("any", "new-meld"),
    "discard.barred": ("lone-top", "drawn"),
    "out.discard": ("optional", "required"),
    "stock.empty": ("pile", "strict", "reshuffle"),
    "call": ("none", "full", "layoffs", "top", "last-discard"),
    "score.ace": ("by-use", "one"),
}

_LONGEST: Final = 150
_MOST_JOKERS: Final = 4
_MOST_CARDS: Final = 26


def random_rules(preset: str, chance: random.Random) -> r5.Rules:
    """A preset with small hands; in three games of four some of its options are changed."""
    while True:
        options: dict[str, object] = {"deal.size": chance.randint(4, 7)}
        if chance.random() < 0.75:
            for name in chance.sample(sorted(CHANGES), chance.randint(1, 5)):
                options[name] = chance.choice(CHANGES[name])
        try:
            return r5.compose(preset, options=options, seats=chance.choice(SEATS))
        except r5.ComposeError:
            continue


def as_table(rules: r5.Rules, state: r5.State) -> dict[str, Any]:
    """The position as both sides read it, with the number of seats said."""
    table = position_table(r5.Position(rules, state, (0,) * rules.seats))
    table["rules"]["seats"] = rules.seats
    return table


def as_position(table: Mapping[str, Any]) -> r5.Position:
    """A table read by the library."""
    return r5.parse_position("\n".join(toml_lines(table)))


def dealt(rules: r5.Rules, chance: random.Random) -> r5.State:
    """A fresh hand; in three of four the stock is cut short, so that it runs out."""
    state = r5.deal(rules, seed=chance.getrandbits(30), dealer=chance.randrange(rules.seats))
    if chance.random() < 0.25:
        return state
    table = as_table(rules, state)
    words = str(table["stock"]).split()
    table["stock"] = " ".join(words[: chance.randint(1, 20)])
    return as_position(table).state


def small_enough(state: r5.State) -> bool:
    """Whether brute force gets through the position in good time."""
    pile = state.open.pile
    for hand, seat in zip(state.hands, range(state.open.seats), strict=True):
        if seat == state.open.to_act:
            jokers = count(hand, JOKER) + pile.count(JOKER)
            if jokers > _MOST_JOKERS or state.open.hand_size(seat) + len(pile) > _MOST_CARDS:
                return False
    return pile.count(JOKER) <= _MOST_JOKERS


def random_step(rules: r5.Rules, state: r5.State, chance: random.Random) -> r5.State:
    """The state after a random outcome or decision; every kind of move is as likely."""
    due = r5.chance(rules, state)
    if due is not None:
        return r5.apply(rules, state, due.sample(chance))
    kinds: dict[str, list[r5.Action]] = {}
    for action in r5.legal_actions(rules, state):
        kinds.setdefault(action.verb, []).append(action)
    return r5.apply(rules, state, chance.choice(kinds[chance.choice(sorted(kinds))]))


def random_positions(preset: str, seed: int) -> Iterator[tuple[r5.Rules, r5.State]]:
    """Positions at random steps of random hands of a preset, without end."""
    chance = random.Random(f"{preset} {seed}")
    while True:
        rules = random_rules(preset, chance)
        state = dealt(rules, chance)
        for _ in range(_LONGEST):
            if chance.random() < 0.4 and small_enough(state):
                yield rules, state
            if r5.is_over(state):
                break
            state = random_step(rules, state, chance)
