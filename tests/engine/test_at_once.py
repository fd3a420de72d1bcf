"""A list in one pass is the list of the moves asked one by one, action by action and in the same order."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import attrs
import pytest
from tests.engine.near import RULES, every_other, no_spades, positions
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.actions import Action
from rummy500.cards import bag_of
from rummy500.engine.legal import legal_actions
from rummy500.engine.views import seat_view
from rummy500.hooks import refuse
from rummy500.options import OptionValue
from rummy500.records import replace
from rummy500.rules import Rules
from rummy500.state import DRAW_PHASE, PLAY_PHASE, State, Turn, View


def no_lay_offs(rule: Any) -> Any:
    return lambda rules, view, action: (
        refuse("sample.rule", "lay", "Not for that.") if action.on >= 0 else rule(rules, view, action)
    )


PASSES: dict[str, Rules] = {
    "classic": r5.compose("classic"),
    "pagat": r5.compose("pagat"),
    "three seats": r5.compose("pagat", seats=3),
    "two packs": r5.compose("pagat", seats=5),
    "two packs, no jokers": r5.compose("classic", seats=5),
    "north-american": r5.compose("north-american"),
    "own melds": r5.compose("classic", options={"meld.layoff": "own"}),
    "new melds alone": r5.compose("pagat", options={"draw.deep-use": "new-meld"}),
    "last discard": r5.compose("classic", seats=3, options={"call": "last-discard"}),
    "top calls": r5.compose("pagat", seats=4, options={"call": "top", "deck.jokers": 0}),
    "reshuffled": r5.compose("classic", options={"stock.empty": "reshuffle"}),
    "discard required": r5.compose("classic", options={"out.discard": "required"}),
    "drawn": r5.compose("classic", options={"discard.barred": "drawn"}),
    "some melds": r5.compose("classic", [plugin("spades", may_meld=no_spades)]),
    "some takes": r5.compose("classic", [plugin("takes", may_take=no_lay_offs)]),
    "some cards": r5.compose("classic", [plugin("other", pile_brings=every_other)]),
}
#: Games with a plugin of its own distribution: their options and seats.
OKLAHOMA: dict[str, tuple[dict[str, OptionValue], int]] = {
    "oklahoma": ({}, 2),
    "oklahoma, three seats": ({"meld.layoff": "any"}, 3),
    "oklahoma, four seats": ({"out.discard": "optional"}, 4),
    "oklahoma, jokers": ({"oklahoma.jokers": 4}, 2),
    "oklahoma, new melds": ({"oklahoma.new-meld-only": True}, 2),
    "oklahoma, aces low": ({"meld.ace": "low", "oklahoma.jokers": 1}, 2),
}


def rules_named(name: str) -> Rules:
    """The rules of a game, composed in the test that asks for them, for the plugin may not be installed."""
    if name not in OKLAHOMA:
        return RULES.get(name) or PASSES[name]
    options, seats = OKLAHOMA[name]
    return r5.compose("classic", ["oklahoma"], options, seats=seats)


#: So many actions are compared; with wild cards there may be thousands.
MOST = 300


def one_by_one(rules: Rules, source: State | View) -> list[Action]:
    """What the moves list without a pass."""
    return list(islice(legal_actions(attrs.evolve(rules, passes=lambda _: {}), source), MOST))


def passed(rules: Rules, source: State | View) -> list[Action] | None:
    """What the pass of the phase lists, `None` for no answer."""
    find = rules.at_once.get(source.public.phase)
    return None if find is None else find(rules, source, plain=False)


@pytest.mark.parametrize("name", [*PASSES, *OKLAHOMA])
def test_at_once__in_play_the_list_of_the_moves(name: str) -> None:
    rules = PASSES.get(name) or rules_named(name)
    some = {DRAW_PHASE: 0, PLAY_PHASE: 0}
    rng = random.Random(5)
    for seed in range(25):
        state = r5.deal(rules, seed=seed)
        while not r5.is_over(state):
            legal = one_by_one(rules, state)
            if not legal:
                due = r5.chance(rules, state)
                assert due is not None
                state = r5.apply(rules, state, due.sample(rng))
                continue
            found = passed(rules, state)
            if found is not None:
                assert found[:MOST] == legal
                some[state.public.phase] += 1
                assert list(legal_actions(rules, state).plain()) == found
            assert list(islice(legal_actions(rules, state), MOST)) == legal
            view = seat_view(rules, state, state.public.to_act)
            found = passed(rules, view)
            assert found is None or found == one_by_one(rules, view)
            # The longer a play the rarer it is: at random hands would stay long, with little on the table.
            weights = [1 + 3 * len(action.pieces) for action in legal]
            state = r5.apply(rules, state, rng.choices(legal, weights)[0])
    assert {phase for phase, times in some.items() if times} == set(rules.at_once)


NEAR = (
    *("classic", "two packs", "different suits", "own melds", "not on the first", "no spades", "every other"),
    *("oklahoma", "oklahoma, jokers", "oklahoma, new melds", "oklahoma, aces low", "some takes"),
)


@pytest.mark.parametrize("phase", [DRAW_PHASE, PLAY_PHASE])
@pytest.mark.parametrize("name", NEAR)
def test_at_once__where_cards_lie_near_each_other(name: str, phase: str) -> None:
    rules = rules_named(name)
    some = 0
    for seed, (view, cards, pile) in enumerate(positions(rules, number=250)):
        rng = random.Random(seed)
        taken = bag_of(rng.sample(cards, min(len(cards), rng.randrange(3))))
        turn = Turn(taken if phase == PLAY_PHASE else 0)
        public = replace(view.public, phase=phase, to_act=1, turn=turn, pile=bytes(pile), last=0, sizes=len(cards) << 8)
        state = State(public, (0, view.hand), 0, bytes(20))
        found = passed(rules, replace(view, public=public))
        assert found is None or found == one_by_one(rules, replace(view, public=public))
        found = passed(rules, state)
        if found is not None:
            some += 1
            assert found == one_by_one(rules, state)
    assert some > 20


def test_at_once__only_where_nothing_else_has_a_say() -> None:
    assert set(PASSES["classic"].at_once) == set(PASSES["pagat"].at_once) == {DRAW_PHASE, PLAY_PHASE}
    assert not r5.compose("classic", options={"meld.first-minimum": 30}).at_once

    def with_hook(**hook: Any) -> set[str]:
        return set(r5.compose("classic", plugins=[plugin("sample", **hook)]).at_once)

    def same(rule: Any) -> Any:
        def asked(*about: Any) -> Any:
            return rule(*about)

        return asked

    assert with_hook(visible=same) == with_hook(beside=same) == with_hook(wilds_now=same) == set()
    assert with_hook(may_draw=same) == with_hook(must_use=same) == {PLAY_PHASE}
    assert with_hook(may_meld=same) == with_hook(may_lay=same) == {DRAW_PHASE, PLAY_PHASE}
    assert with_hook(may_take=same) == with_hook(pile_brings=same) == {DRAW_PHASE, PLAY_PHASE}
    kept = r5.compose("pagat", plugins=[plugin("sample", may_take=same)])
    assert set(kept.at_once) == {PLAY_PHASE}  # it may be that the top card is not kept
    classic = PASSES["classic"]
    for phase in (DRAW_PHASE, PLAY_PHASE):
        for at, move in enumerate(classic.turn_moves[phase]):
            other = attrs.evolve(move, generate=lambda rules, view, *, plain: ())
            moves = list(classic.turn_moves[phase])
            moves[at] = other
            changed = attrs.evolve(classic, turn_moves={**classic.turn_moves, phase: tuple(moves)})
            assert phase not in changed.at_once
            more = attrs.evolve(classic, turn_moves={**classic.turn_moves, phase: (*classic.turn_moves[phase], other)})
            assert (phase in more.at_once) == (phase == PLAY_PHASE)  # moves of plugins are listed last
            out_of_turn = attrs.evolve(classic, other_moves={phase: (other,)})
            assert phase not in out_of_turn.at_once


def test_at_once__of_one_seat_and_of_what_another_sees() -> None:
    for rules in (PASSES["classic"], PASSES["three seats"]):
        state = r5.deal(rules, seed=3)
        every = list(legal_actions(rules, state))
        for seat in range(rules.seats):
            mine = [action for action in every if action.seat == seat]
            assert list(legal_actions(rules, state, seat=seat)) == mine
            assert list(legal_actions(rules, seat_view(rules, state, seat))) == mine


@pytest.mark.parametrize("changes", [{"pile": b""}, {"stock_count": 0}, {"turn": Turn(stock_only=True)}], ids=str)
def test_at_once__is_left_to_the_moves_where_a_draw_or_a_take_may_be_barred(changes: dict[str, object]) -> None:
    rules = PASSES["classic"]
    dealt = r5.deal(rules, seed=3)
    state = replace(dealt, public=replace(dealt.public, **changes))
    assert passed(rules, dealt) is not None
    assert passed(rules, state) is None
    assert list(legal_actions(rules, state)) == one_by_one(rules, state)
