"""Cutting a suit up into runs, place by place: which runs are open at a place, and how they may go on."""

from __future__ import annotations

from rummy500.melds.shapes import ACE_HIGH
from rummy500.rules import Rules

#: An open run: its cards so far (no more than a run needs are counted), whether one of them is natural, and the last
#: place that it may grow to. Or a stretch that grows up to a meld on the table: 0, where that begins, and the lowest
#: place that it may reach.
_Run = tuple[int, int, int]
_Runs = tuple[_Run, ...]
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
    """

    __slots__ = ("_copies", "_downs", "_known", "_last_new", "_least", "_lowest", "_numbers", "_runs", "_ups")

    def __init__(self, rules: Rules, copies: tuple[int, ...], lying: Lying) -> None:
        natural = rules.finder.natural
        self._least = rules.shapes.run_min
        self._copies = (*copies, copies[0])
        ends = natural.low_ends()
        self._lowest = ends.start
        self._last_new = tuple(natural.last_new_place(place) for place in range(ACE_HIGH + 1))
        #: At each place the runs of the table that may go on there, as open ones.
        self._ups: list[list[_Run]] = [[] for _ in range(ACE_HIGH + 2)]
        self._downs: list[_Run] = []
        for low, high, first, last in lying:
            if high < last:
                self._ups[high + 1].append((self._least, 1, last))
            if first < low:
                self._downs.append((0, low, first))
        self._runs: list[_Runs] = [()]
        self._numbers: dict[_Runs, int] = {(): 0}
        self._known: dict[tuple[int, int, int, int], list[Step]] = {}

    def may_end(self, number: int) -> bool:
        """Whether all of some open runs are complete."""
        return all(length >= self._least and natural for length, natural, _ in self._runs[number])

    def is_quiet(self, place: int) -> bool:
        """Whether without wild cards no run can be open before a place or after it, and no card lies there."""
        around = (place - 1, place) if place else (place,)
        return not any(self._copies[each] or self._ups[each] for each in around)

    def steps(self, place: int, number: int, held: int, jokers: int) -> list[Step]:
        """How some open runs may go on at a place, and others begin there.

        Args:
            place: from 0, a low ace, to 13, a high one.
            number: the open runs.
            held: the natural cards of the place at hand.
            jokers: the wild cards at hand.

        Returns:
            The runs that are open then, by number, and the natural cards and jokers used, each choice once.
        """
        key = (place, number, held, jokers)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = [(self._number(runs), used, spent) for runs, used, spent in self._ways(*key)]
        return known

    def _number(self, runs: _Runs) -> int:
        number = self._numbers.get(runs)
        if number is None:
            number = self._numbers[runs] = len(self._runs)
            self._runs.append(runs)
        return number

    def _ways(self, place: int, number: int, held: int, jokers: int) -> set[tuple[_Runs, int, int]]:
        ways: set[tuple[_Runs, int, int]] = {((), 0, 0)}
        for run in (*self._runs[number], *self._ups[place]):
            length, natural, last = run
            if not length and natural == place:
                continue  # a stretch that has reached its meld
            may_end = length >= self._least and natural
            may_go_on = not length or place <= last
            ways = {
                way
                for runs, used, spent in ways
                for way in (
                    *(((runs, used, spent),) if may_end else ()),
                    *(_further(runs, run, used, spent, held, jokers, self._least) if may_go_on else ()),
                )
            }
        todo = list(ways)
        begun = self._begun(place)
        while todo:
            runs, used, spent = todo.pop()
            for run in begun:
                if not run[0] and runs.count(run) >= self._downs.count(run):
                    continue
                for way in _further(runs, run, used, spent, held, jokers, self._least):
                    if way not in ways:
                        ways.add(way)
                        todo.append(way)
        return {(runs, used, spent) for runs, used, spent in ways if self._can_end(runs, place, jokers - spent)}

    def _begun(self, place: int) -> list[_Run]:
        """What may begin at a place, before its first card lies there."""
        begun = [run for run in dict.fromkeys(self._downs) if run[2] <= place < run[1]]
        last = self._last_new[place]
        if self._lowest <= place and place + self._least - 1 <= last:
            begun.append((-1, 0, last))
        return begun

    def _can_end(self, runs: _Runs, place: int, jokers: int) -> bool:
        """Whether the cards after a place might be enough for each of these runs to come to its end."""
        copies = self._copies
        wanted = [0] * len(copies)
        for length, natural, last in runs:
            if not length:
                end = natural
            elif length < self._least:
                end = place + 1 + self._least - length
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
    runs: _Runs, run: _Run, used: int, spent: int, held: int, jokers: int, least: int
) -> list[tuple[_Runs, int, int]]:
    """Some runs with one more, which has grown by a card."""
    length, natural, last = run
    found: list[tuple[_Runs, int, int]] = []
    grown = min(max(length, 0) + 1, least)
    if used < held:
        more = (grown, 1, last) if length else run
        found.append((tuple(sorted((*runs, more))), used + 1, spent))
    if spent < jokers:
        more = (grown, natural, last) if length else run
        found.append((tuple(sorted((*runs, more))), used, spent + 1))
    return found
