"""Tests that each law of `discard.displayed` finds a planted fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

import rummy500 as r5
from rummy500.hooks import EMPTY_BAG, Bag, PublicState, View, minus, replace
from rummy500.rules.rules import alter
from rummy500_displayed_discards import Displayed, displayed
from rummy500_testing import Law, check_laws, laws_of_file

LAWS = laws_of_file(Path(__file__).with_name("laws.py"))

LAW = {law.name.partition(": ")[2]: law for law in LAWS}
RULES = r5.compose("pagat", ["displayed-discards"], seats=3)

OpenCards = Callable[[PublicState, Displayed], tuple[Bag, ...]]


def found(law: Law[Any], rules: r5.Rules, hands: int = 1) -> list[str]:
    told = [broken.fault.what for broken in check_laws(rules, laws=(law,), hands=hands, every=1).broken]
    assert not any("Error" in what for what in told)
    return told


def showing(open_cards: OpenCards) -> r5.Rules:
    """Replace the function that says which cards lie open."""
    ((name, memory),) = RULES.memory.hand_memory
    return alter(RULES, hand_memory=((name, attrs.evolve(memory, open_cards=open_cards)),))


def _nothing(public: PublicState, _: Displayed) -> tuple[Bag, ...]:
    return (EMPTY_BAG,) * public.seats


def _all_seen(public: PublicState, _: Displayed) -> tuple[Bag, ...]:
    """Plant a fault: a view without memory shows all known cards."""
    return public.known


def _only_now(public: PublicState, record: Displayed) -> tuple[Bag, ...]:
    """Plant a fault: a view shows only cards taken in the present turn."""
    return tuple(cards if seat == public.to_act else EMPTY_BAG for seat, cards in enumerate(displayed(public, record)))


def _played_too(public: PublicState, record: Displayed) -> tuple[Bag, ...]:
    """Plant a fault: a view hides the first card taken in a turn."""
    return tuple(minus(cards, Bag(cards & -cards)) if cards else EMPTY_BAG for cards in displayed(public, record))


@pytest.mark.parametrize("open_cards", [_nothing, _all_seen, _only_now, _played_too])
def test_what_was_taken_lies_open_is_broken_by_another_view(open_cards: OpenCards) -> None:
    told = found(LAW["taken cards lie open"], showing(open_cards), hands=12)
    assert "should lie" in "".join(told)


@pytest.mark.parametrize("open_cards", [_nothing, _all_seen, _only_now, _played_too])
def test_takes_that_are_made_is_broken_by_another_view(open_cards: OpenCards) -> None:
    told = found(LAW["generated takes are displayed"], showing(open_cards))
    assert "should lie" in "".join(told)


def test_memory_shows_more_is_broken_by_a_view_that_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    def observe(rules: r5.Rules, state: r5.State, seat: int | None) -> View:
        view = r5.observe(rules, state, seat)
        return replace(view, public=replace(view.public, known=(0,) * rules.seats))

    monkeypatch.setitem(LAWS[0].function.__globals__, "observe", observe)
    assert found(LAW["memory shows all known cards"], RULES, hands=6)


def test_every_law_holds_where_nothing_is_wrong() -> None:
    assert check_laws(RULES, laws=LAWS, hands=5).passed


def test_a_displayed_joker_that_blocks_lies_there_no_more() -> None:
    pytest.importorskip("rummy500_dealers_gambit")
    pytest.importorskip("rummy500_wikipedia")
    rules = r5.compose("wikipedia", ["dealers-gambit", "displayed-discards"], seats=3)
    report = check_laws(rules, hands=2, laws=LAWS)
    assert report.passed, report
