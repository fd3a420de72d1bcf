"""Rules that find plays by different searches, and views with cards of neighbouring ranks and suits."""

from __future__ import annotations

import random
from collections.abc import Iterator

import attrs
import pytest
from tests.engine.melds.obvious import melds
from tests.hooks.samples import forbidding, plugin, taking
from tests.rules.tables import table

import rummy500 as r5
from rummy500.base.records import replace
from rummy500.cards.cards import JOKER, NATURALS, bag_of
from rummy500.cards.pieces import GROUP, Meld, natural_piece
from rummy500.cards.shapes import MeldShapes
from rummy500.engine.views import seat_view
from rummy500.hooks import Reason, Wilds
from rummy500.rules.rules import Rules
from rummy500.rules.state import View


def no_lay_on_first(rules: Rules, view: View, on: int) -> r5.Refusal | None:
    return Reason("sample.rule", "first", "Not there.")() if on == 0 else None


def no_spades(rules: Rules, view: View, meld: Meld, on: int) -> r5.Refusal | None:
    return Reason("sample.rule", "spade", "No spade.")() if any(piece & 63 < 13 for piece in meld.pieces) else None


def every_other(rules: r5.Rules, view: r5.View, depth: int) -> tuple[int, ...]:
    """Let a card be taken alone, and only at an odd depth."""
    return (depth,) if depth % 2 else ()


RULES = {
    "classic": r5.compose("classic", seats=2),
    "two packs": r5.compose("classic", seats=2, options={"deck.packs": 2}),
    "different suits": r5.compose("pagat", seats=2, options={"deck.packs": 2}),
    "own melds": r5.compose("classic", seats=2, options={"meld.layoff": "own"}),
    "not on the first": r5.compose("classic", plugins=[plugin("first", may=forbidding(lay=no_lay_on_first))], seats=2),
    "no spades": r5.compose("classic", plugins=[plugin("spades", may=forbidding(meld=no_spades))], seats=2),
    "every other": r5.compose("classic", plugins=[plugin("other", takes=taking(collects=every_other))], seats=2),
    "jokers for themselves": r5.compose(
        "pagat",
        plugins=[plugin("jokers", wilds=lambda: Wilds((), groups_of_jokers=True))],
        options={"deck.packs": 2},
        seats=2,
    ),
}
EVERY = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


def positions(rules: Rules, *, number: int) -> Iterator[tuple[View, list[int], list[int]]]:
    """Generate views with melds on the table, and a hand and a pile of neighbouring cards."""
    where = attrs.evolve(table("classic"), rules=rules)
    shapes = rules.melding.shapes
    natural = MeldShapes(packs=shapes.packs, different_suits=shapes.different_suits, wilds=())
    for seed in range(number):
        rng = random.Random(seed)
        rank, suits = rng.randrange(13), rng.sample(range(4), 3)
        near = [
            card for card in rules.deal.pack if card < NATURALS and (card % 13 - rank) % 13 < 6 and card // 13 in suits
        ]
        near += [JOKER] * rules.deal.pack.count(JOKER)
        rng.shuffle(near)
        lying = tuple(melds(natural, seed=seed, number=rng.randrange(4)))
        if shapes.joker_groups:
            lying += (Meld(0, GROUP, 13, (natural_piece(JOKER),) * 3, bytes(3)),)
        hand, pile = near[: rng.randint(1, 6)], near[6 : 6 + rng.randint(1, 6)]
        state = replace(where.state, public=replace(where.state.public, table=lying, pile=bytes(pile)))
        yield replace(seat_view(rules, state, 1), hand=bag_of(hand)), hand, pile
