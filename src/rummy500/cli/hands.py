"""Play hands of a match at the terminal: show them turn by turn, score them, record them for a transcript."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rummy500.actions import Action
from rummy500.cli.human import Ask, Human, Quit
from rummy500.cli.screen import Screen
from rummy500.cli.show import TurnLog, ending, seat_name, show_match_lines, show_notes, show_score, show_state
from rummy500.match import Match, draw_for_deal, next_hand, record_hand, start_match
from rummy500.notation.transcript import Hand
from rummy500.players import Player, play_hand, player_named
from rummy500.rules import Rules, match_notes
from rummy500.state import State

_SEED_BITS = 63


class Table:
    """A match at the terminal.

    Args:
        screen: where to show it.
        rules: the rules in force.
        source: the random source of decks and players.
        opponent: the name of the machine players.
    """

    def __init__(self, screen: Screen, rules: Rules, source: random.Random, opponent: str) -> None:
        self._screen = screen
        self._rules = rules
        self._source = source
        self._you = -1
        self._ask: Ask | None = None
        self._log = TurnLog(screen, rules)
        self._players: list[Player] = [
            player_named(opponent, random.Random(source.getrandbits(_SEED_BITS))) for _ in range(rules.seats)
        ]
        dealer = draw_for_deal(rules, seed=source.getrandbits(_SEED_BITS)).dealer
        self._match = start_match(rules, dealer=dealer)
        self._hands: list[Hand] = []
        self._actions: list[Action] = []

    def seat_human(self, seat: int, ask: Ask) -> None:
        """Let a person play a seat.

        Args:
            seat: the seat.
            ask: reads a line that the person types.
        """
        self._you, self._ask = seat, ask
        self._log = TurnLog(self._screen, self._rules, seat)
        self._players[seat] = Human(self._screen, ask, self._log, lambda: self._match.scores)

    @property
    def hands(self) -> tuple[Hand, ...]:
        """Return every hand so far, an unfinished one too."""
        return tuple(self._hands)

    def play(self, most: int | None) -> None:
        """Play hands until a player has won.

        Args:
            most: the most hands, `None` for no limit.
        """
        played = 0
        try:
            while not self._match.is_over and (most is None or played < most):
                if played and self._ask is not None:
                    self._pause(self._ask)
                self._play_hand()
                played += 1
        except Quit:
            self._screen.line("You have left the table.")
            return
        if self._match.is_over:
            self._screen.line()
            self._screen.line(_winners(self._match, self._you), "good")

    def _pause(self, ask: Ask) -> None:
        self._screen.line()
        if ask("Enter for the next hand, `quit` to stop > ").lower() in ("quit", "q", "exit"):
            raise Quit

    def _play_hand(self) -> None:
        rules, screen, before = self._rules, self._screen, self._match
        dealt = next_hand(rules, before, seed=self._source.getrandbits(_SEED_BITS))
        start = dealt.hand
        if start is None:
            return
        screen.title(f"Hand {len(before.hands) + 1}: {seat_name(before.dealer, self._you)} dealt")
        if self._you < 0:
            show_state(screen, rules, start)
            screen.line()
        self._actions = []
        try:
            record = play_hand(rules, start, self._players, self._source, watch=self._watch)
        finally:
            self._hands.append(Hand(start, tuple(self._actions)))
        if record.truncated:
            screen.line(f"The hand was broken off after {record.turns} turns.")
            raise Quit
        self._match = record_hand(rules, before, record.end)
        screen.line()
        screen.line(ending(record.end.public, self._you))
        if self._you < 0:
            screen.line()
            show_state(screen, rules, record.end)
        screen.title("Score")
        show_score(screen, record.score, self._match.scores, self._you)
        show_match_lines(screen, self._match.lines[len(before.lines) :], self._you)
        show_notes(screen, match_notes(rules, self._match), self._you)

    def _watch(self, before: State, action: Action, after: State) -> None:
        self._actions.append(action)
        self._log(before, action, after)


def _winners(match: Match, you: int) -> str:
    names: Sequence[str] = [seat_name(seat, you) for seat in match.winners]
    others = [seat for seat in range(len(match.scores)) if seat not in match.winners]
    ahead = ", ".join(f"{match.margins[match.winners[0]][seat]} ahead of {seat_name(seat, you)}" for seat in others)
    words = " and ".join(names)
    won = "have" if len(names) > 1 or you in match.winners else "has"
    return f"{words[:1].upper()}{words[1:]} {won} won the match with {match.scores[match.winners[0]]}: {ahead}."
