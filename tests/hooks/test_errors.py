"""Tests of errors of plugins when rules are composed: one error that names plugin and hook."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.hooks.installing import Install, dist_info, forget_plugins
from tests.hooks.samples import Bet, answering, described, ends, plugin, refusal

import rummy500 as r5
from rummy500.hooks import EMPTY_BAG, Bar, HandMemory, MatchMemory, Pack, PluginInfo, Round, hookimpl
from rummy500.hooks.specs import SPECS

# ------------------------------------------------- how a hook is written


def test_mis_spelt_hook__the_nearest_is_named() -> None:
    assert refusal(plugin(must_usu=lambda rule: rule)).endswith('there is no hook must_usu; did you mean "must_use"?')
    assert "there is no hook zzz; known are card_points, collects, dealt, deducts," in refusal(plugin(zzz=lambda: None))
    assert refusal(plugin(forbids=lambda: None)).endswith('the page "Hooks" of the documentation says which you need')


def test_function_with_the_name_of_a_hook_without_the_mark() -> None:
    class Sample:
        @hookimpl
        def plugin_info(self) -> PluginInfo:
            return PluginInfo("sample", "")

        def draw_count(self) -> int:
            return 2

    assert refusal(Sample()) == "plugin sample: draw_count has the name of a hook, but lacks the mark @hookimpl"
    forgotten = plugin()
    forgotten.draw_count = lambda: 2
    assert refusal(forgotten).endswith("draw_count has the name of a hook, but lacks the mark @hookimpl")


def test_attributes_with_the_name_of_a_hook_that_are_no_functions_are_let_be() -> None:
    harmless = plugin()
    harmless.options = {"sample.on": True}
    assert r5.compose("classic", [harmless]).turn.draw_count == 1


def test_argument_with_a_default() -> None:
    def draw_count(seats: int = 2) -> int:
        return seats

    message = refusal(plugin(draw_count=draw_count))
    assert message == "plugin sample: hook draw_count: argument seats must not have a default"


@pytest.mark.parametrize("function", [lambda *args: 1, lambda **named: 1, lambda seats, /: 1])
def test_arguments_that_are_not_taken_by_name(function: Callable[..., int]) -> None:
    message = refusal(plugin(draw_count=function))
    assert message.endswith("hook draw_count takes its arguments by name, of these: options, seats")


def test_unknown_argument__the_nearest_is_named() -> None:
    assert refusal(plugin(draw_count=lambda seat: seat)).endswith(
        'hook draw_count has no argument seat; did you mean "seats"?'
    )
    taking = SimpleNamespace(plugin_info=hookimpl(lambda seats: described(str(seats))))
    assert refusal(taking).endswith("hook plugin_info has no argument seats; it takes none")


@pytest.mark.parametrize("wish", ["wrapper", "hookwrapper", "tryfirst", "trylast", "optionalhook"])
def test_wishes_of_pluggy_that_mean_nothing_here(wish: str) -> None:
    def draw_count() -> int:
        return 2

    def wrapping() -> Generator[None, int, int]:
        return (yield)

    asking = plugin()
    wished: dict[str, Any] = {wish: True}
    asking.draw_count = hookimpl(**wished)(wrapping if "wrapper" in wish else draw_count)
    assert refusal(asking).endswith(f"hook draw_count asks for {wish}, but the order of the plugins decides here")


def test_hook_that_claims_to_be_another() -> None:
    asking = plugin()
    asking.draws = hookimpl(specname="draw_count")(lambda: 2)
    assert "there is no hook draws; " in refusal(asking)


# ------------------------------------------------- what a hook answers, kind by kind

WRONG: list[tuple[str, object, str]] = [
    # VALUE
    ("settings", {"call": "none"}, "must return Settings or None, not {'call': 'none'}"),
    ("entries", ("A rule.",), "must return RuleEntry or None, not 'A rule.'"),
    ("pack", b"\x01", "must return Pack or None, not b'\\x01'"),
    ("pack", Pack(b"", side_cards=lambda rules: 0), "has a Pack whose side_cards must be a function of 2 arguments"),  # type: ignore[arg-type, misc] # wrong on purpose
    ("pack", Pack(b"", cut_ranks={0: "low"}), "ranks As as 'low': cut_ranks must hold numbers or None"),  # type: ignore[dict-item] # wrong on purpose
    ("sides", [0, 1], "must return tuple or None, not [0, 1]"),
    ("sides", (0,), "must return a side for each of 2 seats, not (0,)"),
    ("sides", (0, 2), "must return a side for each of 2 seats, not (0, 2)"),
    ("draw_count", "two", "must return int or None, not 'two'"),
    ("draw_count", True, "must return int or None, not True"),
    ("draw_count", 0, "must return a whole number, at least 1, not 0"),
    ("wilds", (1, 14), "must return Wilds or None, not (1, 14)"),
    ("dealt", Round("nap"), "must return a tuple of Round, not Round("),
    ("dealt", ("nap",), "must return Round or None, not 'nap'"),
    ("dealt", (Round("nap"),), "names the phase 'nap', in which no seat has a move"),
    ("dealt", (Round("draw"),), "has a Round with the phase 'draw', which exists already: name another"),
    ("dealt", (Round(),), "has a Round with neither a phase nor an effect: set phase, begin or both"),
    (
        "dealt",
        (Round(begin=answering(None)),),  # type: ignore[arg-type] # wrong on purpose
        "has a Round whose begin must be a function of 2 arguments",
    ),
    ("memory", {}, "must return a HandMemory, a MatchMemory or a tuple of them, not {}"),
    ("memory", (HandMemory(Bet), 3), "must return a HandMemory, a MatchMemory or a tuple of them, not 3"),
    ("memory", (HandMemory(Bet), HandMemory(Bet)), "has two memories of one kind"),
    # TABLE
    ("card_points", 2.5, "must return int or None, not 2.5"),
    ("card_points", True, "must return int or None, not True"),
    # LIST
    ("may", (11,), "must return Mapping or None, not (11,)"),
    ("may", {"discard": "Qs"}, "must forbid discards by a Bar or a tuple of them, not 'Qs'"),
    ("may", {"discard": (11,)}, "must forbid discards by a Bar or a tuple of them, not 11"),
    ("may", {"draw": 3}, "must forbid 'draw' by a function of 2 arguments (rules, view), not 3"),
    ("may", {"draw": lambda rules: None}, "must forbid 'draw' by a function of 2 arguments (rules, view)"),
    (
        "may",
        {"take": lambda rules, view: None},
        "must forbid 'take' by a function of 3 arguments (rules, view, action)",
    ),
    (
        "may",
        {"call": lambda rules, view: None},
        "must forbid 'call' by a function of 3 arguments (rules, view, action)",
    ),
    (
        "may",
        {"meld": lambda rules, view: None},
        "must forbid 'meld' by a function of 4 arguments (rules, view, meld, on)",
    ),
    ("may", {"lay": lambda rules, view: None}, "must forbid 'lay' by a function of 3 arguments (rules, view, on)"),
    (
        "may",
        {"draw": Bar(lambda _, __: EMPTY_BAG, str)},  # type: ignore[arg-type] # wrong on purpose
        "must forbid 'draw' by a function of 2 arguments (rules, view), not Bar(",
    ),
    ("may", {"mled": lambda *_: None}, "forbids an unknown deed 'mled'; did you mean \"meld\"?"),
    (
        "may",
        {"pass": lambda *_: None},
        "forbids an unknown deed 'pass'; known are call, discard, draw, lay, meld, take",
    ),
    ("may", {3: lambda *_: None}, "forbids an unknown deed 3; known are call, discard, draw, lay, meld, take"),
    ("score_lines", (), "must return a function of 2 arguments (rules, sight), not ()"),
    ("score_lines", lambda state: (), "must return a function of 2 arguments (rules, sight)"),
    ("match_lines", lambda rules, tally: (), "must return a function of 3 arguments (rules, tally, verdict)"),
    # MOVE
    ("moves", ("swap",), "must return Move or None, not 'swap'"),
    ("uses", {"swap": 1}, "must return a tuple of Use, not {'swap': 1}"),
]


@pytest.mark.parametrize(("hook", "answer", "message"), WRONG, ids=[f"{hook} {text}" for hook, _, text in WRONG])
def test_answer_of_another_type(hook: str, answer: object, message: str) -> None:
    taking = plugin(**{hook: (lambda pack: answer) if hook == "pack" else (lambda: answer)})
    assert f"plugin sample: hook {hook} {message}" in refusal(taking)


RULES = [name for name, spec in SPECS.items() if spec.kind == "RULE"]


@pytest.mark.parametrize("hook", RULES)
def test_rule_that_is_no_function(hook: str) -> None:
    assert f"plugin sample: hook {hook} must return a function of " in refusal(plugin(**{hook: lambda rule: 3}))


@pytest.mark.parametrize("hook", RULES)
def test_rule_of_other_arguments(hook: str) -> None:
    assert f"plugin sample: hook {hook} must return a function of " in refusal(
        plugin(**{hook: lambda rule: lambda only: None})
    )
    around = plugin(**{hook: lambda rule: lambda *every: rule(*every)})  # noqa: PLW0108 - a rule of its own
    assert r5.compose("classic", [around]).seats == 2


@pytest.mark.parametrize("hook", [name for name in SPECS if name != "plugin_info"])
def test_hook_that_raises(hook: str) -> None:
    def failing() -> None:
        raise LookupError("no such thing")

    message = refusal(plugin(**{hook: failing}))
    assert message == f"plugin sample: hook {hook} raised LookupError: no such thing"


def test_what_is_remembered_is_an_attrs_class_of_the_plugins_own() -> None:
    assert "plugin sample: its memory must start with an attrs class of its own, not 0" in refusal(
        plugin(memory=lambda: HandMemory(int))
    )
    first = plugin("first", memory=lambda: HandMemory(Bet))
    again = plugin("again", memory=lambda: HandMemory(Bet))
    assert refusal(first, again).startswith("plugin again: its memory must start with an attrs class of its own")


def test_match_memory_whose_start_raises() -> None:
    def start(scores: tuple[int, ...]) -> object:
        raise ValueError(f"{len(scores)} scores")

    message = refusal(plugin(memory=lambda: MatchMemory(start, lambda rules, record, tally: record)))
    assert message == "plugin sample: hook memory has a start that raised ValueError: 2 scores"


def test_two_plugins_with_one_move() -> None:
    message = refusal(plugin("one", moves=lambda: (ends(),)), plugin("two", moves=lambda: (ends(),)))
    assert message == "plugins one and two do not go together: both have a move 'end'"


def test_packs_that_cannot_be() -> None:
    five_times = plugin(pack=lambda pack: Pack(pack.cards * 5))
    assert "a pack has each natural card four times at most" in refusal(five_times)
    few = plugin(pack=lambda pack: Pack(pack.cards[:20]))
    assert "2 hands of 13, a first card and a stock need 28 cards; the pack has 20" in refusal(few)
    assert "hook pack raised TypeError: cards must be bytes, not [1, 2]" in refusal(
        plugin(pack=lambda pack: Pack([1, 2]))  # type: ignore[arg-type] # wrong on purpose
    )


# ------------------------------------------------- what a plugin is


def test_class_instead_of_an_instance() -> None:
    class Sample:
        @hookimpl
        def plugin_info(self) -> PluginInfo:
            return PluginInfo("sample", "")

    assert refusal(Sample) == "plugin Sample: pass an instance of the class Sample, not the class"
    assert r5.compose("classic", [Sample()]).identity.plugins == (("sample", 1),)


@pytest.mark.parametrize("nothing", [3, None, object(), pytest])
def test_object_that_is_no_plugin(nothing: object) -> None:
    assert refusal(nothing).endswith("it has no hook plugin_info; add it: it names your rule")


def test_missing_plugin_info() -> None:
    bare = SimpleNamespace(draw_count=hookimpl(lambda: 2))
    assert refusal(bare) == "plugin SimpleNamespace: it has no hook plugin_info; add it: it names your rule"


@pytest.mark.parametrize("answer", [None, "sample", ("sample", "about")])
def test_plugin_info_of_another_type(answer: object) -> None:
    bare = SimpleNamespace(plugin_info=hookimpl(answering(answer)))
    assert refusal(bare).endswith(f"hook plugin_info must return PluginInfo, not {answer!r}")


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("name", 3, "name must be str, not 3"),
        ("requires", "other", "requires must be tuple, not 'other'"),
        ("requires", (1,), "requires must hold str, not 1"),
        ("conflicts", ("other",), "conflicts must be Mapping, not ('other',)"),
        ("about", None, "about must be str, not None"),
        ("seats", 4, "seats must be tuple, not 4"),
        ("rules_version", True, "rules_version must be int, not True"),
        ("rules_version", "1.0", "rules_version must be int, not '1.0'"),
    ],
)
def test_plugin_info_with_a_field_of_another_type(field: str, value: object, message: str) -> None:
    fields: dict[str, Any] = {"name": "sample", "about": "", field: value}
    bare = SimpleNamespace(plugin_info=hookimpl(lambda: PluginInfo(**fields)))
    assert refusal(bare).endswith(f"hook plugin_info raised TypeError: {message}")


@pytest.mark.parametrize("seats", [(2,), (4, 2), (1, 4), (2, 9), (2, 3, 4), (True, 4)])
def test_plugin_info_with_seats_that_are_none(seats: Any) -> None:
    bare = SimpleNamespace(plugin_info=hookimpl(lambda: PluginInfo("sample", "", seats=seats)))
    message = f"raised ValueError: seats must be two numbers from 2 to 8 in order, not {seats!r}"
    assert refusal(bare) == f"plugin SimpleNamespace: hook plugin_info {message}"


def test_plugin_info_with_a_version_of_nothing() -> None:
    bare = SimpleNamespace(plugin_info=hookimpl(lambda: PluginInfo("sample", "", rules_version=0)))
    assert refusal(bare).endswith(
        "hook plugin_info raised ValueError: rules_version must be a whole number, at least 1, not 0"
    )


@pytest.mark.parametrize("name", ["", "Sample", "sample_1", "two words", "-a", "a--b", "sample.on"])
def test_name_that_is_none(name: str) -> None:
    assert refusal(plugin(name)).endswith(
        f"its name {name!r} may have only lower-case letters and digits, with hyphens between"
    )


def test_name_that_positions_use_for_answers() -> None:
    taken = "its name 'asked' is taken: positions have the answers of a round under it"
    assert refusal(plugin("asked")).endswith(taken)


# ------------------------------------------------- plugins together


def test_plugin_that_is_named_twice() -> None:
    assert refusal(plugin("one"), plugin("two"), plugin("one")) == "plugin one is named twice"


def test_required_plugin_that_is_missing() -> None:
    needs = plugin("needs", PluginInfo("needs", "", requires=("no-such-rule",)))
    assert refusal(needs).startswith("plugin needs requires no-such-rule: there is no plugin 'no-such-rule'; ")


def test_plugins_that_require_each_other() -> None:
    one = plugin("one", PluginInfo("one", "", requires=("two",)))
    two = plugin("two", PluginInfo("two", "", requires=("one",)))
    assert refusal(one, two) == "plugins one and two require each other"
    assert refusal(plugin("me", PluginInfo("me", "", requires=("me",)))) == "plugin me requires itself"


def test_conflict__with_both_names_and_the_reason__in_either_order() -> None:
    shy = plugin("shy", PluginInfo("shy", "", conflicts={"loud": "one shouts"}))
    assert refusal(shy, plugin("loud")) == "plugins shy and loud do not go together: one shouts"
    assert refusal(plugin("loud"), shy) == "plugins shy and loud do not go together: one shouts"
    assert r5.compose("classic", [shy, plugin("quiet")]).seats == 2


# ------------------------------------------------- installed plugins

SOURCE = """
from rummy500.hooks import PluginInfo, hookimpl


