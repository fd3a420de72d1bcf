"""Valid texts for each target, which the tests spoil and the fuzzer begins with."""

from __future__ import annotations

import json as texts_of_json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from tests.table.wire.games import QUESTIONS, request, submit_any

import rummy500 as r5
from proofs.fuzz.targets import TABLES, Served, position_text, written
from rummy500.engine.match import match_with_scores
from rummy500.notation import json as saved
from rummy500.notation.actions import action_text
from rummy500.notation.position import Position
from rummy500.notation.scenario import parse_scenarios
from rummy500.notation.transcript import Hand, match_text, transcript_text
from rummy500.players import MediumPlayer, play_match
from rummy500.table import table_to_json
from rummy500_testing import Game, random_game
from rummy500_testing.altering import hand_in_match

_FOLDER: Final = Path(__file__).parent
_SCENARIOS: Final = _FOLDER.parents[1] / "tests" / "scenarios"
_WORDS: Final = (
    "", "As", "10d", "*", "*d", "??", "9h Td *", "10d 10s 2c", "?? ?? 4h", "4h 4h 5h 6h * * Ks", "*d  Qd",
    "0: draw", "1: pass", "2: discard 9s", "1: take 7d/1", "0: take 4d/5 with {4d 4h 4c}", "0: take *",
    "1: take 4d/2 with 4d 5d on m1", "1: meld [4h 5h *=6h]", "0: meld {9s 9d *=9}", "3: lay 3h on m1",
    "0: lay Th Jh on m12", "2: call 3h/5 on m1", "1: call {9s 9d/3 9c}", "deck: reshuffle 4h 2c * 10d As",
    "0: lay 2s=Kh *d=9 on m3", "0: take 4d with {4d 4h 4c}", "1: call 3h on m1", "2: call [3h/6 4h 5h]",
    "[4h 5h *=6h]", "{9s 9d *=9}", "3h on m1", "Th Jh on m12", "2s=Kh on m3",
    "0 [As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks]", "0 [7h 8h 9h 2:Th]", "1 {9s 9s 3:9d *=9}", "7 [Qs Ks 0:As]",
)  # fmt: skip


@cache
def _games() -> list[Game]:
    """Play short hands of every preset, some with jokers, two packs or a reshuffle."""
    return [
        random_game(r5.compose(preset, options=options, seats=seats), random.Random(seed))
        for preset, seats, options in (
            ("pagat", 2, {"deal.size": 3}),
            ("pagat", 3, {"stock.empty": "reshuffle", "deal.size": 4}),
            ("classic", 3, {"deck.jokers": 2, "deal.size": 4}),
            ("north-american", 5, {"deal.size": 3}),
            ("family", 3, {"deal.opening": "offer", "deal.size": 3}),
            ("classic", 2, {"deal.opening": "extra-card", "deal.size": 3, "meld.first-minimum": 15}),
        )
        for seed in range(3)
    ]


@cache
def _positions() -> list[Position]:
    """List positions of these hands, with scores of hands before."""
    found: list[Position] = []
    for game in _games():
        rules, end = game.rules, len(game.states) - 1
        before = match_with_scores(rules, tuple(range(rules.seats)), dealer=game.states[0].public.match.dealer)
        states = [game.states[place] for place in sorted({0, end // 3, end // 2, end})]
        found += [Position(rules, hand_in_match(state, before)) for state in states]
    return found


def notation() -> list[str]:
    """List words, actions and melds; positions, scenarios and transcripts."""
    actions = [action for game in _games() for action in game.actions][::7]
    plays = [action.use_text() for action in actions if action.use]
    melds = [str(meld) for position in _positions() for meld in position.state.public.table][::3]
    files = [file.read_text("utf-8") for file in sorted(_SCENARIOS.glob("*.toml"))]
    scenarios = [text for file in files for each in parse_scenarios(file)[::2] if (text := written(each))]
    every_key = (_FOLDER / "every-key.scenario.toml").read_text("utf-8")
    transcripts = [transcript_text(game.rules, game.states[0], game.actions[:12]) for game in _games()]
    match = play_match(TABLES["classic"], [MediumPlayer()] * 3, random.Random(1))
    transcripts.append(match_text(TABLES["classic"], [Hand(hand.start, hand.actions) for hand in match.hands[:2]]))
    documents = [*map(position_text, _positions()), *scenarios, *[every_key] * 60, *transcripts]
    return [*_WORDS, *map(action_text, actions), *plays, *melds, *documents]


def json() -> list[str]:
    """List rules, actions, states, matches and tables."""
    texts = [saved.action_to_json(action) for game in _games()[::4] for action in game.actions]
    texts += [saved.rules_to_json(game.rules) for game in _games()[::3]]
    texts += [saved.state_to_json(position) for position in _positions()]
    for rules in (r5.compose(name, options={"match.target": 30}, seats=2) for name in ("pagat", "family")):
        match = r5.start_match(rules, dealer=1)
        played = play_match(rules, [MediumPlayer()] * 2, random.Random(2)).match
        texts += [saved.match_to_json(rules, each) for each in (match, played, r5.next_hand(rules, match, seed=3))] * 8
    return [*texts, *(table_to_json(_played(name, seed)[1].table) for name in TABLES for seed in range(6))]


def wire() -> list[str]:
    """List requests with which each table is played for a while, and questions between them."""
    return [_played(name, seed)[0] for name in TABLES for seed in range(3)]


@cache
def _played(name: str, seed: int) -> tuple[str, Served]:
    source, served, lines = random.Random(seed), Served(TABLES[name]), [name]
    for _ in range(12):
        chosen = submit_any(served.table, source)
        undo = {"type": source.choice(("undo", "let-go")), "decision": served.table.decision}
        asked = request(source.choice((*QUESTIONS, undo)))
        for line in ("time" if chosen is None else f"{chosen[0]} {chosen[1]}", f"{source.choice('01-')} {asked}"):
            served.send(line)
            lines.append(line)
    return "\n".join(lines), served


SAMPLES: Final[dict[str, Callable[[], list[str]]]] = {"notation": notation, "json": json, "wire": wire}


def corpus(target: str) -> list[str]:
    """Read the texts that reach code which no sample reaches: a string of JSON a line."""
    lines = (_FOLDER / "corpus" / f"{target}.txt").read_text("utf-8").splitlines()
    return [texts_of_json.loads(line) for line in lines]
