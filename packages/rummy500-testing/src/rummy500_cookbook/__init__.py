"""House rules to copy: each module is a whole plugin, with a scenario in the file beside it.

`docs/cookbook.md` finds each of them by what a player would look for. A module is passed as it is:
`compose("classic", plugins=[rummy500_cookbook.out_bonus])`. `rummy500 new-plugin` begins a package with one of
them. None of them is installed under its name.
"""

from collections.abc import Mapping
from typing import Final

#: The modules, under the headings of the page.
CHAPTERS: Final[Mapping[str, tuple[str, ...]]] = {
    "What cards count": ("queen_of_spades", "four_at_once", "nothing_melded"),
    "Going out, and the end of a hand": (
        "out_bonus",
        "knock",
        "last_plays",
        "run_first",
        "twice_in_a_row",
        "empty_rounds",
    ),
    "Wild cards": ("wild_by_hand", "turned_wild"),
    "The deal": (
        "growing_hands",
        "leader_starts_short",
        "pass_two",
        "show_a_card",
        "sealed_bids",
        "bid_to_begin",
        "raise_the_stake",
    ),
    "Drawing and discarding": ("draw_two", "lucky_seven", "kitty", "thanks_card", "may_i", "three_deep", "jokers_stay"),
    "Partners": ("look_once",),
    "Melds": ("no_early_melds", "rising_minimum", "redeem_a_joker", "rearrange_a_run"),
    "The match": ("chips",),
}
#: All modules, in the order of the page.
RULES: Final = tuple(rule for rules in CHAPTERS.values() for rule in rules)
