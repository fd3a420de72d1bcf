"""Reads cards and actions from text, for people who type and for files; `Action.text` in `actions.py` writes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NoReturn, cast

from rummy500.base.errors import IllegalActionError, NotationError, Reason
from rummy500.base.inputs import quoted
from rummy500.base.records import replace
from rummy500.cards.cards import JOKER, RANKS, SPARE, SUITS, UNKNOWN, RandomBits, check_source
from rummy500.cards.pieces import IN_GROUP, Pieces, group_order, natural_order, natural_piece, run_order
from rummy500.engine.step import chance, resolve_chance, why_not
from rummy500.engine.views import check_seat, check_table, seat_view
from rummy500.notation.toml import MOST_ACTION, MOST_NOTATION, check_length
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
    TABLE_USES,
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

#: A use of cards: its word, the pieces, the place of the meld they are laid off on, and the depths marked on them.
_Use = tuple[str, Pieces, int, list[int]]
_NO_USE: _Use = (USE_NONE, (), NONE, [])
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
    verbs = (
        _VERBS if rules is None else ", ".join(verb for verb, move in rules.turn.moves.items() if move.whose != "deck")
    )
    verb = scanner.word(f"an action: {verbs}")
    uses = () if rules is None else tuple(rules.turn.uses)
    move = None if rules is None else rules.turn.moves.get(verb)
    action = _read_core(scanner, verb, seat, _pile(where), uses)
    if action is None and move is not None:
        action = _read_fields(scanner, seat, move)
    if action is None:
        of_plugins = "; actions of plugins are read with rules= given" if rules is None else ""
        scanner.fail(f"there is no action {quoted(verb)}", verbs + of_plugins, at=scanner.at - len(verb))
    suffixes = () if rules is None else tuple(suffix for of, suffix in rules.turn.suffixed if of == verb)
    return _with_words(scanner, action, move, suffixes)


def _read_fields(scanner: Scanner, seat: int, move: Move) -> Action:
    """Read an action with a plugin's verb: the fields of its move."""
    card = _open_card(scanner) if "card" in move.fields else NONE
    if "pieces" not in move.fields:
        return Action(seat, move.verb, card)
    use, pieces, on, _ = _unmarked(scanner, _use)
    return Action(seat, move.verb, card, 0, use, pieces, on)


def _with_words(scanner: Scanner, action: Action, move: Move | None, suffixes: tuple[str, ...]) -> Action:
    """Read the words after an action into its `extra`: a suffix and its words, or words that the move allows."""
    words = tuple(scanner.rest())
    if words and not (move is not None and "extra" in move.fields) and words[0] not in suffixes:
        expected = " or ".join((*suffixes, "the end"))
        scanner.fail(f"unexpected {quoted(words[0])} after the action", expected, at=scanner.last)
    return replace(action, extra=words) if words else action


def _seat(scanner: Scanner, seat: int | None) -> int:
    scanner.skip()
    start = scanner.at
    if scanner.text.startswith("deck", start):
        scanner.at += len("deck")
        scanner.expect(":", "a colon")
        return DECK
    if scanner.text[start : start + 1].isdigit():
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
        use, pieces, on, _ = _unmarked(scanner, _new_meld if verb == MELD else _lay_off)
        return Action(seat, verb, NONE, 0, use, pieces, on)
    if verb == TAKE:
        return _read_take(scanner, seat, pile, uses)
    if verb == CALL:
        return _read_call(scanner, seat, pile)
    return Action(seat, verb, cards=bytes(scanner.cards())) if verb == RESHUFFLE else None


def _open_card(scanner: Scanner) -> int:
    scanner.skip()
    start = scanner.at
    card = scanner.card()
    if card == UNKNOWN:
        scanner.fail("a hidden card cannot be played", "a card", at=start)
    return card


def _read_take(scanner: Scanner, seat: int, pile: bytes | None, uses: tuple[str, ...]) -> Action:
    scanner.skip()
    start = scanner.at
    card = _open_card(scanner)
    mark = _mark(scanner)
    use, pieces, on, _marks = _NO_USE
    if scanner.accept("with"):
        further = next((word for word in uses if scanner.accept(f"{word} ")), "")
        use, pieces, on, _marks = _unmarked(scanner, _lay_off if further else _use)
        use = further or use
    if not mark and pile is None:
        scanner.fail("without a pile the depth of the card is needed", "a depth such as 4d/5", at=start)
    depth = mark or nearest_depth(pile or b"", [card])
    return Action(seat, TAKE, card, depth, use, pieces, on)


