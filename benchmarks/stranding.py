"""Measures the cost of deciding whether a turn can still end: in random play, under each option, and at worst.

    uv run --all-packages python -m benchmarks.stranding --only presets plugins --hands 1000
    uv run --all-packages python -m benchmarks.stranding --only options --hands 100
    uv run --all-packages python -m benchmarks.stranding --only worst --hands 100 --minutes 10
    uv run --all-packages python -m benchmarks.stranding --show "pagat +oklahoma" 17

`turn.no-stranding` is decided by a search with a limit (`rummy500/engine/stranding.py`). `presets`, `plugins` and
`options` play random hands and count the questions that the engine asks the search: how many, the plays that the
dearest one generates, and how many reach the limit, so that their answer is unknown. `worst` looks for hands in which
one answer takes long: one `why_not`, the next element of the list, the next of `.plain()`.

The same seed plays the same hands, whatever the number of processes. Ctrl-C, or the end of `--minutes`, prints what has
been found so far. `--show` plays one hand again and prints the position of its dearest question.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from itertools import repeat
from math import inf
from pathlib import Path
from typing import Any, Final, TypeVar

import attrs
from benchmarks.contestants.of_rummy500 import after_chance, installed_plugins
from benchmarks.report import table
from benchmarks.stranding_worst import QUESTIONS, ROUND, WANTED, Answer, position_text, search

import rummy500 as r5
from rummy500.engine.stranding import LIMIT, StrandingSearch
from rummy500.rules.options import CORE_OPTIONS, DEFAULT_PRESET, OptionValue
from rummy500.state import View
from rummy500_testing.available import own_options, presets, setting_text, values
from rummy500_testing.perft import number_from

PARTS: Final = ("presets", "plugins", "options", "worst")

#: Seats that play, hand by hand.
_SEATS: Final = (2, 3, 4, 5)
#: With more wild cards in the pack, random play chooses from `.plain()`.
_FEW_WILD: Final = 2
#: Hands that a process plays before it reports.
_BATCH: Final = 100
#: Options that change nothing in a hand.
_OF_THE_MATCH: Final = ("deal.next-dealer", "match.target", "match.reached")
#: Opening minimums that are tried beside those of `values`.
_MINIMUMS: Final = (60, 120, 200)
#: Two packs with four jokers each: the search has most to do there.
_MANY_JOKERS: Final[tuple[tuple[str, OptionValue], ...]] = (("deck.packs", 2), ("deck.jokers", 4))

Setting = tuple[str, OptionValue]


@attrs.frozen
class RuleSet:
    """Rules that are played.

    Attributes:
        preset: the preset.
        plugins: the plugins with it.
        settings: the options that are set beside them.
    """

    preset: str = DEFAULT_PRESET
    plugins: tuple[str, ...] = ()
    settings: tuple[Setting, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.preset, *(f"+{each}" for each in self.plugins), *map(setting_text, self.settings)])

    @property
    def composed(self) -> tuple[r5.Rules, ...]:
        """The rules for each number of seats that may play them."""
        return _composed(self)


_DRAWN: Final[Setting] = ("discard.barred", "drawn")
_REQUIRED: Final[Setting] = ("out.discard", "required")
#: Where dear answers are looked for `stranding_worst` replaces an opening minimum by one that is hard to reach.
_MINIMUM: Final[Setting] = ("meld.first-minimum", 200)
#: Rules under which dear answers are looked for.
_HARD: Final = (
    RuleSet("classic", settings=(*_MANY_JOKERS, _MINIMUM)),
    RuleSet("classic", settings=(*_MANY_JOKERS, _MINIMUM, ("meld.layoff", "own"))),
    RuleSet("family", settings=(*_MANY_JOKERS, _MINIMUM)),
    RuleSet("family", settings=_MANY_JOKERS),
    RuleSet("pagat", settings=(*_MANY_JOKERS, _MINIMUM, _REQUIRED)),
    RuleSet("pagat", settings=(*_MANY_JOKERS, _DRAWN, _REQUIRED)),
    RuleSet("north-american", settings=(*_MANY_JOKERS, _MINIMUM)),
    RuleSet("north-american", settings=(*_MANY_JOKERS, _DRAWN)),
    RuleSet("classic", ("oklahoma",), (_MINIMUM,)),
    RuleSet("pagat", ("oklahoma",), (("oklahoma.jokers", 4),)),
    RuleSet("pagat", ("dealers-gambit",), (("dealers-gambit.jokers", 4), _DRAWN)),
    RuleSet("pagat", ("floating",), (("floating.last-discard", "unplayable"),)),
)


@cache
def _composed(rule_set: RuleSet) -> tuple[r5.Rules, ...]:
    found: list[r5.Rules] = []
    for seats in _SEATS:
        try:
            found.append(r5.compose(rule_set.preset, rule_set.plugins, dict(rule_set.settings), seats=seats))
        except r5.ComposeError:
            continue  # not for so many, or the value does not go with the rest
    return tuple(found)


def rule_sets(part: str) -> list[RuleSet]:
    """List the rules of a part: each preset, each plugin, each value of each option, or hard rules."""
    if part == "presets":
        return [RuleSet(preset) for preset in presets()]
    if part == "plugins":
        return [RuleSet(plugins=(name,)) for name in installed_plugins()]
    if part == "worst":
        return [each for each in _HARD if {*each.plugins} <= {*installed_plugins()} and each.composed]
    bases = [RuleSet("classic"), RuleSet("wikipedia"), RuleSet("classic", ("oklahoma",))]
    found = [
        attrs.evolve(base, settings=(setting,))
        for base in bases
        if base.preset in presets() and set(base.plugins) <= set(installed_plugins())
        for setting in (*_settings(CORE_OPTIONS.values()), *(("meld.first-minimum", points) for points in _MINIMUMS))
        if setting[0] not in _OF_THE_MATCH
    ]
    found += [
        RuleSet(plugins=(name,), settings=(setting,))
        for name in installed_plugins()
        for setting in _settings(own_options(name))
    ]
    found += [
        RuleSet(preset, settings=(*_MANY_JOKERS, *more, ("meld.first-minimum", points)))
        for preset, more in (
            ("classic", (("draw.top", "free"),)),
            ("classic", (("draw.top", "must-meld"),)),
            ("family", ()),
        )
        for points in (0, *_MINIMUMS)
    ]
    return [each for each in found if each.composed]


def _settings(options: Any) -> Iterator[Setting]:
    for option in options:
        for value in values(option):
            yield option.name, value


# ------------------------------------------------------------------ random hands


@attrs.frozen
class Question:
    """The dearest question of some hands.

    Attributes:
        cost: the plays that it generates, counted as if nothing were remembered.
        hand: the number of the hand.
        decision: how many decisions had been made in it when the question was asked.
    """

    cost: int = 0
    hand: int = 0
    decision: int = 0


@attrs.frozen
class Tally:
    """The questions of random hands.

    Attributes:
        hands: how many.
        decisions: how many decisions were made in them.
        questions: questions asked of the search.
        searched: those of them that were not decided at once, by a free card or by a bound.
        unknown: those that reached the limit.
        dearest: the dearest one; of several the first.
    """

    hands: int = 0
    decisions: int = 0
    questions: int = 0
    searched: int = 0
    unknown: int = 0
    dearest: Question = Question()

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.hands + other.hands,
            self.decisions + other.decisions,
            self.questions + other.questions,
            self.searched + other.searched,
            self.unknown + other.unknown,
            other.dearest if other.dearest.cost > self.dearest.cost else self.dearest,
        )


#: Called with the answer to each question, and the plays that it generated.
_Asked = Callable[[tuple[bool | None, int]], None]


@contextmanager
def listening(asked: _Asked) -> Iterator[None]:
    """Call a function for each question that `StrandingSearch` answers in this process meanwhile."""
    answer = StrandingSearch.answer

    def answer_and_report(
        self: StrandingSearch, view: View, *, after_a_play: bool = False, limit: int | None = None
    ) -> tuple[bool | None, int]:
        found = answer(self, view, after_a_play=after_a_play, limit=limit)
        asked(found)
        return found

    StrandingSearch.answer = answer_and_report  # type: ignore[method-assign]
    try:
        yield
    finally:
        StrandingSearch.answer = answer  # type: ignore[method-assign]


def states_of(rule_set: RuleSet, hand: int, seed: int) -> Iterator[tuple[r5.Rules, r5.State, Sequence[r5.Action]]]:
    """Play a random hand; gives each position with a decision, and its legal actions once they are listed.

    Args:
        rule_set: what is played.
        hand: the number of the hand, which chooses the number of seats as well.
        seed: another seed plays other hands.
    """
    choices = rule_set.composed
    rules = choices[hand % len(choices)]
    rng = random.Random(f"{seed} {rule_set} {hand}")
    plain = sum(card in rules.melding.shapes.wilds for card in rules.deal.pack) > _FEW_WILD
    state = r5.deal(rules, seed=rng.getrandbits(63), dealer=rng.randrange(rules.seats))
    while not r5.is_over(state):
        actions = r5.legal_actions(rules, state)
        legal = list(actions.plain() if plain else actions)
        if not legal:
            state = after_chance(rules, state, rng)
            continue
        yield rules, state, legal
        action = r5.resolve_chance(rules, state, legal[int(rng.random() * len(legal))], rng)
        state = r5.apply(rules, state, action)


def play_hands(rule_set: RuleSet, hands: range, seed: int) -> Tally:
    """Play random hands, and count what they ask."""
    found = Tally(hands=len(hands))
    decisions = questions = searched = unknown = 0
    dearest = Question()
    hand = decision = 0

    def asked(found: tuple[bool | None, int]) -> None:
        nonlocal questions, searched, unknown, dearest
        answer, cost = found
        questions += 1
        searched += cost > 0
        unknown += answer is None
        if cost > dearest.cost:
            dearest = Question(cost, hand, decision)

    with listening(asked):
        for hand in hands:
            decision = 0
            for _ in states_of(rule_set, hand, seed):
                decision += 1
            decisions += decision
    return attrs.evolve(
        found, decisions=decisions, questions=questions, searched=searched, unknown=unknown, dearest=dearest
    )


def batches(hands: int) -> list[range]:
    """The numbers of so many hands, in batches."""
    return [range(first, min(first + _BATCH, hands)) for first in range(0, hands, _BATCH)]


def report(title: str, found: dict[RuleSet, Tally]) -> Iterator[str]:
    """A table of the tallies, line by line."""
    head = ("rules", "hands", "decisions", "questions", "searched", "dearest", "of the limit", "hand", "unknown")
    rows = [
        [
            str(rule_set),
            f"{each.hands:,}",
            f"{each.decisions:,}",
            f"{each.questions:,}",
            f"{each.searched:,}",
            f"{each.dearest.cost:,}",
            f"{each.dearest.cost / LIMIT:.3f}",
            f"{each.dearest.hand}, decision {each.dearest.decision}" if each.dearest.cost else "-",
            f"{each.unknown:,}",
        ]
        for rule_set, each in found.items()
    ]
    yield from table(f"{title}; the limit is {LIMIT}", head, rows)


# ------------------------------------------------------------------ the dearest answers


def look_at(rule_set: RuleSet, number: int, seed: int) -> dict[str, Answer]:
    """One round of the search for dear answers under some rules, with the fewest seats that play them."""
    return search(rule_set.composed[0], number, seed)


def worst_report(found: dict[RuleSet, dict[str, Answer]], looked_at: dict[RuleSet, int]) -> Iterator[str]:
    """A table of the dearest answers, and the position of the dearest of all, line by line."""
    rows = [
        [
            str(rule_set),
            f"{looked_at[rule_set]:,}",
            *(f"{1000 * answers[question].seconds:.1f}" for question in QUESTIONS),
        ]
        for rule_set, answers in found.items()
    ]
    head = ("rules", "positions", *QUESTIONS)
    yield from table(f"worst: CPU ms of the dearest answer; at most {1000 * WANTED:.0f} are wanted", head, rows)
    answers = [(answer, question) for each in found.values() for question, answer in each.items()]
    if answers:
        dearest, question = max(answers, key=lambda each: each[0].seconds)
        yield f"\n# {question}, answer {dearest.step}: {1000 * dearest.seconds:.1f} ms\n{dearest.position}"


def show(name: str, hand: int, seed: int) -> str:
    """The position in which the dearest question of a hand was asked, as text."""
    known = {str(each): each for part in PARTS[:3] for each in rule_sets(part)}
    if name not in known:
        raise r5.ComposeError(f"no rules of this benchmark are called {name!r}")
    question = play_hands(known[name], range(hand, hand + 1), seed).dearest
    rules, state, _ = list(states_of(known[name], hand, seed))[question.decision]
    return f"# {question.cost} plays\n{position_text(rules, state)}"


_Work = TypeVar("_Work")
_Result = TypeVar("_Result")


class Crew:
    """Does work in this process or in others, until the time is over or Ctrl-C is pressed.

    Args:
        processes: how many; 1 works in this process.
        seconds: how long.
        seed: given to all work.
    """

    def __init__(self, processes: int, seconds: float, seed: int) -> None:
        self._pool = _pool(processes) if processes > 1 else None
        self._until = time.monotonic() + seconds
        self._seed = seed
        self.stopped = False

    def each(
        self, work: Callable[[RuleSet, _Work, int], _Result], sets: Sequence[RuleSet], shares: Sequence[_Work]
    ) -> Iterator[tuple[RuleSet, _Result]]:
        """Do each share of the work with each rule set, the rule sets by turns, and give the results in that order."""
        asked = [(rule_set, share) for share in shares for rule_set in sets]
        run = map if self._pool is None else self._pool.map
        try:
            done = run(work, *zip(*asked, strict=True), repeat(self._seed))
            for (rule_set, _), result in zip(asked, done, strict=True):
                yield rule_set, result
                if time.monotonic() > self._until:
                    self.stopped = True
                    return
        except KeyboardInterrupt:
            self.stopped = True

    def close(self) -> None:
        """End the other processes; they finish what they have begun."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _pool(processes: int) -> Executor:
    """So many processes, which leave Ctrl-C to this one."""
    return ProcessPoolExecutor(processes, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, search, and print tables in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART", help=", ".join(PARTS))
    parser.add_argument(
        "--hands", type=number_from(1), default=100, help="hands of each rule set, or positions (default 100)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=number_from(1), default=1)
    parser.add_argument("--minutes", type=float, default=inf, help="stop after so many minutes")
    parser.add_argument("--show", nargs=2, metavar=("RULES", "HAND"), help="print a position of a table's row")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures")
    given = parser.parse_args(arguments)
    if r5.COMPILED:
        parser.error("the questions of the compiled engine cannot be counted")
    if given.show:
        print(show(given.show[0], int(given.show[1]), given.seed))
        return 0
    crew = Crew(given.processes, given.minutes * 60, given.seed)
    data: dict[str, Any] = {"limit": LIMIT, "seed": given.seed}
    for part in given.only:
        tell(part)
        data[part] = (report_worst if part == "worst" else report_hands)(crew, part, given.hands)
        if crew.stopped:
            tell("stopped before the end")
            break
    crew.close()
    if given.json is not None:
        given.json.write_text(json.dumps(data, indent=2) + "\n", "utf-8")
    return 0


def report_hands(crew: Crew, part: str, hands: int) -> dict[str, Any]:
    """Play the random hands of a part, print its table, and give its figures."""
    found: dict[RuleSet, Tally] = {}
    for rule_set, tally in crew.each(play_hands, rule_sets(part), batches(hands)):
        found[rule_set] = found.get(rule_set, Tally()) + tally
    print(*report(part, found), sep="\n", flush=True)
    return {str(rule_set): attrs.asdict(tally) for rule_set, tally in found.items()}


def report_worst(crew: Crew, part: str, hands: int) -> dict[str, Any]:
    """Look for dear answers, print a table, and give its figures."""
    found: dict[RuleSet, dict[str, Answer]] = {}
    looked_at: Counter[RuleSet] = Counter()
    for rule_set, answers in crew.each(look_at, rule_sets(part), range(-(-hands // ROUND))):
        looked_at[rule_set] += ROUND
        known = found.setdefault(rule_set, answers)
        for question, answer in answers.items():
            known[question] = max(known[question], answer, key=lambda each: each.seconds)
    print(*worst_report(found, looked_at), sep="\n", flush=True)
    return {
        str(rule_set): {question: attrs.asdict(answer) for question, answer in answers.items()}
        for rule_set, answers in found.items()
    }


def tell(text: str) -> None:
    """Report progress, beside the tables."""
    print(text, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
