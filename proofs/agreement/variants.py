"""The variants that engine and oracle both know, with the oracle's class and the options of random games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Final

import attrs

import rummy500 as r5
from proofs.oracle import Catalogue
from proofs.oracle.counting import Counting
from proofs.oracle.variants.add_opponents_hand import AddOpponentsHand
from proofs.oracle.variants.boathouse import Boathouse
from proofs.oracle.variants.dealers_gambit import DealersGambit
from proofs.oracle.variants.five_ten_fifteen import FiveTenFifteen
from proofs.oracle.variants.floating import Floating
from proofs.oracle.variants.house_rules import HouseRules
from proofs.oracle.variants.masters_hand import MastersHand
from proofs.oracle.variants.michigan import Michigan
from proofs.oracle.variants.must_go_out import MustGoOut
from proofs.oracle.variants.oklahoma import Oklahoma
from proofs.oracle.variants.partnership import Partnership
from proofs.oracle.variants.persian import Persian
from proofs.oracle.variants.scoring import Scoring
from proofs.oracle.variants.throw_down import ThrowDown
from proofs.oracle.variants.wikipedia import Wikipedia
from rummy500_testing.model import plugins_in_play


@attrs.frozen
class Variant:
    """A variant for random games.

    Attributes:
        plugin: the plugin that plays it.
        judge: the oracle's class for it.
        seats: the numbers of seats to choose from.
        changes: its own options, each with the values to choose from.
        instead: other values for options that random games change in any preset.
        most_wilds: the most wild cards in reach of the seat on turn; brute force is slow with more.
        fewest: the fewest cards of a hand in late positions; `None` for none of those.
        long_runs: whether hands that are counted begin with most of a long run.
    """

    plugin: str
    judge: type[Catalogue]
    seats: tuple[int, ...]
    changes: Mapping[str, tuple[object, ...]] = attrs.field(factory=dict)
    instead: Mapping[str, tuple[str | int, ...]] = attrs.field(factory=dict)
    most_wilds: int = 4
    fewest: int | None = None
    long_runs: bool = False


VARIANTS: Final[Mapping[str, Variant]] = {
    variant.plugin: variant
    for variant in (
        Variant("five-ten-fifteen", FiveTenFifteen, (2, 3, 5)),
        Variant("boathouse", Boathouse, (2, 3, 5), {"boathouse.draw-two": (False, True)}),
        Variant("partnership", Partnership, (4, 6, 6), {"partnership.sides": ("two", "three")}),
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
        Variant("wikipedia", Wikipedia, (2, 3, 5), {"wikipedia.no-deduction": (True, False)}),
        Variant(
            "floating",
            Floating,
            (2, 3, 5),
            {"floating.last-discard": ("free", "unplayable", "claim"), "deal.size": (2, 3, 4)},
            fewest=0,
        ),
        Variant("michigan", Michigan, (2, 3, 5), fewest=1),
        Variant("throw-down", ThrowDown, (2, 3, 5), most_wilds=3, fewest=1),
        Variant(
            "add-opponents-hand",
            AddOpponentsHand,
            (2, 3, 5),
            {"add-opponents-hand.late-layoffs": (True, True, False), "deal.size": (2, 3, 4)},
            fewest=1,
        ),
        Variant(
            "scoring",
            Scoring,
            (2, 3, 5),
            {
                "scoring.ace": ("by-use", "fifteen", "twenty-five", "hundred"),
                "scoring.ten-five": (False, True, True),
                "scoring.fifths": (False, True),
            },
            # Fifths are small: more would take most of a pile, and long to search for.
            instead={"meld.first-minimum": (0, 3, 6, 9)},
        ),
        Variant("masters-hand", MastersHand, (2, 3, 5), long_runs=True),
        Variant("must-go-out", MustGoOut, (2, 3, 5), fewest=1),
        Variant(
            "house-rules",
            HouseRules,
            (2, 3, 5),
            {
                "house-rules.out-bonus": (0, 25, 50),
                "house-rules.at-once": ("same", "double", 100),
                "house-rules.wild": ("none", "none", "deuces", "aces", "queens"),
                "house-rules.wild-points": ("usual", "as-card", 25),
                "house-rules.redeem": ("nobody", "anybody", "owner"),
                "house-rules.pile-after-meld": (False, True),
                "house-rules.queen-of-spades": (0, 40),
                "house-rules.knock": (0, 10, 30),
                "house-rules.buys": (0, 0, 1, 3),
            },
            most_wilds=2,
            fewest=1,
        ),
    )
}


#: Hooks that answer nothing about play.
_SILENT: Final = frozenset(("plugin_info", "entries"))
#: A preset that a plugin brings, with the plugins that come with it.
BROUGHT: Final[Mapping[str, tuple[str, ...]]] = {"wikipedia": ("wikipedia", "five-ten-fifteen")}


def installed_variants() -> list[str]:
    """List the variants whose plugin is installed: the tests pass without any of them."""
    there = installed_plugins()
    return [name for name in VARIANTS if name in there]


def installed_plugins() -> frozenset[str]:
    """List the names of the installed plugins."""
    return frozenset(point.name for point in entry_points(group="rummy500.plugins"))


def brought_presets() -> list[str]:
    """List the presets of installed plugins."""
    return [preset for preset, plugins in BROUGHT.items() if installed_plugins().issuperset(plugins)]


def counted_variants() -> list[str]:
    """List the installed variants whose scores the oracle knows."""
    return [name for name in installed_variants() if issubclass(VARIANTS[name].judge, Counting)]


def judge_of(rules: r5.Rules) -> type[Catalogue]:
    """Return the oracle's class for some rules: those of all plugins in play, the last one first."""
    return together(answering(rules))


def answering(rules: r5.Rules) -> tuple[str, ...]:
    """List the plugins in play that answer a hook about play."""
    return tuple(plugin.info.name for plugin in plugins_in_play(rules) if plugin.hooks.keys() - _SILENT)


def core_alone(rules: r5.Rules) -> bool:
    """Return whether no plugin answers a hook, except those that come with a preset."""
    return answering(rules) in ((), *BROUGHT.values())


@cache
def together(plugins: tuple[str, ...]) -> type[Catalogue]:
    """Combine the classes of several plugins; the last one comes first."""
    in_turn = list(reversed(plugins))
    if "boathouse" in plugins:  # the same game in both orders of names; Oklahoma reads all options that are left
        in_turn.sort(key=lambda plugin: plugin == "oklahoma")
    judges = [VARIANTS[plugin].judge for plugin in in_turn]
    needed = [judge for judge in judges if not any(judge is not one and issubclass(one, judge) for one in judges)]
    if len(needed) < 2:
        return needed[0] if needed else Counting
    return type("Together", tuple(needed), {})
