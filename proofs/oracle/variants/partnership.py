"""Partnership: seats 0 and 2 against 1 and 3."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs.oracle.catalogue import Catalogue

SEATS = 4


class Partnership(Catalogue):
    """match.partnership: a partner's meld is as one's own. What is counted per player stays so."""

    @classmethod
    def of(cls, source: Mapping[str, Any]) -> Catalogue:
        """Four seats, else there are no two sides of two."""
        if len(source["hands"]) != SEATS:
            raise ValueError("partnership takes four seats")
        return super().of(source)

    def same_side(self, one: int, other: int) -> bool:
        """match.partnership: seats 0 and 2, seats 1 and 3."""
        return one % 2 == other % 2
