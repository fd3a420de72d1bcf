"""Checks of what plugins remember and of what their functions return during play."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from functools import wraps
from types import MappingProxyType
from typing import Any, Final, TypeVar, cast, get_args, get_type_hints

import attrs

from rummy500.actions import Action
from rummy500.cards.cards import Bag
from rummy500.cards.pieces import Pieces
from rummy500.engine.stranding import NO_LOOK_AHEAD
from rummy500.errors import ComposeError, Refusal
from rummy500.hooks.answers import HookAnswers, check_functions
from rummy500.hooks.plugin import APART, LoadedPlugin
from rummy500.inputs import quoted
from rummy500.rules.memory import POSITION_KEYS, HandMemory, MatchMemory
from rummy500.rules.move import Asks, FollowUps, Generate, Round, Settle, Use
from rummy500.rules.plugin_errors import note_plugin, type_text
from rummy500.rules.questions import Collects, LinesAfter, all_above
from rummy500.rules.rules import Rules
from rummy500.state import DRAW_PHASE, OVER_PHASE, State, View

E = TypeVar("E", bound=Exception)
F = TypeVar("F", bound=Callable[..., Any])

#: The types that the fields of a record may have: those that have a text form.
_PLAIN: Final[tuple[Any, ...]] = (int, bool, str, Bag, tuple[int, ...], tuple[str, ...], tuple[Bag, ...])
_KEY: Final = r"[A-Za-z0-9_-]+"


def declared_memory(
    answers: HookAnswers,
) -> tuple[list[tuple[LoadedPlugin, HandMemory]], list[tuple[LoadedPlugin, MatchMemory]]]:
    """Find the memory that plugins declare: that of the hand and that of the match, each with its plugin.

    Raises:
        ComposeError: for an answer that is not a memory, and for two of one kind.
    """
    hand: list[tuple[LoadedPlugin, HandMemory]] = []
    match: list[tuple[LoadedPlugin, MatchMemory]] = []
    for plugin, answer in answers.each("memory"):
        declared = cast("tuple[object, ...]", answer) if isinstance(answer, tuple) else (answer,)
        for each in declared:
            if isinstance(each, HandMemory):
                hand.append((plugin, each))
            elif isinstance(each, MatchMemory):
                match.append((plugin, each))
            else:
                raise plugin.error(
                    "memory", f"must return a HandMemory, a MatchMemory or a tuple of them, not {each!r}"
                )
        if len({isinstance(each, HandMemory) for each in declared}) < len(declared):
            raise plugin.error("memory", "has two memories of one kind: put the fields of both into one record")
    return hand, match


def memory_slots(
    hand_memory: Iterable[tuple[LoadedPlugin, HandMemory]],
    match_memory: Iterable[tuple[LoadedPlugin, MatchMemory]],
    seats: int,
) -> Mapping[type, int]:
    """Check the records of all plugins, and find the slot of each type of record.

    Raises:
        ComposeError: for a record that cannot be stored or written, and for functions that take other arguments.
    """
    memories: dict[type, int] = {}
    zeros = (0,) * seats
    keys: dict[str, str] = {}
    hand: list[tuple[LoadedPlugin, object]] = []
    for plugin, memory in hand_memory:
        functions = {
            "start": (memory.start, ("rules", "match")),
            "after": (memory.after, ("rules", "before", "action", "after")),
            "seen": (memory.seen, ("rules", "record", "seat")),
            "cards": (memory.cards, ("record",)),
            "open_cards": (memory.open_cards, ("public", "record")),
            "write": (memory.write, ("public", "record")),
            "read": (memory.read, ("public", "data")),
            "notes": (memory.notes, ("rules", "public", "record")),
        }
        given = {name: case for name, case in functions.items() if case[0] is not None}
        check_functions(plugin, "memory", "a HandMemory", given)
        _check_key(plugin, memory, keys)
        hand.append((plugin, _made(plugin, memory)))
    match = [(plugin, _match_start(plugin, memory, zeros)) for plugin, memory in match_memory]
    for records in (hand, match):
        for place, (plugin, record) in enumerate(records):
            kind = cast("type[attrs.AttrsInstance]", type(record))
            if not attrs.has(kind) or kind in memories:
                name = plugin.info.name
                raise ComposeError(
                    f"plugin {name}: its memory must start with an attrs class of its own, not {record!r}"
                )
            _check_record(plugin, kind, record)
            memories[kind] = place
    return MappingProxyType(memories)


def _made(plugin: LoadedPlugin, memory: HandMemory) -> object:
    """A record of the declared type, with the values of its fields if nothing sets them."""
    kind = cast("object", memory.kind)
    if not isinstance(kind, type):
        raise plugin.error("memory", f"has a HandMemory whose kind must be a class, not {quoted(kind)}")
    try:
        return memory.kind()
    except Exception as error:
        raise plugin.error(
            "memory", f"has a HandMemory whose kind must be a class with a default for each field: {error}"
        ) from error


def _check_key(plugin: LoadedPlugin, memory: HandMemory, keys: dict[str, str]) -> None:
    """Check the key of a plugin's own text form, and that the form is complete."""
    key, whole = memory.key, memory.write is not None and memory.read is not None
    if whole != bool(key) or (memory.write is None) != (memory.read is None):
        raise plugin.error("memory", "has a HandMemory with an incomplete text form: set key, write and read, or none")
    if not key:
        return
    if not re.fullmatch(_KEY, key) or key in POSITION_KEYS:
        raise plugin.error("memory", f"has the key {key!r}: it must be a word that is not one of the core's keys")
    if key in keys:
        raise ComposeError(APART(plugin=keys[key], other=plugin.info.name, why=f"both have the key {key!r}"))
    keys[key] = plugin.info.name


