"""The laws: what holds in every state that play reaches, whatever the rules."""

from __future__ import annotations

import random
from typing import Final

from rummy500.actions import Action
from rummy500.rules import Rules
from rummy500.state import State
from rummy500.testing.laws.applying import APPLYING_LAWS
from rummy500.testing.laws.asking import ASKING_LAWS
from rummy500.testing.laws.cards import CARD_LAWS
from rummy500.testing.laws.ends import END_LAWS
from rummy500.testing.laws.games import check_game
from rummy500.testing.laws.listing import LISTING_LAWS
from rummy500.testing.laws.secrecy import SECRECY_LAWS
from rummy500.testing.laws.written import WRITTEN_LAWS
from rummy500.testing.spot import Law, look_at

#: Every law of one state, the ones that others rest on first.
LAWS: Final[tuple[Law, ...]] = (
    *CARD_LAWS,
    *END_LAWS,
    *LISTING_LAWS,
    *APPLYING_LAWS,
    *ASKING_LAWS,
    *WRITTEN_LAWS,
    *SECRECY_LAWS,
)
_CHEAP: Final = tuple(law for law in LAWS if not law.dear)


def check_step(rules: Rules, state: State, rng: random.Random, *, dear: bool = True) -> tuple[Action, ...]:
    """Ask the laws about one state.

    Args:
        rules: the rules in force.
        state: a state that play has reached.
        rng: where laws that try things at random take them from.
        dear: ask the dear laws too.

    Returns:
        The legal actions of the state, which the laws had to list anyway.

    Raises:
        LawBroken: by the first law that does not hold, with a scenario that begins in the state.
    """
    spot = look_at(rules, state, rng)
    for law in LAWS if dear else _CHEAP:
        law.check(spot)
    return spot.listed


__all__ = ["LAWS", "check_game", "check_step"]
