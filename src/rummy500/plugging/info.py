"""What a plugin says about itself, and the values of some hooks."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from rummy500.options import OptionValue


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
        seats: the fewest and the most that can play.
    """

    name: str
    about: str
    source: str = "house"
    rules_version: int = 1
    requires: tuple[str, ...] = ()
    conflicts: Mapping[str, str] = attrs.field(factory=dict, hash=False)
    seats: tuple[int, int] = (2, 8)


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
    """

    sets: Mapping[str, OptionValue] = attrs.field(factory=dict, hash=False)
    fixes: Mapping[str, Fixed] = attrs.field(factory=dict, hash=False)
    idle: Mapping[str, str] = attrs.field(factory=dict, hash=False)
    refuse: str = ""


@attrs.frozen
class Pack:
    """The cards in play.

    Attributes:
        cards: every card that is dealt and drawn.
        aside: cards in play beside them, which no hand and no stock holds; spare cards only.
    """

    cards: bytes
    aside: bytes = b""


@attrs.frozen
class Wilds:
    """The cards that are wild.

    Attributes:
        faces: every face that is ever wild, in the order in which `.plain()` spends them.
        groups_of_jokers: jokers that are not wild make groups of their own.
    """

    faces: tuple[int, ...]
    groups_of_jokers: bool = False
