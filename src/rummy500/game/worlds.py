"""`determinize`: deals the cards that a seat cannot see, which makes a state of its view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rummy500.actions import NONE
from rummy500.cards.cards import Bag, RandomBits, bag_of, cards_of, minus, shuffled, size, union
from rummy500.cards.pieces import piece_card
from rummy500.engine.views import check_table
from rummy500.errors import PositionError
from rummy500.inputs import quoted
from rummy500.records import replace
from rummy500.rules.memory import HandMemory, MatchMemory
from rummy500.rules.rules import Rules
from rummy500.state import PLAY_PHASE, State, View


def determinize(rules: Rules, view: View, random_source: RandomBits) -> State:
    """Deal the cards that a seat cannot see: to the other hands, the stock and what plugins hide.

    The result is a world that the seat cannot tell from the real one: `observe` gives the same view of it, and `status`
    finds nothing that the real state does not have. Each arrangement of the hidden cards is equally likely. Cards that
    everyone saw a seat take, and has not seen leave, are in its hand (`PublicState.known`).

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
        >>> r5.observe(rules, world, 1) == view, r5.status(rules, world)
        (True, ())
    """
    if type(view) is not View:
        raise TypeError(f"a world is made from a View, not from {quoted(view)}")
    check_table(rules, view)
    refuse_hidden_memory(rules)
    public = view.public
    own = NONE if public.phase in rules.views.blind_phases else view.seat
    shown = [view.hand if seat == own else known for seat, known in enumerate(public.known)]
    cards = shuffled(_unseen(rules, view, shown), random_source)
    hands = list[Bag]()
    for seat, seen in enumerate(shown):
        hidden = public.hand_size(seat) - size(seen)
        hands.append(union(seen, bag_of(cards[:hidden])))
        cards = cards[hidden:]
    stock, cards = cards[: public.stock_count], cards[public.stock_count :]
    world = State(public=public, hands=tuple(hands), drawn=view.drawn, stock=stock, memories=view.memories)
    if view.seat != public.to_act and public.phase == PLAY_PHASE and not public.turn.taken:
        world = replace(world, drawn=_drawn(rules, world, random_source))
    return _with_memory(rules, world, view.seat, cards, random_source) if rules.views.hides_memory else world


def refuse_hidden_memory(rules: Rules) -> None:
    """Refuse rules with a plugin that hides its memory from seats and has no function that samples it."""
    declared: list[tuple[str, HandMemory | MatchMemory]] = [*rules.memory.hand_memory, *rules.memory.match_memory]
    for name, memory in declared:
        if memory.seen is not None and memory.sample is None:
            raise PositionError(f"plugin {name} hides its memory (`seen`), and has no `sample` to guess what it hides")


def _unseen(rules: Rules, view: View, shown: Iterable[Bag]) -> bytes:
    """The cards of the pack that the view does not show, in a fixed order; `shown` are those of hands."""
    public = view.public
    left = Counter(rules.deal.pack)
    left.subtract(public.pile)
    for bag in (public.gone, *shown):
        left.subtract(cards_of(bag))
    for meld in public.table:
        left.subtract(map(piece_card, meld.pieces))
    for (_, memory), record in zip(rules.memory.hand_memory, view.memories, strict=True):
        left.subtract(memory.cards(record) if memory.cards is not None else ())
    return bytes(left.elements())


def _drawn(rules: Rules, world: State, random_source: RandomBits) -> Bag:
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
