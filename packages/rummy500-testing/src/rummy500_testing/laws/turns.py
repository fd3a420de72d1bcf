"""Laws of turns, of duties within them, and of rounds between the deal and the first turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rummy500 import (
    IllegalActionError,
    Rules,
    apply,
    ask_order,
    cards_text,
    chance,
    default_action,
    legal_actions,
    resolve_chance,
    why_not,
)
from rummy500.engine.plays import play_record
from rummy500.engine.stranding import may_go_on
from rummy500.engine.turns import is_in_any_order, round_of
from rummy500.engine.views import seat_view, spectator_view
from rummy500.hooks import replace
from rummy500.rules.actions import CALL, DECK, DRAW, NONE, Action
from rummy500.rules.move import Duty, End
from rummy500.rules.options import CALLS, STOCK_EMPTY
from rummy500.rules.state import (
    CORE_PHASES,
    DRAW_PHASE,
    ENDED_CIRCLE,
    ENDED_STOCK,
    OVER_PHASE,
    PLAY_PHASE,
    RESHUFFLE_PHASE,
    PublicState,
    State,
    View,
)
from rummy500_testing.law import SKIPPED, Answer, Fault, law
from rummy500_testing.laws.secrecy import differing
from rummy500_testing.laws.steps import plugins_go_on
from rummy500_testing.model import (
    answered,
    any_answered,
    core_effect,
    core_move,
    has_opened,
    idle_after,
    opening_minimum,
    played_now,
    predicted_turn,
    stale_after,
    turn_state,
)
from rummy500_testing.play import Game, Snapshot, Step

#: The phases of the core in which the seat on turn draws and plays, and what it does in each.
_DOES = {DRAW_PHASE: "draw", PLAY_PHASE: "play on"}
_OF_A_TURN = tuple(_DOES)


@law()
def the_turn_goes_on(step: Step) -> Answer:
    """A turn is a draw or a take, plays, a discard; then it passes to the left, or the hand is over with a reason."""
    rules, before, action, after = step.rules, step.before, step.action, step.after
    if not core_effect(rules, action, before.public.phase):
        return SKIPPED
    due = predicted_turn(rules, before, action, after)
    if due is None:
        return SKIPPED
    return None if due == turn_state(after) else Fault(f"expected {due}, found {turn_state(after)}")


@law()
def idle_turns_are_counted(step: Step) -> Answer:
    """With the stock empty, turns that only take the lone top card are counted, and playing a card resets the count.

    The law also tries actions that play cards after an idle turn has been counted. Of a plugin's move it checks only
    that more cards on the table reset the count.
    """
    return _miscounted(step, "idle", idle_after)


@law()
def no_reshuffle_without_a_play(step: Step) -> Answer:
    """After a reshuffle there is no other one until cards are played to the table.

    The law also tries actions that play cards when nothing has been played since a reshuffle, and a reshuffle instead
    of a draw. Of a plugin's move it checks only that more cards on the table allow another reshuffle.
    """
    return _miscounted(step, "stale", stale_after)


def _miscounted(step: Step, name: str, predicted: Callable[[State, Action], int]) -> Fault | None:
    """Find a wrong value of a field of the public state that a play resets: `idle` or `stale`."""
    if _plugins_decide(step):
        found, states = getattr(step.after.public, name), (step.before, step.after)
        lay, lie = (sum(len(meld.pieces) for meld in state.public.table) for state in states)
        wrong = found and lie > lay and step.after.public.phase != OVER_PHASE
        return Fault(f"cards are played, and {name} of the public state is still {found}") if wrong else None
    for before, action, after in _tried(step):
        due, found = predicted(before, action), getattr(after.public, name)
        if due != found and after.public.phase != OVER_PHASE:
            return Fault(f"{name} of the public state should be {due}, and is {found}", action, state=before)
    return None


def _plugins_decide(step: Step) -> bool:
    """Return whether a plugin overrides the effect of an action, or what follows it."""
    rules, action = step.rules, step.action
    if not core_effect(rules, action, step.before.public.phase) or action.use in rules.turn.uses:
        return True
    return plugins_go_on(step)


def _tried(step: Step) -> Iterator[tuple[State, Action, State]]:
    """List states before and after an action: those of the step, and some that random play rarely reaches.

    Those are the step's play as if an idle turn had followed a reshuffle, and a reshuffle instead of its draw.
    """
    rules, action, public = step.rules, step.action, step.before.public
    yield step.before, action, step.after
    if action.use:
        before = replace(step.before, public=replace(public, idle=1, stale=True))
        yield before, action, apply(rules, before, action)
    elif action.verb == DRAW and STOCK_EMPTY.of(rules.options) == "reshuffle" and len(public.pile) > 1:
        before = replace(
            step.before, stock=b"", public=replace(public, phase=RESHUFFLE_PHASE, stock_count=0, idle=1, stale=False)
        )
        due = chance(rules, before)
        if due is not None:
            reshuffle = due.sample(step.rng)
            yield before, reshuffle, apply(rules, before, reshuffle)


@law()
def the_opening_minimum_is_reached(step: Step) -> Answer:
    """A seat that begins its first melds has reached the opening minimum when its turn or the hand ends.

    Skipped if other seats may act within a turn, whose actions may put the minimum out of reach, and at an end where it
    is out of reach after plays that the look-ahead, which counts on moves of plugins, could not judge within its limit.
    In a phase of a plugin's own nothing is due.
    """
    rules = step.rules
    minimum = opening_minimum(rules, step.before, step.action.seat) if step.action.seat != DECK else 0
    if not minimum or step.before.public.phase not in CORE_PHASES:
        return None
    if any_answered(rules, "uses", "may.discard") or rules.turn.other_moves.get(PLAY_PHASE):
        return SKIPPED
    ended = _ended_turn(step)
    if ended is None or has_opened(ended.public, step.action.seat):
        return None
    points = played_now(rules, ended)
    if points >= minimum:
        return None
    if rules.turn.follow_ups and not may_go_on(rules, seat_view(rules, step.before, step.action.seat)):
        return SKIPPED
    return Fault(f"the first melds bring {points} points, and {minimum} are due")


@law()
def the_opening_minimum_is_fixed(step: Step) -> Fault | None:
    """The opening minimum of a seat that has not opened does not change from its draw to the end of its turn."""
    rules, before, after = step.rules, step.before, step.after
    seat = after.public.to_act
    if after.public.phase != PLAY_PHASE or step.action.seat not in (seat, DECK) or has_opened(after.public, seat):
        return None
    due, found = opening_minimum(rules, before, seat), opening_minimum(rules, after, seat)
    return None if due == found else Fault(f"the opening minimum of seat {seat} was {due} points, and is {found} now")


@law()
def wild_cards_are_open_and_fixed(step: Step) -> Fault | None:
    """One set of cards is wild for all seats and a spectator, and stays wild from a draw to the end of the turn."""
    rules, before, after = step.rules, step.before, step.after
    spectator = _wild(rules, spectator_view(rules, after))
    for seat in range(rules.seats):
        found = _wild(rules, seat_view(rules, after, seat))
        if found != spectator:
            return Fault(f"{found} are wild for seat {seat}, and {spectator} for a spectator")
    if after.public.phase != PLAY_PHASE or step.action.seat not in (after.public.to_act, DECK):
        return None
    due = _wild(rules, spectator_view(rules, before))
    return None if due == spectator else Fault(f"{due} were wild in this turn, and {spectator} are now")


def _wild(rules: Rules, view: View) -> str:
    return cards_text(rules.finder_for(view).shapes.wilds) or "no cards"


def _ended_turn(step: Step) -> State | None:
    """Return the state at the end of the turn in which a seat played cards, if its own action ends that turn."""
    before, action, after = step.before.public, step.action, step.after.public
    plays, table = before.turn.plays, before.table
    if action.use and not (action.verb == CALL and CALLS.of(step.rules.options) == "last-discard"):
        plays, table = (*plays, play_record(action.seat, action.use, action.pieces, action.on)), after.table
    goes_on = after.phase != OVER_PHASE and len(after.turn.plays) >= len(plays)
    if goes_on or any(play.seat != action.seat for play in plays) or not plays:
        return None
    turn = replace(before.turn, plays=plays)
    return replace(step.before, public=replace(before, to_act=action.seat, table=table, turn=turn))


@law()
def the_turn_comes_back(game: Game) -> Fault | None:
    """A seat that has drawn ends its turn, whatever phases of plugins come between, and then its left neighbour draws.

    Another seat takes over a turn only by an action out of turn, such as a call. If a plugin answers `turn_ended`,
    that hook decides who draws next, and so does the last answer of a round between two turns.
    """
    rules, left = game.rules, not answered(game.rules, "turn_ended")
    between = {step.phase for step in rules.deal.between}
    turn: PublicState | None = None  # the last state in which a seat was to draw or to play
    ends, claimer = False, NONE
    for before, action, after in zip(game.states[:-1], game.actions, game.states[1:], strict=True):
        if before.public.phase in _OF_A_TURN:
            turn, ends, claimer = before.public, False, NONE
        move = rules.turn.move_of(action, before.public.phase)
        if move is not None and action.seat != DECK:
            claims = move.whose == "others"
            # A seat without cards may take one and use it at once; laying the last discard off out of turn is no turn.
            is_turn = bool(action.use) and not (claims and rules.turn.call == "last-discard")
            empties = not after.hands[action.seat] and bool(before.hands[action.seat] or is_turn)
            ends = ends or move.ends != "" or empties
            claimer = action.seat if claims else claimer
        now = after.public
        if turn is None or now.phase not in _OF_A_TURN:
            continue
        drawn = turn.phase == PLAY_PHASE
        passes_on = now.phase == DRAW_PHASE and ends
        if drawn and now.phase == DRAW_PHASE and not ends:
            return Fault(f"the turn of seat {turn.to_act} ends, by no move that ends a turn", action, state=before)
        takes_over = claimer != NONE and not drawn and (passes_on or now.phase == PLAY_PHASE)
        seats = (turn.to_act, claimer) if takes_over else (turn.to_act,)
        due = [(seat + passes_on) % rules.seats for seat in seats]
        is_between = before.public.phase in between
        if now.to_act not in due and not is_between and (left or not passes_on):
            what = f"it was the turn of seat {turn.to_act}, seat {due[0]} must {_DOES[now.phase]}"
            return Fault(f"{what}, and seat {now.to_act} does", action, state=before)
    return None


# ---------------------------------------------------------------- duties

#: How many plays are tried that could meet a duty.
_TRIED = 12
#: How many legal actions are listed to find plays among them.
_LISTED = 200


@law()
def chosen_ends_are_declared(step: Step) -> Answer:
    """A plugin's move that ends a turn or the hand declares it (`Move.ends`)."""
    rules, before, action, after = step.rules, step.before, step.action, step.after
    if _end_of(step) is None or core_move(rules, action, before.public.phase) is not None:
        return None
    move = rules.turn.move_of(action, before.public.phase)
    if move is None or move.ends or not after.hands[action.seat]:
        return None  # whoever plays its last card is asked before the play
    what = "hand" if after.public.phase == OVER_PHASE else "turn"
    return Fault(f"{action.verb!r} ends the {what}, but its move has no ends: it must say ends={what!r}")


