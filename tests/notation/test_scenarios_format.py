"""Tests of scenarios: every kind of step and key of `expect`, true and false; texts of failures and errors."""

from __future__ import annotations

import pytest

from rummy500.base.errors import ComposeError, NotationError
from rummy500.hooks.plugin import installed
from rummy500.notation.position import Position
from rummy500.notation.scenario import parse_scenarios, scenario_text
from rummy500_terminal.judging import Failure, run_scenario

HEAD = 'format = "rummy500 scenario 1"\n'
TWO = 'position.hands = ["", ""]'
#: The example of the notation: seat 1 has drawn the 2c.
POSITION = """\
[position]
rules  = { preset = "pagat" }
dealer = 0
to_act = 1
phase  = "play"
hands  = ["Kc", "9h 2c Kd", "Th 3c"]
drawn  = ["2c"]
stock  = "4s 5s"
pile   = "8d"
melds  = ["0 [5h 6h 7h 8h]", "2 {9s 9d 9c}"]
scores = [10, 20, 30]
known  = ["Kc", "", "3c"]
"""
#: One hand ends at once: seat 1 discards its last card, and 0 and 2 have little.
LAST = """\
[position]
rules  = { preset = "pagat", options = { "match.target" = 100 } }
to_act = 1
phase  = "play"
hands  = ["2c", "Kd", "3c"]
stock  = "4s 5s"
pile   = "8d"
melds  = ["1 {9s 9d 9c}"]
scores = [10, 95, 30]
[[step]]
do = "1: discard Kd"
"""


def ran(text: str) -> Failure | None:
    (scenario,) = parse_scenarios(HEAD + text)
    return run_scenario(scenario)


def step(words: str) -> Failure | None:
    return ran(f"{POSITION}[[step]]\n{words}\n")


