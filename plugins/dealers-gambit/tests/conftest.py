"""Positions of Dealer's gambit, and their legal actions, refusals and scores as text."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

import rummy500 as r5
from rummy500.cards.cards import cards_of
from rummy500.rules.memory import recall
from rummy500_dealers_gambit import Gambit


@attrs.frozen
class Snapshot:
    """A position that is played in text."""

    rules: r5.Rules
    state: r5.State

    def after(self, *actions: str) -> Snapshot:
        """Return the position after some actions."""
        state = self.state
        for action in actions:
            state = r5.apply(self.rules, state, r5.parse_action(action, state, rules=self.rules))
        return Snapshot(self.rules, state)

    def legal(self, verb: str = "") -> set[str]:
        """List the legal actions that begin with a verb, of all seats."""
        texts = {r5.action_text(action, self.state) for action in r5.legal_actions(self.rules, self.state)}
        return {text for text in texts if text.partition(": ")[2].startswith(verb)}

    def why_not(self, action: str) -> str:
        """Return the rule that forbids an action; empty if it is legal."""
        refusal = r5.why_not(self.rules, self.state, r5.parse_action(action, self.state, rules=self.rules))
        return "" if refusal is None else refusal.rule

    def sentence(self, action: str) -> str:
        """Return the sentence of a refusal."""
        return str(r5.why_not(self.rules, self.state, r5.parse_action(action, self.state, rules=self.rules)))

    def hand(self, seat: int) -> str:
        """Return a hand as text."""
        return r5.cards_text(self.state.cards(seat))

    @property
    def memory(self) -> Gambit:
        """Return the plugin's memory."""
        return recall(self.rules, self.state, Gambit)

    @property
    def gone(self) -> str:
        """Return the cards that left the game for good."""
        return r5.cards_text(cards_of(self.state.public.gone))

    @property
    def table(self) -> list[str]:
        """Return the melds on the table."""
        return [str(meld) for meld in self.state.public.table]

    @property
    def points(self) -> tuple[int, ...]:
        """Return each seat's points."""
        return r5.score_hand(self.rules, self.state).by_seat

    @property
    def doubled(self) -> list[tuple[int, int, str]]:
        """Return the lines of doubled melds: seat, points, cards."""
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
    """Make a position: seat 0 has dealt, seat `act` is to act; slashes separate hands, semicolons separate melds."""
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
    """Return the function that makes a position, by a fixture because these tests are not a package."""
    return spot
