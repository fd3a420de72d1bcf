"""The restriction on low aces (`oklahoma.ace-low`)."""

from __future__ import annotations

from typing import Final

from rummy500.hooks import MayMeld, NaturalTwo, hookimpl, refuse

_WILD_DEUCE: Final = refuse(
    "oklahoma.ace-low", "wild-deuce", "An ace lies low only before the natural deuce of its suit."
)


@hookimpl
def may_meld(rule: MayMeld) -> MayMeld:
    """Allow a low ace only before the natural deuce of its suit (`oklahoma.ace-low`)."""
    return NaturalTwo(rule, _WILD_DEUCE)
