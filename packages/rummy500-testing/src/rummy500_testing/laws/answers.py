"""Laws of answers: what rules, hooks and refusals return is valid, and the same each time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any, Final, TypeAlias, cast

from rummy500 import ScoreLine, State, apply, chance, is_over, legal_actions, score_hand, why_not
from rummy500.base.errors import IllegalActionError, Refusal, facts_in
from rummy500.engine.match import Match, match_with_scores, record_hand
from rummy500.hooks import PLAY_PHASE, LinesAfter, Tally, Unsettled, Verdict, replace
from rummy500.rulebook.core import CORE_ENTRIES
from rummy500.rules.actions import DISCARD, DRAW, TAKE, Action
from rummy500.rules.rules import Rules
from rummy500_testing.altering import alter, hand_in_match
from rummy500_testing.law import Fault, any_text, law, refused_as_done
from rummy500_testing.model import hand_of, has_hook
from rummy500_testing.near_misses import near_miss
from rummy500_testing.play import MOST_LISTED, Game, Snapshot, pickled, take_snapshot
from rummy500_testing.positions import near_miss_hand

#: How many listed actions, and how many near misses, are asked about in one state.
_MOST_ASKED: Final = 6
#: How many of them are applied.
_MOST_APPLIED: Final = 2
#: The fault of an answer that uses the program's own random source.
BY_CHANCE: Final = (
    "comes from the random source of the whole program (the module random), so that no hand can be played again"
)
#: High scores before a hand, if no score ends the match.
_HIGH: Final = 500
_OTHERWISE: Final = "is another when asked for again; it must depend on nothing but what is asked about"
_CHANGES: Final = "changes the state that it is asked about"

#: The questions: a name for each, and how it is asked.
_Question: TypeAlias = tuple[str, Callable[[], object]]


@law(costly=True)
def score_lines_are_valid(snapshot: Snapshot) -> Fault | None:
    """Each line of a hand's score names a seat of the game and a whole number of points.

    Scoring changes nothing.
    """
    rules, state = snapshot.rules, snapshot.state
    before = pickled(state)
    for seat in range(rules.seats):
        value = cast("object", rules.scoring.deducts(rules, state, seat))
        if not isinstance(value, bool):
            return Fault(f"whether the hand of seat {seat} counts is said to be {value!r}{_by(rules.scoring.deducts)}")
    so_far: list[ScoreLine | Unsettled] = []
    for find in rules.scoring.score_lines:
        given = (rules, state)
        lines = list(find.find(*given, tuple(so_far)) if isinstance(find, LinesAfter) else find(*given))
        so_far += lines
        wrong = _wrong_lines(rules, lines)
        if not wrong and state != before:
            wrong = f"the score {_CHANGES}"
        if wrong:
            return Fault(f"{wrong}{_by(find)}", state=before)
    return None


@law()
def match_lines_are_valid(game: Game) -> Fault | None:
    """After a hand the winners are seats of the game, and each line of the match has a seat and whole points.

    Checked twice for each hand that is over, with low and with high scores before the hand.
    """
    rules, hand = game.rules, game.states[-1]
    if not is_over(hand):
        return None
    for points in (0, rules.match.target or _HIGH):
        scores = (points,) * rules.seats
        before = match_with_scores(rules, scores, dealer=hand.public.match.dealer)
        moved = hand_in_match(hand, before)
        wrong = _wrong_verdict(rules, moved)
        if wrong:
            return Fault(wrong, state=hand)
        first, by_chance = _answer(lambda: record_hand(rules, Match(before), moved))  # noqa: B023 - called at once
        again, by_chance_again = _answer(lambda: record_hand(rules, Match(before), moved))  # noqa: B023 - called at once
        wrong = by_chance or by_chance_again or (_OTHERWISE if first != again else "")
        if wrong:
            return Fault(f"the match after the hand {wrong}", state=hand)
    return None


def _wrong_verdict(rules: Rules, hand: State) -> str:
    """Find a fault in the winners of a match or in its lines."""
    match, score = hand.public.match, score_hand(rules, hand)
    counted = tuple(before + made for before, made in zip(match.scores, score.by_seat, strict=True))
    tally = Tally(counted, hand, score, playoff=False, memories=match.memories)
    memories = tuple(
        memory.after(rules, record, tally)
        for (_, memory), record in zip(rules.memory.match_memory, match.memories, strict=True)
    )
    tally = Tally(counted, hand, score, playoff=False, memories=memories)
    verdict = cast("object", rules.match.match_winners(rules, tally))
    if not isinstance(verdict, Verdict):
        return f"match_winners must return a Verdict, not {verdict!r}{_by(rules.match.match_winners)}"
    if not _are_seats(rules, verdict.winners) or not isinstance(cast("object", verdict.playoff), bool):
        return f"{verdict!r} is not a verdict for seats 0 to {rules.seats - 1}{_by(rules.match.match_winners)}"
    wrong = _wrong_lines(rules, verdict.lines)
    return f"{wrong}{_by(rules.match.match_winners)}" if wrong else ""


def _are_seats(rules: Rules, value: object) -> bool:
    return isinstance(value, tuple) and all(
        isinstance(seat, int) and 0 <= seat < rules.seats for seat in cast("tuple[object, ...]", value)
    )


def _wrong_lines(rules: Rules, lines: Iterable[object]) -> str:
    """Find a fault in the lines of a score; empty if they can be summed."""
    for line in lines:
        if not isinstance(line, ScoreLine):
            return f"a line of a score must be a ScoreLine, not {line!r}"
        if not _are_seats(rules, (line.seat,)):
            return f"{line!r} is of no seat that plays: they are 0 to {rules.seats - 1}"
        points = cast("object", line.points)
        if not isinstance(points, int) or isinstance(points, bool):
            return f"{line!r} has no whole number of points"
        wrong = _wrong_sentence(line)
        if wrong:
            return wrong
    return ""


def _by(function: Any) -> str:
    """Name the function that gave the answer."""
    module, name = getattr(function, "__module__", ""), getattr(function, "__qualname__", "")
    return f" ({module}, {name})" if module and name else ""


@law(costly=True)
def the_same_question_has_the_same_answer(snapshot: Snapshot) -> Fault | None:
    """A call with equal arguments always has an equal result, without a random source or side effects.

    The law computes the list of legal actions, `why_not`, the score and the state after an action twice, with the
    other calls in between. No call changes anything.
    """
    rules, state = snapshot.rules, snapshot.state
    before = pickled(state)
    questions: list[_Question] = [
        ("the list of legal actions", lambda: tuple(islice(legal_actions(rules, state), MOST_LISTED))),
        ("the score", lambda: score_hand(rules, state).lines),
        *_about_actions(snapshot),
    ]
    answers: dict[int, object] = {0: snapshot.listed}
    for number, (what, ask) in (*enumerate(questions), *enumerate(questions)):
        answer, wrong = _answer(ask)
        if not wrong and answers.setdefault(number, answer) != answer:
            wrong = _OTHERWISE
        if not wrong and state != before:
            wrong = _CHANGES
        if wrong:
            return Fault(f"{what} {wrong}", state=before)
    return None


def _about_actions(snapshot: Snapshot) -> Iterator[_Question]:
    rules, state = snapshot.rules, snapshot.state
    listed = snapshot.some(_MOST_ASKED)
    for action in (*listed, *(near_miss(rules, state, each, snapshot.rng) for each in listed)):
        yield f"the answer of why_not to {any_text(action, state)!r}", partial(why_not, rules, state, action)
    for action in listed[:_MOST_APPLIED] if chance(rules, state) is None else ():
        yield f"the state after {any_text(action, state)!r}", _applying(rules, state, action)


def _applying(rules: Rules, state: State, action: Action) -> Callable[[], object]:
    return lambda: None if why_not(rules, state, action) else apply(rules, state, action)


def _answer(ask: Callable[[], object]) -> tuple[object, str]:
    """Ask a question; return its answer and a fault of how it came about, empty if there is none."""
    everywhere = random.getstate()
    answer = ask()
    if random.getstate() == everywhere:
        return answer, ""
    random.setstate(everywhere)
    return answer, BY_CHANCE


# ---------------------------------------------------------------- refusals

_CORE: Final = frozenset(entry.id for entry in CORE_ENTRIES)
_TRIED: Final = 4
#: How many actions are searched for some that a plugin forbids, and how many of those are tried.
_SEARCHED: Final = 200
_FORBIDDEN: Final = 12
#: The deeds that plugins forbid and that would be legal without that; `Rules` have a field `may_draw` and so on.
_DEEDS: Final = ("draw", "take", "call", "meld", "lay")


@law(costly=True)
def refusals_name_their_rule(snapshot: Snapshot) -> Fault | None:
    """A refusal names a rule of the core or of a plugin in play, and has a sentence.

    Checked with actions that are nearly legal or out of turn, with each discard, and with actions that are legal
    without the bans of plugins.
    """
    rules, state = snapshot.rules, snapshot.state
    known = known_rules(rules)
    for action in nearly_legal(snapshot):
        refusal = cast("object", why_not(rules, state, action))
        wrong = "" if refusal is None else _wrong(refusal, known)
        if wrong:
            return Fault(wrong, action, "refuse")
    return None


def known_rules(rules: Rules) -> frozenset[str]:
    """List the ids of the core's rules and of those that plugins in play add."""
    return _CORE | {entry.id for _, entry in rules.origin.entries}


