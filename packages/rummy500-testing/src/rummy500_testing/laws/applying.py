"""Laws of `apply`: listed actions can be applied, and applying changes no state in place."""

from __future__ import annotations

import contextlib
import pickle

from rummy500.engine.listing import legal_actions
from rummy500.engine.step import apply, chance, is_over
from rummy500.errors import IllegalActionError
from rummy500_testing.law import Fault, law
from rummy500_testing.laws.cards import lost_cards
from rummy500_testing.near_misses import near_miss
from rummy500_testing.snapshot import Snapshot

_APPLIED = 20


@law(costly=True)
def listed_actions_can_be_applied(snapshot: Snapshot) -> Fault | None:
    """Applying a listed action or a due outcome of chance gives one new state, from which play goes on.

    An action after which nobody can do anything, and no chance is due, strands the hand (`turn.no-stranding`).
    """
    rules, state = snapshot.rules, snapshot.state
    due = chance(rules, state)
    for action in snapshot.some(_APPLIED) if due is None else [due.sample(snapshot.rng)]:
        try:
            after, again = apply(rules, state, action), apply(rules, state, action)
        except IllegalActionError as error:
            return Fault(f"a listed action cannot be done: {error}", action)
        if after == state:
            return Fault("an action changes nothing", action)
        if after != again or hash(after) != hash(again):
            return Fault("an action done twice gives two states", action)
        lost = lost_cards(rules, after)
        if lost is not None:
            return Fault(f"after the action {lost.what}", action)
        if not (is_over(after) or chance(rules, after) or legal_actions(rules, after)):
            return Fault("after the action nobody can do anything", action)
    return None


@law(costly=True)
def applying_changes_no_state(snapshot: Snapshot) -> Fault | None:
    """Neither an applied nor a refused action changes the state that it was given."""
    rules, state = snapshot.rules, snapshot.state
    copy = pickle.loads(pickle.dumps(state))  # noqa: S301 - pickled in this line
    before = hash(state)
    for action in snapshot.some(_APPLIED):
        for tried in (action, near_miss(rules, state, action, snapshot.rng)):
            with contextlib.suppress(IllegalActionError):
                apply(rules, state, tried)
            if hash(state) != before or state != copy:
                return Fault("applying changes the state that it was given", tried)
    return None


APPLYING_LAWS = (listed_actions_can_be_applied, applying_changes_no_state)
