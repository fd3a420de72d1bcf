"""The table of hooks: every question that a plugin can answer, declared once, from narrow kinds to wide ones."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

import attrs

from rummy500.base.errors import Refusal, nearest
from rummy500.cards.cards import JOKER
from rummy500.engine.moves import CORE_MOVES
from rummy500.engine.moves.discard import refuse_drawn, refuse_taken
from rummy500.engine.moves.take import must_use_by_options
from rummy500.engine.plays import barred_drawn, barred_lone_top, may_lay_after_meld, may_lay_own
from rummy500.engine.scoring import CARD_POINTS, deducts_always, hand_lines, highest_wins
from rummy500.engine.turns import goes_out, left_of_dealer, next_turn
from rummy500.hooks.plugin import Pack, PluginInfo, Settings, Wilds
from rummy500.rules.actions import Action
from rummy500.rules.entry import RuleEntry
from rummy500.rules.memory import HandMemory, MatchMemory, Pocket
from rummy500.rules.move import (
    Bar,
    Collects,
    Deducts,
    Duty,
    FirstPlayer,
    Forbids,
    HandEmptied,
    HandSizes,
    MatchLines,
    MatchWinners,
    Move,
    MustUse,
    OpeningMinimum,
    Refused,
    Round,
    ScoreLines,
    Tally,
    TurnEnded,
    Use,
    Verdict,
    WrapEffect,
    all_above,
)
from rummy500.rules.options import DISCARD_BARRED, MELD_LAYOFF, SCORE_ACE, CoreOption, OptionValue, V
from rummy500.rules.rules import Rules
from rummy500.rules.scores import Place, ScoreLine
from rummy500.rules.state import MatchSoFar, View


def equal_hands(rules: Rules, _match: MatchSoFar) -> tuple[int, ...]:
    """All seats get as many cards: the answer to `hand_sizes`."""
    return (rules.deal.hand_size,) * rules.seats


def no_minimum(_rules: Rules, _view: View) -> int:
    """No points are required to open: the answer to `opening_minimum`."""
    return 0


def refuse_unchanged(_rules: Rules, _view: View, _action: Action, refusal: Refusal) -> Refusal:
    """A refusal does not change: the answer to `refused`."""
    return refusal


def no_match_lines(_rules: Rules, _tally: Tally, _verdict: Verdict) -> Iterable[ScoreLine]:
    """The match adds nothing to the scores: the answer to `match_lines`."""
    return ()


# ---------------------------------------------------------------- spec
# Everything else that depends on a hook is derived from its `Spec`:
# the checks of plugins, the merging of answers, the reference page, and the groups by which laws of plugins are
# skipped.
#
# `docs/design/words.md` explains kinds, merges, groups of hooks and our other words.

F = TypeVar("F", bound=Callable[..., Any])

#: The type of the argument `options` of hooks: the value of each option in force, by its name.
Options = Mapping[str, OptionValue]

Kind = Literal["VALUE", "TABLE", "RULE", "LIST", "MOVE"]
Merge = Literal["handed on", "wrapped", "joined", "each", "alike", "one"]
Group = Literal["play", "flow", "count", "match"]

#: The kinds of merge: how the answers of several plugins become one, in the order of the plugins.
MERGES: Final[Mapping[Merge, str]] = MappingProxyType(
    {
        "handed on": "each plugin is given the answer so far, and returns another",
        "wrapped": "each plugin is given the function so far, and returns one that may call it",
        "joined": "the tuples of all plugins are joined",
        "each": "the answer of each plugin is used, in the order of the plugins",
        "alike": "plugins that answer must give the same answer; `compose` refuses different ones",
        "one": "one plugin answers; `compose` refuses a second",
    }
)

#: The groups of hooks. A law of a plugin is skipped if another plugin answers a hook of a group that the law rests on.
GROUPS: Final[Mapping[Group, str]] = MappingProxyType(
    {
        "play": "the cards in play, what a seat may do, and its effects",
        "flow": "the course of a hand: an emptied hand, the end of a turn, moves that plugins add",
        "count": "the score of a hand, except the points of each card",
        "match": "the winners of a match, and the points that the match adds",
    }
)


class KindOfHook(NamedTuple):
    """A kind of hook: how answers merge, unless a hook declares another merge, and what such hooks take and return."""

    merge: Merge
    about: str


#: The kinds of hook, from narrow to wide.
KINDS: Final[Mapping[Kind, KindOfHook]] = MappingProxyType(
    {
        "VALUE": KindOfHook(
            "alike",
            """Called once, when the rules are composed. Returns a value.

