"""Tests of errors of commands: one line on the standard error stream and an exit code, never a traceback."""

from __future__ import annotations

import contextlib
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click
import click.testing
import pytest
from tests.cli.interrupting import interrupted, read_until, running
from tests.cli.test_game import BOT
from tests.cli.test_mutate import RULE, SCENARIO
from tests.cli.test_perft import POSITION
from tests.errors import Errors
from tests.hooks.installing import importable

import rummy500 as r5
import rummy500_terminal
from rummy500.__main__ import main
from rummy500.hooks.plugin import GROUP
from rummy500_terminal.app import app

Run = Callable[..., click.testing.Result]

#: What lies in the folder in which each command line is run; `None` is a folder.
FILES: Final[dict[str, str | bytes | None]] = {
    "folder.py": None,
    "empty": None,
    "rules": None,
    "raises.py": 'raise ValueError("boom")\n',
    "part.json": '{"format": "rummy',
    "binary.toml": b"\xff\xfe\x00\x81",
    "slow_bot_of_test.py": BOT,
    "spoils.py": RULE,
    "spoils.scenario.toml": SCENARIO,
    "position.toml": POSITION,
    "number.toml": "hands = 3",
    "many.toml": f"[[scenario]]\n[scenario.position]\n{POSITION}",
    "preset.toml": POSITION.replace("classic", "zzz"),
    "rules/broken_rule.py": "1/0",
    **{f"rules/{name}.py": "" for name in ("json", "my-rule", "no_rule_at_all")},
}
#: Wrong command lines.
LINES: Final = """\
play --preset clasic
play --option match.targt=4
play --seats 9
play --seats 8 --option deck.packs=1
play --seat 3
play --seed -1
play --atuo
play --interactive --seat x
play --interactive --seat 3
play --auto --plugin ./folder.py
play --auto --plugin ./raises.py
play --auto --resume part.json
play --auto --opponent :Careful
play --auto --opponent Zoe=
play --auto --opponent =medium
play --auto --opponent medum
play --auto --opponent no_such_module:Bot
play --auto --opponent ./slow_bot_of_test.py:Fast
play --auto --seed 1 --opponent ./slow_bot_of_test.py:Cheat
play --auto --seed 1 --opponent ./slow_bot_of_test.py:Raises
play --auto --seed 1 --opponent ./slow_bot_of_test.py:Sees
play --auto --seed 1 --opponent Zoe=FOLDER/slow_bot_of_test.py:TakesNothing
play --auto --seed 1 --opponent ./slow_bot_of_test.py:Chooses
plya
blah
rules --preset
rules --option meld.ace=hihg
rules --option meld.ace
rules --option match.target=-3
rules --option match.target=abc
rules --plugin no-such-plugin
rules --plugin rules/absent.py
rules --plugin rules/broken_rule.py
rules --plugin rules/json.py
rules --plugin rules/my-rule.py
rules --plugin rules/no_rule_at_all.py
rules --diff pagat clasic
rules --diff pagat+no-such-plugin pagat
rules --diff pagat pagat,match.targt=4
rules --diff pagat pagat,meld.ace=hihg
rules --diff pagat ,meld.ace=high
rules --diff pagat
rules --diff pagat classic --sheet
rules --diff pagat classic --preset pagat
list cards
laws --list --preset clasic
laws --hands 0
laws --beside nope
laws --seed -1
check
check no-such-file.toml
check .
check binary.toml
replay .
replay -
replay binary.toml
legal -
legal FOLDER/binary.toml
simulate --players medum
simulate --players medium,medium,random,random
simulate --players ,
simulate --seed -1
simulate --matches-to a.txt
simulate --workers 0
duel --against meld.ace=lo
duel --against foo
duel --option foo
duel --deals 0
duel --players no_such_module:Bot
duel --players medum
duel --rows-to no/such/folder/a.csv
perft --seed -1
perft --position position.toml --seats 3
perft --position position.toml --deck 2c
perft --position number.toml
perft --position many.toml
perft --position preset.toml
perft --position none.toml
perft --deck 2c --seed 3
perft --deck '2c Kx'
perft --deck 2c
perft --dealer 3
perft --depth 0
perft --preset clasic
new-plugin Own_Rule
new-plugin a--b
new-plugin -a
new-plugin a/b
new-plugin ä
new-plugin rummy500-own-rule
new-plugin qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
new-plugin meld
new-plugin pagat
mutate ./nothing.py --scenarios spoils.scenario.toml
mutate bathhouse --scenarios spoils.scenario.toml
mutate spoils.py --scenarios empty
"""


def listing(folder: Path) -> list[Path]:
    return sorted(each for each in folder.rglob("*") if "__pycache__" not in str(each))


def told(*args: str) -> str:
    """Run a command line in a folder, FOLDER, with one plugin installed; return its exit code and all that it says."""
    boathouse = EntryPoint("boathouse", "rummy500_boathouse", GROUP)
    with TemporaryDirectory() as name, contextlib.chdir(name):
        folder = Path(name).resolve()
        for file, text in FILES.items():
            if text is None:
                (folder / file).mkdir()
            else:
                (folder / file).write_bytes(text if isinstance(text, bytes) else text.encode())
        there = listing(folder)
        words = [word.replace("FOLDER", str(folder)) for word in args]
        with importable(folder), pytest.MonkeyPatch.context() as patch:
            patch.setattr("importlib.metadata.entry_points", lambda group: [boathouse] if group == GROUP else [])
            patch.setattr(sys, "path", list(sys.path))
            done = click.testing.CliRunner(env={"COLUMNS": "80", "TERM": "dumb"}).invoke(app, words)
        assert listing(folder) == there
    return f"{done.exit_code}: {done.stdout}{done.stderr}".replace(str(folder), "FOLDER").removesuffix("\n")


