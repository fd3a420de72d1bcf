"""The name and the option of floating, and the options of the core that it fixes."""

from __future__ import annotations

from typing import Final

from rummy500.hooks import Fixed, Option, PluginInfo, Settings, hookimpl
from rummy500_floating.names import CLAIM, CLAIM_RULE, FLOATING_RULE, FREE, LAST_DISCARD, UNPLAYABLE

_OPTIONS: Final = (
    Option(
        LAST_DISCARD,
        FLOATING_RULE,
        "which last card may be discarded to go out",
        {
            FREE: "you go out by discarding any last card",
            UNPLAYABLE: "you go out only by discarding a card that you cannot lay off",
            CLAIM: f"the others may claim a last discard that can be laid off ({CLAIM_RULE})",
        },
        default=FREE,
    ),
)


@hookimpl
def plugin_info() -> PluginInfo:
    """Describe the plugin and its conflicts."""
    return PluginInfo(
        "floating",
        "melding your last card does not end the hand: you float until you discard your last card",
        source="000",
        conflicts={
            "boathouse": "a floater has no card left, and Boathouse requires a discard to go out",
            "oklahoma": "Oklahoma ends the hand with a discard, and nobody floats",
        },
        options=_OPTIONS,
    )


@hookimpl
def settings() -> Settings:
    """Fix options: a floater has melded everything, and goes out by discarding the card just drawn."""
    return Settings(
        fixes={
            "out.discard": Fixed("optional", "a floater has melded everything"),
            "discard.barred": Fixed("lone-top", "a floater goes out by discarding the card just drawn"),
        }
    )
