"""The parts of `Rules`: deal, melds, turn, views, scoring, match, memory and origin.

A field with the name of a hook is the merged answer of core and plugins to that hook. If nothing restricts play it is
`None`, which costs the engine one comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, final

from rummy500.actions import Action
from rummy500.cards.cards import ACE, JOKER, Bag
from rummy500.cards.finder import MeldFinder
from rummy500.cards.shapes import MeldShapes
from rummy500.records import record
from rummy500.rules.memory import HandMemory, MatchMemory
from rummy500.rules.move import Duty, Move, Round, Use
from rummy500.rules.options import Calls, Option, StockEmpty
from rummy500.rules.questions import (
    Bar,
    Collects,
    Deducts,
    FirstPlayer,
    HandEmptied,
    HandSizes,
    MatchLines,
    MatchWinners,
    MayCall,
    MayDraw,
    MayLay,
    MayMeld,
    MayTake,
    MustUse,
    OpeningMinimum,
    Refused,
    ScoreLines,
    SideCards,
    TurnEnded,
)
from rummy500.rules.scores import PointTable, TableAnswers
from rummy500.state import View

if TYPE_CHECKING:
    from rummy500.rules.entry import Identity, RuleEntry
    from rummy500.rules.rules import Rules


@final
@record
class Origin:
    """The origin of the rules: the data that explains them, and the function that composes them again."""

    option_kinds: Mapping[str, Option]
    set_by: Mapping[str, str]
    titles: tuple[str, ...]
    entries: tuple[tuple[str, RuleEntry], ...]
    table_answers: Mapping[str, TableAnswers]
    dealt_by: tuple[str, ...]
    last_lines: tuple[str, ...]
    effect_wraps: Mapping[str, tuple[str, ...]]
    hook_functions: Mapping[str, Mapping[str, Callable[..., object]]]
    passed_plugins: tuple[object, ...]
    recompose: Callable[[Identity, tuple[object, ...]], Rules]
    preset_alone: Callable[[], Rules]


@final
@record
class DealRules:
    """The deal: the pack, the size of hands, the draw for the first deal, the first phase."""

    pack: bytes
    side_pack: bytes
    packs: int
    hand_size: int
    hand_sizes: HandSizes | None
    cut_ranks: Mapping[int, int | None]
    rounds: tuple[Round, ...]
    between: tuple[Round, ...]
    first_player: FirstPlayer | None

    @property
    def jokers(self) -> int:
        """The number of jokers in all packs together."""
        return self.pack.count(JOKER)


@final
@record
class MeldingRules:
    """The melds and lay-offs that can be played."""

    shapes: MeldShapes
    finder: MeldFinder
    finder_now: Callable[[Rules, View], MeldFinder] | None
    side_cards: SideCards | None
    may_meld: MayMeld | None
    may_lay: MayLay | None
    must_have_melded: bool
    opening_minimum: OpeningMinimum | None


@final
@record
class TurnRules:
    """The turn: what a seat may and must do, and how turn and hand end."""

    draw_count: int
    may_draw: MayDraw | None
    may_take: MayTake | None
    may_call: MayCall | None
    must_use: MustUse | None
    collects: Collects | None
    uses: Mapping[str, Use]
    top_may_be_kept: bool
    deep_take_needs_new_meld: bool
    bars: tuple[Bar, ...]
    barred: Callable[[Rules, View], Bag]
    lone_top_barred: bool  # no bar but the core's, of a lone top card
    bar_lifts_on_use: bool
    bars_only_gained: bool
    duties: tuple[Duty, ...]
    melding_goes_out: bool
    stock_empty: StockEmpty
    call: Calls
    turn_ended: TurnEnded | None
    hand_emptied: HandEmptied
    refused: Refused | None
    moves: Mapping[str, Move]
    phased: Mapping[tuple[str, str], Move]
    suffixed: Mapping[tuple[str, str], Move]
    turn_moves: Mapping[str, tuple[Move, ...]]
    other_moves: Mapping[str, tuple[Move, ...]]
    added_moves: Mapping[str, tuple[Move, ...]]
    follow_ups: tuple[Callable[[Rules, View], Iterable[View]], ...]

    def move_of(self, action: Action, phase: str) -> Move | None:
        """The move that an action makes in a phase; `None` for an unknown verb."""
        if action.extra:
            move = self.suffixed.get((action.verb, action.extra[0]))
            if move is not None:
                return move
        if self.phased:
            move = self.phased.get((action.verb, phase))
            if move is not None:
                return move
        return self.moves.get(action.verb)


@final
@record
class ViewRules:
    """The hiding of memory and of hands by plugins."""

    hides_memory: bool
    blind_phases: frozenset[str]


@final
@record
class ScoringRules:
    """The scoring of a hand."""

    points: PointTable
    unit: int
    deducts: Deducts
    nobody_deducts: bool
    deducts_at_stock_end: bool
    score_lines: tuple[ScoreLines, ...]

    @property
    def joker_points(self) -> int:
        """The points of a joker in hand."""
        return self.points.in_hand[JOKER]

    @property
    def ace_points(self) -> int:
        """The points of an ace at the high end of a run."""
        return self.points.piece(ACE, "run")

    @property
    def low_ace_points(self) -> int:
        """The points of an ace at the low end of a run."""
        return self.points.piece(ACE, "low")


@final
@record
class MatchRules:
    """The match: its target and its winners."""

    target: int
    match_winners: MatchWinners
    match_lines: tuple[MatchLines, ...]


@final
@record
class MemoryRules:
    """The memory of plugins."""

    hand_memory: tuple[tuple[str, HandMemory], ...]
    match_memory: tuple[tuple[str, MatchMemory], ...]
    memory_place: Mapping[type, int]
