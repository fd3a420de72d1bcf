"""The claim of a last discard that fits a meld, by the other players (`out.unplayable-claim`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from rummy500.hooks import (
    EMPTY_BAG,
    NONE,
    Action,
    Move,
    OptionValue,
    PlayFinder,
    PublicState,
    Reason,
    Refusal,
    Rules,
    State,
    Turn,
    View,
    bag_of,
    card_text,
    check_at_hand,
    end_turn,
    hand_ended,
    hookimpl,
    judged_move,
    play_after,
    refuse_unopened,
    replace,
    view_after_collecting,
)
from rummy500_floating.names import CLAIM, CLAIM_PHASE, CLAIM_RULE, LAST_DISCARD


def may_be_claimed(rules: Rules, state: State, action: Action) -> bool:
    """Whether a seat other than the one that has discarded its last card could lay that card off.

    If the stock ends the hand with this turn, nothing can be claimed (`stock.strict`).
    """
    public = state.public
    if rules.turn.stock_empty == "strict" and not public.stock_count:
        return False
    asking = _asking(rules, public, action.seat)
    views = (
        View(seat=seat, public=asking, hand=EMPTY_BAG, drawn=EMPTY_BAG, memories=state.memories)
        for seat in range(rules.seats)
        if seat != action.seat
    )
    forbids = rules.turn.may_call
    claims = ((view, claim) for view in views for claim in _claims(rules, view, plain=True))
    return any(forbids is None or forbids(rules, *claim) is None for claim in claims)


def with_claims(rules: Rules, state: State, action: Action) -> State:
    """The state in which the others are asked, from the left of the seat that discarded its last card."""
    return replace(state, public=_asking(rules, state.public, action.seat), drawn=EMPTY_BAG)


def _asking(rules: Rules, public: PublicState, seat: int) -> PublicState:
    return replace(public, phase=CLAIM_PHASE, to_act=(seat + 1) % rules.seats, last=seat, turn=Turn())


def _discarder(rules: Rules, public: PublicState) -> int:
    """The seat that made the last discard; in a position that does not say so, the seat before the one to act."""
    return public.last if public.last >= 0 else (public.to_act - 1) % rules.seats


# ------------------------------------------------- call 9h on m1


def _claims(rules: Rules, view: View, *, plain: bool = False) -> Iterable[Action]:
    pile = view.public.pile
    if not pile or refuse_unopened(rules, view) is not None:
        return ()
    card = bag_of(pile[-1:])
    found = PlayFinder(rules, _with_card(view), card).lay_offs(card, plain=plain)
    return (Action(view.seat, "call", NONE, 1, use, pieces, on) for use, pieces, on in found)


_NOT_ALL_IN_PILE: Final = Reason("turn.cards", "not-all-in-pile", "The pile does not hold these cards.")
_OTHER: Final = Reason(CLAIM_RULE, "other", "Only {card} can be claimed now, and only to lay it off.")


def _judge_claim(rules: Rules, view: View, action: Action) -> View | Refusal:
    """Judge whether the claim is a legal lay-off of the last discard alone."""
    pile = view.public.pile
    if not 1 <= action.depth <= len(pile) or check_at_hand(bag_of(pile[-action.depth :]), action.pieces) is not None:
        return _NOT_ALL_IN_PILE()
    if action.use != "lay" or action.depth != 1:
        return _OTHER(card=card_text(pile[-1]))
    after = play_after(rules, _with_card(view), action.use, action.pieces, action.on)
    return after if isinstance(after, Refusal) else refuse_unopened(rules, view) or after


def _with_card(view: View) -> View:
    """The view of a seat with the last discard in its hand, to be played at once."""
    pile = view.public.pile
    return view_after_collecting(view, pile[-1:], pile[:-1])


def _claimed(rules: Rules, state: State, _action: Action) -> State:
    """The card counts for the claimant; the seat that discarded it floats, and the next turn begins."""
    public = replace(state.public, to_act=_discarder(rules, state.public), turn=Turn())
    return end_turn(rules, replace(state, public=public, drawn=EMPTY_BAG))


# ------------------------------------------------- pass


def _passed(rules: Rules, state: State, action: Action) -> State:
    """Ask the next seat; after the last one, the seat that discarded the card has gone out."""
    public = state.public
    asked, discarder = (action.seat + 1) % rules.seats, _discarder(rules, public)
    if asked != discarder:
        return replace(state, public=replace(public, to_act=asked, last=discarder))
    unclaimed = replace(state, public=replace(public, to_act=discarder))
    if not public.pile:  # possible only in a position written by hand
        return hand_ended(unclaimed, "out", discarder)
    # Other plugins may act before the hand ends, so all of `hand_emptied` is called again.
    return rules.turn.hand_emptied(rules, unclaimed, Action(discarder, "discard", public.pile[-1]))


CLAIM_MOVE: Final = judged_move(
    "call", _judge_claim, _claims, effect=_claimed, phases=(CLAIM_PHASE,), fields=("depth", "use", "pieces", "on")
)
PASS_MOVE: Final = Move("pass", effect=_passed, phases=(CLAIM_PHASE,))


@hookimpl
def moves(options: Mapping[str, OptionValue]) -> tuple[Move, ...] | None:
    """Add the claim, and the pass that declines it."""
    return (CLAIM_MOVE, PASS_MOVE) if options[LAST_DISCARD] == CLAIM else None
