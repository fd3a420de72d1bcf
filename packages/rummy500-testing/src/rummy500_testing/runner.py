"""Play random hands and check laws on every state, every action, the whole hand and its count in a match."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn, TypeVar

from rummy500.actions import Action
from rummy500.engine.step import is_over
from rummy500.errors import IllegalActionError
from rummy500.game.match import Match
from rummy500.inputs import at_least
from rummy500.rules.rules import Rules
from rummy500.state import State
from rummy500_testing.late_positions import late_position
from rummy500_testing.law import Fault, Law, LawBroken, Subject, crash_text, refused_as_done
from rummy500_testing.laws import laws_for
from rummy500_testing.laws.matches import count_hand
from rummy500_testing.play import MAX_TURNS, Game, random_game
from rummy500_testing.snapshot import Counted, Snapshot, Step, snapshot_of

#: In a long run costly laws check one state in this many.
EVERY: Final = 50
#: The law that is broken if play itself raises an error; no function checks it.
NO_CRASH: Final = ("nothing crashes", "Legal play raises no error.")

S = TypeVar("S")

#: Is called with each broken law; it may raise it.
OnBroken = Callable[[LawBroken], None]


def _raise(broken: LawBroken) -> NoReturn:
    raise broken


class LawRunner:
    """Checks laws on hands under some rules; the hands are counted in one match after the other.

    Cheap laws check every state and every action. Costly laws check the first and the last state of each hand and one
    state in `every`, counted from a random place. They also check the first state of each phase, the first action of
    each kind (its verb and suffix), and the state after it, so that they miss no short phase and no rare move.

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
    ) -> None:
        """Begin a runner.

        Args:
            rules: the rules in force.
            laws: the laws to ask; by default those of rummy500 and of the plugins in play.
            every: costly laws check one state and action in this many, at least 1.
            on_broken: is called with each broken law, which is not asked again; raises it by default.
            match: the match in which the first hand is played; its first hand by default, dealt by a random seat.

        Raises:
            ValueError: if `every` is less than 1.
            ComposeError: if the laws of a plugin in play do not load.
        """
        at_least(1, every=every)
        self.asked = Counter[str]()
        self.skipped = Counter[str]()
        self._rules = rules
        self._on_broken = on_broken
        self._every = every
        self._by_subject: dict[type[Any], list[Law[Any]]] = {}
        for law in laws_for(rules) if laws is None else laws:
            self._by_subject.setdefault(law.of, []).append(law)
        self._phases: set[str] = set()
        self._kinds: set[tuple[str, ...]] = set()
        self._match = match
        self._last: State | None = None

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
    ) -> Game | None:
        """Play a random hand and check the laws on it.

        Args:
            name: a name for the hand; after the same hands the same name plays the same hand.
            max_turns: after so many turns the hand is cut off; 1 or more.
            watch: gets each state before the laws are checked.
            late: begin near the end of a hand, with few cards in hands and melds on the table.

        Returns:
            The hand; `None` if playing it crashed and `on_broken` keeps that.

        Raises:
            LawBroken: by the first law that does not hold, unless `on_broken` keeps it.
            ValueError: if `max_turns` is less than 1.
        """
        at_least(1, max_turns=max_turns)
        seeds, states = random.Random(f"{name} laws"), 0
        offset = random.Random(f"{name} offset").randrange(self._every)
        after_new = True  # the first state of a hand is checked like the state after a new kind of action

        def costly_now() -> bool:
            return states % self._every == offset

        def look(state: State) -> Sequence[Action]:
            nonlocal states, after_new
            states += 1
            self._last = state
            if watch is not None:
                watch(state)
            snapshot = snapshot_of(self._rules, state, f"{seeds.getrandbits(64):x}")
            new = _is_new(state.public.phase, self._phases) or after_new
            after_new = False
            self._ask(Snapshot, snapshot, costly=new or costly_now() or is_over(state))
            return snapshot.listed

        def saw(before: State, action: Action, after: State) -> None:
            nonlocal after_new
            step = Step(self._rules, before, action, after, f"{seeds.getrandbits(64):x}")
            after_new = _is_new((action.verb, *action.extra[:1]), self._kinds)
            self._ask(Step, step, costly=after_new or costly_now())

        try:
            begin = late_position if late else None
            game = random_game(
                self._rules,
                random.Random(name),
                max_turns=max_turns,
                look=look,
                begin=begin,
                saw=saw,
                name=name,
                match=None if self._match is None else self._match.so_far,
            )
            self._ask(Game, game, costly=True)
            if is_over(game.states[-1]):
                self._count(game.states[-1])
        except LawBroken:
            raise
        except Exception as error:  # noqa: BLE001 - whatever the engine raises in legal play is a fault
            self._crashed(error, name)
            return None
        return game

    def _count(self, hand: State) -> None:
        counted = count_hand(self._rules, self._match or Match(hand.public.match), hand)
        self._match = None if counted.after.is_over else counted.after
        self._ask(Counted, counted, costly=True)

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
            try:
                looked = law.check(subject)
            except LawBroken as broken:
                self.asked[law.name] += 1
                self._on_broken(broken)
                self._by_subject[kind].remove(law)
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
        max_turns: after so many turns the hand is cut off; 1 or more.
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
    if game is None:  # only a runner that collects broken laws returns none
        raise RuntimeError("a law was broken and nothing was raised")
    return game
