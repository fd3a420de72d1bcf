"""Tests that each law of `match.partnership` finds a planted fault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rummy500 as r5
from rummy500.hooks import Tally, Verdict, View, replace
from rummy500.rules.rules import alter
from rummy500_testing import Law, check_laws, laws_of_file

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))

LAW = {law.name.partition(": ")[2]: law for law in LAWS}
PAGAT = r5.compose("pagat", ["partnership"], seats=4)


def found(law: Law[Any], rules: r5.Rules, hands: int = 1) -> list[str]:
    told = [broken.fault.what for broken in check_laws(rules, laws=(law,), hands=hands, every=1).broken]
    assert not any("Error" in what for what in told)
    return told


@pytest.mark.parametrize("sides", [(0, 0, 1, 1), (0, 1, 2, 3), (0, 1, 1, 0)])
def test_two_against_two_is_broken_by_other_sides(sides: tuple[int, ...]) -> None:
    assert found(LAW["two against two"], alter(PAGAT, sides=sides))


def test_two_against_two_is_broken_by_a_target_to_exceed() -> None:
    assert found(LAW["two against two"], alter(PAGAT, options={**PAGAT.options, "match.reached": "exceed"}))


def _first_alone(rules: r5.Rules, tally: Tally) -> Verdict:
    """Plant a fault: only the best seat wins, not its side."""
    verdict = PAGAT.match.match_winners(rules, tally)
    return Verdict(verdict.winners[:1], verdict.playoff)


def _exceeded(rules: r5.Rules, tally: Tally) -> Verdict:
    """Plant a fault: the target must be exceeded."""
    verdict = PAGAT.match.match_winners(rules, tally)
    return verdict if max(tally.scores) > rules.match.target else Verdict()


def _ties_win(rules: r5.Rules, tally: Tally) -> Verdict:
    best = max(tally.scores)
    return (
        Verdict(tuple(seat for seat in range(4) if tally.scores[seat] == best))
        if best >= rules.match.target
        else Verdict()
    )


@pytest.mark.parametrize("winners", [_first_alone, _exceeded, _ties_win])
def test_a_side_wins_is_broken_by_other_winners(winners: Any) -> None:
    told = found(LAW["a side wins"], alter(PAGAT, match_winners=winners), hands=3)
    assert "should have won" in "".join(told)


def test_partners_hide_their_hands_is_broken_by_a_view_of_a_partners_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    def observe(rules: r5.Rules, state: r5.State, seat: int) -> View:
        view = r5.observe(rules, state, seat)
        known = tuple(
            state.hands[each] if (each - seat) % 4 == 2 else cards for each, cards in enumerate(view.public.known)
        )
        return replace(view, public=replace(view.public, known=known))

    monkeypatch.setitem(LAWS[0].function.__globals__, "observe", observe)
    assert found(LAW["partners hide their hands"], PAGAT, hands=2)


def test_every_law_holds_where_nothing_is_wrong() -> None:
    assert check_laws(PAGAT, laws=LAWS, hands=3).passed
