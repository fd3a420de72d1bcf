"""Tests of `read_typed`: what people type means an action, several, or none with a sentence; it never raises."""

from __future__ import annotations

import random
from functools import cache, lru_cache
from itertools import islice
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws.kit.cookbook import COOKBOOK
from tests.laws.kit.secrecy import every_plugin

import rummy500 as r5
from rummy500.notation.translation import Translation
from rummy500_testing import random_game

#: In the hand are a run, a pair of nines and a king that fits the meld; the pile has the four below the run.
AT_HAND = """
phase  = "{phase}"
to_act = 0
hands  = ["9h 9s Kd 5h 6h 7h *", "2c 3c"]
stock  = "5s"
melds  = ["1 {{Kh Ks Kc}}"]
pile   = "4h 8s"
"""
#: The two of clubs may be called in the pile: it fits the run.
TO_CALL = """
phase  = "draw"
to_act = 0
hands  = ["9h 9s", "2d Kc"]
stock  = "5s"
melds  = ["1 [3c 4c 5c]", "0 {{2h 2s *=2}}"]
pile   = "{pile}"
last   = 0
"""
LINE: Final = "Type a move, cards or a number: a line of at most 500 characters."
GERMAN: Final = {
    "ziehen": "draw",
    "nehmen": "take",
    "nimm": "take",
    "auslegen": "meld",
    "leg": "meld",
    "leg an": "lay",
    "an": "on",
    "abwerfen": "discard",
    "wirf": "discard",
    "ab": "",
    "ich": "",
    "könig": "Kd",
    "♦B": "Jd",
    "ruf": "rummy",
}


def read(where: r5.Position, text: object, seat: int | None = 0, **more: Any) -> r5.Typed:
    return r5.read_typed(where.rules, r5.observe(where.rules, where.state, seat), text, **more)


def bare(where: r5.Position, found: r5.Typed) -> str:
    """Return the actions without their seats, or else the guess and the sentence."""
    texts = [r5.action_text(action, where.state, with_seat=False) for action in found.actions]
    guess = "" if found.guess is None else f"{r5.action_text(found.guess, where.state, with_seat=False)}: "
    return " or ".join(texts) or f"{guess}{found.sentence}"


