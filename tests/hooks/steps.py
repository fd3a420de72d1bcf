"""List, apply and refuse actions as text."""

from __future__ import annotations

import rummy500 as r5


def texts(rules: r5.Rules, state: r5.State | r5.View, seat: int | None = None) -> list[str]:
    """List the legal actions as text."""
    return [r5.action_text(action, state) for action in r5.legal_actions(rules, state, seat=seat)]


def do(rules: r5.Rules, state: r5.State, *steps: str) -> r5.State:
    """Return the state after some actions."""
    for text in steps:
        state = r5.apply(rules, state, r5.parse_action(text, state, rules=rules))
    return state


def refused(rules: r5.Rules, state: r5.State, text: str) -> str:
    """Return the refusal of an action, which must not be legal."""
    refusal = r5.why_not(rules, state, r5.parse_action(text, state, rules=rules))
    assert refusal is not None
    return str(refusal)
