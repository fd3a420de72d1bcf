"""Tests of a plugin with moves, a phase, a suffix, a use of a take and a memory: play, text, secrecy."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest
from tests.hooks.installing import Install
from tests.hooks.samples import Bet, Bets, Streak, plugin, saying
from tests.hooks.steps import do, refused, texts

import rummy500 as r5
from rummy500.hooks import DRAW_PHASE, Move, Reason, Turn, recall
from rummy500.notation.json import action_from_json, action_to_json
from rummy500.notation.position import position_table
from rummy500_testing import random_game

PILE = """
rules = { preset = "classic", plugins = ["bets"] }
dealer = 1
to_act = 0
hands = ["2c 3d Ks", "4c 5c Qd"]
stock = "6c 7c"
pile = "8s 9h Kd"
melds = ["1 [6h 7h 8h]"]
"""


@pytest.fixture
def rules(install: Install) -> r5.Rules:
    """Compose rules with `Bets` as an installed plugin, so that it can be read back by name."""
    install("bets", "from tests.hooks.samples import BETS", value="tests.hooks.samples:BETS")
    return r5.compose("classic", ["bets"])


def test_move_of_a_phase_of_its_own() -> None:
    rules = r5.compose("classic", [Bets()])
    hand = r5.deal(rules, seed=1)
    assert texts(rules, hand) == ["1: bid low", "1: bid high"]
    assert refused(rules, hand, "1: bid nothing") == "You bid low or high. (bets.bid)"
    assert refused(rules, hand, "1: draw") == "You cannot draw now. (turn.phase)"
    assert refused(rules, hand, "0: bid low") == "It is the turn of seat 1. (turn.seat)"
    hand = do(rules, hand, "1: bid low")
    assert (hand.public.phase, recall(rules, hand, Bet)) == ("draw", Bet(1, "low"))
    assert refused(rules, hand, "1: bid low") == "You cannot bid now. (turn.phase)"


def test_a_move_without_the_card_that_it_needs_is_refused_before_its_check_is_asked() -> None:
    asked: list[r5.Action] = []
    knock = saying("knock", lambda rules, state, action: state, DRAW_PHASE, fields=("card",))
    knock = attrs.evolve(
        knock,
        candidates=lambda rules, view: [r5.Action(view.seat, "knock", 4)],
        check=lambda rules, view, action: asked.append(action),
    )
    rules = r5.compose("classic", [plugin("knocks", moves=lambda: (knock,))], seats=2)
    hand = r5.deal(rules, seed=7)
    for where in (hand, r5.observe(rules, hand, 1)):
        refusal = r5.why_not(rules, where, r5.Action(1, "knock"))
        assert refusal is not None
        assert (refusal.rule, refusal.reason, refusal.sentence) == ("turn.phase", "no-card", "A knock needs a card.")
        assert r5.Action(1, "knock") not in r5.legal_actions(rules, where)
    with pytest.raises(r5.IllegalActionError, match="A knock needs a card"):
        r5.apply(rules, hand, r5.Action(1, "knock"))
    assert asked == []
    assert r5.why_not(rules, hand, r5.Action(1, "knock", 4)) is None
    assert asked == [r5.Action(1, "knock", 4)]


def test_move_of_others_is_asked_before_the_seat_on_turn() -> None:
    rules = r5.compose("classic", [Bets()], seats=3)
    hand = do(rules, r5.deal(rules, seed=1), "1: bid low")
    assert r5.ask_order(rules, hand) == (2, 0, 1)
    assert "2: knock" in texts(rules, hand, 2)
    hand = do(rules, hand, "2: knock")
    assert r5.ask_order(rules, hand) == (0, 1)
    assert refused(rules, hand, "2: knock") == "You have nothing to knock for. (bets.knock)"
    assert refused(rules, hand, "1: knock") == "You have nothing to knock for. (bets.knock)"
    assert recall(rules, do(rules, hand, "1: draw"), Bet).knocks == ()


def test_a_move_with_a_suffix_exists_beside_the_move_of_its_verb() -> None:
    rules = r5.compose("classic", [Bets()])
    hand = do(rules, r5.deal(rules, seed=1), "1: bid low", "1: draw")
    card = r5.card_text(hand.cards(1)[0])
    listed = texts(rules, hand)
    assert f"1: discard {card}" in listed
    assert f"1: discard {card} loudly" in listed
    loud = do(rules, hand, f"1: discard {card} loudly")
    quiet = do(rules, hand, f"1: discard {card}")
    assert loud.public == quiet.public
    assert recall(rules, loud, Bet) == Bet(1, "low", loud=True, said=("loudly",))
    assert recall(rules, quiet, Bet) == Bet(1, "low")
    assert refused(rules, hand, f"1: discard {card} loudly and long") == ("Nothing is said after loudly. (bets.loud)")
    with pytest.raises(r5.NotationError, match="unexpected 'softly' after the action"):
        r5.parse_action(f"1: discard {card} softly", rules=rules)


def test_use_of_a_take(rules: r5.Rules) -> None:
    hand = r5.parse_position(PILE).state
    assert "0: take 9h with slip 9h on m1" in texts(rules, hand)
    assert "0: take 9h with 9h on m1" in texts(rules, hand)
    after = do(rules, hand, "0: take 9h with slip 9h on m1")
    assert [str(r5.action_text(play)) for play in after.public.turn.plays] == ["0: lay 9h on m1"]
    assert r5.cards_text(after.cards(0)) == "Ks 3d Kd 2c"
    assert refused(rules, hand, "0: take Kd with slip Kd on m1").endswith("(meld.run)")
    assert refused(rules, hand, "0: take 9h with slip 9h Kd on m1") == (
        "You slip one natural card under a meld. (bets.slip)"
    )


def test_unknown_moves_are_no_moves_of_other_rules() -> None:
    plain = r5.compose("classic")
    hand = do(plain, r5.deal(plain, seed=1), "1: draw")
    why = r5.why_not(plain, hand, r5.Action(1, "bury", hand.cards(1)[0]))
    assert str(why) == 'There is no "bury" in these rules. (turn.phase)'
    with pytest.raises(r5.NotationError, match="there is no action 'bury'"):
        r5.parse_action("1: bury 9h", rules=plain)


def test_memory_is_found_by_its_type() -> None:
    rules = r5.compose("classic", [Bets()])
    hand = r5.deal(rules, seed=1)
    assert recall(rules, hand, Bet) == Bet()
    with pytest.raises(KeyError, match="of type Turn: no plugin of these rules answers the hook memory"):
        recall(rules, hand, Turn)
    with pytest.raises(KeyError):
        recall(rules, r5.start_match(rules), Bet)


def test_match_memory_goes_from_hand_to_hand() -> None:
    rules = r5.compose("classic", [Bets()], {"match.target": 10_000})
    match = r5.next_hand(rules, r5.start_match(rules), seed=1)
    outs = [0, 0]
    source = random.Random(1)
    for number in range(4):
        assert recall(rules, match, Streak).outs == tuple(outs)
        while match.hand is not None:
            match = r5.play(rules, match, source.choice(r5.legal_actions(rules, match.hand)))
        if match.hands[-1].out >= 0:
            outs[match.hands[-1].out] += 1
        match = r5.next_hand(rules, match, seed=number)
    assert sum(outs) > 0


def test_every_action_is_read_back(rules: r5.Rules) -> None:
    seen: set[str] = set()
    for number in range(12):
        for state in random_game(rules, random.Random(number), max_turns=60).states[::3]:
            for action in r5.legal_actions(rules, state):
                text = r5.action_text(action, state)
                assert r5.parse_action(text, state, rules=rules) == action
                assert action_from_json(action_to_json(action, state), state, rules=rules) == action
                seen |= set(text.split()[1:])
    assert {"bid", "low", "high", "knock", "loudly", "slip"} <= seen


def test_memory_in_a_position__what_is_as_at_the_start_is_left_out(rules: r5.Rules) -> None:
    hand = do(rules, r5.deal(rules, seed=1), "1: bid high", "0: knock", "1: draw")
    hand = do(rules, hand, f"1: discard {r5.card_text(hand.cards(1)[0])} loudly")
    table = position_table(r5.Position(rules, hand))
    assert table["plugin"] == {"bets": {"bidder": 1, "bid": "high", "loud": True, "said": ["loudly"]}}
    assert "match" not in table


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("plugin.bats.bid = 'low'", "no plugin in play has a memory 'bats'"),
        ("plugin.bets.bidd = 'low'", "bidd"),
        ("plugin.bets.loud = 1", "loud"),
        ("plugin.bets.knocks = ['x']", "knocks"),
        ("match.plugin.bets.out = [1]", "out"),
    ],
)
@pytest.mark.usefixtures("rules")
def test_memory_that_does_not_parse__with_its_place(line: str, message: str) -> None:
    with pytest.raises(r5.NotationError, match=message) as raised:
        r5.parse_position(f"{PILE}{line}\n")
    assert raised.value.line == PILE.count("\n") + 1


ODD = Reason("odds.say", "odd", "Say an odd number.")


def odd(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.Refusal | None:
    return None if action.extra[0] in ("1", "3", "5") else ODD()


def saying_numbers(check: Any = None) -> tuple[r5.Rules, r5.State]:
    say = Move(
        "say",
        candidates=lambda rules, view: [r5.Action(view.seat, "say", extra=(number,)) for number in "1234"],
        check=check,
        effect=lambda rules, state, action: state,
        phases=(DRAW_PHASE,),
        fields=("extra",),
    )
    rules = r5.compose("classic", [plugin("odds", moves=lambda: (say,))], seats=2)
    return rules, r5.deal(rules, seed=7)


def test_candidates__those_that_the_check_allows_are_listed() -> None:
    said = [[text for text in texts(*saying_numbers(check)) if "say" in text] for check in (odd, None)]
    assert said == [["1: say 1", "1: say 3"], ["1: say 1", "1: say 2", "1: say 3", "1: say 4"]]


@pytest.mark.parametrize(
    ("check", "text", "sentence"),
    [
        (odd, "1: say 2", "Say an odd number. (odds.say)"),
        (odd, "1: say 6", "Say an odd number. (odds.say)"),
        (odd, "1: say", "Say an odd number. (odds.say)"),
        (odd, "1: say 5", "That say is not possible now. (turn.phase)"),
        (None, "1: say 5", "That say is not possible now. (turn.phase)"),
        (None, "1: say", "A say needs a word. (turn.phase)"),
    ],
)
def test_candidates__what_is_none_is_refused_by_the_check_first(check: Any, text: str, sentence: str) -> None:
    assert refused(*saying_numbers(check), text) == sentence