@pytest.mark.parametrize(
    ("phase", "text", "meant"),
    [
        # as phones write: capitals, suits as signs, a full stop, a space that does not break
        ("draw", "Draw", "draw"),
        ("play", "discard kd", "discard Kd"),
        ("play", "discard K♦", "discard Kd"),
        ("play", "Discard K♦\ufe0f.", "discard Kd"),
        ("play", "DISCARD KD!", "discard Kd"),
        ("play", "lay\u00a0Kd", "lay Kd on m1"),
        ("play", "discard 10♥", "You do not have Th. (turn.cards)"),
        ("play", "0: Discard Kd", "discard Kd"),
        ("play", "1: discard Kd", "You play seat 0. You cannot act for seat 1. (turn.seat)"),
        # cards of a meld in any order, with brackets or without
        ("play", "meld 5h 6h 7h", "meld [5h 6h 7h]"),
        ("play", "meld 7h 5h 6h", "meld [5h 6h 7h]"),
        ("play", "meld 7H, 5H and 6H", "meld [5h 6h 7h]"),
        ("play", "meld {5h 6h 7h", "meld [5h 6h 7h]"),
        ("play", "meld [6H 5H *=7H]", "meld [5h 6h *=7h]"),
        ("play", "meld 6h *=7h 5h", "meld [5h 6h *=7h]"),
        ("play", "meld 9h 9s *=9", "meld {9s 9h *=9}"),
        ("play", "Meld 9h 9s joker", "meld {9s 9h *=9}"),
        ("draw", "take 4H with 6h 5h", "take 4h with [4h 5h 6h]"),
        ("draw", "take 5h 6h 4h", "take 4h with [4h 5h 6h]"),
        ("draw", "take 4h/2 with [4h 5h 6h]", "take 4h with [4h 5h 6h]"),
        # cards alone
        ("play", "6h 7h 5h", "meld [5h 6h 7h]"),
        ("play", "5h", "discard 5h"),
        ("play", "kd", "discard Kd or lay Kd on m1"),
        ("play", "kd on m1", "lay Kd on m1"),
        ("play", "5h 6h *", "meld [*=4h 5h 6h] or meld [5h 6h *=7h]"),
        ("draw", "8S", "take 8s"),
        ("draw", "Take 8S", "take 8s"),
        ("play", "9h 9s", "meld {9s 9h}: A meld has three cards or more; this one has 2. (meld.size)"),
        ("draw", "9h", "discard 9h: You must draw before you discard. (turn.parts)"),
        ("play", "10♥ 9♥", "meld [9h Th]: You do not have Th. (turn.cards)"),
        # a verb with cards
        ("draw", "meld 4h 5h 6h", "meld [4h 5h 6h]: You must draw before you meld. (turn.parts)"),
        ("draw", "take 4h/10", "4h does not lie there in the pile. (turn.cards)"),
        ("play", "meld 5h 6h *", "meld [*=4h 5h 6h] or meld [5h 6h *=7h]"),
        ("play", "meld 5h 9s Kd", "meld [5h 9s Kd]: A run is of one suit. (meld.run)"),
        ("draw", "meld 5h 6h 7h", "meld [5h 6h 7h]: You must draw before you meld. (turn.parts)"),
        ("play", "meld Kd", "meld {Kd}: A meld has three cards or more; this one has 1. (meld.size)"),
        ("play", "meld [5h 6h", "meld [5h 6h]: A meld has three cards or more; this one has 2. (meld.size)"),
        ("play", "take 5h 6h 7h", "take 5h with [5h 6h 7h]: You draw once a turn, and you have drawn. (draw.once)"),
        ("play", "lay kd", "lay Kd on m1"),
        ("play", "Kd lay on M1", "lay Kd on m1"),
        ("play", "lay Kd m1", "lay Kd on m1"),
        ("play", "lay kd on m2", "There is no meld m2 on the table. (meld.layoff)"),
        ("play", "lay 9h", "On which meld? Type lay 9h on m1, for example."),
        ("play", "discard 5h 6h", "You discard one card."),
        ("play", "please discard the card 5h", "discard 5h"),
        # a verb alone
        ("play", "lay", "lay Kd on m1"),
        ("play", "Discard", " or ".join(f"discard {card}" for card in ("9s", "5h", "6h", "7h", "9h", "Kd", "*"))),
        ("play", "take", "There is nothing that you can take now."),
        ("draw", "meld", "There is nothing that you can meld now."),
        ("draw", "discard", "There is nothing that you can discard now."),
        ("play", "draw a card", "You draw once a turn, and you have drawn. (draw.once)"),
        ("play", "Rummy!", "There is nothing that you can call now."),
        # nonsense
        ("play", "fold", "I do not know 'fold'."),
        ("play", "discard ??", "I do not know '??'."),
        ("play", "discard 1h", "I do not know '1h'."),
        ("play", "meld *=??", "I do not know '*=??'."),
        ("play", "on with m1", "I do not know 'on with m1'."),
        ("play", "discard Kd then draw", "I do not know 'then'."),
        ("play", "reshuffle 4h", "Seat 0 does not do that. (turn.seat)"),
        ("play", "deck: reshuffle 4h", "I do not know 'deck:'."),
        ("play", "m1", "I do not know 'm1'."),
        ("play", "0:", "I do not know '0:'."),
        ("play", "0: []", "I do not know '[]'."),
        ("play", "²", "I do not know '²'."),
        ("play", "x" * 200, f"I do not know '{'x' * 60}…'."),
        ("play", "meld" + " *" * 200, f"I do not know '{'* ' * 30}…'."),
        ("play", "x" * 501, LINE),
        ("play", "dis\0card Kd", LINE),
        ("play", "", LINE),
        ("play", " \n", LINE),
        ("play", "please", LINE),
    ],
)
def test_typed__a_line_is_an_action_or_several_or_a_sentence(phase: str, text: str, meant: str) -> None:
    where = r5.parse_position(AT_HAND.format(phase=phase))
    assert bare(where, read(where, text)) == meant


@pytest.mark.parametrize("text", [None, 3, b"draw", ["draw"], 0.5, object(), type("Text", (), {})()])
def test_typed__what_is_no_text_gets_one_answer(text: object) -> None:
    where = r5.parse_position(AT_HAND.format(phase="draw"))
    assert bare(where, read(where, text)) == LINE


@pytest.mark.parametrize(
    ("phase", "text", "meant"),
    [
        ("draw", "Ziehen", "draw"),
        ("draw", "ich nehmen 8s", "take 8s"),
        ("draw", "nimm 4h with 5h 6h", "take 4h with [4h 5h 6h]"),
        ("play", "KÖNIG abwerfen.", "discard Kd"),
        ("play", "Wirf K♦ ab!", "discard Kd"),
        ("play", "6h 7h 5h auslegen", "meld [5h 6h 7h]"),
        ("play", "Leg  an könig an m1", "lay Kd on m1"),
        ("play", "wirf ♦B", "You do not have Jd. (turn.cards)"),
        ("play", "Ruf", "There is nothing that you can call now."),
        ("play", "discard Kd", "discard Kd"),
        ("play", "weglegen", "I do not know 'weglegen'."),
    ],
)
def test_typed__words_of_another_language_are_a_table(phase: str, text: str, meant: str) -> None:
    where = r5.parse_position(AT_HAND.format(phase=phase))
    assert bare(where, read(where, text, words=GERMAN)) == meant


