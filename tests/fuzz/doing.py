"""Turn bytes into actions in a position (legal, near misses, nonsense), and check each."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final

import attrs
from tests.fuzz.source import Bytes
from tests.fuzz.tables import table

import rummy500 as r5
from rummy500.engine.step import outcome_move
from rummy500.notation.scenario import scenario_text
from rummy500.records import replace, shown
from rummy500_testing.near_misses import near_miss, nonsense

#: The most actions of an input that are tried.
MOST_TRIED: Final = 24
#: The most actions of a state that are listed; longer lists are only asked with `in`.
MOST_LISTED: Final = 1000
#: Numbers that no card, seat, depth or meld has, beside those at the edge of what they have.
_STRANGE: Final = (-2, -1, 0, 1, 8, 51, 52, 53, 54, 55, 63, 64, 65, 255, 256, 4095, 4096, 2**31, 2**64, -(2**40))

Try = Callable[["Spot", Bytes], r5.Action]


class Finding(Exception):  # noqa: N818 - what a fuzzer looks for
    """Raised for a fault; its text shows it."""


@attrs.frozen
class Spot:
    """A state with its actions, listed once for all trials.

    Attributes:
        rules: the rules in force.
        state: the state.
        copy: a copy of the state before all trials.
        listed: its legal actions, the first `MOST_LISTED`.
        whole: whether these are all.
        base: a legal action or the chance that is due; nonsense if there is none.
    """

    rules: r5.Rules
    state: r5.State
    copy: r5.State
    listed: frozenset[r5.Action]
    whole: bool
    base: r5.Action

    def finding(self, what: str, action: r5.Action, kind: str) -> Finding:
        """Make a finding with a scenario that shows it; `kind` is the step that should hold."""
        return Finding(f"{what}\naction: {shown(action)}\nrules: {self.rules!r}\n\n{self._scenario(action, kind)}")

    def _scenario(self, action: r5.Action, kind: str) -> str:
        position = r5.Position(self.rules, self.state)
        try:
            text = r5.action_text(action, self.state)
            scenario = scenario_text(position, [{kind: text}], {}, title="Found by fuzzing")
            if r5.parse_action(text, self.state, rules=self.rules) != action:
                return f"# the text of this action does not say all of it\n{scenario}"
            return scenario  # noqa: TRY300 - all of it may raise
        except (LookupError, OverflowError, TypeError, ValueError, r5.Rummy500Error) as error:
            return f"# no scenario can say it ({error})\n# {self.state.public!r}\n# {self.state.hands!r}\n"


def do(data: bytes, always: tuple[str, ...] = ()) -> None:
    """Play the choices of the bytes: a position, then actions until the bytes are spent.

    Args:
        data: the bytes.
        always: plugins that are always in play.

    Raises:
        Finding: if a check fails for one of the actions.
    """
    chance = Bytes(data)
    rules, state = table(chance, always)
    spot = look_at(rules, state, chance)
    for _ in range(MOST_TRIED):
        if chance.spent:
            return
        after = check(spot, chance.choice(_TRIES)(spot, chance))
        if after is not None:
            spot = look_at(rules, after, chance)


def look_at(rules: r5.Rules, state: r5.State, chance: Bytes) -> Spot:
    """List the actions of a state, and choose the base of the trials."""
    found = tuple(islice(r5.legal_actions(rules, state), MOST_LISTED + 1))
    due = r5.chance(rules, state)
    decided = chance.choice(found) if found else nonsense(rules, chance)
    base = decided if due is None else due.sample(chance)
    copy: r5.State = pickle.loads(pickle.dumps(state))
    return Spot(rules, state, copy, frozenset(found[:MOST_LISTED]), len(found) <= MOST_LISTED, base)


def check(spot: Spot, action: r5.Action) -> r5.State | None:
    """Try one action.

    Returns:
        The state after it; `None` if it is refused.

    Raises:
        Finding: if `why_not`, `apply` and the list disagree, if anything but a refusal is raised, if the state given is
            changed, or if the new one has a defect.
    """
    rules, state = spot.rules, spot.state
    refusal, after = _asked(spot, action), _done(spot, action)
    if state != spot.copy:
        raise spot.finding("the state before is changed", action, "do" if refusal is None else "refuse")
    if isinstance(after, r5.Refusal):
        if refusal is None:
            raise spot.finding(f"why_not accepts what apply refuses: {after}", action, "do")
        if after != refusal:
            raise spot.finding(f"why_not says {refusal}, apply says {after}", action, "refuse")
        if action in spot.listed:
            raise spot.finding(f"a listed action is refused: {refusal}", action, "do")
        if not (refusal.rule and refusal.reason and refusal.sentence):
            raise spot.finding(f"a refusal without rule, reason or sentence: {refusal!r}", action, "refuse")
        return None
    if refusal is not None:
        raise spot.finding(f"apply does what why_not refuses: {refusal}", action, "refuse")
    if spot.whole and not _is_listed(spot, action):
        raise spot.finding("an action that is not listed is accepted", action, "refuse")
    if after == state:
        raise spot.finding("an action changes nothing", action, "do")
    defects = r5.status(rules, after)
    if defects:
        about = "; ".join(f"{defect.name}: {defect.about}" for defect in defects)
        raise spot.finding(f"after the action {about}", action, "do")
    return after


def _asked(spot: Spot, action: r5.Action) -> r5.Refusal | None:
    try:
        return r5.why_not(spot.rules, spot.state, action)
    except Exception as error:
        raise spot.finding(f"why_not raises {type(error).__name__}: {error}", action, "refuse") from error


def _done(spot: Spot, action: r5.Action) -> r5.State | r5.Refusal:
    try:
        return r5.apply(spot.rules, spot.state, action)
    except r5.IllegalActionError as error:
        return error.refusal
    except Exception as error:
        raise spot.finding(f"apply raises {type(error).__name__}: {error}", action, "do") from error


def _is_listed(spot: Spot, action: r5.Action) -> bool:
    """Return whether an action is listed, or is an outcome of a listed one or of the chance that is due."""
    if action in spot.listed:
        return True
    due = r5.chance(spot.rules, spot.state)
    if due is not None:
        return action.seat == r5.DECK and sorted(action.cards) == sorted(due.cards)
    return outcome_move(spot.rules, action) is not None and replace(action, extra=()) in spot.listed


def _legal(spot: Spot, chance: Bytes) -> r5.Action:
    return r5.resolve_chance(spot.rules, spot.state, spot.base, chance)


def _nearly(spot: Spot, chance: Bytes) -> r5.Action:
    return near_miss(spot.rules, spot.state, spot.base, chance)


def _twice(spot: Spot, chance: Bytes) -> r5.Action:
    return near_miss(spot.rules, spot.state, _nearly(spot, chance), chance)


def _nonsense(spot: Spot, chance: Bytes) -> r5.Action:
    return nonsense(spot.rules, chance)


def _strange(spot: Spot, chance: Bytes) -> r5.Action:
    """Put a meaningless number into an action."""
    number = chance.choice((*_STRANGE, chance.getrandbits(12)))
    action = spot.base
    changes: Sequence[Callable[[], r5.Action]] = (
        lambda: replace(action, seat=number),
        lambda: replace(action, card=number),
        lambda: replace(action, depth=number),
        lambda: replace(action, on=number),
        lambda: replace(action, pieces=_with(action.pieces, number, chance)),
        lambda: replace(action, cards=bytes(_with(tuple(action.cards), number % 256, chance))),
    )
    return chance.choice(changes)()


def _with(numbers: tuple[int, ...], number: int, chance: Bytes) -> tuple[int, ...]:
    """Replace one of some numbers, or append one."""
    at = chance.randrange(len(numbers) + 1)
    return (*numbers[:at], number, *numbers[at + 1 :])


_TRIES: Final[tuple[Try, ...]] = (_legal, _legal, _legal, _nearly, _nearly, _nearly, _twice, _nonsense, _strange)
