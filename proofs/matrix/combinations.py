"""The combinations of the matrix, and whether each composes. No hand is dealt here.

A combination is a preset alone, a pair of plugins, a plugin on a preset, a value of an option on a preset or beside a
plugin, values of two options of one plugin, three plugins with a few random values, or a rule of the cookbook on a
preset, beside a plugin or another rule, or with an opening minimum. It is refused with a reason that names the parts
that do not go together, or it is played.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations as subsets
from itertools import permutations, product
from typing import Final, Literal

import attrs
from tests.laws.kit.cookbook import COOKBOOK, passed

from rummy500.base.errors import ComposeError
from rummy500.base.inputs import require_min
from rummy500.hooks.compose import FEWEST_SEATS, MOST_SEATS, compose
from rummy500.rules.options import CORE_OPTIONS, MELD_FIRST_MINIMUM, Option
from rummy500_testing.available import Setting, own_options, plugins, presets, setting_text, values

Kind = Literal["presets", "pairs", "options", "own", "triples", "cookbook"]
#: Four first: every known variant is played by four, so that a refusal there has other reasons.
_SEATS: Final = (4, *(seats for seats in range(FEWEST_SEATS, MOST_SEATS + 1) if seats != 4))


@attrs.frozen
class Setup:
    """A preset, a number of seats and an order of plugins for a combination.

    Attributes:
        plugins: the plugins in their order.
        preset: the preset.
        seats: the number of seats.
    """

    plugins: tuple[str, ...]
    preset: str
    seats: int


@attrs.frozen
class Combination:
    """A combination of preset, plugins and options.

    Attributes:
        kind: its part of the matrix.
        name: its name; no other combination has it.
        plugins: the plugins.
        options: the values that are set.
        presets: the presets that it is played with.
        parties: the parts that a refusal must name, each by one of its names.
        both_orders: whether the plugins are played in every order.
    """

    kind: Kind
    name: str
    plugins: tuple[str, ...]
    options: tuple[Setting, ...]
    presets: tuple[str, ...]
    parties: tuple[frozenset[str], ...]
    both_orders: bool = False

    def setups(self) -> Iterator[list[Setup]]:
        """Generate every preset and number of seats; for each, all orders of the plugins."""
        orders = tuple(permutations(self.plugins)) if self.both_orders else (self.plugins,)
        for seats, preset in product(_SEATS, self.presets):
            yield [Setup(order, preset, seats) for order in orders]


@attrs.frozen
class Verdict:
    """The result of composing a combination.

    Attributes:
        setups: all setups in which it composes.
        reason: why it is refused, empty if it is played.
        fault: a fault of these answers, empty if there is none.
    """

    setups: tuple[Setup, ...]
    reason: str = ""
    fault: str = ""


def composed_in_every_way(combination: Combination, most: int | None = None) -> Verdict:
    """Compose a combination with each of its presets, numbers of seats and orders.

    A combination is played if it composes with some preset and some number of seats. It is at fault if its plugins are
    refused in one order only, if the reason of a refusal does not name the parties, or if composing crashes.

    Args:
        combination: the combination.
        most: stop after this many presets and numbers of seats that compose, in a fixed random order; `None` to try
            them all.
    """
    every = list(enumerate(combination.setups()))
    if most is not None:
        random.Random(combination.name).shuffle(every)
    played: list[Setup] = []
    refused: list[tuple[int, str]] = []
    for place, ways in every:
        try:
            refusals = [_refusal(combination, setup) for setup in ways]
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
    reason = next((why for why in reasons if _names(why, combination.parties)), "") or _by_seats(reasons, combination)
    if not reason:
        return Verdict((), reasons[0], f"the refusal does not name what does not go together: {reasons[0]}")
    return Verdict((), reason)


def _refusal(combination: Combination, setup: Setup) -> str:
    try:
        compose(setup.preset, passed(setup.plugins), dict(combination.options), seats=setup.seats)
    except ComposeError as error:
        return str(error)
    return ""


def _names(reason: str, parties: Sequence[frozenset[str]]) -> bool:
    """Return whether a reason names the parties, or two of them if there are more."""
    named = sum(any(_named(name, reason) for name in party) for party in parties)
    return named >= min(len(parties), 2)


def _by_seats(reasons: Sequence[str], combination: Combination) -> str:
    """Return the refusals of two parties that no number of seats suits; each refuses the seats that the other needs."""
    found = [
        next((why for why in reasons if " seats" in why and _names(why, (party,))), "") for party in combination.parties
    ]
    return "; ".join(found) if len(found) > 1 and all(found) else ""


def _named(name: str, text: str) -> bool:
    return re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)", text) is not None


def preset_alone_combinations() -> Iterator[Combination]:
    """Generate each preset without any plugin or option."""
    for name in presets():
        yield Combination("presets", name, (), (), (name,), ())


def pair_combinations() -> Iterator[Combination]:
    """Generate every pair of plugins, and every plugin on every preset."""
    for pair in subsets(plugins(), 2):
        yield _pair("pairs", pair)
    yield from _on_each_preset("pairs", plugins())


def cookbook_combinations() -> Iterator[Combination]:
    """Generate every rule of the cookbook on every preset, beside every plugin and other rule, and with a minimum."""
    yield from _on_each_preset("cookbook", COOKBOOK)
    for name, points in product(COOKBOOK, (30, 45)):
        setting = MELD_FIRST_MINIMUM.name, points
        parties = (frozenset({name}), frozenset({setting[0]}))
        text = f"{name} with {setting_text(setting)}"
        yield Combination("cookbook", text, (name,), (setting,), tuple(presets()), parties)
    for pair in (*product(COOKBOOK, plugins()), *subsets(COOKBOOK, 2)):
        yield _pair("cookbook", pair)


def _pair(kind: Kind, pair: tuple[str, ...]) -> Combination:
    parties = tuple(frozenset({name}) for name in pair)
    return Combination(kind, " + ".join(pair), pair, (), tuple(presets()), parties, both_orders=True)


def _on_each_preset(kind: Kind, names: Iterable[str]) -> Iterator[Combination]:
    for name, preset in product(names, presets().values()):
        both = (frozenset({name}), frozenset({preset.name, *preset.plugins}))
        yield Combination(kind, f"{name} on {preset.name}", (name,), (), (preset.name,), both)


def option_combinations() -> Iterator[Combination]:
    """Generate every value of every option on each preset, and beside each plugin."""
    yield from preset_combinations()
    yield from beside_combinations()


def preset_combinations() -> Iterator[Combination]:
    """Generate every value of every option on each preset; a plugin's with the plugin."""
    for owner, setting in _settings():
        for preset in presets().values():
            name = f"{setting_text(setting)} on {preset.name}"
            yield Combination("options", name, owner, (setting,), (preset.name,), (frozenset({setting[0], *owner}),))


