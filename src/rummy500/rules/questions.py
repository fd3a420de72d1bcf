"""The questions that a plugin may answer beside the core, as types of functions.

Each function is given the rules in force, and a `View` wherever it decides what a seat may do: the public record and
that seat's own cards, never the whole state. Only what happens and what is scored sees the state.

`docs/design/words.md` explains bars and our other words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import attrs

from rummy500.actions import Action
from rummy500.errors import Refusal
from rummy500.melds import Meld
from rummy500.melds.pieces import is_natural
from rummy500.scores import HandScore, ScoreLine
from rummy500.state import State, View

if TYPE_CHECKING:
    from rummy500.rules.rules import Rules


@attrs.frozen
class Bar:
    """Cards that may not be discarded, and why.

    Attributes:
        cards: those of the seat's hand, as a bag. A play never makes it bar more cards of those that stay, except the
            last card of a hand while laying that card off would end the turn.
        why: the refusal of one of them.
        gained_only: whether it bars nothing but cards that came this turn.
        until_used: whether it bars nothing but the only card that came from the pile, until it is used.
        most: how many cards it bars at most; a hand that holds more need not be looked at. `None` for any number.
    """

    cards: Callable[[Rules, View], int]
    why: Callable[[int], Refusal]
    gained_only: bool = False
    until_used: bool = False
    most: int | None = None


@attrs.frozen
class Tally:
    """A match right after a hand, as far as its end depends on it.

    Attributes:
        scores: each seat's score with this hand in it; where sides play, its side's.
        hand: the hand, which is over.
        score: its score.
        playoff: it was played after a tie (`match.tie`).
        slots: what plugins remember from hand to hand, this hand counted.
    """

    scores: tuple[int, ...]
    hand: State
    score: HandScore
    playoff: bool
    slots: tuple[object, ...] = ()


@attrs.frozen
class Verdict:
    """Whether a match is over.

    Attributes:
        winners: the seats that have won, none while it goes on.
        playoff: the next hand is played after a tie.
    """

    winners: tuple[int, ...] = ()
    playoff: bool = False


#: The faces that are wild for the seat of a view now.
WildsNow = Callable[["Rules", View], tuple[int, ...]]
#: Spare cards that the seat may play though no hand holds them, as a bag.
SideCards = Callable[["Rules", View], int]
MayDraw = Callable[["Rules", View], Refusal | None]
MayTake = Callable[["Rules", View, Action], Refusal | None]
MayCall = Callable[["Rules", View, Action], Refusal | None]
#: Whether the meld that a play makes may lie there: a new one (-1), or the one at a place of the table, extended.
MayMeld = Callable[["Rules", View, Meld, int], Refusal | None]


def any_meld(_rules: Rules, _view: View, _meld: Meld, _on: int) -> Refusal | None:
    """The core's answer to the hook `may_meld`: what shapes allow."""
    return None


@attrs.frozen
class NaturalTwo:
    """An answer to `may_meld` that the engine knows: an ace lies low only before the two of its suit itself.

    Where `Wilds.after_low_ace` is no nothing is found that it refuses, so it is not asked about what is found.

    Attributes:
        rule: the answer before it, for all other melds.
        refusal: of a meld with a wild card as its two.
    """

    rule: MayMeld
    refusal: Refusal

    def __call__(self, rules: Rules, view: View, meld: Meld, on: int) -> Refusal | None:
        """As `may_meld`."""
        if meld.low == 0 and not is_natural(meld.pieces[1]):
            return self.refusal
        return self.rule(rules, view, meld, on)


#: Whether the seat may lay off on the meld at a place of the table.
MayLay = Callable[["Rules", View, int], Refusal | None]
#: Whether the card at a depth of the pile must be used at once by whoever takes it.
MustUse = Callable[["Rules", View, int], bool]
#: The depths of all cards that come with the card at a depth, itself included; nothing if it cannot be taken.
PileBrings = Callable[["Rules", View, int], tuple[int, ...]]


def all_above(_rules: Rules, _view: View, depth: int) -> tuple[int, ...]:
    """The core's answer to the hook `pile_brings`: a card brings all that lie above it."""
    return tuple(range(1, depth + 1))


def top_brings_all(_: Rules, view: View, depth: int) -> tuple[int, ...]:
    """An answer to the hook `pile_brings` that need not be asked for: the whole pile with its top card, or nothing."""
    return tuple(range(1, len(view.public.pile) + 1)) if depth == 1 else ()


def whole_pile(rule: PileBrings) -> PileBrings:
    """The pile is taken whole or not at all, and its top card must be one that can be taken.

    Args:
        rule: what says so; where it is the core's answer, the rule is known, and takes are found sooner.
    """
    if rule is all_above:
        return top_brings_all

    def brings(rules: Rules, view: View, depth: int) -> tuple[int, ...]:
        return top_brings_all(rules, view, depth) if depth == 1 and rule(rules, view, depth) else ()

    return brings


#: What becomes of the state after an action that has emptied the hand of its seat.
HandEmptied = Callable[["Rules", State, Action], State]
TurnEnded = Callable[["Rules", State], State]
Deducts = Callable[["Rules", State, int], bool]


def nobody_deducts(_rules: Rules, _state: State, _seat: int) -> bool:
    """An answer to the hook `deducts` that rules and sheets recognize: no hand ever counts against its player."""
    return False


MatchWinners = Callable[["Rules", Tally], Verdict]
#: What the seat of a view sees, if not all of it.
Visible = Callable[["Rules", View], View]
#: The cards of each hand that lie open to all now, as bags.
LiesOpen = Callable[["Rules", View], tuple[int, ...]]
#: A refusal in the words of the rule that stands behind it.
Refused = Callable[["Rules", View, Action, Refusal], Refusal]
ScoreLines = Callable[["Rules", State], Iterable[ScoreLine]]
MatchLines = Callable[["Rules", Tally, Verdict], Iterable[ScoreLine]]
CutRank = Callable[[int], int | None]
