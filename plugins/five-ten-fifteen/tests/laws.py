"""Laws of `score.5-10-15`: the three values, written a second time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import rummy500 as r5
from rummy500 import card_text
from rummy500.hooks import JOKER, Rules, rank_of
from rummy500.rules.scores import Place, PointTable
from rummy500_testing import Fault, Law, law
from rummy500_testing.altering import alter
from rummy500_testing.overrides import card_points_overridden

#: The plugin whose laws these are.
PLUGIN: Final = "five-ten-fifteen"
#: pytest asks the laws under these rules, on every preset.
RULES: Final[dict[str, dict[str, object]]] = {
    "alone": {"seats": 3},
    "with a minimum": {"options": {"meld.first-minimum": 30}, "seats": 2},
}
#: Plugins that answer the same questions, and that these laws take into account.
BESIDE: Final = frozenset(("dealers-gambit", "persian", "scoring"))
_NAME: Final = "five-ten-fifteen"
#: Another table for the same cards, which the preset `wikipedia` may be played with.
_TEN_FIVE: Final = "scoring.ten-five"
_PLACES: Final[tuple[Place, ...]] = ("hand", "group", "run", "low")
_ACE: Final = 0
_TEN: Final = 9
#: Plugins by which a joker is something else, whichever comes first.
_OTHER_JOKERS: Final = ("persian", "dealers-gambit", "oklahoma")
#: A joker may stand for any of these, and for a card of a rank where it lies in a group.
_ROLES: Final = (0, 1, 2, 9, 12, 64, 65, 76)


def _due(card: int, place: Place) -> int:
    """Return the points of a card: 2 to 9 five, ten to king ten, an ace 15 but 5 as a run's low end, a joker 15."""
    if card == JOKER:
        return 15
    if rank_of(card) == _ACE:
        return 5 if place == "low" else 15
    return 10 if rank_of(card) >= _TEN else 5


def _unit(rules: Rules) -> int:
    """Return how many points the score counts as one (`score.fifths`)."""
    return 5 if rules.options.get("scoring.fifths") else 1


def _judged(rules: Rules, card: int, place: Place) -> bool:
    """Return whether this rule alone decides the points of a card.

    Persian, Dealer's gambit and ten-five decide what jokers count; a later plugin may decide what aces count; and a
    plugin that is unknown here may decide what any card counts.
    """
    if card_points_overridden(rules, card, place, beside={PLUGIN, *BESIDE}):
        return False
    if card >= JOKER:
        others = any(name in rules.plugins for name in _OTHER_JOKERS)
        return card == JOKER and not others and not rules.options.get(_TEN_FIVE)
    if rank_of(card) != _ACE:
        return True
    names = list(rules.plugins)
    later = names[names.index(_NAME) + 1 :]
    by_scoring = "scoring" in later and (rules.options["scoring.ace"] != "by-use" or rules.options[_TEN_FIVE])
    return not by_scoring and "persian" not in later


@law()
def card_values(rules: Rules) -> Fault | None:
    """2 to 9 count 5, ten to king 10, an ace 15 but 5 as the low end of a run, a joker 15, in hand as on the table.

    Rule `score.5-10-15`. Cards whose points another plugin decides are left out: see `_judged`.
    """
    for card in range(JOKER + 1):
        for place in filter(partial(_judged, rules, card), _PLACES):
            for role in _ROLES if card == JOKER else (card,):
                points = rules.scoring.points.piece(card + 64 * role, place)
                due = _due(card, place) // _unit(rules)
                mine = not card_points_overridden(rules, card, place, role=role, beside={PLUGIN, *BESIDE})
                if points != due and mine:
                    return Fault(f"{card_text(card)} should count {due} at the place {place!r}, and counts {points}")
        if _judged(rules, card, "hand") and rules.scoring.points.in_hand[card] != _due(card, "hand") // _unit(rules):
            return Fault(f"{card_text(card)} counts {rules.scoring.points.in_hand[card]} in hand")
    return None


@law(name="score.ace gives way")
def score_ace_gives_way(rules: Rules) -> Fault | None:
    """score.ace = one has no effect.

    Rule `score.5-10-15`.
    """
    ace = rules.options["score.ace"]
    return None if ace == "by-use" else Fault(f"score.ace is {ace!r}")


# ---------------------------------------------------------------- faults


def _rules() -> Rules:
    return r5.compose("family", [PLUGIN], {"meld.run-min": 3}, seats=3)


def _seven(card: str, place: Place) -> Rules:
    """Plant a fault: a card counts 7 at a place."""

    def points(each: int, role: int, where: Place) -> int:
        wrong = (card_text(each), where) == (card, place)
        return 7 if wrong else _rules().scoring.points.piece(each + 64 * role, where)

    return alter(_rules(), points=PointTable(points))


#: Each fault breaks its law: rules, in which hands are played, or a step or a game.
FAULTS: Final[tuple[tuple[Law[Any], Callable[[], object]], ...]] = (
    *((card_values, partial(_seven, card, place)) for card in ("2s", "9d", "Th", "Kc", "Ah", "*") for place in _PLACES),
    (score_ace_gives_way, lambda: alter(_rules(), options={**_rules().options, "score.ace": "one"})),
)
