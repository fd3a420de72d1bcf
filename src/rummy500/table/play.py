"""Opens a table, deals, takes what people send, and lets programs act (`call.race`, `call.window`)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

from rummy500.actions import Action
from rummy500.cards.cards import RandomBits, shuffled
from rummy500.engine.advice import default_action
from rummy500.engine.step import chance, resolve_chance
from rummy500.engine.views import seat_view
from rummy500.inputs import quoted
from rummy500.notation.actions import decide, read_decision
from rummy500.notation.position import Position
from rummy500.players import player_named
from rummy500.players.drive import Question, answer, ask_player, first_question, is_claim
from rummy500.rules.rules import Rules
from rummy500.table.log import append, check_person, check_seat_number, hand_of, is_undo_agreed, opened
from rummy500.table.table import (
    DEFAULT,
    PERSON,
    Acted,
    Dealt,
    Kept,
    LetGo,
    Opened,
    Replaced,
    Seat,
    Table,
    UndoAnswered,
    UndoAsked,
    Undone,
    WindowEnded,
    decline,
    waits_for_nobody,
    window_seats,
)

#: The most actions that one call of `advance` applies; a hand of two greedy players has about a hundred.
MOST_STEPS: Final = 1000


def open_table(
    rules: Rules,
    names: Sequence[str],
    *,
    programs: Mapping[int, str] | None = None,
    dealer: int = 0,
    position: Position | None = None,
) -> Table:
    """Open a table; its first hand is not dealt yet, unless it begins from a position.

    Args:
        rules: the rules in force.
        names: the name of each seat, 1 to 60 characters.
        programs: the seats that no person plays, each with its player: `greedy`, `random`, or `default` for a seat that
            does as little as it can.
        dealer: the seat that deals the first hand; `draw_for_deal` finds one.
        position: the hand that the table begins with, at any point of it; its own dealer and scores count.

    Raises:
        TableError: for another number of names than seats, one text in place of the names, a name that is not text or
            cannot be shown, an unknown player, a program for a seat that is not there, or a position of other rules or
            of a hand that is over.
        DealError: for a dealer that does not play.
        TypeError: for a dealer that is not a whole number.
    """
    if isinstance(names, str):  # its letters would be names
        decline(
            "table.seat",
            "names",
            "The names must be a list with a name for each seat, not {given}.",
            given=quoted(names),
        )
    programs = programs or {}
    for seat in programs:
        check_seat_number(seat, len(names))
    seats = tuple(Seat(name, programs.get(seat, PERSON)) for seat, name in enumerate(names))
    dealer = dealer if position is None else position.state.public.match.dealer
    return opened(rules, Opened(seats, dealer, position))


def next_hand(table: Table, random_source: RandomBits) -> Table:
    """Deal the next hand of the match.

    Args:
        table: a table between hands.
        random_source: shuffles the pack: at a table where players must not guess, `secrets.SystemRandom()`.

    Raises:
        TableError: if the hand is still going on or the match is over.
    """
    return append(table, Dealt(shuffled(table.rules.deal.pack, random_source)))


def submit(table: Table, seat: int, decision: int, text: object, random_source: RandomBits) -> Table:
    """Take an action that a person sent.

    The text is judged as by `decide`. In the window for calls a call is applied at once; any other action of the seat
    on turn is kept until the window ends, may be changed until then, and is dropped if a call comes first. If the
    window is held for that seat alone, the next `advance` ends it.

    Args:
        table: the table.
        seat: the seat that sent it, as your program knows it.
        decision: the number of the decision that it answers, as the client sent it.
        text: what was sent, of any type and content.
        random_source: the source of chance that is part of the action.

    Raises:
        TableError: for another decision than the open one, or if no person plays the seat or no hand is going on.
        NotationError: for input that is not an action.
        IllegalActionError: with the refusal, for an action that the seat may not do now.
    """
    check_answer(table, seat, decision)
    state = hand_of(table)
    if window_seats(table):
        # The outcome of chance is sampled when the action is applied: a seat that changes it must not see one.
        action = read_decision(table.rules, seat_view(table.rules, state, seat), text)
        if not is_claim(table.rules, state, action):
            return table if table.kept == Kept(action) else append(table, Kept(action))
    return append(table, Acted(decide(table.rules, state, seat, text, random_source)))


def let_go(table: Table, seat: int, decision: int) -> Table:
    """Note that a person makes no call in the window; nobody else is shown it.

    It ends only a window that is held for the person on turn alone, in the next `advance`.

    Args:
        table: the table.
        seat: the seat.
        decision: the number of the decision that it answers, as the client sent it.

    Raises:
        TableError: for another decision than the open one, or if no window is held for the seat.
    """
    check_answer(table, seat, decision)
    return table if seat in table.let_go else append(table, LetGo(seat))


def end_window(table: Table, decision: int, random_source: random.Random) -> Table:
    """End the window for calls, as your clock says.

    Calls of bots are applied now, in the order of `ask_order`; without one the kept action of the seat on turn is. A
    person who could call has had the window for it.

    Args:
        table: the table.
        decision: the number of the decision for which the clock was set.
        random_source: the source of chance, and of programs that play at random.

    Raises:
        TableError: for another decision than the open one, or if no window is held.
    """
    check_decision(table, None, decision)
    table = append(table, WindowEnded())
    return _step(table, random_source)


def time_out(table: Table, seat: int, decision: int, random_source: RandomBits) -> Table:
    """Act for a person whose time is up, by `default_action`.

    In a window for calls the action is kept, unless the seat has chosen one.

    Args:
        table: the table.
        seat: the seat.
        decision: the number of the decision for which the clock was set.
        random_source: the source of chance that is part of the action.

    Raises:
        TableError: for another decision than the open one, or if the seat need not act.
    """
    check_answer(table, seat, decision)
    rules, state = table.rules, hand_of(table)
    action = default_action(rules, state, seat)
    if action is None:
        decline("table.decision", "need-not-act", "Seat {seat} need not act now.", seat=seat)
    if window_seats(table):
        return table if table.kept is not None else append(table, Kept(action, timed_out=True))
    return append(table, Acted(resolve_chance(rules, state, action, random_source), timed_out=True))


def advance(table: Table, random_source: random.Random, *, most: int = MOST_STEPS) -> Table:
    """Apply what needs no person: chance that is due, decisions of programs, the end of a window that waits for nobody.

    Call it after every change of the table.

    Args:
        table: the table.
        random_source: the source of chance, and of programs that play at random.
        most: the most actions to apply. `waiting` says `programs` if there are more.

    Returns:
        The table when it waits for a person or holds a window, when the hand is over, or after `most` actions.
    """
    for _ in range(most):
        if table.hand is None:
            return table
        if window_seats(table):
            if not waits_for_nobody(table):
                return table
            table = append(table, WindowEnded())
        decision = table.decision
        table = _step(table, random_source)
        if table.decision == decision:
            return table
    return table


def _step(table: Table, random_source: random.Random) -> Table:
    """Apply one action that needs no person: `let_go` is all that changes where there is none."""
    rules, state = table.rules, hand_of(table)
    due = chance(rules, state)
    if due is not None:
        return append(table, Acted(due.sample(random_source)))
    asked: Question | Action = first_question(rules, state)
    declined: list[int] = []
    kept, timed_out = table.kept, False
    while isinstance(asked, Question):
        seat, choice = asked.seat, None
        if table.is_person(seat):
            if asked.must_act:
                if kept is None:
                    break
                choice, timed_out = kept.action, kept.timed_out
        elif asked.must_act or seat not in table.let_go:
            choice = _choice(table, seat, random_source)
            if choice is None:
                declined.append(seat)
        asked = answer(rules, state, asked, choice)
    if isinstance(asked, Action):
        return append(table, Acted(resolve_chance(rules, state, asked, random_source), timed_out))
    for seat in declined:  # so that a program is asked once in a decision that waits for a person
        table = append(table, LetGo(seat))
    return table


def _choice(table: Table, seat: int, random_source: random.Random) -> Action | None:
    rules, state, player = table.rules, hand_of(table), table.seats[seat].player
    if player == DEFAULT:
        return default_action(rules, state, seat)
    return ask_player(rules, state, player_named(player, random_source), seat)


def ask_undo(table: Table, seat: int, decision: int) -> Table:
    """Ask for a person's last action, and all that came after it, to be taken back.

    All other people must agree; programs do. An undo cannot go back past a card that somebody drew face down or was
    passed unseen, an outcome of chance, or hidden cards that somebody was shown. It can go back past cards that the
    person showed of their own hand. A seat asks once in a decision, and the next action of anybody ends the request.

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
    return _undone_if_agreed(append(table, UndoAsked(seat)))


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
    check_decision(table, None, decision)
    return _undone_if_agreed(append(table, UndoAnswered(seat, agrees)))


