"""Plays one match of a simulation: its players and seats, and the time of their decisions."""

from __future__ import annotations

import hashlib
import random
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from typing import Final, Generic, TypeVar, cast

import attrs

from rummy500.actions import Action
from rummy500.engine.listing import LegalActions
from rummy500.fast import FastRules, fast_deal, fast_rules, state_of
from rummy500.fast.reading import score_of
from rummy500.game.deal import plain_seed, shuffled_pack
from rummy500.game.match import Match, draw_for_deal, match_after, start_match
from rummy500.inputs import quoted, whole_number
from rummy500.players import (
    MAX_HANDS,
    MAX_TURNS,
    Player,
    PlayerError,
    PlayerMaker,
    RandomPlayer,
    play_match,
    player_maker,
)
from rummy500.players.drive import SEED_BITS
from rummy500.players.players import MOST_DRAWN
from rummy500.rules.rules import Rules
from rummy500.simulate.results import HandResult, MatchResult, hand_result
from rummy500.state import View

T = TypeVar("T")


@attrs.frozen
class Entrant:
    """A player of a simulation: a name, and a maker of the player for each match.

    Attributes:
        name: its name in the results.
        make: makes the player for a match, given a random source.
    """

    name: str
    make: PlayerMaker


def entrants(players: Sequence[str | PlayerMaker | Entrant]) -> tuple[Entrant, ...]:
    """Give each player of a simulation a name.

    Args:
        players: names of players of the library; classes or functions that make players, by their names; entrants.

    Raises:
        PlayerError: if the list is empty, for an unknown name, a maker without a name, or two makers of one name.
    """
    if isinstance(players, str) or not players:
        raise PlayerError(
            "name at least one player" if not players else f"players must be a list, for example [{quoted(players)}]"
        )
    found = tuple(_entrant(player) for player in players)
    makers: dict[str, PlayerMaker] = {}
    for each in found:
        if makers.setdefault(each.name, each.make) != each.make:
            raise PlayerError(f"two players are called {each.name}: give one another name, Entrant(name, make)")
    return found


def _entrant(player: object) -> Entrant:
    if isinstance(player, Entrant):
        return player
    if isinstance(player, str):
        return Entrant(player, player_maker(player))
    if not callable(player):
        raise PlayerError(
            f"{quoted(player)} makes no player: give a class or a function that makes a new player for each match"
        )
    name: object = getattr(player, "__name__", None)
    if not isinstance(name, str):
        raise PlayerError(f"{quoted(player)} has no name: give it one, Entrant(name, make)")
    return Entrant(name, cast("PlayerMaker", player))


def seated(players: Sequence[T], seats: int, number: int) -> tuple[T, ...]:
    """Seat the players of a match in turn, moved on by one seat each match.

    Args:
        players: the players; they are repeated until every seat has one.

    Raises:
        PlayerError: if there are more players than seats.
    """
    if len(players) > seats:
        raise PlayerError(f"{len(players)} players for {seats} seats")
    return tuple(players[(seat + number) % seats % len(players)] for seat in range(seats))


def seat_players(players: Sequence[str | PlayerMaker | Entrant], seats: int, number: int) -> tuple[str, ...]:
    """Return the name of each seat's player in a match, moved on by one seat each match.

    Args:
        players: the players, as for `simulate`; they are repeated until every seat has one.
        seats: how many seats there are.
        number: the match's number, from 0.

    Raises:
        PlayerError: if there is no player, if there are more players than seats, or for an unknown name.
    """
    return tuple(entrant.name for entrant in seated(entrants(players), seats, number))


# ---------------------------------------------------------------- decisions
# Time the decisions of a match, and remember which seat decided last.
#
# Python cannot stop a call from outside. A match with a time limit is therefore played in a thread of its own, while
# the thread that asked for it watches the clock. This works in any process, with any executor, on any system. When a
# decision takes too long, the watching thread raises the error and abandons the match's thread, which ends when its
# player returns, and at the latest with the process.

#: The longest wait of the watching thread in seconds, because on Windows Ctrl-C has no effect during a wait.
_LONGEST_WAIT: Final = 1.0
#: The shortest wait of the watching thread in seconds, so that the match's thread gets the processor.
_SHORTEST_WAIT: Final = 0.005


