"""Tests of `score.ace-fifteen`, `score.ace-25`, `score.ace-hundred` and `score.ten-five`, alone and together."""

from __future__ import annotations

from importlib.metadata import entry_points

import pytest

import rummy500 as r5
from rummy500.hooks import JOKER, Place, PluginInfo, hookimpl
from rummy500.rules.options import CORE_PRESETS

INSTALLED = {point.name for point in entry_points(group="rummy500.plugins")}
ACES = (0, 13, 26, 39)
IN_GROUP = 64


class Thirty:
    """A house rule: a joker counts thirty."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("thirty", "jokers count thirty")

    @hookimpl
    def card_points(self, card: int) -> int | None:
        return 30 if card == JOKER else None


class LowSeven:
    """A house rule: an ace at the low end of a run counts seven."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("low-seven", "low aces count seven")

    @hookimpl
    def card_points(self, card: int, place: Place) -> int | None:
        return 7 if card in ACES and place == "low" else None


def scoring(preset: str = "pagat", *plugins: object, seats: int = 2, **options: object) -> r5.Rules:
    """Compose rules with options of `scoring`; the name of a core option has two underscores."""
    named = {
        (name.replace("__", ".") if "__" in name else f"scoring.{name}").replace("_", "-"): value
        for name, value in options.items()
    }
    return r5.compose(preset, plugins or ["scoring"], named, seats=seats)


def worth(rules: r5.Rules, card: str, place: Place) -> int:
    number = r5.parse_card(card)
    if place == "hand":
        return rules.scoring.points.in_hand[number]
    return rules.scoring.points.piece(number * 65, place)


def melded(rules: r5.Rules, *melds: str) -> list[r5.ScoreLine]:
    """Return the lines of bonuses for melds."""
    seats = ", ".join(f'"{card}"' for card in ["2c", "3c", "4c", "5c"][: rules.seats])
    text = f'hands = [{seats}]\nto_act = 1\nstock = "Td"\npile = "3d"\nmelds = {list(melds)}'
    score = r5.score_hand(rules, r5.parse_position(text, rules=rules).state)
    return [line for line in score.lines if line.rule != "score.hand"]


@pytest.mark.parametrize("preset", CORE_PRESETS)
@pytest.mark.parametrize(
    ("ace", "high", "low"), [("fifteen", 15, 15), ("twenty-five", 25, 25), ("hundred", 15, 1)], ids=lambda value: value
)
def test_score_ace_fifteen_25_and_hundred_whatever_the_preset(preset: str, ace: str, high: int, low: int) -> None:
    rules = scoring(preset, ace=ace)
    for card in ("As", "Ah", "Ad", "Ac"):
        assert [worth(rules, card, place) for place in ("hand", "group", "run", "low")] == [high, high, high, low]
    assert [worth(rules, card, "run") for card in ("2s", "9h", "Td", "Kc")] == [2, 9, 10, 10]
    assert rules.scoring.points.in_hand[JOKER] == 15


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_scoring_changes_nothing_where_nothing_is_asked_of_it(preset: str) -> None:
    plain, rules = r5.compose(preset), scoring(preset)
    assert rules.scoring.points.in_hand == plain.scoring.points.in_hand
    assert [rules.scoring.points.piece(ace * 65, "low") for ace in ACES] == [
        plain.scoring.points.piece(ace * 65, "low") for ace in ACES
    ]
    assert (rules.scoring.unit, rules.match.target, rules.options["score.ace"]) == (1, 500, plain.options["score.ace"])
    assert not [one for one in r5.explain(rules) if one.set_by == "plugin scoring"]


@pytest.mark.parametrize("preset", CORE_PRESETS)
@pytest.mark.parametrize(("cards", "points"), [("2s 3h 4d 5c 6s 7h 8d 9c", 5), ("Ts Jh Qd Kc", 10), ("As Ah Ad Ac", 5)])
def test_score_ten_five_whatever_the_preset(preset: str, cards: str, points: int) -> None:
    rules = scoring(preset, ten_five=True)
    for card in cards.split():
        assert {worth(rules, card, place) for place in ("hand", "group", "run", "low")} == {points}


