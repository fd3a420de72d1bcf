"""`Rules`: everything that a game is played by, folded once into tables and ready functions.

The engine asks `Rules` and nothing else. What the core answers by default and what a plugin answers stand in the same
fields; a question that nothing restricts is `None`, so that it costs nothing in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

import attrs

from rummy500.actions import Action
from rummy500.book import ActionBook
from rummy500.melds import MeldFinder, MeldShapes
from rummy500.options import Option, OptionValue
from rummy500.presets import Preset
from rummy500.rules.cache import RulesCache
from rummy500.rules.memory import HandMemory, MatchMemory
from rummy500.rules.move import Move, Use
from rummy500.rules.opening import Opening
from rummy500.rules.points import PointTable, TableAnswers
from rummy500.rules.questions import (
    Bar,
    Beside,
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
    NaturalTwo,
    PileBrings,
    Refused,
    ScoreLines,
    TurnEnded,
    Visible,
    any_meld,
)
from rummy500.rules.ready import Ready
from rummy500.state import PublicState, View

if TYPE_CHECKING:
    from rummy500.rulebook.entry import RuleEntry

#: Raised when the core's rules play differently than before.
RULES_VERSION: Final = 1


@attrs.frozen
class Identity:
    """What a set of rules is known by: enough to compose it again.

    Attributes:
        preset: the preset's name.
        plugins: each plugin's name and rules version, in order.
        options: the options set beside preset and plugins, by name.
        seats: how many play.
        core: the rules version of the core.
    """

    preset: str
    plugins: tuple[tuple[str, int], ...]
    options: tuple[tuple[str, OptionValue], ...]
    seats: int
    core: int = RULES_VERSION


def _asked_of_what_is_found(rules: Rules) -> MayMeld | None:
    rule = rules.may_meld
    while isinstance(rule, NaturalTwo) and not rules.shapes.wild_after_low_ace:
        rule = rule.rule
    return None if rule is any_meld else rule


def _plays_are_looked_up(rules: Rules) -> bool:
    known = rules.book.natural is rules.finder.natural
    return known and rules.finder_now is None and not rules.finder.joker_groups


def _shapes_alone_tell(rules: Rules) -> bool:
    return rules.plays_looked_up and rules.may_meld_found is None


def _takes_are_looked_up(rules: Rules) -> bool:
    free = rules.must_use is None and rules.pile_brings is None and rules.may_take is None
    return rules.only_natural and free and rules.beside is None and not rules.uses


#: More cards than a hand holds.
_EVERY_CARD: Final = 1_000


def _most_barred(rules: Rules) -> int:
    return sum(_EVERY_CARD if bar.most is None else bar.most for bar in rules.bars)


@attrs.frozen(eq=False, repr=False)
class Rules:
    """Composed rules, immutable; made by `rummy500.compose`.

    Rules compare, hash and pickle as their identity and the plugins that were passed as objects. The
    attributes below `options` are the answers that the engine
    reads; an app needs `identity`, `preset`, `options`, `seats` and `sides`.

    Attributes:
        identity: what the rules are known by.
        preset: the preset that they began with.
        plugins: what each plugin in play changes, in a line, by its name.
        options: the value of every option in force, those of the plugins too.
        option_kinds: what each of these options takes.
        set_by: who set each option: `preset NAME`, `plugin NAME`, or `option`.
        seats: how many play, 2 to 8.
        sides: the side of each seat; each its own number where everybody plays alone.
        pack: every card that is dealt and drawn, in a fixed order.
        aside: cards in play beside the pack, which no hand and no stock holds.
        packs: how many packs of 52 are in it.
        hand_size: the cards dealt to each seat.
        draw_count: how many cards a draw from the stock gives.
        shapes: the shape rules of melds.
        finder: finds melds under them.
        finder_now: what finds melds in a view, where wild cards depend on it.
        points: card points.
        unit: how many points make one in the score; card points are told in it already.
        beside: the cards of `aside` that a seat may play now, `None` if there are none.
        may_draw: restricts drawing from the stock; `None`, here and below, if nothing does.
        may_take: restricts takes from the pile, beyond `top_free`, `deep_new_only`, `must_use` and `pile_brings`.
        may_call: restricts calls, beyond `call`.
        may_meld: restricts which melds a play may make, new ones and longer ones, beyond `shapes`.
        may_lay: restricts on which melds a seat may lay off.
        must_have_melded: lay-offs and calls need an earlier meld of the seat's own (`meld.layoff-after-meld`).
        first_minimum: points to open with (`meld.first-minimum`), 0 for none.
        top_free: the lone top discard may be kept (`draw.top`).
        deep_new_only: the use of a take is a new meld (`draw.deep-use`).
        must_use: whether a taken card must be used at once, `None` for the core's answer (`draw.top`, `draw.deep`).
        pile_brings: which cards come with a taken one, `None` for it and all above (`draw.deep`).
        uses: further uses of a taken card, by their words.
        bars: what may not be discarded, and why (`discard.*`).
        barred: the cards of the hand that one of them bars, as a bag.
        most_barred: how many cards of a hand they bar at most.
        may_meld_found: `may_meld` for what the finder has found, `None` where it finds nothing that is refused.
        plays_looked_up: where no wild card is at hand the shapes of plays never change, and are looked up.
        only_natural: where no wild card is at hand shapes alone tell what is a play, and they never change.
        takes_looked_up: where none is in reach either nothing but shapes and places tells what may be taken.
        used_are_free: once a taken card is used no card of the hand is barred, and only cards of its hand are played.
        old_are_free: no card that the seat held before its turn is barred, and only cards of its hand are played.
        melding_out: melding everything goes out; a discard is required otherwise (`out.discard-required`).
        stock_empty: what an empty stock does (`stock.empty`).
        call: which calls there are (`call.*`).
        turn_ended: what happens after a turn that does not end the hand, `None` where the next turn just begins.
        hand_emptied: what happens when a seat's hand is empty.
        deducts: whether a seat's hand counts against it in the end; `nobody_deducts` where none ever does.
        deducts_at_stock_end: whether the text of a variant in play deducts hands when the stock ends the hand, so that
            no rule spares them.
        score_lines: what finds the lines of a hand's score, each its own kind.
        target: the points to play to.
        match_winners: who has won after a hand, and whether a tie is played on.
        match_lines: what finds the lines of the match's score beside those of its hands.
        cut_rank: the rank of each card in the draw for the deal, `None` for one that is drawn again.
        visible: hides more of a view, `None` if nothing does.
        lies_open: which cards of hands lie open, for a view without memory, `None` if none do.
        refused: gives refusals the words of the rule behind them, `None` if all have them.
        opening: the phase before the core's first, `None` for none.
        hand_memory: what plugins remember during a hand, by plugin, in the order of `State.slots`.
        match_memory: what they remember from hand to hand, by plugin, in the order of `Match.slots`.
        slot_of: the place of each type of record in its slots.
        moves: each kind of move without a suffix, by its verb.
        phased: those that stand beside one of the core's in phases of their own, by verb and phase.
        suffixed: each kind of move with a suffix, by verb and suffix.
        ahead: what finds what a seat sees after the moves that may open a way to the end of its turn.
        turn_moves: for each phase the moves of the seat on turn.
        other_moves: for each phase the moves of other seats.
        book: draws, passes and discards, made once.
        entries: the rules that plugins add to the catalogue, each with its plugin.
        table_answers: by TABLE hook, every answer of core and plugins for each case, where a plugin has the hook.
        hook_functions: the hooks of each plugin, by plugin and hook; an error in play is traced back to them.
        inline: the plugins that were passed as objects.
        remake: composes equal rules from an identity and such plugins; how rules pickle.
        cache: what is remembered between calls.
        ready: those of these answers that every list and step reads.
    """

    identity: Identity
    preset: Preset
    plugins: Mapping[str, str]
    options: Mapping[str, OptionValue]
    option_kinds: Mapping[str, Option]
    set_by: Mapping[str, str]
    seats: int
    sides: tuple[int, ...]
    pack: bytes
    aside: bytes
    packs: int
    hand_size: int
    draw_count: int
    shapes: MeldShapes
    finder: MeldFinder
    finder_now: Callable[[Rules, View], MeldFinder] | None
    points: PointTable
    unit: int
    beside: Beside | None
    may_draw: MayDraw | None
    may_take: MayTake | None
    may_call: MayCall | None
    may_meld: MayMeld | None
    may_lay: MayLay | None
    must_have_melded: bool
    first_minimum: int
    top_free: bool
    deep_new_only: bool
    must_use: MustUse | None
    pile_brings: PileBrings | None
    uses: Mapping[str, Use]
    bars: tuple[Bar, ...]
    barred: Callable[[Rules, View], int]
    used_are_free: bool
    old_are_free: bool
    melding_out: bool
    stock_empty: str
    call: str
    turn_ended: TurnEnded | None
    hand_emptied: HandEmptied
    deducts: Deducts
    deducts_at_stock_end: bool
    score_lines: tuple[ScoreLines, ...]
    target: int
    match_winners: MatchWinners
    match_lines: tuple[MatchLines, ...]
    cut_rank: CutRank
    visible: Visible | None
    lies_open: LiesOpen | None
    refused: Refused | None
    opening: Opening | None
    hand_memory: tuple[tuple[str, HandMemory], ...]
    match_memory: tuple[tuple[str, MatchMemory], ...]
    slot_of: Mapping[type, int]
    moves: Mapping[str, Move]
    phased: Mapping[tuple[str, str], Move]
    suffixed: Mapping[tuple[str, str], Move]
    ahead: tuple[Callable[[Rules, View], Iterable[View]], ...]
    turn_moves: Mapping[str, tuple[Move, ...]]
    other_moves: Mapping[str, tuple[Move, ...]]
    book: ActionBook
    entries: tuple[tuple[str, RuleEntry], ...]
    table_answers: Mapping[str, TableAnswers]
    hook_functions: Mapping[str, Mapping[str, Callable[..., object]]]
    inline: tuple[object, ...]
    remake: Callable[[Identity, tuple[object, ...]], Rules]
    most_barred: int = attrs.field(init=False, default=attrs.Factory(_most_barred, takes_self=True))
    may_meld_found: MayMeld | None = attrs.field(
        init=False, default=attrs.Factory(_asked_of_what_is_found, takes_self=True)
    )
    plays_looked_up: bool = attrs.field(init=False, default=attrs.Factory(_plays_are_looked_up, takes_self=True))
    only_natural: bool = attrs.field(init=False, default=attrs.Factory(_shapes_alone_tell, takes_self=True))
    takes_looked_up: bool = attrs.field(init=False, default=attrs.Factory(_takes_are_looked_up, takes_self=True))
    cache: RulesCache = attrs.field(init=False, factory=RulesCache)
    ready: Ready = attrs.field(init=False, default=attrs.Factory(Ready, takes_self=True))

    def __eq__(self, other: object) -> bool:
        """Whether both are the same rules by identity, with the same plugins passed as objects."""
        if self is other:
            return True
        return isinstance(other, Rules) and self.identity == other.identity and self.inline == other.inline

    def __hash__(self) -> int:
        """The hash of the identity."""
        return hash(self.identity)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the identity."""
        return (self.remake, (self.identity, self.inline))

    def __repr__(self) -> str:
        """The identity in short."""
        parts = [repr(self.preset.name)]
        if self.identity.plugins:
            parts.append(f"plugins={[name for name, _ in self.identity.plugins]!r}")
        if self.identity.options:
            parts.append(f"options={dict(self.identity.options)!r}")
        return f"<Rules {', '.join(parts)}, seats={self.seats}>"

    def finder_for(self, view: View) -> MeldFinder:
        """What finds melds in a view."""
        return self.finder if self.finder_now is None else self.finder_now(self, view)

    def move_of(self, action: Action, phase: str) -> Move | None:
        """The kind of move that an action is in a phase, `None` if the rules know none of its verb."""
        if action.extra:
            move = self.suffixed.get((action.verb, action.extra[0]))
            if move is not None:
                return move
        return self.phased.get((action.verb, phase)) or self.moves.get(action.verb)


def has_melded(view_open: PublicState, seat: int) -> bool:
    """Whether a seat has begun a meld in this hand."""
    return any(meld.owner == seat for meld in view_open.table)
