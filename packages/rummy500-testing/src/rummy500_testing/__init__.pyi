# Written by `uv run python -m tools.pages` from __init__.py: change that, not this file.

from rummy500_testing.checking import LawReport as LawReport, LawRow as LawRow, LawRunner as LawRunner, LawsBroken as LawsBroken, broken_by as broken_by, check_laws as check_laws, hand_under_laws as hand_under_laws
from rummy500_testing.hidden import redealt as redealt
from rummy500_testing.law import Answer as Answer, Fault as Fault, Law as Law, LawBroken as LawBroken, LawsFileError as LawsFileError, SKIPPED as SKIPPED, law as law, laws_of_file as laws_of_file
from rummy500_testing.laws import LAWS as LAWS, check_game as check_game, check_step as check_step, laws_for as laws_for, laws_of as laws_of
from rummy500_testing.near_misses import near_miss as near_miss, nonsense as nonsense
from rummy500_testing.play import Counted as Counted, Game as Game, MAX_TURNS as MAX_TURNS, Snapshot as Snapshot, Step as Step, random_game as random_game, take_snapshot as take_snapshot, walk as walk
from rummy500_testing.seen import NeverSeen as NeverSeen, Seen as Seen, Thing as Thing, require_seen as require_seen

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
