"""Rules.md §4: calling "Rummy!"."""

from __future__ import annotations

from tests.oracle.actions import Action
from tests.oracle.cards import faces, holds, refuse_if
from tests.oracle.position import Position
from tests.oracle.shapes import LayOff, Use
from tests.oracle.turns import TurnRules


class CallRules(TurnRules):
    """The judgements about calls."""

    def call_moment(self, position: Position, seat: int) -> None:
        """Whether this seat may call now: call.none, call.window, call.not-own."""
        kind = self.options.word("call")
        refuse_if(kind == "none", "call.none")
        refuse_if(seat not in range(position.seats), "turn.seat")
        refuse_if(not self.window_open(position), "call.window")
        refuse_if(seat == position.last, "call.not-own")

    def window_open(self, position: Position) -> bool:
        """call.window: from the end of a turn to the next draw; call.race: one claim of a last discard."""
        if position.phase != "draw" or position.last is None or self.over(position):
            return False
        return not (self.options.word("call") == "last-discard" and position.claimed)

    def call(self, position: Position, action: Action, use: Use) -> None:
        """call.full: all cards from the pile, none from any hand; then its kind, then the finish."""
        refuse_if(action.depth is None, "turn.cards")
        depth = action.depth or 0
        taken = position.pile[-depth:]
        refuse_if(not holds(taken, faces(use.cards)), "turn.cards")
        before = self.turn_with(position, action.seat, taken)
        after = self.play(before, use)
        after_meld = self.options.word("meld.layoff") == "after-meld"
        refuse_if(after_meld and not self.has_melded(before), "meld.layoff-after-meld")
        self.claim(use, depth)
        duties = self.duties()
        if self.options.word("call") == "last-discard":
            # No turn of the caller's: meld.first-minimum "needs a player who has opened".
            refuse_if(duties.minimum > 0 and not before.opened, "meld.first-minimum")
        else:
            self.refuse_stranding(after, duties)  # call.full: it is the caller's turn

    def claim(self, use: Use, depth: int) -> None:
        """Which claims each kind of call allows."""
        kind = self.options.word("call")
        lays_off = isinstance(use, LayOff)
        if kind == "layoffs":
            refuse_if(not lays_off, "call.layoffs")
        if kind == "top":  # "all of which must be melded"
            refuse_if(len(use.cards) != depth, "call.top")
        if kind == "last-discard":  # "only the last discard, only as a lay-off"
            refuse_if(not lays_off or depth != 1, "call.last-discard")
