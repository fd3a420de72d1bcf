"""The words and ids of the plugin."""

from __future__ import annotations

from typing import Final

ADD: Final = "add-opponents-hand"
LATE: Final = "add-opponents-hand.late-layoffs"

ADD_RULE: Final = "score.add-opponents"
LATE_RULE: Final = "score.late-layoffs"

#: The phase in which one seat after the other may lay off once somebody has gone out.
LATE_PHASE: Final = "late"
