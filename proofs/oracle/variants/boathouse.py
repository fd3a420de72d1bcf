"""Boathouse: going out needs a discard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs.oracle.catalogue import Catalogue
from proofs.oracle.counting import Counting
from proofs.oracle.options import own_option, with_plugin


class Boathouse(Counting):
    """out.discard-required, stock.empty with deductions.

    With `boathouse.draw-two` a `draw` gives two cards and is legal as before.
    """

    @classmethod
    def of(cls, source: Mapping[str, Any]) -> Catalogue:
        """Combine the preset, Boathouse's settings and the options of the game; `stock.empty` may be changed."""
        own_option(source, "boathouse.draw-two", (False, True))
        return super().of(with_plugin(source, "boathouse", {}, {"out.discard": "required"}))

    def deducts_at_stock_end(self) -> bool:
        """Return whether hands are deducted, from `stock.empty`."""
        return True
