"""Laws of actions: where cards lie, which of them an action moves, and what its changes say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

import attrs

from rummy500 import Change, State, card_text, cards_of, cards_text, changes, find_defects, observe
from rummy500.engine.changes import Place, all_changes, places_aside
from rummy500.engine.plays import play_record
from rummy500.engine.step import apply, carry_out, chance
from rummy500.engine.turns import core_goes_out, core_next_turn
from rummy500.hooks import DRAW_PHASE, OVER_PHASE, PLAY_PHASE, Bag, common, size
from rummy500.rules.actions import CALL, DECK, DISCARD, TAKE, Action
from rummy500.rules.options import CALLS
from rummy500.rules.rules import Rules
from rummy500_testing.altering import alter
from rummy500_testing.hidden import viewer_name, viewers
from rummy500_testing.law import SKIPPED, Answer, Fault, law
from rummy500_testing.model import (
    answered,
    collected,
    core_effect,
    difference,
    emptied,
    faces_of_bag,
    faces_of_pieces,
    gained,
    moved,
)
from rummy500_testing.play import Snapshot, Step, snapshot_of
from rummy500_testing.positions import with_few_cards


@law()
def cards_are_conserved(snapshot: Snapshot) -> Fault | None:
    """Every card of the pack lies in exactly one place."""
    return lost_cards(snapshot.rules, snapshot.state)


def cards_at(rules: Rules, state: State) -> Iterator[int]:
    """List the cards at every place of a state."""
    yield from (*state.stock, *state.public.pile, *cards_of(state.public.gone))
    for hand in state.hands:
        yield from cards_of(hand)
    for meld in state.public.table:
        yield from (piece & 63 for piece in meld.pieces)
    for (_, memory), record in zip(rules.memory.hand_memory, state.memories, strict=True):
        yield from memory.cards(record) if memory.cards is not None else ()


def lost_cards(rules: Rules, state: State) -> Fault | None:
    """Find a card that is missing or lies in two places; `None` if all are right."""
    lie, pack = Counter(cards_at(rules, state)), Counter(rules.deal.pack + rules.deal.side_pack)
    if lie == pack:
        return None
    lost, more = cards_text((pack - lie).elements()), cards_text((lie - pack).elements())
    shown = (f"missing: {lost}" if lost else "", f"too many: {more}" if more else "")
    return Fault("; ".join(filter(None, shown)))


@law()
def counts_match_the_cards(snapshot: Snapshot) -> Fault | None:
    """The public sizes of the hands and of the stock equal the number of their cards."""
    state = snapshot.state
    if state.public.stock_count != len(state.stock):
        return Fault(f"the stock is said to have {state.public.stock_count} cards and has {len(state.stock)}")
    for seat, hand in enumerate(state.hands):
        shown = state.public.hand_size(seat)
        if shown != size(hand):
            return Fault(f"hand {seat} is said to have {shown} cards and has {size(hand)}")
    return None


@law()
def known_cards_are_in_the_hand(snapshot: Snapshot) -> Fault | None:
    """A card that everyone knows to be in a hand is in it."""
    for seat, (known, hand) in enumerate(zip(snapshot.state.public.known, snapshot.state.hands, strict=True)):
        if known and common(known, hand) != known:
            shown, there = cards_text(cards_of(known)), cards_text(cards_of(hand))
            return Fault(f"seat {seat} is known to have {shown} and has {there}")
    return None


@law(costly=True)
def positions_have_no_defect(snapshot: Snapshot) -> Fault | None:
    """A position that play reaches has no defect."""
    defects = find_defects(snapshot.rules, snapshot.state)
    return Fault("; ".join(f"{defect.name}: {defect.about}" for defect in defects)) if defects else None


# ---------------------------------------------------------------- steps

_FROM_THE_PILE = (TAKE, CALL)


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
    if what is not None and plugins_go_on(step):
        # A plugin may move cards at the end of a turn or a hand; then the action is checked without the plugins.
        what = difference(due, before, _without_plugins(rules, before, action))
    return None if what is None else Fault(what)


def plugins_go_on(step: Step) -> bool:
    """Return whether a plugin decides what follows an action that ends a turn or empties a hand."""
    rules, action, after = step.rules, step.action, step.after
    if answered(rules, "turn_ended") and after.public.phase != PLAY_PHASE:
        return True
    if not answered(rules, "hand_emptied") or action.seat == DECK:
        return False
    return not after.hands[action.seat] or emptied(rules, step.before, action)  # it may be filled again by now


def _without_plugins(rules: Rules, before: State, action: Action) -> State:
    """Apply an action as if no plugin decided what follows it."""
    bare = alter(rules, turn_ended=core_next_turn, hand_emptied=core_goes_out)
    return before if bare.turn.move_of(action, before.public.phase) is None else carry_out(bare, before, action)


@law()
def other_hands_do_not_change(step: Step) -> Answer:
    """An action changes only the hand of its seat, unless its move says that it changes other hands."""
    before, action, after = step.before, step.action, step.after
    if before.public.match != after.public.match:
        return Fault(f"the match before the hand was {before.public.match}, and now it is {after.public.match}")
    move = step.rules.turn.move_of(action, before.public.phase)
    if move is not None and move.other_hands:
        return SKIPPED
    if plugins_go_on(step):
        after = _without_plugins(step.rules, before, action)
    acting = before.public.to_act if action.seat == DECK else action.seat
    for seat, (held, holds) in enumerate(zip(before.hands, after.hands, strict=True)):
        if seat != acting and held != holds:
            return Fault(f"seat {acting} acts and the hand of seat {seat} changes")
    return None


@law()
def cards_keep_their_player(step: Step) -> Answer:
    """A card on the table counts for the seat that played it, whoever owns the meld.

    A plugin's move is judged by the cards that its action names, and by the cards that stay on the table. A move
    that changes other hands may play cards for another seat. If a meld shall count for another seat, leave `Meld.by`
    as it is, and move the points by the hook `score_lines`.
    """
    action = step.action
    move = step.rules.turn.move_of(action, step.before.public.phase)
    own = move is None or not move.other_hands
    was, now = _credits(step.before), _credits(step.after)
    named = faces_of_pieces(action.pieces)
    left = {card for card, _ in (was - now)}
    for card, seat in now - was:
        if own and seat != action.seat and card in named:
            return Fault(f"seat {action.seat} has played {card_text(card)}, and it counts for seat {seat}")
        if card in left and card not in named:
            return Fault(f"{card_text(card)} lay on the table for another seat, and now counts for seat {seat}")
    return None


def _credits(state: State) -> Counter[tuple[int, int]]:
    """Count the cards on the table, each with the seat that it counts for."""
    return Counter(
        (piece & 63, seat) for meld in state.public.table for piece, seat in zip(meld.pieces, meld.by, strict=True)
    )


@law()
def the_turn_is_recorded(step: Step) -> Answer:
    """A turn records the cards that it has drawn, taken and played; the next turn begins with none.

    Of a plugin's move within a turn the law checks that the cards which it lays on the table are recorded as played.
    """
    rules, before, action, after = step.rules, step.before, step.action, step.after
    public, turn = after.public, after.public.turn
    if public.phase == OVER_PHASE:
        return None
    if public.phase == DRAW_PHASE:
        begun = after.drawn or turn.taken or turn.plays
        return Fault("a turn begins with cards drawn, taken or played") if begun else None
    if not core_effect(rules, action, before.public.phase) or action.use in rules.turn.uses:
        return _recorded(step)
    if public.phase != PLAY_PHASE or plugins_go_on(step):
        return None
    drawn, taken = gained(rules, before, action)
    if faces_of_bag(after.drawn) != drawn or faces_of_bag(turn.taken) != taken:
        return Fault("the turn remembers other cards as drawn or taken than it has drawn or taken")
    due = () if before.public.phase == DRAW_PHASE else before.public.turn.plays
    if action.use:
        due = (*due, play_record(action.seat, action.use, action.pieces, action.on))
    return None if turn.plays == due else Fault("the turn remembers other plays than it has made")


def _recorded(step: Step) -> Answer:
    """Find a card that a plugin's move has laid on the table in a turn that does not record it as played."""
    one, two = step.before.public, step.after.public
    if (one.phase, two.phase, one.to_act, two.to_act) != (PLAY_PHASE, PLAY_PHASE, step.action.seat, step.action.seat):
        return SKIPPED
    if two.turn.plays[: len(one.turn.plays)] != one.turn.plays:
        return Fault("the turn no longer remembers a play that it has made")
    laid = Counter(card for card, _ in (_credits(step.after) - _credits(step.before)).elements())
    plays = Counter(piece & 63 for play in two.turn.plays[len(one.turn.plays) :] for piece in play.pieces)
    missing = cards_text(sorted((laid - plays).elements()))
    return (
        Fault(f"{missing} has been laid on the table, and the turn does not remember it as played") if missing else None
    )


