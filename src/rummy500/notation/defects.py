"""Lists the defects of a match, and refuses a file whose position has a defect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rummy500.engine.scoring import side_totals, verdict_on
from rummy500.engine.status import Defect, status
from rummy500.engine.step import is_over
from rummy500.game.match import Match, PlayedHand, other_match, with_lines
from rummy500.notation.toml import Document, Keys
from rummy500.rules.questions import Verdict
from rummy500.rules.rules import Rules
from rummy500.state import PLAY_PHASE, State


def match_status(rules: Rules, match: Match) -> tuple[Defect, ...]:
    """Name every defect of a match.

    A match that was really played has none. If no plugin decides who wins, the winners are computed again; if one does,
    only winners that no rule could name are defects.
    """
    misplaced = tuple(_seats(rules, match))
    return misplaced or (*_scores(rules, match), *_winners(rules, match), *_hand(rules, match))


def _seats(rules: Rules, match: Match) -> Iterator[Defect]:
    """Find seats that do not play and lists of a wrong length; the other checks need these to be right."""
    seats = rules.seats
    if len(match.scores) != seats:
        yield Defect("wrong-counts", f"{len(match.scores)} scores for {seats} seats")
    if not 0 <= match.dealer < seats:
        yield Defect("no-such-seat", f"the dealer is seat {match.dealer}")
    if any(not 0 <= seat < seats for seat in match.winners):
        yield Defect("no-such-seat", "a winner does not play")
    if any(not 0 <= line.seat < seats for line in match.lines):
        yield Defect("no-such-seat", "a line of the match is for a seat that does not play")
    for number, played in enumerate(match.hands, 1):
        named = (played.dealer, max(played.out, 0), *(line.seat for line in played.score.lines))
        if played.out < -1 or any(not 0 <= seat < seats for seat in named):
            yield Defect("no-such-seat", f"hand {number} has a seat that does not play")


def _scores(rules: Rules, match: Match) -> Iterator[Defect]:
    scores = (0,) * rules.seats
    for number, played in enumerate(match.hands, 1):
        yield from _hand_score(rules, played, f"hand {number}")
        scores = with_lines(rules, scores, played.score.lines)
    if match.so_far.hand_number != len(match.hands) + 1:
        number = match.so_far.hand_number
        yield Defect("wrong-counts", f"hand {number} is due, and {len(match.hands)} hands have been played")
    scores = with_lines(rules, scores, match.lines)
    if scores != match.scores:
        yield Defect(
            "wrong-scores", f"the scores are {_listed(match.scores)}, its hands and lines add up to {_listed(scores)}"
        )


def _hand_score(rules: Rules, played: PlayedHand, name: str) -> Iterator[Defect]:
    score = played.score
    by_seat = tuple(sum(line.points for line in score.lines if line.seat == seat) for seat in range(rules.seats))
    if score.by_seat != by_seat:
        yield Defect("wrong-scores", f"{name} scores {_listed(score.by_seat)}, its lines add up to {_listed(by_seat)}")
    elif score.by_side != side_totals(rules, by_seat):
        yield Defect("wrong-scores", f"{name} scores {_listed(score.by_side)} by side, and {_listed(by_seat)} by seat")
    if not score.final:
        yield Defect("wrong-scores", f"{name} is not scored to its end")


def _winners(rules: Rules, match: Match) -> Iterator[Defect]:
    winners = match.winners
    if winners and not match.hands:
        yield Defect("wrong-winners", "the match has winners before a hand has been played")
        return
    if winners and match.playoff:
        yield Defect("wrong-winners", "the match has winners while a tie is played on")
    sides = {rules.sides[seat] for seat in winners}
    if winners != tuple(seat for seat in range(rules.seats) if rules.sides[seat] in sides):
        yield Defect(
            "wrong-winners", f"the winners are {_listed(winners)}: these are not whole sides in order of seats"
        )
    if "match_winners" not in rules.answered:
        yield from _decided(rules, match)


def _decided(rules: Rules, match: Match) -> Iterator[Defect]:
    """Apply the core's rule to the hands again, and compare winners and playoff."""
    scores, verdict = (0,) * rules.seats, Verdict()
    for number, played in enumerate(match.hands, 1):
        if verdict.winners:
            yield Defect("wrong-winners", f"hand {number} is played after the match was won")
            return
        scores = with_lines(rules, scores, played.score.lines)
        verdict = verdict_on(rules, scores, playoff=verdict.playoff)
    if match.winners != verdict.winners:
        yield Defect(
            "wrong-winners",
            f"the winners are {_listed(match.winners)}; by the scores of the hands they are {_listed(verdict.winners)}",
        )
    elif match.playoff is not verdict.playoff:
        tied = "tie at the target" if verdict.playoff else "do not tie at the target"
        yield Defect("wrong-winners", f"playoff is {str(match.playoff).lower()}, and the leaders {tied}")


def _hand(rules: Rules, match: Match) -> Iterator[Defect]:
    hand: State | None = match.hand
    if hand is None:
        return
    if match.winners:
        yield Defect("not-over", "the match is won and a hand is going on")
    if is_over(hand):
        yield Defect("is-over", "the hand that is going on is over")
    if hand.public.match != match.so_far:
        yield Defect("other-match", other_match(hand.public.match, match.so_far))
    yield from status(rules, hand)


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers)) or "none"


# ---------------------------------------------------------------- defects

#: Defects that the hand of a match may have: none, since it has the whole pack.
WHOLE: Final[frozenset[str]] = frozenset()
#: Defects that a saved state may have: cards of the pack may be missing.
SAVED: Final = frozenset(("missing-cards",))
#: Defects that a position written by people may have: whole hands may be missing, too.
HAND_WRITTEN: Final = frozenset(("missing-cards", "empty-hand"))

#: The key of a position that causes a defect.
_KEYS: Final[Mapping[str, Keys]] = {
    "unknown-cards": ("known",),
    "played-nowhere": ("turn", "plays"),
    "claimed-nowhere": ("turn", "claimed"),
    "wrong-pending": ("turn", "pending"),
    "wrong-seat": ("to_act",),
    "not-over": ("turn", "ended"),
    "empty-hand": ("hands",),
    "drawn-nowhere": ("drawn",),
    "drawn-elsewhere": ("drawn",),
    "no-meld": ("melds",),
    "other-rules": ("match", "rules"),
}


def first_defect(rules: Rules, state: State, allowed: frozenset[str]) -> Defect | None:
    """Find the first defect of a state that is not allowed."""
    defects = status(rules, state)
    must_play = state.public.phase == PLAY_PHASE and not state.hands[state.public.to_act]
    if must_play or all(defect.name != "missing-cards" for defect in defects):
        allowed -= {"empty-hand"}
    return next((defect for defect in defects if defect.name not in allowed), None)


def refuse_defects(document: Document, path: Keys, rules: Rules, state: State, allowed: frozenset[str]) -> None:
    """Refuse a state with a defect that is not allowed."""
    defect = first_defect(rules, state, allowed)
    if defect is not None:
        document.fail((*path, *_KEYS.get(defect.name, ())), f"{defect.about} ({defect.name})")
