"""Tests of the border of a turn: who is asked when it ends or a hand is empty, and turns that go to another seat."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any, Final

import attrs
import pytest
from tests.hooks.samples import plugin, saying
from tests.hooks.steps import do

import rummy500 as r5
from rummy500.engine.defects import find_defects
from rummy500.engine.given_turns import KeptTurn
from rummy500.fast import determinize
from rummy500.hooks import (
    KEPT_TURN,
    Deal,
    HandMemory,
    Last,
    Move,
    Reason,
    Round,
    RuleEntry,
    Secret,
    bag_of,
    core_next_turn,
    discard_card,
    draw_cards,
    end_turn,
    give_cards,
    give_turn,
    hand_ended,
    recall,
    replace,
    resume_turn,
)
from rummy500.notation.position import position_table
from rummy500.notation.toml import toml_lines
from rummy500.rules.options import CORE_PRESETS
from rummy500_testing import check_laws, random_game
from rummy500_testing.golden import record_golden

PLAYING: Final = """
phase  = "play"
to_act = 0
hands  = ["4s 4d 4h 9c Kd", "5c 6c", "7c 8c"]
stock  = "8d 9d"
pile   = "Jc Tc"
drawn  = ["9c"]
"""
MELDING = """
to_act = 0
phase  = "play"
hands  = ["5s 5h 5d 9h Kd 2c", "7s 7h 7d 3c", "4c"]
drawn  = "2c"
stock  = "8d 8c 6s"
pile   = "Jc Tc"
melds  = ["2 {9s 9d 9c}"]
"""
LAST_CARD: Final = """
phase  = "play"
to_act = 0
hands  = ["Kd", "5c 6c", "7c 8c"]
stock  = "8d 9d 2c 3c 4c"
pile   = "Jc Tc"
"""


def at(position: str, *plugins: object, seats: int = 3, **options: object) -> tuple[r5.Rules, r5.State]:
    rules = r5.compose("pagat", plugins, options, seats=seats)
    return rules, r5.parse_position(position, rules=rules).state


def rule(name: str, **hooks: Any) -> SimpleNamespace:
    """Make a plugin with a sentence on the sheet."""
    entry = RuleEntry(f"{name}.rule", "A turn", f"The rule {name}.", ("house",))
    return plugin(name, entries=lambda: (entry,), **hooks)


# ---------------------------------------------------------------- who is asked


#: The plugins that were asked, in their order.
NOTED: Final[list[str]] = []


def goes_on(_: r5.State) -> None:
    """Leave an event to the others."""


def asks(name: str, answer: Callable[[r5.State], object] = goes_on, *, last: bool = False) -> SimpleNamespace:
    """Make a plugin that notes that it was asked about both events."""

    def noted(rules: r5.Rules, state: r5.State, *_: object) -> Any:
        NOTED.append(name)
        return answer(state)

    found = Last(noted) if last else noted
    return rule(name, hand_emptied=lambda: found, turn_ended=lambda: found)


@pytest.fixture(autouse=True)
def _asks_afresh() -> None:
    NOTED.clear()


@pytest.mark.parametrize(("position", "action"), [(PLAYING, "0: discard Kd"), (LAST_CARD, "0: discard Kd")])
def test_turn_order__all_are_asked_in_their_order_and_those_that_ask_for_it_last(position: str, action: str) -> None:
    rules, state = at(position, asks("late", last=True), asks("one"), asks("two"))
    after = do(rules, state, action)
    assert NOTED == ["one", "two", "late"]
    assert r5.is_over(after) == (position == LAST_CARD)


def test_turn_order__who_returns_none_lets_the_others_be_asked_and_the_core() -> None:
    rules, state = at(PLAYING, asks("silent"), asks("one"))
    assert do(rules, state, "0: discard Kd").public.to_act == 1
    assert NOTED == ["silent", "one"]


def test_turn_order__nobody_is_asked_after_the_first_that_deals_with_it() -> None:
    def again(state: r5.State) -> r5.State:
        return hand_ended(state, "tea")

    rules, state = at(PLAYING, asks("one"), asks("two", again), asks("three"))
    after = do(rules, state, "0: discard Kd")
    assert (NOTED, after.public.ended) == (["one", "two"], "tea")


def test_turn_order__a_move_that_ends_a_turn_asks_all_its_own_plugin_too() -> None:
    """F1: what ended a turn asked the core alone, and said so nowhere."""
    rests = saying("rest", lambda rules, state, action: end_turn(rules, state), ends="turn")
    ends = plugin("ends", moves=lambda: (rests,), turn_ended=lambda: lambda rules, state: hand_ended(state, "rested"))
    rules, state = at(PLAYING, ends)
    assert do(rules, state, "0: rest").public.ended == "rested"


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_turn_order__rules_always_have_a_function_to_ask(preset: str) -> None:
    rules = r5.compose(preset, seats=3)
    state = r5.parse_position(PLAYING, rules=rules).state
    assert rules.turn.turn_ended(rules, state) == core_next_turn(rules, state) == end_turn(rules, state)
    assert rules.turn.hand_emptied(rules, state, r5.Action(0, "discard")).public.out == 0


def test_turn_order__laws_play_a_move_that_asks_the_rules_what_follows() -> None:
    """F1: laws that leave plugins out put nothing in their place, and blamed the author."""

    def rest(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
        return rules.turn.turn_ended(rules, state)

    ends = plugin("ends", moves=lambda: (saying("rest", rest, ends="turn"),), turn_ended=lambda: core_next_turn)
    check_laws(r5.compose("pagat", [ends], seats=3), hands=2, every=1, max_turns=30).require()


def test_explain__who_comes_first_is_said_of_each_and_differs_with_the_order() -> None:
    """F6: of two answers to one event the first stopped the other in silence."""
    orders = [[asks("one"), asks("two")], [asks("two"), asks("one")]]
    here, there = (r5.compose("pagat", order, seats=3) for order in orders)
    texts = {line.rule: line.text for line in r5.explain(here)}
    said = "When a player has no card left, it comes before two. When a turn ends, it comes before two."
    assert texts["one.rule"] == f"The rule one. {said}"
    assert texts["two.rule"] == "The rule two."
    assert [each.rules for each in r5.diff_rules(here, there)] == [("one.rule",), ("two.rule",)]


def test_explain__last_comes_last_whatever_the_order() -> None:
    orders = [[asks("one", last=True), asks("two")], [asks("two"), asks("one", last=True)]]
    here, there = (r5.compose("pagat", order, seats=3) for order in orders)
    assert r5.diff_rules(here, there) == ()
    assert here.origin.asked == {"hand_emptied": ("two", "one"), "turn_ended": ("two", "one")}


def test_compose__the_function_so_far_is_refused_with_what_replaces_it() -> None:
    old = plugin("old", turn_ended=lambda rule: rule)
    with pytest.raises(r5.ComposeError, match=r"has no argument rule; return None to ask the others .*, or Last\("):
        r5.compose("pagat", [old])


def steps(rules: r5.Rules, seed: int) -> str:
    """Record a hand: its legal actions in each step, what was done, and the scores."""
    return record_golden(rules, seed=seed, max_turns=60).partition("steps = [")[2]


@pytest.mark.parametrize(
    "options",
    [{}, {"floating.last-discard": "claim"}, {"floating.last-discard": "unplayable", "call": "layoffs"}],
    ids=["free", "claim", "unplayable"],
)
def test_out_floating__with_late_lay_offs_both_orders_of_the_plugins_play_the_same_hands(
    options: dict[str, object],
) -> None:
    first, second = (
        r5.compose("pagat", names, {"deal.size": 4, **options}, seats=3)
        for names in (["floating", "add-opponents-hand"], ["add-opponents-hand", "floating"])
    )
    for seed in range(6):
        here, there = (
            record_golden(rules, seed=seed, max_turns=60).partition("steps = [") for rules in (first, second)
        )
        assert here[1:] == there[1:]


def test_call_stop__with_floating_both_orders_of_the_plugins_play_the_same_hands() -> None:
    orders = ["floating", "michigan"], ["michigan", "floating"]
    first, second = (r5.compose("classic", order, {"deal.size": 4}, seats=3) for order in orders)
    for seed in range(6):
        here, there = (
            record_golden(rules, seed=seed, max_turns=60).partition("steps = [") for rules in (first, second)
        )
        assert here[1:] == there[1:]


# ---------------------------------------------------------------- hands that are filled again


def refill(*, ends: bool) -> SimpleNamespace:
    """Make a plugin by which an emptied hand gets three cards of the stock; melding the last card may end the turn."""

    def filled(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State | None:
        if state.public.stock_count < 3:
            return None
        after = draw_cards(state, action.seat, 3)
        return end_turn(rules, after) if ends or action.verb == "discard" else after

    return plugin("refill", hand_emptied=lambda: filled)


@pytest.mark.parametrize("ends", [True, False])
def test_out__laws_hold_where_an_emptied_hand_is_filled_again(ends: bool) -> None:
    """F3: a law took the new cards of the hand for a wrong effect of the action that had emptied it."""
    rules, state = at(LAST_CARD, refill(ends=ends))
    assert do(rules, state, "0: discard Kd").public.hand_size(0) == 3
    rules = r5.compose("pagat", [refill(ends=ends)], {"deal.size": 3}, seats=3)
    check_laws(rules, hands=6, every=2, max_turns=40).require()


# ---------------------------------------------------------------- turns that go to another seat


def beg(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
    return give_turn(rules, state, (action.seat + 1) % rules.seats, "beg")


def give(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
    back = resume_turn(rules, state)
    return give_cards(back, action.seat, back.public.to_act, bag_of([action.card]), shown=False)


def cards(rules: r5.Rules, view: r5.View) -> Iterable[r5.Action]:
    return [r5.Action(view.seat, "give", card) for card in dict.fromkeys(view.cards)]


def _may_beg(rules: r5.Rules, view: r5.View) -> bool:
    return view.public.hand_size(view.seat) < 4 and view.public.hand_size((view.seat + 1) % rules.seats) > 1


def begging(name: str = "begging", **changes: Any) -> SimpleNamespace:
    """Make a plugin by which a seat with few cards begs for a card of its left neighbour."""
    no = Reason(f"{name}.beg", "no", "You cannot beg.")
    not_held = Reason(f"{name}.give", "not-held", "You do not have it.")
    moves = (
        Move("beg", check=lambda rules, view, action: None if _may_beg(rules, view) else no(), effect=beg),
        Move(
            "give",
            phases=("beg",),
            candidates=cards,
            check=lambda rules, view, action: None if action.card in view.cards else not_held(),
            effect=give,
            fields=("card",),
            other_hands=True,
            secret=Secret(redact=lambda rules, action, seat: replace(action, card=-1)),
        ),
    )
    rules = [RuleEntry(f"{name}.{verb}", "A turn", f"You may {verb}.", ("house",)) for verb in ("beg", "give")]
    hooks = {"memory": lambda: KEPT_TURN, "entries": lambda: tuple(rules), **changes}
    return plugin(name, moves=lambda: moves, **hooks)


BEGGING: Final = """
phase  = "play"
to_act = 0
hands  = ["9c Kd", "5c 6c", "7c 8c"]
melds  = ["1 {Js Jd Jc}", "0 {4s 4d 4h}"]
stock  = "8d 9d"
pile   = "Tc"
drawn  = ["9c"]
[turn]
plays  = ["{4s 4d 4h}"]
"""


def test_turn_parts__a_given_turn_hides_what_was_drawn_and_comes_back_as_it_was() -> None:
    """F2: a turn that was given by hand showed the next seat what the last one had drawn."""
    rules, state = at(PLAYING, begging())
    state = do(rules, state, "0: meld {4s 4d 4h}")
    asked = do(rules, state, "0: beg")
    assert (asked.public.phase, asked.public.to_act, asked.public.turn.plays, asked.drawn) == ("beg", 1, (), 0)
    for seat in (1, 2, None):
        view = r5.observe(rules, asked, seat)
        assert not view.drawn
        assert not recall(rules, view, KeptTurn).drawn
    back = do(rules, asked, "1: give 5c")
    assert (back.public.turn, back.drawn, back.public.to_act) == (state.public.turn, state.drawn, 0)
    assert back.public.hand_size(0) == 3
    assert "Kd" in [r5.card_text(card) for card in back.cards(0)]
    assert back.memories == state.memories


def test_turn_parts__a_turn_that_waits_is_written_and_read_and_sampled() -> None:
    rules, state = at(BEGGING, begging())
    asked = do(rules, state, "0: beg")
    assert (
        r5.parse_position("\n".join(toml_lines(position_table(r5.Position(rules, asked)))), rules=rules).state == asked
    )
    for seat in (1, 2, None):
        view = r5.observe(rules, asked, seat)
        world = determinize(rules, view, random.Random(3))
        assert r5.observe(rules, world, seat) == view
        assert (
            do(rules, replace(world, hands=asked.hands), "1: give 5c").public == do(rules, asked, "1: give 5c").public
        )


def test_turn_parts__a_drawn_card_that_was_given_away_meanwhile_no_longer_counts_as_drawn() -> None:
    def taken(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
        return resume_turn(rules, give_cards(state, 0, 1, bag_of(r5.parse_cards("9c")), shown=False))

    rules, state = at(PLAYING, begging(), plugin("takes", moves=lambda: (saying("grab", taken, "beg"),)))
    state = replace(state, hands=(bag_of(r5.parse_cards("9c Kd")), *state.hands[1:]))
    state = replace(state, public=replace(state.public, sizes=state.public.sizes - 3))
    after = do(rules, state, "0: beg", "1: grab")
    assert (after.drawn, after.public.to_act) == (0, 0)


def test_turn_parts__a_drawn_card_that_was_discarded_before_the_turn_waits_does_not_come_back() -> None:
    def discard_and_beg(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
        return beg(rules, discard_card(state, action.seat, r5.parse_card("9c")), action)

    def back(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
        return resume_turn(rules, state)

    asks = (saying("ask", discard_and_beg), saying("answer", back, "beg"))
    rules, state = at(PLAYING, begging(), plugin("asks", moves=lambda: asks))
    after = do(rules, state, "0: ask", "1: answer")
    assert (after.drawn, after.public.to_act, after.public.pile[-1]) == (0, 0, r5.parse_card("9c"))


def test_turn_parts__a_turn_that_has_melded_goes_on_after_others_have_melded() -> None:
    def back(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
        return resume_turn(rules, state)

    asks = (saying("ask", beg), Move("meld", phases=("beg",)), saying("answer", back, "beg"))
    rules, state = at(MELDING, plugin("asks", memory=lambda: KEPT_TURN, moves=lambda: asks))
    melded = do(rules, state, "0: meld {5s 5h 5d}", "0: lay 9h on m1")
    asked = do(rules, melded, "0: ask")
    assert do(rules, asked, "1: answer").public == melded.public
    after = do(rules, asked, "1: meld {7s 7h 7d}", "1: answer")
    assert [str(play) for play in after.public.turn.plays] == ["0: lay 5s 5h 5d on m2", "0: lay 9h on m1"]
    assert "played-nowhere" not in [each.name for each in r5.find_defects(rules, after)]
    assert do(rules, after, "0: discard Kd").public.hand_size(0) == 1


def test_turn_parts__one_seat_after_another_may_be_asked_before_the_turn_goes_on() -> None:
    rules, state = at(BEGGING, begging())
    asked = give_turn(rules, do(rules, state, "0: beg"), 2, "beg")
    assert resume_turn(rules, asked) == state


def test_turn_parts__a_turn_that_is_not_taken_up_again_is_forgotten_when_the_next_begins() -> None:
    passes = saying("shrug", lambda rules, state, action: end_turn(rules, state), "beg")
    rules, state = at(BEGGING, begging(), plugin("shrugs", moves=lambda: (passes,)))
    after = do(rules, state, "0: beg", "1: shrug")
    assert (after.public.to_act, after.public.phase) == (2, "draw")
    assert after.memories == r5.deal(rules, seed=1).memories


@attrs.frozen
class Asked:
    """A record of another rule."""

    times: int = 0


def test_turn_parts__two_rules_share_the_turn_that_waits() -> None:
    other = plugin("other", memory=lambda: (HandMemory(Asked), KEPT_TURN))
    rules, state = at(BEGGING, begging(), other)
    assert resume_turn(rules, do(rules, state, "0: beg")) == state


def test_turn_parts__without_the_memory_a_turn_is_given_and_not_taken_up_again() -> None:
    rules, state = at(BEGGING, begging(memory=lambda: None))
    asked = do(rules, state, "0: beg")
    assert (asked.public.to_act, asked.drawn) == (1, 0)
    with pytest.raises(KeyError, match="no record of type KeptTurn: no plugin of these rules answers the hook memory"):
        do(rules, asked, "1: give 5c")


def test_turn_parts__no_turn_is_taken_up_again_where_none_waits() -> None:
    rules, state = at(BEGGING, begging())
    with pytest.raises(ValueError, match="no turn waits to be resumed"):
        resume_turn(rules, state)


def test_turn_parts__a_turn_is_given_to_a_seat_that_plays_and_not_in_a_round() -> None:
    rules, state = at(BEGGING, begging())
    with pytest.raises(ValueError, match="there is no seat 3 to give the turn to: seats are 0 to 2"):
        give_turn(rules, state, 3, "beg")
    pays = saying("pay", lambda rules, state, action: give_turn(rules, state, 0, "ante"), "ante")
    rules = r5.compose(
        "pagat", [plugin("antes", dealing=lambda: Deal((Round("ante"),)), moves=lambda: (pays,))], seats=3
    )
    with pytest.raises(ValueError, match="no turn is given in the round ante: mark_acted says who is next"):
        do(rules, r5.deal(rules, seed=1), "1: pay")


def test_turn_parts__laws_hold_where_turns_are_given_and_come_back() -> None:
    rules = r5.compose("pagat", [begging()], {"deal.size": 4}, seats=3)
    check_laws(rules, hands=5, every=2, max_turns=40).require()
    game = random_game(rules, random.Random(1), max_turns=40)
    assert any(action.verb == "give" for action in game.actions)
    assert not [defect for state in game.states for defect in find_defects(rules, state)]
