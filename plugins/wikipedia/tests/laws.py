"""Laws of `stock.no-deduction` and of the preset `wikipedia`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import rummy500 as r5
from rummy500 import State, legal_actions, score_hand
from rummy500.hooks import DRAW_PHASE, OVER_PHASE, OptionValue, Rules, cards_of, replace
from rummy500.rules.state import NEW_TURN
from rummy500_testing import SKIPPED, Answer, Fault, Law, Snapshot, law
from rummy500_testing.altering import alter

#: The plugin whose laws these are.
PLUGIN: Final = "wikipedia"
#: pytest asks the laws under these rules, on every preset.
RULES: Final[dict[str, dict[str, object]]] = {
    "the preset": {"preset": "wikipedia", "plugins": [], "seats": 3},
    "two seats": {"preset": "wikipedia", "plugins": [], "seats": 2},
    "two packs": {"preset": "wikipedia", "plugins": [], "seats": 5},
    "every hand counts": {
        "preset": "wikipedia",
        "plugins": [],
        "options": {"wikipedia.no-deduction": False},
        "seats": 4,
    },
    "strict": {"preset": "wikipedia", "plugins": [], "options": {"stock.empty": "strict"}, "seats": 3},
    "boathouse": {"preset": "wikipedia", "plugins": ["boathouse"], "seats": 3},
    "the plugin alone": {"preset": "pagat", "seats": 3},
}
#: Plugins that answer the same questions, and that these laws take into account.
BESIDE: Final = frozenset(
    (
        "dealers-gambit",
        "masters-hand",
        "oklahoma",
        "persian",
        "scoring",
    )
)
_PLUGIN: Final = "wikipedia"
_OPTION: Final = "wikipedia.no-deduction"
#: The preset's values of the core's options (catalogue, section 9).
_PRESET: Final[dict[str, OptionValue]] = {
    "deck.jokers": 2,
    "deck.packs": "auto",
    "deal.size": "auto",
    "deal.opening": "upcard",
    "deal.next-dealer": "winner",
    "meld.group-suits": "any",
    "meld.group-max": 4,
    "meld.run-min": 3,
    "meld.ace": "both",
    "meld.layoff": "any",
    "meld.first-minimum": 30,
    "draw.top": "must-meld",
    "draw.deep-use": "any",
    "discard.barred": "lone-top",
    "out.discard": "optional",
    "stock.empty": "pile",
    "call": "last-discard",
    "score.ace": "by-use",
    "match.target": 500,
    "match.reached": "reach",
}
#: With fifths the points to open with and to play to are told in fives (`score.fifths`).
_FIFTHS: Final = "scoring.fifths"
_IN_FIVES: Final = ("meld.first-minimum", "match.target")
_VALUES: Final = "five-ten-fifteen"
#: What has card values of its own takes the place of the preset's.
_OWN_VALUES: Final = ("oklahoma", "persian", "scoring")


@law(rests_on=("score_lines", "deducts"), beside=BESIDE)
def hands_are_not_deducted(snapshot: Snapshot) -> Fault | None:
    """If a hand ends with nobody out and no seat could legally take from the pile, cards in hand do not count;
    otherwise they do.

    Rule `stock.no-deduction`. The law asks for each seat, as if it were its turn to draw. Skipped with a plugin by
    which nobody deducts.
    """
    rules, state = snapshot.rules, snapshot.state
    if state.public.phase != OVER_PHASE:
        return None
    spared = state.public.out < 0 and _spares(rules) and not any(_takes(rules, state, seat) for seat in _seats(rules))
    return _counted_fault(rules, state, spared=spared)


def _seats(rules: Rules) -> range:
    return range(rules.seats)


def _spares(rules: Rules) -> bool:
    """Return whether the rules in force can spare hands."""
    return bool(rules.options[_OPTION]) and not rules.scoring.deducts_at_stock_end


def _takes(rules: Rules, state: State, seat: int) -> bool:
    """Return whether a seat could take something from the pile if it were its turn to draw."""
    public = replace(state.public, phase=DRAW_PHASE, to_act=seat, turn=NEW_TURN, ended="", out=-1)
    asked = replace(state, public=public, drawn=0)
    return any(action.verb == "take" for action in legal_actions(rules, asked, seat=seat))


def _counted_fault(rules: Rules, state: State, *, spared: bool) -> Fault | None:
    """Find a fault in the points of cards in hand, by comparing the hand with one in which all hands are empty."""
    nothing = replace(state, hands=(0,) * rules.seats, public=replace(state.public, sizes=0))
    made, melded = score_hand(rules, state).by_seat, score_hand(rules, nothing).by_seat
    for seat in _seats(rules):
        held = sum(rules.scoring.points.in_hand[card] for card in cards_of(state.hands[seat]))
        due = melded[seat] - (0 if spared else held)
        if made[seat] != due:
            why = "hands are spared" if spared else "every hand counts"
            return Fault(f"{why}, so seat {seat} should have made {due}, and has made {made[seat]}", state=state)
    return None


@law()
def the_preset_has_its_options(rules: Rules) -> Answer:
    """The preset has the values that the catalogue gives it, and adds the values 5, 10 and 15 for cards.

    Skipped under other presets.
    """
    if rules.preset.name != _PLUGIN:
        return SKIPPED
    fifths = bool(rules.options.get(_FIFTHS))
    for name, value in _PRESET.items():
        due = value // 5 if fifths and name in _IN_FIVES and isinstance(value, int) else value
        if rules.origin.set_by[name] == f"preset {_PLUGIN}" and rules.options[name] != due:
            return Fault(f"the preset has {name} = {rules.options[name]!r}, and {due!r} is due")
    missing = {_PLUGIN, _VALUES} - set(rules.plugins)
    if _PLUGIN in missing or (missing and not set(_OWN_VALUES) & set(rules.plugins)):
        return Fault(f"the preset should bring {sorted(missing)}")
    return None


# ---------------------------------------------------------------- faults


def _rules(**wrong: Any) -> Rules:
    return alter(r5.compose(PLUGIN, seats=3), **wrong)


#: Each fault breaks its law: rules, in which hands are played, or a step or a game.
FAULTS: Final[tuple[tuple[Law[Any], Callable[[], object]], ...]] = (
    (hands_are_not_deducted, lambda: _rules(deducts=lambda *_: False)),
    (the_preset_has_its_options, lambda: _rules(options={**_rules().options, "meld.first-minimum": 20})),
    (
        the_preset_has_its_options,
        lambda: _rules(plugins={name: each for name, each in _rules().plugins.items() if name != "five-ten-fifteen"}),
    ),
)
