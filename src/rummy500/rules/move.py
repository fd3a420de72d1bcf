"""Kinds of move, steps of the deal and duties; before them the types of the functions that answer hooks.

Each function is given the rules in force. A function that decides what a seat may do is given the seat's `View`, never
the state. Functions that count scores are given a `StateOrView`, which is the state or a view. Only functions that
change the state are given the state.

`docs/design/words.md` explains bars, moves and our other words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

import attrs

from rummy500.base.errors import Refusal
from rummy500.base.records import field_names, refusing
from rummy500.cards.cards import Bag, RandomBits
from rummy500.cards.pieces import Meld, Pieces
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
        lines: the lines that the match adds to the scores after the hand; they do not change who has won.
    """

    winners: tuple[int, ...] = ()
    playoff: bool = False
    lines: tuple[ScoreLine, ...] = ()


#: Chooses the seat that plays the first turn of a hand, once the steps of the deal are over.
FirstPlayer = Callable[["Rules", State], int | None]
#: Returns the number of cards that each seat is dealt, by the match before the hand and the sizes so far.
HandSizes = Callable[["Rules", MatchSoFar, tuple[int, ...]], tuple[int, ...]]
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
#: Refuses the meld that a play would make, or allows it with `None`; the number is its place on the table, -1 if new.
MayMeld = Callable[["Rules", View, Meld, int], Refusal | None]


def first_of(functions: Sequence[Callable[..., Any]]) -> Callable[..., Any] | None:
    """Join functions that answer the same case: `None` for none; of several the first answer that is not `None`."""
    if len(functions) < 2:
        return next(iter(functions), None)

    def first(*case: object) -> Any:
        for function in functions:
            answer = function(*case)
            if answer is not None:
                return answer
        return None

    return first


#: Decides whether a seat that takes the card at a depth of the pile must use it at once.
MustUse = Callable[["Rules", View, int], bool]
#: Returns the depths of all cards that come with the card at a depth, including itself; empty if it cannot be taken.
Collects = Callable[["Rules", View, int], tuple[int, ...]]


def all_above(_rules: Rules, _view: View, depth: int) -> tuple[int, ...]:
    """Take all cards above a card with it: the core's `Takes.collects`."""
    return _down_to(depth)


@cache
def _down_to(depth: int) -> tuple[int, ...]:
    return tuple(range(1, depth + 1))


def top_brings_all(_: Rules, view: View, depth: int) -> tuple[int, ...]:
    """Take the whole pile with its top card, and no other card: a `Takes.collects` that the engine knows."""
    return tuple(range(1, len(view.public.pile) + 1)) if depth == 1 else ()


def whole_pile(rule: Collects) -> Collects:
    """Make a `Takes.collects`: the whole pile, taken by its top card if that can be taken.

    Args:
        rule: the answer before it. If that is the core's, the result is `top_brings_all`, which the engine knows.
    """
    if rule is all_above:
        return top_brings_all

    def collected_places(rules: Rules, view: View, depth: int) -> tuple[int, ...]:
        return top_brings_all(rules, view, depth) if depth == 1 and rule(rules, view, depth) else ()

    return collected_places


@attrs.frozen
class Takes:
    """The cards that come with a card taken from the pile, and whether that card must be used at once.

    Depths count from 1, the top of the pile.

    Attributes:
        collects: the cards that come with a taken card: `(rules, view, depth) -> depths`, a tuple that has its own
            depth, too. Return no depth if the card cannot be taken. A call collects the cards that come with each card
            that it uses (`call.full`). Calling the last discard to lay it off collects that card alone
            (`call.last-discard`). The core's: all cards above it (`draw.deep`). It must not depend on the seat's hand.
            `whole_pile(rule.collects)` is the whole pile or nothing; the engine recognizes it and need not call it.
        must_use: whether a seat that takes a card must use it at once: `(rules, view, depth) -> bool`. The core's: yes
            if other cards come with it; if it comes alone, `draw.top` decides; no for an upcard on offer (phase
            `offer`). An upcard that must be used is taken `with` its use.
    """

    collects: Collects
    must_use: MustUse


#: Deals with an emptied hand: returns the state after it; `None` to ask the others.
HandEmptied = Callable[["Rules", State, Action], State | None]
#: Deals with the end of a turn that does not end the hand, likewise.
TurnEnded = Callable[["Rules", State], State | None]


