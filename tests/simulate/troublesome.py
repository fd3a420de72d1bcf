"""Players and plugins that trouble workers; in a module of their own, so that workers can import it."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from rummy500 import Action, LegalActions, Rules, View
from rummy500.hooks import PluginInfo, hookimpl
from rummy500.players import Player, RandomPlayer
from rummy500.simulate import Entrant, match_random


def marks(seed: int, numbers: Iterable[int]) -> frozenset[int]:
    """What the random source of each player gives first in some matches: tells a player which match it is in."""
    sources = (match_random(seed, number) for number in numbers)
    return frozenset(random.Random(source.getrandbits(64)).getrandbits(32) for source in sources for _ in range(8))


class PickyError(Exception):
    """An error that pickles and cannot be read again."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first + second)


def _killed_once(flag: Path, random_source: random.Random) -> Player:
    if not flag.exists():
        flag.touch()
        die()
    return RandomPlayer(random_source)


def _killed_at(when: frozenset[int], random_source: random.Random) -> Player:
    if random_source.getrandbits(32) in when:
        die()
    return RandomPlayer(random_source)


def _raises_at(what: BaseException, when: frozenset[int], random_source: random.Random) -> Player:
    if random_source.getrandbits(32) in when:
        raise what
    return RandomPlayer(random_source)


def _picky_at(when: frozenset[int], random_source: random.Random) -> Player:
    if random_source.getrandbits(32) in when:
        raise PickyError("not ", "today")
    return RandomPlayer(random_source)


def _slow_first_then_raises(
    first: frozenset[int], when: frozenset[int], what: BaseException, random_source: random.Random
) -> Player:
    drawn = random_source.getrandbits(32)
    if drawn in first:
        time.sleep(1)
    if drawn in when:
        raise what
    return RandomPlayer(random_source)


def _notes_process(folder: Path, random_source: random.Random) -> Player:
    (folder / str(os.getpid())).touch()
    return RandomPlayer(random_source)


def die() -> NoReturn:
    """End this process as if the system had."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def killed_once(flag: Path) -> Entrant:
    """Ends its worker in the first match of all, and never again."""
    return Entrant("killed once", partial(_killed_once, flag))


def killed_at(seed: int, *numbers: int) -> Entrant:
    """Ends its worker in these matches, whenever they are played."""
    return Entrant("killed", partial(_killed_at, marks(seed, numbers)))


def raises_at(what: BaseException, seed: int, *numbers: int) -> Entrant:
    """Raises an error in these matches."""
    return Entrant("raises", partial(_raises_at, what, marks(seed, numbers)))


def picky_at(seed: int, *numbers: int) -> Entrant:
    """Raises an error that cannot be sent in these matches."""
    return Entrant("picky", partial(_picky_at, marks(seed, numbers)))


def slow_first_then_raises(what: BaseException, seed: int, number: int) -> Entrant:
    """Takes long over the first match, and raises an error in a later one."""
    return Entrant("slow", partial(_slow_first_then_raises, marks(seed, [0]), marks(seed, [number]), what))


def notes_process(folder: Path) -> Entrant:
    """Leaves a file, named as its process is, wherever it plays."""
    return Entrant("notes", partial(_notes_process, folder))


class TwoAtOnce:
    """A plugin to be passed as an object: a draw gives two cards."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("two-at-once", "a draw gives two cards")

    @hookimpl
    def draw_count(self) -> int:
        return 2


def never_starts() -> NoReturn:
    """What a worker begins with that never starts."""
    die()


class Hangs(RandomPlayer):
    """Notes that it has been asked, and hangs until it is released; it runs Python code all the while."""

    def __init__(self, folder: Path, random_source: random.Random) -> None:
        super().__init__(random_source)
        self.folder = folder

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        (self.folder / f"hangs-{os.getpid()}").touch()
        while not (self.folder / "released").exists():
            pass
        return super().choose(rules, view, legal)


class Answers(RandomPlayer):
    """Returns what it was given, whatever that is; raises it if it can be raised."""

    def __init__(self, answer: Any, random_source: random.Random) -> None:
        super().__init__(random_source)
        self.answer = answer

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Any:
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


def _hangs_at(folder: Path, when: frozenset[int], random_source: random.Random) -> Player:
    return Hangs(folder, random_source) if random_source.getrandbits(32) in when else RandomPlayer(random_source)


def hangs_at(folder: Path, seed: int, *numbers: int) -> Entrant:
    """Hangs at its first decision in these matches, and notes it in a folder."""
    return Entrant("hangs", partial(_hangs_at, folder, marks(seed, numbers)))


def answers(answer: object) -> Entrant:
    """Returns or raises something at each decision."""
    return Entrant("answers", partial(Answers, answer))
