"""Tests of errors in options, presets and settings when rules are composed: each names the plugin."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from tests.errors import Errors
from tests.hooks.installing import Install
from tests.hooks.samples import LEVEL, ON, answering, composing, described, plugin, refusal

import rummy500 as r5
from rummy500.hooks import Fixed, Option, PluginInfo, Preset, Settings, hookimpl

HOME = Preset("home", "house", "ours", r5.compose("classic").preset.options, ("sample",))


def sample(**fields: Any) -> SimpleNamespace:
    return SimpleNamespace(plugin_info=hookimpl(lambda: described(**fields)))


def home(**changes: Any) -> SimpleNamespace:
    return sample(presets=(attrs.evolve(HOME, **changes),))


def brings(name: str) -> SimpleNamespace:
    return plugin(name, described(name, presets=(attrs.evolve(HOME, plugins=(name,)),)))


def chooses(name: str, *requires: str, **settings: Any) -> SimpleNamespace:
    return plugin(name, PluginInfo(name, "", requires=requires), settings=lambda: Settings(**settings))


def seated(name: str, least: int, most: int) -> SimpleNamespace:
    return plugin(name, PluginInfo(name, "", seats=(least, most)))


on, level = sample(options=(ON,)), sample(options=(LEVEL,))
quiet, loud = chooses("quiet", fixes={"call": Fixed("none", "it is late")}), chooses("loud", sets={"call": "full"})
one, two = chooses("one", sets={"match.target": 250}), chooses("two", sets={"match.target": 250})
TARGET = {"match.target": Fixed(100, "it is")}
IDLE = {"match.target": "every hand is a match"}

NO_PRESETS: list[dict[str, Any]] = [
    {"name": "classic"}, {"name": "our home"}, {"plugins": ()}, {"plugins": "sample"}, {"options": ()},
]  # fmt: skip
NO_FIELDS: list[dict[str, Any]] = [{"options": ON}, {"options": (3,)}, {"presets": 3}, {"presets": ("home",)}]
OWN = {
    "set": Settings(sets={"sample.on": True}),
    "fixed": Settings(fixes={"sample.on": Fixed(value=True, why="it is")}),
    "idle": Settings(idle={"sample.on": "it is"}),
}


def teams(*plugins: object) -> object:
    pytest.importorskip("rummy500_persian")
    return r5.compose("classic", plugins, seats=3)


ERRORS = Errors(
    __file__,
    {
        "unknown option, near": composing(on, options={"sample.onn": True}),
        "unknown option, far": composing(plugin(), options={"sample.on": True}),
        "option of another plugin": composing(sample(options=(attrs.evolve(ON, name="other.on"),))),
        "option of the core": composing(sample(options=(attrs.evolve(ON, name="meld.ace"),))),
        "option named twice": composing(sample(options=(ON, ON))),
        "default that is no value": composing(
            sample(options=(Option("sample.level", "sample.rule", "much", least=1),))
        ),
        **{f"info with {fields}".partition("(name")[0]: composing(sample(**fields)) for fields in NO_FIELDS},
        **{f"preset with {changes}": composing(home(**changes)) for changes in NO_PRESETS},
        "preset of two plugins": composing(brings("one"), brings("two")),
        "preset twice": composing(sample(presets=(HOME, HOME))),
        **{f"preset {name!r}": composing(preset=name) for name in (["pagat"], None)},  # type: ignore[arg-type] # wrong on purpose
        "options as pairs": composing(options=[("call", "none")]),
        "fixes without Fixed": composing(chooses("sample", fixes={"call": "none"})),
        "idle as a list": composing(chooses("sample", idle=["call"])),
        **{
            f"settings of its own option, {kind}": composing(
                plugin("sample", described(options=(ON,)), settings=answering(settings))
            )
            for kind, settings in OWN.items()
        },
        "value that does not fit": composing(chooses("sample", sets={"call": "loud"})),
        "fixed, and set by the caller": composing(quiet, options={"call": "full"}),
        "fixed, and set by another": composing(quiet, loud),
        "fixed, and set by another before": composing(loud, quiet),
        "fixed twice": composing(quiet, chooses("loud", fixes={"call": Fixed("top", "it is late")})),
        "fixed, and set by two, one required": composing(one, two, chooses("last", "one", fixes=TARGET)),
        "fixed, and set by two, the second required": composing(two, one, chooses("last", "one", fixes=TARGET)),
        "fixed, and set by the first of two": composing(
            one, chooses("two", sets={"match.target": 100}), chooses("last", fixes=TARGET)
        ),
        "fixed and set by one": composing(chooses("sample", sets={"match.target": 250}, fixes=TARGET)),
        "idle and set by one": composing(chooses("sample", sets={"match.target": 250}, idle=IDLE)),
        "idle, and set by the caller": composing(chooses("idle", idle=IDLE), options={"match.target": 250}),
        "idle, and set by another": composing(chooses("idle", idle=IDLE), one),
        "idle, and set by another before": composing(one, chooses("idle", idle=IDLE)),
        "points of another plugin that the unit does not divide": composing(
            plugin("sevens", card_points=lambda place: {"run": 7, "group": 8}.get(place, 10)),
            plugin("fives", settings=lambda: Settings(point_unit=5), card_points=lambda points: points),
        ),
        "settings that refuse": composing(chooses("sample", refuse="it is never played on a Sunday")),
        "too few seats": composing(seated("four", 4, 4)),
        "too many seats": composing(seated("few", 2, 4), seats=5),
        "seats of a plugin that requires another": lambda: teams("persian"),
        "seats of a required plugin": lambda: teams(chooses("pairs", "partnership")),
        "seats of a required plugin that is named": lambda: teams("partnership", chooses("pairs", "partnership")),
    },
)


@pytest.mark.parametrize("situation", ERRORS.names)
def test_error(situation: str) -> None:
    said = ERRORS.raised(situation)
    assert said == ERRORS.written(situation, said)


def test_what_is_not_wrong_is_composed() -> None:
    assert r5.compose("classic", [on], {"sample.on": True}).options["sample.on"] is True
    assert r5.compose("pagat", [quiet], {"call": "none"}).origin.set_by["call"] == "plugin quiet"
    again = chooses("too", fixes={"call": Fixed("none", "it is late")})
    assert r5.compose("pagat", [quiet, again]).turn.call == "none"
    assert r5.compose("classic", [one, two, chooses("last", "one", "two", fixes=TARGET)]).match.target == 100


@pytest.mark.parametrize("value", [True, 0, 4, "mch", 1.0, None])
def test_ill_typed_level__also_where_an_equal_value_has_been_composed(value: object) -> None:
    for good in (1, 2, 3, "much"):
        assert r5.compose("classic", [level], {"sample.level": good}).options["sample.level"] == good
    assert refusal(level, options={"sample.level": value}) == (
        f'option sample.level cannot be {value!r}: it must be "much", or a whole number from 1 to 3'
    )
    assert type(r5.compose("classic", [level], {"sample.level": 1}).options["sample.level"]) is int


@pytest.mark.parametrize("value", [True, 1.0])
def test_a_value_that_is_equal_to_a_right_one_is_refused_though_those_rules_are_cached(value: object) -> None:
    assert r5.compose("classic", options={"deck.packs": 1}) is r5.compose("classic", options={"deck.packs": 1})
    with pytest.raises(r5.ComposeError, match=f"option deck.packs cannot be {value!r}"):
        r5.compose("classic", options={"deck.packs": value})


@pytest.mark.parametrize(
    "wrong", [*(sample(**fields) for fields in NO_FIELDS), *(home(**changes) for changes in NO_PRESETS)]
)
def test_the_same_is_said_whatever_preset_is_chosen(wrong: SimpleNamespace) -> None:
    assert refusal(wrong, preset="home") == refusal(wrong)


def test_an_option_that_a_preset_leaves_out_has_its_default() -> None:
    rules = r5.compose("home", [home(options={"meld.ace": "high"})])
    assert {**rules.options, "meld.ace": "both"} == r5.compose("pagat").options


def test_preset_that_is_brought_twice__in_play_or_installed(install: Install) -> None:
    both = "plugins one and two both have a preset home: leave one of them out"
    assert refusal(brings("one"), brings("two"), preset="home") == both
    text = "from tests.hooks.test_errors_of_options import brings\nrule = brings({!r})\n"
    for name in ("one", "two"):
        install(name, text.format(name), value=f"installed_{name}:rule")
    assert set(refusal(preset="home").split()) == set(both.split())
    # An object replaces the installed plugin of its name.
    assert refusal(brings("one"), preset="home") == both
    assert r5.compose("classic", ["one"]).preset.name == "classic"


def test_fixed_or_idle_option__an_indirectly_required_plugin_may_set_it() -> None:
    base, between = chooses("base", sets={"match.target": 250}), chooses("between", "base")
    assert r5.compose("classic", [base, between, chooses("last", "between", fixes=TARGET)]).match.target == 100
    rules = r5.compose("classic", [base, between, chooses("idle", "between", idle=IDLE)])
    assert rules.options["match.target"] == 250
    assert rules.match.target == 0  # no score ends the match
