"""Plugins for tests: single hooks, and `Bets`, which has its own moves and memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any, Final

import attrs
import pytest
from benchmarks.hooks import PASS_THROUGH

import rummy500 as r5
from rummy500.engine.facts import ViewFacts
from rummy500.hooks import (
    CORE_MOVES,
    DRAW_PHASE,
    PLAY_PHASE,
    Deal,
    Duty,
    Effect,
    HandMemory,
    MatchMemory,
    Move,
    Option,
    PluginInfo,
    Reason,
    Round,
    RuleEntry,
    Takes,
    Tally,
    Use,
    end_turn,
    hookimpl,
    mark_acted,
    piece_card,
    play_after,
    recall,
    remember,
    replace,
)
from rummy500.hooks.specs import SPECS


def plugin(name: str = "sample", info: PluginInfo | None = None, /, **hooks: Callable[..., Any]) -> SimpleNamespace:
    """Make a plugin of some hooks."""
    own = info or described(name)
    marked = {hook: hookimpl(function) for hook, function in hooks.items()}
    return SimpleNamespace(plugin_info=hookimpl(lambda: own), **marked)


def described(name: str = "sample", /, **fields: Any) -> PluginInfo:
    return PluginInfo(name, "a plugin of the tests", **fields)


#: Options of a plugin `sample`.
ON = Option("sample.on", "sample.rule", "whether it is on", flag=True)
LEVEL = Option("sample.level", "sample.rule", "how much", {"much": "as much as there is"}, least=1, most=3, default=1)


def refusal(
    *plugins: object, preset: str = "classic", options: Mapping[str, object] | None = None, seats: int = 2
) -> str:
    with pytest.raises(r5.ComposeError) as raised:
        r5.compose(preset, plugins, options, seats=seats)
    message = str(raised.value)
    assert message.count("\n") == 0
    return message


def composing(*plugins: object, preset: str = "classic", options: Any = None, seats: int = 2) -> Callable[[], object]:
    """Make a situation for a catalogue of errors: composing with some plugins."""
    return lambda: r5.compose(preset, plugins, options, seats=seats)


def answering(value: object) -> Callable[[], object]:
    """Make a hook that answers a value."""
    return lambda: value


def forbidding(**deeds: object) -> Callable[[], dict[str, object]]:
    """Make a hook `may` of the functions that forbid deeds."""
    return lambda: deeds


def dealing(*steps: Round, **fields: Any) -> Callable[[], Deal]:
    """Make a hook `dealing` of steps and functions."""
    return lambda: Deal(steps, **fields)


def taking(**functions: Any) -> Callable[[Takes], Takes]:
    """Make a hook `takes` that replaces functions."""
    return lambda rule: attrs.evolve(rule, **functions)


def ends() -> Move:
    """Make a move `end`, which ends the turn without a discard."""

    return saying("end", lambda rules, state, action: end_turn(rules, state), ends="turn")


def saying(verb: str, effect: Effect, phase: str = PLAY_PHASE, **fields: Any) -> Move:
    """Make a move of a word alone, which is always legal for the seat on turn in its phase."""

    return Move(verb, effect=effect, phases=(phase,), **fields)


BIDS = ("low", "high")


@attrs.frozen
class Bet:
    """The memory of `Bets` for a hand; the bid is hidden from others than the bidder."""

    bidder: int = -1
    bid: str = ""
    loud: bool = False
    knocks: tuple[int, ...] = ()
    said: tuple[str, ...] = ()


@attrs.frozen
class Streak:
    """The memory of `Bets` for a match: in how many hands each seat has gone out."""

    outs: tuple[int, ...] = ()


_DISCARD = next(move for move in CORE_MOVES if move.verb == "discard")


def generate_bid(rules: r5.Rules, view: r5.View) -> Iterable[r5.Action]:
    return [r5.Action(view.seat, "bid", extra=(word,)) for word in BIDS]


def check_bid(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.Refusal | None:
    if len(action.extra) == 1 and action.extra[0] in BIDS:
        return None
    return Reason("bets.bid", "word", "You bid low or high.")()


def apply_bid(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
    bet = attrs.evolve(recall(rules, state, Bet), bidder=action.seat, bid=action.extra[0])
    return mark_acted(rules, remember(rules, state, bet), action.seat)


def generate_loud(rules: r5.Rules, view: r5.View) -> Iterable[r5.Action]:
    return [replace(action, extra=("loudly",)) for action in _DISCARD.generate(ViewFacts(rules, view), plain=False)]


def check_loud(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.Refusal | None:
    if action.extra != ("loudly",):
        return Reason("bets.loud", "words", "Nothing is said after loudly.")()
    return _DISCARD.check(rules, view, replace(action, extra=()))


def apply_loud(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
    after = _DISCARD.effect(rules, state, replace(action, extra=()))
    bet = recall(rules, after, Bet)
    return remember(rules, after, attrs.evolve(bet, loud=True, said=(*bet.said, "loudly")))


def check_knock(rules: r5.Rules, view: r5.View, action: r5.Action) -> r5.Refusal | None:
    if view.seat == view.public.to_act or view.seat in recall(rules, view, Bet).knocks:
        return Reason("bets.knock", "quiet", "You have nothing to knock for.")()
    return None


def apply_knock(rules: r5.Rules, state: r5.State, action: r5.Action) -> r5.State:
    bet = recall(rules, state, Bet)
    return remember(rules, state, attrs.evolve(bet, knocks=tuple(sorted((*bet.knocks, action.seat)))))


def after_any(rules: r5.Rules, before: r5.State, action: r5.Action, after: r5.State) -> Bet:
    bet = recall(rules, after, Bet)
    if action.verb == "discard" and not action.extra:
        bet = attrs.evolve(bet, loud=False)
    return attrs.evolve(bet, knocks=()) if after.public.phase != DRAW_PHASE else bet


def find_slipped(rules: r5.Rules, view: r5.View, card: int) -> Iterator[tuple[tuple[int, ...], int]]:
    for on in range(len(view.public.table) if card < 52 else 0):
        if isinstance(play_slipped(rules, view, (card * 65,), on), r5.View):
            yield (card * 65,), on


def play_slipped(rules: r5.Rules, view: r5.View, pieces: tuple[int, ...], on: int) -> r5.View | r5.Refusal:
    if len(pieces) != 1 or piece_card(pieces[0]) >= 52:
        return Reason("bets.slip", "one", "You slip one natural card under a meld.")()
    return play_after(rules, view, "lay", pieces, on)


def bid_of_its_bidder(rules: r5.Rules, bet: Bet, seat: int) -> Bet:
    return bet if seat == bet.bidder else attrs.evolve(bet, bid="")


class Bets:
    """A plugin with a bid before the first draw, loud discards, slipped takes and knocking."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("bets", "a bid, loud discards, slips and knocks")

    @hookimpl
    def entries(self) -> tuple[RuleEntry, ...]:
        words = ("bid", "loud", "knock", "slip")
        return tuple(RuleEntry(f"bets.{word}", "A turn", f"One may {word}.", ("house",)) for word in words)

    @hookimpl
    def dealing(self) -> Deal:
        return Deal((Round("bid", "left"),))

    @hookimpl
    def moves(self) -> tuple[Move, ...]:
        return (
            Move("bid", candidates=generate_bid, check=check_bid, effect=apply_bid, phases=("bid",), fields=("extra",)),
            Move(
                "discard",
                candidates=generate_loud,
                check=check_loud,
                effect=apply_loud,
                fields=("card", "extra"),
                suffix="loudly",
            ),
            Move("knock", check=check_knock, effect=apply_knock, phases=(DRAW_PHASE,), whose="others"),
        )

    @hookimpl
    def uses(self) -> tuple[Use, ...]:
        return (Use("slip", find_slipped, play_slipped),)

    @hookimpl
    def memory(self) -> tuple[HandMemory, MatchMemory]:
        def after(rules: r5.Rules, streak: Streak, tally: Tally) -> Streak:
            out = tally.hand.public.out
            return Streak(tuple(outs + (seat == out) for seat, outs in enumerate(streak.outs)))

        of_match = MatchMemory(lambda scores: Streak((0,) * len(scores)), after)
        return HandMemory(Bet, after=after_any, seen=bid_of_its_bidder), of_match


#: The object that the entry point of the installed plugin names.
BETS = Bets()


# ---------------------------------------------------------------- handing on


def around(rule: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a rule in another one with the same answers."""
    return lambda *every: rule(*every)  # noqa: PLW0108 - a function of its own


def taking_around(rule: Takes) -> Takes:
    """Wrap both functions of the rule so far."""
    return Takes(around(rule.collects), around(rule.must_use))


#: An answer that changes nothing, for each hook that can have one: each function of the core in one that hands on.
HANDED_ON: Final[Mapping[str, Callable[..., Any]]] = {
    **PASS_THROUGH,
    **{hook: around for hook, spec in SPECS.items() if spec.merge == "wrapped"},
    "takes": taking_around,
    "effects": lambda: {move.verb: around for move in CORE_MOVES},
    "may.end": forbidding(end=Duty(lambda rules, view: None)),
    "may.refusal": forbidding(refusal=lambda rules, view, action, refusal: refusal),
    "dealing": dealing(sizes=lambda rules, match, sizes: sizes),
}


def handing_on(case: str) -> SimpleNamespace:
    """Make a plugin that changes nothing, with a hook of `HANDED_ON`."""
    return plugin("pass-through", **{case.partition(".")[0]: HANDED_ON[case]})
