"""Play random hands under laws, report which held, and reproduce a broken law."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from operator import index
from typing import Any, Final, NoReturn, TypeVar, cast

import attrs

from rummy500 import (
    Action,
    ComposeError,
    IllegalActionError,
    Match,
    Position,
    Rules,
    Rummy500Error,
    State,
    apply,
    chance,
    is_over,
    resolve_chance,
    score_hand,
    why_not,
)
from rummy500.base.inputs import require_min
from rummy500.notation.scenario import Scenario
from rummy500_terminal.time_limit import OutOfTime, still_running
from rummy500_testing.law import HANDS, Fault, Law, LawBroken, Subject, crash_text, refused_as_done
from rummy500_testing.laws import laws_for
from rummy500_testing.laws.scores import count_hand
from rummy500_testing.model import own_move
from rummy500_testing.play import FROM_START, MAX_TURNS, Counted, Game, Snapshot, Step, random_game, snapshot_of
from rummy500_testing.positions import begins_late, late_position
from rummy500_testing.seen import Pins, Seen, Watch, offers, prefer
from rummy500_testing.timing import Clock

#: In a long run costly laws check one state in this many.
EVERY: Final = 50
#: Costly laws check the first actions of each kind of a plugin, so many of them.
_FEW: Final = 4
#: The law that is broken if play itself raises an error; no function checks it.
NO_CRASH: Final = ("nothing crashes", "Legal play raises no error.")
#: In the name of a hand, what follows are the moves that are chosen more often than others.
_FOR: Final = " for "

S = TypeVar("S")

#: Is called with each broken law; it may raise it.
OnBroken = Callable[[LawBroken], None]


def _raise(broken: LawBroken) -> NoReturn:
    raise broken


class LawRunner:
    """Checks laws on hands under some rules; the hands are counted in one match after the other.

    Cheap laws check every state and every action. Costly laws check the first and the last state of each hand and one
    state in `every`, counted from a random place. They also check the first state of each phase, the first action of
    each kind (its verb and suffix), and the state after it, so that they miss no short phase and no rare move; and the
    first four actions of each kind that is a plugin's own.

    Attributes:
        asked: how often each law was asked, by its name; the times that it was skipped are not counted.
        skipped: how often each law was skipped because a plugin overrides the rule that it checks, by its name.
    """

    def __init__(
        self,
        rules: Rules,
        laws: Sequence[Law[Any]] | None = None,
        *,
        every: int = EVERY,
        on_broken: OnBroken = _raise,
        match: Match | None = None,
        seen: Seen | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Begin a runner.

        Args:
            rules: the rules in force.
            laws: the laws to ask; by default those of rummy500 and of the plugins in play.
            every: costly laws check one state and action in this many, at least 1.
            on_broken: is called with each broken law, which is not asked again; raises it by default.
            match: the match in which the first hand is played; its first hand by default, dealt by a random seat.
            seen: counts what the plugins in play show; by default nothing is counted.
            clock: watches the time.

        Raises:
            ValueError: if `every` is less than 1.
            ComposeError: if the laws of a plugin in play do not load.
        """
        require_min(1, every=every)
        self.asked = Counter[str]()
        self.skipped = Counter[str]()
        self._rules = rules
        self._on_broken = on_broken
        self._every = every
        self._by_subject: dict[type[Any], list[Law[Any]]] = {}
        for law in laws_for(rules) if laws is None else laws:
            self._by_subject.setdefault(law.of, []).append(law)
        self._phases: set[str] = set()
        self._kinds = Counter[tuple[str, ...]]()
        self._match = match
        self._last: State | None = None
        self._watch = None if seen is None else Watch(rules, seen)
        self._clock = clock

    def beside(self, rules: Rules) -> LawRunner:
        """Make a runner of other rules that counts together with this one."""
        laws = [law for of in self._by_subject.values() for law in of if not law.plugin or law.plugin in rules.plugins]
        seen = None if self._watch is None else self._watch.seen
        other = LawRunner(rules, laws, every=self._every, on_broken=self._on_broken, seen=seen, clock=self._clock)
        other.asked, other.skipped = self.asked, self.skipped
        return other

    @property
    def rare(self) -> tuple[str, ...]:
        """List the moves of plugins that have been rare so far, if they are counted."""
        return () if self._watch is None else self._watch.rare

    def rules(self) -> None:
        """Check the laws about rules by themselves.

        Raises:
            LawBroken: by the first law that does not hold, unless `on_broken` keeps it.
        """
        self._ask(Rules, self._rules, costly=True)

    def hand(
        self,
        name: str,
        *,
        max_turns: int = MAX_TURNS,
        watch: Callable[[State], None] | None = None,
        late: bool = False,
        start: State | None = None,
    ) -> Game | None:
        """Play a random hand and check the laws on it.

        Args:
            name: a name for the hand; after the same hands the same name plays the same hand. Moves that it names
                after ` for `, with commas between, are chosen more often than others.
            max_turns: after this many turns the hand is cut off; 1 or more.
            watch: gets each state before the laws are checked.
            late: begin near the end of a hand, with few cards in hands and melds on the table.
            start: begin in this state instead, in a match of its own.

        Returns:
            The hand; `None` if playing it crashed and `on_broken` keeps that.

        Raises:
            LawBroken: by the first law that does not hold, unless `on_broken` keeps it.
            ValueError: if `max_turns` is less than 1.
        """
        require_min(1, max_turns=max_turns)
        seeds, states = random.Random(f"{name} laws"), 0
        offset = random.Random(f"{name} offset").randrange(self._every)
        after_new = True  # the first state of a hand is checked like the state after a new kind of action
        wanted = frozenset(filter(None, name.partition(_FOR)[2].split(", ")))

        def costly_now() -> bool:
            return states % self._every == offset

        def look(state: State) -> Sequence[Action]:
            nonlocal states, after_new
            states += 1
            self._last = state
            if self._clock is not None:
                self._clock.check()
            if watch is not None:
                watch(state)
            snapshot = snapshot_of(self._rules, state, f"{seeds.getrandbits(64):x}")
            new = _is_new(state.public.phase, self._phases) or after_new
            after_new = False
            costly = new or costly_now() or is_over(state)
            self._ask(Snapshot, snapshot, costly=costly)
            if self._watch is not None:
                self._watch.state(snapshot, costly=costly)
            return snapshot.listed

        def saw(before: State, action: Action, after: State) -> None:
            nonlocal after_new
            step = Step(self._rules, before, action, after, f"{seeds.getrandbits(64):x}")
            kind = (action.verb, *action.extra[:1])
            after_new = not self._kinds[kind]
            self._kinds[kind] += 1
            own = own_move(self._rules, action, before.public.phase)
            self._ask(Step, step, costly=after_new or costly_now() or (own and self._kinds[kind] <= _FEW))
            if self._watch is not None:
                self._watch.step(step)

        try:
            game = random_game(
                self._rules,
                random.Random(name),
                max_turns=max_turns,
                look=look,
                choose=partial(prefer, wanted=wanted),
                begin=(lambda _, __, ___: start) if start is not None else late_position if late else None,
                saw=saw,
                name=name,
                match=None if self._match is None else self._match.so_far,
            )
            self._ask(Game, game, costly=True)
            if self._watch is not None:
                self._watch.hand(self._rules)
            if is_over(game.states[-1]):
                self._count(game.states[-1], start)
        except LawBroken:
            raise
        except Exception as error:  # noqa: BLE001 - whatever the engine raises in legal play is a fault
            self._crashed(error, name)
            return None
        return game

    def _count(self, hand: State, start: State | None) -> None:
        match = self._match if start is None else None
        counted = count_hand(self._rules, match or Match(hand.public.match), hand)
        if start is None:
            self._match = None if counted.after.is_over else counted.after
        self._ask(Counted, counted, costly=True)
        if self._watch is not None:
            self._watch.counted(counted)

    def _crashed(self, error: Exception, name: str) -> None:
        fault = Fault(refused_as_done(error) if isinstance(error, IllegalActionError) else crash_text(error))
        if self._last is None:
            raise error  # dealing has failed: there is no state to show
        broken = LawBroken(*NO_CRASH, fault, self._rules, self._last, name)
        broken.__cause__ = error
        self._on_broken(broken)

    def _ask(self, kind: type[Any], subject: Subject, *, costly: bool) -> None:
        __tracebackhide__ = True
        laws = self._by_subject.get(kind, ())
        for law in tuple(laws):
            if law.costly and not costly:
                continue
            if self._clock is not None:
                self._clock.check()
            try:
                looked = law.check(subject)
            except LawBroken as broken:
                self.asked[law.name] += 1
                self._on_broken(broken)
                self._by_subject[kind].remove(law)
            except OutOfTime as late:
                late.add_note(f"the law {law.name!r}")
                raise
            else:
                (self.asked if looked else self.skipped)[law.name] += 1


