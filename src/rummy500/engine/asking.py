"""Rounds in which seats answer at once with a word, hidden until all have answered (`Round.answers`).

Such a round is a step of the deal, or comes between two turns (`Round.asks`): after a turn has ended, and before the
next player begins.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, cast

import attrs

from rummy500.actions import Action
from rummy500.cards.cards import RandomBits, below
from rummy500.engine.facts import ViewFacts
from rummy500.engine.turns import begin_rounds, next_turn, round_of, steps_after, who_acts, wrong_phase
from rummy500.errors import Reason, Refusal
from rummy500.records import replace
from rummy500.rules.memory import HandMemory, recall, remember
from rummy500.rules.move import Asks, Move, Round, Settle
from rummy500.rules.questions import TurnEnded
from rummy500.rules.rules import Rules
from rummy500.state import DRAW_PHASE, OVER_PHASE, State, View


@attrs.frozen
class Asked:
    """The answer of each seat in the round that is going on, and the seat whose turn comes after it.

    An answer is empty for a seat that has not answered, and `?` for another seat in a view, which does not show it.
    """

    words: tuple[str, ...] = ()
    turn: int = -1


_HIDDEN: Final = "?"


def _seen(_rules: Rules, record: Asked, seat: int) -> Asked:
    if not any(record.words):
        return record  # as in most states: nobody has answered
    words = (word if whose == seat or not word else _HIDDEN for whose, word in enumerate(record.words))
    return attrs.evolve(record, words=tuple(words))


def _sample(rules: Rules, state: State, seat: int, cards: bytes, random_source: RandomBits) -> Asked:
    asked, step = recall(rules, state, Asked), round_of(rules, state.public.phase)
    answers = step.answers if step is not None else ()
    words = (answers[below(len(answers), random_source)] if word == _HIDDEN else word for word in asked.words)
    return attrs.evolve(asked, words=tuple(words))


#: The name of the record in positions, and the record itself, which is kept where a round has answers.
ASKED: Final = "asked"
ASKED_MEMORY: Final = HandMemory(Asked, seen=_seen, sample=_sample)


_ANSWER: Final = Reason("turn.phase", "answer", "That is none of the answers to this question.")


def answer_move(step: Round) -> Move:
    """Make the move by which a seat answers in a round: the phase of the round and a word, `may-i buy`."""

    def generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
        return [Action(facts.view.seat, step.phase, extra=(word,)) for word in step.answers]

    def check(rules: Rules, view: View, action: Action) -> Refusal | None:
        if len(action.extra) == 1 and action.extra[0] in step.answers:
            return None
        return _ANSWER()

    return Move(
        verb=step.phase,
        phases=(step.phase,),
        whose="pending",
        generate=generate,
        check=check,
        effect=_answered,
        wrong_phase=wrong_phase,
        fields=("extra",),
        other_hands=True,
        redact=lambda rules, action, seat: replace(action, extra=()),
        reveals=lambda rules, state, action: len(state.public.turn.pending) == 1,
        worth=step.worth,
    )


def _answered(rules: Rules, state: State, action: Action) -> State:
    """Keep the answer; after the last one, settle the round and go on."""
    asked, public = recall(rules, state, Asked), state.public
    words = [*asked.words, *[""] * rules.seats][: rules.seats]
    words[action.seat] = action.extra[0]
    pending = tuple([seat for seat in public.turn.pending if seat != action.seat])
    turn = replace(public.turn, pending=pending)
    if pending:
        state = remember(rules, state, attrs.evolve(asked, words=tuple(words)))
        return replace(state, public=replace(public, to_act=pending[0], turn=turn))
    state, step = remember(rules, state, Asked()), cast("Round", round_of(rules, public.phase))
    seats, settle = who_acts(rules, step, public), cast("Settle", step.settle)
    answers = {seat: words[seat] for seat in seats if words[seat]}
    if step.asks is None:
        after = settle(rules, replace(state, public=replace(public, to_act=seats[0], turn=turn)), answers)
        return after if after.public.phase == OVER_PHASE else begin_rounds(rules, after, public.phase)
    to_act = asked.turn if 0 <= asked.turn < rules.seats else (public.last + 1) % rules.seats
    back = replace(public, phase=DRAW_PHASE, to_act=to_act, turn=turn)
    return _ask(rules, settle(rules, replace(state, public=back), answers), after=public.phase)


def asking(rule: TurnEnded | None) -> TurnEnded:
    """Make an answer to `turn_ended` that begins the rounds between two turns after another one."""
    return lambda rules, state: _ask(rules, (rule or next_turn)(rules, state))


def _ask(rules: Rules, state: State, after: str = "") -> State:
    """Begin the next round between two turns that asks somebody; without one the next turn goes on."""
    for step in steps_after(rules.deal.between, after):
        public = state.public
        if public.phase != DRAW_PHASE:
            break
        asked = set(cast("Asks", step.asks)(rules, state))
        seats = tuple([seat for seat in who_acts(rules, step, public) if seat in asked])
        if seats:
            state = remember(rules, state, Asked(("",) * rules.seats, public.to_act))
            turn = replace(public.turn, pending=seats)
            return replace(state, public=replace(public, phase=step.phase, to_act=seats[0], turn=turn))
    return state
