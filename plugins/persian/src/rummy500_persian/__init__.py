"""Persian rummy: two sides, four jokers that are not wild, fours that count double (`persian.*`).

Each module has the hooks of one subject: `jokers` the jokers, `doubles` the groups that count double, `scoring` card
points and the bonus for going out, `match` the winner, `catalogue` the rules in words. `draw_for_partners` draws for
sides, seats and the first deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import Fixed, HandMemory, MatchMemory, Option, OptionValue, PluginInfo, Settings, hookimpl
from rummy500_persian.catalogue import entries
from rummy500_persian.doubles import LAID_WHOLE, Whole
from rummy500_persian.jokers import may, wilds
from rummy500_persian.match import DEALS_PLAYED, Deals, match_winners
from rummy500_persian.names import FLAVOUR, TO_500, TWO_DEALS
from rummy500_persian.partners import PartnersDraw, draw_for_partners
from rummy500_persian.scoring import card_points, score_lines

_TWO_DEALS_WHY: Final = "the game is two deals, whatever the scores"


_OPTIONS: Final = (
    Option(
        FLAVOUR,
        "persian.game",
        "which source's game of Persian is played",
        {
            TO_500: "one game to 500; aces are high and count 15",
            TWO_DEALS: "two deals, whatever the scores; aces as in the other rules",
        },
        default=TO_500,
    ),
)


@hookimpl
def plugin_info() -> PluginInfo:
    """Describe the plugin, its requirement and its conflicts."""
    return PluginInfo(
        "persian",
        "two teams; four jokers that are not wild; four of a kind laid down at once count double",
        source="001, 003",
        requires=("partnership",),
        conflicts={
            "oklahoma": "both set rules for jokers and card points, and Oklahoma has two packs and no sides",
            "dealers-gambit": "its dealer names the effect of jokers, and in Persian they only make groups",
            "michigan": "its hands are games of their own, and a game of Persian has several",
        },
        displaces=("five-ten-fifteen",),
        seats=(4, 4),
        options=_OPTIONS,
        rules_version=2,
    )


@hookimpl
def settings(options: Mapping[str, OptionValue]) -> Settings:
    """Set the pack and the options of the game, whatever the preset (`persian.game`).

    The flavour 003 deducts hands when the stock ends the hand.
    """
    fixes = {
        "deck.jokers": Fixed(4, "its jokers make groups of three or four"),
        "deck.packs": Fixed(1, "it has one pack of 52 and four jokers"),
        "meld.group-max": Fixed(0, "a group may have all four cards of a rank, or all four jokers"),
    }
    sets: dict[str, OptionValue] = {
        "deal.size": "auto",
        "meld.group-suits": "any",
        "stock.empty": "pile",
        "call": "none",
    }
    if options[FLAVOUR] == TWO_DEALS:
        return Settings(sets, fixes, idle={"match.target": _TWO_DEALS_WHY, "match.reached": _TWO_DEALS_WHY})
    fixes["score.ace"] = Fixed("by-use", "in the flavour of 003 an ace is always 15")
    sets |= {"meld.ace": "high", "match.target": 500, "match.reached": "reach"}
    return Settings(sets, fixes, deducts_at_stock_end=True)


@hookimpl
def memory(options: Mapping[str, OptionValue]) -> tuple[HandMemory | MatchMemory, ...]:
    """Remember groups that were laid down whole, and in flavour 001 the deals of the game."""
    return (LAID_WHOLE, DEALS_PLAYED) if options[FLAVOUR] == TWO_DEALS else (LAID_WHOLE,)


__all__ = [
    "Deals",
    "PartnersDraw",
    "Whole",
    "card_points",
    "draw_for_partners",
    "entries",
    "match_winners",
    "may",
    "memory",
    "plugin_info",
    "score_lines",
    "settings",
    "wilds",
]
