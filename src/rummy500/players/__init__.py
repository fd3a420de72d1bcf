"""Players, which choose actions from the view of one seat, and drivers that let them play."""

from rummy500.players.drive import (
    MAX_HANDS,
    MAX_TURNS,
    HandRecord,
    MatchRecord,
    Question,
    answer,
    first_question,
    play_hand,
    play_match,
)
from rummy500.players.players import PLAYERS, GreedyPlayer, Player, PlayerError, RandomPlayer, player_named

__all__ = [
    "MAX_HANDS",
    "MAX_TURNS",
    "PLAYERS",
    "GreedyPlayer",
    "HandRecord",
    "MatchRecord",
    "Player",
    "PlayerError",
    "Question",
    "RandomPlayer",
    "answer",
    "first_question",
    "play_hand",
    "play_match",
    "player_named",
]
