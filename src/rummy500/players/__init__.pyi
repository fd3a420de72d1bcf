# The names that users import: `rummy500.base.lazy` loads them from here, and type checkers and editors read them here.
from rummy500.players.drive import play_hand as play_hand
from rummy500.players.drive import play_match as play_match
from rummy500.players.drive import thoughts as thoughts
from rummy500.players.hints import hint as hint
from rummy500.players.judge import Judge as Judge
from rummy500.players.players import EasyPlayer as EasyPlayer
from rummy500.players.players import HardPlayer as HardPlayer
from rummy500.players.players import MediumPlayer as MediumPlayer
from rummy500.players.players import Player as Player
from rummy500.players.players import PlayerError as PlayerError
from rummy500.players.players import RandomPlayer as RandomPlayer
from rummy500.players.players import Thinker as Thinker
from rummy500.players.registry import LEVELS as LEVELS
from rummy500.players.registry import player_named as player_named
from rummy500.players.registry import player_names as player_names
from rummy500.players.search import ExpertPlayer as ExpertPlayer

__all__: list[str]
