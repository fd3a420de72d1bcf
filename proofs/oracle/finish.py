"""The oracle's rules of finishing a turn (turn.no-stranding), decided by trying everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from proofs.oracle.cards import RefusedError
from proofs.oracle.every import every_use
from proofs.oracle.melding import MeldRules
from proofs.oracle.options import Reading
from proofs.oracle.position import Turn
from proofs.oracle.shapes import TableMeld, Use


@dataclass(frozen=True)
class Duties:
    """The duties at the end of a turn. Each can be dropped, to find the one that prevents an end."""

    minimum: int
    discard_required: bool
    bar: bool = True


class FinishRules(MeldRules):
    """The judgements about the end of a turn."""

    first_minimum = Reading[int]("meld.first-minimum", numbers=range(1_000_000), default=0)
    discard_required = Reading("out.discard", {"optional": False, "required": True})
    bars_all = Reading("discard.barred", {"lone-top": False, "drawn": True})
    rule_of_bar = Reading("discard.barred", {"lone-top": "discard.not-taken", "drawn": "discard.not-drawn"})

    def duties(self) -> Duties:
        """meld.first-minimum, out.discard-required and the bars on discards, as the options have them."""
        return Duties(minimum=self.first_minimum, discard_required=self.discard_required)

    def barred(self, turn: Turn) -> Counter[str]:
        """Return how many copies of a face may not be discarded.

        discard.not-taken: a lone top discard just taken; discard.not-drawn: every card that the turn
        drew, took or claimed. Copies that the turn has played are no longer barred.
        """
        if self.bars_all or turn.lone_top:
            return Counter(turn.gained) - Counter(turn.played)
        return Counter()

    def bar_rule(self) -> str:
        """Return the id of the rule that bars."""
        return self.rule_of_bar

    def short_of_minimum(self, turn: Turn, duties: Duties) -> bool:
        """meld.first-minimum: an unopened seat has begun to play and has not reached its minimum."""
        return bool(turn.played) and not turn.opened and self.points(turn) < duties.minimum

    def may_discard(self, turn: Turn, face: str, duties: Duties) -> bool:
        """discard.one: a card of the hand, unless the bar covers every copy of it."""
        return not duties.bar or turn.hand.count(face) > self.barred(turn)[face]

    def can_end_now(self, turn: Turn, duties: Duties) -> bool:
        """discard.one, out.meld-or-discard: by a discard, or with nothing left in hand."""
        if self.short_of_minimum(turn, duties):
            return False
        if not turn.hand:
            return not duties.discard_required  # out.discard-required
        return any(self.may_discard(turn, face, duties) for face in turn.hand)

    def uses(self, cards: Iterable[str], table: Sequence[TableMeld]) -> Iterator[Use]:
        """List every conceivable new meld and lay-off, for the judgement."""
        return every_use(cards, table, self.wild)

    def every_play(self, turn: Turn) -> Iterator[Turn]:
        """List the turns after one meld or lay-off from the hand."""
        for use in self.uses(turn.hand, turn.table):
            try:
                yield self.play(turn, use)
            except RefusedError:
                continue

    def can_finish(self, turn: Turn, duties: Duties) -> bool:
        """turn.no-stranding: whether some melds and lay-offs, or none, lead to an end of the turn."""
        if self.can_end_now(turn, duties):
            return True
        return any(self.can_finish(after, duties) for after in self.every_play(turn))

    def refuse_stranding(self, turn: Turn, duties: Duties) -> None:
        """Refuse a turn that cannot be finished, by the duty that alone prevents it."""
        if self.can_finish(turn, duties):
            return
        if self.can_finish(turn, replace(duties, minimum=0)):
            raise RefusedError("meld.first-minimum")
        if self.can_finish(turn, replace(duties, discard_required=False)):
            raise RefusedError("out.discard-required")
        raise RefusedError("turn.no-stranding")

    def duties_now(self, turn: Turn) -> Duties:
        """Return the duties of a turn under way; they yield if it cannot be finished with them.

        A first minimum that has been begun can only have come out of reach by another player's move.
        """
        duties = self.duties()
        if self.can_finish(turn, duties):
            return duties
        if self.short_of_minimum(turn, duties):
            duties = replace(duties, minimum=0)
            if self.can_finish(turn, duties):
                return duties
        return replace(duties, bar=False) if self.barred(turn) else duties