@law()
def known_cards_were_seen_by_all(step: Step) -> Answer:
    """The public cards of a hand are those that it took from the pile and still holds, never a card drawn."""
    rules, before, action, after = step.rules, step.before, step.action, step.after
    if not core_effect(rules, action, before.public.phase) or (action.use and action.use in rules.turn.uses):
        return SKIPPED
    if plugins_go_on(step):
        return SKIPPED
    # A call lays the last discard off from the pile, through no hand (`call.last-discard`).
    through_hand = action.verb != CALL or CALLS.of(rules.options) != "last-discard"
    for seat, (known, now) in enumerate(zip(before.public.known, after.public.known, strict=True)):
        due = faces_of_bag(known)
        if seat == action.seat and through_hand:
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


# ---------------------------------------------------------------- the border of a turn


@law(costly=True)
def emptied_hands_and_ended_turns_go_on(snapshot: Snapshot) -> Answer:
    """After a plugin answers an emptied hand or an ended turn, each card has its place, and a seat can act.

    The law leaves the seat on turn one or two of its cards, and the others to the stock, and tries its moves.
    """
    rules, public = snapshot.rules, snapshot.state.public
    if not (answered(rules, "hand_emptied") or answered(rules, "turn_ended")) or public.phase != PLAY_PHASE:
        return None
    for left in (1, 2):
        before = with_few_cards(snapshot.state, left)
        if before is None or find_defects(rules, before):
            continue
        for action in {action.verb: action for action in snapshot_of(rules, before, snapshot.seed).listed}.values():
            after = snapshot_of(rules, apply(rules, before, action), snapshot.seed)
            found = (each.function(after) for each in _OF_STATES)
            fault = next((each for each in found if isinstance(each, Fault)), None)
            over = after.state.public.phase == OVER_PHASE
            if fault is None and not (over or after.listed or chance(rules, after.state)):
                fault = Fault("nobody can act, and the hand goes on")
            if fault is not None:
                return attrs.evolve(fault, action=action, state=before)
    return None


