"""Plugins of these tests: made of single hooks, and `Bets`, which has moves and a memory of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

import rummy500 as r5
from rummy500.hooks import (
    CORE_MOVES,
    DRAW_PHASE,
    PLAY_PHASE,
    Action,
    HandMemory,
    MatchMemory,
    Move,
    Opening,
    Option,
    PluginInfo,
    Refusal,
    RuleEntry,
    Rules,
    State,
    Tally,
    Use,
    View,
    ViewFacts,
    add,
    card_text,
    cards_of,
    count,
    hookimpl,
    next_turn,
    piece_card,
    play_after,
    recall,
    refuse,
    refuse_stranding,
    remember,
    remove,
    replace,
    wrong_phase,
)
from rummy500.state import size_change


def plugin(name: str = "sample", info: PluginInfo | None = None, /, **hooks: Callable[..., Any]) -> SimpleNamespace:
    """A plugin of these hooks."""
    own = info or PluginInfo(name, "a plugin of the tests")
    marked = {hook: hookimpl(function) for hook, function in hooks.items()}
    return SimpleNamespace(plugin_info=hookimpl(lambda: own), **marked)


#: Options of a plugin `sample`.
ON = Option("sample.on", "sample.rule", "whether it is on", flag=True)
LEVEL = Option("sample.level", "sample.rule", "how much", {"much": "as much as there is"}, least=1, most=3, default=1)


def refusal(
    *plugins: object, preset: str = "classic", options: Mapping[str, object] | None = None, seats: int = 2
) -> str:
    """The error that composing with these plugins raises."""
    with pytest.raises(r5.ComposeError) as raised:
        r5.compose(preset, plugins, options, seats=seats)
    message = str(raised.value)
    assert message.count("\n") == 0
    return message


def answering(value: object) -> Callable[[], object]:
    """A hook that answers a value."""
    return lambda: value


def ends() -> Move:
    """A move `end`, which ends the turn without a discard."""

    def generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
        view = facts.view
        return (Action(view.seat, "end"),)

    def check(rules: Rules, view: View, action: Action) -> Refusal | None:
        return None

    def effect(rules: Rules, state: State, action: Action) -> State:
        return next_turn(rules, state)

    return Move("end", (PLAY_PHASE,), "turn", generate, check, effect, wrong_phase)


# ------------------------------------------------- Bets: moves, a phase, a suffix, a use, memory

BIDS = ("low", "high")


@attrs.frozen
class Bet:
    """What `Bets` remembers of a hand.

    Attributes:
        bidder: who has bid.
        bid: what; hidden from the others.
        loud: the last discard was a loud one.
        buried: how many cards each seat has buried.
        knocks: who has knocked in this draw phase.
        said: every word that was called, in order.
    """

    bidder: int = -1
    bid: str = ""
    loud: bool = False
    buried: tuple[int, ...] = ()
    knocks: tuple[int, ...] = ()
    said: tuple[str, ...] = ()


@attrs.frozen
class Streak:
    """What it remembers of a match: how many hands each seat has gone out in."""

    outs: tuple[int, ...] = ()


_DISCARD = next(move for move in CORE_MOVES if move.verb == "discard")


def generate_bid(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """`bid low`, `bid high`."""
    view = facts.view
    return [Action(view.seat, "bid", extra=(word,)) for word in BIDS]


def check_bid(rules: Rules, view: View, action: Action) -> Refusal | None:
    """One of the two words."""
    if len(action.extra) == 1 and action.extra[0] in BIDS:
        return None
    return refuse("bets.bid", "word", "You bid low or high.")


def apply_bid(rules: Rules, state: State, action: Action) -> State:
    """The bid is remembered, and play begins."""
    bet = attrs.evolve(recall(rules, state, Bet), bidder=action.seat, bid=action.extra[0])
    return remember(rules, replace(state, public=replace(state.public, phase=DRAW_PHASE)), bet)


def buried(view: View, card: int) -> View:
    """What the seat sees once a card of its hand has left for good."""
    public, seat = view.public, view.seat
    known = tuple(remove(bag, card) if of == seat and count(bag, card) else bag for of, bag in enumerate(public.known))
    after = replace(public, gone=add(public.gone, card), sizes=public.sizes + size_change(seat, -1), known=known)
    return replace(view, public=after, hand=remove(view.hand, card))


def generate_bury(facts: ViewFacts, *, plain: bool) -> Iterator[Action]:
    """`bury 9h` for each card that may go."""
    rules, view = facts.rules, facts.view
    for card in dict.fromkeys(cards_of(view.hand)):
        action = Action(view.seat, "bury", card)
        if check_bury(rules, view, action) is None:
            yield action


def check_bury(rules: Rules, view: View, action: Action) -> Refusal | None:
    """The card is held, it is not the last one, and the turn can end without it."""
    if not 0 <= action.card <= 52 or not count(view.hand, action.card):
        return refuse("turn.cards", "not-held", "You do not have {card}.", card=card_text(action.card))
    if view.public.hand_size(view.seat) == 1:
        return refuse("bets.bury", "last", "You cannot bury your last card.")
    return refuse_stranding(rules, buried(view, action.card))


def apply_bury(rules: Rules, state: State, action: Action) -> State:
    """The card leaves the hand for good."""
    seat = action.seat
    after = buried(View(seat, state.public, state.hands[seat], state.drawn, state.slots), action.card)
    bet = recall(rules, state, Bet)
    counts = bet.buried or (0,) * rules.seats
    hands = (*state.hands[:seat], after.hand, *state.hands[seat + 1 :])
    counts = (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])
    return remember(rules, replace(state, public=after.public, hands=hands), attrs.evolve(bet, buried=counts))


def generate_loud(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """Every discard, `loudly`."""
    return [replace(action, extra=("loudly",)) for action in _DISCARD.generate(facts, plain=plain)]


def check_loud(rules: Rules, view: View, action: Action) -> Refusal | None:
    """A discard is loud or it is not."""
    if action.extra != ("loudly",):
        return refuse("bets.loud", "words", "Nothing is said after loudly.")
    return _DISCARD.check(rules, view, replace(action, extra=()))


def apply_loud(rules: Rules, state: State, action: Action) -> State:
    """A discard that everybody remembers until the next one."""
    after = _DISCARD.effect(rules, state, replace(action, extra=()))
    bet = recall(rules, after, Bet)
    return remember(rules, after, attrs.evolve(bet, loud=True, said=(*bet.said, "loudly")))


def generate_knock(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """Whoever is not on turn knocks, once."""
    rules, view = facts.rules, facts.view
    action = Action(view.seat, "knock")
    return (action,) if check_knock(rules, view, action) is None else ()


def check_knock(rules: Rules, view: View, action: Action) -> Refusal | None:
    """Not on turn, and not twice."""
    if view.seat == view.public.to_act or view.seat in recall(rules, view, Bet).knocks:
        return refuse("bets.knock", "quiet", "You have nothing to knock for.")
    return None


def apply_knock(rules: Rules, state: State, action: Action) -> State:
    """It is remembered while the phase lasts."""
    bet = recall(rules, state, Bet)
    return remember(rules, state, attrs.evolve(bet, knocks=tuple(sorted((*bet.knocks, action.seat)))))


def after_any(rules: Rules, before: State, action: Action, after: State) -> Bet:
    """A quiet discard ends the noise, a draw or take the knocking."""
    bet = recall(rules, after, Bet)
    if action.verb == "discard" and not action.extra:
        bet = attrs.evolve(bet, loud=False)
    return attrs.evolve(bet, knocks=()) if after.public.phase != DRAW_PHASE else bet


def find_slipped(rules: Rules, view: View, card: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every meld that a natural card taken can be slipped under: one that it could be laid off on alone."""
    for on in range(len(view.public.table) if card < 52 else 0):
        if isinstance(play_slipped(rules, view, (card * 65,), on), View):
            yield (card * 65,), on


