"""Tests that hooks are called only when rules are composed, and that an unused one costs nothing in play."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from benchmarks.games import player
from tests.counted import calls_of
from tests.hooks.samples import HANDED_ON, Bets, around, dealing, forbidding, handing_on, plugin, taking_around

import rummy500 as r5
from rummy500.base.records import replace
from rummy500.engine.plays import may_lay_after_meld
from rummy500.fast import points
from rummy500.hooks import Bar, Duty, Reason, Settings, Wilds, bag_of, cards_of, common, hookimpl
from rummy500.hooks.specs import SPECS
from rummy500.players import hint
from rummy500.rules.options import CORE_PRESETS
from rummy500.rules.state import MatchSoFar
from rummy500_testing.altering import answer_of

QUEEN = Reason("busy.queen", "queen", "The queen stays.")


def busy() -> SimpleNamespace:
    """Make a plugin that answers every hook that `Bets` does not, so that play uses all of them."""
    return plugin(
        "busy",
        settings=lambda: Settings(point_unit=1, draw_count=1),
        entries=lambda: (),
        pack=lambda pack: attrs.evolve(pack, side_cards=lambda rules, view: 0),
        sides=lambda seats: tuple(range(seats)),
        wilds=lambda: Wilds((52, 1), now=lambda rules, view: (52, 1)),
        card_points=lambda points: points + 1,
        takes=taking_around,
        **{hook: around for hook, spec in SPECS.items() if spec.merge == "wrapped"},
        may=forbidding(
            discard=Bar(lambda rules, view: common(view.hand, bag_of([11])), lambda card: QUEEN()),
            draw=lambda rules, view: None,
            take=lambda rules, view, action: None,
            call=lambda rules, view, action: None,
            meld=lambda rules, view, meld, on: None,
            lay=lambda rules, view, on: None,
            end=Duty(lambda rules, view: None),
            refusal=lambda rules, view, action, refusal: refusal,
        ),
        hand_emptied=lambda: lambda rules, state, action: None,
        turn_ended=lambda: lambda rules, state: None,
        effects=lambda: {"draw": around},
        score_lines=lambda: lambda rules, state: [r5.ScoreLine(0, 1, "busy.point", "line", "a point")],
        dealing=dealing(sizes=lambda rules, match, sizes: sizes, first_player=lambda rules, state: None),
    )


def counted(of: object, calls: Counter[str]) -> SimpleNamespace:
    """Make a copy of a plugin that counts the calls of each hook."""

    def counting(hook: str) -> Callable[..., Any]:
        function = getattr(of, hook)

        @wraps(function)
        def call(*args: object, **named: object) -> object:
            calls[hook] += 1
            return function(*args, **named)

        return hookimpl(call)

    return SimpleNamespace(**{hook: counting(hook) for hook in SPECS if hasattr(of, hook)})


def test_composing_asks_each_hook_once_and_tables_for_each_case() -> None:
    calls: Counter[str] = Counter()
    r5.compose("pagat", [counted(busy(), calls), counted(Bets(), calls)], seats=3)
    assert set(calls) == set(SPECS)
    # Each once, except tables, which are asked once for each case, and hooks that both plugins answer.
    both = {hook for hook in SPECS if hasattr(busy(), hook) and hasattr(Bets(), hook)}
    tables = {hook for hook, spec in SPECS.items() if spec.kind == "TABLE"}
    assert both == {"plugin_info", "entries", "dealing"}
    assert {hook for hook, times in calls.items() if times > 1} == {*both, *tables}


@pytest.mark.parametrize(("preset", "minimum"), [("pagat", 0), ("classic", 30)])
def test_no_hook_is_called_in_play(preset: str, minimum: int) -> None:
    """A whole random hand: list, check, apply, score, view, refuse."""
    calls: Counter[str] = Counter()
    plugins = [counted(busy(), calls), counted(Bets(), calls)]
    rules = r5.compose(preset, plugins, {"meld.first-minimum": minimum}, seats=3)
    before = dict(calls)
    source = random.Random(f"{preset} {minimum}")
    match = r5.next_hand(rules, r5.start_match(rules), seed=3)
    for _ in range(150):
        if match.hand is None:
            break
        match = r5.play(rules, match, a_step(rules, match.hand, source))
    r5.draw_for_deal(rules, seed=1)
    assert dict(calls) == before


def a_step(rules: r5.Rules, hand: r5.State, source: random.Random) -> r5.Action:
    """Ask every question about a state, then do an action."""
    due = r5.chance(rules, hand)
    action = due.sample(source) if due is not None else source.choice(r5.legal_actions(rules, hand))
    assert r5.why_not(rules, hand, action) is None
    for seat in range(rules.seats):
        r5.why_not(rules, hand, r5.Action(seat, "take", 11, 1))
        r5.default_action(rules, hand, seat)
    for viewer in (*range(rules.seats), None):
        r5.observe(rules, hand, viewer)
    r5.score_hand(rules, hand)
    r5.ask_order(rules, hand)
    r5.find_defects(rules, hand)
    return action


ROOT = Path(__file__).parents[2]
#: The fields of `Rules` with the answer to a hook, or `None`.
ASKED = tuple(
    ast.unparse(field.target)
    for part in ast.parse((ROOT / "src" / "rummy500" / "rules" / "rules.py").read_text("utf-8")).body
    if isinstance(part, ast.ClassDef) and part.name != "Rules"
    for field in part.body
    if isinstance(field, ast.AnnAssign) and ast.unparse(field.annotation).endswith("| None")
)
#: The fields with the answers of each plugin.
LISTED = (
    *("uses", "duties", "hand_memory", "match_memory", "memory_place", "hand_sizes", "phased", "suffixed"),
    *("follow_ups", "rounds", "entries", "effect_wraps", "asked", "dealt_by", "between"),
)
#: The fields that an option of the core sets.
OF_THE_CORE = {"north-american": {"may_lay": may_lay_after_meld}}


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_fields_without_an_answer_are_none(preset: str) -> None:
    rules = r5.compose(preset)
    answers = {name: answer_of(rules, name) for name in ASKED if answer_of(rules, name) is not None}
    assert answers == OF_THE_CORE.get(preset, {})
    assert [name for name in LISTED if answer_of(rules, name)] == []


def test_fields_with_an_answer_are_set() -> None:
    rules = r5.compose("classic", [busy()])
    assert [name for name in ASKED if answer_of(rules, name) is None] == []


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_a_hand_makes_the_same_calls_after_another_was_played_with_every_hook(preset: str) -> None:
    play = player(r5.compose(preset))

    def a_hand() -> int:
        return calls_of(lambda: play(1, random.Random(5)))

    a_hand()  # a cached answer is looked up first
    alone = a_hand()
    beside = r5.compose(preset, [busy()])
    assert calls_of(lambda: player(beside)(1, random.Random(5))) > alone
    assert a_hand() == alone


NO_MATCH = MatchSoFar(dealer=0, scores=(0, 0, 0))


def asked(rules: r5.Rules, hand: r5.State) -> dict[str, Any]:
    """Ask what a person or a program asks about a state."""
    seat, seats = hand.public.to_act, range(rules.seats)
    legal = list(r5.legal_actions(rules, hand))
    cards = [r5.Action(seat, "discard", card) for card in range(53)]
    takes = [r5.Action(seat, "take", card, depth) for depth, card in enumerate(reversed(hand.public.pile), 1)]
    plain = [r5.Action(other, verb) for other in seats for verb in ("draw", "pass")]
    views: list[r5.View] = [r5.observe(rules, hand, viewer) for viewer in (*seats, None)]
    found: dict[str, Any] = {
        "actions": set(legal),
        "refusals": [r5.why_not(rules, hand, action) for action in (*cards, *takes, *plain)],
        "scores": [r5.score_hand(rules, hand), *[r5.score_hand(rules, view) for view in views]],
        "points": points(rules, hand),
        # The match has the number of the rules, and memory is the plugin's own.
        "views": [(view.hand, view.drawn, replace(view.public, match=NO_MATCH)) for view in views],
        "status": r5.find_defects(rules, hand),
    }
    if legal and len(cards_of(hand.hands[seat])) < 3:
        found["hint"] = hint(rules, views[seat], r5.legal_actions(rules, views[seat])).reason
    return found


@pytest.mark.parametrize("preset", ["classic", "pagat"])
@pytest.mark.parametrize("hook", HANDED_ON)
def test_an_answer_that_only_hands_on_changes_nothing_that_anybody_sees(hook: str, preset: str) -> None:
    """The order of actions may be another one where wild cards are in reach."""
    alone, hooked = r5.compose(preset, seats=3), r5.compose(preset, [handing_on(hook)], seats=3)
    hand, other, source = r5.deal(alone, seed=2), r5.deal(hooked, seed=2), random.Random(2)
    while True:
        assert asked(hooked, other) == asked(alone, hand)
        if r5.is_over(hand):
            break
        legal = list(r5.legal_actions(alone, hand))
        due = r5.chance(alone, hand)
        action = source.choice(legal) if due is None else due.sample(source)
        hand, other = r5.apply(alone, hand, action), r5.apply(hooked, other, action)
