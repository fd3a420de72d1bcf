"""Tests of building rules from preset, options and plugins: the results, the refusals, the core's defaults."""

from __future__ import annotations

import pickle
from functools import partial
from inspect import unwrap
from typing import Any

import attrs
import pytest
from tests.hooks.samples import forbidding, plugin
from tests.rules.tables import table

import rummy500 as r5
from rummy500.actions import Action
from rummy500.cards.cards import EMPTY_BAG, JOKER, NATURALS, ONE, SPARE, add, bag_of, common
from rummy500.engine.moves.take import TAKE_MOVE
from rummy500.engine.views import seat_view
from rummy500.errors import ComposeError
from rummy500.hooks import Bar, Move, Pack, Reason, Use, Wilds, wrong_phase
from rummy500.hooks.build_moves import by_phase
from rummy500.rules.entry import RULES_VERSION
from rummy500.rules.questions import FixedMinimum
from rummy500.rules.rules import answer_of

NO = Reason("sample.rule", "no", "No.")()


def composed(seats: int = 2, preset: str = "pagat", options: dict[str, object] | None = None, **hooks: Any) -> r5.Rules:
    return r5.compose(preset, plugins=[plugin(**hooks)] if hooks else [], options=options or {}, seats=seats)


def refused(seats: int = 2, **hooks: Any) -> str:
    with pytest.raises(ComposeError) as error:
        composed(seats, **hooks)
    return str(error.value)


# ------------------------------------------------------------------ pack and deal


@pytest.mark.parametrize(
    ("seats", "packs", "hand"), [(2, 1, 13), (3, 1, 7), (4, 1, 7), (5, 2, 7), (6, 2, 7), (8, 2, 7)]
)
def test_deck_pack__two_packs_from_five_seats_on_and_hands_by_the_seats(seats: int, packs: int, hand: int) -> None:
    rules = composed(seats)
    assert (rules.deal.packs, rules.deal.hand_size, len(rules.deal.pack)) == (packs, hand, 54 * packs)
    assert rules.melding.shapes.packs == packs
    assert rules.sides == tuple(range(seats))
    assert rules.turn.draw_count == 1
    asked = composed(seats, options={"deck.packs": 2, "deal.size": 5, "deck.jokers": 1})
    assert (asked.deal.packs, asked.deal.hand_size, len(asked.deal.pack), asked.deal.pack.count(JOKER)) == (
        2,
        5,
        106,
        2,
    )
    assert asked.deal.pack == bytes(sorted(asked.deal.pack))


@pytest.mark.parametrize(
    ("seats", "size", "jokers", "fits"),
    [(2, 25, 0, True), (2, 26, 0, False), (2, 26, 1, False), (2, 26, 2, True), (5, 10, 0, True), (5, 11, 0, False)],
)
def test_deck_enough__the_hands_a_first_card_and_one_of_the_stock(
    seats: int, size: int, jokers: int, fits: bool
) -> None:
    options: dict[str, object] = {"deck.packs": 1, "deal.size": size, "deck.jokers": jokers}
    if fits:
        assert composed(seats, options=options).deal.hand_size == size
    else:
        with pytest.raises(ComposeError, match="a first card and a stock need") as raised:
            composed(seats, options=options)
        assert raised.value.option == "deal.size"


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


# ------------------------------------------------------------------ shapes


@pytest.mark.parametrize(("ace", "low", "high"), [("both", True, True), ("low", True, False), ("high", False, True)])
def test_shapes__follow_the_options(ace: str, low: bool, high: bool) -> None:
    rules = composed(options={"meld.ace": ace, "meld.run-min": 4, "meld.group-max": 5, "meld.group-suits": "any"})
    shapes = rules.melding.shapes
    assert (shapes.ace_low, shapes.ace_high) == (low, high)
    assert (shapes.run_min, shapes.group_max, shapes.different_suits) == (4, 5, False)
    assert composed(options={"meld.group-suits": "different"}).melding.shapes.different_suits
    assert shapes.wilds == (JOKER,)
    assert composed(preset="classic").melding.shapes.wilds == ()


