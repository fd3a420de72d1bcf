"""The name of Michigan, and the options of the core that it fixes."""

from __future__ import annotations

from typing import Final

from rummy500.hooks import Fixed, PluginInfo, Settings, hookimpl

_ALONE: Final = "each hand of Michigan is a game of its own"


@hookimpl
def plugin_info() -> PluginInfo:
    """Describe the plugin and its conflicts."""
    return PluginInfo(
        "michigan",
        'every hand is a game of its own; players call "Stop" on the last discard',
        source="003",
        conflicts={
            "add-opponents-hand": "in Michigan every player deducts what is left in hand, and there nobody does",
            "must-go-out": f"{_ALONE}, which the highest score wins, whoever has gone out",
        },
    )


@hookimpl
def settings() -> Settings:
    """Allow calls of the last discard only (`call.stop`), and play without a target (`score.michigan`).

    Source 003 describes Michigan on its base game, which deducts hands when the stock ends the hand.
    """
    return Settings(
        fixes={"call": Fixed("last-discard", 'the call of Michigan is "Stop"')},
        idle={"match.target": f"{_ALONE}, with no score to play to"},
        deducts_at_stock_end=True,
    )
