"""Draw the terminal game for the docs: `uv run python -m tools.terminal_picture`.

The picture is textual's own, of a game that bots have begun. It asks no other host for a font.
"""

from __future__ import annotations

import asyncio
import random
import re
from typing import Final

from tools.pictures import FOLDER

import rummy500 as r5
from rummy500.cli.full_screen.app import FullScreen
from rummy500.cli.game import Game
from rummy500.cli.seating import Opponent, seat_everybody

COMMAND: Final = "uv run python -m tools.terminal_picture"
FILE: Final = FOLDER / "terminal.svg"
TEXT: Final = (
    "The game in a terminal. From the top: the four players with their partners, cards and scores; the melds of each "
    "player, with a numbered list of the moves that you may choose beside them; the last turns; the stock and the "
    "discard pile; your hand; a hint from the program; the keys."
)
_SEED: Final = 5
_DECISIONS: Final = 6
_SIZE: Final = (80, 24)
_FONT: Final = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)


def drawn() -> str:
    """Draw the game as SVG."""
    source = random.Random(_SEED)
    opponents = [Opponent(name, "greedy") for name in ("Ann", "Ben", "Cleo")]
    seating = seat_everybody(r5.compose("pagat", ["partnership"], seats=4), {0: ""}, opponents, source)
    game = Game(seating.table, seating.players, source)
    game.deal()
    for _ in range(_DECISIONS):
        asked = game.asked()
        if asked is not None:
            game.answer(asked, next(iter(asked.legal.plain())))
    return asyncio.run(_shot(FullScreen(game, f"pagat with partnership, seed {_SEED}", most=None, save_to="")))


async def _shot(app: FullScreen) -> str:
    async with app.run_test(size=_SIZE) as pilot:
        await pilot.pause()
        await app.workers.wait_for_complete()
        await pilot.press("h")
        await pilot.pause()
        return _FONT.sub("", app.export_screenshot(title="rummy500 play", simplify=True))


def main() -> None:
    """Write the picture."""
    FILE.write_text(f"{drawn()}\n", "utf-8")


if __name__ == "__main__":
    main()
