"""One step of a hand: `apply`, the chance that is due, and `why_not`, by the check of the action's move."""

from __future__ import annotations

from typing import Final

import attrs

from rummy500.base.errors import IllegalActionError, Reason, Refusal
from rummy500.base.inputs import clipped, quoted, refuse_arguments
from rummy500.base.records import replace
from rummy500.cards.cards import RandomBits, check_source, shuffled
from rummy500.cards.pieces import group_order, natural_order, run_order
from rummy500.engine.moves.discard import refuse_end
from rummy500.engine.plays import ON_A_MELD
from rummy500.engine.turns import wrong_phase
from rummy500.engine.views import check_table, rules_now, seat_view
from rummy500.rules.actions import (
    CALL,
    DECK,
    NONE,
    USE_GROUP,
    USE_LAY,
    USE_NONE,
    USE_RUN,
    Action,
    check_fields,
    reshuffle,
)
from rummy500.rules.blame import blame
from rummy500.rules.move import MoveInPlay
from rummy500.rules.rules import Rules
from rummy500.rules.state import OVER_PHASE, RESHUFFLE_PHASE, State, View, view_holding


def apply(rules: Rules, state: State, action: Action) -> State:
    """The state after an action; the state given is untouched.

    Args:
        rules: the rules in force.
        state: the state before.
        action: a legal action, or a possible outcome of the chance that is due.

    Returns:
        The new state.

    Raises:
        IllegalActionError: if the action is not legal, with the refusal.
        PositionError: for a state of other rules.
        TypeError: for something that is not a state or not an action.
    """
    if type(state) is not State:
        raise TypeError(f"actions are applied to a State, not to {quoted(state)}")
    if rules.wilds_change:
        rules = rules_now(rules, state)
    if not _is_listed(rules, state, action):
        refusal = why_not(rules, state, action)
        if refusal is not None:
            raise IllegalActionError(refusal)
    move = rules.turn.move_of(action, state.public.phase)
    if move is None:  # `why_not` has refused it
        raise IllegalActionError(refuse_verb(action))
    try:
        # As `carry_out`, whose call each step would pay for.
        after = (move.wrapped_effect or move.effect)(rules, state, action)
        if move.other_hands:
            after = _with_emptied(rules, state, action, after)
        return remembered(rules, state, action, after) if rules.memory.hand_memory else after
    except (Exception, SystemExit) as error:
        blame(error, rules)
        raise


def _is_listed(rules: Rules, state: State, action: Action) -> bool:
    """Whether the last complete list is of this state, or of a view of it, and has this action object."""
    of_rules, source, actions = rules.cache.listed
    if rules is not of_rules:
        return False
    if source is not state and not (type(source) is View and source.public is state.public):
        return False
    for listed in actions:
        if listed is action:
            return source is state or source == seat_view(rules, state, action.seat)
    return False


def carry_out(rules: Rules, state: State, action: Action) -> State:
    """The state after the effect of an action, with what plugins add to it (hook `effects`); it is not checked.

    For an effect of a plugin that does what another move does: a draw that has waited for other seats, for example.
    It raises `ValueError` for an unknown verb.
    """
    move = rules.turn.move_of(action, state.public.phase)
    if move is None:
        raise ValueError(f"carry_out was called for the verb {action.verb!r}, of which there is no move")
    after = (move.wrapped_effect or move.effect)(rules, state, action)
    return _with_emptied(rules, state, action, after) if move.other_hands else after


def _with_emptied(rules: Rules, before: State, action: Action, after: State) -> State:
    """Call `hand_emptied` for each seat whose hand an action has emptied: the actor, then clockwise."""
    for step in range(rules.seats):
        seat = (action.seat + step) % rules.seats
        if after.public.phase == OVER_PHASE:
            break
        if before.hands[seat] and not after.hands[seat]:
            after = rules.turn.hand_emptied(rules, after, replace(action, seat=seat))
    return after


def remembered(rules: Rules, before: State, action: Action, after: State) -> State:
    """The state after an action with what plugins remember of it."""
    memories = list(after.memories)
    for place, (_, memory) in enumerate(rules.memory.hand_memory):
        if memory.after is not None:
            memories[place] = memory.after(rules, before, action, after)
    return after if memories == list(after.memories) else replace(after, memories=tuple(memories))


def is_over(state: State | View) -> bool:
    """Whether the hand is over."""
    return state.public.phase == OVER_PHASE


# ---------------------------------------------------------------- chance


@attrs.frozen
class Chance:
    """The chance that is due.

    Attributes:
        what: its kind; `reshuffle` in the core.
        cards: the cards whose order it decides, which lie open.
    """

    what: str
    cards: bytes

    def sample(self, random_source: RandomBits) -> Action:
        """One possible outcome, each equally likely.

        Args:
            random_source: where the randomness comes from; a `random.Random` is one.
        """
        return reshuffle(shuffled(self.cards, random_source))


