# The names that users import: `rummy500.base.lazy` loads them from here, and type checkers and editors read them here.
from rummy500_testing.checking import LawReport as LawReport
from rummy500_testing.checking import LawRow as LawRow
from rummy500_testing.checking import LawRunner as LawRunner
from rummy500_testing.checking import LawsBroken as LawsBroken
from rummy500_testing.checking import broken_by as broken_by
from rummy500_testing.checking import check_laws as check_laws
from rummy500_testing.checking import hand_under_laws as hand_under_laws
from rummy500_testing.hidden import redealt as redealt
from rummy500_testing.law import SKIPPED as SKIPPED
from rummy500_testing.law import Answer as Answer
from rummy500_testing.law import Fault as Fault
from rummy500_testing.law import Law as Law
from rummy500_testing.law import LawBroken as LawBroken
from rummy500_testing.law import LawsFileError as LawsFileError
from rummy500_testing.law import law as law
from rummy500_testing.law import laws_of_file as laws_of_file
from rummy500_testing.laws import LAWS as LAWS
from rummy500_testing.laws import check_game as check_game
from rummy500_testing.laws import check_step as check_step
from rummy500_testing.laws import laws_for as laws_for
from rummy500_testing.laws import laws_of as laws_of
from rummy500_testing.near_misses import near_miss as near_miss
from rummy500_testing.near_misses import nonsense as nonsense
from rummy500_testing.play import MAX_TURNS as MAX_TURNS
from rummy500_testing.play import Counted as Counted
from rummy500_testing.play import Game as Game
from rummy500_testing.play import Snapshot as Snapshot
from rummy500_testing.play import Step as Step
from rummy500_testing.play import random_game as random_game
from rummy500_testing.play import take_snapshot as take_snapshot
from rummy500_testing.play import walk as walk
from rummy500_testing.seen import NeverSeen as NeverSeen
from rummy500_testing.seen import Seen as Seen
from rummy500_testing.seen import Thing as Thing
from rummy500_testing.seen import require_seen as require_seen

__all__: list[str]
