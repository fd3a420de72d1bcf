"""Find the legal actions that a person means by selected cards or a typed line, or say why there is none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Final, NamedTuple

import attrs

from rummy500.base.errors import IllegalActionError, NotationError, Reason, Refusal, Sentence
from rummy500.base.inputs import clipped, quoted, whole_number
from rummy500.cards.cards import (
    EMPTY_BAG,
    NATURALS,
    RANKS,
    SPARE,
    SUITS,
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
from rummy500.engine.views import check_seat, check_table, rules_now
from rummy500.notation.actions import OTHER_SEAT, SPECTATOR_ACTS, parse_cards, read_decision
from rummy500.notation.toml import MOST_ACTION
from rummy500.notation.translation import HintReason
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


def _likeliest(rules: Rules, view: View, cards: Sequence[int], verb: str = "") -> Action:
    """Guess the likeliest action that uses exactly these cards, legal or not; with a verb, that meld or take."""
    seat, pile = view.seat, view.public.pile
    depths = [pile[::-1].index(card) + 1 for card in cards if card in pile and not count(view.hand, card)]
    if len(cards) == 1 and not verb:
        return Action(seat, TAKE, cards[0], depths[0]) if depths else Action(seat, DISCARD, cards[0])
    use, pieces, on = _play(rules, view, cards, new=verb == MELD)
    if verb == TAKE or (view.public.phase == DRAW_PHASE and depths and not verb):
        depth = max(depths, default=0)
        return Action(seat, TAKE, pile[-depth] if depth else cards[0], depth, use, pieces, on)
    return Action(seat, MELD if on == NONE else LAY, NONE, 0, use, pieces, on)


def _play(rules: Rules, view: View, cards: Sequence[int], *, new: bool) -> tuple[str, Pieces, int]:
    wilds = [card for card in cards if card >= NATURALS]
    naturals = [card for card in cards if card < NATURALS]
    ranks = {rank_of(card) for card in naturals}
    as_group = len(ranks) == 1
    if as_group:
        rank = ranks.pop()
        pieces = group_order([*map(natural_piece, naturals), *(wild_in_group(card, rank) for card in wilds)])
    else:
        pieces = run_order([*map(natural_piece, naturals), *_in_gaps(naturals, wilds)])
    if len(cards) < rules.melding.shapes.run_min and naturals and not new:
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
# What a person typed is first written in our words, then read as the notation, and last as cards with a verb or none.


class _Answer(HintReason):
    """An answer to a person who typed, declared as a constant. Call it with its facts."""

    _use = "typed"


_ONE: Final = _Answer("action", "one", "That is allowed.")
_SEVERAL: Final = _Answer("action", "several", "Which of these?")
_LINE: Final = _Answer("line", "wrong", "Type a move, cards or a number: a line of at most {number} characters.")
_UNKNOWN: Final = _Answer("line", "unknown", "I do not know '{text}'.")
_NUMBER: Final = _Answer("line", "number", "There is no number {text} in the list.")
_NOTHING: Final = _Answer("verb", "nothing", "There is nothing that you can {verb} now.")
_NO_CALLS: Final = _Answer("call", "none", 'There is no calling "Rummy!" in these rules.')
_NO_MELD: Final = _Answer("lay", "no-meld", "There is no meld on the table to lay off on.")
_WHERE: Final = _Answer("lay", "where", "On which meld? Type lay {cards} on m1, for example.")
_ONE_CARD: Final = _Answer("discard", "one-card", "You discard one card.")

#: Signs that people and phones write: suits, the mark that colours them, and the ends of sentences.
_SIGNS: Final = str.maketrans("♠♤♥♡♦♢♣♧.,;!", "sshhddcc    ", "\ufe0f")
_BRACKETS: Final = str.maketrans("[]{}", "    ")
#: Other English words for ours; words that change nothing are empty.
_WORDS: Final = {"rummy": CALL, "joker": "*", "a": "", "and": "", "card": "", "cards": "", "please": "", "the": ""}
_SEAT: Final = re.compile(r"([0-9]{1,4}) ?:(?=.)")
#: The rank of a card, or of a role.
_RANK: Final = re.compile(r"(?<![\w*/])(?:10|[2-9atjqk])(?=[shdc]?(?!\w))")
#: Cards, and what may stand beside them: a role, a meld, words between them.
_PART: Final = re.compile(rf"(\*d?|[{RANKS}][{SUITS}])(?:=[{RANKS}][{SUITS}]?)?|m[0-9]+|on|with")


@attrs.frozen
class Typed:
    """The reading of what a person typed: one action, several to choose from, or none.

    Attributes:
        actions: the legal actions that it may mean.
        sentence: the answer to the person: that it is allowed, which of them is meant, or why it is none.
        guess: the action that the cards were taken for, if it is not legal.
    """

    actions: tuple[Action, ...]
    sentence: Sentence
    guess: Action | None = None

    @property
    def action(self) -> Action | None:
        """The action, if there is just one."""
        return self.actions[0] if len(self.actions) == 1 else None


def read_typed(
    rules: Rules, view: View, text: object, shown: Sequence[Action] = (), words: Mapping[str, str] | None = None
) -> Typed:
    r"""Read what a person typed: a move, cards alone, or the number of an action in a list.

    Capitals, the order of words and cards, and brackets do not matter, nor does the seat before the move, if it is the
    own one. Suits may be signs. `rummy`, or a verb alone, means every action with that verb.

    Args:
        rules: the rules in force.
        view: what the seat sees.
        text: the input, of any type and content.
        shown: the actions that the person sees with numbers, from 1.
        words: words of another language, or your own, each with the word, card or text of the notation that it means;
            empty for a word to leave out.

    Returns:
        The legal actions that it may mean, and a sentence for the person.

    Raises:
        PositionError: for a view of other rules.

    Examples:
        >>> import rummy500 as r5
        >>> text = 'phase = "play"\nto_act = 0\nhands = ["4c 5c 6c * Kd", "2c 3c"]\nstock = "5s"'
        >>> hand = r5.parse_position(text)
        >>> view = r5.observe(hand.rules, hand.state, 0)
        >>> for line in ("Meld 6♣ 4♣ 5♣", "kd ablegen", "4c 5c *", "lay Kd"):
        ...     typed = r5.read_typed(hand.rules, view, line, words={"ablegen": "discard"})
        ...     print(typed.sentence, [r5.action_text(action, view, with_seat=False) for action in typed.actions])
        That is allowed. ['meld [4c 5c 6c]']
        That is allowed. ['discard Kd']
        Which of these? ['meld [*=3c 4c 5c]', 'meld [4c 5c *=6c]']
        There is no meld on the table to lay off on. []
    """
    check_table(rules, view)
    if view.seat < 0:
        return Typed((), SPECTATOR_ACTS())
    line = _folded(text) if isinstance(text, str) and len(text) <= MOST_ACTION else ""
    line = _in_words(_in_words(line, words or {}), _WORDS)
    if not line or not line.isprintable():
        return Typed((), _LINE(number=MOST_ACTION))
    if line.isdecimal():
        chosen = shown[int(line) - 1 : int(line)]
        refusal = why_not(rules, view, chosen[0]) if chosen else _NUMBER(text=clipped(line))
        return Typed((), refusal) if refusal else Typed((chosen[0],), _ONE())  # the list may be an old one
    seat = _SEAT.match(line)
    if seat and int(seat[1]) != view.seat:
        return Typed((), OTHER_SEAT(seat=view.seat, other=int(seat[1])))
    line = _RANK.sub(lambda rank: "T" if rank[0] == "10" else rank[0].upper(), line[seat.end() :] if seat else line)
    parts = line.split()
    verb = next((part for part in parts if part in rules.turn.moves), "")
    if verb:
        parts.remove(verb)
        try:
            return Typed((read_decision(rules, view, " ".join((verb, *parts))),), _ONE())
        except IllegalActionError as error:
            return Typed((), error.refusal)
        except NotationError as error:
            if blame(error, rules):
                raise  # a plugin's mistake, not the person's
    return _loosely(rules, view, verb, " ".join(parts))


def _folded(text: str) -> str:
    return " ".join(text.casefold().translate(_SIGNS).split())


def _in_words(line: str, words: Mapping[str, str]) -> str:
    """Write a line with our words for those of a person, of which the longest are found first."""
    ours = {_folded(word): own.casefold() for word, own in words.items()}
    found = "|".join(map(re.escape, sorted(ours, key=len, reverse=True)))
    return _folded(re.sub(rf"(?<!\S)(?:{found})(?!\S)", lambda word: ours.get(word[0], ""), line))


def _loosely(rules: Rules, view: View, verb: str, line: str) -> Typed:
    """Read cards in any order with a verb or none, and the meld or the roles that are typed with them."""
    parts = line.translate(_BRACKETS).split()
    found = [_PART.fullmatch(part) for part in parts]
    unknown = next((part for part, match in zip(parts, found, strict=True) if not match), "")
    cards = parse_cards(" ".join(match[1] for match in found if match and match[1]))
    if unknown or len(cards) > _MOST or not (cards or verb):
        return Typed((), _UNKNOWN(text=clipped(unknown or line)))
    every = () if cards else legal_actions(rules, view).plain()[:_MOST_FOUND]
    acts = (*actions_for_cards(rules, view, view.seat, cards), *every)
    marks = {part for part in parts if "=" in part or part[0] == "m"}
    right = (each for each in acts if verb in ("", each.verb))
    fits = tuple(each for each in right if marks <= set(each.text().translate(_BRACKETS).split()))
    if fits:
        return Typed(fits, _ONE() if len(fits) == 1 else _SEVERAL())
    if verb == CALL and rules.turn.call == "none":
        return Typed((), _NO_CALLS())
    if verb == LAY and (cards or not view.public.table):  # each meld has its own reason why the cards do not fit
        return Typed((), _WHERE(cards=cards_text(cards)) if view.public.table else _NO_MELD())
    if verb == DISCARD and cards:
        return Typed((), _ONE_CARD())
    if verb not in ("", MELD, TAKE) or not cards:
        return Typed((), _NOTHING(verb=verb))
    guess = _likeliest(rules, view, cards, verb)
    return Typed((), why_not(rules, view, guess) or _NO_ACTION(), guess)
