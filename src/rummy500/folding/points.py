"""Folding what cards count: the core's table, what plugins make of it, and the unit in which points are told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rummy500.cards import JOKER, NATURALS, SPARE, card_text
from rummy500.engine.values import CARD_POINTS
from rummy500.errors import ComposeError
from rummy500.melds import MeldShapes
from rummy500.options import OptionValue
from rummy500.plugging.answers import Answers
from rummy500.rules import Place, PointTable

_PLACES: tuple[Place, ...] = ("group", "run", "low")


def point_table(answers: Answers, options: Mapping[str, OptionValue], shapes: MeldShapes, unit: int) -> PointTable:
    """What each card counts.

    Args:
        answers: what plugins answer.
        options: the options in force.
        shapes: the shape rules of melds, which say what roles there are.
        unit: how many points make one in the score.

    Raises:
        ComposeError: for points that the unit does not divide.
    """
    card_points = CARD_POINTS[str(options["score.ace"])]
    folded = answers.table("card_points", card_points, int, ("card", "role", "place"), "points")
    if folded is card_points and unit == 1:
        return PointTable(card_points)
    # Every case is asked now, so that nothing is asked in play and no wrong answer waits there.
    asked = {case: _in_units(case[0], folded(*case), unit) for case in _cases(shapes)}
    most: dict[int, int] = {}
    for (card, _, place), points in asked.items():
        if place != "hand":
            most[card] = max(points, most.get(card, points))

    def looked_up(card: int, role: int, place: Place) -> int:
        # `PointTable.most` asks for roles, too, that a card cannot have: they bring no more than those that it can.
        found = asked.get((card, role, place))
        return most[card] if found is None else found

    return PointTable(looked_up)


def point_unit(answers: Answers) -> int:
    """How many points make one in the score (`score.fifths`); 1 where no plugin says otherwise.

    Raises:
        ComposeError: for a unit that is none, and for two plugins with a unit each.
    """
    unit, by = 1, ""
    for plugin, told in answers.each("point_unit", int):
        if told < 1:
            raise plugin.error("point_unit", f"must return 1 or more, not {told}")
        if by and told != unit:
            raise ComposeError(f"plugins {by} and {plugin.info.name} do not go together: each has a unit of points")
        unit, by = told, plugin.info.name
    return unit


def _in_units(card: int, points: int, unit: int) -> int:
    whole, rest = divmod(points, unit)
    if rest:
        raise ComposeError(
            f"{card_text(card)} counts {points} points, and scores are told in units of {unit}, which do not divide it:"
            " other card values are needed (score.fifths)"
        )
    return whole


def _cases(shapes: MeldShapes) -> Iterator[tuple[int, int, Place]]:
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
