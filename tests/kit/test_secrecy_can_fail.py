"""Tests that each law of secrecy finds a planted leak."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from rummy500 import Action, LegalActions, Refusal, Rules, State, View, apply, compose, deal, observe, parse_action
from rummy500.cards.cards import at_least, card_text, cards_of, cards_text, minus
from rummy500.engine.advice import ask_order, default_action
from rummy500.engine.listing import legal_actions
from rummy500.engine.step import Chance, why_not
from rummy500.errors import IllegalActionError, NotationError, Reason
from rummy500.hooks import HandMemory, PluginInfo, hookimpl
from rummy500.notation.actions import action_text
from rummy500.players.registry import SHIPPED
from rummy500.players.search import SearchPlayer
from rummy500.records import replace
from rummy500.rules.rules import alter
from rummy500.selection import actions_for_cards
from rummy500_testing import Law, LawBroken, Step, check_laws, random_game, take_snapshot
from rummy500_testing.laws import secrecy
from rummy500_testing.laws import secrecy as texts
from rummy500_testing.laws.secrecy import SECRECY_LAWS

BY_NAME: dict[str, Law[Any]] = {law.name: law for law in SECRECY_LAWS}
RULES = compose("pagat", seats=3)
DEALT = deal(RULES, seed=7)
DRAWN = apply(RULES, DEALT, parse_action("1: draw", DEALT))

MAKES_NO_DIFFERENCE = "hidden cards make no difference"
WORDS = "texts show no hidden card"
PLAYERS_CHOOSE = "players choose by what they see"
AN_ACTION = "an action shows no hidden card"

Patch = pytest.MonkeyPatch
Leak = Callable[[Patch], Any]


@attrs.frozen
class Sly:
    """A record with a secret that is neither compared nor shown."""

    secret: int = attrs.field(default=0, eq=False, repr=False)


def slyly(rules: Rules, state: State, seat: int | None, *, memory: Any = "full") -> View:
    return replace(observe(rules, state, seat, memory=memory), memories=(Sly(state.stock[0]),))


def secret_of(state: State | View) -> str:
    return card_text(state.stock[0]) if isinstance(state, State) else ""


# ------------------------------------------------- what it sees and may do


def the_default_looks_at_the_stock(patch: Patch) -> None:
    def telling(rules: Rules, state: State, seat: int) -> Action | None:
        return default_action(rules, state, seat) if state.stock[0] < 26 else None

    patch.setattr(secrecy, "default_action", telling)


def a_list_looks_at_the_stock(patch: Patch) -> None:
    def telling(rules: Rules, state: State, *, seat: int) -> Any:
        found = list(legal_actions(rules, state, seat=seat))
        return found if state.stock[0] < 26 else found[:-1]

    patch.setattr(secrecy, "legal_actions", telling)


def a_view_shows_what_another_seat_drew(patch: Patch) -> None:
    def telling(rules: Rules, state: State, seat: int | None, *, memory: Any = "full") -> View:
        return replace(observe(rules, state, seat, memory=memory), drawn=state.drawn)

    patch.setattr(secrecy, "observe", telling)


def only_who_holds_a_spade_is_asked(patch: Patch) -> None:
    def telling(rules: Rules, state: State) -> tuple[int, ...]:
        return ask_order(rules, state) if state.cards(0)[0] < 13 else ()

    patch.setattr(secrecy, "ask_order", telling)


def a_refusal_looks_at_the_stock(patch: Patch) -> None:
    """Plant a leak: a refusal reveals whether a card is the next one of the stock."""

    def telling(rules: Rules, state: State, action: Action) -> Refusal | None:
        if action.card == state.stock[0]:
            return Reason("turn.cards", "in-stock", "{card} lies in the stock.")(card=card_text(action.card))
        return why_not(rules, state, action)

    patch.setattr(secrecy, "why_not", telling)


def the_chance_that_is_due_tells_the_stock(patch: Patch) -> None:
    patch.setattr(secrecy, "chance", lambda _rules, state: Chance("peek", state.stock[:1]))


def a_view_without_memory_remembers(patch: Patch) -> None:
    """Plant a leak: a view without memory shows how many spades the others have."""

    def telling(rules: Rules, state: State, seat: int | None, *, memory: Any = "full") -> View:
        view = observe(rules, state, seat, memory=memory)
        spades = sum(card < 13 for hand in state.hands for card in cards_of(hand))
        return view if memory == "full" else replace(view, memories=(spades,))

    patch.setattr(secrecy, "observe", telling)


# ------------------------------------------------- words


def a_log_line_shows_a_hand(patch: Patch) -> None:
    patch.setattr(State, "__repr__", lambda state: f"<State: {cards_text(state.cards(2))}>")


def a_formatted_view_shows_what_is_not_compared(patch: Patch) -> None:
    patch.setattr(secrecy, "observe", slyly)


def a_label_shows_the_stock(patch: Patch) -> None:
    patch.setattr(texts, "action_text", lambda action, where: f"{action_text(action, where)} {secret_of(where)}")


def picked_cards_are_read_by_the_stock(patch: Patch) -> None:
    def telling(rules: Rules, state: State, seat: int, cards: Any) -> tuple[Action, ...]:
        return actions_for_cards(rules, state, seat, cards) if state.stock[0] < 26 else ()

    patch.setattr(texts, "actions_for_cards", telling)


def text_is_not_read_for_the_reason_of_another_hand(patch: Patch) -> None:
    def telling(text: str, where: State, *, rules: Rules) -> Action:
        raise NotationError("no action", expected=cards_text(where.cards(0)))

    patch.setattr(texts, "parse_action", telling)


def an_error_shows_a_hand(patch: Patch) -> None:
    """Plant a leak: the error for an action out of turn shows the hand of the seat on turn."""

    def telling(rules: Rules, state: State, action: Action) -> State:
        held = cards_text(state.cards(state.public.to_act))
        raise IllegalActionError(Reason("turn.seat", "not-yours", "Not now: {held}.")(held=held))

    patch.setattr(texts, "apply", telling)


def a_list_in_a_log_counts_the_others_moves(patch: Patch) -> None:
    def telling(rules: Rules, state: State, *, seat: int) -> str:
        return f"<{sum(card < 13 for hand in state.hands for card in cards_of(hand))} found>"

    patch.setattr(texts, "legal_actions", telling)


def what_is_due_shows_the_stock(patch: Patch) -> None:
    patch.setattr(texts, "chance", lambda _rules, state: state.stock)


# ------------------------------------------------- machine players


class Peeking:
    """A player that looks at hidden cards."""

    def __init__(self, source: random.Random) -> None:
        del source

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        sly = view.memories[0]
        assert isinstance(sly, Sly)
        return legal[sly.secret % len(legal)]


def a_player_looks_into_a_record(patch: Patch) -> None:
    patch.setattr(secrecy, "observe", slyly)
    patch.setattr(secrecy, "SHIPPED", {"peeking": Peeking})


def a_player_goes_by_something_else_than_the_view(patch: Patch) -> None:
    source = random.Random(1)

    def make(own: random.Random) -> Any:
        return SimpleNamespace(choose=lambda _rules, _view, legal: source.choice(legal))

    patch.setattr(secrecy, "SHIPPED", {**SHIPPED, "fickle": make})


def the_search_goes_by_something_else_than_the_view(patch: Patch) -> None:
    source = random.Random(1)
    patch.setattr(SearchPlayer, "choose", lambda _self, _rules, _view, legal: source.choice(legal))


LEAKS: Mapping[str, tuple[Leak, ...]] = {
    MAKES_NO_DIFFERENCE: (
        the_default_looks_at_the_stock,
        a_list_looks_at_the_stock,
        a_view_shows_what_another_seat_drew,
        only_who_holds_a_spade_is_asked,
        a_refusal_looks_at_the_stock,
        the_chance_that_is_due_tells_the_stock,
        a_view_without_memory_remembers,
    ),
    WORDS: (
        a_log_line_shows_a_hand,
        a_formatted_view_shows_what_is_not_compared,
        a_label_shows_the_stock,
        picked_cards_are_read_by_the_stock,
        text_is_not_read_for_the_reason_of_another_hand,
        an_error_shows_a_hand,
        a_list_in_a_log_counts_the_others_moves,
        what_is_due_shows_the_stock,
    ),
    PLAYERS_CHOOSE: (
        a_player_looks_into_a_record,
        a_player_goes_by_something_else_than_the_view,
        the_search_goes_by_something_else_than_the_view,
    ),
}


def broken(name: str, rules: Rules = RULES, state: State = DRAWN) -> LawBroken | None:
    """Check a law of states a few times; return the fault, `None` if it holds."""
    for seed in range(15):
        try:
            BY_NAME[name].check(take_snapshot(rules, state, random.Random(seed)))
        except LawBroken as error:
            return error
    return None


@pytest.mark.parametrize(("name", "leak"), [(name, leak) for name, leaks in LEAKS.items() for leak in leaks])
def test_a_leak_breaks(name: str, leak: Leak, monkeypatch: Patch) -> None:
    leak(monkeypatch)
    found = broken(name)
    assert found is not None
    assert found.__cause__ is None, "the leak crashed the law instead of breaking it"


@pytest.mark.parametrize("name", [MAKES_NO_DIFFERENCE, WORDS, PLAYERS_CHOOSE])
def test_without_a_leak_nothing_breaks(name: str) -> None:
    assert broken(name) is None


# ------------------------------------------------- what an action shows, as the author of a plugin would leak it


@attrs.frozen
class Seen:
    card: int = -1


class Telling:
    """A plugin whose memory records what a seat has just seen, and shows it to all."""

    def __init__(self, tell: Callable[[State, Action, State], int]) -> None:
        self.tell = tell

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("telling", "remembers a card")

    @hookimpl
    def memory(self) -> HandMemory:
        return HandMemory(Seen, after=lambda _rules, before, action, after: Seen(self.tell(before, action, after)))


def drawn_card(before: State, action: Action, after: State) -> int:
    return cards_of(after.drawn)[0] if action.verb == "draw" and after.drawn else -1


def next_card(before: State, action: Action, after: State) -> int:
    return after.stock[0] if after.stock else -1


def best_card_left(before: State, action: Action, after: State) -> int:
    cards = cards_of(after.hands[action.seat]) if action.verb == "discard" else ()
    return max(cards, default=-1)


def first_after_a_reshuffle(before: State, action: Action, after: State) -> int:
    return action.cards[0] if action.verb == "reshuffle" else -1


@pytest.mark.parametrize("tell", [drawn_card, next_card, best_card_left, first_after_a_reshuffle])
def test_a_memory_that_leaks_one_seats_cards_is_found(tell: Any) -> None:
    options = {"stock.empty": "reshuffle", "deal.size": 13}
    rules = compose("pagat", [Telling(tell)], options, seats=3)
    report = check_laws(rules, hands=15, laws=[BY_NAME[AN_ACTION]], every=1, max_turns=60)
    assert not report.passed, tell
    (found,) = report.broken
    assert "shows hidden cards: a plugin remembers Seen(card=" in found.fault.what
    assert found.fault.action is not None


def test_a_memory_of_what_everybody_saw_is_no_leak() -> None:
    def thrown(before: State, action: Action, after: State) -> int:
        return action.card

    report = check_laws(compose("pagat", [Telling(thrown)], seats=3), hands=2, laws=SECRECY_LAWS, every=5, max_turns=40)
    assert report.passed, report


def check(rules: Rules, before: State, action: Action) -> LawBroken | None:
    """Check the law of actions on one action; return the fault, `None` if it holds."""
    after = apply(rules, before, action)
    for seed in range(5):
        try:
            BY_NAME[AN_ACTION].check(Step(rules, before, action, after, str(seed)))
        except LawBroken as error:
            return error
    return None


def test_a_draw_that_everybody_sees_is_found() -> None:
    """A drawn card goes openly into the hand."""
    honest = RULES.turn.moves["draw"]

    def effect(rules: Rules, state: State, action: Action) -> State:
        after = honest.effect(rules, state, action)
        known = list(after.public.known)
        known[action.seat] = at_least(known[action.seat], after.drawn)
        return replace(after, public=replace(after.public, known=tuple(known)))

    rules = alter(RULES, moves={**RULES.turn.moves, "draw": attrs.evolve(honest, effect=effect)})
    found = check(rules, DEALT, Action(1, "draw"))
    assert found is not None
    assert re.fullmatch(r"done by seat 1: the view of .+ shows hidden cards: it differs in known", found.fault.what)
    assert check(RULES, DEALT, Action(1, "draw")) is None


def test_a_hand_that_is_looked_at_from_now_on_is_no_leak() -> None:
    """`dealers-gambit`: nobody looks at a hand before the dealer has named the effect of jokers."""
    rules = compose("pagat", ["dealers-gambit"], seats=3)
    dealt = deal(rules, seed=7)
    naming = legal_actions(rules, dealt)[0]
    assert not observe(rules, dealt, 0).hand
    assert observe(rules, apply(rules, dealt, naming), 0).hand
    assert check(rules, dealt, naming) is None


@attrs.frozen
class Kitty:
    cards: tuple[int, ...] = ()


class FaceDown:
    """A plugin that remembers a face-down card, and hides it from all, or forgets to."""

    def __init__(self, *, hides: bool) -> None:
        self.hides = hides

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("kitty", "a card lies face down")

    @hookimpl
    def memory(self) -> HandMemory:
        seen = (lambda rules, record, seat: Kitty()) if self.hides else None
        return HandMemory(Kitty, after=self.after, cards=lambda record: record.cards, seen=seen)

    def after(self, rules: Rules, before: State, action: Action, after: State) -> Kitty:
        """Record the card below the next one of the stock, another each time."""
        return Kitty((after.stock[1],))


@pytest.mark.parametrize("hides", [True, False])
def test_a_record_of_hidden_cards_is_a_leak_unless_the_plugin_hides_it(hides: bool) -> None:
    rules = compose("pagat", [FaceDown(hides=hides)], seats=3)
    assert (check(rules, deal(rules, seed=7), Action(1, "draw")) is None) == hides


def test_a_toss_that_falls_by_the_stock_is_found() -> None:
    """A tossed card lands by chance, which must not reveal the next card."""
    rules = compose("pagat", ["throw-down"], seats=3)
    state = apply(rules, deal(rules, seed=7), Action(1, "draw"))
    card = cards_of(minus(state.hands[1], state.drawn))[0]
    tossed = Action(1, "discard", card, extra=("over", card_text(state.public.pile[0])))
    assert check(rules, state, tossed) is None

    def outcome(rules: Rules, state: State, action: Action, source: Any) -> Action:
        return tossed if state.stock[0] < 26 else action

    suffixed = {key: attrs.evolve(move, outcome=outcome) for key, move in rules.turn.suffixed.items()}
    found = check(alter(rules, suffixed=suffixed), state, tossed)
    assert found is not None
    assert "how chance falls depends on hidden cards" in found.fault.what


def test_most_actions_are_compared_with_the_same_one_in_another_state(monkeypatch: Patch) -> None:
    """An action that is legal in no other state that looks the same proves nothing; this is rare."""
    compared: list[bool] = []

    def counting(rules: Rules, state: State, other: State, *rest: Any) -> str:
        compared.append(state != other)
        return ""

    monkeypatch.setattr(secrecy, "_seen_apart", counting)
    asked = 0
    for preset in ("pagat", "wikipedia", "north-american"):
        game = random_game(compose(preset, seats=3), random.Random(8), max_turns=40)
        for before, action, after in zip(game.states, game.actions, game.states[1:], strict=False):
            asked += secrecy._VIEWERS
            BY_NAME[AN_ACTION].check(Step(game.rules, before, action, after, "8"))
    assert len(compared) > 0.95 * asked
    assert sum(compared) > 0.9 * asked
