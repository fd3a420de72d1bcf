"""Small positions for the tests of rules, and short functions to check them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs
from tests.dealt import dealt_under

import rummy500 as r5
from rummy500.cards.cards import cards_of, cards_text
from rummy500.notation.toml import toml_lines
from rummy500.rules.options import CORE_PRESETS

#: Options by name.
Options = Mapping[str, object]
PRESETS = tuple(CORE_PRESETS)


def table(preset: str = "pagat", options: Options | None = None, **rest: object) -> r5.Position:
    """Make a position from keys; two seats, seat 1 to draw, by default."""
    usual: dict[str, object] = {
        "rules": {"preset": preset, "options": dict(options or {})},
        "dealer": 0,
        "to_act": 1,
        "phase": "draw",
        "hands": ["Jc", "Tc Td"],
        "stock": "Qc Jd",
        "pile": "Qd",
    }
    return r5.parse_position("\n".join(toml_lines(usual | rest)))


def under(rules: r5.Rules, where: r5.Position) -> r5.Position:
    """Return a position as if it had been dealt under other rules."""
    return r5.Position(rules, dealt_under(rules, where.state))


def playing(hand: str, preset: str = "pagat", options: Options | None = None, **rest: object) -> r5.Position:
    """Make a position in which seat 1 has drawn and has this hand."""
    return table(preset, options, **({"phase": "play", "hands": ["Jc", hand]} | rest))


def do(where: r5.Position, *actions: str) -> r5.Position:
    """Return the position after these actions."""
    for text in actions:
        action = r5.parse_action(text, where.state)
        where = attrs.evolve(where, state=r5.apply(where.rules, where.state, action))
    return where


def why_not(where: r5.Position, action: str) -> r5.Refusal | None:
    """Return why an action is refused."""
    return r5.why_not(where.rules, where.state, r5.parse_action(action, where.state))


def refused(where: r5.Position, action: str) -> str:
    """Return the id of the rule that refuses an action, `""` for a legal one; the list must agree."""
    refusal = why_not(where, action)
    listed = action in legal(where)
    in_list = r5.parse_action(action, where.state) in r5.legal_actions(where.rules, where.state)
    assert listed == in_list == (refusal is None), f"{action}: listed {listed}, {refusal}"
    return refusal.rule if refusal is not None else ""


def legal(where: r5.Position, *verbs: str, seat: int | None = None) -> set[str]:
    """List the legal actions as text, of some kinds or of one seat only."""
    actions = r5.legal_actions(where.rules, where.state, seat=seat)
    return {r5.action_text(action, where.state) for action in actions if not verbs or action.verb in verbs}


def hands(where: r5.Position) -> list[str]:
    """Return each hand, its cards by suit and rank, jokers last."""
    return [cards(cards_of(hand)) for hand in where.state.hands]


def cards(faces: Sequence[int]) -> str:
    """Write cards as text."""
    return cards_text(faces)


def pile(where: r5.Position) -> str:
    """Return the pile, the oldest card first."""
    return cards(where.state.public.pile)


def stock(where: r5.Position) -> str:
    """Return the stock, the next card first."""
    return cards(where.state.stock)


def melds(where: r5.Position) -> list[str]:
    """Return the melds on the table in the text of a position."""
    return [str(meld) for meld in where.state.public.table]


def scores(where: r5.Position) -> tuple[int, ...]:
    """Return the score of the hand by seat, finished or not."""
    return r5.score_hand(where.rules, where.state).by_seat


def over(where: r5.Position) -> bool:
    """Return whether the hand is over."""
    return r5.is_over(where.state)


def deck(rules: r5.Rules, first: str) -> list[int]:
    """Return the whole pack, these cards first and the others in their fixed order."""
    begin = list(r5.parse_cards(first))
    rest = list(rules.deal.pack)
    for card in begin:
        rest.remove(card)
    return begin + rest
