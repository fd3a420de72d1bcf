"""The table of hooks: every question that a plugin can answer, declared once, from narrow kinds to wide ones."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar, cast, get_args, get_origin, get_type_hints

import attrs

from rummy500.cards.cards import JOKER
from rummy500.engine.moves import CORE_MOVES
from rummy500.engine.moves.discard import refuse_drawn, refuse_taken
from rummy500.engine.moves.take import must_use_by_options
from rummy500.engine.plays import barred_drawn, barred_lone_top, may_lay_after_meld, may_lay_own
from rummy500.engine.scoring import CARD_POINTS, deducts_always, hand_lines, highest_wins
from rummy500.engine.turns import core_goes_out, core_next_turn
from rummy500.hooks.plugin import Pack, PluginInfo, Settings, Wilds
from rummy500.rules.entry import RuleEntry
from rummy500.rules.memory import HandMemory, MatchMemory, Pocket
from rummy500.rules.move import (
    Bar,
    Deal,
    Deducts,
    Forbids,
    HandEmptied,
    Last,
    MatchWinners,
    Move,
    OpeningMinimum,
    ScoreLines,
    Takes,
    TurnEnded,
    Use,
    WrapEffect,
    all_above,
)
from rummy500.rules.options import DISCARD_BARRED, MELD_LAYOFF, SCORE_ACE, CoreOption, OptionValue, V
from rummy500.rules.rules import Rules
from rummy500.rules.state import View


def no_minimum(_rules: Rules, _view: View) -> int:
    """No points are required to open: the answer to `opening_minimum`."""
    return 0


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
Merge = Literal["handed on", "wrapped", "joined", "each", "asked", "alike"]
Group = Literal["play", "flow", "count", "match"]

#: The kinds of merge: how the answers of several plugins become one, in the order of the plugins.
MERGES: Final[Mapping[Merge, str]] = MappingProxyType(
    {
        "handed on": "each plugin is given the answer so far, and returns another",
        "wrapped": "each plugin is given the function so far, and returns one that may call it",
        "joined": "the tuples of all plugins are joined",
        "each": "the answer of each plugin is used, in the order of the plugins",
        "asked": "each plugin is asked in turn until one deals with the event, then the core; `Last` asks to come last",
        "alike": "plugins that answer must give the same answer; `compose` refuses different ones",
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
            """Called once, when the rules are composed. Returns a function, which the engine calls during play, or a
record of functions.

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
    what the caller asks for. Three more fields are not options: `deducts_at_stock_end`, if the text of the variant
    deducts hands when the stock ends the hand, `point_unit`, if several points make one of the score, and `draw_count`,
    if a draw from the stock gives more than one card.
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