def nearly_legal(snapshot: Snapshot) -> Iterator[Action]:
    """Generate actions that are nearly legal, out of turn, discards, or forbidden by a plugin alone."""
    yield from out_of_turn(snapshot)
    for action in snapshot.some(_TRIED):
        yield near_miss(snapshot.rules, snapshot.state, action, snapshot.rng)
    yield from _discards(snapshot)
    yield from _forbidden(snapshot)


def _wrong_sentence(said: Refusal | ScoreLine) -> str:
    """Find a fact that a template names and is not given."""
    missing = [name for name in facts_in(said.template) if name not in said.facts]
    facts = ", ".join(said.facts) or "nothing"
    return f"no sentence can be made of {said.template!r}, which is given {facts}, not {missing[0]}" if missing else ""


def _wrong(refusal: object, known: frozenset[str]) -> str:
    if not isinstance(refusal, Refusal):
        return f"an action is refused by {refusal!r}: it must be None, or a Refusal, as a Reason makes it"
    wrong, sentence = _wrong_sentence(refusal), refusal.sentence
    if wrong:
        return wrong
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


#: How many actions out of turn are tried in one state, and from how many listed ones they are generated.
_OUT_OF_TURN = 4
_CHANGED = 2


def out_of_turn(snapshot: Snapshot) -> list[Action]:
    """Generate actions that are out of turn or out of phase for most seats."""
    state, rng, seats = snapshot.state, snapshot.rng, snapshot.rules.seats
    public = state.public
    found = [Action(rng.randrange(seats), DRAW), Action(public.to_act, DRAW)]
    for seat in (public.to_act, rng.randrange(seats)):
        hand = list(hand_of(state, seat))
        if hand:
            found.append(Action(seat, DISCARD, rng.choice(hand)))
    depths = [depth for depth in (1, 2, len(public.pile)) if 1 <= depth <= len(public.pile)]
    found += [Action(public.to_act, TAKE, public.pile[-depth], depth) for depth in depths]
    for action in snapshot.some(_CHANGED):
        found.append(replace(action, seat=(action.seat + rng.randrange(1, seats)) % seats))
        if action.verb == TAKE and action.use:
            below = action.depth + 1
            if below <= len(public.pile):
                found.append(replace(action, depth=below, card=public.pile[-below]))
            found.append(replace(action, use="", pieces=(), on=-1))
    return rng.sample(found, min(_OUT_OF_TURN, len(found)))


# ---------------------------------------------------------------- near miss hands

#: How many hands are generated, every other one before its draw.
_HANDS: Final = 6


@law(name="near-miss hands have valid answers")
def near_miss_hands_have_valid_answers(rules: Rules) -> Fault | None:
    """In near-miss hands score lines and refusals are valid, and the same question has the same answer."""
    rng = random.Random("hands that are asked about")
    for number in range(_HANDS):
        everywhere = random.getstate()
        try:
            state = near_miss_hand(rules, rng, draws=number % 2 > 0)
        except IllegalActionError as error:
            return Fault(refused_as_done(error) if random.getstate() == everywhere else f"what is legal {BY_CHANCE}")
        snapshot = take_snapshot(rules, state, rng)
        for each in (score_lines_are_valid, refusals_name_their_rule, the_same_question_has_the_same_answer):
            fault = each.fault_in(snapshot)
            if fault is not None:
                return fault if fault.state is not None else Fault(fault.what, fault.action, fault.kind, snapshot.state)
    return None
