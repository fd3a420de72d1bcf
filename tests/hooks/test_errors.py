"""Tests of errors of plugins when rules are composed: one error that names plugin and hook."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, Final

import pytest
from tests.errors import Errors
from tests.hooks.installing import Install, dist_info, forget_plugins, installing
from tests.hooks.samples import Bet, answering, composing, ends, plugin, refusal

import rummy500 as r5
from rummy500.hooks import EMPTY_BAG, Bar, Deal, HandMemory, MatchMemory, Pack, PluginInfo, Round, hookimpl
from rummy500.hooks.specs import REPLACED, SPECS


class Sample:
    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("sample", "")


def bare(**functions: Callable[..., object]) -> SimpleNamespace:
    return SimpleNamespace(**{name: hookimpl(function) for name, function in functions.items()})


def described(name: str = "sample", /, **fields: Any) -> SimpleNamespace:
    """Make a plugin of a description alone, which may be wrong."""
    return bare(plugin_info=lambda: PluginInfo(**{"name": name, "about": "", **fields}))


def beside(**functions: Any) -> SimpleNamespace:
    """Add functions that are not marked as hooks to a plugin."""
    return SimpleNamespace(**vars(plugin()), **functions)


def wishing(wish: str) -> SimpleNamespace:
    def wrapping() -> Generator[None, int, int]:
        return (yield)

    wished: dict[str, Any] = {wish: True}
    return beside(sides=hookimpl(**wished)(wrapping if "wrapper" in wish else lambda: (0, 1)))


def fails(scores: tuple[int, ...]) -> object:
    raise ValueError(f"{len(scores)} scores")


def answers(**hooks: Any) -> Callable[[], object]:
    """Compose with a plugin whose hooks return some values."""
    return composing(plugin(**{hook: answering(answer) for hook, answer in hooks.items()}))


def packing(pack: Callable[[Pack], object]) -> Callable[[], object]:
    return composing(plugin(pack=pack))


SOURCE = """
from rummy500.hooks import PluginInfo, Settings, hookimpl

@hookimpl
def plugin_info():
    return PluginInfo("draw-two", "a plugin of the tests")

@hookimpl
def settings():
    return Settings(draw_count=2)
