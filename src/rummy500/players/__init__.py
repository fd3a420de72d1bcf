"""Players, which choose actions from the view of one seat, and drivers that let them play."""

from rummy500.players.asking import Question, answer, first_question
from rummy500.players.drive import (
    MAX_HANDS,
    MAX_TURNS,
    HandRecord,
    MatchRecord,
    play_hand,
    play_match,
)
from rummy500.players.greedy import GreedyPlayer
from rummy500.players.player import Player, PlayerError
from rummy500.players.random_player import RandomPlayer
from rummy500.players.registry import PLAYERS, player_named

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