def chance(rules: Rules, state: State | View) -> Chance | None:
    """The chance that is due before anybody decides again, `None` if none is.

    Args:
        rules: the rules in force.
        state: a state or a view.
    """
    try:
        return Chance("reshuffle", state.public.pile[:-1]) if state.public.phase == RESHUFFLE_PHASE else None
    except AttributeError as error:
        refuse_arguments(error)
        raise


def resolve_chance(rules: Rules, state: State, action: Action, random_source: RandomBits) -> Action:
    """A decision with the chance that is part of it: what a program applies after a player has decided.

    Legal actions are decisions, listed without the outcome: `discard 9s`. Where chance is part of one, a tossed card
    that may land on others say, its outcome is sampled and stands in the action: `discard 9s over 4d 7c`.

    Args:
        rules: the rules in force.
        state: the state in which the action is to be applied.
        action: a decision that your program chose or checked; for text from outside use `decide`.
        random_source: where the randomness comes from; a `random.Random` is one.

    Returns:
        The action with its outcome; the action itself where no chance is part of it or it has its outcome already. It
        is no more legal than it was: `apply` checks it.
    """
    try:
        for (verb, _), move in () if action.extra else rules.turn.suffixed.items():
            if verb == action.verb and move.outcome is not None and state.public.phase in move.phases:
                check_source(random_source)
                return move.outcome(rules, state, action, random_source)
    except (Exception, SystemExit) as error:
        refuse_arguments(error)
        blame(error, rules)
        raise
    return action


def outcome_move(rules: Rules, action: Action) -> MoveInPlay | None:
    """The kind of move whose outcome an action has in it, `None` for a decision."""
    move = rules.turn.suffixed.get((action.verb, action.extra[0])) if action.extra else None
    return move if move is not None and move.outcome is not None else None


# ---------------------------------------------------------------- refusing
# `why_not`: why an action is not legal, by the check of its move (`engine/moves/`).

#: The types of the numbers of an action.
_WHOLE: Final = frozenset({int})


def why_not(rules: Rules, state: State | View, action: Action) -> Refusal | None:
    """Why an action is not legal.

    A view judges the actions of its own seat as the state does, but no seat decides how chance falls: a view refuses
    every action of the deck and every action with an outcome in it (`turn.seat`). A state accepts both, since programs,
    logs and replays apply what chance has done.

    Args:
        rules: the rules in force.
        state: a state, or the view of the seat that would act.
        action: any action, legal or not.

    Returns:
        `None` if it is legal; else a refusal with the id of the most specific rule. The order is: seat, phase, cards,
        shape, place, use, finish.

    Raises:
        PositionError: for a state of other rules.
        TypeError: for something that is not an action.
    """
    try:
        return _refusal(rules_now(rules, state) if rules.wilds_change else rules, state, action)
    except (Exception, SystemExit) as error:
        refuse_arguments(error)
        blame(error, rules)
        raise


_NO_SEAT: Final = Reason("turn.seat", "no-seat", "Seat {given} does not do that.")
_ACTED: Final = Reason("turn.seat", "acted", "You have acted in this round already, or need not act in it.")
_NOT_SEEN: Final = Reason("turn.seat", "not-seen", "What {seat} may do is not seen from here.")
_NO_SUCH_MOVE: Final = Reason("turn.phase", "no-such-move", 'There is no "{verb}" in these rules.')


def _refusal(rules: Rules, sight: State | View, action: Action) -> Refusal | None:
    public = sight.public
    if public.match.rules_number != rules.number:
        check_table(rules, sight)
    if type(action) is not Action:
        raise TypeError(f"an action is an Action, not {quoted(action)}; parse_action reads one from text")
    whole = type(action.seat) is type(action.card) is type(action.depth) is type(action.on) is int
    if not (whole and _WHOLE.issuperset(map(type, action.pieces))):
        check_fields(action)
    move = rules.turn.move_of(action, public.phase)
    if move is None:
        return refuse_verb(action)
    if (action.seat == DECK) != (move.whose == "deck") or not DECK <= action.seat < rules.seats:
        return _NO_SEAT(given=quoted(action.seat))
    if public.phase == OVER_PHASE:
        return wrong_phase(rules, move, public.phase)
    if move.whose == "turn" and action.seat != public.to_act:
        # One that goes on with a call comes too late.
        late = move.verb == CALL and not move.by
        return wrong_phase(rules, move, public.phase) if late else _NOT_YOURS(seat=public.to_act)
    if move.whose == "pending" and public.phase in move.phases and action.seat not in public.turn.pending:
        return _ACTED()
    if isinstance(sight, View) and action.seat not in (sight.seat, DECK):
        return _NOT_SEEN(seat=action.seat)
    if public.phase not in move.phases:
        return wrong_phase(rules, move, public.phase)
    view = _watching(rules, sight, action.seat)
    if (action.seat == DECK or action.extra) and isinstance(sight, View):
        by_chance = _refuse_chance(rules, sight, action)
        if by_chance is not None:
            return by_chance
    refusal = _refuse_now(rules, view, move, action)
    if refusal is None or rules.turn.refusal is None:
        return refusal
    return rules.turn.refusal(rules, view, action, refusal)