def _is_new(value: S, seen: set[S]) -> bool:
    """Return whether a value is new, and add it to those seen."""
    new = value not in seen
    seen.add(value)
    return new


def hand_under_laws(
    rules: Rules,
    name: str,
    *,
    laws: Sequence[Law[Any]] | None = None,
    every: int = EVERY,
    max_turns: int = MAX_TURNS,
    watch: Callable[[State], None] | None = None,
    late: bool = False,
) -> Game:
    """Play a random hand and check all laws about states, actions, hands and matches.

    Cheap laws check each state and each action, costly laws some of them (see `LawRunner`), laws of hands and matches
    the end. Laws about rules by themselves do not depend on the hand and are left out: `check_laws` checks them, too.

    Args:
        rules: the rules in force.
        name: a name for the hand; the same name plays the same hand.
        laws: the laws to ask; by default those of rummy500 and of the plugins in play.
        every: costly laws check one state in this many, and each new kind of state or action; at least 1.
        max_turns: after this many turns the hand is cut off; 1 or more.
        watch: gets each state before the laws are checked.
        late: begin near the end of a hand, with few cards in hands and melds on the table.

    Returns:
        The hand.

    Raises:
        LawBroken: by the first law that does not hold, with a scenario that shows it; where play itself crashes, too.
        ValueError: if `every` or `max_turns` is less than 1.
        ComposeError: if the laws of a plugin in play do not load.

    Examples:
        >>> import rummy500 as r5
        >>> hand_under_laws(r5.compose("classic"), "the first hand").how
        'out'
    """
    game = LawRunner(rules, laws, every=every).hand(name, max_turns=max_turns, watch=watch, late=late)
    return cast("Game", game)  # only a runner that collects broken laws returns none