def _match_start(plugin: LoadedPlugin, memory: MatchMemory, scores: tuple[int, ...]) -> Any:
    functions = {
        "start": (memory.start, ("scores",)),
        "after": (memory.after, ("rules", "record", "tally")),
        "seen": (memory.seen, ("rules", "record", "seat")),
        "notes": (memory.notes, ("rules", "record")),
    }
    given = {name: case for name, case in functions.items() if case[0] is not None}
    check_functions(plugin, "memory", "a MatchMemory", given)
    try:
        return memory.start(scores)
    except Exception as error:
        raise plugin.error("memory", f"has a start that raised {type(error).__name__}: {error}") from error


def _check_record(plugin: LoadedPlugin, kind: type[attrs.AttrsInstance], record: object) -> None:
    """Check that a record is frozen and hashable, and that its fields have a text form."""
    prefix = f"remembers a {kind.__name__}, which must be"
    try:
        hints = get_type_hints(kind)
    except Exception as error:
        raise plugin.error("memory", f"remembers a {kind.__name__} of unknown types: {error}") from error
    for field in attrs.fields(kind):
        hint = hints.get(field.name, field.type)
        if hint not in _PLAIN:
            wanted = "int, bool, str, Bag, or tuple[...] of int, str or Bag"
            shown = getattr(hint, "__name__", hint) if isinstance(hint, type) else hint
            raise plugin.error("memory", f"remembers a {kind.__name__}: its {field.name} must be {wanted}, not {shown}")
        if not field.init or field.alias != field.name:
            raise plugin.error("memory", f"remembers a {kind.__name__}: its {field.name} must be given by that name")
        if not _fits(getattr(record, field.name), hint):
            value = getattr(record, field.name)
            raise plugin.error("memory", f"remembers a {kind.__name__}: its {field.name} begins as {value!r}")
    if not _is_frozen(kind, record):
        raise plugin.error("memory", f"{prefix} frozen: @attrs.frozen")
    try:
        hash(record)
    except TypeError:
        raise plugin.error("memory", f"{prefix} hashable: @attrs.frozen") from None
    if attrs.evolve(cast("Any", record)) != record:
        raise plugin.error("memory", f"{prefix} equal to another of the same fields: @attrs.frozen")


def _is_frozen(kind: type[attrs.AttrsInstance], record: object) -> bool:
    fields = attrs.fields(kind)
    try:
        setattr(record, *((fields[0].name, getattr(record, fields[0].name)) if fields else ("nothing", None)))
    except attrs.exceptions.FrozenInstanceError:
        return True
    except Exception:  # noqa: BLE001 - a class that raises its own errors may not be frozen
        return False
    return False


def _fits(value: object, hint: Any) -> bool:
    if hint in (int, Bag):
        return isinstance(value, int) and not isinstance(value, bool)
    if hint in (bool, str):
        return isinstance(value, hint)
    of = get_args(hint)[0]
    return isinstance(value, tuple) and all(_fits(item, of) for item in cast("tuple[object, ...]", value))


# ---------------------------------------------------------------- check in play
# Checks of what functions of plugins return during play. Only these are wrapped: the core's cost nothing more.


def is_core(function: object) -> bool:
    """Whether a function is one of the core, which others recognize, so that it is not wrapped."""
    return str(getattr(function, "__module__", "")).startswith("rummy500.")


