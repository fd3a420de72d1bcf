"""The words and ids of Dealer's gambit that more than one module uses."""

from __future__ import annotations

from typing import Final

#: The plugin, and the rule id of what has none of its own.
GAMBIT: Final = "dealers-gambit"
WILD_RULE: Final = "dealers-gambit.wild"
DOUBLE_RULE: Final = "dealers-gambit.double"
SPLIT_RULE: Final = "dealers-gambit.split"
BLOCK_RULE: Final = "dealers-gambit.block"

#: The option: how many jokers there are, the dealer's among them.
JOKERS: Final = "dealers-gambit.jokers"

#: The phase in which the dealer names, and the verb of it.
NAME: Final = "name"
BLOCK: Final = "block"

#: What jokers can do (`dealers-gambit.wild`, `dealers-gambit.double`, `dealers-gambit.split`).
WILD: Final = "wild"
DOUBLE: Final = "double"
SPLIT: Final = "split"
EFFECTS: Final = (WILD, DOUBLE, SPLIT)

#: The suffixes of the moves `meld` and `take`, and the words that follow.
DOUBLED: Final = "doubled"
BELOW: Final = "below"
ABOVE: Final = "above"
WITH: Final = "with"
