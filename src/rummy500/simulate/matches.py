"""Play one match of a simulation."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence

from rummy500.deal import plain_seed
from rummy500.inputs import whole_number
from rummy500.players import MAX_HANDS, MAX_TURNS, MatchRecord, play_match
from rummy500.rules import Rules
from rummy500.simulate.decisions import Decisions, check_limit
from rummy500.simulate.entrants import Entrant, PlayerMaker, entrants, seated
from rummy500.simulate.results import MatchResult, hand_result


def match_random(seed: int, number: int) -> random.Random:
    """Make the random source of a match.

    Args:
        seed: the seed of the simulation, 0 or more.
        number: the match's number, from 0.

    Raises:
        DealError: for a negative seed.
        TypeError: for a value that is not a whole number.
    """
    text = f"{plain_seed(seed)}:{whole_number(number, 'the number of a match')}"
    return random.Random(int.from_bytes(hashlib.sha256(text.encode()).digest(), "big"))


def simulate_match(
    rules: Rules,
    players: Sequence[str | PlayerMaker | Entrant],
    *,
    seed: int,
    number: int,
    max_turns: int = MAX_TURNS,
    max_hands: int = MAX_HANDS,
    max_seconds: float | None = None,
) -> MatchResult:
    """Play one match of a simulation in this process; the same arguments give the same result.

    An error of the rules or of a player is raised unchanged.

    Args:
        rules: the rules in force.
        players: the players, as for `simulate`.
        seed: the seed of the simulation, 0 or more.
        number: the match's number, from 0.
        max_turns: after so many turns a hand is cut off.
        max_hands: after so many hands the match is cut off.
        max_seconds: how long a player may take for a decision, in seconds above 0; `None` for any time. With a limit
            the match is played in a thread of its own.

    Raises:
        PlayerError: as `seat_players` and `play_match`, and if a decision takes longer than `max_seconds`.
        DealError: for a negative seed.
        ValueError: for a limit of 0 seconds or fewer.
        TypeError: for a number that is not a whole number.
    """
    check_limit(max_seconds)
    decisions = Decisions(max_seconds)
    return play_entrants(
        rules, entrants(players), decisions, seed=seed, number=number, max_turns=max_turns, max_hands=max_hands
    )


def play_entrants(
    rules: Rules,
    players: Sequence[Entrant],
    decisions: Decisions,
    *,
    seed: int,
    number: int,
    max_turns: int,
    max_hands: int,
) -> MatchResult:
    """Play one match of a simulation, as `simulate_match` does.

    Args:
        rules: the rules in force.
        players: the players.
        decisions: times the decisions; afterwards it knows which seat decided last.
        seed: the seed of the simulation, 0 or more.
        number: the match's number, from 0.
        max_turns: after so many turns a hand is cut off.
        max_hands: after so many hands the match is cut off.

    Raises:
        PlayerError: as `simulate_match`.
    """
    number = whole_number(number, "the number of a match")
    source = match_random(seed, number)
    seats = seated(players, rules.seats, number)

    def match() -> MatchRecord:
        fresh = [entrant.make(random.Random(source.getrandbits(64))) for entrant in seats]
        timed = decisions.timed(fresh)
        return play_match(rules, timed, source, max_turns=max_turns, max_hands=max_hands)

    record = decisions.play(match)
    hands = tuple(hand_result(index, hand) for index, hand in enumerate(record.hands))
    return MatchResult(
        number,
        tuple(entrant.name for entrant in seats),
        record.match.winners,
        record.match.scores,
        len(record.match.hands),
        sum(hand.turns for hand in hands if not hand.truncated),
        record.truncated,
        hands,
    )
