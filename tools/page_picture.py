"""Take the picture of the page for the README and "Play it", in Chromium; again whenever the page looks different.

    uv run --group web --with pillow python -m tools.page_picture

Playwright and Pillow are imported when it is taken: a test reads the text without them.
"""

from __future__ import annotations

import io
import shutil
import tempfile
import threading
from importlib import import_module
from pathlib import Path
from typing import Final
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
_WIDTH: Final = 1120
_HEIGHT: Final = 820
#: The place of the 7 of spades in the pile, from the bottom.
CHOSEN: Final = 2
#: As many as the page has, so far as one sees; a picture with a palette is a third of one without.
_COLOURS: Final = 128


def shot(site: Path) -> bytes:
    """Open the page at the position of the drawing on Home, choose a card of the pile, and return a PNG."""
    serving = server(site, 0)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    game = PICTURES["game"]
    assert isinstance(game, Picture)
    position = quote(game.position)
    with import_module("playwright.sync_api").sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": _WIDTH, "height": _HEIGHT}, reduced_motion="reduce")
        page.goto(f"http://127.0.0.1:{serving.server_port}/play/#position={position}&seat=0")
        page.locator(".pile button.card").nth(CHOSEN).click(timeout=120_000)
        page.get_by_role("button", name="Take 7").wait_for()
        taken: bytes = page.screenshot(animations="disabled")
        browser.close()
    serving.shutdown()
    serving.server_close()
    return taken


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        build_page(Path(folder) / "play")
        taken = shot(Path(folder))
    image = import_module("PIL.Image")
    image.open(io.BytesIO(taken)).quantize(_COLOURS, dither=image.Dither.NONE).save(FILE, optimize=True)
    print(f"{FILE.stat().st_size / 1000:.0f} kB in {FILE}")


if __name__ == "__main__":
    main()
