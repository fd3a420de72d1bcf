"""Laws of secrecy: a seat's view is enough to play, and hidden cards make no difference to it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import islice
from typing import Any, Final, Literal, cast

import attrs

from rummy500 import (
    Change,
    HandScore,
    NotationError,
    Position,
    PositionError,
    PublicState,
    Rules,
    Sentence,
    State,
    View,
    actions_for_cards,
    ask_order,
    changes,
    default_action,
    legal_actions,
    notes,
    score_hand,
    status,
)
from rummy500.cards.cards import UNKNOWN, Bag, bag_max, bag_of, card_text, cards_of, common, count, minus
from rummy500.cards.pieces import group_order, natural_piece
from rummy500.engine.observe import (
    cards_shown,
    determinize,
    hand_texts,
    observe,
    redact,
    refuse_hidden_memory,
    stock_text,
)
from rummy500.engine.step import apply, chance, outcome_move, resolve_chance, why_not
from rummy500.engine.views import SPECTATOR, as_seen
from rummy500.hooks import CORE_MOVES, replace
from rummy500.notation.actions import action_text, bare_text, parse_action
from rummy500.notation.events import action_sentence, event_sentence
from rummy500.notation.fields import hand_memory_table
from rummy500.players import PlayerMaker, SearchPlayer
from rummy500.players.registry import SHIPPED
from rummy500.rules.actions import DECK, RESHUFFLE, USE_GROUP, USE_LAY, Action
from rummy500.rules.memory import InPocket
from rummy500_testing.hidden import cards_named, redealt, viewer_name, viewers
from rummy500_testing.law import Answer, Fault, law
from rummy500_testing.model import own_move
from rummy500_testing.near_misses import near_miss, nonsense
from rummy500_testing.play import MOST_LISTED, Snapshot, Step

Memory = Literal["full", "none"]

_MEMORIES: Final[tuple[Memory, ...]] = ("full", "none")
_OPEN: Final = PublicState.__match_args__
_TRIED: Final = 3
_MOST_TRIES: Final = 6
#: For how many seats, or a spectator, a law deals the hidden cards of a state again; each is slow.
_VIEWERS: Final = 2
#: How often the laws try to find another state in which the same action is legal.
_DEALT: Final = 3
#: A plugin's move may be legal in few hands: how many cards of its seat's hand are dealt again, `None` for all.
_CHANGED: Final = (None, 1, 2, None, 3, None)
_SEED_BITS: Final = 63
#: A law asks the search once in so often.
_SEARCHED: Final = 8


@law(costly=True)
def a_view_is_enough(snapshot: Snapshot) -> Fault | None:
    """A seat's view gives the same legal actions, refusals and default action as the state gives for that seat."""
    rules, state = snapshot.rules, snapshot.state
    if legal_actions(rules, observe(rules, state, None)):
        return Fault("a spectator has something to do")
    for seat in range(rules.seats):
        mine = snapshot.of_seat(seat)
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


def _others(snapshot: Snapshot, memories: Sequence[Memory] = _MEMORIES) -> Iterator[tuple[int | None, Memory, State]]:
    """Deal, for some seats or a spectator, with memory and without, a state that looks the same to it."""
    for seat in snapshot.rng.sample(viewers(snapshot.rules), _VIEWERS):
        for memory in memories:
            yield seat, memory, redealt(snapshot.rules, snapshot.state, seat, snapshot.rng, memory=memory)


# ------------------------------------------------- views and legal actions


@law(costly=True)
def hidden_cards_make_no_difference(snapshot: Snapshot) -> Fault | None:
    """If the cards that a seat cannot see are dealt again, its view, legal actions and refusals do not change."""
    found = (_seen_differently(snapshot, other, seat, memory) for seat, memory, other in _others(snapshot))
    return next(filter(None, found), None)


def _seen_differently(snapshot: Snapshot, other: State, seat: int | None, memory: Memory) -> Fault | None:
    rules, state = snapshot.rules, snapshot.state
    what = _seen_apart(rules, state, other, seat, memory)
    if what or seat is None:
        return Fault(what) if what else None
    mine = snapshot.of_seat(seat)
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
    one, two = (observe(rules, each, seat, memory=memory) for each in (state, other))
    if one != two:
        return f"the view of {viewer_name(seat)} shows hidden cards: {differing(one, two)}"
    if chance(rules, other) != chance(rules, state):
        return "the chance that is due depends on hidden cards"
    return ""


