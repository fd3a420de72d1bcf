"""Tests of `score.ace-*`, `score.ten-five` and `score.fifths` beside their scenarios: other plugins, targets, texts."""

from __future__ import annotations

import re
from importlib.metadata import entry_points
from types import SimpleNamespace
from typing import Any

import pytest

import rummy500 as r5
from rummy500.hooks import JOKER, PluginInfo, Preset, Settings, hookimpl, rank_of
from rummy500.rules.move import FixedMinimum
from rummy500.rules.options import CORE_PRESETS

INSTALLED = {point.name for point in entry_points(group="rummy500.plugins")}
FIFTHS = {"scoring.fifths": True, "scoring.ten-five": True}


def house(name: str, presets: tuple[Preset, ...] = (), **hooks: Any) -> SimpleNamespace:
    """Make a plugin of some name."""
    info = PluginInfo(name, "a house rule", presets=presets)
    return SimpleNamespace(
        plugin_info=hookimpl(lambda: info), **{hook: hookimpl(answer) for hook, answer in hooks.items()}
    )


#: A joker counts thirty.
THIRTY = house("thirty", card_points=lambda card: 30 if card == JOKER else None)
#: An ace at the low end of a run counts seven.
LOW_SEVEN = house(
    "low-seven", card_points=lambda card, place: 7 if card < JOKER and rank_of(card) == 0 and place == "low" else None
)
#: All cards but aces count five or ten.
PIPS = house(
    "pips", card_points=lambda card, points: None if card < JOKER and rank_of(card) == 0 else 5 * (1 + (points >= 10))
)
ACES_30 = house("aces", card_points=lambda card: 30 if card < JOKER and rank_of(card) == 0 else None)
IDLE = house("deals", settings=lambda: Settings(idle={"match.target": "the game is two deals"}))
LONGER = house("longer", settings=lambda: Settings(sets={"match.target": 1000, "meld.first-minimum": 50}))
_333 = {**CORE_PRESETS["classic"].options, "match.target": 333, "meld.first-minimum": 31}
HOUSE = house("house", (Preset("house", "000", "333 points, and 31 to open", _333, ("house",)),))


def composed(preset: str, plugins: list[object], options: dict[str, object], *, seats: int = 2) -> r5.Rules:
    """Compose rules; the test is skipped if a plugin is not installed."""
    missing = {plugin for plugin in (preset, *plugins) if isinstance(plugin, str)}.difference(
        INSTALLED, CORE_PRESETS, ("house",)
    )
    if missing:
        pytest.skip(f"not installed: {', '.join(map(str, missing))}")
    return r5.compose(preset, plugins, options, seats=seats)


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize(
    ("other", "options", "points"),
    [(THIRTY, {"scoring.ten-five": True}, (5, 30)), (LOW_SEVEN, {"scoring.ace": "hundred"}, (7, 15))],
)
def test_scoring_leaves_to_a_plugin_what_it_makes_of_low_aces_and_jokers(
    other: object, options: dict[str, object], points: tuple[int, int], is_first: bool
) -> None:
    plugins: list[object] = ["scoring", other]
    found = r5.compose("pagat", plugins if is_first else plugins[::-1], options).scoring.points
    assert (found.piece(0, "low"), found.in_hand[JOKER]) == points


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_scoring_changes_nothing_where_nothing_is_asked_of_it(preset: str) -> None:
    plain, rules = r5.compose(preset), r5.compose(preset, ["scoring"])
    assert rules.scoring.points.in_hand == plain.scoring.points.in_hand
    assert (rules.scoring.unit, rules.match.target, rules.options["score.ace"]) == (1, 500, plain.options["score.ace"])
    assert not [one for one in r5.explain(rules) if one.set_by == "plugin scoring"]


