"""Tests of 500 Throw Down, sentence by sentence, named after rule ids."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import rummy500 as r5
from rummy500.cli.human import Human
from rummy500.cli.screen import Screen
from rummy500.cli.show import TurnLog
from rummy500.hooks import Collects, PluginInfo, hookimpl
from rummy500.notation.json import match_from_json, match_to_json, state_from_json, state_to_json
from rummy500.notation.position import position_table
from rummy500.notation.transcript import replay, transcript_text
from rummy500.players import GreedyPlayer, Player, PlayerError, RandomPlayer, play_hand
from rummy500.rules.options import CORE_PRESETS
from rummy500_testing import random_game

PLAY = 'to_act = 1\nphase = "play"\nhands = ["2c Kc", "2d Kd 9s"]\ndrawn = ["9s"]\nstock = "8c Jd"\nlast = 0\n'
DRAW = 'to_act = 1\nhands = ["2c Kc", "3s 3h 2d"]\nstock = "8c Jd"\nlast = 0\n'


def rules_of(preset: str = "pagat", seats: int = 2, **options: object) -> r5.Rules:
    named = {name.replace("__", ".").replace("_", "-"): value for name, value in options.items()}
    return r5.compose(preset, ["throw-down"], named, seats=seats)


def at(text: str, rules: r5.Rules | None = None) -> tuple[r5.Rules, r5.State]:
    rules = rules or rules_of()
    return rules, r5.parse_position(text, rules=rules).state


def after(rules: r5.Rules, state: r5.State, *actions: str) -> r5.State:
    for action in actions:
        state = r5.apply(rules, state, r5.parse_action(action, state, rules=rules))
    return state


def over(rules: r5.Rules, state: r5.State) -> object:
    return position_table(r5.Position(rules, state)).get("over", {})


def legal(rules: r5.Rules, state: r5.State, verb: str) -> set[str]:
    return {r5.action_text(action, state) for action in r5.legal_actions(rules, state) if action.verb == verb}


def refusal(rules: r5.Rules, state: r5.State, text: str) -> str:
    return str(r5.why_not(rules, state, r5.parse_action(text, state, rules=rules)))


# ------------------------------------------------- the toss


def test_throw_down_cover_the_discard_is_listed_and_where_it_lands_is_not() -> None:
    rules, state = at(PLAY + 'pile = "4d 7c"')
    assert legal(rules, state, "discard") == {"1: discard 2d", "1: discard Kd", "1: discard 9s"}
    assert over(rules, after(rules, state, "1: discard 9s")) == {}
    assert over(rules, after(rules, state, "1: discard 9s over 4d")) == {"9s": "4d"}
    assert over(rules, after(rules, state, "1: discard 9s over 4d 7c")) == {"9s": "4d 7c"}


def test_throw_down_cover_what_may_not_be_discarded_is_not_tossed() -> None:
    rules, state = at(DRAW + 'pile = "4d 7c"')
    state = after(rules, state, "1: take 4d")
    assert refusal(rules, state, "1: discard 4d over 7c").endswith("(discard.not-taken)")
    assert refusal(rules, state, "1: discard Kh over 7c").endswith("(turn.cards)")
    assert refusal(rules, state, "0: discard 2c over 7c").endswith("(turn.seat)")
    rules, state = at(DRAW + 'pile = "4d 7c"')
    assert refusal(rules, state, "1: discard 2d over 7c") == refusal(rules, state, "1: discard 2d")


def test_throw_down_cover_the_last_card_is_tossed_too() -> None:
    rules, state = at('to_act = 1\nphase = "play"\nhands = ["2c Kc", "9s"]\nstock = "8c"\npile = "4d"')
    ended = after(rules, state, "1: discard 9s over 4d")
    assert (r5.is_over(ended), ended.public.out, over(rules, ended)) == (True, 1, {"9s": "4d"})


def test_settle_lands_on_none_to_three_each_as_likely() -> None:
    rules, state = at(PLAY + 'pile = "4d 7c Jh Qs 5c"')
    discard = r5.parse_action("1: discard 9s", state)
    source = random.Random(1)
    landed = [r5.resolve_chance(rules, state, discard, source) for _ in range(4000)]
    counts = Counter(len(action.extra[1:]) for action in landed)
    assert set(counts) == {0, 1, 2, 3}
    assert all(850 < times < 1150 for times in counts.values())
    assert len(set(landed)) == 1 + 5 + 10 + 10  # every set of so many cards
    assert all(r5.why_not(rules, state, action) is None for action in set(landed))


def test_settle_is_the_same_for_the_same_source_and_changes_nothing_else() -> None:
    rules, state = at(PLAY + 'pile = "4d 7c"')
    discard = r5.parse_action("1: discard 9s", state)
    for seed in range(20):
        settled = r5.resolve_chance(rules, state, discard, random.Random(seed))
        assert settled == r5.resolve_chance(rules, state, discard, random.Random(seed))
        if settled.extra:
            assert r5.resolve_chance(rules, state, settled, random.Random(seed + 1)) is settled
    rules, state = at(DRAW + 'pile = "4d 7c"')
    for text in ("1: draw", "1: take 7c"):
        action = r5.parse_action(text, state)
        assert r5.resolve_chance(rules, state, action, random.Random(1)) is action


def test_settle_on_an_empty_table_lands_clear() -> None:
    rules, state = at(PLAY + 'pile = ""')
    discard = r5.parse_action("1: discard 9s", state)
    assert {r5.resolve_chance(rules, state, discard, random.Random(seed)) for seed in range(20)} == {discard}


# ------------------------------------------------- what lies on what, through the hand


def test_throw_down_cover_a_take_brings_what_lies_on_the_card_through_others_too() -> None:
    text = DRAW + 'pile = "Qd 3d 6s Jc 9h 5h"\nover = { "6s" = "3d", "9h" = "6s", "5h" = "Jc" }'
    rules, state = at(text)
    take = r5.parse_action("1: take 3d with {3s 3h 3d}", state)
    assert r5.collected_places(rules, state, take) == (2, 4, 5)
    state = after(rules, state, "1: take 3d with {3s 3h 3d}")
    assert r5.cards_text(state.public.pile) == "Qd Jc 5h"
    assert over(rules, state) == {"5h": "Jc"}
    assert r5.cards_text(r5.cards_of(state.hands[1])) == "6s 9h 2d"


def test_throw_down_cover_a_card_that_is_left_lies_clear_and_on_fewer() -> None:
    rules, state = at(DRAW + 'pile = "3d 6s 9h"\nover = { "9h" = "3d 6s" }')
    assert r5.collected_places(rules, state, r5.parse_action("1: take 6s", state)) == (1, 2)
    taken = after(rules, state, "1: take 9h")
    assert over(rules, taken) == {}
    rules, state = at(DRAW + 'pile = "3d 6s 9h"\nover = { "6s" = "3d" }')
    assert over(rules, after(rules, state, "1: take 6s")) == {}


@pytest.mark.parametrize(("mark", "pile", "stays"), [("", "7c", {}), ("/3", "7c Jh", {"Jh": "7c"})])
def test_throw_down_cover_of_two_equal_cards_the_one_that_is_taken_goes(
    mark: str, pile: str, stays: dict[str, str]
) -> None:
    """Two sevens differ only by their place: a card lies on one of them, not on both."""
    text = DRAW.replace("3s 3h 2d", "7s 7h 2d") + 'pile = "7c 7c Jh"\nover = { "Jh" = "7c/2" }'
    rules, state = at(text, rules_of(deck__packs=2))
    state = after(rules, state, f"1: take 7c{mark} with {{7s 7h 7c}}")
    assert (r5.cards_text(state.public.pile), over(rules, state)) == (pile, stays)


def test_call_full_brings_what_lies_on_any_claimed_card() -> None:
    text = DRAW.replace("last = 0", "last = 1") + (
        'pile = "9s 3d 9d Jh 9c 5s"\nover = { "9d" = "3d", "Jh" = "9s", "5s" = "Jh 3d" }'
    )
    rules, state = at(text)
    call = r5.parse_action("0: call {9s 9d 9c}", state)
    assert r5.collected_places(rules, state, call) == (1, 2, 3, 4, 6)
    called = after(rules, state, "0: call {9s 9d 9c}")
    assert r5.cards_text(called.public.pile) == "3d"
    assert over(rules, called) == {}
    assert r5.cards_text(r5.cards_of(called.hands[0])) == "5s Jh 2c Kc"


def test_call_full_of_two_equal_cards_claims_the_one_tossed_later() -> None:
    rules, state = at(
        DRAW.replace("last = 0", "last = 1") + 'pile = "9c 9s 9d 9c 5s"\nover = { "5s" = "9c/2" }',
        rules_of(deck__packs=2),
    )
    later, earlier = (r5.parse_action(text, state) for text in ("0: call {9s 9d 9c}", "0: call {9s 9d 9c/5}"))
    assert r5.collected_places(rules, state, later) == (1, 2, 3, 4)
    assert r5.collected_places(rules, state, earlier) == (3, 4, 5)
    assert {later, earlier} <= set(r5.legal_actions(rules, state))


def test_call_top_is_melded_with_all_that_lies_on_it() -> None:
    text = DRAW.replace("last = 0", "last = 1") + 'pile = "Th Jh 4c"\nmelds = ["1 [7h 8h 9h]"]\n'
    rules = rules_of(call="top")
    _, state = at(text + 'over = { "Jh" = "Th" }', rules)
    assert legal(rules, state, "call") == {"0: call Th Jh on m1"}
    _, state = at(text + 'over = { "4c" = "Th" }', rules)
    assert legal(rules, state, "call") == set()
    assert refusal(rules, state, "0: call Th on m1").endswith("(call.top)")
    _, state = at(text, rules)
    assert legal(rules, state, "call") == {"0: call Th on m1", "0: call Th Jh on m1"}


def test_call_last_discard_is_the_card_tossed_last() -> None:
    rules = rules_of(call="last-discard")
    text = DRAW.replace("last = 0", "last = 1") + 'melds = ["1 [7h 8h 9h]"]\n'
    _, state = at(text + 'pile = "4c Th"\nover = { "Th" = "4c" }', rules)
    assert over(rules, after(rules, state, "0: call Th on m1")) == {}
    _, state = at(text + 'pile = "Th 4c"', rules)
    assert refusal(rules, state, "0: call Th on m1").endswith("(call.last-discard)")


def test_stock_reshuffle_nothing_lies_on_anything_then() -> None:
    rules = rules_of(stock__empty="reshuffle")
    _, state = at('to_act = 1\nhands = ["2c Kc", "3s 3h"]\npile = "4d 7c Jh"\nover = { "Jh" = "4d 7c" }', rules)
    state = after(rules, state, "1: draw")
    assert over(rules, state) == {"Jh": "4d 7c"}
    state = after(rules, state, "deck: reshuffle 4d 7c")
    assert (r5.cards_text(state.public.pile), over(rules, state)) == ("Jh", {})


# ------------------------------------------------- "top" is what nothing lies on


def test_draw_top_free_any_clear_card_is_kept() -> None:
    rules, state = at(DRAW + 'pile = "4d 7c Jh 8h"\nover = { "Jh" = "4d" }')
    assert legal(rules, state, "take") == {"1: take 7c", "1: take Jh", "1: take 8h"}


def test_draw_top_must_meld_any_clear_card_is_used_at_once() -> None:
    rules, state = at(DRAW + 'pile = "3d 7c"', rules_of("classic"))
    assert legal(rules, state, "take") == {"1: take 3d with {3s 3h 3d}"}
    assert refusal(rules, state, "1: take 3d").endswith("3d is taken only to be used at once: say how. (draw.top)")


def test_draw_deep_a_covered_card_is_used_at_once() -> None:
    rules, state = at(DRAW + 'pile = "3d 7c 9h"\nover = { "7c" = "3d", "9h" = "7c" }')
    why = "3d is taken only to be used at once, since 9h lies on it: say how. (draw.deep)"
    assert refusal(rules, state, "1: take 3d") == why
    assert "1: take 3d with {3s 3h 3d}" in legal(rules, state, "take")


def test_discard_not_taken_is_the_one_card_taken_alone() -> None:
    rules, state = at(DRAW + 'pile = "3d 7c 9h"\nover = { "9h" = "3d" }')
    assert refusal(rules, after(rules, state, "1: take 7c"), "1: discard 7c").endswith("(discard.not-taken)")
    state = after(rules, state, "1: take 3d with {3s 3h 3d}")
    assert "1: discard 9h" in legal(rules, state, "discard")


# ------------------------------------------------- positions, saved games, transcripts


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ('over = "9h"', "over must be a table"),
        ('over = { "9h" = 3 }', "the cards under 9h must be text"),
        ('over = { "9x" = "4d" }', "'9x' is not a card"),
        ('over = { "Kh" = "4d" }', "Kh is not in the pile"),
        ('over = { "9h" = "Kh" }', "Kh is not in the pile"),
        ('over = { "9h" = "??" }', "?? is not in the pile"),
        ('over = { "9h" = "loudly" }', "'loudly' is not a card"),
        ('over = { "4d" = "9h" }', "4d cannot lie on 9h, which was discarded after it"),
        ('over = { "9h" = "9h" }', "9h cannot lie on 9h, which is the same card"),
        ('over = { "9h" = "4d 4d" }', "9h lies on 4d twice"),
        ('over = { "9h" = "7c" }', "7c is in the pile 2 times"),
        ('over = { "7c" = "4d" }', "7c is in the pile 2 times"),
        ('over = { "9h" = "7c/4" }', "7c/4 is not in the pile; expected 7c/3 or 7c/2"),
        ('over = { "9h" = "7c/x" }', "7c/x is not in the pile"),
        ('over = { "9h" = "4d", "9h/1" = "4d" }', "over names 9h/1 twice"),
    ],
)
def test_throw_down_cover_a_position_that_cannot_be(written: str, message: str) -> None:
    with pytest.raises(r5.NotationError) as error:
        at(DRAW + f'pile = "4d 7c 7c 9h"\n{written}', rules_of(deck__packs=2))
    assert message in str(error.value)
    assert error.value.line == len((DRAW + "pile\n").splitlines()) + 1


def test_throw_down_cover_a_position_is_written_as_it_is_read() -> None:
    rules = rules_of(deck__packs=2)
    text = DRAW + 'pile = "4d 7c 7c 9h"\nover = { "7c/2" = "4d 7c/3", "9h" = "7c/2" }'
    _, state = at(text, rules)
    assert over(rules, state) == {"7c/2": "4d 7c/3", "9h": "7c/2"}
    position = r5.Position(rules, state)
    assert state_from_json(state_to_json(position)).state == state
    marked, unmarked = '{ "7c/1" = "4d/2" }', '{ "7c" = "4d" }'
    assert at(DRAW + f'pile = "4d 7c"\nover = {marked}')[1] == at(DRAW + f'pile = "4d 7c"\nover = {unmarked}')[1]
    assert at(DRAW + 'pile = "4d 7c"\nover = { "7c" = "" }')[1] == at(DRAW + 'pile = "4d 7c"')[1]


def test_throw_down_cover_a_position_without_the_plugin_has_no_such_key() -> None:
    with pytest.raises(r5.NotationError, match="a position has no 'over'"):
        r5.parse_position(DRAW + 'pile = "4d 7c"\nover = { "7c" = "4d" }')
    with pytest.raises(r5.NotationError, match="no plugin in play has a memory 'throw-down'"):
        at(DRAW + 'pile = "4d 7c"\nplugin = { throw-down = { over = [0, 1] } }')


def played(seed: int, seats: int = 3) -> tuple[r5.Rules, r5.State, tuple[r5.Action, ...], r5.State]:
    rules = rules_of(seats=seats)
    source = random.Random(seed)
    players: list[Player] = [GreedyPlayer(), *(RandomPlayer(source) for _ in range(seats - 1))]
    record = play_hand(rules, r5.deal(rules, seed=seed), players, source)
    return rules, record.start, record.actions, record.end


def test_hands_between_players_are_tossed_and_come_again_from_their_seed() -> None:
    for seed in range(3):
        _, _, actions, _ = played(seed)
        assert any(action.extra for action in actions)
        assert actions == played(seed)[2]
    assert len({played(seed)[2] for seed in range(3)}) == 3


def test_transcripts_and_saved_matches_keep_what_lies_on_what() -> None:
    rules, start, actions, end = played(4)
    *_, (_, last) = replay(transcript_text(rules, start, actions))
    assert last == end
    state = start
    for action in actions[: len(actions) // 2]:
        state = r5.apply(rules, state, action)
    assert over(rules, state)
    match = r5.next_hand(rules, r5.start_match(rules, dealer=0), seed=1)
    for text in ("1: draw", "1: discard {card} over {pile}"):
        hand = match.hand
        assert hand is not None
        words = text.format(card=r5.card_text(r5.cards_of(hand.hands[1])[0]), pile=r5.cards_text(hand.public.pile))
        match = r5.play(rules, match, r5.parse_action(words, hand, rules=rules))
    assert match.hand is not None
    assert over(rules, match.hand) != {}
    assert match_from_json(match_to_json(rules, match)) == (rules, match)


def test_a_player_does_not_say_where_a_card_lands() -> None:
    class Careful(RandomPlayer):
        def choose(self, rules: r5.Rules, view: r5.View, legal: r5.LegalActions) -> r5.Action | None:
            action = super().choose(rules, view, legal)
            if action is None or action.verb != "discard" or not view.public.pile:
                return action
            return r5.parse_action(
                f"{r5.action_text(action)} over {r5.card_text(view.public.pile[0])}", view, rules=rules
            )

    rules = rules_of()
    source = random.Random(1)
    with pytest.raises(PlayerError, match=r"chooses an outcome of chance: discard \w\w over"):
        play_hand(rules, r5.deal(rules, seed=1), [Careful(source), Careful(source)], source)


def test_the_terminal_shows_what_lies_on_what_and_leaves_the_toss_to_chance(capsys: pytest.CaptureFixture[str]) -> None:
    rules, state = at(PLAY + 'pile = "4d 7c Jh"\nover = { "7c" = "4d", "Jh" = "4d 7c" }')
    typed = iter(["discard 9s over 4d", "discard 9s"])
    screen = Screen()
    person = Human(screen, lambda _: next(typed), TurnLog(screen, rules), lambda: (0, 0))
    view = r5.observe(rules, state, 1)
    chosen = person.choose(rules, view, r5.legal_actions(rules, view))
    assert chosen == r5.parse_action("1: discard 9s", state)
    shown = capsys.readouterr().out
    assert "covered   7c lies on 4d   Jh lies on 4d 7c\n" in shown
    assert 'How that falls is chance: say only "discard 9s". (turn.seat)' in shown


# ------------------------------------------------- with others, and in words


@pytest.mark.parametrize("other", ["oklahoma", "dealers-gambit"])
@pytest.mark.parametrize("first", [True, False])
def test_throw_down_does_not_go_with(other: str, first: bool) -> None:
    class Other:
        """A stand-in for the plugin of that name."""

        @hookimpl
        def plugin_info(self) -> PluginInfo:
            return PluginInfo(other, "a stand-in")

    plugins: list[object] = ["throw-down", Other()]
    with pytest.raises(r5.ComposeError, match=f"throw-down and {other} do not go together"):
        r5.compose("classic", plugins if first else plugins[::-1])


def test_a_card_that_another_plugin_keeps_where_it_is_is_not_taken() -> None:
    class NoJokers:
        @hookimpl
        def plugin_info(self) -> PluginInfo:
            return PluginInfo("no-jokers", "no joker is taken")

        @hookimpl
        def collects(self, rule: Collects) -> Collects:
            def collected_places(rules: r5.Rules, view: r5.View, depth: int) -> tuple[int, ...]:
                joker = depth <= len(view.public.pile) and view.public.pile[-depth] == r5.parse_card("*")
                return () if joker else rule(rules, view, depth)

            return collected_places

    plugins: list[object] = [NoJokers(), "throw-down"]
    for order in (plugins, plugins[::-1]):
        rules = r5.compose("pagat", order)
        _, state = at(DRAW + 'pile = "* 7c"', rules)
        assert legal(rules, state, "take") == {"1: take 7c"}


@pytest.mark.parametrize(
    ("preset", "end"),
    [
        ("pagat", "nothing lies on it, and keep it in your hand."),
        ("classic", "nothing lies on it, but only if you use it at once."),
    ],
)
def test_draw_top__the_sentence_on_one_discard(preset: str, end: str) -> None:
    rules = r5.compose(preset, ["throw-down"])
    (text,) = (one.text for one in r5.explain(rules) if one.rule == "draw.top")
    assert text == f"You may take just one discard, wherever it lies, if {end}"


@pytest.mark.parametrize("preset", CORE_PRESETS)
@pytest.mark.parametrize("call", ["none", "full", "layoffs", "top", "last-discard"])
def test_explain_speaks_of_no_pile_in_order(preset: str, call: str) -> None:
    for empty in ("pile", "strict", "reshuffle"):
        rules = rules_of(preset, call=call, stock__empty=empty)
        holds = {one.rule: one.text for one in r5.explain(rules)}
        assert "every card that lies on it" in holds["throw-down.cover"]
        mine = [rule for rule in holds if rule.startswith(("draw.", "discard.", "call.full", "call.l", "call.top"))]
        for rule in mine:
            assert "top discard" not in holds[rule], rule
            assert "deeper" not in holds[rule], rule
            assert "its order" not in holds[rule], rule
        assert ("stock.reshuffle" in holds) == (empty == "reshuffle")
        assert {rule for rule in holds if rule in ("call.full", "call.layoffs", "call.top")} == {f"call.{call}"} & {
            "call.full",
            "call.layoffs",
            "call.top",
        }


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_throw_down_cover_cards_are_tossed_on_others_in_random_hands(preset: str) -> None:
    assert any(action.extra for action in random_game(rules_of(preset), random.Random(0)).actions)
