"""Lists what a table can be opened with: presets, installed plugins, and the options that these have.

A form for a new table shows these records, and `compose` judges what was chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import attrs

from rummy500.base.errors import ComposeError
from rummy500.hooks.compose import compose, known_seats
from rummy500.hooks.plugin import PluginInfo, installed
from rummy500.rulebook.core import QUESTIONS
from rummy500.rules.options import CORE_PRESETS, DEFAULT_PRESET, Option, OptionValue
from rummy500.rules.rules import Rules

#: With at most this many numbers above the least one, every number is listed with its words.
_FEW: Final = 12


@attrs.frozen
class ValueChoice:
    """A value of an option, in words.

    Attributes:
        value: the value.
        words: its meaning.
    """

    value: OptionValue
    words: str


@attrs.frozen
class OptionChoice:
    """An option of the rules, as a form shows it.

    Attributes:
        name: its name, for example `meld.ace`.
        question: the question of players that it answers. It is what the option decides if no question or several
            options belong to its rule.
        about: what it decides, in a few words.
        plugin: the plugin that it belongs to, empty for the core.
        values: every value in words; of an option with many numbers those with words of their own.
        least: the least number that is a value of it, 0 apart; `None` if it takes no numbers.
        most: the greatest number, `None` likewise.
        value: its value as long as the caller does not set it.
        words: the meaning of that value.
        set_by: who sets that value: `preset NAME` or `plugin NAME`.
    """

    name: str
    question: str
    about: str
    plugin: str
    values: tuple[ValueChoice, ...]
    least: int | None
    most: int | None
    value: OptionValue
    words: str
    set_by: str


@attrs.frozen
class PresetChoice:
    """A preset that a game can begin with.

    Attributes:
        name: its name.
        title: its name for players.
        about: what is special about it, in a line.
        source: the source document that it follows, by the first three digits of its name.
        plugins: the plugins that are part of it, in order.
        plugin: the plugin that adds it, empty for the core.
        seats: the fewest and the most that can play.
    """

    name: str
    title: str
    about: str
    source: str
    plugins: tuple[str, ...]
    plugin: str
    seats: tuple[int, int]


@attrs.frozen
class PluginChoice:
    """An installed plugin that a game can be played with.

    Attributes:
        name: its name.
        title: its name for players.
        about: the change that it makes to the game, in a line.
        source: the source of its rules.
        requires: the plugins that it requires, directly or indirectly, those first that come first in play.
        conflicts: the plugins that it cannot be played with, each with the reason, whichever of the two says so.
        seats: the fewest and the most that can play, with the plugins that it requires.
        even_seats: whether only an even number can play.
        options: the names of its own options.
    """

    name: str
    title: str
    about: str
    source: str
    requires: tuple[str, ...]
    conflicts: Mapping[str, str] = attrs.field(hash=False)
    seats: tuple[int, int]
    even_seats: bool
    options: tuple[str, ...]


def list_presets() -> tuple[PresetChoice, ...]:
    """List the presets of the core, then those of installed plugins, in the order of the plugins' names.

    Examples:
        >>> import rummy500 as r5
        >>> [(each.name, each.seats) for each in r5.list_presets()][:2]
        [('pagat', (2, 8)), ('north-american', (2, 8))]
    """
    infos = _installed_infos()
    found = [("", preset) for preset in CORE_PRESETS.values()]
    found += [(info.name, preset) for info in infos.values() for preset in info.presets]
    return tuple(
        PresetChoice(
            preset.name,
            preset.title,
            preset.about,
            preset.source,
            preset.plugins,
            plugin,
            known_seats(preset.name, preset.plugins),
        )
        for plugin, preset in found
        if infos.keys() >= set(preset.plugins)
    )


def list_plugins() -> tuple[PluginChoice, ...]:
    """List the installed plugins by their names, without those that do not load or lack a plugin that they require.

    Examples:
        >>> import rummy500 as r5
        >>> all(each.seats[0] >= 2 for each in r5.list_plugins())
        True
    """
    infos = _installed_infos()
    return tuple(
        PluginChoice(
            info.name,
            info.title,
            info.about,
            info.source,
            _required(info, infos),
            _conflicts(info, infos),
            known_seats(DEFAULT_PRESET, (info.name,)),
            info.even_seats,
            tuple(option.name for option in info.options),
        )
        for info in infos.values()
    )


def list_options(preset: str = DEFAULT_PRESET, plugins: Iterable[object] = ()) -> tuple[OptionChoice, ...]:
    """List the options of a game with their values in words, each with its value under a preset with some plugins.

    Args:
        preset: the preset to begin with.
        plugins: the plugins in play, as for `compose`.

    Returns:
        The options of the core, then those of the plugins in play.

    Raises:
        ComposeError: as `compose`, for unknown names and for plugins that do not go together.

    Examples:
        >>> import rummy500 as r5
        >>> ace = next(each for each in r5.list_options("family") if each.name == "score.ace")
        >>> ace.value, ace.words, ace.set_by
        ('one', 'an ace counts 1', 'preset family')
        >>> [each.value for each in ace.values]
        ['by-use', 'one']
    """
    plugins = (plugins,) if isinstance(plugins, str) else tuple(plugins)
    rules = compose(preset, plugins, seats=known_seats(preset, plugins)[0])
    options = tuple(rules.origin.option_kinds.values())
    asked = Counter(question_of(rules, option) for option in options)
    return tuple(_option_choice(rules, option, asked) for option in options)


def _installed_infos() -> Mapping[str, PluginInfo]:
    """The descriptions of the installed plugins that load, by name, in order."""
    from rummy500.hooks.load import load_plugins  # noqa: PLC0415 - pluggy is loaded when used

    found: dict[str, PluginInfo] = {}
    for name in sorted(installed()):
        try:
            found[name] = load_plugins((name,))[-1].info
        except ComposeError:
            continue
    return found


def _required(info: PluginInfo, infos: Mapping[str, PluginInfo]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each for name in info.requires for each in (*_required(infos[name], infos), name)))


def _conflicts(info: PluginInfo, infos: Mapping[str, PluginInfo]) -> Mapping[str, str]:
    others = {other.name: other.conflicts[info.name] for other in infos.values() if info.name in other.conflicts}
    return {**others, **info.conflicts}


def _option_choice(rules: Rules, option: Option, asked: Mapping[str, int]) -> OptionChoice:
    """An option as a form shows it; of two that answer the same question each has its own words."""
    question = question_of(rules, option)
    value = rules.options[option.name]
    owner = option.name.partition(".")[0]
    return OptionChoice(
        option.name,
        question if asked[question] == 1 else option.about,
        option.about,
        owner if owner in rules.plugins else "",
        tuple(ValueChoice(each, option.meaning(each)) for each in _values(option)),
        option.least,
        None if option.least is None else option.greatest,
        value,
        option.meaning(value),
        rules.origin.set_by[option.name],
    )


def _values(option: Option) -> Iterator[OptionValue]:
    """Every value where there are few; of many numbers those with words of their own."""
    yield from option.choices
    if option.flag:
        yield from (True, False)
    if option.least is None:
        return
    if option.zero:
        yield 0
    if option.most is not None and option.most - option.least <= _FEW:
        yield from range(option.least, option.most + 1)
    else:
        yield from (number for number in option.words if number is not None and number >= option.least)


def question_of(rules: Rules, option: Option) -> str:
    """The question of players that an option answers; what it decides, if it has none."""
    of_plugins = {entry.id: entry.question for _, entry in rules.origin.entries}
    return of_plugins.get(option.rule) or QUESTIONS.get(option.rule) or option.about