def differing(one: View, two: View) -> str:
    """Name the first part in which two views differ."""
    for mine, other in zip(one.memories, two.memories, strict=False):
        if mine != other:
            return f"a plugin remembers {mine!r} here, {other!r} otherwise"
    found: list[str] = [name for name in _OPEN if getattr(one.public, name) != getattr(two.public, name)]
    found += [name for name in ("hand", "drawn") if getattr(one, name) != getattr(two, name)]
    return f"it differs in {', '.join(found) or 'hidden cards'}"


def questions(snapshot: Snapshot, other: State, seat: int) -> list[Action]:
    """List actions that a seat may ask about: near misses, nonsense, moves with cards that it cannot see."""
    rules, rng = snapshot.rules, snapshot.rng
    pattern = snapshot.of_seat(seat) or snapshot.listed[:MOST_LISTED]
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


# ---------------------------------------------------------------- texts and players


@law(costly=True)
def texts_show_no_hidden_card(snapshot: Snapshot) -> Fault | None:
    """If the cards that a seat cannot see are dealt again, no label, parsed text, log line, hash or error changes."""
    rules, state = snapshot.rules, snapshot.state
    for seat, memory, other in _others(snapshot, (snapshot.rng.choice(_MEMORIES),)):  # each is slow
        one, two = (observe(rules, each, seat, memory=memory) for each in (state, other))
        if spelled(one) != spelled(two) or hash(one) != hash(two):
            return Fault(f"the view of {viewer_name(seat)} holds hidden cards")
        asked = [] if seat is None else [*questions(snapshot, other, seat), *snapshot.some(1)]
        picks = _picks(snapshot, other, seat)
        texts = (texts_for(rules, each, view, asked, picks) for each, view in ((state, one), (other, two)))
        for (what, text), (_, text_other) in zip(*texts, strict=True):
            if text != text_other:
                return Fault(f"{what} shows {viewer_name(seat)} hidden cards: {text!r} here, {text_other!r} otherwise")
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
    """If the cards that a seat cannot see are dealt again, each player makes the same choice for that seat."""
    rules = snapshot.rules
    for seat, memory, other in _others(snapshot):
        if seat is None:
            continue
        views = [observe(rules, each, seat, memory=memory) for each in (snapshot.state, other)]
        seed = snapshot.rng.getrandbits(_SEED_BITS)
        for name, make in _players(snapshot.rng) if legal_actions(rules, views[0]) else ():
            one, two = (make(random.Random(seed)).choose(rules, view, legal_actions(rules, view)) for view in views)
            if one != two:
                return Fault(f"the {name} player of seat {seat} chooses by hidden cards", one or two, "may")
    return None


def _players(rng: random.Random) -> Iterator[tuple[str, PlayerMaker]]:
    """The players to ask. The search takes long: it is asked seldom, and with few worlds."""
    for name, make in SHIPPED.items():
        if make is not SearchPlayer:
            yield name, make
        elif not rng.randrange(_SEARCHED):
            yield name, partial(SearchPlayer, worlds=2, candidates=2, margin=0.0)


# ------------------------------------------------- actions


@law(costly=True)
def an_action_shows_no_hidden_card(step: Step) -> Fault | None:
    """A seat learns from an action only what follows from its view, the action's text and the cards it reveals."""
    rules, before, action = step.rules, step.before, step.action
    own = own_move(rules, action, before.public.phase)
    for seat in viewers(rules) if own else step.rng.sample(viewers(rules), _VIEWERS):
        for changed in _CHANGED if own and seat != action.seat else _CHANGED[:1]:
            what = _shown(rules, before, action, step.after, seat, step.rng, changed)
            if what:
                return Fault(what)
    return None


