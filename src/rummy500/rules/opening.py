"""How a hand begins where a plugin says so."""

from __future__ import annotations

from typing import Literal

import attrs


@attrs.frozen
class Opening:
    """A phase before the core's first one.

    Attributes:
        phase: its name.
        by: who acts in it: the `dealer`, or the seat that begins play, on the dealer's `left`.
    """

    phase: str
    by: Literal["dealer", "left"] = "left"
