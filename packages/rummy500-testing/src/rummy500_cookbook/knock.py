"""A player with few points left ends the hand by a knock, and may be undercut."""

from collections.abc import Iterator
from typing import Final

from rummy500.hooks import (
    Action,
    Bag,
    LineKind,
    Move,
    PluginInfo,
    Reason,
    Refusal,
    RuleEntry,
    Rules,
    ScoreLine,
    ScoreLines,
    State,
    StateOrView,
    Unsettled,
    View,
    cards_of,
    hand_ended,
    hookimpl,
    points_in_hand,
)

MOST, BONUS = 10, 25


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("knock", f"a knock with at most {MOST} points in hand ends the hand")


def left(rules: Rules, sight: StateOrView, hand: Bag) -> int:
    points = points_in_hand(rules, sight)
    return sum(points[card] for card in cards_of(hand))


POINTS: Final = Reason("knock.end", "points", "You may knock with at most {most:number} points in hand.")


def check(rules: Rules, view: View, action: Action) -> Refusal | None:
    return POINTS(most=MOST) if left(rules, view, view.hand) > MOST // rules.scoring.unit else None


def ended(rules: Rules, state: State, action: Action) -> State:
    return hand_ended(state, "knock")  # the knocker stays the seat on turn


@hookimpl
def moves() -> tuple[Move, ...]:
    return (Move("knock", effect=ended, check=check, ends="hand"),)


KNOCKED: Final = LineKind("knock.bonus", "knocked", "knocked")
UNDERCUT: Final = LineKind("knock.bonus", "undercut", "undercut")


def bonus(rules: Rules, sight: StateOrView) -> Iterator[ScoreLine | Unsettled]:
    """Pay the knocker, or those with fewer points; a hidden hand decides."""
    if sight.public.ended != "knock":
        return
    hands, knocker = [sight.hand_of(seat) for seat in range(rules.seats)], sight.public.to_act
    counts = [left(rules, sight, hand) for hand in hands if hand is not None]
    least = [seat for seat, count in enumerate(counts) if count == min(counts)]
    kind, paid = (KNOCKED, [knocker]) if knocker in least else (UNDERCUT, least)
    is_known = len(counts) == rules.seats
    for seat in paid if is_known else range(rules.seats):
        yield kind(seat, BONUS // rules.scoring.unit) if is_known else Unsettled(seat)


@hookimpl
def score_lines() -> ScoreLines:
    return bonus


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    end = f"In place of a discard you may knock if the cards in your hand count at most {MOST}: the hand is over."
    bonus = f"Knocking pays {BONUS} points; if others have fewer points in hand, those with the fewest get them."
    return (
        RuleEntry("knock.end", "Going out, and the end of the stock", end, ("house",)),
        RuleEntry("knock.bonus", "Scoring", bonus, ("house",), replaces=("score.no-bonus",)),
    )