A hook may take `options` (the value of each option in force) and `seats` (how many play); `plugin_info` takes nothing.
Return `None` to leave the value as it is.""",
        ),
        "TABLE": KindOfHook(
            "handed on",
            """Called once for each case, when the rules are composed. During play the answers are looked up.

The answer so far, of the core and of earlier plugins, is an argument. Return `None` to leave it as it is. A hook may
also take `options` and `seats`.""",
        ),
        "RULE": KindOfHook(
            "wrapped",
            """Called once, when the rules are composed. Returns a function, which the engine calls during play.

`rule` is the function so far, of the core and of earlier plugins. Return a function of the same arguments that calls
`rule` wherever your rule adds nothing, or `None` to leave `rule` as it is. A hook may also take `options` and `seats`.
A function that decides what a seat may do is given that seat's `View` and never the state; equal views must get equal
answers.""",
        ),
        "LIST": KindOfHook(
            "each",
            """Called once, when the rules are composed. Returns something that is added to the answers of others.

A hook may take `options` and `seats`. Return `None` to add nothing.""",
        ),
        "MOVE": KindOfHook(
            "joined",
            """Called once, when the rules are composed. Returns whole kinds of move.

A hook may take `options` and `seats`. Return `None` to add nothing. The generator and the check of a move are given the
seat's view, its effect is given the state.""",
        ),
    }
)


class ByOption(NamedTuple, Generic[V]):
    """A default of a hook that depends on an option of the core: one for each of its values."""

    option: CoreOption[V]
    answers: Mapping[V, Any]

    def under(self, options: Options) -> Any:
        """The default under the given options."""
        return self.answers[self.option.of(options)]


@attrs.frozen
class Spec:
    """The declaration of a hook.

    Attributes:
        name: its name.
        kind: `VALUE`, `TABLE`, `RULE`, `LIST` or `MOVE`, explained in `KINDS`.
        merge: how the answers of several plugins become one, explained in `MERGES`.
        groups: the groups that it belongs to, explained in `GROUPS`.
        default: the answer of the core. `None` if there is none, or if it is built from options.
        built_in: a default function that the engine never calls, since the engine itself does the same. `Rules` have
            `None` in its place, so that a hook which no plugin answers costs one comparison.
        declaration: the function that declares it; its docstring is the contract of the hook.
    """

    name: str
    kind: Kind
    merge: Merge
    groups: tuple[Group, ...]
    default: Any
    built_in: Callable[..., Any] | None
    declaration: Callable[..., Any]

    @property
    def arguments(self) -> tuple[str, ...]:
        """The arguments that a plugin's function may take."""
        code = self.declaration.__code__  # `inspect.signature` takes ten times as long
        return code.co_varnames[: code.co_argcount]

    @property
    def so_far(self) -> str:
        """The name of the argument that is the answer so far (merges `handed on` and `wrapped`)."""
        return self.arguments[self.arguments.index("options") - 1]

    @cached_property
    def answer(self) -> type:
        """The annotated type of an answer that is not a function, or of an item of an answer that is joined.

        It is `object` if an answer may be of several types.
        """
        hints = get_type_hints(self.declaration)
        answer, *others = [each for each in get_args(hints["return"]) if each is not type(None)]
        if others:
            return object  # its own check decides
        if self.merge == "joined":
            answer = get_args(answer)[0]
        found: type = get_origin(answer) or answer
        return found

    @cached_property
    def function_arguments(self) -> tuple[str, ...]:
        """The arguments of the function that a plugin returns; empty if it returns no function."""
        core: object = self.default
        if isinstance(core, ByOption):
            core = next(iter(cast("ByOption[str]", core).answers.values()))  # all take the same
        return tuple(inspect.signature(core).parameters) if inspect.isroutine(core) else ()

    def default_for(self, options: Options) -> Any:
        """The core's answer under the given options."""
        default = self.default
        return default.under(options) if isinstance(default, ByOption) else default


#: Every hook by its name, in the order of declaration.
DECLARED: Final[dict[str, Spec]] = {}


def hook(
    kind: Kind,
    *groups: Group,
    merge: Merge | None = None,
    default: Any = None,
    built_in: Callable[..., Any] | None = None,
) -> Callable[[F], F]:
    """Declare a hook by a function with its name, its arguments, its type and, as docstring, its contract.

    `merge` is given if it is not the usual one of the kind; the core's answer is `built_in` without a `default`.
    """

    def declare(declaration: F) -> F:
        name = declaration.__name__
        core = built_in if default is None else default
        DECLARED[name] = Spec(name, kind, merge or KINDS[kind].merge, groups, core, built_in, declaration)
        return declaration

    return declare


