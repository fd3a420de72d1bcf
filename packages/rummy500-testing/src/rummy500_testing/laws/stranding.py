"""Laws against stranding: after every listed action the turn can end, by a discard if one is due."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Final

from rummy500.actions import CALL, DISCARD, LAY, MELD, TAKE, Action
from rummy500.cards.cards import EMPTY_BAG, count
from rummy500.engine.listing import legal_actions
from rummy500.engine.step import apply, chance, is_over, resolve_chance
from rummy500.errors import IllegalActionError
from rummy500.game.view import observe
from rummy500.rules.rules import Rules
from rummy500.state import DRAW_PHASE, State
from rummy500_testing.law import Fault, law, refused_as_done
from rummy500_testing.model.short_hands import short_hand
from rummy500_testing.snapshot import MOST_LISTED, Step

_PLAYS: Final = (CALL, LAY, MELD, TAKE)
#: How many hands are generated.
_GENERATED: Final = 24
#: The most states that are searched after an action; a turn with more of them has many ends.
_MOST_STATES: Final = 300


@law()
def every_turn_can_end(rules: Rules) -> Fault | None:
    """In a hand with few cards besides a meld with a card of the pile, the turn can end after each listed action.

    A barred card may be discarded if nothing else is left, but only after a card was drawn unseen.
    """
    rng = random.Random("hands with little beside a meld")
    for _ in range(_GENERATED):
        try:
            state = short_hand(rules, rng)
            if chance(rules, state) is not None:
                continue
            for action in islice(legal_actions(rules, state), MOST_LISTED):
                after = apply(rules, state, resolve_chance(rules, state, action, rng))
                if _goes_out_by_playing(rules, state, action, after):
                    return Fault(_BY_PLAYING, action, "may_not", state)
                if not _ends(rules, state, action, after, rng):
                    return Fault("after the action there is no way to end the turn", action, "may_not", state)
        except IllegalActionError as error:
            return Fault(refused_as_done(error))
    return None


@law()
def going_out_takes_a_discard(step: Step) -> Fault | None:
    """If going out requires a discard, nobody goes out by a meld, a lay-off, a take or a call."""
    return Fault(_BY_PLAYING) if _goes_out_by_playing(step.rules, step.before, step.action, step.after) else None


_BY_PLAYING: Final = "the last card is played, and going out takes a discard"


def _goes_out_by_playing(rules: Rules, before: State, action: Action, after: State) -> bool:
    if rules.turn.melding_goes_out or action.verb not in _PLAYS:
        return False
    return before.public.out < 0 and after.public.out == action.seat


def _ends(rules: Rules, begun: State, action: Action, after: State, rng: random.Random) -> bool:
    """Search for an end of the turn: one without a barred discard, unless a card was drawn unseen."""
    seat = begun.public.to_act
    met = {after}
    public = [after]
    while public:
        state = public.pop()
        over = is_over(state) or state.public.to_act != seat or state.public.phase == DRAW_PHASE
        if over or chance(rules, state) is not None or len(met) > _MOST_STATES:
            return True
        bag = rules.turn.barred(rules, observe(rules, state, seat)) if action.verb in _PLAYS else EMPTY_BAG
        for each in _discards_last(rules, state):
            # A card equal to a barred one may be discarded if it was in the hand before.
            if each.verb == DISCARD and 0 < count(state.hands[seat], each.card) <= count(bag, each.card):
                continue
            further = apply(rules, state, resolve_chance(rules, state, each, rng))
            if further not in met:
                met.add(further)
                public.append(further)
    return False


def _discards_last(rules: Rules, state: State) -> Iterator[Action]:
    """List the legal actions, those that end a turn first."""
    listed = tuple(islice(legal_actions(rules, state), MOST_LISTED))
    yield from sorted(listed, key=lambda action: action.verb == DISCARD)


STRANDING_LAWS = (every_turn_can_end, going_out_takes_a_discard)