@hookimpl
def plugin_info():
    return PluginInfo("{name}", "a plugin of the tests", requires={requires})


@hookimpl
def draw_count():
    return 2
"""


def source(name: str, requires: tuple[str, ...] = ()) -> str:
    return SOURCE.format(name=name, requires=requires)


def test_installed_plugin_is_found_by_its_name(install: Install) -> None:
    install("draw-two", source("draw-two"))
    assert r5.compose("classic", ["draw-two"]).turn.draw_count == 2
    assert refusal("draw-too") == "there is no plugin 'draw-too'; did you mean \"draw-two\"?"


def test_installed_is_not_active(install: Install) -> None:
    install("draw-two", source("draw-two"))
    assert r5.compose("classic").turn.draw_count == 1


def test_required_plugin_is_turned_on(install: Install) -> None:
    install("draw-two", source("draw-two"))
    needs = plugin("needs", PluginInfo("needs", "", requires=("draw-two",)))
    assert r5.compose("classic", [needs]).identity.plugins == (("draw-two", 1), ("needs", 1))


def test_name_that_two_distributions_claim(install: Install, tmp_path: Path) -> None:
    install("draw-two", source("draw-two"), distribution="mine")
    dist_info(tmp_path, "yours", {"draw-two": "installed_draw_two"})
    forget_plugins()
    assert refusal("draw-two") == "plugin draw-two: the name is claimed by mine and yours; uninstall one of them"


def test_distribution_that_is_found_twice_is_one(install: Install, tmp_path: Path) -> None:
    install("draw-two", source("draw-two"), distribution="mine")
    dist_info(tmp_path, "mine", {"draw-two": "installed_draw_two"}, version="1.1")
    forget_plugins()
    assert r5.compose("classic", ["draw-two"]).turn.draw_count == 2


@pytest.mark.parametrize(
    ("text", "value", "why"),
    [
        ("import no_such_module", "", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("1 / 0", "", "ZeroDivisionError: division by zero"),
        ("", "installed_broken:rule", "AttributeError: module 'installed_broken' has no attribute 'rule'"),
        ("", "nowhere_at_all", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
    ],
)
def test_broken_entry_point(install: Install, text: str, value: str, why: str) -> None:
    install("broken", text, value=value)
    where = value or "installed_broken"
    assert refusal("broken") == f"plugin broken: its entry point {where!r} does not load ({why})"


def test_broken_plugin_disturbs_nobody_who_does_not_name_it(install: Install) -> None:
    install("broken", "import no_such_module")
    assert r5.compose("classic").turn.draw_count == 1
    assert refusal(preset="home").startswith("there is no preset 'home'; ")


def test_entry_point_with_another_name_than_its_plugin(install: Install) -> None:
    install("draw-two", source("draw-three"))
    assert refusal("draw-two") == "plugin draw-two: its plugin_info has another name, 'draw-three'"


def test_installed_plugin_that_is_a_class(install: Install) -> None:
    install("draw-two", "class Rule: pass", value="installed_draw_two:Rule")
    assert refusal("draw-two") == "plugin draw-two: pass an instance of the class Rule, not the class"


def test_installed_plugin_that_is_an_object(install: Install) -> None:
    install(
        "draw-two", f"import sys\n{source('draw-two')}\nrule = sys.modules[__name__]\n", value="installed_draw_two:rule"
    )
    assert r5.compose("classic", ["draw-two"]).turn.draw_count == 2


def test_mis_spelt_hook_of_an_installed_plugin__named_by_its_name(install: Install) -> None:
    install("draw-two", source("draw-two").replace("draw_count", "draw_counts"))
    assert refusal("draw-two") == 'plugin draw-two: there is no hook draw_counts; did you mean "draw_count"?'


def test_installed_plugin_that_is_named_and_passed(install: Install) -> None:
    install("draw-two", source("draw-two"))
    assert refusal("draw-two", plugin("draw-two")) == "plugin draw-two is named twice"
