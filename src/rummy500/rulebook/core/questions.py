"""The questions that players ask each other before they deal: which one each rule of the core answers."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_ASKED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "How many play?": ("seats",),
        "Which cards are played with?": ("deck.pack", "deck.no-jokers", "deck.enough"),
        "Who deals first?": ("deal.first-dealer",),
        "How is it dealt?": ("deal.order",),
        "How many cards does each player get?": ("deal.size",),
        "How does the discard pile begin?": ("deal.upcard", "deal.extra-card", "deal.opening-offer"),
        "Who deals next?": ("deal.next-dealer",),
        "What is a meld?": ("meld.size", "meld.group", "meld.run"),
        "May cards of a group be of one suit?": ("meld.group-suits",),
        "How large may a group grow?": ("meld.group-max",),
        "How long must a run be?": ("meld.run-min",),
        "Where does an ace lie in a run?": ("meld.ace",),
        "What can a joker do?": ("meld.joker", "meld.joker-role", "meld.joker-count"),
        "Must you meld?": ("meld.optional",),
        "Does it take points to open?": ("meld.first-minimum",),
        "Who may lay off, and where?": (
            "meld.layoff",
            "meld.layoff-choice",
            "meld.layoff-after-meld",
            "meld.layoff-own",
        ),
        "How does a turn go?": (
            "turn.order",
            "turn.parts",
            "turn.seat",
            "turn.phase",
            "turn.cards",
            "turn.no-stranding",
            "draw.once",
        ),
        "What does the stock give?": ("draw.stock",),
        "May the top discard be taken and kept?": ("draw.top",),
        "May you take from deeper in the pile?": ("draw.deep",),
        "How must a taken card be used?": ("draw.deep-use",),
        "How does a turn end?": ("discard.one",),
        "May you look through the discard pile?": ("discard.open",),
        "What may not be discarded?": ("discard.not-taken", "discard.not-drawn"),
        "How do you go out?": ("out.meld-or-discard", "out.discard-required"),
        "What if the stock runs out?": ("stock.empty", "stock.circle", "stock.strict", "stock.reshuffle"),
        'Who may call "Rummy!", and for what?': (
            "call.full",
            "call.layoffs",
            "call.top",
            "call.last-discard",
            "call.none",
            "call.not-own",
            "call.window",
            "call.race",
        ),
        "What do the cards count?": ("score.values", "score.ace-one"),
        "What does a hand score?": ("score.hand", "score.no-late-melds"),
        "What does going out bring?": ("score.no-bonus",),
        "When does the match end?": ("match.target",),
        "Who wins the match?": ("match.highest", "match.tie", "match.margin"),
    }
)

#: The question that each rule answers.
QUESTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {rule: question for question, rules in _ASKED.items() for rule in rules}
)
