"""The values of options in words: what a preset says where an option says something else."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rummy500.options import OptionValue

#: The words of an option's value; under `None` those for any number, which stands for `{value}`.
_WORDS: Final[Mapping[str, Mapping[OptionValue | None, str]]] = MappingProxyType(
    {
        "deck.jokers": {0: "no jokers", 1: "1 joker in each pack", None: "{value} jokers in each pack"},
        "deck.packs": {"auto": "two packs from five players on, else one", 1: "one pack", 2: "two packs"},
        "deal.size": {
            "auto": "13 cards each for two players, else 7",
            1: "1 card for each player",
            None: "{value} cards for each player",
        },
        "deal.opening": {
            "upcard": "a card is turned up to start the pile",
            "extra-card": "the first player gets a card more and begins by discarding",
            "offer": "the upcard is offered round before play",
        },
        "deal.next-dealer": {
            "left": "the deal passes to the left",
            "right": "the deal passes to the right",
            "winner": "the winner of a hand deals the next",
        },
        "meld.group-suits": {
            "different": "the natural cards of a group differ in suit",
            "any": "a group's cards may be of any suits",
        },
        "meld.group-max": {
            0: "a group may be as large as the packs allow",
            None: "at most {value} cards in a group",
        },
        "meld.run-min": {None: "at least {value} cards in a run"},
        "meld.ace": {
            "both": "an ace is low or high in a run",
            "high": "an ace is only high in a run",
            "low": "an ace is only low in a run",
        },
        "meld.layoff": {
            "any": "everyone may lay off on every meld",
            "after-meld": "lay-offs only after a meld of one's own",
            "own": "lay-offs only on one's own melds",
        },
        "meld.first-minimum": {
            0: "no points needed to open",
            1: "1 point needed to open",
            None: "{value} points needed to open",
        },
        "draw.top": {
            "free": "the top discard may be taken and kept",
            "must-meld": "the top discard is taken only to be used at once",
        },
        "draw.deep-use": {
            "any": "a taken card is used in a new meld or a lay-off",
            "new-meld": "a taken card is used in a new meld only",
        },
        "discard.barred": {
            "lone-top": "only a top discard taken alone may not be thrown back",
            "drawn": "nothing drawn this turn may be discarded in it",
        },
        "out.discard": {
            "optional": "melding every card goes out too",
            "required": "going out takes a discard",
        },
        "stock.empty": {
            "pile": "after the stock the pile is left to take from, or a pass ends the hand",
            "strict": "the turn that draws the last card of the stock ends the hand",
            "reshuffle": "the pile becomes a new stock",
        },
        "call": {
            "none": "no calls",
            "full": "calls for new melds and lay-offs from the whole pile",
            "layoffs": "calls for lay-offs from the whole pile",
            "top": "calls for cards at the top of the pile",
            "last-discard": "calls for laying off the last discard",
        },
        "score.ace": {"by-use": "an ace counts 15, or 1 as the low end of a run", "one": "an ace counts 1"},
        "match.target": {1: "played to 1 point", None: "played to {value} points"},
        "match.reached": {"exceed": "the target must be exceeded", "reach": "the target must be reached"},
    }
)


def value_words(option: str, value: OptionValue) -> str:
    """An option's value in words.

    Args:
        option: a core option's name.
        value: a value that it takes.

    >>> value_words("deck.jokers", 2), value_words("deck.packs", "auto")
    ('2 jokers in each pack', 'two packs from five players on, else one')
    """
    words = _WORDS[option]
    return words[value] if value in words else words[None].format(value=value)
