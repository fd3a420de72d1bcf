"""Reads cards and actions from text, for people who type and for files; `Action.text` in `actions.py` writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, NoReturn, cast

from rummy500.base.errors import IllegalActionError, NotationError, Reason
from rummy500.base.inputs import quoted
from rummy500.base.records import replace
from rummy500.cards.cards import JOKER, RANKS, SPARE, SUITS, UNKNOWN, RandomBits, card_text, check_source
from rummy500.cards.pieces import IN_GROUP, Pieces, group_order, natural_order, natural_piece, run_order
from rummy500.engine.step import chance, resolve_chance, why_not
from rummy500.engine.views import check_seat, check_table, seat_view
from rummy500.notation.toml import MOST_ACTION, MOST_NOTATION, Cursor, check_length
from rummy500.rules.actions import (
    CALL,
    DECK,
    DISCARD,
    DRAW,
    LAY,
    MELD,
    NONE,
    PASS,
    RESHUFFLE,
    TAKE,
    USE_GROUP,
    USE_LAY,
    USE_NONE,
    USE_RUN,
    USE_SWAP,
    Action,
    nearest_depth,
)
from rummy500.rules.move import Move
from rummy500.rules.rules import Rules
from rummy500.rules.state import State, View

#: The pile that takes and calls are read and written for: the pile itself, oldest card first, or a state or view.
Where = State | View | bytes | None

#: A use of cards: its word, the pieces, and the place of the meld they are laid off on.
_Use = tuple[str, Pieces, int]
_NO_USE: Final[_Use] = (USE_NONE, (), NONE)
_VERBS = "draw, take, meld, lay, discard, call or pass"


def parse_cards(text: str) -> tuple[int, ...]:
    """Read cards from text.

    Args:
        text: cards with spaces between, for example `"9h Td *"`; `10d` is read as `Td`.

    Returns:
        The cards in the order written, including hidden ones (`??`).

    Raises:
        NotationError: for a mistake in the text, with its line and column and what is expected there.

    Examples:
        >>> parse_cards("As 10d *")
        (0, 35, 52)
    """
    return tuple(Scanner(text).cards())


def parse_card(text: str) -> int:
    """Read one card from text.

    Raises:
        NotationError: if it is not one card.
    """
    scanner = Scanner(text)
    card = scanner.card()
    scanner.end("the card")
    return card


def parse_action(text: str, where: Where = None, *, seat: int | None = None, rules: Rules | None = None) -> Action:
    """Read an action from text that a program, a test or a log wrote.

    For untrusted text use `decide`: here a seat in the text overrides `seat`, and outcomes of chance are read, too.

    Args:
        text: the seat and the action, for example `"1: take 4d with {4d 4h 4c}"`.
        where: the state, view or pile of the action. It is needed for a take or a call without a depth, which means the
            copies nearest the top.
        seat: the seat that acts if the text names none; without it the text must name one.
        rules: the rules in force, with the moves of plugins; without them only the core's moves are read.

    Returns:
        The action in canonical order, legal or not. If the pile lacks a card, the depth is 0.

    Raises:
        NotationError: for a mistake in the text, with its line and column and what is expected there.
        PositionError: for rules and a state of other rules.

    Examples:
        >>> parse_action("1: meld [6h 5h 4h]") == parse_action("1: meld [4h 5h 6h]")
        True
    """
    scanner = Scanner(text)
    if rules is not None and isinstance(where, (State, View)):
        check_table(rules, where)
    seat = _seat(scanner, seat)
    moves: Mapping[str, Move] = {} if rules is None else rules.turn.moves
    verbs = ", ".join(verb for verb, move in moves.items() if move.whose != "deck") or _VERBS
    verb = scanner.word(f"an action: {verbs}")
    uses = () if rules is None else tuple(rules.turn.uses)
    move = moves.get(verb)
    action = _read_core(scanner, verb, seat, _pile(where), uses)
    if action is None and move is not None:
        action = _read_fields(scanner, seat, move)
    if action is None:
        of_plugins = "; actions of plugins are read with rules= given" if rules is None else ""
        scanner.fail(f"there is no action {quoted(verb)}", verbs + of_plugins, at=scanner.at - len(verb))
    suffixes = () if rules is None else tuple(suffix for of, suffix in rules.turn.suffixed if of == verb)
    start = scanner.skip()
    words = tuple(scanner.text[start:].split())
    if words and not (move is not None and "extra" in move.fields) and words[0] not in suffixes:
        expected = " or ".join((*suffixes, "the end"))
        scanner.fail(f"unexpected {quoted(words[0])} after the action", expected, at=start)
    return replace(action, extra=words) if words else action


def _read_fields(scanner: Scanner, seat: int, move: Move) -> Action:
    """Read an action with a plugin's verb: the fields of its move."""
    card = _open_card(scanner) if "card" in move.fields else NONE
    if "pieces" not in move.fields:
        return Action(seat, move.verb, card)
    return Action(seat, move.verb, card, 0, *_unmarked(scanner, _use))


