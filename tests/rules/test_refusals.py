"""Tests of the data and the sentences of refusals. The order of checks is in `refusals.verdicts`."""

from __future__ import annotations

import random
import re
import string
from itertools import islice

import pytest
from proofs.agreement.games import PRESETS, random_positions
from proofs.agreement.near_misses import near_misses
from tests.rules.tables import Options, do, legal, playing, refused, table, why_not

import rummy500 as r5
from rummy500.errors import facts_in

STRANDING: Options = {"out.discard": "required"}


@pytest.mark.parametrize(
    ("hand", "action", "rule", "reason", "facts", "sentence"),
    [
        ("4h 5h 2c", "1: meld [4h 5h]", "meld.size", "small", {"number": "2"},
         "A meld has three cards or more; this one has 2."),
        ("4h 5h 2c", "0: draw", "turn.seat", "not-yours", {"seat": "1"}, "It is the turn of seat 1."),
        ("4h 5h 2c", "1: discard Kd", "turn.cards", None, {"card": "Kd"}, "You do not have Kd."),
        ("4h 5h 2c", "1: draw", "draw.once", "drawn", {}, "You draw once a turn, and you have drawn."),
    ],
)  # fmt: skip
def test_refusal_data__rule_reason_facts_and_their_sentence(
    hand: str, action: str, rule: str, reason: str | None, facts: dict[str, str], sentence: str
) -> None:
    refusal = why_not(playing(hand), action)
    assert refusal is not None
    assert refusal.rule == rule
    assert reason in (None, refusal.reason)
    assert dict(refusal.facts) == facts
    assert refusal.sentence == sentence
    assert str(refusal) == f"{sentence} ({rule})"


def sentence(where: r5.Position, action: str) -> str:
    """Return the id and the sentence of a refusal; the list must agree."""
    refused(where, action)
    refusal = why_not(where, action)
    return f"{refusal.rule}: {refusal.sentence}" if refusal is not None else ""


def test_turn_no_stranding__says_which_card_would_be_left_and_that_it_may_not_be_discarded() -> None:
    taken = do(table("family", hands=["Jc", "6h"], pile="Kc", melds=["0 [3h 4h 5h]"]), "1: take Kc")
    left = "After this only Kc would be left, and you may not discard it this turn."
    assert sentence(taken, "1: lay 6h on m1") == f"turn.no-stranding: {left}"
    refusal = why_not(taken, "1: lay 6h on m1")
    assert refusal is not None
    assert (refusal.reason, dict(refusal.facts)) == ("barred", {"card": "Kc"})
    lone = do(table(hands=["Jc", "Kh"], pile="3s 7d", melds=["0 [Th Jh Qh]"]), "1: take 7d")
    assert sentence(lone, "1: lay Kh on m1") == f"turn.no-stranding: {left.replace('Kc', '7d')}"


def test_turn_no_stranding__says_which_cards_would_be_left_after_a_take() -> None:
    left = "After this only {} would be left, and you may discard none of them this turn."
    take = table("family", hands=["Jc", "9h 9s"], pile="3s 9d Kd 2s")
    assert sentence(take, "1: take 9d with {9d 9h 9s}") == f"turn.no-stranding: {left.format('2s Kd')}"
    refusal = why_not(take, "1: take 9d with {9d 9h 9s}")
    assert refusal is not None
    assert (refusal.reason, dict(refusal.facts)) == ("all-barred", {"cards": "2s Kd"})


def test_turn_no_stranding__an_unmet_minimum_or_a_missing_discard_has_a_sentence_of_its_own() -> None:
    short = playing("4h 5h 6h 9c", "classic", {"meld.first-minimum": 30})
    assert refused(short, "1: meld [4h 5h 6h]") == "meld.first-minimum"
    assert refused(playing("4h 5h 6h", options=STRANDING), "1: meld [4h 5h 6h]") == "out.discard-required"
    both = playing("4h 5h 6h", "classic", {"meld.first-minimum": 30, **STRANDING})
    assert sentence(both, "1: meld [4h 5h 6h]") == "turn.no-stranding: After this you could not end your turn."


@pytest.mark.parametrize(
    ("options", "meld"),
    [
        ({}, "0 {9s 9h 9c *=9}"),
        ({"deck.jokers": 3}, "0 {9s 9h *=9 *=9}"),
        ({"deck.packs": 2}, "0 {9s 9h 9c *=9}"),
        ({"deck.packs": 2, "meld.group-suits": "any", "meld.group-max": 0}, "0 {9s 9s 9h 9h 9d 9c 9c *=9}"),
    ],
)
def test_meld_joker_role__a_natural_card_on_a_group_that_a_joker_has_filled(options: Options, meld: str) -> None:
    where = playing("9d * 2c", options=options, melds=[meld])
    full = "The group is full: a joker stands for the last 9."
    assert sentence(where, "1: lay 9d on m1") == f"meld.joker-role: {full}"
    no_other = "There is no other 9 that a wild card could stand for."
    assert sentence(where, "1: lay *=9 on m1") == f"meld.joker-role: {no_other}"


