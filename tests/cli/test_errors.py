"""Tests of errors of commands: one line on the standard error stream and an exit code, never a traceback."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import click.testing
import pytest
from tests.cli.interrupting import interrupted, read_until, running

import rummy500 as r5
import rummy500.cli
from rummy500.cli import main
from rummy500.cli.app import app

Run = Callable[..., click.testing.Result]
RunMain = Callable[..., tuple[object, str, str]]

WRONG = {
    "a preset": (("play", "--preset", "clasic"), 'did you mean "classic"?'),
    "an option": (("play", "--option", "match.targt=4"), 'did you mean "match.target"?'),
    "a value": (("rules", "--option", "meld.ace=hihg"), 'did you mean "high"?'),
    "no value": (("rules", "--option", "meld.ace"), "NAME=VALUE"),
    "a number": (("rules", "--option", "match.target=-3"), "it must be a whole number from 1 to 1000000000"),
    "a plugin": (("rules", "--plugin", "no-such-plugin"), "no plugin 'no-such-plugin'"),
    "seats": (("play", "--seats", "9"), "2<=x<=8"),
    "a pack too small": (("play", "--seats", "8", "--option", "deck.packs=1"), "deal.size can be at most 6 here"),
    "a seat": (("play", "--seat", "3"), "seats are 0 to 2"),
    "a command": (("plya",), 'did you mean "play"?'),
    "an unknown command": (("blah",), "known are play, simulate, duel, check"),
    "an option without its value": (("rules", "--preset"), "(see `rummy500 rules --help`)"),
    "no number": (("rules", "--option", "match.target=abc"), "it must be a whole number"),
    "a preset of laws": (("laws", "--list", "--preset", "clasic"), 'did you mean "classic"?'),
    "no hand": (("laws", "--hands", "0"), "is not in the range x>=1"),
    "a plugin beside": (("laws", "--beside", "nope"), "there is no plugin 'nope'"),
    "a list": (("list", "cards"), "'cards' is not one of"),
    **{f"a seed of {name}": ((name, "--seed", "-1"), "x>=0") for name in ("laws", "perft", "play", "simulate")},
    "a switch": (("play", "--atuo"), "--auto"),
    "a player": (("simulate", "--players", "medum"), 'did you mean "medium"?'),
    "too many players": (("simulate", "--players", "medium,medium,random,random"), "4 players for 3 seats"),
    "no player": (("simulate", "--players", ","), "at least one player"),
    "no file": (("check", "no-such-file.toml"), "cannot read no-such-file.toml: No such file or directory"),
    "a folder": (("replay", "."), "cannot read .: Is a directory"),
    "a folder to check": (("check", "."), "cannot read .: Is a directory"),
    "no position": (("legal", "-"), "-:1:1: a position has no hands"),
    "no transcript": (("replay", "-"), "-:1:1: this is not a scenario file"),
    "nothing to check": (("check",), "Missing argument"),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_use_is_one_line_and_exit_code_2(what: str, run_main: RunMain) -> None:
    args, words = WRONG[what]
    code, _, said = run_main(*args)
    assert code == 2
    assert words in said
    assert said.startswith("rummy500")
    assert said.count("\n") == 1


def test_at_a_terminal_an_error_breaks_between_words(at_terminal: Callable[..., str], run: Run) -> None:
    words = ("play", "--option", "match.target=-3")
    shown = at_terminal(*words).splitlines()
    assert len(shown) > 1
    assert max(map(len, shown)) <= 80
    assert " ".join(shown) == run(*words).stderr.rstrip("\n")


def test_a_binary_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_bytes(b"\xff\xfe\x00\x81")
    for command in ("check", "replay", "legal"):
        done = run(command, str(file))
        assert done.exit_code == 2
        assert done.stderr == f"rummy500: cannot read {file}: this is not text\n"


def test_a_closed_output_is_quiet() -> None:
    code = "from rummy500.cli import main; main()"
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
    ("args", "words"),
    [
        (("--opponent", ":Careful"), "name a class as module:Class or ./file.py:Class"),
        (("--opponent", "Zoe="), "is not of the form NAME=PLAYER"),
        (("--plugin", "./folder.py"), "this is a folder, not a file"),
        (("--plugin", "./raises.py"), "cannot load ./raises.py: ValueError: boom"),
        (("--resume", "part.json"), "this is not a saved game of this version, or only a part of one"),
    ],
)
def test_what_cannot_be_loaded_is_one_line(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder.py").mkdir()
    Path("raises.py").write_text('raise ValueError("boom")\n', "utf-8")
    Path("part.json").write_text('{"format": "rummy', "utf-8")
    done = run("play", "--auto", *args)
    assert done.exit_code == 2
    assert words in done.output
    assert done.output.count("\n") == 1


def test_a_missing_extra_is_one_line() -> None:
    code = (
        "import sys; sys.modules['click'] = None\n"
        "import importlib.util; found = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name: None if name == 'click' else found(name)\n"
        "from rummy500.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    how = "pip install 'rummy500[cli]' (in a clone: pip install '.[cli]')"
    assert done.stderr == f"rummy500: the command line needs click: {how}\n"


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
    program = f"{blocked}sys.argv[1:] = {list(command)!r}\nfrom rummy500.cli import main\nmain()"
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
    _, named = (rummy500.cli.__doc__ or "").split("The commands are ")
    assert re.findall(r"`(?:rummy500 )?([a-z-]+)`", named) == app.list_commands(click.Context(app))
    assert run("--version").stdout == f"rummy500 {r5.__version__}{', compiled' if r5.COMPILED else ''}\n"
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


def test_no_command_loads_a_library_that_it_does_not_need() -> None:
    code = (
        "import sys\nfrom rummy500.cli import main\n"
        "for words, needless in (['--help'], {'rich', 'cattrs'}), (['play', '--interactive'], {'textual'}):\n"
        "    sys.argv[1:] = words\n"
        "    try:\n        main()\n    except SystemExit:\n"
        "        print('loaded', sorted(needless & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], input="quit\n", capture_output=True, text=True, check=False)
    assert [line for line in done.stdout.splitlines() if line.startswith("loaded")] == ["loaded []"] * 2
