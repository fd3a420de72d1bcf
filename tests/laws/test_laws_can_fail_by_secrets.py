"""Tests that the laws of secrecy find plugins that show a secret, and hold where it is hidden rightly."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from tests.hooks.round_plugins import Shown, bid_in_order, pass_two, show_one, turned_up
from tests.hooks.samples import plugin
from tests.hooks.secret_plugins import (
    Noted,
    Sealed,
    face_down,
    hidden_chips,
    last_drawn,
    look,
    next_of_stock,
    noting,
    own_bid_until_all_bid,
    own_bid_until_two_have_bid,
    sealed_bids,
    turned_aside,
    without_words,
)

from rummy500 import Action, ComposeError, Rules, State, apply, compose, deal, legal_actions, observe
from rummy500.hooks import (
    Deal,
    Round,
    Secret,
    card_text,
    cards_of,
    mark_acted,
    minus,
    recall,
    remember,
    replace,
)
from rummy500.notation import transcript as seat_transcripts
from rummy500_testing import Law, LawBroken, Step, check_laws
from rummy500_testing.altering import alter
from rummy500_testing.laws import laws_in, secrecy
from rummy500_testing.laws.secrecy import SECRECY_LAWS
from rummy500_testing.laws.writing import a_replay_shows_no_secret

HIDING_LAWS = [law for law in laws_in(secrecy) if law not in SECRECY_LAWS]
LAWS = (*laws_in(secrecy), a_replay_shows_no_secret)
AN_ACTION: Law[Any] = next(law for law in SECRECY_LAWS if law.name == "an action shows no hidden card")
REPLAY = "a replay shows no secret"
SHOWN = "the memory hides no shown choice"
KNOWN = "cards that all saw are known"

RIGHT: dict[str, Callable[[], SimpleNamespace]] = {
    "a bid that its seat alone sees": sealed_bids,
    "bids that are turned over when all have bid": lambda: sealed_bids(seen=own_bid_until_all_bid),
    "a bid that others see in the action and in the memory": lambda: sealed_bids(seen=None, redact=None),
    "a look at another hand": look,
    "a card face down, which its seat knows": face_down,
    "two cards passed": pass_two,
    "a card that is shown": show_one,
    "a bid in order": bid_in_order,
    "a card turned up on the pile": turned_up,
    "a card turned up and laid aside": turned_aside,
    "a card turned up and laid aside once all have answered": lambda: turned_aside(
        Round("ready", answers=("yes", "no"), settle=lambda rules, state, answers: state)
    ),
    "chips that others do not see": hidden_chips,
}


@pytest.mark.slow
@pytest.mark.parametrize("what", RIGHT)
def test_right__the_laws_hold_for(what: str) -> None:
    report = check_laws(compose("classic", [RIGHT[what]()], seats=3), hands=4, every=3, laws=LAWS)
    assert report.passed, report


def forgetful(rules: Rules, state: State, action: Action) -> State:
    """Plant a fault: all have seen the card, and nobody knows it afterwards."""
    cards = list(recall(rules, state, Shown).cards)
    cards[action.seat] = action.card
    return mark_acted(rules, remember(rules, state, Shown(tuple(cards))), action.seat)


def shown_to_the_left(rules: Rules, action: Action, seat: int) -> Action:
    """Plant a leak: the seat to the left is shown the bid."""
    return action if seat == (action.seat + 1) % rules.seats else without_words(rules, action, seat)


WRONG: dict[str, tuple[str, Callable[[], SimpleNamespace]]] = {
    "a bid kept as a number that all see": (REPLAY, lambda: sealed_bids(seen=None)),
    "bids shown before all have bid": (REPLAY, lambda: sealed_bids(seen=own_bid_until_two_have_bid)),
    "a bid that others are shown": (SHOWN, lambda: sealed_bids(redact=None)),
    "a bid that the seat to the left is shown": (
        SHOWN,
        lambda: sealed_bids(redact=shown_to_the_left),
    ),
    "a look whose cards all see": (REPLAY, lambda: look(seen=None)),
    "a look that shows cards, undeclared": (REPLAY, lambda: look(shows=None)),
    "face-down cards that all see": (REPLAY, lambda: face_down(seen=None)),
    "a face-down card that others are shown": (SHOWN, lambda: face_down(redact=None)),
    "the choice of cards to pass, which all see": (REPLAY, lambda: pass_two(seen=None)),
    "cards to pass that others are shown": (SHOWN, lambda: pass_two(redact=None)),
    "a face-down card of the stock that all see": (REPLAY, lambda: turned_aside(shows=None)),
    "the next card of the stock": (REPLAY, lambda: noting(next_of_stock)),
    "the card drawn last": (REPLAY, lambda: noting(last_drawn)),
    "a card shown to all and not known": (KNOWN, lambda: show_one(effect=forgetful)),
}


def test_wrong__a_sampled_world_with_another_own_bid_is_found() -> None:
    """The function `sample` of a plugin must leave what the seat sees."""

    def all_anew(rules: Rules, state: State, seat: int, cards: bytes, rng: Any) -> Sealed:
        return Sealed((7,) * rules.seats)

    def leaves_own(rules: Rules, state: State, seat: int, cards: bytes, rng: Any) -> Sealed:
        own = recall(rules, state, Sealed).points
        return Sealed(tuple(bid if whose == seat else -1 for whose, bid in enumerate(own)))

    law = [each for each in SECRECY_LAWS if each.name == "a sampled world looks the same"]
    for sample, holds in ((all_anew, False), (leaves_own, True)):
        rules = compose("classic", [sealed_bids()], seats=3)
        ((name, memory),) = rules.memory.hand_memory
        rules = alter(rules, hand_memory=((name, attrs.evolve(memory, sample=sample)),))
        report = check_laws(rules, hands=2, laws=law)
        assert report.passed is holds, report


@pytest.mark.slow
@pytest.mark.parametrize("what", WRONG)
def test_wrong__a_law_finds(what: str) -> None:
    """The kit finds it with its default settings, as a plugin's author would call it."""
    name, make = WRONG[what]
    report = check_laws(compose("classic", [make()], seats=3), laws=(*HIDING_LAWS, a_replay_shows_no_secret))
    broken = {each.law: each.fault.what for each in report.broken}
    assert name in broken
    assert not [fault for fault in broken.values() if "Error" in fault]


