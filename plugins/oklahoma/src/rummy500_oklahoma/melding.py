"""Aces that lie low."""

from __future__ import annotations

from rummy500.hooks import MayMeld, Meld, Refusal, Rules, View, hookimpl, piece_card, piece_role, refuse


@hookimpl
def may_meld(rule: MayMeld) -> MayMeld:
    """`oklahoma.ace-low`: an ace lies low only before the natural deuce of its suit."""

    def allowed(rules: Rules, view: View, meld: Meld, on: int) -> Refusal | None:
        if meld.low == 0 and piece_card(meld.pieces[1]) != piece_role(meld.pieces[1]):
            return refuse("oklahoma.ace-low", "wild-deuce", "An ace lies low only before the deuce of its suit itself.")
        return rule(rules, view, meld, on)

    return allowed
