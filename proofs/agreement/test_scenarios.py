"""Every scenario of the project: the oracle lists, refuses and counts what the engine does there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

import pytest

import rummy500 as r5
from proofs.agreement.compare import compare_lists, compare_refusals
from proofs.agreement.games import small_enough
from proofs.agreement.scores import PlayedOut, compare_score, compare_winners
from proofs.agreement.variants import BROUGHT, VARIANTS, judge_of
from proofs.agreement.verdicts import decided
from proofs.oracle.counting import Counting
from rummy500 import ComposeError
from rummy500.notation.scenario import Scenario, parse_scenarios

ROOT: Final = Path(__file__).parents[2]
FILES: Final = sorted(
    chain((ROOT / "tests").glob("scenarios/*.toml"), (ROOT / "plugins").glob("*/tests/scenarios/*.toml"))
)
#: Plugins that the oracle does not know together.
APART: Final = (frozenset({"dealers-gambit", "add-opponents-hand"}), frozenset({"floating", "throw-down"}))
#: Scenarios that the oracle cannot judge: in most it is told what the library finds out from the table.
UNREAD: Final = (
    "A joker that lies in a meld tells that jokers are wild",
    # In its search for an end of the turn a joker is discarded, never used for a block.
    "A block is a way to shed a joker that may not be discarded, so the take is legal",
    # Both refuse, each by another of two rules that forbid the move.
    "In a position that names no effect jokers do nothing",
    "The top card may be taken to keep it, but is used at once with a split",
    *(
        f"Ten-five by {unit} {order} Dealer's gambit: jokers are worth nothing"
        for unit in ("points", "fifths")
        for order in ("after", "before")
    ),
)


def disagreements(scenario: Scenario) -> Iterator[object]:
    """Play a scenario, and yield what the two sides say differently."""
    if isinstance(scenario.position, ComposeError) or scenario.title in UNREAD:
        return
    rules, state = scenario.position.rules, scenario.position.state
    plugins = frozenset(rules.plugins)
    if not plugins <= VARIANTS.keys() or any(plugins >= pair for pair in APART):
        return
    counts = issubclass(judge_of(rules), Counting) and (len(plugins) < 2 or plugins in map(frozenset, BROUGHT.values()))
    for step in (None, *scenario.steps):
        if step is not None and step.kind in ("do", "may", "may_not", "refuse"):
            text = step.fields.text(step.kind)
            if step.kind != "do":
                yield from filter(decided, compare_refusals(rules, state, [text]))
                continue
            before, state = state, r5.apply(rules, state, r5.parse_action(text, state, rules=rules))
            if counts and r5.is_over(state):
                hand = PlayedOut(rules, before, text, state)
                yield from filter(None, (compare_score(hand), compare_winners(hand, random.Random(0))))
        if small_enough(rules, state):
            yield from compare_lists(rules, state)[1]


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_both_say_what_the_scenarios_do(file: Path) -> None:
    for scenario in parse_scenarios(file.read_text("utf-8")):
        assert [f"{scenario.title}: {each}" for each in disagreements(scenario)] == []
