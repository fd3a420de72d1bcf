"""Plays one match of a simulation: its players and seats, and the time of their decisions."""

from __future__ import annotations

import hashlib
import random
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from math import inf
from typing import ClassVar, Final, TypeVar, cast

import attrs

from rummy500.base.inputs import quoted, whole_number
from rummy500.engine.listing import LegalActions
from rummy500.engine.match import Match, draw_for_deal, match_after, plain_seed, shuffled_pack, start_match, with_points
from rummy500.engine.scoring import score_hand, seat_points, side_totals
from rummy500.engine.step import is_over
from rummy500.fast import FastRules, fast_deal, fast_rules, state_of
from rummy500.players.drive import MAX_HANDS, MAX_TURNS, SEED_BITS, play_match
from rummy500.players.players import MOST_DRAWN, PlayerError, RandomPlayer
from rummy500.players.registry import PlayerMaker, player_maker
from rummy500.rules.actions import Action
from rummy500.rules.blame import blame, blamed
from rummy500.rules.rules import Rules
from rummy500.rules.scores import HandScore
from rummy500.rules.state import State, View
from rummy500.simulate.results import HandResult, Kind, MatchFailedError, MatchResult, hand_result, one_line

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
    """Give each player of a simulation a name."""
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
    """Seat the players of a match in turn, repeated until every seat has one, moved on by one seat each match."""
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
    """Check that a limit of seconds is more than 0, or `None`."""
    if max_seconds is not None and not max_seconds > 0:
        raise ValueError(f"a decision must be given more than 0 seconds, not {max_seconds}")


def in_thread(work: Callable[[], T]) -> Future[T]:
    """Run a function in a thread of its own, which nobody can cancel, and for which Python does not wait at its end."""
    done: Future[T] = Future()
    done.set_running_or_notify_cancel()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # noqa: BLE001 - whoever waits for the result raises it
            done.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return done


class Decisions:
    """Times the decisions of one match."""

    def __init__(self, max_seconds: float | None) -> None:
        self.limit = inf if max_seconds is None else max_seconds
        #: The seat whose player is being made, or that was asked last; -1 between the two.
        self.seat = -1
        #: When it was asked; `None` between two decisions.
        self.began: float | None = None
        self.is_abandoned = False

    def play(self, match: Callable[[], T]) -> T:
        """Play a match; where decisions are limited, in a thread of its own.

        `match` makes its players, too, because some work only in the thread that made them.
        """
        if self.limit == inf:
            return match()
        played = in_thread(match)
        try:
            while True:
                left = self.limit if self.began is None else self.began + self.limit - time.monotonic()
                if wait([played], timeout=min(_LONGEST_WAIT, max(_SHORTEST_WAIT, left))).done:
                    return played.result()
                self.check()
        finally:
            self.is_abandoned = True

    def check(self) -> None:
        """Check that the decision has not taken longer than the limit."""
        began, seat = self.began, self.seat
        if began is not None and time.monotonic() - began > self.limit:
            raise PlayerError(
                f"the player of seat {seat} took longer than {self.limit:g} seconds over a decision", seat=seat
            )


