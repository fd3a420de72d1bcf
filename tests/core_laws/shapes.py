"""Judge the shapes of melds and lay-offs (`meld.*`), and list the melds of some cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, TypeAlias

import attrs

from rummy500.actions import NONE, USE_GROUP, USE_LAY, USE_RUN
from rummy500.cards.cards import ACE, JOKER, NATURALS
from rummy500.cards.pieces import Meld
from rummy500.rules.options import DECK_PACKS, MELD_ACE, MELD_GROUP_MAX, MELD_GROUP_SUITS, MELD_RUN_MIN
from rummy500.rules.rules import Rules
from rummy500_testing.model import ABOVE_KING, RANKS, SUITS, Faces, face, has_hook, role, wilds

#: The role of a wild card in a group is this plus a rank.
OF_RANK: Final = 64

_TWO_PACKS_FROM: Final = 5


def as_itself(card: int) -> int:
    """Return the piece of a card that stands for itself."""
    return card + 64 * card


def as_card(card: int, role: int) -> int:
    """Return the piece of a card that stands for another."""
    return card + 64 * role


def as_rank(card: int, rank: int) -> int:
    """Return the piece of a wild card in a group of a rank."""
    return card + 64 * (OF_RANK + rank)


def packs(rules: Rules) -> int:
    """Return the number of packs: one, two for five players or more, or the number of the option (`deck.pack`)."""
    asked = DECK_PACKS.of(rules.options)
    return asked if isinstance(asked, int) else 2 if rules.seats >= _TWO_PACKS_FROM else 1


def joker_groups(rules: Rules) -> bool:
    """Return whether jokers that stand for themselves make groups, as only a plugin can decide."""
    return has_hook(rules, "wilds") and rules.melding.shapes.joker_groups


# ---------------------------------------------------------------- shapes
# Judge the shapes of melds and lay-offs (`meld.*`).

_SMALLEST: Final = 3


@attrs.frozen
class Shapes:
    """The shapes of melds under some options.

    Attributes:
        run_min: the fewest cards of a run.
        group_most: the most cards of a group.
        rank_holds: how many cards of one rank there are; a wild card in a group stands for one of them.
        suits_differ: whether the natural cards of a group differ in suit.
        ace_low: whether an ace may lie before the two.
        ace_high: whether an ace may lie after the king.
        wilds: the faces that are wild.
        joker_groups: whether jokers that stand for themselves make groups.
    """

    run_min: int
    group_most: int
    rank_holds: int
    suits_differ: bool
    ace_low: bool
    ace_high: bool
    wilds: tuple[int, ...]
    joker_groups: bool


def shapes_of(rules: Rules) -> Shapes:
    """Return the shapes of melds under some rules."""
    suits_differ = MELD_GROUP_SUITS.of(rules.options) == "different"
    rank_holds = 4 if suits_differ else 4 * packs(rules)
    asked = MELD_GROUP_MAX.of(rules.options)
    ace = MELD_ACE.of(rules.options)
    return Shapes(
        run_min=max(_SMALLEST, MELD_RUN_MIN.of(rules.options)),
        group_most=min(asked, rank_holds) if asked else rank_holds,
        rank_holds=rank_holds,
        suits_differ=suits_differ,
        ace_low=ace in ("both", "low"),
        ace_high=ace in ("both", "high"),
        wilds=wilds(rules),
        joker_groups=joker_groups(rules),
    )


def wrong_run(shapes: Shapes, pieces: Sequence[int]) -> str | None:
    """Find why pieces make no run; `None` if they make one (`meld.run`, `meld.run-min`, `meld.ace`, `meld.joker`)."""
    if len(pieces) < shapes.run_min:
        return f"a run has {shapes.run_min} cards or more"
    for piece in pieces:
        if role(piece) >= NATURALS or (face(piece) != role(piece) and face(piece) not in shapes.wilds):
            return "a card of a run is itself, or is wild and stands for a card"
    if all(face(piece) != role(piece) for piece in pieces):
        return "a meld has a natural card"
    if len({role(piece) // RANKS for piece in pieces}) > 1:
        return "a run is of one suit"
    if not places_of(shapes, pieces):
        return "the cards of a run follow each other, an ace only where it may lie and never in the middle"
    return None


def places_of(shapes: Shapes, pieces: Sequence[int]) -> list[list[int]]:
    """Return the places of the cards of a run: 0 for an ace before the two to 13 for one after the king."""
    ranks = sorted(role(piece) % RANKS for piece in pieces)
    found: list[list[int]] = []
    for low in range(ABOVE_KING + 2 - len(ranks)):
        places = list(range(low, low + len(ranks)))
        fits = sorted(place % RANKS for place in places) == ranks
        if fits and (low > 0 or shapes.ace_low) and (places[-1] < ABOVE_KING or shapes.ace_high):
            found.append(places)
    return found if len(ranks) <= RANKS else []


def wrong_group(shapes: Shapes, pieces: Sequence[int]) -> str | None:
    """Find why pieces make no group; `None` if they make one (`meld.group`, `meld.group-suits`, `meld.group-max`)."""
    if not _SMALLEST <= len(pieces) <= shapes.group_most:
        return f"a group has {_SMALLEST} to {shapes.group_most} cards"
    naturals = [face(piece) for piece in pieces if face(piece) == role(piece)]
    if not naturals:
        return "a meld has a natural card"
    if JOKER in naturals:
        if shapes.joker_groups and JOKER not in shapes.wilds and naturals == [JOKER] * len(pieces):
            return None
        return "a joker does not stand for itself"
    rank = naturals[0] % RANKS
    if any(card >= NATURALS or card % RANKS != rank for card in naturals):
        return "a group is of one rank"
    for piece in pieces:
        card = face(piece)
        if card != role(piece) and (
            card not in shapes.wilds or role(piece) != OF_RANK + rank or (card < NATURALS and card % RANKS == rank)
        ):
            return "what is not a natural card of a group is wild, and stands for its rank"
    if shapes.suits_differ and len({card // RANKS for card in naturals}) < len(naturals):
        return "the cards of a group differ in suit"
    if len(naturals) < len(pieces) > shapes.rank_holds:
        return "there is no such card that a wild one could stand for"
    return None


def wrong_lay_off(shapes: Shapes, meld: Meld, pieces: Sequence[int]) -> str | None:
    """Find why pieces cannot be laid off on a meld; `None` if they can (`meld.layoff`)."""
    if not pieces:
        return "nothing is laid off"
    if meld.low < 0:
        return wrong_group(shapes, (*meld.pieces, *pieces))
    together = wrong_run(shapes, (*meld.pieces, *pieces))
    if together is not None:
        return together
    ranks = sorted(role(piece) % RANKS for piece in pieces)
    high = meld.low + len(meld.pieces) - 1
    above = [place % RANKS for place in range(high + 1, high + 1 + len(ranks))]
    below = [place % RANKS for place in range(meld.low - len(ranks), meld.low)]
    if ranks not in (sorted(above), sorted(below)):
        return "what is laid off on a run continues it at one end"
    return None


def new_meld(shapes: Shapes, seat: int, use: str, pieces: tuple[int, ...]) -> Meld:
    """Make a new meld of a seat, its cards in order; in a run of all thirteen the ace is low."""
    played = bytes([seat]) * len(pieces)
    if use != USE_RUN:
        return Meld(seat, -1, role(pieces[0]) % RANKS, pieces, played)
    places = places_of(shapes, pieces)[0]
    upwards = tuple(sorted(pieces, key=lambda piece: [place % RANKS for place in places].index(role(piece) % RANKS)))
    return Meld(seat, places[0], role(pieces[0]) // RANKS, upwards, played)


def wrong_meld(shapes: Shapes, meld: Meld) -> str | None:
    """Find why a meld on the table is none; `None` if it is one."""
    if len(meld.by) != len(meld.pieces):
        return "each card of a meld has somebody who played it"
    if meld.low < 0:
        return wrong_group(shapes, meld.pieces)
    wrong = wrong_run(shapes, meld.pieces)
    if wrong is not None:
        return wrong
    lowest = places_of(shapes, meld.pieces)[0][0]
    if meld.low != lowest or any(role(piece) // RANKS != meld.line for piece in meld.pieces):
        return "a run lies where its cards say"
    written = [role(piece) % RANKS for piece in meld.pieces]
    places = [meld.low + at for at in range(len(written))]
    around = [ACE, *range(1, RANKS)]
    if written != [place % RANKS for place in places] and written != around:
        return "the cards of a run are written upwards"
    return None


def wrong_use(shapes: Shapes, use: str, pieces: Sequence[int], meld: Meld | None) -> str | None:
    """Find why pieces do not fit a use; `None` if they do, or if the use is a plugin's."""
    if use == USE_RUN:
        return wrong_run(shapes, pieces)
    if use == USE_GROUP:
        return wrong_group(shapes, pieces)
    if use == USE_LAY:
        return "there is no such meld" if meld is None else wrong_lay_off(shapes, meld, pieces)
    return None


