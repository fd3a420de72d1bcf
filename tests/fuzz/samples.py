"""Valid texts of every kind, for the fuzzer to spoil."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path
from typing import Final

import rummy500 as r5
from rummy500.cards.pieces import meld_text
from rummy500.game.match import hand_in_match, match_with_scores
from rummy500.notation.actions import action_text
from rummy500.notation.check import run_scenario
from rummy500.notation.json import action_to_json, match_to_json, rules_to_json, state_to_json
from rummy500.notation.position import Position, position_table
from rummy500.notation.scenario import Scenario, parse_scenarios, scenario_text
from rummy500.notation.toml import toml_lines
from rummy500.notation.transcript import Hand, match_text, transcript_text
from rummy500.players import GreedyPlayer, HandRecord, RandomPlayer, play_hand, play_match

SCENARIOS: Final = Path(__file__).parents[1] / "scenarios"
PILE: Final = bytes(r5.parse_cards("4h 4d 9s 3h * 7c 3h 4d"))

_ACTIONS: Final = (
    "0: draw", "1: pass", "2: discard 9s", "1: take 7d/1", "0: take 4d/5 with {4d 4h 4c}",
    "1: take 4d/2 with 4d 5d on m1", "1: meld [4h 5h *=6h]", "0: meld {9s 9d *=9}", "3: lay 3h on m1",
    "0: lay Th Jh on m12", "2: call 3h/5 on m1", "1: call {9s 9d/3 9c}", "deck: reshuffle 4h 2c * 10d As",
    "0: lay 2s=Kh *d=9 on m3",
)  # fmt: skip

#: A scenario with every key of a position, a step and `expect`; the samples have it many times.
RICH: Final = """\
format = "rummy500 scenario 1"
title = "every key"
step = [
    { sees = "2", hands = ["5h ??", "?? ?? ??", "3c 2c *"], stock = "?? ??", pile = "5c Ah Ks", memory = "full" },
    { sees = "spectator", memory = "none" },
    { sees = "0" },
    { legal = [], of = "take", seat = 1 },
    { may = "2: discard 3c" },
    { may_not = "2: lay 2c on m1" },
    { refuse = "2: draw", rule = "draw.once" },
    { do = "2: discard 3c" },
]

[position]
rules = { preset = "classic", seats = 3, options = { "meld.first-minimum" = 30, "deck.jokers" = 3 } }
dealer = 1
to_act = 2
phase = "play"
hands = ["5h 6h", "Jd Qd Kc", "2c 3c *"]
stock = "4h 8c"
pile = "5c Ah Ks"
melds = ["0 [7h 8h 9h 2:Th]", "2 {9s 9d 9c}"]
last = 1
drawn = ["2c"]
taken = ["Th"]
scores = [120, 65, -5]
known = ["5h", "", "3c"]
turn = { plays = ["Th on m1", "{9s 9d 9c}"], idle = 2, gone = "Kh 2h", out = -1 }
match = { playoff = true }

