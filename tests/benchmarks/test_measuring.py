"""Tests of measuring contestants. No test here asserts a time."""

from __future__ import annotations

import random
import sys

import pytest
from benchmarks.measuring import Contestant, Parts, Positions, Sample, Spread, hands_for, measure, ratios
from benchmarks.states import added_bytes


def taking(milliseconds: int) -> Sample:
    """Make a sample of a thousand decisions with a given time."""
    return Sample(decisions=1000, hands=10, seconds=milliseconds / 1000, calibration=100.0)


def even(figure: float) -> Spread:
    return Spread(figure, figure, figure)


class Toy:
    """Plays nothing, and records each call."""

    def __init__(self, name: str, asked: list[str]) -> None:
        self.name, self.asked = name, asked

    def __call__(self, hands: int, rng: random.Random) -> int:
        self.asked.append(self.name)
        return sum(len(str(rng.random())) > 0 for _ in range(hands * 50))


def test_a_spread_is_the_median_with_the_least_and_the_most() -> None:
    assert Spread.of([5.0, 1.0, 9.0, 2.0]) == Spread(3.5, 1.0, 9.0)


def test_a_sample_computes_decisions_and_hands_a_second_and_calibrations_a_decision() -> None:
    sample = taking(500)
    assert (sample.rate, sample.hand_rate, sample.loops) == (2000.0, 20.0, 5000.0)


def test_ratios_are_taken_round_by_round() -> None:
    ours, theirs = [taking(100), taking(400), taking(100)], [taking(200), taking(800), taking(300)]
    assert ratios(ours, theirs) == Spread(2.0, 2.0, 3.0)  # medians taken first would give 2 to 2 and never 3


def test_there_is_no_ratio_without_a_measurement() -> None:
    assert ratios([taking(1)], []) is None
    assert ratios([], [taking(1)]) is None


def test_every_round_asks_everybody_once_in_each_mode() -> None:
    asked: list[str] = []
    mutable = Contestant("mutable", Toy("plain", asked), Toy("kept", asked))
    other = Contestant("other", Toy("other", asked))
    marks: list[int] = []
    found = measure([mutable, other], rounds=3, seconds=0.001, report_progress=lambda text: marks.append(len(asked)))
    rounds = [asked[begin:end] for begin, end in zip(marks[-3:], [*marks[-2:], len(asked)], strict=True)]
    assert [sorted(each) for each in rounds] == [["kept", "other", "plain"]] * 3
    assert [(len(each.plain), len(each.kept)) for each in found] == [(3, 3), (3, 0)]


def test_immutable_states_are_measured_once_for_both_modes() -> None:
    asked: list[str] = []
    toy = Toy("plain", asked)
    (found,) = measure([Contestant("immutable", toy, toy)], rounds=2, seconds=0.001)
    assert found.kept is found.plain
    assert len(found.plain) == 2


def test_listing_and_applying_are_timed_over_the_same_positions() -> None:
    seen: dict[str, Positions] = {}

    def positions(rng: random.Random) -> Positions:
        return [(rng.random(), "an action") for _ in range(4)]

    parts = Parts(positions, lambda found: seen.update(listed=found), lambda found: seen.update(applied=found))
    toy = Toy("plain", [])
    (found,) = measure([Contestant("toy", toy, toy, parts)], rounds=2, seconds=0.001)
    assert seen["listed"] is seen["applied"]
    assert len(seen["listed"]) % 4 == 0
    assert len(found.parts) == 2


def test_a_round_has_at_least_one_hand() -> None:
    assert hands_for(Toy("slow", []), seconds=1e-9) == 1


@pytest.mark.parametrize("size", [1, 1000, 5000])
def test_the_weight_of_a_state_is_its_own_new_memory(size: int) -> None:
    parent = bytes(100)
    spread = added_bytes([[(parent, size)] * 5], lambda state, more: (state, bytes(more + 1)))
    assert spread == even(sys.getsizeof((parent, parent)) + sys.getsizeof(bytes(size + 1)))


def test_constants_weigh_nothing() -> None:
    ready = {5: bytes(5000)}
    spread = added_bytes([[(bytes(100), 5)] * 5], lambda state, more: (state, ready[more]))
    assert spread == even(sys.getsizeof((None, None)))


def test_objects_of_the_action_weigh_nothing() -> None:
    spread = added_bytes([[(bytes(100), bytes(5000))]], lambda state, action: (state, action))
    assert spread == even(sys.getsizeof((None, None)))


def test_a_state_that_is_the_one_before_weighs_nothing() -> None:
    assert added_bytes([[(bytes(100), None)] * 5], lambda state, _: state) == even(0)
