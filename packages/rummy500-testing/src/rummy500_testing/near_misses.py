"""Generate near misses (legal actions and melds with one thing changed) and nonsense (random parts)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from rummy500 import Rules, State, resolve_chance
from rummy500.cards.cards import ACE, JOKER, KING, NATURALS, UNKNOWN, cards_of
from rummy500.cards.pieces import (
    Meld,
    Pieces,
    group_order,
    natural_order,
    natural_piece,
    piece_card,
    piece_role,
    run_order,
    wild_in_group,
    wild_in_run,
)
from rummy500.hooks import replace
from rummy500.rules.actions import DECK, USE_GROUP, USE_LAY, USE_NONE, USE_RUN, Action

_USES: Final = (USE_NONE, USE_RUN, USE_GROUP, USE_LAY)
_ORDERS: Final[dict[str, Callable[[Sequence[int]], Pieces]]] = {
    USE_RUN: run_order,
    USE_GROUP: group_order,
    USE_LAY: natural_order,
}


def near_miss(rules: Rules, state: State, action: Action, rng: random.Random) -> Action:
    """Change one thing of an action; the result is rarely another legal one.

    Args:
        rules: the rules in force.
        state: the state that the action is about.
        action: an action, legal for example.
        rng: picks what is changed and how.

    Returns:
        The changed action: of another seat or verb, with another card, depth, meld, use or role, with a piece less or
        more, out of order, with an outcome of chance, or with a word too many.
    """
    return rng.choice(_CHANGES)(rules, state, action, rng)


def nonsense(rules: Rules, rng: random.Random) -> Action:
    """Make an action of random parts, which need not fit together or be known to the rules.

    Args:
        rules: the rules in force.
        rng: chooses the parts.
    """
    pieces = tuple(rng.choice(_PIECES)(rng) for _ in range(rng.randrange(5)))
    return Action(
        rng.randrange(DECK, rules.seats + 1),
        rng.choice((*rules.turn.moves, "shout", "")),
        rng.choice((-1, rng.randrange(JOKER + 1), UNKNOWN)),
        rng.choice((-1, 0, 1, 2, 60)),
        rng.choice((*_USES, "heap")),
        pieces,
        rng.choice((-2, -1, 0, 1, 60)),
        rng.choice((b"", b"\x00\x01")),
        rng.choice(((), ("loudly",))),
    )


def near_miss_meld(rules: Rules, meld: Meld, rng: random.Random) -> tuple[Pieces, bool]:
    """Change one thing of a new meld, so that it is none."""
    changed, is_run = rng.choice(_MELD_CHANGES)(meld, rng)
    pieces = run_order(changed) if is_run else group_order(changed)
    if isinstance(rules.melding.finder.new_meld(pieces, meld.owner, is_run=is_run), Meld):
        return meld.pieces[:2], meld.is_run
    return pieces, is_run


def _two_only(meld: Meld, rng: random.Random) -> tuple[Sequence[int], bool]:
    first = rng.randrange(len(meld.pieces) - 1)
    return meld.pieces[first : first + 2], meld.is_run


def _stranger(meld: Meld, rng: random.Random) -> tuple[Sequence[int], bool]:
    at = rng.randrange(len(meld.pieces))
    return (*meld.pieces[:at], natural_piece(rng.randrange(NATURALS)), *meld.pieces[at + 1 :]), meld.is_run


def _twice(meld: Meld, rng: random.Random) -> tuple[Sequence[int], bool]:
    return (*meld.pieces, rng.choice(meld.pieces)), meld.is_run


def _gap(meld: Meld, rng: random.Random) -> tuple[Sequence[int], bool]:
    """Remove a card from inside a run, and add one at its end if it would be too short."""
    at = 1 + rng.randrange(len(meld.pieces) - 2)
    far = natural_piece((piece_role(meld.pieces[-1]) + 1) % NATURALS)
    return (*meld.pieces[:at], *meld.pieces[at + 1 :], far), True


def _corner(_: Meld, rng: random.Random) -> tuple[Sequence[int], bool]:
    suit = 13 * rng.randrange(4)
    return [natural_piece(suit + rank) for rank in (KING, ACE, 1)], True


def _other_kind(meld: Meld, _: random.Random) -> tuple[Sequence[int], bool]:
    return meld.pieces, not meld.is_run


_MELD_CHANGES: Final = (_two_only, _stranger, _twice, _gap, _corner, _other_kind)


def _natural(rng: random.Random) -> int:
    return natural_piece(rng.randrange(JOKER + 1))


def _wild_in_run(rng: random.Random) -> int:
    return wild_in_run(JOKER, rng.randrange(NATURALS))


def _wild_in_group(rng: random.Random) -> int:
    return wild_in_group(JOKER, rng.randrange(13))


def _other_in_role(rng: random.Random) -> int:
    return wild_in_run(rng.randrange(NATURALS), rng.randrange(NATURALS))


def _hidden(_: random.Random) -> int:
    return natural_piece(UNKNOWN)


_PIECES: Final = (_natural, _natural, _wild_in_run, _wild_in_group, _other_in_role, _hidden)


def _some_card(state: State, rng: random.Random) -> int:
    """Choose a card that the seat on turn may have, or any card."""
    at_hand = (*cards_of(state.hands[state.public.to_act]), *state.public.pile[-3:])
    return rng.choice(at_hand) if at_hand and rng.randrange(3) else rng.randrange(JOKER + 1)


def _with_pieces(action: Action, pieces: Sequence[int]) -> Action:
    """Return the action with other pieces, in canonical order."""
    return replace(action, pieces=_ORDERS.get(action.use, tuple)(pieces))


def _other_seat(rules: Rules, _: State, action: Action, rng: random.Random) -> Action:
    return replace(action, seat=rng.randrange(DECK, rules.seats + 1))


def _other_verb(rules: Rules, _: State, action: Action, rng: random.Random) -> Action:
    return replace(action, verb=rng.choice(tuple(rules.turn.moves)))


def _other_card(_: Rules, state: State, action: Action, rng: random.Random) -> Action:
    card = _some_card(state, rng)
    if not action.pieces or rng.randrange(4) == 0:
        return replace(action, card=card)
    pieces = list(action.pieces)
    pieces[rng.randrange(len(pieces))] = natural_piece(card)
    return _with_pieces(action, pieces)


def _other_depth(_: Rules, __: State, action: Action, rng: random.Random) -> Action:
    return replace(action, depth=action.depth + rng.choice((-1, 1, 2)))


def _other_meld(_: Rules, state: State, action: Action, rng: random.Random) -> Action:
    return replace(action, on=rng.randrange(-1, len(state.public.table) + 1))


def _other_use(_: Rules, __: State, action: Action, rng: random.Random) -> Action:
    use = rng.choice(_USES)
    return replace(action, use=use, pieces=_ORDERS.get(use, tuple)(action.pieces))


def _other_role(_: Rules, __: State, action: Action, rng: random.Random) -> Action:
    if not action.pieces:
        return replace(action, card=-1)
    pieces = list(action.pieces)
    at = rng.randrange(len(pieces))
    card, role = piece_card(pieces[at]), piece_role(pieces[at])
    if role < NATURALS:
        role = rng.choice((role - 1, role + 1, role + 13)) % NATURALS
    pieces[at] = rng.choice((wild_in_run(card, role % NATURALS), wild_in_group(card, role % 13), natural_piece(card)))
    return _with_pieces(action, pieces)


def _dropped_piece(_: Rules, __: State, action: Action, rng: random.Random) -> Action:
    if not action.pieces:
        return replace(action, depth=0, card=-1)
    pieces = list(action.pieces)
    del pieces[rng.randrange(len(pieces))]
    return _with_pieces(action, pieces)


def _added_piece(_: Rules, state: State, action: Action, rng: random.Random) -> Action:
    more = rng.choice((natural_piece(_some_card(state, rng)), _wild_in_run(rng), _wild_in_group(rng)))
    return _with_pieces(action, (*action.pieces, more))


def _other_order(_: Rules, __: State, action: Action, rng: random.Random) -> Action:
    pieces = list(action.pieces)
    rng.shuffle(pieces)
    return replace(action, pieces=tuple(pieces))


def _outcome(rules: Rules, state: State, action: Action, rng: random.Random) -> Action:
    """Add the outcome of chance to an action, sometimes with a word of it removed, doubled or moved."""
    resolved = resolve_chance(rules, state, action, rng)
    if len(resolved.extra) < 2 or rng.randrange(2):
        return resolved
    suffix, *cards = resolved.extra
    at = rng.randrange(len(cards))
    before, word, behind = cards[:at], cards[at], cards[at + 1 :]
    spoiled = rng.choice(([*before, *behind], [*cards, word], cards[::-1], [*before, f"{word}/2", *behind]))
    return replace(resolved, extra=(suffix, *spoiled))


def _word_more(_: Rules, __: State, action: Action, rng: random.Random) -> Action:
    return replace(action, extra=(*action.extra, rng.choice(("loudly", ""))))


_CHANGES: Final = (
    _other_seat,
    _other_verb,
    _other_card,
    _other_card,
    _other_depth,
    _other_meld,
    _other_use,
    _other_role,
    _other_role,
    _dropped_piece,
    _added_piece,
    _other_order,
    _outcome,
    _word_more,
)
