"""Before the first turn each player secretly bids 0 to 3; going out pays 5 points times your bid."""

from collections.abc import Iterable
from typing import Final

import attrs

from rummy500.hooks import (
    Action,
    Deal,
    HandMemory,
    LineKind,
    Move,
    PluginInfo,
    RandomBits,
    Reason,
    Refusal,
    Round,
    RuleEntry,
    Rules,
    ScoreLine,
    ScoreLines,
    Secret,
    State,
    StateOrView,
    Unsettled,
    View,
    hookimpl,
    mark_acted,
    recall,
    remember,
    replace,
)

HIDDEN = -1


@attrs.frozen
class Bids:
    """The bid of each seat; -1 for one that has not bid, or whose bid is hidden."""

    bids: tuple[int, ...] = ()


def choices(rules: Rules, view: View) -> Iterable[Action]:
    return [Action(view.seat, "bid", extra=(number,)) for number in "0123"]


NUMBER: Final = Reason("sealed-bids.bid", "number", "Bid a number from 0 to 3.")


def check(rules: Rules, view: View, action: Action) -> Refusal | None:
    return None if action.extra in (("0",), ("1",), ("2",), ("3",)) else NUMBER()


def effect(rules: Rules, state: State, action: Action) -> State:
    bids = list(recall(rules, state, Bids).bids)
    bids[action.seat] = int(action.extra[0])
    return mark_acted(rules, remember(rules, state, Bids(tuple(bids))), action.seat)


def redact(rules: Rules, action: Action, seat: int) -> Action:
    return replace(action, extra=())


def seen(rules: Rules, record: Bids, seat: int) -> Bids:
    return Bids(tuple(bid if whose == seat else HIDDEN for whose, bid in enumerate(record.bids)))


def sample(rules: Rules, state: State, seat: int, cards: bytes, random_source: RandomBits) -> Bids:
    """Guess the bids of the others."""
    own, waiting = recall(rules, state, Bids).bids, state.public.turn.pending
    guessed = [HIDDEN if whose in waiting else random_source.getrandbits(2) for whose in range(rules.seats)]
    return Bids(tuple(bid if whose == seat else guessed[whose] for whose, bid in enumerate(own)))


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("sealed-bids", "each player bids in secret what going out is worth")


@hookimpl
def dealing() -> Deal:
    return Deal((Round("bid"),))


@hookimpl
def memory() -> HandMemory:
    return HandMemory(Bids, start=lambda rules, match: Bids((HIDDEN,) * rules.seats), seen=seen, sample=sample)


@hookimpl
def moves() -> tuple[Move, ...]:
    def worth(rules: Rules, view: View, action: Action) -> float:
        return float(action.extra[0])  # a high bid costs nothing

    return (
        Move(
            "bid",
            candidates=choices,
            check=check,
            effect=effect,
            phases=("bid",),
            whose="pending",
            fields=("extra",),
            secret=Secret(redact=redact),
            worth=worth,
        ),
    )


BID: Final = LineKind("sealed-bids.bid", "bid", "went out, and had bid {bid:number}")


@hookimpl
def score_lines() -> ScoreLines:
    def bonus(rules: Rules, sight: StateOrView) -> Iterable[ScoreLine | Unsettled]:
        out = sight.public.out
        bid = recall(rules, sight, Bids).bids[out] if out >= 0 else 0
        if bid == HIDDEN:
            yield Unsettled(out)
        elif bid:
            yield BID(out, 5 * bid // rules.scoring.unit, bid=bid)

    return bonus


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "Before the first turn each player secretly bids 0 to 3; going out pays 5 points times your bid."
    return (RuleEntry("sealed-bids.bid", "Scoring", about, ("house",), replaces=("score.no-bonus",)),)
