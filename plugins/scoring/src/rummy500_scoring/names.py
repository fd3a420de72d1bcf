"""The plugin's options, their values, and the ids of its rules."""

from __future__ import annotations

from typing import Final

#: What an ace counts.
ACE: Final = "scoring.ace"
BY_USE: Final = "by-use"
FIFTEEN: Final = "fifteen"
TWENTY_FIVE: Final = "twenty-five"
HUNDRED: Final = "hundred"

#: Ten points or five, whatever the card.
TEN_FIVE: Final = "scoring.ten-five"
#: All scores divided by five.
FIFTHS: Final = "scoring.fifths"

ACE_FIFTEEN_RULE: Final = "score.ace-fifteen"
ACE_25_RULE: Final = "score.ace-25"
ACE_HUNDRED_RULE: Final = "score.ace-hundred"
TEN_FIVE_RULE: Final = "score.ten-five"
FIFTHS_RULE: Final = "score.fifths"

#: The points that make one with `scoring.fifths`.
FIVE: Final = 5
