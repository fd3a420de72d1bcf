"""`append` and `replay`: a table is what follows from its log, entry by entry; how far an undo may reach."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn, cast

import attrs

from rummy500.actions import DECK, Action
from rummy500.cards.cards import bag_of, union, without
from rummy500.engine.step import apply, is_over, why_not
from rummy500.engine.turns import is_in_any_order, must_act
from rummy500.engine.views import seat_view
from rummy500.errors import IllegalActionError, Refusal, refuse
from rummy500.game.match import Match, next_hand, record_hand, start_match
from rummy500.game.view import cards_shown
from rummy500.inputs import quoted
from rummy500.players import PLAYERS
from rummy500.players.drive import is_claim
from rummy500.rules.rules import Rules
from rummy500.state import DRAW_PHASE, State
from rummy500.table.table import (
    DEFAULT,
    PERSON,
    Acted,
    Dealt,
    Entry,
    HandStart,
    Kept,
    LastHand,
    LetGo,
    Moment,
    Opened,
    Replaced,
    Seat,
    Table,
    TableError,
    UndoAnswered,
    UndoAsked,
    Undone,
    UndoRequest,
    WindowEnded,
    decline,
    window_seats,
)

# Every change of a table goes through `append`, which judges the entry. So a log from outside is judged by the same
# code as the log of a running table.

#: The most entries of a log, so that nobody can fill the memory with it. As JSON an entry has at most six items,
#: `Replaced`, so that such a log stays within `MOST_ITEMS` and can be read again.
MOST_ENTRIES: Final = 9_900
#: How often a seat may change the action that it has chosen for the end of a window.
MOST_CHANGES: Final = 20
#: The longest name of a seat, in characters.
MOST_NAME: Final = 60


def append(table: Table, entry: Entry) -> Table:
    """The table after one more entry of its log.

    Args:
        table: the table; it does not change.
        entry: the entry.

    Raises:
        TableError: if the table does not allow it now.
        IllegalActionError: if the rules refuse its action.
        DealError: if its deck is not the pack.
    """
    if len(table.log) >= MOST_ENTRIES:
        decline("table.log", "full", "The log of this table is full: it has {most} entries.", most=MOST_ENTRIES)
    after = _APPENDERS[type(entry)](table, entry)
    return attrs.evolve(after, log=(*table.log, entry))


def replay(rules: Rules, log: Sequence[Entry]) -> Table:
    """Make a table of its log.

    Args:
        rules: the rules in force.
        log: every entry since the table was opened.

    Returns:
        A table that is equal to the one that has this log.

    Raises:
        TableError: for an empty log, or an entry that the table does not allow.
        IllegalActionError: for an entry with an action that the rules refuse.
        DealError: for a deck that is not the pack.
    """
    if not log:
        decline("table.log", "empty", "A log begins with the entry that opens the table.")
    table = opened(rules, log[0])
    for entry in log[1:]:
        table = append(table, entry)
    return table


def opened(rules: Rules, entry: Entry) -> Table:
    """The table after the first entry of its log.

    Raises:
        TableError: for another entry, another number of seats than the rules', a bad name, an unknown player, or a
            position of other rules, with another dealer, or of a hand that is over.
        DealError: for a dealer that does not play.
    """
    if not isinstance(entry, Opened):
        decline("table.log", "unopened", "A log begins with the entry that opens the table.")
    if len(entry.seats) != rules.seats:
        decline(
            "table.seat",
            "number",
            "These rules need {due} names, not {given}.",
            due=rules.seats,
            given=len(entry.seats),
        )
    for seat in entry.seats:
        _check_seat(seat)
    none, position = (0,) * rules.seats, entry.position
    match = start_match(rules, dealer=entry.dealer)
    table = Table(rules, (entry,), entry.seats, match, 0, none, HandStart(0, 0, none), none)
    if position is None:
        return table
    hand = position.state
    if is_over(hand):
        decline("table.position", "over", "The hand of this position is over: there is nothing to play.")
    if position.rules != rules or hand.public.match.dealer != entry.dealer:
        decline("table.position", "other", "This position is one of other rules or has another dealer.")
    return _decided(attrs.evolve(table, match=Match(hand.public.match, hand=hand)))


def _check_seat(seat: Seat) -> None:
    name = cast("object", seat.name)  # it may come from outside
    if not (isinstance(name, str) and name.isprintable() and 1 <= len(name) <= MOST_NAME):
        decline(
            "table.seat",
            "name",
            "A name has 1 to {most} characters that can be shown, not {name}.",
            most=MOST_NAME,
            name=quoted(name),
        )
    known = (PERSON, DEFAULT, *PLAYERS)
    if seat.player not in known:
        decline(
            "table.seat",
            "player",
            "There is no player {player}; known are {known}.",
            player=quoted(seat.player),
            known=", ".join(known),
        )


def _again(_: Table, __: Opened) -> Table:
    decline("table.log", "opened", "The table has been opened already.")


def _dealt(table: Table, entry: Dealt) -> Table:
    if table.hand is not None:
        decline("table.deal", "going-on", "The hand is still going on.")
    if table.match.is_over:
        decline("table.deal", "over", "The match is over.")
    match = next_hand(table.rules, table.match, deck=entry.deck)
    start = HandStart(len(table.log), table.decision, table.private)
    return _decided(attrs.evolve(table, match=match, hand_start=start, moments=(), in_force=(), window_ended=False))


def _acted(table: Table, entry: Acted) -> Table:
    rules, before, action = table.rules, hand_of(table), entry.action
    others = [seat for seat in window_seats(table) if seat != action.seat]
    if action.seat != DECK and others and not is_claim(rules, before, action):
        decline("table.window", "held", "The others may still call.")
    after = apply(rules, before, action)
    drops = table.kept.action.seat if table.kept is not None and table.kept.action.seat != action.seat else -1
    moment = Moment(len(table.log), table.decision, before, action, after, drops)
    moments, in_force = (*table.moments, moment), (*table.in_force, moment)
    ended = table.window_ended and not _begins_turn(before, action, after)
    table = attrs.evolve(table, moments=moments, in_force=in_force, window_ended=ended)
    if not is_over(after):
        match = attrs.evolve(table.match, hand=after)
        return _decided(attrs.evolve(table, match=match), asked_before=_still_asked(rules, moment))
    match = record_hand(rules, attrs.evolve(table.match, hand=None), after)
    return _decided(attrs.evolve(table, match=match, last_hand=LastHand(after, match.hands[-1].score)))


def _begins_turn(before: State, action: Action, after: State) -> bool:
    """Whether the state after an action is no longer in the draw phase of the same turn."""
    if action.seat == DECK:
        return False
    turn, next_turn = before.public, after.public
    same = (turn.to_act, turn.last) == (next_turn.to_act, next_turn.last)
    return turn.phase != DRAW_PHASE or not same


def _still_asked(rules: Rules, moment: Moment) -> tuple[int, ...]:
    """The seats whose question did not change by an action: the others of a round in any order."""
    before, after = moment.before.public, moment.after.public
    if before.phase != after.phase or not is_in_any_order(rules, before.phase):
        return ()
    return tuple(seat for seat in after.turn.pending if seat != moment.action.seat)


def _decided(table: Table, asked_before: Sequence[int] = ()) -> Table:
    """The table with a new decision, in which nobody has answered."""
    decision = table.decision + 1
    return attrs.evolve(
        table,
        decision=decision,
        answerable=tuple(least if seat in asked_before else decision for seat, least in enumerate(table.answerable)),
        kept=None,
        kept_changes=0,
        let_go=(),
        undo_request=None,
        undo_asked=(),
    )


def _kept(table: Table, entry: Kept) -> Table:
    rules, state, action = table.rules, hand_of(table), entry.action
    if not window_seats(table):
        _fail_no_window()
    if action.seat != state.public.to_act:
        decline("table.window", "not-on-turn", "Only the action of the seat on turn waits for the end of the window.")
    refusal = why_not(rules, seat_view(rules, state, action.seat), action)
    if refusal is not None:
        raise IllegalActionError(refusal)
    if is_claim(rules, state, action):
        decline("table.window", "claim", "A call does not wait for the end of the window.")
    if table.kept_changes > MOST_CHANGES:
        decline("table.window", "changes", "You have changed your action {most} times.", most=MOST_CHANGES)
    return attrs.evolve(
        table, kept=entry, kept_changes=table.kept_changes + 1, private=_one_more(table.private, action.seat)
    )


def _let_go(table: Table, entry: LetGo) -> Table:
    state, seat = hand_of(table), entry.seat
    check_number(table, seat)
    if table.is_person(seat):
        seats = window_seats(table)
        if not seats:
            _fail_no_window()
        if seat not in seats:
            decline("table.window", "not-asked", "Seat {seat} is not asked for a call.", seat=seat)
    elif must_act(table.rules, state.public) == (seat,):
        decline("table.decision", "must-act", "Seat {seat} must act.", seat=seat)
    if seat in table.let_go:
        decline("table.window", "let-go", "Seat {seat} has let it go already.", seat=seat)
    return attrs.evolve(table, let_go=(*table.let_go, seat), private=_one_more(table.private, seat))


def _one_more(counts: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(count + (at == seat) for at, count in enumerate(counts))


def _window_ended(table: Table, _: WindowEnded) -> Table:
    if not window_seats(table):
        _fail_no_window()
    return attrs.evolve(table, window_ended=True)


def _undo_asked(table: Table, entry: UndoAsked) -> Table:
    seat = entry.seat
    check_person(table, seat)
    if table.undo_request is not None:
        decline("table.undo", "asked", "Seat {seat} has asked for an undo already.", seat=table.undo_request.seat)
    if seat in table.undo_asked:
        decline("table.undo", "again", "You have asked for this undo already.")
    first_undone(table, seat)
    return attrs.evolve(table, undo_request=UndoRequest(seat), undo_asked=(*table.undo_asked, seat))


def _undo_answered(table: Table, entry: UndoAnswered) -> Table:
    request, seat = table.undo_request, entry.seat
    check_person(table, seat)
    if request is None:
        decline("table.undo", "not-asked", "Nobody has asked for an undo.")
    if seat in (request.seat, *request.agreed):
        decline("table.undo", "answered", "Seat {seat} has agreed to the undo already.", seat=seat)
    return attrs.evolve(
        table, undo_request=attrs.evolve(request, agreed=(*request.agreed, seat)) if entry.agrees else None
    )


def _undone(table: Table, entry: Undone) -> Table:
    if not is_undo_agreed(table) or table.undo_request is None:
        decline("table.undo", "not-agreed", "Not everybody has agreed to an undo.")
    place = first_undone(table, table.undo_request.seat)
    first = table.in_force[place]
    if entry.to != first.entry:
        decline(
            "table.undo", "entry", "This undo goes back to entry {due}, not {given}.", due=first.entry, given=entry.to
        )
    match = attrs.evolve(table.match, hand=first.before)
    return _decided(attrs.evolve(table, match=match, in_force=table.in_force[:place], window_ended=False))


def is_undo_agreed(table: Table) -> bool:
    """Whether an undo was asked for and everybody who must agree has agreed."""
    request = table.undo_request
    if request is None:
        return False
    people = set(filter(table.is_person, range(table.rules.seats)))
    return people <= {request.seat, *request.agreed}


def _replaced(table: Table, entry: Replaced) -> Table:
    check_number(table, entry.seat)
    _check_seat(entry.by)
    kept = None if table.kept is not None and table.kept.action.seat == entry.seat else table.kept
    return attrs.evolve(
        table,
        seats=tuple(entry.by if at == entry.seat else seat for at, seat in enumerate(table.seats)),
        kept=kept,
        let_go=tuple(seat for seat in table.let_go if seat != entry.seat),
        undo_request=None,
        undo_asked=(),
    )


_APPENDERS: Final[dict[type[Any], Callable[[Table, Any], Table]]] = {
    Opened: _again,
    Dealt: _dealt,
    Acted: _acted,
    Kept: _kept,
    LetGo: _let_go,
    WindowEnded: _window_ended,
    UndoAsked: _undo_asked,
    UndoAnswered: _undo_answered,
    Undone: _undone,
    Replaced: _replaced,
}


def hand_of(table: Table) -> State:
    """The hand that is going on.

    Raises:
        TableError: between hands.
    """
    if table.hand is None:
        decline("table.hand", "none", "No hand is going on.")
    return table.hand


def check_number(table: Table, seat: int) -> None:
    """Refuse a seat that the table does not have.

    Raises:
        TableError: if there is no such seat.
    """
    check_seat_number(seat, table.rules.seats)


def check_seat_number(seat: object, seats: int) -> None:
    """Refuse what is not the number of a seat.

    Raises:
        TableError: if there is no such seat.
    """
    if type(seat) is not int or not 0 <= seat < seats:
        decline("table.seat", "none", "There is no seat {seat}.", seat=quoted(seat))


def check_person(table: Table, seat: int) -> None:
    """Refuse a seat that no person plays.

    Raises:
        TableError: if there is no such seat, or a program plays it.
    """
    check_number(table, seat)
    if not table.is_person(seat):
        decline("table.seat", "program", "A program plays seat {seat}.", seat=seat)


def _fail_no_window() -> NoReturn:
    decline("table.window", "none", "The window for calls is not open.")


# ---------------------------------------------------------------- undoing
# How far an undo may reach: not past anything that somebody has learned by chance or from another hand.


def first_undone(table: Table, seat: int) -> int:
    """The place in `Table.in_force` of the earliest action that an undo of a seat takes back: its own last action.

    Raises:
        TableError: if the seat has no action to take back, if the hand is over, or if what came since bars an undo.
    """
    if table.hand is None:
        decline("table.undo", "over", "You cannot undo: everybody has seen all hands.")
    acted = [place for place, moment in enumerate(table.in_force) if moment.action.seat == seat]
    if not acted:
        decline("table.undo", "nothing", "You cannot undo: you have done nothing in this hand.")
    for moment in table.in_force[acted[-1] :]:
        bar = _bar(table.rules, moment, seat)
        if bar is not None:
            raise TableError(bar)
    return acted[-1]


_CHANCE: Final = refuse("table.undo", "chance", "You cannot undo: chance has decided something since.")
_DRAWN: Final = refuse("table.undo", "drawn", "You cannot undo: somebody has seen a new card since.")
_SHOWN: Final = refuse("table.undo", "shown", "You cannot undo: somebody has seen hidden cards since.")


def _bar(rules: Rules, moment: Moment, seat: int) -> Refusal | None:
    """Why a seat cannot have an action taken back; `None` if it can."""
    before, action, after = moment.before, moment.action, moment.after
    if action.seat == DECK or _has_chance(rules, moment):
        return _CHANCE
    if before.stock != after.stock or _gets_hidden_card(before, after):
        return _DRAWN
    move = rules.turn.move_of(action, before.public.phase)
    reveals = move is not None and move.reveals is not None and move.reveals(rules, before, action)
    if reveals or any(cards_shown(rules, before, action, seat) for seat in (*range(rules.seats), None)):
        return _SHOWN
    return _SHOWN if _others_show_cards(before, after, seat) else None


def _others_show_cards(before: State, after: State, seat: int) -> bool:
    """Whether hidden cards have left a hand other than the seat's: it could act again, and knows them now."""
    for other, (held, holds) in enumerate(zip(before.hands, after.hands, strict=True)):
        if other != seat and without(without(held, holds), before.public.known[other]):
            return True
    return False


def _has_chance(rules: Rules, moment: Moment) -> bool:
    """Whether chance was part of an action, even if its outcome shows no trace: a card that landed on no other."""
    verb, phase = moment.action.verb, moment.before.public.phase
    return any(
        of == verb and move.outcome is not None and phase in move.phases
        for (of, _), move in rules.turn.suffixed.items()
    )


def _gets_hidden_card(before: State, after: State) -> bool:
    """Whether a hand has got cards that did not lie open: passed ones, for example."""
    public = before.public
    lay_open = bag_of([*public.pile, *(piece & 63 for meld in public.table for piece in meld.pieces)])
    for bag in (public.gone, *public.known):
        lay_open = union(lay_open, bag)
    return any(without(without(holds, held), lay_open) for held, holds in zip(before.hands, after.hands, strict=True))
