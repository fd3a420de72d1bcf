"""`compose`: preset, plugins in their order, then the caller's options, built once into frozen `Rules`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, cast

from rummy500.errors import ComposeError, nearest
from rummy500.hooks.build_rules import build_rules
from rummy500.hooks.check import check_presets
from rummy500.hooks.merge import HookAnswers
from rummy500.hooks.plugin import LoadedPlugin, PassedPlugin
from rummy500.hooks.resolve_options import option_kinds, resolve_options
from rummy500.inputs import clipped, quoted, whole_number
from rummy500.options import Option
from rummy500.presets import CORE_PRESETS, DEFAULT_PRESET, Preset
from rummy500.rules import RULES_VERSION, Identity, Rules

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 8
_KEPT: Final = 256
#: The most characters of an identity that an error repeats.
_LONGEST: Final = 200


def compose(
    preset: str = DEFAULT_PRESET,
    plugins: Iterable[object] = (),
    options: Mapping[str, object] | None = None,
    seats: int = FEWEST_SEATS,
) -> Rules:
    """Compose rules.

    Args:
        preset: the preset to begin with: `pagat`, `north-american`, `classic`, `family`, or a plugin's.
        plugins: the plugins in play, in order: names of installed ones, or objects with hooks (a module, an instance).
            A later one has the last word; those that one requires come before it.
        options: options to set beside them, by name.
        seats: how many play, 2 to 8; of any type that has an index.

    Returns:
        The rules; the same arguments give equal rules. Plugins that are passed as objects are asked each time.

    Raises:
        ComposeError: for an unknown name, with the nearest known one; for a value that an option does not take; for
            values or plugins that do not go together, with the reason; for a plugin that is not as it should be, with
            the hook.
        TypeError: for a number of seats that is no whole number.

    Examples:
        >>> rules = compose("classic", options={"match.target": 250}, seats=3)
        >>> rules.options["match.target"], rules.deal.hand_size
        (250, 7)
    """
    seats = whole_number(seats, "the number of seats")
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise ComposeError(f"500 Rummy is played by {FEWEST_SEATS} to {MOST_SEATS} seats, not {quoted(seats)}")
    if options is None:
        options = {}
    if not isinstance(cast("object", options), Mapping):
        raise ComposeError(f"options are a mapping from their names to their values, not {quoted(options)}")
    base, named = _begun(preset, plugins)
    if any(isinstance(each, PassedPlugin) for each in named):
        # An object may have changed since it was last composed, and a module may have been loaded again.
        return _compose(base, named, options, seats)
    try:
        # With their types: 1, 1.0 and True are equal, and not the same value of an option.
        return _composed(base.name, named, tuple((name, value, type(value)) for name, value in options.items()), seats)
    except TypeError:  # a value that cannot be hashed; it is no value of an option
        return _compose(base, named, options, seats)


def _begun(preset: object, plugins: object) -> tuple[Preset, tuple[str | PassedPlugin, ...]]:
    """The preset to begin with, and the plugins in play."""
    if not isinstance(preset, str):
        raise ComposeError(f"a preset is given by its name, not {quoted(preset)}")
    wanted = tuple(each if isinstance(each, str) else PassedPlugin(each) for each in _listed(plugins))
    base = CORE_PRESETS.get(preset) or _preset_of_plugin(preset, wanted)
    return base, _with_those_of(base, wanted)


def _listed(plugins: object) -> tuple[object, ...]:
    """The plugins as a tuple; one alone may be passed without a list."""
    if isinstance(plugins, str) or not isinstance(plugins, Iterable):
        return (plugins,)
    return tuple(cast("Iterable[object]", plugins))


def recompose(identity: Identity, inline: Sequence[object] = ()) -> Rules:
    """Compose rules again from their identity.

    Args:
        identity: what `Rules.identity` gave.
        inline: those of the plugins that were passed as objects.

    Returns:
        Equal rules.

    Raises:
        ComposeError: if a name is missing here, if the core or a plugin plays by another version of its rules, or if
            what is composed here has other plugins or options.
    """
    if identity.core != RULES_VERSION:
        raise ComposeError(
            f"these rules are of core rules version {identity.core}; this is rummy500 of version {RULES_VERSION}"
        )
    objects = {_name_of(each): each for each in inline}
    named = [objects.get(name, name) for name, _ in identity.plugins]
    rules = compose(
        identity.preset,
        [each.plugin if isinstance(each, PassedPlugin) else each for each in named],
        dict(identity.options),
        seats=identity.seats,
    )
    if rules.identity != identity:
        raise ComposeError(difference(identity, rules.identity))
    return rules


def difference(saved: Identity, here: Identity) -> str:
    """Name a difference between two identities, in a sentence.

    Args:
        saved: the identity of rules that were saved.
        here: that of the rules as they are here.
    """
    before, now = dict(saved.plugins), dict(here.plugins)
    for name, version in now.items():
        if name not in before:
            return f"plugin {name}: it comes with these rules here, and is none of theirs"
        if before[name] != version:
            return f"plugin {name}: these rules are of its rules version {before[name]}; here it has {version}"
    if saved.plugins != here.plugins:
        were, are = (", ".join(name for name, _ in identity.plugins) for identity in (saved, here))
        return f"these rules have the plugins {were}; here they are {are}, in this order"
    mine = dict(here.options)
    for name, value in saved.options:
        if name not in mine:
            return f"option {name}: these rules set it to {quoted(value)}, which is what it is here without being set"
    return f"these rules are {clipped(str(saved), _LONGEST)}; here they are {clipped(str(here), _LONGEST)}"


def _name_of(inline: object) -> str:
    from rummy500.hooks.load import check_plugin  # noqa: PLC0415 - pluggy is loaded when used

    return check_plugin(inline.plugin if isinstance(inline, PassedPlugin) else inline).info.name


def known_preset(name: str, plugins: Iterable[object] = ()) -> Preset:
    """The preset of a name: the core's, or one that a plugin brings.

    Args:
        name: its name.
        plugins: as for `compose`; a preset of one that is passed as an object is known by it.

    Raises:
        ComposeError: as `compose`, for the names; whether a game composes with the preset is not asked.
    """
    return _begun(name, plugins)[0]


def known_options(preset: str, plugins: Iterable[object]) -> Mapping[str, Option]:
    """Every option that a game with these plugins has, the core's and theirs.

    Args:
        preset: the preset.
        plugins: as for `compose`.

    Raises:
        ComposeError: as `compose`, for the names.
    """
    _, named = _begun(preset, plugins)
    return option_kinds(_gathered(named))


@lru_cache(maxsize=_KEPT)
def _composed(
    preset: str, named: tuple[str | PassedPlugin, ...], options: tuple[tuple[str, object, type], ...], seats: int
) -> Rules:
    base = CORE_PRESETS.get(preset) or _preset_of_plugin(preset, named)
    return _compose(base, named, {name: value for name, value, _ in options}, seats)


def _compose(base: Preset, named: tuple[str | PassedPlugin, ...], options: Mapping[str, object], seats: int) -> Rules:
    plugins = _gathered(named)
    check_presets(HookAnswers(plugins).joined("presets"))  # looked up by their names elsewhere; checked here
    for plugin in plugins:
        fewest, most = plugin.info.seats
        if not fewest <= seats <= most:
            how_many = str(fewest) if fewest == most else f"{fewest} to {most}"
            raise ComposeError(f"plugin {plugin.info.name} is played by {how_many} seats, not {seats}")
    resolved = resolve_options(base, plugins, options, seats)
    names = tuple((plugin.info.name, plugin.info.rules_version) for plugin in plugins)
    identity = Identity(base.name, names, resolved.own, seats)
    inline = tuple(each for each in named if isinstance(each, PassedPlugin))
    return build_rules(identity, base, plugins, resolved, inline, recompose)


def _gathered(named: tuple[str | PassedPlugin, ...]) -> tuple[LoadedPlugin, ...]:
    if not named:
        return ()
    from rummy500.hooks.load import load_plugins  # noqa: PLC0415 - pluggy is loaded when used

    return load_plugins(named)


def _with_those_of(base: Preset, wanted: tuple[str | PassedPlugin, ...]) -> tuple[str | PassedPlugin, ...]:
    """The plugins in play: those that the preset brings along and none displaces, then those that are wanted."""
    if not base.plugins:
        return wanted
    there = {each if isinstance(each, str) else _name_of(each) for each in wanted}
    displaced = {name for plugin in _gathered(wanted) for name in plugin.info.displaces}
    return (*(name for name in base.plugins if name not in there | displaced), *wanted)


def _preset_of_plugin(name: str, wanted: Sequence[str | PassedPlugin]) -> Preset:
    """A preset that an installed plugin brings, or one of those passed as objects."""
    from rummy500.hooks.installed import how_to_install, installed  # noqa: PLC0415 - entry points are read when needed
    from rummy500.hooks.load import check_plugin, load_plugins  # noqa: PLC0415 - pluggy is loaded when used

    known: dict[str, tuple[str, Preset]] = {}
    inline = tuple(check_plugin(each.plugin) for each in wanted if isinstance(each, PassedPlugin))
    passed = {plugin.info.name for plugin in inline}
    every: tuple[LoadedPlugin | str, ...] = (*inline, *(each for each in installed() if each not in passed))
    for each in every:
        try:
            plugin = load_plugins((each,))[-1] if isinstance(each, str) else each
            presets = HookAnswers((plugin,)).joined("presets")
            if plugin in inline or each in wanted or any(preset.name == name for _, preset in presets):
                check_presets(presets)
        except ComposeError:
            if each in wanted or each == name or not isinstance(each, str):
                raise
            continue  # A plugin that nobody has named here, and that does not load, has no presets.
        for _, preset in presets:
            other = known.get(preset.name)
            if other is not None and preset.name == name:
                raise ComposeError(
                    f"preset {name} is brought twice, by {other[0]} and {plugin.info.name}: leave one of them out"
                )
            known[preset.name] = (plugin.info.name, preset)
    if name not in known:
        as_plugin = f'compose("classic", plugins=["{name}"])'
        if name in passed or name in installed():
            raise ComposeError(f"{name} is a plugin, not a preset: {as_plugin}")
        hint = nearest(name, (*CORE_PRESETS, *known))
        if remedy := how_to_install(name):  # whether it brings a preset is known once it is installed
            hint = f"the variant {name} is not installed: {remedy}; if it brings no preset: {as_plugin}"
        raise ComposeError(f"there is no preset {quoted(name)}; {hint}")
    return known[name][1]
