"""Laws of `out.floating` and of the last discard, for `rummy500.testing`."""

from __future__ import annotations

from typing import Any, Final

from rummy500 import DECK, Action, State, cards_of, legal_actions
from rummy500.hooks import (
    DRAW_PHASE,
    NEW_TURN,
    OVER_PHASE,
    PLAY_PHASE,
    USE_LAY,
    Rules,
    add,
    count,
    piece_card,
    replace,
    size,
    size_change,
)
from rummy500.testing import Fault, Law, Spot, Step
from rummy500.testing.others import FLOW, TOGETHER, unless_others_say
from rummy500_floating.made_hands import a_playable_last_card, floating_in_made_hands
from rummy500_floating.names import CLAIM, CLAIM_PHASE, LAST_DISCARD, UNPLAYABLE

#: The phase of late lay-offs (`add-opponents-hand`): somebody has gone out.
_LATE: Final = "late"
_PLAYS: Final = ("meld", "lay", "take", "call")


def what_it_sets(rules: Rules) -> Fault | None:
    """`out.floating`: melding everything is no way out of the game, and a card just drawn may be discarded."""
    for option, due in (("out.discard", "optional"), ("discard.barred", "lone-top")):
        if rules.options[option] != due:
            return Fault(f"{option} is {rules.options[option]!r}")
    return None


def _strict_end(rules: Rules, state: State) -> bool:
    """Whether the turn ends the hand because it drew the last card of the stock (`stock.strict`)."""
    return rules.options["stock.empty"] == "strict" and not state.public.stock_count


@unless_others_say(*FLOW, known=TOGETHER)
def melding_everything_floats(step: Step) -> Fault | None:
    """`out.floating`: putting the last card on the table ends the turn and not the hand; the turn passes to the left.

    The hand ends then only for want of cards: with neither stock nor pile, or with the last turn of a strict stock.
    Late lay-offs, Stops and claims are left out: no turn ends by them.
    """
    before, action, after = step.before, step.action, step.after
    if action.verb not in _PLAYS or action.seat == DECK or before.public.phase in (_LATE, CLAIM_PHASE):
        return None
    if action.verb == "call" and step.rules.turn.call == "last-discard":
        return None
    if size(after.hands[action.seat]):
        return None
    public = after.public
    if public.out >= 0:
        return Fault(f"seat {public.out} has melded everything, and is said to be out")
    if public.phase == OVER_PHASE:
        nothing = not public.stock_count and not public.pile
        return None if nothing or _strict_end(step.rules, after) else Fault("the hand ends as everything is melded")
    left = (action.seat + 1) % step.rules.seats
    if (public.phase, public.to_act) != (DRAW_PHASE, left):
        return Fault(f"seat {left} should begin a turn, and the phase is {public.phase!r} with seat {public.to_act}")
    if step.rules.turn.call == "last-discard" and any(each.verb == "call" for each in legal_actions(step.rules, after)):
        return Fault("something is called after a turn that ended without a discard")
    return None


@unless_others_say(*FLOW, known=TOGETHER)
def the_last_discard(step: Step) -> Fault | None:
    """`out.floating`, `out.unplayable-claim`: discarding the last card ends the hand at once, and its seat is out.

    With `floating.last-discard = claim` the others are asked first where any of them could lay it off, from the left of
    who discarded it. Late lay-offs come when somebody is really out. Nothing is claimed after the last turn of a strict
    stock.
    """
    action, after, rules = step.action, step.after, step.rules
    if action.verb != "discard":
        return None
    public, seat = after.public, action.seat
    if size(after.hands[seat]):
        over = public.phase == OVER_PHASE and public.ended == "out"
        return Fault("the hand ends by a discard that is not the last card") if over or public.out >= 0 else None
    claims = rules.options[LAST_DISCARD] == CLAIM and not _strict_end(rules, after)
    if claims and any(_claims(rules, after, other) for other in range(rules.seats) if other != seat):
        left = (seat + 1) % rules.seats
        asked = (public.phase, public.to_act, public.last, public.out) == (CLAIM_PHASE, left, seat, -1)
        return None if asked else Fault(f"the card can be laid off, and seat {left} is not asked")
    if public.phase == CLAIM_PHASE and not _may_be_short(rules, after):
        return Fault("nobody can lay the card off, and the others are asked")
    if public.phase != CLAIM_PHASE and (public.out != seat or public.phase not in (OVER_PHASE, _LATE)):
        return Fault(f"seat {seat} has discarded its last card and is not out")
    return None


