"""Tests of players: they choose legal actions from their own view; greedy is better than random."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import cycle
from typing import Any

import pytest

import rummy500 as r5
from rummy500.engine.listing import LegalActions
from rummy500.engine.observe import observe
from rummy500.players import (
    MediumPlayer,
    Player,
    PlayerError,
    RandomPlayer,
    play_hand,
    play_match,
)
from rummy500.rules.options import CORE_PRESETS

VARIED: tuple[dict[str, object], ...] = (
    {},
    {"out.discard": "required", "meld.first-minimum": 30},
    {"call": "last-discard", "draw.top": "must-meld", "stock.empty": "strict"},
    {"stock.empty": "reshuffle", "call": "top", "deal.opening": "offer"},
    {"deck.jokers": 4, "discard.barred": "drawn", "deal.opening": "extra-card", "meld.layoff": "own"},
)


class Watched:
    """A player that checks another one's view and choice."""

    def __init__(self, player: Player, seat: int) -> None:
        self.player = player
        self.seat = seat

    def choose(self, rules: r5.Rules, view: r5.View, legal: LegalActions) -> r5.Action | None:
        assert view.seat == self.seat
        assert legal
        action = self.player.choose(rules, view, legal)
        if action is None:
            assert view.public.to_act != self.seat
        else:
            assert action in legal
        return action


def watched(rules: r5.Rules, make: Callable[[], Player]) -> list[Watched]:
    return [Watched(make(), seat) for seat in range(rules.seats)]


@pytest.mark.parametrize(("seats", "preset"), list(zip(range(2, 9), cycle(CORE_PRESETS), strict=False)))
def test_players_choose_legal_actions(seats: int, preset: str) -> None:
    rules = r5.compose(preset, seats=seats)
    for seed in range(3):
        source = random.Random(seed)
        makers: tuple[Callable[[], Player], ...] = (MediumPlayer, partial(RandomPlayer, source))
        for make in makers:
            record = play_hand(rules, r5.deal(rules, seed=seed), watched(rules, make), source)
            assert not record.truncated
            assert r5.is_over(record.end)
            assert record.score == r5.score_hand(rules, record.end)


@pytest.mark.parametrize("options", VARIED, ids=lambda options: ",".join(options) or "none")
def test_players_choose_legal_actions_under_options(options: dict[str, object]) -> None:
    for seats in (2, 4, 5):
        rules = r5.compose("pagat", options=options, seats=seats)
        for seed in range(2):
            source = random.Random(seed)
            greedy = watched(rules, MediumPlayer)
            mixed = [*greedy[:-1], Watched(RandomPlayer(source), seats - 1)]
            record = play_hand(rules, r5.deal(rules, seed=seed), mixed, source)
            assert not record.truncated


def test_greedy_beats_random() -> None:
    rules = r5.compose("pagat", seats=2)
    ahead = margin = 0
    for seed in range(60):
        source = random.Random(seed)
        seat = seed % 2
        players: list[Player] = [RandomPlayer(source), RandomPlayer(source)]
        players[seat] = MediumPlayer()
        score = play_hand(rules, r5.deal(rules, seed=seed), players, source).score.by_seat
        ahead += score[seat] > score[1 - seat]
        margin += score[seat] - score[1 - seat]
    assert ahead >= 45
    assert margin >= 60 * 40


def position(text: str) -> tuple[r5.Rules, r5.State]:
    found = r5.parse_position(text)
    return found.rules, found.state


def greedy_choice(text: str, seat: int) -> str | None:
    rules, state = position(text)
    view = observe(rules, state, seat)
    action = MediumPlayer().choose(rules, view, r5.legal_actions(rules, view))
    return None if action is None else r5.action_text(action, view)


def test_greedy_calls_cards_that_score() -> None:
    text = """
    rules = { preset = "pagat" }
    to_act = 2
    last = 1
    hands = ["2s 3d 9c", "4s 5d", "Ks 7d"]
    stock = "2d 4d"
    pile = "8c Th"
    melds = ["1 [7h 8h 9h]"]
    """
    assert greedy_choice(text, 0) == "0: call Th on m1"


