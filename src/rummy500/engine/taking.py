"""Bringing cards from the pile into a hand; `take` and `call` share it."""

from __future__ import annotations

from collections.abc import Sequence

from rummy500.actions import CALL, TAKE, Action
from rummy500.cards import bag_of, union
from rummy500.engine.opening_minimum import has_opened
from rummy500.engine.plays import CORE_USES, shape_play, view_after
from rummy500.engine.stranding import FinishCheck, can_finish, order_is_free, why_stranded
from rummy500.engine.views import seat_view
from rummy500.errors import Refusal
from rummy500.melds.pieces import Pieces
from rummy500.rules import Rules, name_plugin
from rummy500.state import ONE_CARD, PLAY_PHASE, PublicState, State, Turn, View, with_seat


def brings(rules: Rules, state: State | View, action: Action) -> tuple[int, ...]:
    """Which cards of the pile a take or a call brings.

    Args:
        rules: the rules in force.
        state: the state before the action, or the view of the seat that acts.
        action: a take or a call.

    Returns:
        The places of the cards in the pile, counted from 1, the top; nothing for another action, or where the card
        cannot be taken.
    """
    depth = action.depth
    if action.verb not in (TAKE, CALL) or not 1 <= depth <= len(state.public.pile):
        return ()
    if action.verb == CALL and rules.turn.call == "last-discard":
        return (1,) if depth == 1 else ()
    if rules.turn.pile_brings is None:
        return tuple(range(1, depth + 1))
    try:
        view = state if isinstance(state, View) else seat_view(rules, state, action.seat)
        if action.verb == TAKE:
            return rules.turn.pile_brings(rules, view, depth)
        return places_called(rules, view, depth, action.pieces)
    except Exception as error:
        name_plugin(rules, error)
        raise


def places_called(rules: Rules, view: View, depth: int, pieces: Sequence[int]) -> tuple[int, ...]:
    """The places of all cards that come with those that a call claims, none where one of them cannot be taken.

    Claimed are the card at the depth and, for each other piece, the copy nearest the top.
    """
    if rules.turn.pile_brings is None:
        return tuple(range(1, depth + 1))
    pile = view.public.pile
    wanted = [piece & 63 for piece in pieces]
    claimed: list[int] = []
    for place in (depth, *range(1, depth)):
        if pile[-place] in wanted:
            wanted.remove(pile[-place])
            claimed.append(place)
    come = {other for place in claimed for other in rules.turn.pile_brings(rules, view, place)}
    return tuple(sorted(come)) if come.issuperset(claimed) else ()


def view_with(rules: Rules, view: View, depth: int) -> View:
    """What the seat would see after taking a card and what comes with it, its play to come.

    Args:
        rules: the rules.
        view: what it sees before.
        depth: where the card lies, 1 for the top of the pile.
    """
    if rules.turn.pile_brings is None:
        pile = view.public.pile
        return view_bringing(view, pile[-depth:], pile[:-depth])
    return view_with_places(view, rules.turn.pile_brings(rules, view, depth))


def view_with_places(view: View, places: tuple[int, ...]) -> View:
    """What the seat would see after taking the cards at some depths of the pile."""
    pile = view.public.pile
    top = len(places)
    if places and max(places) == top:  # so many from the top on, as each place stands once
        return view_bringing(view, pile[-top:], pile[:-top])
    left = bytes(pile[-place] for place in range(len(pile), 0, -1) if place not in places)
    return view_bringing(view, bytes(pile[-place] for place in places), left)


def cards_with(rules: Rules, view: View, depth: int) -> bytes:
    """The cards that come with the card at a depth, itself among them; none if it cannot be taken."""
    pile = view.public.pile
    if rules.turn.pile_brings is None:
        return pile[-depth:]
    return bytes(pile[-place] for place in rules.turn.pile_brings(rules, view, depth))


def brought(rules: Rules, view: View, depth: int) -> int:
    """How many cards come with the card at a depth, itself counted; 0 if it cannot be taken."""
    return depth if rules.turn.pile_brings is None else len(rules.turn.pile_brings(rules, view, depth))


def view_bringing(view: View, cards: bytes, left: bytes, gone: int = 0) -> View:
    """What the seat would see after bringing cards of the pile into its hand, its play to come.

    Args:
        view: what it sees before.
        cards: the cards that it brings.
        left: the pile that stays, oldest card first.
        gone: what leaves the hand for good beside what has left it, as a bag.
    """
    before = view.public
    seat = view.seat
    taken = bag_of(cards)
    known = before.known
    after = PublicState(
        PLAY_PHASE,
        seat,
        before.last,
        left,
        before.table,
        turn_bringing(before, taken),
        before.sizes + len(cards) * ONE_CARD[seat],
        with_seat(known, seat, union(known[seat], taken)),
        before.stock_count,
        before.dealer,
        union(before.gone, gone) if gone else before.gone,
        before.idle,
        before.stale,
    )
    return View(seat, after, union(view.hand, taken), 0, view.slots)