def test_score_ten_five_a_joker_is_5_in_any_role_and_in_hand() -> None:
    rules = scoring(ten_five=True)
    runs = {rules.scoring.points.piece(JOKER + 64 * role, "run") for role in range(52)}
    groups = {rules.scoring.points.piece(JOKER + 64 * (IN_GROUP + rank), "group") for rank in range(13)}
    assert runs | groups | {rules.scoring.points.in_hand[JOKER]} == {5}


@pytest.mark.parametrize("plugins", [["scoring", Thirty()], [Thirty(), "scoring"]], ids=["first", "last"])
def test_score_ten_five_leaves_a_joker_what_another_plugin_makes_it(plugins: list[object]) -> None:
    assert scoring("pagat", *plugins, ten_five=True).scoring.points.in_hand[JOKER] == 30


@pytest.mark.parametrize(("ace", "high", "low"), [("fifteen", 15, 15), ("twenty-five", 25, 25), ("hundred", 15, 5)])
def test_score_ten_five_gives_way_to_the_option_for_aces(ace: str, high: int, low: int) -> None:
    rules = scoring(ace=ace, ten_five=True)
    assert [worth(rules, "As", place) for place in ("hand", "run", "low")] == [high, high, low]
    assert [worth(rules, card, "hand") for card in ("2s", "9s", "Ts", "Ks", "*")] == [5, 5, 10, 10, 5]


@pytest.mark.skipif("five-ten-fifteen" not in INSTALLED, reason="needs five-ten-fifteen")
@pytest.mark.parametrize(
    ("ace", "values"), [("fifteen", (15, 15)), ("twenty-five", (25, 25)), ("hundred", (15, 5)), ("by-use", (15, 5))]
)
def test_score_ace_the_later_of_scoring_and_5_10_15_has_the_last_word(ace: str, values: tuple[int, int]) -> None:
    later = scoring("pagat", "five-ten-fifteen", "scoring", ace=ace)
    assert (worth(later, "As", "run"), worth(later, "As", "low"), worth(later, "9s", "run")) == (*values, 5)
    earlier = scoring("pagat", "scoring", "five-ten-fifteen", ace=ace)
    assert (worth(earlier, "As", "run"), worth(earlier, "As", "low"), worth(earlier, "9s", "run")) == (15, 5, 5)


@pytest.mark.skipif("wikipedia" not in INSTALLED, reason="needs wikipedia")
@pytest.mark.parametrize(
    ("ace", "values"),
    [("fifteen", [15, 15, 15]), ("twenty-five", [25, 25, 25]), ("hundred", [15, 15, 5]), ("by-use", [15, 15, 5])],
)
def test_score_ace_in_the_preset_wikipedia(ace: str, values: list[int]) -> None:
    rules = scoring("wikipedia", ace=ace)
    assert [worth(rules, "As", place) for place in ("hand", "group", "low")] == values


@pytest.mark.parametrize("first", [True, False])
def test_score_ace_hundred_leaves_the_low_ace_to_a_plugin_in_either_order(first: bool) -> None:
    plugins: list[object] = ["scoring", LowSeven()]
    rules = scoring("pagat", *(plugins if first else plugins[::-1]), ace="hundred")
    assert [worth(rules, "As", place) for place in ("hand", "group", "run", "low")] == [15, 15, 15, 7]


@pytest.mark.skipif("persian" not in INSTALLED, reason="needs persian")
@pytest.mark.parametrize("plugins", [["persian", "scoring"], ["scoring", "persian"]])
def test_score_ten_five_leaves_persian_jokers_their_20(plugins: list[str]) -> None:
    rules = scoring("classic", *plugins, seats=4, ten_five=True)
    assert (worth(rules, "*", "hand"), worth(rules, "6s", "hand")) == (20, 5)
    assert worth(rules, "As", "hand") == (5 if plugins[-1] == "scoring" else 15)


@pytest.mark.skipif("dealers-gambit" not in INSTALLED, reason="needs dealers-gambit")
@pytest.mark.parametrize("plugins", [["dealers-gambit", "scoring"], ["scoring", "dealers-gambit"]])
def test_score_ten_five_leaves_jokers_of_the_gambit_worth_nothing(plugins: list[str]) -> None:
    assert worth(scoring("classic", *plugins, ten_five=True), "*", "hand") == 0


