"""Laws of the effect of an action: it moves the cards that it names, and cards keep their player.

They do not judge a plugin's own verbs, effects that a plugin replaces, or what a plugin does after a turn or an
emptied hand. But even a plugin's effect changes no other hand, unless its move says so (`Move.other_hands`), and the
cards that an action of a verb of the core plays belong to its seat.
"""

from __future__ import annotations

from collections import Counter

from rummy500.actions import CALL, DECK, DISCARD, TAKE, Action
from rummy500.cards.cards import cards_text
from rummy500.engine.turns import goes_out
from rummy500.rules.rules import Rules, alter
from rummy500.state import DRAW_PHASE, OVER_PHASE, PLAY_PHASE, State
from rummy500_testing.law import SKIPPED, Answer, Fault, law
from rummy500_testing.model.cards import faces_of_bag, faces_of_pieces
from rummy500_testing.model.known import answered, core_effect
from rummy500_testing.model.moving import difference, moved
from rummy500_testing.model.turn_flow import collected, gained
from rummy500_testing.snapshot import Step

_FROM_THE_PILE = (TAKE, CALL)
_VERBS = frozenset(("draw", "take", "pass", "meld", "lay", "discard", "call", "reshuffle"))


@law()
def an_action_moves_the_cards_that_it_names(step: Step) -> Answer:
    """Draw, take, meld, lay, discard, call and reshuffle move the cards that they name, and no others."""
    rules, before, action, after = step.rules, step.before, step.action, step.after
    if not core_effect(rules, action, before.public.phase):
        return SKIPPED
    due = moved(rules, before, action)
    if due is None:
        return SKIPPED
    what = difference(due, before, after)
    if what is not None and plugins_go_on(rules, action, after):
        # A plugin may move cards at the end of a turn or a hand; then the action is checked without the plugins.
        what = difference(due, before, _without_plugins(rules, before, action))
    return None if what is None else Fault(what)


def plugins_go_on(rules: Rules, action: Action, after: State) -> bool:
    """Return whether a plugin decides what follows an action that ends a turn or empties a hand."""
    if answered(rules, "turn_ended") and after.public.phase != PLAY_PHASE:
        return True
    return answered(rules, "hand_emptied") and action.seat != DECK and not after.hands[action.seat]


def _without_plugins(rules: Rules, before: State, action: Action) -> State:
    bare = alter(rules, turn_ended=None, hand_emptied=goes_out)
    return bare.turn.moves[action.verb].effect(bare, before, action)


@law()
def other_hands_do_not_change(step: Step) -> Answer:
    """An action changes only the hand of its seat, unless its move says that it changes other hands."""
    before, action, after = step.before, step.action, step.after
    if before.public.match != after.public.match:
        return Fault(f"the match before the hand was {before.public.match}, and now it is {after.public.match}")
    move = step.rules.turn.move_of(action, before.public.phase)
    if (move is not None and move.other_hands) or plugins_go_on(step.rules, action, after):
        return SKIPPED
    acting = before.public.to_act if action.seat == DECK else action.seat
    for seat, (held, holds) in enumerate(zip(before.hands, after.hands, strict=True)):
        if seat != acting and held != holds:
            return Fault(f"seat {acting} acts and the hand of seat {seat} changes")
    return None


@law()
def cards_keep_their_player(step: Step) -> Answer:
    """A card on the table counts for the seat that played it, whoever owns the meld."""
    before, action, after = step.before, step.action, step.after
    if action.verb not in _VERBS or (action.use and action.use in step.rules.turn.uses):
        return SKIPPED
    if plugins_go_on(step.rules, action, after):
        return SKIPPED
    if len(after.public.table) < len(before.public.table):
        return Fault("a meld has gone from the table")
    for number, meld in enumerate(after.public.table, 1):
        if number <= len(before.public.table) and meld == before.public.table[number - 1]:
            continue
        now = Counter(zip(meld.pieces, meld.by, strict=True))
        lay = Counter[tuple[int, int]]()
        if number <= len(before.public.table):
            old = before.public.table[number - 1]
            lay = Counter(zip(old.pieces, old.by, strict=True))
            if old.owner != meld.owner:
                return Fault(f"m{number} was begun by seat {old.owner} and is said to be of seat {meld.owner}")
        elif meld.owner != action.seat:
            return Fault(f"seat {action.seat} has begun m{number}, which is said to be of seat {meld.owner}")
        if lay - now:
            return Fault(f"a card of m{number} has gone or counts for another seat")
        if any(seat != action.seat for _, seat in now - lay):
            return Fault(f"a card that seat {action.seat} has played to m{number} counts for another seat")
    return None


@law()
def the_turn_is_recorded(step: Step) -> Answer:
    """A turn records the cards that it has drawn, taken and played; the next turn begins with none."""
    rules, before, action, after = step.rules, step.before, step.action, step.after
    public, turn = after.public, after.public.turn
    if not core_effect(rules, action, before.public.phase):
        return SKIPPED
    if public.phase == OVER_PHASE:
        return None
    if public.phase == DRAW_PHASE:
        if after.drawn or turn.taken or turn.plays:
            return Fault("a turn begins with cards drawn, taken or played")
        return None
    if public.phase != PLAY_PHASE:
        return None
    drawn, taken = gained(rules, before, action)
    if faces_of_bag(after.drawn) != drawn or faces_of_bag(turn.taken) != taken:
        return Fault("the turn remembers other cards as drawn or taken than it has drawn or taken")
    plays = [(play.seat, play.use, play.pieces, play.on) for play in turn.plays]
    due = [(play.seat, play.use, play.pieces, play.on) for play in before.public.turn.plays]
    if before.public.phase == DRAW_PHASE:
        due = []
    if action.use and action.use not in rules.turn.uses:
        due.append((action.seat, action.use, action.pieces, action.on))
    elif action.use:
        return SKIPPED
    return None if plays == due else Fault("the turn remembers other plays than it has made")


@law()
def known_cards_were_seen_by_all(step: Step) -> Answer:
    """The public cards of a hand are those that it took from the pile and still holds, never a card drawn."""
    rules, before, action, after = step.rules, step.before, step.action, step.after
    if not core_effect(rules, action, before.public.phase) or (action.use and action.use in rules.turn.uses):
        return SKIPPED
    if plugins_go_on(rules, action, after):
        return SKIPPED
    for seat, (known, now) in enumerate(zip(before.public.known, after.public.known, strict=True)):
        due = faces_of_bag(known)
        if seat == action.seat and not _only_laid_off(rules, action):
            if action.verb in _FROM_THE_PILE:
                due += collected(rules, before, action)
            due -= faces_of_pieces(action.pieces)
            due -= Counter([action.card] if action.verb == DISCARD else [])
        elif now == known:
            continue
        if faces_of_bag(now) != due:
            shown, wanted = cards_text(faces_of_bag(now).elements()), cards_text(due.elements())
            return Fault(f"everyone knows seat {seat} to hold {wanted or 'nothing'}, and is shown {shown or 'nothing'}")
    return None


def _only_laid_off(rules: Rules, action: Action) -> bool:
    """Return whether a call lays the card off from the pile, through no hand (`call.last-discard`)."""
    return action.verb == CALL and rules.options["call"] == "last-discard"


STEP_LAWS = (
    an_action_moves_the_cards_that_it_names,
    other_hands_do_not_change,
    cards_keep_their_player,
    the_turn_is_recorded,
    known_cards_were_seen_by_all,
)
