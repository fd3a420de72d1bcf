"""The rules of the plugin `scoring` in words, for `explain` and `rummy500 rules`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import JOKER, OptionValue, RuleEntry, Rules, Statement, hookimpl
from rummy500_scoring.names import (
    ACE,
    ACE_25_RULE,
    ACE_FIFTEEN_RULE,
    ACE_HUNDRED_RULE,
    BY_USE,
    FIFTEEN,
    FIFTHS,
    FIFTHS_RULE,
    HUNDRED,
    TEN_FIVE,
    TEN_FIVE_RULE,
    TWENTY_FIVE,
)

_SECTION: Final = "Scoring"
_SOURCE: Final = ("001",)
_BOTH: Final = ("001", "ours")


@hookimpl
def entries(options: Mapping[str, OptionValue]) -> tuple[RuleEntry, ...]:
    """List the rules that the options turn on."""
    aces = {FIFTEEN: _ACE_FIFTEEN, TWENTY_FIVE: _ACE_25, HUNDRED: _ACE_HUNDRED}
    of_aces = [entry for value, entry in aces.items() if options[ACE] == value]
    of_all = [entry for flag, entry in ((TEN_FIVE, _TEN_FIVE), (FIFTHS, _FIFTHS)) if options[flag]]
    return (*of_aces, *of_all)


def _scored(rules: Rules, points: int) -> int:
    """Convert points to points of the score."""
    return points // rules.scoring.unit


def _fifteen(rules: Rules) -> Statement | None:
    fifteen = _scored(rules, 15)
    if rules.scoring.low_ace_points != fifteen:
        return None  # a later plugin sets other points
    low = "" if rules.has("meld.ace", "high", "round") else ", even at the low end of a run"
    return Statement(f"An ace counts {fifteen} wherever it lies{low}, and in hand.", _SOURCE)


def _twenty_five(rules: Rules) -> Statement | None:
    aces = _scored(rules, 25)
    if rules.scoring.low_ace_points != aces:
        return None
    return Statement(f"An ace counts {aces} wherever it lies, and in hand.", _SOURCE)


def _hundred(rules: Rules) -> Statement | None:
    hundred = _scored(rules, 100)
    if 4 * rules.scoring.ace_points > hundred:
        return None  # a later plugin makes aces count so much that nothing is added
    return Statement(
        f"Four natural aces of one player in one group count {hundred} in total, whether they were laid down"
        f" at once or one by one. A rule that doubles the group doubles the {hundred}, too.",
        _BOTH,
    )


def _ten_five(rules: Rules) -> Statement:
    five = _scored(rules, 5)
    others, aces, jokers = "every other card", "", ""
    if not rules.has(ACE, BY_USE, HUNDRED):
        others = "every other card but the ace"
    elif rules.has("meld.ace", "high", "round") or rules.scoring.low_ace_points == rules.scoring.ace_points:
        aces = f"; an ace counts {rules.scoring.ace_points}" if rules.scoring.ace_points != five else ""
    else:
        aces = f"; an ace counts {rules.scoring.ace_points}, but {rules.scoring.low_ace_points} at the low end of a run"
    if JOKER in rules.melding.shapes.wilds and rules.scoring.joker_points != five:
        jokers = f"; a joker counts {rules.scoring.joker_points or 'nothing'}"
    elif JOKER in rules.melding.shapes.wilds:
        jokers = ", including a joker"
    return Statement(
        f"A ten, jack, queen or king counts {_scored(rules, 10)}; {others} counts {five}{jokers}{aces}.", _SOURCE
    )


_ACE_FIFTEEN: Final = RuleEntry(
    ACE_FIFTEEN_RULE,
    _SECTION,
    "An ace always counts 15.",
    _SOURCE,
    options=(ACE,),
    statement=_fifteen,
    question="What do the cards count?",
)

_ACE_25: Final = RuleEntry(
    ACE_25_RULE,
    _SECTION,
    "An ace always counts 25.",
    _SOURCE,
    options=(ACE,),
    statement=_twenty_five,
    question="What do the cards count?",
)

_ACE_HUNDRED: Final = RuleEntry(
    ACE_HUNDRED_RULE,
    _SECTION,
    "Four natural aces of one player in one group count 100 in total.",
    _BOTH,
    ours="The aces may be laid down one by one. An ace or a joker beside them counts as usual. An ace in hand"
    " counts 15, and an ace at the low end of a run counts what the other rules say. A rule that doubles"
    " the group doubles the 100, too.",
    options=(ACE,),
    statement=_hundred,
    question="What do the cards count?",
    tables=(),
)

_TEN_FIVE: Final = RuleEntry(
    TEN_FIVE_RULE,
    _SECTION,
    "A ten, jack, queen or king counts 10; every other card counts 5, including aces and jokers.",
    _SOURCE,
    options=(TEN_FIVE,),
    statement=_ten_five,
    replaces=("score.values", "score.ace-one"),
)

_FIFTHS: Final = RuleEntry(
    FIFTHS_RULE,
    _SECTION,
    "All scores are divided by five, for cards and bonuses alike. The points in these rules are already divided,"
    " and so is the target.",
    _SOURCE,
    options=(FIFTHS,),
)
