"""Floating (`out.floating`): melding everything ends the turn, not the hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proofs.oracle.actions import Action
from proofs.oracle.cards import faces, holds, refuse_if
from proofs.oracle.catalogue import Catalogue
from proofs.oracle.counting import Counting
from proofs.oracle.finish import Duties
from proofs.oracle.options import Options, own_option, with_plugin
from proofs.oracle.position import Position, Turn
from proofs.oracle.shapes import LayOff, Use

LAST_DISCARD = "floating.last-discard"


class Floating(Counting):
    """out.floating, out.unplayable-discard, out.unplayable-claim; a floater is a seat with an empty hand."""

    @classmethod
    def of(cls, source: Mapping[str, Any]) -> Catalogue:
        """Neither must going out take a discard nor is every card drawn barred, whatever the preset."""
        last = own_option(source, LAST_DISCARD, ("free", "unplayable", "claim"))
        fixes: dict[str, str | int] = {"out.discard": "optional", "discard.barred": "lone-top"}
        rules = super().of(with_plugin(source, "floating", {}, fixes))
        rules.options = Options({**rules.options.values, LAST_DISCARD: last})
        return rules

    # out.unplayable-discard

    def must_lay(self, turn: Turn, duties: Duties) -> bool:
        """out.unplayable-discard: one card is left, and its holder could lay it off and float."""
        if self.options.word(LAST_DISCARD) != "unplayable" or len(turn.hand) != 1:
            return False
        return any(self.can_end_now(after, duties) for after in self.every_play(turn))

    def may_discard(self, turn: Turn, face: str, duties: Duties) -> bool:
        """The bars of the game, out.unplayable-discard among them."""
        return super().may_discard(turn, face, duties) and not self.must_lay(turn, duties)

    def discard(self, position: Position, action: Action) -> None:
        """out.unplayable-discard where it alone bars the card, then the rest."""
        turn = self.turn_now(position)
        duties = self.duties_now(turn)
        alone = action.face in turn.hand and super().may_discard(turn, action.face, duties)
        refuse_if(alone and self.must_lay(turn, duties), "out.unplayable-discard")
        super().discard(position, action)

    # out.unplayable-claim

    def moment(self, position: Position, seat: int, verb: str) -> None:
        """In phase `claim` the seat asked passes or claims, and nobody does anything else."""
        if position.phase == "claim":
            refuse_if(seat != position.to_act, "turn.seat")
            refuse_if(verb != "pass", "turn.phase")
        else:
            super().moment(position, seat, verb)

    def call_moment(self, position: Position, seat: int) -> None:
        """The claim is the asked seat's alone."""
        if position.phase == "claim":
            refuse_if(seat != position.to_act, "turn.seat")
        else:
            super().call_moment(position, seat)

    def call(self, position: Position, action: Action, use: Use) -> None:
        """In phase `claim` the last discard alone, as a lay-off, by a seat that may lay off.

        call.last-discard: a turn that ended by floating left no discard to call.
        """
        asked = position.phase == "claim"
        floated = position.last is not None and not position.hands[position.last]
        if not asked and not (floated and self.calls.last_discard):
            super().call(position, action, use)
            return
        refuse_if(action.depth is None, "turn.cards")
        taken = position.pile[-(action.depth or 0) :]
        refuse_if(not holds(taken, faces(use.cards)), "turn.cards")
        if asked:  # a matter of the phase, and so before what the cards make
            whole = isinstance(use, LayOff) and len(use.cards) == 1 and action.depth == 1
            refuse_if(not whole, "out.unplayable-claim")
        caller = self.turn_with(position, action.seat, taken)
        self.play(caller, use)
        refuse_if(not asked, "call.last-discard")
        refuse_if(self.duties().minimum > 0 and not caller.opened, "meld.first-minimum")
