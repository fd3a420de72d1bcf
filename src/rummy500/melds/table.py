"""`Meld`: a meld on the table, with the seat that played each of its cards.

`docs/design/words.md` explains lines, places and our other words.
"""

from __future__ import annotations

from typing import Final, final

from rummy500.melds.pieces import Pieces, piece_text
from rummy500.records import record

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
        >>> from rummy500.melds import natural_piece
        >>> meld_text(Meld(0, 6, 1, tuple(natural_piece(card) for card in (19, 20, 21)), bytes([0, 0, 2])))
        '0 [7h 8h 2:9h]'
    """
    cards = " ".join(
        piece_text(piece) if seat == meld.owner else f"{seat}:{piece_text(piece)}"
        for piece, seat in zip(meld.pieces, meld.by, strict=True)
    )
    return f"{meld.owner} [{cards}]" if meld.low >= 0 else f"{meld.owner} {{{cards}}}"
