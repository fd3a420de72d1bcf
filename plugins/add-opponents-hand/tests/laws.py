"""Laws of `score.add-opponents` and `score.late-layoffs`: hands summed, seats asked."""

from __future__ import annotations

from typing import Final

from rummy500.hooks import OVER_PHASE, Rules
from rummy500_add_opponents_hand.names import LATE, LATE_PHASE
from rummy500_testing import Fault, Step, law

#: The plugin whose laws these are.
PLUGIN: Final = "add-opponents-hand"
#: Plugins that answer the same questions, and that these laws take into account.
BESIDE: Final = frozenset(
    (
        "dealers-gambit",
        "floating",
        "oklahoma",
        "throw-down",
    )
)


def _asked_first(rules: Rules, out: int) -> int:
    return (out + 1) % rules.seats


@law(rests_on=("flow",), beside=BESIDE)
def going_out_asks_the_others(step: Step) -> Fault | None:
    """When a player goes out, the player on their left is asked; without late lay-offs the hand is over.

    Rule `score.late-layoffs`.
    """
    before, after = step.before.public, step.after.public
    if before.phase == LATE_PHASE or after.out < 0:
        return None
    if not step.rules.options[LATE]:
        return None if after.phase == OVER_PHASE else Fault(f"seat {after.out} is out, and the hand goes on")
    if after.phase != LATE_PHASE or after.to_act != _asked_first(step.rules, after.out):
        return Fault(f"seat {after.out} is out, and the phase is {after.phase!r} with seat {after.to_act}")
    return None


@law(rests_on=("flow",), beside=BESIDE)
def each_is_asked_in_turn(step: Step) -> Fault | None:
    """Each of the others is asked clockwise until they pass, and the hand is over after the last; the player who went
    out stays out.

    Rule `score.late-layoffs`. The player who went out stays out, even if another one lays off their last card.
    """
    before, after, rules = step.before.public, step.after.public, step.rules
    if before.phase != LATE_PHASE or step.action.verb not in ("lay", "pass"):
        return None
    if after.out != before.out:
        return Fault(f"seat {before.out} has gone out, and now it is seat {after.out}")
    if step.action.verb == "lay":
        asked: int | None = before.to_act
    else:
        left = (before.to_act + 1) % rules.seats
        asked = None if left == before.out else left
    if asked is None:
        return None if after.phase == OVER_PHASE and after.ended == "out" else Fault("the hand goes on after the last")
    if (after.phase, after.to_act) != (LATE_PHASE, asked):
        return Fault(f"seat {asked} should be asked, and the phase is {after.phase!r} with seat {after.to_act}")
    return None
