"""Play random hands of one set of rules under the laws; a worker of the matrix plays one setup at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import attrs
from tests.laws.core import CORE_LAWS
from tests.laws.kit.cookbook import passed
from tests.laws.kit.plugin_laws import plugin_laws

from proofs.matrix.combinations import Setup
from rummy500.hooks.compose import compose
from rummy500.rules.state import State
from rummy500_testing.available import Setting
from rummy500_testing.checking import LawRunner
from rummy500_testing.law import LawBroken
from rummy500_testing.laws import laws_for
from rummy500_testing.play import MAX_TURNS
from rummy500_testing.positions import begins_late

#: The share of hands that begin close to their end, which random play rarely reaches.
_LATE_SHARE: Final = 0.2


@attrs.define
class Tally:
    """The result of hands under one set of rules.

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


def play_hands(
    setup: Setup, options: Sequence[Setting], hands: int, *, seed: int, every: int, of_rules: bool = True
) -> Tally:
    """Play hands under one set of rules; stops at the first broken law.

    Args:
        setup: the preset, seats and plugins.
        options: the options that are set.
        hands: how many; their numbers and the seed determine them.
        seed: the seed of the run, 0 or more.
        every: costly laws check one state in this many.
        of_rules: whether the laws of rules are checked, too; once is enough for hands of one kind.

    Raises:
        ValueError: if `every` is less than 1.
        ComposeError: if the rules are refused, or the laws of a plugin in play do not load.
    """
    rules = compose(setup.preset, passed(setup.plugins), dict(options), seats=setup.seats)
    tally, what = Tally(), "the rules"
    runner = LawRunner(rules, laws_for(rules, (*CORE_LAWS, *plugin_laws())), every=every)

    def watch(_: State) -> None:
        tally.states += 1

    try:
        if of_rules:
            runner.rules()
        for number in range(hands):
            what = f"hand {number}"
            name = " ".join(map(str, (seed, setup.preset, setup.seats, *setup.plugins, *options, number)))
            game = runner.hand(name, max_turns=MAX_TURNS, watch=watch, late=begins_late(name, _LATE_SHARE))
            if game is not None:  # it is one, because this runner raises broken laws
                tally.hands += 1
                tally.ends[game.how] += 1
    except LawBroken as error:
        tally.broken = f"{what} of {setup.preset} with {setup.seats} seats, seed {seed}\n{error}"
    return tally
