"""The results of a match and of its hands."""

from __future__ import annotations

import attrs

from rummy500.players import HandRecord


@attrs.frozen
class HandResult:
    """The result of one hand.

    Attributes:
        number: the hand's number in its match, from 0.
        dealer: the seat that dealt it.
        out: the seat that went out, -1 for none.
        points: each seat's points; if the hand was cut off, the points at that time.
        turns: the number of turns.
        actions: the number of actions, outcomes of chance included.
        truncated: whether it was cut off.
    """

    number: int
    dealer: int
    out: int
    points: tuple[int, ...]
    turns: int
    actions: int
    truncated: bool


@attrs.frozen
class MatchResult:
    """The result of one match.

    Attributes:
        number: the match's number, from 0.
        players: the name of each seat's player.
        winners: the seats that won; empty if it was cut off.
        scores: each seat's final score.
        hands: how many hands were played to their end.
        turns: how many turns all hands had.
        truncated: whether it was cut off.
        hand_results: every hand; the last one may have been cut off.
    """

    number: int
    players: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    hands: int
    turns: int
    truncated: bool
    hand_results: tuple[HandResult, ...] = ()


def hand_result(number: int, record: HandRecord) -> HandResult:
    """Make the result of a hand.

    Args:
        number: the hand's number in its match, from 0.
        record: the record of its actions.
    """
    return HandResult(
        number,
        record.end.public.match.dealer,
        record.end.public.out,
        record.score.by_seat,
        record.turns,
        len(record.actions),
        record.truncated,
    )
