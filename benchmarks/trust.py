"""Can one trust hints and levels? Positions to judge them in, how far two chances of *expert* agree, and worst moves.

    uv run --all-packages python -m benchmarks.trust draw > tests/players/trusted.toml
    uv run --all-packages python -m benchmarks.trust agree
    uv run --all-packages python -m benchmarks.trust worst

Positions to judge in are of hands between `OldHard` players, so that no change of today's players moves them. All
seeds and numbers are written down here, before the first run. `benchmarks.ladder --only old-hard` measures strength.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from math import sqrt
from statistics import fmean, stdev
from typing import Final

import attrs
from benchmarks.old_players import OldHard, judged, old_candidates

import rummy500 as r5
from rummy500.fast import determinize
from rummy500.notation.position import position_table
from rummy500.notation.text import table_text
from rummy500.notation.toml import toml_lines, toml_value
from rummy500.players import LEVELS, Judge, Player, play_hand
from rummy500.players.drive import Question, answer, first_question
from rummy500.players.judge import candidates

#: The games of which positions are drawn, as many of each, and how many of a hand.
GAMES: Final = (("classic", 2), ("pagat", 2), ("pagat", 3), ("pagat", 4))
DRAW_SEED: Final = 20_261
DRAWN: Final = 2000
OF_A_HAND: Final = 5
#: Every position is judged in so many worlds; those with the largest loss, so many, in more. Of the worst of them some
#: are drawn, and as many of all.
WORLDS: Final = 40
REFINED: Final = 400
MORE_WORLDS: Final = 240
WORST: Final = 200
TAKEN: Final = 60
#: Games and views, in which two chances of *expert* are compared: by points of their moves, too, in so many worlds.
AGREE_GAMES: Final = (("classic", 2), ("pagat", 2), ("pagat", 4))
AGREE_SEED: Final = 20_262
AGREE_VIEWS: Final = 40
AGREE_WORLDS: Final = 1000
#: So many hands of each level in each of `GAMES` are searched for the worst moves. Of all moves, judged in so many
#: worlds, those with the largest loss remain; these are judged by whole hands, and the worst of them in more worlds.
#: So many are printed, one of a hand, because a mistake often shows in several decisions.
WORST_SEED: Final = 20_264
WORST_HANDS: Final = 50
WORST_COMPARED: Final = 8
WORST_JUDGED: Final = 60
WORST_KEPT: Final = 1000
WORST_WHOLE: Final = 100
WORST_REFINED: Final = 60
WORST_WORLDS: Final = 1000
WORST_SHOWN: Final = 10
#: Positions in which a player who audited the levels found moves that lose much, as `reach` finds them.
FIVE: Final[Sequence[tuple[str, str, int, str, int, int, int, int]]] = (
    ("a king that fits a run with the queen of the pile", "pagat", 2, "hard", 1, 0, 30, 1),
    ("a joker laid off for 15", "pagat", 3, "hard", 7, 2, 4, 2),
    ("two cards that fit an own run", "pagat", 2, "hard", 1, 1, 21, 1),
    ("seven equal discards", "pagat", 2, "expert", 1, 1, 8, 0),
    ("a discard early in the hand", "pagat", 3, "expert", 7, 1, 5, 0),
    ("three sixes deep in the pile", "pagat", 2, "easy", 1, 1, 27, 0),
)


@attrs.frozen
class Case:
    """A position and the seat that is asked there."""

    rules: r5.Rules
    state: r5.State
    seat: int

    @property
    def view(self) -> r5.View:
        """The view of the seat that is asked."""
        return r5.observe(self.rules, self.state, self.seat)


def reach(preset: str, seats: int, level: str, seed: int, hand: int, step: int, seat: int) -> Case:
    """Play a hand of a level up to a decision of a seat. Only the players of the first commit reach `FIVE`."""
    rules, source = r5.compose(preset, seats=seats), random.Random(f"{seed}/{hand}")
    state = r5.deal(rules, seed=1000 * seed + hand)
    players = [LEVELS[level](source) for _ in range(seats)]
    for number in range(step + 1):
        asked: Question | r5.Action = first_question(rules, state)
        while isinstance(asked, Question):
            if number == step and asked.seat == seat:
                return Case(rules, state, seat)
            view = r5.observe(rules, state, asked.seat)
            legal = r5.legal_actions(rules, view)
            action = players[asked.seat].choose(rules, view, legal) if legal else None
            asked = answer(rules, state, asked, action)
        state = r5.apply(rules, state, r5.resolve_chance(rules, state, asked, source))
    raise ValueError(f"seat {seat} is not asked in step {step}")


def positions(preset: str, seats: int, seed: int) -> Iterator[Case]:
    """Positions of hands between old hards in which a seat has a choice, some of each hand."""
    rules, source = r5.compose(preset, seats=seats), random.Random(f"{preset} {seats} {seed}")
    while True:
        states = list[r5.State]()
        deal, players = r5.deal(rules, seed=source.getrandbits(63)), [OldHard(source) for _ in range(seats)]
        play_hand(rules, deal, players, source, watch=lambda before, *_, states=states: states.append(before))
        found = [
            Case(rules, state, source.choice(r5.ask_order(rules, state)))
            for state in states
            if r5.chance(rules, state) is None
        ]
        choices = [case for case in found if len(_compared(case)) > 1]
        yield from source.sample(choices, min(OF_A_HAND, len(choices)))


def _compared(case: Case) -> list[r5.Action | None]:
    """Old hard's action, and up to nine others."""
    rules, view = case.rules, case.view
    legal = r5.legal_actions(rules, view)
    first = OldHard().choose(rules, view, legal)
    others = (action for action in old_candidates(rules, view, legal, first) if action != first)
    return [first, *islice(others, 9)]


