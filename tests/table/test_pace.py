"""The moments at which moves of programs show: the server of the documentation reveals no hidden card by them."""

from __future__ import annotations

import asyncio
import json
import random
import selectors
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import pytest
from tests.docs.test_code_blocks import ROOT, blocks

import rummy500 as r5
from rummy500.cards.cards import EMPTY_BAG
from rummy500.players import Player, play_hand, player_named
from rummy500.players.drive import thoughts
from rummy500.table import Table, acting, open_table, program_moves, waiting
from rummy500.wire import update_message
from rummy500_testing.hidden import redealt

PACE: Final = 0.6
NAMES: Final = ("Ann", "Ben", "Cat", "Dan")
#: Rules, and who plays: Ann watches, other people let their time run out.
TABLES: Final = {
    "two levels": (r5.compose("pagat", seats=3), {1: "random", 2: "hard"}),
    "two people": (r5.compose("pagat", seats=4), {1: "medium", 3: "easy"}),
    "a search": (r5.compose("pagat", seats=3), {1: "expert", 2: "medium"}),
}

#: A text that a seat was sent, with its time.
Sent = tuple[float, str]
Moves = Callable[..., Iterator[tuple[float, Table]]]


class Clock(selectors.SelectSelector):
    """A clock that goes on to whatever is due next, so that hours take no time."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if not found:
            self.now += timeout or 0
        return found

    def think(self, rules: r5.Rules, view: r5.View, player: Player) -> Iterator[r5.Action | None]:
        """Let a player think for a time that follows from its hand."""
        for choice in thoughts(rules, view, player):
            self.now += random.Random(view.hand).uniform(0, 0.02)
            yield choice


def documented(moves: Moves) -> Callable[..., Any]:
    """The server that the documentation shows first, with another way to let programs move."""
    names: dict[str, Any] = {}
    for block in blocks(ROOT / "docs" / "run-a-server.md"):
        if block.language == "python":
            exec(block.code, names)
        if "class TimedTable" in block.code:
            break
    names["program_moves"] = moves
    server: Callable[..., Any] = names["TimedTable"]
    return server


def sent(table: Table, server: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> list[Sent]:
    """All that Ann is sent in half a minute; she answers what she sees, some time later or not at all."""
    clock, found, failed = Clock(), list[Sent](), list[object]()
    loop = asyncio.SelectorEventLoop(clock)
    monkeypatch.setattr(loop, "time", lambda: clock.now)
    monkeypatch.setattr(acting, "thoughts", clock.think)
    loop.set_exception_handler(lambda _, context: failed.append(context))

    async def play() -> None:
        def send(seat: int, text: str) -> None:
            if seat != 0:
                return
            found.append((clock.now, text))
            request = answer(text)
            if request:  # before programs have moved or after it, and not while one searches: then it waits for a step
                loop.call_later(random.Random(request).choice((0.5, 1.1)), lambda: timed.receive(0, request))

        timed = server(table, random.Random(1), send)
        await asyncio.sleep(30)

    try:
        loop.run_until_complete(play())
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.close()
    assert not failed
    return found


def answer(text: str) -> str:
    """The request that Ann sends after a message, empty for none; it follows from the text of the message alone."""
    message, rng = json.loads(text), random.Random(text)
    if message["type"] != "update" or 0 not in message["waiting"]["seats"] or rng.random() < 0.3:
        return ""
    legal = [each["action"] for kind in message["legal"]["kinds"] for each in kind["actions"]]
    request = {"version": 1, "decision": message["waiting"]["decision"]}
    if message["waiting"]["kind"] == "window" and rng.random() < 0.6:
        return json.dumps({"type": "let-go", **request})
    return json.dumps({"type": "submit", "action": rng.choice(legal), **request}) if legal else ""


def shows_cards(first: Sequence[Sent], second: Sequence[Sent], seconds: Sequence[float]) -> str:
    """Compare what one seat was sent at two tables; say where the times reveal hidden cards, empty if nowhere.

    Moves of programs may differ, but only at a moment that both tables share: so long after the last change.
    """
    last = 0.0
    for one, other in zip(first, second, strict=False):
        if one != other:
            moment = min(one[0], other[0]) - last
            fair = any(abs(moment - each) < 1e-6 for each in seconds)
            return "" if fair else f"{moment} seconds after the last change: {one[1][:300]} or {other[1][:300]}"
        if '"update"' in one[1][:60]:
            last = one[0]
    return ""


def starts(rules: r5.Rules, programs: dict[int, str]) -> list[tuple[Table, ...]]:
    """Tables in the middle of hands, most of them in windows for calls, each with others that Ann cannot tell apart."""
    players, states, rng = [player_named("easy", random.Random(3))] * rules.seats, list[r5.State](), random.Random(2)
    for seed in range(8):
        dealt = r5.deal(rules, seed=seed)
        play_hand(rules, dealt, players, rng, watch=lambda before, *_: states.append(before))

    def at(state: r5.State) -> Table:
        position = r5.Position(rules, state)
        return open_table(rules, NAMES[: rules.seats], programs=programs, position=position)

    tables = [at(state) for state in states if r5.chance(rules, state) is None]
    windows = [table for table in tables if waiting(table).kind == "window"]
    return [(table, *others(table, rng, at)) for table in (*rng.sample(windows, 5), *rng.sample(tables, 3))]


def others(table: Table, rng: random.Random, at: Callable[[r5.State], Table]) -> Iterator[Table]:
    """Deal the hands of the others anew. Ann's hand and the stock stay, so that what she does shows no difference."""
    state = table.hand
    assert state is not None
    hands = (state.hands[0], *[EMPTY_BAG] * (table.rules.seats - 1))
    for _ in range(2):
        other = at(redealt(table.rules, state, 0, rng, fixed=hands, top=len(state.stock)))
        assert update_message(other, 0, 0) == update_message(table, 0, 0)
        yield other


def revealed(name: str, moves: Moves, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Play tables of a kind beside others with equal views; list the moments that reveal hidden cards."""
    server, found, differ = documented(moves), list[str](), 0
    for tables in starts(*TABLES[name]):
        first, *others = [sent(table, server, monkeypatch) for table in tables]
        differ += sum(other != first for other in others)
        found += filter(None, (shows_cards(first, other, (PACE, 5, 8, 60)) for other in others))
    assert differ > 5
    return found


@pytest.mark.parametrize("name", TABLES)
def test_law__the_server_of_the_documentation_sends_equal_bytes_at_equal_times(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not revealed(name, program_moves, monkeypatch)


def at_once(*args: Any, pace: float, **others: Any) -> Iterator[tuple[float, Table]]:
    """Let programs move as soon as they have thought."""
    return program_moves(*args, pace=0, **others)


def test_the_law_finds_a_server_that_shows_moves_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert revealed("two levels", at_once, monkeypatch)
