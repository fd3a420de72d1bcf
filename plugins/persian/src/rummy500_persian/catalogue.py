"""The rules of Persian in words, for `explain` and `rummy500 rules` (`persian.*`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import OptionValue, RuleEntry, Rules, Statement, hookimpl
from rummy500_persian.match import WIN_BONUS
from rummy500_persian.names import FLAVOUR, TWO_DEALS
from rummy500_persian.scoring import OUT_BONUS

_BOTH: Final = ("001", "003")

_TOGETHER: Final = "Two sides of two play with 52 cards and four jokers."
_DRAW: Final = (
    "Unless the players agree on partners, each draws a card, and aces are low in this draw. The two highest play"
    " against the two lowest, and the lowest deals."
)


def _to_500(rules: Rules) -> Statement:
    end = (
        ""
        if rules.scoring.nobody_deducts
        else " If the stock runs out and nobody goes out, every hand counts against its side."
    )
    return Statement(
        f"{_TOGETHER} {_DRAW} The side that wins the match gets {WIN_BONUS // rules.scoring.unit} extra points.{end}",
        ("003", "ours"),
    )


def _two_deals(rules: Rules) -> Statement:
    return Statement(
        f"{_TOGETHER} The game is two deals. As long as the sides are tied after that, they play one more. The side"
        f" with more points then gets {WIN_BONUS // rules.scoring.unit} extra and wins by the difference.",
        ("001", "ours"),
        {"match": "two deals"},
    )


def _jokers(rules: Rules) -> Statement:
    return Statement(
        "A joker does not stand for other cards and cannot go into a run. Three or four jokers are a group of their"
        f" own, and each joker counts {rules.scoring.joker_points}, in hand as well.",
        ("001", "003"),
        {"jokers": "not wild"},
    )


def _out_bonus(rules: Rules) -> Statement:
    points = OUT_BONUS // rules.scoring.unit
    return Statement(
        f"Whoever goes out earns their side {points} points.", _BOTH, {"points for going out": str(points)}
    )


_TO_500: Final = RuleEntry(
    "persian.game",
    "Persian",
    "Two sides of two play with 52 cards and four jokers. The side that wins the match gets 50 extra points. If"
    " the stock runs out and nobody goes out, every hand counts against its side.",
    ("003", "ours"),
    ours="In the draw for partners aces are low, although they are high in play. Players who tie draw again.",
    options=(FLAVOUR,),
    statement=_to_500,
    replaces=("deck.pack",),
)

_TWO_DEALS: Final = RuleEntry(
    "persian.game",
    "Persian",
    "Two sides of two play with 52 cards and four jokers. The game is two deals. As long as the sides are tied"
    " after that, they play one more. The side with more points then gets 50 extra and wins by the difference.",
    ("001", "ours"),
    ours="If the sides are tied after two deals, they play one more.",
    options=(FLAVOUR,),
    statement=_two_deals,
    replaces=("deck.pack", "match.target", "match.highest", "match.tie"),
)


def _double(rules: Rules) -> Statement:
    opening = not rules.has("meld.first-minimum", 0)
    once = " Towards the points needed to open, it counts only once." if opening else ""
    return Statement(
        "A group of exactly four cards that is laid down in one action counts double. If a fourth card is laid off on a"
        f" group of three, the group does not count double.{once} A run of four does not count double.",
        ("001", "003", "ours") if opening or rules.has(FLAVOUR, TWO_DEALS) else ("001", "003"),
    )


@hookimpl
def entries(options: Mapping[str, OptionValue]) -> tuple[RuleEntry, ...]:
    """List the rules that Persian adds, in the flavour that is played."""
    two_deals = options[FLAVOUR] == TWO_DEALS
    return (
        _TWO_DEALS if two_deals else _TO_500,
        RuleEntry(
            "persian.jokers",
            "Persian",
            "A joker does not stand for other cards and cannot go into a run. Three or four jokers are a group of"
            " their own, and each joker counts 20, in hand as well.",
            _BOTH,
            statement=_jokers,
            question="What can a joker do?",
            tables=("card_points",),
        ),
        RuleEntry(
            "persian.double",
            "Persian",
            "A group of exactly four cards that is laid down in one action counts double. If a fourth card is"
            " laid off on a group of three, the group does not count double.",
            ("001", "003", "ours"),
            ours="Towards a first minimum the group counts only once. A run of four does not count double in the"
            " game of 001.",
            options=(FLAVOUR, "meld.first-minimum"),
            statement=_double,
            question="Does a meld ever count more?",
        ),
        RuleEntry(
            "persian.out-bonus",
            "Persian",
            "Whoever goes out earns their side 25 points.",
            _BOTH,
            statement=_out_bonus,
            replaces=("score.no-bonus",),
        ),
    )
