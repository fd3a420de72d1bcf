"""Laws that compare random play with the oracle: what is listed, what is refused, which melds lie on the table.

They judge the core alone, so they are skipped where a plugin answers a hook, except those that come with a preset;
`proofs/agreement` compares the variants, in small positions.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final

from proofs.agreement.compare import compare_lists, compare_refusals, oracle_on
from proofs.agreement.games import small_enough, within_reach
from proofs.agreement.near_misses import near_misses
from proofs.agreement.variants import core_alone
from proofs.agreement.verdicts import decided
from proofs.oracle.cards import RefusedError
from proofs.oracle.shapes import Run

import rummy500 as r5
from rummy500.cards.pieces import pieces_text
from rummy500.rules.options import MELD_FIRST_MINIMUM
from rummy500_testing.law import SKIPPED, Answer, Fault, any_text, law
from rummy500_testing.laws.answers import out_of_turn
from rummy500_testing.play import Snapshot, Step, take_snapshot
from rummy500_testing.positions import near_miss_hand

#: How many listed actions, and about how many near misses, of one state are judged.
_JUDGED: Final = 25
_NEAR_MISSES: Final = 4
#: With more wild cards, more cards in reach or a higher opening minimum the oracle's list takes long.
_MOST_WILDS: Final = 2
_MOST_CARDS: Final = 16
_HIGHEST_MINIMUM: Final = 30
#: How many near-miss hands are generated; one in `_EARLY` is before its draw.
_NEAR_MISS_HANDS: Final = 16
_EARLY: Final = 4


@law(costly=True)
def melds_follow_the_options(step: Step) -> Answer:
    """Each meld that an action leaves on the table is one by the oracle, and its cards lie in their order."""
    if not core_alone(step.rules):
        return SKIPPED
    if step.after.public.table == step.before.public.table:
        return None
    try:
        _, position = oracle_on(step.rules, step.after)
    except RefusedError as error:
        return Fault(f"a meld on the table is none: {error}")
    for number, (found, due) in enumerate(zip(step.after.public.table, position.table, strict=True), 1):
        cards = " ".join(map(str, due.shape.cards))
        lies_right = found.low + 1 == due.shape.low if isinstance(due.shape, Run) else found.low < 0
        if not lies_right or (found.is_run and cards != pieces_text(found.pieces)):
            return Fault(f"m{number} should be {cards}, and it is {found}")
    return None


@law(costly=True)
def listed_actions_are_right(snapshot: Snapshot) -> Answer:
    """The oracle refuses no listed action: seat, phase, cards, roles, place, required use, end of the turn."""
    rules, state = snapshot.rules, snapshot.state
    if not core_alone(rules):
        return SKIPPED
    oracle, position = oracle_on(rules, state)
    for action in snapshot.some(_JUDGED):
        if within_reach(rules, state, action.seat, action.depth):
            wrong = oracle.refusal(position, oracle.read_action(r5.action_text(action, state), position.pile))
            if wrong is not None:
                return Fault(f"it is listed, and {wrong} forbids it", action, "may_not", state)
    return None


@law(costly=True)
def legal_actions_are_listed(snapshot: Snapshot) -> Answer:
    """In a position that is small enough for the oracle, the list has every action that the oracle allows, once."""
    rules, state = snapshot.rules, snapshot.state
    if not core_alone(rules):
        return SKIPPED
    if MELD_FIRST_MINIMUM.of(rules.options) > _HIGHEST_MINIMUM or not small_enough(
        rules, state, _MOST_WILDS, _MOST_CARDS
    ):
        return None
    _, found = compare_lists(rules, state)
    return Fault("; ".join(f"{each.action}: {' but '.join(each.kind)}" for each in found)) if found else None


@law(costly=True)
def near_misses_are_refused(snapshot: Snapshot) -> Answer:
    """A near miss of a legal action is refused by the rule that the oracle names, or both allow it."""
    texts = (
        near_misses(snapshot.rules, snapshot.state, snapshot.rng, _NEAR_MISSES) if core_alone(snapshot.rules) else None
    )
    return SKIPPED if texts is None else _refused_alike(snapshot, texts)


@law(costly=True)
def out_of_turn_is_refused(snapshot: Snapshot) -> Answer:
    """An action out of phase, out of turn, or without a required use is refused, by the rule that the oracle names."""
    if not core_alone(snapshot.rules):
        return SKIPPED
    return _refused_alike(snapshot, (any_text(action, snapshot.state) for action in out_of_turn(snapshot)))


def _refused_alike(snapshot: Snapshot, texts: Iterable[str]) -> Fault | None:
    rules, state = snapshot.rules, snapshot.state
    if not small_enough(rules, state):
        return None
    try:
        for found in filter(decided, compare_refusals(rules, state, texts)):
            engine, oracle = found.kind
            return Fault(f"{found.action}: the answer is {engine}, and should be {oracle}", state=state)
    except RefusedError as error:
        return Fault(f"a meld on the table is none: {error}", state=state)
    return None


@law(name="near-miss hands are listed correctly")
def near_miss_hands_are_listed_correctly(rules: r5.Rules) -> Answer:
    """In hands that are nearly melds, the oracle allows the listed actions and no others, and refuses near misses."""
    if not core_alone(rules):
        return SKIPPED
    rng = random.Random("hands that are nearly melds")
    for number in range(_NEAR_MISS_HANDS):
        snapshot = take_snapshot(rules, near_miss_hand(rules, rng, draws=number % _EARLY > 0), rng)
        for each in (listed_actions_are_right, legal_actions_are_listed, near_misses_are_refused):
            fault = each.fault_in(snapshot)
            if fault is not None:
                return fault
    return None