# ------------------------------------------------- faults of the engine


def unmasked(rules: Rules) -> Rules:
    """Plant a fault: views show the whole memory."""
    return alter(rules, hides_memory=False)


def ordered(rules: Rules) -> Rules:
    """Plant a fault: everybody is shown the order of a reshuffle."""
    moves = {**rules.turn.moves, "reshuffle": attrs.evolve(rules.turn.moves["reshuffle"], secret=Secret())}
    return alter(rules, moves=moves)


@pytest.mark.parametrize("fault", [unmasked, ordered])
def test_a_fault_of_the_engine_is_found(fault: Callable[[Rules], Rules]) -> None:
    rules = fault(compose("classic", [sealed_bids()], {"stock.empty": "reshuffle", "deal.size": 13}, seats=3))
    report = check_laws(rules, laws=(a_replay_shows_no_secret,), max_turns=60)
    assert [broken.law for broken in report.broken] == [REPLAY]


def test_a_transcript_with_what_was_hidden_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_transcripts, "redact", lambda rules, before, action, seat: action)
    report = check_laws(compose("classic", [sealed_bids()], seats=3), laws=(a_replay_shows_no_secret,))
    assert "its transcript differs" in report.broken[0].fault.what


# ------------------------------------------------- single laws


@pytest.mark.parametrize(
    "redact",
    [
        lambda rules, action, seat: replace(action, seat=0, extra=()),
        lambda rules, action, seat: replace(action, verb="pass", extra=()),
        lambda rules, action, seat: replace(action, extra=("?",) if action.extra and action.extra != ("?",) else ()),
    ],
    ids=["another seat", "another verb", "something else each time"],
)
def test_a_redacted_action_must_be_a_part_of_the_action(redact: Any) -> None:
    report = check_laws(compose("classic", [sealed_bids(redact=redact)], seats=3), hands=3, laws=HIDING_LAWS)
    assert "a redacted action is a part of the action" in [broken.law for broken in report.broken]


