"""Share out matches to workers, play lost shares again, and yield the results in order.

If a worker ends, a pool of processes does not know which share has ended it: every share under way is lost. All are
played again, half as many at a time, so that the one that ends its workers is finally alone; each share that is
finished lets one more start. A share that was alone is played again match by match, so that the error names a match.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from heapq import heappop, heappush
from typing import Final

import attrs

from rummy500.simulate.errors import SendError, WorkersBrokeError, one_line
from rummy500.simulate.pools import Pool
from rummy500.simulate.results import MatchResult
from rummy500.simulate.shares import Outcome, play_share, ready

#: The most matches of a share; a slow share is returned in parts (`shares.SECONDS`).
_MOST: Final = 16
#: A share is this part of the matches left for one worker, so that all workers end together.
_PART: Final = 4
#: How often a match may end a worker that plays nothing else.
_TRIES: Final = 3

_log: Final = logging.getLogger("rummy500.simulate")


@attrs.frozen(order=True)
class Share:
    """A share: some matches in a row.

    Attributes:
        first: the number of the first.
        end: the number after the last.
    """

    first: int
    end: int


@attrs.frozen
class _UnderWay:
    """A share under way, with the round in which it began, and whether it is alone."""

    share: Share
    round: int
    alone: bool


@attrs.frozen
class _Done:
    """A finished share: the number after it, its results, and the error that ended it."""

    end: int
    results: tuple[MatchResult, ...]
    error: Exception | None


class Sharing:
    """Shares out the matches of a simulation.

    Args:
        sent: the job of all matches, as bytes of `Job.packed`.
        seed: the seed of the simulation.
        matches: how many there are.
        pool: the executor that plays them.
        workers: about how many workers it has.
        window: the most shares under way at a time.
    """

    __slots__ = (
        "_again", "_any_done", "_done", "_end", "_running", "_next", "_pool", "_round", "_seed", "_sent", "_tries",
        "_unseen", "_widest", "_window", "_workers",
    )  # fmt: skip

    def __init__(self, sent: bytes, seed: int, matches: int, pool: Pool, *, workers: int, window: int) -> None:
        self._sent = sent
        self._seed = seed
        self._pool = pool
        self._workers = workers
        self._window = self._widest = window
        self._next, self._end = 0, matches
        self._again: list[Share] = []
        self._running: dict[Future[Outcome], _UnderWay] = {}
        self._done: dict[int, _Done] = {}
        self._tries: dict[int, int] = {}
        self._round = 0
        self._any_done = False
        self._unseen = 0  # the number of the first match whose result has not been yielded

    def results(self) -> Generator[MatchResult, None, None]:
        """Yield the result of each match in order; after Ctrl-C also those finished ahead of others.

        Raises:
            KeyboardInterrupt: after Ctrl-C, when those results have been yielded.
            MatchFailedError: for the first match that ends in an error, after the results of those before it.
            WorkersBrokeError: for the first match that ends its worker again and again, likewise; at once if no worker
                starts.
            SendError: if a worker cannot unpack the job.
        """
        try:
            yield from self._in_order()
        except KeyboardInterrupt:
            for future, running in self._running.items():
                if future.done() and not future.cancelled() and future.exception() is None:
                    self._store(running.share, future.result().results, None)
            self._abort()
            for first in sorted(self._done):
                yield from self._given(first)
            raise
        except BaseException:  # GeneratorExit, too: a caller that stops early need not wait
            self._abort()
            raise
        self._pool.close()

    def _in_order(self) -> Iterator[MatchResult]:
        number, matches = 0, self._end
        while number < matches:
            self._send()
            if number not in self._done:
                self._receive()
                continue
            yield from self._given(number)
            done = self._done.pop(number)
            if done.error is not None:
                raise done.error
            number = done.end

    def _given(self, first: int) -> Iterator[MatchResult]:
        for result in self._done[first].results:
            if result.number >= self._unseen:
                self._unseen = result.number + 1
                yield result

    def _abort(self) -> None:
        for future in self._running:
            future.cancel()
        self._pool.abort()

    def _take(self) -> Share | None:
        """Take the next share: the first one to be played again, or a new one; none if all are under way."""
        while self._again:
            share = heappop(self._again)
            if share.first < self._end:
                return share
        left = self._end - self._next
        if left <= 0:
            return None
        first = self._next
        self._next += max(1, min(_MOST, left // (self._workers * _PART)))
        return Share(first, self._next)

    def _send(self) -> None:
        while len(self._running) < self._window:
            share = self._take()
            if share is None:
                return
            running = _UnderWay(share, self._round, alone=self._window == 1)
            try:
                future = self._pool.submit(play_share, self._sent, share.first, share.end, self._round)
            except BrokenExecutor as error:
                self._replay(running, error)
            else:
                self._running[future] = running

    def _receive(self) -> None:
        for future in wait(self._running, return_when=FIRST_COMPLETED).done:
            running = self._running.pop(future)
            try:
                outcome = future.result()
            except Exception as error:  # noqa: BLE001 - not of the matches, whose errors come as outcomes
                self._replay(running, error)
                continue
            if outcome.unread:
                raise SendError(
                    f"a worker cannot load the rules or the players: {outcome.unread}; workers must be able to import "
                    "the same modules and have the same plugins installed"
                )
            self._any_done = True
            self._window = min(self._window + 1, self._widest)
            failure, share = outcome.failure, running.share
            reached = share.first + len(outcome.results)
            if failure is None and reached < share.end:  # the share took too long: the rest is played later
                heappush(self._again, Share(reached, share.end))
                share = Share(share.first, reached)
            self._store(share, outcome.results, None if failure is None else failure.to_raise())

    def _store(self, share: Share, results: tuple[MatchResult, ...], error: Exception | None) -> None:
        self._done[share.first] = _Done(share.end, results, error)
        if error is not None:
            self._end = min(self._end, share.first)  # matches after it are not needed

    def _replay(self, running: _UnderWay, error: Exception) -> None:
        """Play a share again whose worker has ended."""
        first_of_round = running.round == self._round
        if first_of_round:
            self._round += 1
            self._window = max(1, min(self._window, len(self._running) + 1) // 2)
            _log.warning("a worker has ended (%s); what it had to do is done again", one_line(error))
            if isinstance(error, BrokenExecutor):
                self._pool.replace()
            if not self._any_done:
                self._try_out()
        share = running.share
        if not running.alone:
            heappush(self._again, share)
        elif share.end - share.first > 1:
            for number in range(share.first, share.end):
                heappush(self._again, Share(number, number + 1))
        else:
            self._replay_alone(share, error)

    def _replay_alone(self, share: Share, error: Exception) -> None:
        number, seed = share.first, self._seed
        tries = self._tries[number] = self._tries.get(number, 0) + 1
        if tries < _TRIES:
            heappush(self._again, share)
            return
        broke = WorkersBrokeError(
            f"match {number} of seed {seed} has ended its worker {tries} times, the last time with {one_line(error)}; "
            f"simulate_match(rules, players, seed={seed}, number={number}) plays it in a process of your own"
        )
        broke.__cause__ = error
        self._store(share, (), broke)

    def _try_out(self) -> None:
        """Check that workers start at all, if none has finished anything yet.

        Raises:
            WorkersBrokeError: if they do not.
        """
        try:
            self._pool.submit(ready).result()
        except Exception as error:
            raise WorkersBrokeError(
                f"no worker starts: {one_line(error)}; worker processes import the main program, so start the "
                "simulation under `if __name__ == '__main__':` there"
            ) from error
