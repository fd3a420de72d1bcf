"""Players and plugins that cause errors in workers, in a module that workers can import."""

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
from rummy500.hooks import PluginInfo, Settings, hookimpl
from rummy500.players import Player, RandomPlayer
from rummy500.simulate import Entrant
from rummy500.simulate.matches import match_random


def marks(seed: int, numbers: Iterable[int]) -> frozenset[int]:
    """Return the first random number of each player in some matches, by which a player recognises its match."""
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


def _killed_at(when: frozenset[int], pause: float, random_source: random.Random) -> Player:
    if random_source.getrandbits(32) in when:
        time.sleep(pause)
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


def _notes_process(folder: Path, random_source: random.Random) -> Player:
    (folder / str(os.getpid())).touch()
    return RandomPlayer(random_source)


def die() -> NoReturn:
    """End this process as if the system had."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def outlives_a_broken_executor() -> None:
    """Begin a worker that ignores the signal by which a broken executor ends its workers."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def killed_once(flag: Path) -> Entrant:
    """Make a player that ends its worker in the first match of all, and never again."""
    return Entrant("killed once", partial(_killed_once, flag))


def killed_at(seed: int, *numbers: int, pause: float = 0) -> Entrant:
    """Make a player that ends its worker in these matches, whenever they are played, after a pause in seconds."""
    return Entrant("killed", partial(_killed_at, marks(seed, numbers), pause))


def _dies(_: random.Random) -> NoReturn:
    die()


def dies_at_once() -> Entrant:
    """Make a player that ends its worker in every match."""
    return Entrant("dies", _dies)


def raises_at(what: BaseException, seed: int, *numbers: int) -> Entrant:
    """Make a player that raises an error in these matches."""
    return Entrant("raises", partial(_raises_at, what, marks(seed, numbers)))


def picky_at(seed: int, *numbers: int) -> Entrant:
    """Make a player that raises an error that cannot be sent, in these matches."""
    return Entrant("picky", partial(_picky_at, marks(seed, numbers)))


def notes_process(folder: Path) -> Entrant:
    """Make a player that writes a file named after its process."""
    return Entrant("notes", partial(_notes_process, folder))


class TwoAtOnce:
    """A plugin to be passed as an object: a draw gives two cards."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("two-at-once", "a draw gives two cards")

    @hookimpl
    def settings(self) -> Settings:
        return Settings(draw_count=2)


def never_starts() -> NoReturn:
    """Raise an error when a worker starts."""
    die()


class Hangs(RandomPlayer):
    """A player that records its call, and hangs in Python code until it is released."""

    def __init__(self, folder: Path, random_source: random.Random) -> None:
        super().__init__(random_source)
        self.folder = folder

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        (self.folder / f"hangs-{os.getpid()}").touch()
        while not (self.folder / "released").exists():
            pass
        return super().choose(rules, view, legal)


class Answers(RandomPlayer):
    """A player that returns a given value, or raises it if it is an error."""

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
    """Make a player that hangs at its first decision in these matches, and records it in a folder."""
    return Entrant("hangs", partial(_hangs_at, folder, marks(seed, numbers)))


def answers(answer: object) -> Entrant:
    """Make a player that returns or raises a value at each decision."""
    return Entrant("answers", partial(Answers, answer))
