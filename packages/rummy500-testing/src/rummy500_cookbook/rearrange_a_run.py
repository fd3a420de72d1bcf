"""You may move the end card of a run on the table to another run that is at least as long."""

from collections.abc import Iterable
from typing import Final

from rummy500.hooks import (
    Action,
    Move,
    PluginInfo,
    Reason,
    Refusal,
    RuleEntry,
    Rules,
    View,
    change_meld,
    hookimpl,
    judged_move,
)

RULE = "rearrange-a-run.change"
NO_END_CARD: Final = Reason(RULE, "end-card", "Name an end card of a run, that run, and another as long or longer.")
PLAYED_NOW: Final = Reason(RULE, "played-now", "A card that was played in this turn stays where it is.")


def candidates(rules: Rules, view: View) -> Iterable[Action]:
    """List `shift 9h on m2 from m1` for each end card and each other run of its suit."""
    table = view.public.table
    for on, meld in enumerate(table):
        for to, other in enumerate(table):
            if to != on and meld.is_run and other.is_run and meld.line == other.line:
                for piece in (meld.pieces[0], meld.pieces[-1]):
                    extra = ("from", f"m{on + 1}")
                    yield Action(view.seat, "shift", use="lay", pieces=(piece,), on=to, extra=extra)


def shift(rules: Rules, view: View, action: Action) -> View | Refusal:
    """Move the card. Runs only grow unequal by it, so that no turn goes on for ever."""
    table, to = view.public.table, action.on
    names: dict[tuple[str, ...], int] = {("from", f"m{number}"): number - 1 for number in range(1, len(table) + 1)}
    on = names.get(action.extra, to)
    runs = on != to and to < len(table) and table[on].is_run and table[to].is_run
    if not runs or len(table[to].pieces) < len(table[on].pieces) or action.pieces[0] not in table[on].pieces:
        return NO_END_CARD()
    if any(action.pieces[0] in play.pieces for play in view.public.turn.plays):
        return PLAYED_NOW()
    cards, others = (list(zip(meld.pieces, meld.by, strict=True)) for meld in (table[on], table[to]))
    moved = cards.pop(table[on].pieces.index(action.pieces[0]))
    after = change_meld(rules, view, on, cards)
    return after if isinstance(after, Refusal) else change_meld(rules, after, to, [*others, moved])


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("rearrange-a-run", "the end card of a run may be moved to another run")


@hookimpl
def moves() -> tuple[Move, ...]:
    fields, said = ("use", "pieces", "on", "extra"), "move[s] {cards} to {owner:seat}'s {meld:cards}"
    return (judged_move("shift", shift, candidates, fields=fields, label="Move a card to another run", said=said),)


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = (
        "After your draw you may move an end card of a run to another run that is at least as long. It counts for "
        "the player who played it, and a card that was played in this turn stays where it is."
    )
    return (RuleEntry(RULE, "Melds", about, ("house",)),)
