"""The cells of the matrix: what meets in one game, and whether it composes. No hand is dealt here.

A cell is a pair of plugins, a plugin on a preset, a value of an option on a preset or beside a plugin, or three plugins
and a few values picked at random. It is refused with a reason that names what does not go together, or it is played.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations, product
from typing import Final, Literal

import attrs

from rummy500.compose import FEWEST_SEATS, MOST_SEATS, compose
from rummy500.errors import ComposeError
from rummy500.hooks.installed import installed
from rummy500.hooks.load import load_plugins
from rummy500.hooks.merge import HookAnswers
from rummy500.hooks.plugin import LoadedPlugin
from rummy500.options import CORE_OPTIONS, Option, OptionValue
from rummy500.presets import CORE_PRESETS, Preset
from rummy500.testing.bounds import at_least

Kind = Literal["pairs", "options", "triples"]
#: A value of an option.
Setting = tuple[str, OptionValue]

#: Four first: every known variant is played by four, so that a refusal there has other reasons.
_SEATS: Final = (4, *(seats for seats in range(FEWEST_SEATS, MOST_SEATS + 1) if seats != 4))
#: What is tried of an option that takes many numbers.
_NUMBERS: Final[Mapping[str, tuple[int, ...]]] = {
    "deal.size": (3, 10),
    "meld.run-min": (3, 4, 7),
    "meld.first-minimum": (0, 30, 100),
    "match.target": (1, 250),
}
_FEW: Final = 4


@attrs.frozen
class Table:
    """One way in which a cell is played.

    Attributes:
        plugins: the plugins in their order.
        preset: the preset.
        seats: how many play.
    """

    plugins: tuple[str, ...]
    preset: str
    seats: int


@attrs.frozen
class Cell:
    """What meets in one game.

    Attributes:
        kind: which part of the matrix it belongs to.
        name: its name; no other cell has it.
        plugins: the plugins.
        options: the values that are set.
        presets: the presets that it is played with.
        parties: who a refusal must name, each by one of its names.
        both_orders: whether the plugins are played in every order.
    """

    kind: Kind
    name: str
    plugins: tuple[str, ...]
    options: tuple[Setting, ...]
    presets: tuple[str, ...]
    parties: tuple[frozenset[str], ...]
    both_orders: bool = False

    def tables(self) -> Iterator[list[Table]]:
        """Every table, the orders of the plugins side by side."""
        orders = tuple(permutations(self.plugins)) if self.both_orders else (self.plugins,)
        for seats, preset in product(_SEATS, self.presets):
            yield [Table(order, preset, seats) for order in orders]


@attrs.frozen
class Verdict:
    """What composing says of a cell.

    Attributes:
        tables: the tables that it is played at.
        reason: why it is refused, empty if it is played.
        fault: what is wrong with these answers, empty if nothing is.
    """

    tables: tuple[Table, ...]
    reason: str = ""
    fault: str = ""


def look_at_cell(cell: Cell, most: int | None = None) -> Verdict:
    """Compose a cell at its tables.

    A cell is played if it composes with some preset and some number of seats. It is at fault if its plugins are refused
    in one order only, if the reason of a refusal does not name the parties, or if composing crashes.

    Args:
        cell: the cell.
        most: stop after so many presets and numbers of seats that it is played with, taken at random, always the same
            ones; `None` to try them all.
    """
    every = list(enumerate(cell.tables()))
    if most is not None:
        random.Random(cell.name).shuffle(every)
    played: list[Table] = []
    refused: list[tuple[int, str]] = []
    for place, ways in every:
        try:
            refusals = [_refusal(cell, table) for table in ways]
        except Exception as error:  # noqa: BLE001 - whatever compose raises on the way is a fault
            at = f"{ways[0].preset} with {ways[0].seats} seats"
            return Verdict((), fault=f"composing raised {type(error).__name__} on {at}: {error}")
        if any(refusals) and not all(refusals):
            index = next(index for index, why in enumerate(refusals) if why)
            return Verdict((), fault=f"refused in one order only, {ways[index]}: {refusals[index]}")
        if not all(refusals):
            played += ways
            if most is not None and len(played) >= most * len(ways):
                break
        refused += ((place, why) for why in refusals if why)
    if played:
        return Verdict(tuple(played))
    reasons = [why for _, why in sorted(refused)]
    reason = next((why for why in reasons if _names(why, cell.parties)), "")
    if not reason:
        return Verdict((), reasons[0], f"the refusal does not name what does not go together: {reasons[0]}")
    return Verdict((), reason)


def _refusal(cell: Cell, table: Table) -> str:
    try:
        compose(table.preset, table.plugins, dict(cell.options), seats=table.seats)
    except ComposeError as error:
        return str(error)
    return ""


def _names(reason: str, parties: Sequence[frozenset[str]]) -> bool:
    """Whether a reason names the parties, or two of them where there are more."""
    named = sum(any(_named(name, reason) for name in party) for party in parties)
    return named >= min(len(parties), 2)


def _named(name: str, text: str) -> bool:
    return re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)", text) is not None


def plugins() -> tuple[str, ...]:
    """The names of the installed plugins, sorted."""
    return tuple(sorted(installed()))


@cache
def presets() -> Mapping[str, Preset]:
    """Every preset by its name: the core's, then those that installed plugins bring."""
    found = dict(CORE_PRESETS)
    for name in plugins():
        found.update((preset.name, preset) for _, preset in HookAnswers(_hooked(name)).joined("presets"))
    return found


@cache
def own_options(plugin: str) -> tuple[Option, ...]:
    """The options that a plugin brings."""
    return tuple(option for _, option in HookAnswers(_hooked(plugin)).joined("options"))


