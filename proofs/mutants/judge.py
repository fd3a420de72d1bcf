"""Judge mutants by the tests that pytest has collected: a fork for each mutant, the likeliest tests first."""

from __future__ import annotations

import functools
import gc
import json
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
import types
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NoReturn

import attrs
import pytest

from proofs.mutants.listed import JUDGING, Mutant, StaleError, functions, lines_of, mutated, path_of

#: A test fails that takes so many times its usual processor time, and some seconds more: some mutants never end.
_PATIENCE: Final = 5
_GRACE: Final = 2.0
#: A mutant that fills the memory of the machine is found, too.
_MEMORY: Final = 4 << 30
#: So many tests in a fork while it is asked which test runs which function; few, so that both cores end together.
_SHARE: Final = 200


@attrs.frozen
class Verdict:
    """The verdict of the tests on one mutant.

    Attributes:
        mutant: the mutant; `found` names the test that found it this time, if one did.
        killed: whether a test failed.
        ran: the number of tests that were run.
        covering: the number of tests that run its function.
    """

    mutant: Mutant
    killed: bool
    ran: int
    covering: int

    @property
    def outcome(self) -> str:
        """The verdict in a word."""
        if self.killed:
            return "found"
        return "explained" if self.mutant.explained else "SURVIVED"


class Judge:
    """A pytest plugin that judges mutants instead of running the tests."""

    def __init__(self, mutants: Sequence[Mutant], *, workers: int, seconds: float) -> None:
        """Prepare the judge.

        Args:
            mutants: the mutants.
            workers: the number of processes that run at a time.
            seconds: the most processor time for each mutant; one that lives longer has survived.
        """
        self.mutants = mutants
        self.workers = workers
        self.seconds = seconds
        self.verdicts: list[Verdict] = []
        self._failed = False
        self._functions: list[types.FunctionType] = []

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note that a test, or a fixture of it, has failed."""
        self._failed = self._failed or report.outcome == "failed"

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """See which tests run which function, then judge one mutant after another."""
        began = time.monotonic()
        session.config.pluginmanager.unregister(name="terminalreporter")  # what forks run is not printed
        for file in {mutant.file for mutant in self.mutants}:  # some are only imported in use, which is too late
            module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            import_module(module if file == JUDGING else f"rummy500.{module}")
        self._functions = [each for each in gc.get_objects() if isinstance(each, types.FunctionType)]
        gc.freeze()  # else a collection in a fork would copy every page
        shares = [session.items[place : place + _SHARE] for place in range(0, len(session.items), _SHARE)]
        times: dict[str, float] = {}
        covering: defaultdict[str, list[str]] = defaultdict(list)
        for seen in self._forked(self._observe, shares):
            for test, (seconds, ran) in (seen or {}).items():
                times[test] = seconds
                for function in ran:
                    covering[function].append(test)
        _tell(f"{len(times)} tests, {sum(times.values()):.0f} s of processor time, {time.monotonic() - began:.0f} s")
        items = {item.nodeid: item for item in session.items}
        limits = {test: seconds * _PATIENCE + _GRACE for test, seconds in times.items()}

        def judge(mutant: Mutant) -> tuple[str, int]:
            tests = sorted(covering[_key(mutant)], key=lambda test: (test != mutant.found, times[test]))
            return self._judge(mutant, [items[test] for test in tests], limits)

        for mutant, answer in zip(self.mutants, self._forked(judge, self.mutants), strict=True):
            if isinstance(answer, dict):
                raise StaleError(answer["stale"])
            test, ran = answer or (mutant.found, 1)  # the mutant has killed its fork
            named = attrs.evolve(mutant, found=test) if test else mutant
            verdict = Verdict(named, answer is None or bool(test), ran, len(covering[_key(mutant)]))
            self.verdicts.append(verdict)
            _tell(f"{verdict.outcome}, {ran} of {verdict.covering} tests: {mutant}")
        _tell(f"{time.monotonic() - began:.0f} s in all")
        return True

    def _observe(self, items: Sequence[pytest.Item]) -> dict[str, tuple[float, list[str]]]:
        """Run tests, and return the time of each one that passes and the functions that it runs."""
        names = _names_of_code({mutant.file for mutant in self.mutants})
        monitoring: Any = getattr(sys, "monitoring")  # noqa: B009 - of Python 3.12; the types are those of 3.11
        ran: set[str] = set()

        def begun(code: types.CodeType, _: int) -> object:
            name = names.get((code.co_filename, code.co_firstlineno))
            if name is not None:
                ran.add(name)
            return monitoring.DISABLE  # once for each test is enough

        monitoring.use_tool_id(monitoring.PROFILER_ID, __name__)
        monitoring.register_callback(monitoring.PROFILER_ID, monitoring.events.PY_START, begun)
        monitoring.set_events(monitoring.PROFILER_ID, monitoring.events.PY_START)
        seen: dict[str, tuple[float, list[str]]] = {}
        for item, following in _pairs(items):
            ran.clear()
            monitoring.restart_events()
            began = time.process_time()
            if self._passes(item, following, 0):
                seen[item.nodeid] = time.process_time() - began, sorted(ran)
            else:
                _tell(f"left out, since it fails without a mutant: {item.nodeid}")
        return seen

    def _judge(self, mutant: Mutant, items: Sequence[pytest.Item], limits: dict[str, float]) -> tuple[str, int]:
        """Plant a mutant and run tests until one fails; return its name, empty if none did, and how many ran."""
        _plant(mutant, self._functions)
        began = time.process_time()
        for number, (item, following) in enumerate(_pairs(items), 1):
            if not self._passes(item, following, limits[item.nodeid]):
                return item.nodeid, number
            if time.process_time() - began > self.seconds:
                return "", number
        return "", len(items)

    def _passes(self, item: pytest.Item, following: pytest.Item | None, seconds: float) -> bool:
        """Run a test; it fails after some seconds of processor time, if a number is given."""
        self._failed = False
        signal.signal(signal.SIGVTALRM, _end)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        if seconds:  # no signal ends `7 ** 10 ** 9`, only the system does
            resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds + _GRACE), -1))
        try:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        except BaseException:  # noqa: BLE001 - a mutant may raise anything, between two tests, too
            return False
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        return not self._failed

    def _forked(self, work: Callable[[Any], object], jobs: Sequence[Any]) -> Iterator[Any]:
        """Yield what each job returns, in order; each is done in a fork, `None` if that died."""
        with tempfile.TemporaryDirectory(prefix="mutants-") as name:
            folder, running, done = Path(name), dict[int, int](), set[int]()
            started = 0
            for place in range(len(jobs)):
                while place not in done:
                    while started < len(jobs) and len(running) < self.workers:
                        child = os.fork()
                        if not child:
                            _do(work, jobs[started], folder / str(started))
                        running[child] = started
                        started += 1
                    done.add(running.pop(os.wait()[0]))
                file = folder / str(place)
                yield json.loads(file.read_text(encoding="utf-8")) if file.exists() else None


def _do(work: Callable[[Any], object], job: object, file: Path) -> NoReturn:
    """Do a job in a fork: write what it returns, and leave without the parent's clean-up."""
    try:
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 1)
        result = json.dumps(work(job))
    except StaleError as error:
        result = json.dumps({"stale": str(error)})
    except BaseException:  # noqa: BLE001 - whatever it is, a fork must not go on as its parent
        result = json.dumps(None)
        traceback.print_exc(file=_PROGRESS)
    try:
        file.write_text(result, encoding="utf-8")
    finally:
        os._exit(0)


