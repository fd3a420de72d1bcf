"""The move `block`: a player lays a joker on the dealer's joker (`dealers-gambit.block`)."""

from __future__ import annotations

from typing import Final

from rummy500.hooks import (
    DRAW_PHASE,
    JOKER,
    PLAY_PHASE,
    SPARE,
    Action,
    Reason,
    Refusal,
    Rules,
    View,
    count,
    judged_move,
)
from rummy500_dealers_gambit.jokers import refuse_joker, spent
from rummy500_dealers_gambit.memory import BLOCK, BLOCK_RULE, DEAD, SPLIT, gambit, joker_lies

_DEALER: Final = Reason(BLOCK_RULE, "dealer", "The dealer cannot block the dealer's own joker.")
_BLOCKED: Final = Reason(BLOCK_RULE, "blocked", "The dealer's joker has been blocked already.")
_USED: Final = Reason(BLOCK_RULE, "used", "The dealer's joker has been used: there is nothing to block.")
_LAST_CARD: Final = Reason(BLOCK_RULE, "last-card", "You cannot block with your last card.")


def _judge(rules: Rules, view: View, _action: Action) -> View | Refusal:
    """The view of a seat after a block in any turn, which leaves both jokers out of play, or the refusal."""
    public = view.public
    if view.seat == public.match.dealer:
        return _DEALER()
    if not joker_lies(rules, view):
        return _BLOCKED() if gambit(rules, view).joker == DEAD else _USED()
    refusal = refuse_joker(rules, view, JOKER)
    if refusal is None and public.hand_size(view.seat) < 2:
        refusal = _LAST_CARD()
    return refusal or spent(rules, spent(rules, view, JOKER), SPARE, DEAD)


def _candidates(_: Rules, view: View) -> list[Action]:
    """Who holds no joker is not judged in each list."""
    return [Action(view.seat, BLOCK)][: count(view.hand, JOKER)]


def _worth(rules: Rules, view: View, _action: Action) -> float:
    """A block costs its seat a joker and the dealer the other, which has the whole table for its profit."""
    return 0.0 if rules.seats == 2 and gambit(rules, view).named != SPLIT else 4.0


BLOCK_MOVE: Final = judged_move(
    BLOCK,
    _judge,
    _candidates,
    phases=(DRAW_PHASE, PLAY_PHASE, "offer"),
    whose="others",
    possible=joker_lies,
    worth=_worth,
    label="Block the dealer's joker",
    hint="The dealer can no longer use the joker, which costs the dealer more than yours costs you.",
)
