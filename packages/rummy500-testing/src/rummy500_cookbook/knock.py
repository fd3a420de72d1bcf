"""A player with few points left ends the hand by a knock, and may be undercut."""

from collections.abc import Iterable
from typing import Final

from rummy500.hooks import (
    PLAY_PHASE,
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
    ViewFacts,
    cards_of,
    hand_ended,
    hookimpl,
    points_in_hand,
    wrong_phase,
)

MOST = 10
BONUS = 25


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("knock", f"a knock with at most {MOST} points in hand ends the hand")


def left(rules: Rules, sight: StateOrView, hand: Bag) -> int:
    """The points of the cards of a hand."""
    points = points_in_hand(rules, sight)
    return sum(points[card] for card in cards_of(hand))


POINTS: Final = Reason("knock.end", "points", "You may knock with at most {most:number} points in hand.")


def check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """Refuse a knock with too many points; the engine checks all duties at the end of a hand."""
    if left(rules, view, view.hand) <= MOST // rules.scoring.unit:
        return None
    return POINTS(most=MOST)


def listed(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """List `knock` where it is allowed."""
    knock = Action(facts.view.seat, "knock")
    return [] if check(facts.rules, facts.view, knock) else [knock]


def ended(rules: Rules, state: State, action: Action) -> State:
    """End the hand; the knocker stays the seat on turn."""
    return hand_ended(state, "knock")


@hookimpl
def moves() -> tuple[Move, ...]:
    return (Move("knock", (PLAY_PHASE,), "turn", listed, check, ended, wrong_phase, ends="hand"),)


KNOCKED: Final = LineKind("knock.bonus", "knocked", "knocked")
UNDERCUT: Final = LineKind("knock.bonus", "undercut", "undercut")


@hookimpl
def score_lines() -> ScoreLines:
    def bonus(rules: Rules, sight: StateOrView) -> Iterable[ScoreLine | Unsettled]:
        if sight.public.ended != "knock":
            return
        hands = [sight.hand_of(seat) for seat in range(rules.seats)]
        counts = [left(rules, sight, hand) for hand in hands if hand is not None]
        if len(counts) < rules.seats:  # a hidden hand decides
            yield from (Unsettled(seat) for seat in range(rules.seats))
            return
        knocker, points = sight.public.to_act, BONUS // rules.scoring.unit
        if counts[knocker] == min(counts):
            yield KNOCKED(knocker, points)
        else:
            least = [seat for seat, count in enumerate(counts) if count == min(counts)]
            yield from (UNDERCUT(seat, points) for seat in least)

    return bonus


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    end = f"In place of a discard you may knock if the cards in your hand count at most {MOST}: the hand is over."
    bonus = f"Knocking pays {BONUS} points; if others have fewer points in hand, those with the fewest get them."
    return (
        RuleEntry("knock.end", "Going out, and the end of the stock", end, ("house",)),
        RuleEntry("knock.bonus", "Scoring", bonus, ("house",), replaces=("score.no-bonus",)),
    )