def test_shapes__wild_are_the_faces_that_a_plugin_names_and_the_pack_has() -> None:
    both = composed(wilds=lambda: Wilds((0, 51, JOKER, SPARE)), pack=pack_of(aside=(SPARE,)))
    assert both.melding.shapes.wilds == (0, 51, JOKER, SPARE)
    assert composed(wilds=lambda: Wilds((1, JOKER, SPARE))).melding.shapes.wilds == (1, JOKER)
    assert composed(preset="classic", wilds=lambda: Wilds((1, JOKER))).melding.shapes.wilds == (1,)
    assert composed(wilds=lambda: Wilds((), groups_of_jokers=True)).melding.shapes.joker_groups
    assert composed().melding.shapes.wild_after_low_ace
    assert not composed(wilds=lambda: Wilds((1,), after_low_ace=False)).melding.shapes.wild_after_low_ace
    assert "names faces that do not exist: (-1,)" in refused(wilds=lambda: Wilds((-1,)))
    assert "names faces that do not exist: (5, 54)" in refused(wilds=lambda: Wilds((5, 54)))


def test_wilds_now__in_the_order_of_the_shapes_and_each_finder_made_once() -> None:
    rules = composed(
        wilds=lambda: Wilds(
            (1, 14, JOKER), now=lambda rules, view: (JOKER, 1) if view.public.to_act else (1, 14, JOKER)
        ),
    )
    assert rules.melding.finder_now is not None
    where = table("pagat")
    view = seat_view(rules, where.state, 1)
    found = rules.melding.finder_now(rules, view)
    assert found.shapes.wilds == (1, JOKER)
    assert rules.melding.finder_now(rules, view) is found
    first = seat_view(rules, table("pagat", to_act=0).state, 0)
    assert rules.melding.finder_now(rules, first) is rules.melding.finder
    assert rules.finder_for(view) is found
    assert composed().finder_for(view) is not None
    assert composed().melding.finder_now is None


# ------------------------------------------------------------------ single answers


@pytest.mark.parametrize("sides", [(0, 1, 0, 1), (3, 3, 0, 0), (0, 0, 0, 0)])
def test_sides__one_for_each_seat(sides: tuple[int, ...]) -> None:
    assert composed(4, sides=lambda: sides).sides == sides


@pytest.mark.parametrize(
    "sides",
    [
        (0, 1, 0),
        (0, 1, 0, 1, 0),
        (0, 1, 0, 4),
        (0, 1, 0, 7),
        (0, -1, 0, 1),
        (0, True, 0, 1),
        (0, "1", 0, 1),
        (0, 1.0, 0, 1),
    ],
)  # fmt: skip
def test_sides__that_are_none(sides: tuple[Any, ...]) -> None:
    assert "must return a side for each of 4 seats" in refused(4, sides=lambda: sides)


def test_draw_count__one_or_more() -> None:
    assert composed(draw_count=lambda: 1).turn.draw_count == 1
    assert composed(draw_count=lambda: 2).turn.draw_count == 2
    for wrong in (0, -1):
        assert f"must return a whole number, at least 1, not {wrong}" in refused(draw_count=returning(wrong))


def returning(value: object) -> Any:
    return lambda: value


def test_cut_ranks__the_ace_low_a_joker_again_unless_a_plugin_says_so() -> None:
    rules = composed()
    assert [rules.deal.cut_ranks[card] for card in (*range(NATURALS), JOKER)] == [*[*range(13)] * 4, None]
    low = composed(pack=lambda pack: attrs.evolve(pack, cut_ranks={**pack.cut_ranks, JOKER: -1}))
    assert [low.deal.cut_ranks[card] for card in (0, 25, JOKER)] == [0, 12, -1]


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


