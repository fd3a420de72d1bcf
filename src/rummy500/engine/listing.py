"""`legal_actions`: a lazy list of what each seat may do, made of the moves' generators; the action that does least."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import index as index_of
from typing import Final, SupportsIndex, overload

from rummy500.base.inputs import refuse_arguments
from rummy500.cards.cards import ONE, Bag, without
from rummy500.engine.facts import TakeFacts, ViewFacts, down_the_pile, top_places
from rummy500.engine.moves.discard import refuse_end
from rummy500.engine.moves.take import TAKE_MOVE
from rummy500.engine.opening_minimum import opening_is_due
from rummy500.engine.plays import allowed, lone_top, open_targets
from rummy500.engine.scoring import points_in_hand
from rummy500.engine.step import outcome_move, why_not
from rummy500.engine.turns import must_act
from rummy500.engine.views import check_seat, check_table, rules_now, seat_view, spectator_view, view_of
from rummy500.rules.actions import DISCARD, DRAW, PASS, Action
from rummy500.rules.blame import blame
from rummy500.rules.move import Check, MoveInPlay
from rummy500.rules.rules import Rules
from rummy500.rules.state import DRAW_PHASE, OVER_PHASE, PLAY_PHASE, State, View

#: With a pile of at most this many cards, and no wild card in reach, there are few actions: they are listed at once.
_SHORT_PILE: Final = 20

_Questions = list[tuple[ViewFacts, tuple[MoveInPlay, ...]]]


class LegalActions(Sequence[Action]):
    """The legal actions, generated as you ask for them.

    The order is fixed: the seat on turn first, then the others clockwise. What a question costs:

    - `in` checks one action by rule and generates none, except that it searches a `plain()` list;
    - `bool`, iterating, `[n]`, `[:n]` and `[m:n]` generate no more than they need, where there may be many;
    - `len`, `[-n]`, `[n:]`, a slice with a negative bound or step, and `reversed` generate every action.

    Wild cards can make millions of actions: ask for `[:n]`, or for `plain()`, unless you need all of them.
    """

    __slots__ = ("_asked", "_complete", "_found", "_more", "_plain", "_questions", "_rules", "_source")

    def __init__(self, rules: Rules, source: State | View, asked: int | None = None, *, plain: bool = False) -> None:
        """Take the rules, what is asked about, and the only seat that is asked, `None` for every seat."""
        self._rules = rules
        self._source = source
        self._asked = asked
        self._plain = plain
        #: For each seat that may act what is known of its view, and the moves that it may make; made when needed.
        self._questions: _Questions | None = None
        self._found: list[Action] = []
        #: Finds those that are missing in `_found`; `None` before it is needed.
        self._more: Iterator[Action] | None = None
        self._complete = False

    def _asks(self) -> _Questions:
        if self._questions is None:
            self._questions = _questions(self._rules, self._source, self._asked)
        return self._questions

    def _generate(self) -> Iterator[Action]:
        for facts, moves in self._asks():
            for move in moves:
                yield from actions_of(move, facts, plain=self._plain)

    def _grow(self, many: int | None) -> list[Action]:
        """The actions found: at least this many, unless there are fewer; every action without a number.

        Where there are few, all are listed, even if you ask for 0. Else 0 leaves it open how they are listed: `list`
        asks for an iterator and then for the length.
        """
        if self._complete or (many and len(self._found) >= many):
            return self._found
        try:
            at_once: list[Action] | None = None
            if self._more is None and (many is None or len(self._source.public.pile) <= _SHORT_PILE):
                at_once = self._list_at_once(short=many is not None)
            if at_once is not None:
                self._found = at_once
            elif many == 0:
                return self._found
            else:
                if self._more is None:
                    self._more = self._generate()
                if many is None:
                    self._found.extend(self._more)
                for action in self._more:
                    self._found.append(action)
                    if len(self._found) == many:
                        return self._found
        except (Exception, SystemExit) as error:
            if self._more is not None:  # the next question raises it again: a list cut short is not a list
                self._more = islice(self._generate(), len(self._found), None)
            blame(error, self._rules)
            raise
        self._complete = True
        self._rules.cache.remember(self._rules, self._source, self._found)
        return self._found

    def _list_at_once(self, *, short: bool) -> list[Action] | None:
        """Every action; `None` if `short` and a wild card is in reach, which may make many."""
        rules, source, plain = self._rules, self._source, self._plain
        found = list_natural(rules, source, self._asked, plain=plain)
        if found is not None:
            others = moves_of_others(rules, source) if source.public.phase in rules.turn.other_moves else ()
            for seat in acting_seats(rules, source, self._asked) if others else ():
                facts = facts_of(rules, source, seat)
                for move in others:
                    found += actions_of(move, facts, plain=plain)
            return found
        if short and (rules.melding.finder_now is not None or self._has_wild_in_reach()):
            return None
        return [
            action for facts, moves in self._asks() for move in moves for action in actions_of(move, facts, plain=plain)
        ]

    def _has_wild_in_reach(self) -> bool:
        wild = self._rules.melding.finder.wild_bits
        if wild:
            for facts, _ in self._asks():
                if (facts.hand | facts.pile_faces) & wild:
                    return True
        return False

    def __iter__(self) -> Iterator[Action]:
        """Each legal action once."""
        found = self._grow(0)
        return iter(found) if self._complete else self._iterate()

    def _iterate(self) -> Iterator[Action]:
        index = 0
        while not self._complete:
            if index < len(self._grow(index + 1)):
                yield self._found[index]
                index += 1
        yield from islice(self._found, index, None)

    def __len__(self) -> int:
        """The number of legal actions; generates them all."""
        return len(self._found if self._complete else self._grow(None))

    def __bool__(self) -> bool:
        """Whether there is any; finds the first."""
        return bool(self._grow(1))

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        """The action at a place, or a list of those of a slice."""
        if self._complete:
            return self._found[index]
        if isinstance(index, slice):
            return self._grow(_end(index))[index]
        return self._grow(None if index < 0 else index + 1)[index]

    def __contains__(self, action: object) -> bool:
        """Whether an action is legal; checked by rule."""
        if not isinstance(action, Action):
            return False
        if action.seat not in acting_seats(self._rules, self._source, self._asked):
            return False
        if action.extra and outcome_move(self._rules, action) is not None:
            return False
        if self._plain:
            return any(action == other for other in self)
        return why_not(self._rules, self._source, action) is None

    def plain(self) -> LegalActions:
        """These actions without the melds that spend a wild card where a natural one of the hand would do.

        If wild cards of different kinds, as twos and jokers, could trade places in a meld, only one order is listed. If
        nothing else is legal, these actions are returned as they are.
        """
        plain = LegalActions(self._rules, self._source, self._asked, plain=True)
        return plain or self

    def __repr__(self) -> str:
        """The number of actions generated so far."""
        return f"<LegalActions, {len(self._found)} found{'' if self._complete else ' so far'}>"


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
        PositionError: for a seat that does not play, or a state of other rules.
        TypeError: for a seat that is not a whole number.
    """
    try:
        if state.public.match.rules_number != rules.number:
            check_table(rules, state)
    except AttributeError as error:
        refuse_arguments(error)
        raise
    if rules.wilds_change:
        rules = rules_now(rules, state)
    if seat is not None:
        return LegalActions(rules, state, check_seat(rules, state, seat))
    return LegalActions(rules, state)


