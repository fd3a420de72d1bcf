"""Laws of what is written and read back: text, positions, pickles. The round trip of JSON has its place here."""

from __future__ import annotations

import pickle

from rummy500.engine.chance import resolve_chance
from rummy500.notation.actions import action_text, parse_action
from rummy500.notation.position import Position, parse_position, position_table
from rummy500.notation.toml import toml_lines
from rummy500.testing.law import Fault, Law
from rummy500.testing.spot import Spot
from rummy500.view import observe

_WRITTEN = 25
_PLAYOFFS = 0.2


def actions_are_read_back(spot: Spot) -> Fault | None:
    """An action as text is read back, with the state at hand and without it; so is what chance makes of it."""
    for decision in spot.some(_WRITTEN):
        for action in (decision, resolve_chance(spot.rules, spot.state, decision, spot.rng)):
            for where in (None, spot.state, spot.state.public.pile):
                text = action_text(action, where)
                if parse_action(text, where, rules=spot.rules) != action:
                    return Fault(f"{text!r} is read back as another action", action)
    return None


def positions_are_read_back(spot: Spot) -> Fault | None:
    """A position as TOML is read back."""
    # No two alike: a position whose leaders have tied at the target is read as a playoff, whatever it says.
    scores = tuple(spot.rng.sample(range(-50, 650), spot.rules.seats))
    position = Position(spot.rules, spot.state, scores, playoff=spot.rng.random() < _PLAYOFFS)
    table = position_table(position)
    # A plugin that was passed as an object has no name to be found by.
    known = spot.rules if spot.rules.origin.passed_plugins else None
    back = parse_position("\n".join(toml_lines(table)), rules=known)
    if back.rules != spot.rules:
        return Fault(f"the rules are read back as {back.rules!r}")
    if back.state != spot.state:
        return Fault(f"the state is read back as {back.state!r}")
    if back != position or position_table(back) != table:
        return Fault(f"the position is read back as {position_table(back)}")
    return None


def pickles_come_back(spot: Spot) -> Fault | None:
    """States, rules, views and actions pickle, and what comes back is equal and hashes alike.

    Rules with a plugin that was passed as an object are left out: nobody says that it pickles.
    """
    views = tuple(observe(spot.rules, spot.state, seat) for seat in (*range(spot.rules.seats), None))
    rules = (
        None if spot.rules.origin.passed_plugins else spot.rules
    )  # a plugin that was passed as an object need not pickle
    for each in (spot.state, rules, views, tuple(spot.some(_WRITTEN))):
        back = pickle.loads(pickle.dumps(each))  # noqa: S301 - pickled in this line
        if back != each or hash(back) != hash(each):
            return Fault(f"{each!r} comes back from a pickle as {back!r}")
    return None


WRITTEN_LAWS = (
    Law("actions are read back", "parse_action reads what action_text writes.", Spot, actions_are_read_back, dear=True),
    Law(
        "positions are read back",
        "parse_position reads what position_table writes as TOML.",
        Spot,
        positions_are_read_back,
        dear=True,
    ),
    Law("pickles come back", "What is pickled comes back equal.", Spot, pickles_come_back, dear=True),
)
