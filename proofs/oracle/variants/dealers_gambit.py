"""Dealer's gambit: the dealer names the effect of all jokers, and has one joker of their own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from proofs.oracle.actions import VERBS, Action, at_depth
from proofs.oracle.cards import JOKER, Card, RefusedError, faces, holds, refuse_if, without
from proofs.oracle.catalogue import Catalogue
from proofs.oracle.options import own_option, with_plugin
from proofs.oracle.position import Position, Turn
from proofs.oracle.shapes import Kind, NewMeld, Shape, TableMeld, Use, read_use

#: The face of the dealer's joker, which is in nobody's hand.
DEALERS = "*d"
JOKERS: Final = (JOKER, DEALERS)
EFFECTS: Final = ("wild", "double", "split")
SIDES: Final = ("below", "above")
MOST_SEATS: Final = 4

#: The plugin's settings under any preset; an option of the game may change one.
SETS: Final[dict[str, str | int]] = {"deck.packs": 1, "deal.next-dealer": "right"}

#: `meld [..] doubled with *`
DOUBLED: Final = re.compile(r"(.+) doubled with (\*d?)")
#: `0: take 9h with {..} split below with *`
SPLIT: Final = re.compile(r"(\d+: *take .+) split (below|above) with (\*d?)")


@dataclass(frozen=True)
class Doubled(NewMeld):
    """dealers-gambit.double: a new meld with a joker laid on it, which is none of its cards."""

    payer: str


@dataclass(frozen=True)
class Split(Action):
    """dealers-gambit.split: a take that a joker pays for; the cards on the side named leave the hand."""

    side: str = ""
    payer: str = ""


@dataclass(frozen=True)
class GambitPosition(Position):
    """A position with the memory of the jokers; `left` are jokers that left play in this turn."""

    dealer: int
    joker: str
    sealed: frozenset[int]
    left: tuple[str, ...]


@dataclass(frozen=True)
class GambitTurn(Turn):
    """A turn; `dealers` says that the dealer's joker is the seat's to play, `dead` that it was blocked."""

    dealers: bool = False
    dead: bool = False
    sealed: frozenset[int] = frozenset()
    left: tuple[str, ...] = ()


class DealersGambit(Catalogue):
    """The rules of Dealer's gambit under the effect that was named, None before it is (jokers do nothing)."""

    verbs: ClassVar[tuple[str, ...]] = (*VERBS, "name", "block")
    named: str | None = None

    @classmethod
    def of(cls, source: Mapping[str, Any]) -> Catalogue:
        """Combine the preset, the plugin's settings and the options of the game; calls are never played."""
        if len(source["hands"]) > MOST_SEATS:
            raise ValueError("dealers-gambit takes two to four seats")
        jokers = own_option(source, "dealers-gambit.jokers", (2, 4))
        taught = with_plugin(source, "dealers-gambit", SETS | {"deck.jokers": jokers})
        taught["rules"]["options"]["call"] = "none"
        rules = super().of(taught)
        named = memory(source).get("named")
        if named not in (None, *EFFECTS):
            raise ValueError(f"no such effect: {named}")
        if isinstance(rules, DealersGambit):
            rules.named = named
        return rules

    # Reading

    def read(self, source: Mapping[str, Any]) -> Position:
        """Read a position; `turn.plays` says `doubled with *` after a meld that was."""
        kept = memory(source)
        melds = [str(text) for text in source.get("melds", [])]
        turn = dict(source.get("turn", {}))
        plays = [read_gambit_use(text) for text in turn.pop("plays", [])]
        plain = {**source, "turn": turn, "melds": [text.replace(DEALERS, JOKER) for text in melds]}
        position = super().read(plain)
        table = tuple(
            replace(meld, shape=replace(meld.shape, cards=with_dealers(meld.shape.cards, text)))
            for meld, text in zip(position.table, melds, strict=True)
        )
        joker = kept.get("joker", "lies")
        if joker not in ("lies", "used", "dead"):
            raise ValueError(f"not a state of the dealer's joker: {joker}")
        return GambitPosition(
            **{**vars(position), "table": table, "plays": tuple(plays)},
            dealer=source["dealer"],
            joker=joker,
            sealed=frozenset(kept.get("sealed", ())),
            left=tuple(use.payer for use in plays if isinstance(use, Doubled)),
        )

    def read_action(self, text: str, pile: Sequence[str]) -> Action:
        """Also `name wild`, `block`, `.. doubled with *` and `.. split below with *`, and the joker `*d`."""
        own = re.fullmatch(r"(\d+): *(?:name (\w+)|block)", text.strip())
        if own:
            if own[2] not in (None, *EFFECTS):
                raise ValueError(f"not an effect: {text!r}")
            return Action(int(own[1]), "name" if own[2] else "block", face=own[2] or "")
        split = SPLIT.fullmatch(text.strip())
        if split:
            taken = self.read_action(split[1], pile)
            return Split(**vars(taken), side=split[2], payer=split[3])
        doubled = DOUBLED.fullmatch(text.strip())
        plain = doubled[1] if doubled else text.strip()
        read = super().read_action(plain.replace(DEALERS, JOKER), pile)
        if re.search(r"(take|discard) \*d", plain):  # it lies in no hand and in no pile
            read = replace(read, face=DEALERS, depth=None)
        if read.use is not None:
            read = replace(read, use=replace(read.use, cards=with_dealers(read.use.cards, used_part(plain))))
        if doubled:
            if not isinstance(read.use, NewMeld):
                raise ValueError(f"only a new meld is doubled: {text!r}")
            read = replace(read, use=Doubled(read.use.kind, read.use.cards, doubled[2]))
        return read

    # Who may do what when

    def may_now(self, position: Position, seat: int, verb: str) -> None:
        """`name` is the dealer's in phase `name`; `block` is judged by itself."""
        if verb == "name":
            refuse_if(seat != position.to_act, "turn.seat")
            refuse_if(position.phase != "name", "turn.phase")
        elif verb == "block":
            self.block(gambit(position), seat)
        else:
            super().may_now(position, seat, verb)

    def block(self, position: GambitPosition, seat: int) -> None:
        """dealers-gambit.block: any seat but the dealer that holds a joker, at any time in play."""
        refuse_if(seat not in range(position.seats), "turn.seat")
        refuse_if(position.phase in ("name", "reshuffle") or self.over(position), "turn.phase")
        refuse_if(seat == position.dealer or position.joker != "lies", "dealers-gambit.block")
        hand = position.hands[seat]
        refuse_if(JOKER not in hand, "turn.cards")
        refuse_if(len(hand) == 1, "dealers-gambit.block")  # "not with their last card"
        if position.phase == "play" and seat == position.to_act:
            turn = self.turn_now(position)
            after = spend(turn, JOKER)
            refuse_if(not self.can_finish(after, self.duties_now(turn)), "turn.no-stranding")

    # The turn, with the jokers in it

    def turn_now(self, position: Position) -> GambitTurn:
        """The turn under way."""
        return self.with_jokers(super().turn_now(position), gambit(position), gambit(position).left)

    def turn_with(self, position: Position, seat: int, gained: tuple[str, ...]) -> GambitTurn:
        """A turn just after a take."""
        return self.with_jokers(super().turn_with(position, seat, gained), gambit(position), ())

    def with_jokers(self, turn: Turn, position: GambitPosition, left: tuple[str, ...]) -> GambitTurn:
        """The turn with what is remembered: the dealer alone has the dealer's joker, once, while it lies."""
        mine = turn.seat == position.dealer
        return GambitTurn(
            **vars(turn),
            dealers=mine and position.joker == "lies",
            dead=mine and position.joker == "dead",
            sealed=position.sealed,
            left=left,
        )

    def barred(self, turn: Turn) -> Counter[str]:
        """A joker that left play is barred no more, as one that was melded."""
        return super().barred(turn) - Counter(gambit_turn(turn).left)

    def held(self, turn: Turn, use: Use) -> None:
        """turn.cards, the joker that doubles among them; the dealer's joker is held by nobody."""
        wanted = faces(use.cards) + ([use.payer] if isinstance(use, Doubled) else [])
        self.dealers_joker(gambit_turn(turn), wanted.count(DEALERS))
        refuse_if(not holds(turn.hand, [face for face in wanted if face != DEALERS]), "turn.cards")

    def dealers_joker(self, turn: GambitTurn, times: int) -> None:
        """The dealer alone, once, and not once it is blocked."""
        refuse_if(times > 0 and turn.dead, "dealers-gambit.block")
        refuse_if(times > int(turn.dealers), "dealers-gambit")

    # dealers-gambit.wild

    def wild(self, face: str) -> bool:
        """dealers-gambit.wild: jokers are wild where that was named."""
        return self.named == "wild" and face in JOKERS

    def roles(self, cards: Iterable[Card], kind: Kind) -> None:
        """A joker is not a card of a meld unless jokers are wild; meld.joker-role: then it stands for one."""
        kept = tuple(cards)
        jokers = [card for card in kept if card.face in JOKERS]
        refuse_if(bool(jokers) and self.named != "wild", "dealers-gambit.wild")
        refuse_if(any(not card.role for card in jokers), "meld.joker-role")
        super().roles(kept, kind)

    def card_points(self, card: Card, shape: Shape) -> int:
        """dealers-gambit.wild: worth nothing."""
        return 0 if card.face in JOKERS else super().card_points(card, shape)

    # dealers-gambit.double

    def play(self, turn: Turn, use: Use) -> GambitTurn:
        """The turn after this use: a doubled meld is sealed, and its joker leaves play."""
        if isinstance(use, Doubled):
            refuse_if(self.named != "double", "dealers-gambit.double")
        after = gambit_turn(super().play(turn, use))
        if DEALERS in faces(use.cards):
            after = replace(after, dealers=False)
        if isinstance(use, Doubled):
            after = replace(spend(after, use.payer), sealed=after.sealed | {len(after.table)})
        return after

    def lay_off_place(self, turn: Turn, number: int) -> TableMeld:
        """dealers-gambit.double: nobody may lay off on a sealed meld."""
        refuse_if(number in gambit_turn(turn).sealed, "dealers-gambit.double")
        return super().lay_off_place(turn, number)

    # dealers-gambit.split

    def take(self, position: Position, action: Action) -> None:
        """A take as in the base game, or one with a split."""
        if isinstance(action, Split):
            self.split(position, action)
        else:
            super().take(position, action)

    def split(self, position: Position, action: Split) -> None:
        """dealers-gambit.split: the chosen card and one side of it come, and it is used at once."""
        refuse_if(action.depth is None, "turn.cards")
        gained = split_gain(position.pile, action.depth or 0, action.side)
        before = gambit_turn(self.turn_with(position, action.seat, ()))
        self.dealers_joker(before, int(action.payer == DEALERS))
        refuse_if(action.payer == JOKER and JOKER not in before.hand, "turn.cards")
        turn = spend(gambit_turn(self.turn_with(position, action.seat, gained)), action.payer)
        if action.use is not None:
            self.held(turn, action.use)
        refuse_if(position.phase == "offer", "deal.opening-offer")
        refuse_if(self.named != "split", "dealers-gambit.split")
        if action.use is None:
            raise RefusedError("draw.deep-use")
        after = self.play(turn, action.use)
        refuse_if(action.face not in faces(action.use.cards), "draw.deep-use")
        self.use_of_take(action.use, lone_top_free=False)
        self.refuse_stranding(after, self.duties())

    # Every conceivable action

    def uses(self, cards: Iterable[str], table: Sequence[TableMeld]) -> Iterator[Use]:
        """List every use; if jokers double, also every new meld with each joker laid on it."""
        kept = tuple(cards)
        payers = [face for face in JOKERS if face in kept] if self.named == "double" else []
        for use in super().uses(kept, table):
            yield use
            if isinstance(use, NewMeld):
                for payer in payers:
                    yield Doubled(use.kind, use.cards, payer)

    def every_play(self, turn: Turn) -> Iterator[Turn]:
        """List the turns after a meld or a lay-off from the hand, with the dealer's joker beside it."""
        beside = (DEALERS,) if gambit_turn(turn).dealers else ()
        for use in self.uses(turn.hand + beside, turn.table):
            try:
                yield self.play(turn, use)
            except RefusedError:
                continue

    def every_action_of(self, position: Position, seat: int, verb: str) -> Iterator[Action]:
        """Every conceivable action; for the listing the dealer's joker lies in the dealer's hand."""
        here = gambit(position)
        if verb == "name":
            yield from (Action(seat, verb, face=effect) for effect in EFFECTS)
        elif verb == "block":
            yield Action(seat, verb)
        else:
            hands = list(here.hands)
            if seat == here.dealer and here.joker == "lies":
                hands[seat] += (DEALERS,)
            shown = replace(here, hands=tuple(hands))
            yield from super().every_action_of(shown, seat, verb)
            if verb == "take" and self.named == "split":
                yield from self.every_split(shown, seat)

    def every_split(self, position: Position, seat: int) -> Iterator[Split]:
        """Every split at every card, to either side, with either joker."""
        hand, pile = position.hands[seat], position.pile
        for payer in (face for face in JOKERS if face in hand):
            for depth in range(1, len(pile) + 1):
                face = at_depth(pile, depth)
                for side in SIDES:
                    for use in self.uses(hand + split_gain(pile, depth, side), position.table):
                        if face in faces(use.cards):
                            yield Split(seat, "take", face, depth, use, side, payer)

    # Text

    def text(self, position: Position, action: Action) -> str:
        """A legal action as text."""
        said = super().text(position, action)
        if isinstance(action.use, Doubled):
            said += f" doubled with {action.use.payer}"
        if isinstance(action, Split):
            said += f" split {action.side} with {action.payer}"
        return said


