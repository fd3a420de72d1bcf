"""Plugins for tests of wrapped effects and of moves that change other hands."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace

import attrs
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.hooks import (
    DRAW_PHASE,
    EMPTY_BAG,
    Effect,
    HandMemory,
    Move,
    RuleEntry,
    ViewFacts,
    WrapEffect,
    add,
    bag_of,
    carry_out,
    recall,
    remember,
    replace,
    size_change,
    union,
    wrong_phase,
)


def entry(rule: str) -> RuleEntry:
    """Make an entry of a rule."""
    return RuleEntry(rule, "A turn", f"The rule {rule} holds.", ("ours",))


def draws_again(name: str, at_most: int = 1) -> SimpleNamespace:
    """Make a plugin by which whoever draws from the stock gets its next cards, too."""

    def drawing(effect: Effect) -> Effect:
        def drawn(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
            after = effect(rules, state, action)
            for _ in range(at_most if after.public.phase == "play" else 0):
                after = one_more(after, action.seat)
            return after

        return drawn

    return plugin(name, effects=lambda: {"draw": drawing}, entries=lambda: (entry(f"{name}.draw"),))


def one_more(state: r5.State, seat: int) -> r5.State:
    if not state.stock:
        return state
    card, hands, public = state.stock[0], state.hands, state.public
    public = replace(public, sizes=public.sizes + size_change(seat, 1), stock_count=public.stock_count - 1)
    hands = (*hands[:seat], add(hands[seat], card), *hands[seat + 1 :])
    return replace(state, public=public, hands=hands, stock=state.stock[1:], drawn=add(state.drawn, card))


@attrs.frozen
class Asked:
    """The seat that wants to draw, -1 for none, and whether the others have let it."""

    drawer: int = -1
    let: bool = False


def may_i() -> SimpleNamespace:
    """Make a plugin by which a draw waits until the others have let the top discard go, or one has bought it."""

    def drawing(effect: Effect) -> Effect:
        def drawn(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
            if recall(rules, state, Asked).let or not state.public.pile:
                return remember(rules, effect(rules, state, action), Asked())
            asked = replace(state.public, phase="may-i", to_act=(action.seat + 1) % rules.seats)
            return remember(rules, replace(state, public=asked), Asked(action.seat))

        return drawn

    return plugin(
        "may-i",
        effects=lambda: {"draw": drawing},
        moves=lambda: (answering("let", let), answering("buy", buy)),
        memory=lambda: HandMemory(Asked),
        entries=lambda: (entry("may-i.ask"),),
    )


def answering(verb: str, effect: Effect, *, other_hands: bool = True) -> Move:
    """Make a move of a word alone in the phase `may-i`."""

    def generate(facts: ViewFacts, *, plain: bool) -> list[r5.Action]:
        return [r5.Action(facts.view.seat, verb)]

    def check(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.Refusal | None:
        return None

    return Move(verb, ("may-i",), "turn", generate, check, effect, wrong_phase, other_hands=other_hands)


def let(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
    asked = recall(rules, state, Asked)
    following = (action.seat + 1) % rules.seats
    if following != asked.drawer:
        return replace(state, public=replace(state.public, to_act=following))
    return draws_now(rules, state)


def buy(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
    public, seat = state.public, action.seat
    card = public.pile[-1]
    known = (*public.known[:seat], add(public.known[seat], card), *public.known[seat + 1 :])
    hands = (*state.hands[:seat], add(state.hands[seat], card), *state.hands[seat + 1 :])
    public = replace(public, pile=public.pile[:-1], known=known, sizes=public.sizes + size_change(seat, 1))
    bought = replace(one_more(replace(state, public=public, hands=hands), seat), drawn=0)
    return draws_now(rules, bought) if bought.stock else again(rules, bought)


def draws_now(rules: r5.Rules, state: r5.State) -> r5.State:
    """Make the draw that has waited."""
    return carry_out(rules, again(rules, state), r5.Action(recall(rules, state, Asked).drawer, "draw"))


def again(rules: r5.Rules, state: r5.State) -> r5.State:
    drawer = recall(rules, state, Asked).drawer
    public = replace(state.public, phase=DRAW_PHASE, to_act=drawer)
    return remember(rules, replace(state, public=public), Asked(drawer, let=True))


def swaps_hands(*, declared: bool = True) -> SimpleNamespace:
    """Make a plugin by which a seat that has drawn may exchange hands with the next seat."""

    def effect(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
        seat, other = action.seat, (action.seat + 1) % rules.seats
        hands, known = list(state.hands), list(state.public.known)
        hands[seat], hands[other] = hands[other], hands[seat]
        known[seat], known[other] = known[other], known[seat]
        change = state.public.hand_size(other) - state.public.hand_size(seat)
        sizes = state.public.sizes + size_change(seat, change) + size_change(other, -change)
        public = replace(state.public, known=tuple(known), sizes=sizes)
        return replace(state, public=public, hands=tuple(hands), drawn=0)

    move = attrs.evolve(answering("swap-hands", effect, other_hands=declared), phases=("play",))
    return plugin("swap-hands", moves=lambda: (move,), entries=lambda: (entry("swap-hands.swap"),))


def gathers() -> SimpleNamespace:
    """Make a plugin by which the seat on turn, once it has drawn, may take the hands of all other seats."""

    def effect(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
        seat, public = action.seat, state.public
        every, known = EMPTY_BAG, EMPTY_BAG
        for hand in state.hands:
            every = union(every, hand)
        for seen in public.known:
            known = union(known, seen)
        sizes = public.sizes
        for other in range(rules.seats):
            if other != seat:
                sizes += size_change(other, -public.hand_size(other)) + size_change(seat, public.hand_size(other))
        hands = tuple(every if other == seat else bag_of(()) for other in range(rules.seats))
        seen_now = tuple(known if other == seat else 0 for other in range(rules.seats))
        return replace(state, public=replace(public, known=seen_now, sizes=sizes), hands=hands)

    move = attrs.evolve(answering("gather", effect), phases=("play",))
    return plugin("gather", moves=lambda: (move,), entries=lambda: (entry("gather.all"),))


def wrapping(**effects: WrapEffect) -> SimpleNamespace:
    """Make a plugin `wrapping` that wraps some effects."""

    def answer() -> Mapping[str, WrapEffect]:
        return effects

    return plugin("wrapping", effects=answer)
