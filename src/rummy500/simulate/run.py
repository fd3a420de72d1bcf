"""Play many matches one after the other, in processes, or with an executor."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Final, TypedDict, TypeVar, Unpack

from rummy500.game.deal import plain_seed
from rummy500.inputs import quoted, whole_number
from rummy500.players import MAX_HANDS, MAX_TURNS, PlayerMaker
from rummy500.rules.rules import Rules
from rummy500.simulate.matches import Entrant, Job, check_limit, entrants
from rummy500.simulate.results import MatchResult
from rummy500.simulate.sharing import packed, processes, processors, shared
from rummy500.simulate.summary import Simulation, summarise

J = TypeVar("J", bound=Job)

#: How many workers an executor is assumed to have by default: too many cost it a queue, too few leave workers idle.
_MANY: Final = 128


class Settings(TypedDict, total=False):
    """The settings of a simulation that may be left out.

    Attributes:
        max_turns: after this many turns a hand is cut off, and its match with it.
        max_hands: after this many hands a match is cut off; a duel has no matches.
        max_seconds: how long a player may take over a decision, in seconds above 0; `None` for any time.
        executor: an executor, for example a cluster's, which is left open; or a function that makes one, which is
            closed in the end. By default processes of this machine.
        workers: the number of processes, by default that of the processors, 1 to play in this process; for an executor
            the number of its workers, so that all are busy.
        fast: whether matches of random players alone may be played by fast hands (`rummy500.fast`), where the rules
            have a fast form, as they are if you say nothing; the results are the same.
    """

    max_turns: int
    max_hands: int
    max_seconds: float | None
    executor: Executor | Callable[[], Executor] | None
    workers: int | None
    fast: bool


def each_match(
    rules: Rules,
    players: Sequence[str | PlayerMaker | Entrant],
    *,
    matches: int,
    seed: int,
    **settings: Unpack[Settings],
) -> Generator[MatchResult, None, None]:
    """Play the matches of a simulation, and yield their results in order as soon as they are ready.

    Closing the generator ends the workers. On Ctrl-C, or if a worker ends, it ends them all, yields the finished
    results that had to wait for an earlier match, and then raises `KeyboardInterrupt` or `WorkersBrokeError`.

    Args:
        rules: the rules in force; all arguments are those of `simulate`.
        players: the players.
        matches: the number of matches.
        seed: a whole number, 0 or more.
        **settings: limits and workers.

    Returns:
        The result of each match, in order of number.

    Raises:
        PlayerError: as `simulate`; `SendError`, `MatchFailedError` and `WorkersBrokeError`, too. An error in a match
            comes after the results of the matches before it.
        DealError: for a negative seed.
        ValueError: for less than one worker, or a limit of 0 seconds or fewer.
        TypeError: for a number that is not a whole number.
    """
    return start(Job, rules, players, seed, matches, **settings)[1]


def start(  # noqa: PLR0913 - one argument for each setting
    kind: type[J],
    rules: Rules,
    players: Sequence[str | PlayerMaker | Entrant],
    seed: int,
    count: int,
    *,
    max_turns: int = MAX_TURNS,
    max_hands: int = MAX_HANDS,
    max_seconds: float | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    workers: int | None = None,
    first: int = 0,
    fast: bool = True,
) -> tuple[J, Generator[MatchResult, None, None]]:
    """Check and start a simulation or a duel; see `each_match` for errors."""
    check_limit(max_seconds)
    count = whole_number(count, "the number of matches" if kind is Job else "the number of deals")
    turns, hands = whole_number(max_turns, "a limit of turns"), whole_number(max_hands, "a limit of hands")
    job = kind(
        rules, entrants(players), plain_seed(seed), turns, hands, max_seconds, whole_number(first, "first"), fast
    )
    job.seating(0)
    count *= job.parts
    workers = None if workers is None else whole_number(workers, "the number of workers")
    if workers is not None and workers < 1:
        raise ValueError(f"matches are played by one worker at least, not by {quoted(workers)}")
    if executor is not None and not isinstance(executor, Executor) and not callable(executor):
        raise TypeError(
            f"{quoted(executor)} is not a concurrent.futures.Executor and does not make one; Dask's is"
            " client.get_executor()"
        )
    local = workers or processors()
    if executor is None:
        local = min(local, count)
        if local <= 1:
            return job, (job.play(number) for number in range(count))
        workers = local
    # Rules that cannot be sent are refused at once, not when the first result is asked for.
    return job, shared(job, packed(job), count, executor or partial(processes, local), workers or _MANY)


def simulate(
    rules: Rules,
    players: Sequence[str | PlayerMaker | Entrant],
    *,
    matches: int,
    seed: int,
    **settings: Unpack[Settings],
) -> Simulation:
    """Play many matches and sum them up; equal rules, players and seed give equal results on any machine.

    Args:
        rules: the rules in force.
        players: names, for example `medium` and `random`; classes or functions that make a player from a random
            source; entrants. They are repeated until every seat has one, and move on by one seat each match.
        matches: how many matches, at least one.
        seed: a whole number, 0 or more.
        **settings: limits and workers: `max_turns`, `max_hands`, `max_seconds`, `executor`, `workers`, `fast`.

    Raises:
        PlayerError: if there is no player, if there are more players than seats, or for an unknown name.
        SendError: if the rules or a player cannot be sent to a worker.
        MatchFailedError: if the rules or a player raise an error, a player returns something other than a legal action
            of its seat, or a decision takes longer than `max_seconds`; it has the seat that was asked last, and the
            match and the seed to repeat it.
        WorkersBrokeError: if a worker process ends, with the matches that may have ended it, or if none starts.
        DealError: for a negative seed.
        ValueError: for less than one match or one worker, or a limit of 0 seconds or fewer.
        TypeError: for a number that is not a whole number.
    """
    return summarise(each_match(rules, players, matches=matches, seed=seed, **settings))
