"""`compose` builds frozen `Rules` from a preset, plugins in their order and the caller's options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Final, cast

import attrs

from rummy500.base.errors import ComposeError, Reason, Refusal, nearest
from rummy500.base.inputs import clipped, quoted, whole_number
from rummy500.hooks.answers import SAME_PRESET, check_presets
from rummy500.hooks.build_rules import build_rules
from rummy500.hooks.plugin import LoadedPlugin, PluginObject, how_to_install, installed
from rummy500.hooks.resolve_options import option_kinds, resolve_options
from rummy500.rulebook.explain import claimed_by_two
from rummy500.rules.entry import RULES_VERSION, Identity
from rummy500.rules.options import CORE_OPTIONS, CORE_PRESETS, DEFAULT_PRESET, Option, Preset
from rummy500.rules.rules import Rules

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 8
#: The most rules that are cached.
_MOST_CACHED: Final = 256
#: The most characters of an identity that an error repeats.
_LONGEST: Final = 200

_SEATS: Final = Reason(
    "compose.seats", "bounds", "500 Rummy is played by {least:number} to {most:number} seats, not {given}"
)


def compose(
    preset: str = DEFAULT_PRESET,
    plugins: Iterable[object] = (),
    options: Mapping[str, object] | None = None,
    seats: int = FEWEST_SEATS,
) -> Rules:
    """Compose the rules of a game.

    Args:
        preset: the preset to begin with: `pagat`, `north-american`, `classic`, `family`, or a plugin's.
        plugins: the plugins in play, in order: names of installed ones, or objects with hooks (a module, an instance).
            A later one acts after an earlier one; a plugin that another requires comes before it. A single plugin
            needs no list.
        options: options to set, by name; they override preset and plugins.
        seats: how many play, 2 to 8; of any type that has an index.

    Returns:
        The rules; the same arguments give equal rules. They are cached unless a plugin is passed as an object.

    Raises:
        ComposeError: for an unknown name, with the nearest known one; for a value that an option does not take; for
            values or plugins that do not go together, with the reason; for a mistake in a plugin, with the hook.
        TypeError: for a number of seats that is not a whole number.

    Examples:
        >>> rules = compose("classic", options={"match.target": 250}, seats=3)
        >>> rules.options["match.target"], rules.deal.hand_size
        (250, 7)
    """
    seats = whole_number(seats, "the number of seats")
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise ComposeError(_SEATS(least=FEWEST_SEATS, most=MOST_SEATS, given=quoted(seats)))
    if options is None:
        options = {}
    if not isinstance(cast("object", options), Mapping):
        raise ComposeError(f"options must map names to values, not be {quoted(options)}")
    base, named = _preset_and_plugins(preset, plugins)
    if any(isinstance(each, PluginObject) for each in named):
        # An object may have changed since rules were last composed, and a module may have been reloaded.
        return _compose(base, named, options, seats)
    try:
        # The types are part of the key, since 1, 1.0 and True are equal but not the same value of an option.
        return _composed(base, named, tuple((name, value, type(value)) for name, value in options.items()), seats)
    except TypeError:  # an unhashable value: `_compose` refuses it
        return _compose(base, named, options, seats)


def _preset_and_plugins(preset: object, plugins: object) -> tuple[Preset, tuple[str | PluginObject, ...]]:
    """The preset to begin with, and the plugins in play."""
    if not isinstance(preset, str):
        raise ComposeError(f"a preset must be a name, not {quoted(preset)}")
    # A caller may pass a single plugin without a list.
    listed: Iterable[object] = (plugins,)
    if isinstance(plugins, Iterable) and not isinstance(plugins, str):
        listed = cast("Iterable[object]", plugins)
    wanted = tuple(each if isinstance(each, (str, PluginObject)) else PluginObject(each) for each in listed)
    base = CORE_PRESETS.get(preset) or _preset_of_plugin(preset, wanted)
    return base, _plugins_in_play(base, wanted)


_OTHER_CORE: Final = Reason(
    "compose.saved", "core", "the saved rules have core rules version {saved}; this rummy500 has version {here}"
)
_VERSION: Final = Reason(
    "compose.saved",
    "version",
    "plugin {plugin}: the saved rules have its rules version {saved:number}; here it has {here:number}",
)
_ADDED: Final = Reason(
    "compose.saved", "added", "plugin {plugin} is part of these rules here, but not of the saved rules"
)
_UNSET: Final = Reason(
    "compose.saved",
    "unset",
    "option {option}: the saved rules set it to {value}, which is its value here without being set",
)
_DIFFERENT: Final = Reason("compose.saved", "different", "{difference}")


def recompose(identity: Identity, passed_plugins: Sequence[object] = ()) -> Rules:
    """Compose rules again from their identity.

    Args:
        identity: the `identity` of some rules.
        passed_plugins: the plugins of these rules that were passed as objects, as in `rules.origin.passed_plugins`;
            an identity has only their names.

    Returns:
        Equal rules.

    Raises:
        ComposeError: if a preset or a plugin is not installed, if the core or a plugin has another rules version than
            the identity, or if the composed rules have other plugins or options.
    """
    if identity.core != RULES_VERSION:
        raise ComposeError(_OTHER_CORE(saved=identity.core, here=RULES_VERSION))
    objects = {_checked(each).info.name: each for each in passed_plugins}
    named = [objects.get(name, name) for name, _ in identity.plugins]
    rules = compose(identity.preset, named, dict(identity.options), identity.seats)
    if rules.identity != identity:
        raise ComposeError(difference(identity, rules.identity))
    return rules


def difference(saved: Identity, here: Identity) -> Refusal:
    """Describe one difference between two identities."""
    before, now = dict(saved.plugins), dict(here.plugins)
    for name, version in now.items():
        if name not in before:
            return _ADDED(plugin=name)
        if before[name] != version:
            return _VERSION(plugin=name, saved=before[name], here=version)
    if saved.plugins != here.plugins:
        were, are = (", ".join(name for name, _ in identity.plugins) for identity in (saved, here))
        return _DIFFERENT(difference=f"the saved rules have the plugins {were}; here they are {are}, in this order")
    mine = dict(here.options)
    for name, value in saved.options:
        if name not in mine:
            return _UNSET(option=name, value=quoted(value))
    texts = [clipped(str(identity), _LONGEST) for identity in (saved, here)]
    return _DIFFERENT(difference=f"the saved rules are {texts[0]}; here they are {texts[1]}")


def _checked(passed: object) -> LoadedPlugin:
    from rummy500.hooks.load import check_plugin  # noqa: PLC0415 - pluggy is loaded when used

    return check_plugin(passed.plugin if isinstance(passed, PluginObject) else passed)


def known_preset(name: str, plugins: Iterable[object] = ()) -> Preset:
    """Find a preset of the core or of a plugin by its name."""
    return _preset_and_plugins(name, plugins)[0]


def known_options(preset: str, plugins: Iterable[object]) -> Mapping[str, Option]:
    """Every option of a game: those of the core and of its plugins."""
    _, named = _preset_and_plugins(preset, plugins)
    return option_kinds(_loaded(named))


def known_seats(preset: str, plugins: Iterable[object]) -> tuple[int, int]:
    """The fewest and the most seats that a preset and its plugins allow; the most is less where they allow none."""
    _, named = _preset_and_plugins(preset, plugins)
    limits = [plugin.info.seats for plugin in _loaded(named)]
    fewest = max([FEWEST_SEATS, *(fewest for fewest, _ in limits)])
    return fewest, min([MOST_SEATS, *(most for _, most in limits)])


def seats_text(fewest: int, most: int, *, even: bool) -> str:
    """How many can play: `4`, `2 to 8`, or `4 or 6` of an even number."""
    return " or ".join(map(str, range(fewest, most + 1, 2))) if even or fewest == most else f"{fewest} to {most}"


@lru_cache(maxsize=_MOST_CACHED)
def _composed(
    base: Preset, named: tuple[str | PluginObject, ...], options: tuple[tuple[str, object, type], ...], seats: int
) -> Rules:
    return _compose(base, named, {name: value for name, value, _ in options}, seats)


_PLUGIN_SEATS: Final = Reason("compose.seats", "plugin", "plugin {plugin} is played by {seats} seats, not {given}")
_REQUIRED_SEATS: Final = Reason(
    "compose.seats",
    "required",
    "plugin {by:plugin} requires {plugin}, which is played by {seats} seats, not {given}",
)
_NO_PRESET: Final = Reason("compose.preset", "unknown", "there is no preset {given}; {hint}")
_NOT_A_PRESET: Final = Reason("compose.preset", "plugin", "{plugin} is a plugin, not a preset: {code}")


def _compose(base: Preset, named: tuple[str | PluginObject, ...], options: Mapping[str, object], seats: int) -> Rules:
    plugins = _loaded(named)
    check_presets(plugins)
    for plugin in reversed(plugins):  # a plugin may allow fewer seats than those that it requires
        fewest, most = plugin.info.seats
        if not fewest <= seats <= most or (plugin.info.even_seats and seats % 2):
            how_many = seats_text(fewest, most, even=plugin.info.even_seats)
            name = plugin.info.name
            by = next((each.info.name for each in plugins if name in each.info.requires and name not in named), "")
            reason = _REQUIRED_SEATS if by else _PLUGIN_SEATS
            raise ComposeError(reason(by=by, plugin=name, seats=how_many, least=fewest, most=most, given=seats))
    resolved = resolve_options(base, plugins, options, seats)
    names = tuple((plugin.info.name, plugin.info.rules_version) for plugin in plugins)
    identity = Identity(base.name, names, resolved.own, seats)
    passed_plugins = tuple(each for each in named if isinstance(each, PluginObject))
    rules = build_rules(
        identity, base, plugins, resolved, passed_plugins, recompose, partial(_preset_alone, base, seats)
    )
    if both := claimed_by_two(rules) if len(plugins) > 1 else None:
        raise ComposeError(both)
    return rules


def _preset_alone(base: Preset, seats: int) -> Rules:
    """The rules of a preset without its plugins: with them, a sentence of the core shows what they replace."""
    own = {name: value for name, value in base.options.items() if name in CORE_OPTIONS}
    return _composed(attrs.evolve(base, options=own, plugins=()), (), (), seats)


def _loaded(named: tuple[str | PluginObject, ...]) -> tuple[LoadedPlugin, ...]:
    if not named:
        return ()
    from rummy500.hooks.load import load_plugins  # noqa: PLC0415 - pluggy is loaded when used

    return load_plugins(named)


def _plugins_in_play(base: Preset, wanted: tuple[str | PluginObject, ...]) -> tuple[str | PluginObject, ...]:
    """The plugins in play: those of the preset that no other displaces, then those that the caller wants."""
    if not base.plugins:
        return wanted
    named = {each if isinstance(each, str) else _checked(each).info.name for each in wanted}
    displaced = {name for plugin in _loaded(wanted) for name in plugin.info.displaces}
    return (*(name for name in base.plugins if name not in named | displaced), *wanted)


def _preset_of_plugin(name: str, wanted: Sequence[str | PluginObject]) -> Preset:
    """Find a preset of an installed plugin, or of one that is passed as an object."""
    known: dict[str, tuple[str, Preset]] = {}
    passed = tuple(_checked(each) for each in wanted if isinstance(each, PluginObject))
    passed_names = {plugin.info.name for plugin in passed}
    every: tuple[LoadedPlugin | str, ...] = (*passed, *(each for each in installed() if each not in passed_names))
    for each in every:
        try:
            plugin = _loaded((each,))[-1] if isinstance(each, str) else each
            presets = plugin.info.presets
            if plugin in passed or each in wanted or any(preset.name == name for preset in presets):
                check_presets((plugin,))
        except ComposeError:
            if each in wanted or each == name or not isinstance(each, str):
                raise
            continue  # A plugin that nobody has named and that does not load has no presets.
        for preset in presets:
            other = known.get(preset.name)
            if other is not None and preset.name == name:
                raise ComposeError(SAME_PRESET(plugin=other[0], other=plugin.info.name, preset=name))
            known[preset.name] = (plugin.info.name, preset)
    if name not in known:
        as_plugin = f'compose("classic", plugins=["{name}"])'
        if name in passed_names or name in installed():
            raise ComposeError(_NOT_A_PRESET(plugin=name, code=as_plugin))
        hint = nearest(name, (*CORE_PRESETS, *known))
        if remedy := how_to_install(name):  # whether it has a preset is known only once it is installed
            hint = f"the variant {name} is not installed: {remedy}; if it has no preset: {as_plugin}"
        raise ComposeError(_NO_PRESET(given=quoted(name), hint=hint))
    return known[name][1]
