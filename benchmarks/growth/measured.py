"""Run the growth benchmark: measure every series and fit how fast each cost grows."""

from __future__ import annotations

import gc
import math
import random
from collections.abc import Callable, Sequence
from typing import Final

import attrs
from benchmarks.growth.cases import Axis, Series
from benchmarks.growth.costs import LIST, PLAIN, Costs, Spot, ask_all, spots
from benchmarks.growth.positions import positions

#: A cost is compared with the number of actions only if that number grows by at least this factor.
_GROWN: Final = 3.0
#: A power of the number of actions up to this counts as proportional growth.
IN_PROPORTION: Final = 1.1


@attrs.frozen
class Line:
    """The measurements along a series.

    Attributes:
        series: the series.
        costs: the costs at each size.
    """

    series: Series
    costs: tuple[Costs, ...]

    def yielded(self, question: str) -> list[float]:
        """Return the number of actions of each answer: plain ones for `.plain()`, else all."""
        return [each.plain if question == PLAIN else each.actions for each in self.costs]

    def exponent(self, question: str) -> float | None:
        """Fit the power of the number of actions with which a cost grows: the slope of a line through both logarithms.

        Sizes at which the list is cut are left out, and in a series with wild cards those without any: melds of natural
        cards are looked up, which is cheaper.

        Returns:
            The power, 1 for a proportional cost; `None` if the number of actions hardly grows.
        """
        places = [
            (math.log(actions), math.log(each.loops[question].median))
            for point, actions, each in zip(self.series.points, self.yielded(question), self.costs, strict=True)
            if not each.cut and (point.wild or not self.series.wild)
        ]
        if len(places) < 2 or max(places)[0] - min(places)[0] < math.log(_GROWN):
            return None
        return slope(places)

    def each(self, question: str) -> list[float]:
        """Return the calibration loops for each action of the answer."""
        pairs = zip(self.yielded(question), self.costs, strict=True)
        return [each.loops[question].median / actions for actions, each in pairs]

    def times(self, question: str) -> float:
        """Return the ratio of the cost of the last size to that of the first."""
        return self.costs[-1].loops[question].median / self.costs[0].loops[question].median

    def faster(self, question: str) -> bool:
        """Return whether a cost grows faster than the number of actions, although it should not."""
        exponent = self.exponent(question)
        return exponent is not None and exponent > IN_PROPORTION and not (question == LIST and self.series.wild)


@attrs.frozen
class Grown:
    """The measurements along an axis."""

    axis: Axis
    lines: tuple[Line, ...]


def slope(places: Sequence[tuple[float, float]]) -> float:
    """Fit the slope of a line through points by least squares."""
    middle = sum(across for across, _ in places) / len(places)
    level = sum(up for _, up in places) / len(places)
    spread = sum((across - middle) ** 2 for across, _ in places)
    return sum((across - middle) * (up - level) for across, up in places) / spread


def measure(
    axes: Sequence[Axis], *, rounds: int, seconds: float, count: int, seed: int, report_progress: Callable[[str], None]
) -> tuple[Grown, ...]:
    """Measure every size of every series, all of them in each round.

    Args:
        axes: the axes of growth.
        rounds: the number of rounds, 1 or more.
        seconds: CPU time for each question at each size in a round, at least.
        count: positions at each size.
        seed: the same seed gives the same positions.
        report_progress: is called with a text after each step.
    """
    places: list[tuple[int, int, int]] = []
    made: dict[tuple[int, int, int], tuple[Spot, ...]] = {}
    for number, axis in enumerate(axes):
        report_progress(f"positions: {axis.name}")
        for line, series in enumerate(axis.series):
            for place, point in enumerate(series.points):
                key = number, line, place
                places.append(key)
                # Making the spots asks every question once: from here on the caches of the rules are filled.
                made[key] = spots(point.rules, positions(point.rules, point.layout, count, seed))
    found: dict[tuple[int, int, int], list[dict[str, float]]] = {key: [] for key in places}
    gc.collect()
    gc.freeze()
    for number in range(1, rounds + 1):
        report_progress(f"round {number} of {rounds}")
        for key in random.Random(number).sample(places, len(places)):
            found[key].append(ask_all(made[key], seconds))
    gc.unfreeze()
    return tuple(
        Grown(
            axis,
            tuple(
                Line(
                    series,
                    tuple(
                        Costs.of(made[number, line, place], found[number, line, place])
                        for place in range(len(series.points))
                    ),
                )
                for line, series in enumerate(axis.series)
            ),
        )
        for number, axis in enumerate(axes)
    )
