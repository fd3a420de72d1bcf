"""Positions of Dealer's gambit, and what the library says about them, in text."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

import rummy500 as r5
from rummy500.cards import cards_of
from rummy500.rules import recall
from rummy500_dealers_gambit import Gambit


@attrs.frozen
class Snapshot:
    """A position, asked and played in text."""

    rules: r5.Rules
    state: r5.State

    def after(self, *actions: str) -> Snapshot:
        """The position after some actions."""
        state = self.state
        for action in actions:
            state = r5.apply(self.rules, state, r5.parse_action(action, state, rules=self.rules))
        return Snapshot(self.rules, state)

    def legal(self, verb: str = "") -> set[str]:
        """The legal actions that begin with a verb, of all seats."""
        texts = {r5.action_text(action, self.state) for action in r5.legal_actions(self.rules, self.state)}
        return {text for text in texts if text.partition(": ")[2].startswith(verb)}

    def why_not(self, action: str) -> str:
        """The rule that forbids an action; nothing if it is legal."""
        refusal = r5.why_not(self.rules, self.state, r5.parse_action(action, self.state, rules=self.rules))
        return "" if refusal is None else refusal.rule

    def sentence(self, action: str) -> str:
        """The sentence of a refusal."""
        return str(r5.why_not(self.rules, self.state, r5.parse_action(action, self.state, rules=self.rules)))

    def hand(self, seat: int) -> str:
        """A hand as text."""
        return r5.cards_text(self.state.cards(seat))

    @property
    def memory(self) -> Gambit:
        """What the plugin remembers."""
        return recall(self.rules, self.state, Gambit)

    @property
    def gone(self) -> str:
        """What left the hand for good."""
        return r5.cards_text(cards_of(self.state.public.gone))

    @property
    def table(self) -> list[str]:
        """The melds on the table."""
        return [str(meld) for meld in self.state.public.table]

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat has made of the hand."""
        return r5.score_hand(self.rules, self.state).by_seat

    @property
    def doubled(self) -> list[tuple[int, int, str]]:
        """The lines of doubled melds: seat, points, cards."""
        lines = r5.score_hand(self.rules, self.state).lines
        return [(line.seat, line.points, line.cards) for line in lines if line.rule == "dealers-gambit.double"]


def spot(
    hands: str,
    named: str = "",
    *,
    act: int = 1,
    phase: str = "play",
    pile: str = "3s",
    stock: str = "As Ah Ad",
    melds: str = "",
    options: str = "",
    joker: str = "lies",
    sealed: str = "",
    preset: str = "classic",
    plugins: str = '"dealers-gambit"',
    more: str = "",
) -> Snapshot:
    """Seat 0 has dealt, seat `act` is to act; `hands` have slashes between, `melds` have semicolons."""
    texts = ", ".join(f'"{hand.strip()}"' for hand in hands.split("/"))
    table = ", ".join(f'"{meld.strip()}"' for meld in melds.split(";") if meld)
    found = r5.parse_position(f"""
        rules = {{ preset = "{preset}", plugins = [{plugins}], options = {{ {options} }} }}
        dealer = 0
        to_act = {act}
        phase = "{phase}"
        hands = [{texts}]
        stock = "{stock}"
        pile = "{pile}"
        melds = [{table}]
        plugin = {{ dealers-gambit = {{ named = "{named}", joker = "{joker}", sealed = [{sealed}] }} }}
        {more}
    """)
    return Snapshot(found.rules, found.state)


@pytest.fixture
def place() -> Callable[..., Snapshot]:
    """What makes a position: these tests are no package, so a fixture hands it round."""
    return spot
