"""Measure what each hook costs when its answer changes nothing: `uv run python -m benchmarks.hooks`.

A plugin answers one hook with a function that hands on the rule so far, forbids nothing, or returns a record unchanged.
Random hands with it are played beside the same hands without it, in interleaved rounds; a ratio is the median of the
rounds' ratios of CPU time. The bound of the project is 1.3 for the geometric mean of `classic` and `pagat` at three
seats, and 1.5 for each. `--only may.meld collects` measures some hooks, `--json` gives data.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType, SimpleNamespace
from typing import Any, Final

import attrs

import rummy500 as r5
from rummy500.cards.cards import EMPTY_BAG, common
from rummy500.hooks import Bar, HandMemory, PluginInfo, Reason, hookimpl

GAMES: Final = ("classic", "pagat")
SEATS: Final = 3
#: The most that a hook may cost: the geometric mean of the games, and each of them.
BOUND: Final = 1.3
BOUND_OF_GAME: Final = 1.5

_NO: Final = Reason("turn.no-stranding", "never", "This never happens.")()


@attrs.frozen
class _Nothing:
    """The memory of nothing."""


def _hand_on(rule: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a rule in a function that only calls it."""
    return lambda *case: rule(*case)  # noqa: PLW0108 - the call is what is measured


def _forbidding(deed: str, answer: object) -> Callable[[], Mapping[str, object]]:
    return lambda: {deed: answer}


#: The hook of each case: a function that answers it and changes nothing.
PASS_THROUGH: Final[Mapping[str, Callable[..., Any]]] = MappingProxyType(
    {
        "may.draw": _forbidding("draw", lambda rules, view: None),
        "may.take": _forbidding("take", lambda rules, view, action: None),
        "may.call": _forbidding("call", lambda rules, view, action: None),
        "may.meld": _forbidding("meld", lambda rules, view, meld, on: None),
        "may.lay": _forbidding("lay", lambda rules, view, on: None),
        "may.discard": _forbidding("discard", Bar(lambda rules, view: common(view.hand, EMPTY_BAG), lambda card: _NO)),
        "must_use": _hand_on,
        "collects": _hand_on,
        "turn_ended": _hand_on,
        "hand_emptied": _hand_on,
        "opening_minimum": _hand_on,
        "memory": lambda: HandMemory(_Nothing, after=lambda rules, before, action, after: before.memories[0]),
        "score_lines": lambda: lambda rules, sight: (),
    }
)


def answering(case: str) -> SimpleNamespace:
    """Make a plugin that answers the hook of a case without changing anything.

    Args:
        case: a key of `PASS_THROUGH`.
    """
    hooks: dict[str, Callable[..., Any]] = {
        "plugin_info": lambda: PluginInfo("pass-through", "changes nothing"),
        case.partition(".")[0]: PASS_THROUGH[case],
    }
    return SimpleNamespace(**{name: hookimpl(hook) for name, hook in hooks.items()})


def play(rules: r5.Rules, hands: int, seed: int) -> int:
    """Play random hands, and return the number of decisions and outcomes of chance."""
    source, steps = random.Random(seed), 0
    for _ in range(hands):
        state = r5.deal(rules, seed=source.getrandbits(60))
        while not r5.is_over(state):
            due = r5.chance(rules, state)
            action = source.choice(r5.legal_actions(rules, state)) if due is None else due.sample(source)
            state = r5.apply(rules, state, action)
            steps += 1
    return steps


def ratio(game: str, case: str, *, hands: int, rounds: int) -> float:
    """Measure the CPU time of a game with a hook against that without it: the median over rounds."""
    two = r5.compose(game, seats=SEATS), r5.compose(game, [answering(case)], seats=SEATS)
    if play(two[0], hands, 0) != play(two[1], hands, 0):
        raise ValueError(f"{case} changes the course of {game}")
    found: list[float] = []
    for number in range(rounds):
        seconds = [0.0, 0.0]
        for which in (0, 1) if number % 2 else (1, 0):
            began = time.process_time()
            play(two[which], hands, number)
            seconds[which] = time.process_time() - began
        found.append(seconds[1] / seconds[0])
    return statistics.median(found)


def measure(cases: Sequence[str], *, hands: int, rounds: int) -> Iterator[tuple[str, dict[str, float]]]:
    """Measure cases one by one: the ratio of each game, and their geometric mean."""
    for case in cases:
        ratios = {game: ratio(game, case, hands=hands, rounds=rounds) for game in GAMES}
        yield case, {**ratios, "mean": math.prod(ratios.values()) ** (1 / len(ratios))}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and return 1 if a hook costs more than the bound."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", nargs="+", choices=tuple(PASS_THROUGH), metavar="HOOK", help="measure these only")
    parser.add_argument("--hands", type=int, default=60, help="the hands of a round")
    parser.add_argument("--rounds", type=int, default=7, help="the rounds of each hook")
    parser.add_argument("--json", action="store_true", help="print data")
    asked = parser.parse_args(arguments)
    over, data = False, dict[str, dict[str, float]]()
    for case, ratios in measure(asked.only or tuple(PASS_THROUGH), hands=asked.hands, rounds=asked.rounds):
        data[case] = ratios
        dear = ratios["mean"] > BOUND or any(ratios[game] > BOUND_OF_GAME for game in GAMES)
        over |= dear
        if not asked.json:
            figures = "  ".join(f"{name} {figure:.2f}" for name, figure in ratios.items())
            print(f"{case:16} {figures}{'  over the bound' if dear else ''}", flush=True)
    if asked.json:
        print(json.dumps(data, indent=2))
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
