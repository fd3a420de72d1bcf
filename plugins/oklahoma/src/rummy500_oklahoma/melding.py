"""Aces that lie low."""

from __future__ import annotations

from typing import Final

from rummy500.hooks import MayMeld, NaturalTwo, hookimpl, refuse

_WILD_DEUCE: Final = refuse(
    "oklahoma.ace-low", "wild-deuce", "An ace lies low only before the deuce of its suit itself."
)


@hookimpl
def may_meld(rule: MayMeld) -> MayMeld:
    """`oklahoma.ace-low`: an ace lies low only before the natural deuce of its suit."""
    return NaturalTwo(rule, _WILD_DEUCE)