def checked_answer(plugin: LoadedPlugin, hook: str, function: F, must: str, *kinds: type, of_view: bool = False) -> F:
    """Make a function that checks that what another returns is of one of some types; one of the core stays as it is.

    Args:
        must: what the plugin must do, up to the word `return` or `returns`, for the error.
        kinds: the types.
        of_view: whether it takes the rules and a view alone; then a check costs half as much as one of any arguments.
    """
    if is_core(function):
        return function

    def wrong(found: object) -> TypeError:
        wanted = " or ".join("None" if kind is type(None) else kind.__name__ for kind in kinds)
        return _wrong(plugin, hook, function, f"{must} {'an' if wanted[0] in 'aeiou' else 'a'} {wanted}", found)

    @wraps(function)
    def checked(*case: Any) -> Any:
        found = function(*case)
        if type(found) not in kinds:
            raise wrong(found)
        return found

    @wraps(function)
    def checked_of_view(rules: Rules, view: View) -> Any:
        found = function(rules, view)
        if type(found) not in kinds:
            raise wrong(found)
        return found

    return cast("F", checked_of_view if of_view else checked)


#: The most actions that a plugin's move may list for a view, so that one that lists without end is found.
MOST_LISTED: Final = 100_000


def checked_actions(plugin: LoadedPlugin, move: str, generate: Generate, field: str = "generate") -> Generate:
    """Make a generator of a move that checks that another lists actions, and at most `MOST_LISTED`."""

    @wraps(generate)
    def checked(facts: Any, *, plain: bool) -> Iterable[Action]:
        found = generate(facts, plain=plain)
        if isinstance(found, (tuple, list)):
            if found and type(found[0]) is not Action:
                raise wrong(found[0])
            return found
        try:
            return bounded(iter(found))
        except TypeError:
            raise wrong(found) from None

    def bounded(rest: Iterator[Action]) -> Iterator[Action]:
        for number, action in enumerate(rest):
            if type(action) is not Action:
                raise wrong(action)
            if number == MOST_LISTED:
                what = f"has a move {move} that lists more than {MOST_LISTED:,} actions"
                raise noted(plugin, "moves", generate, RuntimeError, what)
            yield action

    def wrong(found: object) -> TypeError:
        return _wrong(plugin, "moves", generate, f"has a move {move} whose {field} must list actions", found)

    return checked


def checked_follow_ups(plugin: LoadedPlugin, move: str, follow_ups: FollowUps) -> FollowUps:
    """Make a `Move.follow_ups` that checks that another lists views, and refuses the look-ahead while it runs."""
    asks = f"plugin {plugin.info.name}: hook moves has a move {move} whose follow_ups ask whether the turn can end"
    advice = f"{asks}: list the view after each action, the engine asks that of each"

    @wraps(follow_ups)
    def checked(rules: Rules, view: View) -> Iterator[View]:
        found: Iterator[View] | None = None
        while True:
            runs = NO_LOOK_AHEAD.set(advice)
            try:
                if found is None:
                    listed = follow_ups(rules, view)
                    if not hasattr(listed, "__iter__"):
                        raise wrong(listed)
                    found = iter(listed)
                after = next(found, None)
            finally:
                NO_LOOK_AHEAD.reset(runs)
            if after is None:
                return
            if type(after) is not View:
                raise wrong(after)
            yield after

    def wrong(found: object) -> TypeError:
        return _wrong(plugin, "moves", follow_ups, f"has a move {move} whose follow_ups must list views", found)

    return checked


def checked_use(plugin: LoadedPlugin, use: Use) -> Use:
    """A use of a taken card whose functions are checked during play."""
    must = f"has a use {use.word!r} whose"

    @wraps(use.find)
    def find(rules: Rules, view: View, card: int) -> Iterable[tuple[Pieces, int]]:
        found = use.find(rules, view, card)
        if not hasattr(found, "__iter__"):
            raise _wrong(plugin, "uses", use.find, f"{must} find must list pieces and the place of a meld", found)
        for each in found:
            if type(each) is not tuple or len(each) != len(("pieces", "on")):
                raise _wrong(plugin, "uses", use.find, f"{must} find must list pieces and the place of a meld", each)
            yield each

    wants = use.wants and checked_answer(plugin, "uses", use.wants, f"{must} wants must return", int, of_view=True)
    play = checked_answer(plugin, "uses", use.play, f"{must} play must return", View, Refusal)
    return attrs.evolve(use, find=find, play=play, wants=wants)


def checked_step(plugin: LoadedPlugin, step: Round) -> Round:
    """A round whose functions are checked: each returns a state, or the seats that are asked, and decides no more."""
    begin = step.begin and _checked_effect(plugin, "begin", step.begin)
    if step.settle is None:
        return attrs.evolve(step, begin=begin)
    if step.asks is None:
        return attrs.evolve(step, begin=begin, settle=_checked_effect(plugin, "settle", step.settle))
    return attrs.evolve(step, settle=_checked_between(plugin, step.settle), asks=_checked_seats(plugin, step.asks))


