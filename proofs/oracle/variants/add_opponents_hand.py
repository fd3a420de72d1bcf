"""Add opponents' hands (`score.add-opponents`, `score.late-layoffs`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs.oracle.actions import Action
from proofs.oracle.cards import refuse_if
from proofs.oracle.catalogue import Catalogue
from proofs.oracle.counting import Counting, Ended
from proofs.oracle.options import own_option, with_plugin
from proofs.oracle.position import Position
from proofs.oracle.shapes import LayOff, Use

LATE = "add-opponents-hand.late-layoffs"


class AddOpponentsHand(Counting):
    """score.late-layoffs: in phase `late` the seat asked lays off on opponents' melds, until it passes."""

    @classmethod
    def of(cls, source: Mapping[str, Any]) -> Catalogue:
        """Late lay-offs go on opponents' melds, which `meld.layoff = own` never allows."""
        late = own_option(source, LATE, (True, False))
        rules = super().of(with_plugin(source, "add-opponents-hand", {}))
        if late and rules.only_own:
            raise ValueError("late lay-offs go not with meld.layoff = own")
        return rules

    def moment(self, position: Position, seat: int, verb: str) -> None:
        """In phase `late` a seat lays off or passes."""
        if position.phase == "late":
            refuse_if(seat != position.to_act, "turn.seat")
            refuse_if(verb not in ("lay", "pass"), "turn.phase")
        else:
            super().moment(position, seat, verb)

    def play_from_hand(self, position: Position, action: Action, use: Use) -> None:
        """A late lay-off: on opponents' melds only, by a seat that has opened; no turn has to be finished."""
        if position.phase != "late" or not isinstance(use, LayOff):
            super().play_from_hand(position, action, use)
            return
        turn = self.turn_with(position, action.seat, ())
        self.held(turn, use)
        self.play(turn, use)
        owner = position.table[use.number - 1].owner
        refuse_if(self.same_side(owner, action.seat), "score.late-layoffs")
        refuse_if(self.duties().minimum > 0 and not turn.opened, "meld.first-minimum")

    def deducts(self, hand: Ended) -> bool:
        """score.add-opponents: nobody deducts, also where boathouse would."""
        return False

    def for_hands(self, hand: Ended, seat: int) -> int:
        """score.add-opponents: opponents' cards count for whoever went out.

        With nobody out two sides, or two players, each add the other's; with more nothing is added.
        """
        seats = range(hand.position.seats)
        adds = hand.out == seat
        if hand.out is None:
            sides = [mate for mate in seats if not any(self.same_side(mate, other) for other in range(mate))]
            adds = len(sides) == 2 and seat in sides
        others = [other for other in seats if not self.same_side(other, seat)]
        return sum(self.in_hand(hand.position.hands[other]) for other in others) if adds else 0