def test_typed__a_lay_off_without_a_meld_has_nowhere_to_go() -> None:
    where = r5.parse_position('phase = "play"\nto_act = 0\nhands = ["9h 9s", "2c"]\nstock = "5s"')
    assert bare(where, read(where, "lay 9h")) == "There is no meld on the table to lay off on."
    two = r5.parse_position(
        'phase = "play"\nto_act = 0\nhands = ["9h 2s", "2c"]\nstock = "5s"\nmelds = ["0 {9c 9d 9s}", "1 [6h 7h 8h]"]'
    )
    assert bare(two, read(two, "Lay 9H")) == "lay 9h on m1 or lay 9h on m2"
    assert str(read(two, "Lay 9H").sentence) == "Which of these?"
    assert bare(two, read(two, "lay on m2")) == "lay 9h on m2"
    assert bare(two, read(two, "lay on m3")) == "There is nothing that you can lay now."


def test_typed__rummy_means_every_call() -> None:
    """A call alone, and where there are several they are asked about."""
    rules = r5.compose("pagat", seats=2)
    one = r5.parse_position(TO_CALL.format(pile="6c"), rules=rules)
    assert bare(one, read(one, "RUMMY", 1)) == bare(one, read(one, "call", 1)) == "call 6c on m1"
    assert bare(one, read(one, "rummy 6C", 1)) == bare(one, read(one, "6c", 1)) == "call 6c on m1"
    several = r5.parse_position(TO_CALL.format(pile="2c"), rules=rules)
    assert bare(several, read(several, "Rummy", 1)) == "call 2c on m1 or call 2c on m2"
    silent = r5.parse_position(AT_HAND.format(phase="draw"), rules=r5.compose("family", seats=2))
    assert bare(silent, read(silent, "rummy")) == 'There is no calling "Rummy!" in these rules.'


def test_typed__a_number_chooses_from_the_list_that_is_shown() -> None:
    where = r5.parse_position(AT_HAND.format(phase="play"))
    shown = r5.legal_actions(where.rules, where.state)[:5]
    assert [read(where, f" {number}.", shown=shown).action for number in range(1, 6)] == list(shown)
    for text, words in (("0", "0"), ("6", "6"), ("9" * 500, "9" * 60 + "…")):
        found = read(where, text, shown=shown)
        assert (found.actions, str(found.sentence)) == ((), f"There is no number {words} in the list.")
    assert str(read(where, "1").sentence) == "There is no number 1 in the list."
    earlier = r5.parse_position(AT_HAND.format(phase="draw"))
    old = r5.legal_actions(earlier.rules, earlier.state)[:5]
    assert bare(where, read(where, "1", shown=old)) == "You draw once a turn, and you have drawn. (draw.once)"


def test_typed__each_answer_is_one_of_three() -> None:
    where = r5.parse_position(AT_HAND.format(phase="play"))
    kinds = []
    for text in ("5h", "kd", "fold"):
        match read(where, text):
            case r5.Typed([action]):
                kinds.append(f"this: {action}")
            case r5.Typed([]) as typed:
                kinds.append(f"none: {typed.sentence}, {typed.action}")
            case r5.Typed(actions):
                kinds.append(f"{len(actions)} of them")
    assert kinds == ["this: 0: discard 5h", "2 of them", "none: I do not know 'fold'., None"]


def test_typed__an_answer_is_translated_like_other_sentences() -> None:
    where = r5.parse_position(AT_HAND.format(phase="play"))
    german: dict[str, Translation] = {
        "typed:line:unknown": "Was ist „{text}“?",
        "typed:verb:nothing": "{verb} geht jetzt nicht.",
        "typed:lay:where": "Wohin mit {cards}?",
        "typed:line:wrong": lambda facts: f"Höchstens {facts['number']} Zeichen.",
        "word:take": "Nehmen",
    }
    assert r5.check_texts(where.rules, german) == ()
    texts = [r5.translated(read(where, text).sentence, german) for text in ("fold", "take", "lay 9h", "")]
    assert texts == ["Was ist „fold“?", "Nehmen geht jetzt nicht.", "Wohin mit 9h?", "Höchstens 500 Zeichen."]


def test_turn_seat__a_spectator_is_answered_and_other_rules_are_refused() -> None:
    where = r5.parse_position(AT_HAND.format(phase="draw"))
    assert str(read(where, "draw", None).sentence) == "A spectator cannot act. (turn.seat)"
    view = r5.observe(where.rules, where.state, 0)
    with pytest.raises(r5.PositionError):
        r5.read_typed(r5.compose("pagat", seats=3), view, "draw")
    state: Any = where.state
    with pytest.raises(TypeError, match="view of read_typed must be View, not State"):
        r5.read_typed(where.rules, state, "draw")


