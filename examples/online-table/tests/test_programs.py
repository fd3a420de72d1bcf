"""Programs at a table: they think in other processes, and when their moves show tells nothing of hidden cards."""

from __future__ import annotations

import asyncio
import json
import os
import random
import selectors
import signal
from collections.abc import Callable, Sequence
from typing import Any, Final

import pytest
import room as room_module
from playing import STUCK, children, is_running
from room import Client, Limits, Room
from storage import SQLiteStorage
from thinking import Thinkers, best

import rummy500 as r5
from rummy500.fast import determinize
from rummy500.players import HardPlayer, play_hand
from rummy500.table import Asked, ask_program, deal_hand, open_table
from rummy500.wire import TableRequest, message_json
from rummy500.wire.protocol import LetCallGoMessage, SubmitMessage

RULES: Final = r5.compose("pagat", seats=3)
TIMES: Final = Limits(turn=30, window=5, deal=8, pace=1, think=4)


class Clock(selectors.SelectSelector):
    """A clock that goes on to whatever is due next, so that hours take no time."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if not found:
            self.now += timeout or 0
        return found


class Memory(SQLiteStorage):
    """A storage without threads, which saves nothing."""

    async def append(self, name: str, number: int, entries: Sequence[str]) -> None: ...

    async def entries(self, name: str, number: int) -> list[str]:
        return []

    async def arrive(self, name: str, seat: int) -> set[int]:
        return {seat}


class Dreamers(Thinkers):
    """Programs that think for a time which follows from their cards alone."""

    def __init__(self, shortest: float, longest: float) -> None:
        super().__init__()
        self._shortest, self._longest = shortest, longest
        self.thoughts = 0

    async def think(self, rules: r5.Rules, asked: Asked, until: float) -> r5.Action | None:
        self.thoughts += 1
        now = asyncio.get_running_loop().time()
        seconds = random.Random(asked.view.hand).uniform(self._shortest, self._longest)
        await asyncio.sleep(min(seconds, until - now))
        return HardPlayer().choose(rules, asked.view, r5.legal_actions(rules, asked.view))


def sent(
    state: r5.State, thinkers: Dreamers, limits: Limits, monkeypatch: pytest.MonkeyPatch, *requests: TableRequest
) -> list[tuple[Any, float]]:
    """The next messages that a person in seat 0 is sent, each with its time.

    They send some requests at once, and then let their time run out.
    """

    async def inline(work: Callable[..., Any], *args: Any) -> Any:
        return work(*args)

    async def watch() -> list[tuple[Any, float]]:
        position = r5.Position(RULES, state)
        table = open_table(RULES, ["Ann", "Bo", "Cy"], programs={1: "hard", 2: "hard"}, position=position)
        room, ann = Room("first", table, Memory(":memory:"), limits, thinkers=thinkers), Client(0, 1)
        await room.enter(ann)
        for request in requests:
            await room.receive(ann, message_json(request))
        found = [(json.loads(await room.next_message(ann)), loop.time()) for _ in range(5)]
        room.leave(ann)
        await asyncio.sleep(0)
        return found

    clock = Clock()
    loop = asyncio.SelectorEventLoop(clock)
    monkeypatch.setattr(loop, "time", lambda: clock.now)
    monkeypatch.setattr(asyncio, "to_thread", inline)
    monkeypatch.setattr(room_module, "CHANCE", random.Random(1))
    try:
        return loop.run_until_complete(asyncio.wait_for(watch(), 10_000))
    finally:
        loop.close()


def same_times(first: list[tuple[Any, float]], second: list[tuple[Any, float]]) -> bool:
    """Whether messages came at equal times, up to the first that shows that the cards are others."""
    for (message, at), (other, other_at) in zip(first, second, strict=True):
        if round(at, 6) != round(other_at, 6):
            return False
        if message != other:
            break
    return True


def states(seed: int) -> list[r5.State]:
    """States of a hand in which somebody acts."""
    found: list[r5.State] = []
    dealt, players = r5.deal(RULES, seed=seed), [HardPlayer()] * 3
    play_hand(RULES, dealt, players, random.Random(1), watch=lambda before, *_: found.append(before))
    return [state for state in found if r5.chance(RULES, state) is None]


@pytest.mark.parametrize("pace", [1, 0])
def test_law__the_time_of_a_move_tells_nothing_of_hidden_cards(pace: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a pace it does, which shows that the law can be broken."""
    equal, thinkers = True, Dreamers(0, 0.2)
    for state in states(3)[::4]:
        worlds = [state, *(determinize(RULES, r5.observe(RULES, state, 0), random.Random(n)) for n in range(2))]
        first, *others = [sent(world, thinkers, TIMES._replace(pace=pace), monkeypatch) for world in worlds]
        equal = equal and all(same_times(first, other) for other in others)
    assert equal is (pace > 0)
    assert thinkers.thoughts > 20


