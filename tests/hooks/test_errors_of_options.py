"""Tests of errors in options, presets and settings when rules are composed: each names the plugin."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from tests.hooks.installing import Install
from tests.hooks.samples import LEVEL, ON, answering, described, plugin, refusal

import rummy500 as r5
from rummy500.hooks import Fixed, Option, PluginInfo, Preset, Settings, hookimpl
from rummy500.hooks.compose import known_options

# ------------------------------------------------- options


def test_unknown_option__the_nearest_is_named() -> None:
    on = plugin("sample", described(options=(ON,)))
    assert refusal(on, options={"sample.onn": True}) == ("there is no option 'sample.onn'; did you mean \"sample.on\"?")
    assert "there is no option 'sample.on'" in refusal(plugin(), options={"sample.on": True})


@pytest.mark.parametrize("value", [1, 0, "true", 1.0, None, []])
def test_ill_typed_flag(value: object) -> None:
    on = plugin("sample", described(options=(ON,)))
    assert r5.compose("classic", [on], {"sample.on": True}).options["sample.on"] is True
    assert (
        refusal(on, options={"sample.on": value})
        == f"option sample.on cannot be {value!r}: it must be one of true, false"
    )


@pytest.mark.parametrize("value", [True, 0, 4, "mch", 1.0, None])
def test_ill_typed_level__also_where_an_equal_value_has_been_composed(value: object) -> None:
    level = plugin("sample", described(options=(LEVEL,)))
    for good in (1, 2, 3, "much"):
        assert r5.compose("classic", [level], {"sample.level": good}).options["sample.level"] == good
    assert refusal(level, options={"sample.level": value}).startswith(
        f'option sample.level cannot be {value!r}: it must be "much", or a whole number from 1 to 3'
    )
    assert type(r5.compose("classic", [level], {"sample.level": 1}).options["sample.level"]) is int


@pytest.mark.parametrize("value", [True, 1.0])
def test_a_value_that_is_equal_to_a_right_one_is_refused_though_those_rules_are_cached(value: object) -> None:
    assert r5.compose("classic", options={"deck.packs": 1}) is r5.compose("classic", options={"deck.packs": 1})
    with pytest.raises(r5.ComposeError, match=f"option deck.packs cannot be {value!r}"):
        r5.compose("classic", options={"deck.packs": value})


def test_option_without_the_prefix_of_its_plugin() -> None:
    astray = attrs.evolve(ON, name="other.on")
    assert refusal(plugin("sample", described(options=(astray,)))) == (
        "plugin sample: hook plugin_info names an option 'other.on', which does not begin with sample."
    )
    assert "names an option 'meld.ace', which does not begin with sample." in refusal(
        plugin("sample", described(options=(attrs.evolve(ON, name="meld.ace"),)))
    )


def test_option_that_is_named_twice() -> None:
    twice = plugin("sample", described(options=(ON, ON)))
    assert refusal(twice).endswith("hook plugin_info names an option 'sample.on' twice")


def test_default_that_the_option_does_not_take() -> None:
    bare = Option("sample.level", "sample.rule", "how much", least=1)
    assert refusal(plugin("sample", described(options=(bare,)))) == (
        "plugin sample: hook plugin_info has a default that is not a value of its option:"
        " option sample.level cannot be False: it must be a whole number from 1 to 1000000000"
    )


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"options": ON}, "options must be tuple, not Option("),
        ({"options": (3,)}, "options must hold Option, not 3"),
        ({"presets": 3}, "presets must be tuple, not 3"),
        ({"presets": ("home",)}, "presets must hold Preset, not 'home'"),
    ],
)
def test_options_and_presets_of_another_type(fields: dict[str, object], message: str) -> None:
    wrong = SimpleNamespace(plugin_info=hookimpl(lambda: described(**fields)))
    for preset in ("classic", "home"):
        assert f"hook plugin_info raised TypeError: {message}" in refusal(wrong, preset=preset)
    with pytest.raises(r5.ComposeError) as raised:
        known_options("classic", [wrong])
    assert message in str(raised.value)


def test_an_option_that_a_preset_leaves_out_has_its_default() -> None:
    home = Preset("home", "house", "ours", {"meld.ace": "high"}, ("sample",))
    rules = r5.compose("home", [plugin("sample", described(presets=(home,)))])
    assert {**rules.options, "meld.ace": "both"} == r5.compose("pagat").options


HOME = Preset("home", "house", "ours", r5.compose("classic").preset.options, ("sample",))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "classic"}, "has a preset 'classic', which is the name of a preset of the core"),
        ({"name": "our home"}, "has a preset 'our home': its name must be a word"),
        ({"plugins": ()}, "has a preset 'home' that does not name sample among its plugins"),
        ({"plugins": "sample"}, "has a preset 'home' whose plugins must be a tuple of names, not 'sample'"),
        ({"options": ()}, "has a preset 'home' whose options must be a mapping"),
    ],
)
def test_preset_that_is_none(changes: dict[str, Any], message: str) -> None:
    home = attrs.evolve(HOME, **changes)
    sample = plugin("sample", described(presets=(home,)))
    assert refusal(sample).startswith(f"plugin sample: hook plugin_info {message}")
    assert f"plugin sample: hook plugin_info {message}" in refusal(sample, preset="home")


def test_preset_that_is_brought_twice__in_play_or_installed(install: Install) -> None:
    one, two = (
        plugin(name, described(name, presets=(attrs.evolve(HOME, plugins=(name,)),))) for name in ("one", "two")
    )
    both = "plugins one and two both have a preset home: leave one of them out"
    assert refusal(one, two) == refusal(one, two, preset="home") == both
    twice = plugin("sample", described(presets=(HOME, HOME)))
    assert refusal(twice) == "plugin sample: hook plugin_info has two presets 'home'"
    text = (
        "import attrs\n"
        "from tests.hooks.samples import described, plugin\n"
        "from tests.hooks.test_errors_of_options import HOME\n"
        "rule = plugin({0!r}, described({0!r}, presets=(attrs.evolve(HOME, plugins=({0!r},)),)))\n"
    )
    for name in ("one", "two"):
        install(name, text.format(name), value=f"installed_{name}:rule")
    assert set(refusal(preset="home").split()) == set(both.split())
    # An object replaces the installed plugin of its name.
    assert refusal(one, preset="home") == both
    assert r5.compose("classic", ["one"]).preset.name == "classic"


def test_preset_and_options_of_another_type() -> None:
    for preset in (["pagat"], 3, None):
        assert refusal(preset=preset) == f"a preset must be a name, not {preset!r}"  # type: ignore[arg-type] # wrong on purpose
        with pytest.raises(r5.ComposeError, match="a preset must be a name"):
            known_options(preset, [])  # type: ignore[arg-type] # wrong on purpose
    assert refusal(options=[("call", "none")]) == (  # type: ignore[arg-type] # wrong on purpose
        "options must map names to values, not be [('call', 'none')]"
    )


# ------------------------------------------------- settings


def test_settings_of_another_form() -> None:
    fixed = plugin(settings=lambda: Settings(fixes={"call": "none"}))  # type: ignore[dict-item] # wrong on purpose
    assert refusal(fixed) == "plugin sample: hook settings raised TypeError: fixes must hold Fixed, not 'none'"
    listed = plugin(settings=lambda: Settings(idle=["call"]))  # type: ignore[arg-type] # wrong on purpose
    assert "hook settings raised TypeError: idle must be Mapping, not ['call']" in refusal(listed)


def test_settings_of_an_unknown_option() -> None:
    for settings in (
        Settings(sets={"sample.on": True}),
        Settings(fixes={"sample.on": Fixed(value=True, why="it is")}),
        Settings(idle={"sample.on": "it is"}),
    ):
        assert refusal(plugin("sample", described(options=(ON,)), settings=answering(settings))) == (
            "plugin sample: hook settings sets 'sample.on', which is not an option of the core"
        )


def test_settings_of_a_value_that_does_not_fit() -> None:
    assert refusal(plugin(settings=lambda: Settings(sets={"call": "loud"}))).startswith(
        "plugin sample: hook settings sets a value that does not fit: option call cannot be 'loud'"
    )


def quiet(name: str = "quiet", *, value: str = "none") -> SimpleNamespace:
    return plugin(name, settings=lambda: Settings(fixes={"call": Fixed(value, "it is late")}))


def test_fixed_option_contradicted_by_the_caller() -> None:
    assert refusal(quiet(), options={"call": "full"}) == (
        "option call cannot be 'full' with plugin quiet: it must be 'none', it is late"
    )
    assert r5.compose("pagat", [quiet()], {"call": "none"}).origin.set_by["call"] == "plugin quiet"


def test_fixed_option_contradicted_by_another_plugin__in_either_order() -> None:
    loud = plugin("loud", settings=lambda: Settings(sets={"call": "full"}))
    expected = (
        "plugins quiet and loud do not go together: quiet plays with call = 'none' only (it is late),"
        " loud sets it to 'full'"
    )
    assert refusal(quiet(), loud) == refusal(loud, quiet()) == expected
    assert refusal(quiet(), quiet("loud", value="top")).startswith("plugins quiet and loud do not go together: ")
    assert r5.compose("pagat", [quiet(), quiet("too")]).turn.call == "none"


def setting(name: str, value: int, *requires: str) -> SimpleNamespace:
    info = PluginInfo(name, "", requires=requires)
    return plugin(name, info, settings=lambda: Settings(sets={"match.target": value}))


def fixing(value: int, *requires: str) -> SimpleNamespace:
    info = PluginInfo("last", "", requires=requires)
    return plugin("last", info, settings=lambda: Settings(fixes={"match.target": Fixed(value, "it is")}))


def test_fixed_option__every_plugin_that_sets_it_is_asked_not_the_last_alone() -> None:
    one, two = setting("one", 250), setting("two", 250)
    for order in ((one, two), (two, one)):
        assert refusal(*order, fixing(100, "one")).startswith("plugins last and two do not go together: ")
    assert refusal(setting("one", 250), setting("two", 100), fixing(100)).startswith("plugins last and one do not go")
    assert r5.compose("classic", [one, two, fixing(100, "one", "two")]).match.target == 100


def test_fixed_or_idle_option__an_indirectly_required_plugin_may_set_it() -> None:
    base, between = setting("base", 250), plugin("between", PluginInfo("between", "", requires=("base",)))
    assert r5.compose("classic", [base, between, fixing(100, "between")]).match.target == 100
    info = PluginInfo("idle", "", requires=("between",))
    idle = plugin("idle", info, settings=lambda: Settings(idle={"match.target": "every hand is a match"}))
    rules = r5.compose("classic", [base, between, idle])
    assert rules.options["match.target"] == 250
    assert rules.match.target == 0  # no score ends the match


def test_settings_of_one_plugin_against_each_other() -> None:
    settings = Settings(sets={"match.target": 250}, fixes={"match.target": Fixed(100, "it is")})
    assert refusal(plugin(settings=lambda: settings)) == (
        "plugin sample: hook settings sets match.target to 250 and fixes it to 100"
    )
    idle = attrs.evolve(settings, fixes={}, idle={"match.target": "every hand is a match"})
    assert refusal(plugin(settings=lambda: idle)) == (
        "plugin sample: hook settings sets match.target, and lists it under idle"
    )


def test_idle_option_set_by_the_caller_or_by_another_plugin__in_either_order() -> None:
    idle = plugin("idle", settings=lambda: Settings(idle={"match.target": "every hand is a match"}))
    short = plugin("short", settings=lambda: Settings(sets={"match.target": 250}))
    assert refusal(idle, options={"match.target": 250}) == (
        "option match.target has no effect with plugin idle: every hand is a match"
    )
    expected = "plugins {} and {} do not go together: short sets match.target, but every hand is a match"
    assert refusal(idle, short) == expected.format("idle", "short")
    assert refusal(short, idle) == expected.format("short", "idle")


def test_settings_that_refuse() -> None:
    assert refusal(plugin(settings=lambda: Settings(refuse="it is never played on a Sunday"))) == (
        "plugin sample: it is never played on a Sunday"
    )


def test_seats_that_a_plugin_does_not_allow() -> None:
    four = plugin("four", PluginInfo("four", "", seats=(4, 4)))
    assert refusal(four) == "plugin four is played by 4 seats, not 2"
    few = plugin("few", PluginInfo("few", "", seats=(2, 4)))
    assert refusal(few, seats=5) == "plugin few is played by 2 to 4 seats, not 5"


def test_seats_that_a_required_plugin_does_not_allow() -> None:
    """Whoever named only the other plugin reads why this one is in play."""
    pytest.importorskip("rummy500_persian")
    assert refusal("persian", seats=3) == "plugin persian requires partnership, which is played by 4 seats, not 3"
    assert refusal("partnership", "persian", seats=3) == "plugin partnership is played by 4 seats, not 3"