[expect]
over = false
to_act = 0
phase = "draw"
hands = ["5h 6h", "Jd Qd Kc", "2c *"]
pile = "5c Ah Ks 3c"
stock = "4h 8c"
table = ["0 [7h 8h 9h 2:Th]", "2 {9s 9d 9c}"]
hand_scores = [14, -30, 20]
side_scores = [14, -30, 20]
scores = [120, 65, -5]
winner = "none"
"""


@lru_cache(maxsize=1)
def hands() -> tuple[tuple[r5.Rules, HandRecord], ...]:
    """Play short hands of every preset, some with jokers, two packs or a reshuffle."""
    found: list[tuple[r5.Rules, HandRecord]] = []
    wanted: tuple[tuple[str, int, dict[str, object]], ...] = (
        ("pagat", 2, {"deal.size": 3}),
        ("pagat", 3, {"stock.empty": "reshuffle", "deal.size": 4}),
        ("classic", 3, {"deck.jokers": 2, "deal.size": 4}),
        ("north-american", 5, {"deal.size": 3}),
        ("family", 3, {"deal.opening": "offer", "deal.size": 3}),
        ("classic", 2, {"deal.opening": "extra-card", "deal.size": 3, "meld.first-minimum": 15}),
    )
    for preset, seats, options in wanted:
        rules = r5.compose(preset, options=options, seats=seats)
        for seed in range(3):
            source = random.Random(seed)
            players = [GreedyPlayer() if seat % 2 else RandomPlayer(source) for seat in range(seats)]
            found.append((rules, play_hand(rules, r5.deal(rules, seed=seed), players, source)))
    return tuple(found)


@lru_cache(maxsize=1)
def positions() -> tuple[Position, ...]:
    """List positions of those hands and of the scenarios."""
    found: list[Position] = []
    for rules, record in hands():
        states = [record.start]
        for action in record.actions:
            states.append(r5.apply(rules, states[-1], action))
        places = sorted({0, len(states) // 3, len(states) // 2, len(states) - 2, len(states) - 1})
        before = match_with_scores(rules, tuple(range(rules.seats)), dealer=record.start.public.match.dealer)
        found.extend(Position(rules, hand_in_match(states[place], before)) for place in places)
    read = (scenario.position for scenario in read_scenarios())
    return (*found, *(position for position in read if isinstance(position, Position)))


@lru_cache(maxsize=1)
def read_scenarios() -> tuple[Scenario, ...]:
    """Read every scenario of `tests/scenarios` that runs quickly."""
    return tuple(
        scenario
        for file in sorted(SCENARIOS.glob("*.toml"))
        for scenario in parse_scenarios(file.read_text(encoding="utf-8"))
        if run_scenario(scenario) is None
    )


def position_text(position: Position) -> str:
    """Write a position as TOML."""
    return "\n".join(toml_lines(position_table(position))) + "\n"


def written(scenarios: list[Scenario] | tuple[Scenario, ...]) -> str:
    """Write scenarios as one text, without those of refused rules."""
    return "".join(
        scenario_text(
            scenario.position,
            [step.fields.table for step in scenario.steps],
            scenario.expect.table,
            title=scenario.title,
            rule=scenario.rule,
            source=scenario.source,
        )
        for scenario in scenarios
        if isinstance(scenario.position, Position)
    )


def cards() -> list[str]:
    """List texts of single cards."""
    return ["As", "Td", "10d", "Kc", "9h", "*", "*d", "??"]


def card_lists() -> list[str]:
    """List texts of several cards."""
    return ["", "As", "9h Td *", "10d 10s 2c", "?? ?? 4h", "4h 4h 5h 6h * * Ks", "*d  Qd"]


def actions() -> list[str]:
    """List texts of actions with marks, and of those of the short hands."""
    played = {action_text(action) for _, record in hands() for action in record.actions}
    return [*_ACTIONS, *sorted(played)[::7]]


def unmarked() -> list[str]:
    """List texts of actions about `PILE`."""
    return [
        *_ACTIONS, "0: take 4d with {4d 4h 4c}", "1: take 4d/7 with {4d 4h 4c}", "1: call 3h on m1",
        "2: call [3h/6 4h 5h]", "0: call {9s 9h *=9}", "0: take *", "3: take 3h/6 with 3h on m4",
    ]  # fmt: skip


def uses() -> list[str]:
    """List texts of plays of a turn."""
    return ["[4h 5h *=6h]", "{9s 9d *=9}", "3h on m1", "Th Jh on m12", "2s=Kh on m3", *_played()]


def _played() -> list[str]:
    return [play.use_text() for _, record in hands()[:6] for play in record.actions if play.use]


def melds() -> list[str]:
    """List texts of melds on the table."""
    found = [meld_text(meld) for position in positions() for meld in position.state.public.table]
    whole = "0 [As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks]"
    return [*sorted(set(found)), whole, "0 [7h 8h 9h 2:Th]", "1 {9s 9d 9c}", "1 {9s 9s 3:9d *=9}", "7 [Qs Ks 0:As]"]


def position_texts() -> list[str]:
    """List texts of positions, some under a heading."""
    texts = [position_text(position) for position in positions()]
    return [*texts, *("[position]\n" + text for text in texts[::5])]


def scenario_texts() -> list[str]:
    """List scenario files, each with one scenario, and one with two."""
    texts = [text for scenario in read_scenarios() if (text := written([scenario]))]
    files = (file.read_text(encoding="utf-8") for file in sorted(SCENARIOS.glob("*.toml")))
    return [*texts, *("\n".join(text.split("\n")[:60]) for text in files), *[RICH] * 60]


def transcript_texts() -> list[str]:
    """List transcripts of short hands, of their beginnings, and of a match."""
    texts = [
        transcript_text(rules, record.start, record.actions[:until])
        for rules, record in hands()
        for until in (4, 8, len(record.actions))
    ]
    rules = r5.compose("classic", options={"deal.size": 3, "match.target": 20}, seats=2)
    record = play_match(rules, [GreedyPlayer()] * 2, random.Random(1))
    return [*texts, match_text(rules, [Hand(hand.start, hand.actions[:6]) for hand in record.hands[:2]])]


def json_rules() -> list[str]:
    """List rules as JSON."""
    return sorted({rules_to_json(position.rules) for position in positions()})


def json_states() -> list[str]:
    """List states as JSON."""
    return [state_to_json(position) for position in positions()]


def json_actions() -> list[str]:
    """List actions as JSON."""
    return [action_to_json(action) for _, record in hands()[:4] for action in record.actions]


def json_matches() -> list[str]:
    """List matches as JSON: before, between and after hands, and in the middle of one."""
    texts: list[str] = []
    for preset, seats in (("pagat", 2), ("classic", 3)):
        rules = r5.compose(preset, options={"deal.size": 3, "match.target": 30, "deck.jokers": 1}, seats=seats)
        match = r5.start_match(rules, dealer=1)
        texts.append(match_to_json(rules, match))
        record = play_match(rules, [GreedyPlayer()] * seats, random.Random(2))
        texts.append(match_to_json(rules, record.match))
        match = r5.next_hand(rules, match, seed=3)
        texts.append(match_to_json(rules, match))
        texts.append(match_to_json(rules, r5.play(rules, match, r5.legal_actions(rules, match.hand)[0])))  # type: ignore[arg-type] # just dealt
    return texts
