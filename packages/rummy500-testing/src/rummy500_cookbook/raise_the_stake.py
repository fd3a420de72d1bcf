"""Before the first turn players raise the stake until all others stay; going out wins it from each."""

from collections.abc import Iterable
from typing import Final

import attrs

from rummy500.hooks import (
    Action,
    Deal,
    HandMemory,
    LineKind,
    Move,
    Note,
    PluginInfo,
    PublicState,
    Reason,
    Refusal,
    Round,
    RuleEntry,
    Rules,
    ScoreLine,
    State,
    StateOrView,
    View,
    hookimpl,
    mark_acted,
    recall,
    remember,
)

RULE, PHASE = "raise-the-stake.stake", "stake"
STEP, MOST = 10, 50
ENOUGH: Final = Reason(RULE, "enough", "The stake is {points} points already, and the most.")
WON: Final = LineKind(RULE, "won", "won the stake")
LOST: Final = LineKind(RULE, "lost", "lost the stake")


@attrs.frozen
class Stake:
    """The stake, and the seats that have raised it or stay with it as it is now."""

    points: int = STEP
    content: tuple[int, ...] = ()


def asks(rules: Rules, state: State) -> Iterable[int]:
    """Ask all who have not yet said that they stay with the stake as it is now."""
    content = recall(rules, state, Stake).content
    return [seat for seat in range(rules.seats) if seat not in content]


def words(rules: Rules, view: View) -> Iterable[Action]:
    return [Action(view.seat, "stake", extra=(word,)) for word in ("stay", "raise")]


def check(rules: Rules, view: View, action: Action) -> Refusal | None:
    if action.extra == ("raise",) and recall(rules, view, Stake).points >= MOST:
        return ENOUGH(points=MOST)
    return None


def effect(rules: Rules, state: State, action: Action) -> State:
    stake, seat = recall(rules, state, Stake), action.seat
    raised = action.extra == ("raise",)
    new = Stake(stake.points + STEP, (seat,)) if raised else Stake(stake.points, (*stake.content, seat))
    return mark_acted(rules, remember(rules, state, new), seat)


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("raise-the-stake", "before the first turn players may raise the stake of the hand")


@hookimpl
def memory() -> HandMemory:
    def notes(rules: Rules, public: PublicState, stake: Stake) -> Iterable[Note]:
        return [Note("stake", str(stake.points))]

    return HandMemory(Stake, notes=notes)


@hookimpl
def dealing() -> Deal:
    return Deal((Round(PHASE, asks=asks, again=True),))


@hookimpl
def moves() -> tuple[Move, ...]:
    said = "choose[s] to {words}"
    return (Move("stake", candidates=words, check=check, effect=effect, phases=(PHASE,), fields=("extra",), said=said),)


@hookimpl
def score_lines() -> object:
    def lines(rules: Rules, sight: StateOrView) -> Iterable[ScoreLine]:
        points, out = recall(rules, sight, Stake).points // rules.scoring.unit, sight.public.out
        if sight.public.ended and out >= 0:
            for seat in range(rules.seats):
                yield WON(seat, points * (rules.seats - 1)) if seat == out else LOST(seat, -points)

    return lines


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = (
        f"The stake is {STEP} points. Before the first turn, from the dealer's left, each player stays or raises it by "
        f"{STEP}, to {MOST} at most, until all others stay. Going out wins it from each of them."
    )
    return (RuleEntry(RULE, "The deal", about, ("house",)),)
