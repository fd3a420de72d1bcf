"""The option of Persian and its values."""

from __future__ import annotations

from typing import Final

#: The option that chooses the source of the game.
FLAVOUR: Final = "persian.flavour"
#: The game of source 003: played to 500.
TO_500: Final = "003"
#: The game of source 001: two deals.
TWO_DEALS: Final = "001"
