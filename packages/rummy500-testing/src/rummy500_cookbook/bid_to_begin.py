"""Before the first turn all bid in secret; whoever bids most begins, and wins or loses the bid."""

from collections.abc import Iterable, Mapping
from typing import Final

import attrs

from rummy500.hooks import (
    Action,
    Deal,
    HandMemory,
    LineKind,
    LinesAfter,
    PluginInfo,
    Round,
    RuleEntry,
    Rules,
    ScoreLine,
    State,
    StateOrView,
    Unsettled,
    View,
    hookimpl,
    points_so_far,
    recall,
    remember,
)

RULE = "bid-to-begin.bid"
REACHED: Final = LineKind(RULE, "reached", "reached the bid")
MISSED: Final = LineKind(RULE, "missed", "did not reach the bid")


@attrs.frozen
class Bid:
    """The highest bid, and who made it; -1 before all have bid."""

    seat: int = -1
    points: int = 0


def settle(rules: Rules, state: State, answers: Mapping[int, str]) -> State:
    """Record the highest bid: of equal ones that of the first player from the dealer's left."""
    seat = max(answers, key=lambda each: int(answers[each]))
    return remember(rules, state, Bid(seat, int(answers[seat])))


def paid(
    rules: Rules, sight: StateOrView, so_far: tuple[ScoreLine | Unsettled, ...]
) -> Iterable[ScoreLine | Unsettled]:
    """Add the bid to a score that reaches it, and take it away from one that does not."""
    bid = recall(rules, sight, Bid)
    if not sight.public.ended or bid.seat < 0:
        return
    points, due = points_so_far(so_far, bid.seat), bid.points // rules.scoring.unit
    if points is None:
        yield Unsettled(bid.seat)
    elif points >= due:
        yield REACHED(bid.seat, due)
    else:
        yield MISSED(bid.seat, -due)


def worth(rules: Rules, view: View, action: Action) -> float:
    """A bid pays if the player is likely to score it: all players together score about 120."""
    bid = int(action.extra[0])
    return float(bid if bid * rules.seats <= 120 else -bid)


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("bid-to-begin", "whoever bids most begins, and wins or loses the bid")


@hookimpl
def dealing() -> Deal:
    def bidder(rules: Rules, state: State) -> int | None:
        seat = recall(rules, state, Bid).seat
        return seat if seat >= 0 else None

    return Deal((Round("bid", answers=("0", "20", "40", "60"), settle=settle, worth=worth),), first_player=bidder)


@hookimpl
def memory() -> HandMemory:
    return HandMemory(Bid)


@hookimpl
def score_lines() -> LinesAfter:
    return LinesAfter(paid)


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = (
        "Before the first turn each player secretly bids 0, 20, 40 or 60. The highest bidder plays first, of several "
        "the first from the dealer's left. If they score that much in the hand they get it once more, or else lose it."
    )
    return (RuleEntry(RULE, "Scoring", about, ("house",), claims={"first turn": RULE}),)