@attrs.frozen
class Last:
    """An answer to the hooks `hand_emptied` or `turn_ended` that comes after those which do not ask for that."""

    answer: Callable[..., State | None]


#: Decides whether the hand of a seat is deducted; `None` if hidden cards decide.
Deducts = Callable[["Rules", StateOrView, int], bool | None]


def nobody_deducts(_rules: Rules, _sight: StateOrView, _seat: int) -> bool | None:
    """Never deduct a hand from a score: an answer to the hook `deducts` that sheets recognize."""
    return False


#: Decides who has won the match after a hand.
MatchWinners = Callable[["Rules", Tally], Verdict]


@refusing(last="it always comes last")
@attrs.frozen
class LinesAfter:
    """Lines of a score that depend on the lines of the core and of other plugins: an answer to the hook `score_lines`.

    Attributes:
        find: returns the lines; its arguments are the rules, the sight, and the lines so far, those of an earlier
            plugin's `LinesAfter` among them, with an `Unsettled` wherever hidden cards decide. `points_so_far` adds up
            those of a seat.
    """

    find: Callable[[Rules, StateOrView, tuple[ScoreLine | Unsettled, ...]], Iterable[ScoreLine | Unsettled]]


#: Returns lines of the score of a hand.
ScoreLines = Callable[["Rules", StateOrView], Iterable[ScoreLine | Unsettled]] | LinesAfter


# ---------------------------------------------------------------- duties

#: What an action ends: the turn of its seat, or the whole hand.
End = Literal["turn", "hand"]


@refusing(name="a Duty has no name; its refusal names its rule")
@attrs.frozen
class Duty:
    """Something that a seat must have done before it ends its turn or the hand.

    The engine asks about it before each action by which a seat ends its turn or the hand. A duty that no play can meet
    yields, so that there is always a way to end the turn (`turn.no-stranding`).

    Attributes:
        why: returns the refusal of an end, which says what is still due, or `None`; its arguments are the rules and the
            view of the seat that ends its turn. A card that it would discard is still in its hand; if it melds its last
            cards the hand is empty.
        ends: `turn` for a duty at every end of the seat's turn, also one that ends the hand; `hand` for a duty only of
            who ends the hand, by the last card or by a move that ends it.
    """

    why: Callable[[Rules, View], Refusal | None]
    ends: End = "turn"

    def binds(self, end: End) -> bool:
        """Whether it is a duty at an end of a turn or of the hand."""
        return end == "hand" or self.ends == "turn"


#: Forbids a deed: a function that refuses it or returns `None`, bars for discards, or duties at an end.
Forbids = Callable[..., Refusal | None] | Bar | tuple[Bar, ...] | Duty | tuple[Duty, ...]


# ---------------------------------------------------------------- round

#: Returns the seats that still act in a round.
Asks = Callable[["Rules", State], Iterable[int]]
#: Returns the state after a round, given the answer of each seat in the order of their places.
Settle = Callable[["Rules", State, Mapping[int, str]], State]


