"""Tests of building rules from preset, options and plugins: the results, the refusals, the core's defaults."""

from __future__ import annotations

import pickle
from typing import Any

import attrs
import pytest
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.cards.cards import EMPTY_BAG, JOKER, NATURALS, SPARE, add
from rummy500.engine.moves.take import TAKE_MOVE
from rummy500.engine.views import seat_view
from rummy500.hooks import Move, Pack, Settings, Use, Wilds
from rummy500.rules.entry import RULES_VERSION


def composed(seats: int = 2, preset: str = "pagat", options: dict[str, object] | None = None, **hooks: Any) -> r5.Rules:
    return r5.compose(preset, plugins=[plugin(**hooks)] if hooks else [], options=options or {}, seats=seats)


def refused(seats: int = 2, **hooks: Any) -> str:
    with pytest.raises(r5.ComposeError) as error:
        composed(seats, **hooks)
    return str(error.value)


def pack_of(*more: int, aside: tuple[int, ...] = ()) -> Any:
    return lambda pack: Pack(pack.cards + bytes(more), bytes(aside))


def test_deck_pack__cards_that_a_plugin_may_add() -> None:
    fifteen = composed(pack=pack_of(*[JOKER] * 13))
    assert fifteen.deal.pack.count(JOKER) == 15
    assert composed(pack=pack_of(5, 0)).deal.pack == bytes(sorted([*range(NATURALS), 0, 5, JOKER, JOKER]))
    four = composed(pack=pack_of(5, 5, 5))
    assert four.deal.pack.count(5) == 4
    assert four.melding.shapes.packs == 4, "a group may be of as many cards as the pack holds of a rank"
    assert composed(pack=pack_of(aside=(SPARE,))).deal.side_pack == bytes([SPARE])
    for wrong in (
        pack_of(*[JOKER] * 14), pack_of(5, 5, 5, 5), pack_of(SPARE), pack_of(60), pack_of(aside=(5,)),
    ):  # fmt: skip
        assert "a pack has each natural card four times at most" in refused(pack=wrong)


def test_shapes__wild_are_the_faces_that_a_plugin_names_and_the_pack_has() -> None:
    both = composed(wilds=lambda: Wilds((0, 51, JOKER, SPARE)), pack=pack_of(aside=(SPARE,)))
    assert both.melding.shapes.wilds == (0, 51, JOKER, SPARE)
    assert composed(wilds=lambda: Wilds((1, JOKER, SPARE))).melding.shapes.wilds == (1, JOKER)
    assert composed(preset="classic", wilds=lambda: Wilds((1, JOKER))).melding.shapes.wilds == (1,)
    assert composed(wilds=lambda: Wilds((), groups_of_jokers=True)).melding.shapes.joker_groups
    assert "has a Wilds whose faces must be faces that exist, not (-1,)" in refused(wilds=lambda: Wilds((-1,)))
    assert "has a Wilds whose faces must be faces that exist, not (5, 54)" in refused(wilds=lambda: Wilds((5, 54)))


@pytest.mark.parametrize(
    "sides", [(0, 1, 0), (0, 1, 0, 1, 0), (0, 1, 0, 4), (0, -1, 0, 1), (0, True, 0, 1), (0, "1", 0, 1)]
)
def test_sides__that_are_none(sides: tuple[Any, ...]) -> None:
    assert "must return a side for each of 4 seats" in refused(4, sides=lambda: sides)


def returning(value: object) -> Any:
    return lambda: value


def test_side_cards__a_later_plugin_is_given_the_rule_of_an_earlier_one() -> None:
    def one_more(pack: Pack) -> Pack:
        earlier = pack.side_cards
        return attrs.evolve(
            pack, side_cards=lambda rules, view: add(earlier(rules, view) if earlier else EMPTY_BAG, JOKER)
        )

    rules = r5.compose("pagat", [plugin("one", pack=one_more), plugin("two", pack=one_more)])
    view = seat_view(rules, r5.deal(rules, seed=1), 0)
    assert rules.melding.side_cards is not None
    assert rules.melding.side_cards(rules, view) == 2
    assert composed().melding.side_cards is None


