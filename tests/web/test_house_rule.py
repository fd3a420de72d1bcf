"""Tests of a house rule that is written in the page: errors, play, laws, and a rule that never ends."""

from __future__ import annotations

import http.server
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from tests.web.playing import hand_of, open_form, set_out, settled

from rummy500_cookbook import may_i, three_deep

THREE_DEEP: Final = Path(three_deep.__file__).read_text("utf-8")
MAY_I: Final = Path(may_i.__file__).read_text("utf-8")
RETURN: Final = '    return {"take":'


def faulty(statement: str) -> str:
    """The rule with a statement that runs whenever somebody may draw; in `pagat` the first draw finds one card."""
    return THREE_DEEP.replace(
        RETURN, f'    def faulty(rules, view):\n        {statement}\n\n    return {{"draw": faulty, "take":'
    )


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
    held = r"All \d+ laws held in 8 hands\. Each press plays other hands\.\s+Every law"
    assert re.fullmatch(held, page.locator("#verdict").inner_text())
    page.get_by_role("button", name="Play with it").click()
    settled(page)
    page.get_by_role("tab", name="Rules").click()
    assert "Only the top three cards of the discard pile may be taken or called." in page.locator("#panel").inner_text()
    assert page.evaluate("rummy500.state.rules.preset") == "classic"
    open_form(page)
    assert "Your house rule: three-deep" in page.locator("dialog").inner_text()


def test_errors_are_shown_at_their_line(page: Any) -> None:
    open_editor(page)
    assert composed(page, "x = 1\ny = (").startswith("Line 2:")
    assert page.locator(".numbers .wrong").inner_text().strip() == "2"
    assert composed(page, "x = 1\n\nraise ValueError('no')").startswith("Line 3: ValueError: no")
    card = "from rummy500 import parse_card\nparse_card('3x')"
    assert composed(page, card).startswith("Line 2: NotationError: '3x' is not a card")
    assert "no hook plugin_info" in composed(page, "x = 1")
    wrong = THREE_DEEP.replace("def may()", "def mayy()")
    line = 1 + wrong[: wrong.index("def mayy")].count("\n")
    assert composed(page, wrong).startswith(f"Line {line}: plugin three-deep: there is no hook mayy")


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


#: What a rule may try in order to reach what the browser stores for the site, or another tab.
REACHES: Final = {
    "caches": "js.caches.open('x')",
    "indexedDB": "js.indexedDB.open('x')",
    "storage": "js.navigator.storage.getDirectory()",
    "storageBuckets": "js.navigator.storageBuckets.open('x')",
    "locks": "js.navigator.locks.query()",
    "serviceWorker": "js.navigator.serviceWorker.getRegistrations()",
    "cookieStore": "js.cookieStore.getAll()",
    "localStorage": "js.localStorage.getItem('x')",
    "BroadcastChannel": "js.BroadcastChannel.new('x')",
    "Worker": "js.Worker.new('worker.js')",
    "SharedWorker": "js.SharedWorker.new('worker.js')",
    "importScripts": "js.importScripts('worker.js')",
    "webkitRequestFileSystem": "js.webkitRequestFileSystem(0, 1, print)",
    "webkitRequestFileSystemSync": "js.webkitRequestFileSystemSync(0, 1)",
    "webkitResolveLocalFileSystemURL": "js.webkitResolveLocalFileSystemURL('x')",
    "webkitResolveLocalFileSystemSyncURL": "js.webkitResolveLocalFileSystemSyncURL('x')",
}


@pytest.mark.parametrize("name", REACHES)
def test_code_reaches_nothing_that_the_browser_stores_and_no_other_tab(page: Any, name: str) -> None:
    open_editor(page)
    assert composed(page, f"import js\n{REACHES[name]}") == f"Line 2: AttributeError: {name}"
    # Neither by a prototype, which has what the worker's own objects show.
    chain = f"""import js
for at in (js.globalThis, js.navigator):
    while at:
        if js.Object.getOwnPropertyDescriptor(at, "{name}"):
            raise ValueError("found")
        at = js.Object.getPrototypeOf(at)
raise ValueError("nothing")"""
    assert composed(page, chain).endswith("ValueError: nothing")