def check_limit(max_seconds: float | None) -> None:
    """Check a limit of seconds.

    Args:
        max_seconds: seconds, or `None` for no limit.

    Raises:
        ValueError: for 0 seconds or fewer.
    """
    if max_seconds is not None and not max_seconds > 0:
        raise ValueError(f"a decision must be given more than 0 seconds, not {max_seconds}")


class Decisions:
    """Times the decisions of one match.

    Args:
        max_seconds: how long a decision may take; `None` for any time.

    Attributes:
        seat: the seat that was asked last; -1 before the first decision.
    """

    def __init__(self, max_seconds: float | None) -> None:
        self.seat = -1
        self._limit = max_seconds
        self._open: tuple[int, float] | None = None  # the seat that decides, and since when
        self._abandoned = False

    @property
    def are_limited(self) -> bool:
        """Whether a decision may take only so long."""
        return self._limit is not None

    def timed(self, players: Sequence[Player]) -> list[Player]:
        """Wrap the players so that their decisions are timed."""
        return [_Timed(self, player, seat) for seat, player in enumerate(players)]

    def play(self, match: Callable[[], T]) -> T:
        """Play a match; where decisions are limited, in a thread of its own.

        Args:
            match: plays the match with players that `timed` wrapped, and makes them, too: some work only in the thread
                that made them.

        Returns:
            What `match` returns.

        Raises:
            PlayerError: if a decision takes too long.
        """
        if self._limit is None:
            return match()
        played = _Played(match)
        threading.Thread(target=played.run, name="rummy500-match", daemon=True).start()
        try:
            while not wait([played.future], timeout=self._next_look(self._limit)).done:
                self._check(self._limit)
            return played.future.result()
        finally:
            self._abandoned = True

    def choose(self, seat: int, player: Player, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Have a player decide, and time it."""
        if self._abandoned:
            raise SystemExit  # the match was abandoned
        self.seat = seat
        if self._limit is None:
            return player.choose(rules, view, legal)
        self._open = seat, time.monotonic()
        action = player.choose(rules, view, legal)
        self._check(self._limit)  # checked here, too: the watching thread may have missed it
        self._open = None
        return action

    def _next_look(self, limit: float) -> float:
        deciding = self._open
        left = limit if deciding is None else deciding[1] + limit - time.monotonic()
        return min(_LONGEST_WAIT, max(_SHORTEST_WAIT, left))

    def _check(self, limit: float) -> None:
        deciding = self._open
        if deciding is not None and time.monotonic() - deciding[1] > limit:
            raise PlayerError(
                f"the player of seat {deciding[0]} took longer than {limit:g} seconds over a decision", seat=deciding[0]
            )


class _Timed:
    def __init__(self, decisions: Decisions, player: Player, seat: int) -> None:
        self._decisions = decisions
        self._player = player
        self._seat = seat

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Choose as the player does."""
        return self._decisions.choose(self._seat, self._player, rules, view, legal)


class _Played(Generic[T]):
    """A match in a thread, with its result or error."""

    def __init__(self, match: Callable[[], T]) -> None:
        self._match = match
        self.future: Future[T] = Future()

    def run(self) -> None:
        """Play the match; an error is raised later, when the result is asked for."""
        try:
            self.future.set_result(self._match())
        except BaseException as error:  # noqa: BLE001 - a player may raise anything; it is raised again there
            self.future.set_exception(error)


# ---------------------------------------------------------------- matches
# Play one match of a simulation.


def match_random(seed: int, number: int) -> random.Random:
    """Make the random source of a match.

    Args:
        seed: the seed of the simulation, 0 or more.
        number: the match's number, from 0.

    Raises:
        DealError: for a negative seed.
        TypeError: for a value that is not a whole number.
    """
    text = f"{plain_seed(seed)}:{whole_number(number, 'the number of a match')}"
    return random.Random(int.from_bytes(hashlib.sha256(text.encode()).digest(), "big"))


def simulate_match(
    rules: Rules,
    players: Sequence[str | PlayerMaker | Entrant],
    *,
    seed: int,
    number: int,
    max_turns: int = MAX_TURNS,
    max_hands: int = MAX_HANDS,
    max_seconds: float | None = None,
    fast: bool = True,
) -> MatchResult:
    """Play one match of a simulation in this process; the same arguments give the same result.

    An error of the rules or of a player is raised unchanged.

    Args:
        rules: the rules in force.
        players: the players, as for `simulate`.
        seed: the seed of the simulation, 0 or more.
        number: the match's number, from 0.
        max_turns: after this many turns a hand is cut off.
        max_hands: after this many hands the match is cut off.
        max_seconds: how long a player may take for a decision, in seconds above 0; `None` for any time. With a limit
            the match is played in a thread of its own.
        fast: whether fast hands may be played, as for `simulate`.

    Raises:
        PlayerError: as `seat_players` and `play_match`, and if a decision takes longer than `max_seconds`.
        DealError: for a negative seed.
        ValueError: for a limit of 0 seconds or fewer.
        TypeError: for a number that is not a whole number.
    """
    check_limit(max_seconds)
    decisions = Decisions(max_seconds)
    number = whole_number(number, "the number of a match")
    seats = seated(entrants(players), rules.seats, number)
    seed = plain_seed(seed)
    return play_entrants(
        rules, seats, decisions, seed=seed, number=number, max_turns=max_turns, max_hands=max_hands, fast=fast
    )


def play_entrants(
    rules: Rules,
    seats: Sequence[Entrant],
    decisions: Decisions,
    *,
    seed: int,
    number: int,
    max_turns: int,
    max_hands: int,
    fast: bool,
) -> MatchResult:
    """Play one match of a simulation, as `simulate_match` does.

    Args:
        seats: the entrant of each seat.
        decisions: times the decisions; afterwards it knows which seat decided last.
        seed: the seed of the simulation, 0 or more.
        max_turns: after this many turns a hand is cut off.
        max_hands: after this many hands a match is cut off.
        fast: whether fast hands may be played.

    Raises:
        PlayerError: as `simulate_match`.
    """
    source = match_random(seed, number)
    form = fast_rules(rules) if fast else ""
    if isinstance(form, FastRules) and not decisions.are_limited and all(each.make is RandomPlayer for each in seats):
        sources = [random.Random(source.getrandbits(64)) for _ in seats]
        return _result(
            number, seed, seats, *_random_match(form, sources, source, max_turns=max_turns, max_hands=max_hands)
        )

    def match() -> tuple[Match, Sequence[HandResult]]:
        fresh = [entrant.make(random.Random(source.getrandbits(64))) for entrant in seats]
        timed = decisions.timed(fresh)
        record = play_match(rules, timed, source, max_turns=max_turns, max_hands=max_hands)
        return record.match, [hand_result(index, hand) for index, hand in enumerate(record.hands)]

    return _result(number, seed, seats, *decisions.play(match))


def _result(number: int, seed: int, seats: Sequence[Entrant], match: Match, hands: Sequence[HandResult]) -> MatchResult:
    return MatchResult(
        number,
        seed,
        tuple(entrant.name for entrant in seats),
        match.winners,
        match.scores,
        len(match.hands),
        sum(hand.turns for hand in hands if not hand.truncated),
        not match.is_over,
        tuple(hands),
    )


def _random_match(
    form: FastRules, sources: Sequence[random.Random], source: random.Random, *, max_turns: int, max_hands: int
) -> tuple[Match, Sequence[HandResult]]:
    """Play a match of random players with fast hands, as `play_match` does."""
    rules, hands = form.rules, list[HandResult]()
    most_turns = whole_number(max_turns, "a limit of turns")
    most_hands = whole_number(max_hands, "a limit of hands")
    match = start_match(rules, dealer=draw_for_deal(rules, seed=source.getrandbits(SEED_BITS)).dealer)
    while not match.is_over and len(hands) < most_hands:
        dealer = match.dealer
        hand = fast_deal(form, match.so_far, shuffled_pack(rules, source.getrandbits(SEED_BITS)))
        turns, actions = hand.play_as_random_players(sources, source, MOST_DRAWN, most_turns)
        end = state_of(hand)
        score = score_of(hand, end)
        is_cut = not score.final
        if not is_cut:
            match = match_after(rules, match, end, score)
        hands.append(
            HandResult(len(hands), dealer, end.public.out, end.public.ended, score.by_seat, turns, actions, is_cut)
        )
        if is_cut:
            break
    return match, hands