def requires(plugin: str) -> tuple[str, ...]:
    """The plugins that a plugin requires."""
    return tuple(name for each in _hooked(plugin) for name in each.info.requires)


def _hooked(plugin: str) -> tuple[LoadedPlugin, ...]:
    """A plugin with its hooks; nothing where it does not load, which composing its cells will tell."""
    try:
        return tuple(each for each in load_plugins((plugin,)) if each.info.name == plugin)
    except ComposeError:
        return ()


def values(option: Option) -> tuple[OptionValue, ...]:
    """The values of an option that are tried: all of them, or some of many numbers."""
    found: list[OptionValue] = [*((False, True) if option.flag else ()), *option.choices]
    if option.zero:
        found.append(0)
    if option.name in _NUMBERS:
        found += _NUMBERS[option.name]
    elif option.least is not None and option.most is None:
        found += (option.least, option.least + 1, option.least + 100)
    elif option.least is not None and option.most is not None:
        whole = range(option.least, option.most + 1)
        found += whole if len(whole) <= _FEW + 1 else (whole[0], whole[1], whole[-1])
    return tuple(found)


def setting_text(setting: Setting) -> str:
    """A value as a command line has it, `boathouse.draw-two=true` say."""
    name, value = setting
    return f"{name}={str(value).lower() if isinstance(value, bool) else value}"


def pair_cells() -> Iterator[Cell]:
    """Every pair of plugins, and every plugin on every preset."""
    names = plugins()
    everywhere = tuple(presets())
    for pair in combinations(names, 2):
        parties = tuple(frozenset({name}) for name in pair)
        yield Cell("pairs", " + ".join(pair), pair, (), everywhere, parties, both_orders=True)
    for name, preset in product(names, presets().values()):
        both = (frozenset({name}), frozenset({preset.name, *preset.plugins}))
        yield Cell("pairs", f"{name} on {preset.name}", (name,), (), (preset.name,), both)


def option_cells() -> Iterator[Cell]:
    """Every value of every option on each preset, and beside each plugin."""
    yield from preset_cells()
    yield from beside_cells()


def preset_cells() -> Iterator[Cell]:
    """Every value of every option on each preset; a plugin's with the plugin."""
    for owner, setting in _settings():
        for preset in presets().values():
            name = f"{setting_text(setting)} on {preset.name}"
            yield Cell("options", name, owner, (setting,), (preset.name,), (frozenset({setting[0], *owner}),))


def beside_cells() -> Iterator[Cell]:
    """Every value of every option beside each plugin; a plugin's beside the others, in both orders.

    Left out is what is refused with the plugin that the option belongs to, whatever is played beside.
    """
    everywhere = tuple(presets())
    for owner, setting in _settings():
        for plugin in plugins():
            if plugin in owner or _apart(owner, setting):
                continue
            parties = (frozenset({setting[0], *owner}), frozenset({plugin}))
            name = f"{setting_text(setting)} beside {plugin}"
            yield Cell("options", name, (*owner, plugin), (setting,), everywhere, parties, both_orders=True)


def triple_cells(number: int, seed: int) -> Iterator[Cell]:
    """Three plugins each, no two of them always refused, with values of their options and one of the core's; at random.

    Args:
        number: how many.
        seed: the same seed, 0 or more, picks the same ones.

    Raises:
        ValueError: for a negative seed, when the first one is asked for.
    """
    at_least(0, seed=seed)
    rng = random.Random(f"triples {seed}")
    names = plugins()
    every = [names for names in permutations(names, 3) if not any(map(never_together, combinations(names, 2)))]
    if not every:
        return
    for index in range(number):
        three = rng.choice(every)
        mine = [option for name in three for option in own_options(name)]
        chosen = [rng.choice(tuple(CORE_OPTIONS.values())), *(option for option in mine if rng.random() < 0.5)]
        settings = tuple((option.name, rng.choice(values(option))) for option in chosen)
        parties = (*(frozenset({name}) for name in three), *(frozenset({name}) for name, _ in settings))
        name = f"{index}: {' + '.join(three)} with {', '.join(map(setting_text, settings))}"
        yield Cell("triples", name, three, settings, tuple(presets()), parties)


def _settings() -> Iterator[tuple[tuple[str, ...], Setting]]:
    """Every value that is tried, with the plugin that it belongs to."""
    owned: Iterable[tuple[tuple[str, ...], Option]] = (
        *(((), option) for option in CORE_OPTIONS.values()),
        *(((name,), option) for name in plugins() for option in own_options(name)),
    )
    for owner, option in owned:
        for value in values(option):
            yield owner, (option.name, value)


@cache
def never_together(pair: tuple[str, ...]) -> bool:
    """Whether two plugins are refused with every value of each of their options."""
    settings = ((option.name, value) for name in pair for option in own_options(name) for value in values(option))
    return _apart(pair) and all(_apart(pair, setting) for setting in settings)


@cache
def _apart(plugins: tuple[str, ...], *settings: Setting) -> bool:
    """Whether some plugins with some values are refused with every preset by every number of seats."""
    return not look_at_cell(Cell("pairs", "", plugins, settings, tuple(presets()), ()), 1).tables


__all__ = [
    "Cell",
    "Kind",
    "Setting",
    "Table",
    "Verdict",
    "beside_cells",
    "look_at_cell",
    "never_together",
    "option_cells",
    "own_options",
    "pair_cells",
    "plugins",
    "preset_cells",
    "presets",
    "requires",
    "setting_text",
    "triple_cells",
    "values",
]
