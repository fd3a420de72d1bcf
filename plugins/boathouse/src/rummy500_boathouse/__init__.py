"""Boathouse: going out takes a discard, and the stock's end spares nobody (`boathouse`, `out.discard-required`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import (
    Fixed,
    Option,
    OptionValue,
    PluginInfo,
    RuleEntry,
    RulesSummary,
    Settings,
    Statement,
    hookimpl,
)

_DRAW_TWO: Final = "boathouse.draw-two"
_STOCK_END: Final = (
    "When the hand ends because the stock has run out, every hand counts against its player, whether or not anybody"
    " could still have played."
)


@hookimpl
def plugin_info() -> PluginInfo:
    """Who it is."""
    return PluginInfo(
        "boathouse",
        "going out takes a discard; with its option two cards are drawn from the stock",
        source="001",
        conflicts={"floating": "a floater has melded everything, which the Boathouse rule forbids"},
    )


@hookimpl
def options() -> tuple[Option, ...]:
    """`draw.stock-two`: "Boathouse Rum"."""
    return (
        Option(
            _DRAW_TWO,
            "draw.stock-two",
            "whether a draw from the stock gives two cards",
            flag=True,
            words={True: "two cards from the stock", False: "one card from the stock"},
        ),
    )


@hookimpl
def settings() -> Settings:
    """`boathouse`, `out.discard-required`: a discard to go out, the pile once the stock is empty, and hands that count.

    They count when the stock ends the hand, whatever `stock.no-deduction` says.
    """
    return Settings(
        sets={"stock.empty": "pile"},
        fixes={"out.discard": Fixed("required", "that is what the Boathouse rule is")},
        deducts_at_stock_end=True,
    )


@hookimpl
def draw_count(options: Mapping[str, OptionValue]) -> int | None:
    """`draw.stock-two`: two cards, or the one that is left."""
    return 2 if options[_DRAW_TWO] else None


def _stock_end(summary: RulesSummary) -> Statement | None:
    """Idle where nobody ever deducts."""
    return None if summary.nobody_deducts else Statement(_STOCK_END, ("001",))


@hookimpl
def entries(options: Mapping[str, OptionValue]) -> tuple[RuleEntry, ...]:
    """What the plugin adds to the catalogue; the discard is an option of the core's."""
    stock_end = RuleEntry(
        "boathouse",
        "Going out, and the end of the stock",
        _STOCK_END,
        ("001",),
        says=_stock_end,
        question="What if the stock runs out?",
    )
    draw_two = RuleEntry(
        "draw.stock-two",
        "A turn",
        "A draw from the stock gives its two top cards, unseen by the others; where one is left, that one.",
        ("001", "ours"),
        ours="That the last card of the stock is drawn alone.",
        options=(_DRAW_TWO,),
        claims={"draw": "2"},
        replaces=("draw.stock",),
    )
    return (stock_end, draw_two) if options[_DRAW_TWO] else (stock_end,)
