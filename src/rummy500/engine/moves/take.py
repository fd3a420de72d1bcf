"""`take 7d`, `take 4d with ...`: from the discard pile (`draw.top`, `draw.deep`, `draw.deep-use`)."""

from __future__ import annotations

from collections.abc import Iterator

from rummy500.actions import TAKE, USE_GROUP, USE_RUN, Action
from rummy500.cards import bag_of, card_text, faces_bag, union
from rummy500.engine.bring import (
    brought,
    cards_with,
    may_finish_after,
    refuse_after,
    view_bringing,
    view_with,
    view_with_places,
)
from rummy500.engine.finding import PlayFinder
from rummy500.engine.legal import seat_view
from rummy500.engine.moves.phases import already_drawn
from rummy500.engine.plays import CORE_USES, at_hand, check_held, judge_play
from rummy500.engine.put import finder_of, put_from_hand
from rummy500.errors import Refusal, refuse
from rummy500.rules import Move, Rules
from rummy500.state import DRAW_PHASE, OFFER_PHASE, State, View

_NEW_MELDS = (USE_RUN, USE_GROUP)


def generate(rules: Rules, view: View, *, plain: bool) -> Iterator[Action]:
    """The upcard on offer; else every take to every depth, the top first."""
    open_ = view.open
    pile, seat = open_.pile, view.seat
    if open_.turn.stock_only or not pile:
        return
    top_kept = rules.top_free or open_.phase == OFFER_PHASE
    if rules.must_use is not None or rules.pile_brings is not None:
        yield from _kept(rules, view)
        top_kept = not _must_use(rules, view, 1)
    elif top_kept:
        kept = Action(seat, TAKE, pile[-1], 1)
        if _allows(rules, view, kept):
            yield kept
    if open_.phase == OFFER_PHASE and top_kept:
        return
    hand = view.hand if rules.beside is None else at_hand(rules, view)
    finder = PlayFinder(rules, view, faces_bag(pile, hand))
    # Where a plugin says what comes with a card or must be used, one below the top may be kept, too, and so laid off.
    any_kept = rules.deep_new_only and (rules.pile_brings is not None or rules.must_use is not None)
    lay_offs_to = int(top_kept) if rules.deep_new_only and not any_kept else len(pile)
    may_take = rules.may_take
    for depth, use, pieces, on in finder.down_the_pile(
        hand, pile, new_melds=True, lay_offs_to=lay_offs_to, plain=plain
    ):
        if any_kept and use not in _NEW_MELDS and _must_use(rules, view, depth):
            continue
        if may_finish_after(rules, view, depth, use, pieces, on):
            used = Action(seat, TAKE, pile[-depth], depth, use, pieces, on)
            if may_take is None or may_take(rules, view, used) is None:
                yield used
    if rules.uses:
        yield from _used_further(rules, view)


def _kept(rules: Rules, view: View) -> Iterator[Action]:
    """The takes of cards that need not be used, where a plugin says which; else it is the lone top card alone."""
    pile = view.open.pile
    for depth in range(1, len(pile) + 1):
        if not _must_use(rules, view, depth) and brought(rules, view, depth):
            kept = Action(view.seat, TAKE, pile[-depth], depth)
            if _allows(rules, view, kept):
                yield kept


def _used_further(rules: Rules, view: View) -> Iterator[Action]:
    """The takes that plugins know a use for beside melding and laying off."""
    pile = view.open.pile
    for depth in range(1, len(pile) + 1):
        if rules.deep_new_only and _must_use(rules, view, depth):
            continue
        if brought(rules, view, depth):
            after = view_with(rules, view, depth)
            for use in rules.uses.values():
                for pieces, on in use.find(rules, after, pile[-depth]):
                    used = Action(view.seat, TAKE, pile[-depth], depth, use.word, pieces, on)
                    if _allows(rules, view, used):
                        yield used


def _must_use(rules: Rules, view: View, depth: int) -> bool:
    """Whether a taken card must be used at once: one below the top always, the top one by `draw.top`."""
    if rules.must_use is not None:
        return rules.must_use(rules, view, depth)
    return must_use(rules, view, depth)


def must_use(rules: Rules, view: View, depth: int) -> bool:
    """The core's answer to `Rules.must_use`; an upcard on offer is taken as it is (`deal.opening-offer`)."""
    if view.open.phase == OFFER_PHASE:
        return False
    return not rules.top_free or (depth if rules.pile_brings is None else brought(rules, view, depth)) > 1


def _allows(rules: Rules, view: View, action: Action) -> bool:
    """Whether nothing but the place in the list could be wrong with a take that shape and place allow."""
    if rules.may_take is not None and rules.may_take(rules, view, action) is not None:
        return False
    return may_finish_after(rules, view, action.depth, action.use, action.pieces, action.on)


