"""Oklahoma: two packs, deuces wild, the whole pile at once, own melds only, and jokers that come back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Any, ClassVar

from proofs.oracle.actions import VERBS, Action
from proofs.oracle.cards import JOKER, RANKS, SUITS, Card, RefusedError, read_card, refuse_if, without
from proofs.oracle.catalogue import Catalogue
from proofs.oracle.finish import Duties
from proofs.oracle.options import Options, options_of
from proofs.oracle.position import Position, Turn
from proofs.oracle.shapes import Group, Kind, LayOff, NewMeld, Run, Shape, TableMeld, Use, rank_at, read_use

#: The plugin's settings under any preset; an option of the game may change one.
SETS: dict[str, str | int] = {
    "deck.jokers": 0,  # `oklahoma.jokers` counts them
    "deck.packs": 2,
    "deal.size": 13,
    "deal.opening": "offer",
    "meld.group-suits": "any",
    "meld.group-max": 4,
    "meld.run-min": 3,
    "meld.ace": "both",
    "meld.layoff": "own",
    "meld.first-minimum": 0,
    "draw.top": "must-meld",
    "draw.deep-use": "any",
    "discard.barred": "lone-top",
    "out.discard": "required",
    "stock.empty": "strict",
    "call": "none",
}

#: The plugin's own options and their usual values.
OWN: dict[str, int | bool] = {
    "oklahoma.jokers": 0,
    "oklahoma.opening-use": False,
    "oklahoma.new-meld-only": False,
}

QUEEN = "Qs"
LARGEST_GROUP = 4


@dataclass(frozen=True)
class Swap(LayOff):
    """oklahoma.swap: a natural card put in the place of a joker, which comes to the hand."""


class Oklahoma(Catalogue):
    """The rules of Oklahoma; the `whose` of its melds on the table stands in the order of their cards."""

    verbs: ClassVar[tuple[str, ...]] = (*VERBS, "swap")

    @classmethod
    def of(cls, source: Mapping[str, Any]) -> Catalogue:
        """Combine the preset, Oklahoma's settings and the options of the game."""
        rules = source.get("rules", {})
        changed = rules.get("options", {})
        own = OWN | {name: value for name, value in changed.items() if name.startswith("oklahoma.")}
        for name, value in own.items():
            if name not in OWN or type(value) is not type(OWN[name]) or value not in range(5):
                raise ValueError(f"no such option or value: {name} = {value}")
        core = SETS | {name: value for name, value in changed.items() if not name.startswith("oklahoma.")}
        options = options_of({"preset": rules.get("preset", "pagat"), "options": core})
        return cls(Options({**options.values, **own}), len(source["hands"]))

    def deducts_at_stock_end(self) -> bool:
        """003: at either end each subtracts what is left in hand."""
        return True

    # Reading

    def read(self, source: Mapping[str, Any]) -> Position:
        """Read a position, with the player of each card on the table and the swaps of this turn."""
        return read_played(super().read, source)

    def read_action(self, text: str, pile: Sequence[str]) -> Action:
        """Also `swap Kh on m1` and `take Kh with swap Kh on m1`."""
        before, swap, swapped = text.strip().partition("swap ")
        if not swap:
            return super().read_action(text, pile)
        use = read_swap(swapped)
        alone = re.fullmatch(r"(\d+): *", before)
        if alone:
            return Action(int(alone[1]), "swap", use=use)
        taken = super().read_action(before.removesuffix(" with "), pile)
        if not before.endswith(" with ") or taken.verb != "take" or taken.use is not None:
            raise ValueError(f"not an action: {text!r}")
        return replace(taken, use=use)

    # Wild cards

    def wild(self, face: str) -> bool:
        """oklahoma.deuce, oklahoma.jokers: all deuces and all jokers."""
        return face == JOKER or face[0] == "2"

    def roles(self, cards: Iterable[Card], kind: Kind) -> None:
        """oklahoma.deuce: in its own place in a run and in a group of deuces a deuce is natural."""
        kept = tuple(cards)
        super().roles(kept, kind)
        refuse_if(any(card.face != JOKER and own_place(card.face, card.role) for card in kept), "oklahoma.deuce")

    # Shape

    def run(self, cards: tuple[Card, ...]) -> Run:
        """A run; oklahoma.ace-low."""
        run = super().run(cards)
        self.ace_low(run)
        return run

    def longer_run(self, run: Run, cards: tuple[Card, ...]) -> Run:
        """A run that was extended; oklahoma.ace-low."""
        longer = super().longer_run(run, cards)
        self.ace_low(longer)
        return longer

    def ace_low(self, run: Run) -> None:
        """oklahoma.ace-low: an ace, natural or not, lies low only before its suit's own natural deuce."""
        if run.low == 1:
            refuse_if(len(run.cards) > 1 and not run.cards[1].natural, "oklahoma.ace-low")

    def group_size(self, cards: tuple[Card, ...]) -> None:
        """oklahoma.group-closed: a group of four is closed, and none is larger."""
        refuse_if(len(cards) > LARGEST_GROUP, "oklahoma.group-closed")
        super().group_size(cards)

    # The swap

    def swapped(self, use: Swap, table: Sequence[TableMeld], seat: int) -> TableMeld:
        """oklahoma.swap: the meld with the natural card in the place of a joker that this seat played."""
        refuse_if(not 1 <= use.number <= len(table), "oklahoma.swap")
        meld, card = table[use.number - 1], use.cards[0]
        refuse_if(bool(card.role) or card.face == JOKER, "oklahoma.swap")  # "the natural card"
        owned = list(zip(meld.shape.cards, meld.whose, strict=True))
        for place, (there, owner) in enumerate(owned):
            if there.face == JOKER and own_place(card.face, there.role) and owner == seat:
                owned[place] = (card, seat)
                cards = tuple(card for card, _ in owned)
                shape = replace(meld.shape, cards=cards) if isinstance(meld.shape, Run) else self.group(cards)
                return in_order(replace(meld, shape=shape), owned)
        raise RefusedError("oklahoma.swap")

    def play(self, turn: Turn, use: Use) -> Turn:
        """The turn after this use; a joker that comes back is held, as one not played this turn."""
        if isinstance(use, Swap):
            meld = self.swapped(use, turn.table, turn.seat)
            face = use.cards[0].face
            return replace(
                turn,
                hand=tuple(sorted((*without(turn.hand, [face]), JOKER))),
                table=(*turn.table[: use.number - 1], meld, *turn.table[use.number :]),
                played=(*without(turn.played, [JOKER]), face),
                lying=(*turn.lying, (use.number, use.cards)),
            )
        after = super().play(turn, use)
        number = use.number if isinstance(use, LayOff) else len(after.table)
        melds = turn.table[number - 1 : number]  # none for a new meld
        pairs = [pair for meld in melds for pair in zip(meld.shape.cards, meld.whose, strict=True)]
        pairs += [(card, turn.seat) for card in use.cards]
        grown = in_order(after.table[number - 1], pairs)
        return replace(after, table=(*after.table[: number - 1], grown, *after.table[number:]))

    # The turn

    def moment(self, position: Position, seat: int, verb: str) -> None:
        """oklahoma.swap: in one's turn after drawing, as a lay-off is."""
        super().moment(position, seat, "lay" if verb == "swap" else verb)

    def turn_now(self, position: Position) -> Turn:
        """The turn under way; a swap leaves as many cards of the seat on the table as before."""
        turn = super().turn_now(position)
        played: tuple[str, ...] = ()
        brought = 0
        for use in position.plays:
            if isinstance(use, Swap):
                played = (*without(played, [JOKER]), use.cards[0].face)
            else:
                played += tuple(card.face for card in use.cards)
                brought += len(use.cards)
        return replace(turn, played=played, opened=self.on_table(position, turn.seat) > brought)

    def take(self, position: Position, action: Action) -> None:
        """draw.whole-pile; deal.opening-offer carries no duty unless `oklahoma.opening-use` says so."""
        refuse_if(action.depth is None, "turn.cards")
        turn = self.turn_with(position, action.seat, position.pile)
        wanted = Counter(card.face for card in action.use.cards) if action.use is not None else Counter[str]()
        refuse_if(not wanted <= Counter(turn.hand), "turn.cards")
        refuse_if(action.depth != 1, "draw.whole-pile")
        kept = position.phase == "offer" and not self.options.number("oklahoma.opening-use")
        if action.use is not None:
            refuse_if(kept, "deal.opening-offer")
            turn = self.play(turn, action.use)
        refuse_if(not kept and not wanted[action.face], "draw.deep-use")
        if action.use is not None:
            self.use_of_take(action.use, lone_top_free=False)
        self.refuse_stranding(turn, self.duties())

    def use_of_take(self, use: Use, lone_top_free: bool) -> None:
        """`oklahoma.new-meld-only`: neither a lay-off nor a swap."""
        new_only = bool(self.options.number("oklahoma.new-meld-only"))
        refuse_if(new_only and not isinstance(use, NewMeld), "draw.deep-use")
        super().use_of_take(use, lone_top_free)

    def discard(self, position: Position, action: Action) -> None:
        """oklahoma.queen, then the rest."""
        turn = self.turn_now(position)
        barred = self.duties_now(turn).bar and self.keeps_queen(turn, action.face)
        refuse_if(barred and action.face in turn.hand, "oklahoma.queen")
        super().discard(position, action)

    def keeps_queen(self, turn: Turn, face: str) -> bool:
        """oklahoma.queen: she goes only as the last card, or where only queens of spades are held."""
        return face == QUEEN and any(held != QUEEN for held in turn.hand)

    def may_discard(self, turn: Turn, face: str, duties: Duties) -> bool:
        """The bars, oklahoma.queen among them."""
        queen = duties.bar and self.keeps_queen(turn, face)
        return not queen and super().may_discard(turn, face, duties)

    # Every use

    def uses(self, cards: Iterable[str], table: Sequence[TableMeld]) -> Iterator[Use]:
        """Every meld and lay-off, no group above four (oklahoma.group-closed), no deuce wild in its own place."""
        have = Counter(cards)
        for suit in SUITS:
            numbers = [n for n, meld in enumerate(table, 1) if is_run_of(meld.shape, suit)]
            for place in range(1, 14):
                for stretch in self.stretches(have, suit, place, 13):
                    yield NewMeld("run", stretch)
                    yield from (LayOff(stretch, number) for number in numbers)
        for rank in RANKS:
            numbers = [n for n, meld in enumerate(table, 1) if is_group_of(meld.shape, rank)]
            fitting = [Card(face, "" if face[0] == rank else rank) for face in sorted(have.elements())]
            fitting = [card for card in fitting if not card.role or self.wild(card.face)]
            for size in range(1, LARGEST_GROUP + 1):
                for chosen in dict.fromkeys(combinations(fitting, size)):
                    yield NewMeld("group", chosen)
                    yield from (LayOff(chosen, number) for number in numbers)

    def stretches(self, have: Counter[str], suit: str, place: int, longest: int) -> Iterator[tuple[Card, ...]]:
        """Every stretch of the suit that begins at this place."""
        role = rank_at(place) + suit
        for face in sorted(have):
            if have[face] and (face == role or self.wild(face)):
                card = Card(face, "" if face == role else role)
                yield (card,)
                if longest > 1:
                    rest = have - Counter([face])
                    yield from ((card, *more) for more in self.stretches(rest, suit, place + 1, longest - 1))

    def swaps(self, cards: Iterable[str], table: Sequence[TableMeld]) -> Iterator[Swap]:
        """Every swap that one could think of: any card, any meld."""
        for face in sorted(set(cards)):
            for number in range(1, len(table) + 1):
                yield Swap((Card(face),), number)

    def every_play(self, turn: Turn) -> Iterator[Turn]:
        """List the turns after a meld, a lay-off or a swap; a swap spends a natural card, so the search ends."""
        yield from super().every_play(turn)
        for swap in self.swaps(turn.hand, turn.table):
            try:
                yield self.play(turn, swap)
            except RefusedError:
                continue

    def every_action_of(self, position: Position, seat: int, verb: str) -> Iterator[Action]:
        """draw.whole-pile leaves one card to take, with a use out of the hand and the whole pile."""
        hand, pile, table = position.hands[seat], position.pile, position.table
        if verb == "swap":
            for swap in self.swaps(hand, table):
                yield Action(seat, verb, use=swap)
        elif verb == "take":
            for top in pile[-1:]:
                yield Action(seat, verb, top, 1)
                for use in chain(self.uses(hand + pile, table), self.swaps([top], table)):
                    if any(card.face == top for card in use.cards):
                        yield Action(seat, verb, top, 1, use)
        else:
            yield from super().every_action_of(position, seat, verb)

    # Text

    def written_order(self, position: Position, use: Use) -> tuple[Card, ...]:
        """Order a group: the naturals by suit, then the deuces in a role by suit, then the jokers."""
        if isinstance(use, Swap):
            return use.cards
        if isinstance(self.shape_of_use(use, position.table), Run):
            return super().written_order(position, use)
        return tuple(sorted(use.cards, key=lambda card: (not card.natural, (*SUITS, JOKER).index(card.face[-1]))))

    def text(self, position: Position, action: Action) -> str:
        """A legal action as text; the use of a take may be a swap."""
        said = super().text(position, action)
        if action.verb == "take" and isinstance(action.use, Swap):
            return said.replace(" with ", " with swap ")
        return said

    # Points of melded cards (for meld.first-minimum)

    def card_points(self, card: Card, shape: Shape) -> int:
        """oklahoma.values, melded."""
        if card.face == JOKER:
            return 100
        if card.face == QUEEN:
            return 50
        if card.rank == "A":
            return 20
        return 10 if card.rank in "89TJQK" else 5


