"""Laws, the faults that they find, and the error of a broken law."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.metadata import entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Generic, Literal, TypeAlias, TypeGuard, TypeVar, cast, get_type_hints

import attrs

from rummy500 import (
    Action,
    ComposeError,
    IllegalActionError,
    Position,
    Rules,
    Rummy500Error,
    State,
    action_text,
    deal,
    parse_action,
)
from rummy500.base import records
from rummy500.hooks.load import check_plugin
from rummy500.notation.scenario import scenario_text
from rummy500.rules.blame import blamed_parts, frame_text
from rummy500_testing.overrides import overridden_by
from rummy500_testing.play import FROM_START, Counted, Game, Snapshot, Step

#: How many hands a law checks when it is called by itself.
HANDS = 20
#: The beginning of the text that replaces a scenario where none can be written.
NO_SCENARIO: Final = "# no scenario can say it"

Subject: TypeAlias = Rules | Snapshot | Step | Game | Counted
S = TypeVar("S", bound=Subject)


@attrs.frozen
class Fault:
    """A fault that a law found.

    Attributes:
        what: what is wrong, in words.
        action: the action that shows it, if one does; by default that of the step that the law looked at.
        kind: the step of a scenario that shows it: what the law expects of the action.
        state: the state that shows it, if the law looked at another one.
    """

    what: str
    action: Action | None = None
    kind: Literal["do", "refuse", "may", "may_not"] = "do"
    state: State | None = None


#: A law returns this if a plugin or an option overrides the rule that it checks.
SKIPPED: Final = "skipped"
#: A law returns the first fault, `None` if there is none, or `SKIPPED`.
Answer: TypeAlias = Fault | Literal["skipped"] | None


def _names(names: Iterable[str]) -> frozenset[str]:
    return frozenset(names)


@attrs.frozen
class Law(Generic[S]):
    """A statement that holds under any rules; called with rules, it plays random hands and checks them.

    Attributes:
        name: its name.
        statement: the sentence that it checks.
        of: what it checks: `Rules` by themselves, each state (`Snapshot`), each applied action (`Step`), a whole hand
            (`Game`), or a hand counted in a match (`Counted`).
        function: checks one of these and returns the first fault, `None` if there is none, or `SKIPPED` if a plugin
            overrides the rule that the law checks.
        costly: whether it is so slow that a long run asks it only now and then.
        rests_on: hooks, parts of hooks (`may.lay`, `settings.point_unit`), and groups of hooks
            (`rummy500.hooks.specs.GROUPS`), whose answers the law takes for granted. It is skipped where a plugin
            answers one of them, except its own plugin and those in `beside`.
        beside: plugins that the law takes into account, though they answer one of those hooks.
        plugin: the plugin whose rule it states; empty for a law of any rules. Loading the laws of a plugin sets it and
            puts it before their names.

    Examples:
        >>> import rummy500 as r5
        >>> from rummy500_testing import LAWS
        >>> LAWS[0].name
        'score lines are valid'
        >>> LAWS[0](r5.compose("classic", seats=3), hands=1)  # raises LawBroken if it does not hold
    """

    name: str
    statement: str
    of: type[S]
    function: Callable[[S], Answer]
    costly: bool = False
    rests_on: tuple[str, ...] = ()
    beside: frozenset[str] = attrs.field(default=frozenset(), converter=_names)
    plugin: str = ""

    def __str__(self) -> str:
        """Return the name."""
        return self.name

    def __call__(self, rules: Rules, *, hands: int = HANDS, seed: int | str = 0) -> None:
        """Check the law on random hands.

        Args:
            rules: the rules in force.
            hands: how many hands are played, 1 or more.
            seed: the same seed plays the same hands; any text, or a number, 0 or more.

        Raises:
            ValueError: if no hand is to be played, or for a negative seed.
            LawBroken: if it does not hold, with a scenario that shows it.
        """
        __tracebackhide__ = True
        from rummy500_testing import check_laws  # noqa: PLC0415 - by its public name: it stands above laws

        for broken in check_laws(rules, hands=hands, seed=seed, laws=(self,)).broken:
            raise broken

    def check(self, subject: S) -> bool:
        """Check the law on one subject.

        Args:
            subject: an object of the type `of`.

        Returns:
            Whether the law looked at it: false if it was skipped, because a plugin overrides the rule that it checks.

        Raises:
            LawBroken: if it does not hold, or if looking at it crashed.
        """
        __tracebackhide__ = True  # pytest then shows the statement of the law, and not this code
        rules = subject if isinstance(subject, Rules) else subject.rules
        if self.rests_on and overridden_by(rules, self.rests_on, beside=(self.plugin, *self.beside)):
            return False
        if isinstance(subject, Snapshot | Step):
            subject.seed_rng(f"{subject.seed} {self.name}")
        try:
            answer = self.function(subject)
        except Exception as error:
            raise self.broken(subject, Fault(crash_text(error))) from error
        if isinstance(answer, Fault):
            raise self.broken(subject, answer)
        return answer != SKIPPED

    def fault_in(self, subject: S) -> Fault | None:
        """Return the fault of a subject, `None` if it has none or if the law is skipped."""
        answer = self.function(subject)
        return answer if isinstance(answer, Fault) else None

    def broken(self, subject: Subject, fault: Fault) -> LawBroken:
        """Make the error of a fault that the law found."""
        seed: str = ""
        if isinstance(subject, Rules):
            rules, state = subject, deal(subject, seed=0)
        elif isinstance(subject, Counted):
            rules, state = subject.rules, subject.hand
        elif isinstance(subject, Step):
            rules, state, seed = subject.rules, subject.before, subject.seed
            fault = attrs.evolve(fault, action=fault.action or subject.action)
        else:
            rules, state, seed = subject.rules, subject.state, subject.seed
            if isinstance(subject, Game) and FROM_START in seed:
                fault = attrs.evolve(fault, state=None, action=None)  # the hand is played again from its start
        return LawBroken(self.name, self.statement, fault, rules, fault.state or state, seed)


def law(
    *, name: str = "", costly: bool = False, rests_on: tuple[str, ...] = (), beside: Iterable[str] = ()
) -> Callable[[Callable[[S], Answer]], Law[S]]:
    """Make a law of a function: the first paragraph of its docstring is its statement.

    Args:
        name: its name, if not that of the function.
        costly: as in `Law`.
        rests_on: as in `Law`.
        beside: as in `Law`.
    """

    def of_function(function: Callable[[S], Answer]) -> Law[S]:
        statement = " ".join((function.__doc__ or "").partition("\n\n")[0].split())
        subject, *_ = get_type_hints(function).values()
        return Law(name or function.__name__.replace("_", " "), statement, subject, function, costly, rests_on, beside)

    return of_function


def laws_in(module: ModuleType) -> tuple[Law[Any], ...]:
    """List the laws that a module defines, in their order."""
    return tuple(value for value in vars(module).values() if is_law(value))


@attrs.define(repr=False, slots=False)  # with slots, its notes are lost when it is pickled
class LawBroken(Rummy500Error):  # noqa: N818 - the name says what happened
    """Raised if a law does not hold; since it is for tests, it shows the whole state with all hidden cards.

    Attributes:
        law: the law's name.
        statement: the law's statement.
        fault: the fault that was found.
        rules: the rules in force.
        state: the state in which it does not hold.
        seed: the seed of the law's random choices; for a whole hand its name.
    """

    law: str
    statement: str
    fault: Fault
    rules: Rules
    state: State
    seed: str = ""

    @property
    def position(self) -> Position:
        """Return the position that shows the fault, with the scores of the match before the hand."""
        return Position(self.rules, self.state)

    @property
    def found(self) -> str:
        """Return the fault in one line, shortened for the heading `found` of a scenario."""
        return " ".join(self.fault.what.split())[:_FOUND]

    @property
    def scenario(self) -> str:
        """Write a scenario file that checks the law again, or the state as data if no file can be written.

        Saved as `NAME.scenario.toml` beside the tests it is a test: because of its heading `law`, running it checks the
        law on the position and after its steps, with the same random choices. A comment at its top names the plugins
        that were passed as objects: unless they are installed the scenario cannot run.
        """
        try:
            action = self.fault.action
            steps: list[Mapping[str, str]] = []
            if action is not None:
                steps.append({self.fault.kind: action_text(action, self.state)})
            notes = {"law": self.law, "seed": self.seed, "found": self.found}
            text = scenario_text(self.position, steps, {}, title=self.statement, notes=notes)
            return needed_plugins(self.rules) + text
        except (LookupError, TypeError, ValueError) as error:
            return f"{NO_SCENARIO} ({error})\n# {self.rules!r}\n# {self.state!r}\n"

    def __str__(self) -> str:
        """Format the law, the fault, and the scenario that shows it."""
        action = self.fault.action
        is_hidden = action is not None and readable_text(self.rules, action, self.state) is None
        hidden = f"\naction: {records.record_text(action)}" if is_hidden else ""
        return (
            f"the law {self.law!r} is broken: {self.fault.what}\n"
            f"it says: {self.statement}{hidden}\nrules: {self.rules!r}\n\n{self.scenario}"
        )


def readable_text(rules: Rules, action: Action, state: State | None = None) -> str | None:
    """Write an action as text that is read back, `None` if there is none."""
    try:
        text = action_text(action, state)
        return text if parse_action(text, state, rules=rules) == action else None
    except (LookupError, TypeError, ValueError):
        return None


def any_text(action: Action, state: State) -> str:
    """Write an action of any kind: its `repr` if the notation has no form for it."""
    try:
        return action_text(action, state)
    except (LookupError, TypeError, ValueError):
        return repr(action)


def needed_plugins(rules: Rules) -> str:
    """Write the comment of a scenario whose rules have plugins that were passed as objects; empty without any."""
    # In the rules, a plugin that was passed as an object has that object.
    names = [check_plugin(each.plugin).info.name for each in cast("tuple[Any, ...]", rules.origin.passed_plugins)]
    if not names:
        return ""
    many = len(names) > 1
    needed = f"plugin{'s' if many else ''} {', '.join(names)}"
    return f"# needs the {needed}: install {'them' if many else 'it'}, or name the file: --plugin ./FILE.py\n"


def refused_as_done(error: IllegalActionError) -> str:
    """Make the fault of random play, which applies only listed actions, that comes upon a refusal."""
    return f"an action is refused as it is done that has just been listed; it must be one answer each time: {error}"


def crash_text(error: Exception) -> str:
    """Describe an error with its origin: file, line and function, and the caller of rummy500 there."""
    frames = list(traceback.walk_tb(error.__traceback__))
    ours = ("rummy500.", "rummy500_terminal.")
    theirs = [frame for frame in frames if not str(frame[0].f_globals.get("__name__", "")).startswith(ours)]
    places = [*(frame_text(*frame) for frame in (*frames[-1:], *theirs[-1:])), blamed_parts(error)[1]]
    return f"{type(error).__name__}: {error} ({', from '.join(dict.fromkeys(filter(None, places)))})"


#: How many characters of a fault a scenario shows.
_FOUND = 300


# ---------------------------------------------------------------- plugin laws

#: The group of entry points for laws; the name of each is the plugin's, its value a tuple of laws.
GROUP: Final = "rummy500.laws"


class LawsFileError(Rummy500Error):
    """Raised for a file of laws that cannot be loaded or has no laws."""


@cache
def laws_of_plugin(name: str) -> tuple[Law[Any], ...]:
    """Load the laws of an installed plugin from its entry point; empty if it has none."""
    found: list[Law[Any]] = []
    for point in entry_points(group=GROUP, name=name):
        try:
            laws: object = point.load()
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            raise ComposeError(f"plugin {name}: its laws {point.value!r} do not load ({why})") from error
        laws = _laws_of_module(laws) if isinstance(laws, ModuleType) else laws
        if laws == ():
            raise ComposeError(f"plugin {name}: {point.value!r} has no laws: functions with @law(), or a tuple LAWS")
        for law in cast("tuple[object, ...]", laws) if isinstance(laws, tuple) else (laws,):
            if not is_law(law):
                raise ComposeError(f"plugin {name}: {point.value!r} must be a tuple of laws; {law!r} is none")
            mine = _of_plugin(law, name)
            if mine not in found:  # a distribution may be found twice, installed and on the path
                found.append(mine)
    return tuple(found)


def laws_of_file(file: Path) -> tuple[Law[Any], ...]:
    """Load the laws of a Python file, which need not lie in a package.

    They are the functions with `@law()`, in their order, or those of a tuple `LAWS`. If they are the laws of a plugin,
    `PLUGIN` is its name: then they are asked only where the plugin is in play.

    Args:
        file: the file, `tests/laws.py` say. Each file is run once.

    Raises:
        LawsFileError: if the file cannot be read, if running it raises an error, if it has no laws, or if `PLUGIN` is
            not text.
    """
    return _laws_of_file(file.resolve())


@cache
def module_of_file(file: Path) -> ModuleType:
    """Run a file of laws once, as a module.

    Raises:
        LawsFileError: if the file cannot be read, or if running it raises an error.
    """
    name = f"rummy500_laws_{file.parts[-3] if len(file.parts) > 3 else ''}_{abs(hash(file)):x}"
    spec = spec_from_file_location(name, file) if file.suffix == ".py" and file.is_file() else None
    if spec is None or spec.loader is None:
        raise LawsFileError(f"{file} is not a Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise LawsFileError(f"{file} cannot be run: {type(error).__name__}: {error}") from error
    return module


@cache
def _laws_of_file(file: Path) -> tuple[Law[Any], ...]:
    module = module_of_file(file)
    laws = _laws_of_module(module)
    plugin: object = getattr(module, "PLUGIN", "")
    if not isinstance(laws, tuple) or not laws or not all(map(is_law, cast("tuple[object, ...]", laws))):
        raise LawsFileError(f"{file} must have laws: functions with @law(), or LAWS, a tuple of laws")
    if not isinstance(plugin, str):
        raise LawsFileError(f"{file}: PLUGIN must be the name of a plugin, not {plugin!r}")
    found = cast("tuple[Law[Any], ...]", laws)
    return tuple(_of_plugin(law, plugin) for law in found) if plugin else found


def _laws_of_module(module: ModuleType) -> object:
    return getattr(module, "LAWS", laws_in(module))


def _of_plugin(law: Law[Any], plugin: str) -> Law[Any]:
    return attrs.evolve(law, plugin=plugin, name=f"{plugin}: {law.name}")


def is_law(value: object) -> TypeGuard[Law[Any]]:
    """Return whether an object is a law."""
    return isinstance(value, Law)
