"""Late lay-offs after somebody has gone out (`score.late-layoffs`): phase `late`, seat by seat, each until `pass`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import (
    EMPTY_BAG,
    Action,
    Last,
    Move,
    OptionValue,
    PublicState,
    Reason,
    Refusal,
    Rules,
    State,
    Turn,
    View,
    give_turn,
    hand_ended,
    hookimpl,
    play_cards,
    refuse_unopened,
    replace,
)
from rummy500_add_opponents_hand.composing import check_late
from rummy500_add_opponents_hand.names import LATE, LATE_PHASE, LATE_RULE


@hookimpl
def hand_emptied(options: Mapping[str, OptionValue]) -> Last | None:
    """Begin the phase `late` when somebody has gone out and the hand would be over.

    Raises:
        ComposeError: if nobody may lay off on an opponent's meld.
    """
    if not options[LATE]:
        return None
    check_late(options)
    return Last(_emptied)


def _emptied(rules: Rules, state: State, action: Action) -> State | None:
    out = action.seat
    gone_out = replace(state, public=replace(state.public, out=out))
    asked = _next_asked(rules, gone_out, out)
    return None if asked == out else give_turn(rules, gone_out, asked, LATE_PHASE)


def _next_asked(rules: Rules, state: State, seat: int) -> int:
    """The next seat that holds a card, clockwise from a seat; the seat that has gone out after the last one."""
    out = _gone_out(rules, state.public)
    following = ((seat + step) % rules.seats for step in range(1, rules.seats + 1))
    return next(each for each in following if each == out or state.public.hand_size(each))


def _gone_out(rules: Rules, public: PublicState) -> int:
    """The seat that has gone out; in a position that does not say so, a seat without cards.

    It is `last`, or else the nearest on the right of the seat that acts; if all have cards, the seat before that.
    """
    if public.out >= 0:
        return public.out
    right = [(public.to_act - step) % rules.seats for step in range(1, rules.seats)]
    likely = (public.last, *right) if public.last >= 0 else right
    return next((seat for seat in likely if not public.hand_size(seat)), right[0])


# ------------------------------------------------- lay Th on m1


_SIDE: Final = Reason(LATE_RULE, "side", "After the end you lay off on opponents' melds, not on your side's.")
_OWN: Final = Reason(LATE_RULE, "own", "After the end you lay off on opponents' melds, not on your own.")


def _refuse_own(rules: Rules, view: View, on: int) -> Refusal | None:
    """Refuse a late lay-off on a meld of the seat's own side."""
    table, sides = view.public.table, rules.sides
    if not 0 <= on < len(table) or sides[table[on].owner] != sides[view.seat]:
        return None
    if len(set(sides)) < rules.seats:
        return _SIDE()
    return _OWN()


_LATE: Final = Reason(
    "meld.first-minimum", "late", "You have not opened in this hand, so you cannot lay off after its end."
)


def _check_lay(rules: Rules, view: View, action: Action) -> Refusal | None:
    """Refuse a meld of the seat's own side, and a seat that has not opened, which this cannot do."""
    refusal = _refuse_own(rules, view, action.on)
    return _LATE() if refusal is None and refuse_unopened(rules, view) else refusal


def _laid(rules: Rules, state: State, action: Action) -> State:
    """The cards score for the seat. With its last card the next seat is asked."""
    after = play_cards(rules, state, action)
    after = replace(after, public=replace(after.public, out=_gone_out(rules, state.public)), drawn=EMPTY_BAG)
    return after if after.hands[action.seat] else _passed(rules, after, action)


# ------------------------------------------------- pass


def _passed(rules: Rules, state: State, action: Action) -> State:
    """Ask the next seat that holds a card; after the last one the hand is over."""
    out, following = _gone_out(rules, state.public), _next_asked(rules, state, action.seat)
    after = replace(state, public=replace(state.public, to_act=following, turn=Turn(), out=out))
    return hand_ended(after, "out", out) if following == out else after


LAY_MOVE: Final = Move("lay", check=_check_lay, effect=_laid, phases=(LATE_PHASE,))
PASS_MOVE: Final = Move("pass", effect=_passed, phases=(LATE_PHASE,))


@hookimpl
def moves(options: Mapping[str, OptionValue]) -> tuple[Move, ...] | None:
    """Add late lay-offs, and the pass that ends them."""
    return (LAY_MOVE, PASS_MOVE) if options[LATE] else None
