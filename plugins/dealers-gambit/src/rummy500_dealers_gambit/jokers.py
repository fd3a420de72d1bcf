"""Which jokers a seat may use, and what becomes of one that is used to double, to split or to block."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy500.hooks import (
    JOKER,
    SPARE,
    Action,
    Refusal,
    Rules,
    State,
    View,
    add,
    card_text,
    count,
    piece_card,
    refuse,
    remove,
    replace,
    size,
    size_change,
)
from rummy500_dealers_gambit.memory import DEAD, USED, gambit, joker_lies, with_joker
from rummy500_dealers_gambit.names import BLOCK_RULE, DOUBLE, DOUBLE_RULE, GAMBIT, SPLIT, SPLIT_RULE, WILD, WILD_RULE

#: The jokers by the text that the moves say them by.
FACES: Final = {card_text(JOKER): JOKER, card_text(SPARE): SPARE}
_RULES: Final = {WILD: WILD_RULE, DOUBLE: DOUBLE_RULE, SPLIT: SPLIT_RULE}
_DOING: Final = {WILD: "are wild cards", DOUBLE: "double melds", SPLIT: "split the pile"}


def usable_jokers(rules: Rules, view: View) -> tuple[int, ...]:
    """The faces of the jokers that a seat on turn could use beside a play: one held, the dealer's."""
    held = (JOKER,) if count(view.hand, JOKER) else ()
    return (*held, SPARE) if view.seat == view.public.dealer and joker_lies(rules, view) else held


def refuse_joker(rules: Rules, view: View, joker: int, pieces: Sequence[int] = ()) -> Refusal | None:
    """Why a seat may not use a joker beside pieces that it plays: it has none, or it is not its to use."""
    if joker == SPARE:
        return refuse_dealers(rules, view)
    if count(view.hand, JOKER) > sum(piece_card(piece) == JOKER for piece in pieces):
        return None
    return refuse("turn.cards", "not-held", "You do not have {card}.", card=card_text(JOKER))


def refuse_dealers(rules: Rules, view: View) -> Refusal | None:
    """Why the dealer's joker is not the seat's to use."""
    if view.seat != view.public.dealer:
        return refuse(GAMBIT, "not-dealer", "Only the dealer uses the dealer's joker.")
    if gambit(rules, view).joker == DEAD:
        return refuse(BLOCK_RULE, "dead", "The dealer's joker has been blocked: it is dead for this hand.")
    if not joker_lies(rules, view):
        return refuse(GAMBIT, "used", "The dealer's joker has been used already.")
    return None


def refuse_effect(rules: Rules, view: View, effect: str) -> Refusal | None:
    """Why jokers do not do this: the dealer named something else, and the refusal has the id of that."""
    named = gambit(rules, view).named
    return None if named == effect else refuse_other(named)


def refuse_other(named: str) -> Refusal:
    """The refusal of a joker that is used otherwise than named."""
    if named not in _RULES:
        return refuse(GAMBIT, "unnamed", "The dealer has not named what jokers do.")
    return refuse(_RULES[named], "named", "In this hand jokers {do}, and nothing else.", do=_DOING[named])


def spent(rules: Rules, view: View, joker: int) -> View:
    """What the seat sees once a joker of its own, or the dealer's, has left the hand for good."""
    if joker == SPARE:
        gone = replace(view.public, gone=add(view.public.gone, SPARE))
        return with_joker(rules, replace(view, public=gone), USED)
    seat, before = view.seat, view.public
    known = before.known[seat]
    known = remove(known, JOKER) if count(known, JOKER) else known
    after = replace(
        before,
        sizes=before.sizes + size_change(seat, -1),
        known=(*before.known[:seat], known, *before.known[seat + 1 :]),
        gone=add(before.gone, JOKER),
    )
    left = replace(view, public=after, hand=remove(view.hand, JOKER))
    return _no_longer_gained(rules, left) if seat == before.to_act else left


def _no_longer_gained(rules: Rules, view: View) -> View:
    """The view with a joker less among the cards that came this turn (`discard.not-taken`, `discard.not-drawn`).

    The one that left was the one that came, so an equal one held before may be discarded. A joker taken with other
    cards is left among them where only a lone top card is barred: they must not look like one.
    """
    taken, drawn = view.public.turn.taken, view.drawn
    if count(drawn, JOKER):
        view = replace(view, drawn=remove(drawn, JOKER))
    if count(taken, JOKER) and (size(taken) == 1 or rules.options["discard.barred"] == "drawn"):
        turn = replace(view.public.turn, taken=remove(taken, JOKER))
        view = replace(view, public=replace(view.public, turn=turn))
    return view


def view_of(state: State, seat: int) -> View:
    """What a seat that acts sees, for the effect of its move."""
    drawn = state.drawn if seat == state.public.to_act else 0
    return View(seat, state.public, state.hands[seat], drawn, state.slots)


def state_after(state: State, after: View) -> State:
    """The state in which a seat sees this after its move."""
    seat, hands = after.seat, state.hands
    drawn = after.drawn if seat == state.public.to_act else state.drawn
    return State(after.public, (*hands[:seat], after.hand, *hands[seat + 1 :]), drawn, state.stock, after.slots)


def emptied(rules: Rules, state: State, action: Action) -> State:
    """The state after a move to the table: an empty hand goes out (`out.meld-or-discard`)."""
    return state if state.hands[action.seat] else rules.turn.hand_emptied(rules, state, action)
