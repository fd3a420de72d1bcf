"""Laws of a match: each hand is counted once."""

from __future__ import annotations

from rummy500.engine.scoring import score_hand
from rummy500.game.match import Match, record_hand, start_match
from rummy500.rules.rules import Rules
from rummy500.state import State
from rummy500_testing.law import Fault, law
from rummy500_testing.snapshot import Counted


def count_hand(rules: Rules, match: Match, hand: State) -> Counted:
    """Count a hand in a match, for laws to look at.

    Args:
        rules: the rules in force.
        match: the match.
        hand: a hand of it that is over.
    """
    return Counted(rules, match, record_hand(rules, match, hand), hand)


def going_on(rules: Rules, match: Match) -> Match:
    """A match that is not over, or a new one after it, dealt by the seat whose turn it would be."""
    return start_match(rules, dealer=match.dealer) if match.is_over else match


@law()
def each_hand_is_counted_once(counted: Counted) -> Fault | None:
    """A hand and the lines of the match are counted once, for every seat of a side, and whole sides win."""
    rules, before, after = counted.rules, counted.before, counted.after
    lines = (*score_hand(rules, counted.hand).lines, *after.lines[len(before.lines) :])
    due = tuple(
        score + sum(line.points for line in lines if rules.sides[line.seat] == side)
        for score, side in zip(before.scores, rules.sides, strict=True)
    )
    if after.scores != due:
        return Fault(f"the lines bring {before.scores} to {due}, and the match says {after.scores}")
    if len(after.hands) != len(before.hands) + 1 or after.hand is not None:
        return Fault("the match does not say that the hand has been played")
    if not 0 <= after.dealer < rules.seats:
        return Fault(f"seat {after.dealer} is to deal")
    won = {rules.sides[seat] for seat in after.winners}
    whole = tuple(seat for seat, side in enumerate(rules.sides) if side in won)
    if tuple(sorted(after.winners)) != whole:
        return Fault(f"the winners are {after.winners}, their sides have the seats {whole}")
    if after.playoff and after.winners:
        return Fault("a tie is played on in a match that is over")
    return None


MATCH_LAWS = (each_hand_is_counted_once,)
