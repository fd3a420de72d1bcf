"""`score.5-10-15`: matters for legality only if there is an opening minimum."""

from __future__ import annotations

from proofs.oracle.cards import JOKER, Card
from proofs.oracle.catalogue import Catalogue
from proofs.oracle.shapes import Run, Shape


class FiveTenFifteen(Catalogue):
    """Five points, ten or fifteen, whatever `score.ace` says."""

    def card_points(self, card: Card, shape: Shape) -> int:
        """score.5-10-15: 2-9 are 5; 10 J Q K are 10; an ace is 15, 5 as the low end of a run; a joker is 15."""
        if card.face == JOKER:
            return 15
        if card.rank == "A":
            low = isinstance(shape, Run) and shape.low == 1
            return 5 if low else 15
        return 10 if card.rank in "TJQK" else 5
