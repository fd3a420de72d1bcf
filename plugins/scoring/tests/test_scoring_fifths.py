"""Tests of `score.fifths`: all scores divided by five, combinations with other plugins, and refusals."""

from __future__ import annotations

from importlib.metadata import entry_points

import pytest

import rummy500 as r5
from rummy500.game.match import hand_in_match
from rummy500.hooks import PluginInfo, Preset, Settings, hookimpl, rank_of
from rummy500.records import replace
from rummy500.rules.options import CORE_PRESETS
from rummy500.rules.questions import FixedMinimum

INSTALLED = {point.name for point in entry_points(group="rummy500.plugins")}
FIFTHS = {"scoring.fifths": True, "scoring.ten-five": True}


class House:
    """A preset of 333 points, and 31 to open."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        options = {**CORE_PRESETS["classic"].options, "match.target": 333, "meld.first-minimum": 31}
        return PluginInfo("house", "a preset", presets=(Preset("house", "000", "333 points", options, ("house",)),))


class Pips:
    """A house rule: all cards but aces count five or ten."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("pips", "fives and tens")

    @hookimpl
    def card_points(self, card: int, points: int) -> int | None:
        return None if rank_of(card) == 0 else 5 * (1 + (points >= 10))


class Sets:
    """A plugin that sets options of the core."""

    def __init__(self, name: str, settings: Settings) -> None:
        self.name = name
        self.wants = settings

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo(self.name, "a stand-in")

    @hookimpl
    def settings(self) -> Settings:
        return self.wants


def worth(rules: r5.Rules, cards: str) -> list[int]:
    return [rules.scoring.points.in_hand[card] for card in r5.parse_cards(cards)]


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_score_fifths_of_ten_five(preset: str) -> None:
    rules = r5.compose(preset, ["scoring"], FIFTHS)
    assert rules.scoring.unit == 5
    assert worth(rules, "2s 9s Ts Ks As *") == [1, 1, 2, 2, 1, 1]
    assert (rules.match.target, rules.melding.opening_minimum) == (100, None)


@pytest.mark.parametrize(("ace", "points"), [("fifteen", 3), ("twenty-five", 5)])
def test_score_fifths_of_aces(ace: str, points: int) -> None:
    rules = r5.compose("pagat", ["scoring"], {**FIFTHS, "scoring.ace": ace})
    assert worth(rules, "As 2s") == [points, 1]


@pytest.mark.skipif("five-ten-fifteen" not in INSTALLED, reason="needs five-ten-fifteen")
@pytest.mark.parametrize("plugins", [["five-ten-fifteen", "scoring"], ["scoring", "five-ten-fifteen"]])
def test_score_fifths_of_5_10_15(plugins: list[str]) -> None:
    rules = r5.compose("family", plugins, {"scoring.fifths": True})
    assert worth(rules, "2s 9s Ts Ks As *") == [1, 1, 2, 2, 3, 3]
    assert rules.scoring.points.piece(0, "low") == 1
    assert rules.match.target == 100


def test_score_fifths_what_somebody_asks_for_is_taken_as_it_is() -> None:
    rules = r5.compose("classic", ["scoring"], {**FIFTHS, "match.target": 50, "meld.first-minimum": 4})
    assert (rules.match.target, rules.melding.opening_minimum) == (50, FixedMinimum(4))
    assert r5.compose("classic", ["scoring"], {**FIFTHS, "match.target": 500}).match.target == 500


def test_score_fifths_of_a_preset_are_rounded_up() -> None:
    rules = r5.compose("house", [House(), "scoring"], FIFTHS)
    assert (rules.match.target, rules.melding.opening_minimum) == (67, FixedMinimum(7))
    assert rules.origin.set_by["match.target"] == "plugin scoring"


@pytest.mark.skipif("wikipedia" not in INSTALLED, reason="needs wikipedia")
def test_score_fifths_of_wikipedia_are_100_and_6_to_open() -> None:
    rules = r5.compose("wikipedia", ["scoring"], {"scoring.fifths": True})
    assert (rules.match.target, rules.melding.opening_minimum) == (100, FixedMinimum(6))


@pytest.mark.parametrize(
    ("preset", "ace"), [("classic", "by-use"), ("pagat", "fifteen"), ("family", "twenty-five"), ("classic", "hundred")]
)
def test_score_fifths_need_values_that_divide(preset: str, ace: str) -> None:
    with pytest.raises(r5.ComposeError, match=r"2s \(2 in hand\).*score\.fifths") as refused:
        r5.compose(preset, ["scoring"], {"scoring.fifths": True, "scoring.ace": ace})
    assert str(refused.value).startswith("plugin scoring: scores cannot be divided by 5")


