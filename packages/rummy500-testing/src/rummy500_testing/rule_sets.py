"""Generate sets of rules for tests: presets, seats, options, and plugins beside each other."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, permutations
from typing import Final

import attrs

from rummy500 import Rules
from rummy500.base.errors import ComposeError, nearest
from rummy500.base.inputs import require_min
from rummy500.hooks import Option, OptionValue
from rummy500.hooks.compose import FEWEST_SEATS, MOST_SEATS, compose, known_options, known_seats
from rummy500_testing import available
from rummy500_testing.available import plugins


@attrs.frozen
class Pairing:
    """Some rules with one more plugin.

    Attributes:
        plugin: the plugin that is added.
        rules: the rules with it named first and named last; empty if the two do not go together.
        reason: why they do not, as in the error of `compose`; empty if they do.
        fault: set if one order is refused and the other is not; empty otherwise.
    """

    plugin: str
    rules: tuple[Rules, ...] = ()
    reason: str = ""
    fault: str = ""


def pairings(rules: Rules, others: Sequence[str], *, any_seats: bool = False) -> Iterator[Pairing]:
    """Compose rules again with each of some plugins, before and after those in play.

    Args:
        rules: the rules; their plugins must be installed.
        others: names of plugins; those in play already are left out.
        any_seats: use another number of seats if a plugin does not allow this one.

    Raises:
        ComposeError: if there is no such plugin.
    """
    known = plugins()
    for other in others:
        if other not in known:
            raise ComposeError(f"there is no plugin {other!r}; {nearest(other, known)}")
        if other not in rules.plugins:
            yield _pairing(rules, other, _seats_with(rules, other) if any_seats else [rules.seats])


def _seats_with(rules: Rules, other: str) -> list[int]:
    """List the numbers of seats that a plugin and those in play allow, that of the rules first."""
    try:
        fewest, most = known_seats(rules.identity.preset, [other, *rules.plugins])
    except ComposeError:
        return [rules.seats]  # composing says why
    return sorted(range(fewest, most + 1), key=lambda seats: seats != rules.seats) or [rules.seats]


def _pairing(rules: Rules, other: str, seats: Sequence[int]) -> Pairing:
    names = [name for name, _ in rules.identity.plugins]
    reason = ""
    for number in seats:
        found, refusals = list[Rules](), list[str]()
        for order in ((other, *names), (*names, other)):
            try:
                found.append(compose(rules.identity.preset, order, dict(rules.identity.options), seats=number))
            except ComposeError as error:
                refusals.append(str(error))
        if found and refusals:
            return Pairing(other, fault=f"refused in one order only: {refusals[0]}")
        if found:
            return Pairing(other, tuple(found))
        reason = reason or refusals[0]
    return Pairing(other, reason=reason)


# ---------------------------------------------------------------- rule sets

_SEATS: Final = range(FEWEST_SEATS, MOST_SEATS + 1)
#: How many options are set at a time.
_AT_ONCE: Final = 3


def rule_sets(*plugins: object, options: int = 12, beside: bool = True, seed: int = 0) -> Iterator[Rules]:
    """Generate sets of rules under which a test suite can check the laws.

    First every preset that goes together with the plugins, with few, some and many seats; then values of the options of
    core and plugins, in a random order and a few at a time, each once before any is repeated; then the plugins beside
    each other installed one, in both orders. Refused rules are left out.

    Args:
        plugins: the plugins under test, by name or as objects; none for the core alone.
        options: how many rules with other options, 0 or more; 30 are enough for every value of the core's options.
        beside: whether to add every other installed plugin in turn.
        seed: the same seed, 0 or more, gives the same rules.

    Returns:
        An iterator that composes each set of rules when it is asked for.

    Raises:
        ValueError: if `options` or `seed` is less than 0.
        ComposeError: if the plugins go together with no preset, with the reason of the first one; raised when the first
            rules are asked for.

    Examples:
        >>> len({(rules.preset.name, rules.seats) for rules in rule_sets(options=0, beside=False)}) >= 12
        True
    """
    require_min(0, options=options, seed=seed)
    return _rule_sets(plugins, options, random.Random(seed), among=available.plugins() if beside else ())


def _rule_sets(plugins: Sequence[object], options: int, rng: random.Random, among: Sequence[str]) -> Iterator[Rules]:
    found = 0
    for preset in available.presets():
        for few in (range(2, 3), range(3, 5), range(5, 9)):
            rules = _first(preset, plugins, {}, rng.sample(few, len(few)))
            if rules is not None:
                found += 1
                yield rules
    if not found:
        compose(next(iter(available.presets())), plugins, seats=4)
    yield from islice(_with_options(plugins, rng), options)
    for other in among:
        for order in permutations((*plugins, other)) if len(plugins) == 1 else ((*plugins, other),):
            rules = _anywhere(order, {}, rng)
            if rules is not None:
                yield rules


def _with_options(plugins: Sequence[object], rng: random.Random) -> Iterator[Rules]:
    """Generate rules with other options, a few at a time; each value is used once before any is repeated."""
    kinds = _known_options(plugins)
    every = [(name, value) for name, option in kinds.items() for value in available.values(option)]
    left: list[available.Setting] = []
    while every:
        left = left or rng.sample(every, len(every))
        few = dict(reversed(left[:_AT_ONCE]))
        alone = dict(left[:1])
        rules = _anywhere(plugins, few, rng)
        if rules is None:  # two of them may not go together
            few, rules = alone, _anywhere(plugins, alone, rng)
        left = [setting for setting in left if few.get(setting[0]) != setting[1]]
        if rules is not None:
            yield rules


def _known_options(plugins: Sequence[object]) -> Mapping[str, Option]:
    for preset in available.presets():
        try:
            return known_options(preset, plugins)
        except ComposeError:
            continue
    return {}


def _anywhere(plugins: Sequence[object], options: Mapping[str, OptionValue], rng: random.Random) -> Rules | None:
    """Compose rules with the first preset, in a random order, and number of seats that are accepted."""
    presets = rng.sample(tuple(available.presets()), len(available.presets()))
    tried = (_first(preset, plugins, options, rng.sample(_SEATS, len(_SEATS))) for preset in presets)
    return next(filter(None, tried), None)


def _first(
    preset: str, plugins: Sequence[object], options: Mapping[str, OptionValue], seats: Sequence[int]
) -> Rules | None:
    """Compose rules with the first number of seats that is accepted, `None` if none is."""
    for number in seats:
        try:
            return compose(preset, plugins, options, seats=number)
        except ComposeError:
            continue
    return None
