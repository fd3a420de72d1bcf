"""Tests of the matrix, with a part of it: combinations are refused with a reason or hold all laws."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.machinery import ModuleSpec
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.drawn import DRAW
from tests.hooks.installing import dist_info, importable
from tests.kit import code_hash as code_hash_module
from tests.kit import combinations, matrix
from tests.kit.code_hash import code_hash
from tests.kit.combinations import Combination, Setup, composed_in_every_way
from tests.kit.hands import Job, Tally
from tests.kit.matrix import Task, main, play, play_all, read_results
from tests.kit.orders import LATER_DECIDES

from rummy500 import Match, Rules, compose, start_match
from rummy500.records import replace
from rummy500.rules.options import CORE_OPTIONS, Option, OptionValue
from rummy500_testing import Counted, Fault, Game, Law, LawRunner, available, random_game
from rummy500_testing.law import Subject
from rummy500_testing.laws.scores import count_hand, each_hand_is_counted_once, going_on

#: One pair in four is played here, and one option value in 82 beside a plugin. The command plays them all.
EACH_PAIR, FEW = 4, 82
PAIRS = [combination for combination in combinations.pair_combinations() if combination.both_orders]
BESIDE = list(islice(combinations.beside_combinations(), DRAW % FEW, None, FEW))
TRIPLES = 5
ORDERS_THAT_MATTER = {entry.plugins for entry in LATER_DECIDES}
NOBODY = pytest.mark.skipif(len(available.plugins()) < 2, reason="needs plugins")

#: Two plugins of an author outside this project, with a fault between them.
APART = """
from rummy500.hooks import Fixed, Option, PluginInfo, Settings, hookimpl

@hookimpl
def plugin_info():
    much = Option(f"{__name__}.much", "match.target", "for a test", flag=True)
    return PluginInfo(__name__, "for a test", options=(much,))

@hookimpl
def settings(options):
    return Settings(REASON)