# ---------------------------------------------------------------- specs
# A declaration has the kind of the hook, its groups, the core's answer (`default`, or `built_in` if the engine itself
# does the same), the arguments and the type of an answer. Its docstring is the contract of the hook.
# `docs/reference/hooks.md` is generated from this file.

#: What the core forbids of deeds, by its options.
CORE_MAY: Final[Mapping[str, ByOption[Any]]] = MappingProxyType(
    {
        "lay": ByOption(MELD_LAYOFF, {"any": None, "after-meld": may_lay_after_meld, "own": may_lay_own}),
        "discard": ByOption(
            DISCARD_BARRED,
            {
                "lone-top": Bar(barred_lone_top, refuse_taken, gained_only=True, until_used=True, most=1),
                "drawn": Bar(barred_drawn, refuse_drawn, gained_only=True),
            },
        ),
    }
)


# ------------------------------------------------- VALUE


@hook("VALUE", merge="each")
def plugin_info() -> PluginInfo | None:
    """Name and describe the plugin: what it changes, what it requires, what it cannot be played with.

    Its options and presets are part of the description. Every plugin must have this hook, and must answer it. It is
    called first.
    """


@hook("VALUE", merge="each")
def settings(options: Options, seats: int, by_preset: bool) -> Settings | None:  # noqa: FBT001 - hooks take names
    """Set or fix values of the core's options, and list options that have no effect with the plugin.

    `options` has the values of the preset, of earlier plugins and, for options of plugins, of the caller. The caller
    and later plugins may change what this plugin sets. They may not change what it fixes: `compose` refuses that with
    the names and the reason. `by_preset` is true if the preset names the plugin, so that the plugin may give way to
    what the caller asks for. Two more fields are not options: `deducts_at_stock_end`, if the text of the variant
    deducts hands when the stock ends the hand, and `point_unit`, if several points make one of the score.
    """


@hook("VALUE", merge="joined")
def entries(options: Options, seats: int) -> tuple[RuleEntry, ...] | None:
    """The rules that the plugin adds to the rulebook, as a tuple: `explain` and `rummy500 rules` show them.

    An entry may replace entries of the core, named by their ids. Those no longer hold.
    """


@hook("VALUE", "play", merge="handed on")
def pack(pack: Pack, options: Options, seats: int) -> Pack | None:
    """The cards in play (`deck.pack`), given those of the core and of earlier plugins.

    The pack may have each natural card four times at most, and fifteen jokers at most. `side_pack` may have spare cards
    (`*d`) only: cards that are played although no hand holds them. `side_cards` decides who may play them, and
    `cut_ranks` who deals first. Change the pack that you are given by `attrs.evolve(pack, ...)`, so that what earlier
    plugins added stays; a new `side_cards` should call the one before it.
    """


@hook("VALUE", "play")
def sides(options: Options, seats: int) -> tuple[int, ...] | None:
    """The side of each seat (`match.partnership`), for example `(0, 1, 0, 1)`. Without it each seat plays alone."""


@hook("VALUE", "play", default=1)
def draw_count(options: Options, seats: int) -> int | None:
    """The number of cards that a draw from the stock gives (`draw.stock-two`): a whole number, at least 1.

    A draw gives fewer if the stock has fewer.
    """


@hook("VALUE", "play", default=Wilds((JOKER,)))
def wilds(options: Options, seats: int) -> Wilds | None:
    """The faces that are wild (`meld.joker`), and whether jokers make groups of their own. The core's answer: jokers.

    One plugin decides it: two with different answers cannot be played together, so name the other in `conflicts` and
    say why. The rule sheet lists cards that are always wild: they need no entry of their own.

    A wild natural card counts as natural in its own place in a run, and in a group of its own rank. It keeps its own
    points, unless `card_points` says otherwise. If the wild cards differ from hand to hand, or change during one, name
    every face that is ever wild, and choose by `Wilds.now` those that are wild now.
    """


