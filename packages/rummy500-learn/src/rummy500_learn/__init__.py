"""500 Rummy for programs that learn: one seat at a time, ids and features of actions, a tensor of a view.

`rummy500_learn.batch` plays many hands at once (extra `batch`), `rummy500_learn.gym` has Gymnasium environments (extra
`gymnasium`), `rummy500_learn.aec` one of PettingZoo (extra `pettingzoo`), `rummy500_learn.spiel` an OpenSpiel game
(extra `openspiel`); `rummy500_learn.lesson` trains a network.
"""

from rummy500_learn.encoding import FEATURES, PLANES, TENSOR_SIZE, ContentIds, ListIds, features, tensor
from rummy500_learn.sequential import Sequential

__all__ = ["FEATURES", "PLANES", "TENSOR_SIZE", "ContentIds", "ListIds", "Sequential", "features", "tensor"]
