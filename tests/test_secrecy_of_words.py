"""Hidden cards do not get out by way of words: `repr`, `str`, f-strings and tracebacks of states and views."""

from __future__ import annotations

import rummy500 as r5


def test_repr_of_a_state__shows_what_lies_open_and_no_hand() -> None:
    rules = r5.compose("classic", seats=3)
    state = r5.deal(rules, seed=3)
    other = r5.deal(rules, deck=[*state.stock, *state.open.pile, *(c for s in range(3) for c in state.cards(s))])
    assert repr(state) == str(state) == f"{state}"
    pile = r5.cards_text(state.open.pile)
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
