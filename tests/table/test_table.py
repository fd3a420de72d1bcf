"""Tests of a table: the window for calls, numbers of decisions, undo, time limits, who plays, what is shown."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import attrs
import pytest
from tests.hooks.round_plugins import bid_in_order
from tests.hooks.test_chance_in_decisions import FALLS, falling
from tests.laws.kit.cookbook import passed
from tests.table.driving import driver, out_of_time

import rummy500 as r5
from rummy500.notation.actions import action_text
from rummy500.table import (
    Message,
    Table,
    TableError,
    advance,
    answer_undo,
    append_entries,
    ask_undo,
    deal_hand,
    everyone_let_go,
    last_number,
    let_go,
    messages,
    open_table,
    replace_seat,
    submit,
    time_is_up,
    waiting,
)
from rummy500.table.entries import DEFAULT, Acted, Dealt, Opened, Replaced, Undone
from rummy500.table.log import append
from rummy500.table.table import DecisionKind

NAMES = ("Ann", "Bob", "Cid", "Dot")
#: Seat 0 has discarded the 9s, which seats 1, on turn, and 2 may call on the group, and so may seat 0's neighbours.
WINDOW = """
rules = { preset = "pagat" }
phase = "draw"
to_act = 1
last = 0
hands = ["Ac 2c", "3c 4c", "5c 6c"]
melds = ["0 {9h 9d 9c}"]
pile = "Kd 9s"
stock = "7c 8c Jh Qh"
"""
#: Nothing of the pile can be called.
NO_WINDOW = WINDOW.replace("Kd 9s", "Kd Qs")


def source() -> random.Random:
    return random.Random(1)


def at(text: str, programs: Mapping[int, str] | None = None) -> Table:
    """Open a table with a position on it."""
    position = r5.parse_position(text)
    rules, state = position.rules, position.state
    table = open_table(rules, NAMES[: rules.seats], programs=programs, dealer=state.public.match.dealer)
    table = deal_hand(table, source())
    return attrs.evolve(table, match=attrs.evolve(table.match, hand=state))


def refusal(attempt: Callable[[], object]) -> str:
    with pytest.raises(TableError) as caught:
        attempt()
    assert caught.value.refusal.rule.startswith("table.")
    return str(caught.value)


def last(table: Table) -> str:
    return r5.action_text(table.moments[-1].action, table.moments[-1].before)


# ------------------------------------------------- the window for calls


def test_window__is_held_for_the_people_who_might_claim_by_what_lies_open() -> None:
    now = waiting(at(WINDOW))
    assert (now.kind, now.seats, now.on_turn) == ("window", (1, 2), 1)
    without = waiting(at(NO_WINDOW))
    assert (without.kind, without.seats) == ("turn", (1,))


def test_window__is_not_held_for_programs_or_for_whoever_discarded() -> None:
    assert waiting(at(WINDOW, {2: DEFAULT})).kind == "turn"
    assert waiting(at(WINDOW, {1: "medium"})).seats == (2,)
    assert waiting(at(WINDOW, {1: "medium", 2: "medium"})).kind == "programs"
    two = WINDOW.replace(', "5c 6c"', "")
    assert waiting(at(two)).kind == "turn"


def test_window__a_claim_is_applied_at_once() -> None:
    table = at(WINDOW)
    table = submit(table, 2, 1, "call 9s on m1", source())
    assert last(table) == "2: call 9s on m1"
    assert waiting(table).on_turn == 2


def test_window__the_action_of_the_seat_on_turn_waits_and_may_be_changed() -> None:
    table = at(WINDOW)
    table = submit(table, 1, 1, "draw", source())
    assert (waiting(table).kind, table.decision) == ("window", 1)
    again = submit(table, 1, 1, "take 9s with 9s on m1", source())
    assert submit(again, 1, 1, "take 9s with 9s on m1", source()) is again
    assert last(time_is_up(table, 1, "window", source())) == "1: draw"
    assert last(time_is_up(again, 1, "window", source())) == "1: take 9s with 9s on m1"


def test_window__a_kept_action_is_dropped_by_a_claim_and_its_seat_is_told() -> None:
    table = submit(at(WINDOW), 1, 1, "draw", source())
    table = submit(table, 2, 1, "call 9s on m1", source())
    assert [message.drops_kept for message in messages(table, 1)][-2:] == [False, True]
    assert not any(message.drops_kept for seat in (0, 2, None) for message in messages(table, seat))
    assert table.kept is None


def test_window__what_is_kept_must_be_legal_and_its_changes_are_limited() -> None:
    table = at(WINDOW)
    with pytest.raises(r5.IllegalActionError):
        submit(table, 1, 1, "discard 3c", source())
    with pytest.raises(r5.IllegalActionError):
        submit(table, 2, 1, "draw", source())
    for number in range(21):
        table = submit(table, 1, 1, ("draw", "take 9s")[number % 2], source())
    assert refusal(lambda: submit(table, 1, 1, "take 9s", source())) == "You have changed your action 20 times."


def test_window__who_let_go_is_not_shown_and_does_not_end_it() -> None:
    before = at(WINDOW)
    table = let_go(before, 2, 1)
    assert waiting(table) == waiting(before)
    assert let_go(table, 2, 1) is table
    for seat in (0, 1, None):
        assert messages(table, seat) == messages(before, seat)
    assert messages(table, 2)[-1].kind == "let-go"
    assert not everyone_let_go(table)
    assert everyone_let_go(let_go(table, 1, 1))
    assert everyone_let_go(submit(table, 1, 1, "draw", source()))
    assert not everyone_let_go(before)
    later = time_is_up(submit(table, 1, 1, "draw", source()), 1, "window", source())
    for seat in (0, 1, 2, None):
        numbers = [message.number for message in messages(later, seat)]
        assert numbers == list(range(1, len(numbers) + 1))


def test_window__who_takes_a_seat_over_has_not_let_go() -> None:
    before = let_go(at(WINDOW), 2, 1)
    person = replace_seat(before, 2, "Dot")
    assert not everyone_let_go(let_go(person, 1, 1))
    assert everyone_let_go(let_go(let_go(person, 1, 1), 2, 1))
    program = time_is_up(replace_seat(before, 2, "Bot", "medium"), 1, "window", source())
    assert last(advance(program, source(), most=1)) == "2: call 9s on m1"


def test_window__is_not_held_where_no_person_might_call() -> None:
    table = advance(at(WINDOW, {1: "medium", 2: "medium"}), source())
    assert table.moments[0].action.verb == "call"


def test_window__does_not_come_back_in_the_same_turn_and_late_claims_are_still_claims() -> None:
    table = time_is_up(at(WINDOW), 1, "window", source())
    assert (waiting(table).kind, waiting(table).seats, table.decision) == ("turn", (1,), 1)
    claimed = submit(table, 2, 1, "call 9s on m1", source())
    assert last(claimed) == "2: call 9s on m1"
    assert last(submit(table, 1, 1, "draw", source())) == "1: draw"


def test_window__chance_decides_when_the_kept_action_is_applied_and_not_before() -> None:
    """A seat that saw the outcome could change its action until it likes one."""
    falls = attrs.evolve(
        FALLS,
        verb="draw",
        phases=("draw",),
        fields=("extra",),
        check=lambda rules, view, action: None,
        effect=lambda rules, state, action: rules.turn.moves["draw"].effect(
            rules, state, r5.Action(action.seat, "draw")
        ),
    )
    position = r5.parse_position(WINDOW, rules=r5.compose("pagat", [falling(move=falls)], seats=3))
    table = deal_hand(open_table(position.rules, NAMES[:3]), source())
    table = attrs.evolve(table, match=attrs.evolve(table.match, hand=position.state))
    table = submit(table, 1, 1, "draw", source())
    assert messages(table, 1)[-1].text == "1: draw"
    assert last(time_is_up(table, 1, "window", source())).startswith("1: draw falls ")


def test_window__opens_again_after_the_next_discard() -> None:
    table = time_is_up(submit(at(WINDOW), 1, 1, "draw", source()), 1, "window", source())
    table = act(table, "discard 3c")
    assert (waiting(table).kind, waiting(table).seats, waiting(table).on_turn) == ("window", (0, 2), 2)


def test_window__is_not_held_before_anybody_has_ended_a_turn() -> None:
    rules = r5.compose("classic", ["dealers-gambit"], seats=3)
    table = act(deal_hand(open_table(rules, NAMES[:3]), source()), "name wild")
    assert (waiting(table).kind, waiting(table).seats) == ("turn", (1,))
    table = act(table, "draw")
    assert table.hand is not None
    table = act(table, f"discard {r5.card_text(table.hand.cards(1)[0])}")
    assert (waiting(table).kind, waiting(table).seats) == ("window", (0, 1, 2))


def test_a_program_is_asked_once_in_a_decision_that_waits_for_a_person() -> None:
    table = at(WINDOW, {0: "medium", 2: DEFAULT})
    table = advance(table, source())
    assert table.let_go == (2,)
    assert advance(table, source()) is table


# ------------------------------------------------- the person on turn and programs

#: Seat 0 discards the 9h, which seat 1, on turn then, and seat 2 may call on the group of seat 1.
BEFORE_DISCARD = """
rules = { preset = "pagat" }
phase = "play"
to_act = 0
last = 2
hands = ["9h Kd 4c", "2c 3c 7d", "8c Jd 5s"]
melds = ["1 {9s 9d 9c}"]
pile = "Qh"
stock = "7c 8d Jh Qs"
"""


def discarded(programs: Mapping[int, str]) -> Table:
    """The table after the discard of the 9h, when the programs have acted as far as they may."""
    table = at(BEFORE_DISCARD, programs)
    if table.is_person(0):
        table = submit(table, 0, 1, "discard 9h", source())
    else:
        assert table.hand is not None
        after = r5.apply(table.rules, table.hand, r5.parse_action("0: discard 9h"))
        table = attrs.evolve(table, match=attrs.evolve(table.match, hand=after))
    return advance(table, source())


@pytest.mark.parametrize("programs", [{2: "medium"}, {0: "medium", 2: "medium"}], ids=["two people", "one person"])
def test_call_race__a_person_on_turn_calls_before_a_program_that_could(programs: Mapping[int, str]) -> None:
    table = discarded(programs)
    now = waiting(table)
    assert (now.kind, now.seats, now.on_turn) == ("window", (1,), 1)
    table = advance(submit(table, 1, now.decision, "call 9h on m1", source()), source())
    assert last(table) == "1: call 9h on m1"
    assert waiting(table).seats == (1,)


def texts(table: Table, since: Table) -> list[str]:
    """The actions that came after an earlier table."""
    return [r5.action_text(moment.action, moment.before) for moment in table.moments[len(since.moments) :]]


def test_window__a_program_calls_when_the_person_on_turn_lets_go_acts_or_lets_the_time_run_out() -> None:
    before = discarded({2: "medium"})
    decision = before.decision
    for after in (
        let_go(before, 1, decision),
        submit(before, 1, decision, "draw", source()),
        time_is_up(before, decision, "window", source()),
    ):
        assert (waiting(after).kind, after.moments) == ("turn" if after.kept is None else "programs", before.moments)
        played = advance(after, source())
        assert texts(played, before)[0] == "2: call 9h on m1"
        assert messages(played, 1)[-2 if played.moments[-1].action.verb == "discard" else -1].drops_kept == (
            after.kept is not None
        )
        assert [each.kind for each in messages(played, 0, len(messages(before, 0)))][:2] == ["window-ended", "acted"]


def test_window__without_a_call_the_person_on_turn_goes_on_in_the_same_decision() -> None:
    before = discarded({2: "random"})
    quiet = [random.Random(seed) for seed in range(40)]
    let = [advance(let_go(before, 1, before.decision), each) for each in quiet]
    passed_on = [table for table in let if not texts(table, before)]
    assert passed_on
    for table in passed_on:
        assert (waiting(table).kind, waiting(table).seats) == ("turn", (1,))
        assert table.decision == before.decision
        assert last(submit(table, 1, table.decision, "draw", source())) == "1: draw"
    drawn = [advance(submit(before, 1, before.decision, "draw", source()), each) for each in quiet]
    assert {text for table in drawn for text in texts(table, before)[:1]} >= {"1: draw"}


def test_window__what_the_person_on_turn_does_before_programs_may_call_waits_for_them() -> None:
    before = discarded({2: "random"})
    asked = let_go(before, 1, before.decision)
    chosen = submit(asked, 1, asked.decision, "draw", source())
    assert [messages(chosen, seat) for seat in (0, None)] == [messages(asked, seat) for seat in (0, None)]
    assert waiting(chosen) == waiting(asked)  # nobody else may see it
    assert messages(chosen, 1)[-1].kind == "kept"
    first = {texts(advance(chosen, random.Random(seed)), before)[0] for seed in range(20)}
    assert first == {"2: call 9h on m1", "1: draw"}


def test_window__of_the_person_on_turn_alone_may_be_missing_in_a_log() -> None:
    """Logs of tables that held no such window are read, too."""
    before = discarded({2: "medium"})
    assert before.hand is not None
    draw, call = (r5.parse_action(text, before.hand) for text in ("1: draw", "2: call 9h on m1"))
    assert last(append(before, Acted(draw))) == "1: draw"
    assert last(append(before, Acted(call))) == "2: call 9h on m1"
    held = at(WINDOW)
    assert held.hand is not None
    assert refusal(lambda: append(held, Acted(draw))) == "The others may still call."


# ------------------------------------------------- numbers of decisions


def test_decision__another_number_is_refused_with_who_was_first() -> None:
    table = submit(at(WINDOW), 2, 1, "call 9s on m1", source())
    with pytest.raises(TableError) as caught:
        submit(table, 1, 1, "draw", source())
    found = caught.value.refusal
    assert (found.rule, found.reason, dict(found.facts)) == ("table.decision", "late", {"seat": "2"})


def test_decision__in_a_round_in_any_order_the_others_need_not_hurry() -> None:
    rules = r5.compose("pagat", passed(["pass-two"]), seats=3)
    table = deal_hand(open_table(rules, NAMES[:3]), source())
    assert (waiting(table).kind, sorted(waiting(table).seats)) == ("round", [0, 1, 2])
    assert table.hand is not None
    gifts = [[r5.card_text(card) for card in table.hand.cards(seat)] for seat in range(3)]
    table = submit(table, 2, 1, f"give {gifts[2][0]}", source())
    assert refusal(lambda: submit(table, 2, 1, f"give {gifts[2][1]}", source())) == "You have answered that already."
    table = submit(table, 0, 1, f"give {gifts[0][0]}", source())
    table = submit(table, 2, 2, f"give {gifts[2][1]}", source())
    assert waiting(table).decision == 4
    assert [message.text for message in messages(table, 1)][-3:] == ["2: give", "0: give", "2: give"]


def test_decision__in_a_round_in_order_the_next_answers_what_it_is_asked_now() -> None:
    rules = r5.compose("classic", [bid_in_order()], seats=3)
    table = deal_hand(open_table(rules, NAMES[:3], dealer=0), source())
    assert table.hand is not None
    assert table.hand.public.turn.pending == (1, 2, 0)
    bids = r5.legal_actions(rules, table.hand, seat=1)
    table = submit(table, 1, 1, action_text(next(iter(bids)), table.hand, with_seat=False), source())
    assert refusal(lambda: submit(table, 2, 1, "bid 1", source())) == "Seat 1 was first."


# ------------------------------------------------- undo

#: Seat 1 has drawn and may meld and lay off before it discards.
TURN = """
rules = { preset = "pagat" }
phase = "play"
to_act = 1
last = 0
hands = ["Ac 2c 2h", "3c 4c 5c 9s Jd Jc", "5h 6h 8h"]
melds = ["0 {9h 9d 9c}"]
pile = "Kd"
stock = "7c 8c Jh Qh"
"""


def act(table: Table, *actions: str) -> Table:
    for text in actions:
        seat = waiting(table).on_turn
        assert seat is not None
        table = submit(table, seat, table.decision, text, source())
    return table


def test_undo__reaches_back_to_the_last_action_of_who_asks_if_all_agree() -> None:
    begun = at(TURN)
    table = act(begun, "meld [3c 4c 5c]", "lay 9s on m1")
    laid = table.hand
    table = act(table, "discard Jd")
    asked = ask_undo(table, 1, table.decision)
    assert asked.hand == table.hand
    one = answer_undo(asked, 0, asked.decision, agrees=True)
    assert one.hand == table.hand
    done = answer_undo(one, 2, one.decision, agrees=True)
    assert (done.hand, done.decision) == (laid, table.decision + 1)
    again = ask_undo(done, 1, done.decision)
    again = answer_undo(again, 2, again.decision, agrees=True)
    again = answer_undo(again, 0, again.decision, agrees=True)
    assert again.hand == act(begun, "meld [3c 4c 5c]").hand


def test_undo__is_shown_and_says_how_far_back() -> None:
    table = act(at(TURN, {0: "medium", 2: "medium"}), "meld [3c 4c 5c]", "lay 9s on m1")
    table = ask_undo(table, 1, table.decision)
    *_, melded, laid, asked, undone = messages(table, 0)
    assert (melded.text, laid.text) == ("1: meld [3c 4c 5c]", "1: lay 9s on m1")
    assert (asked.kind, undone.kind, undone.back_to) == ("undo-asked", "undone", melded.number)
    assert undone.decision == table.decision


def test_undo__one_who_refuses_ends_it_and_it_is_asked_for_once() -> None:
    table = act(at(TURN), "meld [3c 4c 5c]")
    asked = ask_undo(table, 1, table.decision)
    assert refusal(lambda: ask_undo(asked, 2, asked.decision)) == "Seat 1 has asked for an undo already."
    assert refusal(lambda: ask_undo(asked, 1, asked.decision)) == "You have asked for this undo already."
    refused = answer_undo(asked, 2, asked.decision, agrees=False)
    assert refused.hand == table.hand
    assert refusal(lambda: answer_undo(refused, 0, refused.decision, agrees=True)) == "Nobody has asked for an undo."
    assert refusal(lambda: ask_undo(refused, 1, refused.decision)) == "You have asked for this undo already."
    assert refusal(lambda: answer_undo(asked, 1, asked.decision, agrees=True)) == (
        "Seat 1 has agreed to the undo already."
    )


def test_undo__there_is_nothing_to_undo_before_the_first_deal() -> None:
    table = open_table(r5.compose("pagat", seats=2), ["Ann", "Bob"])
    assert refusal(lambda: ask_undo(table, 0, table.decision)) == (
        "You cannot undo: you have done nothing in this hand."
    )


def test_undo__the_next_action_ends_the_request() -> None:
    table = act(at(TURN), "meld [3c 4c 5c]")
    table = act(ask_undo(table, 1, table.decision), "lay 9s on m1")
    assert refusal(lambda: answer_undo(table, 0, table.decision, agrees=True)) == "Nobody has asked for an undo."


def test_undo__does_not_reach_past_a_card_from_the_stock() -> None:
    table = act(at(NO_WINDOW), "draw")
    assert refusal(lambda: ask_undo(table, 1, table.decision)) == (
        "You cannot undo: somebody has seen a new card since."
    )
    turn = act(at(TURN), "discard Jd", "draw")
    assert "has seen a new card" in refusal(lambda: ask_undo(turn, 1, turn.decision))
    taken = act(at(NO_WINDOW, {0: "medium", 2: "medium"}), "take Qs")
    taken = ask_undo(taken, 1, taken.decision)
    assert taken.hand == at(NO_WINDOW).hand


def test_undo__does_not_reach_past_chance_hidden_cards_that_were_shown_or_the_end_of_the_hand() -> None:
    rules = r5.compose("pagat", ["throw-down"], seats=2)
    table = deal_hand(open_table(rules, NAMES[:2], programs={0: "medium"}), source())
    table = act(table, "draw")
    assert table.hand is not None
    table = submit(table, 1, table.decision, f"discard {r5.card_text(table.hand.cards(1)[0])}", source())
    assert refusal(lambda: ask_undo(table, 1, table.decision)) == "You cannot undo: chance has decided something since."
    looks = r5.compose("pagat", passed(["look-once", "partnership"]), seats=4)
    table = deal_hand(open_table(looks, NAMES, programs={0: "medium", 2: "medium", 3: "medium"}), source())
    assert table.hand is not None
    look = next(action for action in r5.legal_actions(looks, table.hand) if action.verb == "look")
    table = submit(table, 1, 1, action_text(look, with_seat=False), source())
    assert (
        refusal(lambda: ask_undo(table, 1, table.decision)) == "You cannot undo: somebody has seen hidden cards since."
    )
    out = at(TURN.replace("3c 4c 5c 9s Jd Jc", "9s"))
    out = act(out, "lay 9s on m1")
    assert refusal(lambda: ask_undo(out, 1, out.decision)) == "You cannot undo: everybody has seen all hands."
    assert refusal(lambda: ask_undo(at(TURN), 1, 1)) == "You cannot undo: you have done nothing in this hand."


def test_undo__does_not_reach_past_hidden_cards_that_another_seat_has_played() -> None:
    table = at(
        """
        rules = { preset = "pagat", seats = 2 }
        phase = "play"
        to_act = 0
        last = 1
        hands = ["9s Kd 2h 3c", "9h 9d Qs 4c 5c"]
        pile = "Kh"
        stock = "3s 4s 5s 6s"
        """,
        programs={1: "medium"},
    )
    asked = advance(act(table, "discard 9s"), source())
    assert [message.text for message in messages(asked, 0)[3:]] == ["1: take 9s with {9s 9h 9d}", "1: discard Qs"]
    assert (
        refusal(lambda: ask_undo(asked, 0, asked.decision)) == "You cannot undo: somebody has seen hidden cards since."
    )


def test_undo__does_not_reach_past_cards_that_were_passed_unseen() -> None:
    rules = r5.compose("pagat", passed(["pass-two"]), seats=3)
    table = deal_hand(open_table(rules, NAMES[:3], programs={0: "random", 2: "random"}), source())
    table = advance(table, source())
    assert table.hand is not None
    first, second, *_ = [r5.card_text(card) for card in table.hand.cards(1)]
    table = submit(table, 1, table.decision, f"give {first}", source())
    assert ask_undo(table, 1, table.decision).hand is not None
    table = submit(table, 1, table.decision, f"give {second}", source())
    assert "has seen a new card" in refusal(lambda: ask_undo(table, 1, table.decision))


def test_undo__an_answer_to_an_earlier_request_is_past_also_where_seats_act_in_any_order() -> None:
    rules = r5.compose("pagat", passed(["pass-two"]), seats=3)
    table = deal_hand(open_table(rules, NAMES[:3]), source())
    give = {seat: [f"give {r5.card_text(card)}" for card in table.hand.cards(seat)] for seat in range(3) if table.hand}
    table = submit(table, 0, table.decision, give[0][0], source())
    first = ask_undo(table, 0, table.decision)
    table = submit(first, 0, first.decision, give[0][1], source())
    second = ask_undo(table, 0, table.decision)
    assert refusal(lambda: answer_undo(second, 2, first.decision, agrees=True)) == "Seat 0 was first."
    assert answer_undo(second, 2, second.decision, agrees=True).undo_request is not None


def test_undo__of_the_first_action_of_a_turn_opens_the_window_again() -> None:
    table = time_is_up(submit(at(WINDOW), 1, 1, "take 9s with 9s on m1", source()), 1, "window", source())
    assert last(table) == "1: take 9s with 9s on m1"
    table = ask_undo(table, 1, table.decision)
    for seat in (0, 2):
        table = answer_undo(table, seat, table.decision, agrees=True)
    assert table.hand == at(WINDOW).hand
    assert (waiting(table).kind, waiting(table).seats, table.kept) == ("window", (1, 2), None)


# ------------------------------------------------- time, seats, hands


def test_time_is_up__does_what_follows_a_decision_of_each_kind() -> None:
    rules = r5.compose("pagat", seats=3)
    table = out_of_time(open_table(rules, NAMES[:3]), source())
    assert (waiting(table).kind, waiting(table).seats) == ("turn", (1,))
    drawn = out_of_time(table, source())
    assert last(drawn) == "1: draw"
    assert all(messages(drawn, seat)[-1].timed_out for seat in (0, 1, None))
    window = out_of_time(at(WINDOW), source())
    assert (waiting(window).kind, window.window_ended) == ("turn", True)
    assert last(out_of_time(submit(at(WINDOW), 1, 1, "take 9s", source()), source())) == "1: take 9s"
    programs = open_table(rules, NAMES[:3], programs=dict.fromkeys(range(3), "medium"))
    programs = deal_hand(programs, source())
    assert out_of_time(programs, source()) is programs
    over = attrs.evolve(programs, match=attrs.evolve(programs.match, hand=None, winners=(1,)))
    assert waiting(over).kind == "over"
    assert out_of_time(over, source()) is over


def passing() -> Table:
    """A round in which each of three seats gives two cards, one by one and in any order."""
    rules = r5.compose("pagat", passed(["pass-two"]), seats=3)
    return deal_hand(open_table(rules, NAMES[:3]), source())


def give(table: Table, seat: int) -> Table:
    assert table.hand is not None
    card = r5.legal_actions(table.rules, table.hand, seat=seat)[0].text()
    return submit(table, seat, table.decision, card, source())


def test_time_is_up__in_a_round_an_earlier_clock_is_for_those_who_have_not_acted_since() -> None:
    """Nobody gets more time because others act; and who has acted has the whole time for what comes next."""
    table = give(passing(), 2)
    first = time_is_up(table, 1, "round", source())
    assert [moment.action.seat for moment in first.moments] == [2, 1, 0]
    assert (waiting(first).kind, sorted(waiting(first).seats), first.decision) == ("round", [0, 1, 2], 4)
    second = time_is_up(table, 2, "round", source())
    assert sorted(moment.action.seat for moment in second.moments) == [0, 1, 2, 2]


# ------------------------------------------------- a clock that is late


def gone_out() -> Table:
    return act(at(TURN.replace("3c 4c 5c 9s Jd Jc", "9s")), "lay 9s on m1")


def taken_back() -> Table:
    table = ask_undo(act(at(TURN), "meld [3c 4c 5c]"), 1, 2)
    for seat in (0, 2):
        table = answer_undo(table, seat, table.decision, agrees=True)
    return table


def given_by(*seats: int) -> Table:
    table = passing()
    for seat in seats:
        table = give(table, seat)
    return table


LATE: dict[str, tuple[Callable[[], Table], int, DecisionKind, str]] = {
    "the turn has ended": (lambda: act(at(TURN), "discard Jd"), 1, "turn", "Seat 1 was first."),
    "another has called": (
        lambda: submit(at(WINDOW), 2, 1, "call 9s on m1", source()),
        1,
        "window",
        "Seat 2 was first.",
    ),
    "the window is a turn": (
        lambda: time_is_up(at(WINDOW), 1, "window", source()),
        1,
        "window",
        "Decision 1 is now of the kind 'turn', not 'window'.",
    ),
    "the person on turn alone has let go": (
        lambda: let_go(discarded({2: "medium"}), 1, 2),
        2,
        "window",
        "Decision 2 is now of the kind 'turn', not 'window'.",
    ),
    "a program has the seat": (
        lambda: replace_seat(at(NO_WINDOW), 1, "Bot", "medium"),
        1,
        "turn",
        "Decision 1 is now of the kind 'programs', not 'turn'.",
    ),
    "the hand is over": (gone_out, 1, "turn", "Seat 1 was first."),
    "the next hand is dealt": (lambda: deal_hand(gone_out(), source()), 2, "deal", "Decision 2 is past: 3 is open."),
    "the round is over": (lambda: given_by(0, 1, 2, 0, 1, 2), 6, "round", "Seat 2 was first."),
    "the move is taken back": (taken_back, 2, "turn", "Decision 2 is past: 3 is open."),
    "there is no such decision yet": (lambda: at(NO_WINDOW), 2, "turn", "There is no decision 2 yet."),
}


@pytest.mark.parametrize(("reached", "decision", "kind", "sentence"), LATE.values(), ids=LATE)
def test_time_is_up__a_late_clock_is_refused_and_changes_nothing(
    reached: Callable[[], Table], decision: int, kind: DecisionKind, sentence: str
) -> None:
    table, before, rng = reached(), reached(), source()
    assert refusal(lambda: time_is_up(table, decision, kind, rng)) == sentence
    assert table == before
    assert rng.getstate() == source().getstate()


def test_nobody_is_none_in_what_apps_read() -> None:
    table = open_table(r5.compose("pagat", seats=3), NAMES[:3])
    assert (waiting(table).on_turn, messages(table, 0)[0].seat) == (None, None)
    rules = r5.compose("pagat", options={"stock.empty": "reshuffle"}, seats=2)
    for table in driver(rules, 1).run(2_000):
        assert waiting(table).kind != "programs"
        if table.moments and table.moments[-1].action.verb == "reshuffle":
            break
    chance = messages(table, 0, last_number(table, 0) - 1)[0]
    assert (chance.kind, chance.seat, chance.text[:15]) == ("chance", None, "deck: reshuffle")


def told(message: Message) -> str:
    """Say what happened; type checkers know the fields of each kind."""
    match message.what:
        case Acted(action, timed_out):
            return f"{action.seat}: {action.verb}{' (late)' if timed_out else ''}"
        case Replaced(seat, by):
            return f"{seat}: {by.name}"
        case Undone(to):
            return f"back to {to}"
        case Opened(seats, position=None):
            return ", ".join(seat.name for seat in seats)
        case Dealt(deck):
            return f"dealt {len(deck)}"
        case other:
            return type(other).__name__


def test_a_message_says_what_happened_by_its_class_without_what_is_hidden() -> None:
    table = open_table(r5.parse_position(WINDOW).rules, NAMES[:3], position=r5.parse_position(WINDOW))
    table = let_go(submit(table, 1, 1, "draw", source()), 2, 1)
    table = replace_seat(time_is_up(table, 1, "window", source()), 2, "Eve", "default")
    drawn = {seat: [told(message) for message in messages(table, seat)] for seat in (0, 1, 2)}
    rest = ["WindowEnded", "1: draw", "2: Eve"]
    assert drawn == {seat: ["Ann, Bob, Cid", *own, *rest] for seat, own in ((0, []), (1, ["Kept"]), (2, ["LetGo"]))}
    table = ask_undo(act(at(TURN), "meld [3c 4c 5c]"), 1, 1 + at(TURN).decision)
    for seat in (0, 2):
        table = answer_undo(table, seat, table.decision, agrees=True)
    undone = ["Ann, Bob, Cid", "dealt 0", "1: meld", "UndoAsked", "UndoAnswered", "UndoAnswered", "back to 2"]
    assert [told(message) for message in messages(table, None)] == undone


class Bits:
    """A source of random bits, and of nothing else."""

    def __init__(self) -> None:
        self.getrandbits = source().getrandbits


def test_any_source_of_random_bits_is_enough() -> None:
    rules, bits = r5.compose("pagat", seats=3), Bits()
    table = open_table(rules, NAMES[:3], programs={0: "random", 2: "medium"})
    for _ in range(40):
        table = advance(out_of_time(table, bits), bits)
    assert len(table.log) > 60


def test_window__an_action_that_was_kept_because_the_time_was_up_is_read_in_a_log() -> None:
    """Logs of servers that had a clock for the seat on turn in a window have such entries."""
    table, entry = at(WINDOW), '{"format": "rummy500 table entry 1", "entry": {"kept": "1: draw", "timed_out": true}}'
    table = append_entries(table, [entry])
    ended = time_is_up(table, 1, "window", source())
    assert (last(ended), messages(ended, 0)[-1].timed_out) == ("1: draw", True)


def test_replace_seat__the_new_player_decides_and_nothing_of_the_old_is_kept() -> None:
    table = submit(at(WINDOW), 1, 1, "take 9s", source())
    table = replace_seat(table, 1, "Robot", "medium")
    assert (table.kept, waiting(table).seats) == (None, (2,))
    assert (messages(table, 0)[-1].kind, messages(table, 0)[-1].by) == ("replaced", table.seats[1])
    table = replace_seat(table, 2, "Nobody", DEFAULT)
    assert waiting(table).kind == "programs"
    assert waiting(replace_seat(table, 1, "Bea")).seats == (1,)


def test_last_hand__is_kept_over_the_next_deal_and_until_the_next_end() -> None:
    table = act(at(TURN.replace("3c 4c 5c 9s Jd Jc", "9s")), "lay 9s on m1")
    assert (waiting(table).kind, waiting(table).seats) == ("deal", ())
    assert table.last_hand is not None
    assert r5.is_over(table.last_hand.end)
    assert table.last_hand.score == table.match.hands[-1].score
    assert messages(table, None)[-1].ended == "out"
    later = deal_hand(table, source())
    assert later.last_hand == table.last_hand
    assert refusal(lambda: submit(table, 1, table.decision, "draw", source())) == "No hand is going on."


def test_advance__stops_after_the_most_actions() -> None:
    rules = r5.compose("classic", seats=2)
    table = open_table(rules, NAMES[:2], programs={0: "medium", 1: "medium"})
    table = advance(deal_hand(table, source()), source(), most=5)
    assert (len(table.moments), waiting(table).kind) == (5, "programs")


def test_repr__shows_no_hidden_card() -> None:
    table = submit(at(WINDOW), 1, 1, "draw", source())
    assert "3c" not in repr(table)
    assert "7c" not in repr(table)
    assert repr(table).startswith("<Table: Ann, Bob, Cid; decision 1; ")
    dealt = table.log[1]
    assert repr(dealt) == "Dealt(deck=<54>)"


def test_undo__may_be_asked_for_again_when_somebody_else_sits_down() -> None:
    table = act(at(TURN), "meld [3c 4c 5c]")
    asked = ask_undo(table, 1, table.decision)
    left = replace_seat(replace_seat(asked, 0, "Bot", "medium"), 2, "Bot", "medium")
    assert ask_undo(left, 1, left.decision).hand == at(TURN).hand


def test_messages__go_on_from_any_point_over_several_hands() -> None:
    table = open_table(r5.compose("classic", seats=3), NAMES[:3], programs={0: "medium", 1: "medium", 2: "random"})
    for _ in range(3):
        table = advance(deal_hand(table, source()), source())
    for seat in (0, None):
        every = messages(table, seat)
        assert [message.kind for message in every].count("dealt") == 3
        for since in (0, 1, 5, len(every) // 2, len(every) - 3, len(every)):
            assert messages(table, seat, since) == every[since:]
