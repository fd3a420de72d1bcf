"""The oracle's rules of turns: seat and phase, draws, takes from the pile, discards."""

from __future__ import annotations

from proofs.oracle.actions import Action
from proofs.oracle.cards import Card, faces, holds, refuse_if
from proofs.oracle.finish import FinishRules
from proofs.oracle.options import Reading
from proofs.oracle.position import Position, Turn
from proofs.oracle.shapes import LayOff, NewMeld, Use


class TurnRules(FinishRules):
    """The judgements about the parts of a turn."""

    ends_with_stock = Reading("stock.empty", {"pile": False, "strict": True, "reshuffle": False})
    reshuffles = Reading("stock.empty", {"pile": False, "strict": False, "reshuffle": True})
    top_is_free = Reading("draw.top", {"free": True, "must-meld": False})
    new_melds_only = Reading("draw.deep-use", {"any": False, "new-meld": True})

    # Seat and phase

    def moment(self, position: Position, seat: int, verb: str) -> None:
        """Check whether the seat may act in this way now: first the seat, then the phase."""
        refuse_if(seat != position.to_act, "turn.seat")
        refuse_if(self.over(position) or position.phase not in ("draw", "offer", "play"), "turn.phase")
        if position.phase == "offer":  # deal.opening-offer
            refuse_if(verb not in ("take", "pass"), "turn.phase")
        if position.phase == "draw":
            refuse_if(verb in ("meld", "lay", "discard"), "turn.parts")
            refuse_if(verb == "take" and position.stock_only, "deal.opening-offer")
        if position.phase == "play":
            refuse_if(verb in ("draw", "take"), "draw.once")
            refuse_if(verb == "pass", "turn.phase")

    def over(self, position: Position) -> bool:
        """Return whether the hand is over: stock.strict with no stock, stock.empty with no pile either."""
        if position.phase == "over":
            return True
        if position.phase != "draw" or position.stock:
            return False
        return self.ends_with_stock or not position.pile

    # draw, pass

    def can_draw(self, position: Position) -> bool:
        """draw.stock; stock.reshuffle: not of a single card, nor with nothing melded since the last one."""
        if position.stock:
            return True
        return self.reshuffles and len(position.pile) >= 2 and not position.stale

    def draw(self, position: Position) -> None:
        """draw.stock."""
        refuse_if(not self.can_draw(position), "stock.empty")

    def decline(self, position: Position) -> None:
        """`pass`: deal.opening-offer always; stock.empty, only where nothing can be drawn."""
        refuse_if(position.phase == "draw" and self.can_draw(position), "stock.empty")

    # take

    def take(self, position: Position, action: Action) -> None:
        """draw.top, draw.deep: take from the pile down to a card, keeping it or using it at once."""
        refuse_if(action.depth is None, "turn.cards")
        depth = action.depth or 0
        offer = position.phase == "offer"
        taken = position.pile[-depth:]
        turn = self.turn_with(position, action.seat, taken)
        if action.use is None:
            refuse_if(depth > 1, "draw.deep")
            refuse_if(not offer and not self.top_is_free, "draw.top")
        else:
            self.held(turn, action.use)
            refuse_if(offer, "deal.opening-offer")
            turn = self.play(turn, action.use)
            refuse_if(action.face not in faces(action.use.cards), "draw.deep-use")
            self.use_of_take(action.use, lone_top_free=depth == 1 and self.top_is_free)
        self.refuse_stranding(turn, self.duties())

    def use_of_take(self, use: Use, lone_top_free: bool) -> None:
        """draw.deep-use: a new meld or a lay-off, or a new meld only; a free lone top card has no duty."""
        new_only = self.new_melds_only and not lone_top_free
        refuse_if(new_only and isinstance(use, LayOff), "draw.deep-use")

    # meld, lay, discard

    def held(self, turn: Turn, use: Use) -> None:
        """turn.cards: the seat holds what it plays."""
        refuse_if(not holds(turn.hand, faces(use.cards)), "turn.cards")

    def play_from_hand(self, position: Position, action: Action, use: Use) -> None:
        """turn.parts: meld and lay off as often as one likes."""
        turn = self.turn_now(position)
        self.held(turn, use)
        self.refuse_stranding(self.play(turn, use), self.duties_now(turn))

    def discard(self, position: Position, action: Action) -> None:
        """discard.one, the bars, and meld.first-minimum: it must be reached before the discard."""
        turn = self.turn_now(position)
        refuse_if(action.face not in turn.hand, "turn.cards")
        duties = self.duties_now(turn)
        refuse_if(not self.may_discard(turn, action.face, duties), self.bar_rule())
        refuse_if(self.short_of_minimum(turn, duties), "meld.first-minimum")

    # The turn

    def on_table(self, position: Position, seat: int) -> int:
        """Count the cards of this seat on the table."""
        return sum(meld.whose.count(seat) for meld in position.table)

    def turn_now(self, position: Position) -> Turn:
        """Return the turn under way in phase `play`."""
        seat = position.to_act
        played = [face for use in position.plays for face in faces(use.cards)]
        return Turn(
            seat=seat,
            hand=tuple(sorted(position.hands[seat])),
            table=position.table,
            gained=position.drawn + position.taken,
            lone_top=len(position.taken) == 1 and not position.drawn,
            played=tuple(played),
            lying=self.where_played(position),
            opened=self.on_table(position, seat) > len(played),
        )

    def where_played(self, position: Position) -> tuple[tuple[int, tuple[Card, ...]], ...]:
        """Find the meld of each use of this turn; the melds that it began are the last of the table."""
        number = len(position.table) - sum(isinstance(use, NewMeld) for use in position.plays)
        lying: list[tuple[int, tuple[Card, ...]]] = []
        for use in position.plays:
            if isinstance(use, NewMeld):
                number += 1
            lying.append((use.number if isinstance(use, LayOff) else number, use.cards))
        return tuple(lying)

    def turn_with(self, position: Position, seat: int, gained: tuple[str, ...]) -> Turn:
        """Return a seat's turn just after it took these cards from the pile."""
        return Turn(
            seat=seat,
            hand=tuple(sorted(position.hands[seat] + gained)),
            table=position.table,
            gained=gained,
            lone_top=len(gained) == 1,
            opened=self.on_table(position, seat) > 0,
        )
