"""Strategies for cards, decks and melds, and how drawn values are shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Final, TypeVar

import attrs
from hypothesis import strategies as st

from rummy500 import Rules, card_text, cards_text
from rummy500.cards.finder import MeldFinder
from rummy500.cards.pieces import (
    Meld,
    Pieces,
    group_order,
    piece_card,
    piece_role,
    piece_text,
    run_order,
    wild_in_group,
    wild_in_run,
)
from rummy500.hooks import JOKER, bag_of
from rummy500_testing.near_misses import near_miss_meld

if TYPE_CHECKING:
    from hypothesis.vendor.pretty import RepresentationPrinter

T = TypeVar("T")


class Readable:
    """A value that hypothesis prints by its `repr`, line by line, not field by field."""

    __slots__ = ()

    def _repr_pretty_(self, printer: RepresentationPrinter, _: object) -> None:
        for number, line in enumerate(repr(self).splitlines()):
            if number:
                printer.break_()
            printer.text(line)


class Card(int):
    """A card that prints as one: an `int` like any other card.

    >>> Card(35), Card(35) == 35
    (Td, True)
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """Format the card as text."""
        return card_text(self)


class Cards(bytes):
    """Cards in an order, which print as the call that reads them: `bytes` like any other deck.

    >>> Cards([0, 35])
    parse_cards('As Td')
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """Format the call that reads the cards."""
        return f"parse_cards({cards_text(self)!r})"


def shown(draw: st.DrawFn, value: T, reader: str, text: str) -> T:
    """Make a strategy of a value, which hypothesis prints as the call that reads it from its text."""

    def read(_: str) -> T:
        return value

    read.__name__ = read.__qualname__ = reader
    return draw(st.just(text).map(read))


def written(write: Callable[[], str], rules: Rules) -> str:
    """Write a scenario, or a comment with the reason if the notation has no form for it."""
    try:
        return write()
    except Exception as error:  # noqa: BLE001 - a broken rule is what is looked for; its example must be shown anyway
        return f"# no scenario can say it ({type(error).__name__}: {error})\n# {rules!r}\n"


# ---------------------------------------------------------------- packs

#: How many cards one drawn number moves; with more, hypothesis would prefer small numbers.
_SWAPS: Final = 3


def cards(rules: Rules | None = None) -> st.SearchStrategy[int]:
    """Any card: a natural one or a joker.

    Args:
        rules: only the cards of their pack; every face if left out.
    """
    if rules is None:
        return st.integers(0, JOKER).map(Card)
    return st.sampled_from([Card(card) for card in dict.fromkeys(rules.deal.pack)])


def some_cards(rules: Rules, *, fewest: int = 0, most: int = 13) -> st.SearchStrategy[bytes]:
    """Some cards of the pack, none of them more often than it is in the pack.

    Args:
        rules: the rules whose pack it is.
        fewest: the fewest cards.
        most: the most cards.
    """
    places = st.integers(0, len(rules.deal.pack) - 1)
    return st.lists(places, unique=True, min_size=fewest, max_size=min(most, len(rules.deal.pack))).map(
        lambda chosen: Cards(rules.deal.pack[place] for place in chosen)
    )


@st.composite
def decks(draw: st.DrawFn, rules: Rules) -> bytes:
    """The pack of some rules in any order; `deal` takes it as `deck`.

    Args:
        rules: the rules whose pack it is.
    """
    deck, length = list(rules.deal.pack), len(rules.deal.pack)
    # Each number decides with which later cards a few cards change places; 0 leaves them. One number for each card
    # # would shrink no further and take hypothesis several times as long.
    for start in range(0, length - 1, _SWAPS):
        places = range(start, min(start + _SWAPS, length - 1))
        swaps = draw(st.integers(0, prod(length - place for place in places) - 1))
        for place in places:
            swaps, behind = divmod(swaps, length - place)
            deck[place], deck[place + behind] = deck[place + behind], deck[place]
    return Cards(deck)


# ---------------------------------------------------------------- melding

_MOST_WILD = 3
_KEPT = 16


@attrs.frozen(repr=False)
class NearMeld(Readable):
    """Cards laid down as a new meld, which is not one.

    Attributes:
        pieces: the cards in their roles.
        is_run: whether they are laid down as a run; as a group if not.
    """

    pieces: Pieces
    is_run: bool

    @property
    def cards(self) -> tuple[int, ...]:
        """Return the cards."""
        return tuple(map(piece_card, self.pieces))

    def __str__(self) -> str:
        """Format the cards in brackets, as in an action."""
        inside = " ".join(map(piece_text, self.pieces))
        return f"[{inside}]" if self.is_run else f"{{{inside}}}"

    def __repr__(self) -> str:
        """Format the cards in brackets."""
        return f"<NearMeld {self}>"


@st.composite
def melds(draw: st.DrawFn, rules: Rules) -> Meld:
    """New melds of any seat that the rules allow by their shape, wild cards among them.

    A seat may not be allowed to lay one down in a given state, for example because of the opening minimum.
    Its cards are `[piece_card(piece) for piece in meld.pieces]`.

    Args:
        rules: the rules in force.
    """
    pieces, is_run = draw(st.sampled_from(_natural_melds(rules)))
    for place, face in draw(_replacements(rules, len(pieces))):
        pieces = _with_wild(rules, pieces, place, face, is_run=is_run)
    seat = draw(st.integers(0, rules.seats - 1))
    meld = rules.melding.finder.new_meld(pieces, seat, is_run=is_run)
    if not isinstance(meld, Meld):
        raise TypeError(f"these rules allow a meld and refuse it: {meld}")
    return shown(draw, meld, "parse_meld", str(meld))


@st.composite
def near_melds(draw: st.DrawFn, rules: Rules) -> NearMeld:
    """Near misses of new melds: a card short, of two suits, round the corner, and so on.

    Args:
        rules: the rules in force, which refuse it.
    """
    meld = draw(melds(rules))
    pieces, is_run = near_miss_meld(rules, meld, draw(st.randoms(use_true_random=False)))
    return NearMeld(pieces, is_run)


def _replacements(rules: Rules, length: int) -> st.SearchStrategy[list[tuple[int, int]]]:
    """Draw the places of a meld that wild cards take."""
    if not rules.melding.shapes.wilds:
        return st.just([])
    each = st.tuples(st.integers(0, length - 1), st.sampled_from(rules.melding.shapes.wilds))
    return st.lists(each, max_size=_MOST_WILD)


def _with_wild(rules: Rules, pieces: Pieces, place: int, face: int, *, is_run: bool) -> Pieces:
    """Replace a card of a meld by a wild card; leave the meld as it is if the result is none."""
    role = piece_role(pieces[place])
    wild = wild_in_run(face, role) if is_run else wild_in_group(face, role % 64 % 13)
    changed = (*pieces[:place], wild, *pieces[place + 1 :])
    ordered = run_order(changed) if is_run else group_order(changed)
    enough = sum(piece_card(piece) == face for piece in ordered) <= rules.deal.pack.count(face)
    return ordered if enough and isinstance(rules.melding.finder.new_meld(ordered, 0, is_run=is_run), Meld) else pieces


@lru_cache(maxsize=_KEPT)
def _natural_melds(rules: Rules) -> tuple[tuple[Pieces, bool], ...]:
    """List every meld of natural cards of the pack, the short ones first."""
    finder = MeldFinder(attrs.evolve(rules.melding.shapes, wilds=()))
    bag = bag_of(rules.deal.pack)
    every = [(pieces, True) for pieces in finder.new_runs(bag)]
    every += [(pieces, False) for pieces in finder.new_groups(bag)]
    found = [each for each in every if isinstance(rules.melding.finder.new_meld(each[0], 0, is_run=each[1]), Meld)]
    return tuple(sorted(found, key=lambda each: len(each[0])))
