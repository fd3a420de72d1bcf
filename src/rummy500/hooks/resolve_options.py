"""Resolves the options of a game: values of the preset, then of each plugin in order, then of the caller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import attrs

from rummy500.base.errors import ComposeError, Reason, nearest
from rummy500.base.inputs import clipped, quoted
from rummy500.hooks.plugin import APART, Fixed, LoadedPlugin, Settings
from rummy500.rulebook.explain import OPTION
from rummy500.rules.entry import counted
from rummy500.rules.options import CORE_OPTIONS, MATCH_TARGET, MELD_FIRST_MINIMUM, Option, OptionValue, Preset

#: The options of the core that are numbers of points.
_IN_POINTS: Final = (MATCH_TARGET, MELD_FIRST_MINIMUM)


class PointUnit(NamedTuple):
    """The number of points that make one point of the score (`score.fifths`), and the plugin that sets it."""

    points: int = 1
    by: str = ""


@attrs.define(eq=False, repr=False)
class ResolvedOptions:
    """The options of a game, with who set each of them; filled plugin by plugin."""

    kinds: Mapping[str, Option]
    #: The options of the caller.
    wanted: Mapping[str, OptionValue]
    #: The plugins that the preset names.
    by_preset: tuple[str, ...]
    values: dict[str, OptionValue]
    #: `preset NAME`, `plugin NAME` or `option`.
    set_by: dict[str, str]
    #: The caller's options that change something, sorted by name.
    own: tuple[tuple[str, OptionValue], ...] = ()
    fixes: dict[str, tuple[str, Fixed]] = attrs.field(factory=dict[str, tuple[str, Fixed]])
    idle: dict[str, tuple[str, str]] = attrs.field(factory=dict[str, tuple[str, str]])
    sets: dict[str, list[tuple[str, OptionValue]]] = attrs.field(factory=dict[str, list[tuple[str, OptionValue]]])
    required: dict[str, frozenset[str]] = attrs.field(factory=dict[str, frozenset[str]])
    unit: PointUnit = attrs.field(factory=PointUnit)
    draw: tuple[int, str] = (1, "")
    deducts_at_stock_end: bool = False

    def set(self, option: str, value: OptionValue, by: str) -> None:
        """Set an option, and note who set it."""
        self.values[option] = value
        self.set_by[option] = by


def resolve_options(
    base: Preset, plugins: Sequence[LoadedPlugin], wanted: Mapping[str, object], seats: int
) -> ResolvedOptions:
    """Resolve the options of a game."""
    kinds = option_kinds(plugins)
    chosen = {name: _kind(kinds, name).check(value) for name, value in wanted.items()}
    draft = ResolvedOptions(kinds, chosen, base.plugins, {}, {})
    for name, option in kinds.items():
        if name not in CORE_OPTIONS:
            draft.set(name, option.default, f"plugin {name.partition('.')[0]}")
    for name, value in base.options.items():
        draft.set(name, _kind(kinds, name).check(value), f"preset {base.name}")
    for plugin in plugins:  # each after the plugins that it requires
        direct = plugin.info.requires
        draft.required[plugin.info.name] = frozenset(direct).union(*(draft.required[name] for name in direct))
        _apply_settings(draft, plugin, seats)
    # Values of preset and plugins are points, which are divided by the unit. The caller's values are in units.
    for option in _IN_POINTS if draft.unit.points > 1 else ():
        if points := option.of(draft.values):
            draft.set(option.name, -(-points // draft.unit.points), f"plugin {draft.unit.by}")
    draft.own = tuple(sorted((name, value) for name, value in chosen.items() if draft.values[name] != value))
    for name, value in draft.own:
        draft.set(name, value, OPTION)
    return draft


def option_kinds(plugins: Sequence[LoadedPlugin]) -> Mapping[str, Option]:
    """Collect the options of the core and of the plugins in play, by name."""
    kinds: dict[str, Option] = dict(CORE_OPTIONS)
    for plugin in plugins:
        for option in plugin.info.options:
            prefix = f"{plugin.info.name}."
            if not option.name.startswith(prefix):
                what = f"names an option {option.name!r}, which does not begin with {prefix}"
                raise plugin.error("plugin_info", what)
            if option.name in kinds:
                raise plugin.error("plugin_info", f"names an option {option.name!r} twice")
            try:
                option.check(option.default)
            except ComposeError as error:
                what = f"has a default that is not a value of its option: {error}"
                raise plugin.error("plugin_info", what) from error
            kinds[option.name] = option
    return kinds


_NO_OPTION: Final = Reason("compose.option", "unknown", "there is no option '{option}'; {hint}")
_REFUSED: Final = Reason("compose.plugin", "refused", "plugin {plugin}: {why}")
_IDLE: Final = Reason("compose.option", "idle", "option {option} has no effect with plugin {plugin}: {why}")
_SETS: Final = Reason(
    "compose.plugin",
    "sets",
    "plugins {plugin} and {other:plugin} do not go together: {by:plugin} sets {option}, but {why}",
)
_UNITS: Final = Reason(
    "compose.plugin",
    "units",
    "plugins {plugin} and {other:plugin} do not go together: {plugin} scores in units of {mine:number} points,"
    " {other:plugin} in units of {theirs:number}",
)
_FIXED: Final = Reason(
    "compose.option", "fixed", "option {option} cannot be {given} with plugin {plugin}: it must be {value}, {why}"
)
_CONTRADICTS: Final = Reason(
    "compose.plugin",
    "contradicts",
    "plugins {plugin} and {other:plugin} do not go together: {plugin} plays with {option} = {value} only ({why}),"
    " {other:plugin} sets it to {given}",
)


def _kind(kinds: Mapping[str, Option], name: str) -> Option:
    if name not in kinds:
        raise ComposeError(_NO_OPTION(option=clipped(str(name)), hint=nearest(str(name), kinds)))
    return kinds[name]


def _apply_settings(draft: ResolvedOptions, plugin: LoadedPlugin, seats: int) -> None:
    name = plugin.info.name
    # Plugins set options of the core only, so the caller decides the options of plugins.
    of_plugins = {option: value for option, value in draft.wanted.items() if option not in CORE_OPTIONS}
    given = {"options": {**draft.values, **of_plugins}, "seats": seats, "by_preset": name in draft.by_preset}
    settings = plugin.call("settings", given)
    if settings is None:
        return
    if not isinstance(settings, Settings):
        raise plugin.error("settings", f"must return Settings or None, not {settings!r}")
    if refused := settings.refuse:
        raise ComposeError(_REFUSED(plugin=name, why=refused) if isinstance(refused, str) else refused)
    draft.deducts_at_stock_end |= settings.deducts_at_stock_end
    if settings.point_unit is not None:
        earlier = draft.unit
        draft.unit = PointUnit(settings.point_unit, name)
        if earlier.by and earlier.points != draft.unit.points:
            raise ComposeError(_UNITS(plugin=earlier.by, other=name, mine=earlier.points, theirs=draft.unit.points))
    if settings.draw_count is not None:
        count, earlier_plugin = draft.draw
        if earlier_plugin and count != settings.draw_count:
            why = f"{earlier_plugin} draws {counted(count, 'card')}, {name} {settings.draw_count}"
            raise ComposeError(APART(plugin=earlier_plugin, other=name, why=why))
        draft.draw = settings.draw_count, name
    for option, value in settings.sets.items():
        _set(draft, plugin, option, value)
    for option, fix in settings.fixes.items():
        _fix(draft, plugin, option, fix)
    for option, why in settings.idle.items():
        _check_core(plugin, option, draft.values.get(option, False))
        others = [other for other, _ in draft.sets.get(option, ()) if other not in draft.required[name]]
        if option in draft.wanted:
            raise ComposeError(_IDLE(option=option, plugin=name, why=why))
        if name in others:
            raise plugin.error("settings", f"sets {option}, and lists it under idle")
        if others:
            other = others[-1]
            raise ComposeError(_SETS(plugin=other, other=name, by=other, option=option, why=why))
        draft.idle[option] = (name, why)


def _check_core(plugin: LoadedPlugin, option: str, value: OptionValue) -> None:
    if option not in CORE_OPTIONS:
        raise plugin.error("settings", f"sets {option!r}, which is not an option of the core")
    try:
        CORE_OPTIONS[option].check(value)
    except ComposeError as error:
        raise plugin.error("settings", f"sets a value that does not fit: {error}") from error


def _set(draft: ResolvedOptions, plugin: LoadedPlugin, option: str, value: OptionValue) -> None:
    name = plugin.info.name
    _check_core(plugin, option, value)
    if option in draft.fixes and draft.fixes[option][1].value != value:
        raise _contradiction(*draft.fixes[option], option, name, value)
    if option in draft.idle:
        other, why = draft.idle[option]
        raise ComposeError(_SETS(plugin=other, other=name, by=name, option=option, why=why))
    draft.set(option, value, f"plugin {name}")
    draft.sets.setdefault(option, []).append((name, value))


def _fix(draft: ResolvedOptions, plugin: LoadedPlugin, option: str, fix: Fixed) -> None:
    name, earlier = plugin.info.name, list(draft.sets.get(option, ()))
    _set(draft, plugin, option, fix.value)
    if option in draft.wanted and draft.wanted[option] != fix.value:
        given = quoted(draft.wanted[option])
        raise ComposeError(_FIXED(option=option, given=given, plugin=name, value=repr(fix.value), why=fix.why))
    for other, value in earlier:
        if other == name and value != fix.value:
            raise plugin.error("settings", f"sets {option} to {value!r} and fixes it to {fix.value!r}")
        if value != fix.value and other not in draft.required[name]:
            raise _contradiction(name, fix, option, other, value)
    draft.fixes[option] = (name, fix)


def _contradiction(name: str, fix: Fixed, option: str, other: str, value: OptionValue) -> ComposeError:
    return ComposeError(
        _CONTRADICTS(plugin=name, other=other, option=option, value=repr(fix.value), given=repr(value), why=fix.why)
    )
