"""Check all laws under some rules and report the results as a table."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, Final

import attrs

from rummy500.errors import Rummy500Error
from rummy500.inputs import at_least
from rummy500.rules.rules import Rules
from rummy500_testing.late_positions import begins_late
from rummy500_testing.law import HANDS, Law, LawBroken
from rummy500_testing.laws import laws_for
from rummy500_testing.play import MAX_TURNS
from rummy500_testing.runner import NO_CRASH, LawRunner

#: With few hands costly laws check one state in this many, more often than in a long run.
EVERY_OF_FEW: Final = 10
#: The share of hands that begin close to their end, which random play rarely reaches.
_LATE_SHARE: Final = 0.3


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
    """

    rules: Rules
    hands: int
    seed: int | str
    rows: tuple[LawRow, ...]
    without_laws: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Return whether every law held."""
        return not self.broken

    @property
    def broken(self) -> tuple[LawBroken, ...]:
        """List the broken laws."""
        return tuple(row.broken for row in self.rows if row.broken is not None)

    def require(self) -> None:
        """Raise an error unless every law held.

        Raises:
            LawsBroken: if one did not; its text is the whole report.
        """
        if self.broken:
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
        """Name the rules, the number of hands, and whether every law held."""
        broken = len(self.broken)
        held = "every law held" if not broken else f"{broken} law{'s' if broken > 1 else ''} broken"
        hands = "1 hand" if self.hands == 1 else f"{self.hands} hands"
        return f"{self.rules!r}: {hands} from seed {self.seed}, {held}"

    def __str__(self) -> str:
        """Format the table and the plugins without laws, or each broken law with a scenario that shows it."""
        if self.broken:
            return "\n\n".join([self.headline, *map(str, self.broken)])
        without = f"\nPlugins without laws of their own: {', '.join(self.without_laws)}" if self.without_laws else ""
        return f"{self.headline}\n{self.table}{without}"


class LawsBroken(Rummy500Error):  # noqa: N818 - the name says what happened
    """Raised if laws do not hold; its text reports all laws, with a scenario for each broken one."""


def check_laws(
    rules: Rules,
    *,
    hands: int = HANDS,
    seed: int | str = 0,
    laws: Sequence[Law[Any]] | None = None,
    every: int = EVERY_OF_FEW,
    max_turns: int = MAX_TURNS,
) -> LawReport:
    """Play random hands and check laws on them.

    Each law is asked until it is broken, so that one report names every law that does not hold. Some of the hands begin
    close to their end, with few cards in hands and melds on the table.

    Args:
        rules: the rules in force.
        hands: how many hands are played; 1 or more.
        seed: the same seed plays the same hands and asks the same questions; any text, or a number, 0 or more.
        laws: the laws to ask; by default those of rummy500 and of the plugins in play.
        every: costly laws check one state in this many, and each new kind of state or action; at least 1.
        max_turns: after this many turns a hand is cut off; 1 or more.

    Returns:
        The result of each law.

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
    at_least(1, hands=hands, every=every, max_turns=max_turns)
    hands, every, max_turns = index(hands), index(every), index(max_turns)
    if not isinstance(seed, str):
        at_least(0, seed=seed)
        seed = index(seed)  # a number of another type may have no text of its own
    every_law = laws_for(rules) if laws is None else laws
    found: dict[str, LawBroken] = {}

    def collect(broken: LawBroken) -> None:
        found.setdefault(broken.law, broken)

    runner = LawRunner(rules, every_law, every=every, on_broken=collect)
    runner.rules()
    played = 0
    for number in range(hands):
        name = f"{seed} {number}"
        late = begins_late(name, _LATE_SHARE)
        if runner.hand(name, max_turns=max_turns, late=late) is None:
            break
        played += 1
    name, statement = NO_CRASH
    asked, skipped = runner.asked, runner.skipped
    rows = [
        LawRow(law.name, law.statement, asked[law.name], found.get(law.name), skipped[law.name]) for law in every_law
    ]
    rows.append(LawRow(name, statement, min(played + (name in found), hands), found.get(name)))
    stated = {law.plugin for law in every_law}
    without = tuple(name for name, _ in rules.identity.plugins if name not in stated)
    return LawReport(rules, played, seed, tuple(rows), without)
