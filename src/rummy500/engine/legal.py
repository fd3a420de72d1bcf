"""`legal_actions` and `why_not`: one list and one check, made of the same moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from operator import index as index_of
from typing import Final, SupportsIndex, overload

from rummy500.actions import DECK, NONE, USE_GROUP, USE_LAY, USE_NONE, USE_RUN, Action, check_fields
from rummy500.cards import faces_bag
from rummy500.engine.chance import outcome_move
from rummy500.engine.plays import on_a_meld
from rummy500.engine.stranding import can_finish
from rummy500.engine.views import check_seat, check_table, seat_view
from rummy500.errors import Refusal, refuse
from rummy500.melds.pieces import group_order, natural_order, run_order
from rummy500.quoting import clipped, quoted
from rummy500.records import replace
from rummy500.rules import Move, Rules, name_plugin
from rummy500.state import OVER_PHASE, PLAY_PHASE, State, View

#: A pile of so many cards gives few takes.
_SHORT_PILE: Final = 20
#: A pile is never so long.
_ANY_PILE: Final = 1_000
#: The types of the numbers of an action.
_WHOLE: Final = frozenset({int})
#: Nothing is left to be found.
_FOUND: Final[Iterator[Action]] = iter(())


class LegalActions(Sequence[Action]):
    """The legal actions, generated as you ask for them.

    The order is fixed: the seat on turn first, then the others clockwise. What a question costs:

    - `in` checks one action by rule and generates none, except that it searches a `plain()` list;
    - `bool`, iterating, `[n]`, `[:n]` and `[m:n]` generate no more than they need, where there may be many;
    - `len`, `[-n]`, `[n:]`, a slice with a negative bound or step, and `reversed` generate every action.

    Wild cards can make millions of actions: ask for `[:n]`, or for `plain()`, unless you need all of them.
    """

    __slots__ = ("_asked", "_found", "_made", "_more", "_plain", "_rules", "_some", "_source")

    def __init__(self, rules: Rules, source: State | View, asked: int | None = None, *, plain: bool = False) -> None:
        """Take the rules, what is asked about, and the only seat that is asked, `None` for every seat."""
        self._rules = rules
        self._source = source
        self._asked = asked
        self._plain = plain
        #: The views of the seats that are asked, once they are needed.
        self._made: tuple[View, ...] | None = None
        self._found: list[Action] = []
        #: It is known that there is one.
        self._some = False
        #: What is still to be found; `None` before the first question, and `_FOUND` after the last.
        self._more: Iterator[Action] | None = None

    @property
    def _views(self) -> tuple[View, ...]:
        """The views of the seats that are asked."""
        if self._made is None:
            rules, source = self._rules, self._source
            seats = asked_seats(rules, source, self._asked)
            self._made = tuple([source if isinstance(source, View) else seat_view(rules, source, who) for who in seats])
        return self._made

    def _parts(self) -> Iterator[Iterable[Action]]:
        rules, plain = self._rules, self._plain
        for view in self._views:
            public = view.public
            if view.seat == public.to_act:
                for move in rules.turn_moves.get(public.phase, ()):
                    yield move.generate(rules, view, plain=plain)
            for move in rules.other_moves.get(public.phase, ()):
                yield move.generate(rules, view, plain=plain)

    def _all(self) -> list[Action]:
        if self._more is not _FOUND:
            try:
                if self._more is not None:
                    self._found.extend(self._more)
                    self._more = _FOUND
                    self._rules.book.remember(self._rules, self._source, self._found)
                elif not self._list_at_once(_ANY_PILE):
                    self._list_one_by_one()
            except Exception as error:
                self._fail(error)
                raise
        return self._found

    def _fail(self, error: Exception) -> None:
        """Name the plugin in an error, and have the next question raise it again: a list cut short is no list."""
        name_plugin(self._rules, error)
        if self._more is not None:
            self._more = islice(chain.from_iterable(self._parts()), len(self._found), None)

    def _list_one_by_one(self) -> None:
        """List everything, move by move: the walk of `_parts` without a generator between."""
        rules, plain, found = self._rules, self._plain, list[Action]()
        phase = self._source.public.phase
        for view in self._views:
            if view.seat == view.public.to_act:
                for move in rules.turn_moves.get(phase, ()):
                    found += move.generate(rules, view, plain=plain)
            for move in rules.other_moves.get(phase, ()):
                found += move.generate(rules, view, plain=plain)
        self._found = found
        self._more = _FOUND
        rules.book.remember(rules, self._source, found)

    def _list_at_once(self, longest: int = _SHORT_PILE) -> bool:
        """List everything where that is soon done; tells whether it is.

        It is in one pass, where the rules have one for the phase and it is one for this state, and where no wild card
        is in reach.

        Args:
            longest: with a longer pile nothing is listed.
        """
        rules, source = self._rules, self._source
        public = source.public
        if len(public.pile) > longest:
            return False
        ready = rules.ready
        find = ready.passes.get(public.phase)
        if find is not None and self._asked is None:
            found = find(rules, source, plain=self._plain)
            if found is not None:
                self._found = found
                self._more = _FOUND
                ready.book.remember(rules, source, found)
                return True
        if not self._few():
            return False
        self._list_one_by_one()
        return True

    def _few(self) -> bool:
        """Whether no wild card is in reach: with a short pile there are few enough then to find all at once."""
        rules = self._rules
        if rules.finder_now is not None:
            return False
        if not rules.shapes.wilds:
            return True
        reach = faces_bag(self._source.public.pile)
        for view in self._views:
            reach |= view.hand
        return not rules.finder.has_wild(reach)

    def __iter__(self) -> Iterator[Action]:
        """Each legal action once."""
        try:
            if self._more is not _FOUND and (self._more is not None or not self._list_at_once()):
                return self._iterate()
        except Exception as error:
            self._fail(error)
            raise
        return iter(self._found)

    def _iterate(self) -> Iterator[Action]:
        index = 0
        while self._more is not _FOUND:
            if index == len(self._found) and not self._pull():
                return
            yield self._found[index]
            index += 1
        yield from self._found[index:]

    def _pull(self) -> bool:
        if self._more is None:
            self._more = chain.from_iterable(self._parts())
        try:
            for action in self._more:
                self._found.append(action)
                return True
        except Exception as error:
            self._fail(error)
            raise
        self._more = _FOUND
        return False

    def __len__(self) -> int:
        """How many there are; finds them all."""
        return len(self._found if self._more is _FOUND else self._all())

    def __bool__(self) -> bool:
        """Whether there is any; finds the first, unless it is clear that the turn can go on to its end."""
        if not self._some:
            try:
                if self._plain and self._more is None:
                    self._list_at_once()  # `plain` asks, and what it asks about is read next
                asks_at_once = not self._plain and self._more is None
                self._some = bool(self._found) or (asks_at_once and self._can_go_on()) or self._pull()
            except Exception as error:
                self._fail(error)
                raise
        return self._some

    def _can_go_on(self) -> bool:
        """Whether the seat on turn is asked and can bring its turn to an end: then it has an action."""
        rules, public = self._rules, self._source.public
        if public.phase != PLAY_PHASE:
            return False
        mine = [view for view in self._views if view.seat == public.to_act and view.hand]
        return any(can_finish(rules, view) for view in mine)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        """The action at a place, or a list of those of a slice.

        Args:
            index: with bounds from 0 on, it generates as far as the place or the slice's end. A negative bound or
                step, or a slice without an end, generates every action.

        Raises:
            IndexError: if there is no such place.
        """
        if isinstance(index, slice):
            end = _end(index)
            return (self._all() if end is None else self._first(end))[index]
        return (self._all() if index < 0 else self._first(index + 1))[index]

    def _first(self, many: int) -> list[Action]:
        """The actions generated so far, at least so many of them unless there are fewer."""
        while len(self._found) < many and self._pull():
            pass
        return self._found

    def __contains__(self, action: object) -> bool:
        """Whether an action is legal; checked by rule."""
        if not isinstance(action, Action):
            return False
        if action.seat not in asked_seats(self._rules, self._source, self._asked):
            return False
        if action.extra and outcome_move(self._rules, action) is not None:
            return False
        if self._plain:
            return any(action == other for other in self)
        return why_not(self._rules, self._source, action) is None

    def plain(self) -> LegalActions:
        """These actions without the melds that spend a wild card where a natural one of the hand would do.

        Kinds of wild cards fill roles in one fixed order. It is empty only if these are.
        """
        plain = LegalActions(self._rules, self._source, self._asked, plain=True)
        return plain or self

    def __repr__(self) -> str:
        """How many have been found so far."""
        return f"<LegalActions, {len(self._found)} found{'' if self._more is _FOUND else ' so far'}>"


def _end(places: slice) -> int | None:
    """The end of a slice that can be read from the front, else `None`."""
    bounds = (places.start, places.stop, places.step)
    if places.stop is None or any(bound is not None and index_of(bound) < 0 for bound in bounds):
        return None
    return index_of(places.stop)


def legal_actions(rules: Rules, state: State | View, *, seat: SupportsIndex | None = None) -> LegalActions:
    """The legal actions of a state or a view.

    Args:
        rules: the rules in force.
        state: a state, or what one seat sees of it.
        seat: only this seat's actions; of any type that has an index; every seat's if left out.

    Returns:
        A lazy sequence: it lists in a fixed order, answers `in` by rule, and has `.plain()`. Outcomes of chance are
        no decisions and are not in it.

    Raises:
        PositionError: for a seat that does not play, or a state of another number of seats.
        TypeError: for a seat that is no whole number.
    """
    if seat is not None:
        return LegalActions(rules, state, check_seat(rules, state, seat))
    if len(state.public.known) != rules.seats:
        check_table(rules, state)
    return LegalActions(rules, state)


def asked_seats(rules: Rules, state: State | View, seat: int | None) -> tuple[int, ...]:
    """The seats that may have something to list; arguments as for `legal_actions`."""
    if state.public.phase == OVER_PHASE:
        return ()
    if isinstance(state, View):
        return (state.seat,) if state.seat >= 0 and seat in (None, state.seat) else ()
    return acting_seats(rules, state) if seat is None else (seat,)


def acting_seats(rules: Rules, state: State) -> tuple[int, ...]:
    """The seats that the phase lets act: the one on turn, then clockwise those that may act out of turn."""
    phase, first = state.public.phase, state.public.to_act
    seats: tuple[int, ...] = (first,) if phase in rules.turn_moves else ()
    if phase not in rules.other_moves:
        return seats
    return (first, *((first + step) % rules.seats for step in range(1, rules.seats)))


def why_not(rules: Rules, state: State | View, action: Action) -> Refusal | None:
    """Why an action is not legal.

    A view judges the actions of its own seat as the state does, but no seat decides how chance falls: a view refuses
    every action of the deck and every action with an outcome in it (`turn.seat`). A state accepts both, since programs,
    logs and replays apply what chance has done.

    Args:
        rules: the rules in force.
        state: a state, or the view of the seat that would act.
        action: any action, legal or not.

    Returns:
        `None` if it is legal; else a refusal with the id of the most specific rule. The order is: seat, phase, cards,
        shape, place, use, finish.

    Raises:
        PositionError: for a state of another number of seats.
        TypeError: for something that is no action.
    """
    try:
        return _refusal(rules, state, action)
    except Exception as error:
        name_plugin(rules, error)
        raise


def _refusal(rules: Rules, state: State | View, action: Action) -> Refusal | None:
    public = state.public
    if len(public.known) != rules.seats:
        check_table(rules, state)
    if type(action) is not Action:
        raise TypeError(f"an action is an Action, not {quoted(action)}; parse_action reads one from text")
    whole = type(action.seat) is type(action.card) is type(action.depth) is type(action.on) is int
    if not (whole and _WHOLE.issuperset(map(type, action.pieces))):
        check_fields(action)
    by_phase = action.extra or (action.verb, public.phase) in rules.phased
    move = rules.move_of(action, public.phase) if by_phase else rules.moves.get(action.verb)
    if move is None:
        return refuse("turn.phase", "no-such-move", 'There is no "{verb}" in these rules.', verb=clipped(action.verb))
    if (action.seat == DECK) != (move.whose == "deck") or not DECK <= action.seat < rules.seats:
        return refuse("turn.seat", "no-seat", "Seat {seat} does not do that.", seat=quoted(action.seat))
    if public.phase == OVER_PHASE:
        return move.wrong_phase(rules, _watching(rules, state, action.seat), action)
    if move.whose == "turn" and action.seat != public.to_act:
        return _not_yours(rules, state, move, action)
    if isinstance(state, View) and action.seat not in (state.seat, DECK):
        return refuse("turn.seat", "not-seen", "What seat {seat} may do is not seen from here.", seat=action.seat)
    view = _watching(rules, state, action.seat)
    if public.phase not in move.phases:
        return move.wrong_phase(rules, view, action)
    if (action.seat == DECK or action.extra) and isinstance(state, View):
        by_chance = _refuse_chance(rules, state, action)
        if by_chance is not None:
            return by_chance
    refusal = move.check(rules, view, action) or (None if rules.book.has(action) else _malformed(rules, move, action))
    if refusal is None or rules.refused is None:
        return refusal
    return rules.refused(rules, view, action, refusal)


def _refuse_chance(rules: Rules, view: View, action: Action) -> Refusal | None:
    """`turn.seat`: no seat decides how chance falls, in an action of the deck or as part of its own action."""
    if action.seat == DECK:
        return refuse("turn.seat", "by-chance", "No player decides a {verb}: chance does.", verb=action.verb)
    if outcome_move(rules, action) is None:
        return None
    decision = replace(action, extra=()).text(view.public.pile)
    return refuse("turn.seat", "outcome", 'How that falls is chance: say only "{decision}".', decision=decision)


def _not_yours(rules: Rules, state: State | View, move: Move, action: Action) -> Refusal:
    """The refusal of a move of the seat on turn to another seat; one that goes on with a call comes too late."""
    first = rules.moves.get(action.verb)
    if first is not None and first.whose == "others" and first.check is move.check:
        return first.wrong_phase(rules, _watching(rules, state, action.seat), action)
    return refuse("turn.seat", "not-yours", "It is the turn of seat {seat}.", seat=state.public.to_act)


def _watching(rules: Rules, state: State | View, seat: int) -> View:
    if isinstance(state, View):
        return state if state.seat == seat else View(seat, state.public, 0, 0, state.slots)
    return View(seat, state.public, 0, 0, state.slots) if seat == DECK else seat_view(rules, state, seat)


_ORDERS = {USE_RUN: run_order, USE_GROUP: group_order, USE_LAY: natural_order}


def _malformed(rules: Rules, move: Move, action: Action) -> Refusal | None:
    """An action that says more than its move needs, or not in canonical order, is no action of the list."""
    return _says_more(move, action) or (_bad_use(rules, move, action) if "use" in move.fields else None)


def _says_more(move: Move, action: Action) -> Refusal | None:
    for name, blank in move.blanks:
        if getattr(action, name) != blank:
            return refuse("turn.phase", "too-much-said", "A {verb} has no {field}.", verb=action.verb, field=name)
    return None


def _bad_use(rules: Rules, move: Move, action: Action) -> Refusal | None:
    in_order = rules.finder.is_known(action.pieces)
    order = None if in_order else _ORDERS.get(action.use)
    if action.use not in move.uses or (order and order(action.pieces) != action.pieces):
        return refuse("turn.phase", "out-of-order", "The cards of this action are not in canonical order.")
    if not action.use and action.pieces:
        return refuse("turn.phase", "no-use", "This action names cards without a use.")
    if action.on != NONE and action.use in (USE_NONE, USE_RUN, USE_GROUP):
        return on_a_meld()
    return None