@attrs.frozen
class Round:
    """A step between the deal and the first turn: an effect, a phase in which seats act, or both.

    A round with `answers` needs no move: seats answer with one of these words, at once, in any order, and hidden until
    all have answered. Then only `settle` gets them. Such a round may also come between two turns (`between`).

    Attributes:
        phase: the phase in which seats act; empty if the step is an effect alone.
        by: who acts in the phase: `all` seats, from the dealer's left; the `dealer`; or the seat on the dealer's
            `left`, which begins play. A seat has acted once the effect of its move calls `mark_acted`.
        blind: whether nobody looks at any cards in the phase, not even at those of its own hand.
        when: whether the step comes in this hand, `(rules, state) -> bool`; hidden cards must not decide it. `None`
            for always.
        begin: the effect when the step begins: `(rules, state) -> state`; `None` for none. It may end the hand,
            but sets neither the phase nor who acts. Cards that it draws or takes count for no turn.
        shows: returns the cards, as a bag, that `begin` shows to a seat (-1: a spectator) and that lie in no pile, as a
            card that is turned up and kept in memory: `(rules, state, seat) -> bag`. The state is the one in which
            play goes on. `None` if it shows none.
        answers: the words with which seats answer, of letters, digits and hyphens; their actions are the phase and a
            word, `may-i buy`. The first is the answer of a seat whose time is up. Empty for a round whose moves the
            plugin adds.
        settle: the effect once all have answered: `(rules, state, answers) -> state`. `answers` has the answer of each
            seat that was asked, clockwise from the dealer's left, or from the left of the seat that ended its turn.
            It does not choose by hidden cards: let the answer name a card, and forbid wrong ones by the hook `may`.
            After the deal `Deal.first_player` chooses who begins. Between two turns `settle` may choose who draws
            next, by `to_act`; the phase stays the draw phase unless the hand ends.
        asks: returns the seats that are in the round, `(rules, state) -> seats`; others are skipped. It is called when
            the round begins and after each action, hidden answers only once all are in, after `settle`. A pending seat
            that it does not return any more is skipped, too. `None` for all seats of `by`.
        again: whether seats act again until `asks` returns none: if they act in order, the next to the left of the one
            that has acted; else all that `asks` returns, after the last of them. An endless round is refused after
            1,000 actions.
        between: whether it comes after each turn, before the next player draws or anybody may call, and not after the
            deal. It is given the state in which that player would draw; `public.last` is the seat that ended its turn,
            and `HandMemory.after` has not seen its last action yet. Such a round has a phase, `answers` and `settle`,
            perhaps `asks`, `again` and `worth`, and nothing else.
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
    again: bool = False
    between: bool = False
    worth: ActionWorth | None = None
    when: Callable[[Rules, State], bool] | None = None


@attrs.frozen
class Deal:
    """A plugin's changes of the deal.

    Attributes:
        steps: the steps between the deal and the first turn, and between two turns, as a tuple of `Round`. They come
            in the order of the plugins.
        sizes: the number of cards that each seat is dealt: `(rules, match, sizes) -> sizes`, given the sizes so far,
            which are `deal.size` for all in the core. The answer may depend on `match.hand_number`, the scores and the
            memory of the match. Cards are dealt one at a time, and a seat that has its number is passed over. Two cards
            must be left, for the pile and the stock.
        first_player: the seat that plays the first turn of a hand (`turn.order`): `(rules, state) -> seat`; `None` for
            the player on the dealer's left. It is called once, after all steps, and may depend on what they left in
            memory: a bid, say. Only one plugin may choose. It goes with `deal.opening` = `upcard`; other openings
            decide themselves who begins. Who begins tells everybody what it depends on. If that is a dealt card, show
            it in a step: a `Round(begin=..., shows=...)` whose `begin` calls `show_cards`, and whose `shows` returns
            the card also where nobody holds it, since then everybody knows that.
    """

    steps: tuple[Round, ...] = ()
    sizes: HandSizes | None = None
    first_player: FirstPlayer | None = None


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


def of_core(_rules: Rules, _state: State, action: Action) -> State:
    """Stand for the effect of the core's move, in a move that leaves its effect out."""
    raise ValueError(f"the move {action.verb!r} has no effect")


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
    return ("lay off" if move.verb == LAY else move.words).capitalize()


def _unused(move: Move) -> tuple[tuple[str, object], ...]:
    return blanks_of(*(name for name in _BLANKS if name not in move.fields))


@attrs.frozen(kw_only=True)
class Secret:
    """The fields of an action that other seats do not see, and cards that it shows to some seats.

    Attributes:
        redact: returns an action as another seat (-1: a spectator) may see it, with hidden fields blank:
            `give 5h 7d` as `give`. It is not called for the seat that acts, which sees everything.
            `None` if all fields are open.
        shows: returns the cards, as a bag, that an action shows to a seat (-1: a spectator) though the seat does not
            hold them and the action does not name them: a look at another hand or at the stock. The state is the one
            before the action. `None` if there are none. Cards that go to the table are named, or among these.
    """

    redact: Callable[[Rules, Action, int], Action] | None = None
    shows: Callable[[Rules, State, Action, int], Bag] | None = None


