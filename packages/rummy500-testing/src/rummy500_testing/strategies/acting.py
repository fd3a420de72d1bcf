"""Actions to try in a state: legal ones, nearly legal ones, and nonsense."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final, Literal

import attrs
from hypothesis import reject
from hypothesis import strategies as st

from rummy500 import records
from rummy500.actions import Action
from rummy500.engine.listing import legal_actions as legal_actions_of
from rummy500.engine.step import why_not
from rummy500.errors import Refusal, nearest
from rummy500.notation.actions import action_text, parse_action
from rummy500.notation.scenario import scenario_text
from rummy500.rules.rules import Rules
from rummy500.state import State
from rummy500_testing.near_misses import near_miss, nonsense
from rummy500_testing.strategies.playing import MOST_LISTED
from rummy500_testing.strategies.positions import Hand, hands
from rummy500_testing.strategies.showing import Readable, shown, written

#: A kind of action: legal, legal with one thing changed, or of parts that need not fit together.
Kind = Literal["legal", "nearly legal", "nonsense"]
KINDS: Final[tuple[Kind, ...]] = ("legal", "nearly legal", "nonsense")


@st.composite
def legal_actions(draw: st.DrawFn, rules: Rules, state: State) -> Action:
    """Legal actions of any seat, without outcomes of chance.

    If there is none, in a finished hand for example, the example is discarded: ask `rummy500.is_over` first.

    Args:
        draw: given by hypothesis.
        rules: the rules in force.
        state: the state.
    """
    return _shown(draw, rules, draw(_listed(rules, state)))


@st.composite
def nearly_legal_actions(draw: st.DrawFn, rules: Rules, state: State) -> Action:
    """Legal actions with one thing changed; the result is rarely another legal one.

    Args:
        draw: given by hypothesis.
        rules: the rules in force.
        state: the state, as for `legal_actions`.
    """
    legal = draw(_listed(rules, state))
    return _shown(draw, rules, near_miss(rules, state, legal, draw(st.randoms(use_true_random=False))))


@st.composite
def nonsense_actions(draw: st.DrawFn, rules: Rules) -> Action:
    """Actions of random parts, which need not fit together or be known to the rules.

    Args:
        draw: given by hypothesis.
        rules: the rules in force.
    """
    return _shown(draw, rules, nonsense(rules, draw(st.randoms(use_true_random=False))))


def actions(rules: Rules, state: State, *, kinds: Iterable[Kind] = KINDS) -> st.SearchStrategy[Action]:
    """Actions to try in a state: legal ones, nearly legal ones, and nonsense.

    If nobody can act, all of them are nonsense; without that kind the example is discarded, as by `legal_actions`.

    Args:
        rules: the rules in force.
        state: the state.
        kinds: the kinds to choose from, at least one.

    Raises:
        ValueError: for an unknown kind, or if there is none to choose from.
    """
    chosen = _checked(kinds)
    by_kind = {
        "legal": legal_actions(rules, state),
        "nearly legal": nearly_legal_actions(rules, state),
        "nonsense": nonsense_actions(rules),
    }
    if "nonsense" in chosen and not legal_actions_of(rules, state):
        return by_kind["nonsense"]
    return st.one_of([by_kind[kind] for kind in chosen])


@attrs.frozen(repr=False)
class Try(Readable):
    """An action that is tried in a position; it prints as a scenario file.

    Attributes:
        hand: the position.
        action: the action.
    """

    hand: Hand
    action: Action

    @property
    def refusal(self) -> Refusal | None:
        """Return why the action is refused, `None` if it is legal."""
        return why_not(self.hand.rules, self.hand.state, self.action)

    def __repr__(self) -> str:
        """Format the action, and a scenario file with the engine's answer to it."""
        hand, refusal = self.hand, self.refusal
        text = _text(hand.rules, self.action, hand.state)
        if text is None:
            # Only nonsense has no text: then the scenario is the position alone.
            return f"<Try of {records.shown(self.action)} by {hand.rules!r}>\n{hand.scenario}"
        step = {"do": text} if refusal is None else {"refuse": text, "rule": refusal.rule}
        title = "An action that is tried"
        scenario = written(lambda: scenario_text(hand.position, [step], {}, title=title), hand.rules)
        return f"<Try of {text} by {hand.rules!r}>\n{scenario}"


def tries(
    of: st.SearchStrategy[Rules] | Rules, *, kinds: Iterable[Kind] = KINDS, most_steps: int = 150
) -> st.SearchStrategy[Try]:
    """Positions that play can reach, each with an action to try in it.

    Args:
        of: the rules, or a strategy of rules.
        kinds: the kinds of actions, as for `actions`.
        most_steps: as for `hands`.

    Raises:
        ValueError: as `actions`, for the kinds.
    """
    return _tries(of, _checked(kinds), most_steps)


@st.composite
def _tries(draw: st.DrawFn, of: st.SearchStrategy[Rules] | Rules, kinds: Sequence[Kind], most_steps: int) -> Try:
    hand = draw(hands(of, most_steps=most_steps))
    return Try(hand, draw(actions(hand.rules, hand.state, kinds=kinds)))


def _checked(kinds: Iterable[Kind]) -> tuple[Kind, ...]:
    """Check the kinds of actions."""
    chosen = tuple(kinds)
    if not chosen:
        raise ValueError(f"there is no kind of action to choose from; kinds are {', '.join(KINDS)}")
    for kind in chosen:
        if kind not in KINDS:
            raise ValueError(f"there is no kind of action {kind!r}; {nearest(kind, KINDS)}")
    return chosen


def _listed(rules: Rules, state: State) -> st.SearchStrategy[Action]:
    return st.sampled_from(tuple(islice(legal_actions_of(rules, state), MOST_LISTED)) or reject())


def _shown(draw: st.DrawFn, rules: Rules, action: Action) -> Action:
    """Draw the action so that hypothesis prints the call that reads it, if there is one."""
    text = _text(rules, action)
    return action if text is None else shown(draw, action, "parse_action", text)


def _text(rules: Rules, action: Action, state: State | None = None) -> str | None:
    """Write the action as text that is read back, `None` if there is none."""
    try:
        text = action_text(action, state)
        return text if parse_action(text, state, rules=rules) == action else None
    except (LookupError, TypeError, ValueError):
        return None
