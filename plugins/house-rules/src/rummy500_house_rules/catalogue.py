"""The house rules in words, for `explain` and `rummy500 rules`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import OptionValue, RuleEntry, Rules, Statement, hookimpl
from rummy500_house_rules.composing import (
    AS_CARD,
    AT_ONCE,
    BUYS,
    DOUBLE,
    KNOCK,
    OUT_BONUS,
    OWNER,
    PILE,
    QUEEN,
    REDEEM,
    WILD,
    WILD_POINTS,
    check_together,
    is_on,
)
from rummy500_house_rules.knocking import BONUS, most_points

_OURS: Final = ("ours",)
_END: Final = "Going out, and the end of the stock"
_OUT_QUESTION: Final = "Does going out earn points?"
_POINTS_QUESTION: Final = "What do the cards count?"


def _scored(rules: Rules, option: str) -> int:
    """The number of an option, in points of the score."""
    return int(rules.options[option]) // rules.scoring.unit


def _out_bonus(rules: Rules) -> Statement:
    points = _scored(rules, OUT_BONUS)
    return Statement(f"Going out earns {points} points.", _OURS, {"points for going out": str(points)})


def _at_once(rules: Rules) -> Statement:
    how = "go out in the turn in which you play your first cards"
    if rules.options[AT_ONCE] == DOUBLE:
        return Statement(f"If you {how}, all that you score in the hand counts twice.", _OURS)
    instead = " in place of the points for going out" if rules.options[OUT_BONUS] else ""
    return Statement(f"If you {how}, you earn {_scored(rules, AT_ONCE)} points{instead}.", _OURS)


def _wild(rules: Rules) -> Statement:
    rank = str(rules.options[WILD])
    jokers = ", and so are jokers" if rules.deal.jokers else ""
    claimed = f"{rank} and jokers" if jokers else rank
    return Statement(
        f"{rank.capitalize()} are wild{jokers}: each can take the place of any card, even one that is already on the"
        " table. In its own place in a run, and in a group of its own rank, such a card is natural.",
        _OURS,
        {"wild cards": claimed if rank == "deuces" else "others"} | ({"jokers": "wild"} if jokers else {}),
    )


def _wild_points(rules: Rules) -> Statement:
    card = "A joker" if not is_on(rules.options, WILD) else "A wild card"
    if rules.options[WILD_POINTS] == AS_CARD:
        return Statement(
            f"{card} on the table counts as much as the card that it stands for; in hand it counts as usual.", _OURS
        )
    natural = "; in its own place it counts as itself" if is_on(rules.options, WILD) else ""
    return Statement(f"{card} counts {_scored(rules, WILD_POINTS)}, on the table and in hand{natural}.", _OURS)


def _redeem(rules: Rules) -> Statement:
    whose = "that you played" if rules.options[REDEEM] == OWNER else "on the table, whoever played it"
    return Statement(
        f"After your draw you may take a wild card {whose}, by putting the card that it stands for in its place; in a"
        " group any card of the rank will do. The wild card comes into your hand, and the new card counts for you.",
        _OURS,
    )


def _queen(rules: Rules) -> Statement:
    return Statement(f"The queen of spades counts {_scored(rules, QUEEN)}, on the table and in hand.", _OURS)


def _knock(rules: Rules) -> Statement:
    bonus = BONUS // rules.scoring.unit
    return Statement(
        f"In place of a discard you may knock if the cards in your hand count at most {most_points(rules)}: the hand is"
        f" over. You earn {bonus} points; but if others have fewer points in hand than you, those with the fewest earn"
        " them.",
        _OURS,
    )


def _buys(rules: Rules) -> Statement:
    first = " if they have melded" if rules.options[PILE] else ""
    times = int(rules.options[BUYS])
    return Statement(
        f"After a discard the other players, before the next turn, say at once whether they buy it{first}. Of those who"
        " do, the first to the left gets it and, as a penalty, the top card of the stock. You buy at most"
        f" {times} {'time' if times == 1 else 'times'} in a hand, and only while the stock has two cards or more.",
        _OURS,
    )


_CLOSED: Final = "You may take or call cards of the discard pile only after you have laid down a meld of your own."

_ENTRIES: Final = (
    RuleEntry(
        OUT_BONUS,
        "Scoring",
        "Going out earns points.",
        _OURS,
        options=(OUT_BONUS,),
        statement=_out_bonus,
        replaces=("score.no-bonus",),
        tables=(),
    ),
    RuleEntry(
        AT_ONCE,
        "Scoring",
        "Going out with the whole hand in one turn earns points, or counts the hand twice.",
        _OURS,
        ours="Cards that you have laid off or called before count as played. All lines of your score count twice.",
        options=(AT_ONCE, OUT_BONUS),
        statement=_at_once,
        question=_OUT_QUESTION,
        tables=(),
    ),
    RuleEntry(
        WILD,
        "Melds",
        "The cards of one rank are wild.",
        _OURS,
        options=(WILD, "deck.jokers"),
        statement=_wild,
        replaces=("meld.joker",),
        tables=(),
    ),
    RuleEntry(
        WILD_POINTS,
        "Scoring",
        "A wild card has its own points, or those of the card that it stands for.",
        _OURS,
        ours="In a group a wild card has no suit: if cards of its rank differ, it counts the fewest. In hand it counts"
        " its number, or as usual.",
        options=(WILD_POINTS, WILD),
        statement=_wild_points,
        question=_POINTS_QUESTION,
    ),
    RuleEntry(
        REDEEM,
        "Melds",
        "A wild card is taken from the table for the card that it stands for.",
        _OURS,
        ours="It is no lay-off, so you need not have melded. You need not play the wild card in the same turn.",
        options=(REDEEM,),
        statement=_redeem,
        question="What can a joker do?",
        tables=(),
    ),
    RuleEntry(
        PILE,
        "A turn",
        _CLOSED,
        _OURS,
        ours="Your first meld comes from your hand. A lay-off is no meld of your own.",
        options=(PILE,),
        question="How must you use a card that you take?",
        tables=(),
    ),
    RuleEntry(
        QUEEN,
        "Scoring",
        "The queen of spades has more points.",
        _OURS,
        options=(QUEEN,),
        statement=_queen,
        question=_POINTS_QUESTION,
    ),
    RuleEntry(
        KNOCK,
        _END,
        "A player with few points in hand may end the hand by a knock.",
        _OURS,
        ours="A knock is no going out. Among equals only the player who knocked earns the points.",
        options=(KNOCK,),
        statement=_knock,
        question="How do you go out?",
        tables=(),
    ),
    RuleEntry(
        BUYS,
        "A turn",
        "After a discard the other players may buy it with a card of the stock.",
        _OURS,
        ours="All answer at once, the next player, too. Whoever buys has no turn.",
        options=(BUYS, PILE),
        statement=_buys,
        question="How do you begin your turn?",
        tables=(),
    ),
)


@hookimpl
def entries(options: Mapping[str, OptionValue]) -> tuple[RuleEntry, ...]:
    """List the rules of the options that are on, once it is known that these go together."""
    check_together(options)
    return tuple(entry for entry in _ENTRIES if is_on(options, entry.id))
