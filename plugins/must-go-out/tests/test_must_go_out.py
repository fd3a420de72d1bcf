"""Tests of `match.must-go-out`: beside house rules, refusals, `explain`; the examples of the rule are scenarios."""

from __future__ import annotations

import attrs
import pytest

import rummy500 as r5
from rummy500.engine.match import match_with_scores
from rummy500.hooks import MatchWinners, PluginInfo, Rules, Settings, Tally, Verdict, hookimpl
from rummy500_testing.altering import hand_in_match


class Named:
    """A stand-in for a plugin of some name."""

    def __init__(self, name: str, settings: Settings | None = None) -> None:
        self.name = name
        self.wants = settings

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo(self.name, "a stand-in")

    @hookimpl
    def settings(self) -> Settings | None:
        return self.wants


class Handicap:
    """A house rule: seat 1 counts fifty points less towards the target."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("handicap", "fifty less for seat 1")

    @hookimpl
    def match_winners(self, rule: MatchWinners) -> MatchWinners:
        def winners(rules: Rules, tally: Tally) -> Verdict:
            lower = (tally.scores[0], tally.scores[1] - 50, *tally.scores[2:])
            return rule(rules, attrs.evolve(tally, scores=lower))

        return winners


class Sides:
    """Four players on two sides."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("two-sides", "two sides")

    @hookimpl
    def sides(self) -> tuple[int, ...]:
        return (0, 1, 0, 1)


@pytest.mark.parametrize("first", [True, False])
def test_match_must_go_out_leaves_it_to_other_plugins_what_counts_towards_the_target(first: bool) -> None:
    plugins: list[object] = ["must-go-out", Handicap()]
    rules = r5.compose("classic", plugins if first else plugins[::-1])
    position = 'to_act = 1\nhands = ["2c", "5d"]\npile = "3d"\nphase = "play"\nstock = "Td"'
    state = r5.parse_position(position, rules=rules).state
    over = r5.apply(rules, state, r5.parse_action("1: discard 5d", state))
    for points, winners in ((549, ()), (550, (1,))):
        before = match_with_scores(rules, (900, points))
        assert r5.record_hand(rules, r5.Match(before), hand_in_match(over, before)).winners == winners


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(
    "other",
    [
        Named("michigan"),
        Named("deals", Settings(idle={"match.reached": "the game is two deals"})),
        Named("more", Settings(sets={"match.reached": "exceed"})),
    ],
    ids=lambda other: other.name,
)
def test_match_must_go_out_is_refused_with_both_names(other: Named, first: bool) -> None:
    plugins: list[object] = ["must-go-out", other]
    with pytest.raises(r5.ComposeError) as refused:
        r5.compose("pagat", plugins if first else plugins[::-1])
    assert "must-go-out" in str(refused.value)
    assert other.name in str(refused.value)


def test_explain_tells_it_in_the_place_of_target_highest_and_tie() -> None:
    found = {one.rule: one for one in r5.explain(r5.compose("pagat", ["must-go-out"], {"match.target": 250}))}
    assert "and your score must then be 250 or more" in found["match.must-go-out"].text
    assert found["match.must-go-out"].source == "000"
    assert not {"match.target", "match.highest", "match.tie"} & set(found)
    assert "match.margin" in found
    sides = {one.rule: one for one in r5.explain(r5.compose("pagat", ["must-go-out", Sides()], seats=4))}
    assert "a player of your side must go out, and your side's score" in sides["match.must-go-out"].text
    assert sides["match.must-go-out"].source == "000, ours"


@pytest.mark.parametrize("plugins", [["oklahoma", "must-go-out"], ["must-go-out", "oklahoma"]])
def test_explain_tells_who_wins_oklahoma_once(plugins: list[str]) -> None:
    pytest.importorskip("rummy500_oklahoma")
    found = {one.rule: one.text for one in r5.explain(r5.compose("classic", plugins))}
    assert "must then be 1000 or more" in found["match.must-go-out"]
    assert found["oklahoma.target"] == "The winner of the match gets 200 extra points."