@hook("VALUE", "play", default=Wilds((JOKER,)))
def wilds(options: Options, seats: int) -> Wilds | None:
    """The faces that are wild (`meld.joker`), and whether jokers make groups of their own. The core's answer: jokers.

    One plugin decides it: two with different answers cannot be played together, so name the other in `conflicts` and
    say why. The rule sheet lists cards that are always wild: they need no entry of their own.

    A wild natural card counts as natural in its own place in a run, and in a group of its own rank. It keeps its own
    points, unless `card_points` says otherwise. If the wild cards differ from hand to hand, or change during one, name
    every face that is ever wild, and choose by `Wilds.now` those that are wild now.
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
def card_points(
    card: int, role: int, place: str, role_points: int, points: int, options: Options, seats: int
) -> int | None:
    """The points of a card (`score.values`), a whole number.

    Args:
        card: the card, 0 to 51, `JOKER` or `SPARE`.
        role: the card that it stands for: itself if it is natural, 64 and a rank for a wild card in a group,
            63, which is no card, for a card in the hand that is wild now.
        place: `hand`, `group`, `run`, or `low` for the low ace that begins a run, and a wild card in its place. The
            points of a card in the hand are deducted.
        role_points: the points of the card that a wild card on the table stands for; in a group the fewest of the rank.
        points: its points so far.
        options: the options in force.
        seats: how many play.
    """


# ------------------------------------------------- RULE


@hook("RULE", "play", built_in=no_minimum)
def opening_minimum(rule: OpeningMinimum, options: Options, seats: int) -> OpeningMinimum | None:
    """The points that the first melds of a seat must have in their turn: `(rules, view) -> points`, 0 for none.

    The core's answer is the option `meld.first-minimum`. The answer may depend on `view.public.match`, for example on
    the scores. It must not change within a turn.
    """


@hook("RULE", "play", merge="handed on", default=Takes(all_above, must_use_by_options))
def takes(rule: Takes, options: Options, seats: int) -> Takes | None:
    """The cards that come with a card taken from the pile, and whether a taken card must be used at once.

    `rule` is the answer so far, of the core and of earlier plugins. Change one of its functions, and call the one that
    it had wherever your rule adds nothing: `attrs.evolve(rule, collects=whole_pile(rule.collects))`.
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
    A plugin may ask the function so far about a tally that it has changed, as `must-go-out` does. `Verdict.lines` are
    the lines that the match adds to the scores: add yours to those of the verdict so far by `attrs.evolve`.
    """


# ------------------------------------------------- LIST


@hook("LIST", "play", "flow")
def dealing(options: Options, seats: int) -> Deal | None:
    """Changes of the deal by the plugin: steps before the first turn, sizes of hands, the first player.

    A step may turn a card up, take an ante into memory, or begin a phase in which the dealer, the first seat or all
    seats act. The plugin adds a move for such a phase, with `Move.whose` as `turn` if the seats act in order, as
    `pending` if they act in any order; its effect ends with `mark_acted`. Seats that answer a question at once, with
    words that are hidden and go to `Round.settle` alone, need no move: `Round.answers`. With `Round.between` they are
    asked after each turn, before the next player begins: who buys the discard, say. `Round.asks` and `Round.again` skip
    seats and ask more: raises of a stake, a second vote.
    """


@hook("LIST", "play")
def may(options: Options, seats: int) -> Mapping[str, Forbids] | None:
    """The deeds that the plugin forbids: for each deed a function that refuses it, or allows it with `None`.

    The deeds and the arguments of their functions:

    - `draw`, from a stock that has a card: `(rules, view)`. A seat that may not draw, and takes nothing, ends the hand
      by `pass`;
    - `take` and `call`, after all other rules allow it: `(rules, view, action)`; the view is the one before it;
    - `meld`, for each new or extended meld, whichever move plays it: `(rules, view, meld, on)`. `on` is the place of
      the meld that a lay-off extends, -1 for a new one. The meld already has a legal shape (`meld.*`). The function
      makes listing slower, since it is called for every meld;
    - `lay`, for each meld on the table, whichever move lays off: `(rules, view, on)`;
    - `discard`: no function but a `Bar`, or a tuple of them. Every turn can end (`turn.no-stranding`): if neither a
      play nor an allowed discard could end it, bars are lifted. Takes and plays that lead there are refused; a move of
      yours that gives a seat cards must refuse it in its own check;
    - `end`: no function but a `Duty`, or a tuple of them: something that a seat must have done before it ends its turn
      or the hand. Every move that does so by a seat's choice is asked: the discard, a play of the last card, and each
      move of a plugin with `Move.ends`. The opening minimum (`meld.first-minimum`) is the core's duty. A play is
      refused after which the turn could not end with its duties met, and a duty that no play can meet yields
      (`turn.no-stranding`). No duty applies when the stock or the circle ends the hand;
    - `refusal`, which forbids nothing: `(rules, view, action, refusal) -> refusal`, for a refusal that names your rule
      in place of the core's. It is called for refused actions only, given the refusal so far, and must return one: it
      cannot allow the action;
    - the verb of a move that a plugin adds, or the phase of a round with `answers`: `(rules, view, action)`. The word
      of an answer is `action.extra[0]`. A verb or a phase that is one of the words above cannot be forbidden.

    The engine calls every function for a deed, the core's (`meld.layoff`, `discard.*`) first. One refusal is enough:
    none can allow what another forbids.
    """


@hook("LIST", "play", "flow", merge="asked", default=core_goes_out)
def hand_emptied(options: Options, seats: int) -> HandEmptied | Last | None:
    """Deals with an action that has emptied its seat's hand: `(rules, state, action) -> state`, or `None`.

    `state` already has the effect of the action: a meld, a lay-off, a take, a call, a discard, or a move made by
    `judged_move`. If another move of yours can empty a hand, its effect must ask everybody:
    `rules.turn.hand_emptied(rules, state, action)`. Under `out.discard = required` the core refuses to lay down
    all cards before it asks: the recipe "Lay cards aside" says what to do.

    A returned state deals with the event, and nobody else is asked. `None` asks the others. The core's answer: the hand
    is over and the seat is out (`out.*`). Return `Last(function)` if the others should be asked before you. `explain`
    says who is asked first.
    """


@hook("LIST", "play", "flow", merge="asked", default=core_next_turn)
def turn_ended(options: Options, seats: int) -> TurnEnded | Last | None:
    """Deals with the end of a turn in a hand that goes on: `(rules, state) -> state`, or `None`, as for `hand_emptied`.

    The discard of the turn already lies on the pile; a seat with an empty hand may have made none. `state.public.turn`
    is still the turn that has ended. The core's answer is `core_next_turn`: the next seat's turn begins, unless the
    stock ends the hand (`turn.order`, `stock.strict`, `stock.circle`). An answer to every end of a turn, such as
    another order of the seats, asks to be `Last`, so that rules for some turns come first. A move of yours that ends a
    turn calls `end_turn(rules, state)`, which asks everybody.
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
    the core and of the plugins that return none. Do not call `score_hand`: it would ask you again. A rule that doubles
    a meld adds its `meld_points_so_far` again. They include what other rules add for that meld, if their lines name it.
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

#: What has taken the place of a hook that no longer exists.
REPLACED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "dealt": "Deal(steps=...) of hook dealing",
        "hand_sizes": "Deal(sizes=...) of hook dealing",
        "first_player": "Deal(first_player=...) of hook dealing",
        "draw_count": "Settings(draw_count=...) of hook settings",
        "must_use": "Takes.must_use of hook takes",
        "collects": "Takes.collects of hook takes",
        "match_lines": "Verdict.lines of hook match_winners",
        "refused": "the deed 'refusal' of hook may",
        "duties": "the deed 'end' of hook may",
    }
)
