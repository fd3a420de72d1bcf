"""Kinds of move, steps of the deal and duties; before them the types of the functions that answer hooks.

Each function is given the rules in force. A function that decides what a seat may do is given the seat's `View`, never
the state. Functions that count scores are given a `StateOrView`, which is the state or a view. Only functions that
change the state are given the state.

`docs/design/words.md` explains bars, moves and our other words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, Self

import attrs

from rummy500.base.errors import Refusal
from rummy500.base.records import field_names
from rummy500.cards.cards import Bag, RandomBits
from rummy500.cards.pieces import Meld, Pieces, is_natural
from rummy500.rules.actions import DECK, LAY, PASS, Action
from rummy500.rules.scores import HandScore, ScoreLine, Unsettled
from rummy500.rules.state import PLAY_PHASE, MatchSoFar, State, StateOrView, View

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


# ---------------------------------------------------------------- duties

#: What an action ends: the turn of its seat, or the whole hand.
End = Literal["turn", "hand"]


@attrs.frozen
class Duty:
    """Something that a seat must have done before it ends its turn or the hand.

    The engine asks about it before each action by which a seat ends its turn or the hand. A duty that no play can meet
    yields, so that there is always a way to end the turn (`turn.no-stranding`).

    Attributes:
        name: its name, by which a move lifts it (`Move.lifts`): the id of its rule.
        why: returns the refusal of an end, which says what is still due, or `None`; its arguments are the rules and the
            view of the seat that ends its turn. A card that it would discard is still in its hand; if it melds its last
            cards the hand is empty.
        ends: `turn` for a duty at every end of the seat's turn, also one that ends the hand; `hand` for a duty only of
            who ends the hand, by the last card or by a move that ends it.
    """

    name: str
    why: Callable[[Rules, View], Refusal | None]
    ends: End = "turn"

    def binds(self, end: End) -> bool:
        """Whether it is a duty at an end of a turn or of the hand."""
        return end == "hand" or self.ends == "turn"


# ---------------------------------------------------------------- round

#: Returns the seats that are asked between two turns; the state is that in which the next player would begin.
Asks = Callable[["Rules", State], Iterable[int]]
#: Returns the state after a round, given the answer of each seat in the order of their places.
Settle = Callable[["Rules", State, Mapping[int, str]], State]


@attrs.frozen
class Round:
    """A step between the deal and the first turn: an effect, a phase in which seats act, or both.

    A round with `answers` needs no move: seats answer with one of these words, at once, in any order, and hidden until
    all have answered. Then only `settle` gets them. Such a round may also come between two turns.

    Attributes:
        phase: the phase in which seats act; empty if the step is an effect alone.
        by: who acts in the phase: `all` seats, from the dealer's left; the `dealer`; or the seat on the dealer's
            `left`, which begins play. A seat has acted once the effect of its move calls `mark_acted`.
        blind: whether nobody looks at any cards in the phase, not even at those of its own hand.
        when: whether the step comes in this hand, `(rules, state) -> bool`; hidden cards must not decide it. `None`
            for always.
        begin: the effect when the step begins: `(rules, state) -> state`; `None` for none.
        shows: returns the cards, as a bag, that `begin` shows to a seat (-1: a spectator) and that lie in no pile, as a
            card that is turned up and kept in memory: `(rules, state, seat) -> bag`. The state is the one in which
            play goes on. `None` if it shows none.
        answers: the words with which seats answer, of letters, digits and hyphens; their actions are the phase and a
            word, `may-i buy`. The first is the answer of a seat whose time is up. Empty for a round whose moves the
            plugin adds.
        settle: the effect once all have answered: `(rules, state, answers) -> state`. `answers` has the answer of each
            seat that was asked, clockwise from the dealer's left, or from the left of the seat that ended its turn.
            It does not choose by hidden cards: let the answer name a card, and forbid wrong ones by the hook `may`.
            After the deal the hook `first_player` chooses who begins. Between two turns `settle` may choose who draws
            next, by `to_act`; the phase stays the draw phase unless the hand ends.
        asks: for a round between two turns, returns the seats that are asked after each turn, `(rules, state) ->
            seats`, none if nobody is; the state is the one in which the next player would draw, before anybody may
            call, and `public.last` is the seat that ended its turn. `HandMemory.after` has not seen its last action
            yet. Such a round has a phase, `answers`, `settle` and perhaps `worth`, and nothing else. `None` for a step
            of the deal.
        worth: returns the points that the seat's side can expect of an answer, as `Move.worth`; `None` for no other
            points than the table and its hand show.
    """

    phase: str = ""
    by: Literal["all", "dealer", "left"] = "all"
    begin: Callable[[Rules, State], State] | None = None
    blind: bool = False
    shows: Callable[[Rules, State, int], Bag] | None = None
    answers: tuple[str, ...] = ()
    settle: Settle | None = None
    asks: Asks | None = None
    worth: ActionWorth | None = None
    when: Callable[[Rules, State], bool] | None = None


# ---------------------------------------------------------------- move


class Generate(Protocol):
    """A function that lists the legal actions of a move for the seat of a view."""

    def __call__(self, facts: Any, *, plain: bool) -> Iterable[Action]:
        """List each legal action once, in a fixed order; with `plain`, as `LegalActions.plain` does.

        The facts are the engine's `ViewFacts`, a type of a higher room.
        """
        ...


#: Lists actions of a move for the seat of a view, legal or not; one with a parameter `plain` is told that, too.
Candidates = Callable[..., Iterable[Action]]
#: Checks an action of the move for the seat of a view: the refusal, or `None` if the action is legal.
Check = Callable[["Rules", View, Action], Refusal | None]


def allow(_rules: Rules, _view: View, _action: Action) -> Refusal | None:
    """Refuse nothing: the check of a move without one."""
    return None


#: Applies an action that has been checked, and returns the new state.
Effect = Callable[["Rules", State, Action], State]
#: A function that changes the effect of a move.
WrapEffect = Callable[[Effect], Effect]
#: Returns the points that a seat's side can expect of an action, given its view, besides those that show after it.
ActionWorth = Callable[["Rules", View, Action], float]
#: Lists the views of a seat after each action of a move.
FollowUps = Callable[["Rules", View], Iterable[View]]

#: The value of each field of an action that does not use the field: its default.
_BLANKS: Final[Mapping[str, object]] = {name: getattr(Action(DECK, PASS), name) for name in field_names(Action)[2:]}


def _known_fields(_: object, __: object, fields: tuple[str, ...]) -> None:
    unknown = set(fields) - set(_BLANKS)
    if unknown:
        raise ValueError(f"an action has no field {min(unknown)!r}; fields are {', '.join(_BLANKS)}")


def blanks_of(*names: str) -> tuple[tuple[str, object], ...]:
    """Fields of actions with the values that they have in an action that does not use them."""
    return tuple((name, _BLANKS[name]) for name in names)


def _label_of(move: Move) -> str:
    verb = "lay off" if move.verb == LAY else move.verb
    return f"{verb} {move.suffix}".rstrip().capitalize()


def _unused(move: Move) -> tuple[tuple[str, object], ...]:
    return blanks_of(*(name for name in _BLANKS if name not in move.fields))


@attrs.frozen(kw_only=True)
class Secret:
    """What an action hides from other seats, or shows to some.

    Attributes:
        redact: returns an action as another seat (-1: a spectator) may see it, with hidden fields blank:
            `give 5h 7d` as `give`. It is not called for the seat that acts, which sees everything.
            `None` if all fields are open.
        shows: returns the cards, as a bag, that an action shows to a seat (-1: a spectator) though the seat does not
            hold them and the action does not name them: a look at another hand or at the stock. `None` if there
            are none.
        reveals: whether an action reveals what earlier actions of the hand hid, as when sealed bids are turned over.
            `None` if it never does.
    """

    redact: Callable[[Rules, Action, int], Action] | None = None
    shows: Callable[[Rules, State, Action, int], Bag] | None = None
    reveals: Callable[[Rules, State, Action], bool] | None = None


#: For each name that a field of `Move` had once, what is said instead.
_RENAMED: Final[Mapping[str, str]] = {
    "generate": "candidates, `(rules, view) -> actions`, lists them, and check refuses",
    "wrong_phase": "the engine refuses an action in a wrong phase",
    "uses": "they follow from fields",
    "follow_ups": "judged_move makes them",
    "possible": "judged_move takes it",
    "lifts": "no move lifts a duty",
    "hint": "a proposal of the move has a general reason",
    **{name: f"say secret=Secret({name}=...)" for name in ("redact", "shows", "reveals")},
}


@attrs.frozen(kw_only=True)
class Move:
    """A kind of move: when and by whom it can be made, which actions it has, and what they do.

    Listed are the candidates that `check` does not refuse. An action that is not listed is refused by what `check` says
    of it, or else because it is no candidate.

    Attributes:
        verb: the first word of its actions.
        candidates: lists actions, legal or not, each once and in a fixed order: `(rules, view) -> actions`. If it has
            also a parameter `plain` with a default, it is told whether to list as `LegalActions.plain` does. `None` for
            the one action of the verb (and the suffix) alone; with an `outcome`, for no action.
        check: refuses an action, `(rules, view, action) -> refusal`, or allows it with `None`; `None` if every
            candidate is legal. It is not asked about an action in which one of `fields` is missing; where words are
            missing, `extra` has one that is empty.
        effect: applies an action that is legal. Plugins may wrap it (hook `effects`). If it changes who is on turn, it
            also sets `State.drawn`, which the seat on turn sees: to `EMPTY_BAG`, or to cards that this seat has drawn.
        phases: the phases in which it can be made.
        whose: `turn` for the seat on turn, `pending` for each seat that has still to act in a round (`Round`), `others`
            for any seat that may act out of turn, `deck` for chance.
        fields: the fields that its actions use besides seat and verb.
        suffix: a word such as `doubled`, which its actions add to those of another move with this verb; empty for a
            move without a suffix.
        outcome: for a move whose suffix is an outcome of chance: samples it, `discard 9s` to `discard 9s over 4d`. Such
            a move lists nothing; its check allows every possible outcome and its effect applies it. `None` for a
            decision.
        ends: what its actions end by the seat's own choice: its `turn`, or the `hand`; empty for neither. The engine
            then asks the duties (`Duty`), when it lists actions and when it checks one. A move with a suffix ends what
            the move of its verb ends, if nothing is said here.
        other_hands: whether it may change the hands of other seats. The engine then asks `hand_emptied` for each seat
            whose hand it empties, the actor first, then clockwise; the effect need not.
        secret: what its actions hide and show.
        worth: returns the points that the seat's side can expect of an action, besides those that the table and its
            hand show after it: players value them, too. Its arguments are the rules, the view of the seat, and the
            action. `None` for no other points.
        label: a few words for a button, in English; the verb and the suffix, if nothing is said.
    """

    verb: str = attrs.field(kw_only=False)
    candidates: Candidates | None = None
    check: Check | None = None
    effect: Effect
    phases: tuple[str, ...] = (PLAY_PHASE,)
    whose: Literal["turn", "pending", "others", "deck"] = "turn"
    fields: tuple[str, ...] = attrs.field(default=(), validator=_known_fields)
    suffix: str = ""
    outcome: Callable[[Rules, State, Action, RandomBits], Action] | None = None
    ends: End | Literal[""] = ""
    other_hands: bool = False
    secret: Secret = Secret()
    worth: ActionWorth | None = None
    label: str = attrs.field(default=attrs.Factory(_label_of, takes_self=True))

    def __new__(cls, *verb: object, **fields: object) -> Self:
        """Refuse fields by names that they had once."""
        for name in _RENAMED if cls is Move else ():
            if name in fields:
                raise TypeError(f"a Move has no field {name!r} any more: {_RENAMED[name]}")
        if len(verb) > 1:
            raise TypeError("only the verb of a Move goes without a name: say effect=..., and so on")
        return object.__new__(cls)


@attrs.frozen(kw_only=True)
class MoveInPlay(Move):
    """A move with what the engine knows about it; `compose` makes it of a plugin's `Move`.

    Attributes:
        check: checks one action, without listing.
        generate: lists its legal actions.
        wrong_phase: the refusal of its actions in a phase that is not one of `phases`.
        uses: the possible values of the field `use` of its actions.
        needs: the fields without which an action of a plugin's move is refused before it is checked, with their blanks.
        follow_ups: lists the views of the seat after each of its actions in the play phase, also those that are refused
            only because the turn could not end then; for a move other than melding and laying off that can make it
            possible to end the turn. `None` for other moves.
        possible: whether any seat could make it, judged by what every seat sees, public state and open memory; called
            once for all seats of a move out of turn, to save asking each. Its view is a spectator's, or that of the
            only seat that is asked, whose hand must not matter. `None` if each seat must be asked.
        wrapped_effect: the effect in play if it is another than `effect`, with what plugins add.
        by: the plugin that adds it, empty for a move of the core.
        forbids: what the hook `may` forbids of its actions. `None` if nothing is forbidden, and for moves of the core,
            whose generators and checks call the hook themselves.
        blanks: the fields that its actions do not use, with their values.
    """

    check: Check = allow
    generate: Generate
    wrong_phase: Callable[[Rules, View, Action], Refusal]
    uses: tuple[str, ...] = ("",)
    needs: tuple[tuple[str, object], ...] = ()
    follow_ups: FollowUps | None = None
    possible: Callable[[Rules, View], bool] | None = None
    wrapped_effect: Effect | None = None
    by: str = attrs.field(default="", eq=False)
    forbids: Check | None = attrs.field(default=None, eq=False)
    blanks: tuple[tuple[str, object], ...] = attrs.field(
        default=attrs.Factory(_unused, takes_self=True), init=False, eq=False, repr=False
    )


@attrs.frozen
class Use:
    """A plugin's use of a taken card, other than a meld or a lay-off: `take Kh with swap Kh on m1`.

    Attributes:
        word: its name in actions: `swap`.
        find: lists every such use of a card, as pieces and the place of a meld; its arguments are the rules, the view
            of the seat after the take, and the card.
        play: returns the view of the seat after the use, or the refusal; its arguments are the rules, that view, the
            pieces and the place.
        wants: returns the cards that could be used so, each face at least once, as a bag; its arguments are the rules
            and the view before the take. Other cards of the pile are not asked about. `None` if any card could be.
    """

    word: str
    find: Callable[[Rules, View, int], Iterable[tuple[Pieces, int]]]
    play: Callable[[Rules, View, Pieces, int], View | Refusal]
    wants: Callable[[Rules, View], Bag] | None = None
