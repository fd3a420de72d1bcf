"""The types of the functions that answer hooks, and some answers that the engine knows.

Each function is given the rules in force. A function that decides what a seat may do is given the seat's `View`, never
the state. Functions that count scores are given a `StateOrView`, which is the state or a view. Only functions that
change the state are given the state.

`docs/design/words.md` explains bars and our other words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

import attrs

from rummy500.actions import Action
from rummy500.cards.cards import Bag
from rummy500.cards.pieces import Meld, is_natural
from rummy500.errors import Refusal
from rummy500.rules.scores import HandScore, ScoreLine, Unsettled
from rummy500.state import MatchSoFar, State, StateOrView, View

if TYPE_CHECKING:
    from rummy500.rules.rules import Rules


@attrs.frozen
class Bar:
    """Cards that may not be discarded, and why.

    Attributes:
        cards: returns the barred cards of the seat's hand, as a bag. A play must never bar more of the remaining cards,
            except the last card of a hand if laying that card off would end the turn.
        why: returns the refusal of one of them.
        gained_only: whether it bars only cards that the seat gained this turn.
        until_used: whether it bars only a single card taken from the pile, until it is used.
        most: the most cards that it can bar, so that a larger hand needs no check. `None` for any number.
    """

    cards: Callable[[Rules, View], Bag]
    why: Callable[[int], Refusal]
    gained_only: bool = False
    until_used: bool = False
    most: int | None = None


@attrs.frozen
class Tally:
    """A match right after a hand: everything that decides whether the match is over.

    Attributes:
        scores: each seat's score after this hand, or its side's if partners play.
        hand: the hand, which is over.
        score: its score.
        playoff: whether the hand was played after a tie (`match.tie`).
        memories: the records of plugins from hand to hand, after this hand; `hand.public.match` has those before it.
    """

    scores: tuple[int, ...]
    hand: State
    score: HandScore
    playoff: bool
    memories: tuple[object, ...] = ()


@attrs.frozen
class Verdict:
    """The decision whether a match is over, and who has won.

    Attributes:
        winners: the seats that have won; empty while the match goes on.
        playoff: whether the next hand is played after a tie.
    """

    winners: tuple[int, ...] = ()
    playoff: bool = False


#: Chooses the seat that plays the first turn of a hand, once the steps of the deal are over.
FirstPlayer = Callable[["Rules", State], int]
#: Returns the number of cards that each seat is dealt, by the match before the hand.
HandSizes = Callable[["Rules", MatchSoFar], tuple[int, ...]]
#: Returns the points that the first melds of the seat of a view must have, 0 for none.
OpeningMinimum = Callable[["Rules", View], int]


@attrs.frozen
class FixedMinimum:
    """The opening minimum of an option: the same points for every view."""

    points: int

    def __call__(self, _rules: Rules, _view: View) -> int:
        """The points, whatever the view."""
        return self.points


#: Returns the faces that are wild now for the seat of a view.
WildsNow = Callable[["Rules", View], tuple[int, ...]]
#: Returns the spare cards that the seat may play although no hand holds them, as a bag.
SideCards = Callable[["Rules", View], Bag]
#: Forbids a deed: a function that refuses it or returns `None`, or bars for discards.
Forbids = Callable[..., Refusal | None] | Bar | tuple[Bar, ...]
MayDraw = Callable[["Rules", View], Refusal | None]
MayTake = Callable[["Rules", View, Action], Refusal | None]
MayCall = Callable[["Rules", View, Action], Refusal | None]
#: Refuses the meld that a play would make, or allows it with `None`; the number is its place on the table, -1 if new.
MayMeld = Callable[["Rules", View, Meld, int], Refusal | None]


@attrs.frozen
class NaturalTwo:
    """Refuse a run whose low ace is followed by a wild card: an answer to the hook `may` for the deed `meld`.

    The engine knows this class: if `Wilds.after_low_ace` is false the finder finds no such run, and the engine does not
    ask about melds that it has found.

    Attributes:
        refusal: the refusal of a run with a wild card as its two.
    """

    refusal: Refusal

    def __call__(self, _rules: Rules, _view: View, meld: Meld, _on: int) -> Refusal | None:
        """Answer for a meld."""
        return self.refusal if meld.low == 0 and not is_natural(meld.pieces[1]) else None


@attrs.frozen
class AnyRefusal:
    """Asks several functions about the same deed; the first refusal stands."""

    functions: tuple[Callable[..., Refusal | None], ...]

    def __call__(self, *case: object) -> Refusal | None:
        """Ask all of them about a case."""
        for function in self.functions:
            refusal = function(*case)
            if refusal is not None:
                return refusal
        return None


def any_refusal(functions: Sequence[Callable[..., Refusal | None]]) -> Callable[..., Refusal | None] | None:
    """Join functions that refuse a deed: `None` for none, the function itself for one."""
    return AnyRefusal(tuple(functions)) if len(functions) > 1 else next(iter(functions), None)


#: Refuses lay-offs on the meld at a place of the table, or allows them with `None`.
MayLay = Callable[["Rules", View, int], Refusal | None]
#: Decides whether a seat that takes the card at a depth of the pile must use it at once.
MustUse = Callable[["Rules", View, int], bool]
#: Returns the depths of all cards that come with the card at a depth, including itself; empty if it cannot be taken.
Collects = Callable[["Rules", View, int], tuple[int, ...]]


def all_above(_rules: Rules, _view: View, depth: int) -> tuple[int, ...]:
    """Take all cards above a card with it: the core's answer to the hook `collects`."""
    return _down_to(depth)