def test_a_long_hand_is_truncated() -> None:
    rules = r5.compose("pagat", seats=3)
    record = play_hand(rules, r5.deal(rules, seed=1), [MediumPlayer()] * 3, random.Random(1), max_turns=2)
    assert record.truncated
    assert record.turns == 2
    assert not record.score.final
    match = play_match(rules, [MediumPlayer()] * 3, random.Random(1), max_turns=2)
    assert match.truncated
    assert not match.match.hands


def test_a_match_is_played_to_its_end() -> None:
    rules = r5.compose("classic", seats=2, options={"match.target": 150})
    record = play_match(rules, [MediumPlayer()] * 2, random.Random(2))
    assert record.match.is_over
    assert len(record.hands) == len(record.match.hands)
    assert sum(hand.score.by_seat[0] for hand in record.hands) == record.match.scores[0]
    assert play_match(rules, [MediumPlayer()] * 2, random.Random(2), max_hands=1).truncated


class Idle:
    """A player that never acts."""

    def choose(self, rules: r5.Rules, view: r5.View, legal: LegalActions) -> r5.Action | None:
        return None


def test_each_seat_needs_a_player() -> None:
    rules = r5.compose("pagat", seats=2)
    with pytest.raises(PlayerError, match="1 players for 2 seats"):
        play_hand(rules, r5.deal(rules, seed=1), [Idle()], random.Random(1))


class Answers:
    """A player that returns a given value."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, rules: r5.Rules, view: r5.View, legal: LegalActions) -> Any:
        return self.answer


#: Numbers that Python does not write.
NUMBERS = (
    r5.Action(10**5000, "draw"),
    r5.Action(1, "take", card=10**5000, depth=10**5000),
    r5.Action(1, "lay", use="lay", pieces=(65,), on=10**5000),
)
_ANY: Any = r5.Action
WRONG_FIELDS = (
    [] if r5.COMPILED else [
        _ANY(True, "draw"), _ANY(1, ["draw"]), _ANY(1, "discard", card="9s"), _ANY(1, "meld", use=3),
        _ANY(1, "meld", pieces=[65]), _ANY(1, "meld", pieces=("9s",)), _ANY(1, "draw", extra=[1]),
        _ANY(1, "draw", extra=([],)), _ANY(1, "reshuffle", cards=None),
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("draw", "the player of seat 1 returned 'draw'; a player returns one of its legal actions"),
        (3, "the player of seat 1 returned 3;"),
        (["draw"] * 9999, r"the player of seat 1 returned \['draw', 'draw', .{1,60}\];"),
        (None, "the player of seat 1 does not act on its turn"),
        (r5.Action(0, "draw"), "the player of seat 1 acts for seat 0"),
        (r5.Action(1, "discard", card=0), r"the player of seat 1 returned an illegal action: .*\(turn\.parts\)"),
        (10**5000, "the player of seat 1 returned .* too long to show;"),
        ([10**5000], "the player of seat 1 returned .* too long to show;"),
        (NUMBERS[0], "the player of seat 1 acts for seat .* too long to show"),
        (NUMBERS[1], "the player of seat 1 returned an illegal action: "),
        (NUMBERS[2], "the player of seat 1 returned an illegal action: "),
        *[(wrong, "the player of seat 1 returned no action: the .* of an action ") for wrong in WRONG_FIELDS],
    ],
    ids=lambda value: None if isinstance(value, str) else "answer",
)
def test_the_result_of_a_player_is_checked(answer: object, words: str) -> None:
    rules = r5.compose("pagat", seats=2)
    state = r5.deal(rules, seed=1, dealer=0)
    with pytest.raises(PlayerError, match=words) as told:
        play_hand(rules, state, [MediumPlayer(), Answers(answer)], random.Random(1))
    assert told.value.seat == 1
