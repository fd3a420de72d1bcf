"""Tests of the match before a hand (`PublicState.match`), and of memory of the hand that starts from it."""

from __future__ import annotations

import json
import random
from typing import Any

import attrs
import pytest
from tests.dealt import dealt_under
from tests.hooks.samples import plugin, refusal
from tests.rules.tables import do, playing

import rummy500 as r5
from rummy500.base.errors import DealError, NotationError
from rummy500.base.records import replace
from rummy500.engine.match import MatchError, match_with_scores
from rummy500.hooks import HandMemory, MatchMemory, MatchSoFar, RuleEntry, Rules, ScoreLine, State, Tally, recall
from rummy500.notation.json import match_from_json, match_to_json, state_from_json, state_to_json
from rummy500.notation.position import Position, match_status, parse_position, position_table
from rummy500_testing.altering import hand_in_match
from rummy500_testing.checking import LawRunner


@attrs.frozen
class Ante:
    """Memory of a hand: the chips in the pot."""

    chips: int = 0


@attrs.frozen
class Tied:
    """Memory of a match: its hands in which nobody went out."""

    hands: int = 0


def ante(_: Rules, match: MatchSoFar) -> Ante:
    return Ante(10 * match.hand_number)


def pot(rules: Rules, state: State) -> list[ScoreLine]:
    chips = recall(rules, state, Ante).chips
    return [ScoreLine(seat, chips, "antes.pot", "line", "the pot") for seat in range(rules.seats) if r5.is_over(state)]


POT = (RuleEntry("antes.pot", "Scoring", "Each gets ten points for the number of the hand.", ("house",)),)
ANTES = plugin("antes", memory=lambda: HandMemory(Ante, ante), score_lines=lambda: pot, entries=lambda: POT)


def nobody_out(rules: Rules, record: Tied, tally: Tally) -> Tied:
    return Tied(record.hands + (tally.hand.public.out < 0))


TIES = plugin("ties", memory=lambda: MatchMemory(lambda scores: Tied(), nobody_out))

RULES = r5.compose("classic", [ANTES, TIES], {"deal.size": 3, "match.target": 100_000}, seats=3)


def second_hand(rules: Rules = RULES, seed: int = 5) -> r5.Match:
    """Play one hand of a match, and deal the second."""
    match, source = r5.next_hand(rules, r5.start_match(rules), seed=seed), random.Random(seed)
    while match.hand is not None:
        due = r5.chance(rules, match.hand)
        action = source.choice(r5.legal_actions(rules, match.hand)) if due is None else due.sample(source)
        match = r5.play(rules, match, action)
    return r5.next_hand(rules, match, seed=seed + 1)


def hand_of(match: r5.Match) -> State:
    assert match.hand is not None
    return match.hand


# ------------------------------------------------- the record of a hand


def test_a_hand_is_dealt_in_a_match_and_alone_it_is_the_first() -> None:
    assert r5.deal(RULES, seed=1).public.match == MatchSoFar(0, (0, 0, 0), 1, False, (Tied(),), RULES.number)
    assert r5.deal(RULES, seed=1, dealer=2).public.match == r5.start_match(RULES, dealer=2).so_far
    so_far = match_with_scores(RULES, (10, 20, 30), dealer=2, hand_number=4)
    assert r5.deal(RULES, seed=3, match=so_far).public.match == so_far
    assert hand_in_match(r5.deal(RULES, seed=3, dealer=2), so_far).hands == r5.deal(RULES, seed=3, match=so_far).hands
    plain = r5.compose("classic", seats=3)
    so_far = MatchSoFar(0, (0, 0, 0), rules_number=plain.number)
    assert r5.deal(plain, seed=1).public.match == so_far == r5.start_match(plain).so_far


def test_a_match_goes_on_from_scores() -> None:
    match = r5.start_match(RULES, dealer=2, scores=(10, 20, 30), hand_number=4)
    assert match.so_far == match_with_scores(RULES, (10, 20, 30), dealer=2, hand_number=4)
    assert hand_of(r5.next_hand(RULES, match, seed=1)).public.match == match.so_far
    with pytest.raises(DealError, match="the match has 2 scores for 3 seats"):
        r5.start_match(RULES, scores=(10, 20))


