"""Partnership: seats 0 and 2 against 1 and 3, and six in two sides of three or three of two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from proofs.oracle.catalogue import Catalogue
from proofs.oracle.options import Options, own_option, with_plugin

SIDES: Final = "partnership.sides"
#: The sides that there can be, by the number of seats.
ALLOWED: Final = {4: ("two",), 6: ("two", "three")}


class Partnership(Catalogue):
    """match.partnership: a partner's meld is as one's own. What is counted per player stays so."""

    @classmethod
    def of(cls, source: Mapping[str, Any]) -> Catalogue:
        """Four seats or six, else the sides are not equally large; three sides are for six."""
        sides = own_option(source, SIDES, ("two", "three"))
        if sides not in ALLOWED.get(len(source["hands"]), ()):
            raise ValueError("partnership takes four seats, or six")
        rules = super().of(with_plugin(source, "partnership", {}))
        rules.options = Options({**rules.options.values, SIDES: sides})
        return rules

    def same_side(self, one: int, other: int) -> bool:
        """match.partnership: of two sides every other seat, of three every third."""
        count = 3 if self.options.values.get(SIDES) == "three" else 2  # Oklahoma, for four at most, drops the option
        return one % count == other % count