@pytest.mark.parametrize("plugins", [["five-ten-fifteen", "scoring"], ["scoring", "five-ten-fifteen"], ["scoring"]])
@pytest.mark.parametrize("ace", ["high", "low", "both"])
def test_score_fifths_of_four_aces_and_a_low_one(plugins: list[str], ace: str) -> None:
    """Four aces are 20, and an ace at the low end of a run 1, a fifth of the five that the other rules make it."""
    if not INSTALLED.issuperset(plugins):
        pytest.skip("needs five-ten-fifteen")
    options = {"scoring.fifths": True, "scoring.ace": "hundred", "meld.ace": ace, "scoring.ten-five": len(plugins) == 1}
    rules = r5.compose("classic", plugins, {**options, "deck.packs": 2})
    run, points = ("[Qs Ks As]", 2 + 2 + 3) if ace == "high" else ("[As 2s 3s]", 1 + 1 + 1)
    state = r5.parse_position(
        f'hands = ["2c", "3c"]\nto_act = 1\nstock = "Td"\npile = "3d"\nmelds = ["0 {{As Ah Ad Ac}}", "1 {run}"]',
        rules=rules,
    ).state
    assert r5.score_hand(rules, state).by_seat == (20 - 1, points - 1)


@pytest.mark.parametrize("ace", ["high", "both"])
def test_score_fifths_and_ace_hundred_are_refused_with_a_low_ace_that_five_does_not_divide(ace: str) -> None:
    """Only the low ace does not divide here; where aces are high there is none."""
    options = {"scoring.fifths": True, "scoring.ace": "hundred", "meld.ace": ace}
    if ace == "high":
        assert r5.compose("classic", [Pips(), "scoring"], options).scoring.unit == 5
        return
    with pytest.raises(r5.ComposeError, match=r"5 with pips, .*: As \(1 at the low end of a run\), Ah \(1 at"):
        r5.compose("classic", [Pips(), "scoring"], options)


@pytest.mark.skipif("persian" not in INSTALLED, reason="needs persian")
@pytest.mark.parametrize("plugins", [["persian", "scoring"], ["scoring", "persian"]])
def test_score_fifths_of_persian(plugins: list[str]) -> None:
    """25 for going out become 5, 50 for winning 10, a joker 4, four doubled queens 16; 100 win, in either order."""
    rules = r5.compose("classic", plugins, {**FIFTHS, "scoring.ace": "fifteen"}, seats=4)
    assert (rules.match.target, rules.origin.set_by["match.target"]) == (100, "plugin scoring")
    assert worth(rules, "* As 2s") == [4, 3, 1]
    position = r5.parse_position(
        'hands = ["2c", "Qs Qh Qd Qc 9c", "3c", "4c"]\nto_act = 1\nphase = "play"\ndrawn = ["9c"]\nstock = "Td"\n'
        'pile = "3d"\nscores = [90, 78, 90, 78]',
        rules=rules,
    )
    state = position.state
    for action in ("1: meld {Qs Qh Qd Qc}", "1: discard 9c"):
        state = r5.apply(rules, state, r5.parse_action(action, state))
    assert r5.score_hand(rules, state).by_seat == (-1, 8 + 8 + 5, -1, -1)
    match = r5.record_hand(rules, position.match, state)
    assert match.scores == (88, 78 + 20, 88, 78 + 20)
    before = replace(position.match.so_far, scores=(90, 80, 90, 80))
    match = r5.record_hand(rules, r5.Match(before), hand_in_match(state, before))
    assert match.winners == (1, 3)
    assert match.scores == (88, 100 + 10, 88, 100 + 10)


@pytest.mark.skipif("dealers-gambit" not in INSTALLED, reason="needs dealers-gambit")
@pytest.mark.parametrize("plugins", [["dealers-gambit", "scoring"], ["scoring", "dealers-gambit"]])
def test_score_fifths_with_dealers_gambit(plugins: list[str]) -> None:
    rules = r5.compose("classic", plugins, FIFTHS)
    assert worth(rules, "* 2s") == [0, 1]


# ------------------------------------------------- two answers to one question


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"scoring.ace": "fifteen"}, "scoring.ace = 'fifteen' sets the points of an ace"),
        ({"scoring.ace": "hundred", "scoring.ten-five": True}, "scoring.ace = 'hundred' sets the points of an ace"),
        ({"scoring.ten-five": True}, "scoring.ten-five makes an ace count 5"),
    ],
)
def test_score_ace_one_is_refused_beside_them(options: dict[str, object], why: str) -> None:
    with pytest.raises(r5.ComposeError) as refused:
        r5.compose("pagat", ["scoring"], {**options, "score.ace": "one"})
    message = "option score.ace cannot be 'one' with plugin scoring: it must be 'by-use', "
    assert str(refused.value) == message + why
    rules = r5.compose("family", ["scoring"], options)
    assert (rules.options["score.ace"], rules.origin.set_by["score.ace"]) == ("by-use", "plugin scoring")


