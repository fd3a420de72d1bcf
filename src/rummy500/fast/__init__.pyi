# The names that users import: `rummy500.base.lazy` loads them from here, and type checkers and editors read them here.
from rummy500.engine.observe import determinize as determinize
from rummy500.engine.scoring import points as points
from rummy500.fast.hand import FastHand as FastHand
from rummy500.fast.playouts import playout as playout
from rummy500.fast.playouts import playouts as playouts
from rummy500.fast.plays import FastRules as FastRules
from rummy500.fast.reading import action_of as action_of
from rummy500.fast.reading import fast_deal as fast_deal
from rummy500.fast.reading import fast_hand as fast_hand
from rummy500.fast.reading import fast_rules as fast_rules
from rummy500.fast.reading import points_of as points_of
from rummy500.fast.reading import state_of as state_of
from rummy500.fast.reading import worlds as worlds
from rummy500.simulate.perft import divide as divide
from rummy500.simulate.perft import perft as perft

__all__: list[str]
