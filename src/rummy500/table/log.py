"""`append` and `replay`: a table is what follows from its log, entry by entry; how far an undo may reach."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Final, cast

import attrs

from rummy500.base.errors import IllegalActionError, Reason, Refusal, Rummy500Error, nearest
from rummy500.base.inputs import quoted
from rummy500.cards.cards import bag_of, union, without
from rummy500.engine.match import Match, next_hand, record_hand, start_match
from rummy500.engine.observe import cards_shown, reveals_words
from rummy500.engine.step import apply, is_over, why_not
from rummy500.engine.turns import is_in_any_order, must_act
from rummy500.engine.views import seat_view
from rummy500.players import player_names
from rummy500.players.drive import is_claim
from rummy500.players.registry import is_player_name
from rummy500.rules.actions import DECK
from rummy500.rules.rules import Rules
from rummy500.rules.state import DRAW_PHASE, State
from rummy500.table import entries
from rummy500.table.table import HandStart, Moment, Table, TableError, UndoRequest, programs_to_ask, window_seats

# Every change of a table goes through `append`, which judges the entry. So a log from outside is judged by the same
# code as the log of a running table.

#: The most entries of a log, so that nobody can fill the memory with it. As JSON an entry has at most six items,
#: `Replaced`, so that such a log stays within `MOST_ITEMS` and can be read again.
MOST_ENTRIES: Final = 9_900
#: How often a seat may change the action that it has chosen for the end of a window.
MOST_CHANGES: Final = 20
#: The longest name of a seat, in characters.
MOST_NAME: Final = 60
_FULL: Final = Reason("table.log", "full", "The log of this table is full: it has {most:number} entries.")
_EMPTY: Final = Reason("table.log", "empty", "A log begins with the entry that opens the table.")
_UNOPENED: Final = Reason("table.log", "unopened", "A log begins with the entry that opens the table.")
_NUMBER: Final = Reason("table.seat", "number", "These rules need {due:number} names, not {given:number}.")
_OVER: Final = Reason("table.position", "over", "The hand of this position is over: there is nothing to play.")
_OTHER: Final = Reason("table.position", "other", "This position is one of other rules or has another dealer.")


def append(table: Table, entry: entries.Entry) -> Table:
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
        raise TableError(_FULL(most=MOST_ENTRIES))
    if isinstance(entry, entries.Opened):
        raise TableError(_OPENED())
    appended = _APPENDERS.get(type(entry))
    if appended is None:
        raise TypeError(f"entry of append must be Entry, not {type(entry).__name__}")
    after = appended(table, entry)
    return attrs.evolve(after, log=(*table.log, entry))


def replay(rules: Rules, log: Sequence[entries.Entry]) -> Table:
    """Make a table of its log.

    Args:
        rules: the rules in force.
        log: every entry since the table was opened.

    Returns:
        A table that is equal to the one that has this log.

    Raises:
        TableError: for an empty log, or an entry that the table does not allow. A note has the number of the entry.
        IllegalActionError: for an entry with an action that the rules refuse, likewise.
        DealError: for a deck that is not the pack, likewise.
    """
    if not log:
        raise TableError(_EMPTY())
    return append_all(opened(rules, log[0]), log[1:])


def append_all(table: Table, log: Iterable[entries.Entry]) -> Table:
    """The table after more entries of its log; an error has a note which of them is wrong."""
    try:
        for entry in log:
            table = append(table, entry)
    except Rummy500Error as error:
        error.add_note(f"entry {len(table.log)} of the log, counted from 0")
        raise
    return table


def opened(rules: Rules, entry: entries.Entry) -> Table:
    """The table after the first entry of its log."""
    if not isinstance(entry, entries.Opened):
        raise TableError(_UNOPENED())
    if len(entry.seats) != rules.seats:
        raise TableError(_NUMBER(due=rules.seats, given=len(entry.seats)))
    for seat in entry.seats:
        _check_seat(seat)
    none, position = (0,) * rules.seats, entry.position
    match = start_match(rules, dealer=entry.dealer)
    start = HandStart(0, 0, none, entry.seats, match.so_far)
    table = Table(rules, (entry,), entry.seats, match, 0, none, (start,), none)
    if position is None:
        return table
    hand = position.state
    if is_over(hand):
        raise TableError(_OVER())
    if position.rules != rules or hand.public.match.dealer != entry.dealer:
        raise TableError(_OTHER())
    return _decided(table, match=Match(hand.public.match, hand=hand))


_NAME: Final = Reason("table.seat", "name", "A name has 1 to {most:number} characters that can be shown, not {name}.")
_PLAYER: Final = Reason("table.seat", "player", "There is no player {player}; {hint}")
_NO_NAME: Final = Reason("table.seat", "player-name", "{player} is not the name of a player.")
_OPENED: Final = Reason("table.log", "opened", "The table has been opened already.")
_GOING_ON: Final = Reason("table.deal", "going-on", "The hand is still going on.")
_DEAL_OVER: Final = Reason("table.deal", "over", "The match is over.")
_HELD: Final = Reason("table.window", "held", "The others may still call.")


def check_players(seats: Iterable[entries.Seat], players: Collection[str] | None) -> None:
    """Refuse a seat whose player may not sit here; entries of a log may name players that are not installed."""
    if isinstance(players, str):  # its letters would be names
        raise TypeError(f"players must be a list of names, not {quoted(players)}")
    known = (entries.PERSON, entries.DEFAULT, *(player_names() if players is None else players))
    for seat in seats:
        if seat.player not in known:
            raise TableError(_PLAYER(player=quoted(seat.player), hint=nearest(str(seat.player), known)))


def _check_seat(seat: entries.Seat) -> None:
    name = cast("object", seat.name)  # it may come from outside
    if not (isinstance(name, str) and name.isprintable() and 1 <= len(name) <= MOST_NAME):
        raise TableError(_NAME(most=MOST_NAME, name=quoted(name)))
    if not is_player_name(seat.player):
        raise TableError(_NO_NAME(player=quoted(seat.player)))


def _dealt(table: Table, entry: entries.Dealt) -> Table:
    if table.hand is not None:
        raise TableError(_GOING_ON())
    if table.match.is_over:
        raise TableError(_DEAL_OVER())
    match = next_hand(table.rules, table.match, deck=entry.deck)
    start = HandStart(len(table.log), table.decision, table.private, table.seats, match.so_far)
    starts = (*table.hand_starts, start)
    return _decided(table, match=match, hand_starts=starts, moments=(), in_force=(), window_ended=False)


def _acted(table: Table, entry: entries.Acted) -> Table:
    rules, before, action = table.rules, hand_of(table), entry.action
    others = [seat for seat in window_seats(table) if seat != action.seat]
    if action.seat != DECK and others and not is_claim(rules, before, action):
        raise TableError(_HELD())
    after = apply(rules, before, action)
    drops = table.kept_seat if table.kept_seat != action.seat else None
    moment = Moment(len(table.log), table.decision, before, action, after, drops)
    moments, in_force = (*table.moments, moment), (*table.in_force, moment)
    ended = table.window_ended and not _begins_turn(moment)
    table = attrs.evolve(table, moments=moments, in_force=in_force, window_ended=ended)
    if not is_over(after):
        return _decided(table, _still_asked(rules, moment), match=attrs.evolve(table.match, hand=after))
    return _decided(table, match=record_hand(rules, attrs.evolve(table.match, hand=None), after))


def _begins_turn(moment: Moment) -> bool:
    """Whether the state after an action is no longer in the draw phase of the same turn."""
    old, new = moment.before.public, moment.after.public
    same = old.phase == DRAW_PHASE and (old.to_act, old.last) == (new.to_act, new.last)
    return moment.action.seat != DECK and not same


def _still_asked(rules: Rules, moment: Moment) -> tuple[int, ...]:
    """The seats whose question did not change by an action: the others of a round in any order."""
    before, after = moment.before.public, moment.after.public
    if before.phase != after.phase or not is_in_any_order(rules, before.phase):
        return ()
    return tuple(seat for seat in after.turn.pending if seat != moment.action.seat)


def _decided(table: Table, asked_before: Sequence[int] = (), **changes: Any) -> Table:
    """The table with these changes and a new decision, in which nobody has answered."""
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
        **changes,
    )


_NOT_ON_TURN: Final = Reason(
    "table.window", "not-on-turn", "Only the action of the seat on turn waits for the end of the window."
)
_CLAIM: Final = Reason("table.window", "claim", "A call does not wait for the end of the window.")
_CHANGES: Final = Reason("table.window", "changes", "You have changed your action {most:number} times.")
_NOT_ASKED: Final = Reason("table.window", "not-asked", "{seat} is not asked for a call.")
_MUST_ACT: Final = Reason("table.decision", "must-act", "{seat} must act.")
_LET_GO: Final = Reason("table.window", "let-go", "{seat} has let it go already.")


def _kept(table: Table, entry: entries.Kept) -> Table:
    rules, state, action = table.rules, hand_of(table), entry.action
    if not programs_to_ask(table):
        _open_window(table)
    if action.seat != state.public.to_act:
        raise TableError(_NOT_ON_TURN())
    refusal = why_not(rules, seat_view(rules, state, action.seat), action)
    if refusal is not None:
        raise IllegalActionError(refusal)
    if is_claim(rules, state, action):
        raise TableError(_CLAIM())
    if table.kept_changes > MOST_CHANGES:
        raise TableError(_CHANGES(most=MOST_CHANGES))
    return attrs.evolve(
        table, kept=entry, kept_changes=table.kept_changes + 1, private=_one_more(table.private, action.seat)
    )


def _let_go(table: Table, entry: entries.LetGo) -> Table:
    state, seat = hand_of(table), entry.seat
    check_seat_number(seat, table.rules.seats)
    if table.is_person(seat):
        if seat not in _open_window(table):
            raise TableError(_NOT_ASKED(seat=seat))
    elif must_act(table.rules, state.public) == (seat,):
        raise TableError(_MUST_ACT(seat=seat))
    if seat in table.let_go:
        raise TableError(_LET_GO(seat=seat))
    return attrs.evolve(table, let_go=(*table.let_go, seat), private=_one_more(table.private, seat))


def _one_more(counts: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(count + (at == seat) for at, count in enumerate(counts))


def _window_ended(table: Table, _: entries.WindowEnded) -> Table:
    _open_window(table)
    return attrs.evolve(table, window_ended=True)


_ASKED: Final = Reason("table.undo", "asked", "{seat} has asked for an undo already.")
_AGAIN: Final = Reason("table.undo", "again", "You have asked for this undo already.")
_UNDO_NOT_ASKED: Final = Reason("table.undo", "not-asked", "Nobody has asked for an undo.")
_ANSWERED: Final = Reason("table.undo", "answered", "{seat} has agreed to the undo already.")
_NOT_AGREED: Final = Reason("table.undo", "not-agreed", "Not everybody has agreed to an undo.")
_ENTRY: Final = Reason("table.undo", "entry", "This undo goes back to entry {due:number}, not {given:number}.")


def _undo_asked(table: Table, entry: entries.UndoAsked) -> Table:
    seat = entry.seat
    check_person(table, seat)
    if seat in table.undo_asked:
        raise TableError(_AGAIN())
    if table.undo_request is not None:
        raise TableError(_ASKED(seat=table.undo_request.seat))
    first_undone(table, seat)
    return attrs.evolve(table, undo_request=UndoRequest(seat), undo_asked=(*table.undo_asked, seat))


def _undo_answered(table: Table, entry: entries.UndoAnswered) -> Table:
    request, seat = table.undo_request, entry.seat
    check_person(table, seat)
    if request is None:
        raise TableError(_UNDO_NOT_ASKED())
    if seat in (request.seat, *request.agreed):
        raise TableError(_ANSWERED(seat=seat))
    return attrs.evolve(
        table, undo_request=attrs.evolve(request, agreed=(*request.agreed, seat)) if entry.agrees else None
    )


def _undone(table: Table, entry: entries.Undone) -> Table:
    place = agreed_undo(table)
    if place is None:
        raise TableError(_NOT_AGREED())
    first = table.in_force[place]
    if entry.to != first.entry:
        raise TableError(_ENTRY(due=first.entry, given=entry.to))
    match = attrs.evolve(table.match, hand=first.before)
    return _decided(table, match=match, in_force=table.in_force[:place], window_ended=False)


def agreed_undo(table: Table) -> int | None:
    """The place of `first_undone`, if an undo was asked for and everybody who must agree has agreed."""
    request, people = table.undo_request, set(filter(table.is_person, range(table.rules.seats)))
    if request is None or not people <= {request.seat, *request.agreed}:
        return None
    return first_undone(table, request.seat)


def _replaced(table: Table, entry: entries.Replaced) -> Table:
    check_seat_number(entry.seat, table.rules.seats)
    _check_seat(entry.by)
    return attrs.evolve(
        table,
        seats=tuple(entry.by if at == entry.seat else seat for at, seat in enumerate(table.seats)),
        kept=None if table.kept_seat == entry.seat else table.kept,
        let_go=tuple(seat for seat in table.let_go if seat != entry.seat),
        undo_request=None,
        undo_asked=(),
    )


_APPENDERS: Final[dict[type[Any], Callable[[Table, Any], Table]]] = {
    entries.Dealt: _dealt,
    entries.Acted: _acted,
    entries.Kept: _kept,
    entries.LetGo: _let_go,
    entries.WindowEnded: _window_ended,
    entries.UndoAsked: _undo_asked,
    entries.UndoAnswered: _undo_answered,
    entries.Undone: _undone,
    entries.Replaced: _replaced,
}


_NONE: Final = Reason("table.hand", "none", "No hand is going on.")
_SEAT_NONE: Final = Reason("table.seat", "none", "There is no seat {given}.")
_PROGRAM: Final = Reason("table.seat", "program", "A program plays {seat}.")


def hand_of(table: Table) -> State:
    """The hand that is going on."""
    if table.hand is None:
        raise TableError(_NONE())
    return table.hand


def check_seat_number(seat: object, seats: int) -> None:
    """Refuse what is not the number of a seat."""
    if type(seat) is not int or not 0 <= seat < seats:
        raise TableError(_SEAT_NONE(given=quoted(seat)))


def check_person(table: Table, seat: int) -> None:
    """Refuse a seat that no person plays."""
    check_seat_number(seat, table.rules.seats)
    if not table.is_person(seat):
        raise TableError(_PROGRAM(seat=seat))


_WINDOW_NONE: Final = Reason("table.window", "none", "The window for calls is not open.")
_UNDO_OVER: Final = Reason("table.undo", "over", "You cannot undo: everybody has seen all hands.")
_NOTHING: Final = Reason("table.undo", "nothing", "You cannot undo: you have done nothing in this hand.")
_CHANCE: Final = Reason("table.undo", "chance", "You cannot undo: chance has decided something since.")
_DRAWN: Final = Reason("table.undo", "drawn", "You cannot undo: somebody has seen a new card since.")
_SHOWN: Final = Reason("table.undo", "shown", "You cannot undo: somebody has seen hidden cards since.")


def _open_window(table: Table) -> tuple[int, ...]:
    """The people for whom the window for calls is held."""
    seats = window_seats(table)
    if not seats:
        raise TableError(_WINDOW_NONE())
    return seats


# ---------------------------------------------------------------- undoing
# How far an undo may reach: not past anything that somebody has learned by chance or from another hand.


def first_undone(table: Table, seat: int) -> int:
    """The place in `Table.in_force` of the earliest action that an undo of a seat takes back: its own last action."""
    if table.hand is None:
        raise TableError(_UNDO_OVER() if table.last_hand else _NOTHING())
    acted = [place for place, moment in enumerate(table.in_force) if moment.action.seat == seat]
    if not acted:
        raise TableError(_NOTHING())
    for moment in table.in_force[acted[-1] :]:
        bar = _bar(table.rules, moment, seat)
        if bar is not None:
            raise TableError(bar)
    return acted[-1]


def _bar(rules: Rules, moment: Moment, seat: int) -> Refusal | None:
    """Why a seat cannot have an action taken back; `None` if it can."""
    before, action, after = moment.before, moment.action, moment.after
    if action.seat == DECK or _has_chance(rules, moment):
        return _CHANCE()
    if before.stock != after.stock or _gets_hidden_card(before, after):
        return _DRAWN()
    shown = any(cards_shown(rules, before, action, each) for each in (*range(rules.seats), None))
    shown = shown or reveals_words(rules, before, action)
    return _SHOWN() if shown or _others_show_cards(before, after, seat) else None


def _others_show_cards(before: State, after: State, seat: int) -> bool:
    """Whether hidden cards have left a hand other than the seat's: it could act again, and knows them now."""
    return any(
        other != seat and without(without(held, after.hands[other]), before.public.known[other])
        for other, held in enumerate(before.hands)
    )


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