def _seat(scanner: Scanner, seat: int | None) -> int:
    if scanner.accept("deck"):
        scanner.expect(":", "a colon")
        return DECK
    if scanner.text[scanner.at : scanner.at + 1].isdigit():
        found = scanner.number("a seat")
        scanner.expect(":", "a colon after the seat")
        return found
    if seat is None:
        scanner.fail("the action names no seat", 'a seat and a colon such as "1: "')
    return seat


def _pile(where: Where) -> bytes | None:
    return where if where is None or isinstance(where, bytes) else where.public.pile


def _read_core(scanner: Scanner, verb: str, seat: int, pile: bytes | None, uses: tuple[str, ...]) -> Action | None:
    """Read an action with a verb of the core after its verb; `None` for another verb."""
    if verb in (DRAW, PASS):
        return Action(seat, verb)
    if verb == DISCARD:
        return Action(seat, verb, _open_card(scanner))
    if verb in (MELD, LAY):
        return Action(seat, verb, NONE, 0, *_unmarked(scanner, _new_meld if verb == MELD else _lay_off))
    if verb == TAKE:
        return _read_take(scanner, seat, pile, uses)
    if verb == CALL:
        return _read_call(scanner, seat, pile)
    return Action(seat, verb, cards=bytes(scanner.cards())) if verb == RESHUFFLE else None


def _open_card(scanner: Scanner) -> int:
    start = scanner.skip()
    card = scanner.card()
    if card == UNKNOWN:
        scanner.fail("a hidden card cannot be played", "a card", at=start)
    return card


def _read_take(scanner: Scanner, seat: int, pile: bytes | None, uses: tuple[str, ...]) -> Action:
    start = scanner.skip()
    card = _open_card(scanner)
    mark = _mark(scanner)
    use = _worded(scanner, uses) if scanner.accept("with") else _NO_USE
    depth = mark or _nearest(scanner, start, pile, "card", [card])
    return Action(seat, TAKE, card, depth, *use)


def _read_call(scanner: Scanner, seat: int, pile: bytes | None) -> Action:
    start = scanner.skip()
    use, pieces, on = _use(scanner)
    depth = max(scanner.marks, default=0) or _nearest(scanner, start, pile, "call", [piece & 63 for piece in pieces])
    return Action(seat, CALL, NONE, depth, use, pieces, on)


def _nearest(scanner: Scanner, start: int, pile: bytes | None, what: str, cards: list[int]) -> int:
    """Find the depth of the copies nearest the top; the text must have it where the pile is unknown."""
    if pile is None:
        expected = f"a depth such as {card_text(cards[0])}/5"
        scanner.fail(f"without a pile the depth of the {what} is needed", expected, at=start)
    return nearest_depth(pile, cards)


