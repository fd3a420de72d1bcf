"""Tests of the speed targets and of the verdicts on a run."""

from __future__ import annotations

import pytest
from benchmarks.contestants.of_compiled import COMPILED_ROW
from benchmarks.contestants.of_openspiel import CACHED, CRAZY_EIGHTS, GIN
from benchmarks.contestants.of_spike import SKETCH
from benchmarks.fresh import Compose, Import
from benchmarks.measuring import Contestant, Measured, Sample, Spread
from benchmarks.report import verdict_text
from benchmarks.wanted import CLASSIC, COMPILED, PURE, Verdict, verdicts


def even(figure: float) -> Spread:
    return Spread(figure, figure, figure)


def measured(name: str, plain: float, kept: float) -> Measured:
    """Make measurements of a contestant with given decisions a second."""

    def sample(rate: float) -> Sample:
        return Sample(decisions=1000, hands=10, seconds=1000 / rate, calibration=100.0)

    def play(hands: int, rng: object) -> int:
        raise AssertionError("it has been measured")

    return Measured(Contestant(name, play), (sample(plain),) * 3, (sample(kept),) * 3)


def of_the_run(classic: float, *, compiled: bool = False) -> dict[str, Verdict]:
    """Return the verdicts of a run by their subject."""
    run = [
        measured(CLASSIC, classic, classic),
        measured(GIN, 1000, 100),
        measured(CACHED, 2400, 130),
        measured(CRAZY_EIGHTS, 15_000, 2_500),
    ]
    loading = Import(even(59.0), ("cattrs",))
    composing = [
        Compose("classic", (), even(2), even(0.1)),
        Compose("pagat", (), even(3), even(0.2)),
        Compose("classic", ("oklahoma",), even(45), even(1.5)),
    ]
    found = verdicts(run, {CLASSIC: Spread(900, 100, 1400)}, loading, composing, compiled=compiled)
    return {each.what: each for each in found}


def test_a_missed_target_is_shown_with_the_difference() -> None:
    verdict = Verdict("classic", "at least", 5.0, Spread(3.1, 3.0, 5.2), "times")
    assert verdict.met is False
    assert verdict_text(verdict) == "**missed** by 38%: wanted 5.0, got 3.1"
    assert verdict_text(Verdict("import", "at most", 60.0, even(75.0), "ms")) == (
        "**missed** by 25%: wanted at most 60.0, got 75.0"
    )


def test_a_figure_that_is_reached_exactly_is_met() -> None:
    assert verdict_text(Verdict("classic", "at least", 5.0, even(5.0))) == "met: wanted 5.0, got 5.0"
    assert verdict_text(Verdict("import", "at most", 60.0, even(60.0))) == "met: wanted at most 60.0, got 60.0"


def test_a_figure_just_off_is_missed() -> None:
    assert Verdict("classic", "at least", 5.0, even(4.999)).met is False
    assert Verdict("import", "at most", 60.0, even(60.001)).met is False


def test_a_figure_of_which_none_is_wanted_has_no_share_to_be_off_by() -> None:
    assert verdict_text(Verdict("packages", "at most", 0, even(1))) == "**missed**: wanted at most 0, got 1.0"


def test_a_figure_that_was_not_measured_is_neither_met_nor_missed() -> None:
    verdict = Verdict("classic", "at least", 5.0, None)
    assert (verdict.met, verdict.missed_by) == (None, 0.0)
    assert verdict_text(verdict) == "not measured; wanted 5.0"


def test_ratios_are_judged_in_the_mode_that_they_are_wanted_in() -> None:
    found = of_the_run(4900)
    plain, cached = found[f"{CLASSIC} to {GIN}"], found[f"{CLASSIC} to {CACHED}"]
    kept = found[f"{CLASSIC} to {GIN}, the state before kept"]
    assert [verdict_text(each) for each in (plain, cached, kept)] == [
        "**missed** by 2%: wanted 5.0, got 4.9",
        "met: wanted 2.0, got 2.0",
        "met: wanted 13.0, got 49.0",
    ]


def test_peers_that_were_left_out_leave_their_figures_unmeasured() -> None:
    unmeasured = [what for what, each in of_the_run(5000).items() if each.met is None]
    assert "rummy500 classic to pettingzoo gin_rummy_v4" in unmeasured
    assert f"{CLASSIC} to {GIN}" not in unmeasured


def test_a_compiled_engine_is_judged_by_its_own_row_or_by_that_of_a_process_that_is_compiled() -> None:
    pure, compiled = of_the_run(19_000), of_the_run(19_000, compiled=True)
    wanted = [f"{each.ours} to {each.theirs}" for each in COMPILED]
    assert [verdict_text(pure[what]) for what in wanted] == ["not measured; wanted 20.0", "not measured; wanted 1.0"]
    assert [verdict_text(compiled[what]) for what in wanted] == [
        f"**missed** by 5%: wanted 20.0, got 19.0; {COMPILED[0].why}",
        "met: wanted 1.0, got 1.3",
    ]
    run = [measured(COMPILED_ROW, 21_000, 21_000), measured(GIN, 1000, 100)]
    found = {each.what: each for each in verdicts(run, {}, None, (), compiled=False)}
    assert verdict_text(found[wanted[0]]) == "met: wanted 20.0, got 21.0"


def test_costs_paid_once_are_judged_by_the_worst_case() -> None:
    found = {what: each for what, each in of_the_run(5000).items() if "compose" in what}
    assert {what: each.met for what, each in found.items()} == {
        "`compose` of a preset the first time, the dearest: pagat": True,
        "`compose` of a preset asked again, the dearest: pagat": True,
        "`compose` of a preset with a plugin the first time, the dearest: classic + oklahoma": False,
        "`compose` of a preset with a plugin asked again, the dearest: classic + oklahoma": False,
    }


def test_a_package_that_is_loaded_too_early_is_named() -> None:
    found = of_the_run(5000)
    assert found["packages that `import rummy500` loads too early: cattrs"].met is False
    assert found["`import rummy500` beyond `import attrs`"].met is True


def test_the_median_weight_of_states_counts() -> None:
    assert of_the_run(5000)[f"{CLASSIC}: a state beyond the one before it"].met is True


@pytest.mark.parametrize("wanted", [*PURE, *COMPILED], ids=str)
def test_each_figure_is_of_rummy500_and_to_a_peer(wanted: object) -> None:
    assert str(getattr(wanted, "ours", "")).startswith("rummy500 ")
    assert not str(getattr(wanted, "theirs", "rummy500 ")).startswith("rummy500 ")


def test_a_missed_ratio_is_shown_beside_the_sketch() -> None:
    verdict = Verdict("classic", "at least", 5.0, even(3.1), "times", sketch=even(4.2))
    assert verdict_text(verdict) == "**missed** by 38%: wanted 5.0, got 3.1; a sketch without rule sets gets 4.2"
    assert verdict_text(Verdict("classic", "at least", 3.0, even(3.1), sketch=even(4.2))) == "met: wanted 3.0, got 3.1"


def test_the_sketch_is_measured_against_the_same_peer() -> None:
    run = [measured(CLASSIC, 3000, 300), measured(GIN, 1000, 100), measured(SKETCH, 4500, 4500)]
    found = {each.what: each for each in verdicts(run, {}, None, (), compiled=False)}
    assert found[f"{CLASSIC} to {GIN}"].sketch == even(4.5)
    assert found[f"{CLASSIC} to {GIN}, the state before kept"].sketch == even(45.0)
    assert found[f"{CLASSIC} to {CACHED}"].sketch is None
