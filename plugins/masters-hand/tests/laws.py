"""Laws of `score.master-hand`: who earns the 500, followed through the actions of a hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs

import rummy500 as r5
from rummy500 import Action, State, score_hand
from rummy500.hooks import Rules, ScoreLine, size
from rummy500.rules.actions import USE_RUN
from rummy500_testing import Fault, Game, Law, law
from rummy500_testing.altering import alter

#: The plugin whose laws these are.
PLUGIN: Final = "masters-hand"
#: pytest asks the laws under these rules, on every preset.
RULES: Final[dict[str, dict[str, object]]] = {
    "alone": {"seats": 3},
    "runs of seven, many jokers": {
        "options": {"deck.jokers": 4, "deck.packs": 2, "deal.size": 7, "meld.run-min": 7, "out.discard": "required"},
        "seats": 2,
    },
}
#: Plugins that answer the same questions, and that these laws take into account.
BESIDE: Final = frozenset(
    (
        "add-opponents-hand",
        "dealers-gambit",
        "floating",
        "michigan",
        "oklahoma",
        "scoring",
        "throw-down",
    )
)
_RULE: Final = "score.master-hand"
_LONG: Final = 7
#: With fifths the score shows 500 points as 100 (`score.fifths`).
_FIFTHS: Final = "scoring.fifths"
#: What begins a turn; a lay-off out of turn, `call` where only the last discard counts, lays no run down.
_BEGINS: Final = ("draw", "take", "call")
#: After a last discard others may still have their say (`floating`, `add-opponents-hand`): asked once the hand is over.
_UNDECIDED: Final = ("claim", "late")


@attrs.define
class _Tracker:
    """Tracks long runs and last discards through the actions of a hand."""

    ran: int = -1
    earned: int = -1

    def after(self, action: Action, state: State) -> None:
        """Record one more action and the state after it."""
        if action.verb in _BEGINS:
            self.ran = self.earned = -1
        if action.use == USE_RUN and len(action.pieces) >= _LONG:
            self.ran = action.seat
        if action.verb == "discard":
            if action.seat == self.ran and not size(state.hands[action.seat]):
                self.earned = action.seat
            self.ran = -1

    def due(self, rules: Rules, state: State) -> list[tuple[int, int]]:
        """Return the points that each seat has earned in a state."""
        points = 100 if rules.options.get(_FIFTHS) else 500
        earned = self.earned >= 0 and state.public.out == self.earned
        return [(self.earned, points)] if earned else []


def _lines(rules: Rules, state: State) -> list[tuple[int, int]]:
    return [(line.seat, line.points) for line in score_hand(rules, state).lines if line.rule == _RULE]


def _fault(rules: Rules, told: _Tracker, state: State) -> Fault | None:
    if state.public.phase in _UNDECIDED:
        return None
    due, lines = told.due(rules, state), _lines(rules, state)
    return None if due == lines else Fault(f"seats and points should be {due}, and the score says {lines}", state=state)


@law(rests_on=("flow", "settings.point_unit"), beside=BESIDE)
def a_long_run_and_the_last_discard_earn_500(game: Game) -> Fault | None:
    """A run of seven or more laid down by one action, and the last card discarded in the same turn, earn 500 points for
    the player who did both; nothing else does.

    Rule `score.master-hand`. Nobody else has them, and nobody before the hand is over. If others are asked after a
    last discard, nothing is judged until they have answered; a last discard that is claimed earns nothing.
    """
    told = _Tracker()
    fault = _fault(game.rules, told, game.states[0])
    for action, state in zip(game.actions, game.states[1:], strict=True):
        told.after(action, state)
        fault = fault or _fault(game.rules, told, state)
    return fault


# ---------------------------------------------------------------- faults


def _out_is_enough() -> Rules:
    """Plant a fault: going out alone earns 500."""

    def lines(_: Rules, state: State) -> list[ScoreLine]:
        out = state.public.out
        return [ScoreLine(out, 500, "score.master-hand", "line", "out")] if out >= 0 else []

    rules = r5.compose("pagat", [PLUGIN], seats=2)
    return alter(rules, score_lines=(*rules.scoring.score_lines[:-1], lines))


#: Each fault breaks its law: rules, in which hands are played, or a step or a game.
FAULTS: Final[tuple[tuple[Law[Any], Callable[[], object]], ...]] = (
    (a_long_run_and_the_last_discard_earn_500, _out_is_enough),
)
