"""The values that VALUE hooks return: `PluginInfo`, `Settings`, `Pack` and `Wilds`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, cast

import attrs

from rummy500.cards import JOKER, NATURALS, cards_text
from rummy500.options import Option, OptionValue
from rummy500.presets import Preset
from rummy500.rules import SideCards, WildsNow

#: The fewest and the most seats of any game.
_FEWEST: Final = 2
_MOST: Final = 8


def _is(kind: type, of: type = object) -> Callable[[object, attrs.Attribute[Any], object], None]:
    """Make an attrs validator for a type, so that a mistake is reported where it is made, not where it is used."""

    def check(_: object, field: attrs.Attribute[Any], value: Any) -> None:
        if not isinstance(value, kind):
            raise TypeError(f"{field.name} must be {kind.__name__}, not {value!r}")
        for item in _items(value):
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


def _items(value: object) -> Iterable[object]:
    if isinstance(value, Mapping):
        return cast("Mapping[object, object]", value).values()
    return cast("tuple[object, ...]", value) if isinstance(value, tuple) else ()


@attrs.frozen
class PluginInfo:
    """The description of a plugin: its name, what it changes, and the plugins that it goes with.

    Attributes:
        name: its name, of lower-case letters, digits and hyphens: as in `plugins=[...]`, as its entry point, and before
            the dot in the names of its options.
        about: the change that it makes to the game, in a line.
        source: the source of its rules, for example `003`; `house` for your own rule.
        rules_version: a number, to be increased when its rules play differently than before, and only then.
        requires: the plugins that must be in play before it; `compose` adds them.
        conflicts: the plugins that it cannot be played with, each with the reason.
        displaces: the plugins that it removes from the game if only the preset names them.
        seats: the fewest and the most that can play.
        options: its own options. Each name begins with the name of the plugin and a dot.
        presets: presets that it adds. A preset has a value for every option of the core, and may have values for
            options of the plugins that it names. This plugin must be one of those. The preset is found by its name
            wherever the plugin is installed.
    """

    name: str = attrs.field(validator=_is(str))
    about: str = attrs.field(validator=_is(str))
    source: str = attrs.field(default="house", validator=_is(str))
    rules_version: int = attrs.field(default=1, validator=_at_least_one)
    requires: tuple[str, ...] = attrs.field(default=(), validator=_is(tuple, str))
    conflicts: Mapping[str, str] = attrs.field(factory=dict, hash=False, validator=_is(Mapping, str))
    displaces: tuple[str, ...] = attrs.field(default=(), validator=_is(tuple, str))
    seats: tuple[int, int] = attrs.field(default=(_FEWEST, _MOST), validator=[_is(tuple, int), _are_seats])
    options: tuple[Option, ...] = attrs.field(default=(), validator=_is(tuple, Option))
    presets: tuple[Preset, ...] = attrs.field(default=(), validator=_is(tuple, Preset))


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
        refuse: why the given options do not go together; empty if they do.
        deducts_at_stock_end: whether the text of the variant itself deducts hands when the stock ends the hand. Then no
            rule of another plugin spares them (`stock.no-deduction`).
        point_unit: the number of points that make one point of the score (`score.fifths`), a whole number, at least 1;
            `None` to leave it at 1. Card points are divided by it after every `card_points`. `compose` refuses card
            points that it does not divide, and two plugins with different units. `match.target` and
            `meld.first-minimum` are divided, too, and rounded up, unless the caller sets them. Divide the points of
            lines that your plugin adds by `rules.scoring.unit`.
    """

    sets: Mapping[str, OptionValue] = attrs.field(factory=dict, hash=False, validator=_is(Mapping))
    fixes: Mapping[str, Fixed] = attrs.field(factory=dict, hash=False, validator=_is(Mapping, Fixed))
    idle: Mapping[str, str] = attrs.field(factory=dict, hash=False, validator=_is(Mapping, str))
    refuse: str = ""
    deducts_at_stock_end: bool = attrs.field(default=False, kw_only=True, validator=_is(bool))
    point_unit: int | None = attrs.field(default=None, kw_only=True, validator=attrs.validators.optional(_at_least_one))


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
        after_low_ace: whether the engine looks for runs in which a wild card stands for the two after a low ace. Set it
            to false if `may` refuses these melds, as `NaturalTwo` does: with many wild cards there are thousands.
    """

    faces: tuple[int, ...] = attrs.field(validator=_is(tuple, int))
    groups_of_jokers: bool = False
    after_low_ace: bool = True
    now: WildsNow | None = None

    def __str__(self) -> str:
        """The wild cards, for a sentence."""
        return "wild cards that change" if self.now else cards_text(self.faces) or "no wild cards"
