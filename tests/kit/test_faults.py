"""Tests of planted faults: they are read, planted in a copy, and found by laws; a copy without one passes."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from tests.kit.faults import FaultError, look, look_for, main, plant, read_fault

ROOT = Path(__file__).parents[2]
FAULTS = ROOT / "tests" / "faults"


def test_the_faults_of_the_project_can_be_planted(tmp_path: Path) -> None:
    faults = [read_fault(file) for file in sorted(FAULTS.glob("*.fault.toml"))]
    assert len(faults) >= 24
    assert len({fault.fault for fault in faults}) == len(faults)
    assert len({fault.plugin for fault in faults} - {""}) >= 4
    for fault in faults:
        for change in fault.changes:
            file = tmp_path / fault.name / change.file
            file.parent.mkdir(parents=True, exist_ok=True)
            if not file.exists():
                shutil.copy(ROOT / change.file, file)
        plant(fault, tmp_path / fault.name)


@pytest.mark.slow
def test_a_fault_is_found_by_a_law(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "found"
    asked = ["--only", "02", "--hands", "4", "--rule-sets", "1", "--workers", "1"]
    assert main([str(FAULTS), *asked, "--json", str(out)]) == 0
    assert "1 of 1 found" in capsys.readouterr().out
    sound, found = json.loads(out.read_text("utf-8"))
    assert sound["laws"] == []
    assert "cards keep their player" in found["laws"]
    assert found["rule_sets"] == 1


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("rules = []\nchange = []", "the key 'fault' is missing"),
        ("fault = 'it'\nchange = []", "the key 'rules' is missing"),
        ("fault = 'it'\nrules = []", "the key 'change' is missing"),
        ("fault = 'it'\nrules = []\nchange = [{ file = 'src/rummy500/a.py', old = 'a' }]", "the key 'new' is missing"),
        (
            "fault = 'it'\nrules = []\nchange = [{ file = 'a.py', old = 'a', new = 'b' }]",
            r"a.py lies neither in src nor in plugins/\*/src, and is no rule of the cookbook",
        ),
        ("fault", "01-it.fault.toml: it cannot be read: "),
    ],
)
def test_a_file_that_cannot_be_read_is_reported(tmp_path: Path, text: str, what: str) -> None:
    file = tmp_path / "01-it.fault.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(FaultError, match=what):
        read_fault(file)


@pytest.mark.parametrize(
    ("path", "plugin"), [("src/rummy500/cards/cards.py", ""), ("plugins/persian/src/x/a.py", "persian")]
)
def test_a_fault_is_of_the_plugin_in_whose_folder_it_lies(tmp_path: Path, path: str, plugin: str) -> None:
    file = tmp_path / "01-it.fault.toml"
    file.write_text(f"fault = 'it'\nrules = []\nchange = [{{ file = '{path}', old = 'a', new = 'b' }}]", "utf-8")
    assert read_fault(file).plugin == plugin


@pytest.mark.parametrize("old", ["no such text", "import "])
def test_an_old_text_that_is_not_there_once_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str
) -> None:
    found = (ROOT / "src/rummy500/game/deal.py").read_text("utf-8").count(old)
    change = f"{{ file = 'src/rummy500/game/deal.py', old = '{old}', new = 'b' }}"
    (tmp_path / "01-it.fault.toml").write_text(f"fault = 'it'\nrules = []\nchange = [{change}]", "utf-8")
    assert main([str(tmp_path), "--hands", "1", "--rule-sets", "1", "--workers", "1"]) == 2
    assert (
        f"01-it cannot be planted: src/rummy500/game/deal.py has the old text {found} times" in capsys.readouterr().err
    )


@pytest.mark.parametrize(
    ("folder", "arguments", "what"),
    [
        ("nofolder", (), "there is no folder nofolder"),
        (".", (), "there is no file NN-name.fault.toml in ."),
        (str(FAULTS), ("--only", "02", "99"), f"there is no fault 99 in {FAULTS}"),
        (str(FAULTS), ("--only", "02", "--json", "no/file"), "No such file or directory: 'no/file'"),
    ],
)
def test_nothing_to_plant_is_no_success(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    folder: str,
    arguments: tuple[str, ...],
    what: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([folder, *arguments]) == 2
    told = capsys.readouterr()
    assert (told.out, len(told.err.splitlines())) == ("", 1)
    assert what in told.err


@pytest.mark.parametrize("argument", ["--hands", "--rule-sets", "--workers"])
def test_a_number_that_is_too_small_is_refused(argument: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([str(FAULTS), argument, "0"])
    assert ended.value.code == 2
    assert f"argument {argument}: it must be at least 1, not 0" in capsys.readouterr().err
    if argument != "--workers":
        hands, most = (0, 1) if argument == "--hands" else (1, 0)
        with pytest.raises(ValueError, match="must be at least 1, not 0"):
            look_for(None, seed=0, hands=hands, most=most)
        with pytest.raises(ValueError, match="must be at least 1, not 0"):
            look((), seed=0, hands=hands, most=most)


def test_the_page_has_every_argument(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    arguments = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"}
    page = (ROOT / "docs" / "testing" / "faults.md").read_text("utf-8")
    assert arguments > {"--rule-sets", "--seed"}
    assert [argument for argument in sorted(arguments) if f"{argument} " not in page] == []


@pytest.mark.slow
def test_where_there_is_no_fault_every_law_holds() -> None:
    told = look((), hands=1, seed=1, most=3)
    assert (told["laws"], told["rule_sets"]) == ([], 3)
