"""The memory and the pockets of plugins: declarations, access to the records, and the notes that players are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeVar

import attrs

from rummy500.base.errors import filled
from rummy500.base.records import replace
from rummy500.cards.cards import UNKNOWN, Bag, RandomBits, cards_text
from rummy500.rules.actions import NONE, Action
from rummy500.rules.entry import counted
from rummy500.rules.state import MatchSoFar, PublicState, State, StateOrView, View

if TYPE_CHECKING:
    from rummy500.rules.move import Tally
    from rummy500.rules.rules import Rules


T = TypeVar("T")
S = TypeVar("S", State, View)

_HIDDEN: Final = bytes((UNKNOWN,))

#: Returns a record as a seat sees it (-1: a spectator).
Seen = Callable[["Rules", Any, int], Any]
#: Returns a record that may be true, for a seat that sees only a part of it (`HandMemory.sample`).
Sample = Callable[["Rules", State, int, bytes, RandomBits], Any]

#: The keys of a position that the core uses; a plugin's key must be another.
POSITION_KEYS: Final = (
    "rules", "dealer", "to_act", "phase", "hands", "known", "stock", "pile", "melds", "last", "drawn", "taken",
    "scores", "turn", "plugin", "match",
)  # fmt: skip


@attrs.frozen
class Note:
    """A note for players about the memory of a plugin, such as `Note("chips", "12", seat=1)`.

    Attributes:
        label: its subject in one or two words, for the head of a line.
        template: what there is to say, with a name in braces for each fact.
        seat: the seat that it is about, -1 if it is about the table (`of_seat`).
        facts: the facts, by name: `Note("bid", "{card}", 1, {"card": "9h"})`, so that apps show a card as a card.
    """

    label: str
    template: str
    seat: int = NONE
    facts: Mapping[str, str] = attrs.field(factory=dict[str, str], hash=False)

    @property
    def text(self) -> str:
        """The text in English: the template with its facts."""
        return filled(self.template, self.facts)

    @property
    def of_seat(self) -> int | None:
        """The seat that it is about, `None` if it is about the table."""
        return self.seat if self.seat >= 0 else None


@attrs.frozen
class HandMemory:
    """The memory of a plugin during a hand: its type of record, and how that changes.

    The record is of an `attrs.frozen` class whose fields are `int` (64 bits at most), `bool`, `str`, `Bag`, or a tuple
    of any length of `int`, `str` or `Bag`; `compose` refuses other classes. So every record has a text form: a position
    has, under `plugin.NAME`, the fields that differ from the start of a hand, a bag as its cards: `"Kc Qs"`. With
    `key`, `write` and `read`, all three, a plugin gives its record another text form under another key.

    Attributes:
        kind: the type of the record.
        start: returns the record at the start of a hand; its arguments are the rules and the match so far. If it is
            `None` a hand starts with `kind()`.
        after: returns the record after any action; its arguments are the rules, the state before, the action, and the
            state after, which still has the old record. `None` if only moves of the plugin change the record.
        seen: returns the record as a seat sees it (-1: a spectator), with hidden fields blank; its arguments are the
            rules, the record and the seat. The result must not change if it is asked about again. `None` if all seats
            see the whole record.
        sample: returns a whole record that the seat cannot tell from the real one, for `determinize`, which refuses
            rules whose memory has `seen` without it. Its arguments are the rules; a state with hands and a stock that
            may be true, and with the records as the seat sees them; the seat (-1: a spectator); cards that lie nowhere
            in that state, in a random order, for records that hold cards; and a source of chance.
        cards: returns the cards that the record holds, if cards can be in no hand, pile, stock or meld; `None` if not.
        open_cards: returns the cards of each hand that lie face up on the table now, as bags, one for each seat; its
            arguments are the public state and the record. All must be cards that everyone saw go into the hand
            (`PublicState.known`); a view without memory shows them. `None` if no card of a hand lies open.
        key: the key of the position that has the plugin's text form; empty for the usual form.
        write: converts a public state and the record to plain data (text, numbers, lists, tables with text as keys).
            If the data is empty, for example `{}`, the position has no such key.
        read: converts a public state and the data of a file, which may be anything, to the record; raises a
            `NotationError` that names the mistake. Without the key a position has the record of the start.
        notes: returns the notes for players about the record; its arguments are the rules, the public state and the
            record as it is shown to the players. `None` if they are shown nothing of it.
    """

    kind: type[Any]
    start: Callable[[Rules, MatchSoFar], Any] | None = None
    after: Callable[[Rules, State, Action, State], Any] | None = None
    seen: Seen | None = None
    cards: Callable[[Any], tuple[int, ...]] | None = None
    open_cards: Callable[[PublicState, Any], tuple[Bag, ...]] | None = None
    key: str = ""
    write: Callable[[PublicState, Any], Any] | None = None
    read: Callable[[PublicState, Any], Any] | None = None
    notes: Callable[[Rules, PublicState, Any], Iterable[Note]] | None = None
    sample: Sample | None = None


@attrs.frozen
class MatchMemory:
    """The memory of a plugin from hand to hand: a record as for `HandMemory`, and how it changes.

    A hand sees the record as it was before the hand, in `view.public.match`.

    Attributes:
        start: returns the record of a match of which only the scores are known; they are 0 before the first hand.
        after: returns the record after a hand; its arguments are the rules, the record before, and the tally.
        seen: returns the record as a seat sees it during a hand, as for `HandMemory`.
        sample: returns a record that may be true, as for `HandMemory`.
        notes: returns the notes for players about the record; its arguments are the rules and the record. `None` if
            they are shown nothing of it.
    """

    start: Callable[[tuple[int, ...]], Any]
    after: Callable[[Rules, Any, Tally], Any]
    seen: Seen | None = None
    notes: Callable[[Rules, Any], Iterable[Note]] | None = None
    sample: Sample | None = None


# ---------------------------------------------------------------- pockets


@attrs.frozen
class Pocket:
    """A place for cards that lie neither in a hand nor in the stock, the pile or a meld: a foot, a kitty.

    Everyone sees how many cards lie there. `set_aside` and `pick_up` move cards, `pocket` finds them.

    Attributes:
        name: its name, and its key in positions.
        of: `seats` if each seat has one of its own, `table` if there is one for all.
        seen: who sees the cards: `all`, `owner` for the seat whose pocket it is, or `nobody`.
    """

    name: str
    of: Literal["seats", "table"] = "seats"
    seen: Literal["all", "owner", "nobody"] = "all"


@attrs.frozen
class InPocket:
    """The cards of a pocket: for each seat or the table in order, `UNKNOWN` for each that is hidden."""

    cards: tuple[bytes, ...] = ()

    def owner(self, at: int) -> int:
        """The seat that owns a part of the pocket, -1 if it is the table's."""
        return at if len(self.cards) > 1 else NONE