def _use(scanner: Scanner) -> _Use:
    start = scanner.skip()
    return _new_meld(scanner) if scanner.text.startswith(("[", "{"), start) else _lay_off(scanner)


def _worded(scanner: Scanner, words: tuple[str, ...]) -> _Use:
    """Read a use, of a plugin if it begins with one of these words."""
    word = next((word for word in words if scanner.accept(f"{word} ")), "")
    use, pieces, on = _unmarked(scanner, _lay_off if word else _use)
    return word or use, pieces, on


def _unmarked(scanner: Scanner, read: Callable[[Scanner], _Use]) -> _Use:
    """Read a use without depths, to which the pile does not matter."""
    start = scanner.at
    found = read(scanner)
    if scanner.marks:
        at = scanner.text.index("/", start)
        scanner.fail("a depth has no meaning here", "cards without a depth", at=at)
    return found


def _new_meld(scanner: Scanner) -> _Use:
    close = scanner.open_meld()
    pieces = _pieces(scanner, close)
    scanner.expect(close, "a card or the closing bracket")
    return (USE_RUN, run_order(pieces), NONE) if close == "]" else (USE_GROUP, group_order(pieces), NONE)


def _lay_off(scanner: Scanner) -> _Use:
    pieces = _pieces(scanner, "on")
    scanner.expect("on", 'a card, or "on" and a meld')
    scanner.expect("m", "a meld such as m1")
    start = scanner.at
    number = scanner.number("the number of a meld, from 1")
    if number < 1:
        scanner.fail("melds are numbered from 1", "m1 or more", at=start)
    return USE_LAY, natural_order(pieces), number - 1


def _pieces(scanner: Scanner, stop: str) -> list[int]:
    """Read cards in their roles up to a mark or the end, and their depths into `scanner.marks`."""
    pieces: list[int] = []
    while not pieces or (not scanner.at_end() and not scanner.text.startswith(stop, scanner.at)):
        card = _open_card(scanner)
        mark = _mark(scanner)
        pieces.append(scanner.role(card) if scanner.touching("=") else natural_piece(card))
        mark = mark or _mark(scanner)
        scanner.marks += [mark] if mark else []
    return pieces


def _mark(scanner: Scanner) -> int:
    """Read the depth of a card in the pile, 0 if there is none."""
    if not scanner.touching("/"):
        return 0
    start = scanner.at
    mark = scanner.number("a depth, counted from the top of the pile")
    if not mark:
        scanner.fail("depths are counted from 1, the top of the pile", "1 or more", at=start)
    return mark


def action_text(action: Action, where: Where = None, *, with_seat: bool = True) -> str:
    """Write an action as text.

    Args:
        action: the action.
        where: the state, view or pile of the action. The depth of a take or a call is then written only if the action
            does not mean the copies nearest the top; without it always.
        with_seat: whether the text begins with the seat.

    Returns:
        The seat and the action; `parse_action` with the same `where` reads it back.
    """
    return action.seated(_pile(where)) if with_seat else action.text(_pile(where))


def parse_use(text: str, seat: int, further: tuple[str, ...] = ()) -> Action:
    """Read a play, `[4h 5h 6h]` or `Th on m1`, as a `meld` or `lay` action."""
    scanner = Scanner(text)
    use, pieces, on = _worded(scanner, (USE_SWAP, *further))
    scanner.end("the play")
    # A use of a meld on the table has the name of its verb.
    return Action(seat, MELD if on == NONE else use, NONE, 0, use, pieces, on)


# ---------------------------------------------------------------- untrusted

_EXPECTED: Final = 'an action such as "draw" or "discard 9s"'
SPECTATOR_ACTS: Final = Reason("turn.seat", "spectator", "A spectator cannot act.")


