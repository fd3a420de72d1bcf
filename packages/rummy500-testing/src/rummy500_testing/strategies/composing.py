"""Any rules that compose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from operator import itemgetter
from typing import Any, Final, Literal

import attrs
from hypothesis import strategies as st

from rummy500 import ComposeError, Rules
from rummy500.hooks.compose import FEWEST_SEATS, MOST_SEATS, compose, known_options, known_preset
from rummy500.hooks.load import check_plugin, load_plugins
from rummy500.rules.options import CORE_PRESETS, Option, OptionValue

_MOST_OPTIONS: Final = 6
_MOST_AMONG: Final = 4
#: How far above its least number an option without a bound is drawn.
_ABOVE: Final[Mapping[str, int]] = {"deal.size": 12, "match.target": 999}
_ABOVE_OTHERS: Final = 60


@attrs.frozen
class _Arguments:
    """The arguments of `compose`."""

    preset: str
    seats: int
    plugins: tuple[object, ...] = ()
    options: tuple[tuple[str, OptionValue], ...] = ()

    def refusal(self) -> ComposeError | None:
        """Return why these rules are refused, `None` if they are not."""
        try:
            compose(self.preset, self.plugins, dict(self.options), seats=self.seats)
        except ComposeError as error:
            return error
        return None

    def strategy(self) -> st.SearchStrategy[Rules]:
        """Make a strategy of the rules, which hypothesis prints as a call of `compose`."""
        # Only the arguments that are given are printed.
        given: dict[str, object] = {"plugins": list(self.plugins), "options": dict(self.options)}
        keywords = {name: st.just(value) for name, value in given.items() if value}
        return st.builds(compose, st.just(self.preset), **keywords, seats=st.just(self.seats))


def option_values(option: Option) -> st.SearchStrategy[OptionValue]:
    """Any value that an option takes; a number without an upper bound is drawn close to its lower one.

    Args:
        option: the option, for example one of `known_options`.
    """
    values: list[st.SearchStrategy[OptionValue]] = []
    if option.choices:
        values.append(st.sampled_from(list(option.choices)))
    if option.flag:
        values.append(st.booleans())
    if option.zero:
        values.append(st.just(0))
    if option.least is not None:
        most = option.least + _ABOVE.get(option.name, _ABOVE_OTHERS) if option.most is None else option.most
        values.append(st.integers(option.least, most))
    return st.one_of(values)


def rules(
    presets: Iterable[str] = tuple(CORE_PRESETS),
    seats: Iterable[int] = range(FEWEST_SEATS, MOST_SEATS + 1),
    *,
    options: bool = True,
    fixed: Mapping[str, OptionValue] | None = None,
    plugins: Iterable[object] = (),
    among: Iterable[object] = (),
) -> st.SearchStrategy[Rules]:
    """Any rules that compose.

    Plugins and options that do not go together are left out one by one, so no example is lost.

    Args:
        presets: the presets to choose from.
        seats: the numbers of seats to choose from.
        options: also set some options, those of plugins included, to any values that go together.
        fixed: options that are always set, by name.
        plugins: the plugins that are always in play, in their order: names of installed ones, or objects with hooks.
        among: plugins of which any may be in play besides, in any order; `rummy500_testing.available.plugins()` has the
            names of all that are installed.

    Raises:
        ComposeError: by each example, if no preset and number of seats composes with these plugins and the fixed
            options, or if one of `presets` is not a preset or one of `among` is not a plugin.

    Examples:
        >>> from hypothesis import find
        >>> find(rules(), lambda found: found.seats == 5)
        <Rules 'pagat', seats=5>
    """
    # An argument may be an iterator, which would be empty for the second example.
    given = _Arguments("", 0, tuple(plugins), tuple((fixed or {}).items()))
    return _composing(tuple(presets), tuple(seats), given, tuple(among), options=options)


@st.composite
def _composing(
    draw: st.DrawFn,
    presets: Sequence[str],
    seats: Sequence[int],
    given: _Arguments,
    among: Sequence[object],
    *,
    options: bool,
) -> Rules:
    for preset in presets:  # beside a known one nobody would notice that one is never drawn
        known_preset(preset, given.plugins)
    _check_plugins(among)
    asked = _table(draw, presets, seats, given)
    asked = _with(asked, "plugins", _some_of(draw, among))
    if options:
        known = known_options(asked.preset, asked.plugins)
        kinds = {name: kind for name, kind in known.items() if name not in dict(given.options)}
        # Each name is drawn with its value, so that hypothesis can leave out both together.
        each = st.sampled_from(tuple(kinds.values())).flatmap(
            lambda option: st.tuples(st.just(option.name), option_values(option))
        )
        settings = draw(st.lists(each, unique_by=itemgetter(0), max_size=_MOST_OPTIONS))
        asked = _with(asked, "options", settings)
    return draw(asked.strategy())


def _check_plugins(among: Iterable[object]) -> None:
    """Refuse unknown plugins: they would be left out silently, like plugins that do not go together."""
    for plugin in among:
        if isinstance(plugin, str):
            load_plugins([plugin])
        else:
            check_plugin(plugin)


def _table(draw: st.DrawFn, presets: Sequence[str], seats: Sequence[int], given: _Arguments) -> _Arguments:
    """Draw a preset and a number of seats that compose with the given plugins and options."""
    asked = attrs.evolve(given, preset=draw(st.sampled_from(presets)), seats=draw(st.sampled_from(seats)))
    refusal = asked.refusal()
    if refusal is None:
        return asked
    tables = [attrs.evolve(given, preset=preset, seats=count) for preset, count in product(presets, seats)]
    allowed = [table for table in tables if table.refusal() is None]
    if not allowed:
        raise refusal
    return draw(st.sampled_from(allowed))


def _some_of(draw: st.DrawFn, among: Sequence[object]) -> list[object]:
    if not among:
        return []
    # They are drawn by number: a plugin that is an object need not be hashable.
    places = draw(st.lists(st.integers(0, len(among) - 1), unique=True, max_size=_MOST_AMONG))
    return [among[place] for place in places]


def _with(asked: _Arguments, field: Literal["plugins", "options"], more: Sequence[object]) -> _Arguments:
    """Add plugins or options: all, or one by one without those that do not go together with the earlier ones."""
    for few in (more, *((each,) for each in more)):
        there = getattr(asked, field)
        more_of_it: dict[str, Any] = {field: (*there, *(each for each in few if each not in there))}
        tried = attrs.evolve(asked, **more_of_it)
        asked = tried if tried != asked and tried.refusal() is None else asked
    return asked
