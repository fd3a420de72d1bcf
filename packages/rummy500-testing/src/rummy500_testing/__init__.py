"""The test kit for plugin authors: laws, random play, recorded hands, hypothesis strategies.

    >>> import rummy500 as r5
    >>> from rummy500_testing import check_laws
    >>> report = check_laws(r5.compose("classic", seats=3), hands=2)
    >>> report.passed
    True
    >>> print(report.table)  # doctest: +ELLIPSIS
    law ...  asked  skipped  held
    score lines are valid ... yes
    ...

Strategies are in `rummy500_testing.strategies`, the stateful machine is in `rummy500_testing.machine`, and scenarios
become tests by `pytest_rummy500`; these need the extra `testing`, the rest needs nothing.
"""

from rummy500_testing.checking import LawReport, LawRow, LawRunner, LawsBroken, broken_by, check_laws, hand_under_laws
from rummy500_testing.hidden import redealt
from rummy500_testing.law import SKIPPED, Answer, Fault, Law, LawBroken, LawsFileError, law, laws_of_file
from rummy500_testing.laws import LAWS, check_game, check_step, laws_for, laws_of
from rummy500_testing.near_misses import near_miss, nonsense
from rummy500_testing.play import MAX_TURNS, Counted, Game, Snapshot, Step, random_game, take_snapshot, walk
from rummy500_testing.seen import NeverSeen, Seen, Thing, require_seen

__all__ = [
    "LAWS",
    "MAX_TURNS",
    "SKIPPED",
    "Answer",
    "Counted",
    "Fault",
    "Game",
    "Law",
    "LawBroken",
    "LawReport",
    "LawRow",
    "LawRunner",
    "LawsBroken",
    "LawsFileError",
    "NeverSeen",
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
