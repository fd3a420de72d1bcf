"""Tests of `match.must-go-out`: the winners after a hand, refusals, `explain`."""

from __future__ import annotations

from importlib.metadata import entry_points

import attrs
import pytest

import rummy500 as r5
from rummy500.game.match import hand_in_match, match_with_scores
from rummy500.hooks import MatchWinners, PluginInfo, Rules, Settings, Tally, Verdict, hookimpl
from rummy500.rules.options import CORE_PRESETS

INSTALLED = {point.name for point in entry_points(group="rummy500.plugins")}


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


def after_hand(rules: r5.Rules, scores: tuple[int, ...], *, out: bool = True, playoff: bool = False) -> r5.Match:
    """Return the match after a hand that seat 1 or the stock ended; only cards in hand count."""
    hands = ["2c", "5d", "3c", "4c"][: rules.seats]
    phase = 'phase = "play"\ndrawn = ["5d"]\nstock = "Td"' if out else 'stock = ""'
    state = r5.parse_position(f'to_act = 1\nhands = {hands}\npile = "3d"\n{phase}', rules=rules).state
    action = "1: discard 5d" if out else "1: pass"
    over = r5.apply(rules, state, r5.parse_action(action, state))
    before = match_with_scores(rules, scores, playoff=playoff)
    return r5.record_hand(rules, r5.Match(before), hand_in_match(over, before))


