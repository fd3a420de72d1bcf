"""The rules of Dealer's gambit in words, for `explain` and `rummy500 rules`."""

from __future__ import annotations

from typing import Final

from rummy500.hooks import RuleEntry, Rules, Statement, hookimpl
from rummy500_dealers_gambit.memory import BLOCK_RULE, DOUBLE_RULE, GAMBIT, JOKERS, SPLIT_RULE, WILD_RULE

_SECTION: Final = "Dealer's gambit"
_SOURCE: Final = ("001",)
_BOTH: Final = ("001", "ours")


def _game(rules: Rules) -> Statement:
    jokers = rules.deal.jokers + 1
    dealt = "The other is" if jokers == 2 else f"The other {rules.deal.jokers} are"
    offered = rules.has("deal.opening", "offer")  # `deal.opening-offer` says who begins
    begins = "" if offered else " Then the player on the dealer's left begins."
    return Statement(
        f"The game has {52 + jokers} cards, {jokers} of them jokers. One joker lies face up beside the dealer. Only the"
        f" dealer may use it, once, in the dealer's own turn. {dealt} dealt and drawn like any other card. Before"
        " anybody looks at a card, the dealer names what all jokers do in this hand: wild, double or split."
        f"{begins} A joker in hand counts nothing.",
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
            "The dealer owns a face-up joker, and names what all jokers do before anybody looks at a card.",
            _BOTH,
            ours="Two to four play, without calls. The dealer uses the dealer's joker only in a turn of their own."
            " Turns go clockwise although the deal passes to the right.",
            options=(JOKERS, "deal.opening"),
            statement=_game,
            replaces=("deck.pack", "deck.no-jokers"),
            tables=("card_points",),
        ),
        RuleEntry(
            WILD_RULE,
            _SECTION,
            "If the dealer named wild, a joker takes the place of any card in any group or run, and is worth"
            " nothing there.",
            _SOURCE,
            replaces=("meld.joker",),
            tables=("card_points",),
        ),
        RuleEntry(
            DOUBLE_RULE,
            _SECTION,
            "If the dealer named double, you may lay a joker on a new meld as you lay the meld down. The meld"
            " counts twice, nobody may lay off on it, and the joker is out of play for the rest of the hand. A"
            " meld can have only one such joker.",
            _BOTH,
            ours="Only one joker can double a meld. A joker that comes with a take may double the meld that"
            " uses the take.",
            question="What can a joker do?",
        ),
        RuleEntry(
            SPLIT_RULE,
            _SECTION,
            "If the dealer named split, you may play a joker with a take. You choose a card and name one side of"
            " it, the older or the newer cards. Those cards and the joker are out of play for the rest of the"
            " hand. You take the cards on the other side, and you use the chosen card at once.",
            _BOTH,
            ours="The player who splits the pile names the side that leaves. The chosen card must be used at"
            " once even if it is the top card. The joker goes out of play as well, and the player must have"
            " held it before the take.",
            question="What can a joker do?",
        ),
        RuleEntry(
            BLOCK_RULE,
            _SECTION,
            "Any other player who holds a joker may at any time lay it on the dealer's joker, if the dealer has"
            " not used that yet. Both are then out of play. You may not block with your last card.",
            _BOTH,
            ours="You may not block with your last card, nor before the dealer has named an effect, nor if your"
            " own turn could then not end.",
            question="What can a joker do?",
        ),
    )
