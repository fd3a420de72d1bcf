"""`compose`: preset, plugins in their order, then the caller's options, folded once into frozen `Rules`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from rummy500.book import ActionBook
from rummy500.cards import JOKER, NATURALS
from rummy500.engine.moves import CORE_MOVES
from rummy500.engine.moves.discard import refuse_drawn, refuse_taken
from rummy500.engine.plays import barred_drawn, barred_lone_top, may_lay_after_meld, may_lay_own
from rummy500.engine.score import deducts_always, hand_lines, table_lines
from rummy500.engine.turns import goes_out
from rummy500.engine.values import CARD_POINTS
from rummy500.engine.winning import match_winners
from rummy500.errors import ComposeError, nearest
from rummy500.melds import MeldFinder, MeldShapes
from rummy500.options import CORE_OPTIONS, OptionValue
from rummy500.presets import CORE_PRESETS, DEFAULT_PRESET, Preset
from rummy500.rules import RULES_VERSION, Identity, MayLay, Move, PointTable, Rules

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 8
#: From this many seats on two packs are shuffled together (`deck.pack`).
TWO_PACKS_FROM: Final = 5
_KEPT: Final = 256


def compose(
    preset: str = DEFAULT_PRESET,
    plugins: Iterable[str] = (),
    options: Mapping[str, object] | None = None,
    seats: int = FEWEST_SEATS,
) -> Rules:
    """Compose rules.

    Args:
        preset: the preset to begin with: `pagat`, `north-american`, `classic`, `family`, or a plugin's.
        plugins: the names of the plugins in play, in order; a later one has the last word.
        options: options to set beside them, by name.
        seats: how many play, 2 to 8.

    Returns:
        The rules; the same arguments give the same rules.

    Raises:
        ComposeError: for an unknown name, with the nearest known one; for a value that an option does not take; for
            values that do not go together.

    Examples:
        >>> rules = compose("classic", options={"match.target": 250}, seats=3)
        >>> rules.options["match.target"], rules.hand_size
        (250, 7)
    """
    base = _preset(preset)
    for name in (plugins,) if isinstance(plugins, str) else plugins:
        raise ComposeError(f"there is no plugin {name!r}; {nearest(str(name), ())}")
    if type(seats) is not int or not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise ComposeError(f"500 Rummy is played by {FEWEST_SEATS} to {MOST_SEATS} seats, not {seats!r}")
    chosen = _checked(options or {})
    own = tuple(sorted((name, value) for name, value in chosen.items() if base.options[name] != value))
    return _composed(Identity(base.name, (), own, seats))


def recompose(identity: Identity) -> Rules:
    """Compose rules again from their identity.

    Args:
        identity: what `Rules.identity` gave.

    Returns:
        Equal rules.

    Raises:
        ComposeError: if a name is missing here, or the core plays by another version of its rules.
    """
    if identity.core != RULES_VERSION:
        raise ComposeError(
            f"these rules are of core rules version {identity.core}; this is rummy500 of version {RULES_VERSION}"
        )
    return compose(
        identity.preset, [name for name, _ in identity.plugins], dict(identity.options), seats=identity.seats
    )


def _preset(name: str) -> Preset:
    base = next((preset for known, preset in CORE_PRESETS.items() if known == name), None)
    if base is None:
        raise ComposeError(f"there is no preset {name!r}; {nearest(str(name), CORE_PRESETS)}")
    return base


def _checked(options: Mapping[str, object]) -> dict[str, OptionValue]:
    chosen: dict[str, OptionValue] = {}
    for name, value in options.items():
        option = CORE_OPTIONS.get(name)
        if option is None:
            raise ComposeError(f"there is no option {name!r}; {nearest(str(name), CORE_OPTIONS)}")
        chosen[name] = option.check(value)
    return chosen


@lru_cache(maxsize=_KEPT)
def _composed(identity: Identity) -> Rules:
    base = CORE_PRESETS[identity.preset]
    options = {**base.options, **dict(identity.options)}
    set_by = dict.fromkeys(base.options, f"preset {base.name}") | {name: "option" for name, _ in identity.options}
    seats = identity.seats
    packs = _number(options["deck.packs"], 2 if seats >= TWO_PACKS_FROM else 1)
    jokers = _number(options["deck.jokers"], 0) * packs
    pack = bytes(sorted(list(range(NATURALS)) * packs)) + bytes([JOKER]) * jokers
    hand_size = _number(options["deal.size"], 13 if seats == FEWEST_SEATS else 7)
    _check_enough(pack, seats, hand_size)
    shapes = MeldShapes(
        run_min=_number(options["meld.run-min"], 3),
        group_max=_number(options["meld.group-max"], 0),
        different_suits=options["meld.group-suits"] == "different",
        ace_low=options["meld.ace"] != "high",
        ace_high=options["meld.ace"] != "low",
        packs=packs,
        wilds=(JOKER,) if jokers else (),
    )
    drawn_barred = options["discard.barred"] == "drawn"
    moves = {move.verb: move for move in CORE_MOVES}
    return Rules(
        identity=identity,
        preset=base,
        options=MappingProxyType(options),
        set_by=MappingProxyType(set_by),
        seats=seats,
        sides=tuple(range(seats)),
        pack=pack,
        packs=packs,
        hand_size=hand_size,
        draw_count=1,
        shapes=shapes,
        finder=MeldFinder(shapes),
        finder_now=None,
        points=PointTable(CARD_POINTS[str(options["score.ace"])]),
        may_lay=_MAY_LAY[str(options["meld.layoff"])],
        must_have_melded=options["meld.layoff"] == "after-meld",
        first_minimum=_number(options["meld.first-minimum"], 0),
        top_free=options["draw.top"] == "free",
        deep_new_only=options["draw.deep-use"] == "new-meld",
        barred=barred_drawn if drawn_barred else barred_lone_top,
        refuse_barred=refuse_drawn if drawn_barred else refuse_taken,
        melding_out=options["out.discard"] == "optional",
        stock_empty=str(options["stock.empty"]),
        call=str(options["call"]),
        turn_ended=None,
        hand_emptied=goes_out,
        deducts=deducts_always,
        score_lines=(table_lines, hand_lines),
        target=_number(options["match.target"], 0),
        match_winners=match_winners,
        cut_rank=ace_low_rank,
        moves=MappingProxyType(moves),
        turn_moves=_by_phase(moves, "turn"),
        other_moves=_by_phase(moves, "others") if options["call"] != "none" else MappingProxyType({}),
        book=ActionBook(seats),
        remake=recompose,
    )


_MAY_LAY: Final[Mapping[str, MayLay | None]] = {
    "any": None,
    "after-meld": may_lay_after_meld,
    "own": may_lay_own,
}


def ace_low_rank(card: int) -> int | None:
    """`deal.first-dealer`: the ace is low, a joker is drawn again."""
    return card % 13 if card < NATURALS else None


def _number(value: OptionValue, automatic: int) -> int:
    return value if isinstance(value, int) else automatic


def _check_enough(pack: bytes, seats: int, hand_size: int) -> None:
    """`deck.enough`: the hands, the first card and a card of the stock."""
    needed = seats * hand_size + 2
    if needed > len(pack):
        raise ComposeError(
            f"{seats} hands of {hand_size}, a first card and a stock need {needed} cards; the pack has {len(pack)}"
            " (deck.enough)"
        )


def _by_phase(moves: Mapping[str, Move], whose: str) -> Mapping[str, tuple[Move, ...]]:
    phases: dict[str, tuple[Move, ...]] = {}
    for move in moves.values():
        if move.whose == whose:
            for phase in move.phases:
                phases[phase] = (*phases.get(phase, ()), move)
    return MappingProxyType(phases)
