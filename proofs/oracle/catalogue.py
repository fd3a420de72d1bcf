"""All rules of the oracle together: judge any action, and list those that no rule forbids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from proofs.oracle.actions import VERBS, Action, at_depth, read_action, verb_of, write_call_marks
from proofs.oracle.calls import CallRules
from proofs.oracle.cards import Card, RefusedError, faces
from proofs.oracle.options import options_of
from proofs.oracle.position import Position, read_position
from proofs.oracle.shapes import Run, Use, group_order, write_use


class Catalogue(CallRules):
    """The rules of one game. A variant is a subclass that overrides the judgements that it changes."""

    #: The kinds of actions.
    verbs: ClassVar[tuple[str, ...]] = VERBS

    @classmethod
    def of(cls, source: Mapping[str, Any]) -> Catalogue:
        """Return the rules of a position; the number of hands is the number of seats."""
        return cls(options_of(source.get("rules", {})), len(source["hands"]))

    def read(self, source: Mapping[str, Any]) -> Position:
        """Read a position; these rules decide the places of the cards in its melds."""
        return read_position(source, self.shape)

    def read_action(self, text: str, pile: Sequence[str]) -> Action:
        """Read an action; a variant may know more kinds."""
        return read_action(text, pile)

    def deducts_at_stock_end(self) -> bool:
        """Return whether the variant's own text deducts hands when the stock ends the hand (stock.no-deduction)."""
        return False

    # Judging

    def may_now(self, position: Position, seat: int, verb: str) -> None:
        """Check seat and phase."""
        if verb == "call":
            self.call_moment(position, seat)
        else:
            self.moment(position, seat, verb)

    def judge(self, position: Position, action: Action) -> None:
        """Refuse an illegal action, in this order: seat, phase, cards, shape, place, use, finish."""
        self.may_now(position, action.seat, action.verb)
        if action.verb == "draw":
            self.draw(position)
        elif action.verb == "pass":
            self.decline(position)
        elif action.verb == "take":
            self.take(position, action)
        elif action.verb == "discard":
            self.discard(position, action)
        elif action.use is not None and action.verb == "call":
            self.call(position, action, action.use)
        elif action.use is not None:
            self.play_from_hand(position, action, action.use)

    def refusal(self, position: Position, action: Action) -> str | None:
        """Return the id of the rule that forbids the action, None if it is legal."""
        try:
            self.judge(position, action)
        except RefusedError as refused:
            return str(refused)
        return None

    # Listing

    def every_action(self, position: Position) -> Iterator[Action]:
        """List every conceivable action of every seat, except kinds that seat or phase forbid."""
        for seat in range(position.seats):
            for verb in self.verbs:
                try:
                    self.may_now(position, seat, verb)
                except RefusedError:
                    continue
                yield from self.every_action_of(position, seat, verb)

    def every_action_of(self, position: Position, seat: int, verb: str) -> Iterator[Action]:
        """List every conceivable action of this kind."""
        hand, pile = position.hands[seat], position.pile
        if verb in ("draw", "pass"):
            yield Action(seat, verb)
        if verb == "discard":
            for face in set(hand):
                yield Action(seat, verb, face=face)
        if verb in ("meld", "lay"):
            for use in self.uses(hand, position.table):
                if verb == verb_of(use):
                    yield Action(seat, verb, use=use)
        if verb in ("take", "call"):
            for depth in range(1, len(pile) + 1):
                face = at_depth(pile, depth)
                target = face if verb == "take" else ""
                if verb == "take":
                    yield Action(seat, verb, face, depth)
                available = pile[-depth:] + (hand if verb == "take" else ())
                for use in self.uses(available, position.table):
                    if face in faces(use.cards):  # draw.deep; a call's depth is its deepest card
                        yield Action(seat, verb, target, depth, use)

    def legal(self, position: Position) -> set[str]:
        """List the text of every action that no rule forbids."""
        actions = self.every_action(position)
        return {self.text(position, action) for action in actions if self.refusal(position, action) is None}

    # Text

    def written_order(self, position: Position, use: Use) -> tuple[Card, ...]:
        """Order the cards of a legal use as they are written: a run's ascending, a group's by suit, jokers last."""
        shape = self.shape_of_use(use, position.table)
        if isinstance(shape, Run):
            return tuple(card for card in shape.cards if card in use.cards)
        return group_order(use.cards)

    def text(self, position: Position, action: Action) -> str:
        """Write a legal action as text."""
        said = [f"{action.seat}: {action.verb}"]
        if action.face:
            said.append(action.face)
        if action.verb == "take" and at_depth_first(position, action.face) != action.depth:
            said[-1] += f"/{action.depth}"
        if action.use is not None:
            cards = self.written_order(position, action.use)
            words = [str(card) for card in cards]
            if action.verb == "call" and action.depth is not None:
                words = write_call_marks(position.pile, action.depth, faces(cards), words)
            said += ["with"] * (action.verb == "take")
            said.append(write_use(action.use, words))
        return " ".join(said)


def at_depth_first(position: Position, face: str) -> int:
    """Return the depth of the topmost copy of a face."""
    return position.pile[::-1].index(face) + 1
