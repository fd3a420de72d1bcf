"""Laws of `discard.displayed`: the cards displayed before each seat, followed action by action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from types import FunctionType
from typing import Any, Final

import attrs

import rummy500 as r5
from rummy500 import DECK, Action, State, apply, cards_of, cards_text, observe, parse_action, parse_position, why_not
from rummy500.hooks import EMPTY_BAG, JOKER, Bag, PublicState, Rules, View, minus, piece_card, replace
from rummy500_displayed_discards import Displayed, displayed
from rummy500_testing import Fault, Game, Law, law
from rummy500_testing.altering import alter

#: The plugin whose laws these are.
PLUGIN: Final = "displayed-discards"
#: pytest asks the laws under these rules, on every preset.
RULES: Final[dict[str, dict[str, object]]] = {
    "seats 2": {"seats": 2},
    "seats 5": {"seats": 5},
}
#: Plugins that answer the same questions, and that these laws take into account.
BESIDE: Final = frozenset(
    (
        "add-opponents-hand",
        "boathouse",
        "dealers-gambit",
        "floating",
        "michigan",
        "oklahoma",
        "partnership",
        "persian",
        "throw-down",
    )
)
#: A call for the last discard alone, also a claim of it: what it takes is laid off at once, and no turn begins.
_LAID_OFF: Final = "last-discard"
_CLAIM: Final = "claim"


@attrs.define
class _Lying:
    """Tracks the displayed cards of each seat: a list of cards, `None` while earlier actions are unknown."""

    seats: list[Counter[int] | None]

    def after(self, rules: Rules, before: State, action: Action, after: State) -> None:
        """Record one more action."""
        seat = before.public.to_act if action.seat == DECK else action.seat
        if action.verb in ("draw", "reshuffle"):
            if after.hands[seat] != before.hands[seat]:  # a draw may wait for a reshuffle
                self.seats[seat] = Counter()
            return
        call = action.verb == "call"
        if call and (rules.turn.call == _LAID_OFF or before.public.phase == _CLAIM):
            return
        if action.verb == "take" or call:
            gone = Counter(cards_of(after.public.gone)) - Counter(cards_of(before.public.gone))
            self.seats[seat] = Counter(before.public.pile) - Counter(after.public.pile) - gone
        lying = self.seats[seat]
        if lying is not None:
            left = _leaves(action) or _gone(before.hands[seat], after.hands[seat])  # a move of a plugin may name none
            lying.subtract(card for card in left if lying[card] > 0)
            self.seats[seat] = +lying

    def fault(self, rules: Rules, state: State) -> Fault | None:
        """Find a card that a view without memory wrongly shows or wrongly hides."""
        others = [None, (state.public.to_act + 1) % rules.seats]
        for watching in others:
            view = observe(rules, state, watching, memory="none")
            for seat, lying in enumerate(self.seats):
                if lying is None or seat == watching:
                    continue
                shown = Counter(cards_of(view.public.known[seat]))
                if shown != lying:
                    return Fault(
                        f"before seat {seat} should lie {_text(lying)}, and {_text(shown)} is shown", state=state
                    )
        return None


def _leaves(action: Action) -> list[int]:
    """List the cards that an action moves to the table or the pile; of two equal cards the taken one goes first."""
    played = [piece_card(piece) for piece in action.pieces if piece_card(piece) <= JOKER]
    return [*played, action.card] if action.verb == "discard" else played


def _gone(before: Bag, after: Bag) -> list[int]:
    """List the cards that a hand has lost."""
    return list((Counter(cards_of(before)) - Counter(cards_of(after))).elements())


def _text(cards: Counter[int]) -> str:
    return cards_text(sorted(cards.elements())) or "nothing"


def _followed(rules: Rules, lying: _Lying, actions: Sequence[Action], states: Sequence[State]) -> Fault | None:
    fault = lying.fault(rules, states[0])
    for before, action, after in zip(states, actions, states[1:], strict=False):
        lying.after(rules, before, action, after)
        fault = fault or lying.fault(rules, after)
    return fault


@law(rests_on=("flow",), beside=BESIDE)
def taken_cards_lie_open(game: Game) -> Fault | None:
    """A view without memory shows, of each hand, the cards that its player took in the last turn and still has, and
    nothing else.

    Rule `discard.displayed`. A hand that begins in a position that is made up is followed from each seat's next turn
    on. A call that lays the last discard off leaves nothing to display, and does not begin a turn. Of two equal cards
    the one that was taken last is the first to go.
    """
    start = [Counter[int]() if game.from_deal else None for _ in range(game.rules.seats)]
    return _followed(game.rules, _Lying(start), game.actions, game.states)


@law(beside=BESIDE)
def memory_shows_all_known_cards(game: Game) -> Fault | None:
    """A view with memory shows all cards that everyone saw go into a hand.

    Rule `discard.displayed`.
    """
    for state in game.states[:: max(1, len(game.states) // 8)]:
        view = observe(game.rules, state, None)
        if view.public.known != state.public.known:
            return Fault("a view with memory does not show what everyone has seen", state=state)
    return None


_TAKE: Final = "take 4d with {4d 4h 4c}"
#: What seat 1 does in one turn, and how it begins the next; the others draw and discard in between.
_TRIED: Final = (
    (_TAKE, "discard 8s", "draw"),
    (_TAKE, "discard 9s", "draw"),
    (_TAKE, "discard Kh", "take Kc"),
    (_TAKE, "lay Kh on m2", "discard 2s", "draw"),
    ("take Kh", "discard 8s", "draw"),
    ("take Kh with Kh on m2", "discard 8s", "draw"),
    ("draw", "discard 8s", "draw"),
)
_MINE: Final = "4h 4c 8s 2s"
_OTHERS: Final = ("2d Qd 2h", "Jd 3c 9d", "8d 6s", "Ts 7s", "Ad 5s", "6d 3d", "5d 7d")


@law(rests_on=("play",), beside=BESIDE)
def generated_takes_are_displayed(rules: Rules) -> Fault | None:
    """The cards that a take leaves in the hand lie open until their player draws, takes or calls again; cards played or
    discarded do not.

    Rule `discard.displayed`. If the rules in force refuse an action, the law does not judge what would follow. With
    two packs the hand also has a card equal to a taken one: the taken one is played first.
    """
    for mine in (_MINE, f"{_MINE} 9s") if rules.deal.packs > 1 else (_MINE,):
        hands = [_OTHERS[0], mine, *_OTHERS[1 : rules.seats - 1]]
        text = (
            f'to_act = 1\nhands = {hands}\nstock = "Td 5c 7c 8c 9c Tc Jc Qc 6c"\npile = "2c 4d 9s Kh"\nlast = 0\n'
            'melds = ["1 [6h 7h 8h 9h Th Jh Qh]", "1 {Ks Kd Kc}"]'
        )
        state = parse_position(text, rules=rules).state
        for turn in _TRIED:
            fault = _played(rules, state, turn)
            if fault is not None:
                return fault
    return None


def _played(rules: Rules, state: State, turn: Sequence[str]) -> Fault | None:
    around = [seat % rules.seats for seat in range(2, rules.seats + 1)]
    first = [_OTHERS[max(seat - 1, 0)].split()[0] for seat in around]
    between = [
        f"{seat}: {what}" for seat, card in zip(around, first, strict=True) for what in ("draw", f"discard {card}")
    ]
    lying = _Lying([Counter() for _ in range(rules.seats)])
    for text in (*(f"1: {each}" for each in turn[:-1]), *between, f"1: {turn[-1]}"):
        action = parse_action(text, state, rules=rules)
        if why_not(rules, state, action) is not None:
            return None
        before, state = state, apply(rules, state, action)
        lying.after(rules, before, action, state)
        fault = lying.fault(rules, state)
        if fault is not None:
            return fault
    return None


# ---------------------------------------------------------------- faults

_Open = Callable[[PublicState, Displayed], tuple[Bag, ...]]


def _rules() -> Rules:
    return r5.compose("pagat", [PLUGIN], seats=3)


def _showing(open_cards: _Open) -> Rules:
    """Plant a fault: other cards lie open."""
    ((name, memory),) = _rules().memory.hand_memory
    return alter(_rules(), hand_memory=((name, attrs.evolve(memory, open_cards=open_cards)),))


#: Other cards that lie open: none; all that are known; those of this turn; all but the first.
_OPEN: Final[tuple[_Open, ...]] = (
    lambda public, _: (EMPTY_BAG,) * public.seats,
    lambda public, _: public.known,
    lambda public, record: tuple(
        cards if seat == public.to_act else EMPTY_BAG for seat, cards in enumerate(displayed(public, record))
    ),
    lambda public, record: tuple(
        minus(cards, Bag(cards & -cards)) if cards else EMPTY_BAG for cards in displayed(public, record)
    ),
)


def _forgetful(rules: Rules, state: State, seat: int | None) -> View:
    view = observe(rules, state, seat)
    return replace(view, public=replace(view.public, known=(EMPTY_BAG,) * rules.seats))


#: The function of the law that looks at views, which forget.
_FORGETTING: Final = FunctionType(memory_shows_all_known_cards.function.__code__, {**globals(), "observe": _forgetful})
#: Each fault breaks its law: rules, in which hands are played, or a step or a game.
FAULTS: Final[tuple[tuple[Law[Any], Callable[[], object]], ...]] = (
    *((taken_cards_lie_open, partial(_showing, cards)) for cards in _OPEN),
    *((generated_takes_are_displayed, partial(_showing, cards)) for cards in _OPEN),
    (attrs.evolve(memory_shows_all_known_cards, function=_FORGETTING), _rules),
)
