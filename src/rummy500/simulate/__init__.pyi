# The names that users import: `rummy500.base.lazy` loads them from here, and type checkers and editors read them here.
from rummy500.simulate.duels import Duel as Duel
from rummy500.simulate.duels import duel as duel
from rummy500.simulate.matches import Entrant as Entrant
from rummy500.simulate.matches import simulate_match as simulate_match
from rummy500.simulate.results import Interval as Interval
from rummy500.simulate.results import MatchFailedError as MatchFailedError
from rummy500.simulate.results import MatchResult as MatchResult
from rummy500.simulate.results import SendError as SendError
from rummy500.simulate.results import WorkersBrokeError as WorkersBrokeError
from rummy500.simulate.results import hand_rows as hand_rows
from rummy500.simulate.results import match_rows as match_rows
from rummy500.simulate.results import write_csv as write_csv
from rummy500.simulate.run import each_match as each_match
from rummy500.simulate.run import simulate as simulate
from rummy500.simulate.summary import Simulation as Simulation
from rummy500.simulate.summary import summarise as summarise

__all__: list[str]