def _end(*_: object) -> NoReturn:
    raise TimeoutError("the mutant takes far longer than the code without it")


def _pairs(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    """Each item with the one after it, for which pytest keeps fixtures."""
    return zip_longest(items, items[1:])


def _key(mutant: Mutant) -> str:
    return f"{mutant.file} {mutant.function}"


def _names_of_code(files: Iterable[str]) -> dict[tuple[str, int], str]:
    """The functions of files by the place of their code, as `_key` names them."""
    names: dict[tuple[str, int], str] = {}
    for file in files:
        source = path_of(file).read_text(encoding="utf-8")
        for code in _codes(compile(source, str(path_of(file)), "exec", dont_inherit=True)):
            for name, node in functions(source):
                if (
                    min([node.lineno, *(each.lineno for each in node.decorator_list)])
                    <= code.co_firstlineno
                    <= (node.end_lineno or 0)
                ):
                    names[str(path_of(file)), code.co_firstlineno] = f"{file} {name}"
    return names


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """All code inside of some code."""
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from _codes(constant)


def _plant(mutant: Mutant, functions_of_process: Iterable[types.FunctionType]) -> None:
    """Give the functions of this process the mutant's code.

    Raises:
        StaleError: if no function of this process has it.
    """
    file = path_of(mutant.file)
    source = file.read_text(encoding="utf-8")
    first, last = lines_of(mutant.function, source)
    changed = compile(mutated(mutant, source), str(file), "exec", dont_inherit=True)
    new = {
        (code.co_qualname, code.co_firstlineno): code
        for code in _codes(changed)
        if first < code.co_firstlineno <= last or code.co_qualname == mutant.function
    }
    planted = set[types.FunctionType]()
    for each in functions_of_process:
        if each.__code__.co_filename == str(file):
            code = new.get((each.__code__.co_qualname, each.__code__.co_firstlineno))
            if code is not None and code.co_freevars == each.__code__.co_freevars:
                each.__code__ = code
                planted.add(each)
    if not planted:
        raise StaleError(f"no function to plant it in: {mutant}")
    for each in gc.get_objects():  # what the function without the mutant has answered is asked again
        if isinstance(each, functools._lru_cache_wrapper) and each.__wrapped__ in planted:
            each.cache_clear()


#: The standard error of the command: pytest takes the other for itself.
_PROGRESS: Final = os.fdopen(os.dup(2), "w", encoding="utf-8")


def _tell(text: str) -> None:
    _PROGRESS.write(f"{text}\n")
    _PROGRESS.flush()
