"""Judge the shapes of melds and lay-offs (`meld.*`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from rummy500.actions import USE_GROUP, USE_LAY, USE_RUN
from rummy500.cards.cards import ACE, JOKER, NATURALS
from rummy500.cards.pieces import Meld
from rummy500.rules.rules import Rules
from rummy500_testing.model.cards import ABOVE_KING, OF_RANK, RANKS, face, role
from rummy500_testing.model.known import joker_groups, number, packs, wilds

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
    suits_differ = rules.options["meld.group-suits"] == "different"
    rank_holds = 4 if suits_differ else 4 * packs(rules)
    asked = number(rules, "meld.group-max")
    ace = rules.options["meld.ace"]
    return Shapes(
        run_min=max(_SMALLEST, number(rules, "meld.run-min")),
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
