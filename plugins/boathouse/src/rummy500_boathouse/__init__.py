"""Boathouse: you need a discard to go out (`boathouse`, `out.discard-required`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import (
    Fixed,
    Option,
    OptionValue,
    PluginInfo,
    RuleEntry,
    Rules,
    Settings,
    Statement,
    hookimpl,
)

_DRAW_TWO: Final = "boathouse.draw-two"
_STOCK_END: Final = (
    "If the hand ends because the stock has run out, every hand counts against its player, whether or not anybody"
    " could still have played."
)


_OPTIONS: Final = (
    Option(
        _DRAW_TWO,
        "draw.stock-two",
        "whether you draw two cards from the stock",
        flag=True,
        words={True: "two cards from the stock", False: "one card from the stock"},
    ),
)


@hookimpl
def plugin_info() -> PluginInfo:
    """Describe the plugin and its conflict with `floating`."""
    return PluginInfo(
        "boathouse",
        'you need a discard to go out; with "Boathouse Rum" you draw two cards from the stock',
        source="001",
        conflicts={"floating": "a floater has no card left, and Boathouse requires a discard to go out"},
        options=_OPTIONS,
        rules_version=2,
    )


@hookimpl
def settings(options: Mapping[str, OptionValue]) -> Settings:
    """Require a discard to go out (`out.discard-required`), and draw two cards from the stock (`draw.stock-two`).

    What happens when the stock is empty is for the other rules to say, such as Oklahoma's. If that ends the hand, hands
    count, whatever `stock.no-deduction` says (`boathouse`).
    """
    return Settings(
        fixes={"out.discard": Fixed("required", "Boathouse requires a discard to go out")},
        deducts_at_stock_end=True,
        draw_count=2 if options[_DRAW_TWO] else None,
    )


def _stock_end(rules: Rules) -> Statement | None:
    """State that hands count; idle if nobody ever deducts."""
    return None if rules.scoring.nobody_deducts else Statement(_STOCK_END, ("001", "ours"))


@hookimpl
def entries(options: Mapping[str, OptionValue]) -> tuple[RuleEntry, ...]:
    """List the rules that the plugin adds; the discard to go out is an option of the core."""
    stock_end = RuleEntry(
        "boathouse",
        "Going out, and the end of the stock",
        _STOCK_END,
        ("001", "ours"),
        ours="Every end of a hand in which nobody has gone out counts as an end by the stock.",
        statement=_stock_end,
        question="What if the stock runs out?",
    )
    draw_two = RuleEntry(
        "draw.stock-two",
        "A turn",
        "When you draw from the stock, you take its top two cards, or the last card if only one is left. The"
        " other players do not see what you drew.",
        ("001", "ours"),
        ours="The last card of the stock is drawn alone.",
        options=(_DRAW_TWO,),
        claims={"draw": "2"},
        replaces=("draw.stock",),
    )
    return (stock_end, draw_two) if options[_DRAW_TWO] else (stock_end,)