def test_code_finds_no_other_way_to_what_the_browser_stores(page: Any) -> None:
    open_editor(page)
    listed = """import js
names = []
for at in (js.globalThis, js.navigator):
    while at:
        names += js.Object.getOwnPropertyNames(at)
        at = js.Object.getPrototypeOf(at)
raise ValueError(" ".join(names))"""
    names = composed(page, listed).split()
    assert "XMLHttpRequest" in names  # the list is whole
    assert {"hardwareConcurrency", "fetch", "postMessage"} <= set(names)
    ways = re.compile(
        "storage|cache|database|indexeddb|file|bucket|lock|cookie|worker|script|broadcast|channel", re.IGNORECASE
    )
    # A name with a capital is a class, and code makes no objects of the others: only the browser does.
    classes = {"Worker", "SharedWorker", "BroadcastChannel"}
    assert [name for name in names if ways.search(name) and (name[0].islower() or name in classes)] == []


def test_the_editor_says_what_a_pasted_rule_can_do(page: Any) -> None:
    open_editor(page)
    told = page.locator("dialog").inner_text()
    assert "A rule that you paste runs in this tab alone" in told
    assert "reaches no other site, no other tab and nothing else that this browser stores" in told


@pytest.fixture
def impatient(page: Any) -> Iterator[Any]:
    """A page that ends what takes four seconds; a worker that starts again needs one or two."""
    page.evaluate("rummy500.setPatience(4)")
    yield page
    page.evaluate("rummy500.setPatience(15)")


def play_with(page: Any, code: str) -> None:
    """Compose a rule, and begin a game with it in the place of the one on the table."""
    open_editor(page)
    assert "It composes" in composed(page, code)
    page.get_by_role("button", name="Play with it").click()
    settled(page)


def discard_first(page: Any) -> None:
    page.locator(".hand button.card").first.click()
    settled(page)
    page.get_by_role("button", name=re.compile("^Discard")).click()


def test_between_two_turns_a_person_answers_with_a_button(page: Any) -> None:
    set_out(page, "classic", seats=3)
    play_with(page, MAY_I)
    page.keyboard.press("d")
    settled(page)
    discard_first(page)
    settled(page)
    assert page.locator(".bar .status").inner_text() == "Your turn: choose."
    assert page.locator(".bar .buttons button").all_inner_texts() == ["Answer may-i: decline", "Answer may-i: buy"]
    page.get_by_role("button", name="Answer may-i: decline").click()
    settled(page)
    log = page.evaluate("rummy500.state.log.map(({ text }) => text)")
    assert {"You answer may-i: decline", "Bela answers may-i"} <= set(log)  # how Bela answers is hidden
    before, bought = hand_of(page), page.evaluate("rummy500.state.update.view.pile.at(-1)")
    page.get_by_role("button", name="Answer may-i: buy").click()  # before the own turn: nobody is nearer
    settled(page)
    assert sorted([*before, bought]) == sorted(card for card in hand_of(page) if card in (*before, bought))
    assert len(hand_of(page)) == len(before) + 2


def test_a_rule_that_never_ends_is_stopped_and_the_game_goes_on(impatient: Any) -> None:
    page = impatient
    page.keyboard.press("d")
    settled(page)
    before = hand_of(page)
    open_editor(page)
    page.locator("#code").fill(ENDLESS)
    page.get_by_role("button", name="Compose").click()
    settled(page)
    page.get_by_role("button", name="Play with it").click()
    page.get_by_role("button", name="Leave it").click()
    page.get_by_text("Your rule is still running …").wait_for()
    page.get_by_text("Your rule did not end in 4 seconds, and was stopped. Your game went on from its log.").wait_for(
        state="attached"
    )
    settled(page)
    assert hand_of(page) == before


def test_a_hanging_rule_is_stopped_in_the_editor(page: Any) -> None:
    open_editor(page)
    page.locator("#code").fill("while True: pass")
    page.get_by_role("button", name="Compose").click()
    page.get_by_role("button", name="Stop it").click()
    page.get_by_text("This was stopped.").wait_for()
    assert page.get_by_role("button", name="Compose").is_enabled()
    settled(page)


def test_tab_and_enter_indent_in_the_editor(page: Any) -> None:
    def press(*keys: str) -> str:
        for key in keys:
            page.keyboard.press(key)
        return str(code.input_value())

    open_editor(page)
    code = page.locator("#code")
    code.fill("")
    page.keyboard.type("def a():  # a hook")
    assert press("Enter", "x", "Enter", "y") == "def a():  # a hook\n    x\n    y"
    assert press("Shift+Tab") == "def a():  # a hook\n    x\ny"
    assert press("Tab", "z") == "def a():  # a hook\n    x\ny    z"
    # The browser may undo what was typed and what Tab did at once.
    assert "def a():  # a hook\n    x\n    y" in [press("Control+z") for _ in range(3)]
    code.fill("def a():  # a hook\n    x\n    y")
    assert press("Control+a", "Tab") == "    def a():  # a hook\n        x\n        y"
    assert page.evaluate("rummy500.state.editor.code") == code.input_value()
    assert press("Shift+Tab", "Shift+Tab") == "def a():  # a hook\nx\ny"
    assert code.evaluate("each => each === document.activeElement")
    assert press("Escape", "Tab") == "def a():  # a hook\nx\ny"
    assert page.get_by_role("button", name="Compose").evaluate("each => each === document.activeElement")
    code.focus()
    press("Escape")
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="hidden")