def test_match_tie__the_next_hand_knows_that_it_is_played_after_a_tie() -> None:
    rules = r5.compose("classic", options={"match.target": 50, "match.reached": "reach"}, seats=2)
    over = dealt_under(rules, do(playing("4c 5c 6c", "classic"), "1: meld [4c 5c 6c]").state)
    points = r5.score_hand(rules, over).by_seat
    before = match_with_scores(rules, (50 - points[0], 50 - points[1]))
    match = r5.record_hand(rules, r5.Match(before), hand_in_match(over, before))
    hand = hand_of(r5.next_hand(rules, match, seed=1))
    assert hand.public.match == MatchSoFar(match.dealer, (50, 50), 2, playoff=True, rules_number=rules.number)


@pytest.mark.parametrize(
    ("match", "message"),
    [
        (MatchSoFar(3, (0, 0, 0), memories=(Tied(),)), "there is no seat 3 to deal: seats are 0 to 2"),
        (MatchSoFar(0, (0, 0), memories=(Tied(),)), "the match has 2 scores for 3 seats"),
        (MatchSoFar(0, (0, 0, 0)), "the match has 0 records of plugins, 1 are due: use start_match"),
    ],
)
def test_a_match_of_other_rules_is_refused(match: MatchSoFar, message: str) -> None:
    with pytest.raises(DealError) as caught:
        r5.deal(RULES, seed=1, match=match)
    assert str(caught.value) == message
    with pytest.raises(DealError, match="either a dealer or a match"):
        r5.deal(RULES, seed=1, dealer=0, match=r5.start_match(RULES).so_far)


# ------------------------------------------------- a hand of another match


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"dealer": 2}, "dealer 2 in the hand, 0 in the match"),
        ({"scores": (0, 0, 5)}, "scores (0, 0, 5) in the hand, (0, 0, 0) in the match"),
        ({"hand_number": 7}, "hand_number 7 in the hand, 1 in the match"),
        ({"playoff": True}, "playoff True in the hand, False in the match"),
        ({"memories": (Tied(9),)}, "memories (Tied(hands=9),) in the hand, (Tied(hands=0),) in the match"),
    ],
)
def test_a_hand_of_another_match_is_refused(change: dict[str, Any], words: str) -> None:
    game = LawRunner(RULES, ()).hand("one")
    assert game is not None
    match = r5.start_match(RULES, dealer=0)
    over = hand_in_match(game.states[-1], replace(match.so_far, **change))
    with pytest.raises(MatchError) as caught:
        r5.record_hand(RULES, match, over)
    assert str(caught.value) == f"the hand was dealt in another match: {words}"

    going_on = attrs.evolve(match, hand=hand_in_match(r5.deal(RULES, seed=1), replace(match.so_far, **change)))
    (defect,) = match_status(RULES, going_on)
    assert (defect.name, defect.about) == ("other-match", str(caught.value))
    with pytest.raises(MatchError, match="is not saved"):
        match_to_json(RULES, going_on)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("dealer", '"dealer": 0'),
        ("scores", '"scores": [1, 2, 3]'),
        ("hand", '"match": {"hand": 9}'),
        ("playoff", '"match": {"playoff": true}'),
        ("plugin", '"match": {"plugin": {"ties": {"hands": 5}}}'),
    ],
)
def test_a_saved_hand_that_contradicts_its_match_is_refused_at_its_place(key: str, said: str) -> None:
    saved = match_to_json(RULES, second_hand())
    first = saved.index('"to_act"')
    text = f"{saved[:first]}{said}, {saved[first:]}"
    with pytest.raises(NotationError) as caught:
        match_from_json(text, rules=RULES)
    error = caught.value
    assert error.message == f"the hand and its match differ in {key}"
    assert error.line == text[: text.index(f"{said}, ")].count("\n") + 1
    assert error.column > 1
    assert error.expected == "the same in both, or left out"


