"""A crash, races, late and repeated answers, slow and rude clients: each over real sockets."""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import os
import random
import resource
import signal
import socket
import sqlite3
import sys
import time
import urllib.request
from collections.abc import Callable, Coroutine
from contextlib import closing, suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from platform import machine
from typing import Any

import pytest
from playing import STUCK, Data, Player, Server, children, is_running
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from without_sync import CALLS

import rummy500 as r5
from rummy500.table import Table, advance, deal_hand, open_table, submit, time_is_up, waiting


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a test with a limit of time."""
    asyncio.run(asyncio.wait_for(work, 2 * STUCK))


async def entered(server: Server, table: str, tokens: list[str | None]) -> list[Player]:
    """Every person of a table, connected."""
    players = [Player(server, table, token, seed) for seed, token in enumerate(tokens) if token]
    for each in players:
        await each.enter()
    return players


async def settled(players: list[Player]) -> None:
    """Wait until the server has answered all that was sent, and every client has what came of it."""
    while True:
        for _ in range(2):  # the first time for the requests of all, the second for what they have changed
            for each in players:
                await each.refresh()
        if players[0].update["waiting"]["kind"] not in ("deal", "programs"):
            return
        await players[0].listen()


async def seen(server: Server, table: str, token: str | None) -> Data:
    """All that a seat is shown of a table, from the beginning."""
    player = Player(server, table, token)
    await player.enter()
    while player.number < player.update["number"]:  # events come in pages
        await player.listen()
    await player.socket.close()
    return {**player.update, "events": player.events}


def is_on_turn(player: Player) -> bool:
    """Whether it is this client's turn, so that the table waits until it has acted."""
    return player.update["waiting"]["kind"] == "turn" and player.chosen() is not None


def has_number(goal: int, player: Player) -> bool:
    """Whether a client has events up to a number."""
    return player.number >= goal


async def until(players: list[Player], done: Callable[[Player], bool], steps: int = 400) -> Player:
    """Let people play, one after the other, until one of them is asked what is looked for."""
    for _ in range(steps):
        await settled(players)
        for each in players:
            if done(each):
                return each
        for each in players:
            action = each.chosen()
            if action is not None:
                await each.act(action)
                break
        else:  # a window ends by itself
            await players[0].listen()
    raise AssertionError("this did not come up")


