"""Show a hand as text: one seat's view or the whole state, and a log of the actions, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import attrs
from rich.text import Text

from rummy500 import HandScore, Match, Rules, ScoreLine, is_over, notes, score_hand
from rummy500.base.errors import Refusal, Sentence, filled_parts
from rummy500.cards.cards import NATURALS, Bag, card_text, cards_of, cards_text, common, suit_of
from rummy500.cards.pieces import Meld, piece_text
from rummy500.engine.changes import all_changes, changes
from rummy500.engine.observe import redact
from rummy500.engine.turns import must_act
from rummy500.hooks import Note
from rummy500.notation.events import event_sentence, table_sentence
from rummy500.rules.actions import DECK, NONE, Action
from rummy500.rules.options import MATCH_REACHED
from rummy500.rules.state import PublicState, State, View
from rummy500_terminal.screen import Screen, Words, marked

_Show = Mapping[str, Callable[[str], Words]]
#: Shows the facts that are cards.
_CARDS: Final[_Show] = MappingProxyType({"card": marked, "cards": marked})


@attrs.frozen
class Reader:
    """Who reads what is shown, and how the seats are called."""

    you: int = -1
    names: tuple[str, ...] = ()
    sides: tuple[int, ...] = ()

    def name(self, seat: int) -> str:
        """The name of a seat."""
        if seat == DECK:
            return "deck"
        if seat == self.you:
            return "you"
        return self.names[seat] if self.names else f"seat {seat}"

    def words(self, said: Sentence | ScoreLine | Note) -> Text:
        """A sentence with the names of the seats, and its cards marked."""
        show: _Show = {**_CARDS, "seat": lambda seat: self.name(int(seat))}
        return Text.assemble(*filled_parts(said.template, said.facts, show))

    def label(self, seat: int) -> str:
        """The name of a seat, with its number where the name does not say it: cards in melds name seats by number."""
        name = self.name(seat)
        return name if seat == self.you or name == f"seat {seat}" else f"{name} ({seat})"

    def side(self, seat: int) -> str:
        """With whom a seat plays, `your partner` say; empty where it plays alone."""
        if not self.sides:
            return ""
        partners = [each for each, side in enumerate(self.sides) if side == self.sides[seat] and each != seat]
        if not partners:
            return ""
        if self.you in partners:
            return "your partner"
        return f"with {' and '.join(self.name(each) for each in partners)}"

    def is_on_side(self, seat: int) -> bool:
        """Whether a seat shares its score with another."""
        return bool(self.sides) and self.sides.count(self.sides[seat]) > 1


#: A reader who may see every card.
WATCHER: Final = Reader()


def rules_name(rules: Rules) -> str:
    """Name rules in short: the preset, and the plugins that were chosen, without those that come with them."""
    preset, *plugins = rules.origin.titles
    return f"{preset} with {', '.join(plugins)}" if plugins else preset


def target_text(rules: Rules) -> str:
    """The score that a match is played to: `to 500`, or `to more than 500` where 500 are not enough."""
    if not rules.match.target:
        return "without a target score"
    return f"to {'more than ' if MATCH_REACHED.of(rules.options) == 'exceed' else ''}{rules.match.target}"


def answer_words(said: Sentence) -> Text:
    """The answer to a person, with the rule of a refusal; it calls seats by number, as actions do."""
    return Text.assemble(WATCHER.words(said), f" ({said.rule})" if isinstance(said, Refusal) else "")


def action_words(action: Action, sight: State | View) -> Text:
    """An action as one types it, without its seat, and its cards marked."""
    facts: dict[str, str] = {}

    def fact(card: str) -> str:
        facts[f"c{len(facts)}"] = card
        return f"{{c{len(facts) - 1}:card}}"

    template = action.text(sight.public.pile, fact)
    return Text.assemble(*filled_parts(template, facts, _CARDS))


def meld_words(meld: Meld) -> Text:
    """The cards of a meld, each that another seat has laid off with the number of that seat."""
    cards = [
        Text.assemble("" if seat == meld.owner else f"{seat}:", marked(piece_text(piece)))
        for piece, seat in zip(meld.pieces, meld.by, strict=True)
    ]
    return Text.assemble("[" if meld.is_run else "{", Text(" ").join(cards), "]" if meld.is_run else "}")


def suits_of(bag: Bag) -> list[Words]:
    """Sort a hand by suit and rank, with a text for each suit."""
    suits: dict[int, list[int]] = {}
    for card in cards_of(bag):
        suits.setdefault(suit_of(card) if card < NATURALS else card, []).append(card)
    return [marked(cards_text(cards)) for cards in suits.values()] or ["(no cards)"]


def _show_open(screen: Screen, public: PublicState, reader: Reader) -> None:
    for number, meld in enumerate(public.table, 1):
        by = "yours" if meld.owner == reader.you else reader.name(meld.owner)
        screen.line(Text.assemble(f"{f'm{number}':9} ", meld_words(meld), f" ({by})"), indent=10)
    if not public.table:
        screen.line("table     no melds yet")
    screen.packed("pile", pile_words(public) or ["empty"])
    screen.line(f"stock     {public.stock_count} card{'' if public.stock_count == 1 else 's'}")


def pile_words(public: PublicState) -> list[Text]:
    """The cards of the pile, oldest first, each with its depth."""
    size = len(public.pile)
    return [Text.assemble(marked(card_text(card)), f"/{size - place}") for place, card in enumerate(public.pile)]


@attrs.frozen
class SeatRow:
    """A seat of the table in text, as far as a view shows it."""

    seat: int
    cards: str
    score: str
    known: tuple[Text, ...]


def seat_rows(rules: Rules, view: View, scores: Sequence[int]) -> tuple[SeatRow, ...]:
    """List the seats."""
    public, melded = view.public, [0] * rules.seats
    for line in score_hand(rules, view).lines:
        if line.meld is not None:
            melded[line.seat] += line.points
    rows: list[SeatRow] = []
    for seat in range(public.seats):
        size = public.hand_size(seat)
        cards = f"{size} card{'' if size == 1 else 's'}"
        score = f"{scores[seat]}{f' {melded[seat]:+}' if melded[seat] else ''}"
        known = tuple(marked(card_text(card)) for card in cards_of(public.known[seat])) if seat != view.seat else ()
        rows.append(SeatRow(seat, cards, score, known))
    return tuple(rows)


def show_view(screen: Screen, rules: Rules, view: View, scores: Sequence[int], reader: Reader | None = None) -> None:
    """Show a seat's view: the known cards of the others' hands, table, pile, stock, its own hand."""
    reader = reader or Reader(view.seat, sides=rules.sides)
    public = view.public
    for seat in seat_rows(rules, view, scores):
        shown: list[Words] = [f"{seat.cards:9} score {seat.score:<9}"]
        if side := reader.side(seat.seat):
            shown.append(f" {side} ")
        if seat.known:
            shown += ["holds", *seat.known]
        screen.packed(reader.label(seat.seat), shown, between=" ")
    _show_open(screen, public, reader)
    show_notes(screen, notes(rules, view), reader)
    drawn = cards_of(common(view.drawn, view.hand))
    unseen = not view.hand and view.public.hand_size(view.seat) > 0
    hand: list[Words] = ["not looked at yet"] if unseen else suits_of(view.hand)
    if drawn:
        hand.append(Text.assemble("(drawn: ", marked(cards_text(drawn)), ")"))
    screen.packed("hand", hand, between="   ")


def show_notes(screen: Screen, shown: Iterable[Note], reader: Reader = WATCHER) -> None:
    """Show the notes of plugins, those with one label on a line."""
    lines: dict[str, list[Text]] = {}
    for note in shown:
        whose = "" if note.seat == NONE else f"{reader.name(note.seat)}: "
        lines.setdefault(note.label, []).append(Text.assemble(whose, WATCHER.words(note)))
    for label, texts in lines.items():
        screen.packed(label, texts, between="   ")


def show_state(screen: Screen, rules: Rules, state: State, reader: Reader = WATCHER) -> None:
    """Show a whole state, every hand included: for transcripts and games between programs."""
    public = state.public
    for seat in range(rules.seats):
        on_turn = ["<"] if seat in must_act(rules, public) and not is_over(state) else []
        side = [reader.side(seat)] if reader.side(seat) else []
        screen.packed(reader.label(seat), [*suits_of(state.hands[seat]), *side, *on_turn], between="   ")
    _show_open(screen, public, reader)
    show_notes(screen, notes(rules, state), reader)


class Turns:
    """Groups actions into turns."""

    def __init__(self, write: Callable[[str, Sequence[Text]], None], rules: Rules, reader: Reader = WATCHER) -> None:
        self._write = write
        self._rules = rules
        self._reader = reader
        self._seat = DECK
        self._done: list[Text] = []

    def __call__(self, before: State, action: Action, after: State) -> None:
        """Record a step, and write the turn if the step ends it."""
        if action.seat != self._seat:
            self.flush()
        self._seat = action.seat
        self._done.append(move_words(self._rules, before, action, after, self._reader))
        if is_over(after) or after.public.last != before.public.last:
            self.flush()

    def flush(self) -> None:
        """Write the actions since the last turn ended."""
        if self._done:
            *first, last = self._done
            self._write(self._reader.name(self._seat), [*(Text.assemble(words, ";") for words in first), last])
        self._done = []


class TurnLog(Turns):
    """Logs actions on a screen, one line for each turn; see `Turns`."""

    def __init__(self, screen: Screen, rules: Rules, reader: Reader = WATCHER) -> None:
        super().__init__(lambda name, done: screen.packed(name, done, between=" "), rules, reader)


def move_words(rules: Rules, before: State, action: Action, after: State, reader: Reader) -> Text:
    """Describe an action as a seat sees it, or with every card for a reader who plays no seat; without the seat."""
    seat = reader.you if reader.you >= 0 else None
    seen = action if seat is None else redact(rules, before, action, seat)
    moved = all_changes(rules, before, action, after) if seat is None else changes(rules, before, action, after, seat)
    said = event_sentence(rules, before, seen, moved, after, seat, late=False)
    return reader.words(attrs.evolve(said, template=said.template.removeprefix("You ").removeprefix("{seat} ")))


def ending(public: PublicState, reader: Reader = WATCHER) -> str:
    """Describe in a sentence how a hand ended."""
    said = table_sentence(public.ended, public.out if public.out != NONE else None, reader.you)
    return f"{reader.words(said)}."


def match_line(line: ScoreLine, reader: Reader = WATCHER) -> Text:
    """Write a score line that the match adds."""
    return Text.assemble(f"{reader.name(line.seat)}: {line.points:+d} ", WATCHER.words(line), f" ({line.rule})")


def show_score(screen: Screen, score: HandScore, totals: Sequence[int], reader: Reader = WATCHER) -> None:
    """Show the score of a hand line by line, and the totals after it. The rule of each line is shown if they differ."""
    heads, rows = score_rows(score, totals, reader)
    screen.table(heads, rows, right=(1,), fold=(2, 3))


def score_rows(
    score: HandScore, totals: Sequence[int], reader: Reader = WATCHER
) -> tuple[tuple[str, ...], list[tuple[Words, ...]]]:
    """The score of a hand as a table: its heads and its rows (see `show_score`)."""
    rows: list[tuple[Words, ...]] = []
    for seat, points in enumerate(score.by_seat):
        name = reader.name(seat)
        for line in score.lines:
            if line.seat == seat:
                rows.append((name, f"{line.points:+d}", WATCHER.words(line), marked(line.cards), line.rule))
                name = ""
        hand = "this hand, as far as seen" if seat in score.partial else "this hand"
        shared = f", of the side {reader.side(seat)}" if reader.is_on_side(seat) else ""
        if (reader.is_on_side(seat) and seat == reader.you) or reader.side(seat) == "your partner":
            shared = ", your side"
        rows.append((name, f"{points:+d}", hand, "", ""))
        rows.append(("", str(totals[seat]), f"in the match{shared}", "", ""))
    kept = 5 if len({line.rule for line in score.lines}) > 1 else 4
    return ("", "points", "for", "cards", "rule")[:kept], [row[:kept] for row in rows]


#: Said where a hand leaves several seats in the lead past the target (`match.tie`).
TIED: Final = "The lead is tied: the match goes on."


def winners_text(match: Match, reader: Reader = WATCHER) -> str:
    """Say in a sentence who won the match, and how far ahead."""
    names: Sequence[str] = [reader.name(seat) for seat in match.winners]
    others = [seat for seat in range(len(match.scores)) if seat not in match.winners]
    ahead = ", ".join(f"{match.margins[match.winners[0]][seat]} ahead of {reader.name(seat)}" for seat in others)
    words = " and ".join(names)
    won = "have" if len(names) > 1 or reader.you in match.winners else "has"
    return f"{words[:1].upper()}{words[1:]} {won} won the match with {match.scores[match.winners[0]]}: {ahead}."