@pytest.mark.parametrize("preset", CORE_PRESETS)
@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ((0, 499), ()),
        ((0, 500), (1,)),
        ((522, 505), (1,)),
        ((522, 522), (1,)),
        ((900, 499), ()),
        ((0, 900), (1,)),
    ],
)
def test_match_must_go_out_the_seat_that_is_out_wins_with_500(
    preset: str, scores: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    match = after_hand(r5.compose(preset, ["must-go-out"]), scores)
    assert match.winners == winners
    assert not match.playoff


@pytest.mark.parametrize("scores", [(522, 0), (0, 522), (522, 522), (900, 900)])
def test_match_must_go_out_nobody_wins_where_nobody_went_out(scores: tuple[int, ...]) -> None:
    match = after_hand(r5.compose("pagat", ["must-go-out"]), scores, out=False)
    assert match.winners == ()
    assert not match.playoff


@pytest.mark.parametrize("points", [499, 500])
def test_match_must_go_out_knows_no_playoff(points: int) -> None:
    """A match that says it is one is decided as any other."""
    match = after_hand(r5.compose("pagat", ["must-go-out"]), (600, points), playoff=True)
    assert match.winners == ((1,) if points == 500 else ())
    assert not match.playoff


@pytest.mark.parametrize(("target", "winners"), [(200, (1,)), (201, ())])
def test_match_must_go_out_with_another_target(target: int, winners: tuple[int, ...]) -> None:
    rules = r5.compose("pagat", ["must-go-out"], {"match.target": target})
    assert after_hand(rules, (400, 200)).winners == winners


@pytest.mark.parametrize(
    ("scores", "winners"), [((800, 500, 800, 500), (1, 3)), ((800, 499, 800, 499), ()), ((0, 500, 0, 500), (1, 3))]
)
@pytest.mark.parametrize("first", [True, False])
def test_match_must_go_out_where_sides_play_it_is_the_side(
    scores: tuple[int, ...], winners: tuple[int, ...], first: bool
) -> None:
    plugins: list[object] = ["must-go-out", Sides()]
    rules = r5.compose("classic", plugins if first else plugins[::-1], seats=4)
    # 3 and 4 for the cards that seats 2 and 3 hold, 2 for seat 0
    assert after_hand(rules, tuple(points + 4 * (seat % 2) for seat, points in enumerate(scores))).winners == winners


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(("points", "winners"), [(549, ()), (550, (1,))])
def test_match_must_go_out_leaves_it_to_other_plugins_what_counts_towards_the_target(
    first: bool, points: int, winners: tuple[int, ...]
) -> None:
    plugins: list[object] = ["must-go-out", Handicap()]
    rules = r5.compose("classic", plugins if first else plugins[::-1])
    assert after_hand(rules, (900, points)).winners == winners


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_match_must_go_out_sets_reach_whatever_the_preset(preset: str) -> None:
    rules = r5.compose(preset, ["must-go-out"])
    assert rules.options["match.reached"] == "reach"
    assert rules.origin.set_by["match.reached"] == "plugin must-go-out"
    assert rules.origin.set_by["match.target"] == f"preset {preset}"


def test_match_must_go_out_cannot_be_played_to_exceed() -> None:
    with pytest.raises(r5.ComposeError, match=r"match\.reached cannot be 'exceed' with plugin must-go-out"):
        r5.compose("pagat", ["must-go-out"], {"match.reached": "exceed"})
    assert r5.compose("pagat", ["must-go-out"], {"match.reached": "reach"}).match.target == 500


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


@pytest.mark.skipif("persian" not in INSTALLED, reason="needs persian")
@pytest.mark.parametrize("plugins", [["persian", "must-go-out"], ["must-go-out", "persian"]])
def test_match_must_go_out_and_persian(plugins: list[str]) -> None:
    """Persian's two deals are refused; with the other flavour the winner gets the fifty."""
    with pytest.raises(r5.ComposeError, match=r"must-go-out sets match\.reached, but the game is two deals"):
        r5.compose("classic", plugins, {"persian.flavour": "001"}, seats=4)
    match = after_hand(r5.compose("classic", plugins, seats=4), (900, 499, 900, 499))
    # 25 for going out, less 4 for the card of the partner
    assert match.winners == (1, 3)
    assert match.scores == (900 - 5, 499 + 25 - 4 + 50) * 2


@pytest.mark.skipif("oklahoma" not in INSTALLED, reason="needs oklahoma")
@pytest.mark.parametrize("plugins", [["oklahoma", "must-go-out"], ["must-go-out", "oklahoma"]])
@pytest.mark.parametrize(("points", "winners"), [(720, ()), (969, ()), (970, (1,))])
def test_match_must_go_out_and_the_points_that_never_count_towards_the_target(
    plugins: list[str], points: int, winners: tuple[int, ...]
) -> None:
    """Three nines are 30; the 250 for the whole hand in one turn do not help to reach 1000."""
    rules = r5.compose("classic", plugins, {"deal.opening": "upcard"})
    state = r5.parse_position(
        'to_act = 1\nhands = ["2c", "9s 9h 9d 5d"]\npile = "3d"\nphase = "play"\ndrawn = ["5d"]\nstock = "Td"',
        rules=rules,
    ).state
    for action in ("1: meld {9s 9h 9d}", "1: discard 5d"):
        state = r5.apply(rules, state, r5.parse_action(action, state))
    before = match_with_scores(rules, (1500, points))
    match = r5.record_hand(rules, r5.Match(before), hand_in_match(state, before))
    assert match.winners == winners
    assert match.scores[1] == points + 30 + 250 + (200 if winners else 0)


@pytest.mark.skipif("oklahoma" not in INSTALLED, reason="needs oklahoma")
@pytest.mark.parametrize("plugins", [["oklahoma", "must-go-out"], ["must-go-out", "oklahoma"]])
@pytest.mark.parametrize(("points", "winners"), [(899, ()), (900, (1,))])
def test_match_must_go_out_and_oklahoma(plugins: list[str], points: int, winners: tuple[int, ...]) -> None:
    """1000 with the hundred for going out, and the 200 of the winner."""
    match = after_hand(r5.compose("classic", plugins, {"deal.opening": "upcard"}), (1500, points))
    assert match.winners == winners
    assert match.scores[1] == points + 100 + (200 if winners else 0)


def test_explain_tells_it_in_the_place_of_target_highest_and_tie() -> None:
    found = {one.rule: one for one in r5.explain(r5.compose("pagat", ["must-go-out"], {"match.target": 250}))}
    assert found["match.must-go-out"].text == (
        "To win, you must go out, and your score must then be 250 or more. Nobody else's score matters. Otherwise"
        " another hand is played, whatever the scores."
    )
    assert found["match.must-go-out"].source == "000"
    assert not {"match.target", "match.highest", "match.tie"} & set(found)
    assert "match.margin" in found


def test_explain_tells_of_sides() -> None:
    rules = r5.compose("pagat", ["must-go-out", Sides()], seats=4)
    found = {one.rule: one for one in r5.explain(rules)}
    assert (
        "a player of your side must go out, and your side's score must then be 500" in found["match.must-go-out"].text
    )
    assert found["match.must-go-out"].source == "000, ours"


@pytest.mark.skipif("oklahoma" not in INSTALLED, reason="needs oklahoma")
@pytest.mark.parametrize("plugins", [["oklahoma", "must-go-out"], ["must-go-out", "oklahoma"]])
def test_explain_tells_who_wins_oklahoma_once(plugins: list[str]) -> None:
    found = {one.rule: one.text for one in r5.explain(r5.compose("classic", plugins))}
    assert "must then be 1000 or more" in found["match.must-go-out"]
    assert found["oklahoma.target"] == "The winner of the match gets 200 extra points."
