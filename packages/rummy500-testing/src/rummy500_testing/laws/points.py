"""Laws of points and of winning: which cards count for whom, and who wins a match.

Where a plugin overrides what cards count, its table is taken as given. Where a plugin overrides who deducts, a hand may
be deducted or not. Lines that a plugin adds are added up, not judged.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

import attrs

from rummy500.cards.cards import ACE
from rummy500.cards.pieces import Meld
from rummy500.engine.scoring import score_hand
from rummy500.engine.step import is_over
from rummy500.game.match import Match, hand_in_match, match_with_scores, record_hand, start_match
from rummy500.records import replace
from rummy500.rulebook.core import CORE_ENTRIES
from rummy500.rules.rules import Rules
from rummy500.state import State
from rummy500_testing.law import SKIPPED, Answer, Fault, law
from rummy500_testing.model.cards import ABOVE_KING, RANKS, role
from rummy500_testing.model.known import answered, has_hook, number
from rummy500_testing.model.values import held, melded, on_table
from rummy500_testing.model.winning import added, dealer_after, winners
from rummy500_testing.snapshot import Counted, Snapshot, Step

_HAND_RULE: Final = "score.hand"
_CORE_RULES: Final = frozenset(entry.id for entry in CORE_ENTRIES)
#: How many scores of a match are tried with one hand.
_TRIED: Final = 6


@law(costly=True)
def cards_count_for_who_played_them(snapshot: Snapshot) -> Fault | None:
    """Cards on the table count for the seat that played them, cards in hand against the seat that holds them."""
    return count_fault(snapshot.rules, snapshot.state)


def count_fault(rules: Rules, state: State) -> Fault | None:
    """Find a fault in the points of a hand, finished or not; `None` if there is none."""
    score = score_hand(rules, state)
    down, left = melded(rules, state), held(rules, state)
    for seat in range(rules.seats):
        due = [down[seat] - left[seat]]
        if answered(rules, "deducts"):
            due.append(down[seat])
        found = sum(line.points for line in score.lines if line.seat == seat and line.rule == _HAND_RULE)
        if found not in due:
            return Fault(
                f"seat {seat} has melded {down[seat]} points and holds {left[seat]}: expected"
                f" {' or '.join(map(str, due))}, found {found}"
            )
    return None


@law(costly=True)
def only_cards_score(snapshot: Snapshot) -> Answer:
    """Only cards score in a hand, unless a plugin adds lines."""
    if has_hook(snapshot.rules, "score_lines"):
        return SKIPPED
    score = score_hand(snapshot.rules, snapshot.state)
    others = [line for line in score.lines if line.rule != _HAND_RULE]
    if others:
        return Fault(f"no rule adds points beside cards, but a line says {others[0].rule}")
    for seat, points in enumerate(score.by_seat):
        cards = sum(line.points for line in score.lines if line.seat == seat)
        if points != cards:
            return Fault(f"seat {seat} scores {points} points, but its cards count {cards}")
    return None


@law(name="a lay-off changes no other card's points")
def a_lay_off_changes_no_other_cards_points(step: Step) -> Fault | None:
    """A lay-off changes no other card's points, unless it makes an ace low (`meld.ace`, `score.values`)."""
    rules = step.rules
    table = zip(step.before.public.table, step.after.public.table, strict=False)
    for place, (was, now) in enumerate(table, 1):
        if was is now:
            continue
        before, after = _worths(rules, was), _worths(rules, now)
        for (piece, seat), worths in before.items():
            turned = was.high == ABOVE_KING and now.low == 0 and role(piece) % RANKS == ACE
            now_worths = after.get((piece, seat), Counter())
            # A play may add cards like these, or take one away, as a swap does.
            if not turned and not (worths <= now_worths or now_worths <= worths):
                now_counts = sorted(now_worths.elements())
                return Fault(f"a card of m{place} counted {sorted(worths.elements())} and now counts {now_counts}")
    return None


def _worths(rules: Rules, meld: Meld) -> dict[tuple[int, int], Counter[int]]:
    """Count the points of each piece of a meld, by the piece and the seat that played it."""
    found: dict[tuple[int, int], Counter[int]] = {}
    for piece, seat, points in zip(meld.pieces, meld.by, on_table(rules, meld), strict=True):
        found.setdefault((piece, seat), Counter())[points] += 1
    return found


