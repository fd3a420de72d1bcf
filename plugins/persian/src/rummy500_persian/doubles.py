"""Groups of four that were laid down whole, which count twice (`persian.double`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from rummy500.hooks import (
    Action,
    HandMemory,
    LineKind,
    Meld,
    Note,
    PublicState,
    Rules,
    ScoreLine,
    State,
    StateOrView,
    Unsettled,
    meld_points_so_far,
    pieces_text,
    recall,
)

#: The cards of a group that counts double.
_WHOLE: Final = 4


@attrs.frozen
class Whole:
    """The memory of groups of four that were laid down whole.

    Attributes:
        whole: the numbers, from 1, of the groups of exactly four that were laid down in one action.
    """

    whole: tuple[int, ...] = ()


_WHOLE_LINE: Final = LineKind("persian.double", "whole", "four at once, {meld} counts double")


def double_lines(rules: Rules, sight: StateOrView, so_far: tuple[ScoreLine | Unsettled, ...]) -> Iterator[ScoreLine]:
    """Add what each group that was laid down whole counts so far once more, for the seat that laid it down."""
    for number in laid_whole(sight.public, recall(rules, sight, Whole)):
        meld = sight.public.table[number - 1]
        yield _WHOLE_LINE(
            meld.owner,
            meld_points_so_far(so_far, meld.owner, number - 1),
            pieces_text(meld.pieces),
            of_seat=meld.owner,
            meld=number - 1,
        )


def laid_whole(public: PublicState, record: Whole) -> tuple[int, ...]:
    """The numbers of the groups that were laid down whole, including plays of this turn."""
    known = {*record.whole, *_whole_plays(public)}
    return tuple(number for number, meld in enumerate(public.table, 1) if number in known and _is_four(meld))


def _notes(_rules: Rules, public: PublicState, record: Whole) -> Iterator[Note]:
    """Say which groups count double."""
    whole = laid_whole(public, record)
    if whole:
        yield Note("counts double", "{melds}", facts={"melds": " ".join(f"m{number}" for number in whole)})


def _whole_plays(public: PublicState) -> Iterator[int]:
    """The numbers of the groups of four among this turn's plays that no lay-off has changed."""
    fours = [(play.seat, play.pieces) for play in public.turn.plays if play.on < 0 and len(play.pieces) == _WHOLE]
    if fours:
        for number, meld in enumerate(public.table, 1):
            if (meld.owner, meld.pieces) in fours and meld.low < 0:
                yield number


def _after(rules: Rules, before: State, _action: Action, after: State) -> Whole:
    """Remember each new group of four: it was laid down whole, since a lay-off makes no new meld."""
    record = recall(rules, before, Whole)
    there = len(before.public.table)
    if len(after.public.table) == there and not before.public.turn.plays:
        return record
    new = (number for number, meld in enumerate(after.public.table[there:], there + 1) if _is_four(meld))
    whole = tuple(sorted({*record.whole, *_whole_plays(before.public), *new}))
    return record if whole == record.whole else Whole(whole)


def _is_four(meld: Meld) -> bool:
    return meld.low < 0 and len(meld.pieces) == _WHOLE


#: The memory of a hand: the groups that were laid down whole.
LAID_WHOLE: Final = HandMemory(Whole, after=_after, notes=_notes)
