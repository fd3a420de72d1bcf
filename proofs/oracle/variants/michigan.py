"""Michigan: "Stop" (`call.stop`) and its score (`score.michigan`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from proofs.oracle.actions import Action
from proofs.oracle.cards import refuse_if
from proofs.oracle.catalogue import Catalogue
from proofs.oracle.counting import Counting, Ended
from proofs.oracle.options import with_plugin
from proofs.oracle.position import Position


class Michigan(Counting):
    """call.stop: a claim as under call.last-discard, and then in phase `stop` a discard of the caller's own."""

    @classmethod
    def of(cls, source: Mapping[str, Any]) -> Catalogue:
        """The call is Michigan's, whatever the preset."""
        return super().of(with_plugin(source, "michigan", {}, {"call": "last-discard"}))

    def deducts_at_stock_end(self) -> bool:
        """003: Michigan is told on the base game of 003, which deducts there; every player takes off what is left."""
        return True

    def moment(self, position: Position, seat: int, verb: str) -> None:
        """In phase `stop` the caller discards or passes."""
        if position.phase == "stop":
            refuse_if(seat != position.to_act, "turn.seat")
            refuse_if(verb not in ("discard", "pass"), "turn.phase")
        else:
            super().moment(position, seat, verb)

    def discard(self, position: Position, action: Action) -> None:
        """In phase `stop` any card of the caller's own hand: it is not a turn, and has no duties."""
        if position.phase == "stop":
            refuse_if(action.face not in position.hands[action.seat], "turn.cards")
        else:
            super().discard(position, action)

    def winners(self, hand: Ended, scores: Sequence[int]) -> tuple[int, ...]:
        """score.michigan: each hand is a game of its own; the highest wins, ties share it."""
        counted = self.hand_scores(hand)
        return tuple(seat for seat, score in enumerate(counted) if score == max(counted))
