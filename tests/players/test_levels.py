"""Tests of the levels: what each does better than the one below, and that views and chance decide alone."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable, Sequence
from functools import partial
from statistics import mean
from typing import Any, Final

import pytest
from benchmarks.habits import HABITS, play
from tests.hooks.secret_plugins import sealed_bids

import rummy500 as r5
from rummy500.fast import determinize, points
from rummy500.players import LEVELS, EasyPlayer, ExpertPlayer, HardPlayer, Judge, MediumPlayer, Player, play_hand
from rummy500.rules.options import CORE_PRESETS

NO_SOURCE: Final[Any] = iter(())
ONE_TERM: Final[Any] = "feed"


def choice(player: Player, text: str, seat: int = 0) -> str | None:
    """The choice of a player in a position."""
    found = r5.parse_position(text)
    view = r5.observe(found.rules, found.state, seat)
    action = player.choose(found.rules, view, r5.legal_actions(found.rules, view))
    return None if action is None else r5.action_text(action, view)


def test_medium_without_chance_moves_as_it_always_did() -> None:
    """Its games in every preset, as they were before there were levels."""
    read = hashlib.sha256()
    for preset in ("classic", "pagat", "family"):
        for seats in (2, 3, 4, 6):
            rules = r5.compose(preset, seats=seats)
            for seed in range(4):
                players = [MediumPlayer()] * seats
                record = play_hand(rules, r5.deal(rules, seed=seed), players, random.Random(seed))
                for action in record.actions:
                    read.update(str(action).encode())
    assert read.hexdigest() == "ba19867691d076f7739d54c2d696a6f915d511a380e20bffa32ccd1847593686"


def test_equal_values_are_chosen_by_chance() -> None:
    """Of two cards that are worth as much, each level throws now the one, now the other."""
    text = """
rules = { preset = "classic" }
phase = "play"
to_act = 0
hands = ["Th Jc Kd 2s", "4d 5s 6c 8s"]
stock = "9d 7h"
pile = "3h"
"""
    for make in (MediumPlayer, HardPlayer):
        assert {choice(make(random.Random(seed)), text) for seed in range(20)} == {
            f"0: discard {card}" for card in ("Th", "Jc", "Kd")
        }
        assert len({choice(make(), text) for _ in range(5)}) == 1


def lead(rules: r5.Rules, better: str, other: str, deals: int, seed: int) -> float:
    """Points a hand of a level above another, with equal decks and in both seats."""
    leads = list[float]()
    for number in range(deals):
        for seat in (0, 1):
            source = random.Random(1000 * seed + number)
            players: list[Player] = [
                LEVELS[better](source) if seat == each else LEVELS[other](source) for each in (0, 1)
            ]
            state = r5.deal(rules, seed=1000 * seed + number)
            found = points(rules, play_hand(rules, state, players, source).end)
            leads.append(found[seat] - found[1 - seat])
    return mean(leads)


def test_levels_have_the_habits_that_their_sentences_name() -> None:
    """Easy overlooks lay-offs; medium leaves nothing that scores; hard melds all but jokers."""
    rules = r5.compose("pagat", seats=3)

    def times(level: str, habit: str) -> int:
        return sum(play(rules, level, number)[HABITS.index(habit)].done for number in range(40))

    assert times("easy", "lay-offs left") > 0
    assert times("medium", "lay-offs left") == times("medium", "melds left") == 0
    assert times("hard", "melds left") > times("hard", "without a joker") == 0


def test_easy_takes_no_more_than_three_cards() -> None:
    rules = r5.compose("pagat", seats=3)

    def deepest(level: str) -> int:
        source = random.Random(1)
        players = [LEVELS[level](source)] * rules.seats
        deals = (r5.deal(rules, seed=seed) for seed in range(20))
        return max(action.depth for deal in deals for action in play_hand(rules, deal, players, source).actions)

    assert deepest("easy") == 3 < deepest("medium")


def test_hard_keeps_a_wild_card_that_a_take_does_not_need() -> None:
    """Medium pads three sixes with the joker; near the end of a hand hard plays it, too."""
    text = """
