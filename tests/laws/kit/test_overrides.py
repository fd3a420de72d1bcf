"""Tests that a plugin's law is skipped exactly if another plugin, which it does not name, overrides its rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import attrs
import pytest
from tests.hooks.samples import plugin
from tests.laws.core import CORE_LAWS
from tests.laws.kit.plugin_laws import plugin_laws

import rummy500 as r5
from rummy500.hooks import (
    Bar,
    Forbids,
    Last,
    Reason,
    Refusal,
    RuleEntry,
    Rules,
    ScoreLine,
    Settings,
    State,
    Tally,
    Verdict,
    bag_of,
    common,
    core_next_turn,
    replace,
)
from rummy500_testing import Law, LawsFileError, available, check_laws, laws_for, laws_of_file
from rummy500_testing.overrides import hooks_of, overridden_by

DEUCES: Final = r5.parse_cards("2s 2h 2d 2c")
QUEEN: Final = r5.parse_card("Qs")
Hook = Callable[..., Any]


def no() -> Refusal:
    return Reason("stranger.rule", "no", "Not at this table.")()


def queen_counts_forty(card: int) -> int | None:
    return 40 if card == QUEEN else None


def every_hand_counts(rule: Hook) -> Hook:
    return lambda rules, state, seat: True


def only_who_is_out_wins(rule: Hook) -> Hook:
    def winners(rules: Rules, tally: Tally) -> Verdict:
        return rule(rules, tally) if tally.hand.public.out >= 0 else Verdict()

    return winners


def to_the_right() -> Last:
    def ended(rules: Rules, state: State) -> State:
        after = core_next_turn(rules, state)
        left, right = ((state.public.to_act + way) % rules.seats for way in (1, -1))
        turned = after.public.phase == "draw" and after.public.to_act == left
        return replace(after, public=replace(after.public, to_act=right)) if turned else after

    return Last(ended)


def the_queen_stays() -> Mapping[str, Forbids]:
    return {"discard": Bar(lambda _, view: common(view.hand, bag_of([QUEEN])), lambda _: no())}


def two_deep() -> Mapping[str, Forbids]:
    return {"take": lambda rules, view, action: no() if action.depth > 2 else None}


#: Hooks of an unknown plugin, and the plugins whose laws would judge them if they were not skipped.
DEALER_PAYS: Final = ScoreLine(0, -5, "stranger.rule", "line", "")
STRANGERS: Final[Mapping[str, tuple[dict[str, Hook], tuple[str, ...]]]] = {
    "a card counts otherwise": (
        {"card_points": queen_counts_forty},
        ("five-ten-fifteen", "oklahoma", "persian", "scoring"),
    ),
    "a line for each seat": (
        {"score_lines": lambda: lambda rules, _: [ScoreLine(0, -25, "stranger.rule", "line", "")]},
        ("michigan", "wikipedia"),
    ),
    "every hand counts": ({"deducts": every_hand_counts}, ("add-opponents-hand", "wikipedia")),
    "nobody wins who is not out": (
        {"match_winners": only_who_is_out_wins},
        ("michigan", "oklahoma", "partnership", "persian"),
    ),
    "the dealer pays": (
        {"match_winners": lambda rule: lambda rules, tally: attrs.evolve(rule(rules, tally), lines=(DEALER_PAYS,))},
        ("oklahoma", "persian"),
    ),
    "the turn goes to the right": ({"turn_ended": to_the_right}, ("floating", "michigan")),
    "groups do not grow": (
        {"may": lambda: {"lay": lambda rules, view, on: no() if view.public.table[on].low < 0 else None}},
        ("oklahoma", "persian"),
    ),
    "two deep": ({"may": two_deep}, ("dealers-gambit",)),
    "no deuces": (
        {"pack": lambda pack: attrs.evolve(pack, cards=bytes(card for card in pack.cards if card not in DEUCES))},
        ("oklahoma", "partnership", "persian", "displayed-discards"),
    ),
    "two a draw": ({"settings": lambda: Settings(draw_count=2)}, ("boathouse", "floating")),
}


def composed(*plugins: object) -> r5.Rules:
    """Compose with the first preset and number of seats that the plugins allow."""
    for preset in ("classic", "pagat", "wikipedia"):
        for seats in (4, 3):
            try:
                return r5.compose(preset, plugins, seats=seats)
            except r5.ComposeError:
                continue
    return r5.compose("classic", plugins, seats=4)


CASES: Final = [
    (what, name, first) for what, (_, names) in STRANGERS.items() for name in names for first in (True, False)
]


@pytest.mark.parametrize(("what", "name", "first"), CASES)
def test_laws_of_a_plugin_are_skipped_if_an_unknown_plugin_overrides_them(what: str, name: str, first: bool) -> None:
    stranger = plugin("stranger", **STRANGERS[what][0])
    rules = composed(*((stranger, name) if first else (name, stranger)))
    report = check_laws(rules, hands=1, max_turns=30, laws=laws_of(name))
    assert report.passed, report


@pytest.mark.parametrize("name", [name for name in ("partnership", "persian") if name in available.plugins()])
def test_an_unknown_plugin_with_other_sides_is_refused(name: str) -> None:
    stranger = plugin("stranger", sides=lambda seats: (0, 0, 1, 1) if seats == 4 else None)
    for order in ((stranger, name), (name, stranger)):
        with pytest.raises(r5.ComposeError, match=r"do not go together: \w+ answers hook sides with \(0, ") as refused:
            r5.compose("classic", order, seats=4)
        assert all(each in str(refused.value) for each in ("stranger", "partnership", "(0, 0, 1, 1)", "(0, 1, 0, 1)"))


def laws_of(name: str) -> tuple[Law[Any], ...]:
    return tuple(law for law in plugin_laws() if law.plugin == name)


def test_a_hook_is_overridden_where_a_plugin_does_not_leave_it() -> None:
    spares = plugin("stranger", deducts=every_hand_counts)
    leaves = plugin("stranger", deducts=lambda options: None)
    assert overridden_by(composed(spares), ["deducts"]) == ("stranger",)
    assert overridden_by(composed(spares), ["count"]) == ("stranger",)
    assert overridden_by(composed(spares), ["match_winners"]) == ()
    assert overridden_by(composed(spares), ["deducts"], beside=["stranger"]) == ()
    assert overridden_by(composed(leaves), ["deducts"]) == ()
    assert overridden_by(composed("boathouse"), ["deducts"]) == ()
    assert overridden_by(composed(), ["deducts"]) == ()


def test_a_law_that_rests_on_a_deed_is_skipped_beside_a_plugin_that_forbids_it() -> None:
    stranger = plugin("stranger", may=two_deep)
    assert overridden_by(composed(stranger), ["may.take"]) == ("stranger",)
    assert overridden_by(composed(stranger), ["may"]) == ("stranger",)
    assert overridden_by(composed(stranger), ["play"]) == ("stranger",)
    assert overridden_by(composed(stranger), ["may.draw", "may.lay", "may.swap"]) == ()
    assert overridden_by(composed(plugin("stranger", may=lambda: None)), ["may.take"]) == ()


def test_a_hook_that_does_not_exist_is_reported() -> None:
    with pytest.raises(ValueError, match=r'there is no hook deduct; did you mean "deducts"\?'):
        overridden_by(composed(), ["deduct"])
    with pytest.raises(ValueError, match=r"there is no hook plays;"):
        hooks_of(["plays"])
    with pytest.raises(ValueError, match=r"there is no hook bars\.lay;"):
        hooks_of(["bars.lay"])


# ---------------------------------------------------------------- the sixteenth plugin

#: Laws of an unknown plugin: they rest on `may.discard`, and take Boathouse into account.
STRANGERS_LAWS = """
from rummy500 import Rules
from rummy500_testing import Fault, law

