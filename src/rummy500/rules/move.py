"""`Move`: a kind of move, the core's or a plugin's; `Use`: a further way to use a card that is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final, Literal, Protocol

import attrs

from rummy500.actions import NONE, USE_NONE, Action
from rummy500.errors import Refusal
from rummy500.melds.pieces import Pieces
from rummy500.shuffle import RandomBits
from rummy500.state import PublicState, State, View

if TYPE_CHECKING:
    from rummy500.engine.facts import ViewFacts
    from rummy500.rules.rules import Rules


class Generate(Protocol):
    """Lists a move's legal actions for the seat of a view; `plain` as in `LegalActions.plain`."""

    def __call__(self, facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
        """Each legal action once, in a fixed order; `facts.rules` and `facts.view` say what is asked about."""
        ...


#: Says why an action of the move is refused to the seat of a view, or `None`.
Check = Callable[["Rules", View, Action], Refusal | None]
#: The state after an action that has been checked.
Effect = Callable[["Rules", State, Action], State]
#: An action with an outcome of the chance that is part of it, sampled.
Outcome = Callable[["Rules", State, Action, RandomBits], Action]


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


def _known_fields(_: object, __: object, fields: tuple[str, ...]) -> None:
    unknown = set(fields) - set(_BLANKS)
    if unknown:
        raise ValueError(f"an action has no field {min(unknown)!r}; fields are {', '.join(_BLANKS)}")


def _blanks_of(move: Move) -> tuple[tuple[str, object], ...]:
    return tuple((name, blank) for name, blank in _BLANKS.items() if name not in move.fields)


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
        suffix: the word that its actions have after those of another move of the same verb: `doubled`. The move is
            the one without a suffix if it is empty.
        follow_ups: what the seat would see after each action of the move in its play phase, for a move beside melding
            and laying off after which a turn could end that could not end before; `None` for any other move.
        possible: whether anybody could make it, as far as all can see; asked once for all seats of a move out of turn,
            so that nobody's view is made in vain. `None` if that must be asked of each.
        outcome: for a move with a suffix that is chance and no decision: samples it, from the action without the
            suffix to that with it (`discard 9s` to `discard 9s over 4d`). Such a move lists nothing, and its check and
            effect allow and apply every outcome that is possible. `None` for a decision.
        blanks: the fields that its actions leave blank, and what is in them then.
    """

    verb: str
    phases: tuple[str, ...]
    whose: Literal["turn", "others", "deck"]
    generate: Generate
    check: Check
    effect: Effect
    wrong_phase: Callable[[Rules, View, Action], Refusal]
    fields: tuple[str, ...] = attrs.field(default=(), validator=_known_fields)
    uses: tuple[str, ...] = ("",)
    suffix: str = ""
    follow_ups: Callable[[Rules, View], Iterable[View]] | None = None
    possible: Callable[[Rules, PublicState], bool] | None = None
    outcome: Outcome | None = None
    blanks: tuple[tuple[str, object], ...] = attrs.field(
        default=attrs.Factory(_blanks_of, takes_self=True), init=False, eq=False, repr=False
    )


@attrs.frozen
class Use:
    """A way to use a card that is taken, beside melding it and laying it off: `take Kh with swap Kh on m1`.

    Attributes:
        word: the word that it is called by.
        find: every such use of a card by a seat that has it in hand: given the rules, what the seat sees once the
            pile's cards are in its hand, and the card; each as the pieces and the place of the meld.
        play: what the seat sees after it, or why it is refused: given the same view, pieces and place.
        wants: the cards that there may be such a use of, each face at least once, as a bag: given the rules and what
            the seat sees before the take. Where the pile holds none of them nothing is asked. `None` for any card.
    """

    word: str
    find: Callable[[Rules, View, int], Iterable[tuple[Pieces, int]]]
    play: Callable[[Rules, View, Pieces, int], View | Refusal]
    wants: Callable[[Rules, View], int] | None = None
