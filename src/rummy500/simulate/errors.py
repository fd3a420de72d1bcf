"""The errors of simulations."""

from __future__ import annotations

from rummy500.errors import Rummy500Error
from rummy500.rules import plugin_note


class MatchFailedError(Rummy500Error):
    """Raised if a match ends in an error of the rules or of a player, with that error as its cause.

    Attributes:
        number: the match's number, from 0.
        seed: the seed of the simulation.
        players: the name of each seat's player.
        seat: the seat whose player broke the rules for players, or was asked last; -1 if none was asked.
        what: the error in a line.
    """

    def __init__(self, number: int, seed: int, players: tuple[str, ...], seat: int, what: str) -> None:
        """Make the error of a match."""
        self.number = number
        self.seed = seed
        self.players = players
        self.seat = seat
        self.what = what
        super().__init__(number, seed, players, seat, what)

    def __str__(self) -> str:
        """Format the match, its error, and how to play it again."""
        asked = f"seat {self.seat} ({self.players[self.seat]}) was asked last; " if self.seat >= 0 else ""
        return (
            f"match {self.number} of seed {self.seed} ({', '.join(self.players)}) ended in {self.what}; {asked}"
            f"simulate_match(rules, players, seed={self.seed}, number={self.number}) plays it again"
        )


class SendError(Rummy500Error, TypeError):
    """Raised if rules or players cannot be sent to a worker, or cannot be unpacked there."""


class WorkersBrokeError(Rummy500Error, RuntimeError):
    """Raised if no worker starts, or a match ends every worker that plays it."""


class MissingExtraError(Rummy500Error, ImportError):
    """Raised if a function needs an extra that is not installed."""


def one_line(error: BaseException) -> str:
    """Format an error in a line: its type, its message, and the plugin that raised it."""
    message = " ".join(str(error).split()).removesuffix(".")
    what = f"{type(error).__name__}: {message}" if message else type(error).__name__
    by_plugin = plugin_note(error)
    return f"{what} ({by_plugin})" if by_plugin else what
