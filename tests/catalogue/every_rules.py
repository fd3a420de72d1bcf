"""Sample rules with each pair of preset, plugin and option value, and each two plugins in both orders.

All combinations would be several thousand games for each plugin. Pairs are enough, because sentences depend on at most
two choices: no entry reads a preset, and an entry that reads two options names both.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import attrs
import pytest

import rummy500 as r5
from rummy500.hooks.compose import known_options
from rummy500.hooks.plugin import installed
from rummy500.rulebook.core import CORE_ENTRIES
from rummy500.rules.options import CORE_PRESETS, Option, OptionValue

SEATS = (4, 3, 2, 5)
INSTALLED = tuple(sorted(installed()))
PRESETS = (*CORE_PRESETS, *(("wikipedia",) if "wikipedia" in INSTALLED else ()))
#: No plugin, and each that is installed.
PLUGINS = ("", *INSTALLED)
#: Plugins make most of the samples.
each_plugin = pytest.mark.parametrize(
    "plugin", [pytest.param("", id="none"), *(pytest.param(name, marks=pytest.mark.slow) for name in INSTALLED)]
)


@attrs.frozen
class Sample:
    """Two sets of rules that differ by one choice.

    Attributes:
        before: the rules without the choice.
        rules: the rules.
    """

    before: r5.Rules
    rules: r5.Rules


def values(option: Option) -> Iterator[OptionValue]:
    """List values of an option: every word, both flags, some numbers."""
    yield from option.choices
    if option.flag:
        yield from (True, False)
    if option.zero:
        yield 0
    if option.least is not None:
        most = option.least + 1 if option.most is None else min(option.least + 2, option.most)
        yield from range(option.least, most + 1)


def composed(preset: str, plugins: Sequence[str], options: Mapping[str, OptionValue]) -> r5.Rules | None:
    """Compose rules for a number of seats that they allow, `None` if they are refused for all."""
    for seats in SEATS:
        try:
            return r5.compose(preset, plugins, options, seats=seats)
        except r5.ComposeError:
            continue
    return None


def unsaid(rules: r5.Rules, name: str) -> str:
    """Describe the sentence about an option that `explain` lacks, empty if it has one or the preset has the value."""
    if rules.options[name] == rules.preset.options[name] or any(line.set_by == "option" for line in r5.explain(rules)):
        return ""
    entries = [entry for entry in CORE_ENTRIES if name in entry.options]
    return f"no sentence of explain says it ({', '.join(entry.id for entry in entries)} in src/rummy500/rulebook/core/)"


@cache
def samples(plugin: str) -> tuple[Sample, ...]:
    """Make samples with a plugin: with each preset, each option value, and each other plugin after it.

    Values and plugins take the presets in turn; without a plugin each value goes with each preset.
    """
    alone = (plugin,) if plugin else ()
    found = [sample for preset in PRESETS for sample in _beside((preset,), (), alone, {})]
    turn = 0
    for name, option in known_options(PRESETS[0], alone).items():
        for value in values(option):
            turn += 1
            for presets in [_turned(turn)] if plugin else [(preset,) for preset in PRESETS]:
                found += _beside(presets, alone, alone, {name: value})
    for other in INSTALLED if plugin else ():
        turn += 1
        found += _beside(_turned(turn), alone, (plugin, other), {}) if other != plugin else []
    return tuple(found)


def _turned(turn: int) -> tuple[str, ...]:
    first = turn % len(PRESETS)
    return PRESETS[first:] + PRESETS[:first]


def _beside(
    presets: Sequence[str], before: Sequence[str], plugins: Sequence[str], options: Mapping[str, OptionValue]
) -> list[Sample]:
    """Make a sample with the first preset that allows it, `None` if all refuse it."""
    for preset in presets:
        rules = composed(preset, plugins, options)
        if rules is not None:
            return [Sample(r5.compose(preset, before, seats=rules.seats), rules)]
    return []