def test_a_rule_that_stops_python_is_reported_and_the_game_goes_on(page: Any, watched: Any) -> None:
    page.keyboard.press("d")
    settled(page)
    before = hand_of(page)
    open_editor(page)
    assert composed(page, "import sys\nsys.exit()") == "Line 2: SystemExit"
    page.locator("#code").fill("import os\nos.abort()")
    page.get_by_role("button", name="Compose").click()
    page.get_by_text(re.compile("Your rule stopped Python .* Your game went on from its log")).wait_for(
        state="attached"
    )
    settled(page)
    assert page.get_by_role("button", name="Compose").is_enabled()
    assert "This stopped Python" in page.locator("#verdict").inner_text()
    assert hand_of(page) == before
    watched.forget()  # Pyodide reports its end


def test_a_game_waits_until_its_endless_rule_is_mended(page: Any) -> None:
    play_with(page, faulty("while len(view.public.pile) > 1: pass"))
    page.keyboard.press("d")
    settled(page)
    before = hand_of(page)
    discard_first(page)
    page.get_by_text("Your rule is still running …").wait_for()
    page.get_by_role("button", name="Stop it").click()
    page.get_by_text("Your rule was stopped. Your game waits for the house rule").wait_for()
    assert page.get_by_role("button", name="Stop it").count() == 0
    settled(page)
    assert page.locator(".hand button.card:not(:disabled)").count() == 0
    assert hand_of(page) == before  # no other game was dealt
    page.get_by_role("button", name="Open the editor").click()
    assert "It composes" in composed(page, THREE_DEEP)
    page.get_by_role("button", name="Go on with the game").click()
    settled(page)
    assert hand_of(page) == before
    discard_first(page)
    settled(page)
    assert page.evaluate("rummy500.state.log.filter(({ isMine }) => isMine).length") >= 2


def test_a_rule_that_fails_in_play_is_named_by_its_line_and_the_game_goes_on(page: Any) -> None:
    statement = "1 / (len(view.public.pile) < 2)"
    line = THREE_DEEP[: THREE_DEEP.index(RETURN)].count("\n") + 2
    play_with(page, faulty(statement))
    page.keyboard.press("d")
    settled(page)
    before = hand_of(page)
    discard_first(page)
    settled(page)
    assert f"Your rule failed in line {line}: ZeroDivisionError" in page.locator(".notice.wrong").inner_text()
    assert hand_of(page) == before
    page.get_by_role("button", name=f"Open line {line} in the editor").click()
    assert page.locator(".numbers .wrong").inner_text().strip() == str(line)
    assert page.evaluate("document.getSelection().toString()").strip() == statement
    assert "It composes" in composed(page, THREE_DEEP)
    page.get_by_role("button", name="Go on with the game").click()
    settled(page)
    discard_first(page)
    settled(page)
    assert page.locator(".notice.wrong").count() == 0


def test_a_reloaded_game_waits_for_its_rule_or_is_left_for_one_that_is_saved(page: Any) -> None:
    play_with(page, THREE_DEEP)
    page.keyboard.press("d")
    settled(page)
    before = hand_of(page)
    page.reload()
    page.get_by_text("The game waits for your house rule “three-deep”: compose it, and go on.").wait_for()
    assert page.get_by_text("Loading").count() == 0
    page.get_by_role("button", name="Compose it and go on").click()
    settled(page)
    assert hand_of(page) == before
    discard_first(page)
    settled(page)

    page.evaluate("localStorage.setItem('rummy500.rule', 'x = (')")
    page.reload()
    page.get_by_role("button", name="Compose it and go on").click()
    page.get_by_text("Line 1: '(' was never closed").wait_for()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Leave this game").click()
    page.get_by_role("button", name="Keep playing").click()
    page.get_by_role("button", name="Leave this game").click()
    page.get_by_role("button", name="Leave it").click()
    settled(page)
    page.keyboard.press(
        "d"
    )  # and no discard: this deal is a new one each time, and one in sixty ends in its first round
    settled(page)
    left = hand_of(page)
    page.reload()
    page.get_by_text("Your saved game continues.").wait_for()
    assert hand_of(page) == left
