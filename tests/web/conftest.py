"""Serves the built page, and opens it in Chromium. Without a browser, or without npm, these tests are left out."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.playing import set_out, settled
from tools.build_web import WEB, build_page, server

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page in `play/`."""
    if shutil.which("npm") is None or CHROMIUM is None:
        pytest.skip("the page is tested in Chromium and built with npm: one of them is not on this machine")
    folder: Path = tmp_path_factory.mktemp("site")
    build_page(folder / "play")
    (folder / "index.html").write_text("<!doctype html><title>docs</title>", "utf-8")
    return folder


@pytest.fixture(scope="session")
def site(built: Path) -> Iterator[str]:
    """The address of the page, served."""
    serving = server(built, 0)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{serving.server_port}/play/"
    serving.shutdown()
    serving.server_close()


@pytest.fixture(scope="session")
def browser() -> Generator[Any]:
    """Chromium, without a window."""
    driver = pytest.importorskip("playwright.sync_api", reason="the group `web` is not installed")
    if CHROMIUM is None:
        pytest.skip("Chromium is not on this machine")
    with driver.sync_playwright() as playwright:
        # Containers have no sandbox; the page is our own.
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


#: What a browser remembers that has been at the page, and has chosen a pace.
SETTINGS = "if (origin !== 'null') localStorage['rummy500.settings'] ??= JSON.stringify(%s)"


class Watched:
    """A page of which every request and every error is noted.

    Attributes:
        page: the page.
        strays: the requests to other hosts.
        errors: what was written to the console as an error, and what nobody caught.
    """

    def __init__(self, browser: Any, site: str, pace: str | None = "at once", **settings: Any) -> None:
        # Cards that glide into their place are clicked later.
        wide = {"viewport": {"width": 1280, "height": 860}, "reduced_motion": "reduce"}
        self.context = browser.new_context(**{**wide, **settings})
        self.context.set_default_timeout(90_000)
        if pace is not None:
            self.context.add_init_script(SETTINGS % json.dumps({"pace": pace}))
        self.page = self.context.new_page()
        self.strays: list[str] = []
        self.errors: list[str] = []
        origin = site.removesuffix("play/")
        self.page.on("request", lambda each: None if is_own(each.url, origin) else self.strays.append(each.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda each: self.errors.append(each.text) if each.type == "error" else None)

    def forget(self) -> None:
        """Forget what a test has provoked."""
        self.strays.clear()
        self.errors.clear()


@pytest.fixture(scope="session")
def watched(browser: Any, site: str) -> Generator[Watched]:
    """One page for all tests that need no page of their own: Python takes seconds to start."""
    found = Watched(browser, site)
    found.page.goto(site)
    found.page.wait_for_selector(".hand button.card")
    yield found
    found.context.close()


@pytest.fixture
def page(watched: Watched) -> Generator[Any]:
    """The page with a new game of pagat for three, at the person's first decision; no request may leave the site."""
    page = watched.page
    page.set_viewport_size({"width": 1280, "height": 860})
    page.evaluate("document.querySelector('dialog').close()")
    set_out(page, "pagat", seats=3)
    settled(page)
    yield page
    assert (watched.strays, watched.errors) == ([], [])


@pytest.fixture
def fresh(browser: Any, site: str) -> Generator[Watched]:
    """A page in a browser that has never been there, and has not gone there yet."""
    found = Watched(browser, site)
    yield found
    found.context.close()
    assert (found.strays, found.errors) == ([], [])


def is_own(url: str, origin: str) -> bool:
    return url.startswith((origin, f"blob:{origin}", "data:"))


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, which judges accessibility."""
    file = WEB.parent / "build" / "web" / "node_modules" / "axe-core" / "axe.min.js"
    if not file.exists():
        pytest.skip("axe-core is not installed: build the page first")
    return file.read_text("utf-8")
