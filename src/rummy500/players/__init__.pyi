# Written by `uv run python -m tools.pages` from __init__.py: change that, not this file.

from rummy500.players.drive import HandRecord as HandRecord, MAX_HANDS as MAX_HANDS, MAX_TURNS as MAX_TURNS, MatchRecord as MatchRecord, Question as Question, answer as answer, first_question as first_question, play_hand as play_hand, play_match as play_match, thoughts as thoughts
from rummy500.players.players import EasyPlayer as EasyPlayer, GreedyPlayer as GreedyPlayer, HardPlayer as HardPlayer, Player as Player, PlayerError as PlayerError, RandomPlayer as RandomPlayer, Thinker as Thinker, is_thinker as is_thinker
from rummy500.players.registry import LEVELS as LEVELS, PlayerMaker as PlayerMaker, player_maker as player_maker, player_named as player_named, player_names as player_names
from rummy500.players.search import SearchPlayer as SearchPlayer

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
