"""`judged_move`: the list, the check, the effect and the look-ahead of a move, made of one function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rummy500.actions import Action
from rummy500.cards.cards import EMPTY_BAG
from rummy500.engine.facts import ViewFacts
from rummy500.engine.stranding import can_finish, refuse_stranding
from rummy500.engine.turns import not_yet_drawn
from rummy500.errors import IllegalActionError, Refusal
from rummy500.records import replace
from rummy500.rules.move import Generate, Move
from rummy500.rules.rules import Rules
from rummy500.state import PLAY_PHASE, State, View, view_holding, with_seat

#: Returns the view of the seat after an action, or why the action is not allowed.
Judge = Callable[[Rules, View, Action], View | Refusal]


def judged_move(verb: str, candidates: Generate, judge: Judge, **fields: Any) -> Move:
    """Make a move of the seat on turn from a function that judges its actions by what follows from them.

    The move lists the candidates that are allowed and after which the turn can still end. Its effect makes a state of
    the view after an action; a seat whose hand it empties goes out. In the play phase the look-ahead counts on it
    (`Move.follow_ups`).

    Args:
        verb: the first word of its actions.
        candidates: lists actions, legal or not, each once; its arguments are those of `Move.generate`.
        judge: returns the view of the seat after an action, or a refusal: `(rules, view, action) -> view`. It need not
            ask whether the turn can end. Any tool that takes a view makes the view after it, and so does `remember`.
        fields: other fields of `Move`, by name; `phases` is the play phase if left out.
    """

    def generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
        listed = candidates(facts, plain=plain)
        if not listed:
            return ()
        return finishing(facts, listed)

    def finishing(facts: ViewFacts, listed: Iterable[Action]) -> Iterator[Action]:
        for action in listed:
            after = judge(facts.rules, facts.view, action)
            if isinstance(after, View) and can_finish(facts.rules, after):
                yield action

    def check(rules: Rules, view: View, action: Action) -> Refusal | None:
        after = judge(rules, view, action)
        return after if isinstance(after, Refusal) else refuse_stranding(rules, after)

    def effect(rules: Rules, state: State, action: Action) -> State:
        seat = action.seat
        drawn = state.drawn if seat == state.public.to_act else EMPTY_BAG
        # The memory is not masked: what the seat does not see of it stays.
        view = judge(rules, view_holding(state, seat, state.hands[seat], drawn), action)
        if isinstance(view, Refusal):
            raise IllegalActionError(view)
        hands = with_seat(state.hands, seat, view.hand)
        after = replace(state, public=view.public, hands=hands, drawn=view.drawn, memories=view.memories)
        return after if view.hand else rules.turn.hand_emptied(rules, after, action)

    def follow_ups(rules: Rules, view: View) -> Iterable[View]:
        listed = candidates(ViewFacts(rules, view), plain=False)
        return (after for action in listed if isinstance(after := judge(rules, view, action), View))

    phases = fields.setdefault("phases", (PLAY_PHASE,))
    if PLAY_PHASE in phases:
        fields.setdefault("follow_ups", follow_ups)
    fields.setdefault("wrong_phase", not_yet_drawn)
    return Move(verb=verb, whose="turn", generate=generate, check=check, effect=effect, **fields)
