"""`duel` compares players, or rules, over the same decks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from statistics import fmean
from typing import ClassVar, Unpack

import attrs

from rummy500.base.inputs import require_min
from rummy500.engine.match import deal
from rummy500.players import PlayerError, play_hand
from rummy500.players.drive import SEED_BITS, HandRecord
from rummy500.players.registry import PlayerMaker
from rummy500.rules.rules import Rules
from rummy500.rules.scores import html_table
from rummy500.simulate.matches import Decisions, Entrant, Job, Timed, match_random, seated
from rummy500.simulate.results import Interval, Kind, MatchResult, Row, hand_result
from rummy500.simulate.run import RunSettings, start
from rummy500.simulate.summary import aligned


@attrs.frozen
class DuelJob(Job):
    """The data that all hands of a duel share. Each deal is played once in every seating, one hand after the other."""

    kind: ClassVar[Kind] = "deal"

    @property
    def seatings(self) -> tuple[tuple[Entrant, ...], ...]:
        """The different ways in which the players sit, each moved on by one seat."""
        seats = self.rules.seats
        return tuple(dict.fromkeys(seated(self.entrants, seats, number) for number in range(seats)))

    @property
    def parts(self) -> int:
        """How many hands each deal has."""
        return len(self.seatings)

    def seating(self, number: int) -> tuple[Entrant, ...]:
        """Return the entrant of each seat in a hand."""
        return self.seatings[number % self.parts]

    def play_timed(self, number: int, decisions: Decisions) -> MatchResult:
        """Play one hand: the deck, and the source of chance of each seat, depend on the seed and the deal alone."""
        source = match_random(self.seed, self.number_of(number))
        dealt = deal(self.rules, seed=source.getrandbits(SEED_BITS))
        seats = self.seating(number)

        def hand() -> HandRecord:
            fresh = [Timed(decisions, seat, entrant, source) for seat, entrant in enumerate(seats)]
            return play_hand(self.rules, dealt, fresh, source, max_turns=self.max_turns)

        played = hand_result(0, decisions.play(hand))
        names = tuple(entrant.name for entrant in seats)
        ended = not played.truncated
        return MatchResult(
            number, self.seed, names, (), played.points, int(ended), ended * played.turns, not ended, (played,)
        )


@attrs.frozen
class DealResult:
    """The result of one deal of a duel: means over its hands, one for each seating.

    Attributes:
        number: the number of the deal, from 0.
        points: the points of each player by name: the mean of its seats, or of the seats of its side.
        figures: `lead of NAME` for each player, its points above the mean of the others who do not play on its side;
            `turns` and `points` of a hand (the mean of all seats); `out`, the part of the hands in which somebody went
            out.
        truncated: the number of its hands that were cut off.
    """

    number: int
    points: Mapping[str, float]
    figures: Mapping[str, float]
    truncated: int


@attrs.frozen
class Duel:
    """The results of a duel.

    Attributes:
        seed: the seed of the duel.
        deals: every deal, in order.
    """

    seed: int
    deals: tuple[DealResult, ...]

    def __repr__(self) -> str:
        """The deals and the leads, in short."""
        leads = ", ".join(f"{name} {lead}" for name, lead in self.leads.items())
        return f"<Duel: {len(self.deals)} deals; {leads}>"

    @property
    def leads(self) -> Mapping[str, Interval]:
        """The points a hand of each player above the others' mean; empty if only one player plays."""
        figures = self.figures
        return {name: figures[_lead(name)] for name in self.deals[0].points if _lead(name) in figures}

    @property
    def figures(self) -> Mapping[str, Interval]:
        """The mean of each of the figures of a deal; see `DealResult`. The interval of `out` is that of a share."""
        names = self.deals[0].figures
        found = {name: Interval.of([each.figures[name] for each in self.deals]) for name in names}
        return found | {"out": Interval.of_share(found["out"].mean, len(self.deals))}

    def difference(self, player: str, other: str) -> Interval:
        """Compare two of several players: the points a hand of one less those of the other, paired by deal.

        Raises:
            PlayerError: if one of them does not play.
        """
        for name in (player, other):
            if name not in self.deals[0].points:
                raise PlayerError(f"{name} does not play in this duel; {', '.join(self.deals[0].points)} do")
        return Interval.of([each.points[player] - each.points[other] for each in self.deals])

    def against(self, other: Duel) -> Mapping[str, Interval]:
        """Compare two duels over the same decks, for example under two rules: this one less the other, paired by deal.

        Args:
            other: a duel of the same seed and the same deals.

        Returns:
            The difference of each of the figures that both have.

        Raises:
            ValueError: if the other duel has another seed or other deals.
        """
        if self.seed != other.seed or [each.number for each in self.deals] != [each.number for each in other.deals]:
            raise ValueError("two duels compare if they have the same seed and the same deals")
        pairs = [(mine.figures, theirs.figures) for mine, theirs in zip(self.deals, other.deals, strict=True)]
        names = [name for name in pairs[0][0] if name in pairs[0][1]]
        return {name: Interval.of([mine[name] - theirs[name] for mine, theirs in pairs]) for name in names}

    def rows(self) -> Iterator[Row]:
        """Make one row for each player of each deal, for `write_csv`, `write_jsonl` or a `DataFrame`.

        Yields:
            `seed`, `deal`, `player`, `points`, `lead`; `turns` and `out` of the deal's hands.
        """
        for each in self.deals:
            same = {name: each.figures[name] for name in ("turns", "out")}
            for player, points in each.points.items():
                row: Row = {"seed": self.seed, "deal": each.number, "player": player, "points": points}
                yield {**row, "lead": each.figures.get(_lead(player), 0.0), **same}

    def table(self) -> str:
        """Format the figures as a table."""
        return "\n".join([aligned(interval_cells(self.figures)), *self.notes])

    def _repr_html_(self) -> str:
        """Notebooks show the table."""
        heads, *rows = interval_cells(self.figures)
        return html_table(heads, rows)

    @property
    def notes(self) -> list[str]:
        """The lines below the table."""
        cut_off = sum(each.truncated for each in self.deals)
        return ["", f"{cut_off} hands were cut off: their points are those of that moment"] if cut_off else []


