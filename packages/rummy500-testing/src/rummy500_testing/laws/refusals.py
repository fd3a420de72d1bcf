"""Laws of refusals: each names a rule, and makes a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final, cast

from rummy500.actions import DISCARD, Action
from rummy500.engine.listing import legal_actions
from rummy500.engine.step import why_not
from rummy500.errors import Refusal, facts_in
from rummy500.rulebook.core import CORE_ENTRIES
from rummy500.rules.rules import alter
from rummy500.state import PLAY_PHASE
from rummy500_testing.law import Fault, law
from rummy500_testing.laws.turns import out_of_turn
from rummy500_testing.model.cards import hand_of
from rummy500_testing.model.known import has_hook
from rummy500_testing.near_misses import near_miss
from rummy500_testing.snapshot import Snapshot

_TRIED: Final = 4
#: How many actions are searched for some that a plugin forbids, and how many of those are tried.
_SEARCHED: Final = 200
_FORBIDDEN: Final = 12
_CORE: Final = frozenset(entry.id for entry in CORE_ENTRIES)
#: The deeds that plugins forbid and that would be legal without that; `Rules` have a field `may_draw` and so on.
_DEEDS: Final = ("draw", "take", "call", "meld", "lay")


@law(costly=True)
def refusals_name_their_rule(snapshot: Snapshot) -> Fault | None:
    """A refusal names a rule of the core or of a plugin in play, and has a sentence.

    Checked with actions that are nearly legal or out of turn, with each discard, and with actions that are legal
    without the bans of plugins.
    """
    rules, state = snapshot.rules, snapshot.state
    known = _CORE | {entry.id for _, entry in rules.origin.entries}
    tried = (near_miss(rules, state, action, snapshot.rng) for action in snapshot.some(_TRIED))
    for action in (*out_of_turn(snapshot), *tried, *_discards(snapshot), *_forbidden(snapshot)):
        refusal = cast("object", why_not(rules, state, action))
        wrong = "" if refusal is None else _wrong(refusal, known)
        if wrong:
            return Fault(wrong, action, "refuse")
    return None


def _wrong(refusal: object, known: frozenset[str] | set[str]) -> str:
    if not isinstance(refusal, Refusal):
        return f"an action is refused by {refusal!r}: it must be None, or what rummy500.hooks.refuse makes"
    missing = [name for name in facts_in(refusal.template) if name not in refusal.facts]
    if missing:
        facts = ", ".join(refusal.facts) or "nothing"
        return f"no sentence can be made of {refusal.template!r}, which is given {facts}, not {missing[0]}"
    sentence = refusal.sentence
    if not sentence.strip() or not refusal.reason:
        return f"a refusal without reason or sentence: {refusal!r}"
    if refusal.rule not in known:
        return f"no rule of these rules is {refusal.rule!r}, which a refusal names: {sentence}"
    return ""


def _discards(snapshot: Snapshot) -> Iterator[Action]:
    """Discard each card of the seat on turn, where it may discard."""
    state = snapshot.state
    if state.public.phase == PLAY_PHASE:
        for card in hand_of(state, state.public.to_act):
            yield Action(state.public.to_act, DISCARD, card)


def _forbidden(snapshot: Snapshot) -> Iterator[Action]:
    """Find actions that would be legal if no plugin forbade them."""
    rules, state = snapshot.rules, snapshot.state
    free: dict[str, Any] = {f"may_{deed}": None for deed in _DEEDS if has_hook(rules, f"may.{deed}")}
    if not free:
        return
    found = islice(legal_actions(alter(rules, **free), state), _SEARCHED)
    listed = set(snapshot.listed)
    yield from islice((action for action in found if action not in listed), _FORBIDDEN)


REFUSAL_LAWS = (refusals_name_their_rule,)
