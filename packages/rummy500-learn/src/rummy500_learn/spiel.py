"""An OpenSpiel game of one hand (extra `openspiel`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pyspiel

import rummy500 as r5
from rummy500.fast import points
from rummy500_learn.encoding import PLANES, TENSOR_SIZE, ListIds, tensor
from rummy500_learn.sequential import MOST_DECISIONS, Sequential, leads

#: The deals of the game: OpenSpiel wants chance as a short list, so the root chooses one of these seeds.
DEALS: Final = 1024
_ANY_LINES: Final = 10_000.0  # where a plugin adds lines to the score, which may count anything


def spiel_game(rules: r5.Rules, ids: ListIds | None = None, name: str = "python_rummy500") -> Any:
    """Make an OpenSpiel game of one hand; `pyspiel.load_game` finds it by its name, another one for other rules."""
    numbers, seats = ids or ListIds(), rules.seats
    is_zero_sum = len(set(map(rules.sides.count, rules.sides))) == 1  # the sides are equally large
    kind = pyspiel.GameType(
        short_name=name,
        long_name=f"500 Rummy, {rules}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=getattr(pyspiel.GameType.Utility, "ZERO_SUM" if is_zero_sum else "GENERAL_SUM"),
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
    )
    longest = MOST_DECISIONS + seats  # the last decision is asked to its end
    table = rules.scoring.points
    most = sum(max(abs(table.most(card)), abs(table.in_hand[card])) for card in rules.deal.pack)
    bound = _ANY_LINES if rules.scoring.score_lines else float(most)
    total = 0.0 if is_zero_sum else None
    info = pyspiel.GameInfo(numbers.size, DEALS, seats, -bound, bound, utility_sum=total, max_game_length=longest)

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
    """A hand; before the deal the root, a chance node. A deal decides all later chance.

    OpenSpiel clones a state with a deep copy of these attributes, and its history.
    """

    def __init__(self, game: Any, rules: r5.Rules, ids: ListIds) -> None:
        super().__init__(game)
        self._rules, self._ids = rules, ids
        self.hand: Sequential | None = None
        self._table: dict[int, r5.Action | None] = {}

    def current_player(self) -> int:
        if self.hand is None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.hand.question.seat if self.hand.question else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.hand is not None and self.hand.question is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(seed, 1 / DEALS) for seed in range(DEALS)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._table)

    def _apply_action(self, action: int) -> None:
        if self.hand is None:
            self._set(Sequential(self._rules, action))
        else:
            self.hand.act(self._table[action])
            self._set(self.hand)

    def _set(self, hand: Sequential) -> None:
        self.hand, self._table = hand, self._ids.table(hand)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._table.get(action, f"action {action}") or "let go") if self.hand else f"deal {action}"

    def returns(self) -> list[float]:
        if self.hand is None or self.hand.question is not None:
            return [0.0] * self._rules.seats
        return leads(self._rules, points(self._rules, self.hand.state))

    def __str__(self) -> str:
        return f"{r5.table_text(self._rules, self.hand.state)}\n{self.hand.question}" if self.hand else "root"

    def view(self, player: int) -> r5.View | None:
        return None if self.hand is None else r5.observe(self._rules, self.hand.state, player)

    def observation_string(self, player: int) -> str:
        view = self.view(player)
        return f"{player}\n{r5.table_text(self._rules, view)}" if view else "root"

    def information_state_string(self, player: int | None = None) -> str:
        return self.observation_string(self.current_player() if player is None else player)

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> _State:
        """A state that the player cannot tell from this one, with the same history: what IS-MCTS asks for."""
        made: _State = self.clone()
        if self.hand:
            made._set(self.hand.world(player, int(probability_sampler() * 2**53)))
        return made


class _Observer:
    """Writes the tensor of a player's view."""

    def __init__(self) -> None:
        self.tensor = np.zeros(TENSOR_SIZE, np.float32)
        self.dict = {"observation": self.tensor.reshape(len(PLANES), -1)}

    def set_from(self, state: _State, player: int) -> None:
        self.tensor.fill(0)
        if view := state.view(player):
            tensor(view, self.tensor)

    def string_from(self, state: _State, player: int) -> str:
        return state.observation_string(player)