# ---------------------------------------------------------------- reproduce


def broken_by(scenario: Scenario, more: Iterable[Law[Any]] = ()) -> LawBroken | None:
    """Check the law that a scenario names in its heading, such as `law = "cards are conserved"`.

    The law is checked on the position and on the state after each step `do`, with the random choices of the heading
    `seed`. For a law of whole hands, the hand that `seed` names is played again. For "nothing crashes", all actions of
    the position are listed and applied, the hand is scored and, if it is over, counted; then the hand that `seed` names
    is played again.

    Args:
        scenario: the scenario.
        more: laws of files that the scenario may name.

    Returns:
        The broken law; `None` if it holds, if the scenario names no law or if its rules are refused.

    Raises:
        NotationError: for an unknown law or a step that does not parse, with its place.
        ComposeError: if the laws of a plugin in play do not load.
    """
    name = scenario.notes.get("law", "")
    if not name or isinstance(scenario.position, ComposeError):
        return None
    seed = scenario.notes.get("seed", "")
    if name == NO_CRASH[0]:
        return _crash_again(scenario.position, seed)
    laws = laws_for(scenario.position.rules, more)
    law = next((law for law in laws if law.name == name), None)
    if law is None:
        expected = "a name that `rummy500 laws --list` shows; a law of a file needs that file, too (`--laws`)"
        scenario.document.fail((*scenario.path, "law"), f"there is no law {name!r}", expected)
    try:
        if law.of is Game:
            found = scenario.notes.get("found", "")
            _play_again(scenario.position, seed, [law for law in laws if law.of is Game], found)
        else:
            for subject in _subjects(scenario, scenario.position, seed):
                if isinstance(subject, law.of):
                    law.check(subject)
    except LawBroken as broken:
        return broken
    return None


