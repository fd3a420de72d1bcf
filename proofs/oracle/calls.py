"""The oracle's rules of calling "Rummy!"."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from proofs.oracle.actions import Action
from proofs.oracle.cards import faces, holds, refuse_if
from proofs.oracle.options import Reading
from proofs.oracle.position import Position, Turn
from proofs.oracle.shapes import LayOff, Use
from proofs.oracle.turns import TurnRules


@dataclass(frozen=True)
class Kind:
    """A kind of call: what it allows, and what it begins."""

    allowed: bool = True
    #: The rule by which a call must lay off, empty if it may also meld.
    lays_off: str = ""
    #: call.top: all that is claimed must be melded, and the caller may call again.
    again: bool = False
    #: call.last-discard: only the last discard, once, and the turn is not the caller's.
    last_discard: bool = False


class CallRules(TurnRules):
    """The judgements about calls."""

    calls = Reading(
        "call",
        {
            "none": Kind(allowed=False),
            "full": Kind(),
            "layoffs": Kind(lays_off="call.layoffs"),
            "top": Kind(again=True),
            "last-discard": Kind(lays_off="call.last-discard", last_discard=True),
        },
        default="full",
    )

    def call_moment(self, position: Position, seat: int) -> None:
        """Return whether this seat may call now: call.none, call.window, call.not-own."""
        refuse_if(not self.calls.allowed, "call.none")
        refuse_if(seat not in range(position.seats), "turn.seat")
        refuse_if(not self.window_open(position) and not self.again(position, seat), "call.window")
        refuse_if(seat == position.last, "call.not-own")

    def window_open(self, position: Position) -> bool:
        """call.window: from the end of a turn to the next draw; call.race: one claim of a last discard."""
        if position.phase != "draw" or position.last is None or self.over(position):
            return False
        return not (self.calls.last_discard and position.claimed)

    def again(self, position: Position, seat: int) -> bool:
        """call.top: "a caller whose turn has done nothing but call may call again"."""
        if not self.calls.again or position.phase != "play" or seat != position.to_act:
            return False
        played = [face for use in position.plays for face in faces(use.cards)]
        return position.claimed and Counter(played) == Counter(position.taken)

    def caller(self, position: Position, seat: int, taken: tuple[str, ...]) -> Turn:
        """The turn of a caller with the claimed cards in hand; call.top: a turn that calls again goes on."""
        if not self.again(position, seat):
            return self.turn_with(position, seat, taken)
        turn = self.turn_now(position)
        return replace(turn, hand=tuple(sorted(turn.hand + taken)), gained=turn.gained + taken, lone_top=False)

    def call(self, position: Position, action: Action, use: Use) -> None:
        """call.full: all cards from the pile, none from any hand; then its kind, then the finish."""
        refuse_if(action.depth is None, "turn.cards")
        depth = action.depth or 0
        taken = position.pile[-depth:]
        refuse_if(not holds(taken, faces(use.cards)), "turn.cards")
        before = self.caller(position, action.seat, taken)
        after = self.play(before, use)
        refuse_if(self.only_after_meld and not self.has_melded(before), "meld.layoff-after-meld")
        self.claim(use, depth)
        duties = self.duties()
        if self.calls.last_discard:
            # No turn of the caller's: meld.first-minimum "needs a player who has opened".
            refuse_if(duties.minimum > 0 and not before.opened, "meld.first-minimum")
        else:
            called = self.called(position, action, use, after)
            if not any(self.further_calls(called)):
                self.refuse_stranding(after, duties)  # call.full: it is the caller's turn

    def called(self, position: Position, action: Action, use: Use, turn: Turn) -> Position:
        """Return the position after a call that begins a turn or goes on with one."""
        again = self.again(position, action.seat)
        hands = (*position.hands[: action.seat], turn.hand, *position.hands[action.seat + 1 :])
        return replace(
            self.without_top(position, action.depth or 0),
            phase="play",
            to_act=action.seat,
            hands=hands,
            table=turn.table,
            drawn=(),
            taken=turn.gained,
            plays=(*position.plays, use) if again else (use,),
            claimed=self.calls.again,
        )

    def without_top(self, position: Position, cards: int) -> Position:
        """Return the position with fewer cards on the pile."""
        return replace(position, pile=position.pile[: len(position.pile) - cards])

    def further_calls(self, position: Position) -> Iterator[Action]:
        """call.top: the further calls of a caller with whom meld.first-minimum is not reached yet."""
        seat = position.to_act
        if not self.again(position, seat) or not self.short_of_minimum(self.turn_now(position), self.duties()):
            return
        for action in self.every_action_of(position, seat, "call"):
            if self.refusal(position, action) is None:
                yield action

    def discard(self, position: Position, action: Action) -> None:
        """meld.first-minimum does not yield where a further call reaches it."""
        refuse_if(action.face not in self.turn_now(position).hand, "turn.cards")
        refuse_if(any(self.further_calls(position)), "meld.first-minimum")
        super().discard(position, action)

    def play_from_hand(self, position: Position, action: Action, use: Use) -> None:
        """call.top: no further call follows a play, so the play alone must leave a way to end the turn."""
        if not any(self.further_calls(position)):
            super().play_from_hand(position, action, use)
            return
        turn = self.turn_now(position)
        self.held(turn, use)
        self.refuse_stranding(self.play(turn, use), self.duties())

    @abstractmethod
    def every_action_of(self, position: Position, seat: int, verb: str) -> Iterator[Action]:
        """List every conceivable action of this kind."""

    @abstractmethod
    def refusal(self, position: Position, action: Action) -> str | None:
        """Return the id of the rule that forbids the action, None if it is legal."""

    def claim(self, use: Use, depth: int) -> None:
        """Check the claims that each kind of call allows."""
        if self.calls.lays_off:
            refuse_if(not isinstance(use, LayOff), self.calls.lays_off)
        if self.calls.again:  # "all of which must be melded"
            refuse_if(len(use.cards) != depth, "call.top")
        if self.calls.last_discard:  # "only the last discard, only as a lay-off"
            refuse_if(depth != 1, "call.last-discard")