def test_a_program_that_thinks_longer_than_the_pace_shows_its_move_at_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = next(each for each in states(3) if each.public.to_act == 1 and each.public.phase == "draw")
    for longest in (1.5, 60):
        _, (_, at), *_ = sent(state, Dreamers(1.2, longest), TIMES, monkeypatch)
        assert at == TIMES.pace + TIMES.think


def test_a_person_who_lets_a_call_go_cannot_act_before_programs_were_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bo calls, though Ann draws while Bo still thinks."""
    mine = (state for seed in range(40) for state in states(seed) if state.public.to_act == 0 and may_call(state, 1))
    requests = LetCallGoMessage(1), SubmitMessage(1, "draw")
    for _, state in zip(range(3), mine, strict=False):
        messages = sent(state, Dreamers(0, 0.2), TIMES, monkeypatch, *requests)
        actions = [
            event["action"] for message, _ in messages for event in message["events"] if event["kind"] == "acted"
        ]
        assert actions[0].startswith("1: call")


def may_call(state: r5.State, seat: int) -> bool:
    """Whether hard calls in a seat, out of turn."""
    view = r5.observe(RULES, state, seat)
    legal = r5.legal_actions(RULES, view)
    return state.public.phase == "draw" and bool(legal) and HardPlayer().choose(RULES, view, legal) is not None


@pytest.fixture
def asked() -> Asked:
    """Return the question that a table puts to the player `expert` in seat 1 when its first turn begins."""
    table = open_table(RULES, ["Ann", "Bo", "Cy"], programs={1: "expert"}, dealer=0)
    found = ask_program(deal_hand(table, random.Random(3)), random.Random(3))
    assert isinstance(found, Asked)
    return found


def legal(asked: Asked) -> r5.LegalActions:
    return r5.legal_actions(RULES, asked.view)


def test_programs_think_in_processes_and_are_ended_at_the_limit(asked: Asked, caplog: pytest.LogCaptureFixture) -> None:
    others = children(os.getpid())

    def process() -> int:
        (found,) = [each for each in children(os.getpid()) if each not in others and is_running(each)]
        return found

    async def ended(process: int) -> None:
        while is_running(process):
            await asyncio.sleep(0.05)

    async def think() -> None:
        thinkers, now = Thinkers(1), asyncio.get_running_loop().time
        questions = [thinkers.think(RULES, asked, now() + STUCK) for _ in range(2)]
        assert {action in legal(asked) for action in await asyncio.gather(*questions)} == {True}
        first = process()
        assert await thinkers.think(RULES, asked, now() + 0.001) in legal(asked)  # hard has moved
        await ended(first)
        assert "has not answered" in caplog.text
        assert await thinkers.think(RULES, asked, now() + STUCK) in legal(asked)  # in a new process
        second = process()
        os.kill(second, signal.SIGKILL)
        await ended(second)
        assert await thinkers.think(RULES, asked, now() + STUCK) in legal(asked)  # hard has moved again
        assert await thinkers.think(RULES, asked, now() + STUCK) in legal(asked)
        assert caplog.text.count("has not answered") == len(caplog.text.splitlines()) == 2
        await thinkers.close()

    asyncio.run(asyncio.wait_for(think(), 2 * STUCK))


def test_a_program_without_time_plays_its_best_answer_so_far(asked: Asked) -> None:
    assert best(RULES, asked.view, "expert", 0) in legal(asked)