"""


def name(combination: Combination) -> str:
    return combination.name


@cache
def triples() -> tuple[Combination, ...]:
    """Three plugins each; to find out which go together takes too long to be done whenever tests are collected."""
    return tuple(combinations.triple_combinations(TRIPLES, 0))


@pytest.mark.slow
@pytest.mark.parametrize("combination", [*PAIRS[DRAW % EACH_PAIR :: EACH_PAIR], *BESIDE], ids=name)
def test_a_combination_is_refused_with_a_reason_or_plays_under_all_laws(combination: Combination) -> None:
    check(combination)


@pytest.mark.slow
@NOBODY
@pytest.mark.parametrize("number", range(TRIPLES))
def test_three_plugins_are_refused_with_a_reason_or_play_under_all_laws(number: int) -> None:
    check(triples()[number])


def check(combination: Combination) -> None:
    """A combination is refused with a reason, or plays under all laws.

    One hand in one order of names, taken at random: `test_orders.py` compares the orders. Where the later name decides
    something each order plays a hand.
    """
    hands = 2 if combination.plugins in ORDERS_THAT_MATTER else 1
    result = play(Task(combination, hands, most=2))
    assert result.verdict != "failed", result.why
    assert bool(result.why) == (result.verdict == "refused")
    assert result.hands == (hands if result.verdict == "played" else 0)


@pytest.mark.parametrize("combination", list(combinations.pair_combinations()), ids=name)
def test_a_refusal_names_both(combination: Combination) -> None:
    verdict = composed_in_every_way(combination, 1)
    assert verdict.fault == ""
    assert bool(verdict.setups) != bool(verdict.reason)
    if verdict.reason:
        assert all(any(name in verdict.reason for name in party) for party in combination.parties)


@pytest.mark.parametrize("option", CORE_OPTIONS.values(), ids=lambda option: option.name)
def test_values_that_are_tried_are_taken(option: Option) -> None:
    tried = available.values(option)
    assert len(tried) == len(set(map(repr, tried))) >= 2
    assert [option.check(value) for value in tried] == list(tried)
    assert set(option.choices) <= set(tried)


def test_values_of_flags_and_of_numbers_without_end() -> None:
    assert available.values(Option("a.flag", "a", "", flag=True)) == (False, True)
    assert available.values(Option("a.number", "a", "", least=5)) == (5, 6, 105)
    assert available.values(Option("a.number", "a", "", zero=True, least=3, most=8)) == (0, 3, 4, 8)


def test_every_value_meets_every_preset() -> None:
    names = {combination.name for combination in combinations.preset_combinations()}
    for preset in available.presets():
        assert f"meld.ace=low on {preset}" in names
        assert f"deck.jokers=4 on {preset}" in names


@NOBODY
def test_every_pair_is_there_in_both_orders() -> None:
    known = available.plugins()
    assert len(PAIRS) == len(known) * (len(known) - 1) // 2
    first = next(PAIRS[0].setups())
    assert [setup.plugins for setup in first] == [PAIRS[0].plugins, PAIRS[0].plugins[::-1]]


@NOBODY
def test_values_beside_plugins_are_played_in_both_orders() -> None:
    two = next(combination for combination in combinations.beside_combinations() if len(combination.plugins) == 2)
    first = next(two.setups())
    assert [setup.plugins for setup in first] == [two.plugins, two.plugins[::-1]]


@NOBODY
def test_triples_are_the_same_with_the_same_seed() -> None:
    assert tuple(combinations.triple_combinations(TRIPLES, 0)) == triples()
    assert tuple(combinations.triple_combinations(TRIPLES, 1)) != triples()


# ---------------------------------------------------------------- what is wrong is found


@pytest.fixture
def strangers(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[None]:
    """Install two plugins, `one` and `two`, with settings."""
    for each, settings in zip(("one", "two"), request.param, strict=True):
        (tmp_path / f"{each}.py").write_text(APART.replace("REASON", settings), "utf-8")
        dist_info(tmp_path, f"rummy500-{each}", {each: each})
    with importable(tmp_path):
        yield


def pair() -> Combination:
    return Combination("pairs", "one + two", ("one", "two"), (), ("classic",), parties("one", "two"), both_orders=True)


def parties(*names: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset({name}) for name in names)


NO_NAMES = "refuse='it cannot be' if options['match.target'] == 7 else ''"


@pytest.mark.parametrize("strangers", [("sets={'match.target': 7}", NO_NAMES)], indirect=True)
@pytest.mark.usefixtures("strangers")
def test_a_refusal_in_one_order_only_is_a_fault() -> None:
    assert "refused in one order only" in composed_in_every_way(pair()).fault
    assert "refused in one order only" in play(Task(pair(), 4)).why


@pytest.mark.parametrize("strangers", [("", "refuse='it cannot be'")], indirect=True)
@pytest.mark.usefixtures("strangers")
def test_a_refusal_that_does_not_name_both_is_a_fault() -> None:
    assert composed_in_every_way(pair()).fault == (
        "the refusal does not name what does not go together: plugin two: it cannot be"
    )


@pytest.mark.parametrize("strangers", [("refuse='not with two'", "refuse='not with one'")], indirect=True)
@pytest.mark.usefixtures("strangers")
def test_a_refusal_with_both_names_is_none() -> None:
    verdict = composed_in_every_way(pair())
    assert (verdict.setups, verdict.fault) == ((), "")
    assert "one" in verdict.reason
    assert "two" in verdict.reason


@pytest.mark.parametrize("strangers", [("", "")], indirect=True)
@pytest.mark.usefixtures("strangers")
def test_two_that_go_together_are_played_in_both_orders() -> None:
    setups = composed_in_every_way(pair()).setups
    orders = (("one", "two"), ("two", "one"))
    assert set(setups) == {Setup(order, "classic", seats) for order in orders for seats in range(2, 9)}
    assert len(composed_in_every_way(pair(), 1).setups) == 2


def test_a_crash_of_composing_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object, **__: object) -> None:
        raise ZeroDivisionError("here")

    monkeypatch.setattr(combinations, "compose", crash)
    assert "composing raised ZeroDivisionError on classic with 4 seats: here" in composed_in_every_way(pair()).fault


def under_laws(monkeypatch: pytest.MonkeyPatch, *laws: Law[Any]) -> None:
    """Play hands under these laws alone."""
    monkeypatch.setattr("tests.kit.hands.laws_for", lambda *_: laws)


def plain(*options: tuple[str, OptionValue]) -> Combination:
    return Combination("options", "plain", (), options, ("classic", "family"), ())


def test_hands_are_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    under_laws(monkeypatch)
    result = play(Task(plain(), 9, most=3))
    assert (result.verdict, result.hands, sum(result.ends.values())) == ("played", 9, 9)
    assert play(Task(plain(), 9, most=3)).ends == result.ends


@pytest.mark.parametrize("strangers", [("", "")], indirect=True)
@pytest.mark.usefixtures("strangers")
def test_orders_share_the_hands_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs: list[Job] = []

    def play_hands(job: Job) -> Tally:
        jobs.append(job)
        return Tally(hands=len(job.numbers))

    monkeypatch.setattr(matrix, "play_hands", play_hands)
    assert play(Task(pair(), 40, most=5)).hands == 40
    by_order = Counter[tuple[str, ...]]()
    for job in jobs:
        by_order[job.plugins] += len(job.numbers)
    assert by_order == {("one", "two"): 20, ("two", "one"): 20}
    jobs.clear()
    play(Task(pair(), 2, most=5))
    assert {job.plugins for job in jobs} == {("one", "two"), ("two", "one")}


def test_some_hands_begin_as_late_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[bool] = []

    def hand(self: LawRunner, name: str, *, late: bool, **how: Any) -> Game | None:
        played.append(late)
        return play_hand(self, name, late=late, **how)

    under_laws(monkeypatch)
    play_hand = LawRunner.hand
    monkeypatch.setattr(LawRunner, "hand", hand)
    assert play(Task(plain(), 40, every=1000, most=2)).hands == 40
    assert 2 <= sum(played) <= 20
    assert len(played) == 40


def breaking_every_match(patch: pytest.MonkeyPatch) -> None:
    def check(law: Law[Any], subject: Subject) -> None:
        if isinstance(subject, Counted):
            raise law.broken(subject, Fault("it is wrong"))

    patch.setattr(Law, "check", check)


def test_laws_of_rules_are_asked_once_of_each_order(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Rules] = []
    under_laws(monkeypatch, Law("it", "It is.", Rules, asked.append))
    assert play(Task(plain(), 12, most=3)).hands == 12
    assert len(asked) == 1


def test_a_law_of_rules_that_is_broken_fails_the_combination(monkeypatch: pytest.MonkeyPatch) -> None:
    under_laws(monkeypatch, Law("it", "It is.", Rules, lambda _: Fault("it is wrong")))
    result = play(Task(plain(), 2))
    assert (result.verdict, result.hands) == ("failed", 0)
    assert result.why.startswith("the rules of ")
    assert "it is wrong" in result.why


@pytest.mark.parametrize(
    ("task", "what"),
    [
        (Task(plain(), -1), "hands must be at least 0, not -1"),
        (Task(plain(), 2, every=0), "every must be at least 1, not 0"),
        (Task(plain(), 2, most=0), "most must be at least 1, not 0"),
    ],
)
def test_a_task_with_a_number_that_is_too_small_is_refused(task: Task, what: str) -> None:
    with pytest.raises(ValueError, match=what):
        play(task)


def test_a_broken_law_fails_the_combination_with_its_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    breaking_every_match(monkeypatch)
    result = play(Task(plain(), 2))
    assert (result.verdict, result.is_done) == ("failed", False)
    assert "it is wrong" in result.why
    assert "[scenario.position]" in result.why or "[position]" in result.why


def test_a_hand_that_is_counted_wrong_is_a_fault() -> None:
    rules = compose("pagat", seats=3, options={"match.target": 1})
    hand = random_game(rules, random.Random(3)).states[-1]
    counted = count_hand(rules, Match(hand.public.match), hand)
    assert each_hand_is_counted_once.fault_in(counted) is None
    after = counted.after
    for wrong, said in (
        (attrs.evolve(after, so_far=replace(after.so_far, scores=(0, 0, 7))), "the lines bring"),
        (attrs.evolve(after, hands=()), "does not say that the hand"),
        (attrs.evolve(after, so_far=replace(after.so_far, dealer=3)), "seat 3 is to deal"),
        (attrs.evolve(after, winners=(1, 1)), "the winners are"),
        (attrs.evolve(after, winners=(1,), so_far=replace(after.so_far, playoff=True)), "a tie is played on"),
    ):
        fault = each_hand_is_counted_once.fault_in(attrs.evolve(counted, after=wrong))
        assert fault is not None
        assert said in fault.what


def test_a_match_that_is_over_is_begun_anew() -> None:
    rules = compose("classic", options={"match.target": 1})
    match = start_match(rules)
    runner, numbers = LawRunner(rules, ()), list[int]()
    for number in range(12):
        game = random_game(rules, random.Random(number), match=match.so_far)
        match = going_on(rules, count_hand(rules, match, game.states[-1]).after)
        played = runner.hand(str(number))
        assert played is not None
        numbers.append(played.state.public.match.hand_number)
    assert len(match.hands) < 12
    assert numbers[0] == 1
    assert 1 in numbers[1:]
    assert all(number in (1, last + 1) for last, number in pairwise(numbers))


# ---------------------------------------------------------------- the command


SMALL = ("--hands", "2", "--workers", "1", "--triples", "2")


@NOBODY
def test_the_command_does_the_combinations_of_one_plugin(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = available.plugins()[:2]
    few = [
        attrs.evolve(combination, presets=combination.presets[:1]) for combination in combinations.pair_combinations()
    ]
    monkeypatch.setattr(matrix, "pair_combinations", lambda: [each for each in few if second in each.plugins][:3])
    assert main([*SMALL, "--only", "pairs", "--plugin", first, "--verbose"]) == 0
    told, totals, end = capsys.readouterr().out.splitlines()
    assert told.startswith(f"{first} + {second}: ")
    assert totals.startswith("pairs: 1 combinations, ")
    assert end == "no combination failed"


def small(monkeypatch: pytest.MonkeyPatch) -> list[Combination]:
    """Restrict the command to two combinations, played under the laws of matches alone."""
    under_laws(monkeypatch, each_hand_is_counted_once)
    few = [plain(), attrs.evolve(plain(), name="not at all", options=(("meld.ace", "round"),))]
    monkeypatch.setattr(matrix, "preset_alone_combinations", list)
    monkeypatch.setattr(matrix, "pair_combinations", list)
    monkeypatch.setattr(matrix, "triple_combinations", lambda *_: [])
    monkeypatch.setattr(matrix, "cookbook_combinations", list)
    monkeypatch.setattr(matrix, "option_combinations", lambda: few)
    return few


def test_a_repeated_run_plays_the_missing_combinations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)
    file = tmp_path / "run.jsonl"
    for done in (1, 2, 2):
        assert main([*SMALL, "--json", str(file), *(("--part", "1/2") if done == 1 else ())]) == 0
        assert len(file.read_text("utf-8").splitlines()) == done
    found = read_results(file.read_text("utf-8").splitlines())
    assert {name: (each.verdict, each.hands) for name, each in found.items()} == {
        "plain": ("played", 2),
        "not at all": ("refused", 0),
    }
    assert main([*SMALL, "--seed", "1", "--json", str(file)]) == 0
    assert len(file.read_text("utf-8").splitlines()) == 4
    assert read_results(file.read_text("utf-8").splitlines())["plain"].seed == 1


def test_results_of_other_code_are_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)
    file = tmp_path / "run.jsonl"
    for which, lines in (("one", 2), ("one", 2), ("other", 4), ("other", 4)):
        monkeypatch.setattr(matrix, "code_hash", lambda which=which: which)
        assert main([*SMALL, "--json", str(file)]) == 0
        assert len(file.read_text("utf-8").splitlines()) == lines
    assert {each.code for each in read_results(file.read_text("utf-8").splitlines()).values()} == {"other"}


def test_a_line_from_before_there_was_a_hash_is_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)
    file = tmp_path / "run.jsonl"
    assert main([*SMALL, "--json", str(file)]) == 0
    old = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert all(line.pop("code") == code_hash() for line in old)
    file.write_text("".join(json.dumps(line) + "\n" for line in old), "utf-8")
    assert main([*SMALL, "--json", str(file)]) == 0
    assert len(file.read_text("utf-8").splitlines()) == 4


@pytest.mark.parametrize("strangers", [("", "")], indirect=True)
@pytest.mark.usefixtures("strangers")
def test_code_is_the_core_and_the_plugins(tmp_path: Path) -> None:
    whole = code_hash()
    assert code_hash() == whole
    file = tmp_path / "two.py"
    text = file.read_text("utf-8")
    file.write_text(f"{text}\n", "utf-8")
    assert code_hash() != whole
    file.write_text(text, "utf-8")
    assert code_hash() == whole


def test_code_changes_with_any_file_of_the_core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "rummy500"
    (folder / "engine").mkdir(parents=True)
    spec = ModuleSpec("rummy500", None, is_package=True)
    spec.submodule_search_locations = [str(folder)]
    monkeypatch.setattr(code_hash_module, "find_spec", lambda name: spec if name == "rummy500" else None)
    seen = [code_hash()]
    for name, text in (("a.py", ""), ("engine/a.py", ""), ("engine/a.py", "x = 1"), ("engine/b.txt", "no code")):
        (folder / name).write_text(text, "utf-8")
        seen.append(code_hash())
    (folder / "a.py").unlink()
    seen.append(code_hash())
    assert seen[3] == seen[4]
    assert len(set(seen)) == 5


def test_a_failure_is_reported_and_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small(monkeypatch)
    file = tmp_path / "run.jsonl"
    with monkeypatch.context() as patched:
        breaking_every_match(patched)
        assert main([*SMALL, "--json", str(file)]) == 1
    said = capsys.readouterr().out
    assert said.startswith("plain: failed: ")
    assert said.endswith("failed: plain\n")
    assert "options: 2 combinations, 0 played, 1 refused, 1 failed; 0 hands" in said
    assert main([*SMALL, "--json", str(file)]) == 0
    assert len(file.read_text("utf-8").splitlines()) == 3


def test_workers_share_the_combinations() -> None:
    alone = {result.combination: result.ends for result in play_all([Task(plain(), 2)], 1)}
    assert {result.combination: result.ends for result in play_all([Task(plain(), 2)], 2)} == alone


def test_nothing_to_play_is_no_success(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    small(monkeypatch)
    for arguments, what in (
        (("--plugin", "nope"), "there is no plugin 'nope'; "),
        (("--only", "pairs"), "no combination is chosen: there are 0 in pairs"),
        (("--part", "3/3"), "no combination is chosen: there are 2 in presets, pairs, options, triples"),
    ):
        assert main([*SMALL, *arguments]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith(what)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"\xff\xfe\x00", "it is not text"),
        (b"[1, 2]\n", "line 1 is not a result of a combination"),
        (b'\n{"combination": "one"}\n', "line 2 is not a result of a combination"),
        (b"fault: none\n", "line 1 is not a result of a combination"),
    ],
)
def test_a_file_without_results_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], content: bytes, what: str
) -> None:
    small(monkeypatch)
    file = tmp_path / "run.jsonl"
    file.write_bytes(content)
    assert main([*SMALL, "--json", str(file)]) == 2
    assert capsys.readouterr().err == f"{file}: {what}\n"
    assert file.read_bytes() == content


def test_an_unwritable_file_is_reported_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    small(monkeypatch)
    assert main([*SMALL, "--json", str(tmp_path / "no" / "run.jsonl")]) == 2
    told = capsys.readouterr()
    assert (told.out, "run.jsonl" in told.err) == ("", True)


@pytest.mark.parametrize(
    ("argument", "least"), [("--hands", 0), ("--option-hands", 0), ("--triples", 0), ("--every", 1), ("--workers", 1)]
)
def test_a_number_that_is_too_small_is_refused(argument: str, least: int, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([argument, str(least - 1)])
    assert ended.value.code == 2
    assert f"argument {argument}: it must be at least {least}, not {least - 1}" in capsys.readouterr().err


@pytest.mark.parametrize("part", ["0/2", "3/2", "1", "a/b", "1/"])
def test_a_part_that_is_none_is_refused(part: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--part", part])
    assert "is not of the form 2/3" in capsys.readouterr().err
