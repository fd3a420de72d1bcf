"""Laws of secrecy: a seat's view is enough to play, and hidden cards make no difference to it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from rummy500.actions import DECK, RESHUFFLE, USE_GROUP, USE_LAY, Action
from rummy500.cards.cards import Bag, at_least, bag_of, cards_of, common, count, minus
from rummy500.cards.pieces import group_order, natural_piece
from rummy500.engine.advice import ask_order, default_action
from rummy500.engine.listing import legal_actions
from rummy500.engine.step import apply, chance, outcome_move, resolve_chance, why_not
from rummy500.game.changes import changes
from rummy500.game.view import cards_shown, observe
from rummy500.players import PLAYERS
from rummy500.records import replace
from rummy500.rules.rules import Rules
from rummy500.state import PublicState, State, View
from rummy500_testing.hidden import cards_named, redealt
from rummy500_testing.law import Fault, law
from rummy500_testing.laws.texts import spelled, texts_for
from rummy500_testing.near_misses import near_miss, nonsense
from rummy500_testing.snapshot import MOST_LISTED, Snapshot, Step

Memory = Literal["full", "none"]

_MEMORIES: Final[tuple[Memory, ...]] = ("full", "none")
_OPEN: Final = PublicState.__match_args__
_TRIED: Final = 3
_MOST_TRIES: Final = 6
#: How often the laws try to find another state in which the same action is legal.
_DEALT: Final = 3
_SEED_BITS: Final = 63


@law(costly=True)
def a_view_is_enough(snapshot: Snapshot) -> Fault | None:
    """A seat's view gives the same legal actions, refusals and default action as the state gives for that seat."""
    rules, state = snapshot.rules, snapshot.state
    if legal_actions(rules, observe(rules, state, None)):
        return Fault("a spectator has something to do")
    for seat in range(rules.seats):
        mine = _of(snapshot, seat)
        if snapshot.whole and tuple(legal_actions(rules, state, seat=seat)) != mine:
            return Fault(f"the list of seat {seat} differs from its part of the whole list")
        for view in (observe(rules, state, seat), observe(rules, state, seat, memory="none")):
            if snapshot.whole and tuple(legal_actions(rules, view)) != mine:
                return Fault(f"the view of seat {seat} lists other actions than the state")
            if default_action(rules, view, seat) != default_action(rules, state, seat):
                return Fault(f"the view of seat {seat} has another default than the state")
            for action in mine[:_TRIED]:
                tried = near_miss(rules, state, action, snapshot.rng)
                if tried.seat != seat or outcome_move(rules, tried) is not None:
                    continue  # a view refuses how chance falls, a state does not: `no player decides chance`
                if why_not(rules, view, tried) != why_not(rules, state, tried):
                    return Fault(f"the view of seat {seat} judges an action otherwise", tried)
    return None


def _of(snapshot: Snapshot, seat: int) -> tuple[Action, ...]:
    return tuple(action for action in snapshot.listed if action.seat == seat)


def _sight(rules: Rules, state: State, seat: int | None, memory: Memory) -> View:
    return observe(rules, state, seat) if memory == "full" else observe(rules, state, seat, memory=memory)


def _others(snapshot: Snapshot, memories: Sequence[Memory] = _MEMORIES) -> Iterator[tuple[int | None, Memory, State]]:
    """Deal, for each seat and a spectator, with memory and without, a state that looks the same to it."""
    for seat in (*range(snapshot.rules.seats), None):
        for memory in memories:
            yield seat, memory, redealt(snapshot.rules, snapshot.state, seat, snapshot.rng, memory=memory)


def _name(seat: int | None) -> str:
    return "a spectator" if seat is None else f"seat {seat}"


# ------------------------------------------------- views and legal actions


@law(costly=True)
def hidden_cards_make_no_difference(snapshot: Snapshot) -> Fault | None:
    """If the cards that a seat cannot see are dealt again, its view, legal actions and refusals do not change."""
    for seat, memory, other in _others(snapshot):
        fault = _seen_differently(snapshot, other, seat, memory)
        if fault is not None:
            return fault
    return None


