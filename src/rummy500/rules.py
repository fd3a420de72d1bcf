"""`Rules`: everything that a game is played by, folded once into tables and ready functions.

The engine asks `Rules` and nothing else. What the core answers by default and what a plugin answers stand in the same
fields; a question that nothing restricts is `None`, so that it costs nothing in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, Literal, Protocol

import attrs

from rummy500.actions import NONE, USE_NONE, Action
from rummy500.book import ActionBook
from rummy500.cards import NATURALS
from rummy500.errors import Refusal
from rummy500.melds import Meld, MeldFinder, MeldShapes
from rummy500.melds.pieces import Pieces
from rummy500.options import OptionValue
from rummy500.presets import Preset
from rummy500.scores import ScoreLine
from rummy500.state import Open, State, View

#: Raised when the core's rules play differently than before.
RULES_VERSION: Final = 1

Place = Literal["hand", "group", "run", "low"]
_TABLE_PLACES: Final[tuple[Place, ...]] = ("group", "run", "low")


class Generate(Protocol):
    """Lists a move's legal actions for the seat of a view; `plain` as in `LegalActions.plain`."""

    def __call__(self, rules: Rules, view: View, *, plain: bool) -> Iterable[Action]:
        """Each legal action once, in a fixed order."""
        ...


class MatchWinners(Protocol):
    """Who has won a match after a hand."""

    def __call__(self, rules: Rules, scores: Sequence[int], *, playoff: bool) -> tuple[tuple[int, ...], bool]:
        """The winning seats, none while it goes on, and whether the next hand is played after a tie."""
        ...


#: Says why an action of the move is refused to the seat of a view, or `None`.
Check = Callable[["Rules", View, Action], Refusal | None]
#: The state after an action that has been checked.
Effect = Callable[["Rules", State, Action], State]

MayLay = Callable[["Rules", View, Meld], Refusal | None]
Barred = Callable[["Rules", View], int]
WildsNow = Callable[["Rules", View], MeldFinder]
TurnEnded = Callable[["Rules", State], State]
HandEmptied = Callable[["Rules", State], State]
CardPoints = Callable[[int, int, Place], int]
Deducts = Callable[["Rules", State, int], bool]
ScoreLines = Callable[["Rules", State], Iterable[ScoreLine]]


#: What stands in the fields of an action that says nothing by them.
_BLANKS: Final[Mapping[str, object]] = {
    "card": NONE,
    "depth": 0,
    "use": USE_NONE,
    "pieces": (),
    "on": NONE,
    "cards": b"",
    "extra": (),
}


@attrs.frozen
class Move:
    """A kind of move: when it can be made, by whom, and the three functions that are the move.

    Attributes:
        verb: the word that actions of this kind begin with.
        phases: the phases in which it can be made.
        whose: `turn` for the seat on turn, `others` for any seat that may act out of turn, `deck` for chance.
        generate: lists it.
        check: checks one action by rule, without listing.
        effect: applies a checked action.
        wrong_phase: the refusal where the phase is none of `phases`.
        fields: the fields that its actions fill beside seat and verb.
        uses: the words that its actions may have as `use`.
    """

    verb: str
    phases: tuple[str, ...]
    whose: Literal["turn", "others", "deck"]
    generate: Generate
    check: Check
    effect: Effect
    wrong_phase: Callable[[Rules, View, Action], Refusal]
    fields: tuple[str, ...] = ()
    uses: tuple[str, ...] = ("",)

    @cached_property
    def blanks(self) -> tuple[tuple[str, object], ...]:
        """The fields that its actions leave blank, and what is in them then."""
        return tuple((name, blank) for name, blank in _BLANKS.items() if name not in self.fields)


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


class PointTable:
    """Card points by piece and place, worked out once for each finite case.

    Args:
        card_points: points of a card in a role at a place: `hand`, `group`, `run`, or `low` for the low end of a run
            that begins with an ace. A role is a card, or 64 and a rank for a wild card in a group.
    """

    __slots__ = ("_card_points", "_known", "_most", "in_hand")

    def __init__(self, card_points: CardPoints) -> None:
        self._card_points = card_points
        self._known: dict[tuple[int, Place], int] = {}
        self._most: dict[int, int] = {}
        self.in_hand = tuple(card_points(card, card, "hand") for card in range(54))

    def piece(self, piece: int, place: Place) -> int:
        """The points of one piece on the table."""
        key = (piece, place)
        points = self._known.get(key)
        if points is None:
            points = self._known[key] = self._card_points(piece & 63, piece >> 6, place)
        return points

    def most(self, card: int) -> int:
        """The most points that a card could bring on the table, in any role."""
        most = self._most.get(card)
        if most is None:
            roles = (card, *range(NATURALS))
            most = max(self.piece(card + 64 * role, place) for role in roles for place in _TABLE_PLACES)
            self._most[card] = most
        return most

    def meld(self, meld: Meld) -> list[int]:
        """The points of each piece of a meld, in order."""
        if meld.low < 0:
            return [self.piece(piece, "group") for piece in meld.pieces]
        points = [self.piece(piece, "run") for piece in meld.pieces]
        if meld.low == 0:
            points[0] = self.piece(meld.pieces[0], "low")
        return points

    def play(self, meld: Meld, pieces: Pieces) -> int:
        """The points of the pieces just played to a meld."""
        if meld.low < 0:
            return sum(self.piece(piece, "group") for piece in pieces)
        points = sum(self.piece(piece, "run") for piece in pieces)
        first = meld.pieces[0]
        if meld.low == 0 and first in pieces:
            points += self.piece(first, "low") - self.piece(first, "run")
        return points


