"""Cards, some cards of a pack, and decks."""

from __future__ import annotations

from math import prod
from typing import Final

from hypothesis import strategies as st

from rummy500.cards.cards import JOKER
from rummy500.rules.rules import Rules
from rummy500_testing.strategies.showing import Card, Cards

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
        draw: given by hypothesis.
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
