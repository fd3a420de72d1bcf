"""The players that have a name: those of the library, and those that installed packages add (group `rummy500.players`).

A package adds a player by an entry point of that group, whose name is the player's and whose value is a class, or a
function, that makes it from a random source:

    [project.entry-points."rummy500.players"]
    cautious = "my_package:CautiousPlayer"

A name says nothing about code: only what is installed here can be named, and it is imported when it first plays.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, cast

from rummy500.base.errors import nearest
from rummy500.base.inputs import quoted
from rummy500.cards.cards import RandomBits, check_source
from rummy500.hooks.plugin import load_point
from rummy500.players.players import EasyPlayer, HardPlayer, MediumPlayer, Player, PlayerError, RandomPlayer
from rummy500.players.search import ExpertPlayer

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

#: The group of the entry points by which packages add players.
GROUP: Final = "rummy500.players"
#: A class or function that makes a player, given a random source.
PlayerMaker = Callable[[random.Random], Player]

#: Names that a table has for seats that no player plays, and the name that *medium* has in older saved games.
_RESERVED: Final = ("person", "default", "greedy")
_LONGEST: Final = 60
_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def is_player_name(name: object) -> bool:
    """Whether a name can be a player's: lower-case letters and digits, with hyphens between, 60 at most."""
    return isinstance(name, str) and len(name) <= _LONGEST and _NAME.fullmatch(name) is not None


#: The levels at which the library plays, the weakest first.
LEVELS: Final[Mapping[str, PlayerMaker]] = MappingProxyType(
    {"easy": EasyPlayer, "medium": MediumPlayer, "hard": HardPlayer, "expert": ExpertPlayer}
)
#: How each level loses: for the person who chooses an opponent.
HOW_LEVELS_LOSE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "easy": "Takes nothing from deep in the pile, overlooks lay-offs, and throws cards that you can use.",
        "medium": "Takes its points at once and doesn't count cards: it throws a king onto a king, and you take both.",
        "hard": "Counts cards, but looks one step ahead: it melds all but jokers, even where waiting brings more.",
        "expert": "Plays on many times before it moves. It loses mostly to the luck of the deal.",
    }
)
#: The players of the library, each with what makes it.
SHIPPED: Final[Mapping[str, PlayerMaker]] = MappingProxyType({**LEVELS, "random": RandomPlayer})


@lru_cache(maxsize=1)
def _installed() -> Mapping[str, tuple[EntryPoint, ...]]:
    """The players that packages add, once for each run of the program; a name has several if several packages use it.

    The names of the library are not theirs to take, and a name that cannot be written in a form is nobody's.
    """
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import

    found: dict[str, tuple[EntryPoint, ...]] = {}
    for point in sorted(entry_points(group=GROUP)):
        if point.name not in (*SHIPPED, *_RESERVED) and is_player_name(point.name):
            found[point.name] = (*found.get(point.name, ()), point)
    return found


def player_names() -> tuple[str, ...]:
    """The names of the players that can be seated here: those of the library first, then those of installed packages.

    Examples:
        >>> "random" in player_names()
        True
    """
    return (*SHIPPED, *_installed())


def player_maker(name: str) -> PlayerMaker:
    """Return the function that makes a player with this name.

    Raises:
        PlayerError: if there is no such player, if two packages claim the name, or if it does not load.
    """
    if name in SHIPPED:
        return SHIPPED[name]
    if name not in _installed():
        raise PlayerError(f"there is no player {quoted(name)} here; {nearest(str(name), player_names())}")
    points = _installed()[name]
    make = load_point(f"player {name}", points, PlayerError)
    if not callable(make):
        value = points[0].value
        raise PlayerError(f"player {name}: its entry point {value!r} is no class or function that makes players")
    return cast("PlayerMaker", make)


def player_named(name: str, random_source: RandomBits) -> Player:
    """Make a player by its name.

    Args:
        name: one of `player_names`.
        random_source: the source of its randomness.

    Raises:
        PlayerError: if there is no such player, with the most similar name, or if it does not load or raises an error.
    """
    return made_player(player_maker(name), random_source)


def made_player(make: PlayerMaker, random_source: RandomBits) -> Player:
    """Make a player: makers are given a `random.Random`, and any error of theirs becomes a `PlayerError`."""
    check_source(random_source)
    if not isinstance(random_source, random.Random):
        random_source = random.Random(random_source.getrandbits(64))
    try:
        return make(random_source)
    except (Exception, SystemExit) as error:
        raise PlayerError(f"{getattr(make, '__name__', 'it')}(random_source) raised {error!r}") from error
