# Written by `uv run python -m tools.pages` from __init__.py: change that, not this file.

from rummy500.players.drive import HandRecord, MAX_HANDS, MAX_TURNS, MatchRecord, Question, answer, first_question, play_hand, play_match, thoughts
from rummy500.players.players import EasyPlayer, GreedyPlayer, HardPlayer, Player, PlayerError, RandomPlayer, Thinker, is_thinker
from rummy500.players.registry import LEVELS, PlayerMaker, player_maker, player_named, player_names
from rummy500.players.search import SearchPlayer

__all__ = [
    "EasyPlayer",
    "GreedyPlayer",
    "HandRecord",
    "HardPlayer",
    "LEVELS",
    "MAX_HANDS",
    "MAX_TURNS",
    "MatchRecord",
    "Player",
    "PlayerError",
    "PlayerMaker",
    "Question",
    "RandomPlayer",
    "SearchPlayer",
    "Thinker",
    "answer",
    "first_question",
    "is_thinker",
    "play_hand",
    "play_match",
    "player_maker",
    "player_named",
    "player_names",
    "thoughts",
]
