"""Builds the pack, the shapes of melds, and the points of each card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import attrs

from rummy500.cards.cards import JOKER, MOST_COPIES, MOST_COUNTED, NATURALS, SPARE, card_text
from rummy500.cards.finder import MeldFinder
from rummy500.cards.pieces import Computed
from rummy500.cards.shapes import MeldShapes
from rummy500.errors import ComposeError, Reason
from rummy500.hooks.answers import HookAnswers
from rummy500.hooks.check_play import check_functions, error_in_play, guarded, wrong_answer
from rummy500.hooks.plugin import LoadedPlugin, Pack, Wilds
from rummy500.hooks.resolve_options import PointUnit
from rummy500.hooks.specs import SPECS
from rummy500.rules.options import (
    DEAL_SIZE,
    DECK_JOKERS,
    MELD_ACE,
    MELD_GROUP_MAX,
    MELD_GROUP_SUITS,
    MELD_RUN_MIN,
    OptionValue,
)
from rummy500.rules.rules import Rules
from rummy500.rules.scores import WILD_IN_HAND, Place, PointTable, TableAnswer, TableAnswers
from rummy500.state import View

_PLACES: Final[tuple[Place, ...]] = ("group", "run", "low")
_WHERE: Final[Mapping[Place, str]] = {
    "hand": "in hand",
    "group": "in a group",
    "run": "in a run",
    "low": "at the low end of a run",
}
#: The most cards that the error about points that do not divide names.
_SHOWN: Final = 4
#: The most finders and tables of points that rules share.
_MOST_SHARED: Final = 64
#: A card, its role and its place.
_Case = tuple[int, int, Place]


# ------------------------------------------------- the pack and the shapes of melds


_PACK: Final = Reason(
    "deck.pack",
    "counts",
    "a pack has each natural card four times at most, at most 15 jokers in all, and only spare cards aside;"
    " this one has {jokers:number} jokers",
)
_JOKERS: Final = Reason(
    "deck.pack", "jokers", "option {option} can be at most {most:number} here: a game has at most 15 jokers in all"
)
_TOO_FEW: Final = Reason(
    "deck.enough",
    "too-few",
    "option {option} can be at most {most:number} here: {seats:number} hands of {size:number}, a first card and a stock"
    " need {needed:number} cards; the pack has {found:number}",
)


def build_pack(
    answers: HookAnswers, options: Mapping[str, OptionValue], packs: int
) -> tuple[Pack, Mapping[int, TableAnswer]]:
    """Build the pack, changed by plugins (`deck.pack`), and every rank that they give a card in the draw for a deal."""
    jokers = DECK_JOKERS.of(options) * packs
    if jokers > MOST_COUNTED:
        raise ComposeError(_JOKERS(option=DECK_JOKERS.name, least=0, most=MOST_COUNTED // packs))
    pack = Pack(bytes(sorted(list(range(NATURALS)) * packs)) + bytes([JOKER]) * jokers)
    ranks: dict[int, TableAnswer] = {card: (("", rank),) for card, rank in pack.cut_ranks.items()}
    by: LoadedPlugin | None = None
    for plugin, changed in answers.handed_on("pack", pack):
        check_functions(plugin, "pack", "a Pack", changed)
        if changed.side_cards is not pack.side_cards:
            by = plugin
        pack = changed
        for card, ranked in ranks.items():
            rank = pack.cut_ranks.get(card)
            if rank is not None and type(rank) is not int:
                raise plugin.error("pack", f"ranks {card_text(card)} as {rank!r}: cut_ranks must hold numbers or None")
            if rank != ranked[-1][1]:
                ranks[card] = (*ranked, (plugin.info.name, rank))
    if set(pack.side_pack) - {SPARE} or any(
        pack.cards.count(card) > (MOST_COUNTED if card == JOKER else MOST_COPIES) or card > JOKER
        for card in set(pack.cards)
    ):
        raise ComposeError(_PACK(jokers=pack.cards.count(JOKER)))
    pack = attrs.evolve(pack, cards=bytes(sorted(pack.cards)))
    return guarded(by, "pack", "a Pack", pack) if by else pack, ranks


def check_enough(pack: bytes, seats: int, hand_size: int) -> None:
    """Check that the pack is large enough for every hand, the upcard and a stock of one card (`deck.enough`)."""
    needed, most = seats * hand_size + 2, (len(pack) - 2) // seats
    if hand_size > most:
        facts = {"seats": seats, "size": hand_size, "needed": needed, "found": len(pack)}
        raise ComposeError(_TOO_FEW(option=DEAL_SIZE.name, least=1, most=most, **facts))


def build_shapes(wilds: Wilds, options: Mapping[str, OptionValue], packs: int, pack: Pack) -> MeldShapes:
    """Build the shapes of melds. A face that the pack does not have is not wild (`deck.no-jokers`)."""
    return MeldShapes(
        run_min=MELD_RUN_MIN.of(options),
        group_max=MELD_GROUP_MAX.of(options),
        different_suits=MELD_GROUP_SUITS.of(options) == "different",
        ace_low=MELD_ACE.of(options) != "high",
        ace_high=MELD_ACE.of(options) != "low",
        packs=max([packs, *(pack.cards.count(card) for card in set(pack.cards) - {JOKER})]),
        wilds=tuple(face for face in wilds.faces if face in pack.cards or face in pack.side_pack),
        joker_groups=wilds.groups_of_jokers,
        wild_after_low_ace=wilds.after_low_ace,
    )


def check_wilds(plugin: LoadedPlugin, wilds: Wilds) -> None:
    """Check that wild cards exist, and the function that chooses among them."""
    if not all(0 <= face <= SPARE for face in wilds.faces):
        raise plugin.error("wilds", f"names faces that do not exist: {wilds.faces}")
    check_functions(plugin, "wilds", "a Wilds", wilds)


#: The finder of melds of some shapes; rules with equal shapes share it, and what it has found.
shared_finder: Final = lru_cache(maxsize=_MOST_SHARED)(MeldFinder)


def build_finder_now(
    answers: HookAnswers, wilds: Wilds, shapes: MeldShapes
) -> Callable[[Rules, View], MeldFinder] | None:
    """Make a function that chooses the finder of melds for a view; `None` if the same cards are always wild."""
    now = wilds.now
    if now is None:
        return None
    plugin = answers.last("wilds")

    def find(faces: tuple[int, ...]) -> MeldFinder:
        if not set(faces) <= set(wilds.faces):
            what = f"has a Wilds whose now must return some of its faces {wilds.faces}, not {faces}"
            raise error_in_play(plugin, "wilds", now, ValueError, what)
        return shared_finder(attrs.evolve(shapes, wilds=tuple(face for face in shapes.wilds if face in faces)))

    finders = Computed(find)

    def finder_now(rules: Rules, view: View) -> MeldFinder:
        faces = now(rules, view)
        if type(faces) is not tuple:
            if not hasattr(faces, "__iter__"):
                raise wrong_answer(plugin, "wilds", now, "has a Wilds whose now must return faces", faces)
            faces = tuple(faces)
        return finders[faces]

    return finder_now


# ------------------------------------------------- points


def build_points(answers: HookAnswers, shapes: MeldShapes, unit: PointUnit) -> tuple[PointTable, TableAnswers]:
    """Build the points of each card, and every answer of plugins for each case, before the unit divides it."""
    if unit.points == 1 and not any("card_points" in plugin.hooks for plugin in answers.plugins):
        return PointTable(SPECS["card_points"].default_for(answers.options), shapes.wilds), {}
    # Call the hooks for every case now, so that none is called during play and every wrong answer is found.
    ask = answers.cases("card_points")
    answered = tuple((case, ask(*case)) for case in _cases(shapes.wilds))
    if unit.points > 1:
        others = sorted({name for _, every in answered for name, _ in every} - {"", unit.by})
        _check_divided({case: points for case, (*_, (_, points)) in answered}, shapes, unit, others)
    return _point_table(answered, shapes.wilds, unit.points)


@lru_cache(maxsize=_MOST_SHARED)
def _point_table(
    answered: tuple[tuple[_Case, tuple[tuple[str, int], ...]], ...], wilds: tuple[int, ...], unit: int
) -> tuple[PointTable, TableAnswers]:
    """Make the table of points of all answers. Rules with equal answers share it: it has more than a thousand cases."""
    points_of = {case: every[-1][1] // unit for case, every in answered}
    most: dict[int, int] = {}
    for (card, _, place), points in points_of.items():
        if place != "hand":
            most[card] = max(points, most.get(card, points))

    def look_up(card: int, role: int, place: Place) -> int:
        # `PointTable.most` also asks for roles that a card cannot have. These must not count more than the others.
        found = points_of.get((card, role, place))
        return most[card] if found is None else found

    return PointTable(look_up, wilds), MappingProxyType(dict(answered))


_UNDIVIDED: Final = Reason(
    "compose.points",
    "undivided",
    "plugin {plugin}: scores cannot be divided by {unit:number}{beside}, because {unit:number} does not divide the"
    " points of these cards: {points}. Add a plugin or an option that gives them other points (score.fifths)",
)


def _check_divided(points_of: Mapping[_Case, int], shapes: MeldShapes, unit: PointUnit, others: Sequence[str]) -> None:
    """Refuse points that the unit does not divide, naming some of the cards."""
    undivided: dict[tuple[str, Place], int] = {
        (card_text(card), place): points
        for (card, _, place), points in points_of.items()
        if points % unit.points and (place != "low" or shapes.ace_low)
    }
    if not undivided:
        return
    by_card = {card: f"{card} ({points} {_WHERE[place]})" for (card, place), points in reversed(undivided.items())}
    shown = list(reversed(by_card.values()))
    beside = f" with {', '.join(others)}" if others else ""
    more = f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
    raise ComposeError(
        _UNDIVIDED(plugin=unit.by, unit=unit.points, beside=beside, points=", ".join(shown[:_SHOWN]) + more)
    )


def _cases(wilds: tuple[int, ...]) -> Iterator[_Case]:
    """Every card in every role and place that it can have."""
    for card in (*range(NATURALS), JOKER, SPARE):
        yield card, card, "hand"
        for place in _PLACES:
            yield card, card, place
    for face in wilds:
        yield face, WILD_IN_HAND, "hand"
        for role in range(NATURALS):
            yield face, role, "run"
            yield face, role, "low"
        for rank in range(13):
            yield face, 64 + rank, "group"
