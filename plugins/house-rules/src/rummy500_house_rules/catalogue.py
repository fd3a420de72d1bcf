"""The house rules in words, for `explain` and `rummy500 rules`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from rummy500_house_rules.points import BONUS, scored

_OURS: Final = ("ours",)
_POINTS_QUESTION: Final = "What do the cards count?"


def _out_bonus(rules: Rules) -> str:
    return f"Going out earns {scored(rules, OUT_BONUS)} points."


def _at_once(rules: Rules) -> str:
    how = "go out in the turn in which you play your first cards"
    if rules.options[AT_ONCE] == DOUBLE:
        return f"If you {how}, all that you score in the hand counts twice."
    instead = " in place of the points for going out" if rules.options[OUT_BONUS] else ""
    return f"If you {how}, you earn {scored(rules, AT_ONCE)} points{instead}."


def _wild(rules: Rules) -> str:
    jokers = ", and so are jokers" if rules.deal.jokers else ""
    return (
        f"{str(rules.options[WILD]).capitalize()} are wild{jokers}: each can take the place of any card, even one that"
        " is already on the table. In its own place in a run, and in a group of its own rank, such a card is natural."
    )


def _wild_claims(rules: Rules) -> Mapping[str, str]:
    deuces = "deuces and jokers" if rules.deal.jokers else "deuces"
    jokers = {"jokers": "wild"} if rules.deal.jokers else {}
    return {"wild cards": deuces if rules.options[WILD] == "deuces" else "others", **jokers}


def _wild_points(rules: Rules) -> str:
    has_rank = is_on(rules.options, WILD)
    card = "A wild card" if has_rank else "A joker"
    if rules.options[WILD_POINTS] == AS_CARD:
        return f"{card} on the table counts as much as the card that it stands for; in hand it counts as usual."
    natural = "; in its own place it counts as itself" if has_rank else ""
    return f"{card} counts {scored(rules, WILD_POINTS)}, on the table and in hand{natural}."


def _redeem(rules: Rules) -> str:
    whose = "that you played" if rules.options[REDEEM] == OWNER else "on the table, no matter who played it"
    return (
        f"After your draw you may take a wild card {whose}, by putting the card that it stands for in its place; in a"
        " group any card of the rank will do. The wild card comes into your hand, and the new card counts for you."
    )


def _closed(_: Rules) -> str:
    return "You may take or call cards of the discard pile only after you have laid down a meld of your own."


def _queen(rules: Rules) -> str:
    return f"The queen of spades counts {scored(rules, QUEEN)}, on the table and in hand."


def _knock(rules: Rules) -> str:
    return (
        f"In place of a discard you may knock if the cards in your hand count at most {scored(rules, KNOCK)}: the hand"
        f" is over. You earn {BONUS // rules.scoring.unit} points; but if others have fewer points in hand than you,"
        " those with the fewest earn them."
    )


def _buys(rules: Rules) -> str:
    first = " if they have melded" if rules.options[PILE] else ""
    times = "once" if rules.options[BUYS] == 1 else f"{rules.options[BUYS]} times"
    return (
        f"After a discard the other players, before the next turn, say at once whether they buy it{first}. The first"
        f" buyer to the left gets it and, as a penalty, the top card of the stock. You buy at most {times} in a hand,"
        " and only while the stock has two cards or more."
    )


def _entry(
    rule: str,
    section: str,
    about: str,
    sentence: Callable[[Rules], str],
    question: str = "",
    *,
    beside: tuple[str, ...] = (),
    replaces: tuple[str, ...] = (),
    claims: Callable[[Rules], Mapping[str, str]] = lambda _: {},
) -> RuleEntry:
    """The entry of a rule. Its sentence depends on its option, and on those `beside` it."""

    def statement(rules: Rules) -> Statement:
        return Statement(sentence(rules), _OURS, claims(rules))

    return RuleEntry(
        rule,
        section,
        about,
        _OURS,
        ours="The whole rule.",
        options=(rule, *beside),
        statement=statement,
        replaces=replaces,
        question=question,
    )


_ENTRIES: Final = (
    _entry(
        OUT_BONUS,
        "Scoring",
        "Going out earns points.",
        _out_bonus,
        replaces=("score.no-bonus",),
        claims=lambda rules: {"points for going out": str(scored(rules, OUT_BONUS))},
    ),
    _entry(
        AT_ONCE, "Scoring", "Going out in one turn pays.", _at_once, "Does going out earn points?", beside=(OUT_BONUS,)
    ),
    _entry(
        WILD,
        "Melds",
        "A rank is wild.",
        _wild,
        beside=("deck.jokers",),
        replaces=("meld.joker",),
        claims=_wild_claims,
    ),
    _entry(WILD_POINTS, "Scoring", "A wild card has its own points.", _wild_points, _POINTS_QUESTION, beside=(WILD,)),
    _entry(REDEEM, "Melds", "A wild card is taken back for its card.", _redeem, "What can a joker do?"),
    _entry(PILE, "A turn", "The pile opens with your first meld.", _closed, "How must you use a card that you take?"),
    _entry(QUEEN, "Scoring", "The queen of spades has her own points.", _queen, _POINTS_QUESTION),
    _entry(KNOCK, "Going out, and the end of the stock", "A knock may end the hand.", _knock, "How do you go out?"),
    _entry(BUYS, "A turn", "A discard may be bought.", _buys, "How do you begin your turn?", beside=(PILE,)),
)


@hookimpl
def entries(options: Mapping[str, OptionValue]) -> tuple[RuleEntry, ...]:
    """List the rules of the options that are on, once it is known that these go together."""
    check_together(options)
    return tuple(entry for entry in _ENTRIES if is_on(options, entry.id))