def test_bars__only_gained_cards_where_every_card_that_is_played_comes_from_the_hand() -> None:
    use = Use("slip", lambda rules, view, card: (), lambda rules, view, pieces, on: view)
    assert composed().turn.bars_only_gained
    assert not composed(uses=lambda: (use,)).turn.bars_only_gained
    assert not composed(pack=lambda pack: attrs.evolve(pack, side_cards=lambda rules, view: 16)).turn.bars_only_gained


def move(verb: str, phases: tuple[str, ...], whose: Any = "turn", **more: Any) -> Move:
    # The effect is the core's, so that it needs no check and the rules have this very object.
    return Move(verb, effect=TAKE_MOVE.effect, phases=phases, whose=whose, **more)


def given(move: Move | None) -> Move:
    """A move as its plugin gave it, without the checks of its functions."""
    assert move is not None
    fields = {field.name: getattr(move, field.name) for field in attrs.fields(Move)}
    return Move(**{**fields, "candidates": None, "check": None, "effect": getattr(move.effect, "func", move.effect)})


def test_move_of__by_suffix_by_phase_and_by_verb() -> None:
    lunch = move("draw", ("lunch",), fields=())
    loud = move("discard", ("play",), suffix="loudly", fields=("card", "extra"), ends="turn")
    own = move("wink", ("play",))
    rules = composed(moves=lambda: (lunch, loud, own))
    turn = rules.turn
    assert given(turn.move_of(r5.Action(1, "draw"), "lunch")) == lunch
    assert turn.move_of(r5.Action(1, "draw"), "draw") is turn.moves["draw"]
    assert given(turn.moves["draw"]) != lunch
    assert given(turn.move_of(r5.Action(1, "discard", 3, extra=("loudly",)), "play")) == loud
    assert given(turn.move_of(r5.Action(1, "discard", 3, extra=("loudly", "twice")), "play")) == loud
    assert turn.move_of(r5.Action(1, "discard", 3, extra=("softly", "loudly")), "play") is turn.moves["discard"]
    assert given(turn.move_of(r5.Action(1, "wink"), "play")) == own
    assert turn.move_of(r5.Action(1, "nod"), "play") is None
    assert tuple(map(given, rules.turn.turn_moves["lunch"])) == (lunch,)
    assert loud in map(given, rules.turn.turn_moves["play"])


def test_chance__goes_with_its_decision_in_whatever_phase_that_is_made() -> None:
    over = move(
        "discard", ("play",), suffix="over", fields=("card", "extra"), outcome=lambda _, __, action, ___: action
    )
    loud = move("discard", ("play",), suffix="loudly", fields=("card", "extra"))
    for verb, phases in (("draw", ("play",)), ("call", ("play",)), ("discard", ("play", "lunch"))):
        rules = composed(moves=returning((over, loud, move(verb, ("lunch",)))))
        assert rules.turn.suffixed["discard", "over"].phases == phases
        found = given(rules.turn.suffixed["discard", "loudly"])
        assert found == attrs.evolve(loud, ends="turn"), "as a plain discard does"


def test_identity__rules_are_equal_by_what_they_were_composed_of() -> None:
    here, there = composed(3), composed(3)
    assert here == there
    assert hash(here) == hash(there)
    assert here == here  # noqa: PLR0124 - by being one
    assert here != composed(4)
    assert here != composed(3, preset="classic")
    assert here != composed(3, options={"match.target": 250})
    assert here != composed(3, settings=lambda: Settings(draw_count=2))
    with_plugin = plugin(settings=lambda: Settings(draw_count=2))
    assert r5.compose("pagat", plugins=[with_plugin]) == r5.compose("pagat", plugins=[with_plugin])
    other = plugin(settings=lambda: Settings(draw_count=2))
    assert r5.compose("pagat", plugins=[with_plugin]) != r5.compose("pagat", plugins=[other])
    assert here.__eq__("pagat") is False
    assert pickle.loads(pickle.dumps(here)) == here
    assert (here.identity.core, RULES_VERSION) == (1, 1)
    assert repr(here) == "<Rules 'pagat', seats=3>"