def decide(rules: Rules, state: State, seat: int | None, text: object, random_source: RandomBits) -> Action:
    """Turn what a player sent into an action that `apply` accepts.

    The text is read for one seat only. It can neither act for another seat nor choose an outcome of chance: chance that
    is part of the decision is sampled here, as by `resolve_chance`. For a reshuffle that becomes due afterwards, call
    `chance`.

    Args:
        rules: the rules in force.
        state: the state in which the player acts; it does not change.
        seat: the seat that sent the text, as your program knows it; `None` for a spectator, who is always refused.
        text: the input, of any type and content, for example `"take 4d with {4d 4h 4c}"`. A seat may precede it.
        random_source: the source of random bits: a `random.Random`, or `secrets.SystemRandom()`.

    Returns:
        The action, ready for `apply`.

    Raises:
        NotationError: for input that is not text, has more than 500 characters, or is not an action.
        IllegalActionError: with the refusal, for an action that the seat may not do now; for every seat while chance
            is due (`turn.phase`); for another seat's action and for chance (`turn.seat`).
        PositionError: if the rules have no such seat or are not those of the state, since your program, not the
            player, names the seat.
        TypeError: for something that is not a state or not a seat, and for a random source without `getrandbits`.

    Examples:
        >>> import random
        >>> import rummy500 as r5
        >>> rules = r5.compose("classic", seats=2)
        >>> hand = r5.deal(rules, seed=7)
        >>> print(r5.decide(rules, hand, 1, "draw", random.Random(7)))
        1: draw
        >>> r5.decide(rules, hand, 0, "1: draw", random.Random(7))
        Traceback (most recent call last):
        rummy500.base.errors.IllegalActionError: You play seat 0. You cannot act for seat 1. (turn.seat)
    """
    check_source(random_source)
    check_table(rules, state)
    if seat is None:
        raise IllegalActionError(SPECTATOR_ACTS())
    seat = check_seat(rules, state, seat)
    return resolve_chance(rules, state, read_decision(rules, seat_view(rules, state, seat), text), random_source)


_CHANCE_DUE: Final = Reason("turn.phase", "chance-due", "Nobody can act before the {what}, which is due.")
OTHER_SEAT: Final = Reason("turn.seat", "other-seat", "You play {seat}. You cannot act for {other:seat}.")
_FOR_DECK: Final = Reason("turn.seat", "for-deck", "You play {seat}. You cannot act for the deck.")


def read_decision(rules: Rules, view: View, text: object) -> Action:
    """Read an action of the seat of a view, and check it."""
    due = chance(rules, view)
    if due is not None:
        raise IllegalActionError(_CHANCE_DUE(what=due.what))
    action = parse_action(_checked(text), view, seat=view.seat, rules=rules)
    if action.seat != view.seat:
        for_deck = action.seat == DECK
        raise IllegalActionError(
            _FOR_DECK(seat=view.seat) if for_deck else OTHER_SEAT(seat=view.seat, other=action.seat)
        )
    refusal = why_not(rules, view, action)
    if refusal is not None:
        raise IllegalActionError(refusal)
    return action


def _checked(text: object) -> str:
    """Check that input is one line of text, no longer than an action can be, and return it."""
    if not isinstance(text, str):
        raise NotationError(f"an action is text, not {type(text).__name__}", expected=_EXPECTED)
    check_length(text, MOST_ACTION)
    line = text.rstrip()
    for place, character in enumerate(line):
        if not character.isprintable():
            raise NotationError(
                f"an action is one line without control characters, not {character!a}",
                column=place + 1,
                expected=_EXPECTED,
            )
    return line


# ---------------------------------------------------------------- scanner

_CARD: Final = "a card such as 7d, Ts or *"
_WILD: Final = {"??": UNKNOWN, "*d": SPARE, "*": JOKER}
_WILD_TEXT: Final = re.compile(r"\?\?|\*d?")
_NATURAL: Final = re.compile(rf"(?:10|[{RANKS}])[{SUITS}]")
#: A rank that is not the beginning of a card or a word.
_RANK: Final = re.compile(rf"(?:10|[{RANKS}])(?![^\W_])")
_WORD: Final = re.compile(r"[A-Za-z0-9_-]+")
#: A whole number of at most four digits: no seat, depth or meld has a longer one.
_NUMBER: Final = re.compile(r"[0-9]{1,4}(?![0-9])")