@law()
def duties_are_met(step: Step) -> Answer:
    """Nobody ends a turn or the hand while a duty is open that a play could meet."""
    rules, before, action = step.rules, step.before, step.action
    end = _end_of(step) if rules.turn.duties else None
    if end is None:
        return None
    binding = [duty for duty in rules.turn.duties if duty.binds(end)]
    # A play of the last cards is judged by the view after it.
    plays_all = action.use and step.after.public.phase == OVER_PHASE and not step.after.hands[action.seat]
    ended = step.after if plays_all else before
    view = seat_view(rules, ended, action.seat)
    due = next((refusal for duty in binding if (refusal := duty.why(rules, view)) is not None), None)
    if due is None:
        return None
    play = _meets(step, binding)
    if play is None:
        return None
    return Fault(f"a duty is open at the end of the {end} ({due}), and {play.text(before.public.pile)} could meet it")


def _end_of(step: Step) -> End | None:
    """Return what the seat on turn ends by its action, `None` for nothing; the end of the stock ends nothing."""
    before, after = step.before.public, step.after.public
    if step.action.seat != before.to_act or before.phase not in (DRAW_PHASE, PLAY_PHASE):
        return None
    if after.phase == OVER_PHASE and after.ended not in (ENDED_STOCK, ENDED_CIRCLE):
        return "hand"
    if before.phase == PLAY_PHASE:
        return "turn" if after.phase in (DRAW_PHASE, OVER_PHASE) else None
    return "turn" if after.phase == DRAW_PHASE and after.to_act != before.to_act else None


