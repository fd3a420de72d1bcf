"""The options of the plugin `scoring`, their values, and its rule ids."""

from __future__ import annotations

from typing import Final

#: The option for the points of an ace, and its values.
ACE: Final = "scoring.ace"
BY_USE: Final = "by-use"
FIFTEEN: Final = "fifteen"
TWENTY_FIVE: Final = "twenty-five"
HUNDRED: Final = "hundred"

#: The option for 10 points or 5, whatever the card.
TEN_FIVE: Final = "scoring.ten-five"
#: The option that divides all scores by five.
FIFTHS: Final = "scoring.fifths"

ACE_FIFTEEN_RULE: Final = "score.ace-fifteen"
ACE_25_RULE: Final = "score.ace-25"
ACE_HUNDRED_RULE: Final = "score.ace-hundred"
TEN_FIVE_RULE: Final = "score.ten-five"
FIFTHS_RULE: Final = "score.fifths"

#: The points that make one point of the score with `scoring.fifths`.
FIVE: Final = 5
