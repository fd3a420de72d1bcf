"""The full screen of `rummy500 play` (extra `tui`)."""

from __future__ import annotations

from rummy500_terminal.full_screen.app import FullScreen
from rummy500_terminal.game import Game


def run(game: Game, title: str, *, most: int | None, save_to: str) -> str:
    """Play a game in the full screen until the match is won or the people leave."""
    app = FullScreen(game, title, most=most, save_to=save_to)
    app.run()
    if app.failure is not None:
        raise app.failure
    return app.left_in
