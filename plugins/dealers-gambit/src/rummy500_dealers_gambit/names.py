"""The names and rule ids of Dealer's gambit."""

from __future__ import annotations

from typing import Final

#: The plugin, and the id of its general rule.
GAMBIT: Final = "dealers-gambit"
WILD_RULE: Final = "dealers-gambit.wild"
DOUBLE_RULE: Final = "dealers-gambit.double"
SPLIT_RULE: Final = "dealers-gambit.split"
BLOCK_RULE: Final = "dealers-gambit.block"

#: The option that sets the number of jokers, including the dealer's.
JOKERS: Final = "dealers-gambit.jokers"

#: The phase in which the dealer names the effect, and the verb of that move.
NAME: Final = "name"
BLOCK: Final = "block"

#: The effects of jokers (`dealers-gambit.wild`, `dealers-gambit.double`, `dealers-gambit.split`).
WILD: Final = "wild"
DOUBLE: Final = "double"
SPLIT: Final = "split"
EFFECTS: Final = (WILD, DOUBLE, SPLIT)
#: What jokers do, in words.
DOING: Final = {WILD: "are wild cards", DOUBLE: "double melds", SPLIT: "split the pile"}

#: The suffixes of the moves `meld` and `take`, and the words that follow.
DOUBLED: Final = "doubled"
BELOW: Final = "below"
ABOVE: Final = "above"
WITH: Final = "with"
