"""Take the pictures of the page in Chromium, again whenever it looks different: for "Play it", and moving for README.

    uv run --group web --with pillow python -m tools.page_picture

Playwright and Pillow are imported when it is taken: a test reads the text without them.
"""

from __future__ import annotations

import io
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from tools.build_web import build_page, server
from tools.pages.pictures import FOLDER, PICTURES, Picture

COMMAND: Final = "uv run --group web --with pillow python -m tools.page_picture"
FILE: Final = FOLDER / "page.png"
TEXT: Final = (
    "The page in a browser. Ada and Bela with their melds and hidden hands; the stock and the discard pile, from which "
    "the 7 of spades is chosen; your three aces and your hand; buttons that draw, or take the 7 and the two cards on "
    "it and meld three sevens. Beside them the score of this hand, line by line."
)
MOVING: Final = FOLDER / "page.gif"
MOVING_TEXT: Final = (
    "A round on the page, moving: you draw and discard, then Ada, Bela and Cleo play one after another, each card goes "
    "from where it lay to where it lies, and a bar says whose turn it is and what you can do."
)
_WIDTH: Final = 1120
_HEIGHT: Final = 820
#: The place of the 7 of spades in the pile, from the bottom.
CHOSEN: Final = 2
#: As many as the page has, so far as one sees; a picture with a palette is a third of one without.
_COLOURS: Final = 128


#: The moving picture: its size, its colours, and the deal that it shows, against three easy opponents.
_LARGE: Final = {"width": 1280, "height": 800}
_SMALL: Final = (832, 520)
_FEW: Final = 200
_DEAL: Final = "#preset=pagat&seats=4&seed=moving&seat.1=easy&seat.2=easy&seat.3=easy"


@contextmanager
def opened(site: Path, link: str, **settings: Any) -> Iterator[Any]:
    """The page, at a link."""
    serving = server(site, 0)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    with import_module("playwright.sync_api").sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(**settings)
        page.goto(f"http://127.0.0.1:{serving.server_port}/play/{link}")
        page.locator(".hand button.card").first.wait_for(timeout=120_000)
        yield page
        browser.close()
    serving.shutdown()
    serving.server_close()


def shot(site: Path) -> bytes:
    """Open the page at the position of the drawing on Home, choose a card of the pile, and return a PNG."""
    game = PICTURES["game"]
    assert isinstance(game, Picture)
    size = {"width": _WIDTH, "height": _HEIGHT}
    link = f"#position={quote(game.position)}&seat=0"
    with opened(site, link, viewport=size, reduced_motion="reduce") as page:
        page.get_by_role("button", name="I know the game").click()
        page.locator(".pile button.card").nth(CHOSEN).click()
        page.get_by_role("button", name="Take 7").wait_for()
        taken: bytes = page.screenshot(animations="disabled")
    return taken


def reel(site: Path) -> list[tuple[bytes, int]]:
    """Play two rounds by hints, and return what is seen: PNGs, each with the milliseconds for which it is shown."""
    taken: list[bytes] = []
    moments: list[float] = []
    with opened(site, _DEAL, viewport=_LARGE, color_scheme="light") as page:

        def look() -> None:
            taken.append(page.screenshot())
            moments.append(time.monotonic())

        page.get_by_role("button", name="I know the game").click()
        for _ in range(2):
            mine = page.locator(".bar .status", has_text="Your turn")
            mine.wait_for()
            for key in ("h", "Enter", "h", "Enter", "h", "Enter"):
                if not mine.count():
                    break
                page.keyboard.press(key)
                for _ in range(4):
                    look()
            while not mine.count() and not page.locator(".bar.window, .bar.over").count():
                look()
    ends = [*moments[1:], moments[-1] + 2]
    shown = [round(1000 * (end - begun)) for begun, end in zip(moments, ends, strict=True)]
    return list(zip(taken, shown, strict=True))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        build_page(Path(folder) / "play")
        taken, frames = shot(Path(folder)), reel(Path(folder))
    image = import_module("PIL.Image")
    how = {"method": image.Quantize.MAXCOVERAGE, "dither": image.Dither.NONE}  # few colours are red, and must stay so
    image.open(io.BytesIO(taken)).convert("RGB").quantize(_COLOURS, **how).save(FILE, optimize=True)
    first, *others = [image.open(io.BytesIO(each)).convert("RGB").resize(_SMALL) for each, _ in frames]
    palette = first.quantize(_FEW, **how)
    small = [each.quantize(palette=palette, dither=image.Dither.NONE) for each in (first, *others)]
    small[0].save(
        MOVING, save_all=True, append_images=small[1:], duration=[ms for _, ms in frames], loop=0, optimize=True
    )
    for file in (FILE, MOVING):
        print(f"{file.stat().st_size / 1000:.0f} kB in {file}")


if __name__ == "__main__":
    main()