@hook("VALUE", "play", "flow", merge="joined")
def dealt(options: Options, seats: int) -> tuple[Round, ...] | None:
    """The steps between the deal and the first turn, and between two turns, as a tuple of `Round`, in plugins' order.

    A step may turn a card up, take an ante into memory, or begin a phase in which the dealer, the first seat or all
    seats act. The plugin adds a move for such a phase, with `Move.whose` as `turn` if the seats act in order, as
    `pending` if they act in any order; its effect ends with `mark_acted`. Seats that answer a question at once, with
    words that are hidden and go to `Round.settle` alone, need no move: `Round.answers`. With `Round.asks` they are
    asked after each turn, before the next player begins: who buys the discard, say.
    """


@hook("VALUE", merge="each")
def memory(
    options: Options, seats: int
) -> HandMemory | MatchMemory | Pocket | tuple[HandMemory | MatchMemory | Pocket, ...] | None:
    """The plugin's memory, a record of its own: of the hand (`HandMemory`), of the match (`MatchMemory`), or both.

    - Memory of the hand is in the state. Moves and rules of the plugin read it by `recall`, its moves write it by
      `remember`. A hand starts with the record that `start` makes of the match so far: its number, dealer and scores,
      for example. A position shows it under `plugin.NAME`, field by field, or in its own form under its `key`.
    - Memory of the match goes from hand to hand. During a hand, `recall(rules, view.public.match, MyRecord)` reads it
      as it was before the hand.
    - A `Pocket` is a place for cards that lie neither in a hand nor in the stock, the pile or a meld: a foot, a kitty.

    Every seat sees a record unless `seen` hides parts of it.
    """


# ------------------------------------------------- TABLE


@hook("TABLE", default=ByOption(SCORE_ACE, CARD_POINTS))
def card_points(card: int, role: int, place: Place, points: int, options: Options, seats: int) -> int | None:
    """The points of a card (`score.values`), a whole number.

    Args:
        card: the card, 0 to 51, `JOKER` or `SPARE`.
        role: the card that it stands for: itself if it is natural, 64 and a rank for a wild card in a group,
            `WILD_IN_HAND` for a card in the hand that is wild now.
        place: `hand`, `group`, `run`, or `low` for the low end of a run that begins with an ace. The points of a card
            in the hand are deducted.
        points: its points so far.
        options: the options in force.
        seats: how many play.
    """


# ------------------------------------------------- RULE


@hook("RULE", "play", built_in=equal_hands)
def hand_sizes(rule: HandSizes, options: Options, seats: int) -> HandSizes | None:
    """The number of cards that each seat is dealt: `(rules, match) -> sizes`. The core's answer: `deal.size` for all.

    The answer may depend on `match.hand_number`, the scores and the memory of the match. Cards are dealt one at a time,
    and a seat that has its number is passed over. Two cards must be left, for the pile and the stock.
    """


@hook("RULE", "play", "flow", merge="one", built_in=left_of_dealer)
def first_player(rule: FirstPlayer, options: Options, seats: int) -> FirstPlayer | None:
    """The seat that plays the first turn of a hand (`turn.order`): `(rules, state) -> seat`.

    It is asked once, after all steps of the deal (`dealt`), and may depend on what they left in memory: a bid, say. The
    core's answer, `rule`: the player on the dealer's left. Only one plugin may choose. The hook goes with
    `deal.opening` = `upcard`; other openings decide themselves who begins.

    Who begins tells everybody what it depends on. If that is a dealt card, show it in a step of the deal: a
    `Round(begin=..., shows=...)` whose `begin` calls `show_cards`, and whose `shows` returns the card also where nobody
    holds it, since then everybody knows that.
    """


@hook("RULE", "play", built_in=no_minimum)
def opening_minimum(rule: OpeningMinimum, options: Options, seats: int) -> OpeningMinimum | None:
    """The points that the first melds of a seat must have in their turn: `(rules, view) -> points`, 0 for none.

    The core's answer is the option `meld.first-minimum`. The answer may depend on `view.public.match`, for example on
    the scores. It must not change within a turn.
    """


@hook("RULE", "play", built_in=must_use_by_options)
def must_use(rule: MustUse, options: Options, seats: int) -> MustUse | None:
    """Whether a seat that takes the card at a depth of the pile must use it at once: `(rules, view, depth) -> bool`.

    The core's answer: yes if other cards come with it (`collects`); if it comes alone, `draw.top` decides; no for an
    upcard on offer (phase `offer`). An upcard that must be used is taken `with` its use.
    """


