"""Rules.md §7, Boathouse: a discard on the turn in which one goes out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.oracle.catalogue import Catalogue
from tests.oracle.options import own_option, with_plugin


class Boathouse(Catalogue):
    """out.discard-required. With `boathouse.draw-two` one `draw` brings two cards and is legal as ever."""

    @classmethod
    def of(cls, source: Mapping[str, Any]) -> Catalogue:
        """The preset, what Boathouse sets, the options of the game; `stock.empty` is one that may be changed."""
        own_option(source, "boathouse.draw-two", (False, True))
        return super().of(with_plugin(source, "boathouse", {"stock.empty": "pile"}, {"out.discard": "required"}))