def test_options__become_fields() -> None:
    rules = composed(
        options={"meld.first-minimum": 30, "match.target": 250, "out.discard": "required", "draw.top": "must-meld"}
    )
    assert (
        rules.melding.opening_minimum,
        rules.match.target,
        rules.turn.melding_goes_out,
        rules.turn.top_may_be_kept,
    ) == (FixedMinimum(30), 250, False, False)
    usual = composed()
    assert (
        usual.melding.opening_minimum,
        usual.match.target,
        usual.turn.melding_goes_out,
        usual.turn.top_may_be_kept,
    ) == (None, 500, True, True)
    assert (usual.turn.deep_take_needs_new_meld, usual.melding.must_have_melded, usual.scoring.unit) == (
        False,
        False,
        1,
    )
    assert composed(options={"draw.deep-use": "new-meld"}).turn.deep_take_needs_new_meld
    layoff = {name: composed(options={"meld.layoff": name}) for name in ("any", "after-meld", "own")}
    assert [rules.melding.must_have_melded for rules in layoff.values()] == [False, True, False]
    assert [rules.melding.may_lay is None for rules in layoff.values()] == [True, False, False]


# ------------------------------------------------------------------ bars


def bar(card: int, *, gained_only: bool = False) -> Bar:
    return Bar(lambda rules, view: common(view.hand, ONE[card]), lambda _: NO, gained_only=gained_only)


def test_bars__each_bars_its_own_and_together_they_bar_all() -> None:
    two = composed(preset="classic", may=forbidding(discard=(bar(3), bar(5))))
    where = table("classic", hands=["Jc", "4s 6s 7s"], phase="play")
    view = seat_view(two, where.state, 1)
    assert two.turn.barred(two, view) == bag_of([3, 5])
    assert len(two.turn.bars) == 3
    usual = composed(preset="classic")
    assert usual.turn.barred is usual.turn.bars[0].cards
    assert usual.turn.barred(usual, view) == 0


def test_bars__old_cards_are_free_where_only_what_came_this_turn_is_barred() -> None:
    assert not Bar(lambda rules, view: EMPTY_BAG, lambda _: NO).gained_only
    assert composed().turn.bars_only_gained
    assert composed(preset="family").turn.bars_only_gained
    assert composed(may=forbidding(discard=bar(3, gained_only=True))).turn.bars_only_gained
    assert not composed(may=forbidding(discard=bar(3))).turn.bars_only_gained
    assert not composed(pack=lambda pack: attrs.evolve(pack, side_cards=lambda rules, view: 16)).turn.bars_only_gained
    use = Use("slip", lambda rules, view, card: (), lambda rules, view, pieces, on: NO)
    assert not composed(uses=lambda: (use,)).turn.bars_only_gained


# ------------------------------------------------------------------ what the core answers where nothing restricts


def test_core__its_answers_as_a_plugin_is_given_them() -> None:
    given: dict[str, Any] = {}

    def keeps(name: str) -> Any:
        def hook(rule: Any) -> Any:
            given[name] = rule
            return partial(rule)

        return hook

    names = (
        "must_use", "collects", "refused", "deducts", "turn_ended", "hand_emptied", "match_winners",
    )  # fmt: skip
    rules = composed(3, **{name: keeps(name) for name in names})
    view = seat_view(rules, table("pagat", hands=["Jc", "Tc Td", "2c"], pile="2s 4h 6d").state, 1)
    action = Action(1, "draw")
    assert [given["must_use"](rules, view, depth) for depth in (1, 2, 3)] == [False, True, True]
    assert [given["collects"](rules, view, depth) for depth in (1, 2, 3)] == [(1,), (1, 2), (1, 2, 3)]
    assert given["refused"](rules, view, action, NO) is NO
    assert given["deducts"](rules, table("pagat").state, 1)


def test_core__asks_nothing_where_nothing_restricts() -> None:
    rules = composed()
    for name in (
        "side_cards", "may_draw", "may_take", "may_call", "may_meld", "may_lay", "must_use", "collects",
        "refused", "finder_now", "turn_ended", "hand_sizes", "opening_minimum",
    ):  # fmt: skip
        assert answer_of(rules, name) is None, name


# ------------------------------------------------------------------ moves