# ---------------------------------------------------------------- melds
# Find the melds and lay-offs of some cards by trial; those with two wild cards or more are left out.

#: A use, its pieces in the order of their numbers, and the meld that they are laid on.
Play: TypeAlias = tuple[str, tuple[int, ...], int]


def play(use: str, pieces: Iterable[int], on: int = NONE) -> Play:
    """Write a play in one form, whatever the order of its pieces."""
    return use, tuple(sorted(pieces)), on


def new_melds(shapes: Shapes, cards: Faces) -> set[Play]:
    """List the new melds of some cards, with one wild card at most."""
    return {play(USE_GROUP, pieces) for pieces in _groups(shapes, cards)} | {
        play(USE_RUN, pieces) for pieces in _runs(shapes, cards)
    }


def lay_offs(shapes: Shapes, cards: Faces, table: Sequence[Meld]) -> set[Play]:
    """List the lay-offs of one card each."""
    found: set[Play] = set()
    for on, meld in enumerate(table):
        roles: list[int] = []
        if meld.low >= 0:
            ends = ((meld.low - 1) % RANKS, (meld.low + len(meld.pieces)) % RANKS)
            roles = [meld.line * RANKS + rank for rank in ends]
        for card in cards:
            pieces = [as_itself(card)]
            if card in shapes.wilds:
                pieces += [as_card(card, other) for other in roles] if meld.low >= 0 else [as_rank(card, meld.line)]
            found |= {play(USE_LAY, (piece,), on) for piece in pieces if wrong_lay_off(shapes, meld, (piece,)) is None}
    return found


