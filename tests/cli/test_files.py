"""Tests of commands that read files (`check`, `replay`, `legal`), and of `rules` and `simulate`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click.testing
import pytest

Run = Callable[..., click.testing.Result]

POSITION = """
rules  = { preset = "pagat" }
dealer = 0
to_act = 1
phase  = "play"
hands  = ["Kc", "9h 2c Kd", "Th 3c"]
drawn  = ["2c"]
stock  = "4s 5s"
pile   = "8d"
melds  = ["0 [5h 6h 7h 8h]", "2 {9s 9d 9c}"]
"""
HEAD = 'format = "rummy500 scenario 1"\n'
HOLDS = f"""{HEAD}title = "holds"
[position]{POSITION}
[[step]]
do = "1: lay 9h on m2"
[expect]
over = false
"""
FAILS = HOLDS.replace("over = false", "over = true").replace('"holds"', '"fails"')


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


File = Callable[[str], str]


def test_check_reports_scenarios_that_held(run: Run, file: File) -> None:
    name = file(HOLDS)
    done = run("check", name)
    assert done.exit_code == 0
    assert done.output == f"held    {name}: holds\n1 held, 0 failed\n"
    assert run("check", "-", typed=HOLDS).output == "held    -: holds\n1 held, 0 failed\n"


def test_check_reports_scenarios_that_failed(run: Run, file: File) -> None:
    good, bad = file(HOLDS), file(FAILS)
    done = run("check", good, bad)
    assert done.exit_code == 1
    assert done.output.splitlines()[1:] == [
        f"FAILED  {bad}: fails: expect.over: expected True; got False",
        "1 held, 1 failed",
    ]
    illegal = file(HOLDS.replace("lay 9h on m2", "discard 3c"))
    line = run("check", illegal).output.splitlines()[0]
    assert "step 1 (do '1: discard 3c'): expected a legal action; got a refusal" in line
    assert "(turn.cards)" in line


def test_check_counts_scenarios_that_do_not_parse(run: Run, file: File) -> None:
    broken, typo, step = file(HEAD + "x = ["), file(HOLDS.replace("Kd", "Kx")), file(HOLDS.replace("m2", "mm"))
    done = run("check", broken, typo, step, file(HOLDS))
    lines = done.output.splitlines()
    assert done.exit_code == 1
    assert lines[0].startswith(f"{broken}:2:")
    assert lines[1].startswith(f"{typo}:8:24: ")
    assert lines[2].startswith(f"{step}:15:21: ")
    assert lines[-1] == "1 held, 3 failed"
    assert len(lines) == 5


def test_check_goes_on_after_a_file_that_cannot_be_read(run: Run, file: File) -> None:
    done = run("check", "no-such-file.toml", file(HOLDS))
    assert done.exit_code == 2
    assert done.output.endswith("1 held, 1 failed\n")


def test_check_of_many_scenarios(run: Run, file: File) -> None:
    refused = '[[scenario]]\n[scenario.position]\nrules = { preset = "x" }\nhands = ["As", "2s"]\n'
    name = file(f"{HEAD}{refused}[scenario.expect]\nrules_refused = true\n{refused}")
    done = run("check", name)
    assert done.exit_code == 1
    assert done.output.splitlines()[0] == f"held    {name}: scenario 1"
    assert "FAILED" in done.output.splitlines()[1]


def test_legal_lists_actions(run: Run, file: File) -> None:
    expected = ["1: lay 9h on m1", "1: lay 9h on m2", "1: discard 9h", "1: discard Kd", "1: discard 2c"]
    for name in (file(POSITION), file(HOLDS), file(f"{HEAD}[[scenario]]\n[scenario.position]{POSITION}")):
        args = ("--scenario", "1") if "[[scenario]]" in Path(name).read_text(encoding="utf-8") else ()
        done = run("legal", name, *args)
        assert done.exit_code == 0
        assert sorted(done.output.splitlines()) == sorted(expected)
    assert run("legal", "-", "--seat", "0", typed=POSITION).output == ""
    many = file(f"{HEAD}[[scenario]]\n[scenario.position]{POSITION}")
    assert "holds 1 scenarios: choose one" in run("legal", many).output
    assert run("legal", file(POSITION), "--seat", "3").exit_code == 2


def test_legal_names_the_file_whose_rules_are_refused(run: Run, file: File) -> None:
    name = file('rules = { preset = "zzz" }\nhands = ["As", "2s"]\n')
    done = run("legal", name)
    assert (done.exit_code, done.output.startswith(f"rummy500: {name}: there is no preset 'zzz'; ")) == (2, True)


def test_legal_plain_leaves_out_wasted_wild_cards(run: Run) -> None:
    text = POSITION.replace("9h 2c Kd", "9h 2c Kd Kh Ks *")
    every = run("legal", "-", typed=text).output.splitlines()
    plain = run("legal", "-", "--plain", typed=text).output.splitlines()
    assert set(plain) < set(every)


def test_replay_shows_steps_and_checks_scores(run: Run, tmp_path: Path) -> None:
    name = str(tmp_path / "game.toml")
    assert run("play", "--auto", "--seed", "8", "--transcript", name).exit_code == 0
    text = Path(name).read_text(encoding="utf-8")
    steps = text.count("do = ")
    whole = run("replay", name)
    assert whole.exit_code == 0
    assert "Everything is as the file says." in whole.output
    assert run("replay", name, "--steps").output.count("\nstep ") == steps
    assert run("replay", name, "--step", "0").exit_code == 0
    assert run("replay", name, "--step", "1").output.startswith("step 1: ")
    beyond = run("replay", name, "--step", str(steps + 1))
    assert beyond.exit_code == 2
    assert f"the transcript has {steps}" in beyond.output
    Path(name).write_text(text.replace("hand_scores = [", "hand_scores = [1"), encoding="utf-8")
    wrong = run("replay", name)
    assert wrong.exit_code == 1
    assert "expect.hand_scores: expected [1" in wrong.output