def _undone_if_agreed(table: Table) -> Table:
    if not is_undo_agreed(table) or table.undo_request is None:
        return table
    seat = table.undo_request.seat
    first = next(moment for moment in reversed(table.in_force) if moment.action.seat == seat)
    return append(table, Undone(first.entry))


def replace_seat(table: Table, seat: int, name: str, player: str = PERSON) -> Table:
    """Let somebody else play a seat.

    Args:
        table: the table.
        seat: the seat.
        name: the name to show, 1 to 60 characters.
        player: `person`, `default`, or the name of a player of `rummy500.players`.

    Raises:
        TableError: for a seat that is not there, a name that cannot be shown, or an unknown player.
    """
    return append(table, Replaced(seat, Seat(name, player)))


def check_answer(table: Table, seat: int, decision: object) -> None:
    """Refuse an answer that does not come from a person or answers another decision than the open one.

    Raises:
        TableError: if it does; for a decision that is past, with who was first.
    """
    check_person(table, seat)
    check_decision(table, seat, decision)


def check_decision(table: Table, seat: int | None, decision: object) -> None:
    """Refuse another decision than the open one.

    Args:
        seat: the seat that answers it; `None` for your clock.

    Raises:
        TableError: for another decision.
    """
    now = table.decision
    if type(decision) is not int:
        decline(
            "table.decision",
            "no-number",
            "The number of a decision is a whole number, not {given}.",
            given=quoted(decision),
        )
    if decision > now:
        decline("table.decision", "unknown", "There is no decision {given} yet.", given=quoted(decision))
    if decision >= (now if seat is None else table.answerable[seat]):
        return
    first = next((moment.action.seat for moment in table.moments if moment.decision == decision), None)
    if first is not None and first == seat:
        decline("table.decision", "answered", "You have answered that already.")
    if first is not None and first >= 0:
        decline("table.decision", "late", "Seat {seat} was first.", seat=first)
    decline("table.decision", "past", "Decision {given} is past: {now} is open.", given=quoted(decision), now=now)