@pytest.mark.parametrize(
    ("preset", "other", "options", "target", "minimum"),
    [
        ("classic", None, {"match.target": 50, "meld.first-minimum": 4}, 50, 4),  # what you ask for is taken as it is
        ("classic", None, {"match.target": 500}, 500, 0),
        ("house", HOUSE, {}, 67, 7),  # rounded up
        ("wikipedia", None, {}, 100, 6),
        ("classic", LONGER, {}, 200, 10),
        ("classic", IDLE, {}, 0, 0),
        ("classic", PIPS, {"scoring.ten-five": False, "scoring.ace": "hundred", "meld.ace": "high"}, 100, 0),
    ],
)
@pytest.mark.parametrize("is_first", [True, False])
def test_score_fifths_of_the_points_to_reach(
    preset: str, other: object, options: dict[str, object], target: int, minimum: int, is_first: bool
) -> None:
    plugins = ["scoring", *([other] if other is not None else [])]
    ten_five = {} if preset == "wikipedia" else FIFTHS
    order = plugins if is_first and preset != "house" else plugins[::-1]
    rules = composed(preset, order, {"scoring.fifths": True, **ten_five, **options})
    assert (rules.scoring.unit, rules.match.target) == (5, target)
    assert rules.melding.opening_minimum == (FixedMinimum(minimum) if minimum else None)


_BY_USE = "option score.ace cannot be 'one' with plugin scoring: it must be 'by-use', "
_TWO_TABLES = "plugin five-ten-fifteen: scoring.ten-five, of plugin scoring, sets other points for the same cards"
_UNDIVIDED = "plugin scoring: scores cannot be divided by 5.*"
_ONE: dict[str, object] = {"score.ace": "one"}


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize(
    ("other", "options", "why"),
    [
        (None, {**_ONE, "scoring.ace": "fifteen"}, _BY_USE + "scoring.ace = 'fifteen' sets the points of an ace$"),
        (
            None,
            {**_ONE, "scoring.ace": "hundred", "scoring.ten-five": True},
            _BY_USE + "scoring.ace = 'hundred' sets the points of an ace$",
        ),
        (None, {**_ONE, "scoring.ten-five": True}, _BY_USE + "scoring.ten-five makes an ace count 5$"),
        *(
            (None, {"scoring.fifths": True, "scoring.ace": ace}, _UNDIVIDED + r"2s \(2 in hand\).*score\.fifths")
            for ace in ("by-use", "fifteen", "twenty-five", "hundred")
        ),
        (
            PIPS,  # only the low ace does not divide
            {"scoring.fifths": True, "scoring.ace": "hundred", "meld.ace": "both"},
            r"5 with pips, .*: As \(1 at the low end of a run\), Ah \(1 at",
        ),
        (house("oklahoma"), {}, "scoring and oklahoma|oklahoma and scoring"),
        ("five-ten-fifteen", {"scoring.ten-five": True}, _TWO_TABLES),
    ],
)
def test_scoring_is_refused(other: object, options: dict[str, object], why: str, is_first: bool) -> None:
    plugins = ["scoring", *([other] if other is not None else [])]
    with pytest.raises(r5.ComposeError, match=f"^{why}" if why.startswith((_BY_USE, _TWO_TABLES)) else why):
        composed("pagat", plugins if is_first else plugins[::-1], options)


