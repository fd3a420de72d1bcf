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
from rummy500.players.players import EasyPlayer, GreedyPlayer, HardPlayer, Player, PlayerError, RandomPlayer
from rummy500.players.registry import LEVELS, PlayerMaker, player_maker, player_named, player_names
from rummy500.players.search import SearchPlayer

__all__ = [
    "LEVELS",
    "MAX_HANDS",
    "MAX_TURNS",
    "EasyPlayer",
    "GreedyPlayer",
    "HandRecord",
    "HardPlayer",
    "MatchRecord",
    "Player",
    "PlayerError",
    "PlayerMaker",
    "Question",
    "RandomPlayer",
    "SearchPlayer",
    "answer",
    "first_question",
    "play_hand",
    "play_match",
    "player_maker",
    "player_named",
    "player_names",
]