def _opened(rules: Rules, state: State, seat: int) -> bool:
    """Whether what a first minimum asks of a seat is no matter here (`meld.first-minimum`)."""
    return not rules.melding.opening_minimum or any(seat in meld.by for meld in state.public.table)


def _may_be_short(rules: Rules, state: State) -> bool:
    return not all(_opened(rules, state, seat) for seat in range(rules.seats))


def _claims(rules: Rules, state: State, seat: int) -> set[tuple[tuple[int, ...], int]]:
    """How a seat could lay the top of the pile off in a turn of its own: each as the piece and the meld.

    A seat that has not opened cannot.
    """
    if not _opened(rules, state, seat):
        return set()
    public = state.public
    card = public.pile[-1]
    hands = list(state.hands)
    hands[seat] = add(hands[seat], card)
    public = replace(
        public,
        phase=PLAY_PHASE,
        to_act=seat,
        turn=NEW_TURN,
        ended="",
        out=-1,
        sizes=public.sizes + size_change(seat, 1),
    )
    turn = replace(state, public=public, hands=tuple(hands), drawn=0)
    found = (action for action in legal_actions(rules, turn, seat=seat) if action.verb == "lay")
    return {
        (each.pieces, each.on)
        for each in found
        if each.use == USE_LAY and len(each.pieces) == 1 and piece_card(each.pieces[0]) == card
    }


@unless_others_say("moves", known=TOGETHER)
def while_claims_are_asked(spot: Spot) -> Fault | None:
    """`out.unplayable-claim`: the seat that is asked lays the card off wherever it may, or passes; nobody else acts."""
    rules, public = spot.rules, spot.state.public
    if public.phase != CLAIM_PHASE:
        return None
    if rules.options[LAST_DISCARD] != CLAIM or public.to_act == public.last or size(spot.state.hands[public.last]):
        return Fault("there is nothing to claim")
    passes, claims = 0, set[tuple[tuple[int, ...], int]]()
    for action in spot.listed:
        lays = action.verb == "call" and action.use == USE_LAY and action.depth == 1 and len(action.pieces) == 1
        if action.seat != public.to_act or not (lays or action.verb == "pass"):
            return Fault("this is neither a claim of the last discard nor a pass", action, "may_not")
        if lays and piece_card(action.pieces[0]) != public.pile[-1]:
            return Fault("this claims another card than the last discard", action, "may_not")
        passes += action.verb == "pass"
        if lays:
            claims.add((action.pieces, action.on))
    if passes != 1:
        return Fault(f"{passes} passes are listed")
    due = _claims(rules, spot.state, public.to_act)
    return None if claims == due else Fault(f"{len(due)} claims should be listed, and {len(claims)} are")


@unless_others_say(*FLOW, known=TOGETHER)
def claimed_or_not(step: Step) -> Fault | None:
    """`out.unplayable-claim`: each claims or passes, clockwise; after the last the hand is over and the discarder out.

    After a claim the discarder floats: the card lies there for the claimer, and the turn passes to the discarder's
    left. Beside Michigan, where a turn that a Stop has put off comes next, whose turn it is is not judged, the rest is.
    """
    before, after, rules = step.before.public, step.after.public, step.rules
    if before.phase != CLAIM_PHASE:
        return None
    if step.action.verb == "pass":
        left = (before.to_act + 1) % rules.seats
        if left == before.last:
            done = after.out == before.last and after.phase in (OVER_PHASE, _LATE)
            return None if done else Fault(f"nobody has claimed, and seat {before.last} is not out")
        asked = (after.phase, after.to_act, after.last, after.pile) == (CLAIM_PHASE, left, before.last, before.pile)
        return None if asked else Fault(f"seat {left} should be asked")
    if step.action.verb != "call":
        return None
    there = after.table[step.action.on].by.count(step.action.seat)
    if after.pile != before.pile[:-1] or there != before.table[step.action.on].by.count(step.action.seat) + 1:
        return Fault("the card that is claimed does not lie on the meld for the claimer")
    if step.before.hands != step.after.hands or after.out >= 0:
        return Fault("a claim changes a hand, or somebody is out by it")
    if after.phase == OVER_PHASE:
        nothing = not after.stock_count and not after.pile
        return None if nothing else Fault("the hand is over after a claim")
    left = (before.last + 1) % rules.seats
    if after.phase != DRAW_PHASE or (after.to_act != left and "michigan" not in rules.plugins):
        return Fault(f"seat {left} should begin a turn, and the phase is {after.phase!r} with seat {after.to_act}")
    return None