@attrs.frozen(eq=False, repr=False)
class Rules:
    """Composed rules, immutable; made by `rummy500.compose`.

    Rules compare, hash and pickle as their identity. The attributes below `options` are the answers that the engine
    reads; an app needs `identity`, `preset`, `options`, `seats` and `sides`.

    Attributes:
        identity: what the rules are known by.
        preset: the preset that they began with.
        options: the value of every option in force.
        set_by: who set each option: `preset NAME`, `plugin NAME`, or `option`.
        seats: how many play, 2 to 8.
        sides: the side of each seat; each its own number where everybody plays alone.
        pack: every card in play, in a fixed order.
        packs: how many packs of 52 are in it.
        hand_size: the cards dealt to each seat.
        draw_count: how many cards a draw from the stock gives.
        shapes: the shape rules of melds.
        finder: finds melds under them.
        finder_now: what finds melds in a view, where wild cards depend on it.
        points: card points.
        may_lay: restricts on which melds a seat may lay off, `None` if nothing does.
        must_have_melded: lay-offs and calls need an earlier meld of the seat's own (`meld.layoff-after-meld`).
        first_minimum: points to open with (`meld.first-minimum`), 0 for none.
        top_free: the lone top discard may be kept (`draw.top`).
        deep_new_only: the use of a take is a new meld (`draw.deep-use`).
        barred: the cards of the hand that may not be discarded, as a bag (`discard.*`).
        refuse_barred: why one of them is refused.
        melding_out: melding everything goes out; a discard is required otherwise (`out.discard-required`).
        stock_empty: what an empty stock does (`stock.empty`).
        call: which calls there are (`call.*`).
        turn_ended: what happens after a discard that does not end the hand, `None` where the next turn just begins.
        hand_emptied: what happens when a seat's hand is empty.
        deducts: whether a seat's hand counts against it in the end.
        score_lines: what finds the lines of a hand's score, each its own kind.
        target: the points to play to.
        match_winners: who has won after a hand, and whether a tie is played on.
        cut_rank: the rank of each card in the draw for the deal, `None` for one that is drawn again.
        moves: each kind of move by its verb.
        turn_moves: for each phase the moves of the seat on turn.
        other_moves: for each phase the moves of other seats.
        book: draws, passes and discards, made once.
        remake: composes equal rules from an identity; how rules pickle.
    """

    identity: Identity
    preset: Preset
    options: Mapping[str, OptionValue]
    set_by: Mapping[str, str]
    seats: int
    sides: tuple[int, ...]
    pack: bytes
    packs: int
    hand_size: int
    draw_count: int
    shapes: MeldShapes
    finder: MeldFinder
    finder_now: WildsNow | None
    points: PointTable
    may_lay: MayLay | None
    must_have_melded: bool
    first_minimum: int
    top_free: bool
    deep_new_only: bool
    barred: Barred
    refuse_barred: Callable[[int], Refusal]
    melding_out: bool
    stock_empty: str
    call: str
    turn_ended: TurnEnded | None
    hand_emptied: HandEmptied
    deducts: Deducts
    score_lines: tuple[ScoreLines, ...]
    target: int
    match_winners: MatchWinners
    cut_rank: Callable[[int], int | None]
    moves: Mapping[str, Move]
    turn_moves: Mapping[str, tuple[Move, ...]]
    other_moves: Mapping[str, tuple[Move, ...]]
    book: ActionBook
    remake: Callable[[Identity], Rules]

    def __eq__(self, other: object) -> bool:
        """Whether both are the same rules by identity."""
        return self is other or (isinstance(other, Rules) and self.identity == other.identity)

    def __hash__(self) -> int:
        """The hash of the identity."""
        return hash(self.identity)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the identity."""
        return (self.remake, (self.identity,))

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


def has_melded(view_open: Open, seat: int) -> bool:
    """Whether a seat has begun a meld in this hand."""
    return any(meld.owner == seat for meld in view_open.table)