def _meets(step: Step, duties: list[Duty]) -> Action | None:
    """Find a play after which every duty is met and the seat can end its turn; `None` if none is found."""
    rules, before, seat = step.rules, step.before, step.action.seat
    if before.public.phase != PLAY_PHASE:
        return None
    plays = [action for action in legal_actions(rules, before, seat=seat)[:_LISTED] if action.use]
    for play in step.rng.sample(plays, min(_TRIED, len(plays))):
        after = apply(rules, before, play)
        view, goes_on = seat_view(rules, after, seat), after.public.phase == PLAY_PHASE and after.public.to_act == seat
        if goes_on and all(duty.why(rules, view) is None for duty in duties) and _can_end(rules, after, seat):
            return play
    return None


def _can_end(rules: Rules, state: State, seat: int) -> bool:
    """Return whether a legal action of a seat ends its turn or the hand."""
    phase, listed = state.public.phase, legal_actions(rules, state, seat=seat)
    return any((move := rules.turn.move_of(action, phase)) is not None and move.ends for action in listed)


# ---------------------------------------------------------------- rounds

#: How many sets of choices are tried in one state, and in how many other orders.
_CHOICES: Final = 2
_ORDERS: Final = 3
#: How many actions of others are tried after an action.
_OTHERS: Final = 12


