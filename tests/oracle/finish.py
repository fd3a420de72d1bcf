"""turn.no-stranding: whether a seat can still finish its turn, found by trying everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tests.oracle.cards import RefusedError
from tests.oracle.every import every_use
from tests.oracle.melding import MeldRules
from tests.oracle.position import Turn
from tests.oracle.shapes import TableMeld, Use


@dataclass(frozen=True)
class Duties:
    """What the end of a turn must respect. Each can be dropped, to find out which one is in the way."""

    minimum: int
    discard_required: bool
    bar: bool = True


class FinishRules(MeldRules):
    """The judgements about the end of a turn."""

    def duties(self) -> Duties:
        """meld.first-minimum, out.discard-required and the bars on discards, as the options have them."""
        return Duties(
            minimum=self.options.number("meld.first-minimum"),
            discard_required=self.options.word("out.discard") == "required",
        )

    def barred(self, turn: Turn) -> Counter[str]:
        """How many copies of a face may not be discarded.

        discard.not-taken: a lone top discard just taken; discard.not-drawn: every card that the turn
        drew, took or claimed. What the turn has played of that face is barred no more.
        """
        if self.options.word("discard.barred") == "drawn" or turn.lone_top:
            return Counter(turn.gained) - Counter(turn.played)
        return Counter()

    def bar_rule(self) -> str:
        """The id of the rule that bars."""
        return "discard.not-drawn" if self.options.word("discard.barred") == "drawn" else "discard.not-taken"

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
        """Every new meld and lay-off that one could think of, for the judgement."""
        return every_use(cards, table, self.wild)

    def every_play(self, turn: Turn) -> Iterator[Turn]:
        """What the turn may become by one meld or lay-off from the hand."""
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
        """Refuse a turn that cannot be finished, in the name of the duty that alone is in the way."""
        if self.can_finish(turn, duties):
            return
        if self.can_finish(turn, replace(duties, minimum=0)):
            raise RefusedError("meld.first-minimum")
        if self.can_finish(turn, replace(duties, discard_required=False)):
            raise RefusedError("out.discard-required")
        raise RefusedError("turn.no-stranding")

    def duties_now(self, turn: Turn) -> Duties:
        """The duties of a turn under way: where it cannot be finished as it stands, they yield.

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
