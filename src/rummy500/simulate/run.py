"""Play many matches one after the other, in processes, or with an executor."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Final

from rummy500.game.deal import plain_seed
from rummy500.inputs import quoted, whole_number
from rummy500.players import MAX_HANDS, MAX_TURNS
from rummy500.rules.rules import Rules
from rummy500.simulate.matches import Entrant, PlayerMaker, check_limit, entrants, seated
from rummy500.simulate.results import MatchResult
from rummy500.simulate.sharing import Job, Pool, Sharing, processes, processors
from rummy500.simulate.summary import Simulation, summarise

#: How many shares each worker has: one in play and one waiting.
_EACH: Final = 2
#: How many workers an executor is assumed to have by default.
_MANY: Final = 128


def each_match(  # noqa: PLR0913 - one argument for each setting
    rules: Rules,
    players: Sequence[str | PlayerMaker | Entrant],
    *,
    matches: int,
    seed: int,
    max_turns: int = MAX_TURNS,
    max_hands: int = MAX_HANDS,
    max_seconds: float | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    workers: int | None = None,
) -> Generator[MatchResult, None, None]:
    """Play the matches of a simulation, and yield their results in order as soon as they are ready.

    Closing the generator ends the workers. On Ctrl-C it ends them, yields the finished results that had to wait for an
    earlier match, and then raises `KeyboardInterrupt`.

    Args:
        rules: the rules in force; all arguments are those of `simulate`.
        players: the players.
        matches: the number of matches.
        seed: a whole number, 0 or more.
        max_turns: after this many turns a hand is cut off.
        max_hands: after this many hands a match is cut off.
        max_seconds: how long a player may take over a decision.
        executor: the executor that plays them.
        workers: the number of workers.

    Returns:
        The result of each match, in order of number.

    Raises:
        PlayerError: as `simulate`; `SendError`, `MatchFailedError` and `WorkersBrokeError`, too. An error in a match
            comes after the results of the matches before it.
        DealError: for a negative seed.
        ValueError: for less than one worker, or a limit of 0 seconds or fewer.
        TypeError: for a number that is not a whole number.
    """
    check_limit(max_seconds)
    matches = whole_number(matches, "the number of matches")
    turns, hands = whole_number(max_turns, "a limit of turns"), whole_number(max_hands, "a limit of hands")
    job = Job(rules, entrants(players), plain_seed(seed), turns, hands, max_seconds)
    seated(job.entrants, rules.seats, 0)
    workers = None if workers is None else whole_number(workers, "the number of workers")
    if workers is not None and workers < 1:
        raise ValueError(f"matches are played by one worker at least, not by {quoted(workers)}")
    if executor is None:
        count = min(workers or processors(), matches)
        if count <= 1:
            return _here(job, matches)
        make = partial(processes, count)
        return _shared(job, matches, make, make, workers=count, window=_EACH * count)
    if not isinstance(executor, Executor) and not callable(executor):
        raise TypeError(
            f"{quoted(executor)} is not a concurrent.futures.Executor and does not make one; Dask's is"
            " client.get_executor()"
        )
    count = workers or _MANY
    make = partial(processes, workers or processors())
    return _shared(job, matches, executor, make, workers=count, window=_EACH * count)


def _here(job: Job, matches: int) -> Generator[MatchResult, None, None]:
    """Play in this process."""
    for number in range(matches):
        yield job.play(number)


def _shared(
    job: Job,
    matches: int,
    executor: Executor | Callable[[], Executor],
    make: Callable[[], Executor],
    *,
    workers: int,
    window: int,
) -> Generator[MatchResult, None, None]:
    sent = job.packed()  # rules that cannot be sent are refused at once, not when the first result is asked for

    def results() -> Generator[MatchResult, None, None]:
        pool = Pool(executor, make)
        yield from Sharing(sent, job.seed, matches, pool, workers=workers, window=window).results()

    return results()


def simulate(  # noqa: PLR0913 - one argument for each setting
    rules: Rules,
    players: Sequence[str | PlayerMaker | Entrant],
    *,
    matches: int,
    seed: int,
    max_turns: int = MAX_TURNS,
    max_hands: int = MAX_HANDS,
    max_seconds: float | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    workers: int | None = None,
) -> Simulation:
    """Play many matches and sum them up; equal rules, players and seed give equal results on any machine.

    Args:
        rules: the rules in force.
        players: names, for example `greedy` and `random`; classes or functions that make a player from a random
            source; entrants. They are repeated until every seat has one, and move on by one seat each match.
        matches: how many matches, at least one.
        seed: a whole number, 0 or more.
        max_turns: after this many turns a hand is cut off, and its match with it.
        max_hands: after this many hands a match is cut off.
        max_seconds: how long a player may take over a decision, in seconds above 0; `None` for any time.
        executor: an executor, for example a cluster's, which is left open; or a function that makes one, which is
            closed in the end. By default processes of this machine.
        workers: the number of processes, by default that of the processors, 1 to play in this process; for an executor
            the number of its workers, so that all are busy.

    Raises:
        PlayerError: if there is no player, if there are more players than seats, or for an unknown name.
        SendError: if the rules or a player cannot be sent to a worker.
        MatchFailedError: if the rules or a player raise an error, a player returns something other than a legal action
            of its seat, or a decision takes longer than `max_seconds`; it has the seat that was asked last, and the
            match and the seed to repeat it.
        WorkersBrokeError: if a match ends its worker again and again, or no worker starts.
        DealError: for a negative seed.
        ValueError: for less than one match or one worker, or a limit of 0 seconds or fewer.
        TypeError: for a number that is not a whole number.
    """
    return summarise(
        each_match(
            rules,
            players,
            matches=matches,
            seed=seed,
            max_turns=max_turns,
            max_hands=max_hands,
            max_seconds=max_seconds,
            executor=executor,
            workers=workers,
        )
    )