def move(verb: str, phases: tuple[str, ...], whose: Any = "turn", **more: Any) -> Move:
    return Move(
        verb, phases, whose, lambda facts, *, plain: (), lambda rules, view, action: None,
        TAKE_MOVE.effect,  # the core's, so that it needs no check and the rules have this very object
        wrong_phase, **more,
    )  # fmt: skip


def test_by_phase__the_moves_of_those_who_make_them() -> None:
    first, second, other, deck = (
        move("a", ("draw", "play")), move("b", ("play",)), move("c", ("play",), "others"), move("d", ("play",), "deck")
    )  # fmt: skip
    every = [first, second, other, deck]
    assert dict(by_phase(every, "turn")) == {"draw": (first,), "play": (first, second)}
    assert dict(by_phase(every, "others")) == {"play": (other,)}
    assert dict(by_phase(every, "deck")) == {"play": (deck,)}


def test_calls__are_moves_only_where_there_are_calls() -> None:
    for call in ("full", "layoffs", "top", "last-discard"):
        rules = composed(options={"call": call})
        assert [each.verb for each in rules.turn.other_moves["draw"]] == ["call"]
    none = composed(options={"call": "none"})
    assert dict(none.turn.other_moves) == {}
    assert "call" in none.turn.moves


def given(move: Move | None) -> Move:
    """A move as its plugin gave it, without the checks of its functions."""
    assert move is not None
    return attrs.evolve(move, generate=unwrap(move.generate), check=unwrap(move.check), effect=unwrap(move.effect))


def test_move_of__by_suffix_by_phase_and_by_verb() -> None:
    lunch = move("draw", ("lunch",), fields=())
    loud = move("discard", ("play",), suffix="loudly", fields=("card", "extra"), ends="turn")
    own = move("wink", ("play",))
    rules = composed(moves=lambda: (lunch, loud, own))
    turn = rules.turn
    assert given(turn.move_of(Action(1, "draw"), "lunch")) == lunch
    assert turn.move_of(Action(1, "draw"), "draw") is turn.moves["draw"]
    assert given(turn.moves["draw"]) != lunch
    assert given(turn.move_of(Action(1, "discard", 3, extra=("loudly",)), "play")) == loud
    assert given(turn.move_of(Action(1, "discard", 3, extra=("loudly", "twice")), "play")) == loud
    assert turn.move_of(Action(1, "discard", 3, extra=("softly", "loudly")), "play") is turn.moves["discard"]
    assert given(turn.move_of(Action(1, "wink"), "play")) == own
    assert turn.move_of(Action(1, "nod"), "play") is None
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


def test_uses__a_plugins_use_is_a_word_of_a_take() -> None:
    use = Use("slip", lambda rules, view, card: (), lambda rules, view, pieces, on: NO)
    usual = composed().turn.moves["take"]
    assert usual is TAKE_MOVE
    assert composed(uses=lambda: (use,)).turn.moves["take"].uses == (*TAKE_MOVE.uses, "slip")


# ------------------------------------------------------------------ identity


def test_identity__rules_are_equal_by_what_they_were_composed_of() -> None:
    here, there = composed(3), composed(3)
    assert here == there
    assert hash(here) == hash(there)
    assert here == here  # noqa: PLR0124 - by being one
    assert here != composed(4)
    assert here != composed(3, preset="classic")
    assert here != composed(3, options={"match.target": 250})
    assert here != composed(3, draw_count=lambda: 2)
    with_plugin = plugin(draw_count=lambda: 2)
    assert r5.compose("pagat", plugins=[with_plugin]) == r5.compose("pagat", plugins=[with_plugin])
    other = plugin(draw_count=lambda: 2)
    assert r5.compose("pagat", plugins=[with_plugin]) != r5.compose("pagat", plugins=[other])
    assert here.__eq__("pagat") is False
    assert pickle.loads(pickle.dumps(here)) == here
    assert (here.identity.core, RULES_VERSION) == (1, 1)
    assert repr(here) == "<Rules 'pagat', seats=3>"
