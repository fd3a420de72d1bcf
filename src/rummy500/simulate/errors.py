"""What can go wrong in a simulation, beside what goes wrong in a game."""

from __future__ import annotations

from rummy500.errors import Rummy500Error
from rummy500.rules import plugin_note


class MatchFailedError(Rummy500Error):
    """A match that ended in an error of the rules or of a player; that error is the cause of this one.

    Attributes:
        number: the match's number, from 0.
        seed: the seed of the simulation.
        players: the name of each seat's player.
        seat: the seat whose player broke the contract of a player, or was asked last; -1 if none was asked.
        what: the error in a line.
    """

    def __init__(self, number: int, seed: int, players: tuple[str, ...], seat: int, what: str) -> None:
        """Take what the match is known by, and what happened."""
        self.number = number
        self.seed = seed
        self.players = players
        self.seat = seat
        self.what = what
        super().__init__(number, seed, players, seat, what)

    def __str__(self) -> str:
        """What happened in which match, and how it is played again."""
        asked = f"seat {self.seat} ({self.players[self.seat]}) was asked last; " if self.seat >= 0 else ""
        return (
            f"match {self.number} of seed {self.seed} ({', '.join(self.players)}) ended in {self.what}; {asked}"
            f"simulate_match(rules, players, seed={self.seed}, number={self.number}) plays it again"
        )


class SendError(Rummy500Error, TypeError):
    """Rules or players that cannot be sent to a worker, or that a worker cannot make of what it was sent."""


class WorkersBrokeError(Rummy500Error, RuntimeError):
    """No worker starts, or a match ends every worker that plays it."""


class MissingExtraError(Rummy500Error, ImportError):
    """Something is asked for that needs an extra which is not installed."""


def one_line(error: BaseException) -> str:
    """The kind of an error, its message, and the plugin that raised it, in a line that other words may follow."""
    says = " ".join(str(error).split()).removesuffix(".")
    what = f"{type(error).__name__}: {says}" if says else type(error).__name__
    by_plugin = plugin_note(error)
    return f"{what} ({by_plugin})" if by_plugin else what
