"""Laws of legal actions: listed ones are accepted, applied and asked for, all others are refused."""

from __future__ import annotations

import contextlib
import random
import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from rummy500 import (
    IllegalActionError,
    NotationError,
    Refusal,
    Rules,
    State,
    action_text,
    actions_for_cards,
    ask_order,
    decide,
    default_action,
    legal_actions,
    observe,
)
from rummy500.engine.step import apply, chance, is_over, outcome_move, resolve_chance, why_not
from rummy500.engine.stranding import is_unknown
from rummy500.engine.turns import is_in_any_order
from rummy500.engine.views import seat_view
from rummy500.hooks import DRAW_PHASE, EMPTY_BAG, count, replace
from rummy500.rules.actions import CALL, DECK, DISCARD, LAY, MELD, TAKE, Action
from rummy500_testing.hidden import viewers
from rummy500_testing.law import Fault, law, refused_as_done
from rummy500_testing.laws.steps import lost_cards
from rummy500_testing.near_misses import near_miss, nonsense
from rummy500_testing.play import MOST_LISTED, Snapshot, Step, pickled
from rummy500_testing.positions import short_hand

_RULE_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)?\Z")
_CHECKED = 60
_TRIED = 1
_RESOLVED = 8
_ACCEPTED = "an action that is not listed is accepted"


@law()
def listed_once(snapshot: Snapshot) -> Fault | None:
    """No action is listed twice."""
    if len(set(snapshot.listed)) == len(snapshot.listed):
        return None
    twice = next(action for action in snapshot.listed if snapshot.listed.count(action) > 1)
    return Fault("an action is listed twice", twice, "may")


@law()
def listed_actions_are_accepted(snapshot: Snapshot) -> Fault | None:
    """A listed action is not refused."""
    for action in snapshot.some(_CHECKED):
        refusal = why_not(snapshot.rules, snapshot.state, action)
        if refusal is not None:
            return Fault(f"a listed action is refused: {refusal}", action, "do")
    return None


@law()
def unlisted_actions_are_refused(snapshot: Snapshot) -> Fault | None:
    """An action, unless it is an outcome of chance, is either listed or refused with a rule id."""
    rules, state, rng = snapshot.rules, snapshot.state, snapshot.rng
    tried = [nonsense(rules, rng)]
    if snapshot.listed:
        tried += [near_miss(rules, state, rng.choice(snapshot.listed), rng) for _ in range(_TRIED)]
    for action in tried:
        # An outcome of the chance that is due is accepted and never listed.
        is_chance = action.seat == DECK and chance(rules, state) is not None
        if snapshot.whole and not is_chance:
            fault = _refused_unless_listed(snapshot, action)
            if fault is not None:
                return fault
    return None


def _is_outcome_of_listed(snapshot: Snapshot, action: Action) -> bool:
    """Return whether an action is an outcome of a listed decision: accepted, but never listed."""
    return outcome_move(snapshot.rules, action) is not None and replace(action, extra=()) in snapshot.listed


@law(costly=True)
def chance_is_resolved(snapshot: Snapshot) -> Fault | None:
    """resolve_chance turns a listed decision into an outcome, which is not listed and can be applied."""
    rules, state = snapshot.rules, snapshot.state
    for action in snapshot.some(_RESOLVED):
        seed = snapshot.rng.getrandbits(32)
        resolved, again = (resolve_chance(rules, state, action, random.Random(seed)) for _ in range(2))
        if resolved != again:
            return Fault(f"the same chance gives {resolved} and {again}", action)
        if resolved == action:
            continue
        if outcome_move(rules, resolved) is None or replace(resolved, extra=()) != action:
            return Fault(f"chance makes another decision of it: {resolved}", action)
        if resolved in snapshot.listed:
            return Fault("an outcome of chance is listed", resolved, "may_not")
        refusal = why_not(rules, state, resolved)
        if refusal is not None:
            return Fault(f"an outcome of chance is refused: {refusal}", resolved)
        if resolve_chance(rules, state, resolved, snapshot.rng) != resolved:
            return Fault("what has its outcome is resolved anew", resolved)
        if apply(rules, state, resolved) == state:
            return Fault("an outcome of chance changes nothing", resolved)
    return None


