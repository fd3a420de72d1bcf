"""Laws of Boathouse: the last card is discarded, hands count at the stock's end, a draw may give two cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import rummy500 as r5
from rummy500 import State, cards_of, score_hand
from rummy500.hooks import DRAW_PHASE, OVER_PHASE, PLAY_PHASE, OptionValue, Rules, replace
from rummy500_testing import Fault, Law, Snapshot, Step, law
from rummy500_testing.altering import alter

#: The plugin whose laws these are.
PLUGIN: Final = "boathouse"
#: pytest asks the laws under these rules, on every preset.
RULES: Final[dict[str, dict[str, object]]] = {
    "boathouse": {"seats": 2},
    "draw two": {"options": {"boathouse.draw-two": True}, "seats": 3},
    "reshuffle": {"options": {"stock.empty": "reshuffle"}, "seats": 3},
    "draw two, reshuffle": {"options": {"boathouse.draw-two": True, "stock.empty": "reshuffle"}, "seats": 5},
}
#: Plugins that answer the same questions, and that these laws take into account.
BESIDE: Final = frozenset(
    (
        "add-opponents-hand",
        "dealers-gambit",
        "masters-hand",
        "michigan",
        "oklahoma",
        "persian",
        "scoring",
        "throw-down",
        "wikipedia",
    )
)
_NAME: Final = "boathouse"
_DRAW_TWO: Final = "boathouse.draw-two"


@law()
def its_options_are_set(rules: Rules) -> Fault | None:
    """Going out takes a discard; what an empty stock leads to is left to the other rules."""
    if rules.options["out.discard"] != "required" or rules.turn.melding_goes_out:
        return Fault("a hand may be melded out")
    if rules.origin.set_by["stock.empty"] == f"plugin {_NAME}":
        return Fault("it decides what an empty stock leads to")
    return None


@law(rests_on=("settings.draw_count", "flow"), beside=BESIDE)
def draw_two(step: Step) -> Fault | None:
    """With draw-two a draw gives the top two cards of the stock, or the last one; without it, one card.

    Rule `draw.stock-two`. They come off the top of the stock, and both count as drawn this turn.
    """
    before, action, after = step.before, step.action, step.after
    drawn = action.verb == "draw" and before.public.stock_count > 0
    if not drawn and action.verb != "reshuffle":
        return None
    seat, stock = before.public.to_act, before.stock if drawn else action.cards
    due = Counter(stock[: 2 if step.rules.options[_DRAW_TWO] else 1])
    got = Counter(cards_of(after.hands[seat])) - Counter(cards_of(before.hands[seat]))
    if got != due or len(after.stock) != len(stock) - due.total():
        return Fault(f"a draw should give {due.total()} of {len(stock)} cards of the stock, and gives {got.total()}")
    if after.public.phase == PLAY_PHASE and Counter(cards_of(after.drawn)) != due:
        return Fault("what is remembered as drawn is not what was drawn")
    return None


@law(rests_on=("flow",), beside=BESIDE)
def a_pass_ends_the_hand(step: Step) -> Fault | None:
    """A pass on an empty stock ends the hand.

    Rule `stock.empty`.
    """
    before, after = step.before.public, step.after.public
    if step.action.verb != "pass" or before.phase != DRAW_PHASE:
        return None
    over = after.phase == OVER_PHASE and after.ended == "stock" and after.out < 0
    return None if over else Fault("the hand goes on after a pass on an empty stock")


@law(name="hands count at the stock's end", rests_on=("score_lines", "deducts"), beside=BESIDE - {"add-opponents-hand"})
def hands_count_at_the_stocks_end(snapshot: Snapshot) -> Fault | None:
    """If a hand ends and nobody is out, every hand counts against its player.

    Rule `boathouse`. Skipped with a plugin by which nobody deducts.
    """
    public = snapshot.state.public
    if public.phase != OVER_PHASE or public.out >= 0:
        return None
    return _hands_fault(snapshot.rules, snapshot.state)


def _hands_fault(rules: Rules, state: State) -> Fault | None:
    score = score_hand(rules, state)
    for seat in range(rules.seats):
        due = sum(rules.scoring.points.in_hand[card] for card in cards_of(state.hands[seat]))
        found = -sum(line.points for line in score.lines if line.seat == seat and line.points < 0)
        if found != due:
            return Fault(f"seat {seat} holds {due} points, but {found} points are deducted", state=state)
    return None


# ---------------------------------------------------------------- faults


def _rules(**options: OptionValue) -> Rules:
    return r5.compose("classic", [PLUGIN], options, seats=3)


def _passed() -> Step:
    """Make a pass on an empty stock after which the hand goes on."""
    position = 'to_act = 1\nhands = ["Kc 8c", "3s 3h", "9h"]\npile = "9s"\nlast = 0'
    state = r5.parse_position(position, rules=_rules()).state
    after = replace(state, public=replace(state.public, to_act=2))
    return Step(_rules(), state, r5.parse_action("1: pass", state), after, "")


#: Each fault breaks its law: rules, in which hands are played, or a step or a game.
FAULTS: Final[tuple[tuple[Law[Any], Callable[[], object]], ...]] = (
    (its_options_are_set, lambda: alter(_rules(), melding_goes_out=True)),
    (
        its_options_are_set,
        lambda: alter(_rules(), set_by={**_rules().origin.set_by, "stock.empty": "plugin boathouse"}),
    ),
    (draw_two, lambda: alter(_rules(), draw_count=2)),
    (draw_two, lambda: alter(_rules(**{_DRAW_TWO: True}), draw_count=1)),
    (draw_two, lambda: alter(_rules(**{_DRAW_TWO: True}), draw_count=3)),
    (a_pass_ends_the_hand, _passed),
    (hands_count_at_the_stocks_end, lambda: alter(_rules(), deducts=lambda *_: False)),
)
