"""Checks of plugins' answers: their fields when rules are composed, and what their functions return in play.

One table says what each field must be, what each function takes and returns, and one function checks it. Only functions
of plugins are wrapped in play: the core's cost nothing more. Every error names plugin and hook.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from functools import partial, update_wrapper, wraps
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar, cast

import attrs

from rummy500.base.errors import Refusal
from rummy500.base.inputs import quoted
from rummy500.cards.cards import SPARE
from rummy500.engine.judged_move import Judged, checked_listing, listing
from rummy500.engine.moves import CORE_MOVES
from rummy500.engine.moves.draw import no_decision
from rummy500.engine.turns import MOST_ACTED, drawn_elsewhere
from rummy500.hooks.plugin import LoadedPlugin, Pack, Wilds
from rummy500.rules.actions import LAY, MELD, USE_GROUP, USE_LAY, USE_RUN, Action
from rummy500.rules.blame import blame_function, type_text
from rummy500.rules.entry import RuleEntry, counted
from rummy500.rules.memory import POSITION_KEYS, HandMemory, MatchMemory, Note, Pocket, RoundAnswers, recall
from rummy500.rules.move import (
    Bar,
    Deal,
    Duty,
    LinesAfter,
    Move,
    MoveInPlay,
    Round,
    Secret,
    Takes,
    Use,
    allow,
    blanks_of,
    first_of,
    of_core,
)
from rummy500.rules.options import Preset
from rummy500.rules.rules import Rules
from rummy500.rules.scores import ScoreLine, Unsettled
from rummy500.rules.state import DRAW_PHASE, OVER_PHASE, PLAY_PHASE, State, View

A = TypeVar("A", bound=attrs.AttrsInstance)
E = TypeVar("E", bound=Exception)
F = TypeVar("F", bound=Callable[..., Any])


#: Finds what is wrong with an answer of the right type, in words that follow what it must be; empty if nothing is. Its
#: arguments are those of the function and what it returned, or an item of what it listed.
Guard = Callable[..., str]


class Must(NamedTuple):
    """A check of a field: whether a value fits, and the words of an error that say what it must be."""

    fits: Callable[[Any], bool]
    words: str


class FunctionOf(NamedTuple):
    """A function in a field of an answer: its arguments, and how `guarded` checks what it returns."""

    arguments: tuple[str, ...]
    #: The types that it may return, or that each item which it lists may have; without any it is not checked.
    returns: tuple[type, ...] = ()
    #: What it must do in words, if it lists items.
    lists: str = ""
    #: Its first argument is the answer of the plugin that has the function.
    guard: Guard | None = None


WORDS: Final = "letters, digits and hyphens"
_WORD: Final = r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*"
#: The uses of the core that play pieces; the text of a move of a plugin's own verb has one of these.
PLAYED: Final = (USE_RUN, USE_GROUP, USE_LAY)
CORE: Final = {move.verb: move for move in CORE_MOVES}


def _matching(pattern: str) -> Callable[[object], bool]:
    found = re.compile(pattern).fullmatch
    return lambda value: isinstance(value, str) and found(value) is not None


is_word: Final = _matching(_WORD)
_is_word_or_empty: Final = _matching(f"({_WORD})?")
#: Whether an action can begin with a word.
is_verb: Final = _matching(f"(?!deck)(?=[A-Za-z]){_WORD}")
_KEY: Final = "[A-Za-z0-9_-]+"
#: Whether a word can be a phase of the hand.
_is_key: Final = _matching(_KEY)


def _without(words: Iterable[str]) -> str:
    """The beginning of a pattern that these words do not match."""
    return f"(?!({'|'.join(words)})$)"


_OWN_KEY: Final = _without(POSITION_KEYS) + _KEY


def are_words(words: object, fits: Callable[[Any], bool] = is_word) -> bool:
    """Whether a value is a tuple of words, or of what else fits."""
    return isinstance(words, tuple) and all(map(fits, cast("tuple[object, ...]", words)))


def _is(kind: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, kind)


def _are_phases(value: object) -> bool:
    return value != () and are_words(value, _is_key)


def _exist(faces: tuple[int, ...]) -> bool:
    return all(0 <= face <= SPARE for face in faces)


def _one_of(*words: str, more: str = "") -> Must:
    known = (*words, "") if more else words
    return Must(known.__contains__, f"{', '.join(words[:-1])} or {words[-1]}{more}")


_TEXT: Final = Must(_matching(r"(?s).*\S.*"), "a text that is not empty")
_TEXTS: Final = Must(partial(are_words, fits=_is(str)), "a tuple of words")


def _leaves_drawn(_: Rules, before: State, *rest: Any) -> str:
    after: State | None = rest[-1]
    if after is None or not after.drawn or not drawn_elsewhere(after, before):
        return ""
    what = " whose drawn cards are in the hand of the seat on turn, or played or discarded by it"
    return f"{what}: change `drawn`, which that seat sees, too"


def _decides_more(step: Round, rules: Rules, before: State, *rest: Any) -> str:
    """Say what is wrong with the state that a round leaves: it may not choose who acts; empty if nothing is wrong."""
    after: State = rest[-1]
    phase, seat, wrong = after.public.phase, after.public.to_act, ""
    if step.between and phase not in (DRAW_PHASE, OVER_PHASE):
        wrong = f" in which a turn begins or the hand ends, not one in the phase {phase!r}"
    elif step.between:
        wrong = is_no_seat(rules, before, seat) and f" whose to_act is a seat{is_no_seat(rules, before, seat)}"
    elif phase not in (before.public.phase, OVER_PHASE):
        wrong = f", and not set the phase {phase!r}: a Round with this phase begins it"
    elif phase != OVER_PHASE and seat != before.public.to_act:
        wrong = ", and not set whose turn it is: Deal.first_player chooses who begins"
    elif phase != OVER_PHASE and after.public.turn.pending != before.public.turn.pending:
        wrong = ", and not set who is pending: Round.asks returns who acts"
    return _leaves_drawn(rules, before, after) or wrong


def _is_asked_for_ever(step: Round, rules: Rules, state: State, seat: int) -> str:
    if step.again and recall(rules, state, RoundAnswers).acted >= MOST_ACTED:
        return f", and none at the end of the round: seats have acted {MOST_ACTED:,} times in it"
    return is_no_seat(rules, state, seat)


def _is_no_first(_: object, rules: Rules, *rest: Any) -> str:
    return "" if rest[-1] is None else is_no_seat(rules, *rest)


def is_no_seat(rules: Rules, *rest: Any) -> str:
    """Say which seats there are, if a plugin has returned none of them; else empty."""
    seat = rest[-1]
    return "" if type(seat) is int and 0 <= seat < rules.seats else f", 0 to {rules.seats - 1}, not {seat!r}"


def has_no_lines(*case: Any) -> str:
    """Say what the lines of a verdict must be, if they are something else; else empty."""
    lines: object = case[-1].lines
    right = isinstance(lines, tuple) and all(type(line) is ScoreLine for line in cast("tuple[object, ...]", lines))
    return "" if right else " whose lines are a tuple of ScoreLine"


def _is_no_play(*case: Any) -> str:
    return "" if len(case[-1]) == len(("pieces", "on")) else f", not {len(case[-1])} values"


def _are_no_depths(_: Takes, rules: Rules, view: View, depth: int, depths: tuple[int, ...]) -> str:
    if depths in ((), (depth,)):
        return ""
    most = max(depth, len(view.public.pile))
    if depth in depths and len(set(depths)) == len(depths) and min(depths) >= 1 and max(depths) <= most:
        return ""
    return f" of depths from 1 to {most}, each once, {depth} among them, not {depths!r}"


def _is_of_no_seat(_: HandMemory | MatchMemory, rules: Rules, *rest: Any) -> str:
    seat = rest[-1].seat
    return "" if -1 <= seat < rules.seats else f" of seats 0 to {rules.seats - 1} or -1, not {seat!r}"


def named(kinds: tuple[type, ...]) -> str:
    """Types in words, as an error names them."""
    names = " or ".join("None" if kind is type(None) else kind.__name__ for kind in kinds)
    return "a finite number" if float in kinds else f"{'an' if names[0] in 'aeiouAEIOU' else 'a'} {names}"


VIEW: Final = ("rules", "view")
CASE: Final = ("rules", "view", "action")
#: The arguments of an effect.
STATE: Final = ("rules", "state", "action")
REFUSED: Final = (Refusal, type(None))
_LINES: Final = (ScoreLine, Unsettled)
#: Stands in the table for the class of a plugin's record.
_RECORD: Final = (attrs.AttrsInstance,)
_SEEN: Final = FunctionOf(("rules", "record", "seat"), _RECORD)
_SAMPLE: Final = FunctionOf(("rules", "world", "seat", "cards", "random_source"), _RECORD)

#: What is checked of answers, by their class, the hook that takes them, and their name in errors (of a part: none).
_ANSWERS: Final[Mapping[tuple[type, str, str], Mapping[str, Must | FunctionOf]]] = MappingProxyType(
    {
        (Bar, "may", "a Bar"): {"cards": FunctionOf(VIEW, (int,)), "why": FunctionOf(("card",), (Refusal,))},
        (Duty, "may", "a Duty"): {
            "ends": _one_of("turn", "hand"),
            "why": FunctionOf(VIEW, REFUSED),
        },
        (Pack, "pack", "a Pack"): {"side_cards": FunctionOf(VIEW, (int,))},
        (Wilds, "wilds", "a Wilds"): {
            "faces": Must(_exist, "faces that exist"),
            "now": FunctionOf(VIEW),
            "natural_two": Must(_is(Refusal), "a Refusal"),
        },
        (LinesAfter, "score_lines", "a LinesAfter"): {
            "find": FunctionOf(("rules", "sight", "so_far"), _LINES, f"list lines, each {named(_LINES)}")
        },
        (Preset, "plugin_info", "a preset {0.name!r}"): {
            "name": Must(is_word, f"a word of {WORDS}"),
            "title": _TEXT,
            "options": Must(_is(Mapping), "a mapping"),
            "plugins": Must(are_words, "a tuple of names"),
        },
        (RuleEntry, "entries", "a rule {0.id!r}"): {
            **dict.fromkeys(("id", "section", "about"), _TEXT),
            "question": Must(_is(str), "a text"),
            **dict.fromkeys(("sources", "options", "replaces"), _TEXTS),
            "statement": FunctionOf(("rules",)),
        },
        (Move, "moves", "a move {0.words!r}"): {
            "verb": Must(is_verb, f"a word of {WORDS} that begins with a letter but not with deck"),
            "suffix": Must(_is_word_or_empty, f"a word of {WORDS}"),
            "phases": Must(_are_phases, "a tuple of words"),
            "whose": _one_of("turn", "pending", "others", "deck"),
            "fields": Must(_is(tuple), "a tuple"),
            "ends": _one_of("turn", "hand", more=", or empty for neither"),
            "candidates": FunctionOf(VIEW, (Action,), "list actions"),
            "check": FunctionOf(CASE, REFUSED),
            "effect": FunctionOf(STATE, (State,)),
            "outcome": FunctionOf((*STATE, "random_source"), (Action,)),
            "secret": Must(_is(Secret), "a Secret"),
            "worth": FunctionOf(CASE, (int, float)),
        },
        (Secret, "moves", ""): {
            "redact": FunctionOf(("rules", "action", "seat"), (Action,)),
            "shows": FunctionOf((*STATE, "seat"), (int,)),
        },
        (Judged, "moves", ""): {
            "judge": FunctionOf(CASE, (View, Refusal)),
            "follows": FunctionOf(STATE, (State,)),
            "possible": FunctionOf(VIEW, (bool,)),
        },
        (Use, "uses", "a use {0.word!r}"): {
            "word": Must(_matching(_without(PLAYED) + _WORD), f"a word of {WORDS} that the core does not have"),
            "find": FunctionOf((*VIEW, "card"), (tuple,), "list pieces and the place of a meld", _is_no_play),
            "play": FunctionOf((*VIEW, "pieces", "on"), (View, Refusal)),
            "wants": FunctionOf(VIEW, (int,)),
        },
        (Deal, "dealing", "a Deal"): {
            "steps": Must(partial(are_words, fits=_is(Round)), "a tuple of Round"),
            "sizes": FunctionOf(("rules", "match", "sizes")),
            "first_player": FunctionOf(("rules", "state"), (int, type(None)), guard=_is_no_first),
        },
        (Takes, "takes", "Takes"): {
            "collects": FunctionOf(("rules", "view", "depth"), (tuple,), guard=_are_no_depths),
            "must_use": FunctionOf(("rules", "view", "depth"), (bool,)),
        },
        (Round, "dealing", "a Round {0.phase!r}"): {
            "by": _one_of("all", "dealer", "left"),
            "begin": FunctionOf(("rules", "state"), (State,), guard=_decides_more),
            "shows": FunctionOf(("rules", "state", "seat")),
            "settle": FunctionOf(("rules", "state", "answers"), (State,), guard=_decides_more),
            "asks": FunctionOf(("rules", "state"), (int,), "return seats", _is_asked_for_ever),
            "worth": FunctionOf(CASE),
            "when": FunctionOf(("rules", "state"), (bool,)),
        },
        (HandMemory, "memory", "a HandMemory"): {
            "kind": Must(_is(type), "a class"),
            "key": Must(_matching(f"({_OWN_KEY})?"), "a word that is not one of the core's keys"),
            "start": FunctionOf(("rules", "match"), _RECORD),
            "after": FunctionOf(("rules", "before", "action", "after"), _RECORD),
            "seen": _SEEN,
            "sample": _SAMPLE,
            "cards": FunctionOf(("record",)),
            "open_cards": FunctionOf(("public", "record")),
            "write": FunctionOf(("public", "record")),
            "read": FunctionOf(("public", "data")),
            "notes": FunctionOf(("rules", "public", "record"), (Note,), "list notes", _is_of_no_seat),
        },
        (Pocket, "memory", "a Pocket {0.name!r}"): {
            "name": Must(_matching(_OWN_KEY), "a word that is not one of the core's keys"),
            "of": _one_of("seats", "table"),
            "seen": _one_of("all", "owner", "nobody"),
        },
        (MatchMemory, "memory", "a MatchMemory"): {
            "start": FunctionOf(("scores",), _RECORD),
            "after": FunctionOf(("rules", "record", "tally"), _RECORD),
            "seen": _SEEN,
            "sample": _SAMPLE,
            "notes": FunctionOf(("rules", "record"), (Note,), "list notes", _is_of_no_seat),
        },
    }
)


def _row(answer: object) -> tuple[str, str, Mapping[str, Must | FunctionOf]]:
    """The hook of an answer, its name in errors, and what is checked of it."""
    return next((hook, name, row) for (kind, hook, name), row in _ANSWERS.items() if isinstance(answer, kind))


def _named(owner: object) -> tuple[str, str]:
    """The hook of an answer, and the beginning of an error about one of its fields."""
    hook, name, _ = _row(owner)
    return hook, f"has {name.format(owner)} whose".replace("Round '' ", "Round ")  # it may have no phase


def _fields_of(answer: attrs.AttrsInstance) -> Iterator[tuple[str, Any, Must | FunctionOf]]:
    """The fields of an answer that are checked, without the functions that it may leave out and does."""
    for field, wanted in _row(answer)[2].items():
        value = getattr(answer, field)
        if value is not None or attrs.fields_dict(type(answer))[field].default is not None:
            yield field, value, wanted


def check_function(
    plugin: LoadedPlugin,
    hook: str,
    answer: object,
    arguments: tuple[str, ...],
    *,
    prefix: str = "must return",
) -> None:
    """Check that an answer of a plugin is a function of certain arguments; one after a star is given by its name."""
    shown = ", ".join(name.strip("_").replace("*", "*, ") or "_" for name in arguments)
    wanted = f"{prefix} a function of {counted(len(arguments), 'argument')} ({shown})"
    if not callable(answer):
        raise plugin.error(hook, f"{wanted}, not {answer!r}")
    by_name = {name[1:]: None for name in arguments if name[0] == "*"}
    try:
        inspect.signature(answer).bind(*arguments[: len(arguments) - len(by_name)], **by_name)
    except (TypeError, ValueError):
        raise plugin.error(hook, wanted) from None


def check_fields_of(plugin: LoadedPlugin, answer: Any, owner: Any = None) -> None:
    """Check the fields of an answer. The error names the answer, or its owner."""
    hook, whose = _named(owner or answer)
    for field, value, wanted in _fields_of(answer):
        if isinstance(wanted, FunctionOf):
            check_function(plugin, hook, value, wanted.arguments, prefix=f"{whose} {field} must be")
        elif not wanted.fits(value):
            raise plugin.error(hook, f"{whose} {field} must be {wanted.words}, not {quoted(value)}")


def guarded(plugin: LoadedPlugin, answer: A, record: type | None = None, owner: Any = None) -> A:
    """The answer with functions that check in play what those of the plugin return; errors as in `check_fields_of`.

    A memory needs the class of its records.
    """
    checked: dict[str, Any] = {}
    hook, whose = _named(owner or answer)
    for field, function, wanted in _fields_of(answer):
        if isinstance(wanted, FunctionOf) and wanted.returns:
            kinds = (record,) if wanted.returns == _RECORD and record else wanted.returns
            must = f"{whose} {field} must {wanted.lists or f'return {named(kinds)}'}"
            guard = wanted.guard and partial(wanted.guard, answer)
            checked[field] = checked_answer(plugin, hook, function, must, *kinds, each=bool(wanted.lists), guard=guard)
    return cast("A", attrs.evolve(cast("Any", answer), **checked))


def is_core(function: object) -> bool:
    """Whether a function is one of the core, which others recognize, so that it is not wrapped."""
    return str(getattr(function, "__module__", "")).startswith("rummy500.")


#: The most items that a function of a plugin may list, so that one that lists without end is found: more than anything
#: in play has, and listed within a second.
MOST_LISTED: Final = 100_000


def _check_found(
    asked: tuple[LoadedPlugin, str, Callable[..., Any]],
    must: str,
    kinds: tuple[type, ...],
    guard: Guard | None,
    case: tuple[Any, ...],
    found: Any,
) -> None:
    """Check what a function has returned or listed in a case; the function that was asked, with its plugin and hook."""
    if type(found) not in kinds or (float in kinds and not abs(found) <= sys.float_info.max):  # also nan
        raise wrong_answer(*asked, must, found)
    if guard is not None and (wrong := guard(*case, found)):
        raise error_in_play(*asked, ValueError, f"{must}{wrong}")


def checked_answer(
    plugin: LoadedPlugin,
    hook: str,
    function: F,
    must: str,
    *kinds: type,
    each: bool = False,
    guard: Guard | None = None,
) -> F:
    """Make a function that checks what another returns, or `each` item that it lists; one of the core stays as it is.

    The error says what the plugin must do.
    """
    if is_core(function):
        return function
    guard = guard or (_leaves_drawn if State in kinds else None)
    has_more = float in kinds or guard is not None
    of_state = guard is _leaves_drawn  # asks about drawn cards alone

    # Only what is needed is made: an app may have rules by the hundred, which keep it all.
    check = partial(_check_found, (plugin, hook, function), must, kinds, guard)
    if each:

        def items(case: tuple[Any, ...], found: Any) -> Iterator[Any]:
            if not hasattr(found, "__iter__"):
                raise wrong_answer(plugin, hook, function, must, found)
            for number, item in enumerate(found):
                if has_more or type(item) not in kinds:
                    check(case, item)
                if number == MOST_LISTED:
                    raise error_in_play(plugin, hook, function, RuntimeError, f"{must}, at most {MOST_LISTED:,}")
                yield item

        @wraps(function)
        def listing(*case: Any) -> Any:
            return items(case, function(*case))

        @wraps(function)
        def actions(rules: Rules, view: View, **plain: bool) -> Any:
            found: Any = function(rules, view, **plain)
            # Actions are listed often and by the hundred: a tuple or list of them is checked by its first item.
            if type(found) in (tuple, list) and (not found or type(found[0]) is Action):
                return found
            return items((rules, view), found)

        return cast("F", actions if kinds == (Action,) else listing)

    @wraps(function)
    def checked(*case: Any) -> Any:
        found = function(*case)
        if type(found) not in kinds or (
            has_more and not (of_state and (found is None or (type(found) is State and not found.drawn)))
        ):
            check(case, found)
        return found

    return cast("F", checked)


def checked_move(plugin: LoadedPlugin, given: Move) -> MoveInPlay:
    """A move of a plugin as the engine plays it: its functions are checked during play, except those of the core."""
    core = CORE.get(given.verb)
    plays = core if given.verb in (MELD, LAY) and not (given.candidates or given.suffix) else None
    if plays is not None:
        effect = plays.effect if given.effect is of_core else given.effect
        given = attrs.evolve(given, effect=effect, fields=plays.fields)
    judged, effect = getattr(given.check, "__self__", None), given.effect
    if effect is of_core:
        raise plugin.error("moves", f"has a move {given.words!r} without an effect")
    if isinstance(judged, Judged):
        check_fields_of(plugin, judged, given)
        judged = guarded(plugin, judged, owner=given)
        effect = update_wrapper(partial(judged.effect), judged.judge)  # the core's, but of what a plugin judged
    elif is_core(effect) and given.whose != "turn":
        effect = partial(effect)  # for a seat that the core has no such move for
    check_fields_of(plugin, given.secret, given)
    secret = guarded(plugin, given.secret, owner=given)
    move = guarded(plugin, attrs.evolve(given, effect=effect, secret=secret))
    listed, check = listing(move, plays), move.check
    is_listed = move.outcome is None and move.whose != "deck"
    fields: dict[str, Any] = {field.name: getattr(move, field.name) for field in attrs.fields(Move)}
    if isinstance(judged, Judged):
        judged = attrs.evolve(judged, candidates=listed)
        check = judged.check
        fields |= {"possible": judged.possible, "follow_ups": judged.follow_ups if PLAY_PHASE in move.phases else None}
    fields |= {
        "candidates": listed if is_listed else None,
        "check": (check or allow) if plays is None else first_of([plays.check, check or allow]),
        "generate": checked_listing(listed, check) if is_listed else no_decision,
        "uses": core.uses if core is not None else PLAYED,
        "needs": () if core is not None else blanks_of(*(name for name in move.fields if name != "on")),
        "by": plugin.info.name,
    }
    return MoveInPlay(**fields)


def outside_its_score(plugin: LoadedPlugin, hook: str, function: F) -> F:
    """Make a function that calls another, and refuses it to ask for the score that it is part of."""
    runs = ContextVar("runs", default=False)

    @wraps(function)
    def asked_once(*case: object) -> Any:
        if runs.get():
            what = "asks for the score that it is part of: a LinesAfter gets the lines so far"
            raise error_in_play(plugin, hook, function, RuntimeError, what)
        token = runs.set(True)
        try:
            found: Any = function(*case)
            # An iterator asks as it goes on.
            return list(cast("Iterator[object]", found)) if isinstance(found, Iterator) else found
        finally:
            runs.reset(token)

    return cast("F", asked_once)


def checked_lines(plugin: LoadedPlugin, find: Any) -> Any:
    """Make of a function, or a `LinesAfter` of one, one that checks its lines and refuses it to ask for their score."""
    if isinstance(find, LinesAfter):
        find = guarded(plugin, find)
        return attrs.evolve(find, find=outside_its_score(plugin, "score_lines", find.find))
    must = f"must return a function that lists lines, each {named(_LINES)}"
    checked = checked_answer(plugin, "score_lines", find, must, *_LINES, each=True)
    return outside_its_score(plugin, "score_lines", checked)


def wrong_answer(
    plugin: LoadedPlugin, hook: str, function: Callable[..., object], must: str, returned: object
) -> TypeError:
    """Make the error of a wrong answer, with the type of the answer alone: the answer itself may have hidden cards."""
    return error_in_play(plugin, hook, function, TypeError, f"{must}, not {type_text(returned)}")


def error_in_play(plugin: LoadedPlugin, hook: str, function: Callable[..., object], kind: type[E], what: str) -> E:
    """Make an error in play that names a plugin, its hook and the place of the function."""
    name = plugin.info.name
    return blame_function(kind(f"plugin {name}: hook {hook} {what}"), name, hook, function)
