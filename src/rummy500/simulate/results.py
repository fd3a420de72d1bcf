"""What is kept of a match and of its hands."""

from __future__ import annotations

import attrs

from rummy500.players import HandRecord


@attrs.frozen
class HandResult:
    """How one hand went.

    Attributes:
        number: the hand's number in its match, from 0.
        dealer: who dealt it.
        out: who went out, -1 for nobody.
        points: what each seat scored in it; as things stood if it was cut off.
        turns: how many turns it had.
        actions: how many actions, those of chance too.
        truncated: it was cut off.
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
    """How one match went.

    Attributes:
        number: the match's number, from 0.
        players: the name of each seat's player.
        winners: the seats that won; empty if it was cut off.
        scores: each seat's score in the end.
        hands: how many hands were played to their end.
        turns: how many turns all hands had.
        truncated: it was cut off.
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
    """What is kept of a hand.

    Args:
        number: the hand's number in its match, from 0.
        record: how it was played.
    """
    return HandResult(
        number,
        record.end.public.dealer,
        record.end.public.out,
        record.score.by_seat,
        record.turns,
        len(record.actions),
        record.truncated,
    )
