"""Generate late positions: a few cards in each hand, melds on the table, a big pile."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from rummy500.cards.cards import RANKS, SUITS

_MOST_HELD: Final = 3
_MOST_MELDS: Final = 4
_MOST_IN_PILE: Final = 6


def late_position(table: dict[str, Any], chance: random.Random, fewest: int) -> dict[str, Any]:
    """Turn a freshly dealt position, before its first draw, into a late one.

    Args:
        table: the position as dealt, or with its stock cut short.
        chance: the source of the choices.
        fewest: the fewest cards of a hand; 0 if a seat may float.
    """
    stock = str(table["stock"]).split()
    # Runs of this length are melds under any `meld.run-min`.
    length = max(4, int(table["rules"].get("options", {}).get("meld.run-min", 3)))
    melds: list[str] = []
    for _ in range(chance.randint(1, _MOST_MELDS)):
        cards = chance.choice(list(_possible(stock, length)) or [[]])
        if cards:
            left, right = "{}" if cards[0][0] == cards[1][0] else "[]"
            melds.append(f"{chance.randrange(len(table['hands']))} {left}{' '.join(cards)}{right}")
            for card in cards:
                stock.remove(card)
    thrown = [stock.pop() for _ in range(min(len(stock) // 2, chance.randint(0, _MOST_IN_PILE)))]
    hands = [" ".join(hand.split()[: chance.randint(fewest, _MOST_HELD)]) for hand in table["hands"]]
    last = (table["to_act"] - 1) % len(hands)
    return table | {
        "hands": hands,
        "stock": " ".join(stock),
        "pile": " ".join([*str(table["pile"]).split(), *thrown]),
        "melds": melds,
        "last": last,
    }


def _possible(stock: list[str], length: int) -> Iterator[list[str]]:
    """List groups of three and runs of a length, without aces, that the stock has the cards for."""
    inner = RANKS[1:]
    for suit in SUITS:
        for first in range(len(inner) - length + 1):
            cards = [rank + suit for rank in inner[first : first + length]]
            if set(cards) <= set(stock):
                yield cards
    for rank in inner:
        there = [rank + suit for suit in SUITS if rank + suit in stock]
        if len(there) > 2:
            yield there[:3]
