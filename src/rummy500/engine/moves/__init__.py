"""The core's moves, one file each: its generator, its check, its effect."""

from rummy500.engine.moves.call import CALL_MOVE
from rummy500.engine.moves.discard import DISCARD_MOVE
from rummy500.engine.moves.draw import DRAW_MOVE
from rummy500.engine.moves.lay_off import LAY_MOVE
from rummy500.engine.moves.meld import MELD_MOVE
from rummy500.engine.moves.pass_ import PASS_MOVE
from rummy500.engine.moves.reshuffle import RESHUFFLE_MOVE
from rummy500.engine.moves.take import TAKE_MOVE

#: The moves of the core, in the order in which they are listed.
CORE_MOVES = (
    DRAW_MOVE,
    TAKE_MOVE,
    PASS_MOVE,
    MELD_MOVE,
    LAY_MOVE,
    DISCARD_MOVE,
    CALL_MOVE,
    RESHUFFLE_MOVE,
)

__all__ = ["CORE_MOVES"]
