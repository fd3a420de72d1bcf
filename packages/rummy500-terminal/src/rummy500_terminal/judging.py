"""Judges scenarios and transcripts, as `rummy500 check` and `rummy500 replay` do, and reports the first failure.

The test kit and the page use it too, so it loads no package of the terminal: neither click nor rich.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import attrs

from rummy500.base.errors import ComposeError, NotationError, Rummy500Error
from rummy500.base.inputs import quoted
from rummy500.base.records import replace
from rummy500.cards.cards import cards_of, cards_text
from rummy500.engine.listing import legal_actions
from rummy500.engine.match import Match, record_hand
from rummy500.engine.observe import hand_texts, observe, stock_text
from rummy500.engine.scoring import score_hand
from rummy500.engine.step import apply, is_over, outcome_move, why_not
from rummy500.notation.actions import action_text, parse_action, parse_cards
from rummy500.notation.fields import Fields, parse_meld
from rummy500.notation.position import Position
from rummy500.notation.scenario import Scenario, Step, parse_scenarios
from rummy500.rules.actions import Action
from rummy500.rules.rules import Rules
from rummy500.rules.state import State

_SHOWN = 12
#: The most legal actions that a step compares: with wild cards there can be millions.
MOST_LISTED: Final = 50_000


@attrs.frozen
class Failure:
    """The first difference between a scenario and the game that it is played in.

    Attributes:
        where: the step, counted from 1, or the key of `expect`.
        expected: the expected result.
        got: the actual result.
        state: the state at that point, `None` if there is none.
    """

    where: str
    expected: str
    got: str
    state: State | None = None

    def __str__(self) -> str:
        """The failure in one line."""
        return f"{self.where}: expected {self.expected}; got {self.got}"


@attrs.define(slots=False)
class _Mismatch(Exception):  # noqa: N818 - it is caught in this module and becomes a Failure
    expected: str
    got: str


def run_scenario(scenario: Scenario) -> Failure | None:
    """Run one scenario.

    Args:
        scenario: a parsed scenario.

    Returns:
        `None` if everything is as expected, else the first failure.

    Raises:
        NotationError: for an action or a card in it that cannot be parsed.
    """
    position = scenario.position
    refused = scenario.expect.flag("rules_refused")
    if isinstance(position, ComposeError):
        return None if refused else Failure("rules", "rules that compose", f"refused: {position}")
    if refused:
        return Failure("expect.rules_refused", "rules that are refused", "rules that compose", position.state)
    rules, state = position.rules, position.state
    for number, step in enumerate(scenario.steps, 1):
        try:
            state = _STEPS[step.kind](rules, state, step)
        except _Mismatch as mismatch:
            value = step.fields.table[step.kind]
            words = f"{step.kind} {quoted(value)}" if isinstance(value, str) else step.kind
            return Failure(f"step {number} ({words})", mismatch.expected, mismatch.got, state)
    return check_end(scenario.expect, position, state)


def check_end(expect: Fields, position: Position, state: State) -> Failure | None:
    """Check the end of a scenario against its `expect`."""
    for key in expect.table:
        try:
            _check_expected(expect, key, position, state)
        except _Mismatch as mismatch:
            return Failure(f"expect.{key}", mismatch.expected, mismatch.got, state)
    return None


def _do(rules: Rules, state: State, step: Step) -> State:
    action = step.action(rules, state)
    refusal = why_not(rules, state, action)
    if refusal is not None:
        raise _Mismatch("a legal action", f"a refusal: {refusal}")
    return apply(rules, state, action)


def _refuse(rules: Rules, state: State, step: Step) -> State:
    refusal = why_not(rules, state, step.action(rules, state))
    rule = step.fields.text("rule", "")
    if refusal is None:
        raise _Mismatch(f"a refusal{f' by {rule}' if rule else ''}", "a legal action")
    if rule and refusal.rule != rule:
        raise _Mismatch(f"a refusal by {rule}", f"{refusal}")
    return state


def _may(rules: Rules, state: State, step: Step) -> State:
    action = _decision(rules, state, step)
    if action not in legal_actions(rules, state):
        raise _Mismatch("a legal action", f"a refusal: {why_not(rules, state, action)}")
    return state


def _may_not(rules: Rules, state: State, step: Step) -> State:
    action = _decision(rules, state, step)
    if action in legal_actions(rules, state):
        raise _Mismatch("no legal action", "a legal one")
    return _refuse(rules, state, step)


def _decision(rules: Rules, state: State, step: Step) -> Action:
    """Read an action of a step, and refuse an outcome of chance, which is never listed."""
    action = step.action(rules, state)
    if outcome_move(rules, action) is not None:
        decision = action_text(replace(action, extra=()), state, with_seat=False)
        message = "an outcome of chance is not a decision and is not listed"
        step.fields.fail(step.kind, message, f'"{decision}", or a step do or refuse')
    return action


def _legal(rules: Rules, state: State, step: Step) -> State:
    fields = step.fields
    seat = fields.number("seat", -1, least=-1, most=rules.seats - 1)
    of = fields.text("of", "")
    asked = seat if seat >= 0 else state.public.to_act
    verb = of.partition(" ")[0]
    listed: set[str] = set()
    for number, action in enumerate(legal_actions(rules, state, seat=seat if seat >= 0 else None)):
        if number == MOST_LISTED:
            fields.fail("legal", f"more than {MOST_LISTED:,} actions are legal here", "a position with fewer")
        if action.verb.startswith(verb) and action_text(action, state, with_seat=False).startswith(of):
            listed.add(action_text(action, state))
    expected = {
        action_text(action, state)
        for action in fields.parsed_each("legal", lambda text: parse_action(text, state, seat=asked, rules=rules))
    }
    if listed != expected:
        parts = [
            f"{word}: {_shortened(names)}"
            for word, names in (("missing", expected - listed), ("too many", listed - expected))
            if names
        ]
        raise _Mismatch(f"exactly {_shortened(expected)}", "; ".join(parts))
    return state


def _shortened(names: set[str]) -> str:
    shown = sorted(names)[:_SHOWN]
    more = len(names) - len(shown)
    return (", ".join(shown) or "nothing") + (f" and {more} more" if more else "")


def _sees(rules: Rules, state: State, step: Step) -> State:
    fields = step.fields
    who = fields.text("sees")
    seat = None if who == "spectator" else fields.parsed("sees", lambda text: _seat(text, rules))
    memory = fields.text("memory", "full")
    if memory not in ("full", "none"):
        fields.fail("memory", f"there is no memory {quoted(memory)}", '"full" or "none"')
    view = observe(rules, state, seat, memory="none" if memory == "none" else "full")
    if fields.has("hands"):
        hands = [Counter(cards) for cards in fields.parsed_each("hands", parse_cards)]
        if hands != [Counter(parse_cards(text)) for text in hand_texts(view)]:
            raise _Mismatch(_joined(fields.texts("hands")), _joined(hand_texts(view)))
    if fields.has("stock") and fields.parsed("stock", parse_cards) != parse_cards(stock_text(view)):
        raise _Mismatch(f'stock "{fields.text("stock")}"', f'"{stock_text(view)}"')
    if fields.has("pile") and list(fields.parsed("pile", parse_cards)) != list(view.public.pile):
        raise _Mismatch(f'pile "{fields.text("pile")}"', f'"{cards_text(view.public.pile)}"')
    return state


def _seat(text: str, rules: Rules) -> int:
    if text in map(str, range(rules.seats)):
        return int(text)
    raise NotationError(f"there is no seat {quoted(text)}", expected=f'"0" to "{rules.seats - 1}" or "spectator"')


_STEPS: dict[str, Callable[[Rules, State, Step], State]] = {
    "do": _do,
    "refuse": _refuse,
    "legal": _legal,
    "may": _may,
    "may_not": _may_not,
    "sees": _sees,
}


def _check_expected(fields: Fields, key: str, position: Position, state: State) -> None:
    rules = position.rules
    if key == "over":
        _expect_equal(fields.flag(key), is_over(state))
    elif key == "to_act":
        _expect_equal(fields.number(key), state.public.to_act)
    elif key == "phase":
        _expect_equal(fields.text(key), state.public.phase)
    elif key == "hands":
        hands = [cards_text(sorted(cards)) for cards in fields.parsed_each(key, parse_cards)]
        _expect_equal(_joined(hands), _joined([cards_text(cards_of(hand)) for hand in state.hands]))
    elif key in ("pile", "stock"):
        cards = cards_text(fields.parsed(key, parse_cards))
        _expect_equal(f'"{cards}"', f'"{cards_text(state.public.pile if key == "pile" else state.stock)}"')
    elif key == "table":
        melds = fields.parsed_each(key, lambda text: parse_meld(text, rules.melding.shapes, seats=rules.seats))
        _expect_equal(_joined(map(str, melds)), _joined(map(str, state.public.table)))
    elif key == "hand_scores":
        _expect_equal(fields.numbers(key), list(score_hand(rules, state).by_seat))
    elif key == "side_scores":
        _expect_equal(fields.numbers(key), list(score_hand(rules, state).by_side))
    elif key == "scores":
        _expect_equal(fields.numbers(key), list(_match_after(position, state).scores))
    elif key == "winner":
        _expect_equal(_winners(fields, rules), list(_match_after(position, state).winners) or "none")


def _winners(fields: Fields, rules: Rules) -> list[int] | str:
    """Read the seats that should have won; a single seat means its whole side."""
    value = fields.table["winner"]
    if value == "none":
        return "none"
    if isinstance(value, list):
        return sorted(fields.numbers("winner"))
    if isinstance(value, bool) or not isinstance(value, int):
        fields.fail("winner", f"winner is {quoted(value)}", 'a seat, a list of seats or "none"')
    if not 0 <= value < rules.seats:
        fields.fail("winner", f"there is no seat {value}", f"0 to {rules.seats - 1}")
    return [seat for seat in range(rules.seats) if rules.sides[seat] == rules.sides[value]]


def _match_after(position: Position, state: State) -> Match:
    match = position.match
    return record_hand(position.rules, match, state) if is_over(state) else match


def _expect_equal(expected: object, got: object) -> None:
    if expected != got:
        raise _Mismatch(str(expected), str(got))


def _joined(texts: Sequence[str] | map[str]) -> str:
    return ", ".join(f'"{text}"' for text in texts)


# ---------------------------------------------------------------- transcripts


@attrs.define(repr=False, slots=False)  # with slots, its notes are lost when it is pickled
class ReplayError(Rummy500Error, ValueError):
    """A transcript with an action that is refused, or with another end than it says.

    Attributes:
        failure: the first difference.
    """

    failure: Failure

    def __str__(self) -> str:
        """The failure in one line."""
        return str(self.failure)


@attrs.frozen
class Transcript:
    """A transcript as it was read from a file.

    Attributes:
        title: its title, in a line.
        position: the position that it begins with.
        scenario: the scenario with its steps.
    """

    title: str
    position: Position
    scenario: Scenario

    def moments(self) -> Iterator[tuple[Action | None, State]]:
        """Replay the hand, action by action.

        Yields:
            The state before the first action, with `None`; then every action with the state after it.

        Raises:
            ReplayError: at the first action that is refused, or at the end if that is not as expected.
            NotationError: for an action that cannot be parsed.
        """
        rules, state = self.position.rules, self.position.state
        yield None, state
        for number, step in enumerate(self.scenario.steps, 1):
            action = step.action(rules, state)
            refusal = why_not(rules, state, action)
            if refusal is not None:
                where = f"step {number} (do {quoted(step.fields.text('do'))})"
                raise ReplayError(Failure(where, "a legal action", f"a refusal: {refusal}", state))
            state = apply(rules, state, action)
            yield action, state
        failure = check_end(self.scenario.expect, self.position, state)
        if failure is not None:
            raise ReplayError(failure)


def read_transcripts(text: str) -> tuple[Transcript, ...]:
    """Read the hands of a transcript file.

    Args:
        text: the file.

    Raises:
        NotationError: for a mistake in the text or a step that is not an action, with line and column.
        ComposeError: if its rules are refused.
    """
    return tuple(map(_transcript, parse_scenarios(text)))


def _transcript(scenario: Scenario) -> Transcript:
    if isinstance(scenario.position, ComposeError):
        raise scenario.position
    for step in scenario.steps:
        if step.kind != "do":
            step.fields.fail(step.kind, f"a transcript has no step {step.kind!r}", 'steps of the form do = "..."')
    return Transcript(scenario.title, scenario.position, scenario)


def replay(text: str) -> Iterator[tuple[Action | None, State]]:
    """Replay a transcript file, hand after hand."""
    for transcript in read_transcripts(text):
        yield from transcript.moments()
