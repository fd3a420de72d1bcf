"""Views of states (`observe`) and of actions (`redact`) for a seat or a spectator, and states that fit a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

from rummy500.base.errors import PositionError
from rummy500.base.inputs import quoted
from rummy500.base.records import replace
from rummy500.cards.cards import (
    EMPTY_BAG,
    Bag,
    RandomBits,
    bag_max,
    bag_of,
    cards_of,
    cards_text,
    common,
    minus,
    shuffled,
    size,
    union,
)
from rummy500.cards.pieces import piece_card
from rummy500.engine.views import SPECTATOR, check_seat, check_table, seat_view, spectator_view
from rummy500.rules.actions import NONE, Action
from rummy500.rules.blame import blame
from rummy500.rules.memory import HandMemory, MatchMemory
from rummy500.rules.rules import Rules
from rummy500.rules.state import PLAY_PHASE, State, View


def observe(rules: Rules, state: State, seat: int | None, *, memory: Literal["full", "none"] = "full") -> View:
    """Make the view of a seat or a spectator: everything that it may know of a state.

    Args:
        rules: the rules in force.
        state: the whole state.
        seat: the seat, of any type with `__index__`; `None` for a spectator, who sees no hand.
        memory: `full` shows every card of a hand that everyone saw the seat take and has not seen leave; `none` shows
            only the cards that lie open now.

    Returns:
        The view, with the whole pile (`discard.open`). Two states that differ only in what the seat may not know give
        equal views.

    Raises:
        PositionError: for a seat that does not play, or a state of other rules.
        ValueError: for another memory.
        TypeError: for a seat that is not a whole number.
    """
    if seat is None:
        check_table(rules, state)
    else:
        seat = check_seat(rules, state, seat)
    if memory not in ("full", "none"):
        raise ValueError(f"memory is 'full' or 'none', not {quoted(memory)}")
    try:
        view = spectator_view(rules, state) if seat is None else seat_view(rules, state, seat)
        if memory == "full":
            return view
        turn, to_act, shown = view.public.turn, view.public.to_act, _open_cards(rules, view)
        # What others took is seen while a card of it lies open; a take that is hidden hides its claim, too.
        if seat != to_act and not common(turn.taken, shown[to_act]):
            turn = replace(turn, taken=EMPTY_BAG, claimed=turn.claimed and not turn.taken)
        return replace(view, public=replace(view.public, known=shown, turn=turn))
    except (Exception, SystemExit) as error:
        blame(error, rules)
        raise


def _open_cards(rules: Rules, view: View) -> tuple[Bag, ...]:
    """The cards of each hand that lie open now, as bags (`discard.displayed`)."""
    found = [EMPTY_BAG] * rules.seats
    for (_, memory), record in zip(rules.memory.hand_memory, view.memories, strict=True):
        if memory.open_cards is not None:
            found = list(map(bag_max, found, memory.open_cards(view.public, record)))
    return tuple(found)


def redact(rules: Rules, where: State | View, action: Action, seat: int | None) -> Action:
    """Return an action as a seat or a spectator may see it: hidden fields are blank.

    The seat that acts sees everything. Nobody sees the order of a reshuffle. The result is for logs and for other
    players; `apply`, `why_not` and `decide` judge it like any other action, and refuse it if it has lost a field that
    the move needs.

    Args:
        rules: the rules in force.
        where: the state before the action, or a view of it.
        action: an action that was applied there.
        seat: the seat, of any type with `__index__`; `None` for a spectator.

    Raises:
        PositionError: for a seat that does not play, or a state of other rules.
        TypeError: for a seat that is not a whole number.
    """
    number = SPECTATOR if seat is None else check_seat(rules, where, seat)
    move = rules.turn.move_of(action, where.public.phase)
    if move is None or move.secret.redact is None or (seat is not None and action.seat == number):
        return action
    return move.secret.redact(rules, action, number)


def cards_shown(rules: Rules, before: State, action: Action, seat: int | None) -> Bag:
    """The cards that an action shows to a seat though the seat does not hold them, as a bag (`Secret.shows`)."""
    move = rules.turn.move_of(action, before.public.phase)
    if move is None or move.secret.shows is None:
        return EMPTY_BAG
    return move.secret.shows(rules, before, action, SPECTATOR if seat is None else seat)


def reveals_words(rules: Rules, before: State, action: Action) -> bool:
    """Whether an action reveals words that earlier ones hid: the last of a round whose words are hidden."""
    return before.public.turn.pending == (action.seat,) and redact(rules, before, action, None).extra != action.extra


def hand_texts(view: View) -> list[str]:
    """Each hand as text: the view's own in full, of the others the known cards and `??` for the rest."""
    texts: list[str] = []
    for seat in range(view.public.seats):
        known = cards_of(view.hand if seat == view.seat else view.public.known[seat])
        hidden = view.public.hand_size(seat) - len(known)
        texts.append(" ".join(filter(None, [cards_text(known), " ".join(["??"] * hidden)])))
    return texts


def stock_text(view: View) -> str:
    """The stock as text: `??` for each card."""
    return " ".join(["??"] * view.public.stock_count)


# ---------------------------------------------------------------- worlds that a seat cannot tell apart


