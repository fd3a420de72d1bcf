"""Tests that people play against each other at examples/online-table, each in a browser of their own.

The example runs in a process and an environment of its own, which uv makes.
"""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import pytest
from tests.web.conftest import Watched

ROOT: Final = Path(__file__).parents[2]
EXAMPLE: Final = ROOT / "examples" / "online-table"
MOST_TURNS: Final = 80


class OnlineTable:
    """The example, served; it can be stopped and started again."""

    def __init__(self, folder: Path, page: Path, **seconds: float) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.site = f"http://127.0.0.1:{port}/"
        self.written = folder / "written.txt"
        self._command = ["uv", "run", "--quiet", "app.py", "--port", str(port), "--page", str(page)]
        self._command += ["--file", str(folder / "tables.sqlite3")]
        for name, value in seconds.items():
            self._command += [f"--{name}", str(value)]
        self.start()

    def start(self) -> None:
        with self.written.open("a") as written:
            self._process = subprocess.Popen(self._command, cwd=EXAMPLE, stdout=written, stderr=written)
        for _ in range(1200):  # the first time uv installs what the example needs
            try:
                urllib.request.urlopen(self.site, timeout=5).close()
            except OSError:
                assert self._process.poll() is None, self.written.read_text()
                time.sleep(0.05)
            else:
                return
        raise TimeoutError("the online table does not answer")

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()


@pytest.fixture(scope="module")
def online(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineTable]:
    """The example with the built page, and with clocks that suit a test."""
    folder = tmp_path_factory.mktemp("online")
    page = lobby(folder)
    shutil.copytree(built / "play", page / "play")
    running = OnlineTable(folder, page, window=1, deal=2, turn=60)
    yield running
    running.stop()


def lobby(folder: Path) -> Path:
    """Copy the lobby, without a page to play on."""
    return Path(shutil.copytree(EXAMPLE / "page", folder / "page", ignore=shutil.ignore_patterns("play")))


class Person(Watched):
    """Somebody at a table, in a browser of their own.

    Attributes:
        asked: the address of everything that the browser asked a server for.
    """

    def __init__(self, browser: Any, online: OnlineTable, **settings: Any) -> None:
        super().__init__(browser, online.site, **settings)
        self.asked: list[str] = []
        self.page.on("request", lambda each: self.asked.append(each.url))
        self.page.on("websocket", lambda each: self.asked.append(each.url))

    @property
    def status(self) -> str:
        return str(self.page.locator(".bar .status").inner_text())

    @property
    def log(self) -> str:
        self.page.get_by_role("tab", name="Log").click()
        return str(self.page.locator("#panel").inner_text())

    def waits_for(self, text: str | re.Pattern[str]) -> None:
        self.page.locator(".bar").get_by_text(text).first.wait_for()

    def clicks(self, button: str) -> None:
        self.page.locator(".bar").get_by_role("button", name=button, exact=True).click()

    def draws_and_discards(self) -> None:
        self.clicks("Draw a card")
        self.waits_for("or one card to discard.")
        self.page.locator(".hand button.card").first.click()
        self.page.locator(".bar .buttons button", has_text="Discard").click()
        self.page.locator(".bar .status", has_text="or one card to discard").wait_for(state="detached")


@pytest.fixture
def people(browser: Any, online: OnlineTable) -> Iterator[list[Person]]:
    """Two people in browsers of their own, the second with a phone; no request may leave the site."""
    found = [Person(browser, online), Person(browser, online, viewport={"width": 360, "height": 740})]
    yield found
    for each in found:
        each.context.close()
        assert (each.strays, each.errors) == ([], [])


def open_table(person: Person, site: str, *players: str, **options: int) -> list[str]:
    """Open a table in the lobby, with these players beside the person.

    Returns:
        The links for friends, and the one for whoever watches.
    """
    page = person.page
    page.goto(site)
    page.get_by_label("Name of seat 0").fill("Ann")
    page.get_by_label("Seats", exact=True).select_option(str(1 + len(players)))
    for seat, player in enumerate(players, 1):
        page.get_by_label(f"Who plays seat {seat}").select_option(player)
    page.locator("summary", has_text="Options").click()
    for name, value in options.items():
        option = page.locator(f'.option[title="{name.replace("_", ".")}"]')
        if option.locator("select").count():
            option.locator("select").select_option("another number …")
        number = option.locator("input")
        number.fill(str(value))
        number.blur()
    page.get_by_role("button", name="Open the table").click()
    page.locator(".opened").wait_for()
    return [each.input_value() for each in page.locator(".opened .links input").all()]


def play_until_the_stock_is_empty(*people: Person) -> None:
    """Let people draw and discard, one after the other, until one of them has to pass."""
    for _, person in zip(range(MOST_TURNS), cycle(people), strict=False):
        person.page.locator(".bar .status", has_text=re.compile("Your turn: (draw|the stock)")).wait_for()
        if "draw" not in person.status:
            person.clicks("Pass")
            return
        person.draws_and_discards()