def _read_call(scanner: Scanner, seat: int, pile: bytes | None) -> Action:
    scanner.skip()
    start = scanner.at
    use, pieces, on, marks = _use(scanner)
    if not marks and pile is None:
        scanner.fail("without a pile the depth of the call is needed", "a depth such as 3h/5", at=start)
    depth = max(marks) if marks else nearest_depth(pile or b"", [piece & 63 for piece in pieces])
    return Action(seat, CALL, NONE, depth, use, pieces, on)


def _use(scanner: Scanner) -> _Use:
    scanner.skip()
    return _new_meld(scanner) if scanner.text[scanner.at : scanner.at + 1] in ("[", "{") else _lay_off(scanner)


def _unmarked(scanner: Scanner, read: Callable[[Scanner], _Use]) -> _Use:
    """Read a use without depths, to which the pile does not matter."""
    scanner.skip()
    start = scanner.at
    found = read(scanner)
    if found[3]:
        at = scanner.text.index("/", start)
        scanner.fail("a depth has no meaning here", "cards without a depth", at=at)
    return found


def _new_meld(scanner: Scanner) -> _Use:
    is_run = scanner.accept("[")
    if not is_run:
        scanner.expect("{", "a run in [ ] or a group in { }")
    pieces, marks = _pieces(scanner, "]" if is_run else "}")
    scanner.expect("]" if is_run else "}", "a card or the closing bracket")
    return (USE_RUN, run_order(pieces), NONE, marks) if is_run else (USE_GROUP, group_order(pieces), NONE, marks)


def _lay_off(scanner: Scanner) -> _Use:
    pieces, marks = _pieces(scanner, "on")
    scanner.expect("on", 'a card, or "on" and a meld')
    scanner.expect("m", "a meld such as m1")
    start = scanner.at
    number = scanner.number("the number of a meld, from 1")
    if number < 1:
        scanner.fail("melds are numbered from 1", "m1 or more", at=start)
    return USE_LAY, natural_order(pieces), number - 1, marks


def _pieces(scanner: Scanner, stop: str) -> tuple[list[int], list[int]]:
    pieces: list[int] = []
    marks: list[int] = []
    while True:
        scanner.skip()
        if pieces and (scanner.text.startswith(stop, scanner.at) or scanner.at == len(scanner.text)):
            return pieces, marks
        card = _open_card(scanner)
        mark = _mark(scanner)
        pieces.append(scanner.role(card) if scanner.touching("=") else card * 65)
        mark = mark or _mark(scanner)
        if mark:
            marks.append(mark)


def _mark(scanner: Scanner) -> int:
    """Read the depth of a card in the pile, 0 if there is none."""
    if not scanner.touching("/"):
        return 0
    start = scanner.at
    mark = scanner.number("a depth, counted from the top of the pile")
    if not mark:
        scanner.fail("depths are counted from 1, the top of the pile", "1 or more", at=start)
    return mark


def action_text(action: Action, where: Where = None) -> str:
    """Write an action as text.

    Args:
        action: the action.
        where: the state, view or pile of the action. The depth of a take or a call is then written only if the action
            does not mean the copies nearest the top; without it always.

    Returns:
        The seat and the action; `parse_action` with the same `where` reads it back.
    """
    return action.seated(_pile(where))


def bare_text(action: Action, where: Where = None) -> str:
    """Write an action as text without its seat; `where` as for `action_text`."""
    return action.text(_pile(where))


def parse_use(text: str, seat: int, further: tuple[str, ...] = ()) -> Action:
    """Read a play, `[4h 5h 6h]` or `Th on m1`, as a `meld` or `lay` action."""
    scanner = Scanner(text)
    words = (USE_SWAP, *TABLE_USES, *further)
    word = next((word for word in words if scanner.accept(f"{word} ")), "")
    use, pieces, on, _ = _unmarked(scanner, _lay_off if word else _use)
    scanner.end("the play")
    if word:
        return Action(seat, word, NONE, 0, word, pieces, on)
    return Action(seat, LAY if use == USE_LAY else MELD, NONE, 0, use, pieces, on)


# ---------------------------------------------------------------- untrusted

_EXPECTED: Final = 'an action such as "draw" or "discard 9s"'
_SPECTATOR: Final = Reason("turn.seat", "spectator", "A spectator cannot act.")


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
        raise IllegalActionError(_SPECTATOR())
    seat = check_seat(rules, state, seat)
    return resolve_chance(rules, state, read_decision(rules, seat_view(rules, state, seat), text), random_source)


_CHANCE_DUE: Final = Reason("turn.phase", "chance-due", "Nobody can act before the {what}, which is due.")
_OTHER_SEAT: Final = Reason("turn.seat", "other-seat", "You play {seat}. You cannot act for {other:seat}.")
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
            _FOR_DECK(seat=view.seat) if for_deck else _OTHER_SEAT(seat=view.seat, other=action.seat)
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


