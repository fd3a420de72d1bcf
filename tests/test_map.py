"""Tests of the map in `tests/README.md`: every room and every part of the library is on it."""

from __future__ import annotations

from pathlib import Path

from tools.rooms import quick_tests, rooms

ROOT = Path(__file__).parents[1]


def test_every_room_and_every_part_of_the_library_is_on_the_map() -> None:
    rows = list(rooms())
    named = {test for tests, _ in rows for test in tests}
    files = [*ROOT.glob("tests/*/**/*.py"), *ROOT.glob("tests/scenarios/*.toml"), *ROOT.glob("proofs/*/test_*.py")]
    folders = {file.parent.relative_to(ROOT).as_posix() for file in files}
    assert folders <= named
    assert [test for test in named if "NAME" not in test and not (ROOT / test).is_dir()] == []
    sources = {source for _, asked in rows for source in asked if "NAME" not in source}
    assert [source for source in sources if not (ROOT / source).exists()] == []
    parts = {
        f"src/rummy500/{each.name}" for each in (ROOT / "src/rummy500").iterdir() if (each / "__init__.py").exists()
    }
    assert parts - sources == set()
    rooms_of_tests = [test.split("/")[1:] for test in folders if test.startswith("tests/")]
    assert len({room for room, *_ in rooms_of_tests}) <= 12
    assert max(map(len, rooms_of_tests)) <= 2


def test_a_change_asks_the_tests_of_its_rooms() -> None:
    assert quick_tests(["src/rummy500/wire/serving.py"]) == [
        "proofs/fuzz",
        "proofs/faults",
        "tests/table/wire",
    ]
    assert quick_tests(["plugins/persian/src/rummy500_persian/doubles.py"]) == [
        "plugins/persian/tests",
        "proofs/faults",
    ]
    assert quick_tests(["tests/engine/melds/test_pieces.py"]) == ["tests/engine/melds/test_pieces.py"]
    assert "tests/rules" in quick_tests(["src/rummy500/engine/scoring.py"])
    assert quick_tests(["LICENSE"]) == []