def _checked_effect(plugin: LoadedPlugin, field: str, effect: F) -> F:
    """Make an effect of a step of the deal that checks that another returns a state, and not whose turn it is."""
    inner = checked_answer(plugin, "dealt", effect, f"has a Round whose {field} must return", State)

    @wraps(effect)
    def checked(rules: Rules, state: State, *answers: object) -> State:
        after: State = inner(rules, state, *answers)
        if after.public.to_act != state.public.to_act and after.public.phase != OVER_PHASE:
            what = f"has a Round whose {field} sets whose turn it is: the hook first_player chooses who begins"
            raise noted(plugin, "dealt", effect, ValueError, what)
        return after

    return cast("F", checked)


def _checked_between(plugin: LoadedPlugin, settle: Settle) -> Settle:
    """Make a `settle` between two turns that checks that after another a seat is to draw, or the hand is over."""
    inner = checked_answer(plugin, "dealt", settle, "has a Round whose settle must return", State)

    @wraps(settle)
    def checked(rules: Rules, state: State, answers: Mapping[int, str]) -> State:
        after = inner(rules, state, answers)
        seat: object = after.public.to_act
        if after.public.phase not in (DRAW_PHASE, OVER_PHASE):
            what = f"has a Round whose settle sets the phase {after.public.phase!r}: a turn must begin, or the hand end"
            raise noted(plugin, "dealt", settle, ValueError, what)
        if not _is_seat(rules, seat):
            what = f"has a Round whose settle sets to_act to {seat!r}: it must be a seat, 0 to {rules.seats - 1}"
            raise noted(plugin, "dealt", settle, ValueError, what)
        return after

    return checked


def _checked_seats(plugin: LoadedPlugin, asks: Asks) -> Asks:
    """Make an `asks` that checks that another returns seats; it may return any iterable."""

    @wraps(asks)
    def checked(rules: Rules, state: State) -> Iterable[int]:
        found = asks(rules, state)
        if not hasattr(found, "__iter__"):
            raise _wrong(plugin, "dealt", asks, "has a Round whose asks must return seats", found)
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
    """Make a function that checks that another returns lines of a score, and does not ask for the score itself.

    Args:
        find: the function, or a `LinesAfter` of one; it may return any iterable.
    """
    if isinstance(find, LinesAfter):
        return attrs.evolve(find, find=checked_lines(plugin, hook, find.find, kinds))
    wanted = " or ".join(kind.__name__ for kind in kinds)

    def listed(*case: object) -> list[Any]:
        found = find(*case)
        if not isinstance(found, Iterable):
            raise _wrong(plugin, hook, find, f"must return a function that returns a list of {wanted}", found)
        return list(cast("Iterable[object]", found))

    outside = outside_its_score(plugin, hook, wraps(find)(listed))

    @wraps(find)
    def checked(*case: object) -> list[Any]:
        lines = outside(*case)
        for line in lines:
            if not isinstance(line, kinds):
                raise _wrong(plugin, hook, find, f"must return a function whose lines are each a {wanted}", line)
        return lines

    return checked


def checked_pile(plugin: LoadedPlugin, rule: Collects) -> Collects:
    """Make a `collects` that checks the answers of another during play: depths of the pile, each once.

    Args:
        plugin: the last plugin that answers the hook.
    """

    def collects(rules: Rules, view: View, depth: int) -> tuple[int, ...]:
        depths = rule(rules, view, depth)
        if not hasattr(depths, "__iter__"):
            raise _wrong(plugin, "collects", rule, "must return a function that returns depths of the pile", depths)
        depths = tuple(depths)
        if depths in ((), (depth,)) or depths == all_above(rules, view, depth):
            return depths
        if depth not in depths or len(set(depths)) < len(depths) or min(depths) < 1:
            what = f"must give depths from 1, each once, {depth} among them, not {depths!r}"
            raise noted(plugin, "collects", rule, ValueError, what)
        most = len(view.public.pile)
        if depth <= most < max(depths):
            what = f"must give depths of a pile of {most} cards, not {depths!r}"
            raise noted(plugin, "collects", rule, ValueError, what)
        return depths

    return collects


def _wrong(plugin: LoadedPlugin, hook: str, function: Callable[..., object], must: str, returned: object) -> TypeError:
    """Make the error of a wrong answer, with the type of the answer alone: the answer itself may have hidden cards."""
    return noted(plugin, hook, function, TypeError, f"{must}, not {type_text(returned)}")


def noted(plugin: LoadedPlugin, hook: str, function: Callable[..., object], kind: type[E], what: str) -> E:
    """Make an error in play that names a plugin, its hook and the place of the function."""
    error = kind(f"plugin {plugin.info.name}: hook {hook} {what}")
    note_plugin(error, plugin.info.name, hook, function)
    return error
