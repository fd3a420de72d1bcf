"""The moves that double a meld: `meld [4h 5h 6h] doubled with *`, `take 4h with {4h 4d 4c} doubled with *d`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import attrs

from rummy500.hooks import (
    Action,
    Forbids,
    LineKind,
    LinesAfter,
    PlayFinder,
    Reason,
    Refusal,
    Rules,
    ScoreLine,
    StateOrView,
    Unsettled,
    View,
    at_hand,
    card_text,
    check_at_hand,
    hookimpl,
    meld_points_so_far,
    pieces_text,
    play_after,
    recall,
    remember,
    view_after_take,
)
from rummy500_dealers_gambit.jokers import FACES, refuse_effect, refuse_joker, spent, usable_jokers
from rummy500_dealers_gambit.memory import DOUBLE, DOUBLE_RULE, DOUBLED, WITH, Gambit, gambit
from rummy500_dealers_gambit.plays import NEW_MELDS, joker_play, places, refuse_place, refuse_use, takes_with
from rummy500_dealers_gambit.wild import reword_joker


def _words(joker: int) -> tuple[str, ...]:
    return (DOUBLED, WITH, card_text(joker))


def _melds(rules: Rules, view: View, *, plain: bool) -> Iterator[Action]:
    """Every new meld with every joker."""
    jokers = usable_jokers(rules, view)
    hand = at_hand(rules, view)
    for use, pieces, _ in PlayFinder(rules, view, hand).new_melds(hand, plain=plain):
        for joker in jokers:
            yield Action(view.seat, "meld", use=use, pieces=pieces, extra=_words(joker))


def _takes(rules: Rules, view: View, *, plain: bool) -> Iterator[Action]:
    """Every take for a new meld with every joker, the top card first; the joker may come with the take (*ours*)."""
    for depth, card in places(rules, view):
        after = view_after_take(rules, view, depth)
        for joker in usable_jokers(rules, after):
            for use, pieces, on in takes_with(rules, view, at_hand(rules, after), card):
                if use in NEW_MELDS:
                    yield Action(view.seat, "take", card, depth, use, pieces, on, extra=_words(joker))


_ONE_JOKER: Final = Reason(DOUBLE_RULE, "one-joker", 'A meld is doubled with one joker: "doubled with *" or "... *d".')
_NEW_MELD: Final = Reason(DOUBLE_RULE, "new-meld", "A joker doubles only a new meld, as it is melded.")


def _judge(rules: Rules, view: View, action: Action) -> View | Refusal:
    """The view of a seat after a doubled meld, which is sealed and whose joker is gone, or the refusal."""
    joker = FACES.get(action.extra[-1])
    if joker is None or action.extra != _words(joker):
        return _ONE_JOKER()
    takes = action.verb == "take"
    if takes:
        refusal = refuse_place(rules, view, action.depth, action.card)
        if refusal is not None:
            return refusal
        view = view_after_take(rules, view, action.depth)
    refusal = refuse_joker(rules, view, joker, action.pieces)
    if action.use not in NEW_MELDS:
        refusal = refusal or refuse_effect(rules, view, DOUBLE) or _NEW_MELD()
    refusal = refusal or check_at_hand(at_hand(rules, view), action.pieces)
    after = refusal or play_after(rules, view, action.use, action.pieces, -1)
    if isinstance(after, View):
        after = refuse_effect(rules, view, DOUBLE) or (refuse_use(rules, action) if takes else None) or after
    if isinstance(after, Refusal):
        return after
    after = spent(rules, after, joker)
    record = gambit(rules, after)
    return remember(rules, after, attrs.evolve(record, sealed=(*record.sealed, len(after.public.table))))


MELD_DOUBLED = joker_play("meld", DOUBLE, DOUBLED, _melds, _judge, "Meld, doubled", "meld[s] {cards}, doubled {words}")
TAKE_DOUBLED = joker_play("take", DOUBLE, DOUBLED, _takes, _judge, "Take and meld, doubled", "take[s] {card}")


# ------------------------------------------------- doubled melds on the table


_SEALED: Final = Reason(DOUBLE_RULE, "sealed", "{meld} is doubled, and so sealed.")


def refuse_sealed(rules: Rules, view: View, on: int) -> Refusal | None:
    """Refuse a lay-off on a doubled meld, which is sealed."""
    if on + 1 in recall(rules, view, Gambit).sealed:
        return _SEALED(meld=f"m{on + 1}")
    return None


@hookimpl
def may() -> Mapping[str, Forbids]:
    """Forbid lay-offs on a doubled meld, and refuse jokers by the rules of the plugin."""
    return {"lay": refuse_sealed, "refusal": reword_joker}


@hookimpl
def score_lines() -> LinesAfter:
    """Add what a doubled meld counts once more, after what other plugins add for it."""
    return LinesAfter(_doubled_lines)


_DOUBLED: Final = LineKind(DOUBLE_RULE, "doubled", "doubled, {meld}")


def _doubled_lines(rules: Rules, sight: StateOrView, so_far: tuple[ScoreLine | Unsettled, ...]) -> Iterable[ScoreLine]:
    sealed = recall(rules, sight, Gambit).sealed
    for number, meld in enumerate(sight.public.table, 1):
        if number in sealed:
            for seat in sorted(set(meld.by)):
                mine = [place for place, player in enumerate(meld.by) if player == seat]
                yield _DOUBLED(
                    seat,
                    meld_points_so_far(so_far, seat, number - 1),
                    pieces_text(meld.pieces[place] for place in mine),
                    of_seat=meld.owner,
                    meld=number - 1,
                )