def _crash_again(position: Position, seed: str) -> LawBroken | None:
    """Repeat a crash of play, at the position or in the named hand, with the same chance."""
    rules, state = position.rules, position.state
    try:
        _play_on(rules, state, random.Random(seed))
        score_hand(rules, state)
        if is_over(state):
            count_hand(rules, position.match, state)
        if seed:
            _play_again(position, seed, (), "")
    except LawBroken as broken:
        return broken
    except Exception as error:  # noqa: BLE001 - any error is what is looked for
        return LawBroken(*NO_CRASH, Fault(crash_text(error)), rules, state, seed)
    return None


def _play_on(rules: Rules, state: State, rng: random.Random) -> None:
    """Apply each listed action of a state, or resolve the chance that is due there."""
    listed, due = snapshot_of(rules, state, "").listed, chance(rules, state)
    if due is not None:
        apply(rules, state, due.sample(rng))
    for action in listed if due is None else ():
        apply(rules, state, resolve_chance(rules, state, action, rng))


def _play_again(position: Position, name: str, laws: Sequence[Law[Any]], found: str) -> None:
    """Play the named hand again in the match of a position, from its deal and from its late position.

    Both may break a law; the one with the fault that was found is raised. A hand with a start of its own begins there.
    """
    broken: list[LawBroken] = []
    start = position.state if FROM_START in name else None
    for late in (False, True):
        try:
            LawRunner(position.rules, laws, match=position.match).hand(name, late=late, start=start)
        except LawBroken as again:
            broken.append(again)
    if broken:
        raise next((again for again in broken if again.found == found), broken[0])


def _subjects(scenario: Scenario, position: Position, seed: str) -> Iterator[Subject]:
    rules, state = position.rules, position.state
    yield rules
    yield snapshot_of(rules, state, seed)
    for step in scenario.steps:
        if step.kind != "do":
            continue
        before = state
        action = step.action(rules, state)
        if why_not(rules, before, action) is not None:
            return  # the expectation of this step failed: running the scenario reports it
        state = apply(rules, before, action)
        yield Step(rules, before, action, state, seed)
        yield snapshot_of(rules, state, seed)
    if is_over(state):
        yield count_hand(rules, position.match, state)


# ---------------------------------------------------------------- checking


#: With few hands costly laws check one state in this many, more often than in a long run.
EVERY_OF_FEW: Final = 10
#: The share of hands that begin close to their end, which random play rarely reaches.
_LATE_SHARE: Final = 0.3
#: One hand in this many begins in a given position, and one in this many chooses rare moves.
_START_SHARE: Final = 3
_RARE_SHARE: Final = 2
#: One of so many positions is the start of a hand: the first in which a rare move can be made.
_STARTS_ASKED: Final = 16


@attrs.frozen
class LawRow:
    """The result of one law.

    Attributes:
        name: its name.
        statement: the sentence that it checks.
        asked: how often it was asked; the times that it was skipped are not counted.
        broken: how it was broken, `None` if it held.
        skipped: how often it was skipped because a plugin overrides the rule that it checks.
    """

    name: str
    statement: str
    asked: int
    broken: LawBroken | None
    skipped: int = 0

    @property
    def result(self) -> str:
        """Return `yes` if the law held, `no` if it is broken, `skipped` or `not asked` if it has checked nothing."""
        if self.broken is not None:
            return "no"
        return "yes" if self.asked else "skipped" if self.skipped else "not asked"


