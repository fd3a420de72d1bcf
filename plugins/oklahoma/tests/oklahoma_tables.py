"""Positions of Oklahoma, and their legal actions, refusals and scores as text."""

from __future__ import annotations

import rummy500 as r5


def position(
    hands: str,
    *,
    melds: str = "",
    pile: str = "3s",
    stock: str = "Td Jc",
    options: str = "",
    more: str = 'phase = "play"',
    plugins: str = '"oklahoma"',
) -> r5.Position:
    """Make a position: seat 1 is to act; slashes separate hands, commas separate melds."""
    texts = ", ".join(f'"{hand.strip()}"' for hand in hands.split("/"))
    table = ", ".join(f'"{meld.strip()}"' for meld in melds.split(",") if meld)
    return r5.parse_position(f"""
        rules = {{ preset = "classic", plugins = [{plugins}], options = {{ {options} }} }}
        to_act = 1
        hands = [{texts}]
        stock = "{stock}"
        pile = "{pile}"
        melds = [{table}]
        {more}
    """)


def after(where: r5.Position, *actions: str) -> r5.Position:
    """Return the position after some actions."""
    state = where.state
    for action in actions:
        state = r5.apply(where.rules, state, r5.parse_action(action, state, rules=where.rules))
    return r5.Position(where.rules, state)


def legal(where: r5.Position, verb: str = "") -> set[str]:
    """List the legal actions that begin with a verb."""
    texts = {r5.action_text(action, where.state) for action in r5.legal_actions(where.rules, where.state)}
    return {text for text in texts if text.partition(": ")[2].startswith(verb)}


def why_not(where: r5.Position, action: str) -> str:
    """Return the rule that forbids an action; empty if it is legal."""
    refusal = r5.why_not(where.rules, where.state, r5.parse_action(action, where.state, rules=where.rules))
    return "" if refusal is None else refusal.rule


def table(where: r5.Position) -> list[str]:
    """Return the melds on the table."""
    return [str(meld) for meld in where.state.public.table]


def hand(where: r5.Position, seat: int) -> str:
    """Return a hand as text."""
    return r5.cards_text(where.state.cards(seat))


def recorded(where: r5.Position) -> r5.Match:
    """Return the match after the hand."""
    return r5.record_hand(where.rules, where.match, where.state)