class Scanner(Cursor):
    """A line of notation, read from left to right; `marks` are the depths written on the cards of a use."""

    def __init__(self, text: str) -> None:
        if not isinstance(cast("object", text), str):
            raise TypeError(f"notation is text, not {quoted(text)}")
        check_length(text, MOST_NOTATION)
        super().__init__(text)
        self.marks: list[int] = []

    def fail(self, message: str, expected: str, *, at: int | None = None) -> NoReturn:
        """Raise an error at the current place, or at another."""
        place = self.at if at is None else at
        line, column = self.text.count("\n", 0, place) + 1, place - self.text.rfind("\n", 0, place)
        raise NotationError(message, line=line, column=column, expected=expected)

    def at_end(self) -> bool:
        """Whether only white space is left."""
        return self.skip() == len(self.text)

    def end(self, after: str) -> None:
        """Expect the end of the text."""
        if not self.at_end():
            self.fail(f"unexpected {self._next_word()} after {after}", "the end")

    def expect(self, mark: str, expected: str) -> None:
        """Skip a mark that must come next."""
        if not self.accept(mark):
            self._fail_here(expected)

    def _next_word(self) -> str:
        """The next word, quoted for an error; empty at the end of the text."""
        return "" if self.at_end() else quoted(self.text[self.at :].split(maxsplit=1)[0])

    def _fail_here(self, expected: str, wrong: str = "found {}") -> NoReturn:
        """Raise an error about the next word."""
        word = self._next_word()
        self.fail(wrong.format(word) if word else "something is missing at the end", expected)

    def _must(self, pattern: re.Pattern[str], expected: str) -> str:
        self.skip()
        return self.read(pattern) or self._fail_here(expected)

    def word(self, expected: str) -> str:
        """Read the next word of letters, digits, hyphens and underscores."""
        return self._must(_WORD, expected)

    def number(self, expected: str) -> int:
        """Read the next whole number."""
        return int(self._must(_NUMBER, expected))

    def open_meld(self) -> str:
        """Read the bracket before a run or a group, and return the closing one."""
        if self.accept("["):
            return "]"
        self.expect("{", "a run in [ ] or a group in { }")
        return "}"

    def card(self) -> int:
        """Read the next card."""
        start = self.skip()
        wild = self.read(_WILD_TEXT)
        if wild:
            return _WILD[wild]
        card = self.read(_NATURAL)
        if not card:
            self._fail_here(_CARD, "{} is not a card")
        if self.text[self.at : self.at + 1].isalnum():
            self.fail(f"{self.text[start : self.at + 1]!r} is not a card", _CARD, at=start)
        return SUITS.index(card[-1]) * 13 + _rank(card[:-1])

    def piece(self) -> int:
        """Read the next card in its role: `9h`, `*=9h`, `*=9`."""
        card = self.card()
        return self.role(card) if self.touching("=") else natural_piece(card)

    def role(self, card: int) -> int:
        """Read the role of a card, which is a card or a rank, and return the piece."""
        rank = self.read(_RANK)
        if rank:
            return card + 64 * (IN_GROUP + _rank(rank))
        start = self.at
        role = self.card()
        if role >= JOKER:
            self.fail("a wild card stands for a card or a rank", "a card such as 9h or a rank such as 9", at=start)
        return card + 64 * role

    def cards(self) -> list[int]:
        """Read every card up to the end."""
        found: list[int] = []
        while not self.at_end():
            found.append(self.card())
            if self.at < len(self.text) and not self.text[self.at].isspace():
                self._fail_here("a space", "{} touches the card before it")
        return found


def _rank(text: str) -> int:
    return RANKS.index("T" if text == "10" else text)