rules = {{ preset = "pagat" }}
phase = "draw"
to_act = 0
hands = ["3s 6s 7s 9s Ks 6h 7h Qh Kh Ad 5d 3c *", "Ac 2c 4c 5c 7c 8c 9c Tc Jc Qc Kc 2h 3h"]
stock = "{stock}"
pile = "6d"
"""
    early, late = (text.format(stock=stock) for stock in ("4d 7d 8d 9d Td Jd", "4d 7d"))
    assert choice(HardPlayer(), early) == "0: take 6d with {6s 6h 6d}"
    assert choice(MediumPlayer(), early) == choice(HardPlayer(), late) == "0: take 6d with {6s 6h 6d *=6}"


def test_easy_makes_others_no_meld_that_all_can_see() -> None:
    """Two jacks lie in the pile, and the third is its highest card."""
    text = """
rules = { preset = "classic" }
phase = "play"
to_act = 0
hands = ["7s Js 9c", "4d 5s 6c 8s"]
stock = "9d 7h 2h 3d"
pile = "Jc 3h Jh"
"""
    assert {choice(EasyPlayer(random.Random(seed)), text) for seed in range(20)} == {"0: discard 7s", "0: discard 9c"}


def test_expert_breaks_no_complete_meld_instead_of_playing_it() -> None:
    """Its base melds three queens: discards of them are not compared, whatever the worlds say."""
    text = """
rules = { preset = "classic" }
phase = "play"
to_act = 0
hands = ["Qs Qd Qc 2s 9h", "4d 5s 6c 8s Th Kc"]
stock = "9d 7h 2h 3d As Ts 4c 6d"
pile = "Jc 3h Jh"
"""
    found = {choice(ExpertPlayer(random.Random(seed), worlds=4, margin=-9.0), text) for seed in range(40)}
    assert not found & {"0: discard Qs", "0: discard Qd", "0: discard Qc"}


def test_two_worlds_are_the_fewest_that_change_the_action_of_the_base() -> None:
    """One world may be luck; with so low a margin two are enough in some of twenty tries."""
    text = """
