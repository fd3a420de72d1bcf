"""Tests of moves with a verb of the core in a plugin's own phases, beside the core's and other plugins' moves."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from types import SimpleNamespace

import attrs
import pytest
from tests.hooks.samples import plugin, refusal, saying
from tests.hooks.steps import do, refused, texts

import rummy500 as r5
from rummy500.hooks import DRAW_PHASE, PLAY_PHASE, Effect, Move, Reason, TurnEnded, core_next_turn, hand_ended, replace
from rummy500.notation.json import match_from_json, match_to_json
from rummy500_testing import check_step, random_game


def rests(phase: str) -> Move:
    """Make a `pass` in a phase, after which the next turn begins."""
    return saying("pass", lambda rules, state, action: core_next_turn(rules, state), phase)


def resting(phase: str, every: int, name: str) -> SimpleNamespace:
    """Make a plugin with a rest after a turn that leaves a multiple of some number of cards."""

    def turn_ended() -> TurnEnded:
        def rest(rules: r5.Rules, state: r5.State) -> r5.State | None:
            if state.public.hand_size(state.public.to_act) % every:
                return None
            return replace(state, public=replace(state.public, phase=phase))

        return rest

    return plugin(name, moves=lambda: (rests(phase),), turn_ended=turn_ended)


SEVENS = resting("rest", 7, "sevens")
FIVES = resting("sleep", 5, "fives")


def test_it_is_the_move_in_its_phase_and_the_core_s_elsewhere() -> None:
    rules = r5.compose("classic", [SEVENS], seats=3)
    hand = do(rules, r5.deal(rules, seed=1), "1: draw")
    discard = next(text for text in texts(rules, hand) if "discard" in text)
    hand = do(rules, hand, discard)
    assert hand.public.phase == "rest"
    assert texts(rules, hand) == ["1: pass"]
    assert refused(rules, hand, "2: pass") == "It is the turn of seat 1. (turn.seat)"
    hand = do(rules, hand, "1: pass")
    assert (hand.public.phase, hand.public.to_act) == (DRAW_PHASE, 2)
    assert "stock is empty" in refused(rules, hand, "2: pass")


@pytest.mark.parametrize("plugins", [[SEVENS, FIVES], [FIVES, SEVENS]])
def test_two_plugins_may_have_the_verb_in_a_phase_each(plugins: list[object]) -> None:
    rules = r5.compose("classic", plugins, seats=3)
    assert {phase for verb, phase in rules.turn.phased if verb == "pass"} == {"rest", "sleep"}
    source, phases = random.Random(1), Counter[str]()

    def look(state: r5.State) -> Sequence[r5.Action]:
        phases[state.public.phase] += 1
        return check_step(rules, state, source, costly=False)

    for _ in range(3):
        random_game(rules, source, look=look)
    assert phases["rest"]
    assert phases["sleep"]


def test_a_phase_may_come_between_the_draw_and_the_plays() -> None:
    def wrap(effect: Effect) -> Effect:
        return lambda rules, state, action: _in_phase(effect(rules, state, action), "nod")

    nods = saying("nod", lambda rules, state, action: _in_phase(state, PLAY_PHASE), "nod")
    rules = r5.compose("classic", [plugin("nods", moves=lambda: (nods,), effects=lambda: {"draw": wrap})], seats=3)
    match = r5.next_hand(rules, r5.start_match(rules), seed=1)
    match = r5.play(rules, match, r5.parse_action("1: draw", rules=rules))
    assert match.hand is not None
    assert (match.hand.public.phase, r5.find_defects(rules, match.hand)) == ("nod", ())
    assert match_from_json(match_to_json(rules, match), rules=rules) == (rules, match)
    source = random.Random(1)
    random_game(rules, source, look=lambda state: check_step(rules, state, source), max_turns=6)


def _in_phase(state: r5.State, phase: str) -> r5.State:
    return replace(state, public=replace(state.public, phase=phase))


def test_two_plugins_may_not_have_it_in_the_same_phase() -> None:
    assert "both have a move 'pass'" in refusal(SEVENS, resting("rest", 3, "threes"))


def test_a_move_shares_no_phase_with_the_core_s() -> None:
    everywhere = attrs.evolve(rests(DRAW_PHASE), phases=(DRAW_PHASE, "nap"))
    said = refusal(plugin("idle", moves=lambda: (everywhere,)))
    assert "has a move 'pass' in the phase 'draw', in which the core has it" in said


# ---------------------------------------------------------------- the core's plays


def playing_late(**fields: object) -> tuple[r5.Rules, r5.State]:
    """Let seat 1 play in a phase `late`; a turn would need 30 points to open, and a card to discard."""

    def emptied(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State | None:
        return hand_ended(state, "late", action.seat) if state.public.phase == "late" else None

    moves = (Move("meld", phases=("late",), **fields), Move("lay", phases=("late",)))  # type: ignore[arg-type] # any field
    late = plugin("late", moves=lambda: moves, hand_emptied=lambda: emptied)
    rules = r5.compose("classic", [late], {"out.discard": "required", "meld.first-minimum": 30})
    text = """
    to_act = 1
    phase = "late"
    hands = ["Kd", "3h 3d 3c 8s"]
    stock = "8d"
    pile = "2h"
    melds = ["0 [5s 6s 7s]", "0 {Jh Jd Jc}"]
    """
    return rules, r5.parse_position(text, rules=rules).state


def test_plays_of_the_core_are_listed_checked_and_played_where_no_turn_must_end() -> None:
    rules, state = playing_late()
    assert texts(rules, state) == ["1: meld {3h 3d 3c}", "1: lay 8s on m1"]
    assert refused(rules, state, "1: lay 8s on m2") == "A group is of one rank. (meld.group)"
    assert refused(rules, state, "1: meld {Ks Kh Kc}") == "You do not have Ks. (turn.cards)"
    after = do(rules, state, "1: lay 8s on m1", "1: meld {3h 3d 3c}")
    assert (after.public.ended, after.public.out, len(after.public.table)) == ("late", 1, 3)


def test_a_check_refuses_more_than_the_core_does() -> None:
    no = Reason("late.rule", "no", "No groups.")
    rules, state = playing_late(check=lambda rules, view, action: no() if action.use == "group" else None)
    assert texts(rules, state) == ["1: lay 8s on m1"]
    assert refused(rules, state, "1: meld {3h 3d 3c}") == "No groups. (late.rule)"
    assert refused(rules, state, "1: meld {Ks Kh Kc}") == "You do not have Ks. (turn.cards)"


def test_an_effect_takes_the_place_of_the_core_s() -> None:
    rules, state = playing_late(effect=lambda rules, state, action: hand_ended(state, "melded"))
    assert do(rules, state, "1: meld {3h 3d 3c}").public.ended == "melded"


@pytest.mark.parametrize(
    "move", [Move("nod"), Move("pass", phases=("nap",)), Move("meld", suffix="so", fields=("extra",))]
)
def test_another_move_needs_an_effect(move: Move) -> None:
    assert refusal(plugin("idle", moves=lambda: (move,))).endswith(f"has a move {move.words!r} without an effect")
