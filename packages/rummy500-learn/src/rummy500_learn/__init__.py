"""500 Rummy for programs that learn: one seat at a time, ids and features of actions, a tensor of a view.

`rummy500_learn.aec` is a PettingZoo environment (extra `pettingzoo`), `rummy500_learn.spiel` an OpenSpiel game (extra
`openspiel`), `rummy500_learn.lesson` trains a linear player.
"""

from rummy500_learn.encoding import FEATURES, PLANES, TENSOR_SIZE, ContentIds, ListIds, features, tensor
from rummy500_learn.sequential import Sequential

__all__ = ["FEATURES", "PLANES", "TENSOR_SIZE", "ContentIds", "ListIds", "Sequential", "features", "tensor"]
