"""Tests of the lists from which a form for a new table is made."""

from __future__ import annotations

import pytest

import rummy500 as r5
from rummy500.rules.options import CORE_OPTIONS


def test_presets_have_a_line_and_their_seats() -> None:
    pytest.importorskip("rummy500_wikipedia")
    found = {each.name: each for each in r5.list_presets()}
    assert found["classic"].about
    assert found["classic"].seats == (2, 8)
    assert (found["wikipedia"].plugin, found["wikipedia"].plugins) == ("wikipedia", ("wikipedia", "five-ten-fifteen"))
    for each in found.values():
        assert r5.compose(each.name, seats=each.seats[0]).preset.name == each.name


def test_plugins_have_their_seats_and_what_they_require() -> None:
    pytest.importorskip("rummy500_persian")
    pytest.importorskip("rummy500_oklahoma")
    found = {each.name: each for each in r5.list_plugins()}
    assert (found["persian"].requires, found["persian"].seats) == (("partnership",), (4, 4))
    assert found["oklahoma"].options == ("oklahoma.jokers", "oklahoma.opening-use", "oklahoma.new-meld-only")


def test_plugins_have_their_conflicts_in_both_directions() -> None:
    found = {each.name: each for each in r5.list_plugins()}
    for one in found.values():
        for other in found.keys() & one.conflicts.keys():
            assert one.name in found[other].conflicts
            with pytest.raises(r5.ComposeError, match="do not go together"):
                r5.compose("classic", [one.name, other], seats=4)


def test_options_have_the_values_words_and_setter_of_the_rules() -> None:
    for preset, plugins in (("pagat", ()), ("family", ("oklahoma",)), ("classic", ("persian",)), ("wikipedia", ())):
        options = r5.list_options(preset, plugins)
        rules = r5.compose(preset, plugins, seats=4)
        assert {each.name: each.value for each in options} == dict(rules.options)
        assert {each.name: each.set_by for each in options} == dict(rules.origin.set_by)
        assert len({each.question for each in options}) == len(options)  # two lines of a form never read alike
        for each in options:
            kind = rules.origin.option_kinds[each.name]
            assert each.question
            assert each.words == kind.meaning(each.value)
            for choice in each.values:
                assert kind.check(choice.value) == choice.value
                assert choice.words == kind.meaning(choice.value)


def test_options_list_every_value_where_there_are_few() -> None:
    found = {each.name: each for each in r5.list_options("classic", ("oklahoma",))}
    assert [each.value for each in found["meld.group-max"].values] == [0, 3, 4, 5, 6, 7, 8]
    assert [each.value for each in found["deck.jokers"].values] == [0, 1, 2, 3, 4]
    assert [each.words for each in found["meld.ace"].values] == list(CORE_OPTIONS["meld.ace"].choices.values())
    assert found["match.target"].least == 1
    assert found["oklahoma.jokers"].plugin == "oklahoma"


def test_options_refuse_what_compose_refuses() -> None:
    pytest.importorskip("rummy500_persian")
    pytest.importorskip("rummy500_oklahoma")
    with pytest.raises(r5.ComposeError, match="did you mean"):
        r5.list_options("clasic")
    with pytest.raises(r5.ComposeError, match="do not go together"):
        r5.list_options("classic", ("oklahoma", "persian"))
