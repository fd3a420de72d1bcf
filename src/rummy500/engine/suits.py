"""Cutting a suit up into runs, place by place: which runs are open at a place, and how they may go on."""

from __future__ import annotations

from rummy500.melds.shapes import ACE_HIGH
from rummy500.rules import Rules

#: An open run: its cards so far (no more than a run needs are counted), whether one of them is natural, and the last
#: place that it may grow to. Or a stretch that grows up to a meld on the table: 0, where that begins, and the lowest
#: place that it may reach.
OpenRun = tuple[int, int, int]
_Runs = tuple[OpenRun, ...]
#: The runs that are open after a place by number, the natural cards and the jokers that it took.
Step = tuple[int, int, int]

#: Runs on the table: their first and last places, and the lowest and highest that they may grow to.
Lying = tuple[tuple[int, int, int, int], ...]


class RunCutter:
    """The runs of one suit.

    Args:
        rules: the rules.
        copies: how many cards of each rank are at hand.
        lying: the runs of the suit on the table that may be laid off on.

    Attributes:
        least: so many cards make a run.
    """

    __slots__ = ("_copies", "_downs", "_known", "_last_new", "_lowest", "_numbers", "_runs", "_ups", "least")

    def __init__(self, rules: Rules, copies: tuple[int, ...], lying: Lying) -> None:
        natural = rules.finder.natural
        self.least = rules.shapes.run_min
        self._copies = (*copies, copies[0])
        ends = natural.low_ends()
        self._lowest = ends.start
        self._last_new = tuple(natural.last_new_place(place) for place in range(ACE_HIGH + 1))
        #: At each place the runs of the table that may go on there, as open ones.
        self._ups: list[list[OpenRun]] = [[] for _ in range(ACE_HIGH + 2)]
        self._downs: list[OpenRun] = []
        for low, high, first, last in lying:
            if high < last:
                self._ups[high + 1].append((self.least, 1, last))
            if first < low:
                self._downs.append((0, low, first))
        self._runs: list[_Runs] = [()]
        self._numbers: dict[_Runs, int] = {(): 0}
        self._known: dict[tuple[int, int, int, int, OpenRun | None], list[Step]] = {}

    def may_end(self, number: int) -> bool:
        """Whether all of some open runs are complete."""
        return all(length >= self.least and natural for length, natural, _ in self._runs[number])

    def apart(self, number: int) -> list[tuple[OpenRun, int]]:
        """Each of some open runs, alike ones once, and the number of the others."""
        runs = self._runs[number]
        return [
            (run, self._number(runs[:index] + runs[index + 1 :]))
            for index, run in enumerate(runs)
            if not index or run != runs[index - 1]
        ]

    def together(self, number: int, run: OpenRun) -> int:
        """The number of some open runs with one more."""
        return self._number(tuple(sorted((*self._runs[number], run))))

    def new_run(self, place: int) -> OpenRun:
        """A new run before its first card lies at a place."""
        return -1, 0, self._last_new[place]

    def may_begin_down(self, number: int, run: OpenRun) -> bool:
        """Whether beside some open runs a stretch may begin that grows up to a meld of the table."""
        return self._runs[number].count(run) < self._downs.count(run)

    def is_quiet(self, place: int) -> bool:
        """Whether without wild cards no run can be open before a place or after it, and no card lies there."""
        around = (place - 1, place) if place else (place,)
        return not any(self._copies[each] or self._ups[each] for each in around)

    def steps(self, place: int, number: int, held: int, jokers: int, without: OpenRun | None = None) -> list[Step]:
        """How some open runs may go on at a place, and others begin there.

        Args:
            place: from 0, a low ace, to 13, a high one.
            number: the open runs.
            held: the natural cards of the place at hand.
            jokers: the wild cards at hand.
            without: a run of the table, as an open one, that is not to be laid off on.

        Returns:
            The runs that are open then, by number, and the natural cards and jokers used, each choice once.
        """
        key = (place, number, held, jokers, without)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = [(self._number(runs), used, spent) for runs, used, spent in self._ways(*key)]
        return known

    def explain(self, place: int, runs: _Runs, number: int, used: int, spent: int) -> list[tuple[OpenRun | None, bool]]:
        """How open runs have come to be others at a place, where `steps` says that they can.

        Args:
            place: the place.
            runs: the runs that were open, those of the table that may go on there among them.
            number: those that are open then.
            used: the natural cards used.
            spent: the jokers used.

        Returns:
            Of each run what it has grown to, `None` if it has not, and whether by a joker; then those that have begun.
        """
        told = self._explained(place, runs, list(self._runs[number]), used, spent)
        if told is None:
            raise ValueError(f"at place {place} {runs} come not to be {self._runs[number]}")
        return told

    def _explained(
        self, place: int, runs: _Runs, wanted: list[OpenRun], used: int, spent: int
    ) -> list[tuple[OpenRun | None, bool]] | None:
        rest: _Runs = ()
        begun: _Runs
        if runs:
            run, rest = runs[0], runs[1:]
            length, natural, last = run
            if (length >= self.least and natural) or (not length and natural == place):
                told = self._explained(place, rest, wanted, used, spent)
                if told is not None:
                    return [(None, False), *told]
            if (length and place > last) or (not length and natural == place):
                return None
            begun = (run,)
        elif wanted:
            begun = tuple(self._begun(place))
        else:
            return None if used or spent else []
        for run in begun:
            for wild in (False, True):
                if not (spent if wild else used):
                    continue
                more = grown(run, self.least, natural=not wild)
                if more in wanted:
                    left = wanted.copy()
                    left.remove(more)
                    told = self._explained(place, rest, left, used - int(not wild), spent - int(wild))
                    if told is not None:
                        return [(more, wild), *told]
        return None

    def _number(self, runs: _Runs) -> int:
        number = self._numbers.get(runs)
        if number is None:
            number = self._numbers[runs] = len(self._runs)
            self._runs.append(runs)
        return number

    def _ways(
        self, place: int, number: int, held: int, jokers: int, without: OpenRun | None
    ) -> set[tuple[_Runs, int, int]]:
        ways: set[tuple[_Runs, int, int]] = {((), 0, 0)}
        ups = self._ups[place]
        if without in ups:
            ups = ups.copy()
            ups.remove(without)
        for run in (*self._runs[number], *ups):
            length, natural, last = run
            if not length and natural == place:
                continue  # a stretch that has reached its meld
            may_end = length >= self.least and natural
            may_go_on = not length or place <= last
            ways = {
                way
                for runs, used, spent in ways
                for way in (
                    *(((runs, used, spent),) if may_end else ()),
                    *(_further(runs, run, used, spent, held, jokers, self.least) if may_go_on else ()),
                )
            }
        todo = list(ways)
        begun = self._begun(place)
        while todo:
            runs, used, spent = todo.pop()
            for run in begun:
                if not run[0] and runs.count(run) >= self._downs.count(run) - (run == without):
                    continue
                for way in _further(runs, run, used, spent, held, jokers, self.least):
                    if way not in ways:
                        ways.add(way)
                        todo.append(way)
        return {(runs, used, spent) for runs, used, spent in ways if self._can_end(runs, place, jokers - spent)}

    def _begun(self, place: int) -> list[OpenRun]:
        """What may begin at a place, before its first card lies there."""
        begun = [run for run in dict.fromkeys(self._downs) if run[2] <= place < run[1]]
        new = self.new_run(place)
        if self._lowest <= place and place + self.least - 1 <= new[2]:
            begun.append(new)
        return begun

    def _can_end(self, runs: _Runs, place: int, jokers: int) -> bool:
        """Whether the cards after a place might be enough for each of these runs to come to its end."""
        copies = self._copies
        wanted = [0] * len(copies)
        for length, natural, last in runs:
            if not length:
                end = natural
            elif length < self.least:
                end = place + 1 + self.least - length
            else:
                end = place + 1
            if length:
                if end > last + 1:
                    return False
                if not natural and not any(copies[place + 1 : last + 1]):
                    return False
            for each in range(place + 1, end):
                wanted[each] += 1
                if wanted[each] > copies[each]:
                    jokers -= 1
        return jokers >= 0


def _further(
    runs: _Runs, run: OpenRun, used: int, spent: int, held: int, jokers: int, least: int
) -> list[tuple[_Runs, int, int]]:
    """Some runs with one more, which has grown by a card."""
    found: list[tuple[_Runs, int, int]] = []
    if used < held:
        found.append((tuple(sorted((*runs, grown(run, least, natural=True)))), used + 1, spent))
    if spent < jokers:
        found.append((tuple(sorted((*runs, grown(run, least, natural=False)))), used, spent + 1))
    return found


def grown(run: OpenRun, least: int, *, natural: bool) -> OpenRun:
    """An open run with a card more.

    Args:
        run: the run.
        least: so many cards make a run; more are not counted.
        natural: whether the card is a natural one.
    """
    length, some_natural, last = run
    if not length:
        return run
    return min(max(length, 0) + 1, least), 1 if natural else some_natural, last