def _seen_differently(snapshot: Snapshot, other: State, seat: int | None, memory: Memory) -> Fault | None:
    rules, state = snapshot.rules, snapshot.state
    what = _seen_apart(rules, state, other, seat, memory)
    if what or seat is None:
        return Fault(what) if what else None
    mine = _of(snapshot, seat)
    if snapshot.whole and tuple(legal_actions(rules, other, seat=seat)) != mine:
        return Fault(f"what seat {seat} may do depends on hidden cards")
    if default_action(rules, other, seat) != default_action(rules, state, seat):
        return Fault(f"the default of seat {seat} depends on hidden cards")
    if ask_order(rules, other).count(seat) != ask_order(rules, state).count(seat):
        return Fault(f"whether seat {seat} is asked depends on hidden cards")
    for action in questions(snapshot, other, seat):
        if why_not(rules, other, action) != why_not(rules, state, action):
            return Fault(f"why seat {seat} is refused depends on hidden cards", action)
    for action in snapshot.rng.sample(mine, min(1, len(mine))):
        what = _shown(rules, state, action, apply(rules, state, action), seat, snapshot.rng)
        if what:
            return Fault(what, action)
    return None


def _seen_apart(rules: Rules, state: State, other: State, seat: int | None, memory: Memory = "full") -> str:
    """Find the first difference that a seat can see between two states; empty if there is none."""
    one, two = _sight(rules, state, seat, memory), _sight(rules, other, seat, memory)
    if one != two:
        return f"the view of {_name(seat)} shows hidden cards: {differing(one, two)}"
    if chance(rules, other) != chance(rules, state):
        return "the chance that is due depends on hidden cards"
    return ""


def differing(one: View, two: View) -> str:
    """Name the first part in which two views differ.

    Args:
        one: a view.
        two: another view of the same seat.
    """
    for mine, other in zip(one.slots, two.slots, strict=False):
        if mine != other:
            return f"a plugin remembers {mine!r} here, {other!r} otherwise"
    found: list[str] = [name for name in _OPEN if getattr(one.public, name) != getattr(two.public, name)]
    found += [name for name in ("hand", "drawn") if getattr(one, name) != getattr(two, name)]
    return f"it differs in {', '.join(found)}"


def questions(snapshot: Snapshot, other: State, seat: int) -> list[Action]:
    """List actions that a seat may ask about: near misses, nonsense, moves with cards that it cannot see.

    Args:
        snapshot: the state.
        other: another one that looks the same to the seat.
        seat: the seat.
    """
    rules, rng = snapshot.rules, snapshot.rng
    pattern = _of(snapshot, seat) or snapshot.listed[:MOST_LISTED]
    asked = [near_miss(rules, snapshot.state, rng.choice(pattern), rng) for _ in range(_TRIED if pattern else 0)]
    asked += [replace(nonsense(rules, rng), seat=seat)]
    hidden = _hidden_cards((snapshot.state, other), seat)
    for verb in rules.turn.moves if hidden else ():
        card = rng.choice(hidden)
        pieces = group_order([natural_piece(rng.choice(hidden)) for _ in range(3)])
        melds = range(-1, len(snapshot.state.public.table))
        asked += [
            Action(seat, verb, card),
            Action(seat, verb, use=USE_GROUP, pieces=pieces),
            Action(seat, verb, card, 1, USE_GROUP, pieces),
            Action(seat, verb, use=USE_LAY, pieces=(natural_piece(card),), on=rng.choice(melds)),
        ]
    asked = [action for action in asked if action.seat == seat]
    return rng.sample(asked, min(_MOST_TRIES, len(asked)))


def _hidden_cards(states: Sequence[State], seat: int) -> list[int]:
    """List the cards of the stocks and of the other hands."""
    found = [card for state in states for card in state.stock[:_TRIED]]
    for state in states:
        found += [card for who, hand in enumerate(state.hands) if who != seat for card in cards_of(hand)]
    return found