def _groups(shapes: Shapes, cards: Faces) -> Iterator[tuple[int, ...]]:
    if shapes.joker_groups:
        for many in range(3, cards[JOKER] + 1):
            if wrong_group(shapes, (as_itself(JOKER),) * many) is None:
                yield (as_itself(JOKER),) * many
    for rank in range(RANKS):
        mine = [as_itself(suit * RANKS + rank) for suit in SUITS for _ in range(cards[suit * RANKS + rank])]
        wild = [as_rank(card, rank) for card in shapes.wilds if cards[card]]
        for many in range(2, len(mine) + 1):
            for some in set(combinations(mine, many)):
                for pieces in (some, *((*some, other) for other in wild)):
                    if wrong_group(shapes, pieces) is None:
                        yield pieces


def _runs(shapes: Shapes, cards: Faces) -> Iterator[tuple[int, ...]]:
    for suit in SUITS:
        if sum(cards[suit * RANKS + rank] > 0 for rank in range(RANKS)) < 2:
            continue
        for low in range(ABOVE_KING + 1):
            yield from _runs_from(shapes, cards, suit, low)


def _runs_from(shapes: Shapes, cards: Faces, suit: int, low: int) -> Iterator[tuple[int, ...]]:
    """List the runs of a suit whose first card lies at a place."""
    for high in range(low + 2, min(low + RANKS, ABOVE_KING + 1)):
        roles = [suit * RANKS + place % RANKS for place in range(low, high + 1)]
        missing = [card for card in roles if not cards[card]]
        if len(missing) > 1:
            return
        natural = tuple(as_itself(card) for card in roles)
        if not missing and wrong_run(shapes, natural) is None:
            yield natural
        for card in missing or roles:
            for wild in shapes.wilds:
                with_wild = tuple(as_card(wild, other) if other == card else as_itself(other) for other in roles)
                # a wild natural card may be needed for its own place already
                needed = 1 + sum(role(piece) == wild for piece in with_wild)
                if wild != card and cards[wild] >= needed and wrong_run(shapes, with_wild) is None:
                    yield with_wild