def own_place(face: str, role: str) -> bool:
    """Return whether a card in this role stands for itself: the same card in a run, its rank in a group."""
    return bool(role) and role in (face, face[0])


def is_run_of(shape: Shape, suit: str) -> bool:
    """Return whether it is a run of the suit."""
    return isinstance(shape, Run) and shape.suit == suit


def is_group_of(shape: Shape, rank: str) -> bool:
    """Return whether it is a group of the rank."""
    return isinstance(shape, Group) and shape.rank == rank


def read_played(read: Callable[[Mapping[str, Any]], Position], source: Mapping[str, Any]) -> Position:
    """Read a position with the player of each card on the table, and the plays of this turn."""
    turn = dict(source.get("turn", {}))
    plays = tuple(read_play(text) for text in turn.pop("plays", []))
    position = read({**source, "turn": turn})
    written = [read_owners(text) for text in source.get("melds", [])]
    table = tuple(in_order(meld, owned) for meld, owned in zip(position.table, written, strict=True))
    return replace(position, table=table, plays=plays)


def in_order(meld: TableMeld, owned: Sequence[tuple[Card, int]]) -> TableMeld:
    """Return the meld with the players of its cards in their order."""
    left = list(owned)
    whose: list[int] = []
    for card in meld.shape.cards:
        pair = next(pair for pair in left if pair[0] == card)
        left.remove(pair)
        whose.append(pair[1])
    return replace(meld, whose=tuple(whose))


def read_owners(text: str) -> list[tuple[Card, int]]:
    """Read each card of a meld such as `0 {7h 7s 2:*=7}` with the seat that played it."""
    owner, _, body = text.strip().partition(" ")
    pairs: list[tuple[Card, int]] = []
    for word in body[1:-1].split():
        seat, colon, card = word.rpartition(":")
        pairs.append((read_card(card), int(seat) if colon else int(owner)))
    return pairs


def read_play(text: str) -> Use:
    """Read a play of this turn: a meld, a lay-off or a swap."""
    swapped = text.strip().removeprefix("swap ")
    return read_use(text) if swapped == text.strip() else read_swap(swapped)


def read_swap(text: str) -> Swap:
    """`Kh on m1`: one card and a meld."""
    use = read_use(text)
    if not isinstance(use, LayOff) or len(use.cards) != 1:
        raise ValueError(f"not a swap: {text!r}")
    return Swap(use.cards, use.number)
