"""Boathouse: a discard on the turn in which one goes out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.oracle.catalogue import Catalogue
from tests.oracle.counting import Counting
from tests.oracle.options import own_option, with_plugin


class Boathouse(Counting):
    """out.discard-required, stock.empty with deductions.

    With `boathouse.draw-two` one `draw` brings two cards and is legal as ever.
    """

    @classmethod
    def of(cls, source: Mapping[str, Any]) -> Catalogue:
        """The preset, what Boathouse sets, the options of the game; `stock.empty` is one that may be changed."""
        own_option(source, "boathouse.draw-two", (False, True))
        return super().of(with_plugin(source, "boathouse", {"stock.empty": "pile"}, {"out.discard": "required"}))

    def deducts_at_stock_end(self) -> bool:
        """`stock.empty`, and whether hands are deducted."""
        return True
