"""`Opening`: a phase of a plugin at the start of a hand."""

from __future__ import annotations

from typing import Literal

import attrs


@attrs.frozen
class Opening:
    """A phase of a plugin, before the first phase of the core.

    Attributes:
        phase: its name.
        by: the seat that acts in it: the `dealer`, or the seat on the dealer's `left`, which begins play.
    """

    phase: str
    by: Literal["dealer", "left"] = "left"
