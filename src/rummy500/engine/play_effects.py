"""The effect of melds, lay-offs, takes and calls on the state."""

from __future__ import annotations

from rummy500.actions import LAY, MELD, Action
from rummy500.cards.cards import COUNT_BITS, EMPTY_BAG, SPARE_BITS, Bag, bag_of, common, minus, union
from rummy500.cards.finder import MeldFinder
from rummy500.cards.pieces import pieces_bag
from rummy500.engine.plays import open_after, play_record, shape_play, table_with
from rummy500.engine.taking import turn_after_collecting, view_after_places
from rummy500.engine.views import seat_view
from rummy500.errors import IllegalActionError, Refusal
from rummy500.rules.rules import Rules
from rummy500.state import ONE_CARD, PLAY_PHASE, State, view_holding, with_seat


def finder_of(rules: Rules, state: State, seat: int) -> MeldFinder:
    """The meld finder for what a seat sees of a state; the one that checked its action."""
    melding = rules.melding
    return melding.finder if melding.finder_now is None else rules.finder_for(seat_view(rules, state, seat))


def play_cards(rules: Rules, state: State, action: Action, finder: MeldFinder | None = None) -> State:
    """The state after an action's pieces have gone from the seat's hand to the table.

    If that empties the hand, ask `rules.turn.hand_emptied` for the state after it.

    Args:
        rules: the rules.
        state: the state before.
        action: an action that has been checked.
        finder: what judged the pieces, where it is not that of the state.

    Raises:
        IllegalActionError: if the pieces make no meld; a checked action never does.
    """
    seat, use, pieces, on = action.seat, action.use, action.pieces, action.on
    hands, before = state.hands, state.public
    if use in rules.turn.uses:
        view = view_holding(state, seat, hands[seat], state.drawn)
        after = rules.turn.uses[use].play(rules, view, pieces, on)
        if isinstance(after, Refusal):
            raise IllegalActionError(after)
        return state.__replace__(public=after.public, hands=with_seat(hands, seat, after.hand))
    if finder is None:
        finder = finder_of(rules, state, seat)
    meld = shape_play(finder, before.table, seat, use, pieces, on)
    if isinstance(meld, Refusal):
        raise IllegalActionError(meld)
    bag = pieces_bag(pieces)
    own = action.verb in (MELD, LAY) and not action.extra
    play = action if own else play_record(seat, use, pieces, on)
    hand = minus(hands[seat], Bag(bag & ~SPARE_BITS))
    return state.__replace__(public=open_after(before, meld, play, bag), hands=with_seat(hands, seat, hand))


def collect(rules: Rules, state: State, action: Action, places: tuple[int, ...] | None) -> State:
    """The state after cards at some places of the pile have come into the hand and the use has gone to the table.

    Without places the card at the action's depth comes, and all above it.
    """
    # How many come from the top of the pile on, 0 if others lie between: no place occurs twice.
    top = action.depth if places is None else len(places) if places and max(places) == len(places) else 0
    if top and action.use and action.use not in rules.turn.uses:
        return _bring_and_put(rules, state, action, top, finder_of(rules, state, action.seat))
    seat, hands = action.seat, state.hands
    after = view_after_places(view_holding(state, seat, hands[seat]), action.depth, places)
    collected = state.__replace__(public=after.public, hands=with_seat(hands, seat, after.hand), drawn=EMPTY_BAG)
    if not action.use:
        return collected
    used = play_cards(rules, collected, action, finder_of(rules, state, seat))
    return used if used.hands[seat] else rules.turn.hand_emptied(rules, used, action)


def _bring_and_put(rules: Rules, state: State, action: Action, top: int, finder: MeldFinder) -> State:
    """Take some cards from the top of the pile and play at once, in one step."""
    before, hands = state.public, state.hands
    seat, pieces, on = action.seat, action.pieces, action.on
    meld = shape_play(finder, before.table, seat, action.use, pieces, on)
    if isinstance(meld, Refusal):
        raise IllegalActionError(meld)
    pile = before.pile
    taken, bag = bag_of(pile[-top:]), pieces_bag(pieces)
    played = Bag(bag & ~SPARE_BITS)
    hand = minus(union(hands[seat], taken), played)
    known = union(before.known[seat], taken)
    turn = turn_after_collecting(before, taken, play_record(seat, action.use, pieces, on))
    after = before.__replace__(
        phase=PLAY_PHASE,
        to_act=seat,
        pile=pile[:-top],
        table=table_with(before.table, meld, on),
        turn=turn,
        sizes=before.sizes + (top - len(pieces) + (bag >> 4 & COUNT_BITS)) * ONE_CARD[seat],
        known=with_seat(before.known, seat, minus(known, common(known, played))),
        idle=0,
        stale=False,
    )
    used = state.__replace__(public=after, hands=with_seat(hands, seat, hand), drawn=EMPTY_BAG)
    return used if hand else rules.turn.hand_emptied(rules, used, action)