def test_a_saved_match_says_once_what_was_before_its_hand() -> None:
    match = second_hand()
    data = json.loads(match_to_json(RULES, match))
    assert not {"dealer", "scores", "match", "rules"} & data["hand"].keys()
    assert match_from_json(json.dumps(data), rules=RULES) == (RULES, match)
    # Older saves repeat the match in the hand.
    state = json.loads(state_to_json(Position(RULES, hand_of(match))))
    data["hand"].update({key: state[key] for key in ("dealer", "scores", "match") if key in state})
    assert match_from_json(json.dumps(data), rules=RULES) == (RULES, match)


# ------------------------------------------------- positions


def test_the_number_of_the_hand_is_read_and_written() -> None:
    where = parse_position('hands = ["2c", "3c"]\nmatch = { hand = 3 }')
    assert where.match.so_far == MatchSoFar(0, (0, 0), 3, rules_number=where.rules.number)
    assert position_table(where)["match"] == {"hand": 3}
    assert "match" not in position_table(parse_position('hands = ["2c", "3c"]'))
    assert parse_position('hands = ["2c", "3c"]\nmatch = { hand = 1 }') == parse_position('hands = ["2c", "3c"]')


# ------------------------------------------------- memory of the hand that starts from the match


def test_memory_in_a_position_starts_from_its_match() -> None:
    text = 'hands = ["2c", "3c", "4c"]\nmatch = { hand = 7 }\n'
    where = parse_position(text, rules=RULES)
    assert recall(RULES, where.state, Ante) == Ante(70)
    assert "plugin" not in position_table(where)
    other = parse_position(f"{text}plugin = {{ antes = {{ chips = 10 }} }}", rules=RULES)
    assert recall(RULES, other.state, Ante) == Ante(10)
    assert position_table(other)["plugin"] == {"antes": {"chips": 10}}
    assert state_from_json(state_to_json(other), rules=RULES) == other


# ------------------------------------------------- errors of `start`


def failing(_: Rules, match: MatchSoFar) -> Ante:
    if match.hand_number > 1:
        raise LookupError("no chips left")
    return Ante()


def test_a_start_that_raises_is_an_error_that_names_the_plugin() -> None:
    rules = r5.compose("classic", [plugin("broke", memory=lambda: HandMemory(Ante, failing))], seats=2)
    assert r5.deal(rules, seed=1).memories == (Ante(),)
    so_far = match_with_scores(rules, (0, 0), hand_number=2)
    table = 'hands = ["2c", "3c"]\nmatch = { hand = 2 }'
    for fails in (lambda: r5.deal(rules, seed=1, match=so_far), lambda: r5.parse_position(table, rules=rules)):
        with pytest.raises(LookupError, match="no chips left") as caught:
            fails()
        (note,) = caught.value.__notes__
        assert note.startswith("plugin broke raised this error in test_match_so_far.py")


def test_a_start_that_returns_another_type_is_an_error_that_names_the_plugin() -> None:
    other: Any = lambda rules, match: match.hand_number  # noqa: E731 - a start of a wrong type
    rules = r5.compose("classic", [plugin("odd", memory=lambda: HandMemory(Ante, other))], seats=2)
    with pytest.raises(TypeError) as caught:
        r5.deal(rules, seed=1)
    assert (
        str(caught.value)
        == "plugin odd: hook memory has a HandMemory whose start must return an Ante, not an object of the type int"
    )


NO_CLASSES: tuple[Any, ...] = (Ante(), 3, ante)
other_start: Any = lambda scores: Ante()  # noqa: E731 - a start that takes other arguments


@attrs.frozen
class Due:
    """A record without a default."""

    chips: int


@pytest.mark.parametrize(
    ("memory", "message"),
    [
        (HandMemory(Ante, other_start), "whose start must be a function of 2 arguments (rules, match)"),
        *((HandMemory(kind), "whose kind must be a class, not ") for kind in NO_CLASSES),
        (HandMemory(Due), "whose kind must be a class with a default for each field: "),
    ],
)
def test_a_wrong_memory_is_refused_when_rules_are_composed(memory: Any, message: str) -> None:
    assert f"a HandMemory {message}" in refusal(plugin(memory=lambda: memory))
