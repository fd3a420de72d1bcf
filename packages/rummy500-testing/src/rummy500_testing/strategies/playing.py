"""Strategies for whole hands, positions and actions."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, Literal

import attrs
from hypothesis import reject
from hypothesis import strategies as st

from rummy500 import (
    Action,
    Position,
    Rules,
    State,
    apply,
    chance,
    deal,
    is_over,
    resolve_chance,
    why_not,
)
from rummy500.base import records
from rummy500.base.errors import Refusal, nearest
from rummy500.engine.listing import legal_actions as legal_actions_of
from rummy500.notation.scenario import scenario_text
from rummy500.notation.transcript import transcript_text
from rummy500_testing.law import readable_text
from rummy500_testing.near_misses import near_miss, nonsense
from rummy500_testing.play import MAX_TURNS, Game
from rummy500_testing.positions import late_position
from rummy500_testing.strategies.melding import Readable, decks, shown, written

#: The most legal actions of a state to choose from.
MOST_LISTED: Final = 500
#: The seed of chance: drawing an order card by card would be slow, and few tests depend on it.
SEEDS: Final = st.integers(0, 2**16 - 1)


@attrs.frozen(repr=False)
class PlayedGame(Readable, Game):
    """A game that prints as its transcript."""

    def __repr__(self) -> str:
        """Format the game in a line, with its transcript."""
        title = f"A hand of {len(self.actions)} actions, ended: {self.how}"
        transcript = written(lambda: transcript_text(self.rules, self.states[0], self.actions, title=title), self.rules)
        return f"<PlayedGame of {self.rules!r}>\n{transcript}"


@st.composite
def games(draw: st.DrawFn, of: st.SearchStrategy[Rules] | Rules, *, max_turns: int = MAX_TURNS) -> Game:
    """Whole random hands: rules, deck, dealer and the list of actions.

    Args:
        of: the rules, or a strategy of rules.
        max_turns: longer hands are cut off.
    """
    composed = of if isinstance(of, Rules) else draw(of)
    dealer, deck = draw(st.integers(0, composed.seats - 1)), draw(decks(composed))
    states = [deal(composed, deck=deck, dealer=dealer)]
    actions: list[Action] = []
    turns = 0
    for action, state in drawn_walk(draw, composed, states[0]):
        turns += state.public.to_act != states[-1].public.to_act
        actions.append(action)
        states.append(state)
        if turns >= max_turns:
            break
    return PlayedGame(composed, bytes(deck), tuple(actions), tuple(states), turns, max_turns=max_turns)


def drawn_walk(draw: st.DrawFn, rules: Rules, state: State) -> Iterator[tuple[Action, State]]:
    """Play at random like `rummy500_testing.walk`, with each choice drawn from hypothesis.

    Yields:
        Each action and the state after it.
    """
    tossed = any(move.outcome is not None for move in rules.turn.suffixed.values())
    while True:
        due = chance(rules, state)
        if due is not None:
            action = due.sample(random.Random(draw(SEEDS)))
        else:
            listed = sorted(islice(legal_actions_of(rules, state), MOST_LISTED), key=_simplicity)
            if not listed:
                return
            action = listed[draw(st.integers(0, len(listed) - 1))]
            if tossed:
                action = resolve_chance(rules, state, action, random.Random(draw(SEEDS)))
        state = apply(rules, state, action)
        yield action, state


def _simplicity(action: Action) -> tuple[bool, int]:
    """Order actions for shrinking: those that end a hand soonest come first, those from the pile last."""
    return action.depth > 0, -len(action.pieces)


# ---------------------------------------------------------------- positions

_MOST_STEPS: Final = 150
#: One hand in this many begins close to its end.
_LATE_SHARE: Final = 4
#: The most actions by which a finished hand is wound back.
_MOST_BACK: Final = 12


@attrs.frozen(repr=False)
class Hand(Readable):
    """A position that play has reached; it prints as a scenario file.

    Attributes:
        rules: the rules in force.
        state: the state.
        actions: the actions since the hand was dealt, or since it began close to its end.
    """

    rules: Rules
    state: State
    actions: tuple[Action, ...] = ()

    @property
    def scenario(self) -> str:
        """Write a scenario file that begins in this position."""
        steps = len(self.actions)
        title = f"After {steps} action{'' if steps == 1 else 's'}"
        return written(lambda: scenario_text(self.position, [], {}, title=title), self.rules)

    @property
    def position(self) -> Position:
        """Return the position in a match that has just begun."""
        return Position(self.rules, self.state)

    def __repr__(self) -> str:
        """Format the position in a line, with a scenario file that begins in it."""
        return f"<Hand of {self.rules!r}>\n{self.scenario}"


@st.composite
def hands(
    draw: st.DrawFn, of: st.SearchStrategy[Rules] | Rules, *, most_steps: int = _MOST_STEPS, late: bool = True
) -> Hand:
    """Positions that play can reach: a random deal, and some random legal actions after it.

    Args:
        of: the rules, or a strategy of rules.
        most_steps: the most actions.
        late: begin some of the hands close to their end, which random play rarely reaches: with few cards in hands,
            melds on the table and a big pile (`rummy500_testing.positions`).
    """
    composed = of if isinstance(of, Rules) else draw(of)
    dealer, deck = draw(st.integers(0, composed.seats - 1)), draw(decks(composed))
    state = deal(composed, deck=deck, dealer=dealer)
    if late and draw(st.integers(1, _LATE_SHARE)) == _LATE_SHARE:
        state = late_position(composed, state, draw(st.randoms(use_true_random=False)))
    steps: list[tuple[Action | None, State]] = [(None, state)]
    steps += islice(drawn_walk(draw, composed, state), draw(st.integers(0, most_steps)))
    if is_over(steps[-1][1]) and len(steps) > 1:
        # Positions shortly before the end are rare in play and useful in tests.
        back = draw(st.integers(0, min(len(steps) - 1, _MOST_BACK)))
        steps = steps[: len(steps) - back]
    return Hand(composed, steps[-1][1], tuple(action for action, _ in steps if action is not None))


# ---------------------------------------------------------------- acting

#: A kind of action: legal, legal with one thing changed, or of parts that need not fit together.
Kind = Literal["legal", "nearly legal", "nonsense"]
KINDS: Final[tuple[Kind, ...]] = ("legal", "nearly legal", "nonsense")


@st.composite
def legal_actions(draw: st.DrawFn, rules: Rules, state: State) -> Action:
    """Legal actions of any seat, without outcomes of chance.

    If there is none, in a finished hand for example, the example is discarded: ask `rummy500.is_over` first.

    Args:
        rules: the rules in force.
        state: the state.
    """
    return _shown(draw, rules, draw(_listed(rules, state)))


@st.composite
def nearly_legal_actions(draw: st.DrawFn, rules: Rules, state: State) -> Action:
    """Legal actions with one thing changed; the result is rarely another legal one.

    Args:
        rules: the rules in force.
        state: the state, as for `legal_actions`.
    """
    legal = draw(_listed(rules, state))
    return _shown(draw, rules, near_miss(rules, state, legal, draw(st.randoms(use_true_random=False))))


@st.composite
def nonsense_actions(draw: st.DrawFn, rules: Rules) -> Action:
    """Actions of random parts, which need not fit together or be known to the rules.

    Args:
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
        text = readable_text(hand.rules, self.action, hand.state)
        if text is None:
            # Only nonsense has no text: then the scenario is the position alone.
            return f"<Try of {records.record_text(self.action)} by {hand.rules!r}>\n{hand.scenario}"
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
    text = readable_text(rules, action)
    return action if text is None else shown(draw, action, "parse_action", text)