def determinize(rules: Rules, view: View, random_source: RandomBits) -> State:
    """Deal the cards that a seat cannot see: to the other hands, the stock and what plugins hide.

    The result is a world that the seat cannot tell from the real one: `observe` gives the same view of it, and
    `find_defects` finds nothing that the real state does not have. Each arrangement of the hidden cards is equally
    likely. Cards that everyone saw a seat take, and has not seen leave, are in its hand (`PublicState.known`).

    It does not know what a view does not have: which cards all saw go into a stock that was shuffled again, the actions
    so far, and what they say about a hand, such as a card that its seat would not have discarded beside its fellows.

    Args:
        rules: the rules in force.
        view: the view of a seat or a spectator.
        random_source: the source of chance; a `random.Random` is one. Equal bits give equal worlds.

    Raises:
        PositionError: for a view of other rules; and for rules with a plugin that hides its memory and has
            no `sample` (`HandMemory`), with its name.
        TypeError: for what is not a `View`.

    Examples:
        >>> import random
        >>> import rummy500 as r5
        >>> rules = r5.compose("classic", seats=3)
        >>> view = r5.observe(rules, r5.deal(rules, seed=7), 1)
        >>> world = determinize(rules, view, random.Random(5))
        >>> r5.observe(rules, world, 1) == view, r5.find_defects(rules, world)
        (True, ())
    """
    if type(view) is not View:
        raise TypeError(f"a world is made from a View, not from {quoted(view)}")
    check_table(rules, view)
    refuse_hidden_memory(rules)
    public = view.public
    shown = shown_hands(rules, view)
    cards = shuffled(unseen_cards(rules, view, shown), random_source)
    hands = list[Bag]()
    for seat, seen in enumerate(shown):
        hidden = public.hand_size(seat) - size(seen)
        hands.append(union(seen, bag_of(cards[:hidden])))
        cards = cards[hidden:]
    stock, cards = cards[: public.stock_count], cards[public.stock_count :]
    world = State(public=public, hands=tuple(hands), drawn=view.drawn, stock=stock, memories=view.memories)
    if view.seat != public.to_act and public.phase == PLAY_PHASE and not public.turn.taken:
        world = replace(world, drawn=drawn_unseen(rules, world, random_source))
    return _with_memory(rules, world, view.seat, cards, random_source) if rules.views.hides_memory else world


def refuse_hidden_memory(rules: Rules) -> None:
    """Refuse rules with a plugin that hides its memory from seats and has no function that samples it."""
    declared: list[tuple[str, HandMemory | MatchMemory]] = [*rules.memory.hand_memory, *rules.memory.match_memory]
    for name, memory in declared:
        if memory.seen is not None and memory.sample is None:
            raise PositionError(f"plugin {name} hides its memory (`seen`), and has no `sample` to guess what it hides")


def shown_hands(rules: Rules, view: View) -> list[Bag]:
    """The cards of each hand that a view shows."""
    own = NONE if view.public.phase in rules.views.blind_phases else view.seat
    return [view.hand if seat == own else known for seat, known in enumerate(view.public.known)]


def unseen_cards(rules: Rules, view: View, shown: Iterable[Bag]) -> bytes:
    """The cards of the pack that the view does not show, in a fixed order; `shown` are those of hands."""
    left = Counter(rules.deal.pack)
    left.subtract(cards_outside_stock(rules, view, shown))
    return bytes(left.elements())


def cards_outside_stock(rules: Rules, sight: State | View, hands: Iterable[Bag]) -> Iterator[int]:
    """Each card of these hands, in the pile, on the table, out of play, and in the memory of plugins."""
    public = sight.public
    yield from public.pile
    for bag in (*hands, public.gone):
        yield from cards_of(bag)
    for meld in public.table:
        yield from map(piece_card, meld.pieces)
    for (_, memory), record in zip(rules.memory.hand_memory, sight.memories, strict=False):
        if memory.cards is not None:
            yield from memory.cards(record)


def drawn_unseen(rules: Rules, world: State, random_source: RandomBits) -> Bag:
    """Cards that the seat on turn may have drawn unseen this turn: of its hand, or played since."""
    public = world.public
    played = [piece_card(piece) for play in public.turn.plays for piece in play.pieces]
    hidden = minus(world.hands[public.to_act], public.known[public.to_act])
    return bag_of(shuffled(bytes((*cards_of(hidden), *played)), random_source)[: rules.turn.draw_count])


def _with_memory(rules: Rules, world: State, seat: int, cards: bytes, random_source: RandomBits) -> State:
    """The world with records of plugins that may be true, where they hide something from a seat."""

    def sampled(declared: Iterable[tuple[str, HandMemory | MatchMemory]], memories: tuple[object, ...]) -> list[object]:
        nonlocal cards
        found = list(memories)
        for place, (_, memory) in enumerate(declared):
            if memory.sample is not None:
                found[place] = record = memory.sample(rules, world, seat, cards, random_source)
                if isinstance(memory, HandMemory) and memory.cards is not None:
                    for card in (Counter(memory.cards(record)) - Counter(memory.cards(memories[place]))).elements():
                        cards = cards.replace(bytes((card,)), b"", 1)
        return found

    of_hand = sampled(rules.memory.hand_memory, world.memories)
    match = world.public.match
    of_match = sampled(rules.memory.match_memory, match.memories)
    public = replace(world.public, match=replace(match, memories=tuple(of_match)))
    return replace(world, public=public, memories=tuple(of_hand))
