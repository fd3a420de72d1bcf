"""Compare the answers of engine and oracle about one position or one action."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import rummy500 as r5
from proofs.agreement.games import as_table
from proofs.agreement.variants import judge_of
from proofs.oracle import Catalogue
from proofs.oracle.position import Position


@dataclass(frozen=True)
class Disagreement:
    """An action that one side allows and the other does not, or both refuse by different rules.

    `engine` and `oracle` are the rule ids of the refusals, empty where the side allows the action.
    """

    action: str
    engine: str
    oracle: str
    position: str

    @property
    def kind(self) -> tuple[str, str]:
        """Return the answers of the engine and of the oracle."""
        return (self.engine or "legal", self.oracle or "legal")

    @property
    def of_legality(self) -> bool:
        """Return whether the two disagree on the legality, not only on the rule."""
        return not (self.engine and self.oracle)

    def __str__(self) -> str:
        """Format both sides and the position, to paste into a test."""
        engine, oracle = self.kind
        return f"{self.action}: engine {engine}, oracle {oracle}, in {self.position}"


def engine_texts(rules: r5.Rules, state: r5.State) -> list[str]:
    """List the legal actions of the engine as text."""
    return [r5.action_text(action, state) for action in r5.legal_actions(rules, state)]


@lru_cache(maxsize=2)
def oracle_on(rules: r5.Rules, state: r5.State) -> tuple[Catalogue, Position]:
    """Return the oracle of some rules, and a position as it reads it."""
    table = as_table(rules, state)
    oracle = judge_of(rules).of(table)
    return oracle, oracle.read(table)


def compare_lists(rules: r5.Rules, state: r5.State) -> tuple[int, list[Disagreement]]:
    """Compare both lists; return the engine's number of actions, and those in one list only or twice in one."""
    table = str(as_table(rules, state))
    try:
        listed = engine_texts(rules, state)
    except Exception as error:  # noqa: BLE001 - whatever it is, a crash is a disagreement
        return 0, [Disagreement("the list", type(error).__name__, "", table)]
    oracle, position = oracle_on(rules, state)
    theirs = oracle.legal(position)
    found = [Disagreement(text, "", "not listed", table) for text in sorted(set(listed) - theirs)]
    found += [Disagreement(text, "not listed", "", table) for text in sorted(theirs - set(listed))]
    if len(set(listed)) < len(listed):
        twice = sorted({text for text in listed if listed.count(text) > 1})
        found += [Disagreement(text, "listed twice", "once", table) for text in twice]
    return len(listed), found


def compare_refusals(rules: r5.Rules, state: r5.State, texts: Iterable[str]) -> Iterator[Disagreement]:
    """Find the actions on which the two sides disagree."""
    oracle, position = oracle_on(rules, state)
    for text in texts:
        try:
            action = r5.parse_action(text, state, rules=rules)
            theirs = oracle.read_action(text, position.pile)
        except ValueError:
            continue  # the text of a variant's action, changed until it is not an action
        refusal = r5.why_not(rules, state, action)
        engine = refusal.rule if refusal is not None else ""
        other = oracle.refusal(position, theirs) or ""
        if engine != other:
            yield Disagreement(text, engine, other, str(as_table(rules, state)))


def can_end(rules: r5.Rules, state: r5.State) -> bool:
    """Return whether the oracle ends a turn in phase `play` without a bar that yields."""
    oracle, position = oracle_on(rules, state)
    return oracle.can_finish(oracle.turn_now(position), oracle.duties())
