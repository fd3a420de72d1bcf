"""The pictures of the terminal game for the docs.

The picture is textual's own, of a game that programs have begun. It asks no other host for a font.
"""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path
from typing import Final

from tools.pages.pictures import FOLDER

import rummy500 as r5
from rummy500.rules.options import DEFAULT_PRESET
from rummy500_terminal.full_screen.app import FullScreen
from rummy500_terminal.game import Opponent, seat_everybody

#: Its picture, and one for phones, which `docs/stylesheets/phone.css` puts in its place; each with columns and lines.
SIZES: Final = {FOLDER / "terminal.svg": (80, 24), FOLDER / "terminal-narrow.svg": (52, 30)}
TEXT: Final = (
    "The game in a terminal. From the top: you, Ada and Bela with your cards and scores; the melds of each player, "
    "with a numbered list of the moves that you may choose beside them; the last turns; the stock and the discard "
    "pile; your hand; a hint from the program; the keys."
)
#: As `rummy500 play` seats players if nobody says how many.
_SEATS: Final = 3
_SEED: Final = 2
_DECISIONS: Final = 8
_FONT: Final = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)


def drawn(size: tuple[int, int]) -> str:
    """Draw the game as SVG.

    Args:
        size: the columns and lines of the terminal.
    """
    source = random.Random(_SEED)
    game = seat_everybody(r5.compose(DEFAULT_PRESET, seats=_SEATS), {0: ""}, [Opponent("", "medium")], source)
    game.deal()
    for _ in range(_DECISIONS):
        asked = game.asked()
        if asked is not None:
            game.answer(asked, next(iter(asked.legal.plain())))
    title = f"{DEFAULT_PRESET}, {_SEATS} seats, seed {_SEED}"
    return asyncio.run(_shot(FullScreen(game, title, most=None, save_to=""), size))


async def _shot(app: FullScreen, size: tuple[int, int]) -> str:
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.press("h")
        await pilot.pause()
        return _FONT.sub("", app.export_screenshot(title="rummy500 play", simplify=True))


def pages() -> dict[Path, str]:
    return {file: f"{drawn(size)}\n" for file, size in SIZES.items()}
