"""Tests of a house rule that is written in the page: errors, play, laws, and a rule that never ends."""

from __future__ import annotations

import http.server
import re
import threading
from typing import Any

from tests.web.playing import saved, settled

ENDLESS = """from rummy500.hooks import PluginInfo, hookimpl


@hookimpl
def plugin_info():
    return PluginInfo("endless", "never ends")


@hookimpl
def score_lines():
    def endless(rules, sight):
        while True:
            pass

    return endless
"""


def open_editor(page: Any) -> None:
    page.get_by_text("Menu").click()
    page.get_by_role("button", name="Write a house rule").click()


def composed(page: Any, code: str | None = None) -> str:
    if code is not None:
        page.locator("#code").fill(code)
    page.get_by_role("button", name="Compose").click()
    settled(page)
    return str(page.locator("#verdict").inner_text())


def test_the_first_example_composes_keeps_the_laws_and_is_played(page: Any) -> None:
    open_editor(page)
    page.get_by_label("Preset").select_option("classic")
    settled(page)
    page.get_by_role("button", name="The first example").click()
    assert "It composes" in composed(page)
    page.get_by_role("button", name="Check the laws").click()
    settled(page)
    assert re.fullmatch(r"All \d+ laws held in 3 hands\.\s+Every law", page.locator("#verdict").inner_text())
    page.get_by_role("button", name="Play with it").click()
    settled(page)
    page.get_by_role("tab", name="Rules").click()
    assert "A take goes three cards deep at most." in page.locator("#panel").inner_text()
    assert page.evaluate("rummy500.state.rules.preset") == "classic"
    page.get_by_role("button", name="New game").click()
    assert "Your house rule: three-deep" in page.locator("dialog").inner_text()


def test_errors_are_shown_at_their_line(page: Any) -> None:
    open_editor(page)
    assert composed(page, "x = 1\ny = (").startswith("Line 2:")
    assert page.locator(".numbers .wrong").inner_text().strip() == "2"
    assert composed(page, "x = 1\n\nraise ValueError('no')").startswith("Line 3: ValueError: no")
    card = "from rummy500 import parse_card\nparse_card('3x')"
    assert composed(page, card).startswith("Line 2: NotationError: '3x' is no card")
    assert "no hook plugin_info" in composed(page, "x = 1")


def test_code_can_ask_no_other_host(page: Any, watched: Any) -> None:
    asked: list[str] = []

    class Other(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
            """Stay silent."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Other) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        open_editor(page)
        address = f"http://127.0.0.1:{other.server_port}/secret"
        code = f"import js\nr = js.XMLHttpRequest.new()\nr.open('GET', '{address}', False)\nr.send()\n"
        assert composed(page, code).startswith("Line 4:")
        other.shutdown()
    assert asked == []
    watched.forget()  # the browser reports what the policy has stopped


def test_a_rule_that_never_ends_is_stopped_and_the_game_goes_on(page: Any) -> None:
    page.keyboard.press("d")
    settled(page)
    saved(page)
    before = page.evaluate("rummy500.state.update.view.hand")
    open_editor(page)
    page.locator("#code").fill(ENDLESS)
    page.get_by_role("button", name="Compose").click()
    settled(page)
    page.evaluate("rummy500.setPatience(2)")
    page.get_by_role("button", name="Play with it").click()
    page.get_by_role("button", name="Leave it").click()
    page.wait_for_selector(".notice.wrong", state="attached")
    page.evaluate("rummy500.setPatience(15)")  # the worker that starts again may need longer
    page.get_by_text("The game went on from its log").wait_for(state="attached")
    settled(page)
    assert page.evaluate("rummy500.state.update.view.hand") == before