def beside_combinations() -> Iterator[Combination]:
    """Generate every value of every option beside each plugin; a plugin's beside the others, in both orders.

    Values that are refused with the option's own plugin alone are left out.
    """
    everywhere = tuple(presets())
    for owner, setting in _settings():
        for plugin in plugins():
            if plugin in owner or _apart(owner, setting):
                continue
            parties = (frozenset({setting[0], *owner}), frozenset({plugin}))
            name = f"{setting_text(setting)} beside {plugin}"
            yield Combination("options", name, (*owner, plugin), (setting,), everywhere, parties, both_orders=True)


def own_combinations() -> Iterator[Combination]:
    """Generate values of every two options of one plugin, none of them a default; of many values two."""
    for plugin in plugins():
        for pair in subsets(own_options(plugin), 2):
            for settings in product(*map(_some_settings, pair)):
                parties = tuple(frozenset({name}) for name, _ in settings)
                name = " and ".join(map(setting_text, settings))
                yield Combination("own", name, (plugin,), settings, tuple(presets()), parties)


def _some_settings(option: Option) -> tuple[Setting, ...]:
    found = [(option.name, value) for value in values(option) if value != option.default]
    return tuple(dict.fromkeys((found[0], found[-1])))


def triple_combinations(number: int, seed: int) -> Iterator[Combination]:
    """Generate random triples of plugins, no two of them always refused, with random values of options.

    Args:
        number: how many.
        seed: the seed of the choices, 0 or more.

    Raises:
        ValueError: for a negative seed, when the first one is asked for.
    """
    require_min(0, seed=seed)
    rng = random.Random(f"triples {seed}")
    names = plugins()
    every = [three for three in permutations(names, 3) if not any(map(never_together, subsets(sorted(three), 2)))]
    if not every:
        return
    for index in range(number):
        three = rng.choice(every)
        mine = [option for name in three for option in own_options(name)]
        chosen = [rng.choice(tuple(CORE_OPTIONS.values())), *(option for option in mine if rng.random() < 0.5)]
        settings = tuple((option.name, rng.choice(values(option))) for option in chosen)
        parties = (*(frozenset({name}) for name in three), *(frozenset({name}) for name, _ in settings))
        name = f"{index}: {' + '.join(three)} with {', '.join(map(setting_text, settings))}"
        yield Combination("triples", name, three, settings, tuple(presets()), parties)


def _settings() -> Iterator[tuple[tuple[str, ...], Setting]]:
    """List every value to try, with its plugin."""
    owned: Iterable[tuple[tuple[str, ...], Option]] = (
        *(((), option) for option in CORE_OPTIONS.values()),
        *(((name,), option) for name in plugins() for option in own_options(name)),
    )
    for owner, option in owned:
        for value in values(option):
            yield owner, (option.name, value)


@cache
def never_together(pair: tuple[str, ...]) -> bool:
    """Return whether two plugins are refused with every value of each of their options."""
    settings = ((option.name, value) for name in pair for option in own_options(name) for value in values(option))
    return _apart(pair) and all(_apart(pair, setting) for setting in settings)


@cache
def _apart(plugins: tuple[str, ...], *settings: Setting) -> bool:
    """Return whether some plugins with some values are refused with every preset and number of seats."""
    return not composed_in_every_way(Combination("pairs", "", plugins, settings, tuple(presets()), ()), 1).setups