def _shown(
    rules: Rules,
    before: State,
    action: Action,
    after: State,
    seat: int | None,
    rng: random.Random,
    changed: int | None = None,
) -> str:
    """Find how an action shows hidden cards to a seat; empty if it does not."""
    found = done_elsewhere(rules, before, action, after, seat, rng, changed=changed)
    if found is None:
        return ""
    other, other_after = found.before, found.after
    what = _seen_apart(rules, after, other_after, seat) or _depends_on_hidden_cards(rules, before, other, action, rng)
    seen = list[tuple[tuple[Change, ...], Sentence]]()
    for one, done, two in ((before, action, after), (other, found.action, other_after)):
        moved, shown = changes(rules, one, done, two, seat), redact(rules, one, done, seat)
        seen.append((moved, event_sentence(rules, one, shown, moved, two, seat, late=False)))
    for whose, here, elsewhere in zip(("changes", "sentence"), *seen, strict=True):
        if not what and here != elsewhere:
            what = f"the {whose} that {viewer_name(seat)} sees depend on hidden cards"
    return what and f"done by {'the deck' if action.seat == DECK else f'seat {action.seat}'}: {what}"


def done_elsewhere(
    rules: Rules,
    before: State,
    action: Action,
    after: State,
    seat: int | None,
    rng: random.Random,
    *,
    changed: int | None = None,
) -> Step | None:
    """Do an action in another state that looks the same to a seat.

    The seat sees the same cards there: those that the action names, those it shows (`Secret.shows`, or `Round.shows`
    of a step of the deal that begins after it), those that leave a hand, even where an equal card comes into it, those
    that go from the stock or the side stock to the seat itself or to the pile, and the seat's own hand where it may
    look at it from now on. The order of a reshuffle differs, because nobody sees it except for the cards that are drawn
    at once. Of the hand of the acting seat `changed` cards are dealt anew, by default all that may.
    """
    left = _left_hands(before, action, after)
    shown = _reveals_cards(before, after, left, seat)
    top = max(0, len(before.stock) - len(after.stock)) if shown else 0
    dealt = dealt_open(rules, before, after, SPECTATOR if seat is None else seat)
    looked_at = bag_max(cards_shown(rules, before, action, seat), dealt)
    fixed = [bag_max(bag, common(hand, looked_at)) for bag, hand in zip(left, before.hands, strict=True)]
    if looked_at:
        top = max((place for place, card in enumerate(before.stock, 1) if count(looked_at, card)), default=top)
    if seat is not None:
        fixed[seat] = bag_max(fixed[seat], common(before.hands[seat], observe(rules, after, seat).hand))
    keep = [*fixed]
    for _ in range(_DEALT):
        if changed is not None:
            hand = cards_of(before.hands[action.seat])
            stays = bag_of(rng.sample(hand, max(0, len(hand) - changed)))
            keep[action.seat] = bag_max(fixed[action.seat], stays)
        other = redealt(rules, before, seat, rng, fixed=keep, top=top, records=not (shown or looked_at))
        same = action
        if action.seat == DECK and action.verb == RESHUFFLE:
            due = chance(rules, other)
            drawn = len(action.cards) - len(after.stock) if shown else 0
            same = action if due is None else _beginning(due.sample(rng), action.cards[:drawn])
        # A record that the seat does not see may name cards that other hands no longer have: no play leads there, and a
        # crash there is none of a plugin's mistakes.
        with suppress(Exception):
            if why_not(rules, other, same) is None:
                return Step(rules, other, same, apply(rules, other, same), "")
    return None


def dealt_open(rules: Rules, before: State | None, after: State, seat: int) -> Bag:
    """The cards that are shown since the state before: by steps of the deal, and in pockets that the seat sees."""
    steps = rules.deal.rounds[_begun(rules, before) if before else 0 : _begun(rules, after)]
    shown = [card for step in steps if step.shows for card in cards_of(step.shows(rules, after, seat))]
    there = _in_pockets(rules, before, seat) if before else Counter[int]()
    return bag_of([*shown, *(_in_pockets(rules, after, seat) - there).elements()])


def _in_pockets(rules: Rules, state: State, seat: int) -> Counter[int]:
    """The cards of pockets that a seat sees."""
    found = Counter[int]()
    for (_, memory), record in zip(rules.memory.hand_memory, state.memories, strict=True):
        if isinstance(record, InPocket) and memory.cards:
            found.update(memory.cards(memory.seen(rules, record, seat) if memory.seen else record))
    del found[UNKNOWN]
    return found


def _begun(rules: Rules, state: State) -> int:
    """How many steps between the deal and the first turn have begun."""
    phases = [step.phase for step in rules.deal.rounds]
    return phases.index(state.public.phase) + 1 if state.public.phase in phases else len(phases)


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
        left[action.seat] = bag_max(left[action.seat], bag_of(played.elements()))
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


