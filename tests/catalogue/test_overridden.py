"""Tests that overridden card values are marked in `explain`, on the sheet and in a comparison."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

import rummy500 as r5
from rummy500.cards.cards import rank_of
from rummy500.hooks import JOKER, Pack, PluginInfo, RuleEntry, hookimpl
from rummy500.rulebook.card_values import card_values
from rummy500.rulebook.explain import RuleInForce

QUEEN = r5.parse_card("Qs")
FIVE = r5.parse_card("5h")
COURT = "Jack, queen and king count 7."


def plugin(name: str, sentence: str, hook: str, answer: Callable[..., Any], **more: Any) -> SimpleNamespace:
    """A plugin with a rule and one hook."""
    entry = RuleEntry(f"{name}.rule", "Scoring", sentence, ("house",), **more)
    hooks = {hook: hookimpl(answer), "entries": hookimpl(lambda: (entry,))}
    return SimpleNamespace(plugin_info=hookimpl(lambda: PluginInfo(name, sentence)), **hooks)


def queen(points: int = 40) -> SimpleNamespace:
    return plugin(
        "queen", f"The queen of spades counts {points}.", "card_points", lambda card: points if card == QUEEN else None
    )


def courts() -> SimpleNamespace:
    return plugin("courts", COURT, "card_points", lambda card: 7 if card < JOKER and rank_of(card) >= 10 else None)


def five_hearts() -> SimpleNamespace:
    about = "The five of hearts left in hand takes 25 points away."
    return plugin(
        "five-hearts", about, "card_points", lambda card, place: 25 if (card, place) == (FIVE, "hand") else None
    )


def all_ten() -> SimpleNamespace:
    """Another table of every card."""
    values = ("score.values", "score.ace-one")
    return plugin("all-ten", "Every card counts 10.", "card_points", lambda: 10, replaces=values)


def holding(rule: str, plugins: Sequence[object], preset: str = "classic") -> RuleInForce:
    rules = r5.compose(preset, plugins, seats=3)
    return next(each for each in r5.explain(rules) if each.rule == rule)


@pytest.mark.parametrize("made", [queen, courts, five_hearts])
def test_a_rule_whose_every_value_is_overridden_is_idle(made: Callable[[], SimpleNamespace]) -> None:
    mine = made()
    name = mine.plugin_info().name
    rules = r5.compose("classic", [mine, all_ten()], seats=3)
    held = holding(f"{name}.rule", [mine, all_ten()])
    assert (held.text, held.set_by) == ("Idle: overridden by all-ten.", f"plugin {name}")
    assert (held.overridden_by, held.is_idle) == (("all-ten",), True)
    assert not any(f"{name}.rule" in line.rules for line in r5.sheet(rules).lines)


@pytest.mark.parametrize("made", [queen, courts, five_hearts])
def test_the_later_rule_is_not_overridden(made: Callable[[], SimpleNamespace]) -> None:
    mine = made()
    name = mine.plugin_info().name
    held = holding(f"{name}.rule", [all_ten(), mine])
    assert (held.text, held.overridden_by) == (mine.entries()[0].about, ())


def test_a_rule_that_is_overridden_in_part_names_the_cards() -> None:
    held = holding("courts.rule", [courts(), queen()])
    assert held.text == f"{COURT} Overridden by queen: queen of spades."
    assert (held.overridden_by, held.is_idle) == (("queen",), False)
    spare = holding("all-ten.rule", [all_ten(), five_hearts(), queen(50)])
    assert spare.text == (
        "Every card counts 10. Overridden by five-hearts: 5 of hearts in hand. Overridden by queen: queen of spades."
    )
    assert f"{COURT} Overridden by queen: queen of spades." in [
        line.text for line in r5.sheet(r5.compose("classic", [courts(), queen()])).lines
    ]


def test_an_answer_that_another_plugin_repeats_is_not_overridden() -> None:
    assert holding("queen.rule", [queen(10), all_ten()]).text == "The queen of spades counts 10."


def test_a_value_of_the_core_that_is_overridden_is_marked() -> None:
    held = holding("score.values", [queen()])
    assert held.text.endswith(" Overridden by queen: queen of spades.")
    assert held.overridden_by == ("queen",)


def test_a_draw_for_the_deal_that_is_overridden_is_idle() -> None:
    def ranking(name: str, about: str, ranks: Mapping[int, int]) -> SimpleNamespace:
        def pack(pack: Pack) -> Pack:
            own = {card: ranks.get(card % 13, rank) for card, rank in pack.cut_ranks.items() if card < JOKER}
            return attrs.evolve(pack, cut_ranks={**pack.cut_ranks, **own})

        return plugin(name, about, "pack", pack, tables=("cut_ranks",))

    low = ranking("king-low", "Kings are lowest.", {12: -1})
    high = ranking("court-high", "Queens and kings are highest.", {11: 98, 12: 99})
    assert holding("king-low.rule", [low, high]).text == "Idle: overridden by court-high."
    assert holding("king-low.rule", [high, low]).text == "Kings are lowest."
    assert holding("court-high.rule", [high, low]).text == "Queens and kings are highest. Overridden by king-low: king."


def test_a_rule_with_other_hooks_names_its_tables() -> None:
    def bonus(**more: Any) -> SimpleNamespace:
        made = plugin(
            "bonus", "The queen of spades counts 40.", "card_points", lambda card: 40 if card == QUEEN else None, **more
        )
        made.score_lines = hookimpl(lambda: lambda rules, state: ())
        return made

    said = holding("bonus.rule", [bonus(), all_ten()])
    assert said.text == "The queen of spades counts 40. Overridden by all-ten: queen of spades."
    assert (said.overridden_by, said.is_idle) == (("all-ten",), False)  # the rule may say more than the table
    assert holding("bonus.rule", [all_ten(), bonus()]).text == "The queen of spades counts 40."
    assert holding("bonus.rule", [bonus(tables=()), all_ten()]).overridden_by == ()
    assert holding("bonus.rule", [bonus(tables=("card_points",)), all_ten()]).is_idle
    assert holding("bonus.rule", [bonus(question="What do the cards count?"), all_ten()]).is_idle
    assert not holding("bonus.rule", [bonus(question="What do the cards count?", tables=()), all_ten()]).is_idle
    with pytest.raises(r5.ComposeError, match="whose tables name 'card_point', which is not a table; did you mean"):
        r5.compose("classic", [bonus(tables=("card_point",))])


def test_values_that_one_rule_states_are_not_marked_at_another() -> None:
    def two(**more: Any) -> SimpleNamespace:
        made = queen()
        others = RuleEntry("queen.out", "Scoring", "Whoever goes out gets 10.", ("house",))
        states = RuleEntry("queen.rule", "Scoring", "The queen of spades counts 40.", ("house",), **more)
        made.entries = hookimpl(lambda: (states, others))
        made.score_lines = hookimpl(lambda: lambda rules, state: ())
        return made

    stated = [two(tables=("card_points",)), all_ten()]
    assert holding("queen.rule", stated).is_idle
    assert holding("queen.out", stated).text == "Whoever goes out gets 10."
    unstated = [two(), all_ten()]
    assert [holding(f"queen.{rule}", unstated).overridden_by for rule in ("rule", "out")] == [("all-ten",)] * 2


@pytest.mark.parametrize("is_later", [True, False])
def test_explain_tells_both_orders_apart(is_later: bool) -> None:
    """Of two plugins that value one card, `explain` marks the rule of the one that does not decide."""
    both: list[object] = ["five-ten-fifteen", five_hearts()] if is_later else [five_hearts(), "five-ten-fifteen"]
    rules = r5.compose("classic", both, seats=3)
    assert rules.scoring.points.in_hand[FIVE] == (25 if is_later else 5)
    held = {each.rule: each for each in r5.explain(rules)}
    assert held["five-hearts.rule"].is_idle is not is_later
    assert held["score.5-10-15"].overridden_by == (("five-hearts",) if is_later else ())


def test_a_comparison_agrees_with_the_values() -> None:
    alone, both = (r5.compose("classic", plugins) for plugins in ([queen()], [queen(), all_ten()]))
    difference = next(each for each in r5.diff_rules(alone, both) if each.rules == ("queen.rule",))
    assert (difference.first, difference.second) == ("The queen of spades counts 40.", "")
    assert difference.instead == ("all-ten.rule",)
    assert [value.words for value in card_values(both)] == ["2 to 10, jack, queen, king and ace: 10."]
    same = r5.compose("classic", [all_ten()])
    assert not any("score.values" in each.rules for each in r5.diff_rules(both, same))
