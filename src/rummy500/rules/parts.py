"""The parts of `Rules`: each holds what one part of the game is played by.

A field that has the name of a hook holds the answer of core and plugins to that hook. It is `None` where nothing
restricts play, so that a question which nobody answers costs one comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

import attrs

from rummy500.melds import MeldFinder, MeldShapes
from rummy500.options import Option
from rummy500.rules.memory import HandMemory, MatchMemory
from rummy500.rules.move import Move, Use
from rummy500.rules.opening import Opening
from rummy500.rules.points import PointTable, TableAnswers
from rummy500.rules.questions import (
    Bar,
    CutRank,
    Deducts,
    HandEmptied,
    LiesOpen,
    MatchLines,
    MatchWinners,
    MayCall,
    MayDraw,
    MayLay,
    MayMeld,
    MayTake,
    MustUse,
    PileBrings,
    Refused,
    ScoreLines,
    SideCards,
    TurnEnded,
    Visible,
)
from rummy500.state import View

if TYPE_CHECKING:
    from rummy500.rulebook.entry import RuleEntry
    from rummy500.rules.rules import Identity, Rules


@attrs.frozen(eq=False)
class Origin:
    """Where the rules come from: what explains them, and what composes them again.

    Attributes:
        option_kinds: the values that each option can have.
        set_by: who set each option: `preset NAME`, `plugin NAME`, or `option`.
        entries: the entries that plugins add to the rulebook, each with its plugin.
        table_answers: by TABLE hook, every answer of core and plugins for each case, if a plugin has the hook.
        hook_functions: the hooks of each plugin, by plugin and hook; errors during play are traced to plugins by them.
        passed_plugins: the plugins that were passed as objects.
        recompose: composes equal rules from an identity and such plugins; rules are pickled by it.
    """

    option_kinds: Mapping[str, Option]
    set_by: Mapping[str, str]
    entries: tuple[tuple[str, RuleEntry], ...]
    table_answers: Mapping[str, TableAnswers]
    hook_functions: Mapping[str, Mapping[str, Callable[..., object]]]
    passed_plugins: tuple[object, ...]
    recompose: Callable[[Identity, tuple[object, ...]], Rules]


@attrs.frozen(eq=False)
class DealRules:
    """What a hand is dealt from, and how it begins.

    Attributes:
        pack: every card that is dealt and drawn, in a fixed order.
        side_pack: cards that are played although no hand and no stock holds them.
        packs: how many packs of 52 cards are shuffled together.
        hand_size: how many cards each seat is dealt.
        cut_rank: the rank of a card in the draw for the first deal; `None` for a card that is drawn again.
        opening: a phase before the first phase of the core; `None` for none.
    """

    pack: bytes
    side_pack: bytes
    packs: int
    hand_size: int
    cut_rank: CutRank
    opening: Opening | None


@attrs.frozen(eq=False)
class MeldingRules:
    """Which melds and lay-offs can be played.

    Attributes:
        shapes: the shapes of melds.
        finder: finds melds of these shapes.
        finder_now: chooses the finder for a view, if which cards are wild depends on the view.
        side_cards: the cards of `DealRules.side_pack` that a seat may play now.
        may_meld: restricts which melds a play may make, new or extended ones.
        may_lay: restricts on which melds a seat may lay off.
        must_have_melded: a seat must have melded before it lays off or calls (`meld.layoff-after-meld`).
        opening_minimum: the points that a seat's first melds must have (`meld.first-minimum`), 0 for none.
    """

    shapes: MeldShapes
    finder: MeldFinder
    finder_now: Callable[[Rules, View], MeldFinder] | None
    side_cards: SideCards | None
    may_meld: MayMeld | None
    may_lay: MayLay | None
    must_have_melded: bool
    opening_minimum: int


@attrs.frozen(eq=False)
class TurnRules:
    """What a seat may do in a turn, what it must do, and how a turn and a hand end.

    Attributes:
        draw_count: how many cards a draw from the stock gives.
        may_draw: restricts drawing from the stock.
        may_take: restricts taking from the pile, besides the fields below.
        may_call: restricts calling, besides `call`.
        must_use: whether a taken card must be used at once; `None` where the options decide (`draw.top`, `draw.deep`).
        pile_brings: which cards come with a taken card; `None` for all above it (`draw.deep`).
        uses: the uses of a taken card that plugins add, by their words.
        top_may_be_kept: a seat may take the top discard alone without using it (`draw.top`).
        deep_take_needs_new_meld: a seat that takes more than the top card must use it in a new meld (`draw.deep-use`).
        bars: what may not be discarded, and why (`discard.*`).
        barred: the cards of a hand that may not be discarded, as a bag.
        bar_lifts_on_use: no card is barred once a taken card is used, and only cards of the hand are played.
        bars_only_gained: no card that the seat held before its turn is barred, and only cards of its hand are played.
        melding_goes_out: a seat goes out by melding its last card; otherwise it must discard (`out.discard-required`).
        stock_empty: what happens when the stock is empty (`stock.empty`).
        call: which calls there are (`call.*`).
        turn_ended: what happens after a turn that does not end the hand; `None` if the next turn just begins.
        hand_emptied: what happens when the hand of a seat is empty.
        refused: words refusals of the core as rules of plugins.
        moves: each kind of move without a suffix, by its verb.
        phased: kinds of move that plugins add to a core verb, by verb and phase.
        suffixed: each kind of move with a suffix, by verb and suffix.
        turn_moves: the moves of the seat on turn, by phase.
        other_moves: the moves of other seats, by phase.
        added_moves: the moves that plugins add for the seat on turn, by phase, where it has those of the core first.
        follow_ups: find what a seat sees after moves that may open a way to the end of its turn.
    """

    draw_count: int
    may_draw: MayDraw | None
    may_take: MayTake | None
    may_call: MayCall | None
    must_use: MustUse | None
    pile_brings: PileBrings | None
    uses: Mapping[str, Use]
    top_may_be_kept: bool
    deep_take_needs_new_meld: bool
    bars: tuple[Bar, ...]
    barred: Callable[[Rules, View], int]
    bar_lifts_on_use: bool
    bars_only_gained: bool
    melding_goes_out: bool
    stock_empty: str
    call: str
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


@attrs.frozen(eq=False)
class ViewRules:
    """What a seat sees of hidden cards, besides its own hand.

    Attributes:
        visible: hides more of a view.
        lies_open: which cards of hands lie open to all, for a view without memory.
    """

    visible: Visible | None
    lies_open: LiesOpen | None


@attrs.frozen(eq=False)
class ScoringRules:
    """What a hand scores.

    Attributes:
        points: the points of each card, divided by `unit`.
        unit: how many points make one point of the score.
        deducts: whether the cards in a seat's hand are deducted; `nobody_deducts` if they never are.
        deducts_at_stock_end: the text of a variant in play deducts hands when the stock ends the hand.
        score_lines: the functions that list the lines of a hand's score, each its own kind of line.
    """

    points: PointTable
    unit: int
    deducts: Deducts
    deducts_at_stock_end: bool
    score_lines: tuple[ScoreLines, ...]


@attrs.frozen(eq=False)
class MatchRules:
    """How a match is won.

    Attributes:
        target: the score that ends the match.
        match_winners: who has won after a hand, and whether a tie is played on.
        match_lines: the functions that list what the match adds to the scores.
    """

    target: int
    match_winners: MatchWinners
    match_lines: tuple[MatchLines, ...]


@attrs.frozen(eq=False)
class MemoryRules:
    """What plugins remember.

    Attributes:
        hand_memory: what they remember during a hand, by plugin, in the order of `State.slots`.
        match_memory: what they remember from hand to hand, by plugin, in the order of `Match.slots`.
        slot_of: the slot of each type of record.
    """

    hand_memory: tuple[tuple[str, HandMemory], ...]
    match_memory: tuple[tuple[str, MatchMemory], ...]
    slot_of: Mapping[type, int]