@hook("RULE", "play", built_in=all_above)
def collects(rule: Collects, options: Options, seats: int) -> Collects | None:
    """The cards that come with a taken card: `(rules, view, depth) -> depths`, a tuple that has its own depth, too.

    Depths count from 1, the top of the pile. Return no depth if the card cannot be taken. A call collects the cards
    that come with each card that it uses (`call.full`). Calling the last discard to lay it off collects that card alone
    (`call.last-discard`). The core's answer: all cards above it (`draw.deep`). The answer must not depend on the seat's
    hand. `whole_pile(rule)` is an answer that the engine recognizes and need not call: the whole pile or nothing.
    """


@hook("RULE", "play", "flow", default=goes_out)
def hand_emptied(rule: HandEmptied, options: Options, seats: int) -> HandEmptied | None:
    """The state after an action that has emptied its seat's hand: `(rules, state, action) -> state`.

    `state` already has the effect of the action: a meld, a lay-off, a take, a call, a discard, or a move made by
    `judged_move`. If another move of yours can empty a hand, its effect must call this itself:
    `rules.turn.hand_emptied(rules, state, action)`. The core's answer: the hand is over and the seat is out (`out.*`).
    """


@hook("RULE", "play", "flow", built_in=next_turn)
def turn_ended(rule: TurnEnded, options: Options, seats: int) -> TurnEnded | None:
    """The state after a turn that does not end the hand: `(rules, state) -> state`.

    The discard of the turn already lies on the pile; a seat with an empty hand may have made none. `state.public.turn`
    is still the turn that has ended. The core's answer: the next seat's turn begins, unless the stock ends the hand
    (`turn.order`, `stock.strict`, `stock.circle`).
    """


@hook("RULE", "count", default=deducts_always)
def deducts(rule: Deducts, options: Options, seats: int) -> Deducts | None:
    """Whether the cards in a seat's hand are deducted (`score.hand`): `(rules, sight, seat) -> bool | None`.

    The sight is the state or a view, as for `score_lines`. Return `None` only if cards that it hides decide. The
    core's answer: yes. Return `nobody_deducts` if no hand is ever deducted: rule sheets and other plugins recognize
    it. If your function spares hands when the stock ends the hand, it must not do so while
    `rules.scoring.deducts_at_stock_end` is true: then the text of another variant deducts them
    (`Settings.deducts_at_stock_end`).
    """


@hook("RULE", "match", default=highest_wins)
def match_winners(rule: MatchWinners, options: Options, seats: int) -> MatchWinners | None:
    """The winners of the match after a hand, if it is over: `(rules, tally) -> Verdict` (`match.*`).

    The core's answer: nobody until a seat reaches the target, then the seat with the most points. A tie is played on.
    A plugin may ask the function so far about a tally that it has changed, as `must-go-out` does.
    """


@hook("RULE", "play", built_in=refuse_unchanged)
def refused(rule: Refused, options: Options, seats: int) -> Refused | None:
    """Replaces a refusal of the core by one that names your rule: `(rules, view, action, refusal) -> refusal`.

    It is called for refused actions only, and must return a refusal: it cannot allow the action.
    """


# ------------------------------------------------- LIST


@hook("LIST", "play")
def may(options: Options, seats: int) -> Mapping[str, Forbids] | None:
    """The deeds that the plugin forbids: for each deed a function that refuses it, or allows it with `None`.

    The deeds and the arguments of their functions:

    - `draw`, from a stock that has a card: `(rules, view)`. A seat that may not draw, and takes nothing, ends the hand
      by `pass`;
    - `take` and `call`, after all other rules allow it: `(rules, view, action)`; the view is the one before it;
    - `meld`, for each new or extended meld, whichever move plays it: `(rules, view, meld, on)`. `on` is the place of
      the meld that a lay-off extends, -1 for a new one. The meld already has a legal shape (`meld.*`). The function
      makes listing slower, since it is called for every meld. `NaturalTwo` is an answer that costs nothing: an ace is
      low only before a natural two;
    - `lay`, for each meld on the table, whichever move lays off: `(rules, view, on)`;
    - `discard`: no function but a `Bar`, or a tuple of them. Every turn can end (`turn.no-stranding`): if neither a
      play nor an allowed discard could end it, bars are lifted. Takes and plays that lead there are refused; a move of
      yours that gives a seat cards must refuse it in its own check;
    - the verb of a move that a plugin adds, or the phase of a round with `answers`: `(rules, view, action)`. The word
      of an answer is `action.extra[0]`.

    The engine calls every function for a deed, the core's (`meld.layoff`, `discard.*`) first. One refusal is enough:
    none can allow what another forbids.
    """


