"""Cards are faces, and a set of cards is one integer.

A *card* is an integer: `suit * 13 + rank` for the 52 natural cards (suits in the order s h d c, ranks from the ace up
to the king), `JOKER` for a joker, `SPARE` for a wild card of a variant that no hand holds, `UNKNOWN` for a hidden card.
Cards of two packs with the same face are the same card.

A *bag* is a set of cards that may hold a face up to four times. Four bits count jokers and four count spare cards. Then
comes one bit for each natural face that the bag holds, above those one bit for each that it holds twice, and so on for
third and fourth copies. So a bag of cards of one pack is less than 2**60.

`docs/design/words.md` explains these words and others.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final, NewType, Protocol

#: A bag. Type checkers tell it from other integers: `hand + cards` is an `int`, `union(hand, cards)` is a `Bag`.
Bag = NewType("Bag", int)

RANKS: Final = "A23456789TJQK"
SUITS: Final = "shdc"
NATURALS: Final = 52
#: The joker, as a card.
JOKER: Final = 52
#: A spare card, which is played although no hand holds it (`Pack.side_pack`).
SPARE: Final = 53
UNKNOWN: Final = 63

ACE: Final = 0
KING: Final = 12

#: The lowest bits of the first and of the second copies.
FIRST: Final = 8
SECOND: Final = FIRST + NATURALS
THIRD: Final = SECOND + NATURALS
#: The most copies of a natural card in a bag.
MOST_COPIES: Final = 4
SUIT_BITS: Final = 0x1FFF
NATURAL_BITS: Final = (1 << NATURALS) - 1
COUNT_BITS: Final = 0xF
SPARE_BITS: Final = 0xF0
MOST_COUNTED: Final = 15

#: The bag without cards.
EMPTY_BAG: Final = Bag(0)
#: The bit of each natural card's first copy.
BIT: Final = tuple(1 << (FIRST + card) for card in range(NATURALS))
#: The bag that holds only this card, for each card, jokers and spare cards too.
ONE: Final = tuple(map(Bag, (*BIT, 1, 1 << 4)))
#: The `bytes` of only this card, for each card, to append to a pile or a stock.
CARD_BYTES: Final = tuple(bytes((card,)) for card in range(SPARE + 1))


def every_copy(faces: int) -> int:
    """All copies of some natural cards, given as first copies."""
    return faces | faces << NATURALS | faces << 2 * NATURALS | faces << 3 * NATURALS


def rank_of(card: int) -> int:
    """The rank of a natural card: 0 for the ace to 12 for the king. A joker, which has none, would look like an ace."""
    return card % 13


def suit_of(card: int) -> int:
    """The suit of a natural card: 0 to 3 for spades, hearts, diamonds, clubs."""
    return card // 13


def card_text(card: int) -> str:
    """A card as text: `As`, `Td`, `*` for a joker, `*d` for a spare, `??` for a hidden card.

    Examples:
        >>> card_text(0), card_text(35), card_text(JOKER)
        ('As', 'Td', '*')
    """
    if 0 <= card < NATURALS:
        return RANKS[card % 13] + SUITS[card // 13]
    return {JOKER: "*", SPARE: "*d"}.get(card, "??")


def cards_text(cards: Iterable[int]) -> str:
    """Cards as text, with a space between them."""
    return " ".join(map(card_text, cards))


def add(bag: Bag, card: int) -> Bag:
    """Add one card to a bag, and return the new bag.

    Raises:
        ValueError: if the bag cannot hold one more of that face (four natural copies, fifteen jokers).
    """
    if card < NATURALS:
        bit = BIT[card]
        if not bag & bit:  # nearly always: the loop is set up only for a second copy
            return bag | bit  # type: ignore[return-value] # a call of Bag costs time
        for _ in range(MOST_COPIES - 1):
            bit <<= NATURALS
            if not bag & bit:
                return bag | bit  # type: ignore[return-value] # a call of Bag costs time
        raise ValueError(f"more than four {card_text(card)} in one set of cards")
    if card == JOKER:
        if bag & COUNT_BITS == MOST_COUNTED:
            raise ValueError("more than fifteen jokers in one set of cards")
        return Bag(bag + 1)
    if card == SPARE:
        return Bag(bag + (1 << 4))
    raise ValueError(f"{card_text(card)} cannot be in a set of cards")


def remove(bag: Bag, card: int) -> Bag:
    """Remove one card from a bag that holds it, and return the new bag."""
    if card < NATURALS:
        # With one pack no result has bits above the first copies, so compiled code uses small integers.
        if not bag >> SECOND >> card & 1:
            return bag ^ BIT[card]  # type: ignore[return-value] # a call of Bag costs time
        bit = BIT[card] << NATURALS
        while bag & bit << NATURALS:
            bit <<= NATURALS
        return bag ^ bit  # type: ignore[return-value] # a call of Bag costs time
    return Bag(bag - 1) if card == JOKER else Bag(bag - (1 << 4))


def count(bag: Bag, card: int) -> int:
    """Count the copies of a card in a bag; 0 of no card."""
    if 0 <= card < NATURALS:
        bits = bag >> (FIRST + card)
        copies = (bits & 1) + (bits >> NATURALS & 1)
        return copies if copies < 2 else copies + (bits >> 2 * NATURALS & 1) + (bits >> 3 * NATURALS & 1)
    if card == JOKER:
        return bag & COUNT_BITS
    return bag >> 4 & COUNT_BITS if card == SPARE else 0


def size(bag: Bag) -> int:
    """Count the cards of a bag."""
    return (bag >> FIRST).bit_count() + (bag & COUNT_BITS) + (bag >> 4 & COUNT_BITS)


def bag_of(cards: Iterable[int]) -> Bag:
    """The bag of these cards.

    Raises:
        ValueError: if there are five copies of a natural card, or more than fifteen jokers.
    """
    bag: Bag = EMPTY_BAG
    for card in cards:
        if card < NATURALS and not bag & BIT[card]:
            bag |= BIT[card]  # type: ignore[assignment] # a call of Bag costs time
        else:
            bag = add(bag, card)
    return bag


def faces_bag(cards: bytes, bag: Bag = EMPTY_BAG) -> Bag:
    """Add to a bag each face of some cards that it lacks: which faces there are, not how many."""
    for card in cards:
        bag |= ONE[card]  # type: ignore[assignment] # a call of Bag costs time
    return bag


@cache
def _suit_cards(key: int) -> tuple[int, ...]:
    """The cards of a suit's thirteen bits; `key` has the suit above the bits, so there are at most 32,768 entries."""
    suit, mask = key >> 13, key & SUIT_BITS
    return tuple(suit * 13 + rank for rank in range(13) if mask >> rank & 1)


