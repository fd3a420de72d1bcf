"""Positions that are made, for the laws of floating: what seldom comes about by chance."""

from __future__ import annotations

from typing import Final

from rummy500 import Action, State, apply, parse_action, parse_position, why_not
from rummy500.hooks import DRAW_PHASE, OVER_PHASE, PLAY_PHASE, Rules
from rummy500.testing import Fault
from rummy500.testing.others import PLAY, TOGETHER, unless_others_say
from rummy500_floating.names import CLAIM, CLAIM_PHASE, LAST_DISCARD, UNPLAYABLE, UNPLAYABLE_RULE

#: The phase of late lay-offs (`add-opponents-hand`): somebody has gone out.
_LATE: Final = "late"
#: What a step of a made hand should come to.
_ON: Final = "on"
_OUT: Final = "out"
_MINE: Final = "mine"
#: What seat 1 holds, the phase, the pile, the card that it draws next; what it does, and what comes of each: the next
#: seat is on turn, seat 1 is out, or its turn goes on. `...` is a round of the others, who draw and discard what they
#: drew.
_TRIED: Final[tuple[tuple[str, str, str, str, tuple[tuple[str, str], ...]], ...]] = (
    ("Kc Kd Kh", "play", "9s", "Qs", (("meld {Kc Kd Kh}", _ON), ("...", _MINE), ("draw", _MINE), ("discard Qs", _OUT))),
    ("Th Jh", "play", "9s", "Qs", (("lay Th Jh on m1", _ON), ("...", _MINE), ("draw", _MINE), ("discard Qs", _OUT))),
    ("Th Js", "play", "9s", "Qs", (("lay Th on m1", _MINE), ("discard Js", _OUT))),
    ("Kc Kd", "draw", "Kh", "Qs", (("take Kh with {Kc Kd Kh}", _ON), ("...", _MINE), ("draw", _MINE))),
    ("", "draw", "9s", "Th", (("draw", _MINE), ("lay Th on m1", _ON), ("...", _MINE))),
    ("", "draw", "Kc Kd Kh Js", "Th", (("take Kc with {Kc Kd Kh}", _MINE), ("discard Js", _OUT))),
    ("", "draw", "Kc Kd Kh Js Qs", "Th", (("take Kc with {Kc Kd Kh}", _MINE), ("discard Js", _ON))),
    ("", "draw", "9s", "Qs", (("draw", _MINE), ("discard Qs", _OUT))),
)
_DRAWN: Final = "2s 4s 5s 6s 7s 8s 3s"


def _made(rules: Rules, hand: str, phase: str, pile: str, card: str) -> State:
    others = ["2c Ac", "As Ad", "Ts Tc", "Jc Jd", "Qc Qd", "4c 5c", "7c 8c"]
    hands = [others[0], hand, *others[1 : rules.seats - 1]]
    stock = [*_DRAWN.split()[: rules.seats - 1], card, "6c", "9c"]
    if phase == DRAW_PHASE and not hand:
        stock = [card, *_DRAWN.split(), "6c", "9c"]
    melds = ["1 [3h 4h 5h 6h 7h 8h 9h]", f"{(rules.seats - 1) if rules.seats > 2 else 0} [3d 4d 5d 6d 7d 8d 9d]"]
    text = (
        f'to_act = 1\nphase = "{phase}"\nhands = {hands}\nstock = "{" ".join(stock)}"\npile = "{pile}"\n'
        f"melds = {melds}\nlast = 0"
    )
    return parse_position(text, rules=rules).state


def _round(rules: Rules, state: State) -> State:
    """Everybody but seat 1 draws a card and discards it."""
    for seat in range(2, rules.seats + 1):
        card = state.stock[0]
        state = apply(rules, state, Action(seat % rules.seats, "draw"))
        state = apply(rules, state, Action(seat % rules.seats, "discard", card))
    return state


@unless_others_say(*PLAY, known=TOGETHER)
def floating_in_made_hands(rules: Rules) -> Fault | None:
    """`out.floating` in positions that are made: its four ways, by a meld, a lay-off, a take, and a discard.

    A take that the rules in force refuse ends what is tried.
    """
    for hand, phase, pile, card, steps in _TRIED:
        state = _made(rules, hand, phase, pile, card)
        for words, comes in steps:
            if words == "...":
                state = _round(rules, state)
            else:
                action = parse_action(f"1: {words}", state, rules=rules)
                refusal = why_not(rules, state, action)
                if refusal is not None and words.startswith("take"):
                    break
                if refusal is not None:
                    return Fault(f"{words!r} is refused by {refusal.rule}", action, "may", state)
                before, state = state, apply(rules, state, action)
                fault = _came(rules, state, comes)
                if fault is not None:
                    return Fault(f"after {words!r} {fault}", action, state=before)
    return None


def _came(rules: Rules, state: State, comes: str) -> str | None:
    public = state.public
    if comes == _OUT:
        return None if public.out == 1 and public.phase in (OVER_PHASE, _LATE) else "seat 1 should be out"
    seat = 1 if comes == _MINE else 2 % rules.seats
    if (public.out, public.phase, public.to_act) == (-1, PLAY_PHASE if comes == _MINE else DRAW_PHASE, seat):
        return None
    return f"seat {seat} should go on, and the phase is {public.phase!r} with seat {public.to_act}"


@unless_others_say(*PLAY, known=TOGETHER)
def a_playable_last_card(rules: Rules) -> Fault | None:
    """`out.unplayable-discard`, `out.unplayable-claim`: a last card that fits, in a position that is made.

    It goes with `free`, must be laid off with `unplayable`, and is offered to the others with `claim`: the last of them
    claims it where that is allowed, and the discarder floats.
    """
    state = _made(rules, "Th", "play", "9s", "Qs")
    discard = parse_action("1: discard Th", state, rules=rules)
    refusal = why_not(rules, state, discard)
    if rules.options[LAST_DISCARD] == UNPLAYABLE:
        barred = refusal is not None and refusal.rule == UNPLAYABLE_RULE
        return None if barred else Fault("a last card that fits may be discarded", discard, "may_not", state)
    if refusal is not None:
        return Fault("the last card may not be discarded", discard, "may", state)
    after = apply(rules, state, discard)
    if rules.options[LAST_DISCARD] != CLAIM:
        came = _came(rules, after, _OUT)
        return None if came is None else Fault(f"after the last discard {came}", discard, state=state)
    return _claim_tried(rules, after)


def _claim_tried(rules: Rules, state: State) -> Fault | None:
    claimer = rules.seats - 1 if rules.seats > 2 else 0
    own = rules.options["meld.layoff"] == "own" and rules.sides[claimer] != rules.sides[1]
    if own:
        out = state.public.out == 1
        return None if out else Fault("nobody may lay the last discard off, and seat 1 is not out", state=state)
    asked = [seat % rules.seats for seat in range(2, rules.seats + 1)]
    claimed = False
    for seat in asked:
        if (state.public.phase, state.public.to_act) != (CLAIM_PHASE, seat):
            return Fault(f"seat {seat} should be asked whether it claims the last discard", state=state)
        words = f"{seat}: call Th on m1" if seat == claimer else f"{seat}: pass"
        action = parse_action(words, state, rules=rules)
        if why_not(rules, state, action) is not None:
            return Fault(f"{words!r} is refused", action, "may", state)
        before, state = state, apply(rules, state, action)
        claimed = seat == claimer
        if claimed:
            came = _came(rules, state, _ON)
            return None if came is None else Fault(f"after the claim {came}", action, state=before)
    return None
