"""Pieces, cards in a role, and `Meld`, a meld on the table with the seat that played each card.

A piece is one integer, `card + 64 * role`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, final

from rummy500.cards.cards import ACE, EMPTY_BAG, KING, NATURALS, ONE, RANKS, Bag, add, card_text
from rummy500.records import record

# ---------------------------------------------------------------- pieces
# A piece is a card in a role: one integer, `card + 64 * role`.
#
# The role of a natural card is itself. A wild card in a run stands for a card (`*=9h`). In a group it stands for a
# rank without a suit (`*=9`), which is the role `IN_GROUP + rank`. A joker that stands for no other card has the role
# `JOKER`.
#
# `docs/design/words.md` explains pieces, roles and our other words.

#: The lowest role that is a rank: `IN_GROUP + rank` is the role of a wild card in a group.
IN_GROUP: Final = 64

Pieces = tuple[int, ...]


def natural_piece(card: int) -> int:
    """The piece of a card that stands for itself."""
    return card * 65


def wild_in_run(card: int, role: int) -> int:
    """The piece of a wild card that stands for a card in a run."""
    return card + 64 * role


def wild_in_group(card: int, rank: int) -> int:
    """The piece of a wild card in a group of a rank (0 to 12)."""
    return card + 64 * (IN_GROUP + rank)


def piece_card(piece: int) -> int:
    """The card of a piece, whatever it stands for."""
    return piece & 63


def piece_role(piece: int) -> int:
    """The role of a piece, which is a card, or `IN_GROUP` and a rank."""
    return piece >> 6


def is_natural(piece: int) -> bool:
    """Whether the card of a piece stands for itself."""
    return piece & 63 == piece >> 6


def role_rank(piece: int) -> int:
    """The rank that a piece stands for; 13 for a joker that stands for itself."""
    role = piece >> 6
    if role >= IN_GROUP:
        return role - IN_GROUP
    return role % 13 if role < NATURALS else 13


def piece_text(piece: int) -> str:
    """A piece as text: `9h`, `*=9h`, `*=9`, `2s=Kh`; `??` for a card or a role that does not exist."""
    card, role = piece & 63, piece >> 6
    if card == role:
        return card_text(card)
    in_group = IN_GROUP <= role < IN_GROUP + len(RANKS)
    return f"{card_text(card)}={RANKS[role - IN_GROUP] if in_group else card_text(role)}"


def pieces_text(pieces: Iterable[int]) -> str:
    """Pieces as text, with a space between them."""
    return " ".join(map(piece_text, pieces))


def pieces_bag(pieces: Pieces) -> Bag:
    """The bag of the cards of some pieces.

    Raises:
        ValueError: if there are five copies of a natural card, or more than fifteen jokers.
    """
    bag: Bag = EMPTY_BAG
    for piece in pieces:
        one = ONE[piece & 63]
        bag = add(bag, piece & 63) if bag & one else bag + one  # type: ignore[assignment]
    return bag


def group_order(pieces: Iterable[int]) -> Pieces:
    """The canonical order of a group: natural cards by suit, then wild cards."""
    return tuple(sorted(pieces))


def run_order(pieces: Iterable[int]) -> Pieces:
    """The canonical order of a run: upwards, the ace last if the run has a king and no two.

    A run of all thirteen cards is ordered from the ace to the king, whichever end its ace counts for.
    """
    every = list(pieces)
    ranks = {role_rank(piece) for piece in every}
    ace_last = KING in ranks and 1 not in ranks

    def place(piece: int) -> tuple[int, int]:
        rank = role_rank(piece)
        return (13 if rank == ACE and ace_last else rank, piece)

    return tuple(sorted(every, key=place))


def natural_order(pieces: Iterable[int]) -> Pieces:
    """The canonical order of the pieces of a lay-off, on a group or on a run."""
    every = tuple(pieces)
    one_rank = len({role_rank(piece) for piece in every}) == 1
    return group_order(every) if one_rank else run_order(every)


# ---------------------------------------------------------------- table
# `Meld`: a meld on the table, with the seat that played each of its cards.
#
# `docs/design/words.md` explains lines, places and our other words.

#: The `low` of a group, which has no first place.
GROUP: Final = -1


@final
@record
class Meld:
    """A meld on the table, with the seat that played each of its cards.

    Attributes:
        owner: the seat that began it.
        low: for a run, the place of its first card: 0 for an ace before the two, 1 for a two, up to 12 for a king (the
            last card may be at 13, an ace after the king); `GROUP` for a group.
        line: the suit of a run (0 to 3), the rank of a group (0 to 12, 13 for jokers that stand for themselves).
        pieces: its cards in their roles, in canonical order.
        by: the seat that played each piece, in the same order.
    """

    owner: int
    low: int
    line: int
    pieces: Pieces
    by: bytes

    @property
    def is_run(self) -> bool:
        """Whether it is a run; a group if not."""
        return self.low >= 0

    @property
    def high(self) -> int:
        """The place of a run's last card, 1 to 13."""
        return self.low + len(self.pieces) - 1

    def __str__(self) -> str:
        """The meld as text, as positions write it."""
        return meld_text(self)


def meld_text(meld: Meld) -> str:
    """A meld as text, as positions write it: its owner, the cards, and the seats that laid cards off.

    Examples:
        >>> from rummy500.cards.pieces import natural_piece
        >>> meld_text(Meld(0, 6, 1, tuple(natural_piece(card) for card in (19, 20, 21)), bytes([0, 0, 2])))
        '0 [7h 8h 2:9h]'
    """
    cards = " ".join(
        piece_text(piece) if seat == meld.owner else f"{seat}:{piece_text(piece)}"
        for piece, seat in zip(meld.pieces, meld.by, strict=True)
    )
    return f"{meld.owner} [{cards}]" if meld.low >= 0 else f"{meld.owner} {{{cards}}}"