def check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """In the pile, used as it must be, and the turn can still end."""
    open_ = view.open
    depth = action.depth
    if not 1 <= depth <= len(open_.pile) or open_.pile[-depth] != action.card:
        return refuse(
            "turn.cards", "not-in-pile", "{card} does not lie there in the pile.", card=card_text(action.card)
        )
    if open_.phase == OFFER_PHASE and action.use and not _must_use(rules, view, 1):
        return refuse("deal.opening-offer", "as-it-is", "The upcard on offer is taken as it is, or passed.")
    if open_.turn.stock_only:
        return refuse("deal.opening-offer", "refused", "Nobody took the upcard, so you draw from the stock.")
    if not action.use:
        return _check_unused(rules, view, action)
    return _check_used(rules, view, action)


def _check_used(rules: Rules, view: View, action: Action) -> Refusal | None:
    depth = action.depth
    cards = cards_with(rules, view, depth)
    if not cards:
        return refuse_taking(action.card)
    refusal = check_held(union(at_hand(rules, view), bag_of(cards)), action.pieces)
    if refusal is not None:
        return refusal
    if action.use in rules.uses:
        after = view_with(rules, view, depth)
        played: object = rules.uses[action.use].play(rules, after, action.pieces, action.on)
    else:
        played = judge_play(rules, view, action.use, action.pieces, action.on)
    if isinstance(played, Refusal):
        return played
    if all(piece & 63 != action.card for piece in action.pieces):
        return refuse("draw.deep-use", "other-card", "{card} itself must be used.", card=card_text(action.card))
    if rules.deep_new_only and action.use not in _NEW_MELDS and _must_use(rules, view, depth):
        return refuse("draw.deep-use", "new-meld", "{card} must be used in a new meld.", card=card_text(action.card))
    return _check_last(rules, view, action)


def _check_unused(rules: Rules, view: View, action: Action) -> Refusal | None:
    depth = action.depth
    if not brought(rules, view, depth):
        return refuse_taking(action.card)
    if _must_use(rules, view, depth):
        if depth > 1:
            return refuse("draw.deep", "unused", "A card below the top is taken only to be used at once: say how.")
        return refuse("draw.top", "unused", "The top card is taken only to be used at once: say how.")
    return _check_last(rules, view, action)


def refuse_taking(card: int) -> Refusal:
    """The refusal of a card with which nothing comes, itself included (`Rules.pile_brings`)."""
    return refuse("draw.deep", "not-taken", "{card} cannot be taken from there.", card=card_text(card))


def _check_last(rules: Rules, view: View, action: Action) -> Refusal | None:
    """What plugins say, and whether the turn can end."""
    refusal = None if rules.may_take is None else rules.may_take(rules, view, action)
    if refusal is not None:
        return refusal
    if may_finish_after(rules, view, action.depth, action.use, action.pieces, action.on):
        return None
    return refuse_after(rules, view, action.depth, action.use, action.pieces, action.on)


def effect(rules: Rules, state: State, action: Action) -> State:
    """The cards come into the hand, and the use goes to the table."""
    if rules.pile_brings is None:
        return bring(rules, state, action, None)
    # as the seat was asked: it may not see all that the state holds
    return bring(rules, state, action, rules.pile_brings(rules, seat_view(rules, state, action.seat), action.depth))


def bring(rules: Rules, state: State, action: Action, places: tuple[int, ...] | None) -> State:
    """The state after cards of the pile have come into the seat's hand and the use has gone to the table.

    Args:
        rules: the rules.
        state: the state before.
        action: a take or a call that has been checked.
        places: where the cards lie that come; `None` for the card at the action's depth and all above it.
    """
    seat, depth = action.seat, action.depth
    hands = state.hands
    before = View(seat, state.open, hands[seat], 0, state.slots)
    if places is None:
        pile = state.open.pile
        after = view_bringing(before, pile[-depth:], pile[:-depth])
    else:
        after = view_with_places(before, places)
    brought = State(after.open, (*hands[:seat], after.hand, *hands[seat + 1 :]), 0, state.stock, state.slots)
    if not action.use:
        return brought
    used = put_from_hand(rules, brought, action, finder_of(rules, state, seat))
    return used if used.hands[seat] else rules.hand_emptied(rules, used, action)


TAKE_MOVE = Move(
    TAKE,
    (DRAW_PHASE, OFFER_PHASE),
    "turn",
    generate,
    check,
    effect,
    already_drawn,
    ("card", "depth", "use", "pieces", "on"),
    ("", *CORE_USES),
)
