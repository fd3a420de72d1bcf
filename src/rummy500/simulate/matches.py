"""One match of a simulation."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence

from rummy500.players import MAX_HANDS, MAX_TURNS, play_match
from rummy500.rules import Rules
from rummy500.simulate.entrants import Entrant, PlayerMaker, entrants, seated
from rummy500.simulate.results import MatchResult, hand_result


def check_seed(seed: int) -> None:
    """Insist that a seed is one that all of rummy500 takes.

    Args:
        seed: the seed of a simulation.

    Raises:
        ValueError: for a negative one.
    """
    if seed < 0:
        raise ValueError(f"a seed is a whole number, 0 or more, not {seed}")


def match_random(seed: int, number: int) -> random.Random:
    """The random source of a match.

    Args:
        seed: the seed of the simulation, 0 or more.
        number: the match's number, from 0.

    Raises:
        ValueError: for a negative seed.
    """
    check_seed(seed)
    return random.Random(int.from_bytes(hashlib.sha256(f"{seed}:{number}".encode()).digest(), "big"))


def simulate_match(
    rules: Rules,
    players: Sequence[str | PlayerMaker | Entrant],
    *,
    seed: int,
    number: int,
    max_turns: int = MAX_TURNS,
    max_hands: int = MAX_HANDS,
) -> MatchResult:
    """Play one match of a simulation in this process; the same arguments give the same result.

    An error of the rules or of a player comes as it was raised.

    Args:
        rules: the rules in force.
        players: who plays, as for `simulate`.
        seed: the seed of the simulation, 0 or more.
        number: the match's number, from 0.
        max_turns: after so many turns a hand is cut off.
        max_hands: after so many hands the match is cut off.

    Raises:
        PlayerError: as `seat_players`.
        ValueError: for a negative seed.
    """
    source = match_random(seed, number)
    seats = seated(entrants(players), rules.seats, number)
    made = [entrant.make(random.Random(source.getrandbits(64))) for entrant in seats]
    record = play_match(rules, made, source, max_turns=max_turns, max_hands=max_hands)
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
