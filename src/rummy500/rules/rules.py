"""`Rules`: everything that a game is played by, in named parts from the deal to the match.

The engine reads only `Rules`. Answers of the core and answers of plugins are in the same fields: a field with the name
of a hook is the merged answer to that hook. If nothing restricts play it is `None`, which costs the engine one
comparison.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, final

from rummy500.base.errors import Refusal
from rummy500.base.records import record, replace
from rummy500.cards.cards import ACE, EMPTY_BAG, JOKER, Bag, faces_bag
from rummy500.cards.finder import MeldFinder
from rummy500.cards.pieces import Memo
from rummy500.cards.shapes import MeldShapes
from rummy500.rules import move as hook
from rummy500.rules.action_cache import ActionCache
from rummy500.rules.actions import Action
from rummy500.rules.entry import Identity, RuleEntry
from rummy500.rules.memory import HandMemory, MatchMemory
from rummy500.rules.move import Bar, Check, Duty, FollowUps, MoveInPlay, Round, Use
from rummy500.rules.options import Calls, CoreOption, Option, OptionValue, Preset, StockEmpty, V
from rummy500.rules.scores import PointTable, TableAnswers
from rummy500.rules.state import DRAW_PHASE, PLAY_PHASE, PublicState, State, View


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
    first_by: str
    asked: Mapping[str, tuple[str, ...]]
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
    hand_sizes: tuple[tuple[str, hook.HandSizes], ...]  # with the names of their plugins
    cut_ranks: Mapping[int, int | None]
    rounds: tuple[Round, ...]
    between: tuple[Round, ...]
    first_player: hook.FirstPlayer | None

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
    side_cards: hook.SideCards | None
    may_meld: hook.MayMeld | None
    may_lay: Callable[[Rules, View, int], Refusal | None] | None  # the number is the place of the meld
    must_have_melded: bool
    opening_minimum: hook.OpeningMinimum | None


@final
@record
class TurnRules:
    """The turn: what a seat may and must do, and how turn and hand end."""

    draw_count: int
    may_draw: Callable[[Rules, View], Refusal | None] | None
    may_take: Check | None
    may_call: Check | None
    must_use: hook.MustUse | None
    collects: hook.Collects | None
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
    turn_ended: Callable[[Rules, State], State]
    hand_emptied: Callable[[Rules, State, Action], State]
    refusal: Callable[[Rules, View, Action, Refusal], Refusal] | None
    moves: Mapping[str, MoveInPlay]
    phased: Mapping[tuple[str, str], MoveInPlay]
    suffixed: Mapping[tuple[str, str], MoveInPlay]
    turn_moves: Mapping[str, tuple[MoveInPlay, ...]]
    other_moves: Mapping[str, tuple[MoveInPlay, ...]]
    added_moves: Mapping[str, tuple[MoveInPlay, ...]]
    follow_ups: tuple[FollowUps, ...]

    def move_of(self, action: Action, phase: str) -> MoveInPlay | None:
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
    deducts: hook.Deducts
    nobody_deducts: bool
    deducts_at_stock_end: bool
    score_lines: tuple[hook.ScoreLines, ...]

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
    match_winners: hook.MatchWinners


@final
@record
class MemoryRules:
    """The memory of plugins."""

    hand_memory: tuple[tuple[str, HandMemory], ...]
    match_memory: tuple[tuple[str, MatchMemory], ...]
    #: The places of the records by their classes, of pockets by their names.
    memory_place: Mapping[type | str, int]


# ---------------------------------------------------------------- the cache
# No answer depends on it, so it may be dropped at any time. Every part of it has a bound. Threads may share rules:
# each entry is written in one step and never changed, so at worst two threads compute the same answer.

#: The longest list of actions that `RulesCache.remember` stores, and that `apply` searches.
LONGEST_REMEMBERED: Final = 256
#: The most caches of actions that rules share.
_MOST_SHARED: Final = 64
#: The frequent actions of all rules with as many seats and one finder: they do not depend on any other rule.
_shared_actions: Final = lru_cache(maxsize=_MOST_SHARED)(ActionCache)


class RulesCache:
    """Everything that rules remember between calls."""

    __slots__ = (
        "_finder", "_last_pile", "_seats", "_stranding", "actions", "by_finder", "fast", "last_now", "listed",
    )  # fmt: skip

    def __init__(self, seats: int, finder: MeldFinder) -> None:
        self._seats = seats
        self._finder = finder
        self.actions = _shared_actions(seats, finder)
        self.by_finder: Memo[MeldFinder, Rules] = Memo()
        self.last_now: tuple[object, Rules | None] = (None, None)
        self.listed: tuple[object, object, list[Action]] = (None, None, [])
        self.fast: tuple[object, object] = (None, None)
        self._last_pile: tuple[bytes, Bag] = (b"", EMPTY_BAG)
        self._stranding: dict[tuple[tuple[Duty, ...], bool], Memo[object, tuple[bool, int]]] = defaultdict(Memo)

    def clear(self) -> None:
        """Forget everything."""
        self.actions = ActionCache(self._seats, self._finder)
        self.listed = (None, None, [])
        self._stranding.clear()
        self.by_finder.clear()
        self.last_now = (None, None)
        self._last_pile = (b"", EMPTY_BAG)

    def stranding(self, duties: tuple[Duty, ...], *, melding_out: bool) -> Memo[object, tuple[bool, int]]:
        """The positions that searches for an end of the turn have decided, by the duties that the search respects."""
        return self._stranding[duties, melding_out]

    def pile_faces(self, pile: bytes) -> Bag:
        """Each face of a pile, as a bag; a list of legal actions asks several times about one pile."""
        last, faces = self._last_pile
        if last is not pile:
            faces = faces_bag(pile)
            self._last_pile = (pile, faces)
        return faces

    def remember(self, rules: object, source: object, found: list[Action]) -> None:
        """Remember a complete list in place of the last one, so that its actions need no second check."""
        if len(found) <= LONGEST_REMEMBERED:
            self.listed = (rules, source, found)


# ---------------------------------------------------------------- rules

#: More cards than any hand has: such a bar may bar any number of cards.
_EVERY_CARD: Final = 1_000


def derived_fields(seats: int, melding: MeldingRules, turn: TurnRules) -> dict[str, Any]:
    """The fields of `Rules` that follow from others, by name."""
    looked_up = melding.finder_now is None
    only_natural = looked_up and melding.may_meld is None and not melding.finder.joker_groups
    limited = turn.must_use or turn.collects or turn.may_take or turn.uses
    return {
        "most_barred": sum(_EVERY_CARD if bar.most is None else bar.most for bar in turn.bars),
        "plays_looked_up": looked_up,
        "only_natural": only_natural,
        "natural_phases": _natural_phases(melding, turn) if looked_up else frozenset(),
        "takes_looked_up": looked_up and not limited,
        "wilds_change": melding.finder_now is not None,
        "cache": RulesCache(seats, melding.finder),
    }


def _natural_phases(melding: MeldingRules, turn: TurnRules) -> frozenset[str]:
    # The opening minimum is a duty, too, but is seldom due: the list asks.
    plugin_duties = len(turn.duties) > (melding.opening_minimum is not None)
    if plugin_duties:
        return frozenset()
    restricts_draws = turn.may_draw is not None
    return frozenset(turn.added_moves.keys() & ({PLAY_PHASE} if restricts_draws else {DRAW_PHASE, PLAY_PHASE}))


@final
@record
class Rules:
    """Composed rules, immutable; made by `rummy500.compose`.

    Rules compare, hash and pickle as their identity and the plugins that were passed as objects. An app needs
    `identity`, `preset`, `plugins`, `options`, `seats` and `sides`; the engine reads the other parts.

    Attributes:
        identity: the names and values that the rules were composed from.
        number: the number of the identity, by which states are told from those of other rules.
        preset: the preset.
        plugins: for each plugin in play, by name, a line about what it changes.
        options: the value of every option in force, options of plugins included.
        seats: the number of seats that play, 2 to 8.
        sides: the side of each seat; all different if everybody plays alone.
        origin: the data that explains the rules, and the function that composes them again.
        deal: the pack, the size of hands, the first phase.
        melding: the melds and lay-offs that can be played.
        turn: what a seat may and must do in a turn, and how turn and hand end.
        views: the hidden cards that a seat sees.
        scoring: the scoring of a hand.
        match: the target and the winners of a match.
        memory: the memory of plugins.
        answered: the hooks that plugins in play answer, and the deeds that they forbid: `may.lay`. A function that only
            calls the core's is an answer, too.
        most_barred: the most cards of a hand that bars can bar.
        plays_looked_up: whether the plays of a hand without wild cards depend on shapes that never change, so that they
            can be looked up.
        only_natural: whether, if `plays_looked_up`, nothing but the shapes decides about such plays.
        natural_phases: the phases that are listed in one pass if no wild card is in reach and none lies aside.
        takes_looked_up: whether takes are looked up, and plugins asked about their melds and bars alone, if no wild
            card is in reach.
        wilds_change: whether the wild cards differ from turn to turn or from hand to hand (`Wilds.now`).
        base: for rules made by `with_wilds` the rules that they were made from; `None` for all others.
        cache: everything that is remembered between calls.
    """

    identity: Identity
    number: int
    preset: Preset
    plugins: Mapping[str, str]
    options: Mapping[str, OptionValue]
    seats: int
    sides: tuple[int, ...]
    origin: Origin
    deal: DealRules
    melding: MeldingRules
    turn: TurnRules
    views: ViewRules
    scoring: ScoringRules
    match: MatchRules
    memory: MemoryRules
    answered: frozenset[str]
    most_barred: int
    plays_looked_up: bool
    only_natural: bool
    natural_phases: frozenset[str]
    takes_looked_up: bool
    wilds_change: bool
    cache: RulesCache
    base: Rules | None = None

    def __eq__(self, other: object) -> bool:
        """Whether identity and the plugins passed as objects are equal."""
        if self is other:
            return True
        return (
            isinstance(other, Rules)
            and self.identity == other.identity
            and self.origin.passed_plugins == other.origin.passed_plugins
        )

    def __hash__(self) -> int:
        """The hash of the identity."""
        return hash(self.identity)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the identity and the plugins passed as objects."""
        return (self.origin.recompose, (self.identity, self.origin.passed_plugins))

    def __repr__(self) -> str:
        """The identity in short."""
        parts = [repr(self.preset.name)]
        if self.identity.plugins:
            parts.append(f"plugins={[name for name, _ in self.identity.plugins]!r}")
        if self.identity.options:
            parts.append(f"options={dict(self.identity.options)!r}")
        return f"<Rules {', '.join(parts)}, seats={self.seats}>"

    @property
    def sides_play(self) -> bool:
        """Whether partners play together."""
        return len(set(self.sides)) < self.seats

    def has(self, option: CoreOption[V] | str, *values: V) -> bool:
        """Whether an option has one of some values; an option of a plugin is given by name."""
        return self.options[option if isinstance(option, str) else option.name] in values

    def finder_for(self, view: View) -> MeldFinder:
        """The finder of melds for a view."""
        rules = self.base or self
        return rules.melding.finder if rules.melding.finder_now is None else rules.melding.finder_now(rules, view)

    def with_wilds(self, finder: MeldFinder) -> Rules:
        """These rules with the cards that are wild in a turn as if they always were.

        What is wild does not change within a turn, so all questions about a turn may be put to these rules. They cost
        no more than rules whose wild cards never change.

        Args:
            finder: the finder of melds for the views of that turn.
        """
        known = self.cache.by_finder.get(finder)
        if known is None:
            melding = replace(self.melding, finder=finder, finder_now=None)
            derived = derived_fields(self.seats, melding, self.turn) | {"wilds_change": True}
            known = self.cache.by_finder.keep(finder, replace(self, melding=melding, base=self, **derived))
        return known


def has_melded(public: PublicState, seat: int) -> bool:
    """Whether a seat has begun a meld in this hand."""
    return any(meld.owner == seat for meld in public.table)