def _refused_unless_listed(snapshot: Snapshot, action: Action) -> Fault | None:
    try:
        refusal = why_not(snapshot.rules, snapshot.state, action)
    except Exception as error:  # noqa: BLE001 - whatever it raises is the fault that is reported
        return Fault(f"why_not raises {type(error).__name__}: {error}", action, "refuse")
    if action in snapshot.listed:
        return None if refusal is None else Fault(f"a listed action is refused: {refusal}", action, "do")
    if refusal is None:
        return None if _is_outcome_of_listed(snapshot, action) else Fault(_ACCEPTED, action, "refuse")
    try:
        apply(snapshot.rules, snapshot.state, action)
    except IllegalActionError as error:
        if error.refusal != refusal:
            return Fault(f"why_not says {refusal}, apply says {error.refusal}", action, "refuse")
        return _ill_formed(refusal, action)
    return Fault("why_not refuses an action and apply does not", action, "refuse")


def _ill_formed(refusal: Refusal, action: Action) -> Fault | None:
    """A refusal names a rule and makes a sentence."""
    if _RULE_ID.match(refusal.rule) and refusal.reason and refusal.sentence:
        return None
    return Fault(f"a refusal without rule, reason or sentence: {refusal!r}", action, "refuse")


@law(costly=True)
def the_list_is_a_sequence(snapshot: Snapshot) -> Fault | None:
    """For the list of legal actions, iter, len, bool, index and in agree."""
    rules, state, listed = snapshot.rules, snapshot.state, snapshot.listed
    if bool(legal_actions(rules, state)) != bool(listed):
        return Fault(f"bool of the list differs from its {len(listed)} actions")
    if listed and legal_actions(rules, state)[len(listed) - 1] != listed[-1]:
        return Fault("indexing differs from iterating", listed[-1], "may")
    if snapshot.whole:
        again = legal_actions(rules, state)
        if len(again) != len(listed) or tuple(again) != listed:
            return Fault(f"{len(listed)} actions at first, {len(again)} when listed again")
        if listed and (again[-1] != listed[-1] or tuple(again[:2]) != listed[:2]):
            return Fault("indexing differs from iterating", listed[-1], "may")
    fresh = legal_actions(rules, state)
    for action in snapshot.some(_CHECKED):
        if action not in fresh:
            return Fault("a listed action is not in the list", action, "may")
    return None


@law(name="plain() is a part of the list", costly=True)
def plain_is_a_part_of_the_list(snapshot: Snapshot) -> Fault | None:
    """plain() is a part of the list, empty only if it is."""
    plain = legal_actions(snapshot.rules, snapshot.state).plain()
    if bool(plain) != bool(snapshot.listed):
        return Fault(f"{len(snapshot.listed)} actions are listed and {len(plain)} of them are plain")
    listed = frozenset(snapshot.listed)
    for action, _ in zip(plain, range(MOST_LISTED), strict=False):
        legal = action in listed if snapshot.whole else why_not(snapshot.rules, snapshot.state, action) is None
        if not legal:
            return Fault("a plain action is not listed", action, "may_not")
        if action not in plain:
            return Fault("a plain action is not in the plain list", action, "may")
    return None


# ---------------------------------------------------------------- applying

_APPLIED = 20


