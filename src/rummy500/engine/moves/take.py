"""`take 7d`, `take 4d with ...`: from the discard pile (`draw.top`, `draw.deep`, `draw.deep-use`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rummy500.base.errors import Reason, Refusal
from rummy500.cards.cards import card_text, union
from rummy500.engine.facts import TakeFacts, ViewFacts, places_with, top_places, used_from_pile
from rummy500.engine.plays import CORE_USES, at_hand, check_at_hand, judge_play
from rummy500.engine.turns import collect
from rummy500.rules.actions import TAKE, USE_GROUP, USE_RUN, Action
from rummy500.rules.move import MoveInPlay
from rummy500.rules.rules import Rules
from rummy500.rules.state import DRAW_PHASE, OFFER_PHASE, View

#: All bits, and so those of every card.
_EVERY: Final = -1
_NEW_MELDS = (USE_RUN, USE_GROUP)


def generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """The upcard on offer; else every take to every depth, the top first."""
    public = facts.view.public
    return () if public.turn.stock_only or not public.pile else _takes(facts, plain=plain)


def _takes(facts: ViewFacts, *, plain: bool) -> Iterator[Action]:
    """The takes, without use and with one."""
    rules, view = facts.rules, facts.view
    public, turn = view.public, rules.turn
    pile, seat = public.pile, view.seat
    top_kept = turn.top_may_be_kept or public.phase == OFFER_PHASE
    if turn.must_use is not None or (top_kept and turn.collects is not None):
        yield from _kept(facts)
        top_kept = public.phase == OFFER_PHASE and not _must_use(rules, view, 1, facts.takes.places(1))
    elif top_kept:
        kept = Action(seat, TAKE, pile[-1], 1)
        if _allows(facts, kept):
            yield kept
    if public.phase == OFFER_PHASE and top_kept:
        return
    # Where a plugin says what comes with a card or must be used, one below the top may be kept, too, and so laid off.
    any_kept = turn.deep_take_needs_new_meld and (turn.collects is not None or turn.must_use is not None)
    lay_offs_to = int(top_kept) if turn.deep_take_needs_new_meld and not any_kept else len(pile)
    may_take, takes = turn.may_take, facts.takes
    for used in used_from_pile(facts, TAKE, pile, lay_offs_to=lay_offs_to, plain=plain):
        depth = used.depth
        if any_kept and used.use not in _NEW_MELDS and _must_use(rules, view, depth, takes.places(depth)):
            continue
        if takes.may_finish(used, takes.places(depth)) and (may_take is None or may_take(rules, view, used) is None):
            yield used
    if turn.uses:
        yield from _used_further(facts)


def _kept(facts: ViewFacts) -> Iterator[Action]:
    """The takes of cards that need not be used, where a plugin says which; else it is the lone top card alone."""
    rules, view = facts.rules, facts.view
    pile, seat = view.public.pile, view.seat
    for depth in facts.takes.depths:
        if not _must_use(rules, view, depth, facts.takes.places(depth)):
            kept = Action(seat, TAKE, pile[-depth], depth)
            if _allows(facts, kept):
                yield kept


def _used_further(facts: ViewFacts) -> Iterator[Action]:
    """The takes that plugins know a use for beside melding and laying off."""
    rules, view = facts.rules, facts.view
    pile = view.public.pile
    if not _wanted_further(rules, view) & facts.pile_faces:
        return
    for depth in facts.takes.depths:
        places = facts.takes.places(depth)
        if rules.turn.deep_take_needs_new_meld and _must_use(rules, view, depth, places):
            continue
        after = facts.takes.view_after_take(places)
        for use in rules.turn.uses.values():
            for pieces, on in use.find(rules, after, pile[-depth]):
                used = Action(view.seat, TAKE, pile[-depth], depth, use.word, pieces, on)
                if _allows(facts, used):
                    yield used


def _wanted_further(rules: Rules, view: View) -> int:
    """The cards for which plugins may know such a use, each face at least once, as a bag."""
    wanted = 0
    for use in rules.turn.uses.values():
        if use.wants is None:
            return _EVERY
        wanted |= use.wants(rules, view)
    return wanted


def _must_use(rules: Rules, view: View, depth: int, places: tuple[int, ...]) -> bool:
    """Whether a taken card must be used at once: one below the top always, the top one by `draw.top`."""
    if rules.turn.must_use is not None:
        return rules.turn.must_use(rules, view, depth)
    return _is_used(rules, view, places)


def must_use_by_options(rules: Rules, view: View, depth: int) -> bool:
    """The core's `Takes.must_use`; an upcard on offer is taken as it is (`deal.opening-offer`)."""
    return _is_used(rules, view, places_with(rules, view, depth))