_OF_STATES: Final = (cards_are_conserved, counts_match_the_cards, known_cards_are_in_the_hand, positions_have_no_defect)


# ---------------------------------------------------------------- changing

_OPEN: Final = ("pile", "meld", "gone")


@law(costly=True)
def changes_account_for_every_card(step: Step) -> Fault | None:
    """From the position before an action and its changes a seat can follow every card that it sees."""
    rules, before, after = step.rules, step.before, step.after
    for seat in viewers(rules):
        found = changes(rules, before, step.action, after, seat)
        views = observe(rules, before, seat), observe(rules, after, seat)
        # In a blind phase a seat does not see its own cards, so it cannot tell which of them moved.
        blind = seat is None or any(view.public.phase in rules.views.blind_phases for view in views)
        hands: dict[int, tuple[Bag, Bag]] = {} if blind or seat is None else {seat: (views[0].hand, views[1].hand)}
        what = _unaccounted(rules, before, found, after, hands)
        if what:
            return Fault(f"{viewer_name(seat)}: {what}")
    hands = dict(enumerate(zip(before.hands, after.hands, strict=True)))
    found = all_changes(rules, before, step.action, after)
    if any(len(change.cards) != change.number for change in found):
        return Fault("all changes: a card is hidden")
    what = _unaccounted(rules, before, found, after, hands)
    return Fault(f"all changes: {what}") if what else None


def _unaccounted(
    rules: Rules, before: State, found: tuple[Change, ...], after: State, hands: dict[int, tuple[Bag, Bag]]
) -> str:
    """Describe the first place whose cards after the action do not follow from the changes; empty if all do."""
    numbers = _numbers(rules, before)
    cards = _cards(before, {seat: bags[0] for seat, bags in hands.items()})
    for change in found:
        if change.number < 1 or len(change.cards) > change.number or change.source == change.target:
            return f"{change} is not a change"
        for place, sign in ((change.source, -1), (change.target, 1)):
            numbers[place] += sign * change.number
            seen = cards.setdefault(place, Counter())
            for card in change.cards:
                seen[card] += sign
        if {change.source.kind, change.target.kind} & {*_OPEN} and len(change.cards) != change.number:
            return f"{change} hides cards of an open place"
    due = _numbers(rules, after)
    for place in dict.fromkeys((*numbers, *due)):
        if numbers[place] != due[place] and place.kind != "elsewhere":
            return f"{place} has {due[place]} cards, and {numbers[place]} by the changes"
    for place, there in _cards(after, {seat: bags[1] for seat, bags in hands.items()}).items():
        by_changes = cards.get(place, Counter())
        if {card: times for card, times in by_changes.items() if times} != dict(there):
            shown = cards_text(sorted(by_changes.elements()))
            return f"{place} holds {cards_text(sorted(there.elements()))}, and by the changes {shown}"
    return ""


def _numbers(rules: Rules, state: State) -> Counter[Place]:
    """How many cards lie at each place."""
    public = state.public
    found = Counter({Place("stock"): public.stock_count, Place("pile"): len(public.pile)})
    found[Place("gone")] = size(public.gone)
    found.update({Place("hand", seat): public.hand_size(seat) for seat in range(public.seats)})
    found.update({Place("meld", number): len(meld.pieces) for number, meld in enumerate(public.table)})
    for (name, memory), record in zip(rules.memory.hand_memory, state.memories, strict=True):
        found.update({place: len(cards) for place, cards in places_aside(name, memory, record)})
    return found


def _cards(state: State, hands: dict[int, Bag]) -> dict[Place, Counter[int]]:
    """The cards of each open place, and of the hands that are seen."""
    found = {Place("pile"): Counter(state.public.pile), Place("gone"): Counter(cards_of(state.public.gone))}
    for number, meld in enumerate(state.public.table):
        found[Place("meld", number)] = Counter(piece & 63 for piece in meld.pieces)
    return found | {Place("hand", seat): Counter(cards_of(bag)) for seat, bag in hands.items()}