def _refuse_now(rules: Rules, view: View, move: MoveInPlay, action: Action) -> Refusal | None:
    """Refuse an action of a seat that may make this move now. `actions_of` (`engine/listing.py`) lists by the same."""
    if action.card == NONE and "card" in move.fields:
        return _NO_CARD(verb=action.verb)
    refusal = _unfilled(rules, view, move, action) if move.needs else None
    refusal = refusal or move.check(rules, view, action)
    if move.by:
        if refusal is None and move.forbids is not None:
            refusal = move.forbids(rules, view, action)
        if refusal is None and move.ends and rules.turn.duties:
            refusal = refuse_end(rules, view, move)
    if refusal is None and not rules.cache.actions.has(action):
        refusal = _malformed(rules, move, action)
    if refusal is None and move.by and not _is_candidate(rules, view, move, action):
        return _NOT_LISTED(verb=action.verb)
    return refusal


def _is_candidate(rules: Rules, view: View, move: MoveInPlay, action: Action) -> bool:
    return move.candidates is None or any(action == each for each in move.candidates(rules, view))


def _unfilled(rules: Rules, view: View, move: MoveInPlay, action: Action) -> Refusal | None:
    """Refuse an action in which a field is missing, so that no check of a plugin meets a blank."""
    missing = next((name for name, blank in move.needs if getattr(action, name) == blank), "")
    if action.use == USE_LAY and action.on == NONE and "on" in move.fields:
        missing = "on"
    if not missing:
        return None
    if missing == "extra":
        if _is_candidate(rules, view, move, action):
            return None  # one may say nothing
        # The author's sentence tells which words there are; an empty one is none of them.
        refusal = move.check(rules, view, replace(action, extra=("",)))
        if refusal is not None:
            return refusal
    return _TOO_LITTLE_SAID(verb=action.verb, part=_PARTS[missing])


def refuse_verb(action: Action) -> Refusal:
    """`turn.phase`: these rules have no such move."""
    return _NO_SUCH_MOVE(verb=clipped(action.verb))


_NO_CARD: Final = Reason("turn.phase", "no-card", "A {verb} needs a card.")
_BY_CHANCE: Final = Reason("turn.seat", "by-chance", "No player decides a {verb}: chance does.")
_OUTCOME: Final = Reason("turn.seat", "outcome", 'How that falls is chance: say only "{decision}".')
_NOT_YOURS: Final = Reason("turn.seat", "not-yours", "It is the turn of {seat}.")
_PARTS: Final = {"use": "cards to play", "pieces": "cards to play", "on": "a meld", "extra": "a word"}
_TOO_LITTLE_SAID: Final = Reason("turn.phase", "too-little-said", "A {verb} needs {part}.", _PARTS.values())
_NOT_LISTED: Final = Reason("turn.phase", "not-listed", "That {verb} is not possible now.")
_TOO_MUCH_SAID: Final = Reason("turn.phase", "too-much-said", "A {verb} has no {field}.")
_OUT_OF_ORDER: Final = Reason("turn.phase", "out-of-order", "The cards of this action are not in canonical order.")
_NO_USE: Final = Reason("turn.phase", "no-use", "This action names cards without a use.")


def _refuse_chance(rules: Rules, view: View, action: Action) -> Refusal | None:
    """`turn.seat`: no seat decides how chance falls, in an action of the deck or as part of its own action."""
    if action.seat == DECK:
        return _BY_CHANCE(verb=action.verb)
    if outcome_move(rules, action) is None:
        return None
    decision = replace(action, extra=()).text(view.public.pile)
    return _OUTCOME(decision=decision)


def _watching(rules: Rules, sight: State | View, seat: int) -> View:
    if isinstance(sight, View):
        return sight if sight.seat == seat else view_holding(sight, seat)
    return view_holding(sight, seat) if seat == DECK else seat_view(rules, sight, seat)


_ORDERS = {USE_RUN: run_order, USE_GROUP: group_order, USE_LAY: natural_order}


def _malformed(rules: Rules, move: MoveInPlay, action: Action) -> Refusal | None:
    """An action that says more than its move needs, or not in canonical order, is not an action of the list."""
    for name, blank in move.blanks:
        if getattr(action, name) != blank:
            return _TOO_MUCH_SAID(verb=action.verb, field=name)
    if "use" not in move.fields:
        return None
    in_order = rules.melding.finder.is_known(action.pieces)
    order = None if in_order else _ORDERS.get(action.use)
    if action.use not in move.uses or (order and order(action.pieces) != action.pieces):
        return _OUT_OF_ORDER()
    if not action.use and action.pieces:
        return _NO_USE()
    if action.on != NONE and action.use in (USE_NONE, USE_RUN, USE_GROUP):
        return ON_A_MELD()
    return None