def cards_of(bag: Bag) -> tuple[int, ...]:
    """The cards of a bag in a fixed order: by suit and rank, equal cards together, jokers last.

    Raises:
        ValueError: for a number below 0, which is no bag.
    """
    if not bag >> SECOND:
        return (*faces_of(Bag(bag & ~0xFF)), *_counted(bag))
    if bag < 0:
        raise ValueError(f"{bag} is no set of cards")
    cards, more = faces_of(Bag(bag & ~0xFF)), bag >> NATURALS
    while more >> FIRST:
        cards += faces_of(Bag(more & ~0xFF))
        more >>= NATURALS
    return (*sorted(cards), *_counted(bag))


def _counted(bag: int) -> tuple[int, ...]:
    """The jokers and spare cards of a bag."""
    return (JOKER,) * (bag & COUNT_BITS) + (SPARE,) * (bag >> 4 & COUNT_BITS)


def faces_of(bag: Bag) -> tuple[int, ...]:
    """Each different card of a bag once, in the order of `cards_of`."""
    faces = (
        _suit_cards(bag >> FIRST & SUIT_BITS)
        + _suit_cards(1 << 13 | bag >> FIRST + 13 & SUIT_BITS)
        + _suit_cards(2 << 13 | bag >> FIRST + 26 & SUIT_BITS)
        + _suit_cards(3 << 13 | bag >> FIRST + 39 & SUIT_BITS)
    )
    if bag & COUNT_BITS:
        faces += (JOKER,)
    return (*faces, SPARE) if bag >> 4 & COUNT_BITS else faces


