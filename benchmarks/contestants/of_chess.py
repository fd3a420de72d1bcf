"""python-chess: no game of cards, but the rules engine that Python programmers know best.

As documented (`docs/core.rst` of niklasf/python-chess): `board.legal_moves` is listed, `board.push(move)` applies,
`board.is_game_over()` tells the end. The state before is kept by `board.copy(stack=False)`, which leaves the list of
earlier moves behind: the cheapest copy there is (a fivefold repetition is not seen then).
"""

from __future__ import annotations

import importlib
import random
from typing import Any, Final

from benchmarks.measuring import Contestant, Parts, Play, Positions

CHESS: Final = "python-chess"


def contestants() -> tuple[Contestant, ...]:
    """The row of python-chess.

    Raises:
        ImportError: if it is not installed.
    """
    chess = importlib.import_module("chess")
    note = "a hand is a game; kept by `board.copy(stack=False)`"
    return (Contestant(CHESS, _play(chess, kept=False), _play(chess, kept=True), _parts(chess), note),)


def _play(chess: Any, *, kept: bool) -> Play:
    def play(hands: int, rng: random.Random) -> int:
        decisions = 0
        for _ in range(hands):
            board = chess.Board()
            while not board.is_game_over():
                legal = list(board.legal_moves)
                move = legal[int(rng.random() * len(legal))]
                if kept:
                    board = board.copy(stack=False)
                board.push(move)
                decisions += 1
        return decisions

    return play


def _parts(chess: Any) -> Parts:
    def positions(rng: random.Random) -> Positions:
        found: Positions = []
        board = chess.Board()
        while not board.is_game_over():
            move = rng.choice(list(board.legal_moves))
            found.append((board.copy(stack=False), move))
            board.push(move)
        return found

    def list_all(positions: Positions) -> None:
        for board, _ in positions:
            list(board.legal_moves)

    def apply_all(positions: Positions) -> None:
        for board, move in positions:
            board.push(move)

    return Parts(positions, list_all, apply_all)