def test_meld_joker_role__a_joker_on_a_group_of_all_four_and_two_cards_where_one_fits() -> None:
    no_other = "There is no other 9 that a wild card could stand for."
    assert sentence(playing("* 2c", melds=["0 {9s 9h 9d 9c}"]), "1: lay *=9 on m1") == f"meld.joker-role: {no_other}"
    where = playing("9d 9c 2c", melds=["0 {9s 9h *=9}"])
    assert sentence(where, "1: lay 9d 9c on m1") == f"meld.joker-role: {no_other}"


def test_draw_deep_use__names_the_card_reached_for() -> None:
    refusal = why_not(table(hands=["Jc", "Kd Kh 2h"], pile="2d 9c Kc 7d"), "1: take 9c with {Kh Kd Kc}")
    assert refusal is not None
    assert (refusal.rule, dict(refusal.facts)) == ("draw.deep-use", {"card": "9c"})


def test_call_race__a_call_a_moment_after_another_is_too_late() -> None:
    where = table(hands=["Jc", "9d 2c", "9h 2d", "Ts 3d"], pile="4s 8h 3s", last=0, melds=["0 [5h 6h 7h]"])
    late = "Too late: a call comes right after a discard, before anybody draws, takes or calls."
    assert sentence(do(where, "3: call 8h on m1"), "2: call 8h on m1") == f"call.window: {late}"


def test_refusal_data__an_illegal_action_raises_it_and_leaves_the_state() -> None:
    where = playing("4h 5h 2c")
    before = where.state
    with pytest.raises(r5.IllegalActionError) as raised:
        do(where, "1: meld [4h 5h]")
    assert raised.value.refusal == why_not(where, "1: meld [4h 5h]")
    assert str(raised.value).endswith("(meld.size)")
    assert where.state == before == playing("4h 5h 2c").state


def refusals() -> list[r5.Refusal]:
    """Collect refusals of near misses in random positions."""
    chance = random.Random(3)
    found: dict[str, r5.Refusal] = {}
    for preset in PRESETS:
        for rules, state in islice(random_positions(preset, 9), 150):
            for text in near_misses(rules, state, chance, 10):
                refusal = r5.why_not(rules, state, r5.parse_action(text, state))
                if refusal is not None:
                    found[str(refusal)] = refusal
    return list(found.values())


def test_refusal_data__every_sentence_is_made_of_its_facts_and_reads_as_one() -> None:
    every = refusals()
    assert len({refusal.rule for refusal in every}) > 20
    for refusal in every:
        named = {name for _, name, _, _ in string.Formatter().parse(refusal.template) if name}
        seats = {name: f"seat {fact}" for name, fact in refusal.facts.items() if name == "seat"}
        numbers = {name: int(fact) for name, fact in refusal.facts.items() if fact.isdecimal()}
        assert named == set(refusal.facts), str(refusal)
        assert all(isinstance(fact, str) for fact in refusal.facts.values())
        plain = re.sub(r":(card|cards|seat|number)\}", "}", refusal.template)
        said = plain.format_map({**refusal.facts, **seats})
        assert refusal.sentence == said[:1].upper() + said[1:]
        assert {name for name, kind in facts_in(refusal.template).items() if kind in ("number", "seat")} == {*numbers}
        assert re.fullmatch(r"[A-Z0-9*\"].*[.!]", refusal.sentence), str(refusal)
        assert re.fullmatch(r"[a-z]+\.[a-z0-9-]+", refusal.rule)


def test_refusal_data__rule_and_reason_are_a_key_for_translations() -> None:
    """`Refusal.reason`: "with `rule` it is a key for translations", so one key has one sentence."""
    templates: dict[tuple[str, str], set[str]] = {}
    for refusal in refusals():
        templates.setdefault((refusal.rule, refusal.reason), set()).add(refusal.template)
    several = {key: sorted(found) for key, found in templates.items() if len(found) > 1}
    assert not several


def test_refusal_data__a_refusal_leaves_nothing_legal_out() -> None:
    where = playing("9s 9h 9d 2c", melds=["0 [5h 6h 7h]"])
    assert legal(where) == {
        "1: meld {9s 9h 9d}", "1: discard 9s", "1: discard 9h", "1: discard 9d", "1: discard 2c",
    }  # fmt: skip
