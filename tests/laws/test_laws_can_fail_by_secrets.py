"""Tests that the laws of secrecy find plugins that show a secret, and hold where it is hidden rightly."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from tests.hooks.round_plugins import Shown, bid_in_order, pass_two, show_one, turned_up
from tests.hooks.samples import plugin
from tests.hooks.secret_plugins import (
    Sealed,
    all_have_bid,
    face_down,
    hidden_chips,
    last_drawn,
    look,
    next_of_stock,
    noting,
    own_bid_until_all_bid,
    sealed_bids,
    turned_aside,
    without_card,
    without_words,
)

from rummy500 import Action, ComposeError, Rules, State, compose, observe
from rummy500.hooks import (
    EMPTY_BAG,
    PLAY_PHASE,
    Move,
    PluginInfo,
    Reason,
    Round,
    add,
    bag_of,
    common,
    mark_acted,
    minus,
    next_turn,
    recall,
    remember,
    remove,
    replace,
    size_change,
    union,
    wrong_phase,
)
from rummy500.notation import transcript as seat_transcripts
from rummy500.rules.rules import alter
from rummy500_testing import check_laws, random_game
from rummy500_testing.laws import laws_in, secrecy
from rummy500_testing.laws import writing as replaying
from rummy500_testing.laws.secrecy import SECRECY_LAWS
from rummy500_testing.laws.writing import a_replay_shows_no_secret

HIDING_LAWS = [law for law in laws_in(secrecy) if law not in SECRECY_LAWS]
LAWS = (*laws_in(secrecy), a_replay_shows_no_secret)
REPLAY = "a replay shows no secret"
SHOWN = "the memory hides no shown choice"
KNOWN = "cards that all saw are known"

RIGHT: dict[str, Callable[[], SimpleNamespace]] = {
    "a bid that its seat alone sees": sealed_bids,
    "bids that are turned over when all have bid": lambda: sealed_bids(
        seen=own_bid_until_all_bid, reveals=all_have_bid
    ),
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
    "bids shown when all have bid, undeclared": (REPLAY, lambda: sealed_bids(seen=own_bid_until_all_bid)),
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
    moves = {**rules.turn.moves, "reshuffle": attrs.evolve(rules.turn.moves["reshuffle"], redact=None)}
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


def buying(*, known: bool) -> SimpleNamespace:
    """Make a plugin by which a seat may take the top card into its hand, in its turn, and all see it."""

    def generate(facts: Any, *, plain: bool) -> list[Action]:
        view = facts.view
        return [Action(view.seat, "buy")] if len(view.public.pile) > 1 and view.public.hand_size(view.seat) < 9 else []

    def check(rules: Rules, view: Any, action: Action) -> Any:
        return None if generate(SimpleNamespace(view=view), plain=False) else Reason("draw.once", "no", "Not now.")()

    def effect(rules: Rules, state: State, action: Action) -> State:
        seat, public = action.seat, state.public
        card = bag_of(public.pile[-1:])
        hands, seen = list(state.hands), list(public.known)
        hands[seat] = union(hands[seat], card)
        if known:
            seen[seat] = union(seen[seat], card)
        sizes = public.sizes + size_change(seat, 1)
        public = replace(public, pile=public.pile[:-1], sizes=sizes, known=tuple(seen))
        return replace(state, public=public, hands=tuple(hands))

    move = Move("buy", (PLAY_PHASE,), "turn", generate, check, effect, wrong_phase)
    return plugin("buying", PluginInfo("buying", "the top card is bought"), moves=lambda: (move,))


@pytest.mark.parametrize("known", [True, False])
def test_a_card_that_all_saw_go_into_a_hand_must_be_known(known: bool) -> None:
    report = check_laws(compose("classic", [buying(known=known)], seats=3), laws=HIDING_LAWS)
    assert [broken.law for broken in report.broken] == ([] if known else [KNOWN])


def slipping(*, forgets: bool) -> SimpleNamespace:
    """Make a plugin by which a seat may slip a card to its left, unseen; all forget what it may have slipped."""

    def generate(facts: Any, *, plain: bool) -> list[Action]:
        view = facts.view
        cards = dict.fromkeys(view.cards) if view.public.hand_size(view.seat) > 4 else ()
        return [Action(view.seat, "slip", card) for card in cards]

    def check(rules: Rules, view: Any, action: Action) -> Any:
        listed = generate(SimpleNamespace(view=view), plain=False)
        return None if action in listed else Reason("turn.cards", "no", "You cannot slip it.")()

    def effect(rules: Rules, state: State, action: Action) -> State:
        seat, left = action.seat, (action.seat + 1) % rules.seats
        hands, known = list(state.hands), list(state.public.known)
        hands[seat], hands[left] = remove(hands[seat], action.card), add(hands[left], action.card)
        known[seat] = EMPTY_BAG if forgets else minus(known[seat], common(known[seat], bag_of([action.card])))
        sizes = state.public.sizes + size_change(seat, -1) + size_change(left, 1)
        public = replace(state.public, sizes=sizes, known=tuple(known))
        return next_turn(rules, replace(state, public=public, hands=tuple(hands)))

    move = Move("slip", (PLAY_PHASE,), "turn", generate, check, effect, wrong_phase, ("card",), redact=without_card)
    return plugin("slipping", PluginInfo("slipping", "a card is slipped to the left"), moves=lambda: (move,))


@pytest.mark.slow
@pytest.mark.parametrize("forgets", [True, False])
def test_known_cards_that_may_have_left_a_hand_unseen_must_be_forgotten(forgets: bool) -> None:
    rules = compose("pagat", [slipping(forgets=forgets)], {"draw.top": "free"}, seats=3)
    report = check_laws(rules, laws=(a_replay_shows_no_secret,), hands=40)
    assert [broken.law for broken in report.broken] == ([] if forgets else [REPLAY])


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


# ------------------------------------------------- how far a replay goes


@pytest.mark.slow
@pytest.mark.parametrize("make", [None, sealed_bids, look, face_down, pass_two, show_one])
def test_a_replay_differs_and_goes_on_to_its_end(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay that is equal, or that breaks off, proves little."""
    plugins = [] if make is None else [make()]
    rules = compose("pagat", plugins, {"stock.empty": "reshuffle"}, seats=3)
    replayed, tried, ended, differ = replaying._replayed, 0, 0, 0
    seen: list[State] = []

    def watching(rules: Rules, state: State, seat: int | None) -> Any:
        seen.append(state)
        return observe(rules, state, seat)

    def counting(course: Any, cut: int, rng: random.Random) -> Any:
        nonlocal tried, ended, differ
        seen.clear()
        place, fault = replayed(course, cut, rng)
        tried, ended, differ = tried + 1, ended + (place == cut), differ + (seen[-1] != course.game.states[place])
        return place, fault

    monkeypatch.setattr(replaying, "observe", watching)
    monkeypatch.setattr(replaying, "_replayed", counting)
    for number in range(8):
        game = random_game(rules, random.Random(number), max_turns=60)
        assert replaying.a_replay_shows_no_secret.fault_in(attrs.evolve(game, seed=str(number))) is None
    assert ended > 0.8 * tried
    assert differ > 0.8 * tried


def test_the_cards_that_a_step_of_the_deal_shows_are_a_function_of_three_arguments() -> None:
    wrong: Any = Round(begin=lambda rules, state: state, shows=lambda: 0)  # type: ignore[arg-type,misc] # wrong on purpose
    with pytest.raises(ComposeError, match=r"a Round whose shows must be a function of 3 .* \(rules, state, seat\)"):
        compose("classic", [plugin(dealt=lambda: (wrong,))], seats=3)
