"""Tests of merging the answers of several plugins: order, presets, identity, and `explain`."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Mapping
from itertools import permutations
from types import SimpleNamespace

import attrs
import pytest
from tests.hooks.installing import Install
from tests.hooks.samples import LEVEL, Bets, answering, described, plugin, refusal

import rummy500 as r5
from rummy500.cards.pieces import wild_in_group, wild_in_run
from rummy500.hooks import JOKER, PluginInfo, Preset, RuleEntry, Settings, Wilds, hookimpl
from rummy500.hooks.compose import recompose
from rummy500.hooks.specs import SPECS
from rummy500.notation.json import (
    match_from_json,
    match_to_json,
    rules_from_json,
    rules_to_json,
    state_from_json,
    state_to_json,
)
from rummy500.rulebook.explain import RuleInForce
from rummy500.rules.scores import Place

QUEEN = 11
RULES_OF_HOME = {**r5.compose("classic").preset.options, "match.target": 111}


def names(rules: r5.Rules) -> list[str]:
    return [name for name, _ in rules.identity.plugins]


#: For each hook with one value: two answers, and where the rules have them.
ONE_VALUE: Mapping[str, tuple[object, object, Callable[[r5.Rules], object]]] = {
    "sides": ((0, 0), (0, 1), lambda rules: rules.sides),
    "wilds": (Wilds((1, 14, 27, 40)), Wilds(()), lambda rules: Wilds(rules.melding.shapes.wilds)),
}


@pytest.mark.parametrize("hook", [name for name, spec in SPECS.items() if spec.merge == "alike"])
def test_value__equal_answers_agree(hook: str) -> None:
    one, other, now = ONE_VALUE[hook]
    for value in (one, other):
        same = [plugin(name, **{hook: answering(value)}) for name in ("two", "also")]
        silent = plugin("silent", **{hook: answering(None)})
        for order in permutations((*same, silent)):
            assert now(r5.compose("classic", order)) == value


def test_draw_count__equal_wishes_agree_and_different_ones_are_refused_with_both_names() -> None:
    two, also, three = (
        plugin(name, settings=answering(Settings(draw_count=count)))
        for name, count in (("two", 2), ("also", 2), ("three", 3))
    )
    assert r5.compose("classic", [two, also]).turn.draw_count == 2
    assert refusal(two, three) == "plugins two and three do not go together: two draws 2 cards, three 3"
    with pytest.raises(ValueError, match="draw_count must be a whole number, at least 1, not 0"):
        Settings(draw_count=0)


@pytest.mark.parametrize("hook", ONE_VALUE)
def test_value__different_answers_are_refused_with_both_names(hook: str) -> None:
    one, other, _ = ONE_VALUE[hook]
    two, three = plugin("two", **{hook: answering(one)}), plugin("three", **{hook: answering(other)})
    silent = plugin("silent", **{hook: answering(None)})
    assert refusal(two, silent, three) == (
        f"plugins two and three do not go together: two answers hook {hook} with {one}, three with {other}"
    )
    assert refusal(three, two) == (
        f"plugins three and two do not go together: three answers hook {hook} with {other}, two with {one}"
    )


def test_table__the_last_plugin_decides_and_gets_the_earlier_answer() -> None:
    forty = plugin("forty", card_points=lambda card: 40 if card == QUEEN else None)
    fifty = plugin("fifty", card_points=lambda card: 50 if card == QUEEN else None)
    doubled = plugin("doubled", card_points=lambda points: 2 * points)
    assert r5.compose("classic", [forty, fifty]).scoring.points.in_hand[QUEEN] == 50
    assert r5.compose("classic", [fifty, forty]).scoring.points.in_hand[QUEEN] == 40
    assert r5.compose("classic", [forty, doubled]).scoring.points.in_hand[QUEEN] == 80
    assert r5.compose("classic", [doubled, forty]).scoring.points.in_hand[QUEEN] == 40
    assert r5.compose("classic", [doubled, forty]).scoring.points.in_hand[QUEEN + 13] == 20


def test_table__a_wild_card_is_given_the_points_of_its_role_from_all_plugins() -> None:
    as_card = plugin("as-card", card_points=lambda card, role, place, role_points: {JOKER: role_points}.get(card))
    forty = plugin("forty", card_points=lambda card: 40 if card == QUEEN else None)
    for plugins in ([as_card, forty], [forty, as_card]):
        points = r5.compose("pagat", plugins).scoring.points
        roles: tuple[tuple[int, Place], ...] = ((QUEEN, "run"), (0, "run"), (0, "low"))
        assert [points.piece(wild_in_run(JOKER, role), place) for role, place in roles] == [40, 15, 1]
        assert points.piece(wild_in_group(JOKER, 11), "group") == 10  # without a suit: the fewest of the queens
        assert points.in_hand[JOKER] == 0


def test_a_plugin_that_is_last_acts_after_all_others_wherever_it_is_named() -> None:
    house = plugin("house", PluginInfo("house", "", last=True), card_points=lambda card: 40 if card == QUEEN else None)
    fifty = plugin("fifty", card_points=lambda card: 50 if card == QUEEN else None)
    for plugins in ([house, fifty], [fifty, house]):
        rules = r5.compose("classic", plugins)
        assert names(rules) == ["fifty", "house"]
        assert rules.scoring.points.in_hand[QUEEN] == 40


def test_required_plugins_come_before(install: Install) -> None:
    text = "from tests.hooks.samples import plugin\nrule = plugin({!r})\n"
    install("base", text.format("base"), value="installed_base:rule")
    needs = plugin("needs", PluginInfo("needs", "", requires=("base",)))
    also = plugin("also", PluginInfo("also", "", requires=("needs",)))
    other = plugin("other")
    assert names(r5.compose("classic", [other, needs])) == ["other", "base", "needs"]
    assert names(r5.compose("classic", [also, other, needs])) == ["base", "needs", "also", "other"]
    assert names(r5.compose("classic", [needs, "base"])) == ["base", "needs"]


def test_what_a_plugin_sets__a_later_one_and_the_caller_may_change() -> None:
    short = plugin("short", settings=lambda: Settings(sets={"match.target": 250}))
    long = plugin("long", settings=lambda: Settings(sets={"match.target": 1000}))
    assert r5.compose("classic", [short]).origin.set_by["match.target"] == "plugin short"
    assert r5.compose("classic", [short, long]).match.target == 1000
    assert r5.compose("classic", [long, short]).match.target == 250
    rules = r5.compose("classic", [long, short], {"match.target": 99})
    assert (rules.match.target, rules.origin.set_by["match.target"]) == (99, "option")


def home(*plugins: str, **more: int) -> Preset:
    options = {**RULES_OF_HOME, **{f"sample.{name}": value for name, value in more.items()}}
    return Preset("home", "house", "as we play it", options, plugins)


def test_preset_of_an_installed_plugin__active_or_not(install: Install) -> None:
    install("rule", "from tests.hooks.samples import plugin\nrule = plugin('rule')", value="installed_rule:rule")
    install(
        "houses",
        "from tests.hooks.samples import described, plugin\n"
        "from tests.hooks.test_composition import home\n"
        "rule = plugin('houses', described('houses', presets=(home('rule', 'houses'),)))",
        value="installed_houses:rule",
    )
    rules = r5.compose("home")
    assert (rules.match.target, rules.origin.set_by["match.target"]) == (111, "preset home")
    assert names(rules) == ["rule", "houses"]
    assert r5.compose("home", ["rule", "houses"]) == rules
    assert names(r5.compose("home", [plugin("other")])) == ["rule", "houses", "other"]
    assert recompose(rules.identity) == rules
    with pytest.raises(r5.ComposeError, match=r"there is no preset 'hom'; did you mean \"home\"\?"):
        r5.compose("hom")


def test_preset_of_a_plugin_that_is_passed__it_names_that_plugin_itself() -> None:
    sample = plugin("sample", described(options=(LEVEL,), presets=(home("sample", level=3),)))
    rules = r5.compose("home", [sample])
    assert (rules.match.target, names(rules)) == (111, ["sample"])
    assert (rules.options["sample.level"], rules.origin.set_by["sample.level"]) == (3, "preset home")
    assert recompose(rules.identity, rules.origin.passed_plugins) == rules
    assert r5.compose("home", [sample], {"sample.level": 2}).identity.options == (("sample.level", 2),)


class Deepest:
    """A plugin class whose objects are equal if their fields are."""

    def __init__(self, deepest: int) -> None:
        self.deepest = deepest

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("deepest", "no deeper")

    @hookimpl
    def settings(self) -> Settings:
        return Settings(draw_count=self.deepest)


@attrs.frozen
class Frozen(Deepest):
    """A plugin as an attrs class, which defines its own equality."""

    deepest: int


@pytest.mark.parametrize("made", [Deepest, Frozen])
def test_passed_plugins_are_equal_as_their_parts_are(made: Callable[[int], object]) -> None:
    two, three = r5.compose("classic", [made(2)]), r5.compose("classic", [made(3)])
    assert (two.turn.draw_count, three.turn.draw_count) == (2, 3)
    assert two != three
    assert two == r5.compose("classic", [made(2)])
    assert hash(two) == hash(r5.compose("classic", [made(2)]))


@pytest.mark.parametrize("made", [Deepest, Frozen])
def test_rules_with_passed_plugins_pickle(made: Callable[[int], object]) -> None:
    rules = r5.compose("classic", [made(2)], {"match.target": 250}, seats=3)
    back = pickle.loads(pickle.dumps(rules))
    assert back == rules
    assert back.turn.draw_count == 2
    assert recompose(rules.identity, rules.origin.passed_plugins) == rules


def test_rules_with_a_passed_plugin_differ_from_those_without_it_and_with_it_installed(install: Install) -> None:
    install("sample", "from tests.hooks.samples import plugin\nrule = plugin()", value="installed_sample:rule")
    installed, passed = r5.compose("classic", ["sample"]), r5.compose("classic", [plugin()])
    assert installed.identity == passed.identity
    assert installed != passed
    assert passed != r5.compose("classic")


def test_rules_of_another_version_of_a_plugin_are_refused() -> None:
    old = plugin("sample", PluginInfo("sample", "", rules_version=1))
    new = plugin("sample", PluginInfo("sample", "", rules_version=2))
    saved = r5.compose("classic", [old]).identity
    with pytest.raises(r5.ComposeError, match="the saved rules have its rules version 1; here it has 2") as raised:
        recompose(saved, [new])
    assert raised.value.plugins == ("sample",)


def holding(rules: r5.Rules, rule: str) -> RuleInForce:
    return next(each for each in r5.explain(rules) if each.rule == rule)


def test_explain__what_a_plugin_adds_and_what_that_replaces() -> None:
    entry = RuleEntry("sample.ten", "Scoring", "Whoever goes out gets 10.", ("house",), replaces=("score.no-bonus",))
    rules = r5.compose("classic", [plugin(entries=lambda: (entry,))])
    before = holding(r5.compose("classic"), "score.no-bonus")
    assert holding(rules, "sample.ten") == RuleInForce(
        "sample.ten", "Whoever goes out gets 10.", "plugin sample", "house", before.text
    )
    assert all(each.rule != "score.no-bonus" for each in r5.explain(rules))


def test_most_points_of_a_card__a_wild_card_in_a_group_too() -> None:
    """A first meld that reaches the minimum only by a valuable joker in a group is found (`meld.first-minimum`)."""
    dear = plugin(card_points=lambda card, role: 50 if card == JOKER and role >= 64 else None)
    rules = r5.compose("pagat", [dear], {"meld.first-minimum": 60})
    position = r5.parse_position('phase = "play"\nto_act = 0\nhands = ["9h 9s * Kd", "2c"]\nstock = "5d"', rules=rules)
    melds = [r5.action_text(each) for each in r5.legal_actions(rules, position.state) if each.verb == "meld"]
    assert melds == ["0: meld {9s 9h *=9}"]


@pytest.mark.parametrize(("preset", "target"), [("home", 111), ("pagat", 300)])
def test_settings_know_whether_the_preset_adds_the_plugin(preset: str, target: int) -> None:
    table = plugin("table", settings=lambda by_preset: Settings(sets={} if by_preset else {"match.target": 300}))
    housing = plugin("housing", described("housing", presets=(home("housing", "table"),)))
    assert r5.compose(preset, [housing, table]).match.target == target


def test_a_plugin_that_displaces_another_leaves_one_that_the_caller_names() -> None:
    rival = plugin("rival", described("rival", displaces=("sample",)))
    assert list(r5.compose("pagat", [plugin(), rival]).plugins) == ["sample", "rival"]


def test_a_preset_of_an_installed_plugin_that_requires_another_is_found(install: Install) -> None:
    source = """
