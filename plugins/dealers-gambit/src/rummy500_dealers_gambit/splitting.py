"""The move that splits the pile: `take 9h with {9h 9s 9d} split below with *`, `... split above with *d`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rummy500.hooks import (
    DRAW_PHASE,
    Action,
    IllegalActionError,
    Move,
    Refusal,
    Rules,
    State,
    View,
    ViewFacts,
    at_hand,
    bag_of,
    can_finish,
    card_text,
    check_at_hand,
    play_after,
    refuse,
    refuse_stranding,
    union,
    view_bringing,
)
from rummy500_dealers_gambit.jokers import (
    FACES,
    emptied,
    refuse_effect,
    refuse_joker,
    spent,
    state_after,
    usable_jokers,
    view_of,
)
from rummy500_dealers_gambit.memory import gambit
from rummy500_dealers_gambit.names import ABOVE, BELOW, SPLIT, SPLIT_RULE, WITH
from rummy500_dealers_gambit.taking import (
    TAKE_PLAIN,
    refuse_place,
    refuse_use,
    takes_with,
    wrong_phase_of_take,
)

_SIDES: Final = (BELOW, ABOVE)


def _words(side: str, joker: int) -> tuple[str, ...]:
    return (SPLIT, side, WITH, card_text(joker))


def _read_split(action: Action) -> tuple[str, int] | Refusal:
    """Read the side that leaves and the joker from the words of an action."""
    if len(action.extra) == 4 and action.extra[3] in FACES:
        side, joker = action.extra[1], FACES[action.extra[3]]
        if side in _SIDES and action.extra == _words(side, joker):
            return side, joker
    return refuse(SPLIT_RULE, "which-side", 'A split is "split below with *" or "split above with *", or with *d.')


def split_view(rules: Rules, view: View, depth: int, side: str, joker: int) -> View:
    """The view after the split, before the play: one side is gone, the other side and the card are in the hand."""
    pile = view.public.pile
    older, card, newer = pile[:-depth], pile[-depth], pile[len(pile) - depth + 1 :]
    gone, stays = (older, newer) if side == BELOW else (newer, older)
    return view_bringing(spent(rules, view, joker), bytes((card, *stays)), b"", bag_of(gone))


def _generate(facts: ViewFacts, *, plain: bool) -> Iterator[Action]:
    """List splits: the top card first, and for each card first those in which the older cards leave."""
    rules, view = facts.rules, facts.view
    if gambit(rules, view).named != SPLIT:
        return
    jokers = usable_jokers(rules, view)
    pile = view.public.pile
    for depth in range(1, len(pile) + 1) if jokers else ():
        if refuse_place(rules, view, depth) is not None:
            continue
        for side in _SIDES:
            for joker in jokers:
                after = split_view(rules, view, depth, side, joker)
                for use, pieces, on in takes_with(rules, view, at_hand(rules, after), depth):
                    words = _words(side, joker)
                    action = Action(view.seat, "take", pile[-depth], depth, use, pieces, on, extra=words)
                    if refuse_use(rules, view, action) is None:
                        used = play_after(rules, after, use, pieces, on)
                        if isinstance(used, View) and can_finish(rules, used):
                            yield action


def _check(rules: Rules, view: View, action: Action) -> Refusal | None:
    split = _read_split(action)
    if isinstance(split, Refusal):
        return split
    side, joker = split
    # A joker that comes with the split cannot make it (*ours*): the splitting joker is played with the take.
    refusal = refuse_place(rules, view, action.depth, action.card) or refuse_joker(rules, view, joker)
    if refusal is not None:
        return refusal
    if not action.use:
        return refuse_effect(rules, view, SPLIT) or refuse(
            SPLIT_RULE, "unused", "The card at which the pile is split must be used at once: say how."
        )
    after = split_view(rules, view, action.depth, side, joker)
    refusal = _refuse_cards(rules, view, after, action)
    if refusal is not None:
        return refusal
    used = play_after(rules, after, action.use, action.pieces, action.on)
    if isinstance(used, Refusal):
        return used
    return refuse_effect(rules, view, SPLIT) or refuse_use(rules, view, action) or refuse_stranding(rules, used)


def _refuse_cards(rules: Rules, view: View, after: View, action: Action) -> Refusal | None:
    """Refuse cards that the seat lacks (`turn.cards`), and cards of the side that leaves (`dealers-gambit.split`)."""
    refusal = check_at_hand(at_hand(rules, after), action.pieces)
    if refusal is not None and check_at_hand(union(view.hand, bag_of(view.public.pile)), action.pieces) is None:
        return refuse("turn.cards", "gone", "{card} leaves with the split.", card=refusal.facts["card"])
    return refusal


def _effect(rules: Rules, state: State, action: Action) -> State:
    split = _read_split(action)
    if isinstance(split, Refusal):
        raise IllegalActionError(split)
    after = split_view(rules, view_of(state, action.seat), action.depth, *split)
    used = play_after(rules, after, action.use, action.pieces, action.on)
    if isinstance(used, Refusal):
        raise IllegalActionError(used)
    return emptied(rules, state_after(state, used), action)


TAKE_SPLIT = Move(
    "take",
    (DRAW_PHASE,),
    "turn",
    _generate,
    _check,
    _effect,
    wrong_phase_of_take,
    (*TAKE_PLAIN.fields, "extra"),
    TAKE_PLAIN.uses,
    suffix=SPLIT,
    label="Split the pile",
)
