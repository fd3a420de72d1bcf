"""`changes` lists which cards an action moved from where to where, as a seat or a spectator sees it.

The changes of a seat are the difference between what it sees before and after the action (`observe`), so they show
nothing that its views do not show. Equal cards are interchangeable, and only the ends count: a card that is taken and
melded in one action goes straight to the meld.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Final, Literal

import attrs

from rummy500.base.records import replace
from rummy500.cards.cards import UNKNOWN, Bag, bag_max, cards_of, count, remove, size, without
from rummy500.engine.observe import observe, redact
from rummy500.engine.views import SPECTATOR, check_table
from rummy500.rules.actions import DECK, NONE, RESHUFFLE, Action
from rummy500.rules.memory import HandMemory, InPocket
from rummy500.rules.rules import Rules
from rummy500.rules.state import PublicState, State, with_seat

PlaceKind = Literal["stock", "pile", "hand", "meld", "gone", "pocket", "plugin", "elsewhere"]


@attrs.frozen
class Place:
    """A place where cards lie.

    Attributes:
        kind: `stock`, `pile`, `hand`, `meld`, `gone` for cards out of play, `pocket` for a plugin's place of cards,
            `plugin` for cards that lie aside in the memory of a plugin, `elsewhere` for a place that the seat cannot
            find out: hands exchanged cards unseen.
        number: the seat of a hand or a pocket, the place of a meld on the table from 0; -1 for all others (`of_seat`).
        plugin: the name of the plugin or the pocket; empty for all others.
    """

    kind: PlaceKind
    number: int = NONE
    plugin: str = ""

    @property
    def of_seat(self) -> int | None:
        """The seat of a hand or a pocket, `None` for all other places."""
        return self.number if self.kind in ("hand", "pocket") and self.number >= 0 else None

    def __str__(self) -> str:
        """The place as text: `pile`, `hand 2`, `m1`, `pocket 1 foot`, `plugin dealers-gambit`."""
        if self.kind == "meld":
            return f"m{self.number + 1}"
        return " ".join(filter(None, [self.kind, str(self.number) if self.number >= 0 else "", self.plugin]))


@attrs.frozen
class Change:
    """Cards that one action moved from one place to another.

    Attributes:
        seat: who acted, from 0; `DECK` (-1) for chance (`of_seat`).
        source: the place that they left.
        target: the place where they lie now.
        number: how many cards moved, 1 or more.
        cards: the cards that are seen; the rest of `number` is hidden.
        depths: for cards of the discard pile, the depth of each of `cards` before the action, 1 for the top, as in
            `Action.depth`; empty for cards of other places, and where the action changed the order of the pile.
        shuffled: whether the cards were shuffled, so that nobody knows their order now (`stock.reshuffle`).
    """

    seat: int
    source: Place
    target: Place
    number: int
    cards: tuple[int, ...] = ()
    depths: tuple[int, ...] = ()
    shuffled: bool = False

    @property
    def of_seat(self) -> int | None:
        """Who acted, from 0; `None` for chance."""
        return self.seat if self.seat != DECK else None


STOCK: Final = Place("stock")
PILE: Final = Place("pile")
GONE: Final = Place("gone")
ELSEWHERE: Final = Place("elsewhere")


#: The hand of a seat, and a meld by its place on the table. There are few, and the changes of each action have them.
_hand: Final = cache(partial(Place, "hand"))
_meld: Final = cache(partial(Place, "meld"))


def changes(rules: Rules, before: State, action: Action, after: State, seat: int | None = None) -> tuple[Change, ...]:
    """List where an action moved cards, as a seat or a spectator sees it.

    A change shows the cards that the seat sees in one of its views, before or after; of the others it has the number.
    Cards that are revealed, and do not move, are no change. Cards go to the top of the pile; for their index in a meld,
    see the meld.

    Args:
        rules: the rules in force.
        before: the state before the action.
        action: the action, or the outcome of chance, that was applied there.
        after: the state after it, as `apply` returned it.
        seat: the seat, of any type with `__index__`; `None` for a spectator.

    Returns:
        The changes, one for each source and target. A reshuffle comes first, then the cards that left the pile,
        plugins' memory, the stock, the hands, the melds.

    Raises:
        PositionError: for a seat that does not play, or a state of other rules.
        TypeError: for a seat that is not a whole number.

    Examples:
        >>> import rummy500 as r5
        >>> rules = r5.compose("pagat", seats=3)
        >>> hand = r5.deal(rules, seed=7)
        >>> draw = r5.parse_action("1: draw", hand)
        >>> after = r5.apply(rules, hand, draw)
        >>> for seat in (1, 2):
        ...     [change] = r5.changes(rules, hand, draw, after, seat)
        ...     print(change.source, "->", change.target, change.number, change.cards)
        stock -> hand 1 1 (14,)
        stock -> hand 1 1 ()
    """
    one, two = _seen(rules, before, seat), _seen(rules, after, seat)
    return _changes(one, redact(rules, before, action, seat), two)


def all_changes(rules: Rules, before: State, action: Action, after: State) -> tuple[Change, ...]:
    """List where an action moved cards, with every hidden card: for the log of a server, never for a player.

    Arguments, order and errors are those of `changes`.
    """
    check_table(rules, before)
    check_table(rules, after)
    return _changes(_all_seen(rules, before), action, _all_seen(rules, after))


# ------------------------------------------------- what is seen


@attrs.frozen
class _Sight:
    """The cards of a state as a seat or a spectator sees them; `whole` if no card is hidden."""

    seat: int
    public: PublicState
    hands: tuple[Bag, ...]
    stock: bytes
    aside: tuple[tuple[Place, tuple[int, ...]], ...]
    whole: bool = False


def _seen(rules: Rules, state: State, seat: int | None) -> _Sight:
    view = observe(rules, state, seat)
    hands = view.public.known
    if seat is not None:
        hands = with_seat(hands, view.seat, bag_max(hands[view.seat], view.hand))
    hidden = bytes((UNKNOWN,)) * view.public.stock_count
    return _Sight(view.seat, view.public, hands, hidden, _aside(rules, state.memories, view.memories))


def _all_seen(rules: Rules, state: State) -> _Sight:
    aside = _aside(rules, state.memories, state.memories)
    return _Sight(SPECTATOR, state.public, state.hands, state.stock, aside, whole=True)


def _aside(
    rules: Rules, memories: tuple[object, ...], shown: tuple[object, ...]
) -> tuple[tuple[Place, tuple[int, ...]], ...]:
    found: list[tuple[Place, tuple[int, ...]]] = []
    for (name, memory), record, seen in zip(rules.memory.hand_memory, memories, shown, strict=True):
        places = zip(places_aside(name, memory, record), places_aside(name, memory, seen), strict=True)
        for (place, whole), (_, cards) in places:
            # How many cards lie aside is open, as it is for every place.
            found.append((place, (*cards, *(UNKNOWN,) * (len(whole) - len(cards)))))
    return tuple(found)


def places_aside(plugin: str, memory: HandMemory, record: object) -> Iterator[tuple[Place, tuple[int, ...]]]:
    """The places of the cards that a record holds, with the cards."""
    if isinstance(record, InPocket):
        for at, cards in enumerate(record.cards):
            yield Place("pocket", record.owner(at), memory.key), tuple(cards)
    elif memory.cards is not None:
        yield Place("plugin", plugin=plugin), memory.cards(record)


# ------------------------------------------------- what lies elsewhere now


@attrs.frozen
class _Moved:
    """A card that a place lost or gained."""

    place: Place
    card: int
    is_open: bool


def _lost(one: _Sight, two: _Sight) -> Iterator[_Moved]:
    """The cards that places hold in one sight and not in another; the other way round, those that they gained."""
    for card in _left(one.public.pile, two.public.pile):
        yield _Moved(PILE, card, is_open=True)
    for (place, cards), (_, now) in zip(one.aside, two.aside, strict=True):
        for card in _left(cards, now):
            yield _Moved(place, card, is_open=card != UNKNOWN)
    for card in _left(one.stock, two.stock):
        yield _Moved(STOCK, card, is_open=False)
    if one.hands != two.hands or one.public.sizes != two.public.sizes:
        for seat in range(one.public.seats):
            yield from _lost_of_hand(one, two, seat)
    table = two.public.table
    for number, meld in enumerate(one.public.table):
        if number >= len(table) or meld is not table[number]:
            pieces = table[number].pieces if number < len(table) else ()
            for card in _left([piece & 63 for piece in meld.pieces], [piece & 63 for piece in pieces]):
                yield _Moved(_meld(number), card, is_open=True)
    if one.public.gone != two.public.gone:
        for card in cards_of(without(one.public.gone, two.public.gone)):
            yield _Moved(GONE, card, is_open=True)


def _lost_of_hand(one: _Sight, two: _Sight, seat: int) -> Iterator[_Moved]:
    place, bag, now = _hand(seat), one.hands[seat], two.hands[seat]
    if bag != now:
        shown = without(one.public.known[seat], two.public.known[seat])
        for card in cards_of(without(bag, now)):
            is_open = bool(count(shown, card))
            shown = remove(shown, card) if is_open else shown
            yield _Moved(place, card, is_open=is_open)
    hidden = one.public.hand_size(seat) - size(bag) - (two.public.hand_size(seat) - size(now))
    for _ in range(hidden):
        yield _Moved(place, UNKNOWN, is_open=False)


def _left(cards: Sequence[int], now: Sequence[int]) -> Sequence[int]:
    """The cards of which there are fewer now."""
    if cards == now or now[: len(cards)] == cards:
        return ()
    return tuple((Counter(cards) - Counter(now)).elements())


# ------------------------------------------------- from where to where


_ORDER: Final[tuple[PlaceKind, ...]] = ("pile", "pocket", "plugin", "stock", "hand", "meld", "gone", "elsewhere")


def _in_order(move: tuple[tuple[Place, Place], list[int]]) -> tuple[tuple[int, int, str], ...]:
    return tuple((_ORDER.index(place.kind), place.number, place.plugin) for place in move[0])


def _changes(one: _Sight, action: Action, two: _Sight) -> tuple[Change, ...]:
    found: list[Change] = []
    if action.seat == DECK and action.verb == RESHUFFLE:
        below = one.public.pile[:-1]
        depths = tuple(range(len(below) + 1, 1, -1))
        found.append(Change(DECK, PILE, STOCK, len(below), tuple(below), depths, shuffled=True))
        # Go on from the table between the reshuffle and what follows it at once: the seat that asked draws.
        stock = one.stock + (below if one.whole else bytes((UNKNOWN,)) * len(below))
        one = attrs.evolve(one, public=replace(one.public, pile=one.public.pile[-1:]), stock=stock)
    moves: dict[tuple[Place, Place], list[int]] = {}
    for source, target, card in _paired(list(_lost(one, two)), list(_lost(two, one)), one, action):
        moves.setdefault((source, target), []).append(card)
    depths_of = _depths(one.public.pile, two.public.pile) if any(source is PILE for source, _ in moves) else {}
    for (source, target), cards in sorted(moves.items(), key=_in_order):
        shown = tuple(sorted(card for card in cards if card != UNKNOWN))
        depths = tuple(depths_of[card].pop(0) for card in shown) if source is PILE and depths_of else ()
        found.append(Change(action.seat, source, target, len(cards), shown, depths))
    return tuple(found)


def _paired(
    lost: list[_Moved], gained: list[_Moved], one: _Sight, action: Action
) -> Iterator[tuple[Place, Place, int]]:
    """Pair each card that a place lost with one that a place gained: source, target, and the card as it is seen."""
    yield from _faces(lost, gained, is_open=True)
    yield from _faces(lost, gained, is_open=False)
    _drop_revealed(lost, gained)
    _drop_revealed(gained, lost)
    # Such a card was known in the hand of another seat, and no longer is: any card may have left that hand.
    lost = [
        _Moved(each.place, UNKNOWN, is_open=False)
        if each.place.kind == "hand" and each.place.number != one.seat
        else each
        for each in lost
    ]
    named = {action.card, *(piece & 63 for piece in action.pieces)}
    hidden = [each for each in gained if each.card == UNKNOWN]
    for each in [each for each in gained if each.card != UNKNOWN]:
        # A named card comes from the hand that acts; any other from the first place in the order of `changes`.
        sources = [source for source in lost if source.card == UNKNOWN]
        if each.card in named:
            sources.sort(key=lambda source: source.place != _hand(action.seat))
        if sources:
            lost.remove(sources[0])
        yield sources[0].place if sources else ELSEWHERE, each.place, each.card
    for each in lost:
        target = hidden.pop(0).place if hidden else ELSEWHERE
        yield each.place, target, each.card
    for each in hidden:
        yield ELSEWHERE, each.place, UNKNOWN


def _faces(lost: list[_Moved], gained: list[_Moved], *, is_open: bool) -> Iterator[tuple[Place, Place, int]]:
    """Pair equal cards, those that everyone sees at both places first: nobody else can have got such a card."""
    for each in [each for each in lost if each.card != UNKNOWN and (each.is_open or not is_open)]:
        for target in gained:
            if target.card == each.card and (target.is_open or not is_open):
                lost.remove(each)
                gained.remove(target)
                yield each.place, target.place, each.card
                break


def _drop_revealed(hidden: list[_Moved], shown: list[_Moved]) -> None:
    """Drop the cards that stay where they are, hidden on one side and seen on the other."""
    for each in [each for each in hidden if each.card == UNKNOWN]:
        for other in shown:
            if other.place == each.place and other.card != UNKNOWN:
                hidden.remove(each)
                shown.remove(other)
                break


def _depths(pile: bytes, now: bytes) -> dict[int, list[int]]:
    """The depths of the cards that left the pile, by card; empty if those that stay are in another order."""
    left: dict[int, list[int]] = {}
    stay = 0
    for place, card in enumerate(pile):
        if stay < len(now) and now[stay] == card:
            stay += 1
        else:
            left.setdefault(card, []).insert(0, len(pile) - place)
    due = Counter(pile) - Counter(now)
    return left if {card: len(depths) for card, depths in left.items()} == due else {}