def union(bag: Bag, other: Bag) -> Bag:
    """The cards of both bags together, every copy counted.

    Raises:
        ValueError: if there are five copies of a natural card, or more than fifteen jokers.
    """
    if not (bag & other) >> FIRST and not other & 0xFF:
        return bag | other  # type: ignore[return-value] # a call of Bag costs time
    both = (bag & other) >> FIRST
    if not other & 0xFF and not (bag | other) >> SECOND & both:  # no face is there a third time
        return bag | other | both << SECOND  # type: ignore[return-value] # a call of Bag costs time
    for card in cards_of(other):
        bag = add(bag, card)
    return bag


def minus(bag: Bag, part: Bag) -> Bag:
    """The bag without the cards of `part`, all of which must be in it."""
    if not bag >> SECOND:
        return (bag & ~(part & ~0xFF)) - (part & 0xFF)  # type: ignore[return-value] # a call of Bag costs time
    if bag >> THIRD:
        for card in cards_of(Bag(part & ~0xFF)):
            bag = remove(bag, card)
        return Bag(bag - (part & 0xFF))
    have_first, have_second = bag >> FIRST & NATURAL_BITS, bag >> SECOND
    part_first, part_second = part >> FIRST & NATURAL_BITS, part >> SECOND
    second = have_second & ~part_first
    first = have_first & ~(part_first & (~have_second | part_second))
    return Bag((second << SECOND) | (first << FIRST) | ((bag & 0xFF) - (part & 0xFF)))


def bag_max(bag: Bag, other: Bag) -> Bag:
    """Each card as often as the bag that has more copies of it."""
    return Bag(
        (bag | other) >> FIRST << FIRST
        | max(bag & COUNT_BITS, other & COUNT_BITS)
        | max(bag >> 4 & COUNT_BITS, other >> 4 & COUNT_BITS) << 4
    )


def common(bag: Bag, other: Bag) -> Bag:
    """The cards that are in both bags, each as often as the bag that has fewer copies of it."""
    if not bag & other & ~0xFF and not (bag & 0xFF and other & 0xFF):
        return EMPTY_BAG
    return (
        (bag & other) >> FIRST << FIRST  # type: ignore[return-value] # a call of Bag costs time
        | min(bag & COUNT_BITS, other & COUNT_BITS)
        | min(bag >> 4 & COUNT_BITS, other >> 4 & COUNT_BITS) << 4
    )


def without(bag: Bag, other: Bag) -> Bag:
    """The bag without the cards that are in the other, too, copy by copy."""
    if not (bag >> SECOND or bag & 0xFF):
        return bag & ~other  # type: ignore[return-value] # a call of Bag costs time
    return minus(bag, common(bag, other))


# ---------------------------------------------------------------- shuffle

_BITS: Final = 32
_ALL: Final = 1 << _BITS


class RandomBits(Protocol):
    """A source of random bits; `random.Random` is one."""

    def getrandbits(self, k: int, /) -> int:
        """A whole number of `k` random bits."""
        ...


def check_source(random_source: object) -> None:
    """Check a source of chance that a caller passes."""
    if not callable(getattr(random_source, "getrandbits", None)):
        by_numpy = hasattr(random_source, "integers")
        hint = ": pass random.Random(int(generator.integers(2**63)))" if by_numpy else ", as random.Random has"
        raise TypeError(
            f"random_source must have getrandbits, which {type(random_source).__name__} does not have{hint}"
        )


def shuffled(cards: bytes, random_source: RandomBits) -> bytes:
    """Shuffle cards (Fisher and Yates), with 32 random bits for each card and rejection.

    `random.Random.getrandbits` is the same on every Python version; `shuffle` and `randrange` need not be.
    """
    check_source(random_source)
    order = bytearray(cards)
    more = random_source.getrandbits
    for last in range(len(order) - 1, 0, -1):
        # This is `below` without a call for each card. Its first comparison is nearly always enough.
        bound = last + 1
        bits = more(_BITS)
        while bits >= _ALL - bound and bits >= _ALL - _ALL % bound:
            bits = more(_BITS)
        other = bits % bound
        order[last], order[other] = order[other], order[last]
    return bytes(order)


def below(bound: int, random_source: RandomBits) -> int:
    """A whole number from 0 to below `bound`, each equally likely, the same on every Python."""
    bits = random_source.getrandbits(_BITS)
    while bits >= _ALL - _ALL % bound:
        bits = random_source.getrandbits(_BITS)
    return bits % bound
