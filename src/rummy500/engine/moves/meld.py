"""`meld [4h 5h 6h]`: a new meld from the hand (`meld.*`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rummy500.base.errors import Refusal
from rummy500.engine.facts import ViewFacts
from rummy500.engine.plays import PlayFinder, allowed, at_hand, check_at_hand, judge_play, view_after
from rummy500.engine.stranding import FinishCheck, why_stranded
from rummy500.engine.turns import not_yet_drawn, play_cards
from rummy500.rules.actions import MELD, NONE, USE_GROUP, USE_RUN, Action
from rummy500.rules.move import Move
from rummy500.rules.rules import Rules
from rummy500.rules.state import PLAY_PHASE, State, View


def generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """Every new meld after which the turn can still end."""
    if not facts.is_natural:
        return _searched(facts, plain=plain)
    rules, view = facts.rules, facts.view
    found = rules.cache.actions.melds(view.seat, facts.hand)
    if not found:
        return found
    return facts.finishing(found if rules.may_meld_found is None else allowed(rules, view, found))


def _searched(facts: ViewFacts, *, plain: bool) -> Iterator[Action]:
    """Search for the new melds where a wild card is at hand, or shapes change."""
    hand, seat = facts.hand, facts.view.seat
    for use, pieces, _ in PlayFinder(facts.rules, facts.view, hand).new_melds(hand, plain=plain):
        if facts.finish.allows(use, pieces, NONE):
            yield Action(seat, MELD, NONE, 0, use, pieces)


def check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """Held, a meld, and the turn can still end; lay-offs share it."""
    refusal = check_at_hand(at_hand(rules, view), action.pieces)
    if refusal is not None:
        return refusal
    meld = judge_play(rules, view, action.use, action.pieces, action.on)
    if isinstance(meld, Refusal):
        return meld
    if FinishCheck(rules, view, rules.turn.barred(rules, view)).allows(action.use, action.pieces, action.on):
        return None
    return why_stranded(rules, view_after(view, meld, action.use, action.pieces, action.on))


def effect(rules: Rules, state: State, action: Action) -> State:
    """The cards lie on the table; an empty hand ends the hand."""
    after = play_cards(rules, state, action)
    return after if after.hands[action.seat] else rules.turn.hand_emptied(rules, after, action)


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
