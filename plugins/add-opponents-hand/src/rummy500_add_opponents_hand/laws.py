"""Laws of `score.add-opponents` and `score.late-layoffs`, for `rummy500.testing`: hands summed, seats asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rummy500 import Action, State, apply, cards_of, legal_actions, parse_action, parse_position, score_hand, why_not
from rummy500.hooks import NEW_TURN, OVER_PHASE, PLAY_PHASE, SPARE, USE_LAY, Rules, piece_card, replace, size
from rummy500.testing import SKIPPED, Answer, Fault, Law, Spot, Step
from rummy500.testing.others import FLOW, PLAY, TOGETHER, unless_others_say
from rummy500_add_opponents_hand.names import ADD_RULE, LATE, LATE_PHASE

_TWO: Final = 2
#: Where it is open whether a last discard is claimed nobody has gone out yet.
_CLAIM: Final = "claim"
#: What has no place among late lay-offs.
_NOT_LATE: Final = {"draw", "take", "meld", "discard", "call", "swap", "reshuffle"}


def _held(rules: Rules, state: State, seat: int) -> int:
    return sum(rules.scoring.points.in_hand[card] for card in cards_of(state.hands[seat]))


def _due(rules: Rules, state: State) -> list[int]:
    """What is added for each seat; of a side that nobody went out of at its first seat."""
    due, public, sides = [0] * rules.seats, state.public, rules.sides
    many = len(set(sides))
    for holder in range(rules.seats):
        for side in set(sides) - {sides[holder]}:
            if public.out >= 0:
                if sides[public.out] == side:
                    due[public.out] += _held(rules, state, holder)
            elif public.phase == OVER_PHASE and many == _TWO:
                due[sides.index(side)] += _held(rules, state, holder)
    return due


def _score_fault(rules: Rules, state: State) -> Fault | None:
    score, due = score_hand(rules, state), _due(rules, state)
    for seat in range(rules.seats):
        told = sum(line.points for line in score.lines if line.seat == seat and line.rule == ADD_RULE)
        if told != due[seat]:
            return Fault(f"seat {seat} should add {due[seat]} points that others hold, and adds {told}", state=state)
    taken = [line for line in score.lines if line.rule == "score.hand" and line.points < 0]
    return Fault(f"seat {taken[0].seat} has {-taken[0].points} points deducted", state=state) if taken else None


@unless_others_say("deducts", known=TOGETHER)
def hands_are_added(spot: Spot) -> Fault | None:
    """`score.add-opponents`: nobody deducts; who is out adds what opponents hold, else two sides add each other's.

    Before somebody is out, or the hand is over, nothing is added.
    """
    return _score_fault(spot.rules, spot.state)


@unless_others_say("pack", "sides", "deducts", known=TOGETHER)
def hands_are_added_in_made_hands(rules: Rules) -> Fault | None:
    """`score.add-opponents`: the same of hands that are made up, each seat out, and nobody."""
    for out in range(-1, rules.seats):
        hands = ["" if seat == out else f"{seat + 2}c {seat + 2}d" for seat in range(rules.seats)]
        for ended in ("out",) if out >= 0 else ("stock", "circle"):
            turn = f'ended = "{ended}"' if out < 0 else f'ended = "out", out = {out}'
            text = f'phase = "over"\nhands = {hands}\nmelds = ["0 [4h 5h 6h 7h 8h 9h 1:Th]"]\nturn = {{ {turn} }}'
            fault = _score_fault(rules, parse_position(text, rules=rules).state)
            if fault is not None:
                return fault
    return None


def _asked_first(rules: Rules, out: int) -> int:
    return (out + 1) % rules.seats


@unless_others_say(*FLOW, known=TOGETHER)
def going_out_asks_the_others(step: Step) -> Fault | None:
    """`score.late-layoffs`: who goes out has the others asked from their left; without the option it is over."""
    before, after = step.before.public, step.after.public
    if before.phase == LATE_PHASE or after.out < 0:
        return None
    if not step.rules.options[LATE]:
        return None if after.phase == OVER_PHASE else Fault(f"seat {after.out} is out, and the hand goes on")
    if after.phase != LATE_PHASE or after.to_act != _asked_first(step.rules, after.out):
        return Fault(f"seat {after.out} is out, and the phase is {after.phase!r} with seat {after.to_act}")
    return None


@unless_others_say(*FLOW, known=TOGETHER)
def asked_one_by_one(step: Step) -> Fault | None:
    """`score.late-layoffs`: each is asked until they pass, clockwise; after the last the hand is over.

    Whoever went out stays the one, also where another lays the last card off.
    """
    before, after, rules = step.before.public, step.after.public, step.rules
    if before.phase != LATE_PHASE or step.action.verb not in ("lay", "pass"):
        return None
    if after.out != before.out:
        return Fault(f"seat {before.out} has gone out, and now it is seat {after.out}")
    if step.action.verb == "lay":
        asked: int | None = before.to_act
    else:
        left = (before.to_act + 1) % rules.seats
        asked = None if left == before.out else left
    if asked is None:
        return None if after.phase == OVER_PHASE and after.ended == "out" else Fault("the hand goes on after the last")
    if (after.phase, after.to_act) != (LATE_PHASE, asked):
        return Fault(f"seat {asked} should be asked, and the phase is {after.phase!r} with seat {after.to_act}")
    return None


@unless_others_say("moves", "uses", known=TOGETHER)
def what_may_be_done_late(spot: Spot) -> Fault | None:
    """`score.late-layoffs`: the seat that is asked lays off on opponents' melds or passes; all else is out of place.

    What it could lay off of its hand in a turn of its own it can lay off late. That is not asked where a first minimum
    is still to be reached.
    """
    rules, public = spot.rules, spot.state.public
    if public.phase != LATE_PHASE:
        return None
    if not rules.options[LATE]:
        return Fault("there are late lay-offs without the option")
    sides, passes = rules.sides, 0
    for action in spot.listed:
        passes += action.verb == "pass"
        if action.verb in _NOT_LATE or (action.verb in ("lay", "pass") and action.seat != public.to_act):
            return Fault("this has no place among late lay-offs", action, "may_not")
        if action.on >= 0 and sides[public.table[action.on].owner] == sides[action.seat]:
            return Fault("this is laid off on a meld of one's own", action, "may_not")
    if passes != 1 and spot.whole:
        return Fault(f"{passes} passes are listed")
    listed = set(spot.listed)
    missing = [action for action in _lays_in_a_turn(rules, spot.state) if spot.whole and action not in listed]
    return Fault("this could be laid off in a turn, and not late", missing[0], "may") if missing else None


def _lays_in_a_turn(rules: Rules, state: State) -> Iterator[Action]:
    public = state.public
    seat, sides = public.to_act, rules.sides
    if rules.melding.opening_minimum and not any(seat in meld.by for meld in public.table):
        return
    turn = replace(public, phase=PLAY_PHASE, turn=NEW_TURN, out=-1)
    for action in legal_actions(rules, replace(state, public=turn, drawn=0), seat=seat):
        if SPARE in map(piece_card, action.pieces):
            continue
        if action.verb == "lay" and action.use == USE_LAY and sides[public.table[action.on].owner] != sides[seat]:
            yield action


#: What seat 0 goes out from beside these: a meld of its own, of seat 1, and of the last seat.
_MELDS: Final = ["0 [4h 5h 6h 7h 8h 9h Th]", "1 [4d 5d 6d 7d 8d 9d Td]", "{last} [4c 5c 6c 7c 8c 9c Tc]"]
#: What the others hold; each has a card for the meld of seat 0, of seat 1, or of the last seat.
_HANDS: Final = ("Jh 3d 2s", "3h Jd 3s", "Jc Ks", "3c 9s", "Qs 8s", "2h Ts", "2d Js")


@unless_others_say(*PLAY, "deducts", known=TOGETHER)
def others_are_asked(rules: Rules) -> Answer:
    """`score.late-layoffs` in a position that is made: seat 0 discards its last card, and the others are asked in turn.

    Each finds a lay-off on an opponent's meld, none on their own side's; a hand laid off to its last card has not gone
    out. Skipped where the rules in force refuse the last discard, or others may claim it first.
    """
    hands = ["As", *_HANDS[: rules.seats - 1]]
    melds = [meld.format(last=rules.seats - 1) for meld in _MELDS]
    text = f'to_act = 0\nphase = "play"\nhands = {hands}\nstock = "Qd Qc"\npile = "7s"\nmelds = {melds}'
    state = parse_position(text, rules=rules).state
    discard = parse_action("0: discard As", state, rules=rules)
    if why_not(rules, state, discard) is not None:
        return SKIPPED
    state = apply(rules, state, discard)
    if state.public.phase == _CLAIM:
        return SKIPPED
    fault = _score_fault(rules, state)
    if not rules.options[LATE]:
        over = state.public.phase == OVER_PHASE and state.public.out == 0
        return fault or (None if over else Fault("seat 0 is out, and the hand goes on", state=state))
    for seat in range(1, rules.seats):
        if fault is not None:
            return fault
        if (state.public.phase, state.public.to_act, state.public.out) != (LATE_PHASE, seat, 0):
            return Fault(f"seat {seat} should be asked", state=state)
        fault = _owners_fault(rules, state)
        while not fault and (lay := _first_lay(rules, state)) is not None:
            state = apply(rules, state, lay)
            fault = _score_fault(rules, state) or _owners_fault(rules, state)
        state = apply(rules, state, Action(seat, "pass"))
    over = state.public.phase == OVER_PHASE and state.public.out == 0
    return fault or _score_fault(rules, state) or (None if over else Fault("the hand goes on", state=state))


def _first_lay(rules: Rules, state: State) -> Action | None:
    return next((action for action in legal_actions(rules, state) if action.verb == "lay"), None)


#: A card for each meld of `_MELDS`, at either end.
_FITTING: Final = (("3h", "Jh"), ("3d", "Jd"), ("3c", "Jc"))


def _owners_fault(rules: Rules, state: State) -> Fault | None:
    """Which of the cards held may be laid off on which meld: on an opponent's, and only there."""
    seat, sides = state.public.to_act, rules.sides
    for place, (meld, cards) in enumerate(zip(state.public.table, _FITTING, strict=True)):
        for card in cards:
            action = parse_action(f"{seat}: lay {card} on m{place + 1}", state, rules=rules)
            if not size(action.bag & state.hands[seat]):
                continue
            refused = why_not(rules, state, action) is not None
            owned = sides[meld.owner] == sides[seat]
            if owned and not refused:
                return Fault("this is a meld of one's own", action, "may_not", state=state)
            if not owned and refused and _may_lay_off(rules, state):
                return Fault("this is an opponent's meld", action, "may", state=state)
    return None