@attrs.frozen
class LawReport:
    """The results of all laws; `str` gives a table if every law held, and the broken laws otherwise.

    Attributes:
        rules: the rules that they were asked of.
        hands: how many hands were played.
        seed: the seed of the hands.
        rows: the laws in their order.
        without_laws: the plugins in play of whose own rules no law was asked.
        seen: how often the moves, refusals, score lines, effects and values of options of each plugin happened.
        stopped: where the run stopped because its time had passed, empty if it did not.
        hangs: the function that was still running when its time had passed; empty if play was between two steps.
        slowest: the function of a plugin in which most of the time went; empty if it was little, or is not known.
    """

    rules: Rules
    hands: int
    seed: int | str
    rows: tuple[LawRow, ...]
    without_laws: tuple[str, ...] = ()
    seen: Seen = attrs.field(factory=Seen)
    stopped: str = ""
    hangs: str = ""
    slowest: str = attrs.field(default="", eq=False)

    @property
    def passed(self) -> bool:
        """Return whether every law held, a hand was played to its end, and no function hangs."""
        return not self.broken and self.hands > 0 and not self.hangs

    @property
    def broken(self) -> tuple[LawBroken, ...]:
        """List the broken laws."""
        return tuple(row.broken for row in self.rows if row.broken is not None)

    def require(self) -> None:
        """Raise an error unless every law held.

        Raises:
            LawsBroken: if one did not, if the time was too short for a hand, or if a function hangs; its text is the
                whole report.
        """
        if not self.passed:
            raise LawsBroken(str(self))

    @property
    def table(self) -> str:
        """Format a line for each law: its name, how often it was asked or skipped, and whether it held.

        A law is skipped when a plugin overrides the rule that it checks.
        """
        width = max(len(row.name) for row in self.rows)
        lines = [f"{'law':<{width}}  {'asked':>7}  {'skipped':>7}  held"]
        lines += [f"{row.name:<{width}}  {row.asked:>7}  {row.skipped:>7}  {row.result}" for row in self.rows]
        return "\n".join(lines)

    @property
    def headline(self) -> str:
        """Name the rules, the number of hands, whether every law held, and where and why the run stopped early."""
        broken = len(self.broken)
        result = f"{broken} law{'s' if broken > 1 else ''} broken" if broken else ""
        result = result or ("every law held" if self.passed else "not finished")
        hands = "1 hand" if self.hands == 1 else f"{self.hands} hands"
        why = self.hangs or (f"slowest {self.slowest}" if self.slowest and not self.hands else "")
        return "; ".join(filter(None, (f"{self.rules!r}: {hands} from seed {self.seed}, {result}", self.stopped, why)))

    def __str__(self) -> str:
        """Format the table, the plugins without laws and what was seen, or each broken law with its scenario."""
        if self.broken:
            return "\n\n".join([self.headline, *map(str, self.broken)])
        without = f"Plugins without laws of their own: {', '.join(self.without_laws)}" if self.without_laws else ""
        return "\n".join(filter(None, [self.headline, self.table, without, str(self.seen)]))


class LawsBroken(Rummy500Error):  # noqa: N818 - the name says what happened
    """Raised if laws do not hold; its text reports all laws, with a scenario for each broken one."""


