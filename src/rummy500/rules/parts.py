"""The parts of `Rules`: deal, melds, turn, views, scoring, match, memory and origin.

A field with the name of a hook is the merged answer of core and plugins to that hook. If nothing restricts play it is
`None`, which costs the engine one comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, final

from rummy500.actions import Action
from rummy500.cards.cards import Bag
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
    """The origin of the rules: the data that explains them, and the function that composes them again.

    Attributes:
        option_kinds: every option, by its name.
        set_by: who set each option: `preset NAME`, `plugin NAME`, or `option`.
        titles: for players: the title of the preset, then those of the plugins that do not come with another.
        entries: the entries that plugins add to the rulebook, each with its plugin.
        table_answers: for the points of cards (`card_points`) and the ranks in the draw for the deal (`cut_ranks`),
            every answer of core and plugins for each case.
        dealt_by: the plugins with steps between the deal and the first turn, in order.
        last_lines: the plugins whose lines of a score come last (`LinesAfter.last`), in order.
        effect_wraps: for each verb whose effect plugins wrap, these plugins; the last one acts last.
        hook_functions: the functions of each plugin, by plugin and hook; errors during play are traced to plugins by
            them.
        passed_plugins: the plugins that were passed as objects.
        recompose: composes equal rules from an identity and such plugins; unpickling calls it.
    """

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


@final
@record
class DealRules:
    """The deal: the pack, the size of hands, the draw for the first deal, the first phase.

    Attributes:
        pack: every card that is dealt and drawn, in a fixed order.
        side_pack: cards that can be played although they are in no hand and no stock.
        packs: the number of packs of 52 cards that are shuffled together.
        hand_size: the number of cards that each seat is dealt, unless `hand_sizes` decides.
        hand_sizes: returns the number of cards for each seat, by the match so far; `None` if all get `hand_size`.
        cut_ranks: the rank of each card in the draw for the first deal; `None` for a card that is drawn again.
        rounds: the steps between the deal and the first turn, in order.
        between: the rounds between two turns, in order.
        first_player: chooses who plays the first turn; `None` for the player on the dealer's left.
    """

    pack: bytes
    side_pack: bytes
    packs: int
    hand_size: int
    hand_sizes: HandSizes | None
    cut_ranks: Mapping[int, int | None]
    rounds: tuple[Round, ...]
    between: tuple[Round, ...]
    first_player: FirstPlayer | None


@final
@record
class MeldingRules:
    """The melds and lay-offs that can be played.

    Attributes:
        shapes: the shapes of melds.
        finder: finds melds of these shapes.
        finder_now: chooses the finder for a view, if the wild cards depend on the view.
        side_cards: the cards of `DealRules.side_pack` that a seat may play now.
        may_meld: restricts which melds a play may make, new or extended ones.
        may_lay: restricts on which melds a seat may lay off.
        must_have_melded: a seat must have melded before it lays off or calls (`meld.layoff-after-meld`).
        opening_minimum: the points that a seat's first melds must have (`meld.first-minimum`); `None` for none.
    """

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
    """The turn: what a seat may and must do, and how turn and hand end.

    Attributes:
        draw_count: the number of cards that a draw from the stock gives.
        may_draw: restricts drawing from the stock.
        may_take: restricts taking from the pile, besides the fields below.
        may_call: restricts calling, besides `call`.
        must_use: whether a taken card must be used at once; `None` where the options decide (`draw.top`, `draw.deep`).
        collects: which cards come with a taken card; `None` for all above it (`draw.deep`).
        uses: the uses of a taken card that plugins add, by their words.
        top_may_be_kept: a seat may take the top discard alone without using it (`draw.top`).
        deep_take_needs_new_meld: a seat that takes more than the top card must use it in a new meld (`draw.deep-use`).
        bars: the cards that may not be discarded, and why (`discard.*`).
        barred: returns the cards of the seat's hand that may not be discarded, as a bag.
        bar_lifts_on_use: no card is barred once a taken card is used, and only cards of the hand are played.
        bars_only_gained: no card that the seat had before its turn is barred, and only cards of its hand are played.
        duties: what a seat must have done before it ends its turn or the hand; the opening minimum is the first.
        melding_goes_out: a seat goes out by melding its last card; otherwise it must discard (`out.discard-required`).
        stock_empty: what happens when the stock is empty (`stock.empty`).
        call: which calls there are (`call.*`).
        turn_ended: acts after a turn that does not end the hand; `None` if the next turn simply begins.
        hand_emptied: acts when a seat has played its last card.
        refused: replaces a refusal of the core by one that names a plugin's rule.
        moves: each kind of move without a suffix, by its verb.
        phased: kinds of move that plugins add to a core verb, by verb and phase.
        suffixed: each kind of move with a suffix, by verb and suffix.
        turn_moves: the moves of the seat on turn, by phase.
        other_moves: the moves of other seats, by phase.
        added_moves: the moves that plugins add for the seat on turn, by phase, where it has those of the core first.
        follow_ups: the `Move.follow_ups` of all moves.
    """

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
    """The hiding of memory and of hands by plugins.

    Attributes:
        hides_memory: whether some seat sees less than the whole of some record.
        blind_phases: the phases in which nobody looks at any cards, not even their own.
    """

    hides_memory: bool
    blind_phases: frozenset[str]


@final
@record
class ScoringRules:
    """The scoring of a hand.

    Attributes:
        points: the points of each card, divided by `unit`.
        unit: the number of points that make one point of the score.
        deducts: whether the cards in a seat's hand are deducted; `nobody_deducts` if they never are.
        deducts_at_stock_end: the text of a variant in play deducts hands when the stock ends the hand.
        score_lines: the functions that list the lines of a hand's score.
    """

    points: PointTable
    unit: int
    deducts: Deducts
    deducts_at_stock_end: bool
    score_lines: tuple[ScoreLines, ...]


@final
@record
class MatchRules:
    """The match: its target and its winners.

    Attributes:
        target: the score that ends the match; 0 if plugins decide by something else when it ends.
        match_winners: decides after a hand who has won, and whether a tie is played on.
        match_lines: the functions that list the lines that the match adds to the scores.
    """

    target: int
    match_winners: MatchWinners
    match_lines: tuple[MatchLines, ...]


@final
@record
class MemoryRules:
    """The memory of plugins.

    Attributes:
        hand_memory: memory during a hand, with its plugin, in the order of `State.memories`.
        match_memory: memory from hand to hand, with its plugin, in the order of `Match.memories`.
        memory_place: the place of each type of record.
    """

    hand_memory: tuple[tuple[str, HandMemory], ...]
    match_memory: tuple[tuple[str, MatchMemory], ...]
    memory_place: Mapping[type, int]
