"""Matches shared out to workers: who plays what, what is played again, and the results in order.

Where a worker ends, a pool of processes cannot tell which share has ended it: every share under way is lost. All are
played again, half as many at a time, so that the one that ends its workers is alone in the end; each share that comes
back lets one more be under way. A share that was alone is played again match by match, so that the error names a match.
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

#: At most so many matches make a share; one that takes long comes back earlier, in parts (`shares.SECONDS`).
_MOST: Final = 16
#: Of the matches that are left a share is this part of one worker's, so that all workers end together.
_PART: Final = 4
#: So often a match may end a worker that plays nothing else.
_TRIES: Final = 3

_log: Final = logging.getLogger("rummy500.simulate")


@attrs.frozen(order=True)
class Share:
    """Some matches in a row.

    Attributes:
        first: the number of the first.
        end: the number after the last.
    """

    first: int
    end: int


@attrs.frozen
class _Going:
    """A share under way: when it was begun, and whether nothing else was."""

    share: Share
    round: int
    alone: bool


@attrs.frozen
class _Done:
    """A share that was played: the number after it, its results, and the error that ended it."""

    end: int
    results: tuple[MatchResult, ...]
    error: Exception | None


class Sharing:
    """The matches of a simulation, shared out.

    Args:
        sent: what the matches have in common, as `Job.packed` gave it.
        seed: the seed of the simulation.
        matches: how many there are.
        pool: where they are played.
        workers: how many workers it has, about.
        window: how many shares are under way at a time.
    """

    __slots__ = (
        "_again", "_any_done", "_done", "_end", "_going", "_next", "_pool", "_round", "_seed", "_sent", "_tries",
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
        self._going: dict[Future[Outcome], _Going] = {}
        self._done: dict[int, _Done] = {}
        self._tries: dict[int, int] = {}
        self._round = 0
        self._any_done = False
        self._unseen = 0  # the number of the first match whose result has not been given

    def results(self) -> Generator[MatchResult, None, None]:
        """The result of each match, in order; after Ctrl-C those that were finished ahead of others, too.

        Raises:
            KeyboardInterrupt: after Ctrl-C, when those results have been given.
            MatchFailedError: for the first match that ends in an error, after the results of those before it.
            WorkersBrokeError: for the first match that ends its worker again and again, likewise; at once if no worker
                starts.
            SendError: if a worker cannot read what it is sent.
        """
        try:
            yield from self._in_order()
        except KeyboardInterrupt:
            for future, going in self._going.items():
                if future.done() and not future.cancelled() and future.exception() is None:
                    self._keep(going.share, future.result().results, None)
            self._abort()
            for first in sorted(self._done):
                yield from self._given(first)
            raise
        except BaseException:  # GeneratorExit, too: whoever stops listening need not wait
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
        for future in self._going:
            future.cancel()
        self._pool.abort()

    def _take(self) -> Share | None:
        """The share that is due: the first of those to be played again, or the next; none if all are under way."""
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
        while len(self._going) < self._window:
            share = self._take()
            if share is None:
                return
            going = _Going(share, self._round, alone=self._window == 1)
            try:
                future = self._pool.submit(play_share, self._sent, share.first, share.end, self._round)
            except BrokenExecutor as error:
                self._lose(going, error)
            else:
                self._going[future] = going

    def _receive(self) -> None:
        for future in wait(self._going, return_when=FIRST_COMPLETED).done:
            going = self._going.pop(future)
            try:
                outcome = future.result()
            except Exception as error:  # noqa: BLE001 - not of the matches, whose errors come as outcomes
                self._lose(going, error)
                continue
            if outcome.unread:
                raise SendError(
                    f"a worker cannot make the rules or the players that it was sent: {outcome.unread}; what is sent "
                    "is found by its name there, too: in a module that workers can import, with the same plugins"
                )
            self._any_done = True
            self._window = min(self._window + 1, self._widest)
            failure, share = outcome.failure, going.share
            reached = share.first + len(outcome.results)
            if failure is None and reached < share.end:  # it took too long
                heappush(self._again, Share(reached, share.end))
                share = Share(share.first, reached)
            self._keep(share, outcome.results, None if failure is None else failure.told())

    def _keep(self, share: Share, results: tuple[MatchResult, ...], error: Exception | None) -> None:
        self._done[share.first] = _Done(share.end, results, error)
        if error is not None:
            self._end = min(self._end, share.first)  # nobody will ask for what comes after it

    def _lose(self, going: _Going, error: Exception) -> None:
        """A share whose worker has ended."""
        first_of_round = going.round == self._round
        if first_of_round:
            self._round += 1
            self._window = max(1, min(self._window, len(self._going) + 1) // 2)
            _log.warning("a worker has ended (%s); what it had to do is done again", one_line(error))
            if isinstance(error, BrokenExecutor):
                self._pool.replace()
            if not self._any_done:
                self._try_out()
        share = going.share
        if not going.alone:
            heappush(self._again, share)
        elif share.end - share.first > 1:
            for number in range(share.first, share.end):
                heappush(self._again, Share(number, number + 1))
        else:
            self._lose_alone(share, error)

    def _lose_alone(self, share: Share, error: Exception) -> None:
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
        self._keep(share, (), broke)

    def _try_out(self) -> None:
        """Whether workers start at all, asked where none has done anything yet.

        Raises:
            WorkersBrokeError: if they do not.
        """
        try:
            self._pool.submit(ready).result()
        except Exception as error:
            raise WorkersBrokeError(
                f"no worker starts: {one_line(error)}; where workers are processes, each begins by importing the "
                "program that starts them, so that this stands under `if __name__ == '__main__':` there"
            ) from error
