"""The jokers that a seat may use to double, to split or to block, and the effect of using one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy500.hooks import (
    JOKER,
    SPARE,
    Reason,
    Refusal,
    Rules,
    View,
    add,
    card_text,
    count,
    piece_card,
    remove,
    replace,
    size,
    size_change,
)
from rummy500_dealers_gambit.memory import (
    BLOCK_RULE,
    DEAD,
    DOING,
    DOUBLE,
    DOUBLE_RULE,
    GAMBIT,
    SPLIT,
    SPLIT_RULE,
    USED,
    WILD,
    WILD_RULE,
    gambit,
    joker_lies,
    with_joker,
)

#: The jokers by their text in actions.
FACES: Final = {card_text(JOKER): JOKER, card_text(SPARE): SPARE}


def usable_jokers(rules: Rules, view: View) -> tuple[int, ...]:
    """The jokers that a seat on turn could use beside a play: one of its hand, and the dealer's."""
    own = (JOKER,) if count(view.hand, JOKER) else ()
    return (*own, SPARE) if view.seat == view.public.match.dealer and joker_lies(rules, view) else own


_NOT_HELD: Final = Reason("turn.cards", "not-held", "You do not have {card}.")


def refuse_joker(rules: Rules, view: View, joker: int, pieces: Sequence[int] = ()) -> Refusal | None:
    """Refuse a joker, used beside some pieces, that the seat does not have or may not use."""
    if joker == SPARE:
        return refuse_dealers(rules, view)
    if count(view.hand, JOKER) > [piece_card(piece) for piece in pieces].count(JOKER):
        return None
    return _NOT_HELD(card=card_text(JOKER))


_NOT_DEALER: Final = Reason(GAMBIT, "not-dealer", "Only the dealer may use the dealer's joker.")
_DEAD: Final = Reason(BLOCK_RULE, "dead", "The dealer's joker has been blocked: it is dead for this hand.")
_USED: Final = Reason(GAMBIT, "used", "The dealer's joker has been used already.")


def refuse_dealers(rules: Rules, view: View) -> Refusal | None:
    """Refuse the dealer's joker to a seat that may not use it."""
    if view.seat != view.public.match.dealer:
        return _NOT_DEALER()
    if joker_lies(rules, view):
        return None
    return _DEAD() if gambit(rules, view).joker == DEAD else _USED()


def refuse_effect(rules: Rules, view: View, effect: str) -> Refusal | None:
    """Refuse an effect that the dealer has not named, with the rule id of the named one."""
    named = gambit(rules, view).named
    return None if named == effect else refuse_other(named)


_UNNAMED: Final = Reason(GAMBIT, "unnamed", "The dealer has not named what jokers do.")
_NAMED: Final = {
    effect: Reason(rule, "named", "In this hand jokers {do}, and nothing else.", DOING.values())
    for effect, rule in {WILD: WILD_RULE, DOUBLE: DOUBLE_RULE, SPLIT: SPLIT_RULE}.items()
}


def refuse_other(named: str) -> Refusal:
    """Make the refusal of a joker that is not used as the dealer has named."""
    return _NAMED[named](do=DOING[named]) if named in _NAMED else _UNNAMED()


def spent(rules: Rules, view: View, joker: int, dealers: str = USED) -> View:
    """The view after a joker of the seat has left the hand for good, or the dealer's joker is used or dead."""
    if joker == SPARE:
        gone = replace(view.public, gone=add(view.public.gone, SPARE))
        return with_joker(rules, replace(view, public=gone), dealers)
    seat, before = view.seat, view.public
    known = before.known[seat]
    known = remove(known, JOKER) if count(known, JOKER) else known
    after = replace(
        before,
        sizes=before.sizes + size_change(seat, -1),
        known=(*before.known[:seat], known, *before.known[seat + 1 :]),
        gone=add(before.gone, JOKER),
    )
    left = replace(view, public=after, hand=remove(view.hand, JOKER))
    return _no_longer_gained(rules, left) if seat == before.to_act else left


def _no_longer_gained(rules: Rules, view: View) -> View:
    """Remove a joker from the cards gained this turn (`discard.not-taken`, `discard.not-drawn`).

    The joker that left is the one that was gained, so another joker of the hand may be discarded. If only a lone top
    card is barred, a joker taken with other cards stays among them: the others must not look like a lone card.
    """
    taken, drawn = view.public.turn.taken, view.drawn
    if count(drawn, JOKER):
        view = replace(view, drawn=remove(drawn, JOKER))
    if count(taken, JOKER) and (size(taken) == 1 or rules.options["discard.barred"] == "drawn"):
        turn = replace(view.public.turn, taken=remove(taken, JOKER))
        view = replace(view, public=replace(view.public, turn=turn))
    return view
