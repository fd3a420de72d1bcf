"""`judged_move`: the list, the check, the effect and the look-ahead of a move, made of one function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import attrs

from rummy500.actions import Action
from rummy500.cards.cards import EMPTY_BAG
from rummy500.engine.facts import ViewFacts
from rummy500.engine.stranding import (
    LIMIT,
    can_finish,
    duty_may_come,
    is_unknown,
    refuse_stranding,
    shared_limit,
)
from rummy500.engine.turns import not_yet_drawn
from rummy500.errors import IllegalActionError, Refusal
from rummy500.records import replace
from rummy500.rules.move import Generate, Move
from rummy500.rules.rules import Rules
from rummy500.state import PLAY_PHASE, State, View, view_holding, with_seat

#: Returns the view of the seat after an action, or why the action is not allowed.
Judge = Callable[[Rules, View, Action], View | Refusal]


@attrs.frozen(eq=False)
class Judged:
    """The functions of a move that is made by `judged_move`, as methods."""

    candidates: Generate
    judge: Judge

    def generate(self, facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
        """List the candidates that are allowed and after which the turn can still end."""
        listed = self.candidates(facts, plain=plain)
        return self._finishing(facts, listed) if listed else ()

    def _finishing(self, facts: ViewFacts, listed: Iterable[Action]) -> Iterator[Action]:
        rules, view, limit = facts.rules, facts.view, -1
        for action in listed:
            after = self.judge(rules, view, action)
            if isinstance(after, View):
                limit = self._limit(rules, view) if limit < 0 else limit
                if can_finish(rules, after, limit) or is_unknown(rules, view):
                    yield action

    def _limit(self, rules: Rules, view: View) -> int:
        """The limit of the question after one action: if a duty may be due, all candidates of the view share one."""
        if not duty_may_come(rules, view):
            return LIMIT
        return shared_limit(self.candidates(ViewFacts(rules, view), plain=False))

    def check(self, rules: Rules, view: View, action: Action) -> Refusal | None:
        """Refuse an action that is not allowed, or after which the turn certainly could not end."""
        after = self.judge(rules, view, action)
        if isinstance(after, Refusal):
            return after
        refusal = refuse_stranding(rules, after, self._limit(rules, view))
        return None if refusal is not None and is_unknown(rules, view) else refusal

    def effect(self, rules: Rules, state: State, action: Action) -> State:
        """Make a state of the view after an action; a seat whose hand it empties goes out."""
        seat = action.seat
        drawn = state.drawn if seat == state.public.to_act else EMPTY_BAG
        # The memory is not masked: what the seat does not see of it stays.
        view = self.judge(rules, view_holding(state, seat, state.hands[seat], drawn), action)
        if isinstance(view, Refusal):
            raise IllegalActionError(view)
        hands = with_seat(state.hands, seat, view.hand)
        after = replace(state, public=view.public, hands=hands, drawn=view.drawn, memories=view.memories)
        return after if view.hand else rules.turn.hand_emptied(rules, after, action)

    def follow_ups(self, rules: Rules, view: View) -> Iterable[View]:
        """List the views after the candidates that are allowed."""
        listed = self.candidates(ViewFacts(rules, view), plain=False)
        return (after for action in listed if isinstance(after := self.judge(rules, view, action), View))


def judged_move(verb: str, candidates: Generate, judge: Judge, **fields: Any) -> Move:
    """Make a move of the seat on turn from a function that judges its actions by what follows from them.

    The move lists the candidates that are allowed and after which the turn can still end; all that are allowed, where
    the look-ahead cannot say whether the turn can end at all. Its effect makes a state of the view after an action; a
    seat whose hand it empties goes out. In the play phase the look-ahead counts on it (`Move.follow_ups`).

    Args:
        verb: the first word of its actions.
        candidates: lists actions, legal or not, each once; its arguments are those of `Move.generate`.
        judge: returns the view of the seat after an action, or a refusal: `(rules, view, action) -> view`. It need not
            ask whether the turn can end. Any tool that takes a view makes the view after it, and so does `remember`.
        fields: other fields of `Move`, by name; `phases` is the play phase if left out.
    """
    judged = Judged(candidates, judge)
    phases = fields.setdefault("phases", (PLAY_PHASE,))
    if PLAY_PHASE in phases:
        fields.setdefault("follow_ups", judged.follow_ups)
    fields.setdefault("wrong_phase", not_yet_drawn)
    return Move(verb=verb, whose="turn", generate=judged.generate, check=judged.check, effect=judged.effect, **fields)