def memory(source: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the plugin's memory in the position."""
    kept: Mapping[str, Any] = source.get("plugin", {}).get("dealers-gambit", {})
    return kept


def gambit(position: Position) -> GambitPosition:
    """Return the position as this variant read it."""
    if not isinstance(position, GambitPosition):
        raise TypeError("a position of another game")
    return position


def gambit_turn(turn: Turn) -> GambitTurn:
    """Return the turn as this variant made it."""
    if not isinstance(turn, GambitTurn):
        raise TypeError("a turn of another game")
    return turn


def spend(turn: GambitTurn, joker: str) -> GambitTurn:
    """Return the turn after a joker left play: one from the hand, or the dealer's."""
    if joker == DEALERS:
        return replace(turn, dealers=False)
    return replace(turn, hand=without(turn.hand, [joker]), left=(*turn.left, joker))


def split_gain(pile: Sequence[str], depth: int, side: str) -> tuple[str, ...]:
    """Return the cards that the player gets: the chosen one with the newer (`below`) or the older ones."""
    chosen = len(pile) - depth
    return tuple(pile[chosen:] if side == "below" else pile[: chosen + 1])


def used_part(text: str) -> str:
    """Return the part of an action after `with`, the cards of a use."""
    return text.rpartition(" with ")[2]


def with_dealers(cards: Sequence[Card], text: str) -> tuple[Card, ...]:
    """Put the dealer's joker into cards that were read of a text without its mark `d`."""
    marked = list(cards)
    for role in re.findall(r"\*d(?:=(\w+))?", text.replace("10", "T")):
        marked[marked.index(Card(JOKER, role))] = Card(DEALERS, role)
    return tuple(marked)


def read_gambit_use(text: str) -> Use:
    """A use of this turn: `[4c 5c *d=6c]`, `{9s 9h 9d} doubled with *`, `8h on m1`."""
    doubled = DOUBLED.fullmatch(text.strip())
    plain = doubled[1] if doubled else text
    use = read_use(plain.replace(DEALERS, JOKER))
    use = replace(use, cards=with_dealers(use.cards, plain))
    if doubled and isinstance(use, NewMeld):
        return Doubled(use.kind, use.cards, doubled[2])
    return use
