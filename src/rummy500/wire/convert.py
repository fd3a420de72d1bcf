"""Records of the wire as plain data and back, strictly; views as messages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import Any, Final, TypeVar, cast, get_args, get_origin, overload

import attrs

from rummy500.base.errors import NotationError, Reason
from rummy500.base.inputs import quoted
from rummy500.base.records import field_names
from rummy500.cards.cards import Bag, bag_of, card_text, cards_of
from rummy500.cards.pieces import Meld, piece_text
from rummy500.engine.views import check_table
from rummy500.notation import fields
from rummy500.notation.actions import parse_cards, parse_use
from rummy500.notation.json import FieldError, JsonDocument, plain_data, reader
from rummy500.notation.toml import check_length
from rummy500.rules.actions import NONE
from rummy500.rules.memory import notes
from rummy500.rules.rules import Rules
from rummy500.rules.state import MatchSoFar, PublicState, Turn, View, packed_sizes
from rummy500.wire.messages import CardInMeld, HandSeen, MatchBefore, MeldOnTable, NoteShown, TurnSeen, ViewData
from rummy500.wire.protocol import ANSWERS, REQUESTS, VERSION, Answer, TableRequest

T = TypeVar("T", bound=Answer)
R = TypeVar("R", bound=attrs.AttrsInstance)
S = TypeVar("S")

#: The longest request of a client, in characters: an action of 500, or a selection of cards, and the words around it.
MOST_REQUEST: Final = 4_000
_TYPE_OF: Final[Mapping[type[object], str]] = {kind: name for name, kind in (*ANSWERS.items(), *REQUESTS.items())}


def message_data(message: Answer | TableRequest) -> dict[str, Any]:
    """Write a message as plain data, with its type and its version first.

    Args:
        message: a record of `rummy500.wire.messages` that is an answer or a request.

    Raises:
        TypeError: for anything else.
    """
    return {"type": _TYPE_OF[type(message)], "version": VERSION, **cast("dict[str, Any]", plain_data(message))}


def message_json(message: Answer | TableRequest) -> str:
    """Write a message as JSON, without spaces; arguments and errors as for `message_data`."""
    return json.dumps(message_data(message), ensure_ascii=False, separators=(",", ":"))


_NO_TEXT: Final = Reason("wire.message", "no-text", "a request is text, not {given}")
_NO_TYPE: Final = Reason("wire.message", "no-type", "no type")
_UNKNOWN: Final = Reason("wire.message", "unknown", "there is no message {given}")
_NO_VERSION: Final = Reason("wire.message", "no-version", "no version")
_VERSION: Final = Reason("wire.message", "version", "version must be {version:number}, not {given}")
_FIELD: Final = Reason("wire.message", "field", "{mistake}")


def read_request(text: object) -> TableRequest:
    """Read a request of a client. It is untrusted: of any type and any content.

    Args:
        text: the JSON text.

    Returns:
        A record of `REQUESTS`.

    Raises:
        NotationError: for what is not text, is longer than `MOST_REQUEST`, or is not a request; it names the field.
    """
    if not isinstance(text, str):
        raise NotationError(_NO_TEXT(given=type(text).__name__), expected="a JSON object")
    check_length(text, MOST_REQUEST)
    return cast("TableRequest", _read(text, REQUESTS))


@overload
def read_answer(text: str, kind: type[T]) -> T: ...


@overload
def read_answer(text: str) -> Answer | None: ...


def read_answer(text: str, kind: type[T] | None = None) -> T | Answer | None:
    """Read an answer of a server, which may be newer: fields that are not known are ignored, and words are any text.

    Args:
        text: the JSON text.
        kind: the record that it must be; by default any of `ANSWERS`.

    Returns:
        The record; without a `kind`, `None` for a type of a newer server, which a client ignores.

    Raises:
        NotationError: for another message, and for a field that is missing or of another type, which it names.
        TypeError: for what is not text, and for another kind.
    """
    if kind is None:
        return cast("Answer | None", _read(text, ANSWERS))
    if kind not in _TYPE_OF:
        raise TypeError(f"kind must be a record of ANSWERS, not {quoted(kind)}")
    return cast("T", _read(text, {_TYPE_OF[kind]: kind}))


def _read(text: str, kinds: Mapping[str, Any]) -> object:
    document = JsonDocument(text)
    data = dict(document.data)
    name, version = data.pop("type", None), data.pop("version", None)
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        if kinds is ANSWERS and isinstance(name, str):
            return None
        expected = ", ".join(f'"{each}"' for each in kinds)
        wrong = _UNKNOWN(given=quoted(name)) if "type" in document.data else _NO_TYPE()
        document.fail(("type",), wrong, expected)
    if type(version) is not int or version != VERSION:
        if "version" not in document.data:
            document.fail(("version",), _NO_VERSION(), str(VERSION))
        found = version if type(version) is int else fields.kind_text(version)
        document.fail(("version",), _VERSION(version=VERSION, given=found))
    try:
        return reader(kind, may_grow=kind in ANSWERS.values())(data)
    except FieldError as wrong:
        known = ", ".join(("type", "version", *field_names(kind)))
        expected = "the fields that the schema names" if wrong.path else f"the fields {known}"
        expected = expected if wrong.of_fields else ""
        document.fail(wrong.path, _FIELD(mistake=wrong.sentence(cast("str", name))), expected)


# ---------------------------------------------------------------- records


def wire_record(kind: type[R], *sources: object, **others: object) -> R:
    """Make a record of the wire from fields of the same names of our own records, and from others.

    The first source that has a name counts. On the way cards become text, and -1 for nobody becomes `None`; records
    inside are made likewise. The others are given as the wire has them.
    """
    for name, read in _readers(kind):
        if name not in others:
            holder = next((source for source in sources if hasattr(source, name)), sources[0])
            others[name] = read(getattr(holder, name))  # which says what a wrong object lacks
    return kind(**others)


@cache
def _readers(kind: Any) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    """The fields of a record of the wire, each with what makes its value of one of ours: the types never change."""
    return tuple((name, _reader(hint)) for name, hint in fields.field_types(kind).items())


def _reader(kind: Any) -> Callable[[Any], Any]:
    origin, arguments = get_origin(kind), get_args(kind)
    if attrs.has(kind):
        return partial(wire_record, kind)
    if origin is tuple and arguments[0] is str:
        return card_texts
    if origin is tuple:
        each = _reader(arguments[0])
        return lambda found: tuple(map(each, found))
    if type(None) in arguments:
        whole = _reader(arguments[0])
        return lambda found: None if found is None or found == NONE else whole(found)
    return dict if origin is Mapping else lambda found: found


def card_texts(found: Bag | str | Iterable[int | str]) -> tuple[str, ...]:
    """Cards as texts, of a bag, a text or their numbers; other texts stay as they are."""
    if isinstance(found, str):
        return tuple(found.split())
    cards = cards_of(found) if isinstance(found, int) else found
    return tuple([each if isinstance(each, str) else card_text(each) for each in cards])


# ---------------------------------------------------------------- views

#: The most melds, plays or cards of one list: no rules deal more cards than four packs with their jokers.
_MOST: Final = 400
#: The most cards of a hand that its size in a state can say.
_MOST_IN_HAND: Final = 255


def view_message(rules: Rules, view: View) -> ViewData:
    """Make the message of a view.

    Args:
        rules: the rules in force.
        view: the view of a seat or a spectator.

    Raises:
        PositionError: for a view of other rules.

    Examples:
        >>> import rummy500 as r5
        >>> rules = r5.compose("classic", seats=2)
        >>> view = r5.observe(rules, r5.deal(rules, seed=7), seat=1)
        >>> read_view(rules, message_json(view_message(rules, view))) == view
        True
    """
    check_table(rules, view)
    public = view.public
    turn, match = public.turn, public.match
    return wire_record(
        ViewData,
        view,
        public,
        hands=tuple(HandSeen(public.hand_size(seat), card_texts(known)) for seat, known in enumerate(public.known)),
        stock=public.stock_count,
        melds=tuple(map(_meld_message, public.table)),
        turn=wire_record(TurnSeen, turn, plays=tuple(play.use_text() for play in turn.plays)),
        match=wire_record(MatchBefore, match, memory=fields.match_memory_table(rules, match)),
        memory=fields.hand_memory_table(rules, public, view.memories),
        notes=tuple(wire_record(NoteShown, note) for note in notes(rules, view)),
    )


def read_view(rules: Rules, text: str) -> View:
    """Read a view from JSON. A client that has the rules may list its legal actions with it.

    The view is as good as the server that sent it: the fields are checked, but not whether play can lead to it.

    Args:
        rules: the rules in force.
        text: the text of a `view_message`.

    Raises:
        NotationError: for a text that is no such message; it names the field.
        TypeError: for what is not text.
    """
    message = read_answer(text, ViewData)
    _check_seats(message, rules.seats)
    turn, before = message.turn, message.match
    document = JsonDocument(json.dumps({"memory": message.memory, "match": {"memory": before.memory}}))
    whole = fields.Fields(document, (), document.data, what="a view", known=None)
    memories = fields.read_match_memory(rules, before.scores, whole.table_at("match", None), "memory")
    uses = tuple(rules.turn.uses)
    plays = tuple(parse_use(play, message.to_act, uses) for play in turn.plays[:_MOST])
    public = _own_record(
        PublicState,
        message,
        last=_number(message.last),
        pile=bytes(_cards("pile", message.pile)),
        table=tuple(_meld(rules, meld) for meld in message.melds[:_MOST]),
        turn=_own_record(Turn, turn, taken=_bag("turn", turn.taken), plays=plays),
        sizes=packed_sizes(tuple(hand.count for hand in message.hands)),
        known=tuple(_bag("hands", hand.known) for hand in message.hands),
        stock_count=message.stock,
        match=_own_record(MatchSoFar, before, memories=memories),
        gone=_bag("gone", message.gone),
        out=_number(message.out),
    )
    keys = ("plugin", *(memory.key for _, memory in rules.memory.hand_memory if memory.key))
    return View(
        seat=_number(message.seat),
        public=public,
        hand=_bag("hand", message.hand),
        drawn=_bag("drawn", message.drawn),
        memories=fields.read_hand_memory(whole.table_at("memory", keys, what="the memory of plugins"), rules, public),
    )


def _own_record(kind: type[S], source: object, **others: object) -> S:
    """Make one of our records from fields of the same names of a record of the wire, and from others."""
    same = {name: getattr(source, name) for name in field_names(kind) if name not in others}
    return kind(**same, **others)


def _check_seats(message: ViewData, seats: int) -> None:
    """Refuse a view of another number of seats, of seats that do not play, and impossible counts."""
    for field, found in (("hands", len(message.hands)), ("scores", len(message.match.scores))):
        if found != seats:
            raise NotationError(f"{field} must have an item for each of {seats} seats, not {found} items")
    named: dict[str, tuple[int | None, ...]] = {
        "seat": (message.seat,),
        "to_act": (message.to_act,),
        "last": (message.last,),
        "out": (message.out,),
        "dealer": (message.match.dealer,),
        "pending": message.turn.pending,
    }
    for field, numbers in named.items():
        if any(number is not None and not 0 <= number < seats for number in numbers):
            raise NotationError(f"{field} names a seat that does not play", expected=f"seats 0 to {seats - 1}")
    counts = {"stock": (message.stock, _MOST), "idle": (message.idle, _MOST * _MOST)}
    counts |= {f"hands[{seat}].count": (hand.count, _MOST_IN_HAND) for seat, hand in enumerate(message.hands)}
    for field, (count, most) in counts.items():
        if not 0 <= count <= most:
            raise NotationError(f"{field} must be 0 to {most}, not {count}")


def _meld_message(meld: Meld) -> MeldOnTable:
    cards = tuple(
        CardInMeld(card_text(piece & 63), piece_text(piece).rpartition("=")[2], by)
        for piece, by in zip(meld.pieces, meld.by, strict=True)
    )
    return MeldOnTable(meld.owner, "run" if meld.is_run else "group", cards)


def _meld(rules: Rules, meld: MeldOnTable) -> Meld:
    pieces = [
        f"{each.by}:{each.card}" + (f"={each.role}" if each.role != each.card else "") for each in meld.cards[:_MOST]
    ]
    start, end = "[]" if meld.kind == "run" else "{}"
    return fields.parse_meld(f"{meld.owner} {start}{' '.join(pieces)}{end}", rules.melding.shapes, seats=rules.seats)


def _cards(field: str, texts: tuple[str, ...]) -> list[int]:
    if len(texts) > _MOST:
        raise NotationError(f"{field} lists {len(texts)} cards", expected=f"at most {_MOST}")
    try:
        return [card for text in texts for card in parse_cards(text)]
    except NotationError as error:
        raise NotationError(f"{field}: {error.message}", expected=error.expected) from None


def _bag(field: str, texts: tuple[str, ...]) -> Bag:
    cards = _cards(field, texts)
    try:
        return bag_of(cards)
    except ValueError as error:
        raise NotationError(f"{field}: {error}", expected="cards of the pack") from None


def _number(seat: int | None) -> int:
    return NONE if seat is None else seat