# ------------------------------------------------- what an action shows


def best_card_left(rules: Rules, before: State, action: Action, after: State) -> Noted:
    """Plant a leak: remember the highest card of the hand that has discarded."""
    cards = cards_of(after.hands[action.seat]) if action.verb == "discard" else ()
    return Noted(max(cards, default=-1))


def first_after_a_reshuffle(rules: Rules, before: State, action: Action, after: State) -> Noted:
    """Plant a leak: remember the first card of the new stock."""
    return Noted(action.cards[0] if action.verb == "reshuffle" else -1)


@pytest.mark.parametrize("after", [best_card_left, first_after_a_reshuffle])
def test_a_memory_that_leaks_a_card_is_found_at_the_action_that_shows_it(after: Any) -> None:
    rules = compose("pagat", [noting(after)], {"stock.empty": "reshuffle", "deal.size": 13}, seats=3)
    (found,) = check_laws(rules, hands=15, laws=[AN_ACTION], every=1, max_turns=60).broken
    assert "shows hidden cards: a plugin remembers Noted(card=" in found.fault.what
    assert found.fault.action is not None


def test_a_memory_of_what_all_saw_is_no_leak() -> None:
    rules = compose("pagat", [noting(lambda rules, before, action, after: Noted(action.card))], seats=3)
    check_laws(rules, hands=2, laws=SECRECY_LAWS, every=5, max_turns=40).require()


def test_a_hand_that_is_looked_at_from_now_on_is_no_leak() -> None:
    """`dealers-gambit`: nobody looks at a hand before the dealer has named the effect of jokers."""
    rules = compose("pagat", ["dealers-gambit"], seats=3)
    dealt = deal(rules, seed=7)
    naming = legal_actions(rules, dealt)[0]
    after = apply(rules, dealt, naming)
    assert not observe(rules, dealt, 0).hand
    assert observe(rules, after, 0).hand
    assert AN_ACTION.check(Step(rules, dealt, naming, after, "1"))


def test_a_toss_that_falls_by_the_stock_is_found() -> None:
    """A tossed card lands by chance, which must not reveal the next card."""
    rules = compose("pagat", ["throw-down"], seats=3)
    state = apply(rules, deal(rules, seed=7), Action(1, "draw"))
    card = cards_of(minus(state.hands[1], state.drawn))[0]
    tossed = Action(1, "discard", card, extra=("over", card_text(state.public.pile[0])))
    step = Step(rules, state, tossed, apply(rules, state, tossed), "1")
    assert AN_ACTION.check(step)

    def outcome(rules: Rules, state: State, action: Action, source: Any) -> Action:
        return tossed if state.stock[0] < 26 else action

    suffixed = {key: attrs.evolve(move, outcome=outcome) for key, move in rules.turn.suffixed.items()}
    with pytest.raises(LawBroken, match="how chance falls depends on hidden cards"):
        AN_ACTION.check(attrs.evolve(step, rules=alter(rules, suffixed=suffixed)))


def test_the_cards_that_a_step_of_the_deal_shows_are_a_function_of_three_arguments() -> None:
    wrong: Any = Round(begin=lambda rules, state: state, shows=lambda: 0)  # type: ignore[arg-type,misc] # wrong on purpose
    with pytest.raises(ComposeError, match=r"a Round whose shows must be a function of 3 .* \(rules, state, seat\)"):
        compose("classic", [plugin(dealing=lambda: Deal((wrong,)))], seats=3)
