"""Opens a table, deals, takes what people send, and lets programs act (`call.race`, `call.window`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final, get_args

import attrs

from rummy500.base.errors import Reason
from rummy500.base.inputs import quoted
from rummy500.cards.cards import RandomBits, shuffled
from rummy500.engine.listing import default_action
from rummy500.engine.observe import observe
from rummy500.engine.step import chance, resolve_chance, why_not
from rummy500.engine.views import seat_view
from rummy500.notation.actions import decide, read_decision
from rummy500.notation.position import Position
from rummy500.players import Player, PlayerError, thoughts
from rummy500.players.drive import Question, answer, checked_choice, first_question, illegal_choice, is_claim
from rummy500.players.players import is_thinker
from rummy500.players.registry import PlayerMaker, made_player, player_maker
from rummy500.rules.actions import Action
from rummy500.rules.rules import Rules
from rummy500.rules.state import View
from rummy500.table import entries
from rummy500.table.log import agreed_undo, append, check_person, check_players, check_seat_number, hand_of, opened
from rummy500.table.table import DecisionKind, Table, TableError, programs_to_ask, waiting, window_is_idle, window_seats

#: The most decisions of programs in one call of `advance`; a hand of two medium players has about a hundred.
MOST_STEPS: Final = 1000
#: A program that searches may use this part of the time that is left until its move shows.
_THINKS: Final = 0.7
_NAMES: Final = Reason("table.seat", "names", "The names must be a list with a name for each seat, not {given}.")


def open_table(
    rules: Rules,
    names: Sequence[str],
    *,
    programs: Mapping[int, str] | None = None,
    dealer: int = 0,
    position: Position | None = None,
    players: Collection[str] | None = None,
) -> Table:
    """Open a table; its first hand is not dealt yet, unless it begins from a position.

    Args:
        rules: the rules in force.
        names: the name of each seat, 1 to 60 characters.
        programs: the seats that no person plays, each with the name of its player, or `default` for a seat that does
            as little as it can.
        dealer: the seat that deals the first hand; `draw_for_deal` finds one.
        position: the hand that the table begins with, at any point of it; its own dealer and scores count.
        players: the names of the players that may sit here, also of your own, which you give to `program_moves`; by
            default all of `rummy500.players.player_names`. If strangers choose, name the players that they may choose.

    Raises:
        TableError: for another number of names than seats, one text in place of the names, a name that is not text or
            cannot be shown, an unknown player, a program for a seat that is not there, or a position of other rules or
            of a hand that is over.
        DealError: for a dealer that does not play.
        TypeError: for a dealer that is not a whole number, or one text as `players`.
    """
    if isinstance(names, str):  # its letters would be names
        raise TableError(_NAMES(given=quoted(names)))
    programs = programs or {}
    for seat in programs:
        check_seat_number(seat, len(names))
    seats = tuple(entries.Seat(name, programs.get(seat, entries.PERSON)) for seat, name in enumerate(names))
    check_players(seats, players)
    dealer = dealer if position is None else position.state.public.match.dealer
    return opened(rules, entries.Opened(seats, dealer, position))


def deal_hand(table: Table, random_source: RandomBits) -> Table:
    """Deal the next hand of the match.

    Args:
        table: a table between hands.
        random_source: shuffles the pack: at a table where players must not guess, `secrets.SystemRandom()`.

    Raises:
        TableError: if the hand is still going on or the match is over.
    """
    return _with_chance(append(table, entries.Dealt(shuffled(table.rules.deal.pack, random_source))), random_source)


def submit(table: Table, seat: int, decision: int, text: object, random_source: RandomBits) -> Table:
    """Take an action that a person sent.

    The text is judged as by `decide`. In the window for calls a call is applied at once; any other action of the seat
    on turn is kept until the window has ended and programs have been asked, by `program_moves`. It may be changed until
    then, and is dropped if a call comes first. A window that is held for that seat alone ends with it.

    Args:
        table: the table.
        seat: the seat that sent it, as your program knows it.
        decision: the number of the decision that it answers, as the client sent it.
        text: what was sent, of any type and content.
        random_source: the source of chance, in the action and after it.

    Raises:
        TableError: for another decision than the open one, or if no person plays the seat or no hand is going on.
        NotationError: for input that is not an action.
        IllegalActionError: with the refusal, for an action that the seat may not do now.
    """
    check_answer(table, seat, decision)
    state = hand_of(table)
    if window_seats(table) or (seat == state.public.to_act and programs_to_ask(table)):
        # The outcome of chance is sampled when the action is applied: a seat that changes it must not see one.
        action = read_decision(table.rules, seat_view(table.rules, state, seat), text)
        if not is_claim(table.rules, state, action):
            kept = entries.Kept(action)
            return table if table.kept == kept else _with_chance(append(table, kept), random_source)
    action = decide(table.rules, state, seat, text, random_source)
    return _with_chance(append(table, entries.Acted(action)), random_source)


def let_go(table: Table, seat: int, decision: int) -> Table:
    """Note that a person makes no call in the window; nobody else is shown it.

    It ends only a window that is held for the person on turn alone.

    Args:
        table: the table.
        seat: the seat.
        decision: the number of the decision that it answers, as the client sent it.

    Raises:
        TableError: for another decision than the open one, or if no window is held for the seat.
    """
    check_answer(table, seat, decision)
    if seat in table.let_go:
        return table
    table = append(table, entries.LetGo(seat))
    return append(table, entries.WindowEnded()) if window_is_idle(table) else table


_NO_KIND: Final = Reason("table.decision", "no-kind", "{given} is no kind of decision; the kinds are {known}.")
_OTHER_KIND: Final = Reason(
    "table.decision", "other-kind", "Decision {now:number} is now of the kind {kind}, not {given}."
)
_STUCK: Final = Reason("table.decision", "stuck", "{seat} must act, but has no legal action.")


def time_is_up(table: Table, decision: int, kind: DecisionKind, random_source: RandomBits) -> Table:
    """Do what follows when your clock for a decision has run out. If the clock is late, refuse it.

    - `deal`: deal the next hand.
    - `window`: end the window. The kept action of the seat on turn is applied, unless a program might call: then
      `program_moves` asks the programs first.
    - `turn` and `round`: act by `default_action` for everybody who is asked. In a round, an earlier number of the same
      round is not late for the seats that were asked by then and have not acted since.
    - `programs` and `over`: return the table as it is.

    Args:
        table: the table.
        decision: the number of the decision for which you have set the clock, from `waiting`.
        kind: the kind of that decision, also from `waiting`: a window that becomes a turn keeps its number.
        random_source: the source of chance: for the deal, and in and after an action.

    Raises:
        TableError: if the table no longer waits for a decision of this number and kind, if there is no such kind, or
            if a rule leaves a seat no legal action.
    """
    kinds = get_args(DecisionKind)
    if kind not in kinds:
        raise TableError(_NO_KIND(given=quoted(kind), known=", ".join(kinds)))
    now = waiting(table)
    check_decision(table, decision, min((table.answerable[seat] for seat in now.seats), default=table.decision))
    if kind != now.kind:
        raise TableError(_OTHER_KIND(now=table.decision, kind=quoted(now.kind), given=quoted(kind)))
    if kind == "deal":
        return deal_hand(table, random_source)
    if kind == "window":
        return _with_chance(append(table, entries.WindowEnded()), random_source)
    for seat in now.seats:
        if table.answerable[seat] <= decision:  # its question is still the one for which the clock was set
            action = default_action(table.rules, hand_of(table), seat)
            if action is None:
                raise TableError(_STUCK(seat=seat))
            table = _acted(table, action, random_source, timed_out=True)
    return table


@attrs.frozen
class Asked:
    """A decision that a program is asked for. Its answer may come later, and from elsewhere.

    Attributes:
        decision: the number of the decision.
        seat: the seat.
        player: the name of its player.
        view: what the seat sees, and all that its player may be given.
        must_act: whether it cannot let others act.
        question: the seats that are still to be asked, this one first.
        declined: the programs that have let others act in this decision.
    """

    decision: int
    seat: int
    player: str
    view: View
    must_act: bool
    question: Question = attrs.field(repr=False)
    declined: tuple[int, ...] = attrs.field(repr=False)


def ask_program(table: Table, random_source: RandomBits) -> Asked | Table:
    """Find the program that is asked now, if programs think elsewhere; otherwise `program_moves` asks them.

    Whether a program is asked out of turn follows from hidden cards, and so do the time that it takes and its answer.
    So decide when to show what follows before you ask, from your own pace alone.

    Args:
        table: the table.
        random_source: the source of chance.

    Returns:
        What is asked; or the table, where no program is. That has changed if an action waited for programs alone.
    """
    table = _with_chance(table, random_source)  # somebody may have left
    if table.hand is None or window_seats(table):
        return table
    return _ask_on(table, first_question(table.rules, table.hand), (), random_source)


_LATE_PROGRAM: Final = Reason("table.decision", "replaced", "Somebody else plays {seat} now.")


def answer_program(table: Table, asked: Asked, action: Action | None, random_source: RandomBits) -> Asked | Table:
    """Answer for a program.

    Args:
        table: the table, as it is now.
        asked: what it was asked.
        action: one of the legal actions of its seat; `None` to let others act.
        random_source: the source of chance.

    Returns:
        What the next program is asked in this decision; or the table after it.

    Raises:
        TableError: if the answer is late: somebody has acted, or somebody else plays the seat now.
        PlayerError: for what is no action of its seat, an action that it may not do now, or none where it must act.
    """
    check_decision(table, asked.decision, table.decision)
    if table.hand is None or table.seats[asked.seat].player != asked.player:
        raise TableError(_LATE_PROGRAM(seat=asked.seat))
    choice = checked_choice(table.rules, asked.seat, action)
    declined = asked.declined if action is not None else (*asked.declined, asked.seat)
    decided = answer(table.rules, table.hand, asked.question, choice)
    if isinstance(decided, Action) and (refusal := why_not(table.rules, table.hand, decided)) is not None:
        raise illegal_choice(decided, refusal)
    return _ask_on(table, decided, declined, random_source)


def program_moves(
    table: Table,
    random_source: RandomBits,
    *,
    pace: float,
    clock: Callable[[], float],
    players: Mapping[str, PlayerMaker] | None = None,
) -> Iterator[tuple[float, Table]]:
    """Let programs act, each move one pace after the table before it, so that its moment reveals no hidden card.

    Call it after every change of the table, and end the iteration before it: that one goes on from an older table.
    Whether a program is asked out of turn, and how long it thinks, follows from hidden cards. So a program that
    searches plays its best answer so far when its moment has come, and what comes too late for a moment waits for the
    next pace.

    Args:
        table: the table.
        random_source: the source of chance, and of programs that play at random.
        pace: the seconds between two moves. Without a pace, 0, programs think as long as they like, and it shows.
        clock: returns the seconds of your clock, such as `time.monotonic` or `time` of an event loop.
        players: what makes players of your program, by the names that seats of the table have; others are found among
            the registered ones. A player is made for each decision, so it has no memory.

    Yields:
        The seconds to wait, and the table to show after them. While a program searches, also the table as it is, with
        no wait, after each step of some milliseconds: your server can do other work between them.

    Raises:
        PlayerError: if a player is not installed here, or breaks the contract of `Player`; it names the seat.
    """
    shows = clock() + pace
    while True:
        after = ask_program(table, random_source)
        while isinstance(after, Asked):
            player, choice = _made_player(after, players or {}, random_source), None
            now = clock()
            ends = now + _THINKS * (shows - now)
            for choice in thoughts(table.rules, after.view, player):  # noqa: B007 - the last one counts
                if is_thinker(player):
                    yield 0, table
                    if pace > 0 and clock() >= ends:
                        break
            after = answer_program(table, after, choice, random_source)
        if after is table:
            return
        late = max(0, clock() - shows)
        shows += math.ceil(late / pace) * pace if pace > 0 else late
        yield max(0, shows - clock()), after
        if after.hand is None or after.decision == table.decision:
            return
        table, shows = after, shows + pace


def advance(
    table: Table,
    random_source: RandomBits,
    *,
    players: Mapping[str, PlayerMaker] | None = None,
    most: int = MOST_STEPS,
) -> Table:
    """Let programs act at once, as far as they can; `program_moves` is for tables at which people must not see when.

    Args:
        table: the table.
        random_source: as for `program_moves`.
        players: as for `program_moves`.
        most: the most decisions of programs. `waiting` says `programs` if there are more.

    Returns:
        The table when it waits for a person or holds a window, when the hand is over, or after so many decisions.

    Raises:
        PlayerError: as `program_moves`.
    """
    for _, after in program_moves(table, random_source, pace=0, clock=lambda: 0.0, players=players):
        most -= after.decision != table.decision
        table = after
        if most == 0:
            break
    return table


def _made_player(asked: Asked, players: Mapping[str, PlayerMaker], random_source: RandomBits) -> Player:
    """Make the player of a seat; an error names the seat."""
    try:
        return made_player(players.get(asked.player) or player_maker(asked.player), random_source)
    except PlayerError as error:
        raise PlayerError(f"the player of seat {asked.seat} cannot play: {error}", seat=asked.seat) from error


def _with_chance(table: Table, random_source: RandomBits) -> Table:
    """Apply what follows and asks nobody: chance that is due, the end of a window that waits for nobody, a kept action.

    A kept action is applied after a window, unless a program might call before it.
    """
    while (state := table.hand) is not None:
        due = chance(table.rules, state)
        if due is not None:
            table = append(table, entries.Acted(due.sample(random_source)))
        elif window_is_idle(table):
            table = append(table, entries.WindowEnded())
        elif table.kept is not None and not window_seats(table) and not programs_to_ask(table):
            return _acted(table, table.kept.action, random_source, timed_out=table.kept.timed_out)
        else:
            break
    return table


def _acted(table: Table, action: Action, random_source: RandomBits, *, timed_out: bool) -> Table:
    """Apply an action, with the chance in it and what follows."""
    resolved = resolve_chance(table.rules, hand_of(table), action, random_source)
    return _with_chance(append(table, entries.Acted(resolved, timed_out)), random_source)


def _ask_on(
    table: Table, asked: Question | Action, declined: tuple[int, ...], random_source: RandomBits
) -> Asked | Table:
    """Go on with a question until a program is asked or an action decides."""
    rules, state = table.rules, hand_of(table)
    timed_out = False
    while isinstance(asked, Question):
        seat, choice = asked.seat, None
        player = table.seats[seat].player
        if player == entries.PERSON:
            if asked.must_act:
                if table.kept is None:
                    break
                choice, timed_out = table.kept.action, table.kept.timed_out
        elif asked.must_act or seat not in table.let_go:
            if player != entries.DEFAULT:
                return Asked(table.decision, seat, player, observe(rules, state, seat), asked.must_act, asked, declined)
            choice = default_action(rules, state, seat)
            declined = declined if choice else (*declined, seat)
        asked = answer(rules, state, asked, choice)
    if isinstance(asked, Action):
        return _acted(table, asked, random_source, timed_out=timed_out)
    # A program is asked once in a decision that waits for a person, also one that has nothing to call.
    for seat in dict.fromkeys((*declined, *programs_to_ask(table))):
        table = append(table, entries.LetGo(seat))
    return table


def ask_undo(table: Table, seat: int, decision: int) -> Table:
    """Ask for a person's last action, and all that came after it, to be taken back.

    All other people must agree; programs always do. It is barred if, with that action or since, a player has drawn a
    card face down or was passed one unseen, chance has decided something, a player has seen hidden cards of another
    (cards that the person showed of their own hand do not count), or the hand has ended. A seat asks once in a
    decision, and the next action of any player ends the request.

    Args:
        table: the table.
        seat: the seat that asks.
        decision: the number of the open decision, as the client sent it.

    Returns:
        The table with the request; without other people the undo is made at once.

    Raises:
        TableError: for another decision than the open one, or if the undo is barred.
    """
    check_answer(table, seat, decision)
    return _undone_if_agreed(append(table, entries.UndoAsked(seat)))


def answer_undo(table: Table, seat: int, decision: int, *, agrees: bool) -> Table:
    """Answer for a person whether an undo may be made; once all have agreed, it is made.

    Args:
        table: the table.
        seat: the seat that answers.
        decision: the number of the open decision, as the client sent it.
        agrees: the answer.

    Raises:
        TableError: for another decision than the open one, or if nobody has asked for an undo.
    """
    check_person(table, seat)
    # Also where seats act in any order: an answer to an earlier request must not be one to the request of now.
    check_decision(table, decision, table.decision)
    return _undone_if_agreed(append(table, entries.UndoAnswered(seat, agrees)))


def _undone_if_agreed(table: Table) -> Table:
    place = agreed_undo(table)
    return table if place is None else append(table, entries.Undone(table.in_force[place].entry))


def replace_seat(
    table: Table, seat: int, name: str, player: str = entries.PERSON, *, players: Collection[str] | None = None
) -> Table:
    """Let somebody else play a seat.

    Args:
        table: the table.
        seat: the seat.
        name: the name to show, 1 to 60 characters.
        player: `person`, `default`, or the name of a player.
        players: the names of the players that may sit here, as for `open_table`.

    Raises:
        TableError: for a seat that is not there, a name that cannot be shown, or an unknown player.
    """
    check_players((entries.Seat(name, player),), players)
    return append(table, entries.Replaced(seat, entries.Seat(name, player)))


def check_answer(table: Table, seat: int, decision: object) -> None:
    """Refuse an answer that does not come from a person or answers another decision than the open one."""
    check_person(table, seat)
    check_decision(table, decision, table.answerable[seat], seat)


_NO_NUMBER: Final = Reason("table.decision", "no-number", "The number of a decision is a whole number, not {given}.")
_UNKNOWN: Final = Reason("table.decision", "unknown", "There is no decision {given} yet.")
_ANSWERED: Final = Reason("table.decision", "answered", "You have answered that already.")
_LATE: Final = Reason("table.decision", "late", "{seat} was first.")
_PAST: Final = Reason("table.decision", "past", "Decision {given} is past: {now:number} is open.")


def check_decision(table: Table, decision: object, lowest: int, seat: int | None = None) -> None:
    """Refuse another decision than those from the lowest open one on; `seat` is `None` for a program or your clock."""
    now = table.decision
    if type(decision) is not int:
        raise TableError(_NO_NUMBER(given=quoted(decision)))
    if decision > now:
        raise TableError(_UNKNOWN(given=quoted(decision)))
    if decision >= lowest:
        return
    first = next((moment.action.seat for moment in table.moments if moment.decision == decision), None)
    if first is None or first < 0:
        raise TableError(_PAST(given=quoted(decision), now=now))
    raise TableError(_ANSWERED() if first == seat else _LATE(seat=first))
