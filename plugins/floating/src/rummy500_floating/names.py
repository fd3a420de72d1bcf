"""The option, rule ids and phase of floating."""

from __future__ import annotations

from typing import Final

#: The option and its values.
LAST_DISCARD: Final = "floating.last-discard"
FREE: Final = "free"
UNPLAYABLE: Final = "unplayable"
CLAIM: Final = "claim"

FLOATING_RULE: Final = "out.floating"
UNPLAYABLE_RULE: Final = "out.unplayable-discard"
CLAIM_RULE: Final = "out.unplayable-claim"

#: The phase in which one seat after the other may claim the last discard of a hand.
CLAIM_PHASE: Final = "claim"