def fails(text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        list(map(run_scenario, parse_scenarios(text)))
    return caught.value


@pytest.mark.parametrize(
    ("words", "where", "expected", "got"),
    [
        ('do = "1: lay Kd on m1"', "do '1: lay Kd on m1'", "a legal action", "(meld.run)"),
        ('do = "2: draw"', "do '2: draw'", "a legal action", "(turn.seat)"),
        ('refuse = "1: lay 9h on m1"', "refuse '1: lay 9h on m1'", "a refusal", "a legal action"),
        ('refuse = "1: discard 9h"\nrule = "meld.run"', "refuse '1: discard 9h'", "a refusal by meld.run",
         "a legal action"),
        ('refuse = "1: lay Kd on m1"\nrule = "meld.ace"', "refuse '1: lay Kd on m1'", "a refusal by meld.ace",
         "(meld.run)"),
        ('may = "1: lay Kd on m1"', "may '1: lay Kd on m1'", "a legal action", "(meld.run)"),
        ('may_not = "1: discard 2c"', "may_not '1: discard 2c'", "no legal action", "a legal one"),
        ('legal = ["lay 9h on m1"]\nof = "lay"', "legal", "exactly 1: lay 9h on m1", "too many: 1: lay 9h on m2"),
        ('legal = ["lay 9h on m1", "lay 9h on m2", "lay Kd on m1"]\nof = "lay"', "legal", "exactly",
         "missing: 1: lay Kd on m1"),
        ('legal = []\nof = "lay"', "legal", "exactly nothing", "too many: 1: lay 9h on m1, 1: lay 9h on m2"),
        ('sees = "2"\nhands = ["??", "?? ?? ??", "3c Th"]', "sees '2'", '"??"', '"Kc"'),
        ('sees = "2"\nstock = "??"', "sees '2'", 'stock "??"', '"?? ??"'),
        ('sees = "2"\npile = "8d 9d"', "sees '2'", 'pile "8d 9d"', '"8d"'),
    ],
)  # fmt: skip
def test_steps_that_do_not_hold(words: str, where: str, expected: str, got: str) -> None:
    failure = ran(f'{POSITION}[[step]]\nmay = "1: discard 2c"\n[[step]]\n{words}\n')
    assert failure is not None
    assert failure.where == f"step 2 ({where})"
    assert expected in failure.expected
    assert got in failure.got
    assert str(failure) == f"{failure.where}: expected {failure.expected}; got {failure.got}"
    assert failure.state is not None


def test_a_list_that_differs_is_told_whole_or_with_the_number_of_the_others() -> None:
    failure = ran(POSITION + '[[step]]\nlegal = []\nof = "lay"\n')
    assert str(failure) == "step 1 (legal): expected exactly nothing; got too many: 1: lay 9h on m1, 1: lay 9h on m2"
    every = ", ".join(f'"discard {rank}s"' for rank in "A23456789TJQK")
    failure = ran(f'{POSITION}[[step]]\nlegal = [{every}]\nof = "meld"\n')
    assert str(failure).endswith("1: discard Qs and 1 more")


EXPECT = [
    (POSITION, "over", "false", "true", "False"),
    (POSITION, "to_act", "1", "2", "1"),
    (POSITION, "phase", '"play"', '"draw"', "play"),
    (POSITION, "hands", '["Kc", "2c 9h Kd", "3c 10h"]', '["Kc", "9h 9h 9h", "3c Th"]', '"Kc", "9h Kd 2c", "Th 3c"'),
    (POSITION, "hands", '["Kc", "Kd 9h 2c", "Th 3c"]', '["Kc", "?? ?? ??", "3c Th"]', '"Kc", "9h Kd 2c", "Th 3c"'),
    (POSITION, "pile", '"8d"', '""', '"8d"'),
    (POSITION, "stock", '"4s 5s"', '"5s 4s"', '"4s 5s"'),
    (POSITION, "table", '["0 [8h 5h 6h 7h]", "2 {9s 9c 9d}"]', '["0 [5h 6h 7h 8h]"]',
     '"0 [5h 6h 7h 8h]", "2 {9s 9d 9c}"'),
    (POSITION, "scores", "[10, 20, 30]", "[10, 20, 31]", "[10, 20, 30]"),
    (POSITION, "winner", '"none"', "1", "none"),
    (LAST, "over", "true", "false", "True"),
    (LAST, "hand_scores", "[-2, 27, -3]", "[2, 27, -3]", "[-2, 27, -3]"),
    (LAST, "side_scores", "[-2, 27, -3]", "[25, -3]", "[-2, 27, -3]"),
    (LAST, "scores", "[8, 122, 27]", "[10, 95, 30]", "[8, 122, 27]"),
    (LAST, "winner", "1", "0", "[1]"),
    (LAST, "winner", "[1]", '"none"', "[1]"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "key", "right", "wrong", "got"), EXPECT)
def test_expect(position: str, key: str, right: str, wrong: str, got: str) -> None:
    assert ran(f"{position}[expect]\n{key} = {right}\n") is None
    failure = ran(f"{position}[expect]\n{key} = {wrong}\n")
    assert failure is not None
    assert (failure.where, failure.got) == (f"expect.{key}", got)


def test_rules_refused() -> None:
    refused = '[position]\nrules = { preset = "pagatt" }\nhands = ["2c", "3c"]\n'
    assert ran(f"{refused}[expect]\nrules_refused = true") is None
    failure = ran(refused)
    assert failure is not None
    assert (failure.where, failure.expected, failure.state) == ("rules", "rules that compose", None)
    assert "did you mean" in failure.got
    failure = ran(f"{POSITION}[expect]\nrules_refused = true")
    assert failure is not None
    assert (failure.where, failure.expected) == ("expect.rules_refused", "rules that are refused")
    (scenario,) = parse_scenarios(HEAD + refused)
    assert isinstance(scenario.position, ComposeError)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "this is not a scenario file"),
        ('format = "rummy500 scenario 2"', 1, 10, "this is not a scenario file"),
        (HEAD, 1, 1, "a scenario has no position"),
        (f"{HEAD}step = []\n[[scenario]]", 2, 1, "'step' is outside [[scenario]]"),
        (f"{HEAD}scenario = []", 2, 1, "scenario is not a list of tables"),
        (f"{HEAD}scenario = [1]", 2, 13, "a scenario is a whole number"),
        (f'{HEAD}[[scenario]]\n[scenario.position]\nhands = ["", ""]\n[[scenario]]\ntitle = "x"', 5, 3,
         "a scenario has no position"),
        (f'{HEAD}[[scenario]]\n{TWO}\n[[scenario]]\n{TWO}\nstep = [{{ do = 1 }}]', 6, 11,
         "do is a whole number"),
        (f"{HEAD}title = 3\n{POSITION}", 2, 1, "title is a whole number"),
    ],
)  # fmt: skip
def test_an_invalid_scenario_file_is_refused(text: str, line: int, column: int, message: str) -> None:
    error = fails(text)
    assert (error.line, error.column, error.message) == (line, column, message)