@refusing(
    generate="candidates, `(rules, view) -> actions`, lists them, and check refuses",
    wrong_phase="the engine refuses an action in a wrong phase",
    uses="they follow from fields",
    follow_ups="judged_move makes them",
    possible="judged_move takes it",
    lifts="the function of a Duty allows what it does not forbid",
    redact="say secret=Secret(redact=...)",
    shows="say secret=Secret(shows=...)",
    reveals="the engine knows that the last action of a round reveals what its actions hide",
)
@attrs.frozen(kw_only=True)
class Move:
    """A kind of move: when and by whom it can be made, which actions it has, and what they do.

    Listed are the candidates that `check` does not refuse. An action that is not listed is refused by what `check` says
    of it, or else because it is no candidate.

    Attributes:
        verb: the first word of its actions.
        candidates: lists actions, legal or not, each once and in a fixed order: `(rules, view) -> actions`. A parameter
            `plain` with a default says whether to list as `LegalActions.plain` does. `None` for the one action of the
            verb (and the suffix) alone; with an `outcome`, for no action; of `meld` and `lay`, for the plays of the
            core. The core checks these first, `check` may refuse more, and `fields` are set.
        check: refuses an action, `(rules, view, action) -> refusal`, or allows it with `None`; `None` if every
            candidate is legal. It is not asked about an action in which one of `fields` is missing; where words are
            missing, `extra` has one that is empty. It is asked about cards that the seat does not have: refuse them
            first.
        effect: applies an action that is legal. Plugins may wrap it (hook `effects`). If it changes who is on turn, it
            also sets `State.drawn`, which the seat on turn sees: to `EMPTY_BAG`, or to cards that this seat has drawn.
            If the plays are the core's it may be left out: the core's effect asks `hand_emptied` after the last card.
        phases: the phases in which it can be made. In a phase of a plugin a play need not let a turn end, nor open.
        whose: `turn` for the seat on turn, `pending` for each seat that has still to act in a round (`Round`), `others`
            for any seat that may act out of turn, `deck` for chance.
        fields: the fields that its actions use besides seat and verb; with a suffix, `extra` is one of them.
        suffix: a word such as `doubled`, which its actions add to those of another move with this verb; empty for a
            move without a suffix.
        outcome: for a move whose suffix is an outcome of chance: samples it, `discard 9s` to `discard 9s over 4d`. Such
            a move lists nothing; its check allows every possible outcome and its effect applies it. `None` for a
            decision.
        ends: what its actions end by the seat's own choice: its `turn`, or the `hand`; empty for neither. The engine
            then asks the duties (`Duty`), when it lists actions and when it checks one. A move with a suffix ends what
            the move of its verb ends, if nothing is said here.
        other_hands: whether it may change the hands of other seats. The engine then asks `hand_emptied` for each hand
            that it empties, the actor's first, then clockwise; the effect need not.
        secret: what its actions hide and show.
        worth: returns the points that the seat's side can expect of an action, besides those that the table and its
            hand show after it: `(rules, view, action) -> points`. `None` for none.
        label: a few words for a button, in English; the verb and the suffix, if nothing is said.
        said: what its actions do, in English, without the seat: `give[s] {card} away`. What brackets hold is said only
            about the seat; of two words, `[have|has]`, the first is said to the seat itself. The facts are `card`,
            `cards` for the pieces, `{owner:seat}'s {meld:cards}` for the meld that they are laid off on, `words` for
            `extra` without the suffix. Empty for the label and the facts of the fields.
        hint: a sentence in English, which says why the program proposes one of its actions; empty for a general one.
    """

    verb: str = attrs.field(kw_only=False)
    candidates: Candidates | None = None
    check: Check | None = None
    effect: Effect = of_core
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
    said: str = ""
    hint: str = ""

    @property
    def words(self) -> str:
        """The words that its actions begin with: its verb, and its suffix if it has one."""
        return f"{self.verb} {self.suffix}".strip()


@attrs.frozen(kw_only=True)
class MoveInPlay(Move):
    """A move with what the engine knows about it; `compose` makes it of a plugin's `Move`.

    Attributes:
        check: checks one action, without listing.
        generate: lists its legal actions.
        uses: the possible values of the field `use` of its actions.
        needs: the fields that an action must have before it is checked, with their blanks.
        follow_ups: lists the views of the seat after each of its actions in the play phase, also those that are refused
            only because the turn could not end then. `None` for a move that the look-ahead does not count on.
        possible: whether any seat could make it, judged by a spectator's view, or by that of the only seat that is
            asked, whose hand must not matter. `None` if each seat must be asked.
        wrapped_effect: the effect in play if it is another than `effect`, with what plugins add.
        by: the plugin that adds it, empty for a move of the core.
        forbids: what the hook `may` forbids of its actions. `None` if nothing is forbidden, and for moves of the core,
            whose generators and checks call the hook themselves.
        blanks: the fields that its actions do not use, with their values.
    """

    check: Check = allow
    generate: Generate
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
