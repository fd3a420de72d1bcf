"""Laws of `out.floating`: playing the last card to the table, and discarding the last card."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import rummy500 as r5
from rummy500 import DECK, Action, State, legal_actions
from rummy500.engine.turns import core_goes_out, core_next_turn
from rummy500.hooks import DRAW_PHASE, OVER_PHASE, PLAY_PHASE, Rules, add, piece_card, replace, size, size_change
from rummy500.rules.actions import USE_LAY
from rummy500.rules.state import NEW_TURN
from rummy500_floating.names import CLAIM, CLAIM_PHASE, LAST_DISCARD
from rummy500_testing import Fault, Law, Step, law
from rummy500_testing.altering import alter

#: The plugin whose laws these are.
PLUGIN: Final = "floating"
_TABLES: Final[dict[str, tuple[dict[str, object], int]]] = {
    "as the preset plays": ({}, 3),
    "short hands, the last discard called": ({"deal.size": 4, "call": "last-discard"}, 3),
    "short hands, a stock made anew": ({"deal.size": 4, "stock.empty": "reshuffle", "call": "full"}, 2),
    "a strict stock, an extra card": ({"deal.size": 5, "stock.empty": "strict", "deal.opening": "extra-card"}, 5),
    "a first minimum, one's own lay-offs": ({"deal.size": 5, "meld.first-minimum": 20, "meld.layoff": "own"}, 4),
}
#: pytest asks the laws under these rules, on every preset.
RULES: Final = {
    f"{last_discard}, {table}": {"options": {LAST_DISCARD: last_discard, **options}, "seats": seats}
    for table, (options, seats) in _TABLES.items()
    for last_discard in ("free", "unplayable", CLAIM)
}
#: Plugins that answer the same questions, and that these laws take into account.
BESIDE: Final = frozenset(
    (
        "add-opponents-hand",
        "dealers-gambit",
        "michigan",
        "throw-down",
    )
)
#: The phase of late lay-offs (`add-opponents-hand`): somebody has gone out.
_LATE: Final = "late"
_PLAYS: Final = ("meld", "lay", "take", "call")


@law()
def its_options_are_set(rules: Rules) -> Fault | None:
    """Melding everything is allowed and ends no hand, and a card just drawn may be discarded.

    Rule `out.floating`.
    """
    for option, due in (("out.discard", "optional"), ("discard.barred", "lone-top")):
        if rules.options[option] != due:
            return Fault(f"{option} is {rules.options[option]!r}")
    return None


def _strict_end(rules: Rules, state: State) -> bool:
    """Return whether the turn ends the hand because it drew the last card of the stock (`stock.strict`)."""
    return rules.options["stock.empty"] == "strict" and not state.public.stock_count


@law(rests_on=("flow",), beside=BESIDE)
def melding_everything_floats(step: Step) -> Fault | None:
    """Playing the last card to the table ends the turn but not the hand, and the turn passes to the left.

    Rule `out.floating`. The hand ends then only if there are no more cards: no stock and no pile, or the last turn of
    a strict stock. Late lay-offs, Stops and claims are left out: they end no turn.
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


@law(rests_on=("flow",), beside=BESIDE)
def the_last_discard_ends_the_hand(step: Step) -> Fault | None:
    """Discarding the last card ends the hand at once, unless claims are allowed and somebody could lay the card off.

    Rules `out.floating`, `out.unplayable-claim`. With `floating.last-discard = claim` the others are asked first,
    from the discarder's left, if any of them could lay the card off. Late lay-offs follow when a player is finally
    out. Nothing is claimed after the last turn of a strict stock.
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
    """Return whether no opening minimum stops a seat from laying off (`meld.first-minimum`)."""
    return not rules.melding.opening_minimum or any(seat in meld.by for meld in state.public.table)


def _may_be_short(rules: Rules, state: State) -> bool:
    return not all(_opened(rules, state, seat) for seat in range(rules.seats))


def _claims(rules: Rules, state: State, seat: int) -> set[tuple[tuple[int, ...], int]]:
    """List how a seat could lay off the top of the pile in a turn of its own, each as the piece and the meld.

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


@law(rests_on=("flow",), beside=BESIDE)
def the_last_discard_is_offered_clockwise(step: Step) -> Fault | None:
    """The others are asked clockwise; after the last pass the discarder is out, after a claim the discarder floats.

    Rule `out.unplayable-claim`. After a claim the discarder floats: the card lies on the meld for the claimer, and
    the turn passes to the discarder's left. Beside Michigan, where a turn that a Stop put off comes next, the turn is
    not judged.
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


# ---------------------------------------------------------------- faults


def _rules(last_discard: str = "free") -> Rules:
    return r5.compose("classic", [PLUGIN], {LAST_DISCARD: last_discard}, seats=3)


def _said(rules: Rules, **options: str) -> Rules:
    """Plant a fault: an option does not say what is in force."""
    return alter(rules, options={**rules.options, **options})


def _back_to_the_same(rules: Rules, state: State, action: Action) -> State:
    """Let a floater draw at once instead of after a round."""
    after = _rules().turn.hand_emptied(rules, state, action)
    same = replace(after.public, to_act=action.seat)
    return replace(after, public=same) if after.public.phase == DRAW_PHASE else after


_ASKED: Final = """
phase  = "claim"
to_act = {}
last   = 1
hands  = ["Kc 8d", "", "Qd 2d"]
stock  = "4c 5c"
pile   = "3s 9h"
melds  = ["0 {{9s 9d 9c}}", "0 [6h 7h 8h]"]
"""


def _claim(text: str, **wrong: Any) -> Step:
    """Make an answer to the last discard after which something that all see is wrong; a name alone stays as it was."""
    rules = _rules(CLAIM)
    state = r5.parse_position(_ASKED.format(text[0]), rules=rules).state
    action = r5.parse_action(text, state)
    after = r5.apply(rules, state, action)
    wrong = {name: getattr(state.public, name) if value is None else value for name, value in wrong.items()}
    return Step(rules, state, action, replace(after, public=replace(after.public, **wrong)), "")


_OVER: Final = {"phase": "over", "ended": "out", "out": 1}
#: Each fault breaks its law: rules, in which hands are played, or a step or a game.
FAULTS: Final[tuple[tuple[Law[Any], Callable[[], object]], ...]] = (
    (its_options_are_set, lambda: _said(_rules(), **{"out.discard": "required"})),
    (its_options_are_set, lambda: _said(_rules(), **{"discard.barred": "drawn"})),
    (melding_everything_floats, lambda: alter(_rules(), hand_emptied=core_goes_out)),
    (melding_everything_floats, lambda: alter(_rules(), hand_emptied=_back_to_the_same)),
    (
        the_last_discard_ends_the_hand,
        lambda: alter(_rules(), hand_emptied=lambda rules, state, _: core_next_turn(rules, state)),
    ),
    (the_last_discard_ends_the_hand, lambda: _said(_rules(CLAIM), **{LAST_DISCARD: "free"})),
    (the_last_discard_ends_the_hand, lambda: _said(_rules(), **{LAST_DISCARD: CLAIM})),
    *(
        (the_last_discard_is_offered_clockwise, partial(_claim, text, **wrong))
        for text, wrong in (
            ("2: pass", {"to_act": 1}),
            ("2: pass", _OVER),
            ("0: pass", {"out": 0}),
            ("0: pass", {"phase": "draw"}),
            ("2: call 9h on m1", {"to_act": 1}),
            ("2: call 9h on m1", _OVER),
            ("2: call 9h on m1", {"table": None}),
            ("2: call 9h on m1", {"pile": None}),
        )
    ),
)