def test_turn_phase__while_chance_is_due_nothing_is_an_action() -> None:
    due = r5.parse_position(
        'rules = { preset = "pagat", options = { "stock.empty" = "reshuffle" } }\nphase = "reshuffle"\nto_act = 1\n'
        'hands = ["9s 2c", "2d Kc", "3d 3c"]\npile = "Qd 6s Ks Kd"'
    )
    for text in ("draw", "Kc", "meld 2d Kc", "reshuffle Qd 6s Ks Kd", "call", "discard"):
        assert read(due, text, 1).actions == ()


# ------------------------------------------------------------------ anything that is typed


@lru_cache(maxsize=1)
def rule_sets() -> tuple[r5.Rules, ...]:
    """Compose every preset, every plugin and every recipe of the cookbook, for three seats."""
    recipes = [r5.compose(plugins=[module], seats=4) for module in COOKBOOK.values()]
    return (*filter(None, (asked.rules(3) for asked in every_plugin())), *recipes)


@lru_cache(maxsize=1)
def sights() -> tuple[tuple[r5.Rules, r5.View], ...]:
    """Return what seats see in games of these rules."""
    return tuple(
        (rules, r5.observe(rules, state, seat))
        for rules in rule_sets()
        for state in random_game(rules, random.Random(7), max_turns=12).states[::4]
        for seat in range(rules.seats)
    )


def test_typed__each_text_of_an_action_is_read_as_that_action() -> None:
    read_as_itself = 0
    for rules, view in sights():
        legal = r5.legal_actions(rules, view, seat=view.seat)
        for action in islice(legal, 20):
            text, bare_text = r5.action_text(action, view), r5.action_text(action, view, with_seat=False)
            assert text == f"{view.seat}: {bare_text}"
            for typed in (text, bare_text, bare_text.upper(), f" {bare_text}. "):
                found = r5.read_typed(rules, view, typed)
                assert (found.action, str(found.sentence), found.guess) == (action, "That is allowed.", None), typed
                read_as_itself += 1
    assert read_as_itself > 1_000


VERBS = ("draw", "Take", "meld", "LAY", "discard", "rummy", "call", "pass", "block", "name", "reshuffle", "ziehen")
PARTS = (
    *(f"{rank}{suit}" for rank in ("A", "2", "9", "10", "t", "K") for suit in "sh♦♣"),
    *("*", "*d", "*=9", "*=9h", "4d/2", "4d/0", "4d/99999", "9x", "??", "joker"),
    *(
        "on",
        "with",
        "m1",
        "m0",
        "M2",
        "m99999",
        "over",
        "doubled",
        "split",
        "swap",
        "[",
        "]",
        "{",
        "}",
        "0:",
        "1:",
        "7",
    ),
)
LINES = st.one_of(
    st.lists(st.sampled_from(PARTS), max_size=8).map(" ".join),
    st.builds("{} {}".format, st.sampled_from(VERBS), st.lists(st.sampled_from(PARTS), max_size=8).map(" ".join)),
    st.lists(st.one_of(st.sampled_from((*VERBS, *PARTS)), st.text(max_size=5)), max_size=12).map("".join),
    st.builds("{} {}".format, st.sampled_from(VERBS), st.builds(" ".join, st.lists(st.just("*"), max_size=250))),
    st.text(max_size=600),
)
TYPED = st.one_of(LINES, LINES, LINES, st.none(), st.integers(), st.binary(), st.lists(st.text()), st.floats())
WORDS = st.dictionaries(st.one_of(st.sampled_from(PARTS), st.text(max_size=4)), st.sampled_from((*VERBS, *PARTS, "")))


@given(st.integers(0, 10_000), TYPED, WORDS | st.just(GERMAN))
def test_typed__whatever_is_typed_is_a_legal_action_or_a_declared_sentence(
    place: int, text: object, words: dict[str, str]
) -> None:
    rules, view = sights()[place % len(sights())]
    shown = r5.legal_actions(rules, view, seat=view.seat)[:5]
    found = r5.read_typed(rules, view, text, shown, words)
    assert [r5.why_not(rules, view, action) for action in found.actions] == [None] * len(found.actions)
    assert all(action.seat == view.seat for action in found.actions)
    assert found.sentence.sentence.isprintable()
    assert len(found.sentence.sentence) < 600
    assert found.sentence.kinds.keys() <= found.sentence.facts.keys()
    assert templates(rules).get(found.sentence.key) == found.sentence.template
    assert (
        found.guess is None
        or (not found.actions and r5.why_not(rules, view, found.guess) is not None)
        or (found.sentence.key == "refusal:turn.cards:no-action")
    )


@cache
def templates(rules: r5.Rules) -> dict[str, str]:
    return {sentence.key: sentence.template for sentence in r5.sentences(rules)}
