"""`Identity`: the names and values that rules were composed from."""

from __future__ import annotations

from typing import Final

import attrs

from rummy500.options import OptionValue

#: Increased by one when the core plays differently than before.
RULES_VERSION: Final = 1


@attrs.frozen
class Identity:
    """The names and values that a game was composed from; `recompose` makes equal rules of them.

    Attributes:
        preset: the preset's name.
        plugins: each plugin's name and rules version, in order.
        options: the options that the caller set, by name.
        seats: how many play.
        core: the rules version of the core.
    """

    preset: str
    plugins: tuple[tuple[str, int], ...]
    options: tuple[tuple[str, OptionValue], ...]
    seats: int
    core: int = RULES_VERSION