@hook("LIST", "play", merge="joined")
def duties(options: Options, seats: int) -> tuple[Duty, ...] | None:
    """Demand something of a seat before it ends its turn or the hand: a tuple of `Duty`.

    Every move that ends a turn or the hand by a seat's choice is asked: the discard, a play of the last card, and each
    move of a plugin with `Move.ends`. The opening minimum (`meld.first-minimum`) is the core's duty. A play is refused
    after which the turn could not end with its duties met, and a duty that no play can meet yields
    (`turn.no-stranding`). No duty applies when the stock or the circle ends the hand.
    """


@hook("LIST", "count", built_in=hand_lines)
def score_lines(options: Options, seats: int) -> ScoreLines | None:
    """More lines of a hand's score: `(rules, sight) -> lines`.

    The sight is the state, or the view of a seat or a spectator: `sight.public`, `sight.memories` for `recall`, and
    `sight.hand_of(seat)`, which is `None` for a hand with hidden cards. Where hidden cards decide a line or its points,
    give `Unsettled(seat)` in its place. It is also called while the hand goes on: until the hand is over
    `sight.public.out` is -1 and `sight.public.ended` is empty. Each line names its rule, and counts points of the
    score: a rule that says 50 points returns `50 // rules.scoring.unit`, and `-(50 // rules.scoring.unit)` for a loss.

    Return a `LinesAfter` for lines that depend on the rest of the score: its function also gets the lines so far, of
    the core and of earlier plugins, and it may ask to come last. Do not call `score_hand`: it would ask you again. A
    rule that doubles a meld comes last and adds its `meld_points_so_far` again. They include what other rules add for
    that meld, if their lines name it.
    """


@hook("LIST", "match", built_in=no_match_lines)
def match_lines(options: Options, seats: int) -> MatchLines | None:
    """Lines that the match adds to the scores after a hand: `(rules, tally, verdict) -> lines`.

    They do not change who has won.
    """


# ------------------------------------------------- MOVE


@hook("MOVE", "play", "flow", default=CORE_MOVES)
def moves(options: Options, seats: int) -> tuple[Move, ...] | None:
    """Kinds of move, as a tuple of `Move`.

    - A move with a verb of the core is added for its own phases. They can't overlap the core move's. To change that
      move use `effects`; to forbid it, `may`.
    - A move with a `suffix` is added to the move of its verb.
    - A move with an `outcome` is chance that is part of the move of its verb, for example the cards that a tossed
      discard lands on. It is never listed. `resolve_chance` samples it after a seat has decided, and `apply` accepts
      every possible outcome.

    The text of a move follows from its `fields`: the verb, `card`, the play (`use`, `pieces`, `on`), then the words of
    `extra`, the suffix first. A move with a new verb can have no other fields. The check must allow exactly the actions
    that the generator lists.
    """


@hook("MOVE", "play", "flow", merge="each")
def effects(options: Options, seats: int) -> Mapping[str, WrapEffect] | None:
    """Changes what moves do: for each verb a function that is given the effect so far and returns another effect.

    An effect is a function of `(rules, state, action)` that returns the new state. The new one may call the one so far,
    before or after it does more, later, or not at all. It holds for every move of the verb, the core's and those of
    plugins, in each phase; look at `state.public.phase` if your rule does not. The effect of a later plugin is outside,
    so it acts last. An effect may change no hand but that of its seat, unless its move says so (`Move.other_hands`).

    - A lay-off can be part of a take or a call, too: change `lay`, `take` and `call`, and ask `action.use == "lay"`.
    - A move that plays or discards a seat's last card can end the hand. If `r5.is_over(after)`, change nothing more.
    """


@hook("MOVE", "play", "flow")
def uses(options: Options, seats: int) -> tuple[Use, ...] | None:
    """More uses of a taken card, as a tuple of `Use` (`draw.deep-use`)."""


#: Every hook by its name, from narrow kinds to wide ones.
SPECS: Final[Mapping[str, Spec]] = MappingProxyType(DECLARED)


def hooks_of_group(*groups: str) -> tuple[str, ...]:
    """The names of the hooks that belong to any of some groups.

    Args:
        groups: the groups, explained in `GROUPS`.

    Raises:
        ValueError: if there is no such group.
    """
    for group in groups:
        if group not in GROUPS:
            raise ValueError(f"there is no group of hooks {group!r}; {nearest(group, GROUPS)}")
    return tuple(name for name, spec in SPECS.items() if not set(groups).isdisjoint(spec.groups))
