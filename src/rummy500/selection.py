"""Find the legal actions that use the cards which a user has selected, and say why there is none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

import attrs

from rummy500.actions import CALL, DISCARD, LAY, MELD, NONE, TAKE, USE_GROUP, USE_LAY, USE_RUN, Action
from rummy500.cards.cards import (
    EMPTY_BAG,
    JOKER,
    NATURALS,
    SPARE,
    UNKNOWN,
    Bag,
    add,
    bag_of,
    card_text,
    cards_of,
    common,
    count,
    faces_of,
    minus,
    rank_of,
    remove,
    size,
    suit_of,
    union,
)
from rummy500.cards.pieces import (
    Meld,
    Pieces,
    group_order,
    is_natural,
    natural_order,
    natural_piece,
    pieces_bag,
    run_order,
    wild_in_group,
    wild_in_run,
)
from rummy500.cards.shapes import ACE_HIGH, ALL_THIRTEEN, SMALLEST, MeldShapes
from rummy500.engine.facts import ViewFacts
from rummy500.engine.listing import LegalActions, legal_actions
from rummy500.engine.moves import CORE_MOVES
from rummy500.engine.play_finder import Play
from rummy500.engine.step import why_not
from rummy500.engine.views import check_seat, settled
from rummy500.errors import NotationError, Refusal, refuse
from rummy500.game.view import observe
from rummy500.inputs import quoted, whole_number
from rummy500.notation.actions import parse_cards
from rummy500.rules.move import Move
from rummy500.rules.plugin_errors import names_plugins
from rummy500.rules.rules import Rules
from rummy500.state import DRAW_PHASE, State, View

# ---------------------------------------------------------------- selection
# Find the legal actions that use the cards which a user has selected: exactly these, or these and more.
#
# `actions_for_cards` finds the actions of a finished selection, `completions` those that a selection can grow into.
# Both build only plays that hold the selected cards, smallest first, and ask the rules about each: a selected wild
# card, or a card deep in the pile, does not list everything that could be played without it.

#: The moves whose actions `_Search.of_core` builds, unless a plugin has a move of that verb in the phase.
_CORE_VERBS: Final = frozenset(move.verb for move in CORE_MOVES)
_CORE_GENERATORS: Final = frozenset(move.generate for move in CORE_MOVES)
#: The most actions that one question asks the rules about, and that it lists of each move of a plugin.
_MOST_ASKED: Final = 1_000
#: The most results of one question.
_MOST_FOUND: Final = 1_000
_SUITS: Final = frozenset(range(4))
_RANKS: Final = frozenset(range(13))


@attrs.frozen
class Completion:
    """A legal action that uses all selected cards and more.

    Attributes:
        action: the action.
        add: the cards to add to the selection, in a fixed order; of a take, cards of the pile may be among them.
    """

    action: Action
    add: tuple[int, ...]


@attrs.frozen
class Completions:
    """The first legal actions that a selection can grow into.

    Attributes:
        found: the actions, those that need the fewest more cards first.
        more: whether there may be others: the limit was reached, or the search ended early.
    """

    found: tuple[Completion, ...]
    more: bool


@names_plugins
def actions_for_cards(rules: Rules, state: State | View, seat: int, cards: str | Iterable[int]) -> tuple[Action, ...]:
    r"""The legal actions of a seat that use exactly the cards that a user has selected.

    The cards may come from the hand and from the pile. For a wild card the actions of all its possible roles are found.
    A single card may be discarded, laid off, taken or called.

    Args:
        rules: the rules in force.
        state: a state, or the seat's view.
        seat: the seat that acts.
        cards: the selected cards, in any order, as text or as cards.

    Returns:
        The actions, in a fixed order: each plays exactly these cards, or discards or takes the only one.

    Raises:
        PositionError: for a seat that does not play, or a state of another number of seats.
        NotationError: for text that names no cards.
        TypeError: for a card that is not a whole number.

    Examples:
        >>> import rummy500 as r5
        >>> text = 'phase = "play"\nto_act = 0\nhands = ["9h 9s * Kd", "2c 3c"]'
        >>> hand = r5.parse_position(text)
        >>> [r5.action_text(found) for found in r5.actions_for_cards(hand.rules, hand.state, 0, "9h * 9s")]
        ['0: meld {9s 9h *=9}']
    """
    seat = check_seat(rules, state, seat)
    selected = _selected(cards)
    if not selected:
        return ()
    length = size(selected)
    search = _Search(rules, state, seat, selected)
    return tuple(search.legal((*search.of_core((length,)), *search.of_plugins(exactly=True))))


@names_plugins
def completions(
    rules: Rules, state: State | View, seat: int, cards: str | Iterable[int], *, limit: int = 20
) -> Completions:
    r"""The first legal actions of a seat that use all cards selected so far, and more.

    For a user who clicks card by card. Ask `actions_for_cards` for the actions of the selection as it is. Actions that
    `LegalActions.plain` leaves out are found, too.

    Args:
        rules: the rules in force.
        state: a state, or the seat's view.
        seat: the seat that acts.
        cards: the cards selected so far, of the hand and of the pile, in any order, as text or as cards.
        limit: the most actions to find, 1 to 1,000.

    Returns:
        The actions, those that need the fewest more cards first; none for an empty selection. The search ends early
        after it has asked the rules about 1,000 plays, and `more` says so.

    Raises:
        PositionError: for a seat that does not play, or a state of another number of seats.
        NotationError: for text that names no cards.
        ValueError: for a limit out of range.
        TypeError: for a limit or a card that is not a whole number.

    Examples:
        >>> import rummy500 as r5
        >>> hand = r5.parse_position('to_act = 0\nhands = ["4h 4c 9s Kd", "2c"]\npile = "Jd 4d Kc"\nstock = "5s"')
        >>> for found in r5.completions(hand.rules, hand.state, 0, "4d").found:
        ...     print(r5.action_text(found.action, hand.state), "| add", r5.cards_text(found.add))
        0: take 4d with {4h 4d 4c} | add 4h 4c
    """
    seat = check_seat(rules, state, seat)
    limit = whole_number(limit, "limit")
    if not 1 <= limit <= _MOST_FOUND:
        raise ValueError(f"limit must be from 1 to {_MOST_FOUND:,}, not {quoted(limit)}")
    selected = _selected(cards)
    if not selected:
        return Completions((), more=False)
    search = _Search(rules, state, seat, selected)
    lengths = range(size(selected) + 1, max(ALL_THIRTEEN, search.shapes.group_cap) + 1)
    first = tuple(islice(search.legal(search.of_core(lengths)), limit + 1))
    further = tuple(islice(search.legal(search.of_plugins(exactly=False)), limit + 1))
    both = sorted(dict.fromkeys((*first, *further)), key=lambda action: size(_used(action)))
    found = tuple(Completion(action, cards_of(minus(_used(action), selected))) for action in both[:limit])
    return Completions(found, more=search.is_cut or len(both) > limit)


def _selected(cards: str | Iterable[int]) -> Bag:
    """The selected cards as a bag; empty if no action can use them: a hidden one, or more copies than any pack has."""
    named = parse_cards(cards) if isinstance(cards, str) else cards
    numbers = [whole_number(card, "a card") for card in named]
    if any(not 0 <= card <= SPARE for card in numbers):
        return EMPTY_BAG
    try:
        return bag_of(numbers)
    except ValueError:
        return EMPTY_BAG


def _used(action: Action) -> Bag:
    """The cards that a user selects for an action: those that it plays, or the only card that it names."""
    return pieces_bag(action.pieces) or (bag_of((action.card,)) if action.card >= 0 else EMPTY_BAG)


def _has(bag: Bag, part: Bag) -> bool:
    """Whether a bag has all cards of another."""
    return common(bag, part) == part


@attrs.frozen
class _Source:
    """A source of cards for a play: the hand, or a card of the pile with all that comes with it.

    Attributes:
        verb: the move; of the hand `meld`, which stands for `lay`, too.
        depth: the depth of the card taken or called, 0 for the hand.
        cards: the cards at hand, as a bag.
        needed: the cards that the play must hold, as a bag.
    """

    verb: str
    depth: int
    cards: Bag
    needed: Bag


class _Search:
    """The actions of one seat that use the selected cards.

    Attributes:
        shapes: the shape rules in force.
        is_cut: whether some actions have not been looked at.
    """

    def __init__(self, rules: Rules, state: State | View, seat: int, selected: Bag) -> None:
        self._view = state if isinstance(state, View) else observe(rules, state, seat)
        self._legal: LegalActions = legal_actions(rules, state, seat=seat)
        self._rules = settled(rules, self._view) if rules.wilds_change else rules
        self._facts = ViewFacts(self._rules, self._view)
        self._selected = selected
        self.shapes: MeldShapes = self._rules.finder_for(self._view).shapes
        self.is_cut = False

    def legal(self, actions: Iterable[Action]) -> Iterator[Action]:
        """Keep the legal ones, each once, as long as few are asked about."""
        asked: set[Action] = set()
        for action in actions:
            if action not in asked:
                if len(asked) == _MOST_ASKED:
                    self.is_cut = True
                    return
                asked.add(action)
                if action in self._legal:
                    yield action

    def _moves(self) -> Iterator[Move]:
        """The moves that the seat may make in this phase."""
        turn, phase = self._rules.turn, self._view.public.phase
        if self._view.seat == self._view.public.to_act:
            yield from turn.turn_moves.get(phase, ())
        yield from turn.other_moves.get(phase, ())

    def of_plugins(self, *, exactly: bool) -> Iterator[Action]:
        """The actions of plugins' moves that use the selected cards, exactly these or with others."""
        turn, phase = self._rules.turn, self._view.public.phase
        for move in self._moves():
            of_core = move.generate in _CORE_GENERATORS or (move.verb, phase) not in turn.phased
            if not move.suffix and move.verb in _CORE_VERBS and of_core:
                continue
            for plain in (True, False):
                listed = iter(move.generate(self._facts, plain=plain))
                for action in islice(listed, _MOST_ASKED):
                    used = _used(action)
                    if used == self._selected if exactly else used != self._selected and _has(used, self._selected):
                        yield action
                if not plain and next(listed, None) is not None:
                    self.is_cut = True

    def of_core(self, lengths: Sequence[int]) -> Iterator[Action]:
        """Every action of the core that could use the selected cards, legal or not, by the number of cards it uses."""
        seat, pile = self._view.seat, self._view.public.pile
        verbs = {move.verb for move in self._moves()}
        sources = list(self._sources(verbs))
        for length in lengths:
            if length == 1:
                yield from self._alone()
            for source in sources:
                for use, pieces, on in self._plays(source, length):
                    if source.verb == MELD:
                        yield Action(seat, LAY if use == USE_LAY else MELD, NONE, 0, use, pieces, on)
                    else:
                        card = pile[-source.depth] if source.verb == TAKE else NONE
                        yield Action(seat, source.verb, card, source.depth, use, pieces, on)
        for depth in self._facts.takes.depths if TAKE in verbs and self._rules.turn.uses else ():
            after = self._facts.takes.view_with(depth, self._facts.takes.places(depth))
            for further in self._rules.turn.uses.values():
                for pieces, on in further.find(self._rules, after, pile[-depth]):
                    played = pieces_bag(pieces)
                    if size(played) in lengths and _has(played, self._selected):
                        yield Action(seat, TAKE, pile[-depth], depth, further.word, pieces, on)

    def _alone(self) -> Iterator[Action]:
        """The discard of the only selected card, and the takes of it."""
        (card,) = cards_of(self._selected)
        pile = self._view.public.pile
        yield Action(self._view.seat, DISCARD, card)
        for depth in range(1, len(pile) + 1):
            if pile[-depth] == card:
                yield Action(self._view.seat, TAKE, card, depth)

    def _sources(self, verbs: set[str]) -> Iterator[_Source]:
        """The places from which the selected cards can be played together."""
        hand, pile, selected = self._facts.hand, self._view.public.pile, self._selected
        if not verbs.isdisjoint((MELD, LAY)) and _has(hand, selected):
            yield _Source(MELD, 0, hand, selected)
        above = EMPTY_BAG
        for depth in range(1, len(pile) + 1) if not verbs.isdisjoint((TAKE, CALL)) else ():
            card = pile[-depth]
            above = add(above, card)
            needed = selected if count(selected, card) else add(selected, card)
            if TAKE in verbs and self._facts.takes.come(depth):
                cards = union(hand, self._facts.takes.cards_with(depth))
                if _has(cards, needed):
                    yield _Source(TAKE, depth, cards, needed)
            if CALL in verbs and _has(above, needed):
                yield _Source(CALL, depth, above, needed)

    def _plays(self, source: _Source, length: int) -> Iterator[Play]:
        """Every play of so many cards that holds the needed ones, by shape; wrong ones may be among them."""
        if length < size(source.needed):
            return
        fixed = [card for card in faces_of(source.needed) if card not in self.shapes.wilds]
        natural = [card for card in fixed if card < NATURALS]
        jokers = len(fixed) > len(natural)
        if jokers and (natural or not self.shapes.joker_groups):
            return
        if length >= SMALLEST:
            if not jokers:
                yield from self._new_melds(source, natural, length)
            if self.shapes.joker_groups and not natural and JOKER not in self.shapes.wilds:
                yield from ((USE_GROUP, pieces, NONE) for pieces in self._group(source, ALL_THIRTEEN, length))
        for on, meld in enumerate(self._view.public.table):
            of_line = all((card // 13 if meld.is_run else card % 13) == meld.line for card in natural)
            if of_line and (not jokers or meld.line == ALL_THIRTEEN):
                for pieces in self._lay_offs(source, meld, length):
                    yield USE_LAY, pieces, on

    def _new_melds(self, source: _Source, natural: Sequence[int], length: int) -> Iterator[Play]:
        """The new melds, runs first; `natural` are the needed cards that are not wild."""
        suits = {card // 13 for card in natural} or _SUITS
        ranks = {card % 13 for card in natural} or _RANKS
        for suit in sorted(suits) if len(suits) == 1 or not natural else ():
            for low in range(ACE_HIGH + 2 - length):
                for pieces in self._run(source, suit, range(low, low + length)):
                    if any(map(is_natural, pieces)):
                        yield USE_RUN, run_order(pieces), NONE
        for rank in sorted(ranks) if len(ranks) == 1 or not natural else ():
            for pieces in self._group(source, rank, length):
                if any(map(is_natural, pieces)):
                    yield USE_GROUP, group_order(pieces), NONE

    def _lay_offs(self, source: _Source, meld: Meld, length: int) -> Iterator[Pieces]:
        if not meld.is_run:
            yield from map(group_order, self._group(source, meld.line, length))
            return
        for first in (meld.high + 1, meld.low - length):
            if 0 <= first <= ACE_HIGH + 1 - length:
                yield from map(natural_order, self._run(source, meld.line, range(first, first + length)))

    def _group(self, source: _Source, rank: int, length: int) -> Iterator[Pieces]:
        """Every choice of so many natural cards of a rank, and wild cards, that holds the needed ones."""
        natural = [JOKER] if rank == ALL_THIRTEEN else range(rank, NATURALS, 13)
        others = [] if rank == ALL_THIRTEEN else [face for face in self.shapes.wilds if face not in natural]
        most_of_suit = 1 if self.shapes.different_suits and rank < ALL_THIRTEEN else length
        choices = [
            (natural_piece(face), count(source.needed, face), min(most_of_suit, count(source.cards, face)))
            for face in natural
        ]
        choices += [
            (wild_in_group(face, rank), count(source.needed, face), count(source.cards, face)) for face in others
        ]
        yield from _chosen([choice for choice in choices if choice[2] or choice[1]], length)

    def _run(self, source: _Source, suit: int, places: range) -> Iterator[Pieces]:
        """Every way to fill these places of a suit with cards, natural and wild, that holds the needed ones."""
        roles = [suit * 13 + place % 13 for place in places]
        wilds = self.shapes.wilds
        if any(card not in wilds and card not in roles for card in faces_of(source.needed)):
            return
        wild = {face: count(source.cards, face) for face in wilds if count(source.cards, face)}
        # The wild cards that the places from each one on need at least.
        gaps = [0] * (len(roles) + 1)
        for index in range(len(roles) - 1, -1, -1):
            gaps[index] = gaps[index + 1] + (not count(source.cards, roles[index]))
        ahead: list[tuple[Pieces, dict[int, int], Bag]] = [((), wild, source.needed)]
        while ahead:
            done, left, needed = ahead.pop()
            index = len(done)
            if index == len(roles):
                if not needed:
                    yield done
                continue
            if size(needed) > len(roles) - index or sum(left.values()) < gaps[index]:
                continue
            role = roles[index]
            if role in wilds or not count(needed, role):
                ahead += [
                    ((*done, wild_in_run(face, role)), {**left, face: left[face] - 1}, _without(needed, face))
                    for face in reversed(left)
                    if face != role and left[face]
                ]
            if count(source.cards, role) and left.get(role, 1):
                after = {**left, role: left[role] - 1} if role in left else left
                ahead.append(((*done, natural_piece(role)), after, _without(needed, role)))


def _without(bag: Bag, card: int) -> Bag:
    """A bag without one copy of a card, if it has any."""
    return remove(bag, card) if count(bag, card) else bag


def _chosen(choices: Sequence[tuple[int, int, int]], length: int) -> Iterator[Pieces]:
    """Every choice of so many pieces, each of which is chosen at least, and at most, so many times."""
    if not choices:
        if not length:
            yield ()
        return
    (piece, least, most), rest = choices[0], choices[1:]
    for times in range(min(most, length), least - 1, -1):
        if sum(each[1] for each in rest) <= length - times <= sum(each[2] for each in rest):
            for others in _chosen(rest, length - times):
                yield (piece,) * times + others


# ---------------------------------------------------------------- no action
# `why_no_action` explains why no legal action uses the cards that a user has selected.
#
# It guesses the action that the user meant by them, and says why that one is not legal.

#: The most cards of a selection.
_MOST: Final = 100
_NO_ACTION: Final = refuse("turn.cards", "no-action", "No move uses exactly these cards.")


class NoAction(NamedTuple):
    """Why no legal action uses the selected cards.

    Attributes:
        guess: the action that the user probably meant.
        refusal: why it is not legal.
    """

    guess: Action
    refusal: Refusal


@names_plugins
def why_no_action(rules: Rules, state: State | View, seat: int, cards: str | Iterable[int]) -> NoAction | None:
    r"""Explain why no legal action of a seat uses exactly the cards that a user has selected.

    Args:
        rules: the rules in force.
        state: a state, or the seat's view.
        seat: the seat that acts.
        cards: the selected cards, in any order, as text or as cards; 1 to 100.

    Returns:
        The likeliest action with these cards and its refusal; `None` if `actions_for_cards` finds a legal action.

    Raises:
        PositionError: for a seat that does not play, or a state of another number of seats.
        NotationError: for text that names no cards, for a hidden or an unknown card, and for no or too many cards.
        TypeError: for a card that is not a whole number.

    Examples:
        >>> import rummy500 as r5
        >>> hand = r5.parse_position('phase = "play"\nto_act = 0\nhands = ["9h 9s Kd", "2c 3c"]\nstock = "5s"')
        >>> guess, refusal = r5.why_no_action(hand.rules, hand.state, 0, "9h 9s")
        >>> print(guess, "-", refusal)
        0: meld {9s 9h} - A meld has three cards or more; this one has 2. (meld.size)
    """
    seat = check_seat(rules, state, seat)
    selected = _checked(parse_cards(cards) if isinstance(cards, str) else cards)
    if actions_for_cards(rules, state, seat, selected):
        return None
    view = state if isinstance(state, View) else observe(rules, state, seat)
    guess = _likeliest(rules, view, selected)
    return NoAction(guess, why_not(rules, view, guess) or _NO_ACTION)


def _checked(cards: Iterable[int]) -> tuple[int, ...]:
    """The selected cards as numbers, each of which is a card."""
    found: list[int] = []
    for each in cards:
        card = whole_number(each, "a card")
        if not 0 <= card <= SPARE:
            shown = card_text(card) if card == UNKNOWN else quoted(each)
            raise NotationError(f"{shown} is not a card that can be selected", expected=f"0 to {SPARE}")
        if len(found) == _MOST:
            raise NotationError(f"a selection has at most {_MOST} cards")
        found.append(card)
    if not found:
        raise NotationError("no card is selected", expected="one or more cards")
    return tuple(found)


def _likeliest(rules: Rules, view: View, cards: Sequence[int]) -> Action:
    """Guess the likeliest action that uses exactly these cards, legal or not."""
    seat, pile = view.seat, view.public.pile
    depths = [pile[::-1].index(card) + 1 for card in cards if card in pile and not count(view.hand, card)]
    if len(cards) == 1:
        if depths:
            return Action(seat, TAKE, cards[0], depths[0])
        return Action(seat, DISCARD, cards[0])
    use, pieces, on = _play(rules, view, cards)
    if view.public.phase == DRAW_PHASE and depths:
        depth = max(depths)
        return Action(seat, TAKE, pile[-depth], depth, use, pieces, on)
    return Action(seat, MELD if on == NONE else "lay", NONE, 0, use, pieces, on)


def _play(rules: Rules, view: View, cards: Sequence[int]) -> tuple[str, Pieces, int]:
    wilds = [card for card in cards if card >= NATURALS]
    naturals = [card for card in cards if card < NATURALS]
    ranks = {rank_of(card) for card in naturals}
    as_group = len(ranks) == 1
    if as_group:
        rank = ranks.pop()
        pieces = group_order([*map(natural_piece, naturals), *(wild_in_group(card, rank) for card in wilds)])
    else:
        pieces = run_order([*map(natural_piece, naturals), *_in_gaps(naturals, wilds)])
    if len(cards) < rules.melding.shapes.run_min and naturals:
        on = _fitting(view, naturals[0])
        if on != NONE:
            return USE_LAY, natural_order(pieces), on
    return USE_GROUP if as_group else USE_RUN, pieces, NONE


def _fitting(view: View, card: int) -> int:
    """Find a meld on the table that a card could be meant for."""
    for on, meld in enumerate(view.public.table):
        if meld.line == (suit_of(card) if meld.is_run else rank_of(card)):
            return on
    return NONE


def _in_gaps(naturals: Sequence[int], wilds: Sequence[int]) -> list[int]:
    """Give wild cards places in a run around its natural cards: gaps first, then upwards, then downwards."""
    if not naturals:
        return [natural_piece(card) for card in wilds]
    suit = suit_of(naturals[0]) * 13
    ranks = sorted(map(rank_of, naturals))
    places = [*range(ranks[0], ranks[-1]), *range(ranks[-1], 13), *reversed(range(ranks[0]))]
    free = [suit + place for place in places if place not in ranks]
    return [wild_in_run(card, role) for card, role in zip(wilds, free, strict=False)]