@cache
def _down_to(depth: int) -> tuple[int, ...]:
    return tuple(range(1, depth + 1))


def top_brings_all(_: Rules, view: View, depth: int) -> tuple[int, ...]:
    """Take the whole pile with its top card, and no other card: an answer to `collects` that the engine knows."""
    return tuple(range(1, len(view.public.pile) + 1)) if depth == 1 else ()


def whole_pile(rule: Collects) -> Collects:
    """Make an answer to `collects`: the whole pile, taken by its top card if that can be taken.

    Args:
        rule: the answer before it. If that is the core's, the result is `top_brings_all`, which the engine knows.
    """
    if rule is all_above:
        return top_brings_all

    def collected_places(rules: Rules, view: View, depth: int) -> tuple[int, ...]:
        return top_brings_all(rules, view, depth) if depth == 1 and rule(rules, view, depth) else ()

    return collected_places


#: Returns the state after an action that has emptied its seat's hand.
HandEmptied = Callable[["Rules", State, Action], State]
#: Returns the state after a turn that does not end the hand.
TurnEnded = Callable[["Rules", State], State]
#: Decides whether the hand of a seat is deducted; `None` if hidden cards decide.
Deducts = Callable[["Rules", StateOrView, int], bool | None]


def nobody_deducts(_rules: Rules, _sight: StateOrView, _seat: int) -> bool | None:
    """Never deduct a hand from a score: an answer to the hook `deducts` that sheets recognize."""
    return False


#: Decides who has won the match after a hand.
MatchWinners = Callable[["Rules", Tally], Verdict]
#: Returns a refusal of the core, or one that names a plugin's rule instead.
Refused = Callable[["Rules", View, Action, Refusal], Refusal]


@attrs.frozen
class LinesAfter:
    """Lines of a score that depend on the lines before them: an answer to the hook `score_lines`.

    Attributes:
        find: returns the lines; its arguments are the rules, the sight, and the lines so far, of the core and of
            earlier plugins, with an `Unsettled` wherever hidden cards decide. `points_so_far` adds up those of a seat.
        last: whether it comes after the lines of all plugins that do not ask for that.
    """

    find: Callable[[Rules, StateOrView, tuple[ScoreLine | Unsettled, ...]], Iterable[ScoreLine | Unsettled]]
    last: bool = attrs.field(default=False, kw_only=True)


#: Returns lines of the score of a hand.
ScoreLines = Callable[["Rules", StateOrView], Iterable[ScoreLine | Unsettled]] | LinesAfter
#: Returns lines that the match adds to the scores after a hand.
MatchLines = Callable[["Rules", Tally, Verdict], Iterable[ScoreLine]]