PLUGIN = "stranger"


@law(name="a bar", rests_on=("may.discard",), beside=("oklahoma",))
def the_queen_is_barred(rules: Rules) -> Fault | None:
    \"""The queen
    stays.

    Whoever holds her.
    \"""
    return None if rules.turn.bars else Fault("nothing is barred")
"""


@pytest.fixture
def strangers_laws(tmp_path: Path) -> tuple[Law[Any], ...]:
    (tmp_path / "laws.py").write_text(STRANGERS_LAWS, "utf-8")
    return laws_of_file(tmp_path / "laws.py")


def its_entries() -> tuple[RuleEntry, ...]:
    return (RuleEntry("stranger.rule", "Discarding", "The queen of spades stays in hand.", ("house",)),)


@pytest.mark.slow
def test_a_plugin_that_is_none_of_ours_is_proved_like_ours(strangers_laws: tuple[Law[Any], ...]) -> None:
    """The plugin's laws are checked with all others, also beside a plugin that they name; no other law is skipped."""
    stranger = plugin("stranger", may=the_queen_stays, entries=its_entries)
    for rules in (composed(stranger), composed("oklahoma", stranger), composed(stranger, "must-go-out")):
        laws = laws_for(rules, (*CORE_LAWS, *plugin_laws(), *strangers_laws))
        assert {law.plugin for law in laws} - {""} == set(rules.plugins)
        report = check_laws(rules, hands=1, max_turns=20, laws=laws)
        assert report.passed, report
        assert report.without_laws == ()
        (mine,) = (row for row in report.rows if row.name == "stranger: a bar")
        assert mine.result == "yes"


def test_a_law_is_skipped_beside_a_plugin_that_it_does_not_name(strangers_laws: tuple[Law[Any], ...]) -> None:
    rules = composed(plugin("stranger", may=the_queen_stays), plugin("another", may=the_queen_stays))
    report = check_laws(rules, hands=1, max_turns=5, laws=strangers_laws)
    assert [(row.asked, row.skipped, row.result) for row in report.rows[:1]] == [(0, 1, "skipped")]
    assert report.without_laws == ("another",)
    assert "Plugins without laws of their own: another" in str(report)


def test_a_function_with_the_decorator_is_a_law(strangers_laws: tuple[Law[Any], ...]) -> None:
    (law,) = strangers_laws
    assert (law.name, law.statement, law.of) == ("stranger: a bar", "The queen stays.", r5.Rules)
    assert (law.rests_on, law.beside, law.plugin) == (("may.discard",), frozenset({"oklahoma"}), "stranger")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (None, "is not a Python file"),
        ("LAWS = 1 / 0", "cannot be run: ZeroDivisionError: division by zero"),
        ("nothing = 0", "must have laws: functions with @law"),
        ("LAWS = ()", "LAWS, a tuple of laws"),
        ("LAWS = ('a law',)", "LAWS, a tuple of laws"),
        (STRANGERS_LAWS + "PLUGIN = 7", "PLUGIN must be the name of a plugin, not 7"),
    ],
)
def test_a_file_without_laws_is_refused(tmp_path: Path, text: str | None, what: str) -> None:
    file = tmp_path / "laws.py"
    if text is not None:
        file.write_text(text, "utf-8")
    with pytest.raises(LawsFileError, match=what):
        laws_of_file(file)
