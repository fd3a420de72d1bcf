"""The names and rule ids of Add opponent's hand."""

from __future__ import annotations

from typing import Final

ADD: Final = "add-opponents-hand"
LATE: Final = "add-opponents-hand.late-layoffs"

ADD_RULE: Final = "score.add-opponents"
LATE_RULE: Final = "score.late-layoffs"

#: The phase after somebody has gone out, in which one seat after the other may lay off.
LATE_PHASE: Final = "late"
