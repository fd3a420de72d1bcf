"""`take 7d`, `take 4d with ...`: from the discard pile (`draw.top`, `draw.deep`, `draw.deep-use`)."""

from __future__ import annotations

from collections.abc import Iterator

from rummy500.actions import NONE, TAKE, USE_LAY, Action
from rummy500.cards import bag_of, card_text, faces_bag, union
from rummy500.engine.bring import may_finish_after, refuse_after, view_with
from rummy500.engine.finding import PlayFinder
from rummy500.engine.moves.phases import already_drawn
from rummy500.engine.plays import CORE_USES, check_held, judge_play
from rummy500.engine.put import put_from_hand
from rummy500.errors import Refusal, refuse
from rummy500.rules import Move, Rules
from rummy500.state import DRAW_PHASE, OFFER_PHASE, State, View


def generate(rules: Rules, view: View, *, plain: bool) -> Iterator[Action]:
    """The upcard on offer; else every take to every depth, the top first."""
    open_ = view.open
    pile, seat = open_.pile, view.seat
    if open_.phase == OFFER_PHASE:
        yield Action(seat, TAKE, pile[-1], 1)
        return
    if open_.turn.stock_only or not pile:
        return
    if rules.top_free and may_finish_after(rules, view, 1, "", (), NONE):
        yield Action(seat, TAKE, pile[-1], 1)
    finder = PlayFinder(rules, view, faces_bag(pile, view.hand))
    lay_offs_to = len(pile) if not rules.deep_new_only else int(rules.top_free)
    for depth, use, pieces, on in finder.down_the_pile(
        view.hand, pile, new_melds=True, lay_offs_to=lay_offs_to, plain=plain
    ):
        if may_finish_after(rules, view, depth, use, pieces, on):
            yield Action(seat, TAKE, pile[-depth], depth, use, pieces, on)


def check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """In the pile, used as it must be, and the turn can still end."""
    open_ = view.open
    depth = action.depth
    if not 1 <= depth <= len(open_.pile) or open_.pile[-depth] != action.card:
        return refuse(
            "turn.cards", "not-in-pile", "{card} does not lie there in the pile.", card=card_text(action.card)
        )
    if open_.phase == OFFER_PHASE:
        if not action.use and depth == 1:
            return None
        return refuse("deal.opening-offer", "as-it-is", "The upcard on offer is taken as it is, or passed.")
    if open_.turn.stock_only:
        return refuse("deal.opening-offer", "refused", "Nobody took the upcard, so you draw from the stock.")
    if not action.use:
        return _check_unused(rules, view, depth)
    return _check_used(rules, view, action)


def _check_used(rules: Rules, view: View, action: Action) -> Refusal | None:
    depth = action.depth
    refusal = check_held(union(view.hand, bag_of(view.open.pile[-depth:])), action.pieces)
    if refusal is not None:
        return refusal
    meld = judge_play(rules, view, action.use, action.pieces, action.on)
    if isinstance(meld, Refusal):
        return meld
    if all(piece & 63 != action.card for piece in action.pieces):
        return refuse("draw.deep-use", "other-card", "{card} itself must be used.", card=card_text(action.card))
    if rules.deep_new_only and action.use == USE_LAY and not (depth == 1 and rules.top_free):
        return refuse("draw.deep-use", "new-meld", "{card} must be used in a new meld.", card=card_text(action.card))
    if may_finish_after(rules, view, depth, action.use, action.pieces, action.on):
        return None
    return refuse_after(rules, view, depth, action.use, action.pieces, action.on)


def _check_unused(rules: Rules, view: View, depth: int) -> Refusal | None:
    if depth > 1:
        return refuse("draw.deep", "unused", "A card below the top is taken only to be used at once: say how.")
    if not rules.top_free:
        return refuse("draw.top", "unused", "The top card is taken only to be used at once: say how.")
    if may_finish_after(rules, view, 1, "", (), NONE):
        return None
    return refuse_after(rules, view, 1, "", (), NONE)


def effect(rules: Rules, state: State, action: Action) -> State:
    """The cards come into the hand, and the use goes to the table."""
    seat = action.seat
    hands = state.hands
    after = view_with(View(seat, state.open, hands[seat], 0, state.slots), action.depth)
    brought = State(after.open, (*hands[:seat], after.hand, *hands[seat + 1 :]), 0, state.stock, state.slots)
    if not action.use:
        return brought
    used = put_from_hand(rules, brought, action)
    return used if used.hands[seat] else rules.hand_emptied(rules, used)


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