def check_laws(  # noqa: PLR0913 - one argument for each setting
    rules: Rules,
    *,
    hands: int = HANDS,
    seed: int | str = 0,
    laws: Sequence[Law[Any]] | None = None,
    every: int = EVERY_OF_FEW,
    max_turns: int = MAX_TURNS,
    starts: Iterable[Position | Pins | LawBroken] = (),
    seconds: float | None = None,
    tell: Callable[[str], None] | None = None,
) -> LawReport:
    """Play random hands and check laws on them.

    Each law is asked until it is broken, so that one report names every law that does not hold. Some of the hands begin
    close to their end, with few cards in hands and melds on the table. While a move of a plugin is rare, every other
    hand chooses it more often than others.

    Args:
        rules: the rules in force.
        hands: how many hands are played; 1 or more.
        seed: the same seed plays the same hands and asks the same questions; any text, or a number, 0 or more.
        laws: the laws to ask; by default those of rummy500 and of the plugins in play.
        every: costly laws check one state in this many, and each new kind of state or action; at least 1.
        max_turns: after this many turns a hand is cut off; 1 or more.
        starts: positions in which every third hand begins, each under its own rules
            (`rummy500_testing.scenarios.starts`); what scenarios pin, and a crash on the way to a position, which the
            report then has. An iterator (`each_start` there) is read within the limit.
        seconds: stop after this time; the report then has the hands before. A step that is still running after ten
            seconds, or after this time if it is shorter, is stopped where it is, and the report names the function. By
            default there is no limit.
        tell: is called every few seconds, in another thread, with a line about the progress.

    Returns:
        The result of each law, and what was seen of each plugin.

    Raises:
        ValueError: if `hands`, `every` or `max_turns` is less than 1, or `seed` less than 0.
        TypeError: for a value that is not a whole number.
        ComposeError: if the laws of a plugin in play do not load.

    Examples:
        >>> import rummy500 as r5
        >>> report = check_laws(r5.compose("classic", seats=3), hands=1)
        >>> report.passed
        True
    """
    require_min(1, hands=hands, every=every, max_turns=max_turns)
    hands, every, max_turns = index(hands), index(every), index(max_turns)
    if not isinstance(seed, str):
        require_min(0, seed=seed)
        seed = index(seed)  # a number of another type may have no text of its own
    every_law = laws_for(rules) if laws is None else laws
    found: dict[str, LawBroken] = {}

    def collect(broken: LawBroken) -> None:
        found.setdefault(broken.law, broken)

    seen, clock, stopped, hangs, played = Seen(), Clock(rules, seconds, tell), "", "", 0
    runners = {rules: LawRunner(rules, every_law, every=every, on_broken=collect, seen=seen, clock=clock)}
    runner, watch = runners[rules], Watch(rules, seen)

    def play() -> None:
        nonlocal played
        clock.about = "positions of scenarios"
        begins: dict[Position, None] = {}
        for start in starts:
            clock.check()
            if isinstance(start, LawBroken):
                collect(start)
            elif isinstance(start, Pins):
                watch.scenario(start)
            else:
                begins[start] = None  # each position once
        every_start = tuple(begins)
        clock.about = "laws about the rules"
        runner.rules()
        for number in range(hands):
            clock.about = f"hand {number + 1} of {hands}"
            if not _play_one(runners, rules, number, f"{seed} {number}", every_start, max_turns):
                break
            played += 1

    try:
        clock.run(play)
    except OutOfTime as late:
        stopped = f"stopped after {seconds:g} s in the {clock.about}"
        hangs = still_running(late, rules) if clock.hangs else ""
    name, statement = NO_CRASH
    asked, skipped = runner.asked, runner.skipped
    rows = [
        LawRow(law.name, law.statement, asked[law.name], found.get(law.name), skipped[law.name]) for law in every_law
    ]
    rows.append(LawRow(name, statement, min(played + (name in found), hands), found.get(name)))
    stated = {law.plugin for law in every_law}
    without = tuple(name for name, _ in rules.identity.plugins if name not in stated)
    return LawReport(rules, played, seed, tuple(rows), without, seen, stopped, hangs, clock.slowest)


def _play_one(
    runners: dict[Rules, LawRunner], rules: Rules, number: int, name: str, starts: Sequence[Position], max_turns: int
) -> bool:
    """Play one of the hands of `check_laws`; return whether it was played to its end."""
    rare = runners[rules].rare
    wanted = _FOR + ", ".join(rare) if rare else ""
    if not starts or number % _START_SHARE != 1:
        late = begins_late(name, _LATE_SHARE)
        full_name = name if number % _RARE_SHARE else name + wanted
        return runners[rules].hand(full_name, max_turns=max_turns, late=late) is not None
    name += FROM_START
    few = random.Random(name).sample(starts, min(len(starts), _STARTS_ASKED))
    start = next((each for each in few if _offers(each, rare)), few[0])
    if start.rules not in runners:
        runners[start.rules] = runners[rules].beside(start.rules)
    return runners[start.rules].hand(name + wanted, max_turns=max_turns, start=start.state) is not None


def _offers(start: Position, wanted: Collection[str]) -> bool:
    """Return whether one of some moves can be made in a start, or listing them crashes: the hand there reports it."""
    try:
        return offers(start.rules, start.state, wanted)
    except Exception:  # noqa: BLE001 - whatever the engine raises in legal play is a fault
        return True
