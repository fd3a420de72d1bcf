"""Laws of `score.add-opponents` and `score.late-layoffs`: hands summed, seats asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import rummy500 as r5
from rummy500.engine.turns import core_goes_out
from rummy500.hooks import OVER_PHASE, PublicState, Rules, replace
from rummy500_add_opponents_hand.names import LATE, LATE_PHASE
from rummy500_testing import Fault, Law, Step, law
from rummy500_testing.altering import alter

#: The plugin whose laws these are.
PLUGIN: Final = "add-opponents-hand"
#: pytest asks the laws under these rules, on every preset.
RULES: Final[dict[str, dict[str, object]]] = {
    "late lay-offs": {"seats": 3},
    "two players": {"seats": 2},
    "no late lay-offs": {"options": {"add-opponents-hand.late-layoffs": False}, "seats": 3},
    "after a meld": {"options": {"meld.layoff": "after-meld", "meld.first-minimum": 20}, "seats": 4},
    "short hands": {"options": {"deal.size": 4}, "seats": 5},
}
#: Plugins that answer the same questions, and that these laws take into account.
BESIDE: Final = frozenset(("dealers-gambit", "floating", "oklahoma", "throw-down"))


def _asked_after(rules: Rules, public: PublicState, seat: int) -> int | None:
    """Return the first seat on the left of a seat that holds a card, `None` if the one that went out comes first."""
    left: int
    for left in (*range(seat + 1, rules.seats), *range(seat)):
        if left == public.out:
            return None
        if public.hand_size(left):
            return left
    return None


def _unasked(public: PublicState, asked: int | None) -> str:
    """Find a fault in who is asked now; nobody is if the hand should be over."""
    if asked is None:
        return "" if public.phase == OVER_PHASE and public.ended == "out" else "the hand goes on, and nobody is left"
    if (public.phase, public.to_act) != (LATE_PHASE, asked):
        return f"seat {asked} should be asked, and the phase is {public.phase!r} with seat {public.to_act}"
    return ""


@law(rests_on=("flow",), beside=BESIDE)
def going_out_asks_the_others(step: Step) -> Fault | None:
    """When a player goes out, the next one who holds a card is asked; without late lay-offs the hand is over.

    Rule `score.late-layoffs`.
    """
    before, after = step.before.public, step.after.public
    if before.phase == LATE_PHASE or after.out < 0:
        return None
    if not step.rules.options[LATE]:
        return None if after.phase == OVER_PHASE else Fault(f"seat {after.out} is out, and the hand goes on")
    wrong = _unasked(after, _asked_after(step.rules, after, after.out))
    return Fault(wrong) if wrong else None


@law(rests_on=("flow",), beside=BESIDE)
def each_is_asked_in_turn(step: Step) -> Fault | None:
    """Each of the others who hold a card is asked clockwise until they pass or have no card left, and the hand is over
    after the last; the player who went out stays out.

    Rule `score.late-layoffs`. The player who went out stays out, even if another one lays off their last card.
    """
    before, after, rules = step.before.public, step.after.public, step.rules
    if before.phase != LATE_PHASE or step.action.verb not in ("lay", "pass"):
        return None
    if after.out != before.out:
        return Fault(f"seat {before.out} has gone out, and now it is seat {after.out}")
    goes_on = step.action.verb == "lay" and after.hand_size(before.to_act)
    wrong = _unasked(after, before.to_act if goes_on else _asked_after(rules, after, before.to_act))
    return Fault(wrong) if wrong else None


# ---------------------------------------------------------------- faults

_ASKED: Final = """
to_act = 1
phase  = "late"
hands  = ["", "Td 5c Kc", "Jd 2s"]
stock  = "6s 3s"
pile   = "8c"
melds  = ["0 [7d 8d 9d]", "1 {5s 5h 5d}"]
turn   = { out = 0 }
"""


def _rules() -> Rules:
    return r5.compose("classic", [PLUGIN], seats=3)


def _asked(text: str, **wrong: Any) -> Step:
    """Make a step of late lay-offs after which something that all see is wrong."""
    state = r5.parse_position(_ASKED, rules=_rules()).state
    action = r5.parse_action(text, state)
    after = r5.apply(_rules(), state, action)
    return Step(_rules(), state, action, replace(after, public=replace(after.public, **wrong)), "")


#: Each fault breaks its law: rules, in which hands are played, or a step or a game.
FAULTS: Final[tuple[tuple[Law[Any], Callable[[], object]], ...]] = (
    (going_out_asks_the_others, lambda: alter(_rules(), hand_emptied=core_goes_out)),
    (going_out_asks_the_others, lambda: alter(_rules(), options={**_rules().options, LATE: False})),
    (each_is_asked_in_turn, lambda: _asked("1: pass", to_act=0)),
    (each_is_asked_in_turn, lambda: _asked("1: pass", out=1)),
    (each_is_asked_in_turn, lambda: _asked("1: pass", phase="over", ended="out")),
    (each_is_asked_in_turn, lambda: _asked("1: lay Td on m1", to_act=2)),
)