# ------------------------------------------------- texts and bots


@law(costly=True)
def texts_show_no_hidden_card(snapshot: Snapshot) -> Fault | None:
    """If the cards that a seat cannot see are dealt again, no label, parsed text, log line, hash or error changes."""
    rules, state = snapshot.rules, snapshot.state
    for seat, memory, other in _others(snapshot, (snapshot.rng.choice(_MEMORIES),)):  # each is slow
        one, two = _sight(rules, state, seat, memory), _sight(rules, other, seat, memory)
        if spelled(one) != spelled(two) or hash(one) != hash(two):
            return Fault(f"the view of {_name(seat)} holds hidden cards")
        asked = [] if seat is None else [*questions(snapshot, other, seat), *snapshot.some(1)]
        picks = _picks(snapshot, other, seat)
        texts = (texts_for(rules, each, view, asked, picks) for each, view in ((state, one), (other, two)))
        for (what, text), (_, text_other) in zip(*texts, strict=True):
            if text != text_other:
                return Fault(f"{what} shows {_name(seat)} hidden cards: {text!r} here, {text_other!r} otherwise")
    return None


def _picks(snapshot: Snapshot, other: State, seat: int | None) -> list[tuple[int, ...]]:
    """Choose cards that a user may select: its own, those of the pile, and some that are hidden from it."""
    if seat is None:
        return []
    rng, state = snapshot.rng, snapshot.state
    own = [*cards_of(observe(snapshot.rules, state, seat).hand), *state.public.pile]
    hidden = _hidden_cards((state, other), seat)
    from_both = [*own, *own, *hidden]
    picks = [rng.sample(from_both, min(many, len(from_both))) for many in (1, 3)]
    return [tuple(pick) for pick in (*picks, own[:1], hidden[:1]) if pick]


@law(costly=True)
def players_choose_by_what_they_see(snapshot: Snapshot) -> Fault | None:
    """If the cards that a seat cannot see are dealt again, each bot makes the same choice for that seat."""
    rules = snapshot.rules
    for seat, memory, other in _others(snapshot):
        if seat is None:
            continue
        views = [_sight(rules, each, seat, memory) for each in (snapshot.state, other)]
        seed = snapshot.rng.getrandbits(_SEED_BITS)
        for name, make in PLAYERS.items() if legal_actions(rules, views[0]) else ():
            one, two = (make(random.Random(seed)).choose(rules, view, legal_actions(rules, view)) for view in views)
            if one != two:
                return Fault(f"the {name} player of seat {seat} chooses by hidden cards", one or two, "may")
    return None


# ------------------------------------------------- actions


@law(costly=True)
def an_action_shows_no_hidden_card(step: Step) -> Fault | None:
    """A seat learns from an action only what follows from its view, the action's text and the cards it reveals."""
    for seat in (*range(step.rules.seats), None):
        what = _shown(step.rules, step.before, step.action, step.after, seat, step.rng)
        if what:
            return Fault(what)
    return None


def _shown(rules: Rules, before: State, action: Action, after: State, seat: int | None, rng: random.Random) -> str:
    """Find how an action shows hidden cards to a seat; empty if it does not."""
    found = done_elsewhere(rules, before, action, after, seat, rng)
    if found is None:
        return ""
    other, other_after = found.before, found.after
    what = _seen_apart(rules, after, other_after, seat) or _depends_on_hidden_cards(rules, before, other, action, rng)
    one = changes(rules, before, action, after, seat)
    if not what and one != changes(rules, other, found.action, other_after, seat):
        what = f"the changes that {_name(seat)} sees depend on hidden cards"
    return what and f"done by {'the deck' if action.seat == DECK else f'seat {action.seat}'}: {what}"