@law(costly=True)
def a_sampled_world_looks_the_same(snapshot: Snapshot) -> Fault | None:
    """A world that `determinize` makes gives its seat the same view and legal actions, and has no new defect."""
    rules, state = snapshot.rules, snapshot.state
    try:
        refuse_hidden_memory(rules)
    except PositionError:
        return None
    for seat in viewers(rules):
        view = observe(rules, state, seat)
        world = determinize(rules, view, snapshot.rng)
        seen = observe(rules, world, seat)
        if seen != view:
            return Fault(f"a world sampled for {viewer_name(seat)} differs: {differing(seen, view)}")
        new = [defect for defect in status(rules, world) if defect not in status(rules, state)]
        if new:
            return Fault(f"a world sampled for {viewer_name(seat)} has new defects: {new}")
        mine = snapshot.of_seat(seat) if seat is not None else ()
        if seat is not None and snapshot.whole and tuple(legal_actions(rules, world, seat=seat)) != mine:
            return Fault(f"{viewer_name(seat)} may act otherwise in a world sampled for it")
    return None


SECRECY_LAWS: Final = (
    a_view_is_enough,
    hidden_cards_make_no_difference,
    texts_show_no_hidden_card,
    players_choose_by_what_they_see,
    an_action_shows_no_hidden_card,
    a_sampled_world_looks_the_same,
)


# ---------------------------------------------------------------- texts


def spelled(value: object) -> object:
    """Convert a value to plain data with every field of every record, also fields that are not compared or shown."""
    fields = _fields(cast("Any", type(value)))
    if fields:
        return (type(value).__name__, *(spelled(getattr(value, field)) for field in fields))
    if isinstance(value, tuple | list):
        return tuple(spelled(item) for item in cast("Sequence[object]", value))
    return value


@cache
def _fields(kind: type[Any]) -> tuple[str, ...]:
    if attrs.has(kind):
        return tuple(field.name for field in attrs.fields(kind))
    return cast("tuple[str, ...]", getattr(kind, "__match_args__", ()))


def texts_for(
    rules: Rules, state: State, view: View, asked: Sequence[Action], picks: Sequence[Sequence[int]]
) -> Iterator[tuple[str, str]]:
    """Collect every text that a program would show or log for a seat.

    Yields:
        A label, and the text.
    """
    for about, value in (("a state", state), ("a view", view)):
        yield f"{about} in a log", f"{value!r} {value} {value!s:>9} {[value]}"
    yield "a position in a log", repr(Position(rules, state))
    yield "the chance that is due", repr(chance(rules, state))
    yield "what a view shows", " | ".join([*hand_texts(view), stock_text(view)])
    yield "what plugins remember", repr(hand_memory_table(rules, view.public, view.memories))
    yield "the notes of plugins", repr(notes(rules, view))
    yield from _wrong_questions(rules, state, view)
    if view.seat < 0:
        return
    yield "a list in a log", repr(legal_actions(rules, state, seat=view.seat))
    for action in asked:
        yield from _about(rules, state, view, action)
    for pick in picks:
        yield "how picked cards are read", repr(actions_for_cards(rules, state, view.seat, pick))