"""


def installed(text: str, value: str = "") -> Callable[[], object]:
    """Compose with an installed plugin `draw-two`, of some source."""

    def composes() -> object:
        with TemporaryDirectory() as folder, installing(Path(folder)) as install:
            install("draw-two", text, value=value)
            return r5.compose("classic", ["draw-two"])

    return composes


shy = described("shy", conflicts={"loud": "one shouts"})
one, two = described("one", requires=("two",)), described("two", requires=("one",))
#: Answers of another type, by hook.
WRONG: Final[dict[str, tuple[object, ...]]] = {
    "settings": ({"call": "none"},),
    "entries": (("A rule.",),),
    "sides": ([0, 1],),
    "wilds": ((1, 14),),
    "dealing": (("nap",), Deal(("nap",))),  # type: ignore[arg-type] # wrong on purpose
    "memory": ({},),
    "card_points": (2.5,),
    "may": ({"discard": "Qs"}, {"draw": 3}),
    "score_lines": ((),),
    "moves": (("swap",),),
    "uses": ({"swap": 1},),
}
#: Fields of a description that are wrong.
FIELDS: Final[list[dict[str, Any]]] = [
    {"name": 3},
    {"requires": "other"},
    {"conflicts": ("other",)},
    {"about": None},
    {"rules_version": True},
    {"rules_version": 0},
    *({"seats": seats} for seats in (4, (4, 2), (2, 9), (True, 4))),
    *({"name": name} for name in ("Sample", "a--b", "sample.on", "asked")),
]


ERRORS = Errors(
    __file__,
    {
        "an unknown hook, near": composing(plugin(takse=lambda rule: rule)),
        "an unknown hook, far": composing(plugin(zzz=lambda: None)),
        **{f"the former hook {hook}": composing(plugin(**{hook: lambda: None})) for hook in REPLACED},
        "a hook without its mark": composing(beside(sides=lambda: (0, 1))),
        "an argument with a default": composing(plugin(sides=lambda seats=2: seats)),
        "arguments that are not named": composing(plugin(sides=lambda *args: 1)),
        "an argument by position": composing(plugin(sides=lambda seats, /: 1)),
        "an unknown argument": composing(plugin(sides=lambda seat: seat)),
        "an argument too many": composing(bare(plugin_info=lambda seats: PluginInfo(str(seats), ""))),
        **{f"the wish {wish}": composing(wishing(wish)) for wish in ("wrapper", "tryfirst")},
        **{f"{hook} {answer}": answers(**{hook: answer}) for hook, wrong in WRONG.items() for answer in wrong},
        "pack, bytes": packing(lambda pack: b"\x01"),
        "pack, worth with too few arguments": packing(lambda pack: Pack(b"", side_cards=lambda rules: 0)),  # type: ignore[arg-type, misc] # wrong on purpose
        "pack, ranks that are words": packing(lambda pack: Pack(b"", cut_ranks={0: "low"})),  # type: ignore[dict-item] # wrong on purpose
        "pack, five of each card": packing(lambda pack: Pack(pack.cards * 5)),
        "pack, too few cards": packing(lambda pack: Pack(pack.cards[:20])),
        "pack, a list": packing(lambda pack: Pack([1, 2])),  # type: ignore[arg-type] # wrong on purpose
        "a round without a tuple": answers(dealing=Deal(Round("nap"))),  # type: ignore[arg-type] # wrong on purpose
        "a round without moves": answers(dealing=Deal((Round("nap"),))),
        "a round in a phase of the core": answers(dealing=Deal((Round("draw"),))),
        "a round of nothing": answers(dealing=Deal((Round(),))),
        "a round that begins with too few arguments": answers(dealing=Deal((Round(begin=answering(None)),))),  # type: ignore[arg-type] # wrong on purpose
        "memory beside a number": answers(memory=(HandMemory(Bet), 3)),
        "two memories": answers(memory=(HandMemory(Bet), HandMemory(Bet))),
        "memory that is no record": answers(memory=HandMemory(int)),
        "memory of another plugin": composing(
            plugin("first", memory=lambda: HandMemory(Bet)), plugin("again", memory=lambda: HandMemory(Bet))
        ),
        "memory whose start raises": answers(memory=MatchMemory(fails, lambda rules, record, tally: record)),
        "forbidding a draw with too few arguments": answers(may={"draw": lambda rules: None}),
        **{
            f"forbidding a {deed} with too few arguments": answers(may={deed: lambda rules, view: None})
            for deed in ("take", "meld")
        },
        "forbidding a draw by a bar": answers(may={"draw": Bar(lambda _, __: EMPTY_BAG, str)}),  # type: ignore[arg-type] # wrong on purpose
        **{f"forbidding {deed!r}": answers(may={deed: lambda *_: None}) for deed in ("mled", "pass")},
        "score_lines with too few arguments": answers(score_lines=lambda state: ()),
        "rewording by a function of too few arguments": answers(may={"refusal": lambda rules, view, action: None}),
        "duties that are words": answers(may={"end": "meld first"}),
        "a move of two plugins": composing(*(plugin(name, moves=lambda: (ends(),)) for name in ("one", "two"))),
        "a class": composing(Sample),
        **{f"an object that is no plugin, {name}": composing(it) for name, it in (("3", 3), ("pytest", pytest))},
        "a plugin without a name": composing(bare(sides=lambda: (0, 1))),
        **{f"plugin_info {answer}": composing(bare(plugin_info=answering(answer))) for answer in (None, "sample")},
        **{f"a description with {fields}": composing(described(**fields)) for fields in FIELDS},
        "a plugin named twice": composing(plugin("one"), plugin("two"), plugin("one")),
        "plugins that require each other": composing(one, two),
        "a plugin that requires itself": composing(described("me", requires=("me",))),
        "a conflict": composing(shy, plugin("loud")),
        "a conflict, in the other order": composing(plugin("loud"), shy),
        "installed, imports what there is not": installed("import no_such_module"),
        "installed, lacks its object": installed("", "installed_draw_two:rule"),
        "installed, has another name": installed(SOURCE.replace("draw-two", "draw-three")),
        "installed, a class": installed("class Rule: pass", "installed_draw_two:Rule"),
        "installed, an unknown hook": installed(SOURCE.replace("settings", "setings")),
    },
)


@pytest.mark.parametrize("situation", ERRORS.names)
def test_error(situation: str) -> None:
    said = ERRORS.raised(situation)
    assert said == ERRORS.written(situation, said)


def test_what_is_not_wrong_is_composed() -> None:
    assert r5.compose("classic", [Sample()]).identity.plugins == (("sample", 1),)
    assert r5.compose("classic", [shy, plugin("quiet")]).seats == 2
    harmless = beside(options={"sample.on": True}, sides=2)  # no functions
    assert r5.compose("classic", [harmless]).sides == (0, 1)


def ruling(answer: object) -> Callable[..., object]:
    return lambda rule: answer


RULES = [name for name, spec in SPECS.items() if spec.merge == "wrapped"]


@pytest.mark.parametrize("hook", RULES)
def test_rule_that_is_no_function_or_of_other_arguments(hook: str) -> None:
    for wrong in (3, lambda only: None):
        said = refusal(plugin(**{hook: ruling(wrong)}))
        assert f"plugin sample: hook {hook} must return a function of " in said
    around = plugin(**{hook: lambda rule: lambda *every: rule(*every)})  # noqa: PLW0108 - a rule of its own
    assert r5.compose("classic", [around]).seats == 2


@pytest.mark.parametrize("hook", [name for name in SPECS if name != "plugin_info"])
def test_hook_that_raises(hook: str) -> None:
    def failing() -> None:
        raise LookupError("no such thing")

    message = refusal(plugin(**{hook: failing}))
    assert message == f"plugin sample: hook {hook} raised LookupError: no such thing"


def test_installed_plugin_is_found_by_its_name(install: Install) -> None:
    install("draw-two", SOURCE)
    assert r5.compose("classic", ["draw-two"]).turn.draw_count == 2
    assert refusal("draw-too") == "there is no plugin 'draw-too'; did you mean \"draw-two\"?"


def test_name_that_two_distributions_claim(install: Install, tmp_path: Path) -> None:
    install("draw-two", SOURCE, distribution="mine")
    dist_info(tmp_path, "yours", {"draw-two": "installed_draw_two"})
    forget_plugins()
    assert refusal("draw-two") == "plugin draw-two: the name is claimed by mine and yours; uninstall one of them"


def test_distribution_that_is_found_twice_is_one(install: Install, tmp_path: Path) -> None:
    install("draw-two", SOURCE, distribution="mine")
    dist_info(tmp_path, "mine", {"draw-two": "installed_draw_two"}, version="1.1")
    forget_plugins()
    assert r5.compose("classic", ["draw-two"]).turn.draw_count == 2