def done_elsewhere(
    rules: Rules, before: State, action: Action, after: State, seat: int | None, rng: random.Random
) -> Step | None:
    """Do an action in another state that looks the same to a seat.

    The seat sees the same cards there: those that the action names, those that it shows (`Move.shows`), those that
    leave a hand, even where an equal card comes into it, those that go from the stock or the side stock to the seat
    itself or to the pile, and the seat's own hand where it may look at it from now on. The order of a reshuffle
    differs, because nobody sees it except for the cards that are drawn at once.

    Args:
        rules: the rules in force.
        before: the state before it.
        action: the action, or the outcome of chance.
        after: the state after it.
        seat: the seat; `None` for a spectator.
        rng: deals the other state.

    Returns:
        The other step; `None` where the action was legal in no state that was tried.
    """
    left = _left_hands(before, action, after)
    shown = _reveals_cards(before, after, left, seat)
    top = max(0, len(before.stock) - len(after.stock)) if shown else 0
    looked_at = cards_shown(rules, before, action, seat)
    fixed = [at_least(bag, common(hand, looked_at)) for bag, hand in zip(left, before.hands, strict=True)]
    if looked_at:
        top = max((place for place, card in enumerate(before.stock, 1) if count(looked_at, card)), default=top)
    if seat is not None:
        fixed[seat] = at_least(fixed[seat], common(before.hands[seat], observe(rules, after, seat).hand))
    for _ in range(_DEALT):
        other = redealt(rules, before, seat, rng, fixed=fixed, top=top, records=not (shown or looked_at))
        same = action
        if action.seat == DECK and action.verb == RESHUFFLE:
            due = chance(rules, other)
            drawn = len(action.cards) - len(after.stock) if shown else 0
            same = action if due is None else _beginning(due.sample(rng), action.cards[:drawn])
        if why_not(rules, other, same) is None:
            return Step(rules, other, same, apply(rules, other, same), "")
    return None


def _beginning(reshuffle: Action, cards: bytes) -> Action:
    """Move some cards of a reshuffle to its top: those that are drawn at once, which the seat sees."""
    rest = list(reshuffle.cards)
    for card in cards:
        rest.remove(card)
    return replace(reshuffle, cards=cards + bytes(rest))


def _left_hands(before: State, action: Action, after: State) -> list[Bag]:
    """Find the cards that left each hand; a card that the action plays has left even if an equal one came."""
    left = [minus(hand, common(hand, now)) for hand, now in zip(before.hands, after.hands, strict=True)]
    if action.seat != DECK:
        hand, named = before.hands[action.seat], cards_named(action)
        opened = Counter(_open_cards(after.public)) - Counter(_open_cards(before.public))
        played = Counter(cards_of(hand)) & Counter({card: opened[card] for card in named})
        left[action.seat] = at_least(left[action.seat], bag_of(played.elements()))
    return left


def _open_cards(public: PublicState) -> list[int]:
    laid = [piece & 63 for meld in public.table for piece in meld.pieces]
    return [*public.pile, *laid, *cards_of(public.gone)]


def _reveals_cards(before: State, after: State, left: Sequence[Bag], seat: int | None) -> bool:
    """Return whether the seat or the pile gains cards from no hand; `left` are the cards that left a hand."""
    if seat is not None and (left[seat] or before.hands[seat] != after.hands[seat]):
        return True
    gained = Counter(after.public.pile)
    gained.subtract(Counter(before.public.pile) + Counter(card for bag in left for card in cards_of(bag)))
    return any(times > 0 for times in gained.values())


def _depends_on_hidden_cards(rules: Rules, state: State, other: State, action: Action, rng: random.Random) -> str:
    """Return whether the chance that is part of a decision depends on hidden cards."""
    if outcome_move(rules, action) is None:
        return ""
    seed, plain = rng.getrandbits(_SEED_BITS), replace(action, extra=())
    one, two = (resolve_chance(rules, each, plain, random.Random(seed)) for each in (state, other))
    return "" if one == two else "how chance falls depends on hidden cards"


SECRECY_LAWS: Final = (
    a_view_is_enough,
    hidden_cards_make_no_difference,
    texts_show_no_hidden_card,
    players_choose_by_what_they_see,
    an_action_shows_no_hidden_card,
)