def _lead(player: str) -> str:
    return f"lead of {player}"


def interval_cells(found: Mapping[str, Interval], of: str = "a hand") -> list[tuple[str, ...]]:
    """Make the cells of a table of intervals, with a line of headings."""
    rows = ((name, f"{each.mean:.2f} ± {(each.high - each.low) / 2:.2f}") for name, each in found.items())
    return [(of, "mean ± 95 % interval"), *rows]


def duel(
    rules: Rules,
    players: Sequence[str | PlayerMaker | Entrant],
    *,
    deals: int,
    seed: int,
    first: int = 0,
    **settings: Unpack[RunSettings],
) -> Duel:
    """Find out which player is better: play the same decks in every rotation of the seats.

    Each deal is a hand at the score 0 : 0. Its deck and the sources of chance of its seats depend on the seed and the
    number of the deal alone, so luck of the cards cancels out, and players that decide alike have a lead of exactly 0.

    Args:
        rules: the rules in force. Duels with other rules and the same seed play the same decks: see `Duel.against`.
        players: the players, as for `simulate`: repeated until every seat has one. One player against three equal ones
            is `["a", "b", "b", "b"]`.
        deals: how many deals, at least one.
        seed: a whole number, 0 or more.
        first: the number of the first deal, to go on with a duel or to play one deal of it again.
        **settings: limits and workers, as for `simulate`: `max_turns`, `max_seconds`, `executor`, `workers`.

    Raises:
        PlayerError: as `simulate`; `SendError`, `MatchFailedError` and `WorkersBrokeError`, too.
        DealError: for a negative seed.
        ValueError: for less than one deal, turn or worker, a negative `first`, or a limit of 0 seconds or fewer.
        TypeError: for a number that is not a whole number.
    """
    require_min(1, deals=deals, max_turns=settings.get("max_turns", 1))
    require_min(0, first=first)
    return judge(*start(DuelJob, rules, players, seed, deals, first=first, **settings))


def judge(job: DuelJob, hands: Iterable[MatchResult]) -> Duel:
    """Sum up the hands of a duel; a last deal that was not played in every seating does not count."""
    whole = job.parts
    by_deal = (list(each) for _, each in groupby(hands, lambda hand: hand.number // whole))
    found = tuple(_deal_result(job, each) for each in by_deal if len(each) == whole)
    if not found:
        raise ValueError("there is no deal to sum up")
    return Duel(job.seed, found)


def _deal_result(job: DuelJob, hands: Sequence[MatchResult]) -> DealResult:
    points: dict[str, list[float]] = {entrant.name: [] for entrant in job.entrants}
    leads: dict[str, list[float]] = {name: [] for name in points}
    sides = job.rules.sides
    for hand in hands:
        shares = [fmean(hand.scores[seat] for seat in range(len(sides)) if sides[seat] == side) for side in sides]
        for seat, name in enumerate(hand.players):
            points[name].append(shares[seat])
            others = [
                share
                for share, other, side in zip(shares, hand.players, sides, strict=True)
                if other != name and side != sides[seat]
            ]
            if others:
                leads[name].append(shares[seat] - fmean(others))
    played = [hand.hand_results[0] for hand in hands]
    figures = {
        "turns": fmean(hand.turns for hand in played),
        "points": fmean(fmean(hand.points) for hand in played),
        "out": fmean(hand.out is not None for hand in played),
    }
    return DealResult(
        job.number_of(hands[0].number),
        {name: fmean(each) for name, each in points.items()},
        {_lead(name): fmean(each) for name, each in leads.items() if each} | figures,
        sum(hand.truncated for hand in hands),
    )
