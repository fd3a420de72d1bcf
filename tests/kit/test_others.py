"""The laws of a plugin are skipped where a plugin that they know nothing of overrides the rule; and only there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import attrs
import pytest
from tests.hooks.samples import plugin

import rummy500 as r5
from rummy500.hooks import (
    Bar,
    Meld,
    Pack,
    Refusal,
    Rules,
    ScoreLine,
    State,
    Tally,
    Verdict,
    View,
    add,
    cards_of,
    count,
    refuse,
    replace,
)
from rummy500.rules import alter
from rummy500.testing import SKIPPED, Fault, check_laws
from rummy500.testing.laws.of_plugins import laws_of_plugin
from rummy500.testing.others import TOGETHER, counts_otherwise, others_answer, unless_others_say

QUEEN: Final = r5.parse_card("Qs")
KNOWN: Final = frozenset(("five-ten-fifteen",))
Hook = Callable[..., Any]


def no() -> Refusal:
    return refuse("stranger.rule", "no", "Not at this table.")


def queen_counts_forty(card: int) -> int | None:
    return 40 if card == QUEEN else None


def five_more(points: int) -> int:
    return points + 5


def fives(points: int) -> int:
    return points // 5 * 5


def holding_the_queen() -> Hook:
    def lines(_: Rules, state: State) -> Iterable[ScoreLine]:
        return [
            ScoreLine(seat, -25, "stranger.rule", "") for seat, hand in enumerate(state.hands) if count(hand, QUEEN)
        ]

    return lines


def small_hands_are_spared(rule: Hook) -> Hook:
    def deducts(rules: Rules, state: State, seat: int) -> bool:
        points = sum(rules.scoring.points.in_hand[card] for card in cards_of(state.hands[seat]))
        return points > 8 and bool(rule(rules, state, seat))

    return deducts


def every_hand_counts(rule: Hook) -> Hook:
    return lambda rules, state, seat: True


def only_who_is_out_wins(rule: Hook) -> Hook:
    def winners(rules: Rules, tally: Tally) -> Verdict:
        return rule(rules, tally) if tally.hand.public.out >= 0 else Verdict()

    return winners


def the_dealer_pays() -> Hook:
    return lambda rules, tally, verdict: [ScoreLine(tally.hand.public.dealer, -5, "stranger.rule", "dealt")]


def to_the_right(rule: Hook) -> Hook:
    def ended(rules: Rules, state: State) -> State:
        after: State = rule(rules, state)
        left, right = ((state.public.to_act + way) % rules.seats for way in (1, -1))
        turned = after.public.phase == "draw" and after.public.to_act == left
        return replace(after, public=replace(after.public, to_act=right)) if turned else after

    return ended


def the_queen_stays() -> tuple[Bar, ...]:
    return (Bar(lambda _, view: add(0, QUEEN) if count(view.hand, QUEEN) else 0, lambda _: no()),)


def no_groups_grow(rule: Hook) -> Hook:
    def may_lay(rules: Rules, view: View, on: int) -> Refusal | None:
        return no() if view.public.table[on].low < 0 else rule(rules, view, on)

    return may_lay


def two_deep(rule: Hook) -> Hook:
    return lambda rules, view, action: no() if action.depth > 2 else rule(rules, view, action)


def five_at_most(rule: Hook) -> Hook:
    def may_meld(rules: Rules, view: View, meld: Meld, on: int) -> Refusal | None:
        return no() if len(meld.pieces) > 5 else rule(rules, view, meld, on)

    return may_meld


def a_full_pile_is_taken(rule: Hook) -> Hook:
    return lambda rules, view: no() if len(view.public.pile) > 6 else rule(rules, view)


def the_top_is_free(rule: Hook) -> Hook:
    return lambda rules, view, depth: depth > 1 and rule(rules, view, depth)


def without_deuces(pack: Pack) -> Pack:
    return attrs.evolve(pack, cards=bytes(card for card in pack.cards if card >= 52 or card % 13 != 1))


def aces_are_high(card: int) -> int | None:
    return 12 if card == 0 else None


def nothing_is_known(rule: Hook) -> Hook:
    def visible(rules: Rules, view: View) -> View:
        seen: View = rule(rules, view)
        return replace(seen, public=replace(seen.public, known=(0,) * rules.seats))

    return visible


def neighbours(seats: int) -> tuple[int, ...] | None:
    return (0, 0, 1, 1) if seats == 4 else None


#: What a stranger says, and the plugins whose laws would judge it if they did not stand back.
STRANGERS: Final[Mapping[str, tuple[dict[str, Hook], tuple[str, ...]]]] = {
    "a card counts otherwise": (
        {"card_points": queen_counts_forty},
        ("five-ten-fifteen", "oklahoma", "persian", "scoring"),
    ),
    "every card counts otherwise": (
        {"card_points": five_more},
        ("dealers-gambit", "five-ten-fifteen", "oklahoma", "persian", "scoring"),
    ),
    "points are told in fives": (
        {"card_points": fives, "point_unit": lambda: 5},
        ("five-ten-fifteen", "masters-hand", "oklahoma", "persian", "scoring"),
    ),
    "a line for holding a card": ({"score_lines": holding_the_queen}, ("michigan", "wikipedia")),
    "small hands do not count": ({"deducts": small_hands_are_spared}, ("boathouse", "wikipedia")),
    "every hand counts": ({"deducts": every_hand_counts}, ("add-opponents-hand", "wikipedia")),
    "nobody wins who is not out": (
        {"match_winners": only_who_is_out_wins},
        ("michigan", "oklahoma", "partnership", "persian"),
    ),
    "the dealer pays": ({"match_lines": the_dealer_pays}, ("oklahoma", "persian")),
    "the turn goes to the right": ({"turn_ended": to_the_right}, ("floating", "michigan")),
    "a card stays": ({"bars": the_queen_stays}, ("floating", "michigan")),
    "groups do not grow": ({"may_lay": no_groups_grow}, ("oklahoma", "persian")),
    "two deep": ({"may_take": two_deep}, ("dealers-gambit",)),
    "five at most": ({"may_meld": five_at_most}, ("add-opponents-hand", "boathouse", "floating", "michigan")),
    "a full pile is taken": ({"may_draw": a_full_pile_is_taken}, ("boathouse",)),
    "the top is free": ({"must_use": the_top_is_free}, ("oklahoma", "throw-down", "wikipedia")),
    "no deuces": ({"pack": without_deuces}, ("oklahoma", "partnership", "persian", "displayed-discards")),
    "aces are high in the draw": ({"cut_rank": aces_are_high}, ("oklahoma", "persian")),
    "nothing is known": ({"visible": nothing_is_known}, ("displayed-discards",)),
    "neighbours play together": ({"sides": neighbours}, ("partnership", "persian")),
    "two a draw": ({"draw_count": lambda: 2}, ("boathouse", "floating")),
}


def composed(*plugins: object) -> r5.Rules:
    """The first rules that compose: the plugins may want a preset or a number of seats."""
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
def test_laws_of_a_plugin_do_not_judge_what_a_stranger_overrides(what: str, name: str, first: bool) -> None:
    stranger = plugin("stranger", **STRANGERS[what][0])
    rules = composed(*((stranger, name) if first else (name, stranger)))
    report = check_laws(rules, hands=1, max_turns=30, laws=laws_of_plugin(name))
    assert report.held, report


def test_the_plugins_that_come_together_are_those_that_are_here() -> None:
    plugins = Path(__file__).parents[2] / "plugins"
    assert {folder.parent.name for folder in plugins.glob("*/pyproject.toml")} == TOGETHER


def test_others_answer_where_they_do_not_leave_it() -> None:
    spares = plugin("stranger", deducts=every_hand_counts)
    leaves = plugin("stranger", deducts=lambda options: None)
    assert others_answer(composed(spares), "deducts", known=TOGETHER)
    assert not others_answer(composed(spares), "match_winners", known=TOGETHER)
    assert not others_answer(composed(spares), "deducts", known=("stranger",))
    assert not others_answer(composed(leaves), "deducts", known=TOGETHER)
    assert not others_answer(composed("boathouse"), "deducts", known=TOGETHER)
    assert not others_answer(composed(), "deducts", known=())


def test_a_hook_that_does_not_exist_is_told() -> None:
    with pytest.raises(ValueError, match=r'there is no hook deduct; did you mean "deducts"\?'):
        others_answer(composed(), "deduct", known=())
    with pytest.raises(ValueError, match="there is no hook deduct;"):
        unless_others_say("deduct", known=())


def test_a_law_is_skipped_where_others_say() -> None:
    @unless_others_say("bars", "match_winners", known=TOGETHER)
    def never(rules: Rules) -> Fault:
        return Fault(f"{rules.seats} seats play")

    assert never(composed()) == Fault("4 seats play")
    assert never(composed("oklahoma")) == Fault("4 seats play")
    assert never(composed(plugin("stranger", bars=the_queen_stays))) is SKIPPED


def test_the_last_word_on_a_card_decides_whose_it_is() -> None:
    stranger = plugin("stranger", card_points=queen_counts_forty)
    king = r5.parse_card("Ks")
    later, earlier = composed("five-ten-fifteen", stranger), composed(stranger, "five-ten-fifteen")
    assert [counts_otherwise(later, card, "hand", known=KNOWN) for card in (QUEEN, king)] == [True, False]
    assert not counts_otherwise(earlier, QUEEN, "hand", known=KNOWN)
    assert not counts_otherwise(later, QUEEN, "hand", known=("five-ten-fifteen", "stranger"))


def test_whoever_says_how_many_points_make_one_says_what_every_card_counts() -> None:
    rules = composed("five-ten-fifteen", plugin("stranger", card_points=fives, point_unit=lambda: 5))
    assert counts_otherwise(rules, r5.parse_card("Ks"), "hand", known=TOGETHER)


def test_an_earlier_stranger_does_not_excuse_a_plugin_that_has_the_last_word() -> None:
    """Five, ten, fifteen are still asked for where a stranger before them says otherwise."""
    rules = composed(plugin("stranger", card_points=queen_counts_forty), "five-ten-fifteen")
    wrong = alter(rules, points=composed().scoring.points)
    law = next(law for law in laws_of_plugin("five-ten-fifteen") if law.name.endswith("what cards count"))
    assert law.function(rules) is None
    assert law.function(wrong) is not None
