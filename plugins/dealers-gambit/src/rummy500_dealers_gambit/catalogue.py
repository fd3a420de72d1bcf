"""The rules of Dealer's gambit in words, for `explain` and `rummy500 rules`."""

from __future__ import annotations

from typing import Final

from rummy500.hooks import RuleEntry, RulesSummary, Statement, hookimpl
from rummy500_dealers_gambit.names import BLOCK_RULE, DOUBLE_RULE, GAMBIT, JOKERS, SPLIT_RULE, WILD_RULE

_SECTION: Final = "Dealer's gambit"
_SOURCE: Final = ("001",)
_BOTH: Final = ("001", "ours")


def _game(summary: RulesSummary) -> Statement:
    jokers = summary.jokers + 1
    dealt = "the other is" if jokers == 2 else f"the other {summary.jokers} are"
    offered = summary.has("deal.opening", "offer")  # `deal.opening-offer` says who begins
    begins = "" if offered else " Then the player on the dealer's left begins."
    return Statement(
        f"The game has {52 + jokers} cards, {jokers} of them jokers. One joker lies face up by the dealer, who alone"
        f" may use it, once, in a turn of their own; {dealt} dealt and drawn like any card. Before anybody looks at"
        " a hand the dealer names what all jokers do in it: wild, double or split."
        f"{begins} Jokers count nothing in hand.",
        _BOTH,
        {} if offered else {"first turn": "left of the dealer"},
    )


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    """List the rules that Dealer's gambit adds, with those that they replace."""
    return (
        RuleEntry(
            GAMBIT,
            _SECTION,
            "The dealer owns a joker that lies aside, and names what all jokers do before anybody looks at a card.",
            _BOTH,
            ours="Two to four players, no calls, play clockwise while the deal passes to the right.",
            options=(JOKERS, "deal.opening"),
            statement=_game,
            replaces=("deck.pack", "deck.no-jokers"),
            tables=("card_points",),
        ),
        RuleEntry(
            WILD_RULE,
            _SECTION,
            "If wild was named a joker takes the place of any card in any group or run, and is worth nothing there.",
            _SOURCE,
            replaces=("meld.joker",),
            tables=("card_points",),
        ),
        RuleEntry(
            DOUBLE_RULE,
            _SECTION,
            "If double was named a joker may be laid on a new meld as it is melded: the meld counts twice, nobody"
            " lays off on it, and the joker leaves the hand for good. One joker goes on a meld.",
            _BOTH,
            ours="One joker a meld; a joker that comes with a take may double the meld that uses it.",
            question="What can a joker do?",
        ),
        RuleEntry(
            SPLIT_RULE,
            _SECTION,
            "If split was named a joker may be played with a take: the player names a side of the card selected, the"
            " older or the newer cards; these and the joker leave the hand for good, the others come to the player, and"
            " the card itself is used at once.",
            _BOTH,
            ours="That the player names the side, that the card is used at once also where it is the top one, that the"
            " joker leaves, too, and was in the hand before the take.",
            question="What can a joker do?",
        ),
        RuleEntry(
            BLOCK_RULE,
            _SECTION,
            "Anybody else who holds a joker may at any time lay it on the dealer's, if that has not been used: both are"
            " out of the hand. Nobody may block with their last card.",
            _BOTH,
            ours="Not with the last card; never before the dealer has named; only where one's own turn can still end.",
            question="What can a joker do?",
        ),
    )
