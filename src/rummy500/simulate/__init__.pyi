# Written by `uv run python -m tools.pages` from __init__.py: change that, not this file.

from rummy500.simulate.duels import DealResult as DealResult, Duel as Duel, duel as duel
from rummy500.simulate.matches import Entrant as Entrant, match_random as match_random, seat_players as seat_players, simulate_match as simulate_match
from rummy500.simulate.perft import divide as divide, perft as perft
from rummy500.simulate.results import HandResult as HandResult, Interval as Interval, MatchFailedError as MatchFailedError, MatchResult as MatchResult, SendError as SendError, WorkersBrokeError as WorkersBrokeError, hand_rows as hand_rows, match_rows as match_rows, write_csv as write_csv, write_jsonl as write_jsonl
from rummy500.simulate.run import Settings as Settings, each_match as each_match, simulate as simulate
from rummy500.simulate.summary import Simulation as Simulation, Standing as Standing, summarise as summarise

__all__ = [
    "DealResult",
    "Duel",
    "Entrant",
    "HandResult",
    "Interval",
    "MatchFailedError",
    "MatchResult",
    "SendError",
    "Settings",
    "Simulation",
    "Standing",
    "WorkersBrokeError",
    "divide",
    "duel",
    "each_match",
    "hand_rows",
    "match_random",
    "match_rows",
    "perft",
    "seat_players",
    "simulate",
    "simulate_match",
    "summarise",
    "write_csv",
    "write_jsonl",
]
