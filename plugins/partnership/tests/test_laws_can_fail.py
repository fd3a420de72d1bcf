"""The laws of `match.partnership` are seen to fail: each on rules, or by a view, that a fault was planted in."""

from __future__ import annotations

import sys
from typing import Any

import attrs
import pytest

import rummy500 as r5
from rummy500.hooks import Tally, Verdict, View, replace
from rummy500.rules import alter
from rummy500.testing import Law, check_laws
from rummy500_partnership import laws

LAW = {law.name.partition(": ")[2]: law for law in laws.LAWS}
PAGAT = r5.compose("pagat", ["partnership"], seats=4)
REFUSAL = r5.Refusal("call.not-own", "partner", "Not on a partner.")


def found(law: Law[Any], rules: r5.Rules, hands: int = 1) -> list[str]:
    told = [broken.fault.what for broken in check_laws(rules, laws=(law,), hands=hands, every=1).broken]
    assert not any("Error" in what for what in told)
    return told


@pytest.mark.parametrize("sides", [(0, 0, 1, 1), (0, 1, 2, 3), (0, 1, 1, 0)])
def test_two_against_two_is_broken_by_other_sides(sides: tuple[int, ...]) -> None:
    assert found(LAW["two against two"], attrs.evolve(PAGAT, sides=sides))


def test_two_against_two_is_broken_by_a_target_to_exceed() -> None:
    assert found(LAW["two against two"], attrs.evolve(PAGAT, options={**PAGAT.options, "match.reached": "exceed"}))


def _first_alone(rules: r5.Rules, tally: Tally) -> Verdict:
    """Only the best seat has won, and not its side."""
    verdict = PAGAT.match.match_winners(rules, tally)
    return Verdict(verdict.winners[:1], verdict.playoff)


def _exceeded(rules: r5.Rules, tally: Tally) -> Verdict:
    """The target itself is not enough."""
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
@pytest.mark.parametrize("law", ["a side wins", "a side wins in made hands"])
def test_a_side_wins_is_broken_by_other_winners(law: str, winners: Any) -> None:
    told = found(LAW[law], alter(PAGAT, match_winners=winners), hands=3)
    assert "should have won" in "".join(told)


def test_partners_melds_is_broken_by_every_meld_or_none_but_ones_own() -> None:
    rules = r5.compose("pagat", ["partnership"], {"meld.layoff": "own"}, seats=4)

    def own(_: r5.Rules, view: View, on: int) -> r5.Refusal | None:
        refusal = r5.Refusal("meld.layoff-own", "not-own", "You lay off only on your own melds.")
        return None if view.public.table[on].owner == view.seat else refusal

    assert not found(LAW["partners' melds"], rules)
    assert found(LAW["partners' melds"], alter(rules, may_lay=None))
    assert found(LAW["partners' melds"], alter(rules, may_lay=own))


def test_each_for_themselves_is_broken_where_no_meld_is_asked_for() -> None:
    melded = r5.compose("north-american", ["partnership"], seats=4)
    assert found(LAW["each for themselves"], alter(melded, must_have_melded=False, may_lay=None))


@pytest.mark.skipif(r5.COMPILED, reason="compiled code finds no function put in another's place")
def test_each_for_themselves_is_broken_where_a_partner_opens_for_both(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = r5.compose("pagat", ["partnership"], {"meld.first-minimum": 60}, seats=4)
    assert not found(LAW["each for themselves"], rules)

    def has_opened(public: r5.PublicState, seat: int) -> bool:
        return any(player % 2 == seat % 2 for meld in public.table for player in meld.by)

    asking = [m for name, m in sys.modules.items() if name.startswith("rummy500.engine.") and "has_opened" in vars(m)]
    for module in asking:
        monkeypatch.setattr(module, "has_opened", has_opened)
    assert found(LAW["each for themselves"], rules)


def test_partners_call_is_broken_where_partners_may_not() -> None:
    def may_call(rules: r5.Rules, view: View, _: r5.Action) -> r5.Refusal | None:
        return REFUSAL if view.public.last >= 0 and (view.seat - view.public.last) % 4 == 2 else None

    assert found(LAW["partners call"], alter(PAGAT, may_call=may_call))


def test_partners_hide_their_hands_is_broken_by_a_view_of_a_partners_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    def observe(rules: r5.Rules, state: r5.State, seat: int) -> View:
        view = r5.observe(rules, state, seat)
        known = tuple(
            state.hands[each] if (each - seat) % 4 == 2 else cards for each, cards in enumerate(view.public.known)
        )
        return replace(view, public=replace(view.public, known=known))

    monkeypatch.setattr(laws, "observe", observe)
    assert found(LAW["partners hide their hands"], PAGAT, hands=2)


def test_every_law_holds_where_nothing_is_wrong() -> None:
    assert check_laws(PAGAT, laws=laws.LAWS, hands=3).held