def test_after_a_kill_every_seat_sees_what_it_saw(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite3", window=0.05, deal=0.02, turn=60)
    try:
        opened = [
            server.open(["person", "person", "medium"], *rules) for rules in (("pagat",), ("classic", ["oklahoma"]))
        ]

        async def play_and_crash() -> None:
            for table, tokens in opened:
                players = await entered(server, table, tokens)
                for _ in range(7):
                    on_turn = await until(players, is_on_turn)
                    await on_turn.act(on_turn.chosen() or "")
                await until(players, is_on_turn)  # a window would end by itself while the seats look
                before = [await seen(server, table, token) for token in (*tokens[:2], None)]
                server.kill()
                server.start()
                assert [await seen(server, table, token) for token in (*tokens[:2], None)] == before
                for each in players:  # and play goes on from the last event that each client had
                    await each.enter()
                goal = before[0]["number"] + 3
                await until(players, partial(has_number, goal))

        run(play_and_crash())
    finally:
        server.kill()


def with_two_callers() -> Table:
    """A table in a window in which two people may call."""
    rules, source = r5.compose("pagat", seats=4), random.Random(5)
    table = deal_hand(open_table(rules, ["Ann", "Bob", "Cid", "Dan"]), source)
    while True:
        hand, now = table.hand, waiting(table)
        if hand is None:
            table = deal_hand(table, source)
            continue
        calls = [seat for seat in range(4) if any(a.verb == "call" for a in r5.legal_actions(rules, hand, seat=seat))]
        if now.kind == "window":
            if len(calls) > 1:
                return table
            table = time_is_up(table, now.decision, "window", source)
            continue
        legal = [a for a in r5.legal_actions(rules, hand) if a.seat == now.seats[0]]
        best = next((a for a in legal if a.verb in ("meld", "draw")), None) or source.choice(legal)
        table = advance(submit(table, now.seats[0], now.decision, r5.action_text(best, hand), source), source)


def test_of_two_claims_at_one_moment_one_is_first_and_the_other_is_told_so(patient: Server) -> None:
    table, tokens = patient.prepared(with_two_callers())

    async def race() -> None:
        players = await entered(patient, table, tokens)
        callers = [each for each in players if "call" in (each.chosen() or "")]
        assert len(callers) > 1
        await asyncio.gather(*(each.act(each.chosen() or "") for each in callers))
        await settled(players)
        claimed = [event for event in players[0].events if ": call" in event["action"]]
        refused = [answer for each in callers for answer in each.answers]
        assert len(claimed) == 1
        assert [each["sentence"] for each in refused] == [f"Seat {claimed[0]['seat']} was first."] * (len(callers) - 1)

    run(race())


def test_late_and_repeated_answers_change_nothing(patient: Server) -> None:
    table, tokens = patient.open(["person", "medium"], "classic", call="none")

    async def late() -> None:
        player = (await entered(patient, table, tokens))[0]
        await until([player], is_on_turn)
        decision = player.update["waiting"]["decision"]
        await asyncio.gather(*(player.act("draw", decision) for _ in range(3)))
        await settled([player])
        drawn = [event for event in player.events if event["seat"] == 0 and event["verb"] == "draw"]
        assert len([event for event in drawn if event["decision"] == decision + 1]) == 1
        assert [answer["reason"] for answer in player.answers] == ["answered", "answered"]
        number = player.number
        for wrong in (decision - 1, decision, decision + 50, -1, 2**40):
            await player.act("draw", wrong)
        await settled([player])
        assert player.number == number
        assert [answer["rule"] for answer in player.answers[2:]] == ["table.decision"] * 5

    run(late())


def test_what_only_one_seat_is_shown_wakes_nobody_else_and_comes_once(patient: Server) -> None:
    table, tokens = patient.prepared(with_two_callers())

    async def quiet() -> None:
        players = await entered(patient, table, tokens)
        spectator = Player(patient, table, None)
        await spectator.enter()
        everybody = [*players, spectator]
        await settled(everybody)
        now = players[0].update["waiting"]
        on_turn = players[now["on_turn"]]
        caller = next(each for each in players if each is not on_turn and "call" in (each.chosen() or ""))
        chosen = [each["action"] for kind in on_turn.update["legal"]["kinds"] for each in kind["actions"]][:2]
        assert len(chosen) == 2

        await caller.send("let-go", decision=now["decision"])
        await only_this_update(caller, everybody, "let-go")
        assert caller.update["let_go"]
        await caller.send("let-go", decision=now["decision"])  # again: nothing is new for anybody
        await nothing_arrives(everybody)
        for action in chosen:  # the second changes the first
            await on_turn.act(action)
            await only_this_update(on_turn, everybody, "kept")
            assert on_turn.update["kept"] == action

    async def only_this_update(actor: Player, everybody: list[Player], kind: str) -> None:
        assert (await actor.listen())["type"] == "update"
        assert actor.events[-1]["kind"] == kind
        await nothing_arrives(everybody)

    async def nothing_arrives(everybody: list[Player]) -> None:
        for each in everybody:
            await each.send("describe", what="rules")  # answered after whatever was due before
            assert (await each.listen())["type"] == "rules"

    run(quiet())


def test_time_that_runs_out_is_played_by_default_actions(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite3", window=0.05, deal=0.02, turn=0.1)
    try:
        table, tokens = server.open(["person", "person"], "pagat")

        async def sleepy() -> None:
            player, friend = await entered(server, table, tokens)
            await friend.socket.close()  # the clock runs for the one who stays
            while len([event for event in player.events if event["timed_out"]]) < 6:
                await player.listen()
            await player.socket.close()
            looks = [await seen(server, table, None)]
            while len(looks) < 2 or looks[-1] != looks[-2]:  # nobody is there: soon the clock stands still
                await asyncio.sleep(0.5)  # five turns
                looks.append(await seen(server, table, None))

        run(sleepy())
    finally:
        server.kill()


def test_the_first_hand_waits_until_everybody_has_come(server: Server) -> None:
    table, tokens = server.open(["person", "person"], "classic")

    async def late() -> None:
        early = Player(server, table, tokens[0])
        await early.enter()
        await asyncio.sleep(0.3)  # more than ten times as long as a deal takes
        await early.refresh()
        assert early.update["view"] is None
        friend = Player(server, table, tokens[1])
        await friend.enter()
        while early.update["view"] is None:
            await early.listen()

    run(late())


def test_a_client_that_reads_nothing_is_dropped_and_stops_nobody(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite3", window=0.03, deal=0.02, turn=60, slow=2)
    table, tokens = server.open(["person", "person"], "classic", call="none", match_target=60)

    async def slow() -> None:
        players = await entered(server, table, tokens)
        memory = server.memory()
        sleeper = Player(server, table, None)
        narrow = socket.create_connection(("127.0.0.1", server.port))
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 100_000)
        sleeper.socket = await connect(
            f"ws://127.0.0.1:{server.port}/tables/{table}", sock=narrow, max_queue=1, compression=None
        )
        await sleeper.socket.send("")
        flood = asyncio.create_task(flooded(sleeper))
        ends = await asyncio.gather(*(each.play(garbage=0.0) for each in players))
        assert ends[0]["match"]["winners"]
        with pytest.raises(ConnectionClosed):  # it was dropped: nothing comes after what the network holds
            await flood
        assert server.memory() - memory < 20_000_000
        sleeper.events = players[0].events[:7]  # it may come back, from the last event that it has
        await sleeper.enter()
        assert [event["number"] for event in sleeper.events] == list(range(1, sleeper.number + 1))
        assert sleeper.update["match"] == ends[0]["match"]

    async def flooded(sleeper: Player) -> None:
        while True:  # a busy server may not have noticed the first time
            with suppress(TimeoutError):
                while True:  # until the network is full
                    await asyncio.wait_for(sleeper.send("ask-choices", preset="pagat"), 5)
            with suppress(TimeoutError):
                while True:
                    await asyncio.wait_for(sleeper.socket.recv(), 5)

    try:
        run(slow())
    finally:
        server.kill()


def test_who_has_no_token_sees_no_hand_and_plays_no_seat(patient: Server) -> None:
    table, tokens = patient.open(["person", "person"], "classic")

    async def outside() -> None:
        await entered(patient, table, tokens)
        spectator = Player(patient, table, None)
        await spectator.enter()
        await settled([spectator])
        assert spectator.update["view"]["hand"] == []
        assert spectator.update["legal"] is None
        await spectator.act("draw")
        await settled([spectator])
        assert spectator.answers[-1]["reason"] == "spectator"
        for name, token, code in ((table, "guess", 4001), ("nothing", "", 4004)):
            stranger = Player(patient, name, token)
            assert await closed(stranger) == code

    run(outside())


async def closed(player: Player, origin: str | None = None) -> int | None:
    """The code with which the server closes the socket of a client that connects."""
    with suppress(ConnectionClosed):
        await player.enter(origin)
    return await ended(player)


async def ended(player: Player) -> int | None:
    """The code with which the server closes the socket of a client."""
    with suppress(ConnectionClosed):
        while True:
            await player.listen()
    return player.socket.close_code


def test_a_seat_has_four_sockets_and_the_oldest_goes_for_good(patient: Server) -> None:
    table, tokens = patient.open(["person", "medium"])

    async def devices() -> None:
        devices = [Player(patient, table, tokens[0]) for _ in range(6)]
        for each in devices:
            await each.enter()
        assert [await ended(each) for each in devices[:2]] == [4009, 4009]
        for each in devices[2:]:
            await each.refresh()  # they are still there

    run(devices())


def test_many_spectators_keep_no_player_out(patient: Server) -> None:
    table, tokens = patient.open(["person", "medium"])

    async def crowded() -> None:
        watching = [Player(patient, table, None) for _ in range(50)]
        for each in watching:
            await each.enter()
        assert await closed(Player(patient, table, None)) == 4029
        await Player(patient, table, tokens[0]).enter()
        await watching[0].refresh()  # it is still there

    run(crowded())


FOREIGN, LISTED = "https://evil.example", "https://club.example"


def test_pages_of_other_sites_are_refused_unless_they_are_listed(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite3", "--origin", LISTED)
    own, form = f"http://127.0.0.1:{server.port}", {"preset": "pagat", "seats": [json.loads(PERSON), json.loads(ROBOT)]}
    try:
        for origin, status in ((FOREIGN, 403), ("null", 403), (f"{own}0", 403), (own, 201), (LISTED, 201)):
            assert server.post(form, {"Origin": origin, "Content-Type": "text/plain"})[0] == status
        table, tokens = server.open(["person", "medium"])

        async def connected() -> None:
            for origin in (own, LISTED, None):
                await Player(server, table, tokens[0]).enter(origin)
            for origin in (FOREIGN, "null"):
                assert await closed(Player(server, table, tokens[0]), origin) == 4003

        run(connected())
        request = urllib.request.Request(f"{own}/choices", headers={"Origin": LISTED})
        with urllib.request.urlopen(request, timeout=STUCK) as answer:
            assert answer.headers["Access-Control-Allow-Origin"] == LISTED
        asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
        for origin, status in ((LISTED, 200), (FOREIGN, 400)):  # what a browser asks before it posts JSON
            headers = {"Origin": origin, **asked}
            with closing(HTTPConnection("127.0.0.1", server.port, timeout=STUCK)) as connection:
                connection.request("OPTIONS", "/tables", headers=headers)
                assert connection.getresponse().status == status
    finally:
        server.kill()


def test_no_page_shows_the_page_in_a_frame(server: Server) -> None:
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}/", timeout=STUCK) as answer:
        assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'"


async def trouble(player: Player) -> None:
    """Wait until a client is told that the game cannot go on."""
    while (message := await player.listen())["type"] != "error":
        pass
    assert "cannot go on" in message["error"]


def test_a_file_that_is_locked_for_long_stops_no_table(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite3", window=0.1, deal=0.02, turn=0.3, storage=1)
    table, tokens = server.open(["person", "person"])

    async def locked() -> None:
        players = await entered(server, table, tokens)
        while players[0].number < 4:
            await players[0].listen()
        with closing(sqlite3.connect(server.file)) as other:
            other.execute("BEGIN IMMEDIATE")  # as a backup does
            for each in players:
                await trouble(each)
        number = players[0].number
        while players[0].number < number + 4:
            await players[0].listen()

    try:
        run(locked())
    finally:
        server.kill()


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="a limit of another process's files is Linux's")
def test_a_full_disk_stops_no_table(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite3", window=0.1, deal=0.02, turn=0.3)
    table, tokens = server.open(["person", "person"])

    async def full() -> None:
        players = await entered(server, table, tokens)
        while players[0].number < 4:
            await players[0].listen()
        limits = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        written = (tmp_path / "tables.sqlite3-wal").stat().st_size
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (written, limits[1]))
        await trouble(players[0])
        status, answer = await asyncio.to_thread(server.post, {"preset": "pagat", "seats": [json.loads(PERSON)] * 2})
        assert (status, answer["error"][:34]) == (503, "the server cannot save tables at t")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limits)
        number = players[0].number
        while players[0].number < number + 4:
            await players[0].listen()
        server.kill()
        server.start()
        assert (await seen(server, table, tokens[0]))["number"] >= players[0].number

    try:
        run(full())
    finally:
        server.kill()


PERSON, ROBOT = b'{"name": "Ann", "player": "person"}', b'{"name": "B", "player": "medium"}'


@pytest.mark.parametrize(
    ("form", "words"),
    [
        (b"", "the form is not JSON: Expecting value, line 1, column 1"),
        (b"\xff\x00\xff", "the form is not JSON: it is not UTF-8"),
        (b"[" * 10_000, "too deep"),
        (b"x" * 20_000, "the form is too long"),
        (b'{"seats": []}', 'the form must be an object with the field "preset": a text'),
        (b'{"preset": "pagat", "option": {}, "seats": []}', "the form has no field 'option'; its fields are preset,"),
        (b'{"preset": "pagat", "seats": 7}', 'the form must be an object with the field "seats": a list'),
        (b'{"preset": "pagat", "seats": [%b, 7]}' % ROBOT, 'seats[1] must be an object with the field "name": a text'),
        (b'{"preset": "pagat", "plugins": [[]], "seats": [%b]}' % PERSON, 'each of "plugins" must be a name'),
        (b'{"preset": "pagat", "seats": [%b, %b]}' % (ROBOT, ROBOT), 'no seat has the player "person"'),
        (b'{"preset": "nobody", "seats": [%b, %b]}' % (PERSON, ROBOT), "there is no preset 'nobody'"),
        (b'{"preset": "pagat", "seats": [%b]}' % PERSON, "500 Rummy is played by 2 to 8 seats, not 1"),
        (b'{"preset": "pagat", "seats": [%b, {"name": "B", "player": "me"}]}' % PERSON, "There is no player 'me'"),
    ],
)
def test_a_form_that_cannot_be_is_refused_with_a_sentence(server: Server, form: bytes, words: str) -> None:
    status, answer = server.post(form)
    assert status in (400, 413)
    assert words in answer["error"]
    assert answer["refusal"]["sentence"] == answer["error"].removesuffix(f" ({answer['refusal']['rule']})")


def test_a_refused_form_names_the_field_and_can_be_translated(server: Server) -> None:
    status, answer = server.post(
        b'{"preset": "pagat", "options": {"match.target": -5}, "seats": [%b, %b]}' % (PERSON, ROBOT)
    )
    assert (status, answer["option"], answer["plugins"], answer["bounds"]) == (
        400,
        "match.target",
        [],
        [1, 1_000_000_000],
    )
    assert answer["refusal"]["facts"]["given"] == "-5"
    assert answer["error"] == answer["refusal"]["sentence"]
    status, answer = server.post(b'{"preset": "pagat", "seats": [%b, {"name": "", "player": "medium"}]}' % PERSON)
    assert (status, answer["refusal"]["rule"], answer["refusal"]["reason"]) == (400, "table.seat", "name")


def test_a_form_that_is_cut_off_or_takes_too_long_is_ended_and_is_one_line_of_log(tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = Server(tmp_path / "tables.sqlite3", log=log, slow=0.5)
    half = b"POST /tables HTTP/1.1\r\nHost: here\r\nContent-Length: 16000\r\n\r\n{"
    try:
        with socket.create_connection(("127.0.0.1", server.port), timeout=STUCK) as slow:
            slow.sendall(half)
            answer = b"".join(iter(partial(slow.recv, 4096), b""))  # until the server ends the connection
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b'"error":"the form did not arrive in time"' in answer
        assert log.read_text() == ""
        server.kill()
        server = Server(tmp_path / "tables.sqlite3", log=log, slow=60)
        with socket.create_connection(("127.0.0.1", server.port), timeout=STUCK) as gone:
            gone.sendall(half)
        while not log.read_text():
            time.sleep(0.1)
        assert server.post(b"")[0] == 400  # whatever else there is to write has been written
        assert log.read_text() == "a form was cut off after 1 bytes\n"
    finally:
        server.kill()


def test_programs_of_a_server_that_is_killed_end_without_a_word(tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = Server(tmp_path / "tables.sqlite3", log=log, deal=0, think=60)
    try:
        while not (thinkers := children(server.process.pid)):  # they are started as soon as it serves
            time.sleep(0.05)
        table, tokens = server.open(["person", "expert", "expert", "expert"])

        async def asked() -> None:
            player = (await entered(server, table, tokens))[0]
            await until([player], lambda each: each.update["waiting"]["kind"] == "turn" and each.chosen() is not None)
            for each in thinkers:  # what they are asked now, they read when the server has gone
                os.kill(each, signal.SIGSTOP)
            await player.act("draw")
            await player.refresh()
            while player.update["waiting"]["kind"] == "turn":
                await player.act(player.chosen() or "")
                await player.refresh()
            await asyncio.sleep(0.5)

        run(asked())
    finally:
        server.kill()
        for each in thinkers:
            os.kill(each, signal.SIGCONT)
    while any(is_running(each) for each in thinkers):
        time.sleep(0.1)
    assert log.read_text() == ""


def test_a_token_has_128_bits_that_nobody_can_guess(server: Server) -> None:
    tokens = [token or "" for _ in range(16) for token in server.open(["person"] * 4)[1]]
    bits = [int.from_bytes(base64.urlsafe_b64decode(f"{token}==")) for token in tokens]
    assert {len(token) for token in tokens} == {22}
    for bit in range(128):  # each is on in some tokens, and off in others
        assert len({number >> bit & 1 for number in bits}) == 2


class WithoutSync(Server):
    """A server on a disk to which nothing can be synced."""

    launcher = (sys.executable, str(Path(__file__).parent / "without_sync.py"))


@pytest.mark.skipif(sys.platform != "linux" or machine() not in CALLS, reason="no filter for this machine is known")
def test_what_is_not_on_the_disk_is_not_saved(tmp_path: Path) -> None:
    """Where a write cannot be synced, so that a power cut would undo it, it is refused."""
    form = {"preset": "pagat", "seats": [json.loads(PERSON)] * 2}
    for kind, status in ((Server, 201), (WithoutSync, 503)):  # the first of them makes the file
        server = kind(tmp_path / "tables.sqlite3")
        try:
            assert server.post(form)[0] == status
        finally:
            server.kill()


def test_another_process_that_was_first_is_seen_and_nothing_is_lost(tmp_path: Path) -> None:
    """Two processes serve one table by mistake: the numbers of the entries keep its log one line."""
    file = tmp_path / "tables.sqlite3"
    one, other = (Server(file, window=30, deal=0.02, turn=60) for _ in range(2))
    try:
        table, tokens = one.open(["person", "medium"], "classic", call="none")

        async def both() -> None:
            first, second = (Player(each, table, tokens[0]) for each in (one, other))
            await first.enter()
            await until([first], lambda each: each.update["waiting"]["kind"] == "turn")
            await second.enter()
            for _ in range(6):
                assert first.update == second.update | {name: first.update[name] for name in ("events", "requests")}
                stale = second.update["waiting"]["decision"]
                await first.act(first.chosen() or "")
                await settled([first])
                await second.act(second.chosen() or "", stale)  # its process does not know yet what has happened
                await settled([second])
                assert second.answers[-1]["reason"] == "answered"
                first, second = second, first
            assert await seen(one, table, tokens[0]) == await seen(other, table, tokens[0])

        run(both())
    finally:
        one.kill()
        other.kill()
    with sqlite3.connect(file) as connection:
        numbers = [number for (number,) in connection.execute("SELECT number FROM entries ORDER BY number")]
    connection.close()
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_page_is_sent_compressed(server: Server) -> None:
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}/", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=STUCK) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert b"<!doctype html>" in gzip.decompress(answer.read())
