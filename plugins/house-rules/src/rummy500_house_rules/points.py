"""The points of cards, points for going out, and the move `knock`, which ends the hand in place of a discard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rummy500.hooks import (
    JOKER,
    Action,
    Bag,
    LineKind,
    LinesAfter,
    Move,
    OptionValue,
    PlayFinder,
    Reason,
    Refusal,
    Rules,
    ScoreLine,
    ScoreLines,
    State,
    StateOrView,
    Unsettled,
    View,
    cards_of,
    hand_ended,
    has_opened,
    hookimpl,
    points_in_hand,
    points_so_far,
)
from rummy500_house_rules.composing import AS_CARD, AT_ONCE, DOUBLE, KNOCK, OUT_BONUS, QUEEN, SAME, USUAL, WILD_POINTS

_QUEEN_OF_SPADES: Final = 11
#: The points for a knock, or for an undercut.
BONUS: Final = 25
_ENDED: Final = "knock"  # how a hand ends by a knock


def scored(rules: Rules, option: str) -> int:
    """The number of an option in points of the score (`score.fifths`)."""
    return int(rules.options[option]) // rules.scoring.unit


@hookimpl
def card_points(card: int, role: int, place: str, role_points: int, options: Mapping[str, OptionValue]) -> int | None:
    """Set the points of the queen of spades, wild or not, and those of wild cards that stand for another card."""
    if card == _QUEEN_OF_SPADES and options[QUEEN]:
        return int(options[QUEEN])
    worth = options[WILD_POINTS]
    if worth == USUAL or (card == role and card != JOKER):
        return None
    if worth == AS_CARD:
        return None if place == "hand" or card == role else role_points
    return int(worth)


# ------------------------------------------------- going out

_OUT: Final = LineKind(OUT_BONUS, "out", "went out")
_STROKE: Final = LineKind(AT_ONCE, "at-once", "went out with the whole hand in one turn")
_DOUBLED: Final = LineKind(AT_ONCE, "doubled", "whole hand in one turn, counts twice")


def _out_at_once(sight: StateOrView) -> bool:
    """Whether a seat has gone out with cards of this turn alone on the table: it had played nothing before."""
    public = sight.public
    return public.out >= 0 and bool(public.turn.plays) and not has_opened(public, public.out)


# ------------------------------------------------- knocking

_TOO_MANY: Final = Reason(
    KNOCK, "points", "You may knock with at most {most:number} points in hand; you have {found:number}."
)


def _left(rules: Rules, sight: StateOrView, hand: Bag) -> int:
    points = points_in_hand(rules, sight)
    return sum(points[card] for card in cards_of(hand))


def _check(rules: Rules, view: View, _: Action) -> Refusal | None:
    most, found = scored(rules, KNOCK), _left(rules, view, view.hand)
    return _TOO_MANY(most=most, found=found) if found > most else None


def _end(_: Rules, state: State, __: Action) -> State:
    return hand_ended(state, _ENDED)  # the knocker stays the seat on turn


def _worth(rules: Rules, view: View, _: Action) -> float:
    """A knock pays once nothing is left to play, if each opponent is likely to hold as many points."""
    side, points = rules.sides[view.seat], points_in_hand(rules, view)
    fewest = min(view.public.hand_size(seat) for seat, other in enumerate(rules.sides) if other != side)
    is_behind = _left(rules, view, view.hand) > fewest * sum(points[:JOKER]) / JOKER
    return -BONUS if is_behind or any(PlayFinder(rules, view, view.hand).plays(view.hand)) else BONUS


KNOCK_MOVE: Final = Move("knock", effect=_end, check=_check, ends="hand", worth=_worth)
_KNOCKED: Final = LineKind(KNOCK, "knocked", "knocked")
_UNDERCUT: Final = LineKind(KNOCK, "undercut", "had fewer points left than the player who knocked")


def _knock_lines(rules: Rules, sight: StateOrView) -> Iterator[ScoreLine | Unsettled]:
    """Pay the seat that knocked, or those with fewer points in hand; a hidden hand decides."""
    hands, knocker = [sight.hand_of(seat) for seat in range(rules.seats)], sight.public.to_act
    counts = [_left(rules, sight, hand) for hand in hands if hand is not None]
    if len(counts) < rules.seats:
        yield from map(Unsettled, range(rules.seats))
        return
    fewest = [seat for seat, count in enumerate(counts) if count == min(counts)]
    kind, paid = (_KNOCKED, [knocker]) if knocker in fewest else (_UNDERCUT, fewest)
    for seat in paid:
        yield kind(seat, BONUS // rules.scoring.unit)


def _lines(rules: Rules, sight: StateOrView) -> Iterator[ScoreLine | Unsettled]:
    out = sight.public.out
    if out >= 0 and rules.options[AT_ONCE] not in (SAME, DOUBLE) and _out_at_once(sight):
        yield _STROKE(out, scored(rules, AT_ONCE))
    elif out >= 0 and rules.options[OUT_BONUS]:
        yield _OUT(out, scored(rules, OUT_BONUS))
    if sight.public.ended == _ENDED:
        yield from _knock_lines(rules, sight)


def _doubling(
    rules: Rules, sight: StateOrView, so_far: tuple[ScoreLine | Unsettled, ...]
) -> Iterator[ScoreLine | Unsettled]:
    """The lines, and at the end the score of the seat once more if it has gone out at once."""
    mine = tuple(_lines(rules, sight))
    yield from mine
    if _out_at_once(sight):
        points = points_so_far((*so_far, *mine), sight.public.out)
        yield Unsettled(sight.public.out) if points is None else _DOUBLED(sight.public.out, points)


@hookimpl
def score_lines(options: Mapping[str, OptionValue]) -> ScoreLines | None:
    """Add the points for going out and for a knock."""
    if options[AT_ONCE] == DOUBLE:
        return LinesAfter(_doubling)
    return _lines if options[OUT_BONUS] or options[KNOCK] or options[AT_ONCE] != SAME else None
