"""Laws of turns: their order, what each phase allows, how a turn and a hand end.

A law is skipped where a plugin overrides the subject of the law: the end of a turn (`turn_ended`), an emptied hand
(`hand_emptied`), or the effect of a move of the core.
"""

from __future__ import annotations

from collections.abc import Iterator

from rummy500.actions import CALL, DECK, DISCARD, DRAW, NONE, TAKE, Action
from rummy500.cards.cards import cards_text
from rummy500.engine.opening_minimum import OPENING
from rummy500.engine.plays import play_record
from rummy500.engine.step import apply, chance, why_not
from rummy500.engine.views import seat_view, spectator_view
from rummy500.records import replace
from rummy500.rules.rules import Rules
from rummy500.state import DRAW_PHASE, OVER_PHASE, PLAY_PHASE, RESHUFFLE_PHASE, PublicState, State, View
from rummy500_testing.law import SKIPPED, Answer, Fault, law
from rummy500_testing.laws.steps import plugins_go_on
from rummy500_testing.model.cards import hand_of
from rummy500_testing.model.judging import has_opened, opening_minimum, why_wrong
from rummy500_testing.model.known import answered, any_answered, core_effect
from rummy500_testing.model.shapes import shapes_of
from rummy500_testing.model.turn_flow import idle_after, predicted_turn, stale_after, turn_state
from rummy500_testing.model.values import played_now
from rummy500_testing.play import Game
from rummy500_testing.snapshot import Snapshot, Step

#: The phases of the core in which the seat on turn draws and plays, and what it does in each.
_DOES = {DRAW_PHASE: "draw", PLAY_PHASE: "play on"}
_OF_A_TURN = tuple(_DOES)
#: How many actions out of turn are tried in one state, and from how many listed ones they are generated.
_TRIED = 4
_CHANGED = 2


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

    The law also tries actions that play cards after an idle turn has been counted.
    """
    if _plugins_decide(step):
        return SKIPPED
    for before, action, after in _tried(step):
        due, found = idle_after(before, action), after.public.idle
        if due != found and after.public.phase != OVER_PHASE:
            return Fault(f"{due} idle turns in a row should be counted, and {found} are", action, state=before)
    return None


@law()
def no_reshuffle_without_a_play(step: Step) -> Answer:
    """After a reshuffle there is no other one until cards are played to the table.

    The law also tries actions that play cards when nothing has been played since a reshuffle, and a reshuffle instead
    of a draw.
    """
    if _plugins_decide(step):
        return SKIPPED
    for before, action, after in _tried(step):
        due, found = stale_after(before, action), after.public.stale
        if due != found and after.public.phase != OVER_PHASE:
            since = "nothing has" if due else "cards have"
            return Fault(f"{since} been played since the last reshuffle, and stale is {found}", action, state=before)
    return None


def _plugins_decide(step: Step) -> bool:
    """Return whether a plugin overrides the effect of an action, or what follows it."""
    rules, action = step.rules, step.action
    if not core_effect(rules, action, step.before.public.phase) or action.use in rules.turn.uses:
        return True
    return plugins_go_on(rules, action, step.after)


def _tried(step: Step) -> Iterator[tuple[State, Action, State]]:
    """List states before and after an action: those of the step, and some that random play rarely reaches.

    Those are the step's play as if an idle turn had followed a reshuffle, and a reshuffle instead of its draw.
    """
    rules, action, public = step.rules, step.action, step.before.public
    yield step.before, action, step.after
    if action.use:
        before = replace(step.before, public=replace(public, idle=1, stale=True))
        yield before, action, apply(rules, before, action)
    elif action.verb == DRAW and rules.options["stock.empty"] == "reshuffle" and len(public.pile) > 1:
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

    A move that lifts this duty may end them without it. Skipped if other seats may act within a turn: their actions
    may put the minimum out of reach.
    """
    rules = step.rules
    minimum = opening_minimum(rules, step.before, step.action.seat) if step.action.seat != DECK else 0
    if not minimum:
        return None
    if any_answered(rules, "uses", "may.discard") or rules.turn.other_moves.get(PLAY_PHASE):
        return SKIPPED
    move = rules.turn.move_of(step.action, step.before.public.phase)
    if move is not None and OPENING.name in move.lifts:
        return None
    ended = _ended_turn(step)
    if ended is None or has_opened(ended.public, step.action.seat):
        return None
    points = played_now(rules, ended)
    return Fault(f"the first melds bring {points} points, and {minimum} are due") if points < minimum else None


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
    """The same cards are wild for all seats and a spectator, and stay wild from a draw to the end of the turn."""
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
    if action.use and not (action.verb == CALL and step.rules.options["call"] == "last-discard"):
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
    that hook decides who draws next.
    """
    rules, left = game.rules, not answered(game.rules, "turn_ended")
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
        if now.to_act not in due and (left or not passes_on):
            what = f"it was the turn of seat {turn.to_act}, seat {due[0]} must {_DOES[now.phase]}"
            return Fault(f"{what}, and seat {now.to_act} does", action, state=before)
    return None


@law()
def out_of_turn_is_refused(snapshot: Snapshot) -> Fault | None:
    """An action out of phase, out of turn, or without a required use is refused."""
    rules, state = snapshot.rules, snapshot.state
    shapes = shapes_of(rules)
    for action in out_of_turn(snapshot):
        wrong = why_wrong(rules, shapes, state, action)
        if wrong is not None and why_not(rules, state, action) is None:
            return Fault(f"it is accepted, and {wrong}", action, "refuse")
    return None


def out_of_turn(snapshot: Snapshot) -> list[Action]:
    """Generate actions that are out of turn or out of phase for most seats."""
    state, rng, seats = snapshot.state, snapshot.rng, snapshot.rules.seats
    public = state.public
    found = [Action(rng.randrange(seats), DRAW), Action(public.to_act, DRAW)]
    for seat in (public.to_act, rng.randrange(seats)):
        hand = list(hand_of(state, seat))
        if hand:
            found.append(Action(seat, DISCARD, rng.choice(hand)))
    depths = [depth for depth in (1, 2, len(public.pile)) if 1 <= depth <= len(public.pile)]
    found += [Action(public.to_act, TAKE, public.pile[-depth], depth) for depth in depths]
    for action in snapshot.some(_CHANGED):
        found.append(replace(action, seat=(action.seat + rng.randrange(1, seats)) % seats))
        if action.verb == TAKE and action.use:
            below = action.depth + 1
            if below <= len(public.pile):
                found.append(replace(action, depth=below, card=public.pile[-below]))
            found.append(replace(action, use="", pieces=(), on=-1))
    return rng.sample(found, min(_TRIED, len(found)))


TURN_LAWS = (
    the_turn_goes_on,
    the_turn_comes_back,
    idle_turns_are_counted,
    no_reshuffle_without_a_play,
    the_opening_minimum_is_reached,
    the_opening_minimum_is_fixed,
    wild_cards_are_open_and_fixed,
    out_of_turn_is_refused,
)
