"""The course of a hand: steps after the deal, turns, going out, an empty stock (`turn.*`, `out.*`, `stock.*`).

At the end stands what plays do to the state, which `take`, `call`, `meld` and `lay` share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import dropwhile
from typing import Final

from rummy500.base.errors import IllegalActionError, Reason, Refusal
from rummy500.base.records import replace
from rummy500.cards.cards import COUNT_BITS, EMPTY_BAG, SPARE_BITS, Bag, bag_of, cards_of, minus, size, union, without
from rummy500.cards.finder import MeldFinder
from rummy500.cards.pieces import piece_card, pieces_bag
from rummy500.engine.facts import collected_places, only_top, top_places, turn_after_collecting, view_after_places
from rummy500.engine.plays import open_after, play_record, shape_play, table_with
from rummy500.engine.views import seat_view
from rummy500.rules.actions import CALL, DRAW, LAY, MELD, TAKE, Action
from rummy500.rules.memory import RoundAnswers, recall, remember
from rummy500.rules.move import MoveInPlay, Round
from rummy500.rules.options import DEAL_OPENING
from rummy500.rules.rules import Rules
from rummy500.rules.state import (
    DRAW_PHASE,
    ENDED_CIRCLE,
    ENDED_OUT,
    ENDED_STOCK,
    NEW_TURN,
    OFFER_PHASE,
    ONE_CARD,
    OVER_PHASE,
    PLAY_PHASE,
    PublicState,
    State,
    Turn,
    view_holding,
    with_seat,
)


def first_phase(rules: Rules) -> str:
    """The core's first phase, as `deal.opening` says, in which the player on the dealer's left acts."""
    opening = DEAL_OPENING.of(rules.options)
    return OFFER_PHASE if opening == "offer" else PLAY_PHASE if opening == "extra-card" else DRAW_PHASE


def hand_ended(state: State, why: str, out: int = -1) -> State:
    """The state with the hand over.

    Args:
        state: the state after the last action.
        why: `out`, `stock`, `circle`, or a plugin's word.
        out: the seat that went out, -1 for none.
    """
    return replace(state, public=replace(state.public, phase=OVER_PHASE, ended=why, out=out))


def core_goes_out(_: Rules, state: State, action: Action) -> State:
    """`out.meld-or-discard`, `score.no-late-melds`: an empty hand ends the hand at once, for the seat that acted.

    The effects of the moves ask `rules.turn.hand_emptied` when no card is left. This is the core's own answer.
    """
    return hand_ended(state, ENDED_OUT, action.seat)


def end_turn(rules: Rules, state: State) -> State:
    """End the turn of the seat on turn: every plugin that answers `turn_ended` is asked what follows, then the core.

    Args:
        rules: the rules.
        state: the state with the discard, if the turn had one, on the pile.
    """
    return rules.turn.turn_ended(rules, state)


def core_next_turn(rules: Rules, state: State) -> State:
    """The core's own answer to `turn_ended`, which asks nobody: the next seat's turn, unless the stock ends the hand.

    Only an answer to `turn_ended` that changes what follows calls it; everything else ends a turn by `end_turn`.

    Args:
        rules: the rules.
        state: the state with the discard, if the turn had one, on the pile; the turn is still that of the seat whose
            turn has ended.
    """
    public = state.public
    return begin_next_turn(rules, state, state.hands, public.pile, public.sizes, public.known)


def begin_next_turn(
    rules: Rules, state: State, hands: tuple[Bag, ...], pile: bytes, sizes: int, known: tuple[Bag, ...]
) -> State:
    """End a turn in one step, from the state before its end and what a discard changes.

    The turn goes to the left (`turn.order`). With the stock empty the hand may end (`stock.strict`, `stock.circle`).
    """
    before = state.public
    seat = before.to_act
    idle = before.idle
    if before.stock_count == 0:
        # stock.circle: with the stock empty the lone top card was taken and nothing melded.
        turn = before.turn
        idle = idle + 1 if size(turn.taken) == 1 and not turn.plays else 0
    after = before.__replace__(
        phase=DRAW_PHASE,
        to_act=seat + 1 if seat + 1 < len(known) else 0,
        last=seat,
        pile=pile,
        turn=NEW_TURN,
        sizes=sizes,
        known=known,
        idle=idle,
    )
    ended = state.__replace__(public=after, hands=hands, drawn=EMPTY_BAG)
    if before.stock_count == 0:
        if rules.turn.stock_empty == "strict":
            return hand_ended(ended, ENDED_STOCK)
        if idle >= rules.seats:
            return hand_ended(ended, ENDED_CIRCLE)
        return end_if_nothing_left(ended)  # a turn that has ended without a discard may leave no pile
    return ended


def end_if_nothing_left(state: State) -> State:
    """`stock.empty`: with stock and pile empty a hand in its draw phase ends at once."""
    if state.public.phase == DRAW_PHASE and not state.public.pile and not state.public.stock_count:
        return hand_ended(state, ENDED_STOCK)
    return state


def drawn_elsewhere(state: State, before: State | None = None) -> Bag:
    """The drawn cards that are neither in the hand of the seat on turn nor played or discarded by it in this turn.

    A card in the pile or out of play counts as discarded, but not if the turn was another seat's in the state before.
    In the draw phase nothing may have been drawn.
    """
    public, seat = state.public, state.public.to_act
    may_hold = public.phase != DRAW_PHASE and 0 <= seat < len(state.hands)
    left = without(state.drawn, state.hands[seat]) if may_hold else state.drawn
    if left:
        laid = [piece_card(piece) for play in public.turn.plays if play.seat == seat for piece in play.pieces]
        if before is None or before.public.to_act == seat:
            laid += [*public.pile, *cards_of(public.gone)]
        left = bag_of((Counter(cards_of(left)) - Counter(laid)).elements())
    return left


# ---------------------------------------------------------------- rounds

#: The most actions of a round that comes again: after them it is endless.
MOST_ACTED: Final = 1_000


def begin_rounds(rules: Rules, state: State, after: str = "") -> State:
    """Go through the steps up to the next one in which seats act; without one the first turn begins."""
    for step in steps_after(rules.deal.rounds, after):
        if step.when is not None and not step.when(rules, state):
            continue
        if step.begin is not None:
            state = replace(step.begin(rules, state), drawn=EMPTY_BAG)  # no turn has begun
        if state.public.phase == OVER_PHASE:
            return state
        if step.phase and (pending := seats_in(rules, step, state)):
            turn = Turn(pending=pending)
            return replace(state, public=replace(state.public, phase=step.phase, to_act=pending[0], turn=turn))
    chosen = None if rules.deal.first_player is None else rules.deal.first_player(rules, state)
    first = (state.public.match.dealer + 1) % rules.seats if chosen is None else chosen
    return replace(state, public=replace(state.public, phase=first_phase(rules), to_act=first, turn=NEW_TURN))


def steps_after(steps: tuple[Round, ...], phase: str) -> tuple[Round, ...]:
    """The steps after the one with a phase; all of them for the empty phase."""
    return tuple(dropwhile(lambda step: step.phase != phase, steps))[1:] if phase else steps


def who_acts(rules: Rules, step: Round, public: PublicState) -> tuple[int, ...]:
    """The seats that may act in a round, in their order, whether `Round.asks` returns them or not."""
    return seats_of_round(rules, step, public.last if step.between else public.match.dealer)


def seats_in(rules: Rules, step: Round, state: State) -> tuple[int, ...]:
    """The seats that are in a round (`Round.asks`), in their order."""
    due = who_acts(rules, step, state.public)
    if step.asks is None:
        return due
    asked = set(step.asks(rules, state))
    return tuple([seat for seat in due if seat in asked])


def clockwise(rules: Rules, seats: Iterable[int], first: int) -> tuple[int, ...]:
    """Some seats in the order of the table, from one of them on."""
    return tuple(sorted(seats, key=lambda seat: (seat - first) % rules.seats))


def seats_of_round(rules: Rules, step: Round, dealer: int) -> tuple[int, ...]:
    """The seats that act in a round after a deal, in their order."""
    left = (dealer + 1) % rules.seats
    if step.by == "all":
        return clockwise(rules, range(rules.seats), left)
    return (dealer if step.by == "dealer" else left,)


def round_of(rules: Rules, phase: str) -> Round | None:
    """The round with a phase; `None` if it is not a phase of a round."""
    return next((step for step in (*rules.deal.rounds, *rules.deal.between) if step.phase == phase), None)


def is_in_any_order(rules: Rules, phase: str) -> bool:
    """Whether the pending seats of a phase act in any order."""
    return any(move.whose == "pending" for move in rules.turn.turn_moves.get(phase, ()))


def must_act(rules: Rules, public: PublicState) -> tuple[int, ...]:
    """The seats that the hand waits for: the one on turn, or all pending ones if they act in any order.

    `acting_seats` (`engine/listing.py`) adds those that may act out of turn, `ask_order` says in which order to ask.
    The people for whom a table waits are `rummy500.table.waiting`.
    """
    pending = public.turn.pending
    return pending if pending and is_in_any_order(rules, public.phase) else (public.to_act,)


def mark_acted(rules: Rules, state: State, seat: int) -> State:
    """The state after a seat has acted in a round: the next pending seat is on turn, or the next step begins.

    Args:
        rules: the rules.
        state: the state with the effect of its action; if that has ended the hand, it stays as it is.
        seat: the seat.

    Raises:
        ValueError: for a seat that is not pending, or if the effect has set another phase.
    """
    public = state.public
    if public.phase == OVER_PHASE:
        return state
    step = round_of(rules, public.phase)
    if step is None:
        raise ValueError(f"mark_acted was called in phase {public.phase}, which is no round: leave the phase to it")
    if seat not in public.turn.pending:
        raise ValueError(f"mark_acted was called for seat {seat}, which is not pending in phase {public.phase}")
    if public.to_act != public.turn.pending[0]:
        raise ValueError("a move in a round set whose turn it is; Deal.first_player chooses who begins")
    if step.again:
        acted = recall(rules, state, RoundAnswers).acted + 1
        state = remember(rules, state, RoundAnswers(acted=acted))
    due = seats_in(rules, step, state)
    if step.again and not is_in_any_order(rules, step.phase):
        pending = clockwise(rules, due, seat + 1)
    else:
        pending = tuple([other for other in due if other in public.turn.pending and other != seat])
        pending = pending or (due if step.again else ())
    if not pending:
        state = remember(rules, state, RoundAnswers()) if step.again else state
        return begin_rounds(rules, state, public.phase)
    turn = replace(public.turn, pending=pending)
    return replace(state, public=replace(public, to_act=pending[0], turn=turn))


# ---------------------------------------------------------------- phases


_OVER: Final = Reason("turn.phase", "over", "The hand is over.")
_PHASE: Final = Reason("turn.phase", "phase", "You cannot {verb} now.")
_DRAWN: Final = Reason("draw.once", "drawn", "You draw once a turn, and you have drawn.")


_DOING: Final = {"lay": "lay off"}
_DRAW_FIRST: Final = Reason("turn.parts", "draw-first", "You must draw before you {verb}.", _DOING.values())
NO_CALLS: Final = Reason("call.none", "none", 'There is no calling "Rummy!" in these rules.')
AFTER_A_DISCARD: Final = Reason(
    "call.window", "closed", "Too late: a call comes right after a discard, before anybody draws, takes or calls."
)


def wrong_phase(rules: Rules, move: MoveInPlay, phase: str) -> Refusal:
    """The refusal of a move in a phase in which it cannot be made."""
    if move.verb == CALL:
        return NO_CALLS() if rules.turn.call == "none" else AFTER_A_DISCARD()
    if phase == OVER_PHASE:
        return _OVER()
    if phase == DRAW_PHASE and PLAY_PHASE in move.phases:
        return _DRAW_FIRST(verb=_DOING.get(move.verb, move.verb))
    if phase == PLAY_PHASE and move.verb in (DRAW, TAKE):
        return _DRAWN()
    return _PHASE(verb=move.verb)


# ---------------------------------------------------------------- effects of plays


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


def collect(rules: Rules, state: State, action: Action) -> State:
    """The state after a take or a call: its cards have come into the hand, and its use has gone to the table."""
    if rules.turn.collects is None:
        places, top = top_places(action.depth), action.depth
    else:
        places = collected_places(rules, state, action)  # as the seat was asked: it may not see all of the state
        top = only_top(places)
    if top and action.use and action.use not in rules.turn.uses:
        return _bring_and_put(rules, state, action, top, finder_of(rules, state, action.seat))
    seat, hands = action.seat, state.hands
    after = view_after_places(view_holding(state, seat, hands[seat]), places)
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
        known=with_seat(before.known, seat, without(known, played)),
        idle=0,
        stale=False,
    )
    used = state.__replace__(public=after, hands=with_seat(hands, seat, hand), drawn=EMPTY_BAG)
    return used if hand else rules.turn.hand_emptied(rules, used, action)