@law()
def each_pending_seat_can_act(snapshot: Snapshot) -> Fault | None:
    """Each seat that a round waits for has legal actions, a default action and a place in ask_order."""
    rules, state = snapshot.rules, snapshot.state
    public = state.public
    if round_of(rules, public.phase) is None:
        return None
    pending = public.turn.pending
    waits = pending if is_in_any_order(rules, public.phase) else pending[:1]
    asked = ask_order(rules, state)
    if asked[len(asked) - len(waits) :] != waits:
        return Fault(f"seats {list(waits)} are to act, and the order to ask seats is {list(asked)}")
    for seat in waits:
        default = default_action(rules, state, seat)
        if default is None:
            return Fault(f"seat {seat} is pending and has no legal action")
        if snapshot.whole and default not in snapshot.listed:
            return Fault(f"the default of pending seat {seat} is not listed for the whole table", default, "may")
        if snapshot.whole and snapshot.of_seat(seat) != tuple(legal_actions(rules, state, seat=seat)):
            return Fault(f"the list of pending seat {seat} is another one than its part of the whole list")
    return None


@law()
def pending_seats_do_not_wait(snapshot: Snapshot) -> Fault | None:
    """An action of a pending seat leaves all listed actions of the other pending seats legal."""
    rules, state = snapshot.rules, snapshot.state
    if not _several_wait(rules, state):
        return None
    for action in _choices(snapshot):
        others = [other for other in snapshot.listed if _is_choice(rules, state, other) and other.seat != action.seat]
        after = apply(rules, state, action)
        for other in snapshot.rng.sample(others, min(len(others), _OTHERS)):
            refusal = why_not(rules, after, other)
            if refusal is not None:
                return Fault(f"it was legal before seat {action.seat} acted: {refusal}", other, "may", after)
    return None


@law()
def a_round_has_no_order(snapshot: Snapshot) -> Fault | None:
    """If the seats of a round may act in any order, the same choices lead to the same state in every order."""
    rules, state = snapshot.rules, snapshot.state
    if not _several_wait(rules, state):
        return None
    for _ in range(_CHOICES):
        choices = _choices(snapshot)
        due = _after(rules, state, choices)
        for _ in range(_ORDERS):
            order = snapshot.rng.sample(choices, len(choices))
            found = _after(rules, state, order)
            if found != due:
                seats = [[action.seat for action in each] for each in (order, choices)]
                if isinstance(found, State) and isinstance(due, State):
                    what = differing(spectator_view(rules, found), spectator_view(rules, due))
                else:
                    what = " and ".join(end if isinstance(end, str) else "it goes on" for end in (found, due))
                return Fault(f"seats act in the order {seats[0]} and {seats[1]}, and it ends otherwise: {what}")
    return None


def _several_wait(rules: Rules, state: State) -> bool:
    return len(state.public.turn.pending) > 1 and is_in_any_order(rules, state.public.phase)


def _choices(snapshot: Snapshot) -> list[Action]:
    """Choose a listed action of each pending seat, without those in which chance takes part."""
    rules, state, rng = snapshot.rules, snapshot.state, snapshot.rng
    chosen: list[Action] = []
    for seat in state.public.turn.pending:
        listed = [action for action in snapshot.of_seat(seat) if _is_choice(rules, state, action)]
        if listed:
            chosen.append(rng.choice(listed))
    return [action for action in chosen if resolve_chance(rules, state, action, rng) == action]


def _is_choice(rules: Rules, state: State, action: Action) -> bool:
    """Return whether an action is one that pending seats make in any order."""
    move = rules.turn.move_of(action, state.public.phase)
    return move is not None and move.whose == "pending"


def _after(rules: Rules, state: State, choices: Sequence[Action]) -> State | str:
    """Apply choices one after the other; return the state after them, or why one is refused."""
    for action in choices:
        try:
            state = apply(rules, state, action)
        except IllegalActionError as error:
            return f"seat {action.seat} is refused ({error})"
    return state
