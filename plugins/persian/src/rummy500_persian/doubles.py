"""Groups of four that were laid down whole: remembered, and counted twice (`persian.double`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from rummy500.hooks import Action, HandMemory, Meld, PublicState, Rules, ScoreLine, State, hookimpl, pieces_text, recall

#: The cards of a group that counts double.
_WHOLE: Final = 4


@attrs.frozen
class Whole:
    """What is remembered of a hand.

    Attributes:
        whole: the numbers, from 1, of the groups of exactly four that were laid down all at once.
    """

    whole: tuple[int, ...] = ()


@hookimpl
def memory() -> HandMemory:
    """Which groups were laid down whole."""
    return HandMemory(Whole(), _after)


def double_lines(rules: Rules, state: State) -> Iterator[ScoreLine]:
    """The value of each such group once more, for whoever laid it down."""
    for number in laid_whole(rules, state):
        meld = state.public.table[number - 1]
        yield ScoreLine(
            meld.owner,
            sum(rules.scoring.points.meld(meld)),
            "persian.double",
            f"four at once, m{number} counts double",
            pieces_text(meld.pieces),
        )


def laid_whole(rules: Rules, state: State) -> tuple[int, ...]:
    """The numbers of the groups that were laid down whole, this turn's plays counted."""
    known = {*recall(rules, state, Whole).whole, *_whole_plays(state.public)}
    return tuple(number for number, meld in enumerate(state.public.table, 1) if number in known and _is_four(meld))


def _whole_plays(public: PublicState) -> Iterator[int]:
    """The groups among this turn's plays that lie on the table as they were laid down."""
    fours = [(play.seat, play.pieces) for play in public.turn.plays if play.on < 0 and len(play.pieces) == _WHOLE]
    if fours:
        for number, meld in enumerate(public.table, 1):
            if (meld.owner, meld.pieces) in fours and meld.low < 0:
                yield number


def _after(rules: Rules, before: State, _action: Action, after: State) -> Whole:
    """A group of four that an action puts on the table was laid down whole: a lay-off makes no meld of its own."""
    record = recall(rules, before, Whole)
    there = len(before.public.table)
    if len(after.public.table) == there and not before.public.turn.plays:
        return record
    new = (number for number, meld in enumerate(after.public.table[there:], there + 1) if _is_four(meld))
    whole = tuple(sorted({*record.whole, *_whole_plays(before.public), *new}))
    return record if whole == record.whole else Whole(whole)


def _is_four(meld: Meld) -> bool:
    return meld.low < 0 and len(meld.pieces) == _WHOLE
