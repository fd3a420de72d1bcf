"""The move that splits the pile: `take 9h with {9h 9s 9d} split below with *`, `... split above with *d`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rummy500.hooks import (
    Action,
    Reason,
    Refusal,
    Rules,
    View,
    at_hand,
    bag_of,
    card_text,
    check_at_hand,
    play_after,
    union,
    view_after_collecting,
)
from rummy500_dealers_gambit.jokers import FACES, refuse_effect, refuse_joker, spent, usable_jokers
from rummy500_dealers_gambit.memory import ABOVE, BELOW, SPLIT, SPLIT_RULE, WITH
from rummy500_dealers_gambit.plays import joker_play, places, refuse_place, refuse_use, takes_with

_SIDES: Final = (BELOW, ABOVE)


def _words(side: str, joker: int) -> tuple[str, ...]:
    return (SPLIT, side, WITH, card_text(joker))


def split_view(rules: Rules, view: View, depth: int, side: str, joker: int) -> View:
    """The view after the split, before the play: one side is gone, the other side and the card are in the hand."""
    pile = view.public.pile
    older, card, newer = pile[:-depth], pile[-depth], pile[len(pile) - depth + 1 :]
    gone, stays = (older, newer) if side == BELOW else (newer, older)
    return view_after_collecting(spent(rules, view, joker), bytes((card, *stays)), b"", bag_of(gone))


def _splits(rules: Rules, view: View, *, plain: bool) -> Iterator[Action]:
    """Every split: the top card first, and for each card first those in which the older cards leave."""
    jokers = usable_jokers(rules, view)
    for depth, card in places(rules, view) if jokers else ():
        for side in _SIDES:
            for joker in jokers:
                after = split_view(rules, view, depth, side, joker)
                for use, pieces, on in takes_with(rules, view, at_hand(rules, after), card):
                    yield Action(view.seat, "take", card, depth, use, pieces, on, extra=_words(side, joker))


_WHICH_SIDE: Final = Reason(
    SPLIT_RULE, "which-side", 'A split is "split below with *" or "split above with *", or with *d.'
)
_UNUSED: Final = Reason(SPLIT_RULE, "unused", "The card at which the pile is split must be used at once: say how.")


def _judge(rules: Rules, view: View, action: Action) -> View | Refusal:
    """The view of a seat after a split and its play, or the refusal."""
    joker, side = FACES.get(action.extra[-1]), "".join(action.extra[1:2])
    if joker is None or side not in _SIDES or action.extra != _words(side, joker):
        return _WHICH_SIDE()
    # A joker that comes with the split cannot make it (*ours*): the splitting joker is played with the take.
    refusal = refuse_place(rules, view, action.depth, action.card) or refuse_joker(rules, view, joker)
    if refusal is None and not action.use:
        refusal = refuse_effect(rules, view, SPLIT) or _UNUSED()
    if refusal is not None:
        return refusal
    after = split_view(rules, view, action.depth, side, joker)
    used = _refuse_cards(rules, view, after, action) or play_after(rules, after, action.use, action.pieces, action.on)
    if isinstance(used, Refusal):
        return used
    return refuse_effect(rules, view, SPLIT) or refuse_use(rules, action) or used


_GONE: Final = Reason("turn.cards", "gone", "{card} leaves with the split.")


def _refuse_cards(rules: Rules, view: View, after: View, action: Action) -> Refusal | None:
    """Refuse cards that the seat lacks (`turn.cards`), and cards of the side that leaves (`dealers-gambit.split`)."""
    refusal = check_at_hand(at_hand(rules, after), action.pieces)
    if refusal is not None and check_at_hand(union(view.hand, bag_of(view.public.pile)), action.pieces) is None:
        return _GONE(card=refusal.facts["card"])
    return refusal


TAKE_SPLIT = joker_play("take", SPLIT, SPLIT, _splits, _judge, "Split the pile", "split[s] the pile at {card}, {words}")
