"""Play random hands of one set of rules under the laws; a worker of the matrix plays one job at a time."""

from __future__ import annotations

from collections import Counter

import attrs
from tests.core_laws import CORE_LAWS
from tests.kit.cookbook import passed
from tests.kit.plugin_laws import plugin_laws

from rummy500.hooks.compose import compose
from rummy500.rules.options import OptionValue
from rummy500.state import State
from rummy500_testing.checking import LawRunner
from rummy500_testing.law import LawBroken
from rummy500_testing.laws import laws_for
from rummy500_testing.positions import begins_late


@attrs.frozen
class Job:
    """Some hands under one set of rules, for one worker.

    Attributes:
        preset: their preset.
        seats: the number of seats.
        plugins: the plugins in play.
        options: the options that are set, as pairs.
        numbers: the numbers of the hands, which together with the seed determine them.
        seed: the seed of the run, 0 or more.
        every: costly laws check one state in this many.
        max_turns: longer hands are cut off.
        late: the share of hands that begin close to their end, which random play rarely reaches.
        of_rules: whether the laws of rules are checked, too; once is enough for hands of one kind.
    """

    preset: str
    seats: int
    plugins: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...]
    numbers: range
    seed: int
    every: int
    max_turns: int
    late: float = 0
    of_rules: bool = True


@attrs.define
class Tally:
    """The result of the hands of a job.

    Attributes:
        hands: the number of hands.
        states: the number of states that the laws checked.
        ends: how they ended, by the value of `PublicState.ended`; `cut` for those that were cut off.
        broken: the first broken law with its scenario, empty if none broke.
    """

    hands: int = 0
    states: int = 0
    ends: Counter[str] = attrs.field(factory=Counter[str])
    broken: str = ""

    def add(self, other: Tally) -> None:
        """Count another tally into this one."""
        self.hands += other.hands
        self.states += other.states
        self.ends += other.ends
        self.broken = self.broken or other.broken


def play_hands(job: Job) -> Tally:
    """Play the hands of a job; stops at the first broken law.

    Args:
        job: the job.

    Raises:
        ValueError: if `every` or `max_turns` of it is less than 1.
        ComposeError: if its rules are refused, or the laws of a plugin in play do not load.
    """
    rules = compose(job.preset, passed(job.plugins), dict(job.options), seats=job.seats)
    tally = Tally()
    runner = LawRunner(rules, laws_for(rules, (*CORE_LAWS, *plugin_laws())), every=job.every)

    def watch(_: State) -> None:
        tally.states += 1

    try:
        if job.of_rules:
            runner.rules()
    except LawBroken as error:
        return _broken(tally, job, "the rules", error)
    for number in job.numbers:
        name = " ".join(map(str, (job.seed, job.preset, job.seats, *job.plugins, *job.options, number)))
        late = begins_late(name, job.late)
        try:
            game = runner.hand(name, max_turns=job.max_turns, watch=watch, late=late)
        except LawBroken as error:
            return _broken(tally, job, f"hand {number}", error)
        if game is not None:  # it is one, because this runner raises broken laws
            tally.hands += 1
            tally.ends[game.how] += 1
    return tally


def _broken(tally: Tally, job: Job, what: str, error: LawBroken) -> Tally:
    tally.broken = f"{what} of {job.preset} with {job.seats} seats, seed {job.seed}\n{error}"
    return tally