class Scanner:
    """A line of notation and the current place in it."""

    def __init__(self, text: str) -> None:
        if not isinstance(cast("object", text), str):
            raise TypeError(f"notation is text, not {quoted(text)}")
        check_length(text, MOST_NOTATION)
        self.text = text
        self.at = 0
        self.last = 0

    def fail(self, message: str, expected: str, *, at: int | None = None) -> NoReturn:
        """Raise an error at the current place, or at another."""
        place = self.at if at is None else at
        line = self.text.count("\n", 0, place) + 1
        column = place - (self.text.rfind("\n", 0, place) + 1) + 1
        raise NotationError(message, line=line, column=column, expected=expected)

    def skip(self) -> None:
        """Skip white space."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def at_end(self) -> bool:
        """Whether only white space is left."""
        self.skip()
        return self.at == len(self.text)

    def end(self, after: str) -> None:
        """Expect the end of the text."""
        if not self.at_end():
            self.fail(f"unexpected {self.peek_word()} after {after}", "the end")

    def rest(self) -> list[str]:
        """Read every word up to the end, and set `last` to the place of the first."""
        self.skip()
        self.last = self.at
        self.at = len(self.text)
        return self.text[self.last :].split()

    def accept(self, mark: str) -> bool:
        """Skip a mark if it comes next, and return whether it does."""
        self.skip()
        return self.touching(mark)

    def touching(self, mark: str) -> bool:
        """Skip a mark if it comes next without a space before it, and return whether it does."""
        if self.text.startswith(mark, self.at):
            self.at += len(mark)
            return True
        return False

    def expect(self, mark: str, expected: str) -> None:
        """Skip a mark that must come next."""
        if not self.accept(mark):
            self.fail(self._found(), expected)

    def peek_word(self) -> str:
        """The next word, quoted for an error; empty at the end of the text."""
        self.skip()
        word = self.text[self.at :].split(maxsplit=1)[0] if self.at < len(self.text) else ""
        return quoted(word) if word else ""

    def _found(self) -> str:
        word = self.peek_word()
        return f"found {word}" if word else "something is missing at the end"

    def word(self, expected: str) -> str:
        """Read the next word of letters, digits, hyphens and underscores."""
        self.skip()
        start = self.at
        while self.at < len(self.text) and (
            self.text[self.at] in "-_" or (self.text[self.at].isascii() and self.text[self.at].isalnum())
        ):
            self.at += 1
        if start == self.at:
            self.fail(self._found(), expected)
        return self.text[start : self.at]

    def number(self, expected: str) -> int:
        """Read the next whole number of at most four digits: no seat, depth or meld has a longer one."""
        self.skip()
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in "0123456789":
            self.at += 1
        digits = self.text[start : self.at]
        if not 1 <= len(digits) <= 4:
            self.at = start
            self.fail(self._found(), expected)
        return int(digits)

    def card(self) -> int:
        """Read the next card."""
        self.skip()
        start = self.at
        text = self.text
        if text.startswith("??", start):
            self.at += 2
            return UNKNOWN
        if text.startswith("*d", start):
            self.at += 2
            return SPARE
        if text.startswith("*", start):
            self.at += 1
            return JOKER
        length = 2 if text.startswith("10", start) else 1
        rank = "T" if length == 2 else text[start : start + 1]
        suit = text[start + length : start + length + 1]
        if not rank or rank not in RANKS or not suit or suit not in SUITS:
            self.fail(f"{self.peek_word()} is not a card" if rank else self._found(), _CARD)
        self.at = start + length + 1
        if self.at < len(text) and text[self.at].isalnum():
            self.fail(f"{text[start : self.at + 1]!r} is not a card", _CARD, at=start)
        return SUITS.index(suit) * 13 + RANKS.index(rank)

    def piece(self) -> int:
        """Read the next card in its role: `9h`, `*=9h`, `*=9`."""
        card = self.card()
        return self.role(card) if self.touching("=") else natural_piece(card)

    def role(self, card: int) -> int:
        """Read the role of a card, which is a card or a rank, and return the piece."""
        text = self.text
        length = 2 if text.startswith("10", self.at) else 1
        rank = "T" if length == 2 else text[self.at : self.at + 1]
        after = text[self.at + length : self.at + length + 1]
        if rank and rank in RANKS and (not after or not after.isalnum()):
            self.at += length
            return card + 64 * (IN_GROUP + RANKS.index(rank))
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
                self.fail(f"{self.peek_word()} touches the card before it", "a space")
        return found


_CARD = "a card such as 7d, Ts or *"
