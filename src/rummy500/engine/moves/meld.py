"""`meld [4h 5h 6h]`: a new meld from the hand (`meld.*`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rummy500.actions import MELD, NONE, USE_GROUP, USE_RUN, Action
from rummy500.engine.finding import PlayFinder, allowed
from rummy500.engine.moves.phases import not_yet_drawn
from rummy500.engine.plays import at_hand, check_held, judge_play, view_after
from rummy500.engine.put import put_from_hand
from rummy500.engine.stranding import FinishCheck, finishing, why_stranded
from rummy500.errors import Refusal
from rummy500.rules import Move, Rules
from rummy500.state import PLAY_PHASE, State, View


def generate(rules: Rules, view: View, *, plain: bool) -> Iterable[Action]:
    """Every new meld after which the turn can still end."""
    hand = view.hand if rules.beside is None else at_hand(rules, view)
    if not rules.plays_looked_up or rules.finder.has_wild(hand):
        return _searched(rules, view, hand, plain=plain)
    found = rules.book.melds(view.seat, hand)
    if rules.may_meld_found is not None:
        found = allowed(rules, view, found)
    return finishing(rules, view, found) if found else found


def _searched(rules: Rules, view: View, hand: int, *, plain: bool) -> Iterator[Action]:
    """The same where a wild card is at hand, or shapes change."""
    finish = None
    for use, pieces, _ in PlayFinder(rules, view, hand).new_melds(hand, plain=plain):
        finish = finish or FinishCheck(rules, view)
        if finish.allows(use, pieces, NONE):
            yield Action(view.seat, MELD, NONE, 0, use, pieces)


def check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """Held, a meld, and the turn can still end; lay-offs share it."""
    refusal = check_held(at_hand(rules, view), action.pieces)
    if refusal is not None:
        return refusal
    meld = judge_play(rules, view, action.use, action.pieces, action.on)
    if isinstance(meld, Refusal):
        return meld
    if FinishCheck(rules, view).allows(action.use, action.pieces, action.on):
        return None
    return why_stranded(rules, view_after(view, meld, action.use, action.pieces, action.on))


def effect(rules: Rules, state: State, action: Action) -> State:
    """The cards lie on the table; an empty hand ends the hand."""
    after = put_from_hand(rules, state, action)
    return after if after.hands[action.seat] else rules.hand_emptied(rules, after, action)


MELD_MOVE = Move(
    MELD,
    (PLAY_PHASE,),
    "turn",
    generate,
    check,
    effect,
    not_yet_drawn,
    ("use", "pieces"),
    (USE_RUN, USE_GROUP),
)
