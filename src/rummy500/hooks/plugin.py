"""A plugin: the values that VALUE hooks return, `LoadedPlugin` with its checked hooks, and which are installed."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, Final, cast

import attrs

from rummy500.base.errors import ComposeError, Reason, Refusal, nearest
from rummy500.base.inputs import clipped, quoted
from rummy500.base.records import refusing
from rummy500.cards.cards import JOKER, NATURALS, cards_text
from rummy500.rules.blame import raised_text
from rummy500.rules.move import SideCards, WildsNow
from rummy500.rules.options import Option, OptionValue, Preset, title_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


#: The fewest and the most seats of any game.
_FEWEST: Final = 2
_MOST: Final = 8


def _is(kind: type, of: type = object) -> Callable[[object, attrs.Attribute[Any], object], None]:
    """Make an attrs validator for a type, so that a mistake is reported where it is made, not where it is used."""

    def check(_: object, field: attrs.Attribute[Any], value: Any) -> None:
        if not isinstance(value, kind):
            raise TypeError(f"{field.name} must be {kind.__name__}, not {value!r}")
        items: Iterable[object] = cast("tuple[object, ...]", value) if isinstance(value, tuple) else ()
        if isinstance(value, Mapping):
            items = cast("Mapping[object, object]", value).values()
        for item in items:
            if not isinstance(item, of):
                raise TypeError(f"{field.name} must hold {of.__name__}, not {item!r}")

    return check


def _at_least_one(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if type(value) is not int:
        raise TypeError(f"{field.name} must be int, not {value!r}")
    if value < 1:
        raise ValueError(f"{field.name} must be a whole number, at least 1, not {value!r}")


def _are_seats(_: object, field: attrs.Attribute[Any], value: tuple[object, ...]) -> None:
    match value:
        case (int(fewest), int(most)) if bool not in map(type, value) and _FEWEST <= fewest <= most <= _MOST:
            return
        case _:
            raise ValueError(f"{field.name} must be two numbers from {_FEWEST} to {_MOST} in order, not {value!r}")


@attrs.frozen
class PluginInfo:
    """The description of a plugin: its name, what it changes, and the plugins that it goes with.

    Attributes:
        name: its name, of lower-case letters, digits and hyphens: as in `plugins=[...]`, as its entry point, and before
            the dot in the names of its options. `asked` is taken: positions have the answers of a round under it.
        about: the change that it makes to the game, in a line.
        source: the source of its rules, for example `003`; `house` for your own rule.
        rules_version: a number, to be increased when its rules play differently than before, and only then.
        requires: the plugins that must be in play before it; `compose` adds them.
        conflicts: the plugins that it cannot be played with, each with the reason.
        displaces: the plugins that it removes from the game if only the preset names them.
        last: whether it acts after all plugins that do not ask for that, wherever it is named.
        seats: the fewest and the most that can play.
        even_seats: whether only an even number can play.
        options: its own options. Each name begins with the name of the plugin and a dot.
        presets: presets that it adds. A preset has a value for every option of the core, and may have values for
            options of the plugins that it names. This plugin must be one of those. The preset is found by its name
            wherever the plugin is installed.
        title: its name for players; by default `name` with a capital letter, and spaces for hyphens.
    """

    name: str = attrs.field(validator=_is(str))
    about: str = attrs.field(validator=_is(str))
    source: str = attrs.field(default="house", validator=_is(str))
    rules_version: int = attrs.field(default=1, validator=_at_least_one)
    requires: tuple[str, ...] = attrs.field(default=(), validator=_is(tuple, str))
    conflicts: Mapping[str, str] = attrs.field(factory=dict, hash=False, validator=_is(Mapping, str))
    displaces: tuple[str, ...] = attrs.field(default=(), validator=_is(tuple, str))
    seats: tuple[int, int] = attrs.field(default=(_FEWEST, _MOST), validator=[_is(tuple, int), _are_seats])
    even_seats: bool = attrs.field(default=False, kw_only=True, validator=_is(bool))
    options: tuple[Option, ...] = attrs.field(default=(), validator=_is(tuple, Option))
    presets: tuple[Preset, ...] = attrs.field(default=(), validator=_is(tuple, Preset))
    title: str = attrs.field(
        default=attrs.Factory(lambda self: title_of(self.name), takes_self=True), kw_only=True, validator=_is(str)
    )
    last: bool = attrs.field(default=False, kw_only=True, validator=_is(bool))


@attrs.frozen
class Fixed:
    """The only value of an option that a plugin plays with.

    Attributes:
        value: the value.
        why: the reason, in a few words.
    """

    value: OptionValue
    why: str


@attrs.frozen
class Settings:
    """The core's options as a plugin changes them.

    Attributes:
        sets: values that it sets, whatever the preset; a later plugin or the caller may change them.
        fixes: values that nothing may change.
        idle: options that have no effect with it, each with the reason; `compose` refuses to set them.
        refuse: why the given options do not go together, as a text or as a declared `Reason` with its facts; empty if
            they do.
        deducts_at_stock_end: whether the text of the variant itself deducts hands when the stock ends the hand. Then no
            rule of another plugin spares them (`stock.no-deduction`).
        point_unit: the number of points that make one point of the score (`score.fifths`), a whole number, at least 1;
            `None` to leave it at 1. Card points are divided by it after every `card_points`. `compose` refuses card
            points that it does not divide, and two plugins with different units. `match.target` and
            `meld.first-minimum` are divided, too, and rounded up, unless the caller sets them. Divide the points of
            lines that your plugin adds by `rules.scoring.unit`.
        draw_count: the number of cards that a draw from the stock gives (`draw.stock-two`), fewer if the stock has
            fewer; `None` to leave it at 1. `compose` refuses two plugins with different numbers.
    """

    sets: Mapping[str, OptionValue] = attrs.field(factory=dict, hash=False, validator=_is(Mapping))
    fixes: Mapping[str, Fixed] = attrs.field(factory=dict, hash=False, validator=_is(Mapping, Fixed))
    idle: Mapping[str, str] = attrs.field(factory=dict, hash=False, validator=_is(Mapping, str))
    refuse: str | Refusal = ""
    deducts_at_stock_end: bool = attrs.field(default=False, kw_only=True, validator=_is(bool))
    point_unit: int | None = attrs.field(default=None, kw_only=True, validator=attrs.validators.optional(_at_least_one))
    draw_count: int | None = attrs.field(default=None, kw_only=True, validator=attrs.validators.optional(_at_least_one))


#: The ranks of cards in the draw for the deal, unless a plugin changes them: an ace is lowest, a joker drawn again.
CUT_RANKS: Final[Mapping[int, int | None]] = MappingProxyType(
    {card: card % 13 if card < NATURALS else None for card in range(JOKER + 1)}
)


@attrs.frozen
class Pack:
    """The cards in play.

    Attributes:
        cards: every card that is dealt and drawn.
        side_pack: spare cards that can be played although they are in no hand and no stock.
        side_cards: returns the spare cards that the seat of a view may play now, `(rules, view) -> bag`; `None` for
            none. The answer may depend on the table and on memory. A spare card that has been played lies on the table.
            Do not offer it again.
        cut_ranks: the rank of each card in the draw for the first deal (`deal.first-dealer`): 0 for an ace to 12 for a
            king, unless a plugin changes them. Whoever draws the lowest deals. `None` for a card that is drawn again.
    """

    cards: bytes = attrs.field(validator=_is(bytes))
    side_pack: bytes = attrs.field(default=b"", validator=_is(bytes))
    side_cards: SideCards | None = None
    cut_ranks: Mapping[int, int | None] = attrs.field(default=CUT_RANKS, hash=False, validator=_is(Mapping))


@refusing(after_low_ace="natural_two=refusal forbids a wild card there")
@attrs.frozen
class Wilds:
    """The cards that are wild.

    Attributes:
        faces: every face that can ever be wild, in the order in which `.plain()` spends them.
        groups_of_jokers: whether jokers that are not wild make groups of their own.
        now: returns the faces of these that are wild now, `(rules, view) -> faces`, in any order; `None` if all of them
            always are. It may depend only on what all see, the match so far (`view.public.match`) among it, since what
            is wild is the same for all seats, and must not change within a turn (laws). A piece on the table keeps its
            role and worth when this changes; cards left in a hand count by what is wild at the count. It is called for
            every listing and check, so it should be fast.
        natural_two: the refusal of a run in which a wild card stands for the two after a low ace: with many wild cards
            there are thousands of them. `None` if they are melds.
    """

    faces: tuple[int, ...] = attrs.field(validator=_is(tuple, int))
    groups_of_jokers: bool = False
    natural_two: Refusal | None = None
    now: WildsNow | None = None

    def __str__(self) -> str:
        """The wild cards, for a sentence."""
        return "wild cards that change" if self.now else cards_text(self.faces) or "no wild cards"


#: Two plugins that somebody chose together.
APART: Final = Reason("compose.plugin", "apart", "plugins {plugin} and {other:plugin} do not go together: {why}")


# ---------------------------------------------------------------- plugin


@attrs.frozen(eq=False)
class LoadedPlugin:
    """A plugin whose hooks have been checked."""

    info: PluginInfo
    #: Its hook functions by the name of the hook, each with the arguments that it takes.
    hooks: Mapping[str, tuple[Callable[..., Any], tuple[str, ...]]]

    def call(self, hook: str, given: Mapping[str, Any] = MappingProxyType({})) -> Any:
        """Call a hook with the arguments that it takes; `None` if the plugin does not have it."""
        if hook not in self.hooks:
            return None
        function, arguments = self.hooks[hook]
        try:
            return function(**{name: given[name] for name in arguments})
        except ComposeError:
            raise
        except Exception as error:
            raise self.error(hook, f"raised {type(error).__name__}: {error}") from error
        except SystemExit as error:
            raise self.error(hook, f"raised {raised_text(error)}") from error

    def error(self, hook: str, what: str) -> ComposeError:
        """Make an error that names the plugin and one of its hooks."""
        return ComposeError(f"plugin {self.info.name}: hook {hook} {what}")


class PluginObject:
    """A plugin that was passed as an object, not by its name; comparable, and picklable if its class allows it."""

    __slots__ = ("plugin",)

    def __init__(self, plugin: object) -> None:
        self.plugin = plugin

    def __eq__(self, other: object) -> bool:
        """Whether both are the same object, equal objects, or objects of one class with equal attributes.

        A class that defines `__eq__` decides for itself.
        """
        if not isinstance(other, PluginObject):
            return NotImplemented
        mine, theirs = self.plugin, other.plugin
        if mine is theirs or mine == theirs:
            return True
        kind = type(mine)
        if kind is not type(theirs) or issubclass(kind, (ModuleType, type)) or kind.__eq__ is not object.__eq__:
            return False
        return bool(mine.__getstate__() == theirs.__getstate__())

    def __hash__(self) -> int:
        """The hash of the object's class, since plugins need not be hashable."""
        return hash(type(self.plugin))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the object; a module by its name."""
        if isinstance(self.plugin, ModuleType):
            return (_import_plugin, (self.plugin.__name__,))
        return (PluginObject, (self.plugin,))


def _import_plugin(module: str) -> PluginObject:
    return PluginObject(importlib.import_module(module))


# ---------------------------------------------------------------- installed
# Finds installed plugins by their entry points, and the packages of variants that are not installed.
#
# `importlib.metadata` takes longer to import than a plugin, so it is imported only when a plugin is named.

#: The group of entry points that makes a package a plugin of rummy500.
GROUP: Final = "rummy500.plugins"
#: The distribution of the core, and its extra that requires `rummy500-NAME` for every plugin NAME of the project.
_CORE: Final = "rummy500"
_EXTRA: Final = "variants"
#: A requirement of that extra as the metadata writes it: `rummy500-persian<1,>=0.1; extra == 'variants'`.
_VARIANT: Final = re.compile(rf"{_CORE}-(?P<plugin>[a-z0-9-]+)\b.*;.*\bextra == ['\"]{_EXTRA}['\"]")


#: Modules that count as installed plugins in this process, by the name of the plugin.
_ADDED: Final[dict[str, str]] = {}


@lru_cache(maxsize=1)
def installed() -> Mapping[str, tuple[EntryPoint, ...]]:
    """Find the installed plugins, once for each run; a name has several entry points if distributions share it."""
    from importlib.metadata import EntryPoint, entry_points  # noqa: PLC0415 - slow to import

    found: dict[str, tuple[EntryPoint, ...]] = {}
    for point in (*entry_points(group=GROUP), *(EntryPoint(name, module, GROUP) for name, module in _ADDED.items())):
        found[point.name] = (*found.get(point.name, ()), point)
    return found


def add_installed(name: str, module: str) -> None:
    """Let a module of this process be found as an installed plugin, by files that name it."""
    if _ADDED.get(name) == module:
        return
    if name in installed():
        raise ComposeError(f"a plugin named {quoted(name)} is installed already: name that one, or rename one of them")
    _ADDED[name] = module
    installed.cache_clear()


def load_installed(name: str) -> object:
    """Load an installed plugin."""
    if name not in installed():
        raise ComposeError(refusal_of_missing(name))
    return load_point(f"plugin {name}", installed()[name], ComposeError)


def load_point(what: str, points: Collection[EntryPoint], error_kind: Callable[[str], Exception]) -> object:
    """Load what an entry point names; an error if distributions share its name, or if it does not load."""
    point, *others = points
    if others:
        names = sorted(each.dist.name if each.dist else "an unknown distribution" for each in points)
        raise error_kind(f"{what}: the name is claimed by {' and '.join(names)}; uninstall one of them")
    try:
        return point.load()
    except (Exception, SystemExit) as error:
        why = f"{type(error).__name__}: {error}"
        raise error_kind(f"{what}: its entry point {point.value!r} does not load ({why})") from error


def variants() -> Collection[str]:
    """The names of the plugins that the extra `variants` installs, as the metadata of rummy500 lists them."""
    from importlib.metadata import PackageNotFoundError, requires  # noqa: PLC0415 - slow to import

    try:
        requirements = requires(_CORE) or ()
    except PackageNotFoundError:
        return ()
    return [found["plugin"] for found in map(_VARIANT.match, requirements) if found]


def how_to_install(name: str) -> str | None:
    """Name the package to install for a variant that is not installed; `None` if it is, or if there is none."""
    if name in installed() or name not in variants():
        return None
    return f"install {_CORE}-{name} (in a clone: pip install ./plugins/{name}), or {_CORE}[{_EXTRA}] for all variants"


_NOT_INSTALLED: Final = Reason("compose.plugin", "missing", "plugin '{plugin}' is not installed; {remedy}")
_NO_PLUGIN: Final = Reason("compose.plugin", "unknown", "there is no plugin '{plugin}'; {hint}")


def refusal_of_missing(name: str, unlike: Collection[str] = ()) -> Refusal:
    """Explain why a plugin that is not installed cannot be loaded, and what to do; names in `unlike` are no hints."""
    remedy = how_to_install(name)
    if remedy is not None:
        return _NOT_INSTALLED(plugin=clipped(name), remedy=remedy)
    known = {*installed(), *variants()}.difference(unlike)
    return _NO_PLUGIN(plugin=clipped(name), hint=nearest(name, known))
