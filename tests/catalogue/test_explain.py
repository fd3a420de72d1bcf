"""Tests of `explain`: its sentences agree with the engine, and change whenever play changes."""

from collections.abc import Iterator

import pytest
from tests.catalogue.every_rules import each_plugin, samples, unsaid

import rummy500 as r5
from rummy500.rulebook.core import CORE_ENTRIES
from rummy500.rulebook.explain import RuleInForce
from rummy500.rules.entry import DOCUMENTS, OURS
from rummy500.rules.options import CORE_OPTIONS, CORE_PRESETS, OptionValue

SEATS = (2, 3, 5)
#: Numbers to try where an option takes any.
NUMBERS = {"deal.size": (1, 5, 7, 13), "match.target": (1, 200, 500, 5000)}
OTHER_NUMBERS = (0, 1, 30, 50)
#: Options of which several values can have one effect.
RESOLVED = ("deck.packs", "deal.size", "meld.group-max", "meld.group-suits")


def values(name: str) -> Iterator[OptionValue]:
    option = CORE_OPTIONS[name]
    yield from option.choices
    if option.zero:
        yield 0
    if option.least is not None:
        yield from NUMBERS.get(name, OTHER_NUMBERS) if option.most is None else range(option.least, option.most + 1)


def changes(name: str) -> Iterator[tuple[str, OptionValue, int]]:
    """List each preset with each other value of an option; the numbers of seats alternate."""
    for turn, value in enumerate(values(name)):
        for number, preset in enumerate(CORE_PRESETS):
            if CORE_PRESETS[preset].options[name] != value:
                yield preset, value, SEATS[(turn + number) % len(SEATS)]


each_option = pytest.mark.parametrize("name", CORE_OPTIONS)
each_preset = pytest.mark.parametrize("preset", CORE_PRESETS)


def says(rules: r5.Rules) -> dict[str, str]:
    return {line.rule: line.text for line in r5.explain(rules)}


def plays(rules: r5.Rules) -> tuple[object, ...]:
    """Return the parts of rules that play reads."""
    shapes, others = (
        rules.melding.shapes,
        {name: value for name, value in rules.options.items() if name not in RESOLVED},
    )
    return rules.deal.pack, rules.deal.hand_size, shapes.group_cap, shapes.different_suits, others


@each_preset
def test_a_preset_names_each_rule_once_in_the_order_of_the_catalogue_and_replaces_nothing(preset: str) -> None:
    for seats in range(2, 9):
        lines = r5.explain(r5.compose(preset, seats=seats))
        rules = [line.rule for line in lines]
        assert rules == [entry.id for entry in CORE_ENTRIES if entry.id in rules]
        assert {line.set_by for line in lines} <= {"core", f"preset {preset}"}
        assert not any(line.replaced for line in lines)


@each_preset
def test_the_preset_of_a_preset_is_the_preset(preset: str) -> None:
    for seats in range(2, 9):
        rules = r5.compose(preset, seats=seats)
        assert rules.origin.preset_alone() is rules


@each_preset
def test_the_preset_does_not_move_with_options(preset: str) -> None:
    changed = {"deck.jokers": 1, "deck.packs": 2, "deal.size": 5, "meld.group-suits": "any", "meld.group-max": 7}
    assert r5.compose(preset, options=changed).origin.preset_alone() is r5.compose(preset)


@each_option
def test_an_option_changes_what_is_explained(name: str) -> None:
    for preset, value, seats in changes(name):
        base, rules = r5.compose(preset, seats=seats), r5.compose(preset, options={name: value}, seats=seats)
        assert r5.explain(base) != r5.explain(rules), rules
        is_said, is_played = says(base) != says(rules), plays(base) != plays(rules)
        assert is_said == is_played, f"{name} = {value!r}, preset {preset}: said {is_said}, played {is_played}"


