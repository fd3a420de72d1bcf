"""An OpenSpiel game of one hand (extra `openspiel`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pyspiel

import rummy500 as r5
from rummy500_learn.encoding import PLANES, TENSOR_SIZE, Ids, ListIds, tensor
from rummy500_learn.sequential import MOST_DECISIONS, Sequential

#: The deals of the game: OpenSpiel wants chance as a short list, so the root chooses one of these seeds.
DEALS: Final = 1024
_LEAST, _MOST = -1000.0, 2000.0


def spiel_game(rules: r5.Rules, ids: Ids | None = None, name: str = "python_rummy500") -> Any:
    """Make and register an OpenSpiel game of one hand.

    Args:
        rules: the rules in force.
        ids: the ids of actions; `ListIds` by default.
        name: the name by which `pyspiel.load_game` finds it; another one for other rules.
    """
    numbers: Ids = ids or ListIds()
    seats = rules.seats
    kind = pyspiel.GameType(
        short_name=name,
        long_name=f"500 Rummy, {rules}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=numbers.size,
        max_chance_outcomes=DEALS,
        num_players=seats,
        min_utility=_LEAST,
        max_utility=_MOST,
        max_game_length=MOST_DECISIONS,
    )

    class Game(pyspiel.Game):  # type: ignore[misc] # pyspiel has no types
        def __init__(self, params: dict[str, object] | None = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> _State:
            return _State(self, rules, numbers)

        def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> _Observer:
            return _Observer()

    pyspiel.register_game(kind, Game)
    return Game()


class _State(pyspiel.State):  # type: ignore[misc] # pyspiel has no types
    """A hand; before the deal the root, a chance node. A deal decides all later chance."""

    def __init__(self, game: Any, rules: r5.Rules, ids: Ids) -> None:
        super().__init__(game)
        self._rules, self._ids = rules, ids
        self.hand: Sequential | None = None
        self._table: dict[int, r5.Action | None] | None = None

    def _actions(self) -> dict[int, r5.Action | None]:
        if self.hand is None:
            return {}
        if self._table is None:
            self._table = self._ids.table(self.hand.state.public, self.hand.legal())
            if self.hand.may_let_go:
                self._table[self._ids.let_go] = None
        return self._table

    def current_player(self) -> int:
        if self.hand is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.hand.is_over else self.hand.seat

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(seed, 1 / DEALS) for seed in range(DEALS)]

    def _apply_action(self, action: int) -> None:
        if self.hand is None:
            self.hand = Sequential(self._rules, action)
        else:
            self.hand.act(self._actions()[action])
        self._table = None

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.hand is None:
            return f"deal {action}"
        return str(self._actions().get(action, f"action {action}") or "let go")

    def is_terminal(self) -> bool:
        return self.hand is not None and self.hand.is_over

    def returns(self) -> list[float]:
        if self.hand is None or not self.hand.is_over:
            return [0.0] * self._rules.seats
        return [min(_MOST, max(_LEAST, float(points))) for points in self.hand.points()]

    def __str__(self) -> str:
        return "root" if self.hand is None else f"{r5.table_text(self._rules, self.hand.state)}\n{self.hand.question}"

    def observation_string(self, player: int) -> str:
        return "root" if self.hand is None else f"{player}\n{r5.table_text(self._rules, self.hand.view(player))}"

    def information_state_string(self, player: int | None = None) -> str:
        return self.observation_string(self.current_player() if player is None else player)

    def clone(self) -> _State:
        return self._with(None if self.hand is None else self.hand.copy())

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> _State:
        """A hand that the player cannot tell from this one (`determinize`): what IS-MCTS asks for."""
        seed = int(probability_sampler() * 2**53)
        return self._with(None if self.hand is None else self.hand.world(player, seed))

    def _with(self, hand: Sequential | None) -> _State:
        made = _State(self.get_game(), self._rules, self._ids)
        made.hand = hand
        return made


class _Observer:
    """Writes the tensor of a player's view."""

    def __init__(self) -> None:
        self.tensor = np.zeros(TENSOR_SIZE, np.float32)
        self.dict = {"observation": self.tensor.reshape(len(PLANES), -1)}

    def set_from(self, state: _State, player: int) -> None:
        if state.hand is None:
            self.tensor.fill(0)
        else:
            tensor(state.hand.view(player), self.tensor)

    def string_from(self, state: _State, player: int) -> str:
        return state.observation_string(player)
