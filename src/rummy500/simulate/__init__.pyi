# Written by `uv run python -m tools.pages` from __init__.py: change that, not this file.

from rummy500.simulate.duels import DealResult, Duel, duel
from rummy500.simulate.matches import Entrant, match_random, seat_players, simulate_match
from rummy500.simulate.perft import divide, perft
from rummy500.simulate.results import HandResult, Interval, MatchFailedError, MatchResult, MissingExtraError, SendError, WorkersBrokeError, hand_rows, match_rows, write_csv, write_jsonl
from rummy500.simulate.run import Settings, each_match, simulate
from rummy500.simulate.summary import Simulation, Standing, summarise

__all__ = [
    "DealResult",
    "Duel",
    "Entrant",
    "HandResult",
    "Interval",
    "MatchFailedError",
    "MatchResult",
    "MissingExtraError",
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
