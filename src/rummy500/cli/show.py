"""Show a hand as text: one seat's view or the whole state, and a log of the actions, turn by turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rummy500.actions import DECK, DRAW, NONE, RESHUFFLE, Action
from rummy500.cards import NATURALS, Bag, card_text, cards_of, cards_text, minus, suit_of
from rummy500.cli.screen import Screen
from rummy500.engine.rounds import must_act
from rummy500.engine.step import is_over
from rummy500.melds import meld_text
from rummy500.notation.actions import bare_text
from rummy500.rules import Note, Rules, notes
from rummy500.rules.scores import HandScore, ScoreLine
from rummy500.state import ENDED_CIRCLE, ENDED_OUT, ENDED_STOCK, PublicState, State, View
from rummy500.view import told


def seat_name(seat: int, you: int = -1) -> str:
    """Return the name of a seat."""
    if seat == DECK:
        return "deck"
    return "you" if seat == you else f"seat {seat}"


def rules_name(rules: Rules) -> str:
    """Name rules in short: the preset, and the plugins in play."""
    plugins = [name for name, _ in rules.identity.plugins]
    return f"{rules.preset.name} with {', '.join(plugins)}" if plugins else rules.preset.name


def suits_of(bag: Bag) -> list[str]:
    """Sort a hand by suit and rank, with a text for each suit."""
    suits: dict[int, list[int]] = {}
    for card in cards_of(bag):
        suits.setdefault(suit_of(card) if card < NATURALS else card, []).append(card)
    return [cards_text(cards) for cards in suits.values()] or ["(no cards)"]


def pile_parts(pile: bytes) -> list[str]:
    """List the pile, oldest card first, each with its depth."""
    return [f"{card_text(card)}/{len(pile) - index}" for index, card in enumerate(pile)]


def _show_open(screen: Screen, public: PublicState, you: int) -> None:
    for number, meld in enumerate(public.table, 1):
        owner, _, cards = meld_text(meld).partition(" ")
        by = " (yours)" if meld.owner == you else f" (seat {owner})"
        screen.line(f"{f'm{number}':9} {cards}{by}")
    if not public.table:
        screen.line("table     no melds yet")
    screen.packed("pile", pile_parts(public.pile) or ["empty"])
    screen.line(f"stock     {public.stock_count} card{'' if public.stock_count == 1 else 's'}")


def show_view(screen: Screen, rules: Rules, view: View, scores: Sequence[int]) -> None:
    """Show a seat's view: the known cards of the others' hands, table, pile, stock, its own hand.

    Args:
        screen: where to.
        rules: the rules in force.
        view: the seat's view.
        scores: each seat's score in the match.
    """
    public = view.public
    for seat in range(public.seats):
        size = public.hand_size(seat)
        cards = f"{size} card{'' if size == 1 else 's'}"
        known = cards_text(cards_of(public.known[seat])).split() if seat != view.seat else []
        shown = [f"{cards:9} score {scores[seat]:<5}", *(["holds"] if known else []), *known]
        screen.packed(seat_name(seat, view.seat), shown, between=" ")
    _show_open(screen, public, view.seat)
    show_notes(screen, notes(rules, view), view.seat)
    drawn = cards_text(cards_of(view.drawn))
    unseen = not view.hand and view.public.hand_size(view.seat) > 0
    hand = ["not looked at yet"] if unseen else suits_of(view.hand)
    screen.packed("hand", [*hand, *([f"(drawn: {drawn})"] if drawn else [])], between="   ")


def show_notes(screen: Screen, shown: Iterable[Note], you: int = -1) -> None:
    """Show the notes of plugins, those with one label on a line.

    Args:
        screen: where to.
        shown: the notes.
        you: the reader's seat, -1 for none.
    """
    lines: dict[str, list[str]] = {}
    for note in shown:
        text = note.text if note.seat == NONE else f"{seat_name(note.seat, you)}: {note.text}"
        lines.setdefault(note.label, []).append(text)
    for label, texts in lines.items():
        screen.packed(label, texts, between="   ")


def show_state(screen: Screen, rules: Rules, state: State) -> None:
    """Show a whole state, every hand included: for transcripts and games between machine players."""
    public = state.public
    for seat in range(rules.seats):
        on_turn = ["<"] if must_act(rules, public, seat) and not is_over(state) else []
        screen.packed(seat_name(seat), [*suits_of(state.hands[seat]), *on_turn], between="   ")
    _show_open(screen, public, -1)
    show_notes(screen, notes(rules, state))


class TurnLog:
    """Logs actions, one line for each turn.

    Args:
        screen: where to.
        rules: the rules in force.
        you: the seat of the reader; -1 for a reader who may see every card.
    """

    def __init__(self, screen: Screen, rules: Rules, you: int = -1) -> None:
        self._screen = screen
        self._rules = rules
        self._you = you
        self._seat = DECK
        self._done: list[str] = []

    def __call__(self, before: State, action: Action, after: State) -> None:
        """Record a step, and write the turn if the step ends it."""
        if action.seat != self._seat:
            self.flush()
        self._seat = action.seat
        self._done.append(self._words(before, action, after))
        if is_over(after) or after.public.last != before.public.last:
            self.flush()

    def flush(self) -> None:
        """Write the actions since the last turn ended."""
        if self._done:
            name = seat_name(self._seat, self._you)
            *first, last = self._done
            self._screen.packed(name, [*(f"{words};" for words in first), last], between=" ")
        self._done = []

    def _words(self, before: State, action: Action, after: State) -> str:
        if action.verb == RESHUFFLE:
            return f"reshuffle the pile: {len(action.cards)} cards"
        shown = action if self._you < 0 else told(self._rules, before, action, self._you)
        words = bare_text(shown, before)
        if action.verb == DRAW and self._you in (-1, action.seat):
            new = minus(after.hands[action.seat], before.hands[action.seat])
            words += f" ({cards_text(cards_of(new))})" if new else ""
        return words


_ENDS = {
    ENDED_OUT: "{out} went out.",
    ENDED_STOCK: "The stock ran out.",
    ENDED_CIRCLE: "The stock is empty and everybody only took the top card: the hand is over.",
}


def ending(public: PublicState, you: int = -1) -> str:
    """Describe in a sentence how a hand ended."""
    words = _ENDS.get(public.ended, "The hand is over.").format(out=seat_name(public.out, you))
    return words[:1].upper() + words[1:]


def show_match_lines(screen: Screen, lines: Sequence[ScoreLine], you: int = -1) -> None:
    """Show the score lines that the match adds."""
    for line in lines:
        screen.line(f"{seat_name(line.seat, you)}: {line.points:+d} {line.about} ({line.rule})")


def show_score(screen: Screen, score: HandScore, totals: Sequence[int], you: int = -1) -> None:
    """Show the score of a hand line by line, and the totals after it.

    Args:
        screen: where to.
        score: the score of the hand.
        totals: each seat's score in the match, after the hand if it is over.
        you: the reader's seat, -1 for none.
    """
    rows: list[tuple[str, str, str, str, str]] = []
    for seat, points in enumerate(score.by_seat):
        name = seat_name(seat, you)
        for line in score.lines:
            if line.seat == seat:
                rows.append((name, f"{line.points:+d}", line.about, line.cards, line.rule))
                name = ""
        rows.append(
            (name, f"{points:+d}", "this hand, as far as seen" if seat in score.partial else "this hand", "", "")
        )
        rows.append(("", str(totals[seat]), "in the match", "", ""))
    screen.table(("", "points", "for", "cards", "rule"), rows, right=(1,), fold=(2, 3))