@law()
def lines_name_their_rule(counted: Counted) -> Fault | None:
    """Each line of a score names a seat of the game and a rule of the catalogue."""
    rules = counted.rules
    known = _CORE_RULES | {entry.id for _, entry in rules.origin.entries}
    more = counted.after.lines[len(counted.before.lines) :]
    for line in (*score_hand(rules, counted.hand).lines, *more):
        if not 0 <= line.seat < rules.seats:
            return Fault(f"a line is of seat {line.seat}, and seats are 0 to {rules.seats - 1}: {line!r}")
        if line.rule not in known:
            return Fault(f"no rule of these rules is {line.rule!r}, which a line of seat {line.seat} names")
    return None


@law()
def the_match_goes_on(counted: Counted) -> Fault | None:
    """The scores of a match add up by sides, and the deal passes on."""
    return _counted_fault(counted, _wrong_totals)


@law()
def the_leader_wins(counted: Counted) -> Answer:
    """A seat or side that leads alone at the target has won the match; a tie is played on.

    Skipped where a plugin overrides who has won (`match_winners`).
    """
    return SKIPPED if answered(counted.rules, "match_winners") else _counted_fault(counted, _won)


def _counted_fault(counted: Counted, look: Callable[[Rules, Match, Match, State], Fault | None]) -> Fault | None:
    """Find the first fault of a finished hand, in its match and in others with scores around the target."""
    rules, hand = counted.rules, counted.hand
    if not is_over(hand):
        return None
    fault = look(rules, counted.before, counted.after, hand)
    if fault is not None:
        return fault
    for before in _matches(rules, hand):
        moved = hand_in_match(hand, before.so_far)
        fault = look(rules, before, record_hand(rules, before, moved), moved)
        if fault is not None:
            return Fault(f"with scores of {before.scores} before the hand{_playoff(before)}, {fault.what}")
    return None


def _playoff(match: Match) -> str:
    return ", which is played after a tie" if match.playoff else ""


def _wrong_totals(rules: Rules, before: Match, after: Match, hand: State) -> Fault | None:
    by_seat = score_hand(rules, hand).by_seat
    scores = added(rules, before, by_seat)
    more = [0] * rules.seats
    for line in after.lines[len(before.lines) :]:
        more[line.seat] += line.points
    due = added(rules, attrs.evolve(before, so_far=replace(before.so_far, scores=scores)), more)
    if after.scores != due:
        return Fault(f"scores: expected {due}, found {after.scores}")
    dealer = dealer_after(rules, hand, by_seat)
    if after.dealer != dealer:
        return Fault(f"next dealer: expected seat {dealer}, found seat {after.dealer}")
    return None


def _won(rules: Rules, before: Match, after: Match, hand: State) -> Fault | None:
    scores = added(rules, before, score_hand(rules, hand).by_seat)
    won, playoff = winners(rules, scores, playoff=before.playoff)
    if tuple(sorted(after.winners)) != won or after.playoff != playoff:
        found = f"{after.winners or 'nobody'}{' and a tie is played on' if after.playoff else ''}"
        wanted = f"{won or 'nobody'}{' and a tie is played on' if playoff else ''}"
        return Fault(f"winners after scores of {scores}: expected {wanted}, found {found}")
    return None


def _matches(rules: Rules, hand: State) -> Iterator[Match]:
    """Generate matches before the hand whose scores come close to the target with it, some of them tied."""
    rng = random.Random(hash(hand.public.pile))
    by_seat = score_hand(rules, hand).by_seat
    of_side = added(rules, start_match(rules), by_seat)
    target = number(rules, "match.target")
    for _ in range(_TRIED):
        wanted = [target + rng.choice((-40, -1, 0, 0, 1, 1, 20)) for _ in range(rules.seats)]
        scores = tuple(wanted[rules.sides.index(side)] - of_side[seat] for seat, side in enumerate(rules.sides))
        dealer, playoff = hand.public.match.dealer, rng.random() < 0.3
        yield Match(match_with_scores(rules, scores, dealer=dealer, playoff=playoff))


POINT_LAWS = (
    cards_count_for_who_played_them,
    only_cards_score,
    a_lay_off_changes_no_other_cards_points,
    lines_name_their_rule,
    the_match_goes_on,
    the_leader_wins,
)
