"""The plugin's option and its values."""

from __future__ import annotations

from typing import Final

#: The option that says whose game of Persian it is.
FLAVOUR: Final = "persian.flavour"
#: That of source 003: played to 500.
TO_500: Final = "003"
#: That of source 001: two deals.
TWO_DEALS: Final = "001"