@each_option
def test_an_option_is_named_where_it_changes_something(name: str) -> None:
    steered = {entry.id for entry in CORE_ENTRIES if name in entry.options}
    for preset, value, seats in changes(name):
        before = says(r5.compose(preset, seats=seats))
        rules = r5.compose(preset, options={name: value}, seats=seats)
        lines = r5.explain(rules)
        for line in lines:
            if line.text != before.get(line.rule):
                assert line.rule in steered
                assert line.set_by == "option"
            if line.set_by == "option":
                assert line.rule in steered
                assert line.replaced
                assert line.replaced != line.text
            else:
                assert not line.replaced
        assert {rule for rule in before if rule not in {line.rule for line in lines}} <= steered
        assert not unsaid(rules, name), f"{name} = {value!r}, preset {preset}: {unsaid(rules, name)}"


@each_plugin
def test_every_line_is_in_whole_sentences_and_from_a_source(plugin: str) -> None:
    for sample in samples(plugin):
        for line in r5.explain(sample.rules):
            assert line.text[-1] in ".!"
            assert line.text[0].isupper() or line.text[0].isdigit(), line
            assert not {"{", "}"} & set(line.text + line.replaced)
            assert not line.replaced or line.replaced.endswith(".")
            sources = line.source.split(", ")
            assert set(sources) <= {*DOCUMENTS, OURS}
            assert len(sources) == len(set(sources))


@each_preset
def test_joker_rules_are_idle_without_jokers(preset: str) -> None:
    told = says(r5.compose(preset, options={"deck.jokers": 0}))
    assert not [rule for rule in told if rule.startswith("meld.joker")]
    assert "deck.no-jokers" in told
    assert not [rule for rule, sentence in told.items() if "joker" in sentence and rule not in JOKERLESS]


#: Rules whose sentences mention jokers even if there may be none.
JOKERLESS = ("deck.pack", "deck.no-jokers", "deal.first-dealer")


@each_preset
@pytest.mark.parametrize("kind", CORE_OPTIONS["call"].choices)
def test_one_kind_of_call_holds(preset: str, kind: str) -> None:
    told = says(r5.compose(preset, options={"call": kind}))
    kinds = {f"call.{other}" for other in CORE_OPTIONS["call"].choices}
    assert kinds & set(told) == {f"call.{kind}"}
    around = {"call.not-own", "call.window", "call.race"}
    assert around & set(told) == (set() if kind == "none" else around)


def line_of(rule: str, preset: str, options: dict[str, object] | None = None, seats: int = 2) -> RuleInForce:
    rules = r5.compose(preset, options=options, seats=seats)
    return next(line for line in r5.explain(rules) if line.rule == rule)


@pytest.mark.parametrize(
    ("rule", "preset", "source"),
    [
        ("meld.group-suits", "classic", "003"),
        ("meld.group-suits", "family", "ours"),
        ("discard.not-taken", "pagat", "000"),
        ("discard.not-taken", "classic", "ours"),
        ("deal.next-dealer", "north-american", "ours"),
        ("score.values", "pagat", "000"),
        ("score.values", "north-american", "002, ours"),
        ("out.meld-or-discard", "family", "004, ours"),
        ("match.tie", "pagat", "000, 002"),
        ("match.tie", "classic", "ours"),
        ("turn.no-stranding", "pagat", "ours"),
    ],
)
def test_a_reading_of_ours_is_marked(rule: str, preset: str, source: str) -> None:
    assert line_of(rule, preset).source == source


def test_a_replaced_sentence_is_shown() -> None:
    assert line_of("match.target", "pagat", {"match.target": 250}).replaced == (
        "The match ends after the hand in which somebody's score first exceeds 500 points."
    )
    assert line_of("meld.first-minimum", "pagat", {"meld.first-minimum": 30}).replaced == ("No points needed to open.")
    assert line_of("discard.not-drawn", "pagat", {"discard.barred": "drawn"}).replaced == (
        "You may not discard the top discard if you took it alone this turn."
    )
    same = line_of("deck.pack", "pagat", {"deck.packs": 1})
    assert (same.set_by, same.replaced) == ("option", "Two packs for five players or more, otherwise one.")