def losses(case: Case, actions: Sequence[r5.Action | None], worlds: int, seed: int) -> list[tuple[float, float]]:
    """By how many points each action is worse than the best of them, with the standard error of the difference."""
    rules, view, source = case.rules, case.view, random.Random(seed)
    found = [
        judged(rules, case.seat, determinize(rules, view, source), actions, source.getrandbits(64))
        for _ in range(worlds)
    ]
    by_action = list(zip(*found, strict=True))
    best = max(by_action, key=fmean)
    pairs = ([one - other for one, other in zip(best, each, strict=True)] for each in by_action)
    return [(fmean(each), stdev(each) / sqrt(worlds)) for each in pairs]


def draw() -> None:
    """Print the positions of the tests of players."""
    several = [case for game in GAMES for case in islice(positions(*game, DRAW_SEED), DRAWN // len(GAMES))]
    compared = [_compared(case) for case in several]

    def loss(number: int, worlds: int, seed: int) -> float:
        return losses(several[number], compared[number], worlds, seed)[0][0]

    rough = {number: loss(number, WORLDS, 1) for number in range(len(several))}
    refined = sorted(rough, key=lambda number: -rough[number])[:REFINED]
    fine = {number: loss(number, MORE_WORLDS, 2) for number in refined}
    worst = sorted(refined, key=lambda number: -fine[number])[:WORST]
    source = random.Random(DRAW_SEED)
    hard = sorted(source.sample(worst, TAKEN))
    even = sorted(source.sample([number for number in rough if number not in hard], TAKEN))
    print("# Positions to judge players in, drawn by `benchmarks/trust.py`; `loss`: what hard lost by its move then.")
    for name, preset, seats, level, seed, hand, step, seat in FIVE:
        _print(name, reach(preset, seats, level, seed, hand, step, seat))
    for kind, numbers in (("lost", hard), ("even", even)):
        for number in numbers:
            _print(f"{kind} {number}", several[number], fine.get(number, rough[number]))


def _print(name: str, case: Case, lost: float | None = None) -> None:
    print(f"\n[[position]]\nname = {toml_value(name)}\nseat = {case.seat}")
    if lost is not None:
        print(f"loss = {lost:.1f}")
    table = position_table(r5.Position(case.rules, case.state))
    print("text = '''", *toml_lines(table), "'''", sep="\n")


def agree() -> None:
    """Print in how many views two chances of *expert* choose one action, and the pairs that differ most."""
    for preset, seats in AGREE_GAMES:
        equal, pairs = 0, list[str]()
        for number, case in enumerate(islice(positions(preset, seats, AGREE_SEED), AGREE_VIEWS)):
            rules, view = case.rules, case.view
            legal = r5.legal_actions(rules, view)
            two = [LEVELS["expert"](random.Random(2 * number + each)).choose(rules, view, legal) for each in (0, 1)]
            equal += two[0] == two[1]
            if two[0] != two[1]:
                points, error = max(losses(case, two, AGREE_WORLDS, number))
                is_far = points > 5 + 2 * error
                actions = " or ".join("let go" if each is None else r5.action_text(each, view) for each in two)
                pairs.append(f"    view {number}: {actions}: {points:.1f} ± {error:.1f}{' TOO FAR' * is_far}")
        print(f"{preset} {seats}: {equal} of {AGREE_VIEWS}", *pairs, sep="\n", flush=True)


@attrs.frozen
class Move:
    """A decision of a level: the action and others that may be better, in a hand of a game, by their numbers."""

    case: Case
    compared: list[r5.Action | None]
    hand: tuple[int, int]

    def behind(self) -> float:
        """The points that the action loses by a few turns that are played on, less a standard error."""
        judge = Judge(self.case.rules, self.case.view, self.compared, random.Random(1))
        judge.play(WORST_JUDGED)
        return max(judge.behind(0, place, 1) for place in range(len(judge.actions)))

    def losses(self, worlds: int, seed: int) -> list[tuple[float, float]]:
        """The points that the action and others lose against the best one, by whole hands."""
        return losses(self.case, self.compared, worlds, seed)

    def __str__(self) -> str:
        view, found = self.case.view, self.losses(WORST_WORLDS, 3)
        best = self.compared[found.index(min(found))]
        texts = ["let go" if each is None else r5.action_text(each, view) for each in (self.compared[0], best)]
        points, error = found[0]
        return f"{texts[0]}, better: {texts[1]}, {points:.1f} ± {error:.1f}\n{table_text(self.case.rules, view)}"


@attrs.frozen
class _Watched:
    """Plays as another player, and notes what each seat chose."""

    player: Player
    noted: list[tuple[int, r5.Action | None]]

    def choose(self, rules: r5.Rules, view: r5.View, legal: r5.LegalActions) -> r5.Action | None:
        """Choose as the player does."""
        action = self.player.choose(rules, view, legal)
        self.noted.append((view.seat, action))
        return action


def moves(level: str, game: int, number: int) -> list[Move]:
    """The decisions of a hand between players of a level in which they had a choice."""
    preset, seats = GAMES[game]
    rules, source = r5.compose(preset, seats=seats), random.Random(f"{WORST_SEED}/{number}")
    noted, found = list[tuple[int, r5.Action | None]](), list[Move]()

    def watch(before: r5.State, *_: object) -> None:
        for seat, action in noted:
            case = Case(rules, before, seat)
            legal = r5.legal_actions(rules, case.view)
            found.append(Move(case, candidates(rules, case.view, legal, action, WORST_COMPARED), (game, number)))
        noted.clear()

    players = [_Watched(LEVELS[level](source), noted) for _ in range(seats)]
    play_hand(rules, r5.deal(rules, seed=WORST_SEED * 1000 + number), players, source, watch=watch)
    return [move for move in found if len(move.compared) > 1]


def worst_moves(level: str) -> list[Move]:
    """The moves of a level that lose most, one of a hand.

    After a meld the policy of the playouts chooses the discard, so a meld may lose by a discard that the level would
    not make.
    """
    every = [move for game in range(len(GAMES)) for number in range(WORST_HANDS) for move in moves(level, game, number)]
    rough = sorted(every, key=lambda move: -move.behind())[:WORST_KEPT]
    of_hands = dict[tuple[int, int], Move]()
    for move in sorted(rough, key=lambda move: -move.losses(WORST_WHOLE, 2)[0][0]):
        of_hands.setdefault(move.hand, move)
    whole = islice(of_hands.values(), WORST_REFINED)
    return sorted(whole, key=lambda move: -move.losses(WORST_WORLDS, 3)[0][0])[:WORST_SHOWN]


def worst() -> None:
    """Print the worst moves of each level."""
    for level in LEVELS:
        for move in worst_moves(level):
            game, number = move.hand
            preset, seats = GAMES[game]
            print(f"{level}, {preset} {seats}, hand {number}: {move}\n", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw positions, compare chances, or print worst moves."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("draw", "agree", "worst"))
    {"draw": draw, "agree": agree, "worst": worst}[parser.parse_args(arguments).what]()


if __name__ == "__main__":
    main()
