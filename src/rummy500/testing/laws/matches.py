"""Laws of a match: how a hand is counted in it."""

from __future__ import annotations

from rummy500.engine.score import score_hand
from rummy500.match import Match, record_hand, start_match
from rummy500.rules import Rules
from rummy500.state import State
from rummy500.testing.spot import Fault, LawBroken

_COUNTED = "A hand and the lines of the match are counted once, for every seat of a side, and whole sides win."


def counted_in(rules: Rules, match: Match, hand: State) -> Match:
    """Count a hand in a match and ask the law about it.

    Args:
        rules: the rules in force.
        match: the match; one that is over is begun anew.
        hand: a hand that is over, whoever dealt it.

    Returns:
        The match after the hand.

    Raises:
        LawBroken: if the hand is counted otherwise than its lines say.
    """
    before = start_match(rules, dealer=match.dealer) if match.is_over else match
    after = record_hand(rules, before, hand)
    fault = count_fault(rules, before, after, hand)
    if fault is not None:
        raise LawBroken("hands are counted", _COUNTED, fault, rules, hand)
    return after


def count_fault(rules: Rules, before: Match, after: Match, hand: State) -> Fault | None:
    """What is wrong with how a hand was counted, `None` if nothing is.

    Args:
        rules: the rules in force.
        before: the match before it.
        after: the match after it.
        hand: the hand.
    """
    lines = (*score_hand(rules, hand).lines, *after.lines[len(before.lines) :])
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