#: Presets and plugins, options, and below them what `explain` says of rules: `...` for any text, `-` for nothing.
TOLD = """
family scoring, scoring.ace=fifteen
  score.ace-fifteen: An ace counts 15 wherever it lies, even at the low end of a run, and in hand.
  score.values: ...; an ace counts 15.
  score.ace-one: -
pagat scoring, scoring.ace=twenty-five
  score.ace-25: An ace counts 25 wherever it lies, and in hand.
  score.values: ... king counts 10; a joker counts 15, whatever it stands for; an ace counts 25.
classic scoring, scoring.ace=twenty-five
  score.values: Cards from 2 to 10 count their number; a jack, queen or king counts 10; an ace counts 25.
pagat five-ten-fifteen scoring, scoring.ace=twenty-five
  score.ace-25: An ace counts 25 wherever it lies, and in hand.
  score.5-10-15: ...an ace counts 25; a joker counts 15.
pagat scoring five-ten-fifteen, scoring.ace=twenty-five
  score.ace-25: -
pagat scoring five-ten-fifteen, scoring.ace=fifteen
  score.ace-fifteen: -
pagat scoring, scoring.ace=hundred
  score.ace-hundred: Four natural aces of one player in one group count 100 in total...
  score.values: ...an ace counts 15, but 1 at the low end of a run.
wikipedia scoring, scoring.ace=hundred
  score.5-10-15: ...an ace counts 15, but 5 at the low end of a run...
wikipedia scoring, scoring.ace=hundred scoring.fifths=yes
  score.5-10-15: ...an ace counts 3, but 1 at the low end of a run...
  score.ace-hundred: ...count 20 in total...
pagat scoring, scoring.ten-five=yes
  score.ten-five: A ten, jack, queen or king counts 10; every other card counts 5, including a joker.
  score.values: -
  score.ace-one: -
classic scoring, scoring.ten-five=yes
  score.ten-five: A ten, jack, queen or king counts 10; every other card counts 5.
classic scoring, scoring.ten-five=yes scoring.ace=fifteen
  score.ten-five: A ten, jack, queen or king counts 10; every other card but the ace counts 5.
pagat scoring, scoring.ten-five=yes scoring.ace=hundred
  score.ten-five: ...counts 5, including a joker; an ace counts 15, but 5 at the low end of a run.
classic scoring, scoring.ten-five=yes scoring.ace=hundred meld.ace=high
  score.ten-five: ...every other card counts 5; an ace counts 15.
classic scoring persian, scoring.ten-five=yes
  score.ten-five: A ten, jack, queen or king counts 10; every other card counts 5; an ace counts 15.
pagat scoring, scoring.ten-five=yes scoring.fifths=yes
  score.ten-five: A ten, jack, queen or king counts 2; every other card counts 1, including a joker.
  score.fifths: All scores are divided by five, for cards and bonuses alike....
  match.target: ...100 points...
pagat scoring, scoring.ten-five=yes scoring.fifths=yes scoring.ace=twenty-five
  score.ace-25: An ace counts 5 ...
pagat persian five-ten-fifteen masters-hand scoring, scoring.fifths=yes
  score.5-10-15: Cards from 2 to 9 count 1; a ten, jack, queen or king counts 2; an ace counts 3.
  persian.jokers: ...each joker counts 4,...
  persian.out-bonus: ...earns their side 5 points.
  persian.game: ...gets 10 ...
  score.master-hand: ...You score 100 extra points...
pagat persian five-ten-fifteen scoring, scoring.fifths=yes persian.flavour=001
  score.5-10-15: ...counts 2; an ace counts 3, but 1 at the low end of a run.
  persian.game: ...gets 10 ...
"""


@pytest.mark.parametrize("told", re.split(r"\n(?=\w)", TOLD.strip()), ids=lambda told: told.partition("\n")[0])
def test_explain_tells(told: str) -> None:
    head, *lines = told.splitlines()
    (preset, *plugins), pairs = (half.split() for half in head.split(", "))
    options: dict[str, object] = {}
    for name, _, value in (pair.partition("=") for pair in pairs):
        options[name] = True if value == "yes" else value
    rules = composed(preset, [*plugins], options, seats=4 if "persian" in plugins else 2)
    found = {one.rule: one.text for one in r5.explain(rules)}
    for rule, _, text in (line.strip().partition(": ") for line in lines):
        assert re.fullmatch(re.escape(text).replace(r"\.\.\.", ".*"), found.get(rule, "-")), (rule, found.get(rule))


def test_explain_tells_of_four_aces_only_where_they_are_not_dearer_by_themselves() -> None:
    rules = r5.compose("classic", ["scoring", ACES_30], {"scoring.ace": "hundred"})
    assert "score.ace-hundred" not in {one.rule for one in r5.explain(rules)}
