"""Play hands to their end and compare the scores of engine and oracle."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Final

import attrs

import rummy500 as r5
from proofs.agreement.games import as_position, as_table, dealt, random_action, random_rules
from proofs.agreement.variants import Variant, judge_of
from proofs.oracle.counting import Counting, Ended
from rummy500.cards.cards import RANKS, SUITS
from rummy500.engine.match import match_with_scores
from rummy500_testing.altering import hand_in_match

_LONGEST: Final = 150
_LONG_RUN: Final = 7


@attrs.frozen
class PlayedOut:
    """A finished hand, and its last action."""

    rules: r5.Rules
    before: r5.State
    action: str
    after: r5.State


def played_out(preset: str, seed: int, variant: Variant) -> Iterator[PlayedOut]:
    """Yield an endless stream of finished random hands of a variant."""
    chance = random.Random(f"scores {preset} {variant.plugin} {seed}")
    while True:
        rules = random_rules(preset, chance, variant)
        state = dealt(rules, chance, variant)
        if variant.long_runs:
            state = _with_long_run(rules, state, chance)
        for _ in range(0 if r5.is_over(state) else _LONGEST):  # the long run may have used up the stock
            action = _eager(rules, state, chance) if variant.long_runs else random_action(rules, state, chance)
            before, state = state, r5.apply(rules, state, action)
            if r5.is_over(state):
                yield PlayedOut(rules, before, r5.action_text(action, before), state)
                break


def _with_long_run(rules: r5.Rules, state: r5.State, chance: random.Random) -> r5.State:
    """Give the seat on turn most of a long run, and little else."""
    if state.public.phase != "draw":
        return state
    table = as_table(rules, state)
    stock, suit = str(table["stock"]).split(), chance.choice(SUITS)
    first = chance.randint(1, len(RANKS) - _LONG_RUN)
    held = [rank + suit for rank in RANKS[first : first + _LONG_RUN + chance.randint(-1, 1)] if rank + suit in stock]
    others = table["hands"][table["to_act"]].split()[: chance.randint(0, 2)]
    table["hands"][table["to_act"]] = " ".join([*held, *others])
    table["stock"] = " ".join(card for card in stock if card not in held)
    return as_position(table).state


def _eager(rules: r5.Rules, state: r5.State, chance: random.Random) -> r5.Action:
    """Choose an action, often the one that plays most cards."""
    action = random_action(rules, state, chance)
    if r5.chance(rules, state) is not None or chance.random() < 0.3:
        return action
    return max(r5.legal_actions(rules, state), key=lambda one: len(r5.action_text(one, state)))


def compare_score(hand: PlayedOut) -> str:
    """Return the points that the two sides count for each seat, if they differ."""
    catalogue, ended = _as_counted(hand)
    theirs = catalogue.hand_scores(ended)
    engine = r5.score_hand(hand.rules, hand.after).by_seat
    return "" if engine == theirs else f"engine {engine}, oracle {theirs}, {_told(hand)}"


def compare_winners(hand: PlayedOut, chance: random.Random) -> str:
    """Return the winners of the two sides, for scores close to the target, if they differ."""
    catalogue, ended = _as_counted(hand)
    target = int(str(hand.rules.options["match.target"]))
    counted = r5.score_hand(hand.rules, hand.after).by_seat
    before = tuple(target - points + chance.choice((-30, -1, 0, 0, 1, 5)) for points in counted)
    match = match_with_scores(hand.rules, before, dealer=hand.after.public.match.dealer)
    engine = r5.record_hand(hand.rules, r5.Match(match), hand_in_match(hand.after, match))
    theirs = catalogue.winners(ended, engine.scores)
    told = f"engine {engine.winners}, oracle {theirs}, scores {engine.scores}, {_told(hand)}"
    return "" if engine.winners == theirs else told


def compare_dealer(hand: PlayedOut) -> str:
    """Return the next dealers of the two sides after a hand of the base game, if they differ."""
    catalogue, ended = _as_counted(hand)
    match = r5.Match(hand.after.public.match)
    engine, theirs = r5.record_hand(hand.rules, match, hand.after).dealer, catalogue.next_dealer(ended)
    return "" if engine == theirs else f"engine: seat {engine} deals, oracle: {theirs}, {_told(hand)}"


def compare_deal(rules: r5.Rules, state: r5.State) -> str:
    """Return a hand that was just dealt, in the words of both sides, if they differ."""
    table = as_table(rules, state)
    judge = judge_of(rules).of(table)
    dealt = judge.read(table)
    cards = Counter(card for part in (*dealt.hands, dealt.stock, dealt.pile) for card in part)
    engine = (cards, [len(hand) for hand in dealt.hands], dealt.phase, len(dealt.pile))
    theirs = (judge.pack(), judge.hand_sizes(table["dealer"]), judge.opening.phase, judge.opening.upcards)
    return "" if engine == theirs else f"engine dealt {engine}, oracle {theirs}"


def _as_counted(hand: PlayedOut) -> tuple[Counting, Ended]:
    before, after = as_table(hand.rules, hand.before), as_table(hand.rules, hand.after)
    catalogue = judge_of(hand.rules).of(after)
    if not isinstance(catalogue, Counting):
        raise TypeError("what this hand counts is not known")
    return catalogue, catalogue.ended(before, hand.action, after)


def _told(hand: PlayedOut) -> str:
    return f"after {hand.action}, in {as_table(hand.rules, hand.after)}"