def test_score_ace_one_stands_where_nothing_else_is_said() -> None:
    rules = r5.compose("pagat", ["scoring"], {"score.ace": "one", "scoring.ace": "by-use"})
    assert worth(rules, "As") == [1]


@pytest.mark.parametrize("plugins", [["oklahoma", "scoring"], ["scoring", "oklahoma"]])
def test_scoring_does_not_go_with_oklahoma(plugins: list[str]) -> None:
    named = [Sets(name, Settings()) if name == "oklahoma" and name not in INSTALLED else name for name in plugins]
    with pytest.raises(r5.ComposeError, match=r"scoring and oklahoma|oklahoma and scoring"):
        r5.compose("classic", named)


@pytest.mark.parametrize("first", [True, False])
def test_score_fifths_and_a_plugin_that_knows_no_target(first: bool) -> None:
    """There is nothing to play to, and the scores are divided."""
    idle = Sets("deals", Settings(idle={"match.target": "the game is two deals"}))
    plugins: list[object] = ["scoring", idle]
    assert r5.compose("classic", plugins if first else plugins[::-1], FIFTHS).scoring.unit == 5


@pytest.mark.parametrize("first", [True, False])
def test_score_fifths_of_a_target_that_another_plugin_sets(first: bool) -> None:
    longer = Sets("longer", Settings(sets={"match.target": 1000, "meld.first-minimum": 50}))
    plugins: list[object] = ["scoring", longer]
    rules = r5.compose("classic", plugins if first else plugins[::-1], FIFTHS)
    assert (rules.match.target, rules.melding.opening_minimum) == (200, FixedMinimum(10))


@pytest.mark.skipif("five-ten-fifteen" not in INSTALLED, reason="needs five-ten-fifteen")
@pytest.mark.parametrize("plugins", [["five-ten-fifteen", "scoring"], ["scoring", "five-ten-fifteen"]])
def test_score_ten_five_is_refused_beside_5_10_15(plugins: list[str]) -> None:
    with pytest.raises(r5.ComposeError) as refused:
        r5.compose("classic", plugins, {"scoring.ten-five": True})
    assert str(refused.value) == (
        "plugin five-ten-fifteen: scoring.ten-five, of plugin scoring, sets other points for the same cards"
    )
    assert r5.compose("classic", plugins, {"scoring.ten-five": False}).match.target == 500


@pytest.mark.skipif("michigan" not in INSTALLED, reason="needs michigan")
@pytest.mark.parametrize("plugins", [["michigan", "scoring"], ["scoring", "michigan"]])
def test_score_fifths_of_michigan(plugins: list[str]) -> None:
    assert r5.compose("classic", plugins, FIFTHS).scoring.unit == 5


# ------------------------------------------------- in words


def told(*plugins: str, preset: str = "pagat", **options: object) -> dict[str, str]:
    named = {f"scoring.{name}".replace("_", "-"): value for name, value in options.items()}
    return explained(preset, named, *plugins)


def explained(preset: str, options: dict[str, object], *plugins: str) -> dict[str, str]:
    """Return the sentences of `explain` by rule."""
    rules = r5.compose(preset, plugins or ["scoring"], options, seats=4 if "persian" in plugins else 2)
    return {one.rule: one.text for one in r5.explain(rules)}


def test_explain_tells_of_aces_at_15() -> None:
    found = told(ace="fifteen", preset="family")
    assert found["score.ace-fifteen"] == "An ace counts 15 wherever it lies, even at the low end of a run, and in hand."
    assert found["score.values"].endswith("; an ace counts 15.")
    assert "score.ace-one" not in found


@pytest.mark.parametrize(
    ("preset", "joker"), [("pagat", "; a joker counts 15, whatever it stands for"), ("classic", "")]
)
def test_explain_tells_of_aces_at_25(preset: str, joker: str) -> None:
    found = told(ace="twenty-five", preset=preset)
    assert found["score.ace-25"] == "An ace counts 25 wherever it lies, and in hand."
    assert found["score.values"] == (
        f"Cards from 2 to 10 count their number; a jack, queen or king counts 10{joker}; an ace counts 25."
    )


@pytest.mark.skipif("five-ten-fifteen" not in INSTALLED, reason="needs five-ten-fifteen")
def test_explain_tells_of_aces_beside_5_10_15_only_where_they_count_so() -> None:
    found = told("five-ten-fifteen", "scoring", ace="twenty-five")
    assert found["score.ace-25"] == "An ace counts 25 wherever it lies, and in hand."
    assert found["score.5-10-15"].endswith("an ace counts 25; a joker counts 15.")
    for ace, rule in (("twenty-five", "score.ace-25"), ("fifteen", "score.ace-fifteen")):
        assert rule not in told("scoring", "five-ten-fifteen", ace=ace)