class Timed:
    """The player of a seat, made from 64 bits of a source, whose decisions are timed."""

    def __init__(self, decisions: Decisions, seat: int, entrant: Entrant, source: random.Random) -> None:
        self._decisions = decisions
        decisions.seat = seat  # so that an error here names it
        self._player = entrant.make(random.Random(source.getrandbits(64)))
        decisions.seat = -1

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Choose as the player does."""
        decisions = self._decisions
        if decisions.is_abandoned:
            raise SystemExit
        decisions.seat = view.seat
        if decisions.limit == inf:
            return self._player.choose(rules, view, legal)
        decisions.began = time.monotonic()
        action = self._player.choose(rules, view, legal)
        decisions.check()  # checked here, too: the watching thread may have missed it
        decisions.began = None
        return action


# ---------------------------------------------------------------- matches


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
    number = whole_number(number, "the number of a match")
    turns, hands = whole_number(max_turns, "a limit of turns"), whole_number(max_hands, "a limit of hands")
    job = Job(rules, entrants(players), plain_seed(seed), turns, hands, max_seconds, fast=fast)
    return job.play_timed(number, Decisions(max_seconds))


@attrs.frozen
class Job:
    """The data that all matches of a simulation share, or all hands of a duel (`duels.DuelJob`)."""

    rules: Rules
    entrants: tuple[Entrant, ...]
    seed: int
    max_turns: int
    max_hands: int
    #: `None` for any time.
    max_seconds: float | None
    #: In a duel the number of the first deal.
    first: int = 0
    fast: bool = True

    kind: ClassVar[Kind] = "match"

    @property
    def parts(self) -> int:
        """How many results each match or deal has."""
        return 1

    def number_of(self, result: int) -> int:
        """Return the number of the match or deal that a result belongs to."""
        return self.first + result // self.parts

    def seating(self, number: int) -> tuple[Entrant, ...]:
        """Return the entrant of each seat."""
        return seated(self.entrants, self.rules.seats, number)

    def play(self, number: int) -> MatchResult:
        """Play a match; any error of the rules or of a player, even `SystemExit`, becomes a `MatchFailedError`."""
        decisions = Decisions(self.max_seconds)
        try:
            try:
                return self.play_timed(number, decisions)
            except (Exception, SystemExit) as error:
                blame(error, self.rules)
                raise
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            seat = error.seat if isinstance(error, PlayerError) else decisions.seat
            names = tuple(entrant.name for entrant in self.seating(number))
            failed = MatchFailedError(self.number_of(number), self.seed, names, seat, one_line(error), self.kind)
            if by_plugin := blamed(error):
                failed.add_note(by_plugin)
            raise failed from error

    def play_timed(self, number: int, decisions: Decisions) -> MatchResult:
        """Play a match; its errors are raised unchanged."""
        source = match_random(self.seed, number)
        form = fast_rules(self.rules) if self.fast else ""
        seats, turns, hands = self.seating(number), self.max_turns, self.max_hands
        is_random = all(each.make is RandomPlayer for each in seats)

        def match() -> tuple[Match, Sequence[HandResult]]:
            if isinstance(form, FastRules) and self.max_seconds is None and is_random:
                return _random_match(form, source, max_turns=turns, max_hands=hands)
            fresh = [Timed(decisions, seat, entrant, source) for seat, entrant in enumerate(seats)]
            record = play_match(self.rules, fresh, source, max_turns=turns, max_hands=hands)
            return record.match, [hand_result(index, hand) for index, hand in enumerate(record.hands)]

        played, results = decisions.play(match)
        return MatchResult(
            number,
            self.seed,
            tuple(entrant.name for entrant in seats),
            played.winners,
            played.scores,
            len(played.hands),
            sum(hand.turns for hand in results if not hand.truncated),
            not played.is_over,
            tuple(results),
        )


@attrs.frozen
class HandJob(Job):
    """The data that all single hands of a simulation share, which are matches of one hand."""

    def play_timed(self, number: int, decisions: Decisions) -> MatchResult:
        """Play a hand. It is cut off only in the middle, not because its match goes on."""
        found = Job.play_timed(self, number, decisions)
        return attrs.evolve(found, truncated=found.hand_results[-1].truncated)


def _random_match(
    form: FastRules, source: random.Random, *, max_turns: int, max_hands: int
) -> tuple[Match, Sequence[HandResult]]:
    """Play a match of random players with fast hands, as `play_match` does."""
    rules, hands = form.rules, list[HandResult]()
    sources = [random.Random(source.getrandbits(64)) for _ in range(rules.seats)]
    match = start_match(rules, dealer=draw_for_deal(rules, seed=source.getrandbits(SEED_BITS)).dealer)
    while not match.is_over and len(hands) < max_hands:
        dealer = match.dealer
        hand = fast_deal(form, match.so_far, shuffled_pack(rules, source.getrandbits(SEED_BITS)))
        turns, actions = hand.play_as_random_players(sources, source, MOST_DRAWN, max_turns)
        end = state_of(hand)
        score = _score(rules, end)
        is_cut = not score.final
        if not is_cut:
            match = match_after(rules, match, end, score, with_points(rules, match.scores, score.by_seat))
        hands.append(
            HandResult(len(hands), dealer, end.public.out_seat, end.public.ended, score.by_seat, turns, actions, is_cut)
        )
        if is_cut:
            break
    return match, hands


def _score(rules: Rules, end: State) -> HandScore:
    """Score a hand as `score_hand` does, but without the lines where no part of the rules looks at them."""
    if rules.memory.match_memory or "match_winners" in rules.answered:
        return score_hand(rules, end)
    by_seat = seat_points(rules, end)
    return HandScore((), by_seat, side_totals(rules, by_seat), is_over(end))