ERRORS = Errors(
    __file__,
    {
        **{line: partial(told, *shlex.split(line)) for line in LINES.splitlines()},
        "play --interactive --seat 0=BELL": partial(told, "play", "--interactive", "--seat", "0=\x07"),
    },
)


@pytest.mark.parametrize("situation", ERRORS.names)
def test_error(situation: str) -> None:
    said = ERRORS.raised(situation)
    assert said == ERRORS.written(situation, said)


def test_at_a_terminal_an_error_breaks_between_words(at_terminal: Callable[..., str], run: Run) -> None:
    words = ("play", "--option", "match.target=-3")
    shown = at_terminal(*words).splitlines()
    assert len(shown) > 1
    assert max(map(len, shown)) <= 80
    assert " ".join(shown) == run(*words).stderr.rstrip("\n")


def test_a_closed_output_is_quiet() -> None:
    code = "from rummy500.__main__ import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "rules"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == 141


def test_an_interrupt_is_one_line() -> None:
    with running("play", "--interactive") as process:
        assert process.stdin is not None
        # After its answer to the first typed line the process waits for the second one.
        process.stdin.write("hello\n")
        process.stdin.flush()
        read_until(process, "I do not know")
        assert interrupted(process) == (130, "rummy500: interrupted\n")


class Typing:
    """Lines that a person types; an empty one is Ctrl-C, pressed while the program waits for a line."""

    def __init__(self, *lines: str) -> None:
        self._lines = iter(lines)

    def readline(self) -> str:
        if not (line := next(self._lines)):
            raise KeyboardInterrupt
        return f"{line}\n"

    def isatty(self) -> bool:
        return False


def test_an_interrupt_offers_to_save_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    monkeypatch.setattr("sys.argv", ["rummy500", "play", "--interactive"])
    monkeypatch.setattr("sys.stdin", Typing("hello", "", str(file)))
    with pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr()
    assert "I do not know 'hello'" in said.out
    assert "Not saved." in said.out
    assert (ended.value.code, said.err) == (130, "rummy500: interrupted\n")
    assert "rummy500 table" in file.read_text("utf-8")


@pytest.mark.parametrize(
    "start",
    [
        "from rummy500.__main__ import main; main()",
        "import runpy; runpy.run_module('rummy500', run_name='__main__')",
    ],
    ids=["rummy500", "python -m rummy500"],
)
def test_the_command_without_the_terminal_says_in_one_line_what_to_install(start: str) -> None:
    code = f"import sys; sys.modules['rummy500_terminal'] = None\n{start}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    how = "pip install 'rummy500[cli]' (in a clone: pip install . ./packages/rummy500-terminal)"
    assert done.stderr == f"rummy500: the command line needs the package rummy500-terminal: {how}\n"
    assert (done.returncode, done.stdout) == (2, "")


def test_what_the_terminal_lacks_is_no_missing_terminal() -> None:
    code = "import sys; sys.modules['click'] = None\nfrom rummy500.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].startswith("ModuleNotFoundError: ")
    assert "click" in done.stderr.splitlines()[-1]


SCENARIO_WITH_A_LAW = """\
format = "rummy500 scenario 1"
title = "the hand goes on"
law = "play can go on"
position = { hands = ["2c", "3c"], stock = "5h" }
expect = { over = false }
"""


@pytest.mark.parametrize("command", [("laws", "--hands", "1"), ("new-plugin", "mine"), ("check", "law.scenario.toml")])
def test_a_command_that_needs_the_test_kit_names_it(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "law.scenario.toml").write_text(SCENARIO_WITH_A_LAW, "utf-8")
    blocked = "import sys\nsys.modules |= dict.fromkeys(('rummy500_testing', 'rummy500_testing_cli'))\n"
    program = f"{blocked}sys.argv[1:] = {list(command)!r}\nfrom rummy500.__main__ import main\nmain()"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=240, check=False
    )
    needed = "pip install 'rummy500[testing]' (in a clone: pip install ./packages/rummy500-testing)"
    assert done.stderr == f"rummy500: this needs the package rummy500-testing: {needed}\n"
    assert (done.returncode, done.stdout) == (2, "")
    assert [file.name for file in tmp_path.iterdir()] == ["law.scenario.toml"]


def test_help_lists_commands_and_exit_codes(run: Run) -> None:
    done = run("--help")
    assert done.exit_code == 0
    for word in ("play", "simulate", "check", "replay", "legal", "rules", "Exit codes", "130"):
        assert word in done.stdout
    assert run().stdout == done.stdout
    _, named = (rummy500_terminal.__doc__ or "").split("The commands are ")
    assert re.findall(r"`(?:rummy500 )?([a-z-]+)`", named) == app.list_commands(click.Context(app))
    assert run("--version").stdout == f"rummy500 {r5.__version__}{', compiled' if r5.COMPILED else ''}\n"
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


def test_no_command_loads_a_library_that_it_does_not_need() -> None:
    code = (
        "import sys\nfrom rummy500.__main__ import main\n"
        "for words, needless in (['--help'], {'rich', 'attrs'}), (['play', '--interactive'], {'textual'}):\n"
        "    sys.argv[1:] = words\n"
        "    try:\n        main()\n    except SystemExit:\n"
        "        print('loaded', sorted(needless & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], input="quit\n", capture_output=True, text=True, check=False)
    assert [line for line in done.stdout.splitlines() if line.startswith("loaded")] == ["loaded []"] * 2
