"""Tests of `persian.game`: its options, refusals, winners, and `explain`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import rummy500 as r5
from rummy500.hooks import JOKER, Deducts, PluginInfo, Rules, Settings, StateOrView, hookimpl
from rummy500.rules.options import CORE_PRESETS
from rummy500_persian import Deals

TWO_DEALS = {"persian.flavour": "001"}


class Named:
    """A stand-in for a plugin of some name."""

    def __init__(self, name: str, settings: Settings | None = None) -> None:
        self.name = name
        self.wants = settings

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo(self.name, "a stand-in")

    @hookimpl
    def settings(self) -> Settings | None:
        return self.wants


class Spares:
    """A house rule that spares hands when the stock ends the hand, unless the text of a variant deducts them."""

    @hookimpl
    def plugin_info(self) -> PluginInfo:
        return PluginInfo("spares", "hands are spared")

    @hookimpl
    def deducts(self, rule: Deducts) -> Deducts:
        def deducted(rules: Rules, sight: StateOrView, seat: int) -> bool | None:
            spared = sight.public.ended == "stock" and not rules.scoring.deducts_at_stock_end
            return not spared and rule(rules, sight, seat)

        return deducted


def persian(preset: str = "classic", **options: object) -> r5.Rules:
    named = {name.replace("__", "."): value for name, value in options.items()}
    return r5.compose(preset, ["persian"], named, seats=4)


def ended(rules: r5.Rules, hands: str, melds: str = "[]", scores: str = "[0, 0, 0, 0]", match: str = "{}") -> r5.Match:
    """Return the match after seat 1 has discarded its last card; seats 0, 2 and 3 have `hands`."""
    zero, two, three = hands.split(" / ")
    options = "{" + ", ".join(f'"{name}" = {value!r}' for name, value in rules.identity.options) + "}"
    position = r5.parse_position(f"""
        rules = {{ preset = "{rules.preset.name}", plugins = ["persian"], options = {options} }}
        to_act = 1
        phase = "play"
        hands = ["{zero}", "2d", "{two}", "{three}"]
        drawn = ["2d"]
        stock = "Td Jc"
        pile = "3s"
        melds = {melds}
        scores = {scores}
        match = {match}
    """)
    over = r5.apply(rules, position.state, r5.parse_action("1: discard 2d", position.state))
    return r5.record_hand(rules, position.match, over)


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_persian_game_sets_the_table_whatever_the_preset(preset: str) -> None:
    rules = persian(preset)
    assert len(rules.deal.pack) == 56
    assert list(rules.deal.pack).count(JOKER) == 4
    assert rules.deal.hand_size == 7
    assert rules.sides == (0, 1, 0, 1)
    assert (rules.turn.call, rules.turn.stock_empty, rules.match.target) == ("none", "pile", 500)
    assert rules.options["match.reached"] == "reach"
    assert rules.options["meld.ace"] == "high"
    assert rules.options["meld.group-suits"] == "any"
    assert rules.melding.shapes.group_cap == 4


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_persian_game_of_two_deals_keeps_the_aces_of_the_preset(preset: str) -> None:
    rules = persian(preset, persian__flavour="001")
    assert rules.options["meld.ace"] == rules.preset.options["meld.ace"]
    assert rules.options["score.ace"] == rules.preset.options["score.ace"]
    assert rules.origin.set_by["match.target"] == f"preset {preset}"


def test_persian_game_an_ace_is_15_even_where_it_may_lie_low() -> None:
    rules = persian(meld__ace="both")
    assert [rules.scoring.points.piece(0, place) for place in ("group", "run", "low", "hand")] == [15] * 4


@pytest.mark.parametrize(
    ("option", "value"), [("meld.ace", "both"), ("call", "full"), ("stock.empty", "reshuffle"), ("match.target", 300)]
)
def test_persian_game_an_option_may_change_what_is_set(option: str, value: object) -> None:
    assert r5.compose("classic", ["persian"], {option: value}, seats=4).options[option] == value


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"deck.jokers": 2}, "it must be 4, its jokers make groups of three or four"),
        ({"deck.packs": 2}, "it must be 1"),
        ({"meld.group-max": 3}, "it must be 0, a group may have all four"),
        ({"score.ace": "one"}, "an ace is always 15"),
        ({"match.target": 300, **TWO_DEALS}, "the game is two deals"),
        ({"match.reached": "exceed", **TWO_DEALS}, "the game is two deals"),
        ({"persian.flavour": "002"}, 'it must be one of "003", "001"'),
    ],
)
def test_persian_game_refuses_options_that_make_no_sense(options: dict[str, object], why: str) -> None:
    with pytest.raises(r5.ComposeError, match=why):
        r5.compose("pagat", ["persian"], options, seats=4)


@pytest.mark.parametrize("seats", [2, 3, 5, 6, 7, 8])
def test_persian_game_is_for_four(seats: int) -> None:
    with pytest.raises(r5.ComposeError, match="4 seats"):
        r5.compose("classic", ["persian"], seats=seats)


@pytest.mark.parametrize(
    ("name", "why"),
    [("oklahoma", "rules for jokers"), ("dealers-gambit", "its dealer names"), ("michigan", "has several")],
)
@pytest.mark.parametrize("first", [True, False])
def test_persian_game_refuses_plugins_with_the_reason(name: str, why: str, first: bool) -> None:
    plugins: list[object] = ["persian", Named(name)]
    with pytest.raises(r5.ComposeError, match=f"persian and {name} do not go together.*{why}"):
        r5.compose("classic", plugins if first else plugins[::-1], seats=4)


@pytest.mark.parametrize("first", [True, False])
def test_persian_game_of_two_deals_goes_with_nothing_that_sets_a_target(first: bool) -> None:
    going_out = Named("going-out", Settings(sets={"match.reached": "reach"}))
    plugins = ["persian", going_out] if first else [going_out, "persian"]
    with pytest.raises(r5.ComposeError, match=r"going-out sets match\.reached, but the game is two deals"):
        r5.compose("classic", plugins, TWO_DEALS, seats=4)
    assert r5.compose("classic", plugins, seats=4).match.target == 500


def test_persian_game_the_winning_side_has_fifty_more_once() -> None:
    match = ended(persian(), "Kc / 3c / 4c", scores="[100, 480, 100, 480]")
    assert match.winners == (1, 3)
    assert match.scores == (87, 551, 87, 551)
    assert [(line.points, line.rule) for line in match.lines] == [(50, "persian.game")]


@pytest.mark.parametrize(
    ("scores", "match", "winners", "total"),
    [
        ("[0, 0, 0, 0]", "{}", (), (-13, 21)),  # the first deal
        ("[10, -10, 10, -10]", "{}", (1, 3), (-3, 61)),  # the second: a score of which nothing more is known
        ("[0, 0, 0, 0]", "{ plugin = { persian = { deals = 1 } } }", (1, 3), (-13, 71)),
        ("[50, 16, 50, 16]", "{}", (), (37, 37)),  # level
        ("[600, 16, 600, 16]", "{}", (0, 2), (637, 37)),
    ],
)
def test_persian_game_two_deals(scores: str, match: str, winners: tuple[int, ...], total: tuple[int, int]) -> None:
    after = ended(persian(persian__flavour="001"), "Kc / 3c / 4c", scores=scores, match=match)
    assert after.winners == winners
    assert after.scores == total * 2
    assert after.playoff == (total == (37, 37))


def test_persian_game_of_two_deals_is_played_from_the_first_deal_on() -> None:
    rules = persian(persian__flavour="001")
    match = r5.start_match(rules)
    assert match.memories == (Deals(0),)
    deals = 0
    while not match.is_over:
        match = r5.next_hand(rules, match, seed=deals)
        deals += 1
        while match.hand is not None:
            match = r5.play(rules, match, next(iter(r5.legal_actions(rules, match.hand))))
        assert match.memories == (Deals(deals),)
        assert r5.match_notes(rules, match) == (r5.Note("deals played", str(deals)),)
        assert match.is_over == (deals >= 2 and match.scores[0] != match.scores[1])
    assert sum(line.points for line in match.lines) == 50


def test_persian_game_the_deal_passes_to_the_left() -> None:
    rules = r5.compose("classic", ["persian"], {"deal.next-dealer": "winner"}, seats=4)
    assert ended(rules, "Kc / 3c / 4c").dealer == 1


@pytest.mark.parametrize("plugins", [[Spares(), "persian"], ["persian", Spares()]])
@pytest.mark.parametrize(("options", "points"), [({}, -11), (TWO_DEALS, 0)])
def test_persian_game_the_end_of_the_stock_spares_nobody_by_003(
    plugins: list[object], options: dict[str, object], points: int
) -> None:
    rules = r5.compose("classic", plugins, options, seats=4)
    text = """
        to_act = 1
        hands = ["Kc 8c", "9s 2d", "3c", "4c"]
        stock = ""
        pile = "3s 5h"
    """
    state = r5.parse_position(text, rules=rules).state
    over = r5.apply(rules, state, r5.parse_action("1: pass", state))
    assert r5.score_hand(rules, over).by_seat[1] == points


def said(options: dict[str, object]) -> Callable[[str], str]:
    """Return the sentence of a rule id, empty if it is not in force."""
    holds = {one.rule: one.text for one in r5.explain(r5.compose("pagat", ["persian"], options, seats=4))}
    return lambda rule: holds.get(rule, "")


@pytest.mark.parametrize("options", [{}, TWO_DEALS])
def test_explain_tells_what_holds_and_nothing_of_wild_cards(options: dict[str, object]) -> None:
    holds = said(options)
    assert "52 cards and four jokers" in holds("persian.game")
    assert "each joker counts 20" in holds("persian.jokers")
    assert "counts double" in holds("persian.double")
    assert "25" in holds("persian.out-bonus")
    assert not any(map(holds, ("meld.joker", "meld.joker-role", "meld.joker-count", "score.no-bonus", "deck.pack")))
    assert "joker" not in holds("score.values")
    assert ("two deals" in holds("persian.game")) == (not holds("match.target")) == bool(options)
