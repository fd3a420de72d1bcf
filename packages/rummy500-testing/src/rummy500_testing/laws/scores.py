"""Laws of the end of a hand, of its score and of the match."""

from __future__ import annotations

from collections import Counter

from rummy500 import Match, Meld, Rules, chance, is_over, record_hand, score_hand, start_match
from rummy500.cards.cards import ACE
from rummy500.fast import points
from rummy500.rules.state import CORE_PHASES, ENDED_CIRCLE, ENDED_OUT, ENDED_STOCK, PLAY_PHASE, State
from rummy500_testing.law import Fault, law
from rummy500_testing.laws.answers import known_rules
from rummy500_testing.model import ABOVE_KING, RANKS, on_table, role
from rummy500_testing.play import Counted, Snapshot, Step


@law()
def play_can_go_on(snapshot: Snapshot) -> Fault | None:
    """Until a hand is over, there is always a move to make or a shuffle to resolve; then there is neither."""
    due = chance(snapshot.rules, snapshot.state)
    phase, seat = snapshot.state.public.phase, snapshot.state.public.to_act
    if is_over(snapshot.state):
        return Fault("the hand is over and goes on") if due or snapshot.listed else None
    if due is not None and snapshot.listed:
        return Fault("a decision is listed while chance is due", snapshot.listed[0], "may_not")
    if due is not None or snapshot.listed:
        return None
    return Fault(f"nobody can do anything in the phase {phase!r} of the turn of seat {seat}")


@law()
def an_empty_hand_ends_its_turn(snapshot: Snapshot) -> Fault | None:
    """No seat acts without a card, and play stops after a hand is empty if the rules end it there."""
    state = snapshot.state
    if is_over(state):
        return None
    if state.public.phase == PLAY_PHASE and not state.hands[state.public.to_act]:
        return Fault(f"seat {state.public.to_act} has no card and the turn goes on")
    if "hand_emptied" not in snapshot.rules.answered and not all(state.hands):
        return Fault(f"seat {state.hands.index(0)} has no card and the hand goes on")
    return None


@law()
def the_end_has_a_reason(snapshot: Snapshot) -> Fault | None:
    """A hand that is over records the reason, and the cards agree with it.

    A plugin may have a phase of its own between going out and the end of the hand; there a seat may be out already.
    """
    state = snapshot.state
    ended, out = state.public.ended, state.public.out
    if not is_over(state):
        return Fault(f"the hand goes on and has ended by {ended!r}, seat {out} out") if _too_soon(snapshot) else None
    if not ended:
        return Fault("the hand is over for no reason")
    if (ended == ENDED_OUT) != (out >= 0) and ended in (ENDED_OUT, ENDED_STOCK, ENDED_CIRCLE):
        return Fault(f"the hand has ended by {ended!r}, seat {out} out")
    if ended == ENDED_OUT and state.hands[out]:
        return Fault(f"seat {out} has gone out with cards in hand")
    # The stock may hold cards that nobody may draw.
    refused = ended == ENDED_STOCK and snapshot.rules.turn.may_draw is not None
    if ended in (ENDED_STOCK, ENDED_CIRCLE) and state.stock and not refused:
        return Fault(f"the hand has ended by {ended!r} and the stock holds cards")
    return None


def _too_soon(snapshot: Snapshot) -> bool:
    """Return whether a hand that goes on records an end already."""
    state = snapshot.state
    out = state.public.out
    if out < 0 or state.public.ended:
        return bool(state.public.ended)
    return state.public.phase in CORE_PHASES or "hand_emptied" not in snapshot.rules.answered or bool(state.hands[out])


@law(costly=True)
def scores_add_up(snapshot: Snapshot) -> Fault | None:
    """Score lines sum to the totals by seat and by side, and `points` counts those of the sides."""
    rules = snapshot.rules
    score = score_hand(rules, snapshot.state)
    seats = [sum(line.points for line in score.lines if line.seat == seat) for seat in range(rules.seats)]
    if seats != list(score.by_seat):
        return Fault(f"the lines sum to {seats}, the seats have {score.by_seat}")
    sides = [
        sum(total for seat, total in enumerate(seats) if rules.sides[seat] == side)
        for side in dict.fromkeys(rules.sides)
    ]
    if sides != list(score.by_side):
        return Fault(f"the seats sum to {sides}, the sides have {score.by_side}")
    if points(rules, snapshot.state) != score.by_side:
        return Fault(f"points counts {points(rules, snapshot.state)}, the sides have {score.by_side}")
    if score.final != is_over(snapshot.state):
        return Fault(f"final is {score.final}")
    return None


# ---------------------------------------------------------------- points


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
    for piece, seat, counted in zip(meld.pieces, meld.by, on_table(rules, meld), strict=True):
        found.setdefault((piece, seat), Counter())[counted] += 1
    return found


@law()
def lines_name_their_rule(counted: Counted) -> Fault | None:
    """Each line of a score names a seat of the game and a rule of the catalogue."""
    rules = counted.rules
    known = known_rules(rules)
    more = counted.after.lines[len(counted.before.lines) :]
    for line in (*score_hand(rules, counted.hand).lines, *more):
        if not 0 <= line.seat < rules.seats:
            return Fault(f"a line is of seat {line.seat}, and seats are 0 to {rules.seats - 1}: {line!r}")
        if line.rule not in known:
            return Fault(f"no rule of these rules is {line.rule!r}, which a line of seat {line.seat} names")
    return None


# ---------------------------------------------------------------- matches


def count_hand(rules: Rules, match: Match, hand: State) -> Counted:
    """Count a hand in a match, for laws to look at."""
    return Counted(rules, match, record_hand(rules, match, hand), hand)


def going_on(rules: Rules, match: Match) -> Match:
    """A match that is not over, or a new one after it, dealt by the seat whose turn it would be."""
    return start_match(rules, dealer=match.dealer) if match.is_over else match


@law()
def each_hand_is_counted_once(counted: Counted) -> Fault | None:
    """A hand and the lines of the match are counted once, for every seat of a side, and whole sides win."""
    rules, before, after = counted.rules, counted.before, counted.after
    lines = (*score_hand(rules, counted.hand).lines, *after.lines[len(before.lines) :])
    due = tuple(
        score + sum(line.points for line in lines if rules.sides[line.seat] == side)
        for score, side in zip(before.scores, rules.sides, strict=True)
    )
    if after.scores != due:
        return Fault(f"the lines bring {before.scores} to {due}, and the match says {after.scores}")
    if len(after.hands) != len(before.hands) + 1 or after.hand is not None:
        return Fault("the match does not say that the hand has been played")
    if not 0 <= after.dealer < rules.seats:
        return Fault(f"seat {after.dealer} is to deal")
    won = {rules.sides[seat] for seat in after.winners}
    whole = tuple(seat for seat, side in enumerate(rules.sides) if side in won)
    if tuple(sorted(after.winners)) != whole:
        return Fault(f"the winners are {after.winners}, their sides have the seats {whole}")
    if after.playoff and after.winners:
        return Fault("a tie is played on in a match that is over")
    return None
