"""Many matches between named players, from one seed.

Every match has a random source of its own, made from the seed and the match's number, so that results do not depend
on the order in which matches are played. Players change seats from match to match.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator, Sequence

import attrs

from rummy500.errors import nearest
from rummy500.players import MAX_HANDS, MAX_TURNS, PLAYERS, PlayerError, play_match, player_named
from rummy500.rules import Rules


@attrs.frozen
class MatchResult:
    """How one match went.

    Attributes:
        number: the match's number, from 0.
        players: the name of each seat's player.
        winners: the seats that won; empty if it was cut off.
        scores: each seat's score in the end.
        hands: how many hands were played to their end.
        turns: how many turns all hands had.
        truncated: it was cut off.
    """

    number: int
    players: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    hands: int
    turns: int
    truncated: bool


@attrs.frozen
class Standing:
    """How a player or a seat did over all matches.

    Attributes:
        played: how many seats it took, over all matches.
        wins: how many of those won.
        mean: the mean score of a match.
        least: the lowest score of a match.
        most: the highest score of a match.
    """

    played: int
    wins: int
    mean: float
    least: int
    most: int


@attrs.frozen
class Simulation:
    """The results of many matches.

    Attributes:
        matches: every match, in order of number.
        by_player: how each named player did.
        by_seat: how each seat did.
        hands_per_match: the mean number of hands.
        turns_per_hand: the mean number of turns.
        truncated: how many matches were cut off.
    """

    matches: tuple[MatchResult, ...]
    by_player: dict[str, Standing]
    by_seat: tuple[Standing, ...]
    hands_per_match: float
    turns_per_hand: float
    truncated: int


def seat_players(names: Sequence[str], seats: int, number: int) -> tuple[str, ...]:
    """Who sits where in a match: the names in turn, moved on by one seat each match.

    Args:
        names: the players' names; they are repeated until every seat has one.
        seats: how many seats there are.
        number: the match's number, from 0.

    Raises:
        PlayerError: if there is no name, more names than seats, or a name that no player has.
    """
    if not names:
        raise PlayerError("no player is named")
    if len(names) > seats:
        raise PlayerError(f"{len(names)} players for {seats} seats")
    for name in names:
        if name not in PLAYERS:
            raise PlayerError(f"there is no player {name!r}; {nearest(name, PLAYERS)}")
    return tuple(names[(seat + number) % seats % len(names)] for seat in range(seats))


def match_random(seed: int, number: int) -> random.Random:
    """The random source of a match.

    Args:
        seed: the seed of the simulation.
        number: the match's number, from 0.
    """
    return random.Random(int.from_bytes(hashlib.sha256(f"{seed}:{number}".encode()).digest(), "big"))


def simulate_match(
    rules: Rules,
    names: Sequence[str],
    *,
    seed: int,
    number: int,
    max_turns: int = MAX_TURNS,
    max_hands: int = MAX_HANDS,
) -> MatchResult:
    """Play one match of a simulation; the same arguments give the same result.

    Args:
        rules: the rules in force.
        names: the players' names.
        seed: the seed of the simulation.
        number: the match's number, from 0.
        max_turns: after so many turns a hand is cut off.
        max_hands: after so many hands the match is cut off.

    Raises:
        PlayerError: as `seat_players`.
    """
    source = match_random(seed, number)
    seated = seat_players(names, rules.seats, number)
    players = [player_named(name, random.Random(source.getrandbits(64))) for name in seated]
    record = play_match(rules, players, source, max_turns=max_turns, max_hands=max_hands)
    return MatchResult(
        number,
        seated,
        record.match.winners,
        record.match.scores,
        len(record.match.hands),
        sum(hand.turns for hand in record.hands if not hand.truncated),
        record.truncated,
    )


def each_match(
    rules: Rules,
    names: Sequence[str],
    *,
    matches: int,
    seed: int,
    max_turns: int = MAX_TURNS,
    max_hands: int = MAX_HANDS,
) -> Iterator[MatchResult]:
    """Play the matches of a simulation one by one.

    Args:
        rules: the rules in force.
        names: the players' names.
        matches: how many matches.
        seed: the seed of the simulation.
        max_turns: after so many turns a hand is cut off.
        max_hands: after so many hands a match is cut off.

    Yields:
        The result of each match, as soon as it is played.

    Raises:
        PlayerError: as `seat_players`.
    """
    for number in range(matches):
        yield simulate_match(rules, names, seed=seed, number=number, max_turns=max_turns, max_hands=max_hands)


def summarise(results: Iterable[MatchResult]) -> Simulation:
    """Sum up the results of matches, given in any order.

    Args:
        results: the results; at least one.

    Raises:
        ValueError: if there is none.
    """
    matches = tuple(sorted(results, key=lambda result: result.number))
    if not matches:
        raise ValueError("there is no match to sum up")
    seats = range(len(matches[0].scores))
    names = dict.fromkeys(name for result in matches for name in sorted(result.players))
    hands = sum(result.hands for result in matches)
    return Simulation(
        matches,
        {
            name: _standing((result, seat) for result in matches for seat in seats if result.players[seat] == name)
            for name in names
        },
        tuple(_standing((result, seat) for result in matches) for seat in seats),
        hands / len(matches),
        sum(result.turns for result in matches) / hands if hands else 0.0,
        sum(result.truncated for result in matches),
    )


def _standing(taken: Iterable[tuple[MatchResult, int]]) -> Standing:
    places = list(taken)
    scores = [result.scores[seat] for result, seat in places]
    wins = sum(seat in result.winners for result, seat in places)
    return Standing(len(places), wins, sum(scores) / len(scores), min(scores), max(scores))


def simulate(
    rules: Rules,
    names: Sequence[str],
    *,
    matches: int,
    seed: int,
    max_turns: int = MAX_TURNS,
    max_hands: int = MAX_HANDS,
) -> Simulation:
    """Play many matches and sum them up; the same arguments give the same results.

    Args:
        rules: the rules in force.
        names: the players' names, `greedy` and `random` say; they are repeated until every seat has one, and move on
            by one seat each match.
        matches: how many matches, at least one.
        seed: any whole number.
        max_turns: after so many turns a hand is cut off, and its match with it.
        max_hands: after so many hands a match is cut off.

    Raises:
        PlayerError: as `seat_players`.
        ValueError: for less than one match.
    """
    return summarise(each_match(rules, names, matches=matches, seed=seed, max_turns=max_turns, max_hands=max_hands))
