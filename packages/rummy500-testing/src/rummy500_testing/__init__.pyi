# Written by `uv run python -m tools.pages` from __init__.py: change that, not this file.

from rummy500_testing.checking import LawReport, LawRow, LawRunner, LawsBroken, broken_by, check_laws, hand_under_laws
from rummy500_testing.hidden import redealt
from rummy500_testing.law import Answer, Fault, Law, LawBroken, LawsFileError, SKIPPED, law, laws_of_file
from rummy500_testing.laws import LAWS, check_game, check_step, laws_for, laws_of
from rummy500_testing.near_misses import near_miss, nonsense
from rummy500_testing.play import Counted, Game, MAX_TURNS, Snapshot, Step, random_game, take_snapshot, walk
from rummy500_testing.seen import NeverSeen, Seen, Thing, require_seen

__all__ = [
    "Answer",
    "Counted",
    "Fault",
    "Game",
    "LAWS",
    "Law",
    "LawBroken",
    "LawReport",
    "LawRow",
    "LawRunner",
    "LawsBroken",
    "LawsFileError",
    "MAX_TURNS",
    "NeverSeen",
    "SKIPPED",
    "Seen",
    "Snapshot",
    "Step",
    "Thing",
    "broken_by",
    "check_game",
    "check_laws",
    "check_step",
    "hand_under_laws",
    "law",
    "laws_for",
    "laws_of",
    "laws_of_file",
    "near_miss",
    "nonsense",
    "random_game",
    "redealt",
    "require_seen",
    "take_snapshot",
    "walk",
]
