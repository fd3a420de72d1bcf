"""Laws of writing and reading back: actions and positions as text, values as pickles."""

from __future__ import annotations

import pickle

from rummy500.engine.step import resolve_chance
from rummy500.game.match import hand_in_match, match_with_scores
from rummy500.game.view import observe
from rummy500.notation.actions import action_text, parse_action
from rummy500.notation.position import Position, parse_position, position_table
from rummy500.notation.toml import toml_lines
from rummy500_testing.law import Fault, law
from rummy500_testing.snapshot import Snapshot

_WRITTEN = 25
_PLAYOFFS = 0.2


@law(costly=True)
def actions_are_read_back(snapshot: Snapshot) -> Fault | None:
    """parse_action reads what action_text writes."""
    for decision in snapshot.some(_WRITTEN):
        for action in (decision, resolve_chance(snapshot.rules, snapshot.state, decision, snapshot.rng)):
            for where in (None, snapshot.state, snapshot.state.public.pile):
                text = action_text(action, where)
                if parse_action(text, where, rules=snapshot.rules) != action:
                    return Fault(f"{text!r} is read back as another action", action)
    return None


@law(costly=True)
def positions_are_read_back(snapshot: Snapshot) -> Fault | None:
    """parse_position reads what position_table writes as TOML."""
    # No two alike: a position whose leaders have tied at the target is read as a playoff, whatever it says.
    scores = tuple(snapshot.rng.sample(range(-50, 650), snapshot.rules.seats))
    before = match_with_scores(
        snapshot.rules,
        scores,
        dealer=snapshot.state.public.match.dealer,
        playoff=snapshot.rng.random() < _PLAYOFFS,
        hand_number=snapshot.rng.randrange(1, 9),
    )
    position = Position(snapshot.rules, hand_in_match(snapshot.state, before))
    table = position_table(position)
    # A plugin that was passed as an object has no name to be found by.
    known = snapshot.rules if snapshot.rules.origin.passed_plugins else None
    back = parse_position("\n".join(toml_lines(table)), rules=known)
    if back.rules != snapshot.rules:
        return Fault(f"the rules are read back as {back.rules!r}")
    if back.state != position.state:
        return Fault(f"the state is read back as {back.state!r}")
    if back != position or position_table(back) != table:
        return Fault(f"the position is read back as {position_table(back)}")
    return None


@law(costly=True)
def pickles_are_read_back(snapshot: Snapshot) -> Fault | None:
    """States, rules, views and actions are equal after pickling and unpickling.

    Rules with a plugin that was passed as an object are skipped, since the object need not be picklable.
    """
    views = tuple(observe(snapshot.rules, snapshot.state, seat) for seat in (*range(snapshot.rules.seats), None))
    rules = None if snapshot.rules.origin.passed_plugins else snapshot.rules
    for each in (snapshot.state, rules, views, tuple(snapshot.some(_WRITTEN))):
        back = pickle.loads(pickle.dumps(each))  # noqa: S301 - pickled in this line
        if back != each or hash(back) != hash(each):
            return Fault(f"{each!r} comes back from a pickle as {back!r}")
    return None


WRITTEN_LAWS = (actions_are_read_back, positions_are_read_back, pickles_are_read_back)
