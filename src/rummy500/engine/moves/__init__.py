"""The core's moves: for each its generator, its check, its effect."""

from rummy500.engine.moves.call import CALL_MOVE
from rummy500.engine.moves.discard import DISCARD_MOVE
from rummy500.engine.moves.draw import DRAW_MOVE, PASS_MOVE, RESHUFFLE_MOVE
from rummy500.engine.moves.meld import LAY_MOVE, MELD_MOVE
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