def _questions(rules: Rules, source: State | View, asked: int | None) -> _Questions:
    """The facts of each seat that may act, and the moves that it may make."""
    public = source.public
    own = rules.turn.turn_moves.get(public.phase, ())
    if public.phase not in rules.turn.other_moves and asked is None and type(source) is State:
        return [(ViewFacts(rules, seat_view(rules, source, public.to_act)), own)] if own else []
    others = moves_of_others(rules, source)
    if not own and not others:
        return []
    made: _Questions = []
    for seat in acting_seats(rules, source, asked):
        # The moves of a round are among its own.
        moves = (*own, *(move for move in others if move.whose == "others")) if seat == public.to_act else others
        if moves:
            made.append((facts_of(rules, source, seat), moves))
    return made


def facts_of(rules: Rules, source: State | View, seat: int) -> ViewFacts:
    """The facts of a seat's view, for listing its moves."""
    return ViewFacts(rules, view_of(rules, source, seat))


def actions_of(move: MoveInPlay, facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """List the legal actions of a move for the seat of a view.

    Every list of a plugin's move is made here, so a breakpoint shows why an action is missing. `_refuse_now`
    (`engine/step.py`) asks the same about one action. Moves of the core call the hook `may` and ask about duties among
    their own questions: their refusals have an order, and most of their lists are looked up.
    """
    if not move.by:
        return move.generate(facts, plain=plain)
    if move.whose == "pending" and facts.view.seat not in facts.view.public.turn.pending:
        return ()
    if move.ends and facts.rules.turn.duties and refuse_end(facts.rules, facts.view, move) is not None:
        return ()
    found = move.generate(facts, plain=plain)
    return found if move.forbids is None else _allowed_by(move.forbids, facts, found)


def _allowed_by(forbids: Check, facts: ViewFacts, found: Iterable[Action]) -> Iterator[Action]:
    return (action for action in found if forbids(facts.rules, facts.view, action) is None)


def moves_of_others(rules: Rules, source: State | View) -> tuple[MoveInPlay, ...]:
    """The moves that can be made out of turn now, as far as all can see."""
    moves = rules.turn.other_moves.get(source.public.phase, ())
    if not moves:
        return ()
    view = source if type(source) is View else spectator_view(rules, source)
    return tuple([move for move in moves if move.possible is None or move.possible(rules, view)])


def acting_seats(rules: Rules, source: State | View, asked: int | None = None) -> tuple[int, ...]:
    """The seats that may have something to list: the one on turn, then clockwise those that may act out of turn.

    The hand waits only for some of them (`must_act` in `engine/turns.py`).
    """
    phase, first = source.public.phase, source.public.to_act
    if phase == OVER_PHASE:
        return ()
    if isinstance(source, View):
        return (source.seat,) if source.seat >= 0 and asked in (None, source.seat) else ()
    if asked is not None:
        return (asked,)
    seats: tuple[int, ...] = (first,) if phase in rules.turn.turn_moves else ()
    if phase not in rules.turn.other_moves:
        return seats
    return (first, *((first + step) % rules.seats for step in range(1, rules.seats)))


# ---------------------------------------------------------------- natural listing
# Lists a phase of the seat on turn in one pass, where no wild card is in reach.
#
# This is the eager path beside the moves' generators. It asks nothing that these rules and this position leave out. It
# makes a view only for a rule that reads it, and generates only what plugins add or what they answer about takes.
# Random play of the plain presets spends most of its time here: without it a decision of `classic` takes 16 % more
# instructions, of `boathouse` 12 %, of `pagat`, which has jokers, no more. `tests/engine/test_natural_listing.py`
# compares it with the generators.


def list_natural(rules: Rules, source: State | View, asked: int | None, *, plain: bool) -> list[Action] | None:
    """The actions of the seat on turn, in the order of its moves' generators."""
    public = source.public
    seat, phase = public.to_act, public.phase
    if phase not in rules.natural_phases or not (asked is None or asked == seat):
        return None
    if type(source) is State:
        hand = source.hands[seat]
    elif source.seat == seat:
        hand = source.hand
    else:
        return None
    if hand & rules.melding.finder.wild_bits:
        return None
    side_cards = rules.melding.side_cards
    if side_cards is not None and side_cards(rules, view_of(rules, source, seat)):
        return None
    if rules.melding.opening_minimum is not None:
        source = view_of(rules, source, seat)
        if opening_is_due(rules, source):
            return None
    if phase == DRAW_PHASE:
        return _draws(rules, source, hand, plain=plain)
    return _plays(rules, source, hand, plain=plain)


def _draws(rules: Rules, source: State | View, hand: Bag, *, plain: bool) -> list[Action] | None:
    """The draw, the takes, and the moves that plugins add; `None` for a rare position.

    Rare are an empty stock, an empty pile, an empty hand, a wild card in the pile, and the turn after a refused offer.
    """
    public, turn, actions = source.public, rules.turn, rules.cache.actions
    seat, pile = public.to_act, public.pile
    if not public.stock_count or not pile or not hand or public.turn.stock_only:
        return None
    found = [actions.draws[seat]]
    added = turn.added_moves[DRAW_PHASE]
    if added or not rules.takes_looked_up:
        facts = ViewFacts(rules, view_of(rules, source, seat))
        if facts.pile_faces & rules.melding.finder.wild_bits:
            return None
        found += TAKE_MOVE.generate(facts, plain=plain)
        for move in added:
            found += actions_of(move, facts, plain=plain)
        return found
    pile_faces = rules.cache.pile_faces(pile)
    if pile_faces & rules.melding.finder.wild_bits:
        return None
    lay_offs_to = int(turn.top_may_be_kept) if turn.deep_take_needs_new_meld else len(pile)
    takes = down_the_pile(
        rules, source, actions.takes, seat, hand, pile, pile_faces, pile_faces | hand, lay_offs_to=lay_offs_to
    )
    if takes and rules.melding.may_meld is not None:
        takes = allowed(rules, view_of(rules, source, seat), takes)
    if turn.top_may_be_kept:
        top = actions.tops[seat][pile[-1]]
        if turn.bars_only_gained:
            found.append(top)
        else:
            takes = [top, *takes]
    if not takes:
        return found
    held = public.hand_size(seat)
    # maybe none is left that may be discarded
    if not turn.bars_only_gained or any(len(take.pieces) > held for take in takes):
        check = TakeFacts(rules, view_of(rules, source, seat))
        takes = [take for take in takes if check.may_finish(take, top_places(take.depth))]
    return found + takes


def _plays(rules: Rules, source: State | View, hand: Bag, *, plain: bool) -> list[Action] | None:
    """The new melds, the lay-offs, the discards, and the moves that plugins add; `None` if every card is barred."""
    public, melding, turn, actions = source.public, rules.melding, rules.turn, rules.cache.actions
    seat = public.to_act
    facts: ViewFacts | None = None
    if turn.lone_top_barred:
        barred = lone_top(public.turn)
    else:
        facts = ViewFacts(rules, view_of(rules, source, seat))
        barred = facts.barred
    discards = actions.all_discards(seat, without(hand, barred) if barred else hand)
    if not discards:
        return None
    found = actions.melds(seat, hand)
    targets = melding.finder.targets(public.table, hand)
    if targets:
        if melding.may_lay is not None:
            facts = facts or facts_of(rules, source, seat)
            targets = open_targets(rules, facts.view, targets)
        for on, meld, wanted in targets:
            found += actions.lay_offs(seat, on, meld, hand, wanted)
    if found:
        if rules.melding.may_meld is not None:
            facts = facts or facts_of(rules, source, seat)
            found = allowed(rules, facts.view, found)
        if barred or not turn.melding_goes_out:
            facts = facts or facts_of(rules, source, seat)
            found = facts.finishing(found)
    found += discards
    for move in turn.added_moves[PLAY_PHASE]:
        facts = facts or facts_of(rules, source, seat)
        found += actions_of(move, facts, plain=plain)
    return found


# ---------------------------------------------------------------- the default action


def default_action(rules: Rules, state: State | View, seat: SupportsIndex) -> Action | None:
    """The action that does least for a seat whose time is up; the same for the same view.

    It draws from the stock or passes; it melds only where the turn cannot end otherwise; it discards the card just
    drawn if it may, else the one that counts most in hand.

    Args:
        rules: the rules in force.
        state: a state, or the seat's view.
        seat: the seat, of any type that has an index.

    Returns:
        A legal action, or `None` for a seat that need not act.

    Raises:
        PositionError: for a seat that does not play, or a state of other rules.
    """
    whose = check_seat(rules, state, seat)
    legal = legal_actions(rules, state, seat=whose)
    if whose not in must_act(rules, state.public) or not legal:
        return None
    for verb in (PASS, DRAW):
        quiet = Action(whose, verb)
        if quiet in legal:
            return quiet
    discards = [action for action in legal.plain() if action.verb == DISCARD]
    if not discards:
        return legal[0]
    points = points_in_hand(rules, state)
    return max(discards, key=lambda each: (state.drawn == ONE[each.card], points[each.card], -each.card))


def ask_order(rules: Rules, state: State) -> tuple[int, ...]:
    """The seats that have something to decide, in the order to ask them.

    Claims come first, clockwise from the left of the seat that ended the last turn; the seat on turn is asked last,
    because its draw closes the window. A seat on turn that may also claim is in both places. In a round in any order
    all pending seats are asked in the place of the seat on turn, clockwise.

    Args:
        rules: the rules in force.
        state: the state.

    Returns:
        The seats; empty where the hand is over or chance is due.
    """
    check_table(rules, state)
    public = state.public
    if public.phase == OVER_PHASE or public.phase not in rules.turn.turn_moves:
        return ()
    on_turn = must_act(rules, public)
    moves = tuple([move for move in moves_of_others(rules, state) if move.whose == "others"])
    if not moves:
        return on_turn
    start = public.last + 1 if public.last >= 0 else public.to_act
    clockwise = [(start + step) % rules.seats for step in range(rules.seats)]
    facts = [ViewFacts(rules, seat_view(rules, state, seat)) for seat in clockwise]
    claim = [each.view.seat for each in facts if any(any(actions_of(move, each, plain=False)) for move in moves)]
    return (*claim, *on_turn)