def turn_bringing(before: PublicState, taken: int, *plays: Action) -> Turn:
    """The turn once these cards, as a bag, have come from the pile, and after these plays.

    The turn of a caller who calls again goes on.
    """
    if before.phase != PLAY_PHASE:
        return Turn(taken, plays)
    turn = before.turn
    return Turn(union(turn.taken, taken), (*turn.plays, *plays), claimed=turn.claimed)


class TakeCheck:
    """Answers, for many takes or calls of one view, whether the turn can still end after each.

    Args:
        rules: the rules.
        view: what the seat sees before.

    Attributes:
        is_due: whether no play ends the turn where `may_finish` says that none does: an opening minimum is due.
    """

    __slots__ = ("_check", "_come", "_rules", "_view", "is_due")

    def __init__(self, rules: Rules, view: View) -> None:
        self._rules = rules
        self._view = view
        due = bool(rules.melding.opening_minimum) and not has_opened(view.public, view.seat)
        self.is_due = due and order_is_free(rules)
        #: What came last, and the check of the plays after it.
        self._come: tuple[int, tuple[int, ...] | None] = (0, None)
        self._check: FinishCheck | None = None

    def after(self, depth: int, places: tuple[int, ...] | None) -> FinishCheck:
        """The check of plays once some cards have come; arguments as for `refuse_after`."""
        if self._check is None or self._come != (depth, places):
            rules, view = self._rules, self._view
            before = view_with(rules, view, depth) if places is None else view_with_places(view, places)
            self._check = FinishCheck(rules, before, rules.turn.barred(rules, before))
            self._come = depth, places
        return self._check


def may_finish_after(
    rules: Rules,
    view: View,
    depth: int,
    use: str,
    pieces: Pieces,
    on: int,
    places: tuple[int, ...] | None = None,
    check: TakeCheck | None = None,
) -> bool:
    """`turn.no-stranding`: whether a seat that brings cards and plays some at once can still end its turn.

    Arguments as for `refuse_after`; `check` is shared by all takes or calls of the view.
    """
    if rules.turn.bars_only_gained:
        held = view.public.hand_size(view.seat)
        come = len(places) if places is not None else brought(rules, view, depth)
        left = held + come - len(pieces)
        # A use plays the card that is taken: where it frees all others any card that stays will do. Else an old one
        # must stay, so more are held than the use plays beside that card.
        duty = rules.melding.opening_minimum and not has_opened(view.public, view.seat)
        one_stays = left > 0 if use and rules.turn.bar_lifts_on_use else held > max(0, len(pieces) - 1)
        if not duty and (one_stays or (left == 0 and rules.turn.melding_goes_out)):
            return True
    if use in CORE_USES and order_is_free(rules):
        return (check or TakeCheck(rules, view)).after(depth, places).allows(use, pieces, on)
    before = view_with(rules, view, depth) if places is None else view_with_places(view, places)
    after = _view_after_use(rules, view, before, use, pieces, on)
    return isinstance(after, View) and can_finish(rules, after)


def refuse_after(
    rules: Rules, view: View, depth: int, use: str, pieces: Pieces, on: int, places: tuple[int, ...] | None = None
) -> Refusal:
    """Why bringing cards and playing some at once strands the player, as `may_finish_after` says that it does.

    Args:
        rules: the rules.
        view: what the seat sees before.
        depth: where the card lies that it takes.
        use: how it plays `pieces`; nothing is played if empty.
        pieces: the pieces.
        on: the meld they are laid on.
        places: the places of all cards that come; if left out those that come with the card at the depth.
    """
    before = view_with(rules, view, depth) if places is None else view_with_places(view, places)
    after = _view_after_use(rules, view, before, use, pieces, on)
    return after if isinstance(after, Refusal) else why_stranded(rules, after)


def _view_after_use(rules: Rules, view: View, before: View, use: str, pieces: Pieces, on: int) -> View | Refusal:
    """What the seat would see after the use of cards that it has brought; `view` is what it saw without them."""
    if use in rules.turn.uses:
        return rules.turn.uses[use].play(rules, before, pieces, on)
    if not use:
        return before
    # Whether the meld may lie there is asked of the view before alone.
    meld = shape_play(rules.finder_for(view), before.public.table, view.seat, use, pieces, on)
    return meld if isinstance(meld, Refusal) else view_after(before, meld, use, pieces, on)
