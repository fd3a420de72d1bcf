"""Tests of 500 Throw Down: names, positions, chance, the terminal, `explain`; its examples are scenarios."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import rummy500 as r5
from rummy500.hooks import PluginInfo, Takes, hookimpl
from rummy500.notation.json import state_from_json, state_to_json
from rummy500.notation.position import position_table
from rummy500_terminal.human import Human
from rummy500_terminal.screen import Screen
from rummy500_terminal.show import TurnLog

PLAY = 'to_act = 1\nphase = "play"\nhands = ["2c Kc", "2d Kd 9s"]\ndrawn = ["9s"]\nstock = "8c Jd"\nlast = 0\n'
DRAW = 'to_act = 1\nhands = ["2c Kc", "3s 3h 2d"]\nstock = "8c Jd"\nlast = 0\n'


def at(text: str, *, packs: int = 1, preset: str = "pagat") -> tuple[r5.Rules, r5.State]:
    rules = r5.compose(preset, ["throw-down"], {"deck.packs": packs}, seats=2)
    return rules, r5.parse_position(text, rules=rules).state


def refusal(rules: r5.Rules, state: r5.State, text: str) -> str:
    return str(r5.why_not(rules, state, r5.parse_action(text, state, rules=rules)))


def landings(rules: r5.Rules, state: r5.State, times: int) -> list[r5.Action]:
    """Toss the 9s so many times, each from a random source of its own."""
    discard = r5.parse_action("1: discard 9s", state)
    return [r5.resolve_chance(rules, state, discard, random.Random(seed)) for seed in range(times)]


# ------------------------------------------------- names of discards


@pytest.mark.parametrize(
    ("pile", "words", "why"),
    [
        ("4d 7c", "over 8h", "8h is not among the discards."),
        ("4d 7c", "over", 'Name the cards that 9s lands on, or omit "over".'),
        ("4d 7c", "over 4d 7c 4d/2", "4d is named twice."),
        ("4d 7c", "over 4d/1", "4d/1 is not among the discards: name 4d/2."),
        ("4d 7c", "over 4d/x", "4d/x is not among the discards: name 4d/2."),
        ("4d 7c", "over 10d", "10d is not among the discards."),
        ("4d 7c", "over /2", "/2 is not among the discards."),
        ("4d 7c", "over loudly", "loudly is not among the discards."),
        ("4d 7c", "over ??", "?? is not among the discards."),
        ("7c 4d 7c", "over 7c", "There is more than one 7c: name 7c/3 or 7c/1."),
        ("7c 4d 7c", "over 7c/2", "7c/2 is not among the discards: name 7c/3 or 7c/1."),
        ("7c 4d 7c", "over 7c/1 7c/1", "7c/1 is named twice."),
    ],
)
def test_throw_down_cover_a_card_lands_on_cards_that_lie_there(pile: str, words: str, why: str) -> None:
    rules, state = at(f'{PLAY}pile = "{pile}"', packs=2)
    assert refusal(rules, state, f"1: discard 9s {words}") == f"{why} (throw-down.cover)"


def test_throw_down_cover_a_toss_is_written_oldest_first_and_with_places_only_where_needed() -> None:
    rules, state = at(PLAY + 'pile = "Td 4d Td"', packs=2)
    words = {r5.action_text(action, state) for action in landings(rules, state, 60)}
    lands = ["", " over Td/3", " over 4d", " over Td/1", " over Td/3 4d", " over Td/3 Td/1", " over 4d Td/1"]
    assert words == {f"1: discard 9s{land}" for land in [*lands, " over Td/3 4d Td/1"]}


def test_throw_down_cover_however_the_cards_are_named_the_outcome_is_the_same() -> None:
    rules, state = at(PLAY + 'pile = "Td 4d Td"', packs=2)
    tossed = {
        r5.apply(rules, state, r5.parse_action(f"1: discard 9s over {words}", state, rules=rules))
        for words in ("Td/3 4d", "10d/3 4d", "4d Td/3", "4d/2 10d/3")
    }
    assert [position_table(r5.Position(rules, each))["over"] for each in tossed] == [{"9s": "Td/4 4d"}]


@pytest.mark.parametrize(
    ("preset", "over", "why"),
    [
        ("classic", "", "3d is taken only to be used at once: say how. (draw.top)"),
        (
            "pagat",
            'over = { "9h" = "3d" }',
            "3d is taken only to be used at once, since 9h lies on it: say how. (draw.deep)",
        ),
    ],
)
def test_draw_deep_a_card_to_be_used_names_what_lies_on_it(preset: str, over: str, why: str) -> None:
    rules, state = at(f'{DRAW}pile = "3d 7c 9h"\n{over}', preset=preset)
    assert refusal(rules, state, "1: take 3d") == why


# ------------------------------------------------- positions


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ('over = "9h"', "over must be a table"),
        ('over = { "9h" = 3 }', "the cards under 9h must be text"),
        ('over = { "9x" = "4d" }', "'9x' is not a card"),
        ('over = { "Kh" = "4d" }', "Kh is not in the pile"),
        ('over = { "9h" = "Kh" }', "Kh is not in the pile"),
        ('over = { "4d" = "9h" }', "4d cannot lie on 9h, which was discarded after it"),
        ('over = { "9h" = "9h" }', "9h cannot lie on 9h, which is the same card"),
        ('over = { "9h" = "4d 4d" }', "9h lies on 4d twice"),
        ('over = { "9h" = "7c" }', "7c is in the pile 2 times"),
        ('over = { "7c" = "4d" }', "7c is in the pile 2 times"),
        ('over = { "9h" = "7c/4" }', "7c/4 is not in the pile; expected 7c/3 or 7c/2"),
        ('over = { "9h" = "7c/x" }', "7c/x is not in the pile"),
        ('over = { "9h" = "4d", "9h/1" = "4d" }', "over names 9h/1 twice"),
        ("plugin = { throw-down = { over = [0, 1] } }", "no plugin in play has a memory 'throw-down'"),
    ],
)
def test_throw_down_cover_a_position_that_cannot_be(written: str, message: str) -> None:
    with pytest.raises(r5.NotationError) as error:
        at(f'{DRAW}pile = "4d 7c 7c 9h"\n{written}', packs=2)
    assert message in str(error.value)
    assert error.value.line == len((DRAW + "pile\n").splitlines()) + 1


def test_throw_down_cover_a_position_is_written_as_it_is_read() -> None:
    rules, state = at(DRAW + 'pile = "4d 7c 7c 9h"\nover = { "7c/2" = "4d 7c/3", "9h" = "7c/2" }', packs=2)
    position = r5.Position(rules, state)
    assert position_table(position)["over"] == {"7c/2": "4d 7c/3", "9h": "7c/2"}
    assert state_from_json(state_to_json(position)).state == state
    marked, unmarked, nothing = ('{ "7c/1" = "4d/2" }', '{ "7c" = "4d" }', '{ "7c" = "" }')
    assert at(DRAW + f'pile = "4d 7c"\nover = {marked}')[1] == at(DRAW + f'pile = "4d 7c"\nover = {unmarked}')[1]
    assert at(DRAW + f'pile = "4d 7c"\nover = {nothing}')[1] == at(DRAW + 'pile = "4d 7c"')[1]


# ------------------------------------------------- chance


def test_settle_lands_on_none_to_three_each_as_likely() -> None:
    rules, state = at(PLAY + 'pile = "4d 7c Jh Qs 5c"')
    landed = landings(rules, state, 4000)
    assert landed[:20] == landings(rules, state, 20)
    counts = Counter(len(action.extra[1:]) for action in landed)
    assert set(counts) == {0, 1, 2, 3}
    assert all(850 < times < 1150 for times in counts.values())
    assert len(set(landed)) == 1 + 5 + 10 + 10  # every set of so many cards
    assert all(r5.why_not(rules, state, action) is None for action in set(landed))


def test_settle_changes_nothing_that_has_landed_or_is_no_toss() -> None:
    rules, state = at(PLAY + 'pile = "4d 7c"')
    landed = r5.parse_action("1: discard 9s over 4d", state, rules=rules)
    assert r5.resolve_chance(rules, state, landed, random.Random(1)) is landed
    rules, state = at(DRAW + 'pile = "4d 7c"')
    for text in ("1: draw", "1: take 7c"):
        action = r5.parse_action(text, state)
        assert r5.resolve_chance(rules, state, action, random.Random(1)) is action
    rules, state = at(PLAY + 'pile = ""')
    assert {action.extra for action in landings(rules, state, 20)} == {()}


def test_the_terminal_shows_what_lies_on_what_and_leaves_the_toss_to_chance(capsys: pytest.CaptureFixture[str]) -> None:
    rules, state = at(PLAY + 'pile = "4d 7c Jh"\nover = { "7c" = "4d", "Jh" = "4d 7c" }')
    typed = iter(["discard 9s over 4d", "discard 9s"])
    screen = Screen()
    person = Human(screen, lambda _: next(typed), TurnLog(screen, rules), lambda: (0, 0))
    view = r5.observe(rules, state, 1)
    assert person.choose(rules, view, r5.legal_actions(rules, view)) == r5.parse_action("1: discard 9s", state)
    shown = capsys.readouterr().out
    assert "covered   7c lies on 4d   Jh lies on 4d 7c\n" in shown
    assert 'How that falls is chance: say only "discard 9s". (turn.seat)' in shown


# ------------------------------------------------- with others, and in words


@pytest.mark.parametrize("other", ["oklahoma", "dealers-gambit"])
def test_throw_down_does_not_go_with(other: str) -> None:
    class Other:
        """A stand-in for the plugin of that name."""

        @hookimpl
        def plugin_info(self) -> PluginInfo:
            return PluginInfo(other, "a stand-in")

    plugins: list[object] = ["throw-down", Other()]
    for order in (plugins, plugins[::-1]):
        with pytest.raises(r5.ComposeError, match=f"throw-down and {other} do not go together"):
            r5.compose("classic", order)


def test_a_card_that_another_plugin_keeps_where_it_is_is_not_taken() -> None:
    class NoJokers:
        @hookimpl
        def plugin_info(self) -> PluginInfo:
            return PluginInfo("no-jokers", "no joker is taken")

        @hookimpl
        def takes(self, rule: Takes) -> Takes:
            def collected_places(rules: r5.Rules, view: r5.View, depth: int) -> tuple[int, ...]:
                joker = depth <= len(view.public.pile) and view.public.pile[-depth] == r5.parse_card("*")
                return () if joker else rule.collects(rules, view, depth)

            return Takes(collected_places, rule.must_use)

    plugins: list[object] = [NoJokers(), "throw-down"]
    for order in (plugins, plugins[::-1]):
        rules = r5.compose("pagat", order)
        state = r5.parse_position(DRAW + 'pile = "* 7c"', rules=rules).state
        takes = [action for action in r5.legal_actions(rules, state) if action.verb == "take"]
        assert takes == [r5.parse_action("1: take 7c", state)]


@pytest.mark.parametrize(
    ("preset", "end"),
    [
        ("pagat", "nothing lies on it, and keep it in your hand."),
        ("classic", "nothing lies on it, but only if you use it at once."),
    ],
)
@pytest.mark.parametrize("call", ["none", "full", "layoffs", "top", "last-discard"])
def test_explain_speaks_of_no_pile_in_order(preset: str, end: str, call: str) -> None:
    empty = "reshuffle" if call in ("full", "none") else "strict"
    rules = r5.compose(preset, ["throw-down"], {"call": call, "stock.empty": empty})
    holds = {one.rule: one.text for one in r5.explain(rules)}
    assert "every card that lies on it" in holds["throw-down.cover"]
    assert holds["draw.top"] == f"You may take just one discard, wherever it lies, if {end}"
    for rule, text in holds.items():
        if rule.startswith(("draw.", "discard.", "call.full", "call.l", "call.top")):
            assert not any(words in text for words in ("top discard", "deeper", "its order")), rule
    assert ("stock.reshuffle" in holds) == (empty == "reshuffle")
    calls = {"call.full", "call.layoffs", "call.top"}
    assert holds.keys() & calls == calls & {f"call.{call}"}