rules = { preset = "classic" }
phase = "play"
to_act = 0
hands = ["7s Js 9c 2d Kh", "4d 5s 6c 8s Th Kc"]
stock = "9d 7h 2h 3d As Ts 4c 6d"
pile = "Jc 3h Jh"
"""
    found = {
        worlds: {choice(ExpertPlayer(random.Random(seed), worlds=worlds, margin=-9.0), text) for seed in range(20)}
        for worlds in (1, 2)
    }
    assert len(found[1]) == 1 < len(found[2])


def test_each_decision_of_expert_takes_64_bits_however_many_worlds_it_sees() -> None:
    """So chance after it is the same, and a link to a deal repeats."""
    rules = r5.compose("classic", seats=2)
    view = r5.observe(rules, r5.deal(rules, seed=1), 1)
    after = set[int]()
    for worlds in (1, 3):
        source = random.Random(1)
        ExpertPlayer(source, worlds=worlds).choose(rules, view, r5.legal_actions(rules, view))
        after.add(source.getrandbits(64))
    source = random.Random(1)
    source.getrandbits(64)
    assert after == {source.getrandbits(64)}


@pytest.mark.slow
def test_each_level_beats_the_one_below() -> None:
    rules = r5.compose("classic", seats=2)
    assert 5 < lead(rules, "medium", "easy", 150, 1) < 40
    assert lead(rules, "hard", "medium", 300, 1) > 4
    assert lead(rules, "expert", "hard", 25, 1) > 0


def played(rules: r5.Rules, makers: Sequence[str], seed: int) -> list[r5.State]:
    """The states of a hand between levels."""
    states, source = list[r5.State](), random.Random(seed)
    players = [LEVELS[name](source) for name in makers]
    play_hand(rules, r5.deal(rules, seed=seed), players, source, watch=lambda before, *_: states.append(before))
    return states


@pytest.mark.parametrize("preset", CORE_PRESETS)
def test_equal_views_and_equal_chance_give_equal_actions(preset: str) -> None:
    """A law of players: in worlds that a seat cannot tell apart each level acts alike."""
    rules = r5.compose(preset, seats=3)
    source = random.Random(5)
    for state in source.sample(played(rules, ("easy", "medium", "hard"), 3), 6):
        if r5.chance(rules, state) is not None:
            continue
        seat = r5.ask_order(rules, state)[-1]
        view = r5.observe(rules, state, seat)
        other = r5.observe(rules, determinize(rules, view, source), seat)
        for name in LEVELS:
            make = (lambda chance: ExpertPlayer(chance, worlds=4)) if name == "expert" else LEVELS[name]
            first, again = (
                make(random.Random(8)).choose(rules, sight, r5.legal_actions(rules, sight)) for sight in (view, other)
            )
            assert first == again, name


@pytest.mark.parametrize(("seats", "preset"), list(zip((2, 3, 4, 2, 3), CORE_PRESETS, strict=False)))
def test_expert_plays_the_same_with_and_without_fast_hands(seats: int, preset: str) -> None:
    rules, source = r5.compose(preset, seats=seats), random.Random(5)
    for state in source.sample(played(rules, ["hard"] * seats, 6), 8):
        view = r5.observe(rules, state, r5.ask_order(rules, state)[0])
        first, again = (
            ExpertPlayer(random.Random(2), worlds=9, fast=fast).choose(rules, view, r5.legal_actions(rules, view))
            for fast in (True, False)
        )
        assert first == again


def test_expert_stops_at_its_time_and_at_its_worlds() -> None:
    rules = r5.compose("classic", seats=2)
    view = r5.observe(rules, r5.deal(rules, seed=1), 1)
    legal = r5.legal_actions(rules, view)
    assert ExpertPlayer(random.Random(1), seconds=0).choose(rules, view, legal) in legal
    assert ExpertPlayer(random.Random(1), seconds=0.05).choose(rules, view, legal) in legal
    with pytest.raises(ValueError, match="worlds must be at least 1, not 0"):
        ExpertPlayer(random.Random(1), worlds=0)
    with pytest.raises(ValueError, match="candidates must be at least 2, not 1"):
        ExpertPlayer(random.Random(1), candidates=1)


def test_expert_plays_as_its_base_where_it_cannot_guess_what_is_hidden() -> None:
    rules = r5.compose("classic", [sealed_bids()], seats=2)
    state = r5.deal(rules, seed=1)
    view = r5.observe(rules, state, state.public.to_act)
    legal = r5.legal_actions(rules, view)
    assert ExpertPlayer(random.Random(1), worlds=2, base=MediumPlayer()).choose(rules, view, legal) == legal[0]


@pytest.mark.parametrize("fast", [True, False])
def test_expert_judges_letting_go_by_what_others_do_then(fast: bool) -> None:
    """Seat 0 calls the 9s and goes out with the king: seat 1 has 27 - 20, the others 9 and -20 points."""
    found = r5.parse_position("""
rules = { preset = "pagat" }
phase = "draw"
to_act = 0
last = 2
hands = ["Kd", "Qc Jd", "Th Ts"]
known = ["Kd", "", "Th Ts"]
melds = ["1 {9h 9d 9c}"]
pile = "2d 9s"
stock = "Ks Jh Qh"
""")
    view = r5.observe(found.rules, found.state, 1)
    call = r5.parse_action("1: call 9s on m1", view)
    judge = Judge(found.rules, view, (None, call), random.Random(1), fast=fast)
    judge.play(20)
    assert judge.points[0] == [7 - (9 - 20) / 2] * 20
    assert judge.lead(1, 0)[0] > 0


def test_hard_melds_without_wild_cards_where_many_plays_use_them() -> None:
    """Sixteen plays of a joker score more than the three queens."""
    position = """
