"""The rules of Persian in words, for `explain` and `rummy500 rules` (`persian.*`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import OptionValue, RuleEntry, RulesSummary, Statement, hookimpl
from rummy500_persian.match import WIN_BONUS
from rummy500_persian.names import FLAVOUR, TWO_DEALS
from rummy500_persian.scoring import OUT_BONUS

_BOTH: Final = ("001", "003")

_TOGETHER: Final = "Two sides of two play with 52 cards and four jokers."
_DRAW: Final = (
    "Unless they are agreed on, each draws a card for partners: the two highest play the two lowest, and the lowest"
    " deals."
)


def _to_500(summary: RulesSummary) -> Statement:
    end = "" if summary.nobody_deducts else "; with the stock gone and nobody out, every hand counts against its side"
    return Statement(
        f"{_TOGETHER} {_DRAW} The side that wins the match gets {WIN_BONUS // summary.unit} points more{end}.", ("003",)
    )


def _two_deals(summary: RulesSummary) -> Statement:
    return Statement(
        f"{_TOGETHER} The game is two deals, and one more for as long as the sides are level after them; the side with"
        f" more points then gets {WIN_BONUS // summary.unit} on top and wins by the difference.",
        ("001", "ours"),
        {"match": "two deals"},
    )


def _jokers(summary: RulesSummary) -> Statement:
    return Statement(
        "A joker stands for no other card and goes into no run: three or four jokers are a group of their own, and each"
        f" counts {summary.joker_points}, in hand as well.",
        ("001", "003"),
        {"jokers": "not wild"},
    )


def _out_bonus(summary: RulesSummary) -> Statement:
    points = OUT_BONUS // summary.unit
    return Statement(
        f"Whoever goes out earns their side {points} points.", _BOTH, {"points for going out": str(points)}
    )


_TO_500: Final = RuleEntry(
    "persian.game",
    "Persian",
    "Two sides of two play with 52 cards and four jokers. The side that wins the match gets 50 points more; with the"
    " stock gone and nobody out, every hand counts against its side.",
    ("003",),
    options=(FLAVOUR,),
    statement=_to_500,
    replaces=("deck.pack",),
)

_TWO_DEALS: Final = RuleEntry(
    "persian.game",
    "Persian",
    "Two sides of two play with 52 cards and four jokers. The game is two deals, and one more for as long as the sides"
    " are level after them; the side with more points then gets 50 on top and wins by the difference.",
    ("001", "ours"),
    ours="That a tie after two deals has one deal more.",
    options=(FLAVOUR,),
    statement=_two_deals,
    replaces=("deck.pack", "match.target", "match.highest", "match.tie"),
)


def _double(summary: RulesSummary) -> Statement:
    opening = not summary.has("meld.first-minimum", 0)
    once = " The points needed to open count it once." if opening else ""
    return Statement(
        "A group of exactly four that is laid down in one action counts its value twice; a fourth card laid off on"
        f" three counts once.{once} A run of four is not doubled.",
        ("001", "003", "ours") if opening or summary.has(FLAVOUR, TWO_DEALS) else ("001", "003"),
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
            "A joker stands for no other card and goes into no run: three or four jokers are a group of their own, and"
            " each counts 20, in hand as well.",
            _BOTH,
            statement=_jokers,
            question="What can a joker do?",
            tables=("card_points",),
        ),
        RuleEntry(
            "persian.double",
            "Persian",
            "A group of exactly four that is laid down in one action counts its value twice; a fourth card laid off on"
            " three counts once.",
            ("001", "003", "ours"),
            ours="That a first minimum counts it once; that a run of four does not count double in the flavour of 001.",
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
