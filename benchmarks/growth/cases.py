"""The axes of growth (hand, pile, wild cards, seats, plugins), and the rules under which bad hands are searched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import attrs
from benchmarks.contestants.of_rummy500 import installed_plugins
from benchmarks.growth.positions import Layout
from benchmarks.growth.worst import Ground

import rummy500 as r5

OKLAHOMA: Final = "oklahoma"
GAMBIT: Final = "dealers-gambit"
#: Plugins that go together, in the order in which they are added; the first five do nothing during a hand.
TOGETHER: Final = (
    "five-ten-fifteen",
    "scoring",
    "must-go-out",
    "wikipedia",
    "add-opponents-hand",
    "masters-hand",
    "displayed-discards",
    GAMBIT,
)
_TWO_PACKS: Final = {"deck.packs": 2}


@attrs.frozen
class Point:
    """One size of the work.

    Attributes:
        size: the size.
        rules: the rules.
        layout: the layout of the positions.
    """

    size: int
    rules: r5.Rules
    layout: Layout

    @property
    def wild(self) -> bool:
        """Return whether a wild card is in reach."""
        return self.layout.wild + self.layout.wild_in_pile > 0


@attrs.frozen
class Series:
    """One line of a plot.

    Attributes:
        name: the label of the line.
        wild: whether there are wild cards.
        points: its sizes, upwards.
    """

    name: str
    wild: bool
    points: tuple[Point, ...]


@attrs.frozen
class Axis:
    """A quantity that grows.

    Attributes:
        name: the quantity, which names the file of its plot.
        title: the title of the plot.
        label: the label of the sizes, with their unit.
        series: the lines of its plot.
        actions_grow: whether the number of actions grows with the size, so that a plot shows costs against it.
    """

    name: str
    title: str
    label: str
    series: tuple[Series, ...]
    actions_grow: bool = True


def axes(*, quick: bool = False) -> tuple[Axis, ...]:
    """Return all axes; with `quick` only the two ends of each series."""
    every = (_hand_size(), _pile_length(), _jokers(), *_oklahoma(), _seats(), *_plugins())
    if not quick:
        return every
    return tuple(attrs.evolve(axis, series=tuple(map(_ends, axis.series))) for axis in every)


def _ends(series: Series) -> Series:
    return attrs.evolve(series, points=(series.points[0], series.points[-1]))


def left_out() -> tuple[str, ...]:
    """List the parts that cannot be measured because plugins are not installed."""
    missing = [name for name in (OKLAHOMA, *TOGETHER) if name not in installed_plugins()]
    return (f"{', '.join(missing)}: not installed; the dependency group `plugins` brings them",) if missing else ()


def _of(rules: r5.Rules, layouts: Iterable[tuple[int, Layout]]) -> tuple[Point, ...]:
    return tuple(Point(size, rules, layout) for size, layout in layouts)


def _of_wilds(name: str, rules: r5.Rules, layouts: Sequence[Layout]) -> Series:
    """Make a series of hands with more and more wild cards."""
    return Series(name, wild=True, points=_of(rules, [(each.wild, each) for each in layouts]))


def _hand_size() -> Axis:
    sizes = (7, 10, 13, 16, 20, 25, 30, 35, 40)
    classic, pagat = r5.compose("classic", options=_TWO_PACKS), r5.compose("pagat", options=_TWO_PACKS)

    def series(name: str, rules: r5.Rules, wild: int) -> Series:
        return Series(name, wild > 0, _of(rules, [(size, Layout(size, wild)) for size in sizes]))

    return Axis(
        "hand-size",
        "A growing hand, after the draw",
        "cards in the hand",
        (
            series("classic, natural cards", classic, 0),
            series("pagat, one joker in the hand", pagat, 1),
            series("pagat, two jokers in the hand", pagat, 2),
        ),
    )


def _pile_length() -> Axis:
    sizes = (1, 2, 5, 10, 20, 30, 40, 50, 60)
    classic, pagat = r5.compose("classic", options=_TWO_PACKS), r5.compose("pagat", options=_TWO_PACKS)

    def series(name: str, rules: r5.Rules, wild: int, wild_in_pile: int) -> Series:
        layouts = [(size, Layout(10, wild, size, wild_in_pile, phase="draw")) for size in sizes]
        return Series(name, wild > 0, _of(rules, layouts))

    return Axis(
        "pile-length",
        "A growing pile, before the draw, ten cards in the hand",
        "cards in the discard pile",
        (
            series("classic, natural cards", classic, 0, 0),
            series("pagat, one joker in the hand", pagat, 1, 0),
            series("pagat, one in the hand and one in the pile", pagat, 1, 1),
        ),
    )


def _jokers() -> Axis:
    pagat = r5.compose("pagat", options=_TWO_PACKS)
    jokers = range(5)
    return Axis(
        "jokers",
        "More jokers in the hand (pagat, two packs)",
        "jokers in the hand",
        (
            _of_wilds("13 cards, after the draw", pagat, [Layout(13, wild) for wild in jokers]),
            _of_wilds("26 cards, after the draw", pagat, [Layout(26, wild) for wild in jokers]),
            _of_wilds(
                "13 cards, before the draw, a pile of ten",
                pagat,
                [Layout(13, wild, 10, phase="draw") for wild in jokers],
            ),
        ),
    )


def _oklahoma() -> tuple[Axis, ...]:
    if OKLAHOMA not in installed_plugins():
        return ()
    rules = r5.compose("pagat", [OKLAHOMA], options={"oklahoma.jokers": 4})
    wilds = (0, 1, 2, 3, 4, 6, 8, 10, 12)
    found = [
        _of_wilds(f"{hand} cards, after the draw", rules, [Layout(hand, wild) for wild in wilds]) for hand in (16, 30)
    ]
    before = [Layout(16, wild, 8, phase="draw") for wild in wilds]
    found.append(_of_wilds("16 cards, before the draw, a pile of eight", rules, before))
    label = "deuces and jokers in the hand"
    return (Axis(OKLAHOMA, "More wild cards: Oklahoma's eight deuces and four jokers", label, tuple(found)),)


def _seats() -> Axis:
    layout = Layout(10, pile=10, phase="draw")

    def series(name: str, preset: str, layout: Layout) -> Series:
        every = [(seats, r5.compose(preset, options=_TWO_PACKS, seats=seats)) for seats in range(2, 9)]
        return Series(name, layout.wild > 0, tuple(Point(seats, rules, layout) for seats, rules in every))

    with_joker = attrs.evolve(layout, wild=1)
    return Axis(
        "seats",
        "More seats, before the draw, ten cards in the hand, ten in the pile",
        "seats",
        (
            series("classic, no calls", "classic", layout),
            series("pagat, every seat may call", "pagat", layout),
            series("pagat, a joker in the hand on turn", "pagat", with_joker),
        ),
        actions_grow=False,
    )


def _plugins() -> tuple[Axis, ...]:
    if any(name not in installed_plugins() for name in TOGETHER):
        return ()
    every = [(number, r5.compose("pagat", TOGETHER[:number])) for number in range(len(TOGETHER) + 1)]

    def series(name: str, layout: Layout) -> Series:
        return Series(name, layout.wild > 0, tuple(Point(number, rules, layout) for number, rules in every))

    return (
        Axis(
            "plugins",
            "More plugins (pagat, natural cards)",
            "plugins in play",
            (
                series("13 cards, after the draw", Layout(13)),
                series("13 cards, before the draw, a pile of ten", Layout(13, pile=10, phase="draw")),
            ),
            actions_grow=False,
        ),
    )


def grounds() -> tuple[Ground, ...]:
    """List the rules and layouts under which bad hands are searched."""
    classic, pagat = r5.compose("classic", options=_TWO_PACKS), r5.compose("pagat", options=_TWO_PACKS)
    family = r5.compose("family", options=_TWO_PACKS)
    waiting = r5.compose("north-american", options={**_TWO_PACKS, "deck.jokers": 2, "discard.barred": "drawn"})
    opening = r5.compose("pagat", options={**_TWO_PACKS, "meld.first-minimum": 120})
    found = [
        Ground("classic, 20 natural cards", classic, Layout(20)),
        Ground("pagat, 13 cards, 2 jokers", pagat, Layout(13, 2)),
        Ground("pagat, 26 cards, 4 jokers", pagat, Layout(26, 4)),
        Ground("pagat, 10 cards, a pile of 20, 2 jokers", pagat, Layout(10, 1, 20, 1, phase="draw")),
        Ground("family, 20 cards, 19 of them barred", family, Layout(20, old=1)),
        Ground("family, 30 cards, all barred, 2 jokers", family, Layout(30, 2, old=0)),
        Ground("north-american, 26 cards, all barred, 2 jokers", waiting, Layout(26, 2, old=0)),
        Ground("pagat, a first minimum of 120, 13 cards, 2 jokers", opening, Layout(13, 2, melds=2)),
        Ground("pagat, a first minimum of 120, 26 cards, 2 jokers", opening, Layout(26, 2, melds=2)),
    ]
    if OKLAHOMA in installed_plugins():
        rules = r5.compose("pagat", [OKLAHOMA], options={"oklahoma.jokers": 4})
        minimum = r5.compose("pagat", [OKLAHOMA], options={"meld.first-minimum": 150})
        found += [
            Ground("oklahoma, 16 cards, 4 wild", rules, Layout(16, 4)),
            Ground("oklahoma, 16 cards, 8 wild", rules, Layout(16, 8)),
            Ground("oklahoma, 13 cards, a pile of 8, 4 wild", rules, Layout(13, 3, 8, 1, phase="draw")),
            Ground("oklahoma, a first minimum of 150, 16 cards, 4 wild", minimum, Layout(16, 4, melds=2)),
        ]
    if GAMBIT in installed_plugins():
        rules = r5.compose("pagat", [GAMBIT], options={"meld.first-minimum": 100})
        found.append(Ground("dealers-gambit, a first minimum of 100, 13 cards", rules, Layout(13, 1)))
    return tuple(found)
