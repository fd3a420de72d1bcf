"""Tests of mutation testing: areas, samples, results, and explanations that still match the code."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest
from tests.mutation.areas import AREAS, area_of, files_of
from tests.mutation.copy import changed
from tests.mutation.results import Result, add_result, read_results, report
from tests.mutation.survivors import Survivor, read_survivors

from rummy500_testing_cli.mutants import Mutant, in_order, mutants_of, mutated, name_at

CHECKOUT = Path(__file__).parents[2]
RESULT = Result("melds", "a.py", 3, 4, "AddNot", 0, "f", "if a:", "if not a:", "survived", "rules", "", 1.5)
CODE = '''"""Doc."""

LIMIT: int | None = 3


class Pile:
    @property
    def is_high(self, more: int | None = 1) -> bool | None:
        if self.size + 1 > LIMIT:
            return True
        return None

    def __repr__(self) -> str:
        return "a" + "b"
'''


@pytest.mark.parametrize("survivor", read_survivors(), ids=lambda each: f"{each.file}:{each.where}:{each.after[:40]}")
def test_survivors__each_speaks_of_a_line_that_is_there(survivor: Survivor) -> None:
    code = (CHECKOUT / survivor.file).read_text(encoding="utf-8")
    numbers = [number for number, line in enumerate(code.splitlines(), 1) if line.strip() == survivor.before]
    assert survivor.where in [name_at(code, number) for number in numbers]
    assert survivor.before != survivor.after
    assert len(survivor.why) > 20


def test_survivors__none_is_explained_twice() -> None:
    keys = [survivor.key for survivor in read_survivors()]
    assert len(keys) == len(set(keys))


def test_areas__each_file_is_of_one_area_and_each_area_has_files() -> None:
    found = [file for area in AREAS for file in files_of(area, CHECKOUT)]
    assert len(found) == len(set(found))
    assert area_of("engine/scoring.py") == "scoring"
    assert area_of("engine/moves/take.py") == "engine"
    assert area_of("cli/app.py") is None
    assert all(files_of(area, CHECKOUT) for area in AREAS)


def test_sample__one_of_each_place_before_a_second_of_any() -> None:
    many = [Mutant("a.py", 1, 2, f"ReplaceBinaryOperator_Add_{name}", 0) for name in ("Sub", "Mul", "Div")]
    every = [*many, Mutant("a.py", 3, 2, "AddNot", 0), Mutant("b.py", 1, 2, "AddNot", 0)]
    for seed in range(5):
        order = list(in_order(every, seed))
        assert len({mutant.place for mutant in order[:3]}) == 3
        assert order[3].place == order[4].place == many[0].place
        assert sorted(map(attrs.astuple, order)) == sorted(map(attrs.astuple, every))
        assert order == list(in_order(every, seed))
    assert len({tuple(in_order(every, seed)) for seed in range(20)}) > 1


def test_results__the_last_of_each_mutant_is_read(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "results.jsonl"
    assert read_results(file) == []
    killed = attrs.evolve(RESULT, outcome="killed")
    for result in (RESULT, attrs.evolve(RESULT, occurrence=1), killed):
        add_result(file, result)
    assert read_results(file) == [killed, attrs.evolve(RESULT, occurrence=1)]


def test_report__the_score_before_explanations_and_those_that_have_none() -> None:
    results = [attrs.evolve(RESULT, occurrence=place, outcome="killed") for place in range(1, 20)]
    text = report([*results, RESULT], [])
    assert "20 mutants: 19 killed (0 by time), 1 survived: 95.0 %" in text
    assert "0 of the survivors are explained, 1 are not" in text
    assert "+ if not a:" in text
    assert "+ if not a:" not in report([*results, RESULT], [RESULT.key])


def test_copy__a_file_is_changed_for_a_while_and_nothing_compiled_stays(tmp_path: Path) -> None:
    file, compiled = tmp_path / "a.py", tmp_path / "__pycache__" / "a.cpython-311.pyc"
    compiled.parent.mkdir()
    file.write_text("a = 1\n")
    compiled.write_text("")
    with changed(file, "a = 2\n"):
        assert file.read_text() == "a = 2\n"
        assert not compiled.exists()
        compiled.write_text("")
    assert file.read_text() == "a = 1\n"
    assert not compiled.exists()


def test_names__the_function_around_a_line() -> None:
    assert [name_at(CODE, line) for line in (3, 7, 9, 14)] == ["", "Pile.is_high", "Pile.is_high", "Pile.__repr__"]


def test_mutants__neither_types_nor_what_is_for_developers() -> None:
    pytest.importorskip("cosmic_ray")
    every = mutants_of("a.py", CODE)
    assert {mutant.line for mutant in every} == {3, 7, 8, 9, 10}
    assert [mutant.operator for mutant in every if mutant.line == 8] == ["NumberReplacer"] * 2
    changes = [mutated(CODE, mutant) for mutant in every if mutant.operator == "AddNot"]
    assert changes == [CODE.replace("if self", "if not self")]
