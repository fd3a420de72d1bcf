"""The options of `house-rules`: a wild rank, wild cards taken back, a closed pile, knocking, buying, other points."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from proofs.oracle.actions import VERBS, Action
from proofs.oracle.cards import JOKER, RANKS, SUITS, Card, RefusedError, faces, refuse_if, without
from proofs.oracle.catalogue import Catalogue
from proofs.oracle.counting import Counting, Ended
from proofs.oracle.options import Options, with_plugin
from proofs.oracle.position import Position, Turn
from proofs.oracle.shapes import Kind, LayOff, Run, Shape, TableMeld, Use
from proofs.oracle.variants.oklahoma import Swap, in_order, own_place, read_played, read_swap

NAME: Final = "house-rules"
WORDS: Final = (
    "aces", "deuces", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens",
    "kings",
)  # fmt: skip
#: The value of each option while it is off.
OFF: Final[dict[str, str | int]] = {
    "out-bonus": 0,
    "at-once": "same",
    "wild": "none",
    "wild-points": "usual",
    "redeem": "nobody",
    "pile-after-meld": False,
    "queen-of-spades": 0,
    "knock": 0,
    "buys": 0,
}
KNOCK_BONUS: Final = 25
QUEEN: Final = "Qs"
ANSWERS: Final = ("decline", "buy")


class HouseRules(Counting):
    """The rules of a group, with the options that it has set."""

    verbs: ClassVar[tuple[str, ...]] = (*VERBS, "redeem", "knock", "may-i")
    pending: tuple[int, ...] = ()

    @classmethod
    def of(cls, source: Mapping[str, Any]) -> Catalogue:
        """Combine the preset and the options of the game, and who is asked whether they buy."""
        changed = source.get("rules", {}).get("options", {})
        own = {f"{NAME}.{name}": changed.get(f"{NAME}.{name}", value) for name, value in OFF.items()}
        rules = super().of(with_plugin(source, NAME, {}))
        rules.options = Options({**rules.options.values, **own})
        if isinstance(rules, HouseRules):
            rules.pending = tuple(source.get("turn", {}).get("pending", ()))
        return rules

    def word(self, name: str) -> str:
        """Return the value of an option of words."""
        return self.options.word(f"{NAME}.{name}")

    def number(self, name: str) -> int:
        """Return the value of an option of numbers, 0 for a word."""
        value = self.options.values[f"{NAME}.{name}"]
        return 0 if isinstance(value, str) else value

    def scored(self, name: str) -> int:
        """score.fifths: return a number of points as the score counts them."""
        return self.number(name) // self.unit

    @property
    def unit(self) -> int:
        """Return how many points the score counts as one."""
        return 5 if self.options.values.get("scoring.fifths") else 1

    # Reading

    def read(self, source: Mapping[str, Any]) -> Position:
        """Read a position, with the player of each card on the table and the wild cards taken back in this turn."""
        return read_played(super().read, source)

    def read_action(self, text: str, pile: Sequence[str]) -> Action:
        """Also `redeem Kh on m1`, `knock`, `may-i buy`."""
        own = re.fullmatch(r"(\d+): *(redeem|knock|may-i)(?: (.+))?", text.strip())
        if not own or (own[2] == "knock") != (own[3] is None):
            return super().read_action(text, pile)
        if own[2] == "redeem":
            return Action(int(own[1]), "redeem", use=read_swap(own[3]))
        return Action(int(own[1]), own[2], face=own[3] or "")

    # Who may do what when

    def moment(self, position: Position, seat: int, verb: str) -> None:
        """While a discard is for sale those who are asked answer, in any order; the rest is done in one's turn."""
        if position.phase == "may-i":
            refuse_if(seat not in (self.pending if verb == "may-i" else [position.to_act]), "turn.seat")
            refuse_if(verb != "may-i", "turn.phase")
            return
        super().moment(position, seat, "lay" if verb in ("redeem", "knock") else verb)
        refuse_if(verb == "may-i", "turn.phase")
        refuse_if(verb == "redeem" and self.word("redeem") == "nobody", "turn.phase")
        refuse_if(verb == "knock" and not self.number("knock"), "turn.phase")

    def judge(self, position: Position, action: Action) -> None:
        """The rules of the base game, then those of the plugin's own moves."""
        super().judge(position, action)
        if action.verb == "may-i":
            refuse_if(action.face not in ANSWERS, "turn.phase")
        if action.verb == "knock":
            turn = self.turn_now(position)
            refuse_if(self.in_hand(turn.hand) > self.scored("knock"), "house-rules.knock")
            refuse_if(self.short_of_minimum(turn, self.duties_now(turn)), "meld.first-minimum")

    def every_action_of(self, position: Position, seat: int, verb: str) -> Iterator[Action]:
        """Also every card in the place of every wild one, the knock, and both answers."""
        if verb == "redeem":
            for swap in self.swaps(position.hands[seat], position.table):
                yield Action(seat, verb, use=swap)
        elif verb == "knock":
            yield Action(seat, verb)
        elif verb == "may-i":
            yield from (Action(seat, verb, face=answer) for answer in ANSWERS)
        else:
            yield from super().every_action_of(position, seat, verb)

    def closed(self, position: Position, seat: int) -> None:
        """house-rules.pile-after-meld: only a player who has begun a meld takes or calls."""
        melded = any(meld.owner == seat for meld in position.table)
        refuse_if(self.number("pile-after-meld") > 0 and not melded, "house-rules.pile-after-meld")

    def take(self, position: Position, action: Action) -> None:
        """A take as in the base game, if the pile is open."""
        super().take(position, action)
        self.closed(position, action.seat)

    def call(self, position: Position, action: Action, use: Use) -> None:
        """A call as in the base game, if the pile is open."""
        super().call(position, action, use)
        self.closed(position, action.seat)

    # house-rules.wild

    def wild(self, face: str) -> bool:
        """The rank that is wild, and jokers."""
        rank = self.word("wild")
        return super().wild(face) or (rank in WORDS and face[0] == RANKS[WORDS.index(rank)])

    def roles(self, cards: Iterable[Card], kind: Kind) -> None:
        """In its own place in a run and in a group of its own rank a card is natural."""
        kept = tuple(cards)
        super().roles(kept, kind)
        refuse_if(any(card.face != JOKER and own_place(card.face, card.role) for card in kept), "meld.joker-role")

    def written_order(self, position: Position, use: Use) -> tuple[Card, ...]:
        """Order a group: the naturals by suit, then cards of the wild rank by suit, then jokers."""
        if isinstance(use, Swap) or isinstance(self.shape_of_use(use, position.table), Run):
            return use.cards if isinstance(use, Swap) else super().written_order(position, use)
        return tuple(sorted(use.cards, key=written_place))

    # house-rules.redeem

    def swaps(self, cards: Iterable[str], table: Sequence[TableMeld]) -> Iterator[Swap]:
        """Every card on every meld."""
        for face in sorted(set(cards)):
            yield from (Swap((Card(face),), number) for number in range(1, len(table) + 1))

    def redeemed(self, use: Swap, table: Sequence[TableMeld], seat: int) -> tuple[TableMeld, str]:
        """Return the meld with the card in the place of the first wild one that stands for it, and that one's face."""
        refuse_if(not 1 <= use.number <= len(table), "turn.cards")
        meld, card = table[use.number - 1], use.cards[0]
        refuse_if(bool(card.role) or card.face == JOKER, "turn.cards")
        owned = sorted(zip(meld.shape.cards, meld.whose, strict=True), key=lambda pair: written_place(pair[0]))
        fitting = [pair for pair in owned if own_place(card.face, pair[0].role)]
        refuse_if(not fitting, "turn.cards")
        if self.word("redeem") == "owner":
            fitting = [pair for pair in fitting if pair[1] == seat]
            refuse_if(not fitting, "house-rules.redeem")
        owned[owned.index(fitting[0])] = (card, seat)
        cards = tuple(each for each, _ in owned)
        shape = by_rank(meld.shape, cards) if isinstance(meld.shape, Run) else self.group(cards)
        return in_order(replace(meld, shape=shape), owned), fitting[0][0].face

    def play(self, turn: Turn, use: Use) -> Turn:
        """The turn after this use; a wild card that was redeemed is in the hand."""
        if not isinstance(use, Swap):
            return self.with_players(turn, super().play(turn, use), use)
        meld, wild = self.redeemed(use, turn.table, turn.seat)
        face = use.cards[0].face
        return replace(
            turn,
            hand=tuple(sorted((*without(turn.hand, [face]), wild))),
            table=(*turn.table[: use.number - 1], meld, *turn.table[use.number :]),
            played=(*turn.played, face),
        )

    def with_players(self, before: Turn, after: Turn, use: Use) -> Turn:
        """Return the turn after a use with the players of the meld's cards in their order."""
        number = use.number if isinstance(use, LayOff) else len(after.table)
        owned = [
            pair
            for meld in before.table[number - 1 : number]
            for pair in zip(meld.shape.cards, meld.whose, strict=True)
        ]
        owned += [(card, before.seat) for card in use.cards]
        grown = in_order(after.table[number - 1], owned)
        return replace(after, table=(*after.table[: number - 1], grown, *after.table[number:]))

    def every_play(self, turn: Turn) -> Iterator[Turn]:
        """Also after a card in the place of a wild one; each spends a natural card, so the search ends."""
        yield from super().every_play(turn)
        for swap in self.swaps(turn.hand, turn.table) if self.word("redeem") != "nobody" else ():
            try:
                yield self.play(turn, swap)
            except RefusedError:
                continue

    def turn_now(self, position: Position) -> Turn:
        """The turn under way; a card in the place of one's own wild card adds none to the table."""
        turn = super().turn_now(position)
        return replace(turn, opened=self.on_table(position, turn.seat) > brought(position))

    def points(self, turn: Turn) -> int:
        """Add up the cards of the seat as they lie now: before it has opened all of them are from this turn."""
        cards = [(pair, meld.shape) for meld in turn.table for pair in zip(meld.shape.cards, meld.whose, strict=True)]
        return sum(self.card_points(card, shape) for (card, seat), shape in cards if seat == turn.seat)

    # Points

    def card_points(self, card: Card, shape: Shape) -> int:
        """house-rules.queen-of-spades, then house-rules.wild-points for a card in a role."""
        if card.face == QUEEN and self.number("queen-of-spades"):
            return self.scored("queen-of-spades")
        if card.role and self.number("wild-points"):
            return self.scored("wild-points")
        if card.role and self.word("wild-points") == "as-card":
            suits = card.suit or SUITS  # in a group it may be any, and counts the fewest
            return min(self.card_points(Card(card.rank + suit), shape) for suit in suits)
        return super().card_points(Card(card.face) if card.role and card.face != JOKER else card, shape)

    def in_hand(self, hand: Sequence[str]) -> int:
        """A wild card counts its number in the hand, too."""
        worth = self.scored("wild-points")
        priced = [face for face in hand if worth and self.wild(face)]
        priced = [face for face in priced if face != QUEEN or not self.number("queen-of-spades")]
        return worth * len(priced) + super().in_hand(without(hand, priced))

    def hand_scores(self, hand: Ended) -> tuple[int, ...]:
        """house-rules.at-once: double what the seat scores."""
        doubles = self.word("at-once") == "double"
        return tuple(
            points * 2 if doubles and at_once(hand, seat) else points
            for seat, points in enumerate(super().hand_scores(hand))
        )

    def bonus(self, hand: Ended, seat: int) -> int:
        """house-rules.out-bonus, house-rules.at-once in its place, and the bonus of a knock."""
        more = super().bonus(hand, seat)
        if hand.out == seat:
            more += (at_once(hand, seat) and self.scored("at-once")) or self.scored("out-bonus")
        if hand.action.endswith("knock"):
            counts = [self.in_hand(cards) for cards in hand.position.hands]
            fewest = [each for each, count in enumerate(counts) if count == min(counts)]
            knocker = hand.before.to_act
            more += KNOCK_BONUS // self.unit * (seat in ([knocker] if knocker in fewest else fewest))
        return more


def at_once(hand: Ended, seat: int) -> bool:
    """Return whether a seat has gone out, and all of its cards on the table are from its last turn."""
    lying = sum(owner == seat for _, cards in hand.melds for owner, _ in cards)
    return hand.out == seat and 0 < lying == brought(hand.position)


def brought(position: Position) -> int:
    """Count the cards by which the plays of this turn have made the table of its seat grow."""
    return sum(len(faces(use.cards)) for use in position.plays if not isinstance(use, Swap))


def written_place(card: Card) -> tuple[bool, int]:
    """Order the naturals by suit, then wild cards by suit, then jokers."""
    return not card.natural, (*SUITS, JOKER).index(card.face[-1])


def by_rank(run: Run, cards: Iterable[Card]) -> Run:
    """Return the run of other cards of the same ranks."""
    ranks = [card.rank for card in run.cards]
    return replace(run, cards=tuple(sorted(cards, key=lambda card: ranks.index(card.rank))))
