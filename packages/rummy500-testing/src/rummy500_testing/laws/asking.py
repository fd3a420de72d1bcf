"""Laws of the other questions of programs: whom to ask, the default action, selected cards, text from players."""

from __future__ import annotations

from collections.abc import Iterator

from rummy500.actions import CALL, DECK, DISCARD, LAY, MELD, TAKE, Action
from rummy500.engine.advice import ask_order, default_action
from rummy500.engine.listing import legal_actions
from rummy500.engine.step import chance, outcome_move, resolve_chance, why_not
from rummy500.engine.turns import is_in_any_order
from rummy500.errors import IllegalActionError, NotationError
from rummy500.game.view import observe
from rummy500.notation.actions import action_text, decide
from rummy500.records import replace
from rummy500.selection import actions_for_cards
from rummy500_testing.law import Fault, law
from rummy500_testing.snapshot import Snapshot

_SELECTED = 6
_TYPED = 3
_OF_CARDS = (CALL, DISCARD, LAY, MELD, TAKE)


@law(name="ask_order names who may act", costly=True)
def ask_order_names_who_may_act(snapshot: Snapshot) -> Fault | None:
    """ask_order names exactly the seats that have a listed action."""
    asked, acting = set(ask_order(snapshot.rules, snapshot.state)), {action.seat for action in snapshot.listed}
    if asked == acting or not (snapshot.whole or asked >= acting):
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
        found = actions_for_cards(snapshot.rules, snapshot.state, action.seat, _cards(action))
        if action not in found:
            return Fault("the cards of a listed action are not read as it", action, "may")
        for other in found:
            if why_not(snapshot.rules, snapshot.state, other) is not None:
                return Fault("picked cards are read as an action that is refused", other, "may")
    return None


def _cards(action: Action) -> tuple[int, ...]:
    return tuple(piece & 63 for piece in action.pieces) or (action.card,)


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
                if decided != action and (outcome_move(rules, decided) is None or _plain(decided) != action):
                    return Fault(f"the text of an action is decided as {decided}", action)
                if why_not(rules, state, decided) is not None:
                    return Fault("what is decided is refused", decided)
    return None


@law(costly=True)
def no_player_decides_chance(snapshot: Snapshot) -> Fault | None:
    """No view and no text can decide an outcome of chance, and no text is accepted while chance is due."""
    rules, state = snapshot.rules, snapshot.state
    views = [observe(rules, state, seat) for seat in (None, *range(rules.seats))]
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


def _plain(action: Action) -> Action:
    """Remove the outcome of chance from a decision."""
    return replace(action, extra=())


def _decided(snapshot: Snapshot, seat: int, text: str) -> Action | str:
    """Read a seat's text as its decision; return the action, or why there is none."""
    try:
        return decide(snapshot.rules, snapshot.state, seat, text, snapshot.rng)
    except (IllegalActionError, NotationError) as error:
        return str(error)


ASKING_LAWS = (
    ask_order_names_who_may_act,
    the_default_is_legal,
    selected_cards_give_their_actions,
    text_acts_for_its_own_seat_only,
    no_player_decides_chance,
)