@law(costly=True)
def listed_actions_can_be_applied(snapshot: Snapshot) -> Fault | None:
    """Applying a listed action or a due outcome of chance gives one new state, from which play goes on.

    An action after which nobody can do anything, and no chance is due, strands the hand (`turn.no-stranding`).
    """
    rules, state = snapshot.rules, snapshot.state
    due = chance(rules, state)
    for action in snapshot.some(_APPLIED) if due is None else [due.sample(snapshot.rng)]:
        try:
            after, again = apply(rules, state, action), apply(rules, state, action)
        except IllegalActionError as error:
            return Fault(f"a listed action cannot be done: {error}", action)
        if after == state:
            return Fault("an action changes nothing", action)
        if after != again or hash(after) != hash(again):
            return Fault("an action done twice gives two states", action)
        lost = lost_cards(rules, after)
        if lost is not None:
            return Fault(f"after the action {lost.what}", action)
        if not (is_over(after) or chance(rules, after) or legal_actions(rules, after)):
            return Fault("after the action nobody can do anything", action)
    return None


@law(costly=True)
def applying_changes_no_state(snapshot: Snapshot) -> Fault | None:
    """Neither an applied nor a refused action changes the state that it was given."""
    rules, state = snapshot.rules, snapshot.state
    copy, before = pickled(state), hash(state)
    for action in snapshot.some(_APPLIED):
        for tried in (action, near_miss(rules, state, action, snapshot.rng)):
            with contextlib.suppress(IllegalActionError):
                apply(rules, state, tried)
            if hash(state) != before or state != copy:
                return Fault("applying changes the state that it was given", tried)
    return None


# ---------------------------------------------------------------- asking

_SELECTED = 6
_TYPED = 3
_OF_CARDS = (CALL, DISCARD, LAY, MELD, TAKE)


@law(name="ask_order names who may act", costly=True)
def ask_order_names_who_may_act(snapshot: Snapshot) -> Fault | None:
    """ask_order names exactly the seats that have a listed action."""
    asked, acting = set(ask_order(snapshot.rules, snapshot.state)), {action.seat for action in snapshot.listed}
    if asked == acting or (not snapshot.whole and asked >= acting):
        return None
    return Fault(f"seats {sorted(asked)} are asked, seats {sorted(acting)} may act")


@law(costly=True)
def the_default_is_legal(snapshot: Snapshot) -> Fault | None:
    """The seat on turn, or each seat that a round waits for, has a legal default action. No other seat has one."""
    rules, public = snapshot.rules, snapshot.state.public
    waits = public.turn.pending if is_in_any_order(rules, public.phase) else (public.to_act,)
    for seat in range(rules.seats):
        action = default_action(rules, snapshot.state, seat)
        needed = seat in waits and bool(legal_actions(rules, snapshot.state, seat=seat))
        if (action is not None) != needed:
            return Fault(f"seat {seat} {'needs' if needed else 'does not need'} to act; its default is {action}")
        if action is not None and (action.seat != seat or why_not(snapshot.rules, snapshot.state, action) is not None):
            return Fault(f"the default of seat {seat} is not legal", action, "do")
    return None


@law(costly=True)
def selected_cards_give_their_actions(snapshot: Snapshot) -> Fault | None:
    """Selecting the cards of a listed action offers that action, and offers no action that is refused."""
    for action in snapshot.some(_SELECTED):
        if action.verb not in _OF_CARDS or action.extra:
            continue
        cards = tuple(piece & 63 for piece in action.pieces) or (action.card,)
        found = actions_for_cards(snapshot.rules, snapshot.state, action.seat, cards)
        if action not in found:
            return Fault("the cards of a listed action are not read as it", action, "may")
        for other in found:
            if why_not(snapshot.rules, snapshot.state, other) is not None:
                return Fault("picked cards are read as an action that is refused", other, "may")
    return None