def test_two_people_play_a_hand_against_each_other(people: list[Person], online: OnlineTable) -> None:
    ann, ada = people
    to_play, to_watch = open_table(ann, online.site, "person", deal_size=20)  # which leaves a short stock
    ann.page.get_by_role("link", name="Play as Ann").click()
    ann.page.get_by_text("the first hand is dealt when everyone is here").wait_for()
    ada.page.goto(to_play)
    for each in people:
        each.page.locator(".hand button.card").first.wait_for()
    on_turn, other = people if ann.status.startswith("Your turn") else reversed(people)
    names = {ann: "Ann", ada: "Ada"}

    on_turn.page.locator(".hand button.card").first.click()
    on_turn.waits_for(re.compile(r"Not allowed:|The buttons add"))  # of a card that the pile can go with
    on_turn.clicks("Clear")

    # An undo between people: asked for and refused, asked for again and granted.
    on_turn.draws_and_discards()
    hand = other.page.locator(".hand button.card").count()
    on_turn.clicks("Undo")
    on_turn.waits_for(f"You want to take the last move back. {names[other]} must agree.")
    other.waits_for(f"{names[on_turn]} wants to take the last move back.")
    other.clicks("Refuse")
    other.page.get_by_role("button", name="Agree").wait_for(state="detached")
    on_turn.waits_for(f"{names[other]} didn\u2019t agree to the undo.")
    other.draws_and_discards()
    on_turn.draws_and_discards()
    on_turn.clicks("Undo")
    other.clicks("Agree")
    on_turn.waits_for("or one card to discard.")
    assert "You took a move back" in on_turn.log
    assert f"{names[on_turn]} took a move back" in other.log
    assert other.page.locator(".hand button.card").count() == hand

    # Whoever leaves and comes back finds the table and the log again, and may look in as somebody who watches.
    remembered = other.log
    other.page.reload()
    other.page.locator(".hand button.card").first.wait_for()
    assert other.log == remembered
    on_turn.page.locator(".hand button.card").first.click()
    on_turn.page.locator(".bar .buttons button", has_text="Discard").click()
    play_until_the_stock_is_empty(other, on_turn)
    for each in people:
        each.page.locator(
            ".bar .status", has_text=re.compile(r"The stock ran out\.\s+The next hand is dealt in a moment\.")
        ).wait_for()
    for each in people:
        each.page.locator(".bar .status", has_text=re.compile("Your turn|is on turn")).wait_for()
        assert each.log.splitlines()[0] == "A hand is dealt"

    assert ada.page.evaluate("document.documentElement.scrollWidth") <= 360

    # Tokens: in no address that a server was asked for, and in nothing that it wrote.
    token = to_play.partition("#")[2]
    assert len(token) > 20
    assert to_watch.endswith("#")
    assert [url for each in people for url in each.asked if token in url.partition("#")[0]] == []
    assert any(re.search(r"/tables/[^?]+$", url) for url in ada.asked)
    assert token not in online.written.read_text()


def test_a_robot_wins_while_somebody_watches(people: list[Person], online: OnlineTable) -> None:
    ann, ada = people
    (to_watch,) = open_table(ann, online.site, "medium", match_target=50)
    ann.page.get_by_role("link", name="Play as Ann").click()
    ada.page.goto(to_watch)
    ada.waits_for("You\u2019re watching.")
    assert ada.page.locator(".hand").count() == 0
    assert ada.page.locator(".bar button").count() == 0
    for _ in range(MOST_TURNS):
        ann.page.locator(".bar .status", has_text=re.compile(r"Your turn|Rummy\?|wins? the match")).wait_for()
        if "the match" in ann.status:
            break
        if "the stock is empty" in ann.status:
            ann.clicks("Pass")
        else:
            ann.draws_and_discards()
    for each in people:
        each.waits_for("Ada wins the match.")
    assert "Ann discards" in ada.log
    assert "You" not in ada.log


def test_a_person_comes_back_after_the_connection_was_lost(people: list[Person], online: OnlineTable) -> None:
    ann, ada = people
    open_table(ann, online.site, "medium")
    ann.page.get_by_role("link", name="Play as Ann").click()
    ann.waits_for("Your turn: draw")
    ann.draws_and_discards()
    ann.waits_for("Your turn: draw")
    before = ann.log
    online.stop()
    ann.waits_for("No connection to the table. Connecting again")
    for _ in range(200):  # a try that fails, before the server is back
        if any("ERR_CONNECTION_REFUSED" in error for error in ann.errors):
            break
        ann.page.wait_for_timeout(50)
    online.start()
    ann.waits_for("Your turn: draw")
    assert ann.log == before
    ann.draws_and_discards()
    assert max(int(each) for url in ann.asked for each in re.findall(r"since=(\d+)$", url)) > 0
    assert any("ERR_CONNECTION_REFUSED" in error for error in ann.errors)
    ann.forget()

    ada.page.goto(f"{online.site}play/?table=/tables/nothing#guess")
    ada.page.get_by_text("You can\u2019t sit at this table: there is no such table").wait_for()


def test_without_the_page_the_lobby_says_how_to_build_it(browser: Any, tmp_path: Path) -> None:
    bare = OnlineTable(tmp_path, lobby(tmp_path))
    try:
        person = Person(browser, bare)
        person.page.goto(bare.site)
        person.page.get_by_text("tools.build_web --only-page").wait_for()
        assert "tools.build_web --only-page" in bare.written.read_text()
        person.context.close()
    finally:
        bare.stop()
