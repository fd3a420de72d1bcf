"""Count what each hook costs when its answer changes nothing.

    uv run python -m benchmarks.hooks                     (three minutes; needs valgrind)
    uv run python -m benchmarks.hooks --only may.meld takes

A plugin answers one hook with a function that hands on the rule so far, forbids nothing, or returns a record unchanged.
A ratio is the instructions of a decision in random hands with it to those in the same hands without it. The bound of
the project is 1.3 for the geometric mean of `classic` and `pagat` at three seats, and 1.5 for each.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType, SimpleNamespace
from typing import Any, Final

import attrs
from benchmarks.counting import Case, instructions, work
from benchmarks.games import player

import rummy500 as r5
from rummy500.cards.cards import EMPTY_BAG, common
from rummy500.hooks import Bar, HandMemory, PluginInfo, Reason, Takes, hookimpl

GAMES: Final = ("classic", "pagat")
SEATS: Final = 3
_HANDS: Final = 20
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
        "takes": lambda rule: Takes(_hand_on(rule.collects), _hand_on(rule.must_use)),
        "turn_ended": lambda: lambda rules, state: None,
        "hand_emptied": lambda: lambda rules, state, action: None,
        "opening_minimum": _hand_on,
        "memory": lambda: HandMemory(_Nothing, after=lambda rules, before, action, after: before.memories[0]),
        "score_lines": lambda: lambda rules, sight: (),
    }
)


def answering(case: str) -> SimpleNamespace:
    """Make a plugin that answers a hook without changing anything.

    Args:
        case: a key of `PASS_THROUGH`; empty for a plugin without a hook.
    """
    hooks: dict[str, Callable[..., Any]] = {"plugin_info": lambda: PluginInfo("pass-through", "changes nothing")}
    if case:
        hooks[case.partition(".")[0]] = PASS_THROUGH[case]
    return SimpleNamespace(**{name: hookimpl(hook) for name, hook in hooks.items()})


def cases() -> dict[str, Case]:
    """List the games, each without a hook and with each hook."""
    return {f"{game} {hook}": partial(_case, game, hook) for game in GAMES for hook in ("", *PASS_THROUGH)}


def _case(game: str, hook: str) -> partial[int]:
    # A plugin that is passed as an object makes new rules, whose own caches are empty.
    first, play = (player(r5.compose(game, [answering(hook)], seats=SEATS)) for _ in range(2))
    first(_HANDS, random.Random(1))  # fills the caches that all rules share
    play(3 * _HANDS, random.Random(0))
    return partial(play, _HANDS, random.Random(1))


def main(arguments: Sequence[str] | None = None) -> int:
    """Count, print a table, and return 1 if a hook costs more than the bound."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=tuple(PASS_THROUGH), metavar="HOOK", default=list(PASS_THROUGH))
    parser.add_argument("--work", nargs="+", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.work:
        work(cases(), given.work)
        return 0
    names = [f"{game} {hook}" for game in GAMES for hook in ("", *given.only)]
    found = instructions("benchmarks.hooks", names, os.environ)
    failed = False
    print(f"| hook | {' | '.join(GAMES)} | mean |\n| --- | --- | --- | --- |")
    for hook in given.only:
        pairs = [(found[f"{game} "], found[f"{game} {hook}"]) for game in GAMES]
        ratios = [hooked / alone for (alone, _), (hooked, _) in pairs]
        mean = statistics.geometric_mean(ratios)
        over = mean > BOUND or max(ratios) > BOUND_OF_GAME
        failed |= over
        # A list with wild cards may have another order, and then other actions are drawn.
        other = any(alone != hooked for (_, alone), (_, hooked) in pairs)
        figures = " | ".join(f"{each:.2f}" for each in (*ratios, mean))
        print(f"| {hook} | {figures}{' over the bound' if over else ''}{' (other hands)' if other else ''} |")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
