"""Whole matches over real sockets, with a sixth of the messages garbage."""

from __future__ import annotations

import asyncio

import pytest
from playing import STUCK, Player, Server, score_of

RULES: dict[str, tuple[str, tuple[str, ...], int, dict[str, object]]] = {
    "pagat": ("pagat", (), 3, {}),
    "classic": ("classic", (), 4, {}),
    "throw-down": ("pagat", ("throw-down",), 3, {}),
    "reshuffle": ("north-american", (), 3, {"stock_empty": "reshuffle"}),
    "family": ("family", (), 2, {}),
    "oklahoma": ("classic", ("oklahoma",), 3, {}),
    "persian": ("classic", ("partnership", "persian"), 4, {}),
    "dealers-gambit": ("classic", ("dealers-gambit",), 3, {}),
    "floating": ("pagat", ("floating",), 3, {}),
    "five-ten-fifteen": ("pagat", ("five-ten-fifteen",), 3, {}),
}
SHORT = {"pagat", "throw-down", "persian"}


@pytest.mark.parametrize(
    "name", [pytest.param(each, marks=() if each in SHORT else pytest.mark.long) for each in sorted(RULES)]
)
def test_a_match_is_played_to_its_end_whatever_is_sent(server: Server, name: str) -> None:
    preset, plugins, seats, options = RULES[name]
    table, tokens = server.open(["person"] * (seats - 1) + ["medium"], preset, plugins, match_target=60, **options)

    async def played() -> None:
        players = [Player(server, table, token, seed) for seed, token in enumerate(tokens) if token]
        spectator = Player(server, table, None)
        for each in (*players, spectator):
            await each.enter()
        ends = await asyncio.gather(*(each.play() for each in players), spectator.play(garbage=0.0))
        assert len({score_of(end) for end in ends}) == 1
        assert ends[0]["match"]["winners"]
        assert all(not event["seat"] for event in spectator.events if event["kind"] in ("kept", "let-go"))
        assert sum(answer["type"] == "error" for player in players for answer in player.answers) > 0
        for each in (*players, spectator):
            await each.socket.close()

    asyncio.run(asyncio.wait_for(played(), 2 * STUCK))