def _is_used(rules: Rules, view: View, places: tuple[int, ...]) -> bool:
    """Whether the core demands that a take of these cards is used at once (`draw.top`, `draw.deep`)."""
    return (len(places) > 1 or not rules.turn.top_may_be_kept) and view.public.phase != OFFER_PHASE


def _allows(facts: ViewFacts, action: Action) -> bool:
    """Whether plugins allow a take that shape and place allow, and the turn can end after it."""
    rules, view = facts.rules, facts.view
    if rules.turn.may_take is not None and rules.turn.may_take(rules, view, action) is not None:
        return False
    return facts.takes.may_finish(action, facts.takes.places(action.depth))


_NOT_IN_PILE: Final = Reason("turn.cards", "not-in-pile", "{card} does not lie there in the pile.")
_AS_IT_IS: Final = Reason("deal.opening-offer", "as-it-is", "The upcard on offer is taken as it is, or passed.")
_REFUSED: Final = Reason("deal.opening-offer", "refused", "Nobody took the upcard, so you draw from the stock.")
_OTHER_CARD: Final = Reason("draw.deep-use", "other-card", "{card} itself must be used.")
_NEW_MELD: Final = Reason("draw.deep-use", "new-meld", "{card} must be used in a new meld.")
_UNUSED: Final = Reason("draw.deep", "unused", "A card below the top is taken only to be used at once: say how.")
_TOP_UNUSED: Final = Reason("draw.top", "unused", "The top card is taken only to be used at once: say how.")


def check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """In the pile, used as it must be, and the turn can still end."""
    public = view.public
    depth = action.depth
    if not 1 <= depth <= len(public.pile) or public.pile[-depth] != action.card:
        return _NOT_IN_PILE(card=card_text(action.card))
    if public.phase == OFFER_PHASE and action.use and not _must_use(rules, view, 1, top_places(1)):
        return _AS_IT_IS()
    if public.turn.stock_only:
        return _REFUSED()
    takes = TakeFacts(rules, view)
    places = takes.places(depth)
    if not places:
        return refuse_taking(action.card)
    if action.use:
        refusal = _check_used(rules, view, action, takes)
    elif _must_use(rules, view, depth, places):
        refusal = _UNUSED() if depth > 1 else _TOP_UNUSED()
    else:
        refusal = None
    if refusal is None and rules.turn.may_take is not None:
        refusal = rules.turn.may_take(rules, view, action)
    if refusal is not None or takes.may_finish(action, places):
        return refusal
    return takes.why_not_finish(action, places)


def _check_used(rules: Rules, view: View, action: Action, takes: TakeFacts) -> Refusal | None:
    depth = action.depth
    refusal = check_at_hand(union(at_hand(rules, view), takes.collected_cards(depth)), action.pieces)
    if refusal is not None:
        return refusal
    if action.use in rules.turn.uses:
        played: object = takes.after_use(action, takes.places(depth))
    else:
        played = judge_play(rules, view, action.use, action.pieces, action.on)
    if isinstance(played, Refusal):
        return played
    if all(piece & 63 != action.card for piece in action.pieces):
        return _OTHER_CARD(card=card_text(action.card))
    needs_new_meld = rules.turn.deep_take_needs_new_meld and action.use not in _NEW_MELDS
    if needs_new_meld and _must_use(rules, view, depth, takes.places(depth)):
        return _NEW_MELD(card=card_text(action.card))
    return None


_NOT_TAKEN: Final = Reason("draw.deep", "not-taken", "{card} cannot be taken from there.")


def refuse_taking(card: int) -> Refusal:
    """The refusal of a card with which nothing comes, itself included (`Takes.collects`)."""
    return _NOT_TAKEN(card=card_text(card))


TAKE_MOVE = MoveInPlay(
    TAKE,
    phases=(DRAW_PHASE, OFFER_PHASE),
    generate=generate,
    check=check,
    effect=collect,
    fields=("card", "depth", "use", "pieces", "on"),
    uses=("", *CORE_USES),
)