def test_columns_inside_strings_of_the_right_scenario() -> None:
    position = POSITION.replace("[position]", "[scenario.position]")
    one = f'[[scenario]]\n{position}[[scenario.step]]\nmay = "1: discard 2c"\n'
    error = fails(HEAD + one + one.replace('2c"\n', '2x"\n'))
    assert (error.line, error.column, error.message) == (31, 19, "'2x' is not a card")


def test_written_and_read_back() -> None:
    text = f'{HEAD}title = "a \\"title\\" of \\t sorts"\nsource = "000"\nrule = "meld.run"\n{POSITION}'
    text += (
        '[[step]]\ndo = "1: discard 2c"\n[[step]]\nlegal = []\nof = "take"\n[expect]\nover = false\nwinner = "none"\n'
    )
    (scenario,) = parse_scenarios(text)
    assert (scenario.title, scenario.source, scenario.rule) == ('a "title" of \t sorts', "000", "meld.run")
    assert isinstance(scenario.position, Position)
    steps = [each.fields.table for each in scenario.steps]
    written = scenario_text(
        scenario.position, steps, scenario.expect.table, title=scenario.title, rule="meld.run", source="000"
    )
    (again,) = parse_scenarios(written)
    assert again.position == scenario.position
    assert [each.fields.table for each in again.steps] == steps
    assert (again.expect.table, again.title) == (scenario.expect.table, scenario.title)


def test_may_not_names_the_rule_like_refuse() -> None:
    right, wrong = (
        parse_scenarios(f'{HEAD}{POSITION}\n[[step]]\nmay_not = "0: draw"\nrule = "{rule}"\n')[0]
        for rule in ("turn.seat", "turn.phase")
    )
    assert run_scenario(right) is None
    failure = run_scenario(wrong)
    assert failure is not None
    assert failure.expected == "a refusal by turn.phase"


def test_a_step_compares_no_endless_list() -> None:
    """Two packs with eight wild deuces in one hand have millions of melds (`oklahoma.deuce`)."""
    if "oklahoma" not in installed():
        pytest.skip("oklahoma is not installed")
    (scenario,) = parse_scenarios(
        f'{HEAD}title = "x"\nstep = [{{ legal = ["0: discard 4s"], of = "discard" }}]\n[position]\n'
        'rules = { preset = "classic", plugins = ["oklahoma"] }\ndealer = 0\nto_act = 0\nphase = "play"\n'
        'hands = ["2s 2s 2h 2h 2d 2d 2c 2c 4s 5s 6h 7h 8d 9d Tc Jc Qh Kd Ah", "3h"]\ndrawn = ["2c"]\nstock = "5d 4s"\n'
        'pile = "Qd 6s"\n'
    )
    with pytest.raises(NotationError, match="more than 50,000 actions are legal here"):
        run_scenario(scenario)