@unless_others_say("bars", "moves", "uses", known=TOGETHER)
def what_may_be_discarded(spot: Spot) -> Fault | None:
    """`out.unplayable-discard`: a last card that its holder could lay off may not be discarded; all else may.

    A lone top discard just taken may not go either (`discard.not-taken`). Without the option every last card may be
    discarded. A turn that still owes a first minimum is not judged.
    """
    rules, state = spot.rules, spot.state
    public = state.public
    if public.phase != PLAY_PHASE or not spot.whole:
        return None
    if public.turn.plays and rules.melding.opening_minimum:
        return None
    seat = public.to_act
    discards, laid = set[int](), set[int]()
    for action in spot.listed:
        if action.verb == "discard":
            discards.add(action.card)
        elif action.pieces:
            laid.update(map(piece_card, action.pieces))
    lone = size(public.turn.taken) == 1
    last = size(state.hands[seat]) == 1
    for card in cards_of(state.hands[seat]):
        if lone and count(public.turn.taken, card):
            continue
        allowed = not (last and card in laid and rules.options[LAST_DISCARD] == UNPLAYABLE)
        if allowed != (card in discards):
            return Fault(
                f"a card of {size(state.hands[seat])} held {'may' if allowed else 'may not'} be discarded",
                Action(seat, "discard", card),
                "may" if allowed else "may_not",
            )
    return None


@unless_others_say("may_draw", "must_use", "moves", known=TOGETHER)
def a_floater_plays_on(spot: Spot) -> Fault | None:
    """`out.floating`: a floater's turn is like any other: a draw, or a take that melds; on an empty stock a pass.

    A lone top discard is taken by a floater only to be melded.
    """
    public = spot.state.public
    if public.phase != DRAW_PHASE or size(spot.state.hands[public.to_act]) or not spot.whole:
        return None
    mine = [action for action in spot.listed if action.seat == public.to_act]
    verbs = {action.verb for action in mine}
    if "draw" not in verbs and "pass" not in verbs:
        return Fault("a floater can neither draw nor pass")
    if public.stock_count and "draw" not in verbs:
        return Fault("a floater cannot draw")
    tops = [action for action in mine if action.verb == "take" and action.depth == 1]
    if tops and not any(action.pieces for action in tops):
        return Fault("a floater takes a card that fits nowhere", tops[0], "may_not")
    return None


LAWS: Final[tuple[Law[Any], ...]] = (
    Law(
        "floating: what it sets",
        "Melding everything is allowed and ends no hand, and a card just drawn may be discarded.",
        Rules,
        what_it_sets,
    ),
    Law(
        "floating: made hands",
        "Who melds the last card floats, and on the next turn draws and discards, melds on, or comes back into play.",
        Rules,
        floating_in_made_hands,
    ),
    Law(
        "floating: a playable last card",
        "A last card that fits may go, must be laid off, or may be claimed, as floating.last-discard says.",
        Rules,
        a_playable_last_card,
    ),
    Law(
        "floating: melding everything floats",
        "Putting the last card on the table ends the turn and not the hand, and the turn passes to the left.",
        Step,
        melding_everything_floats,
    ),
    Law(
        "floating: the last discard",
        "Discarding the last card ends the hand at once, unless it may be claimed and somebody could lay it off.",
        Step,
        the_last_discard,
    ),
    Law(
        "floating: while claims are asked",
        "The seat that is asked lays the last discard off wherever it could in a turn, or passes; nobody else acts.",
        Spot,
        while_claims_are_asked,
    ),
    Law(
        "floating: claimed or not",
        "The others are asked clockwise; after the last pass the discarder is out, after a claim it floats.",
        Step,
        claimed_or_not,
    ),
    Law(
        "floating: what may be discarded",
        "A last card that could be laid off may not be discarded with floating.last-discard = unplayable; every other"
        " card may but a lone top discard just taken.",
        Spot,
        what_may_be_discarded,
    ),
    Law(
        "floating: a floater plays on",
        "A floater draws, passes on an empty stock, or takes to meld.",
        Spot,
        a_floater_plays_on,
    ),
)
