"""How many points make one in the score (`score.fifths`), and what of the options is told in points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from rummy500.errors import ComposeError
from rummy500.options import OptionValue
from rummy500.plugging.answers import Answers

#: The options of the core that are numbers of points.
_IN_POINTS: Final = ("match.target", "meld.first-minimum")


class PointUnit(NamedTuple):
    """A unit of points.

    Attributes:
        points: how many points make one in the score, 1 where no plugin says otherwise.
        by: the plugin that says so, empty for none.
    """

    points: int = 1
    by: str = ""

    def divided(self, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Those of the options that are points, told in the unit; what does not divide is rounded up."""
        if self.points == 1:
            return {}
        found = ((name, options[name]) for name in _IN_POINTS)
        return {name: -(-points // self.points) for name, points in found if isinstance(points, int) and points}


def point_unit(answers: Answers) -> PointUnit:
    """The unit of points that plugins ask for.

    Args:
        answers: what plugins answer.

    Raises:
        ComposeError: for a unit that is none, and for two plugins with a unit each.
    """
    unit = PointUnit()
    for plugin, told in answers.each("point_unit", int):
        if told < 1:
            raise plugin.error("point_unit", f"must return 1 or more, not {told}")
        if unit.by and told != unit.points:
            both = f"plugins {unit.by} and {plugin.info.name} do not go together"
            raise ComposeError(f"{both}: each has a unit of points")
        unit = PointUnit(told, plugin.info.name)
    return unit
