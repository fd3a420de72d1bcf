"""Reads rules, states and actions into their fast form, and writes them back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final, cast

from rummy500.cards.cards import JOKER, NATURALS, Bag, RandomBits, bag_of, common, shuffled, size
from rummy500.cards.pieces import GROUP, PIECE, Meld, Pieces, is_natural, wild_in_group, wild_in_run
from rummy500.cards.shapes import ALL_THIRTEEN
from rummy500.engine.match import deal
from rummy500.engine.observe import determinize, shown_hands, unseen_cards
from rummy500.engine.plays import places_of_plays, play_record
from rummy500.engine.scoring import deducts_always, points, points_on_table, side_totals
from rummy500.engine.step import why_not
from rummy500.engine.views import seat_view
from rummy500.fast import plays as fast
from rummy500.fast.hand import FastHand
from rummy500.fast.plays import FastRules, Sensible
from rummy500.rules import state as states
from rummy500.rules.actions import CALL, DISCARD, DRAW, NONE, PASS, TAKE, USE_GROUP, USE_LAY, USE_NONE, USE_RUN, Action
from rummy500.rules.options import DEAL_OPENING
from rummy500.rules.rules import Rules
from rummy500.rules.state import MatchSoFar, PublicState, State, Turn, View, packed_sizes

#: The pieces of a group: the natural cards, then a joker of each rank. Those of a run: then a joker for each card.
_IN_GROUP: Final = (*PIECE, *[wild_in_group(JOKER, rank) for rank in range(13)])
_IN_RUN: Final = (*PIECE, *[wild_in_run(JOKER, card) for card in range(NATURALS)])
#: The melds of which points are remembered.
_MELDS: Final = 10_000
_PHASES: Final = (states.DRAW_PHASE, states.PLAY_PHASE, states.RESHUFFLE_PHASE, states.OVER_PHASE)


# ------------------------------------------------- states


def fast_hand(rules: Rules, state: State) -> FastHand | None:
    """Make a fast hand of a state.

    Returns:
        The hand; `None` if the rules have no fast form, or for a state that these rules do not lead to, such as a
        position with a card twice.
    """
    form, public, turn = fast_rules(rules), state.public, state.public.turn
    if isinstance(form, str) or not _is_dealt(rules, state):
        return None
    held = cast("list[int]", [*state.hands, *public.known])
    hand = FastHand(form, public.match, public.to_act, held, public.pile, state.stock)
    for on, meld in enumerate(public.table):
        hand.lay_out(on, _meld_code(meld))
    hand.phase = _PHASES.index(public.phase)
    hand.drawn = state.drawn
    hand.taken = turn.taken
    hand.plays = turn.plays
    if public.phase == states.PLAY_PHASE:
        hand.barred = rules.turn.barred(rules, seat_view(rules, state, public.to_act))
    hand.last = public.last
    hand.idle = public.idle
    hand.stale = public.stale
    hand.ended = public.ended
    return hand if state_of(hand) == state else None  # a field without a place in a fast hand has not its default


def _is_dealt(rules: Rules, state: State) -> bool:
    """Whether a state can come from a deal of one pack."""
    public, turn = state.public, state.public.turn
    if public.seats != rules.seats or public.match.rules_number not in (0, rules.number):
        return False
    if public.phase not in _PHASES or NONE in places_of_plays(public):
        return False
    if public.phase != states.OVER_PHASE and not all(state.hands):
        return False
    if size(turn.taken) > 1 and not turn.plays:
        return False
    if public.phase == states.DRAW_PHASE and (turn != states.NEW_TURN or state.drawn):
        return False
    cards = [*public.pile, *state.stock, *[piece & 63 for meld in public.table for piece in meld.pieces]]
    try:
        every = bag_of([*cards, *[card for seat in range(public.seats) for card in state.cards(seat)]])
    except ValueError:
        return False
    return common(every, bag_of(rules.deal.pack)) == every


def fast_deal(rules: FastRules, match: MatchSoFar, deck: bytes) -> FastHand:
    """Deal a fast hand, as `deal` does.

    Args:
        rules: the fast form of the rules.
        match: the match before the hand, with its dealer.
        deck: the whole pack in order; it is not checked.
    """
    deals = rules.rules.deal
    if deals.hand_sizes or DEAL_OPENING.of(rules.rules.options) != "upcard":
        return cast("FastHand", fast_hand(rules.rules, deal(rules.rules, deck=deck, match=match)))
    seats, dealt = rules.seats, deals.hand_size * rules.seats
    first = (match.dealer + 1) % seats
    held = [0] * (2 * seats)
    for turn in range(seats):
        held[(first + turn) % seats] = bag_of(deck[turn:dealt:seats])
    return FastHand(rules, match, first, held, deck[dealt : dealt + 1], deck[dealt + 1 :])


def state_of(hand: FastHand) -> State:
    """Write a hand as a state."""
    seats = hand.rules.seats
    held = hand.held[:]
    held[hand.seat], held[seats + hand.seat] = hand.hand, hand.known
    hands, known = tuple(map(Bag, held[:seats])), tuple(map(Bag, held[seats:]))
    stock = hand.stock[hand.next :]
    public = PublicState(
        phase=_PHASES[hand.phase],
        to_act=hand.seat,
        last=hand.last,
        pile=hand.pile,
        table=tuple([_meld(code) for code in hand.table]),
        turn=Turn(taken=Bag(hand.taken), plays=tuple([_play(hand, play) for play in hand.plays])),
        sizes=packed_sizes(tuple(map(size, hands))),
        known=known,
        stock_count=len(stock),
        match=hand.match,
        idle=hand.idle,
        stale=hand.stale,
        ended=hand.ended,
        out=hand.seat if hand.ended == states.ENDED_OUT else NONE,
    )
    return State(public=public, hands=hands, drawn=Bag(hand.drawn), stock=stock)


def _meld_code(meld: Meld) -> int:
    code, jokers = meld.owner | meld.line << fast.LINE_AT, 0
    if meld.is_run:
        code |= fast.RUN << fast.USE_AT | meld.low << fast.LOW_AT | meld.high << fast.HIGH_AT
        for place, piece, seat in zip(_in_order(meld.low, meld.high), meld.pieces, meld.by, strict=True):
            code |= (not is_natural(piece)) << fast.JOKERS_AT + place | seat << fast.BY_AT + 2 * place
        return code
    for piece, seat in zip(meld.pieces, meld.by, strict=True):
        suit = (piece & 63) // 13  # of the first joker it is 4
        code |= seat << fast.BY_AT + 2 * (suit + jokers)
        if is_natural(piece):
            code |= 1 << fast.LOW_AT + suit
        else:
            jokers += 1
    return code | fast.GROUP << fast.USE_AT | jokers << fast.HIGH_AT


def _meld(code: int) -> Meld:
    places, pieces = _pieces(code, code >> fast.JOKERS_AT)
    low = code >> fast.LOW_AT & 15 if code >> fast.USE_AT & fast.RUN else GROUP
    by = bytes([code >> fast.BY_AT + 2 * place & 3 for place in places])
    return Meld(code & fast.OWNER, low, code >> fast.LINE_AT & 15, pieces, by)


def _pieces(code: int, wild: int) -> tuple[list[int], Pieces]:
    """The places of a meld or a play, and the pieces there; `wild` has the places that jokers fill in a run."""
    line, low, high = code >> fast.LINE_AT & 15, code >> fast.LOW_AT & 15, code >> fast.HIGH_AT & 15
    if code >> fast.USE_AT & fast.RUN:
        places = _in_order(low, high)
        return places, tuple([_IN_RUN[13 * line + place % 13 + 52 * (wild >> place & 1)] for place in places])
    suits = [suit for suit in range(4) if low >> suit & 1]
    naturals = tuple([_IN_GROUP[13 * suit + line] for suit in suits])
    return [*suits, *range(4, 4 + high)], naturals + _IN_GROUP[52 + line : 53 + line] * high


def _in_order(low: int, high: int) -> list[int]:
    """The places of a run in canonical order: all thirteen begin with the ace."""
    places = list(range(low, high + 1))
    return [high, *places[:-1]] if len(places) == ALL_THIRTEEN and low else places


def points_of(hand: FastHand, *, on_table: bool = False) -> tuple[int, ...]:
    """Count the points of a hand for each side, as `points` does.

    Args:
        hand: the hand.
        on_table: whether to leave out what cards in hand cost.
    """
    form = hand.rules
    if form.meld_points is None:
        state = state_of(hand)
        return points_on_table(form.rules, state) if on_table else points(form.rules, state)
    found, in_hand = [0] * form.seats, form.rules.scoring.points.in_hand[JOKER]
    for meld in hand.table:
        for seat, number in enumerate(form.meld_points(meld)):
            found[seat] += number
    for seat in range(0 if on_table else form.seats):
        bag = hand.hand if seat == hand.seat else hand.held[seat]
        found[seat] -= form.sensible.counted(bag) + in_hand * (bag & fast.JOKERS)
    return side_totals(form.rules, found)


def _meld_points(rules: Rules) -> Callable[[int], tuple[int, ...]] | None:
    """The points of each seat for a meld on the table, if melds and hands are all that counts."""
    scoring = rules.scoring
    if scoring.score_lines or scoring.deducts is not deducts_always:
        return None

    def of_meld(code: int) -> tuple[int, ...]:
        meld, found = _meld(code), [0] * rules.seats
        for number, seat in zip(scoring.points.meld(meld), meld.by, strict=True):
            found[seat] += number
        return tuple(found)

    return lru_cache(_MELDS)(of_meld)


# ------------------------------------------------- worlds


def worlds(rules: Rules, view: View, random_source: RandomBits) -> Iterator[FastHand] | None:
    """Deal the cards that a seat cannot see again and again, as `determinize` does.

    It reads the view only once.

    Args:
        rules: the rules in force.
        view: the view of a seat or a spectator.
        random_source: the source of chance. Equal bits give equal worlds, and the same as `determinize`.

    Returns:
        Fast hands without end, each of them new; `None` if the rules have no fast form, or `fast_hand` reads no world.

    Raises:
        PositionError: as `determinize`.
        TypeError: as `determinize`.

    Examples:
        >>> import random
        >>> from itertools import islice
        >>> import rummy500 as r5
        >>> rules = r5.compose("classic", seats=2)
        >>> view = r5.observe(rules, r5.deal(rules, seed=7), 1)
        >>> [state_of(hand).hands[0] for hand in islice(worlds(rules, view, random.Random(5)), 3)] == [
        ...     determinize(rules, view, source).hands[0] for source in [random.Random(5)] for _ in range(3)
        ... ]
        True
    """
    if isinstance(fast_rules(rules), str):
        return None
    first = fast_hand(rules, determinize(rules, view, random_source))
    return None if first is None else _worlds(rules, view, first, random_source)


def _worlds(rules: Rules, view: View, first: FastHand, random_source: RandomBits) -> Iterator[FastHand]:
    public, shown = view.public, shown_hands(rules, view)
    sizes = [public.hand_size(seat) - size(bag) for seat, bag in enumerate(shown)]
    unseen, is_drawn = unseen_cards(rules, view, shown), public.phase == states.PLAY_PHASE and first.seat != view.seat
    yield first.copy()
    while True:
        if is_drawn:  # the card that the other seat drew is unseen, and may decide what it may discard
            yield cast("FastHand", fast_hand(rules, determinize(rules, view, random_source)))
            continue
        hand, cards = first.copy(), shuffled(unseen, random_source)
        for seat, hidden in enumerate(sizes):
            hand.held[seat] = shown[seat] + fast.bag_from(cards[:hidden])
            cards = cards[hidden:]
        hand.hand = hand.held[hand.seat]
        hand.stock = cards
        yield hand


# ------------------------------------------------- actions


def action_of(hand: FastHand, code: int) -> Action:
    """Write an action of a hand's list as the engine's."""
    kind, card = code & 7, code >> fast.CARD_AT & 63
    if kind == fast.PLAY:
        return _play(hand, code)
    if kind == fast.DISCARD:
        return Action(hand.seat, DISCARD, card)
    if kind == fast.TAKE:
        return Action(hand.seat, TAKE, hand.pile[-card], card, *_use(code))
    if kind == fast.CALL:
        return Action(code >> fast.SEAT_AT & 3, CALL, NONE, card, *_use(code))
    return Action(hand.seat, DRAW if kind == fast.DRAW else PASS)


def _play(hand: FastHand, play: object) -> Action:
    return play if isinstance(play, Action) else play_record(hand.seat, *_use(cast("int", play)))


def _use(code: int) -> tuple[str, Pieces, int]:
    """How an action plays cards, the pieces, and the meld that they are laid on."""
    use = code >> fast.USE_AT & 7
    if not use:
        return USE_NONE, (), NONE
    _, pieces = _pieces(code, code >> fast.WILD_AT)
    if use & fast.LAY:
        return USE_LAY, pieces, code >> fast.ON_AT & 31
    return USE_RUN if use & fast.RUN else USE_GROUP, pieces, NONE


# ------------------------------------------------- rules

_MOST_SEATS: Final = 4
_MOST_JOKERS: Final = 4
_OTHER_CALLS: Final = "calls of the last discard or the top alone (call.last-discard, call.top)"


def _is_one_pack(rules: Rules) -> bool:
    naturals = [card for card in rules.deal.pack if card < NATURALS]
    return rules.deal.packs == len(naturals) / len(set(naturals)) == 1 and rules.deal.pack.count(JOKER) <= _MOST_JOKERS


def _has_core_wilds(rules: Rules) -> bool:
    shapes = rules.melding.shapes
    expected = (JOKER,) if JOKER in rules.deal.pack else ()
    return shapes.wilds == expected and shapes.natural_two is None and not shapes.joker_groups


#: Fields of `Rules` and of its parts: what is not played unless a test is passed, and the hooks by which a plugin asks
#: for it. Without a test, the fields must be empty.
DEMANDS: Final[Mapping[str, tuple[str, str, Callable[[Rules], bool] | None]]] = {
    "seats": ("more than four seats", "", lambda rules: rules.seats <= _MOST_SEATS),
    "pack": ("other packs than one of 52 cards with up to four jokers (deck.pack)", "pack", _is_one_pack),
    "side_pack side_cards": ("cards beside the pack", "pack", None),
    "rounds": ("steps between deal and first turn", "dealing", None),
    "between": ("rounds between two turns", "dealing", None),
    "first_player": ("another first player", "dealing", None),
    "shapes": ("other wild cards than jokers", "wilds", _has_core_wilds),
    "finder_now": ("wild cards that change", "wilds", None),
    "opening_minimum": ("an opening minimum (meld.first-minimum)", "opening_minimum", None),
    "may_meld": ("forbidden melds", "may", None),
    "may_lay": ("forbidden lay-offs", "may", lambda rules: "may.lay" not in rules.answered),
    "may_draw": ("forbidden draws", "may", None),
    "may_take": ("forbidden takes", "may", None),
    "may_call": ("forbidden calls", "may", None),
    "barred": ("other barred discards", "may", lambda rules: "may.discard" not in rules.answered),
    "must_use": ("other cards that must be used", "takes", None),
    "collects": ("other cards that come with a take", "takes", None),
    "uses": ("other uses of a taken card", "uses", None),
    "duties": ("duties at the end of a turn", "may", None),
    "call": (_OTHER_CALLS, "", lambda rules: rules.turn.call in ("none", "full", "layoffs")),
    "turn_ended": ("what follows a turn", "turn_ended", lambda rules: "turn_ended" not in rules.answered),
    "hand_emptied": ("other ends of a hand", "hand_emptied", lambda rules: "hand_emptied" not in rules.answered),
    "phased suffixed follow_ups": ("moves of plugins", "moves", None),
    "moves": (
        "other moves, or moves with other effects",
        "moves effects",
        lambda rules: rules.answered.isdisjoint({"moves", "effects"}),
    ),
    "hand_memory": ("what a plugin remembers", "memory", None),
}


def fast_rules(rules: Rules) -> FastRules | str:
    """Make the fast form of rules, once for each rules.

    Returns:
        The fast form; or a sentence that says which rule, option or plugin fast hands do not play.

    Examples:
        >>> import rummy500 as r5
        >>> fast_rules(r5.compose("pagat", seats=6))
        'Fast hands do not play more than four seats.'
    """
    of_rules, known = rules.cache.fast
    if of_rules is not rules:
        known = _why_not(rules) or FastRules(rules, Sensible(rules.scoring.points.in_hand), _asks, _meld_points(rules))
        rules.cache.fast = (rules, known)
    return cast("FastRules | str", known)


def _why_not(rules: Rules) -> str:
    """The first thing of some rules that fast hands do not play; empty if they play them."""
    parts = (rules, rules.deal, rules.melding, rules.turn, rules.memory)  # no two have a field of the same name
    for fields, (what, hooks, test) in DEMANDS.items():
        asked_for = (getattr(part, field, None) for field in fields.split() for part in parts)
        if any(asked_for) if test is None else not test(rules):
            found = rules.origin.hook_functions.items()
            asked = [f"hook {hook} of plugin {name}" for hook in hooks.split() for name, own in found if hook in own]
            whose = f" ({', '.join(asked)})" if asked else ""
            return f"Fast hands do not play {what}{whose}."
    if DEAL_OPENING.of(rules.options) == "offer":
        return "Fast hands do not play an upcard on offer (deal.opening-offer)."
    if rules.melding.shapes.round_corner:
        return "Fast hands do not play runs round the corner (meld.ace)."
    return ""


def _asks(hand: FastHand, code: int) -> bool:
    """Ask the engine whether an action is legal."""
    return why_not(hand.rules.rules, state_of(hand), action_of(hand, code)) is None