@law(costly=True)
def text_acts_for_its_own_seat_only(snapshot: Snapshot) -> Fault | None:
    """Decide reads the text of a listed action for its own seat, and refuses it to every other."""
    rules, state = snapshot.rules, snapshot.state
    for action in snapshot.some(_TYPED):
        for seat in range(rules.seats):
            decided = _decided(snapshot, seat, action_text(action, state))
            if seat != action.seat and not isinstance(decided, str):
                return Fault(f"seat {seat} acts for seat {action.seat}", decided, "may_not")
            if seat == action.seat:
                if isinstance(decided, str):
                    return Fault(f"the text of a listed action is refused: {decided}", action, "may")
                if decided != action and (outcome_move(rules, decided) is None or replace(decided, extra=()) != action):
                    return Fault(f"the text of an action is decided as {decided}", action)
                if why_not(rules, state, decided) is not None:
                    return Fault("what is decided is refused", decided)
    return None


@law(costly=True)
def no_player_decides_chance(snapshot: Snapshot) -> Fault | None:
    """No view and no text can decide an outcome of chance, and no text is accepted while chance is due."""
    rules, state = snapshot.rules, snapshot.state
    views = [observe(rules, state, seat) for seat in viewers(rules)]
    for outcome in _outcomes(snapshot):
        if any(why_not(rules, view, outcome) is None for view in views):
            return Fault("a view decides how chance falls", outcome)
        texts = {action_text(outcome, state), outcome.text(state.public.pile), "draw"}
        for text in texts if outcome.seat == DECK else texts - {"draw"}:
            for seat in range(rules.seats):
                if not isinstance(_decided(snapshot, seat, text), str):
                    return Fault(f"seat {seat} decides how chance falls by {text!r}", outcome)
    return None


def _outcomes(snapshot: Snapshot) -> Iterator[Action]:
    """List outcomes of the chance that is due or that is part of listed actions."""
    due = chance(snapshot.rules, snapshot.state)
    if due is not None:
        yield due.sample(snapshot.rng)
    for action in snapshot.some(_TYPED):
        outcome = resolve_chance(snapshot.rules, snapshot.state, action, snapshot.rng)
        if outcome_move(snapshot.rules, outcome) is not None:
            yield outcome


def _decided(snapshot: Snapshot, seat: int, text: str) -> Action | str:
    """Read a seat's text as its decision; return the action, or why there is none."""
    try:
        return decide(snapshot.rules, snapshot.state, seat, text, snapshot.rng)
    except (IllegalActionError, NotationError) as error:
        return str(error)


# ---------------------------------------------------------------- stranding

_PLAYS: Final = (CALL, LAY, MELD, TAKE)
#: How many hands are generated.
_GENERATED: Final = 24
#: The most states that are searched after an action; a turn with more of them has many ends.
_MOST_STATES: Final = 300


@law()
def every_turn_can_end(rules: Rules) -> Fault | None:
    """In a hand with few cards besides a meld with a card of the pile, the turn can end after each listed action.

    A barred card may be discarded if nothing else is left, but only after a card was drawn unseen. With plugins the
    look-ahead may be unable to judge within its limit what is left; then it allows the action.
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
                unjudged = bool(rules.answered) and is_unknown(rules, seat_view(rules, after, state.public.to_act))
                if not unjudged and not _ends(rules, state, action, after, rng):
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

    def over(state: State) -> bool:
        ended = is_over(state) or state.public.to_act != seat or state.public.phase == DRAW_PHASE
        return ended or chance(rules, state) is not None

    met = {after}
    left = [] if over(after) else [after]
    while left:
        state = left.pop()
        if len(met) > _MOST_STATES:
            return True
        bag = rules.turn.barred(rules, observe(rules, state, seat)) if action.verb in _PLAYS else EMPTY_BAG
        # Discards first: they end the turn.
        listed = islice(legal_actions(rules, state), MOST_LISTED)
        for each in sorted(listed, key=lambda action: action.verb != DISCARD):
            # A card equal to a barred one may be discarded if it was in the hand before.
            if each.verb == DISCARD and 0 < count(state.hands[seat], each.card) <= count(bag, each.card):
                continue
            further = apply(rules, state, resolve_chance(rules, state, each, rng))
            if over(further):
                return True
            if further not in met:
                met.add(further)
                left.append(further)
    return over(after)
