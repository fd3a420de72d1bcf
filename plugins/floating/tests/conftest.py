"""Positions with floaters, and their legal actions, refusals and scores as text."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

import rummy500 as r5
from rummy500.hooks import replace


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

    def under(self, rules: r5.Rules) -> Snapshot:
        """Return the position as if it had been dealt under other rules."""
        match = replace(self.state.public.match, rules_number=rules.number)
        return Snapshot(rules, replace(self.state, public=replace(self.state.public, match=match)))

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
    def turn(self) -> tuple[str, int, int]:
        """Return the phase, the seat to act, and the seat that ended the last turn."""
        public = self.state.public
        return public.phase, public.to_act, public.last

    @property
    def end(self) -> tuple[str, int]:
        """Return why the hand is over, and who is out; an empty text while it goes on."""
        return self.state.public.ended, self.state.public.out

    @property
    def pile(self) -> str:
        """Return the discard pile, oldest card first."""
        return r5.cards_text(self.state.public.pile)

    @property
    def table(self) -> list[str]:
        """Return the melds on the table."""
        return [str(meld) for meld in self.state.public.table]

    @property
    def points(self) -> tuple[int, ...]:
        """Return each seat's points."""
        return r5.score_hand(self.rules, self.state).by_seat

    @property
    def defects(self) -> set[str]:
        """Return the defects of the position, except missing cards."""
        return {defect.name for defect in r5.status(self.rules, self.state)} - {"missing-cards"}


def spot(
    hands: str,
    last_discard: str = "free",
    *,
    act: int = 1,
    phase: str = "play",
    pile: str = "3s",
    stock: str = "As Ah Ad",
    melds: str = "",
    preset: str = "classic",
    plugins: str = '"floating"',
    more: str = "",
    **options: object,
) -> Snapshot:
    """Make a position: seat 0 has dealt, seat `act` is to act; slashes separate hands, semicolons separate melds."""
    texts = ", ".join(f'"{hand.strip()}"' for hand in hands.split("/"))
    table = ", ".join(f'"{meld.strip()}"' for meld in melds.split(";") if meld)
    chosen = {"floating.last-discard": last_discard, **{name.replace("__", "."): at for name, at in options.items()}}
    written = ", ".join(f'"{name.replace("_", "-")}" = {_toml(value)}' for name, value in chosen.items())
    found = r5.parse_position(f"""
        rules = {{ preset = "{preset}", plugins = [{plugins}], options = {{ {written} }} }}
        dealer = 0
        to_act = {act}
        phase = "{phase}"
        hands = [{texts}]
        stock = "{stock}"
        pile = "{pile}"
        melds = [{table}]
        {more}
    """)
    return Snapshot(found.rules, found.state)


def _toml(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


@pytest.fixture
def place() -> Callable[..., Snapshot]:
    """Return the function that makes a position, by a fixture because these tests are not a package."""
    return spot
