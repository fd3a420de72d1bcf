"""Functions that plugins answer: checks of their arguments at `compose`, and of what they return during play.

Only functions of plugins are wrapped in play: the core's cost nothing more. Every error names plugin and hook.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar, copy_context
from functools import partial, update_wrapper, wraps
from itertools import islice
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar, cast

import attrs

from rummy500.actions import Action
from rummy500.cards.pieces import Pieces
from rummy500.engine.judged_move import Judged
from rummy500.engine.stranding import NO_LOOK_AHEAD
from rummy500.engine.turns import drawn_elsewhere
from rummy500.errors import Refusal
from rummy500.hooks.plugin import LoadedPlugin, Pack, Wilds
from rummy500.rules.entry import RuleEntry, counted
from rummy500.rules.memory import HandMemory, MatchMemory
from rummy500.rules.move import Asks, Duty, FollowUps, Generate, Move, Round, Use
from rummy500.rules.plugin_errors import note_plugin, type_text
from rummy500.rules.questions import Bar, Collects, FirstPlayer, LinesAfter, all_above
from rummy500.rules.rules import Rules
from rummy500.state import DRAW_PHASE, OVER_PHASE, State, View

A = TypeVar("A", bound=attrs.AttrsInstance)
E = TypeVar("E", bound=Exception)
F = TypeVar("F", bound=Callable[..., Any])


class Takes(NamedTuple):
    """A function in a field of an answer: its arguments, and the types that it may return if `guarded` checks it."""

    arguments: tuple[str, ...]
    returns: tuple[type, ...] = ()


VIEW: Final = ("rules", "view")
CASE: Final = ("rules", "view", "action")
#: The arguments of an effect.
STATE: Final = ("rules", "state", "action")
_REFUSED: Final = (Refusal, type(None))

#: The functions of each kind of answer, by the names of their fields.
_FUNCTIONS: Final[Mapping[type, Mapping[str, Takes]]] = MappingProxyType(
    {
        Bar: {"cards": Takes(VIEW, (int,)), "why": Takes(("card",), (Refusal,))},
        Duty: {"why": Takes(VIEW, _REFUSED)},
        Pack: {"side_cards": Takes(VIEW, (int,))},
        Wilds: {"now": Takes(VIEW)},
        LinesAfter: {"find": Takes(("rules", "sight", "so_far"))},
        RuleEntry: {"statement": Takes(("rules",))},
        Move: {
            "generate": Takes(("facts", "*plain")),
            "check": Takes(CASE, _REFUSED),
            "effect": Takes(STATE, (State,)),
            "wrong_phase": Takes(CASE, (Refusal,)),
            "follow_ups": Takes(VIEW),
            "possible": Takes(VIEW, (bool,)),
            "outcome": Takes((*STATE, "random_source"), (Action,)),
            "redact": Takes(("rules", "action", "seat"), (Action,)),
            "shows": Takes((*STATE, "seat"), (int,)),
            "reveals": Takes(STATE, (bool,)),
            "worth": Takes(CASE, (int, float)),
        },
        Judged: {"candidates": Takes(("facts", "*plain")), "judge": Takes(CASE, (View, Refusal))},
        Use: {
            "find": Takes((*VIEW, "card")),
            "play": Takes((*VIEW, "pieces", "on"), (View, Refusal)),
            "wants": Takes(VIEW, (int,)),
        },
        Round: {
            "begin": Takes(("rules", "state"), (State,)),
            "shows": Takes(("rules", "state", "seat")),
            "settle": Takes(("rules", "state", "answers"), (State,)),
            "asks": Takes(("rules", "state")),
            "worth": Takes(CASE),
            "when": Takes(("rules", "state"), (bool,)),
        },
        HandMemory: {
            "start": Takes(("rules", "match")),
            "after": Takes(("rules", "before", "action", "after")),
            "seen": Takes(("rules", "record", "seat")),
            "cards": Takes(("record",)),
            "open_cards": Takes(("public", "record")),
            "write": Takes(("public", "record")),
            "read": Takes(("public", "data")),
            "notes": Takes(("rules", "public", "record")),
        },
        MatchMemory: {
            "start": Takes(("scores",)),
            "after": Takes(("rules", "record", "tally")),
            "seen": Takes(("rules", "record", "seat")),
            "notes": Takes(("rules", "record")),
        },
    }
)


def _functions_of(answer: attrs.AttrsInstance) -> Iterator[tuple[str, Any, Takes]]:
    """The functions of an answer by their fields, without those that it may leave out and does."""
    for field, takes in next(found for kind, found in _FUNCTIONS.items() if isinstance(answer, kind)).items():
        function = getattr(answer, field)
        if function is not None or attrs.fields_dict(type(answer))[field].default is not None:
            yield field, function, takes


def check_function(
    plugin: LoadedPlugin,
    hook: str,
    answer: object,
    arguments: tuple[str, ...],
    *,
    prefix: str = "must return",
) -> None:
    """Check that an answer of a plugin is a function that takes certain arguments."""
    shown = ", ".join(name.strip("_").replace("*", "*, ") or "_" for name in arguments)
    wanted = f"{prefix} a function of {counted(len(arguments), 'argument')} ({shown})"
    if not callable(answer):
        raise plugin.error(hook, f"{wanted}, not {answer!r}")
    by_name = {name[1:]: None for name in arguments if name[0] == "*"}
    try:
        inspect.signature(answer).bind(*arguments[: len(arguments) - len(by_name)], **by_name)
    except (TypeError, ValueError):
        raise plugin.error(hook, wanted) from None


def check_functions(plugin: LoadedPlugin, hook: str, owner: str, answer: attrs.AttrsInstance, *fields: str) -> None:
    """Check the functions in the fields of an answer."""
    for field, function, takes in _functions_of(answer):
        if not fields or field in fields:
            check_function(plugin, hook, function, takes.arguments, prefix=f"has {owner} whose {field} must be")


def guarded(plugin: LoadedPlugin, hook: str, owner: str, answer: A) -> A:
    """The answer with functions that check in play what those of the plugin return; arguments as `check_functions`."""
    checked: dict[str, Any] = {}
    for field, function, (arguments, kinds) in _functions_of(answer):
        if kinds:
            must = f"has {owner} whose {field} must return"
            checked[field] = checked_answer(plugin, hook, function, must, *kinds, arguments=len(arguments))
    return cast("A", attrs.evolve(cast("Any", answer), **checked))


def is_core(function: object) -> bool:
    """Whether a function is one of the core, which others recognize, so that it is not wrapped."""
    return str(getattr(function, "__module__", "")).startswith("rummy500.")


def checked_answer(
    plugin: LoadedPlugin, hook: str, function: F, must: str, *kinds: type, wanted: str = "", arguments: int = 0
) -> F:
    """Make a function that checks that what another returns is of one of some types; one of the core stays as it is."""
    if is_core(function):
        return function

    is_number = float in kinds
    wanted = wanted or ("a finite number" if is_number else "")
    is_state = kinds == (State,)

    def wrong(found: object) -> Exception:
        if is_state and type(found) is State:
            what = f"{must} a State whose drawn cards are in the hand of the seat on turn, or played or discarded by it"
            return noted(plugin, hook, function, ValueError, f"{what}: change `drawn`, which that seat sees, too")
        names = " or ".join("None" if kind is type(None) else kind.__name__ for kind in kinds)
        shown = wanted or f"{'an' if names[0] in 'aeiou' else 'a'} {names}"
        return wrong_answer(plugin, hook, function, f"{must} {shown}", found)

    @wraps(function)
    def checked(*case: Any) -> Any:
        found = function(*case)
        if type(found) not in kinds or (is_number and not abs(found) <= sys.float_info.max):  # also nan
            raise wrong(found)
        return found

    @wraps(function)
    def checked_of_two(rules: Rules, sight: Any) -> Any:
        found = function(rules, sight)
        if type(found) not in kinds or (is_state and found.drawn and drawn_elsewhere(found, sight)):
            raise wrong(found)
        return found

    @wraps(function)
    def checked_of_three(rules: Rules, sight: Any, case: Any) -> Any:
        found = function(rules, sight, case)
        if type(found) not in kinds or (is_state and found.drawn and drawn_elsewhere(found, sight)):
            raise wrong(found)
        return found

    return cast("F", {2: checked_of_two, 3: checked_of_three}.get(0 if is_number else arguments, checked))


#: The most actions that a plugin's move may list for a view, so that one that lists without end is found.
MOST_LISTED: Final = 100_000


def _each(found: Any, fits: Callable[[Any], bool], wrong: Callable[[object], TypeError]) -> Iterator[Any]:
    """Each item of what a function of a plugin lists, if it lists anything and they fit."""
    if not hasattr(found, "__iter__"):
        raise wrong(found)
    for item in found:
        if not fits(item):
            raise wrong(item)
        yield item


def checked_actions(plugin: LoadedPlugin, move: str, generate: Generate, field: str = "generate") -> Generate:
    """Make a generator of a move that checks that another lists actions, and at most `MOST_LISTED`."""
    wrong = partial(wrong_answer, plugin, "moves", generate, f"has a move {move} whose {field} must list actions")

    @wraps(generate)
    def checked(facts: Any, *, plain: bool) -> Iterable[Action]:
        found = generate(facts, plain=plain)
        if isinstance(found, (tuple, list)) and (not found or type(found[0]) is Action):
            return found
        return bounded(_each(found, lambda action: type(action) is Action, wrong))

    def bounded(found: Iterator[Action]) -> Iterator[Action]:
        yield from islice(found, MOST_LISTED)
        if next(found, None) is not None:
            what = f"has a move {move} that lists more than {MOST_LISTED:,} actions"
            raise noted(plugin, "moves", generate, RuntimeError, what)

    return checked


def checked_follow_ups(plugin: LoadedPlugin, move: str, follow_ups: FollowUps) -> FollowUps:
    """Make a `Move.follow_ups` that checks that another lists views, and refuses the look-ahead while it runs."""
    asks = f"plugin {plugin.info.name}: hook moves has a move {move} whose follow_ups ask whether the turn can end"
    advice = f"{asks}: list the view after each action, the engine asks that of each"
    wrong = partial(wrong_answer, plugin, "moves", follow_ups, f"has a move {move} whose follow_ups must list views")

    @wraps(follow_ups)
    def checked(rules: Rules, view: View) -> Iterator[View]:
        own = copy_context()
        own.run(NO_LOOK_AHEAD.set, advice)
        found = _each(own.run(follow_ups, rules, view), lambda after: type(after) is View, wrong)
        while (after := own.run(next, found, None)) is not None:
            yield after

    return checked


def checked_move(plugin: LoadedPlugin, move: Move) -> Move:
    """A move of a plugin whose functions are checked during play, except those of the core."""
    name = repr(f"{move.verb} {move.suffix}".strip())
    judged = getattr(move.generate, "__self__", None)
    if isinstance(judged, Judged):
        check_functions(plugin, "moves", f"a move {name}", judged)
        inner = guarded(plugin, "moves", f"a move {name}", judged)
        inner = attrs.evolve(inner, candidates=checked_actions(plugin, name, judged.candidates, "candidates"))
        own = ("generate", "check", "effect", "follow_ups")
        same = {field: getattr(inner, field) for field in own if getattr(move, field) == getattr(judged, field)}
        move = attrs.evolve(move, **same)
    elif not is_core(move.generate):
        move = attrs.evolve(move, generate=checked_actions(plugin, name, move.generate))
    if move.follow_ups is not None:
        move = attrs.evolve(move, follow_ups=checked_follow_ups(plugin, name, move.follow_ups))
    if is_core(move.effect) and (isinstance(judged, Judged) or move.whose != "turn"):
        # The core makes the state, but of what a plugin judged, or for a seat that the core has no such move for.
        effect = partial(move.effect)
        move = attrs.evolve(move, effect=update_wrapper(effect, judged.judge) if isinstance(judged, Judged) else effect)
    return guarded(plugin, "moves", f"a move {name}", move)


def checked_use(plugin: LoadedPlugin, use: Use) -> Use:
    """A use of a taken card whose functions are checked during play."""
    owner = f"a use {use.word!r}"
    must = f"has {owner} whose find must list pieces and the place of a meld"
    wrong = partial(wrong_answer, plugin, "uses", use.find, must)

    def fits(each: object) -> bool:
        return isinstance(each, tuple) and len(cast("tuple[object, ...]", each)) == len(("pieces", "on"))

    @wraps(use.find)
    def find(rules: Rules, view: View, card: int) -> Iterable[tuple[Pieces, int]]:
        found = use.find(rules, view, card)
        return _each(found, fits, wrong)

    return attrs.evolve(guarded(plugin, "uses", owner, use), find=find)


def checked_step(plugin: LoadedPlugin, step: Round) -> Round:
    """A round whose functions are checked: each returns a state, or the seats that are asked, and decides no more."""
    checked = guarded(plugin, "dealt", "a Round", step)
    wrong = _chooses_who_begins if step.asks is None else _begins_no_turn
    begin = checked.begin and _checked_effect(plugin, "begin", checked.begin, wrong)
    settle = checked.settle and _checked_effect(plugin, "settle", checked.settle, wrong)
    asks = step.asks and _checked_seats(plugin, step.asks)
    return attrs.evolve(checked, begin=begin, settle=settle, asks=asks)


def _checked_effect(plugin: LoadedPlugin, field: str, effect: F, wrong: Callable[[Rules, State, State], str]) -> F:
    """Make an effect of a round that refuses what another decides beyond its round, as `wrong` says."""

    @wraps(effect)
    def checked(rules: Rules, state: State, *answers: object) -> State:
        after: State = effect(rules, state, *answers)
        if what := wrong(rules, state, after):
            raise noted(plugin, "dealt", effect, ValueError, f"has a Round whose {field} {what}")
        return after

    return cast("F", checked)


def _chooses_who_begins(_: Rules, before: State, after: State) -> str:
    if after.public.to_act == before.public.to_act or after.public.phase == OVER_PHASE:
        return ""
    return "sets whose turn it is: the hook first_player chooses who begins"


def _begins_no_turn(rules: Rules, _: State, after: State) -> str:
    if after.public.phase not in (DRAW_PHASE, OVER_PHASE):
        return f"sets the phase {after.public.phase!r}: a turn must begin, or the hand end"
    seat = after.public.to_act
    return "" if _is_seat(rules, seat) else f"sets to_act to {seat!r}: it must be a seat, 0 to {rules.seats - 1}"


def _checked_seats(plugin: LoadedPlugin, asks: Asks) -> Asks:
    """Make an `asks` that checks that another returns seats; it may return any iterable."""

    @wraps(asks)
    def checked(rules: Rules, state: State) -> Iterable[int]:
        found = asks(rules, state)
        if not hasattr(found, "__iter__"):
            raise wrong_answer(plugin, "dealt", asks, "has a Round whose asks must return seats", found)
        seats = list(found)
        for seat in seats:
            if not _is_seat(rules, seat):
                what = f"has a Round whose asks must return seats, 0 to {rules.seats - 1}, not {seat!r}"
                raise noted(plugin, "dealt", asks, ValueError, what)
        return seats

    return checked


def _is_seat(rules: Rules, seat: object) -> bool:
    return type(seat) is int and 0 <= seat < rules.seats


def comes_last(find: object) -> bool:
    """Whether an answer to `score_lines` asks to come last."""
    return isinstance(find, LinesAfter) and find.last


def outside_its_score(plugin: LoadedPlugin, hook: str, function: F) -> F:
    """Make a function that calls another, and refuses it to ask for the score that it is part of."""
    runs = ContextVar("runs", default=False)

    @wraps(function)
    def asked_once(*case: object) -> Any:
        if runs.get():
            what = "asks for the score that it is part of: a LinesAfter gets the lines so far"
            raise noted(plugin, hook, function, RuntimeError, what)
        token = runs.set(True)
        try:
            return function(*case)
        finally:
            runs.reset(token)

    return cast("F", asked_once)


def checked_lines(plugin: LoadedPlugin, hook: str, find: Any, kinds: tuple[type, ...]) -> Any:
    """Make of a function, or a `LinesAfter` of one, one that checks its lines and refuses it to ask for their score."""
    if isinstance(find, LinesAfter):
        return attrs.evolve(find, find=checked_lines(plugin, hook, find.find, kinds))
    wanted = " or ".join(kind.__name__ for kind in kinds)
    must = "must return a function"
    wrong_line = partial(wrong_answer, plugin, hook, find, f"{must} whose lines are each a {wanted}")

    @wraps(find)
    def listed(*case: object) -> list[Any]:
        found = find(*case)
        if not isinstance(found, Iterable):
            raise wrong_answer(plugin, hook, find, f"{must} that returns a list of {wanted}", found)
        return list(_each(found, lambda line: isinstance(line, kinds), wrong_line))

    return outside_its_score(plugin, hook, listed)


def checked_pile(plugin: LoadedPlugin, rule: Collects) -> Collects:
    """Make a `collects` that checks the answers of another during play: depths of the pile, each once."""

    def collects(rules: Rules, view: View, depth: int) -> tuple[int, ...]:
        depths = rule(rules, view, depth)
        if type(depths) is not tuple:
            if not hasattr(depths, "__len__"):  # an iterator may have no end
                must = "must return a function that returns depths of the pile"
                raise wrong_answer(plugin, "collects", rule, must, depths)
            depths = tuple(depths)
        if depths in ((), (depth,)) or depths == all_above(rules, view, depth):
            return depths
        most = len(view.public.pile)
        if depth not in depths or len(set(depths)) < len(depths) or min(depths) < 1:
            what = f"must give depths from 1, each once, {depth} among them, not {depths!r}"
        elif depth <= most < max(depths):
            what = f"must give depths of a pile of {most} cards, not {depths!r}"
        else:
            return depths
        raise noted(plugin, "collects", rule, ValueError, what)

    return collects


def checked_seat(plugin: LoadedPlugin, hook: str, rule: FirstPlayer) -> FirstPlayer:
    """Make a function that checks that another returns a seat."""

    @wraps(rule)
    def checked(rules: Rules, state: State) -> int:
        seat = rule(rules, state)
        if not _is_seat(rules, seat):
            must = f"must return a function that returns a seat, 0 to {rules.seats - 1}"
            raise wrong_answer(plugin, hook, rule, must, seat)
        return seat

    return checked


def wrong_answer(
    plugin: LoadedPlugin, hook: str, function: Callable[..., object], must: str, returned: object
) -> TypeError:
    """Make the error of a wrong answer, with the type of the answer alone: the answer itself may have hidden cards."""
    return noted(plugin, hook, function, TypeError, f"{must}, not {type_text(returned)}")


def noted(plugin: LoadedPlugin, hook: str, function: Callable[..., object], kind: type[E], what: str) -> E:
    """Make an error in play that names a plugin, its hook and the place of the function."""
    name = plugin.info.name
    return note_plugin(kind(f"plugin {name}: hook {hook} {what}"), name, hook, function)