def test_explain_tells_of_four_aces() -> None:
    found = told(ace="hundred")
    assert found["score.ace-hundred"].startswith("Four natural aces of one player in one group count 100 in total")
    assert found["score.values"].endswith("an ace counts 15, but 1 at the low end of a run.")


@pytest.mark.skipif("wikipedia" not in INSTALLED, reason="needs wikipedia")
def test_explain_tells_of_four_aces_and_the_low_one_of_the_preset_wikipedia() -> None:
    whole, fifths = told(ace="hundred", preset="wikipedia"), told(ace="hundred", fifths=True, preset="wikipedia")
    assert "an ace counts 15, but 5 at the low end of a run" in whole["score.5-10-15"]
    assert "an ace counts 3, but 1 at the low end of a run" in fifths["score.5-10-15"]
    assert "count 20 in total" in fifths["score.ace-hundred"]


def test_explain_tells_of_four_aces_only_where_they_are_not_dearer_by_themselves() -> None:
    class Thirty:
        @hookimpl
        def plugin_info(self) -> PluginInfo:
            return PluginInfo("thirty", "aces count thirty")

        @hookimpl
        def card_points(self, card: int) -> int | None:
            return 30 if rank_of(card) == 0 else None

    rules = r5.compose("classic", ["scoring", Thirty()], {"scoring.ace": "hundred"})
    assert "score.ace-hundred" not in {one.rule for one in r5.explain(rules)}


@pytest.mark.parametrize(
    ("preset", "options", "holds"),
    [
        (
            "pagat",
            {"scoring.ace": "by-use"},
            "A ten, jack, queen or king counts 10; every other card counts 5, including a joker.",
        ),
        ("classic", {"scoring.ace": "by-use"}, "A ten, jack, queen or king counts 10; every other card counts 5."),
        (
            "classic",
            {"scoring.ace": "fifteen"},
            "A ten, jack, queen or king counts 10; every other card but the ace counts 5.",
        ),
        (
            "pagat",
            {"scoring.ace": "hundred"},
            (
                "A ten, jack, queen or king counts 10; every other card counts 5, including a joker; an ace counts 15,"
                " but 5 at the low end of a run."
            ),
        ),
        (
            "classic",
            {"scoring.ace": "hundred", "meld.ace": "high"},
            "A ten, jack, queen or king counts 10; every other card counts 5; an ace counts 15.",
        ),
        (
            "pagat",
            {"scoring.fifths": True},
            "A ten, jack, queen or king counts 2; every other card counts 1, including a joker.",
        ),
    ],
)
def test_explain_tells_of_ten_five(preset: str, options: dict[str, object], holds: str) -> None:
    found = explained(preset, {"scoring.ten-five": True, **options})
    assert found["score.ten-five"] == holds
    assert not {"score.values", "score.ace-one"} & set(found)


@pytest.mark.skipif("persian" not in INSTALLED, reason="needs persian")
def test_explain_tells_of_ten_five_where_persian_has_the_last_word_about_aces() -> None:
    found = told("scoring", "persian", preset="classic", ten_five=True)
    assert (
        found["score.ten-five"] == "A ten, jack, queen or king counts 10; every other card counts 5; an ace counts 15."
    )


def test_explain_tells_of_fifths() -> None:
    found = told(ten_five=True, fifths=True)
    assert found["score.fifths"].startswith("All scores are divided by five, for cards and bonuses alike.")
    assert "100 points" in found["match.target"]
    assert told(ten_five=True, fifths=True, ace="twenty-five")["score.ace-25"].startswith("An ace counts 5 ")


@pytest.mark.skipif(not {"persian", "five-ten-fifteen", "masters-hand"} <= INSTALLED, reason="needs three plugins")
@pytest.mark.parametrize("flavour", ["003", "001"])
def test_explain_tells_the_points_of_other_rules_in_fifths(flavour: str) -> None:
    plugins = ("persian", "five-ten-fifteen", "masters-hand", "scoring")
    found = explained("pagat", {"scoring.fifths": True, "persian.flavour": flavour}, *plugins)
    low = "" if flavour == "003" else ", but 1 at the low end of a run"
    assert found["score.5-10-15"] == (
        f"Cards from 2 to 9 count 1; a ten, jack, queen or king counts 2; an ace counts 3{low}."
    )
    assert "each joker counts 4," in found["persian.jokers"]
    assert found["persian.out-bonus"].endswith("earns their side 5 points.")
    assert "gets 10 " in found["persian.game"]
    assert "You score 100 extra points" in found["score.master-hand"]
