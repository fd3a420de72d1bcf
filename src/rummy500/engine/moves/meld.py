"""`meld [4h 5h 6h]` and `lay Th Jh on m1`: cards from the hand to the table (`meld.*`).

`engine/plays.py` decides on whose melds a seat may lay off, `cards/shapes.py` which cards are a meld or fit one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rummy500.base.errors import Refusal
from rummy500.engine.facts import ViewFacts
from rummy500.engine.plays import (
    Play,
    PlayFinder,
    allowed,
    at_hand,
    check_at_hand,
    judge_play,
    open_targets,
    view_after,
)
from rummy500.engine.stranding import FinishCheck, why_stranded
from rummy500.engine.turns import play_cards
from rummy500.rules.actions import LAY, MELD, NONE, USE_GROUP, USE_LAY, USE_RUN, Action
from rummy500.rules.move import MoveInPlay
from rummy500.rules.rules import Rules
from rummy500.rules.state import State, View


def new_melds(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """Every new meld after which the turn can still end."""
    rules, view, hand = facts.rules, facts.view, facts.hand
    if not facts.is_natural:
        return _finishing(facts, MELD, PlayFinder(rules, view, hand).new_melds(hand, plain=plain))
    return _allowed(facts, rules.cache.actions.melds(view.seat, hand))


def lay_offs(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """Every lay-off after which the turn can still end, on each meld that it fits (`meld.layoff-choice`)."""
    rules, view, hand = facts.rules, facts.view, facts.hand
    if not facts.is_natural:
        return _finishing(facts, LAY, PlayFinder(rules, view, hand).lay_offs(hand, plain=plain))
    found: list[Action] = []
    for on, meld, wanted in open_targets(rules, view, rules.melding.finder.targets(view.public.table, hand)):
        found += rules.cache.actions.lay_offs(view.seat, on, meld, hand, wanted)
    return _allowed(facts, found)


def _allowed(facts: ViewFacts, found: list[Action]) -> list[Action]:
    """Keep the plays that were looked up which the rules allow, and after which the turn can still end."""
    if not found:
        return found
    rules = facts.rules
    return facts.finishing(found if rules.melding.may_meld is None else allowed(rules, facts.view, found))


def _finishing(facts: ViewFacts, verb: str, plays: Iterable[Play]) -> Iterator[Action]:
    """Keep the plays of a search, where a wild card is at hand or shapes change, after which the turn can end."""
    for use, pieces, on in plays:
        if facts.finish.allows(use, pieces, on):
            yield Action(facts.view.seat, verb, NONE, 0, use, pieces, on)


def check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """Held, a meld, and the turn can still end."""
    meld = check_at_hand(at_hand(rules, view), action.pieces) or judge_play(
        rules, view, action.use, action.pieces, action.on
    )
    if isinstance(meld, Refusal):
        return meld
    if FinishCheck(rules, view, rules.turn.barred(rules, view)).allows(action.use, action.pieces, action.on):
        return None
    return why_stranded(rules, view_after(view, meld, action.use, action.pieces, action.on))


def effect(rules: Rules, state: State, action: Action) -> State:
    """The cards lie on the table; an empty hand ends the hand."""
    after = play_cards(rules, state, action)
    return after if after.hands[action.seat] else rules.turn.hand_emptied(rules, after, action)


MELD_MOVE = MoveInPlay(
    MELD,
    generate=new_melds,
    check=check,
    effect=effect,
    fields=("use", "pieces"),
    uses=(USE_RUN, USE_GROUP),
)
LAY_MOVE = MoveInPlay(
    LAY,
    generate=lay_offs,
    check=check,
    effect=effect,
    fields=("use", "pieces", "on"),
    uses=(USE_LAY,),
)
