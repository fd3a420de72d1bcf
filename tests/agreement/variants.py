"""The variants that engine and oracle both know: which class judges them, and what random games change in them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import Final

import attrs
from tests.oracle import Catalogue
from tests.oracle.variants.boathouse import Boathouse
from tests.oracle.variants.dealers_gambit import DealersGambit
from tests.oracle.variants.five_ten_fifteen import FiveTenFifteen
from tests.oracle.variants.oklahoma import Oklahoma
from tests.oracle.variants.partnership import Partnership
from tests.oracle.variants.persian import Persian

import rummy500 as r5


@attrs.frozen
class Variant:
    """A variant as random games play it.

    Attributes:
        plugin: the plugin that plays it.
        judge: the oracle's class for it.
        seats: the numbers of seats to choose from.
        changes: its own options, each with the values to choose from.
        most_wilds: so many wild cards at most lie within reach of the seat on turn; brute force takes long with more.
    """

    plugin: str
    judge: type[Catalogue]
    seats: tuple[int, ...]
    changes: Mapping[str, tuple[object, ...]] = attrs.field(factory=dict)
    most_wilds: int = 4


VARIANTS: Final[Mapping[str, Variant]] = {
    variant.plugin: variant
    for variant in (
        Variant("five-ten-fifteen", FiveTenFifteen, (2, 3, 5)),
        Variant("boathouse", Boathouse, (2, 3, 5), {"boathouse.draw-two": (False, True)}),
        Variant("partnership", Partnership, (4,)),
        Variant("persian", Persian, (4,), {"persian.flavour": ("003", "001")}),
        Variant(
            "oklahoma",
            Oklahoma,
            (2, 3, 4),
            {
                "oklahoma.jokers": (0, 1, 2, 3, 4),
                "oklahoma.opening-use": (False, True),
                "oklahoma.new-meld-only": (False, True),
            },
            most_wilds=2,
        ),
        Variant("dealers-gambit", DealersGambit, (2, 3, 4), {"dealers-gambit.jokers": (2, 4)}),
    )
}


def installed_variants() -> list[str]:
    """The variants whose plugin is installed: the suite holds without any of them."""
    there = {point.name for point in entry_points(group="rummy500.plugins")}
    return [name for name in VARIANTS if name in there]


def judge_of(rules: r5.Rules) -> type[Catalogue]:
    """The oracle's class for some rules: that of the last plugin in play."""
    plugins = rules.identity.plugins
    return VARIANTS[plugins[-1][0]].judge if plugins else Catalogue