def pocket_memory(pocket: Pocket) -> HandMemory:
    """Make the memory that holds the cards of a pocket."""

    def start(rules: Rules, _match: MatchSoFar) -> InPocket:
        return InPocket((b"",) * (rules.seats if pocket.of == "seats" else 1))

    def seen(_rules: Rules, record: InPocket, seat: int) -> InPocket:
        owner = seat if pocket.seen == "owner" else NONE
        shown = [cards if at == owner else _HIDDEN * len(cards) for at, cards in enumerate(record.cards)]
        return InPocket(tuple(shown))

    def sample(rules: Rules, world: State, _seat: int, cards: bytes, _random_source: RandomBits) -> InPocket:
        record: Any = world.memories[rules.memory.memory_place[pocket.name]]
        unseen = iter(cards)
        filled = [sorted(next(unseen) if card == UNKNOWN else card for card in each) for each in record.cards]
        return InPocket(tuple(map(bytes, filled)))

    def notes(_rules: Rules, _public: PublicState, record: InPocket) -> Iterator[Note]:
        for at, cards in enumerate(record.cards):
            if UNKNOWN in cards:
                yield Note(pocket.name, counted(len(cards), "card"), record.owner(at))
            elif cards:
                yield Note(pocket.name, "{cards}", record.owner(at), {"cards": cards_text(cards)})

    def write(_public: PublicState, record: InPocket) -> object:
        texts = [cards_text(cards) for cards in record.cards]
        return (texts if len(texts) > 1 else texts[0]) if any(texts) else ""

    def held(record: InPocket) -> tuple[int, ...]:
        return tuple(b"".join(record.cards))

    memory = HandMemory(InPocket, start, cards=held, key=pocket.name, write=write, notes=notes)
    return memory if pocket.seen == "all" else attrs.evolve(memory, seen=seen, sample=sample)


# ---------------------------------------------------------------- rounds


