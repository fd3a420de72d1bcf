"""Tests that the page plays at a server, over a websocket, with the messages that it sends to its worker."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import rummy500 as r5
from rummy500 import wire
from rummy500.table import advance, deal_hand, open_table

TOKEN = "a-token"


class Server:
    """A table of one person and two programs behind a websocket."""

    def __init__(self) -> None:
        self.source = random.Random(7)
        table = open_table(r5.compose("classic", seats=3), ["Ann", "Bo", "Cy"], programs={1: "medium", 2: "medium"})
        self.table = advance(deal_hand(table, self.source), self.source)
        self.asked: list[str] = []
        self.last = 0

    def connected(self, socket: Any) -> None:
        socket.on_message(lambda text: self.answer(socket, text))

    def answer(self, socket: Any, text: str) -> None:
        if text == TOKEN:  # the first message; the server sends all that has happened
            update = wire.update_message(self.table, 0)
            self.last = update.number
            socket.send(wire.message_json(update))
            return
        self.asked.append(json.loads(text)["type"])
        before = self.table
        handled = wire.handle(before, 0, text, self.source, hints=True)
        self.table = advance(handled.table, self.source)
        if handled.answer is not None:
            socket.send(wire.message_json(handled.answer))
        if self.table is not before:
            update = wire.update_message(self.table, 0, self.last)
            self.last = update.number
            socket.send(wire.message_json(update))


def test_a_table_at_a_server_is_played_over_a_websocket(fresh: Any, site: str) -> None:
    page, server = fresh.page, Server()
    page.route_web_socket("**/tables/7", server.connected)
    page.goto(f"{site}?table=/tables/7#{TOKEN}")
    page.wait_for_selector(".hand button.card")
    assert page.get_by_role("button", name="New game").count() == 0  # the server opens tables
    page.get_by_role("button", name="Draw a card", exact=True).click()
    page.get_by_text("or one card to discard.").wait_for()
    page.locator(".hand button.card").first.click()
    page.locator(".bar .buttons button", has_text="Discard").click()
    page.get_by_text("Your turn: draw").wait_for()
    page.get_by_role("tab", name="Log").click()
    assert "You discard" in page.locator("#panel").inner_text()
    assert {"describe", "select", "submit"} <= set(server.asked)


@pytest.mark.parametrize(
    "address", ["//evil.example/x", "wss://evil.example/x", "https://evil.example", "//127.0.0.1:9/x"]
)
def test_a_link_to_a_table_at_another_server_is_refused(fresh: Any, site: str, address: str) -> None:
    page = fresh.page
    opened: list[str] = []
    page.on("websocket", lambda socket: opened.append(socket.url))
    page.goto(f"{site}?table={address}#{TOKEN}")
    refused = page.get_by_text("You can\u2019t sit at this table: the link leads to another server")
    refused.wait_for()
    assert page.get_by_text("Connecting").count() == 0
    assert opened == []