def _about(rules: Rules, state: State, view: View, action: Action) -> Iterator[tuple[str, str]]:
    """Collect the texts about an action: its labels, its refusal, how a part of its text is read."""
    text = action_text(action, state)
    yield "a label", f"{text} | {bare_text(action, state)} | {action_text(action, view)} | {action} | {action!r}"
    yield "how text is read", _read(rules, state, text)
    yield "why text is not an action", _read(rules, state, text[: len(text) // 2])
    refusal = why_not(rules, view, action)
    yield "a refusal", f"{refusal} {refusal!r} {'' if refusal is None else refusal.facts}"
    if action.seat == view.seat and refusal is None:
        yield "what it does", f"{action_sentence(rules, state, action)} {action_sentence(rules, view, action)!r}"
    if action.seat == view.seat and refusal is not None and outcome_move(rules, action) is None:
        yield "an illegal action", _raised(rules, state, action)


def _read(rules: Rules, where: State, text: str) -> str:
    try:
        return repr(parse_action(text, where, rules=rules))
    except NotationError as error:
        return f"{error} {error.message} {error.expected}"


def _raised(rules: Rules, state: Any, action: Any) -> str:
    """Collect the error of an action that cannot be applied."""
    try:
        apply(rules, state, action)
    except (TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error} {error!r} {error.args!r}"
    return "done"


def _wrong_questions(rules: Rules, state: State, view: View) -> Iterator[tuple[str, str]]:
    """Collect the errors that wrong calls of a program raise."""
    yield "an action on a view", _raised(rules, view, Action(view.seat, "draw"))
    yield "an action that is text", _raised(rules, state, "draw")
    try:
        legal_actions(rules, state, seat=rules.seats)
    except ValueError as error:
        yield "a seat that does not play", repr(error)


# ---------------------------------------------------------------- hiding

_CORE: Final = frozenset(move.verb for move in CORE_MOVES)
#: How many other choices of a seat are looked at.
_CHOICES: Final = 200
_HIDDEN_TRIED: Final = 2


@law()
def a_view_hides_the_same_again(snapshot: Snapshot) -> Fault | None:
    """A view does not change if what is hidden from its seat is hidden again."""
    rules = snapshot.rules
    for seat in viewers(rules):
        view = observe(rules, snapshot.state, seat)
        if as_seen(rules, view) != view:
            return Fault(f"the view of {viewer_name(seat)} changes if its secrets are hidden from it again")
    return None


@law(name="a redacted action is a part of the action")
def a_redacted_action_is_a_part_of_it(step: Step) -> Fault | None:
    """The action that others are shown has the same seat and verb, and does not change if it is redacted again."""
    rules, before, action = step.rules, step.before, step.action
    move = rules.turn.move_of(action, before.public.phase)
    if move is None or move.secret.redact is None:
        return None
    for seat in viewers(rules):
        part = redact(rules, before, action, seat)
        if (part.seat, part.verb) != (action.seat, action.verb):
            return Fault(f"{viewer_name(seat)} is shown {part}, an action of another seat or of another kind")
        if seat != action.seat and redact(rules, before, part, seat) != part:
            return Fault(f"{viewer_name(seat)} is shown {part}, and if that is redacted again, something else")
        why_not(rules, before, part)  # it is not an input, but whoever gives it back must be given an answer
    return None


# ------------------------------------------------- shown choices, cards that all saw


@law(costly=True)
def the_memory_hides_no_shown_choice(step: Step) -> Fault | None:
    """If others are shown a seat's choice, the plugin that offers the choice does not hide it in its memory."""
    rules, before, action = step.rules, step.before, step.action
    if not rules.views.hides_memory or action.verb in _CORE or action.seat == DECK:
        return None
    others = [seat for seat in viewers(rules) if seat != action.seat]
    others = [seat for seat in others if redact(rules, before, action, seat) == action]
    for other in _other_choices(step) if others else ():
        after = apply(rules, before, other)
        for seat in others:
            if redact(rules, before, other, seat) != other:
                continue
            name = _hides_the_difference(rules, step.after, after, seat)
            if name:
                hint = "let the move hide it too (`Secret.redact`), or let the record show it"
                return Fault(f"{viewer_name(seat)} is shown {action}, and the memory of {name} hides it: {hint}")
    return None


def _other_choices(step: Step) -> list[Action]:
    action = step.action
    listed = islice(legal_actions(step.rules, step.before, seat=action.seat), _CHOICES)
    found = [other for other in listed if other.verb == action.verb and other != action]
    return step.rng.sample(found, min(_HIDDEN_TRIED, len(found)))


def _hides_the_difference(rules: Rules, one: State, two: State, seat: int | None) -> str:
    """The plugin whose records differ in two states and look the same to a seat; empty if there is none."""
    number = SPECTATOR if seat is None else seat
    for place, (name, memory) in enumerate(rules.memory.hand_memory):
        records = one.memories[place], two.memories[place]
        if memory.seen is None or "moves" not in rules.origin.hook_functions.get(name, ()) or records[0] == records[1]:
            continue
        if memory.seen(rules, records[0], number) == memory.seen(rules, records[1], number):
            return name
    return ""


@law()
def cards_that_all_saw_are_known(step: Step) -> Answer:
    """A card that goes into a hand openly, or that everyone is shown there, is known to all."""
    rules, before, action, after = step.rules, step.before, step.action, step.after
    if action.seat == DECK:
        return None  # the cards of a reshuffle go through the stock, where nobody sees them
    laid = _come_open(before.public, after.public)
    named = cards_named(redact(rules, before, action, None)) - laid  # these went to the table, not into the hand
    for seat, hand in enumerate(after.hands):
        due = Counter(cards_of(hand)) - Counter(cards_of(before.hands[seat]))
        if not due:
            continue
        for card in _into_other_hands(before, after, seat):
            del due[card]
        hidden = _hidden_from_all(rules, before, seat)
        hidden.subtract(_hidden_from_all(rules, after, seat))
        for card, gained in due.items():
            seen = gained if card in named else gained - max(0, hidden[card])
            if count(after.public.known[seat], card) < seen:
                return Fault(f"all saw {card_text(card)} go into the hand of seat {seat}, and it is not known there")
    shown = cards_shown(rules, before, action, None)
    for card in set(cards_of(shown)):
        holders = [seat for seat, hand in enumerate(before.hands) if count(hand, card)]
        for seat in holders if len(holders) == 1 else ():
            stayed = common(before.hands[seat], after.hands[seat])
            if count(after.public.known[seat], card) < min(count(stayed, card), count(shown, card)):
                return Fault(f"all are shown {card_text(card)} in the hand of seat {seat}, and it is not known there")
    return None


def _come_open(before: PublicState, after: PublicState) -> set[int]:
    """The faces of which there are more on the table, on the pile or out of play than before."""
    pile = Counter(after.pile) - Counter(before.pile)
    gone = Counter(cards_of(after.gone)) - Counter(cards_of(before.gone))
    laid, lay = (Counter(piece & 63 for meld in each.table for piece in meld.pieces) for each in (after, before))
    return {*pile, *gone, *(laid - lay)}


def _into_other_hands(before: State, after: State, seat: int) -> Iterator[int]:
    """The faces that went into other hands, too: of two equal cards nobody can say which went where."""
    for other, hand in enumerate(after.hands):
        if other != seat:
            yield from Counter(cards_of(hand)) - Counter(cards_of(before.hands[other]))


def _hidden_from_all(rules: Rules, state: State, seat: int) -> Counter[int]:
    """The cards that lie where not everybody sees them: in the stock, in other hands, face down in memory."""
    found = Counter(state.stock)
    for other, hand in enumerate(state.hands):
        if other != seat:
            found.update(cards_of(hand))
    for (_, memory), record in zip(rules.memory.hand_memory, state.memories, strict=True):
        if memory.cards is not None and memory.seen is not None:
            shown = memory.cards(memory.seen(rules, record, SPECTATOR))
            found.update(Counter(memory.cards(record)) - Counter(shown))
    return found


# ---------------------------------------------------------------- view scores


@law(costly=True)
def the_score_of_a_view_is_certain(snapshot: Snapshot) -> Fault | None:
    """A view has only score lines that no hidden card can change, and names the seats that may have more.

    If the view hides no hand and nothing that plugins remember, its score is that of the state.
    """
    rules, state = snapshot.rules, snapshot.state
    for seat in viewers(rules):
        view = observe(rules, state, seat)
        seen = score_hand(rules, view)
        other = redealt(rules, state, seat, snapshot.rng)
        what = (
            _uncertain(seen, score_hand(rules, state))
            or _uncertain(seen, score_hand(rules, other))
            or _withheld(rules, state, view, seen)
        )
        if what:
            return Fault(f"{viewer_name(seat)} {what}")
    return None


def _uncertain(seen: HandScore, whole: HandScore) -> str:
    """Find a line or a total of a view that a state does not have; empty if there is none."""
    more = Counter(seen.lines) - Counter(whole.lines)
    if more:
        return f"sees {next(iter(more))!r}, which hidden cards change"
    for seat, (points, all_points) in enumerate(zip(seen.by_seat, whole.by_seat, strict=True)):
        if points != all_points and seat not in seen.partial:
            return f"sees {points} points of seat {seat} as its total, which may be {all_points}"
    return ""


def _withheld(rules: Rules, state: State, view: View, seen: HandScore) -> str:
    """Find out whether a view from which nothing is hidden has a smaller score; empty if it has not."""
    if view.memories != state.memories or any(view.hand_of(seat) is None for seat in range(rules.seats)):
        return ""
    return "" if seen == score_hand(rules, state) else "sees every hand, but not the whole score"