@attrs.frozen
class RoundAnswers:
    """The answer of each seat in the round that is going on, the seat whose turn comes after it, the actions so far.

    An answer is empty for a seat that has not answered, and `?` for another seat in a view, which does not show it.
    Actions are counted if the round may come again.
    """

    words: tuple[str, ...] = ()
    turn: int = -1
    acted: int = 0


# ---------------------------------------------------------------- records


def masked(rules: Rules, view: View) -> View:
    """The view with the records of plugins as its seat sees them."""
    match = view.public.match
    memories = _masked(rules, rules.memory.hand_memory, view.memories, view.seat)
    of_match = _masked(rules, rules.memory.match_memory, match.memories, view.seat)
    if of_match != match.memories:
        view = replace(view, public=replace(view.public, match=replace(match, memories=of_match)))
    return view if memories == view.memories else replace(view, memories=memories)


def _masked(
    rules: Rules, declared: Iterable[tuple[str, HandMemory | MatchMemory]], memories: tuple[object, ...], seat: int
) -> tuple[object, ...]:
    found = list(memories)
    for place, (_, memory) in enumerate(declared):
        if memory.seen is not None:
            found[place] = memory.seen(rules, memories[place], seat)
    return tuple(found)


class HasMemories(Protocol):
    """Anything with records of plugins: a state, a view, a match, the match so far, a tally."""

    @property
    def memories(self) -> tuple[object, ...]:
        """The records, in the order of `MemoryRules`."""
        ...


def hand_start(rules: Rules, match: MatchSoFar) -> tuple[object, ...]:
    """The records of all plugins at the start of a hand, in the order of `State.memories`."""
    return tuple(
        memory.kind() if memory.start is None else memory.start(rules, match) for _, memory in rules.memory.hand_memory
    )


def match_start(rules: Rules, scores: tuple[int, ...]) -> tuple[object, ...]:
    """The records of all plugins in a match of which only the scores are known, as in `MatchSoFar.memories`."""
    return tuple(memory.start(scores) for _, memory in rules.memory.match_memory)


def recall(rules: Rules, where: HasMemories, kind: type[T]) -> T:
    """Read a plugin's record.

    Args:
        rules: the rules in force.
        where: a state or view for a record of the hand; for a record of the match a match or tally, or
            `view.public.match`.
        kind: the type of the record.

    Raises:
        KeyError: if no plugin in play has a record of this type there.
    """
    try:
        record = where.memories[rules.memory.memory_place[kind]]
    except LookupError as error:
        cause = "the state was made under other rules (parse_position takes rules=)"
        if isinstance(error, KeyError):
            cause = "no plugin of these rules answers the hook memory with it"
        raise KeyError(f"there is no record of type {kind.__name__}: {cause}") from None
    if not isinstance(record, kind):
        raise KeyError(f"there is no record of type {kind.__name__}")
    return record


def remember(rules: Rules, state: S, record: object) -> S:
    """Replace a plugin's record in a state or a view.

    Args:
        rules: the rules in force.
        state: the state, or the view of a seat.
        record: the new record.

    Returns:
        The state or view with the new record.

    Raises:
        KeyError: if no plugin in play has a record of this type.
    """
    place: int = rules.memory.memory_place[type(record)]
    return replace(state, memories=(*state.memories[:place], record, *state.memories[place + 1 :]))


# ---------------------------------------------------------------- notes


def notes(rules: Rules, where: StateOrView | HasMemories) -> tuple[Note, ...]:
    """The notes of all plugins on a hand and the match before it, or on a match.

    Args:
        rules: the rules in force.
        where: a state; the view of a seat or a spectator, which has the notes for that seat; or a match, for the notes
            on it alone.

    Raises:
        TypeError: naming the plugin, for a note that is not a `Note` or is of a seat that does not play.
    """
    if not isinstance(where, State | View):
        return tuple(_notes(rules.memory.match_memory, where.memories, rules))
    of_hand = _notes(rules.memory.hand_memory, where.memories, rules, where.public)
    return (*of_hand, *notes(rules, where.public.match))


def _notes(
    declared: Iterable[tuple[str, HandMemory | MatchMemory]], records: Iterable[object], *case: Any
) -> Iterator[Note]:
    for (_, memory), record in zip(declared, records, strict=True):
        found: Callable[..., Iterable[Note]] | None = memory.notes
        if found is not None:
            yield from found(*case, record)
