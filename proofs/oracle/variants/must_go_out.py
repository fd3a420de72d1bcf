"""Must go out to win (`match.must-go-out`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proofs.oracle.catalogue import Catalogue
from proofs.oracle.counting import Counting, Ended
from proofs.oracle.options import with_plugin


class MustGoOut(Counting):
    """A player who goes out with the target reached has won; nobody else ever has."""

    @classmethod
    def of(cls, source: Mapping[str, Any]) -> Catalogue:
        """It sets `match.reached = reach`."""
        return super().of(with_plugin(source, "must-go-out", {}, {"match.reached": "reach"}))

    def winners(self, hand: Ended, scores: Sequence[int]) -> tuple[int, ...]:
        """match.must-go-out: the others' scores do not matter, nor is a tie played on."""
        if hand.out is None or scores[hand.out] < self.target:
            return ()
        return tuple(seat for seat in range(len(scores)) if self.same_side(seat, hand.out))
