"""What a plugin says about itself, and the values of some hooks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, cast

import attrs

from rummy500.options import OptionValue

#: How many can play 500 Rummy at all.
_FEWEST: Final = 2
_MOST: Final = 8


def _is(kind: type, of: type = object) -> Callable[[object, attrs.Attribute[Any], object], None]:
    """A check that a field is of a type: an author's slip is told where it is made, not where it is read."""

    def check(_: object, field: attrs.Attribute[Any], value: Any) -> None:
        if not isinstance(value, kind):
            raise TypeError(f"{field.name} must be {kind.__name__}, not {value!r}")
        for item in _items(value):
            if not isinstance(item, of):
                raise TypeError(f"{field.name} must hold {of.__name__}, not {item!r}")

    return check


def _is_version(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if type(value) is not int:
        raise TypeError(f"{field.name} must be int, not {value!r}")
    if value < 1:
        raise ValueError(f"{field.name} must be 1 or more, not {value!r}")


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
    """What a plugin is.

    Attributes:
        name: its name, lower-case letters, digits and hyphens: what `plugins=[...]` says, the name of its entry point,
            and the beginning of its options.
        about: what it changes, in a line.
        source: where its rules come from, `003` say; `house` for a rule of one's own.
        rules_version: raised when its rules play differently than before, and only then.
        requires: the plugins that must be in play before it; they are turned on with it.
        conflicts: the plugins that it cannot be played with, each with the reason.
        displaces: the plugins that leave the game with it where they were only brought along by the preset.
        seats: the fewest and the most that can play.
    """

    name: str = attrs.field(validator=_is(str))
    about: str = attrs.field(validator=_is(str))
    source: str = attrs.field(default="house", validator=_is(str))
    rules_version: int = attrs.field(default=1, validator=_is_version)
    requires: tuple[str, ...] = attrs.field(default=(), validator=_is(tuple, str))
    conflicts: Mapping[str, str] = attrs.field(factory=dict, hash=False, validator=_is(Mapping, str))
    displaces: tuple[str, ...] = attrs.field(default=(), validator=_is(tuple, str))
    seats: tuple[int, int] = attrs.field(default=(_FEWEST, _MOST), validator=[_is(tuple, int), _are_seats])


@attrs.frozen
class Fixed:
    """The only value of an option that a plugin plays with.

    Attributes:
        value: the value.
        why: why it must be so, in a few words.
    """

    value: OptionValue
    why: str


@attrs.frozen
class Settings:
    """What a plugin makes of the options.

    Attributes:
        sets: values that it sets, whatever the preset; an option or a later plugin may change them.
        fixes: values that nothing may change.
        idle: options that mean nothing with it, each with the reason: whoever sets one is refused.
        refuse: why the options given do not go together, empty if they do.
        deducts_at_stock_end: whether the text of the variant itself deducts hands when the stock ends the hand, so that
            no rule of another plugin spares them (`stock.no-deduction`). One plugin that says so is enough.
    """

    sets: Mapping[str, OptionValue] = attrs.field(factory=dict, hash=False, validator=_is(Mapping))
    fixes: Mapping[str, Fixed] = attrs.field(factory=dict, hash=False, validator=_is(Mapping, Fixed))
    idle: Mapping[str, str] = attrs.field(factory=dict, hash=False, validator=_is(Mapping, str))
    refuse: str = ""
    deducts_at_stock_end: bool = attrs.field(default=False, kw_only=True, validator=_is(bool))


@attrs.frozen
class Pack:
    """The cards in play.

    Attributes:
        cards: every card that is dealt and drawn.
        side_pack: spare cards that are played although no hand and no stock holds them.
    """

    cards: bytes = attrs.field(validator=_is(bytes))
    side_pack: bytes = attrs.field(default=b"", validator=_is(bytes))


@attrs.frozen
class Wilds:
    """The cards that are wild.

    Attributes:
        faces: every face that is ever wild, in the order in which `.plain()` spends them.
        groups_of_jokers: jokers that are not wild make groups of their own.
        after_low_ace: runs are looked for, new and longer ones, in which a wild card stands for the two after an ace
            that lies low. Where `may_meld` forbids them all (`NaturalTwo` does) say no, so that they need not be found
            to be forbidden: with many wild cards there are thousands.
    """

    faces: tuple[int, ...] = attrs.field(validator=_is(tuple, int))
    groups_of_jokers: bool = False
    after_low_ace: bool = True
