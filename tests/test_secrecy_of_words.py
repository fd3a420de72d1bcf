"""Tests that texts show no hidden card: `repr`, `str`, f-strings and tracebacks of states and views."""

from __future__ import annotations

import contextlib
import random

import pytest

import rummy500 as r5
from rummy500.players import RandomPlayer, play_hand
from rummy500_terminal.human import Human, Quit
from rummy500_terminal.screen import Screen
from rummy500_terminal.show import Reader, TurnLog, ending, show_view
from rummy500_testing import Step, random_game
from rummy500_testing.laws.secrecy import done_elsewhere
from rummy500_testing.positions import late_position


def test_repr_of_a_state__shows_what_lies_open_and_no_hand() -> None:
    rules = r5.compose("classic", seats=3)
    state = r5.deal(rules, seed=3)
    other = r5.deal(rules, deck=[*state.stock, *state.public.pile, *(c for s in range(3) for c in state.cards(s))])
    assert repr(state) == str(state) == f"{state}"
    pile = r5.cards_text(state.public.pile)
    assert repr(state) == f"<State: draw, seat 1 on turn, hands of 7 7 7, 0 melds, pile {pile}, 30 in the stock>"
    assert repr(other) != repr(state)  # its upcard is another


def test_repr_of_a_view__shows_the_seat_its_own_cards_alone() -> None:
    rules = r5.compose("classic", seats=2)
    state = r5.deal(rules, seed=3)
    mine, theirs = state.cards(0), state.cards(1)
    shown = repr(r5.observe(rules, state, 0)).split(";")[0]
    assert r5.cards_text(mine) in shown
    assert not any(r5.card_text(card) in shown for card in theirs)
    assert "spectator" in repr(r5.observe(rules, state, None))


# ------------------------------------------------- what the terminal tells a seat of what the others do


def terminal_text(step: Step, seat: int, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the text of `rummy500 play` for a person at a seat, about an action and the view after it."""
    screen, rules = Screen(), step.rules
    log = TurnLog(screen, rules, Reader(seat))
    log(step.before, step.action, step.after)
    log.flush()
    view = r5.observe(rules, step.after, seat)
    show_view(screen, rules, view, (0,) * rules.seats)
    screen.line(ending(step.after.public, Reader(seat)))
    legal = r5.legal_actions(rules, view)
    typed = iter(["show", "all", "hint", "why discard 9s", "why meld {4s 4h 4d}", "9s", "Kh", "rummy", "help", "quit"])
    person = Human(screen, lambda _: next(typed), TurnLog(screen, rules, Reader(seat)), lambda: (0,) * rules.seats)
    if legal:
        with contextlib.suppress(Quit):
            person.choose(rules, view, legal)
    return capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "plugins"),
    [
        ("pagat", []),
        ("classic", ["displayed-discards"]),
        ("north-american", ["dealers-gambit"]),
        ("family", ["throw-down"]),
        ("pagat", ["floating"]),
    ],
)
def test_terminal__shows_a_seat_equal_texts_for_states_that_look_the_same(
    preset: str, plugins: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    rules = r5.compose(preset, plugins, seats=4)
    rng = random.Random(4)
    young, ripe = (random_game(rules, rng, max_turns=8, begin=begin) for begin in (None, late_position))
    steps = [step for game in (young, ripe) for step in zip(game.states, game.actions, game.states[1:], strict=False)]
    drawn = compared = 0
    for before, action, after in steps:
        for seat in range(rules.seats):
            other = done_elsewhere(rules, before, action, after, seat, rng)
            if other is not None:
                step = Step(rules, before, action, after, "")
                assert terminal_text(step, seat, capsys) == terminal_text(other, seat, capsys)
                drawn += action.verb == "draw" and action.seat != seat
                compared += other.before != before
    assert drawn
    assert compared


def test_terminal__shows_the_number_of_reshuffled_cards_not_their_order(capsys: pytest.CaptureFixture[str]) -> None:
    position = r5.parse_position(
        'phase = "reshuffle"\nto_act = 0\nhands = ["2c 3c", "9h 9s"]\npile = "4d 5d 6d 7d"\n'
        'rules = { preset = "pagat", options = { "stock.empty" = "reshuffle" } }'
    )
    due = r5.chance(position.rules, position.state)
    assert due is not None
    shuffled = due.sample(random.Random(1))
    log = TurnLog(Screen(), position.rules, Reader(0))
    log(position.state, shuffled, r5.apply(position.rules, position.state, shuffled))
    log.flush()
    assert capsys.readouterr().out == "deck      The discard pile is shuffled and becomes the stock\n"


# ------------------------------------------------- what a program may log


def test_record_of_a_hand_that_is_broken_off__shows_no_hand() -> None:
    rules = r5.compose("classic", seats=2)
    state = r5.deal(rules, seed=3)
    table = [RandomPlayer(random.Random(1)) for _ in range(2)]
    record = play_hand(rules, state, table, random.Random(1), max_turns=1)
    assert record.truncated
    shown, score = repr(record).split("score=")
    held = r5.cards_text(record.end.cards(0))
    assert held not in shown
    assert score == f"{record.score!r})"


def test_repr_of_a_score__shows_no_card_of_a_hand_and_points_at_the_end_alone() -> None:
    rules = r5.compose("classic", seats=3)
    states = random_game(rules, random.Random(3)).states
    score, final = r5.score_hand(rules, states[0]), r5.score_hand(rules, states[-1])
    hands = [r5.cards_text(states[0].cards(seat)) for seat in range(3)]
    assert [line.cards for line in score.lines] == hands  # so there is something to hide
    assert repr(score) == f"{score}" == "<HandScore: 3 lines, not final>"
    assert repr(final) == f"<HandScore: {len(final.lines)} lines, final, {final.by_seat}>"


def test_match__shows_no_hand_and_no_stock() -> None:
    rules = r5.compose("classic", seats=2)
    dealt = r5.next_hand(rules, r5.start_match(rules), seed=4)
    assert dealt.hand is not None
    text = repr(dealt)
    assert str(dealt.hand) in text
    for hidden in (dealt.hand.stock, bytes(dealt.hand.cards(0)), bytes(dealt.hand.cards(1))):
        assert r5.cards_text(hidden) not in text
        assert repr(hidden) not in text
