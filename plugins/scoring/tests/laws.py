"""Laws of `score.*`: the values of cards, written a second time, and the points to reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

import rummy500 as r5
from rummy500 import card_text
from rummy500.hooks import JOKER, Rules, rank_of
from rummy500.rules.move import FixedMinimum
from rummy500.rules.scores import Place, PointTable
from rummy500_scoring.names import ACE, BY_USE, FIFTEEN, FIFTHS, HUNDRED, TEN_FIVE, TWENTY_FIVE
from rummy500_testing import SKIPPED, Answer, Fault, Law, law
from rummy500_testing.altering import alter
from rummy500_testing.overrides import card_points_overridden

#: The plugin whose laws these are.
PLUGIN: Final = "scoring"
_TABLES: Final[dict[str, dict[str, object]]] = {
    "aces at 25": {"options": {ACE: "twenty-five"}, "seats": 3},
    "a hundred for four aces": {"options": {ACE: "hundred", "meld.first-minimum": 30}, "seats": 2},
    "a hundred in fifths": {"options": {ACE: "hundred", TEN_FIVE: True, FIFTHS: True}, "seats": 2},
    "fifths of fives": {"options": {TEN_FIVE: True, FIFTHS: True, "meld.first-minimum": 6}, "seats": 3},
}
#: pytest asks the laws under these rules, on every preset.
RULES: Final = {
    **_TABLES,
    **{f"{name} of Wikipedia": {**table, "preset": "wikipedia"} for name, table in _TABLES.items()},
}
#: Plugins that answer the same questions, and that these laws take into account.
BESIDE: Final = frozenset(("dealers-gambit", "five-ten-fifteen", "persian"))
_NAME: Final = "scoring"
_THREE_VALUES: Final = "five-ten-fifteen"
_PLACES: Final[tuple[Place, ...]] = ("hand", "group", "run", "low")
_RANK_OF_ACE: Final = 0
_TEN: Final = 9
#: Plugins by which a joker is something else, whichever comes first.
_OTHER_JOKERS: Final = ("persian", "dealers-gambit")
#: A joker may stand for any of these, and for a card of a rank where it lies in a group.
_ROLES: Final = (0, 1, 2, 9, 12, 64, 65, 76)


def _unit(rules: Rules) -> int:
    return 5 if rules.options[FIFTHS] else 1


def _ace(rules: Rules, place: Place) -> int | None:
    """Return the points of an ace; `None` where another plugin decides them."""
    names = list(rules.plugins)
    later = names[names.index(_NAME) + 1 :]
    way, fives = rules.options[ACE], rules.options[TEN_FIVE] or _THREE_VALUES in names
    if "persian" in names or (_THREE_VALUES in later and way != HUNDRED):
        return None
    if way == FIFTEEN:
        return 15
    if way == TWENTY_FIVE:
        return 25
    if way == HUNDRED:
        return 15 if place != "low" else 5 if fives else 1
    if rules.options[TEN_FIVE]:
        return 5
    if _THREE_VALUES in names:
        return None
    return 1 if place == "low" or rules.options["score.ace"] == "one" else 15


def _joker(rules: Rules) -> int | None:
    """Return the points of a joker; `None` where another plugin decides them."""
    if any(name in rules.plugins for name in _OTHER_JOKERS):
        return None
    return 5 if rules.options[TEN_FIVE] else 15


def _due(rules: Rules, card: int, place: Place) -> int | None:
    if card_points_overridden(rules, card, place, beside={PLUGIN, *BESIDE}):
        return None
    if card == JOKER:
        return _joker(rules)
    rank = rank_of(card)
    if rank == _RANK_OF_ACE:
        return _ace(rules, place)
    if rank >= _TEN:
        return 10
    if rules.options[TEN_FIVE] or _THREE_VALUES in rules.plugins:
        return 5
    return rank + 1


@law(name="an ace's points")
def an_aces_points(rules: Rules) -> Answer:
    """An ace counts the value of scoring.ace, or 5 with ten-five; with fifths that is divided by five.

    Rules `score.ace-fifteen`, `score.ace-25`, `score.ace-hundred`, `score.ten-five`, `score.fifths`. Skipped where
    another plugin decides what aces count: Persian, a later five-ten-fifteen, or a plugin unknown here.
    """
    return _count_fault(rules, range(_RANK_OF_ACE, JOKER, 13))


@law(name="a joker's points")
def a_jokers_points(rules: Rules) -> Answer:
    """A joker counts 15, or 5 with ten-five; with fifths that is divided by five.

    Rules `score.ten-five`, `score.fifths`. Skipped where another plugin decides what jokers count: Persian, Dealer's
    gambit, or a plugin unknown here.
    """
    return _count_fault(rules, (JOKER,))


@law(name="other cards' points")
def other_cards_points(rules: Rules) -> Answer:
    """2 to 9 count their faces, or 5 each with ten-five, and ten to king 10; with fifths that is divided by five.

    Rules `score.ten-five`, `score.fifths`. Skipped where a plugin that is unknown here decides what they count.
    """
    return _count_fault(rules, [card for card in range(JOKER) if rank_of(card) != _RANK_OF_ACE])


def _count_fault(rules: Rules, cards: Iterable[int]) -> Answer:
    """Find the first card with wrong points; `SKIPPED` if other plugins decide the points of all of them."""
    judged = False
    for card in cards:
        for place in _PLACES:
            due = _due(rules, card, place)
            if due is None:
                continue
            judged, beside = True, {PLUGIN, *BESIDE}
            found = {
                rules.scoring.points.piece(card + 64 * role, place)
                for role in (_ROLES if card == JOKER else (card,))
                if not card_points_overridden(rules, card, place, role=role, beside=beside)
            }
            if place == "hand":
                found.add(rules.scoring.points.in_hand[card])
            if found - {due // _unit(rules)}:
                return Fault(
                    f"points of {card_text(card)} at the place {place!r}: expected {due // _unit(rules)}, found {found}"
                )
    return None if judged else SKIPPED


@law(rests_on=("settings.point_unit",))
def fifths_divide_the_points_to_reach(rules: Rules) -> Answer:
    """With fifths the target and the opening minimum are a fifth of the preset's, rounded up; without it they are the
    preset's.

    Rule `score.fifths`. A value that somebody else has set is not the preset's. A match that no score ends has the
    target 0.
    """
    if rules.scoring.unit != _unit(rules):
        return Fault(f"{rules.scoring.unit} points are told as one")
    minimum = rules.melding.opening_minimum
    if not isinstance(minimum, FixedMinimum | None):
        return SKIPPED  # a plugin decides the minimum
    first = 0 if minimum is None else minimum.points
    for option, found in (("match.target", rules.match.target or None), ("meld.first-minimum", first)):
        points = rules.preset.options[option]
        if not rules.origin.set_by[option].startswith(("preset", "plugin scoring")) or not isinstance(points, int):
            continue
        due = -(-points // _unit(rules))
        for tried in (found, rules.options[option]):
            if tried not in (due, None):
                return Fault(f"{option} should be {due}, and is {tried}")
    return None


@law(name="score.ace gives way")
def score_ace_gives_way(rules: Rules) -> Fault | None:
    """The option score.ace has no effect beside the value that scoring gives to aces."""
    says = rules.options[ACE] != BY_USE or rules.options[TEN_FIVE]
    ace = rules.options["score.ace"]
    return Fault(f"score.ace is {ace!r}") if says and ace != "by-use" else None


# ---------------------------------------------------------------- faults


def _rules(**options: Any) -> Rules:
    return r5.compose("pagat", [PLUGIN], options, seats=3)


def _seven(ace: str, ten_five: bool, card: str, place: Place) -> Rules:
    """Plant a fault: a card counts 7 at a place."""
    rules = _rules(**{ACE: ace, TEN_FIVE: ten_five})

    def points(each: int, role: int, where: Place) -> int:
        wrong = (card_text(each), where) == (card, place)
        return 7 if wrong else rules.scoring.points.piece(each + 64 * role, where)

    return alter(rules, points=PointTable(points))


def _fifths(**wrong: Any) -> Rules:
    """Plant a fault: some points are not divided."""
    return alter(_rules(**{FIFTHS: True, TEN_FIVE: True, ACE: FIFTEEN}), **wrong)


_BY_LAW: Final = (
    (an_aces_points, "As"),
    (other_cards_points, "Kd"),
    (other_cards_points, "4h"),
    (a_jokers_points, "*"),
)
#: Each fault breaks its law: rules, in which hands are played, or a step or a game.
FAULTS: Final[tuple[tuple[Law[Any], Callable[[], object]], ...]] = (
    *(
        (law_of_card, partial(_seven, ace, ten_five, card, place))
        for ace, ten_five in ((BY_USE, False), (FIFTEEN, True), (TWENTY_FIVE, False), (HUNDRED, True))
        for law_of_card, card in _BY_LAW
        for place in _PLACES
    ),
    (fifths_divide_the_points_to_reach, lambda: _fifths(target=500)),
    (fifths_divide_the_points_to_reach, lambda: _fifths(opening_minimum=FixedMinimum(30))),
    (fifths_divide_the_points_to_reach, lambda: _fifths(unit=1)),
    (
        score_ace_gives_way,
        lambda: alter(_rules(**{ACE: HUNDRED}), options={**_rules().options, ACE: HUNDRED, "score.ace": "one"}),
    ),
)
