"""Folding what cards count: the core's table, what plugins make of it, and the unit in which points are told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rummy500.cards import JOKER, NATURALS, SPARE, card_text
from rummy500.engine.card_values import CARD_POINTS
from rummy500.errors import ComposeError
from rummy500.melds import MeldShapes
from rummy500.options import OptionValue
from rummy500.plugging.answers import Answers
from rummy500.plugging.unit import PointUnit
from rummy500.rules import Place, PointTable, TableAnswers

_PLACES: Final[tuple[Place, ...]] = ("group", "run", "low")
_WHERE: Final[Mapping[Place, str]] = {
    "hand": "in hand",
    "group": "in a group",
    "run": "in a run",
    "low": "at the low end of a run",
}
#: So many of the cards whose points do not divide are named.
_SHOWN: Final = 4
#: A card, its role and its place.
_Case = tuple[int, int, Place]


def point_table(
    answers: Answers, options: Mapping[str, OptionValue], shapes: MeldShapes, unit: PointUnit
) -> tuple[PointTable, TableAnswers]:
    """The value of each card, and the plugin that sets it.

    Args:
        answers: what plugins answer.
        options: the options in force.
        shapes: the shape rules of melds, which say what roles there are.
        unit: the unit in which points are told.

    Returns:
        The table, and the answers of plugins for each case, in whole points.

    Raises:
        ComposeError: for points that the unit does not divide, with the plugin whose unit it is.
    """
    card_points = CARD_POINTS[str(options["score.ace"])]
    folded = answers.table("card_points", card_points, int, ("card", "role", "place"), "points")
    if unit.points == 1 and not any("card_points" in plugin.hooks for plugin in answers.plugins):
        return PointTable(card_points), {}
    # Every case is asked now, so that nothing is asked in play and no wrong answer waits there.
    told = {case: folded(*case) for case in _cases(shapes)}
    asked = {case: answered[-1][1] for case, answered in told.items()}
    if unit.points > 1:
        others = [plugin.info.name for plugin in answers.plugins if plugin.info.name != unit.by]
        _check_divided(asked, shapes, unit, others)
        asked = {case: points // unit.points for case, points in asked.items()}
    most: dict[int, int] = {}
    for (card, _, place), points in asked.items():
        if place != "hand":
            most[card] = max(points, most.get(card, points))

    def looked_up(card: int, role: int, place: Place) -> int:
        # `PointTable.most` asks for roles, too, that a card cannot have: they bring no more than those that it can.
        found = asked.get((card, role, place))
        return most[card] if found is None else found

    return PointTable(looked_up), told


def _check_divided(asked: Mapping[_Case, int], shapes: MeldShapes, unit: PointUnit, others: Sequence[str]) -> None:
    """Refuse points that the unit does not divide, with some of the cards; no ace lies low where none may."""
    left: dict[tuple[str, Place], int] = {
        (card_text(card), place): points
        for (card, _, place), points in asked.items()
        if points % unit.points and (place != "low" or shapes.ace_low)
    }
    if not left:
        return
    told = {card: f"{card} counts {points} {_WHERE[place]}" for (card, place), points in reversed(left.items())}
    shown = list(reversed(told.values()))
    beside = f" with {', '.join(others)}" if others else ""
    more = f" and {len(shown) - _SHOWN} more cards" if len(shown) > _SHOWN else ""
    raise ComposeError(
        f"plugin {unit.by}: scores are told in units of {unit.points} points, which do not divide what these cards"
        f" count{beside}: {', '.join(shown[:_SHOWN])}{more}. They need other values, those of another plugin or option"
        " (score.fifths)"
    )


def _cases(shapes: MeldShapes) -> Iterator[_Case]:
    """Every card in every role and place that it can have."""
    for card in (*range(NATURALS), JOKER, SPARE):
        yield card, card, "hand"
        for place in _PLACES:
            yield card, card, place
    for face in shapes.wilds:
        for role in range(NATURALS):
            yield face, role, "run"
            yield face, role, "low"
        for rank in range(13):
            yield face, 64 + rank, "group"
