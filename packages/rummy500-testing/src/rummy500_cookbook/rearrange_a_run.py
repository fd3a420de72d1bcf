"""You may rearrange runs on the table: move an end card to another run, split a run, join two."""

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
    hookimpl,
    join_melds,
    judged_move,
    move_card,
    split_meld,
)

RULE = "rearrange-a-run.change"
NO_END_CARD: Final = Reason(RULE, "end-card", "Name one end card, and the run that it comes from.")
NO_FIRST_CARD: Final = Reason(RULE, "first-card", "Name the first card of the second part.")
NO_OTHER_RUN: Final = Reason(RULE, "other-run", "Name a run that the last run of the table joins.")
FIELDS = ("use", "pieces", "on", "extra")


def named(view: View, words: tuple[str, ...], before: str) -> int:
    """The place of the meld that is named after a word, -1 for none."""
    names = [f"m{number}" for number in range(1, len(view.public.table) + 1)]
    return names.index(words[1]) if len(words) == 2 and words[0] == before and words[1] in names else -1


def ends(rules: Rules, view: View) -> Iterable[Action]:
    """List `shift 9h on m2 from m1` for each end card and each other run of its suit."""
    table = view.public.table
    for on, meld in enumerate(table):
        for to, other in enumerate(table):
            if to != on and meld.is_run and other.is_run and meld.line == other.line:
                for piece in (meld.pieces[0], meld.pieces[-1]):
                    extra = ("from", f"m{on + 1}")
                    yield Action(view.seat, "shift", use="lay", pieces=(piece,), on=to, extra=extra)


def shift(rules: Rules, view: View, action: Action) -> View | Refusal:
    on = named(view, action.extra, "from")
    if len(action.pieces) != 1 or not view.public.table[on:] or not view.public.table[on].is_run:
        return NO_END_CARD()
    return move_card(rules, view, view.seat, action.pieces[0], on, action.on)


def cuts(rules: Rules, view: View) -> Iterable[Action]:
    """List `split 6h on m1` for each card of a long run that can begin its second part."""
    for on, meld in enumerate(view.public.table):
        for piece in meld.pieces[3:-2] if meld.is_run else ():
            yield Action(view.seat, "split", use="lay", pieces=(piece,), on=on)


def split(rules: Rules, view: View, action: Action) -> View | Refusal:
    if len(action.pieces) != 1:
        return NO_FIRST_CARD()
    return split_meld(rules, view, view.seat, action.pieces[0], action.on)


def pairs(rules: Rules, view: View) -> Iterable[Action]:
    """List `join to m1` for each run of the suit of the last meld."""
    table = view.public.table
    for to, meld in enumerate(table[:-1]):
        if meld.is_run and table[-1].is_run and meld.line == table[-1].line:
            yield Action(view.seat, "join", extra=("to", f"m{to + 1}"))


def join(rules: Rules, view: View, action: Action) -> View | Refusal:
    table, to = view.public.table, named(view, action.extra, "to")
    if to < 0 or not table[-1].is_run or not table[to].is_run:
        return NO_OTHER_RUN()
    return join_melds(rules, view, view.seat, len(table) - 1, to)


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("rearrange-a-run", "runs on the table may be rearranged")


@hookimpl
def moves() -> tuple[Move, ...]:
    return (
        judged_move("shift", shift, ends, fields=FIELDS, label="Move a card to another run"),
        judged_move("split", split, cuts, fields=FIELDS[:3], label="Split a run"),
        judged_move("join", join, pairs, fields=("extra",), label="Join the last run to another"),
    )


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = (
        "After your draw you may move an end card of a run to another run, split a run, or join the last run of the "
        "table to another. Each card counts for whoever played it, and a card that came to a run stays there that turn."
    )
    return (RuleEntry(RULE, "Melds", about, ("house",)),)
