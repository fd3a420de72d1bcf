"""The moves that double a meld: `meld [4h 5h 6h] doubled with *`, `take 4h with {4h 4d 4c} doubled with *d`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import attrs

from rummy500.hooks import (
    DRAW_PHASE,
    PLAY_PHASE,
    Action,
    Forbids,
    IllegalActionError,
    Move,
    PlayFinder,
    Refusal,
    Rules,
    ScoreLine,
    ScoreLines,
    Sight,
    State,
    View,
    ViewFacts,
    at_hand,
    can_finish,
    card_text,
    check_at_hand,
    hookimpl,
    pieces_text,
    play_after,
    refuse,
    refuse_stranding,
    remember,
    view_with,
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
from rummy500_dealers_gambit.names import DOUBLE, DOUBLE_RULE, DOUBLED, WITH
from rummy500_dealers_gambit.taking import (
    MELD_PLAIN,
    TAKE_PLAIN,
    refuse_place,
    refuse_use,
    takes_with,
    wrong_phase_of_take,
)

_NEW: Final = ("run", "group")


def _words(joker: int) -> tuple[str, ...]:
    return (DOUBLED, WITH, card_text(joker))


def _joker_of(action: Action) -> int | Refusal:
    """Read the joker that doubles from the words of an action."""
    joker = FACES.get(action.extra[2]) if len(action.extra) == 3 else None
    if joker is None or action.extra != _words(joker):
        return refuse(DOUBLE_RULE, "one-joker", 'A meld is doubled with one joker: "doubled with *" or "... *d".')
    return joker


def doubled(rules: Rules, view: View, use: str, pieces: tuple[int, ...], joker: int) -> View | Refusal:
    """The view of a seat after a doubled meld, which is sealed and whose joker is gone, or the refusal."""
    after = play_after(rules, view, use, pieces, -1)
    if isinstance(after, Refusal):
        return after
    refusal = refuse_effect(rules, view, DOUBLE)
    if refusal is not None:
        return refusal
    after = spent(rules, after, joker)
    record = gambit(rules, after)
    return remember(rules, after, attrs.evolve(record, sealed=(*record.sealed, len(after.public.table))))


# ------------------------------------------------- melding


def _melds(rules: Rules, view: View, *, plain: bool = False) -> Iterator[tuple[Action, View]]:
    """Every doubled meld and the view after it, even if the turn could not end then."""
    if gambit(rules, view).named != DOUBLE:
        return
    jokers = usable_jokers(rules, view)
    if not jokers:
        return
    hand = at_hand(rules, view)
    for use, pieces, _ in PlayFinder(rules, view, hand).new_melds(hand, plain=plain):
        for joker in jokers:
            if refuse_joker(rules, view, joker, pieces) is not None:
                continue  # the joker is in the meld itself, if another plugin makes jokers wild
            after = doubled(rules, view, use, pieces, joker)
            if isinstance(after, View):
                yield Action(view.seat, "meld", use=use, pieces=pieces, extra=_words(joker)), after


def _generate_meld(facts: ViewFacts, *, plain: bool) -> Iterator[Action]:
    rules, view = facts.rules, facts.view
    for action, after in _melds(rules, view, plain=plain):
        if can_finish(rules, after):
            yield action


def _follow_ups(rules: Rules, view: View) -> Iterator[View]:
    for _, after in _melds(rules, view):
        yield after


def _check_meld(rules: Rules, view: View, action: Action) -> Refusal | None:
    joker = _joker_of(action)
    if isinstance(joker, Refusal):
        return joker
    refusal = refuse_joker(rules, view, joker, action.pieces) or check_at_hand(at_hand(rules, view), action.pieces)
    if refusal is not None:
        return refusal
    after = doubled(rules, view, action.use, action.pieces, joker)
    return after if isinstance(after, Refusal) else refuse_stranding(rules, after)


def _effect(rules: Rules, state: State, view: View, action: Action) -> State:
    joker = _joker_of(action)
    after = joker if isinstance(joker, Refusal) else doubled(rules, view, action.use, action.pieces, joker)
    if isinstance(after, Refusal):
        raise IllegalActionError(after)
    return emptied(rules, state_after(state, after), action)


def _effect_meld(rules: Rules, state: State, action: Action) -> State:
    return _effect(rules, state, view_of(state, action.seat), action)


MELD_DOUBLED = Move(
    "meld",
    (PLAY_PHASE,),
    "turn",
    _generate_meld,
    _check_meld,
    _effect_meld,
    MELD_PLAIN.wrong_phase,
    ("use", "pieces", "extra"),
    _NEW,
    suffix=DOUBLED,
    follow_ups=_follow_ups,
    label="Meld, doubled",
)


# ------------------------------------------------- taking for a doubled meld


def _generate_take(facts: ViewFacts, *, plain: bool) -> Iterator[Action]:
    """List doubled takes, the top card first. The joker may come with the take itself (*ours*)."""
    rules, view = facts.rules, facts.view
    if gambit(rules, view).named != DOUBLE:
        return
    for depth in range(1, len(view.public.pile) + 1):
        if refuse_place(rules, view, depth) is not None:
            continue
        after = view_with(rules, view, depth)
        for joker in usable_jokers(rules, after):
            for use, pieces, on in takes_with(rules, view, at_hand(rules, after), depth):
                action = Action(
                    view.seat, "take", view.public.pile[-depth], depth, use, pieces, on, extra=_words(joker)
                )
                if use not in _NEW or refuse_joker(rules, after, joker, pieces) is not None:
                    continue
                used = doubled(rules, after, use, pieces, joker)
                if isinstance(used, View) and can_finish(rules, used):
                    yield action


def _check_take(rules: Rules, view: View, action: Action) -> Refusal | None:
    joker = _joker_of(action)
    if isinstance(joker, Refusal):
        return joker
    refusal = refuse_place(rules, view, action.depth, action.card)
    if refusal is not None:
        return refusal
    after = view_with(rules, view, action.depth)
    refusal = refuse_joker(rules, after, joker, action.pieces)
    if refusal is not None:
        return refusal
    if action.use not in _NEW:
        text = "A joker doubles only a new meld, as it is melded."
        return refuse_effect(rules, view, DOUBLE) or refuse(DOUBLE_RULE, "new-meld", text)
    refusal = check_at_hand(at_hand(rules, after), action.pieces)
    if refusal is not None:
        return refusal
    used = doubled(rules, after, action.use, action.pieces, joker)
    if isinstance(used, Refusal):
        return used
    return refuse_use(rules, view, action) or refuse_stranding(rules, used)


def _effect_take(rules: Rules, state: State, action: Action) -> State:
    return _effect(rules, state, view_with(rules, view_of(state, action.seat), action.depth), action)


TAKE_DOUBLED = Move(
    "take",
    (DRAW_PHASE,),
    "turn",
    _generate_take,
    _check_take,
    _effect_take,
    wrong_phase_of_take,
    (*TAKE_PLAIN.fields, "extra"),
    TAKE_PLAIN.uses,
    suffix=DOUBLED,
    label="Take and meld, doubled",
)


# ------------------------------------------------- doubled melds on the table


def refuse_sealed(rules: Rules, view: View, on: int) -> Refusal | None:
    """Refuse a lay-off on a doubled meld, which is sealed."""
    if on + 1 in gambit(rules, view).sealed:
        return refuse(DOUBLE_RULE, "sealed", "m{number} is doubled, and so sealed.", number=on + 1)
    return None


@hookimpl
def may() -> Mapping[str, Forbids]:
    """Forbid lay-offs on a doubled meld."""
    return {"lay": refuse_sealed}


@hookimpl
def score_lines() -> ScoreLines:
    """Count each card of a doubled meld once more for the seat that played it."""
    return _doubled_lines


def _doubled_lines(rules: Rules, sight: Sight) -> Iterable[ScoreLine]:
    sealed = gambit(rules, sight).sealed
    for number, meld in enumerate(sight.public.table, 1):
        if number in sealed:
            points = rules.scoring.points.meld(meld)
            for seat in sorted(set(meld.by)):
                mine = [place for place, player in enumerate(meld.by) if player == seat]
                yield ScoreLine(
                    seat,
                    sum(points[place] for place in mine),
                    DOUBLE_RULE,
                    "doubled",
                    "doubled, {meld}",
                    pieces_text(meld.pieces[place] for place in mine),
                    of_seat=meld.owner,
                    meld=number - 1,
                )