def _may_lay_off(rules: Rules, state: State) -> bool:
    """Whether the seat that is asked has melded itself: where that is not asked for it makes no difference."""
    return any(meld.owner == state.public.to_act for meld in state.public.table)


LAWS: Final[tuple[Law[Any], ...]] = (
    Law(
        "add-opponents-hand: others are asked",
        "When somebody has gone out the others, clockwise from their left, lay off on opponents' melds until they pass;"
        " the hand is over after the last.",
        Rules,
        others_are_asked,
    ),
    Law(
        "add-opponents-hand: hands are added in made hands",
        "Whoever is out adds what the opponents hold; if nobody is, two players or sides add each other's hands; nobody"
        " deducts.",
        Rules,
        hands_are_added_in_made_hands,
    ),
    Law(
        "add-opponents-hand: hands are added",
        "Nobody deducts, and whoever is out adds what the opponents hold as it is at that moment; at the stock's end"
        " two players or sides add each other's hands.",
        Spot,
        hands_are_added,
        dear=True,
    ),
    Law(
        "add-opponents-hand: going out asks the others",
        "When somebody goes out the player on their left is asked; without late lay-offs the hand is over.",
        Step,
        going_out_asks_the_others,
    ),
    Law(
        "add-opponents-hand: asked one by one",
        "Each is asked until they pass, clockwise, and the hand is over after the last; who went out stays out.",
        Step,
        asked_one_by_one,
    ),
    Law(
        "add-opponents-hand: what may be done late",
        "The player who is asked lays off on opponents' melds, all that could be laid off in a turn, or passes.",
        Spot,
        what_may_be_done_late,
    ),
)