def play_slipped(rules: Rules, view: View, pieces: tuple[int, ...], on: int) -> View | Refusal:
    """It is laid off, one natural card alone."""
    if len(pieces) != 1 or piece_card(pieces[0]) >= 52:
        return refuse("bets.slip", "one", "You slip one natural card under a meld.")
    return play_after(rules, view, "lay", pieces, on)


class Bets:
    """A bid before the first draw; cards that are buried; loud discards; takes that are slipped under; knocking."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        """Who it is."""
        return PluginInfo("bets", "a bid, burying, loud discards, slips and knocks")

    @hookimpl
    def entries(self) -> tuple[RuleEntry, ...]:
        """What its refusals name."""
        words = ("bid", "bury", "loud", "knock", "slip")
        return tuple(RuleEntry(f"bets.{word}", "A turn", f"One may {word}.", ("house",)) for word in words)

    @hookimpl
    def opening(self) -> Opening:
        """The bid comes first."""
        return Opening("bid")

    @hookimpl
    def moves(self) -> tuple[Move, ...]:
        """`bid low`, `bury 9h`, `discard 9h loudly`, `knock`."""
        return (
            Move("bid", ("bid",), "turn", generate_bid, check_bid, apply_bid, wrong_phase, ("extra",)),
            Move("bury", (PLAY_PHASE,), "turn", generate_bury, check_bury, apply_bury, wrong_phase, ("card",)),
            Move(
                "discard",
                (PLAY_PHASE,),
                "turn",
                generate_loud,
                check_loud,
                apply_loud,
                wrong_phase,
                ("card", "extra"),
                suffix="loudly",
            ),
            Move("knock", (DRAW_PHASE,), "others", generate_knock, check_knock, apply_knock, wrong_phase),
        )

    @hookimpl
    def uses(self) -> tuple[Use, ...]:
        """`take 9h with slip 9h on m1`."""
        return (Use("slip", find_slipped, play_slipped),)

    @hookimpl
    def memory(self) -> HandMemory:
        """The bet."""
        return HandMemory(Bet(), after_any)

    @hookimpl
    def match_memory(self) -> MatchMemory:
        """Who has gone out how often."""

        def after(rules: Rules, streak: Streak, tally: Tally) -> Streak:
            out = tally.hand.public.out
            return Streak(tuple(outs + (seat == out) for seat, outs in enumerate(streak.outs)))

        return MatchMemory(lambda scores: Streak((0,) * len(scores)), after)

    @hookimpl
    def visible(self, rule: Callable[[Rules, View], View]) -> Callable[[Rules, View], View]:
        """The bid is the bidder's own."""

        def hidden(rules: Rules, view: View) -> View:
            view = rule(rules, view)
            bet = recall(rules, view, Bet)
            return view if view.seat == bet.bidder else remember(rules, view, attrs.evolve(bet, bid=""))

        return hidden


#: As an installed plugin its entry point names this object.
BETS = Bets()
