"""Master's hand (`score.master-hand`)."""

from __future__ import annotations

from proofs.oracle.counting import Counting, Ended
from proofs.oracle.shapes import NewMeld

LONG = 7
BONUS = 500


class MastersHand(Counting):
    """A run of seven put down at once, and in that turn the last card discarded."""

    def bonus(self, hand: Ended, seat: int) -> int:
        """score.master-hand: only in a turn's phase `play`, only by a discard."""
        seat_text, _, action = hand.action.partition(": ")
        went_out = hand.out == seat and seat_text == str(seat) and hand.before.phase == "play"
        runs = [use for use in hand.before.plays if isinstance(use, NewMeld) and use.kind == "run"]
        long = any(len(run.cards) >= LONG for run in runs)
        earned = BONUS if went_out and action.startswith("discard ") and long else 0
        return super().bonus(hand, seat) + earned
