"""Tests of rounds that skip seats and come again: `Round.asks`, `Round.again`."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from tests.hooks.round_plugins import Bids, Shown, bid_in_order, show_card, show_one
from tests.hooks.samples import plugin, refusal
from tests.hooks.steps import do, refused, texts

import rummy500 as r5
from rummy500.hooks import Deal, HandMemory, Round, RuleEntry, hand_ended, hookimpl, recall, remember, replace
from rummy500.notation.position import position_table
from rummy500.table import deal_hand, open_table, submit, waiting
from rummy500_cookbook import raise_the_stake
from rummy500_testing import check_laws

STAKE = """
dealer = 0
phase = "stake"
hands = ["2c 3d", "4c 5c", "6h 7h", "8s 9s"]
stock = "6c 7c"
pile = "Kd"
"""


def raising(text: str = STAKE) -> r5.Position:
    return r5.parse_position(text, rules=r5.compose("classic", [raise_the_stake], seats=4))


def acting(*, plugin_of: SimpleNamespace | None = None, **fields: Any) -> r5.Rules:
    """Compose with a round of three seats in which each shows a card, with other fields of the `Round`."""
    step = Round(**{"phase": "show", **fields})
    one = SimpleNamespace(**{**vars(plugin_of or show_one()), "dealing": hookimpl(lambda: Deal((step,)))})
    return r5.compose("classic", [one], seats=3)


def pending(state: r5.State) -> tuple[str, int, tuple[int, ...]]:
    return state.public.phase, state.public.to_act, state.public.turn.pending


# ---------------------------------------------------------------- in order


def test_again__in_order_it_goes_on_to_the_left_of_who_has_acted_as_often_as_it_takes() -> None:
    where = raising()
    rules, state, seen = where.rules, where.state, list[tuple[int, ...]]()
    for word in ("stay", "raise", "stay", "raise", "raise", "stay", "stay", "stay"):
        seen.append(state.public.turn.pending)
        state = do(rules, state, f"{state.public.to_act}: stake {word}")
    assert seen == [(1, 2, 3, 0), (2, 3, 0), (3, 0, 1), (0, 1), (1, 2, 3), (2, 3, 0), (3, 0), (0,)]
    assert pending(state) == ("draw", 1, ())
    assert recall(rules, state, raise_the_stake.Stake).points == 40
    assert "asked" not in position_table(r5.Position(rules, state))["plugin"]


def test_again__in_order_a_seat_that_is_skipped_comes_back_in_its_place() -> None:
    """Seat 2 has raised last and is not asked, until seat 1 raises: then it is asked after seats 2, 3 and 0 in turn."""
    text = STAKE + "to_act = 1\nturn = { pending = [1] }\nplugin = { raise-the-stake = { content = [2, 3, 0] } }\n"
    where = raising(text)
    assert pending(do(where.rules, where.state, "1: stake raise")) == ("stake", 2, (2, 3, 0))
    assert pending(do(where.rules, where.state, "1: stake stay")) == ("draw", 1, ())


def test_again__positions_of_a_round_in_order() -> None:
    where = raising(STAKE + "to_act = 3\n")
    assert pending(where.state) == ("stake", 3, (3, 0))
    assert "turn" not in position_table(where)
    some = raising(STAKE + "turn = { pending = [3, 1] }\n")
    assert pending(some.state) == ("stake", 3, (3, 1))
    assert position_table(some)["turn"] == {"pending": [3, 1]}
    with pytest.raises(r5.NotationError, match=r"seats 3, 2, 1 are pending .* some of 3, 0, 1, 2, in this order"):
        raising(STAKE + "turn = { pending = [3, 2, 1] }\n")


def test_again__the_dealer_alone_may_act_several_times() -> None:
    def asks(rules: r5.Rules, state: r5.State) -> Iterable[int]:
        return [] if recall(rules, state, Shown).cards[0] == r5.parse_card("2c") else [0]

    in_order = show_one()
    (move,) = in_order.moves()
    in_order.moves = hookimpl(lambda: (attrs.evolve(move, whose="turn"),))
    rules = acting(plugin_of=in_order, by="dealer", asks=asks, again=True)
    text = STAKE.replace('"stake"', '"show"').replace(', "8s 9s"', "")
    state = r5.parse_position(text, rules=rules).state
    state = do(rules, state, "0: show 3d", "0: show 3d")
    assert pending(state) == ("show", 0, (0,))
    assert pending(do(rules, state, "0: show 2c")) == ("draw", 1, ())


def test_again__in_order_a_seat_does_not_act_twice_running_while_others_are_in_it() -> None:
    bidding = bid_in_order()
    step = Round("bid", again=True, asks=lambda rules, state: range(3 * (len(recall(rules, state, Bids).points) < 5)))
    bidding.dealing = hookimpl(lambda: Deal((step,)))
    rules = r5.compose("classic", [bidding], seats=3)
    state, seats = r5.deal(rules, seed=1, dealer=0), list[int]()
    while state.public.phase == "bid":
        seats.append(state.public.to_act)
        state = do(rules, state, f"{state.public.to_act}: bid 0")
    assert seats == [1, 2, 0, 1, 2]


# ---------------------------------------------------------------- in any order


def low_show_again(rules: r5.Rules, state: r5.State) -> Iterable[int]:
    """Ask who has shown nothing yet, or a club."""
    return [
        seat for seat, card in enumerate(recall(rules, state, Shown).cards) if card < 0 or "c" in r5.card_text(card)
    ]


def test_again__in_any_order_all_who_are_still_in_it_are_asked_after_the_last() -> None:
    rules = acting(asks=low_show_again, again=True)
    text = STAKE.replace('"stake"', '"show"').replace(', "8s 9s"', "")
    state = r5.parse_position(text, rules=rules).state
    state = do(rules, state, "2: show 6h", "0: show 2c")
    assert pending(state) == ("show", 1, (1,))
    assert refused(rules, state, "0: show 3d").startswith("You have acted in this round already")
    state = do(rules, state, "1: show 4c")
    assert pending(state) == ("show", 1, (1, 0))
    state = do(rules, state, "0: show 3d", "1: show 5c")
    assert pending(state) == ("show", 1, (1,))
    check_laws(acting(asks=lambda rules, state: [2, 0]), hands=2).require()


def test_asks__skips_seats_from_the_beginning_and_a_round_of_none() -> None:
    assert pending(r5.deal(acting(asks=lambda rules, state: iter([0, 2])), seed=1, dealer=0)) == ("show", 2, (2, 0))
    assert pending(r5.deal(acting(asks=lambda rules, state: ()), seed=1, dealer=0)) == ("draw", 1, ())


def test_asks__skips_a_pending_seat_that_is_not_in_the_round_any_more() -> None:
    def asks(rules: r5.Rules, state: r5.State) -> Iterable[int]:
        return [1, 2] if max(recall(rules, state, Shown).cards) >= 0 else [0, 1, 2]

    rules = acting(asks=asks)
    hand = r5.deal(rules, seed=1, dealer=0)
    assert pending(do(rules, hand, texts(rules, hand, 1)[0])) == ("show", 2, (2,))


# ---------------------------------------------------------------- answers


@attrs.frozen
class Votes:
    """The last vote of each seat; empty before all have voted."""

    words: tuple[str, ...] = ()


def voting(**fields: Any) -> SimpleNamespace:
    """Make a plugin whose vote is repeated, by those who said no, until all say yes."""

    def settle(rules: r5.Rules, state: r5.State, answers: Mapping[int, str]) -> r5.State:
        votes = dict(enumerate(recall(rules, state, Votes).words)) | dict(answers)
        return remember(rules, state, Votes(tuple(votes.get(seat, "no") for seat in range(rules.seats))))

    def asks(rules: r5.Rules, state: r5.State) -> Iterable[int]:
        words = recall(rules, state, Votes).words
        return [seat for seat in range(rules.seats) if not words or words[seat] == "no"]

    step = Round(**{"phase": "vote", "answers": ("yes", "no"), "settle": settle, "asks": asks, "again": True, **fields})
    return plugin(
        "vote",
        dealing=lambda: Deal((step,)),
        memory=lambda: HandMemory(Votes),
        entries=lambda: (RuleEntry("vote.rule", "The deal", "All vote until all agree.", ("house",)),),
    )


def test_again__a_vote_is_repeated_until_all_agree() -> None:
    rules = r5.compose("classic", [voting()], seats=3)
    state = do(rules, r5.deal(rules, seed=1, dealer=0), "2: vote yes", "0: vote no", "1: vote no")
    assert pending(state) == ("vote", 1, (1, 0))
    one, other = (do(rules, state, f"1: vote {word}") for word in ("yes", "no"))
    assert [r5.observe(rules, one, seat) == r5.observe(rules, other, seat) for seat in (0, 1, 2, None)] == [
        True, False, True, True,
    ]  # fmt: skip
    assert pending(do(rules, other, "0: vote yes")) == ("vote", 1, (1,))
    over = do(rules, one, "0: vote yes")
    assert pending(over) == ("draw", 1, ())
    assert position_table(r5.Position(rules, one))["plugin"]["asked"]["acted"] == 4
    assert "asked" not in position_table(r5.Position(rules, over))["plugin"]
    check_laws(rules, hands=2).require()


def test_again__at_a_table_each_vote_is_a_decision_of_its_own() -> None:
    rng = random.Random(1)
    table = deal_hand(open_table(r5.compose("classic", [voting()], seats=2), ["Ann", "Ben"]), rng)
    first = waiting(table)
    for word, seat in (("no", 0), ("yes", 1)):
        table = submit(table, seat, waiting(table).decision, f"vote {word}", rng)
    second = waiting(table)
    assert (second.kind, second.seats) == ("round", (0,))
    assert second.decision != first.decision
    assert waiting(submit(table, 0, second.decision, "vote yes", rng)).kind == "turn"


def test_again__between_two_turns() -> None:
    rules = r5.compose("classic", [voting(between=True)], seats=3)
    text = STAKE.replace('"stake"', '"play"').replace(', "8s 9s"', "") + "to_act = 1\n"
    state = do(rules, r5.parse_position(text, rules=rules).state, "1: discard 5c")
    assert pending(state) == ("vote", 2, (2, 0, 1))
    state = do(rules, state, "0: vote no", "1: vote yes", "2: vote no")
    assert pending(state) == ("vote", 2, (2, 0))
    assert position_table(r5.Position(rules, state))["turn"]["pending"] == [2, 0]
    state = do(rules, state, "2: vote yes", "0: vote yes")
    assert pending(state) == ("draw", 2, ())
    assert "asked" not in position_table(r5.Position(rules, state))["plugin"]


def test_settle__of_a_vote_that_comes_again_may_end_the_hand() -> None:
    rules = r5.compose("classic", [voting(settle=lambda rules, state, answers: hand_ended(state, "voted"))], seats=2)
    state = do(rules, r5.deal(rules, seed=1), "0: vote no", "1: vote no")
    assert (state.public.phase, state.public.turn.pending) == ("over", ())


def test_settle__between_two_turns_the_first_vote_may_choose_who_draws() -> None:
    def settle(rules: r5.Rules, state: r5.State, answers: Mapping[int, str]) -> r5.State:
        first = len(answers) == 3
        to_act = 0 if first else state.public.to_act
        state = replace(state, public=replace(state.public, to_act=to_act))
        return remember(rules, state, Votes(("yes", "no", "yes") if first else ("yes",) * 3))

    rules = r5.compose("classic", [voting(between=True, settle=settle)], seats=3)
    text = STAKE.replace('"stake"', '"play"').replace(', "8s 9s"', "") + "to_act = 1\n"
    state = do(rules, r5.parse_position(text, rules=rules).state, "1: discard 5c")
    state = do(rules, state, "0: vote no", "1: vote no", "2: vote no")
    assert pending(state) == ("vote", 1, (1,))
    assert pending(do(rules, state, "1: vote no")) == ("draw", 0, ())


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    "rules",
    [
        r5.compose("classic", [voting(asks=lambda rules, state: [0])], seats=2),
        acting(asks=lambda rules, state: [0, 1], again=True),
    ],
    ids=["answers", "moves"],
)
def test_an_endless_round_is_found_and_named(rules: r5.Rules) -> None:
    (plugin_name,) = rules.plugins
    state = r5.deal(rules, seed=1)
    for _ in range(999):
        state = r5.apply(rules, state, r5.legal_actions(rules, state)[0])
    last = r5.legal_actions(rules, state)[0]
    with pytest.raises(ValueError, match=r"asks must return seats, and none at the end .* acted 1,000 times") as caught:
        r5.apply(rules, state, last)
    assert f"plugin {plugin_name} (hook dealing)" in caught.value.__notes__[0]


@pytest.mark.parametrize("fields", [{"asks": lambda rules, state: [0]}, {"again": True}])
def test_a_step_without_a_phase_asks_nobody(fields: Mapping[str, Any]) -> None:
    step = Round(begin=lambda rules, state: state, **fields)
    assert "has a Round '' with asks or again: set both the phase and asks" in refusal(
        plugin("odd", dealing=lambda: Deal((step,)))
    )


def changed(**fields: Any) -> Any:
    def begin(rules: r5.Rules, state: r5.State) -> r5.State:
        turn = replace(state.public.turn, pending=fields.get("pending", state.public.turn.pending))
        public = replace(state.public, turn=turn, phase=fields.get("phase", state.public.phase))
        return replace(state, public=public)

    return begin


@pytest.mark.parametrize(
    ("begin", "message"),
    [
        (changed(phase="show"), "begin must return a State, and not set the phase 'show': a Round with this phase"),
        (changed(phase="nap"), "begin must return a State, and not set the phase 'nap'"),
        (changed(pending=(1,)), r"begin must return a State, and not set who is pending: Round\.asks returns who acts"),
    ],
)
def test_begin__does_not_choose_phase_or_pending_seats(begin: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        r5.deal(acting(begin=begin), seed=1)


def test_settle__after_the_deal_does_not_choose_the_phase() -> None:
    rules = r5.compose(
        "classic", [voting(settle=lambda rules, state, answers: changed(phase="play")(rules, state))], seats=2
    )
    with pytest.raises(ValueError, match="settle must return a State, and not set the phase 'play'"):
        do(rules, r5.deal(rules, seed=1), "0: vote yes", "1: vote yes")


def test_mark_acted__refuses_a_phase_that_is_no_round_and_keeps_the_end_of_the_hand() -> None:
    def naps(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
        return show_card(rules, changed(phase="nap")(rules, state), action)

    def ends(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
        return show_card(rules, hand_ended(state, "shown"), action)

    rules = acting(plugin_of=show_one(effect=naps))
    hand = r5.deal(rules, seed=1)
    with pytest.raises(ValueError, match="mark_acted was called in phase nap, which is no round: leave the phase to"):
        r5.apply(rules, hand, r5.legal_actions(rules, hand)[0])
    rules = acting(plugin_of=show_one(effect=ends), by="dealer")
    hand = r5.deal(rules, seed=1)
    hand = r5.apply(rules, hand, r5.legal_actions(rules, hand)[0])
    assert (hand.public.phase, hand.public.ended) == ("over", "shown")