phase = "play"
to_act = 0
hands = ["2s 9s Qs Qh 3d Qc * *", "Ks 2h 5d Kc", "3h 7h 2d 9c Tc", "4h 4d 8d 9d Jd 3c"]
melds = ["1 {As Ah Ac}", "2 [3:3s 4s 5s 6s]"]
pile = "Kh 6c"
stock = "9h Jh 8s Ts 7s Td 5h Js Jc 7d 5c 6d Kd 6h 8c 2c Th 7c 8h Ad 4c Qd"
"""
    assert choice(HardPlayer(), position) == "0: meld {Qs Qh Qc}"


def test_hard_discards_nothing_that_the_pile_and_a_known_card_make_a_meld() -> None:
    position = """
phase = "play"
to_act = 0
hands = ["5s Qs 8h 5d Jc", "Ks"]
known = ["Qs", "Ks"]
melds = ["1 {Ts Th Td Tc}", "1 [6c 7c 8c]", "1 {As Ad Ac}", "1 [Jd Qd Kd]", "0 [Qh Kh Ah]", "0 {9s 9h 9d}"]
pile = "8d 7h 6s Qc Js"
stock = "7s 4d 5h 3c 2d 2h 3s 6d Jh 4c 5c"
"""
    assert choice(HardPlayer(), position) == "0: discard 5d"


def test_hard_discards_what_only_its_partner_is_known_to_use() -> None:
    """Two jacks and one that nobody has seen are a meld for the seat that holds the jack of hearts."""
    partner = """
rules = { preset = "classic", plugins = ["partnership"] }
phase = "play"
to_act = 0
hands = ["Jc 7d 2s", "4c 5d", "Jh 9s", "8s 3d 7c"]
known = ["", "", "Jh", ""]
pile = "3h"
stock = "4s Ks 6d 5h"
"""
    assert choice(HardPlayer(), partner) == "0: discard Jc"
    opponent = partner.replace('"4c 5d", "Jh 9s"', '"Jh 9s", "4c 5d"').replace('"", "Jh"', '"Jh", ""')
    assert choice(HardPlayer(), opponent) == "0: discard 7d"


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: ExpertPlayer(random.Random(1), seconds=math.inf), "seconds is a time of 0 or more, .*: seconds=inf"),
        (lambda: ExpertPlayer(random.Random(1), seconds=-1), "seconds is a time of 0 or more, .*: seconds=-1"),
        (lambda: ExpertPlayer(random.Random(1), margin=math.nan), "and margin a number: .*margin=nan"),
        *(
            (partial(HardPlayer, terms=terms), "terms are some of moves, feed, outs, ends, wilds, not")
            for terms in (ONE_TERM, (ONE_TERM[:3],))
        ),
        *((lambda level=level: LEVELS[level](NO_SOURCE), "random_source must have getrandbits") for level in LEVELS),
    ],
)
def test_what_no_player_can_be_made_with_is_refused(make: Callable[[], object], words: str) -> None:
    with pytest.raises((TypeError, ValueError), match=words):
        make()


def test_an_error_of_a_player_names_player_and_seat() -> None:
    class Broken:
        def choose(self, rules: r5.Rules, view: r5.View, legal: r5.LegalActions) -> r5.Action | None:
            raise RuntimeError("boom")

    rules, source = r5.compose("classic", seats=2), random.Random(1)
    with pytest.raises(RuntimeError, match="boom") as raised:
        play_hand(rules, r5.deal(rules, seed=1), [Broken(), Broken()], source)
    assert raised.value.__notes__ == ["Broken, the player of seat 1, raised this error"]


def test_easy_makes_the_only_legal_lay_off_even_if_it_overlooks_others() -> None:
    position = (
        'rules = { preset = "family" }\nphase = "play"\nto_act = 0\nhands = ["9h", "4d 5s 6c 8s"]\ndrawn = ["9h"]'
    )
    text = f'{position}\nstock = "2d 4s 5d"\npile = "3h"\nmelds = ["0 {{9s 9c 9d}}"]'
    assert {choice(EasyPlayer(random.Random(seed)), text) for seed in range(30)} == {"0: lay 9h on m1"}