from rummy500 import compose
from rummy500.hooks import PluginInfo, Preset, hookimpl

@hookimpl
def plugin_info():
    name = __name__.removeprefix("installed_")
    if name == "below":
        return PluginInfo(name, "what another needs")
    homely = Preset("homely", "a homely game", "with two plugins", compose("pagat").preset.options, plugins=(name,))
    return PluginInfo(name, "with a preset", requires=("below",), presets=(homely,))
"""
    install("below", source)
    install("above", source)
    assert list(r5.compose("homely").plugins) == ["below", "above"]


def needing(name: str, *requires: str, version: int = 1) -> SimpleNamespace:
    return plugin(name, PluginInfo(name, "", rules_version=version, requires=requires))


def refused(identity: object, *passed: object) -> str:
    assert isinstance(identity, type(r5.compose("classic").identity))
    with pytest.raises(r5.ComposeError) as raised:
        recompose(identity, passed)
    return str(raised.value)


def test_plugin_that_requires_one_more_by_now(install: Install) -> None:
    install("base", "from tests.hooks.samples import plugin\nrule = plugin('base')", value="installed_base:rule")
    saved = r5.compose("classic", [needing("sample")]).identity
    message = "plugin base is part of these rules here, but not of the saved rules"
    assert refused(saved, needing("sample", "base")) == message
    # The versions are compared by name, whatever else the lists contain.
    more = r5.compose("classic", [needing("sample", "base")]).identity
    assert more.plugins == (("base", 1), ("sample", 1))
    version = "plugin sample: the saved rules have its rules version 1; here it has 2"
    assert refused(more, needing("sample", "base", version=2)) == version
    assert refused(attrs.evolve(more, plugins=more.plugins[1:]), needing("sample", "base")) == message


def test_plugins_that_come_in_another_order() -> None:
    one, two = needing("one"), needing("two")
    saved = r5.compose("classic", [two, one]).identity
    assert recompose(saved, [one, two]).identity == saved
    assert refused(saved, one, needing("two", "one")) == (
        "the saved rules have the plugins two, one; here they are one, two, in this order"
    )


def test_option_that_is_so_by_itself_by_now() -> None:
    saved = r5.compose("classic", [plugin()], {"match.target": 250}).identity
    short = plugin(settings=lambda: Settings(sets={"match.target": 250}))
    assert refused(saved, short) == (
        "option match.target: the saved rules set it to 250, which is its value here without being set"
    )


def test_rules_states_and_matches_from_json__with_the_rules_that_are_known() -> None:
    rules = r5.compose("classic", [Bets()])
    match = r5.next_hand(rules, r5.start_match(rules), seed=1)
    source = random.Random(3)
    for _ in range(9):
        assert match.hand is not None
        match = r5.play(rules, match, source.choice(r5.legal_actions(rules, match.hand)))
    assert match.hand is not None
    position = r5.Position(rules, match.hand)
    assert rules_from_json(rules_to_json(rules), rules=rules) is rules
    assert state_from_json(state_to_json(position), rules=rules) == position
    assert match_from_json(match_to_json(rules, match), rules=rules) == (rules, match)
    with pytest.raises(r5.ComposeError, match="there is no plugin 'bets'"):
        match_from_json(match_to_json(rules, match))
    other = r5.compose("classic", [Bets()], {"match.target": 250})
    with pytest.raises(r5.ComposeError, match="the rules in the text are not the given rules"):
        state_from_json(state_to_json(position), rules=other)


def test_plugin_that_has_changed_is_asked_again() -> None:
    sample = plugin(settings=answering(Settings(draw_count=2)))
    before = r5.compose("classic", [sample])
    sample.settings = hookimpl(answering(Settings(draw_count=3)))
    after = r5.compose("classic", [sample])
    assert (before.turn.draw_count, after.turn.draw_count) == (2, 3)
    assert recompose(before.identity, before.origin.passed_plugins).turn.draw_count == 3
