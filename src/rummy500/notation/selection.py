"""Find the legal actions that a person means by selected cards or a typed line, or say why there is none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple

import attrs

from rummy500.base.errors import IllegalActionError, NotationError, Reason, Refusal
from rummy500.base.inputs import quoted, whole_number
from rummy500.cards.cards import (
    EMPTY_BAG,
    NATURALS,
    SPARE,
    UNKNOWN,
    Bag,
    add,
    bag_of,
    card_text,
    cards_of,
    cards_text,
    count,
    faces_of,
    rank_of,
    size,
    suit_of,
    union,
    without,
)
from rummy500.cards.pieces import (
    Pieces,
    group_order,
    natural_order,
    natural_piece,
    piece_card,
    pieces_bag,
    run_order,
    wild_in_group,
    wild_in_run,
)
from rummy500.engine.facts import ViewFacts
from rummy500.engine.listing import LegalActions, actions_of, legal_actions
from rummy500.engine.observe import observe
from rummy500.engine.plays import PlayFinder
from rummy500.engine.step import why_not
from rummy500.engine.views import check_seat, rules_now
from rummy500.notation.actions import bare_text, parse_cards, read_decision
from rummy500.rules.actions import CALL, DISCARD, LAY, MELD, NONE, TAKE, USE_GROUP, USE_LAY, USE_RUN, Action
from rummy500.rules.blame import blame
from rummy500.rules.move import MoveInPlay
from rummy500.rules.rules import Rules
from rummy500.rules.state import DRAW_PHASE, State, View

# `actions_for_cards` finds the actions of a finished selection, `completions` those that a selection can grow into.
# Both have `PlayFinder` find the plays with one of the selected cards, and ask the rules about those that use them all,
# smallest first: a selected wild card, or a card deep in the pile, does not list what could be played without it.

#: The most actions that one question asks the rules about, and that it lists of each move of a plugin.
_MOST_ASKED: Final = 1_000
#: The most results of one question.
_MOST_FOUND: Final = 1_000
#: The most plays that one question has found, in each of its two passes.
_MOST_PLAYS: Final = 10_000


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
        PositionError: for a seat that does not play, or a state of other rules.
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
    search = _Search(rules, state, seat, selected, exactly=True)
    return tuple(search.legal((*search.of_core(), *search.of_plugins())))


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
        after 10,000 plays, or once it has asked the rules about 1,000, and `more` says so. It takes many wild cards to
        have so many; the actions found may then not be the ones that need the fewest more cards.

    Raises:
        PositionError: for a seat that does not play, or a state of other rules.
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
    search = _Search(rules, state, seat, selected, exactly=False)
    each = (islice(search.legal(actions), limit + 1) for actions in (search.of_core(), search.of_plugins()))
    both = sorted(dict.fromkeys(chain.from_iterable(each)), key=lambda action: size(_used(action)))
    found = tuple(Completion(action, cards_of(without(_used(action), selected))) for action in both[:limit])
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


class _Search:
    """The actions of one seat that use the selected cards: exactly these, or these and more."""

    def __init__(self, rules: Rules, state: State | View, seat: int, selected: Bag, *, exactly: bool) -> None:
        self._view = state if isinstance(state, View) else observe(rules, state, seat)
        self._legal: LegalActions = legal_actions(rules, state, seat=seat)
        self._rules = rules_now(rules, self._view) if rules.wilds_change else rules
        self._facts = ViewFacts(self._rules, self._view)
        self._selected = selected
        self._exactly = exactly
        self.is_cut = False

    def legal(self, actions: Iterable[Action]) -> Iterator[Action]:
        """Keep the legal ones, each once, as long as few are asked about."""
        for asked, action in enumerate(dict.fromkeys(actions)):
            if asked == _MOST_ASKED:
                self.is_cut = True
                return
            if action in self._legal:
                yield action

    def _fits(self, used: Bag) -> bool:
        """Whether an action that uses these cards is looked for."""
        return used == self._selected if self._exactly else used != self._selected and not without(self._selected, used)

    def _moves(self) -> Iterator[MoveInPlay]:
        """The moves that the seat may make in this phase."""
        turn, phase = self._rules.turn, self._view.public.phase
        if self._view.seat == self._view.public.to_act:
            yield from turn.turn_moves.get(phase, ())
        yield from turn.other_moves.get(phase, ())

    def of_plugins(self) -> Iterator[Action]:
        """The actions of plugins' moves."""
        for move in self._moves():
            for plain in (True, False) if move.by else ():
                listed = iter(actions_of(move, self._facts, plain=plain))
                for action in islice(listed, _MOST_ASKED):
                    if self._fits(_used(action)):
                        yield action
                if not plain and next(listed, None) is not None:
                    self.is_cut = True

    def of_core(self) -> list[Action]:
        """The actions of the core, legal or not, those that use the fewest cards first."""
        found = filter(lambda action: self._fits(_used(action)), self._of_core())
        return sorted(found, key=lambda action: size(_used(action)))

    def _of_core(self) -> Iterator[Action]:
        """Actions of the core, legal or not, all that use the selected cards among them unless the search is cut."""
        seat, pile = self._view.seat, self._view.public.pile
        verbs = {move.verb for move in self._moves()}
        for card in cards_of(self._selected)[:1]:
            yield Action(seat, DISCARD, card)
            yield from (Action(seat, TAKE, card, depth) for depth in range(1, len(pile) + 1) if pile[-depth] == card)
        sources = list(self._sources(verbs))
        for plain in (True, False):  # where there are too many plays, those that waste no wild card are looked at first
            for verb, depth, cards, must in sources:
                plays = PlayFinder(self._rules, self._view, cards).plays_with(cards, must, plain=plain)
                for use, pieces, on in islice(plays, _MOST_PLAYS // len(sources)):
                    if verb == MELD:
                        yield Action(seat, LAY if use == USE_LAY else MELD, NONE, 0, use, pieces, on)
                    elif pile[-depth] in map(piece_card, pieces):
                        yield Action(seat, verb, pile[-depth] if verb == TAKE else NONE, depth, use, pieces, on)
                self.is_cut |= next(plays, None) is not None
        for depth in self._facts.takes.depths if TAKE in verbs and self._rules.turn.uses else ():
            after = self._facts.takes.view_after_take(self._facts.takes.places(depth))
            for further in self._rules.turn.uses.values():
                for pieces, on in further.find(self._rules, after, pile[-depth]):
                    yield Action(seat, TAKE, pile[-depth], depth, further.word, pieces, on)

    def _sources(self, verbs: set[str]) -> Iterator[tuple[str, int, Bag, int]]:
        """The sources of a play with the selected cards: the hand, or a card of the pile and all that comes with it.

        Each is the verb, the depth (0 for the hand), the cards, and one that the play must use. That is a natural card
        if possible, since the finder then has less to search.
        """
        hand, pile, wilds = self._facts.hand, self._view.public.pile, self._rules.finder_for(self._view).shapes.wilds
        sources = [] if verbs.isdisjoint((MELD, LAY)) else [(MELD, 0, hand)]
        above = EMPTY_BAG
        for depth in range(1, len(pile) + 1) if not verbs.isdisjoint((TAKE, CALL)) else ():
            above = add(above, pile[-depth])
            if TAKE in verbs and self._facts.takes.places(depth):
                sources.append((TAKE, depth, union(hand, self._facts.takes.collected_cards(depth))))
            if CALL in verbs:
                sources.append((CALL, depth, above))
        for verb, depth, cards in sources:
            needed = self._selected
            if depth and not count(needed, pile[-depth]):
                needed = add(needed, pile[-depth])
            fixed = [card for card in faces_of(needed) if card not in wilds]
            in_line = len({card // 13 for card in fixed}) < 2 or len({card % 13 for card in fixed}) < 2
            if in_line and not without(needed, cards) and (needed == self._selected or not self._exactly):
                yield verb, depth, needed if self._exactly else cards, (fixed or faces_of(needed))[0]


# ---------------------------------------------------------------- no action

#: The most cards of a selection.
_MOST: Final = 100
_NO_ACTION: Final = Reason("turn.cards", "no-action", "No move uses exactly these cards.")


class NoAction(NamedTuple):
    """Why no legal action uses the selected cards.

    Attributes:
        guess: the action that the user probably meant.
        refusal: why it is not legal.
    """

    guess: Action
    refusal: Refusal


def why_no_action(rules: Rules, state: State | View, seat: int, cards: str | Iterable[int]) -> NoAction | None:
    r"""Explain why no legal action of a seat uses exactly the cards that a user has selected.

    Args:
        rules: the rules in force.
        state: a state, or the seat's view.
        seat: the seat that acts.
        cards: the selected cards, in any order, as text or as cards; at most 100.

    Returns:
        The likeliest action with these cards and its refusal; `None` if `actions_for_cards` finds a legal action, or if
        no card is selected.

    Raises:
        PositionError: for a seat that does not play, or a state of other rules.
        NotationError: for text that names no cards, for a hidden or an unknown card, and for too many cards.
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
    if not selected or actions_for_cards(rules, state, seat, selected):
        return None
    view = state if isinstance(state, View) else observe(rules, state, seat)
    guess = _likeliest(rules, view, selected)
    return NoAction(guess, why_not(rules, view, guess) or _NO_ACTION())


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
    return tuple(found)


def _likeliest(rules: Rules, view: View, cards: Sequence[int]) -> Action:
    """Guess the likeliest action that uses exactly these cards, legal or not."""
    seat, pile = view.seat, view.public.pile
    depths = [pile[::-1].index(card) + 1 for card in cards if card in pile and not count(view.hand, card)]
    if len(cards) == 1:
        return Action(seat, TAKE, cards[0], depths[0]) if depths else Action(seat, DISCARD, cards[0])
    use, pieces, on = _play(rules, view, cards)
    if view.public.phase == DRAW_PHASE and depths:
        depth = max(depths)
        return Action(seat, TAKE, pile[-depth], depth, use, pieces, on)
    return Action(seat, MELD if on == NONE else LAY, NONE, 0, use, pieces, on)


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
        card = naturals[0]
        for on, meld in enumerate(view.public.table):  # a meld that the card could be meant for
            if meld.line == (suit_of(card) if meld.is_run else rank_of(card)):
                return USE_LAY, natural_order(pieces), on
    return USE_GROUP if as_group else USE_RUN, pieces, NONE


def _in_gaps(naturals: Sequence[int], wilds: Sequence[int]) -> list[int]:
    """Give wild cards places in a run around its natural cards: gaps first, then upwards, then downwards."""
    if not naturals:
        return [natural_piece(card) for card in wilds]
    suit = suit_of(naturals[0]) * 13
    ranks = sorted(map(rank_of, naturals))
    places = [*range(ranks[0], ranks[-1]), *range(ranks[-1], 13), *reversed(range(ranks[0]))]
    free = [suit + place for place in places if place not in ranks]
    return [wild_in_run(card, role) for card, role in zip(wilds, free, strict=False)]


# ---------------------------------------------------------------- typed lines


#: The most actions that are listed: with wild cards there can be millions.
MOST_LISTED: Final = 500
#: The most digits of a number in the list; Python refuses to read numbers of several thousand digits.
_DIGITS: Final = 9
_CARD: Final = re.compile(r"(?<![\w*])(10|[2-9atjqk])([shdc♠♥♦♣])(?!\w)", re.IGNORECASE)
_SUITS: Final = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
#: What to type after a verb that needs cards.
_WHICH: Final = {
    DISCARD: "Which card? Type discard and a card: discard 7h.",
    LAY: "Which card? Type lay and a card: lay 7h.",
    MELD: "Which cards? Type meld and the cards: meld 7h 8h 9h.",
    TAKE: "Which card? Type take and a card of the pile: take 7h.",
}
#: The most other actions that an answer names.
_SHOWN_OTHERS: Final = 3


def listed(legal: LegalActions) -> tuple[Action, ...]:
    """List the first legal actions that waste no wild card."""
    return tuple(islice(legal.plain(), MOST_LISTED))


@attrs.frozen
class Typed:
    """The reading of a typed line: an action, several to choose from, or the reason why it is none."""

    actions: tuple[Action, ...] = ()
    words: str = ""

    @property
    def action(self) -> Action | None:
        """The action, if there is just one."""
        return self.actions[0] if len(self.actions) == 1 else None


def as_cards(text: str) -> str:
    """Write the cards of a typed line as the notation reads them: `kH` and `K♥` as `Kh`."""
    return _CARD.sub(lambda found: found[1].upper() + _SUITS.get(found[2], found[2].lower()), text)


def read_typed(rules: Rules, view: View, legal: LegalActions, text: str, shown: Sequence[Action]) -> Typed:
    """Read a line that a person typed; a number chooses from the actions shown, from 1."""
    text = as_cards(text)
    word = text.partition(" ")[0].lower()
    if word == "rummy":
        return _call(rules, legal)
    if text.isdecimal():
        return _numbered(text, shown)
    if word in rules.turn.moves or (word.rstrip(":").isdecimal() and ":" in word):
        return read_action(rules, view, text)
    return _typed_cards(rules, view, text)


def read_action(rules: Rules, view: View, text: str) -> Typed:
    """Read an action in full or by its verb and cards, or explain why it is not legal."""
    word, _, rest = text.partition(" ")
    verb = word.lower()
    if verb in _WHICH and not rest.strip():
        return Typed(words=_WHICH[verb])
    try:
        return Typed((read_decision(rules, view, f"{verb} {rest}"),))
    except NotationError as error:
        unread = Typed(words=f"{error.message}; expected {error.expected}" if error.expected else error.message)
    except IllegalActionError as error:
        return Typed(words=str(error))
    return (_with_verb(rules, view, verb, rest) if verb in _WHICH else None) or unread


def _with_verb(rules: Rules, view: View, verb: str, text: str) -> Typed | None:
    """Read the cards after a verb as a selection; `None` where the text is not just cards."""
    try:
        cards = parse_cards(text)
    except NotationError:
        return None
    found = actions_for_cards(rules, view, view.seat, cards)
    fits = tuple(each for each in found if each.verb == verb)
    if fits:
        return Typed(fits)
    if verb == DISCARD and len(cards) > 1:
        return Typed(words="You discard one card.")
    if verb == LAY and not view.public.table:
        return Typed(words="There is no meld on the table to lay off on.")
    if verb == LAY:  # each meld has its own reason why the cards do not fit
        return Typed(words=f"On which meld? Type lay {cards_text(cards)} on m1, for example.")
    if found:
        others = " or ".join(bare_text(each, view) for each in found[:_SHOWN_OTHERS])
        return Typed(words=f"You can {others}, but not {verb} {cards_text(cards)}.")
    return _typed_cards(rules, view, text)


def _numbered(text: str, shown: Sequence[Action]) -> Typed:
    if len(text) > _DIGITS:
        return Typed(words="There is no number of so many digits in the list.")
    number = int(text)
    if 1 <= number <= len(shown):
        return Typed((shown[number - 1],))
    return Typed(words=f"There is no number {number} in the list.")


def _call(rules: Rules, legal: LegalActions) -> Typed:
    calls = tuple(action for action in listed(legal) if action.verb == CALL)
    if calls:
        return Typed(calls)
    if rules.turn.call == "none":
        return Typed(words='There is no calling "Rummy!" in these rules.')
    return Typed(words="There is nothing that you can call now.")


def _typed_cards(rules: Rules, view: View, text: str) -> Typed:
    """Read a list of cards: the only action with them, those to choose from, or why there is none."""
    try:
        return of_cards(rules, view, parse_cards(text))
    except NotationError as error:
        if blame(error, rules):
            raise  # a plugin's mistake, not the person's
        word = text.split(maxsplit=1)[0]
        words = f"I do not know {quoted(word)}" if word.isalpha() and error.column == 1 else error.message
        return Typed(words=f"{words}; type `help` for the commands.")


def of_cards(rules: Rules, view: View, cards: Sequence[int]) -> Typed:
    """Find the actions that use exactly the cards that a person has selected."""
    found = actions_for_cards(rules, view, view.seat, cards)
    if found:
        return Typed(found)
    refused = why_no_action(rules, view, view.seat, cards)
    return Typed(words=f"{bare_text(refused.guess, view)}: {refused.refusal}" if refused else "")
