"""Lists of plugins' moves; moves made of one function that judges; rounds in which seats answer with a word."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any, Final, cast

import attrs

from rummy500.base.errors import IllegalActionError, Reason, Refusal
from rummy500.base.records import replace
from rummy500.cards.cards import EMPTY_BAG, RandomBits, below
from rummy500.engine.facts import ViewFacts
from rummy500.engine.stranding import can_finish, is_unknown, limit_after, why_stranded
from rummy500.engine.turns import begin_rounds, round_of, seats_in, steps_after, who_acts
from rummy500.rules.actions import Action
from rummy500.rules.memory import HandMemory, RoundAnswers, recall, remember
from rummy500.rules.move import Candidates, Check, Effect, Generate, Move, MoveInPlay, Round, Secret, Settle
from rummy500.rules.rules import Rules
from rummy500.rules.state import DRAW_PHASE, OVER_PHASE, PLAY_PHASE, State, View, view_holding, with_seat

#: Returns the view of the seat after an action, or why the action is not allowed.
Judge = Callable[[Rules, View, Action], View | Refusal]


def listing(move: Move, core: MoveInPlay | None = None) -> Candidates:
    """The candidates of a move, with a parameter `plain` whatever its author gives; those of a move of the core."""
    given = move.candidates
    if given is not None and "plain" in inspect.signature(given).parameters:
        return given
    words = (move.suffix,) if move.suffix else ()

    def listed(rules: Rules, view: View, *, plain: bool = False) -> Iterable[Action]:
        if core is not None:
            return core.generate(ViewFacts(rules, view), plain=plain)
        return (Action(view.seat, move.verb, extra=words),) if given is None else given(rules, view)

    return listed


def checked_listing(listed: Candidates, check: Check | None) -> Generate:
    """Make a function that lists the candidates that a check does not refuse."""

    def generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
        rules, view = facts.rules, facts.view
        found = listed(rules, view, plain=plain)
        if check is None or not found:
            return found
        return (action for action in found if check(rules, view, action) is None)

    return generate


def go_out(rules: Rules, state: State, action: Action) -> State:
    """Let the seat go out if the action has emptied its hand: the usual `effect` of a judged move."""
    return state if state.hands[action.seat] else rules.turn.hand_emptied(rules, state, action)


@attrs.frozen(eq=False)
class Judged:
    """The functions of a move that is made by `judged_move`, as methods."""

    candidates: Candidates
    judge: Judge
    follows: Effect
    possible: Callable[[Rules, View], bool] | None = None

    def check(self, rules: Rules, view: View, action: Action) -> Refusal | None:
        """Refuse an action that is not allowed, or after which the turn certainly could not end."""
        after = self.judge(rules, view, action)
        if isinstance(after, Refusal):
            return after
        if after.seat != after.public.to_act or after.public.phase != PLAY_PHASE:
            return None  # no turn of the seat's own, once it has drawn, must be able to end
        limit = limit_after(rules, view, lambda: self.candidates(rules, view))
        return None if can_finish(rules, after, limit) or is_unknown(rules, view) else why_stranded(rules, after)

    def effect(self, rules: Rules, state: State, action: Action) -> State:
        """Make a state of the view after an action, and of that what follows."""
        seat, on_turn = action.seat, action.seat == state.public.to_act
        # The memory is not masked: what the seat does not see of it stays.
        view = view_holding(state, seat, state.hands[seat], state.drawn if on_turn else EMPTY_BAG)
        after = self.judge(rules, view, action)
        if isinstance(after, Refusal):
            raise IllegalActionError(after)
        hands, drawn = with_seat(state.hands, seat, after.hand), after.drawn if on_turn else state.drawn
        made = replace(state, public=after.public, hands=hands, drawn=drawn, memories=after.memories)
        return self.follows(rules, made, action)

    def follow_ups(self, rules: Rules, view: View) -> Iterable[View]:
        """List the views after the candidates that are allowed."""
        listed = self.candidates(rules, view)
        return (after for action in listed if isinstance(after := self.judge(rules, view, action), View))


def judged_move(
    verb: str,
    judge: Judge,
    candidates: Candidates | None = None,
    *,
    effect: Effect = go_out,
    possible: Callable[[Rules, View], bool] | None = None,
    **fields: Any,
) -> Move:
    """Make a move from a function that judges its actions by what follows from them.

    Listed are the candidates that are allowed. In its own turn, once it has drawn, a seat must also be able to end the
    turn after the action, unless nobody can say whether the turn can end at all; and the look-ahead counts on the move.

    Args:
        verb: the first word of its actions.
        judge: returns the view of the seat after an action, or a refusal: `(rules, view, action) -> view`. It need not
            ask whether the turn can end. Any tool that takes a view makes the view after it, and so does `remember`.
        candidates: lists actions, legal or not, as `Move.candidates`.
        effect: changes the state that is made of the view: `(rules, state, action) -> state`; if left out, a seat whose
            hand is empty goes out.
        possible: for a move out of turn, whether any seat could make it, judged by a spectator's view, which saves
            asking each seat. `None` if each must be asked.
        fields: other fields of `Move`, by name.
    """
    move = Move(verb, candidates=candidates, effect=effect, **fields)
    judged = Judged(listing(move), judge, effect, possible)
    return attrs.evolve(move, check=judged.check, effect=judged.effect)


# ---------------------------------------------------------------- rounds of answers

# Such a round is a step of the deal, or comes between two turns (`Round.between`): after a turn has ended, and before
# the next player begins.

_HIDDEN: Final = "?"


def _seen(_rules: Rules, record: RoundAnswers, seat: int) -> RoundAnswers:
    if not any(record.words):
        return record  # as in most states: nobody has answered
    words = (word if whose == seat or not word else _HIDDEN for whose, word in enumerate(record.words))
    return attrs.evolve(record, words=tuple(words))


def _sample(rules: Rules, state: State, seat: int, cards: bytes, random_source: RandomBits) -> RoundAnswers:
    asked, step = recall(rules, state, RoundAnswers), round_of(rules, state.public.phase)
    answers = step.answers if step is not None else ()
    words = (answers[below(len(answers), random_source)] if word == _HIDDEN else word for word in asked.words)
    return attrs.evolve(asked, words=tuple(words))


#: The name of the record in positions, and the record itself, which is kept where a round has answers or comes again.
ASKED: Final = "asked"
ASKED_MEMORY: Final = HandMemory(RoundAnswers, seen=_seen, sample=_sample)


_ANSWER: Final = Reason("turn.phase", "answer", "That is none of the answers to this question.")


def answer_move(step: Round) -> Move:
    """Make the move by which a seat answers in a round: the phase of the round and a word, `may-i buy`."""

    def words(rules: Rules, view: View) -> Iterable[Action]:
        return [Action(view.seat, step.phase, extra=(word,)) for word in step.answers]

    def check(rules: Rules, view: View, action: Action) -> Refusal | None:
        if len(action.extra) == 1 and action.extra[0] in step.answers:
            return None
        return _ANSWER()

    return Move(
        verb=step.phase,
        phases=(step.phase,),
        whose="pending",
        candidates=words,
        check=check,
        effect=_answered,
        fields=("extra",),
        other_hands=True,
        secret=Secret(redact=lambda rules, action, seat: replace(action, extra=())),
        worth=step.worth,
    )


def _answered(rules: Rules, state: State, action: Action) -> State:
    """Keep the answer; after the last one, settle the round, and ask again or go on."""
    asked, public = recall(rules, state, RoundAnswers), state.public
    step = cast("Round", round_of(rules, public.phase))
    words = [*asked.words, *[""] * rules.seats][: rules.seats]
    words[action.seat] = action.extra[0]
    acted = asked.acted + step.again
    pending = tuple([seat for seat in public.turn.pending if seat != action.seat])
    turn = replace(public.turn, pending=pending)
    if pending:
        state = remember(rules, state, attrs.evolve(asked, words=tuple(words), acted=acted))
        return replace(state, public=replace(public, to_act=pending[0], turn=turn))
    seats, settle = who_acts(rules, step, public), cast("Settle", step.settle)
    phase, to_act = public.phase, seats[0]
    if step.between:
        phase, to_act = DRAW_PHASE, asked.turn if 0 <= asked.turn < rules.seats else (public.last + 1) % rules.seats
    state = remember(rules, state, RoundAnswers(acted=acted))
    state = replace(state, public=replace(public, phase=phase, to_act=to_act, turn=turn))
    state = settle(rules, state, {seat: words[seat] for seat in seats if words[seat]})
    if state.public.phase != OVER_PHASE and step.again and (seats := seats_in(rules, step, state)):
        return _begin_asking(rules, step, state, seats)
    state = remember(rules, state, RoundAnswers())
    if state.public.phase == OVER_PHASE:
        return state
    return (_ask if step.between else begin_rounds)(rules, state, public.phase)


def asking(rule: Callable[[Rules, State], State]) -> Callable[[Rules, State], State]:
    """Make an answer to `turn_ended` that begins the rounds between two turns after another one."""
    return lambda rules, state: _ask(rules, rule(rules, state))


def _ask(rules: Rules, state: State, after: str = "") -> State:
    """Begin the next round between two turns in which a seat is asked; if there is none the next turn goes on."""
    for step in steps_after(rules.deal.between, after):
        if state.public.phase != DRAW_PHASE:
            break
        if seats := seats_in(rules, step, state):
            return _begin_asking(rules, step, state, seats)
    return state


def _begin_asking(rules: Rules, step: Round, state: State, seats: tuple[int, ...]) -> State:
    """Ask some seats in a round, for the first time or again."""
    acted = recall(rules, state, RoundAnswers).acted
    state, public = remember(rules, state, RoundAnswers(("",) * rules.seats, state.public.to_act, acted)), state.public
    turn = replace(public.turn, pending=seats)
    return replace(state, public=replace(public, phase=step.phase, to_act=seats[0], turn=turn))