# ------------------------------------------------- four aces


@pytest.mark.parametrize(
    ("meld", "lines"),
    [
        ("0 {As Ah Ad Ac}", [(0, 40)]),
        ("0 {As Ah Ad 1:Ac}", []),
        ("1 {As Ah Ad}", []),
        ("1 {0:As 0:Ah 0:Ad 0:Ac}", [(0, 40)]),
        ("1 {Ks Kh Kd Kc}", []),
        ("1 {As Ah Ad *=A}", []),
    ],
)
def test_score_ace_hundred_four_natural_aces_of_one_player(meld: str, lines: list[tuple[int, int]]) -> None:
    rules = scoring("north-american", ace="hundred")
    found = melded(rules, meld)
    assert [(line.seat, line.points) for line in found] == lines
    assert {line.rule for line in found} <= {"score.ace-hundred"}
    assert [line.cards for line in found] == ["As Ah Ad Ac"] * len(lines)


@pytest.mark.parametrize(
    ("meld", "lines"),
    [
        ("0 {As As Ah Ad Ac}", [(0, 40)]),
        ("0 {As Ah Ad Ac *=A}", [(0, 40)]),
        ("0 {As As Ah Ah 1:Ad 1:Ad 1:Ac 1:Ac}", [(0, 40), (1, 40)]),
        ("0 {As As Ah 1:Ah 1:Ad 1:Ad}", []),
    ],
)
def test_score_ace_hundred_in_larger_groups(meld: str, lines: list[tuple[int, int]]) -> None:
    """With two packs the bonus counts once for each player; other aces count as usual."""
    rules = scoring("north-american", ace="hundred", deck__packs=2)
    assert [(line.seat, line.points) for line in melded(rules, meld)] == lines


def test_score_ace_hundred_partners_do_not_add_up() -> None:
    class Sides:
        @hookimpl
        def plugin_info(self) -> PluginInfo:
            return PluginInfo("two-sides", "two sides")

        @hookimpl
        def sides(self) -> tuple[int, ...]:
            return (0, 1, 0, 1)

    rules = scoring("pagat", "scoring", Sides(), seats=4, ace="hundred")
    assert melded(rules, "0 {As Ah Ad 2:Ac}") == []


@pytest.mark.parametrize(("minimum", "opens"), [(60, True), (61, False)])
def test_score_ace_hundred_does_not_help_to_open(minimum: int, opens: bool) -> None:
    rules = scoring(ace="hundred", meld__first_minimum=minimum)
    state = r5.parse_position(
        'hands = ["2c", "As Ah Ad Ac 9c"]\nto_act = 1\nphase = "play"\ndrawn = ["9c"]\nstock = "Td"\npile = "3d"',
        rules=rules,
    ).state
    refusal = r5.why_not(rules, state, r5.parse_action("1: meld {As Ah Ad Ac}", state))
    assert (refusal is None) == opens


@pytest.mark.skipif("persian" not in INSTALLED, reason="needs persian")
@pytest.mark.parametrize("plugins", [["persian", "scoring"], ["scoring", "persian"]])
def test_score_ace_hundred_is_doubled_in_persian(plugins: list[str]) -> None:
    rules = scoring("classic", *plugins, seats=4, ace="hundred")
    state = r5.parse_position(
        'hands = ["2c", "As Ah Ad Ac 9c", "3c", "4c"]\nto_act = 1\nphase = "play"\ndrawn = ["9c"]\nstock = "Td"\n'
        'pile = "3d"',
        rules=rules,
    ).state
    after = r5.apply(rules, state, r5.parse_action("1: meld {As Ah Ad Ac}", state))
    assert r5.score_hand(rules, after).by_seat[1] == 100 + 100 - 9


@pytest.mark.parametrize("ace", ["by-use", "fifteen", "twenty-five"])
def test_score_ace_hundred_is_for_those_who_ask_for_it(ace: str) -> None:
    assert melded(scoring(ace=ace), "0 {As Ah Ad Ac}") == []
