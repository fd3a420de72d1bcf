"""A model of play: what an action of the core does, by the rule catalogue, slowly and plainly.

The laws of steps and turns compare the engine with it. Where a plugin answers a hook, it is silent on that question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias

import attrs

from rummy500 import Meld
from rummy500.base.errors import ComposeError
from rummy500.cards.cards import ACE, JOKER, NATURALS, SPARE, Bag, cards_of, cards_text
from rummy500.engine.views import seat_view
from rummy500.hooks import CORE_MOVES, Move
from rummy500.hooks.load import check_plugin, installed_plugin
from rummy500.hooks.plugin import LoadedPlugin, Pack
from rummy500.hooks.specs import SPECS
from rummy500.rules.actions import (
    CALL,
    DECK,
    DISCARD,
    DRAW,
    LAY,
    MELD,
    NONE,
    PASS,
    RESHUFFLE,
    TAKE,
    USE_GROUP,
    USE_LAY,
    USE_NONE,
    USE_RUN,
    USE_SWAP,
    Action,
)
from rummy500.rules.move import FixedMinimum
from rummy500.rules.options import CALLS, MELD_FIRST_MINIMUM, SCORE_ACE, STOCK_EMPTY
from rummy500.rules.rules import Rules
from rummy500.rules.state import (
    DRAW_PHASE,
    ENDED_CIRCLE,
    ENDED_OUT,
    ENDED_STOCK,
    OFFER_PHASE,
    OVER_PHASE,
    PLAY_PHASE,
    RESHUFFLE_PHASE,
    MatchSoFar,
    PublicState,
    State,
)

_CORE: Final = {move.verb: move for move in CORE_MOVES}


@lru_cache(maxsize=256)
def _in_play(names: tuple[str, ...], passed_plugins: tuple[Any, ...]) -> tuple[LoadedPlugin, ...]:
    passed = [check_plugin(each.plugin) for each in passed_plugins]
    objects = {plugin.info.name: plugin for plugin in passed}
    return tuple(objects[name] if name in objects else installed_plugin(name) for name in names)


def plugins_in_play(rules: Rules) -> tuple[LoadedPlugin, ...]:
    """List the plugins in play with their hooks, in their order."""
    return _in_play(tuple(rules.plugins), rules.origin.passed_plugins)


def has_hook(rules: Rules, question: str) -> bool:
    """Return whether a plugin in play has a hook, or answers a part of one (`may.lay`, `settings.point_unit`)."""
    if "." in question:
        return answered(rules, question)
    return any(question in plugin.hooks for plugin in plugins_in_play(rules))


def hook_arguments(plugin: LoadedPlugin, rules: Rules) -> dict[str, Any]:
    """Return the arguments of a hook that depend on the rules alone."""
    by_preset = plugin.info.name in rules.preset.plugins
    pack = Pack(rules.deal.pack, rules.deal.side_pack)
    return {"options": rules.options, "seats": rules.seats, "by_preset": by_preset, "pack": pack}


def answers(plugin: LoadedPlugin, rules: Rules, question: str) -> bool:
    """Return whether a plugin has a hook and does not leave the rule as it is, or answers a part of a hook.

    A hook with arguments that the rules do not decide counts as answered, because its answer depends on the case.
    """
    hook, _, part = question.partition(".")
    rule: object = SPECS["takes"].default if hook == "takes" else _rule_so_far
    given = {**hook_arguments(plugin, rules), "rule": rule}
    if hook not in plugin.hooks or not given.keys() >= set(plugin.hooks[hook][1]):
        return hook in plugin.hooks
    try:
        answer: object = plugin.call(hook, given)
    except ComposeError:
        return True
    if not part:
        return answer not in (None, (), rule)
    if isinstance(answer, Mapping):
        return part in answer
    return getattr(answer, part, None) not in (None, (), getattr(rule, part, None))


def _rule_so_far(*_: object) -> None:
    """Replace the rule so far that a plugin is given; it is never called."""


@lru_cache(maxsize=1024)
def _answered(rules: Rules, question: str) -> bool:
    return any(answers(plugin, rules, question) for plugin in plugins_in_play(rules))


def answered(rules: Rules, question: str) -> bool:
    """Return whether a plugin in play answers a hook, so that the model does not judge that question."""
    return bool(rules.plugins) and _answered(rules, question)


def any_answered(rules: Rules, *questions: str) -> bool:
    """Return whether a plugin answers one of some questions."""
    return any(answered(rules, question) for question in questions)


def core_move(rules: Rules, action: Action, phase: str) -> Move | None:
    """Return the core's move of an action in a phase; `None` if the move is a plugin's own."""
    mine = _CORE.get(action.verb)
    if not has_hook(rules, "moves"):
        return mine
    move = rules.turn.move_of(action, phase)
    return mine if mine is not None and move is not None and move.check is mine.check else None


def own_move(rules: Rules, action: Action, phase: str) -> bool:
    """Return whether an action is a move of a plugin's own."""
    return action.seat != DECK and core_move(rules, action, phase) is None


def core_effect(rules: Rules, action: Action, phase: str) -> bool:
    """Return whether an action has the core's effect; a plugin may have replaced it."""
    mine = _CORE.get(action.verb)
    if mine is None or not (has_hook(rules, "moves") or has_hook(rules, "effects")):
        return mine is not None
    move = rules.turn.move_of(action, phase)
    return move is not None and move.effect is mine.effect and move.wrapped_effect is None


def hand_sizes(rules: Rules, match: MatchSoFar) -> tuple[int, ...]:
    """Return the number of cards that each seat is dealt, before an extra card (`deal.size`)."""
    sizes = (rules.deal.hand_size,) * rules.seats
    for _, change in rules.deal.hand_sizes:
        sizes = change(rules, match, sizes)
    return sizes


def wilds(rules: Rules) -> tuple[int, ...]:
    """Return the faces that are wild now or at another time (`meld.joker`)."""
    if has_hook(rules, "wilds"):
        return rules.melding.shapes.wilds
    return (JOKER,) if JOKER in (*rules.deal.pack, *rules.deal.side_pack) else ()


def cards_drawn(rules: Rules) -> int:
    """Return how many cards a draw gives: one, or the number of a plugin (`draw.stock`)."""
    return rules.turn.draw_count if has_hook(rules, "settings.draw_count") else 1


# ---------------------------------------------------------------- cards

#: Faces, and how many cards have each of them.
Faces: TypeAlias = Counter[int]

RANKS: Final = 13
SUITS: Final = range(4)
#: The place of an ace that lies after the king.
ABOVE_KING: Final = 13


def hand_of(state: State, seat: int) -> Faces:
    """Return the cards of a seat's hand."""
    return Counter(cards_of(state.hands[seat]))


def faces_of_bag(bag: Bag) -> Faces:
    """Return the cards of a bag."""
    return Counter(cards_of(bag))


def faces_of_pieces(pieces: Iterable[int]) -> Faces:
    """Return the cards of some pieces, whatever they stand for."""
    return Counter(piece % 64 for piece in pieces)


def face(piece: int) -> int:
    """Return the card of a piece."""
    return piece % 64


def role(piece: int) -> int:
    """Return the role of a piece."""
    return piece // 64


def played(meld: Meld) -> Counter[tuple[int, int]]:
    """List the pieces of a meld, each with the seat that played it."""
    return Counter(zip(meld.pieces, meld.by, strict=True))


# ---------------------------------------------------------------- values
# Count the points of cards (`score.values`, `score.ace-one`) for each seat (`score.hand`).


def has_own_values(rules: Rules) -> bool:
    """Return whether a plugin decides what cards count; then the model uses its table."""
    return has_hook(rules, "card_points") or has_hook(rules, "settings.point_unit")


def on_table(rules: Rules, meld: Meld) -> list[int]:
    """Return the points of each card of a meld."""
    lowest = [meld.low == 0 and place == 0 for place in range(len(meld.pieces))]
    if not has_own_values(rules):
        pairs = zip(meld.pieces, lowest, strict=True)
        return [core_value(rules, face(piece), lies_low=low) for piece, low in pairs]
    if meld.low < 0:
        return [rules.scoring.points.piece(piece, "group") for piece in meld.pieces]
    return [
        rules.scoring.points.piece(piece, "low" if low else "run")
        for piece, low in zip(meld.pieces, lowest, strict=True)
    ]


def core_value(rules: Rules, card: int, *, lies_low: bool) -> int:
    """Return the core's points: 2 to 10 their number, J Q K 10, joker 15, ace 15, or 1 if low or by option."""
    if card == JOKER:
        return 15
    if card >= NATURALS:
        return 0
    if card % RANKS == ACE:
        return 1 if lies_low or SCORE_ACE.of(rules.options) == "one" else 15
    return min(card % RANKS + 1, 10)


def played_now(rules: Rules, state: State) -> int:
    """Add up the points of the cards played this turn, in their present places (`meld.first-minimum`)."""
    points, table, plays = 0, state.public.table, state.public.turn.plays
    # The new melds of the turn come after the others, in the order of its plays.
    begun = iter(table[len(table) - sum(play.on == NONE for play in plays) :])
    for play in plays:
        meld = next(begun) if play.on == NONE else table[min(play.on, len(table) - 1)]
        due = Counter(play.pieces)
        # An equal piece may lie in the meld already; both count alike, except an ace at the low end.
        pairs = sorted(zip(meld.pieces, on_table(rules, meld), strict=True), key=lambda pair: pair[1])
        for piece, count in pairs:
            if due[piece]:
                due[piece] -= 1
                points += count
    return points


# ---------------------------------------------------------------- turn facts


def places_taken(rules: Rules, state: State, action: Action) -> tuple[int, ...]:
    """Return the depths of the cards that a take or a call collects (`draw.deep`, `call.full`)."""
    collected_places = rules.turn.collects if answered(rules, "takes.collects") else None
    depth, pile = action.depth, state.public.pile
    if action.verb == CALL and CALLS.of(rules.options) == "last-discard":
        return (1,)
    if collected_places is None:
        return tuple(range(1, depth + 1))
    view = seat_view(rules, state, action.seat)
    if action.verb == TAKE:
        return tuple(collected_places(rules, view, depth))
    claimed, wanted = [depth], faces_of_pieces(action.pieces)
    wanted[pile[-depth]] -= 1
    for place in range(1, depth):
        if wanted[pile[-place]] > 0:
            wanted[pile[-place]] -= 1
            claimed.append(place)
    return tuple(sorted({other for place in claimed for other in collected_places(rules, view, place)}))


def has_opened(public: PublicState, seat: int) -> bool:
    """Return whether a seat had melded before this turn (`meld.first-minimum`).

    A swap for a wild card of the seat's own leaves as many of its cards on the table.
    """
    lies = sum(player == seat for meld in public.table for player in meld.by)
    plays = public.turn.plays if public.to_act == seat else ()
    now = sum(len(each.pieces) for each in plays if each.seat == seat and each.use != USE_SWAP)
    return lies > now


def opening_minimum(rules: Rules, state: State, seat: int) -> int:
    """Return the points that the first melds of a seat must have: the option, or the answer of a plugin."""
    rule = rules.melding.opening_minimum
    if rule is None or isinstance(rule, FixedMinimum):
        return MELD_FIRST_MINIMUM.of(rules.options)
    return rule(rules, seat_view(rules, state, seat))


# ---------------------------------------------------------------- moving

#: A meld as the seat that began it and its pieces, each with the seat that played it.
Lying: TypeAlias = tuple[int, Counter[tuple[int, int]]]

_CORE_USES = (USE_NONE, USE_RUN, USE_GROUP, USE_LAY)


@attrs.define
class Moved:
    """The places of the cards that an action can move; all others stay where they are.

    Attributes:
        seat: the seat whose hand changes.
        hand: the cards of that hand.
        stock: the stock, the next card first.
        pile: the discard pile, the oldest card first.
        on: the number of the meld that is begun or grows, -1 for none.
        meld: that meld.
    """

    seat: int
    hand: Faces
    stock: list[int]
    pile: list[int]
    on: int = NONE
    meld: Lying = (NONE, Counter())


def moved(rules: Rules, before: State, action: Action) -> Moved | None:
    """Predict the places of the cards after an action of the core."""
    if action.use not in _CORE_USES:
        return None
    seat = before.public.to_act if action.seat == DECK else action.seat
    there = Moved(seat, hand_of(before, seat), list(before.stock), list(before.public.pile))
    if action.verb == DRAW:
        _draw(rules, there)
    elif action.verb == RESHUFFLE:
        there.stock, there.pile = list(action.cards), there.pile[-1:]
        _draw(rules, there)
    elif action.verb == DISCARD:
        there.hand -= Counter([action.card])
        there.pile.append(action.card)
    elif action.verb == CALL and CALLS.of(rules.options) == "last-discard":
        there.pile.pop()
        _laid_down(before, there, action)
    elif action.verb in (TAKE, CALL):
        removed = {len(there.pile) - place for place in places_taken(rules, before, action)}
        there.hand += Counter(there.pile[place] for place in removed)
        there.pile = [card for place, card in enumerate(there.pile) if place not in removed]
        if action.use:
            _play(before, there, action)
    elif action.verb in (MELD, LAY):
        _play(before, there, action)
    return there


def emptied(rules: Rules, before: State, action: Action) -> bool:
    """Return whether an action of the core plays or discards the last card of its seat's hand."""
    there = moved(rules, before, action)
    return there is not None and not there.hand


def _draw(rules: Rules, there: Moved) -> None:
    """Move the next cards of the stock to the hand; an empty stock gives none (`draw.stock`)."""
    many = cards_drawn(rules)
    there.hand += Counter(there.stock[:many])
    there.stock = there.stock[many:]


def _play(before: State, there: Moved, action: Action) -> None:
    """Move cards from the hand to the table; a spare card is played from beside the hand."""
    removed = faces_of_pieces(action.pieces)
    del removed[SPARE]
    there.hand -= removed
    _laid_down(before, there, action)


def _laid_down(before: State, there: Moved, action: Action) -> None:
    """Add pieces to the table as a new meld or on one; each card belongs to its player (`meld.layoff`)."""
    pieces = Counter((piece, action.seat) for piece in action.pieces)
    table = before.public.table
    if action.use == USE_LAY:
        there.on, there.meld = action.on, (table[action.on].owner, played(table[action.on]) + pieces)
    else:
        there.on, there.meld = len(table), (action.seat, pieces)


def difference(due: Moved, before: State, now: State) -> str | None:
    """Describe the first card that lies in a wrong place; `None` if none does."""
    for seat, (held, holds) in enumerate(zip(before.hands, now.hands, strict=True)):
        if seat != due.seat and held != holds:
            return f"the hand of seat {seat} changes, and seat {due.seat} acts"
    hand = hand_of(now, due.seat)
    if hand != due.hand:
        return f"the hand of seat {due.seat} is not what it should be: {_differ(due.hand, hand)}"
    for what, wanted, found in (
        ("pile", due.pile, list(now.public.pile)),
        ("stock", due.stock, list(now.stock)),
    ):
        if wanted != found:
            return f"the {what} is not what it should be: {_differ(Counter(wanted), Counter(found))}"
    if before.public.gone != now.public.gone:
        return "a card leaves the hand for good, or comes back"
    return _table_differs(due, before.public.table, now.public.table)


def _table_differs(due: Moved, before: tuple[Meld, ...], now: tuple[Meld, ...]) -> str | None:
    melds = len(before) + (due.on == len(before))
    if len(now) != melds:
        return f"there should be {melds} melds on the table and there are {len(now)}"
    for place, meld in enumerate(now):
        if place != due.on:
            if meld != before[place]:
                return f"m{place + 1} changes, and nothing was played there"
            continue
        owner, pieces = due.meld
        if meld.owner != owner:
            return f"m{place + 1} was begun by seat {owner} and is said to be of seat {meld.owner}"
        if Counter(piece for piece, _ in pieces.elements()) != Counter(meld.pieces):
            return f"m{place + 1} does not hold the cards that were played there"
        if played(meld) != pieces:
            return f"a card of m{place + 1} counts for another seat than the one that played it"
    return None


def _differ(due: Faces, now: Faces) -> str:
    missing, more = cards_text((due - now).elements()), cards_text((now - due).elements())
    parts = [f"{missing} missing" if missing else "", f"{more} too many" if more else ""]
    return ", ".join(part for part in parts if part) or "in another order"


# ---------------------------------------------------------------- turn flow
# Predict turn, phase and end of the hand after an action of the core (`turn.*`, `out.*`).


@attrs.frozen
class TurnState:
    """The turn, the phase and the end of a hand.

    Attributes:
        phase: the phase.
        to_act: the seat whose turn it is.
        last: the seat that ended the turn before, -1 if none has.
        ended: why the hand is over, empty while it goes on.
        out: who has gone out, -1 for nobody.
        claimed: whether the last discard has been claimed; this matters only before a draw.
    """

    phase: str
    to_act: int
    last: int
    ended: str = ""
    out: int = NONE
    claimed: bool = False


def turn_state(state: State) -> TurnState:
    """Return the turn, the phase and the end of a state's hand."""
    public = state.public
    claimed = public.phase == DRAW_PHASE and public.turn.claimed
    return TurnState(public.phase, public.to_act, public.last, public.ended, public.out, claimed)


def predicted_turn(rules: Rules, before: State, action: Action, after: State) -> TurnState | None:
    """Predict the turn, the phase and the end of a hand after an action of the core."""
    public = before.public
    seat, left = action.seat, hand_of(after, action.seat) if action.seat >= 0 else Counter[int]()
    if action.verb == DRAW and not before.stock:
        return TurnState(RESHUFFLE_PHASE, public.to_act, public.last)
    if action.verb in (DRAW, RESHUFFLE):
        return TurnState(PLAY_PHASE, public.to_act, public.last)
    if action.verb == PASS:
        return _passed(rules, before, action)
    if action.verb == CALL and CALLS.of(rules.options) == "last-discard":
        if not before.stock and len(public.pile) == 1:
            return _over(public.to_act, public.last, ENDED_STOCK)
        return TurnState(DRAW_PHASE, public.to_act, public.last, claimed=True)
    if not left or (answered(rules, "hand_emptied") and emptied(rules, before, action)):
        return None if answered(rules, "hand_emptied") else _over(seat, public.last, ENDED_OUT, seat)
    if action.verb == DISCARD:
        asks = any(step.phase == after.public.phase for step in rules.deal.between)
        return None if asks or answered(rules, "turn_ended") else _discarded(rules, before)
    # A play in a phase that a plugin adds changes no phase, and a seat may have gone out already.
    return TurnState(public.phase if action.verb in (MELD, LAY) else PLAY_PHASE, seat, public.last, out=public.out)


def _passed(rules: Rules, before: State, action: Action) -> TurnState:
    """`deal.opening-offer`: to the next seat, the dealer last; `stock.empty`: the hand is over."""
    public = before.public
    following = (action.seat + 1) % rules.seats
    if public.phase == OFFER_PHASE:
        return TurnState(DRAW_PHASE if action.seat == public.match.dealer else OFFER_PHASE, following, public.last)
    return _over(public.to_act, public.last, ENDED_STOCK)


def _discarded(rules: Rules, before: State) -> TurnState:
    """`turn.order`: to the left; `stock.strict`, `stock.circle`: not where the stock has run out."""
    seat = before.public.to_act
    following = (seat + 1) % rules.seats
    if not before.stock:
        if STOCK_EMPTY.of(rules.options) == "strict":
            return _over(following, seat, ENDED_STOCK)
        if idle_turns(before) >= rules.seats:
            return _over(following, seat, ENDED_CIRCLE)
    return TurnState(DRAW_PHASE, following, seat)


def idle_turns(before: State) -> int:
    """Count the turns in a row that only took the lone top card, including the present one (`stock.circle`)."""
    turn = before.public.turn
    alone = faces_of_bag(turn.taken).total() == 1 and not turn.plays
    return before.public.idle + 1 if alone else 0


def idle_after(before: State, action: Action) -> int:
    """Predict the number of idle turns in a row after an action of the core (`stock.circle`).

    Any card played to the table, by a call too, and a reshuffle reset the count.
    """
    if action.use or action.verb == RESHUFFLE:
        return 0
    return idle_turns(before) if action.verb == DISCARD and not before.stock else before.public.idle


def stale_after(before: State, action: Action) -> bool:
    """Predict whether nothing has been played since the last reshuffle, after an action (`stock.reshuffle`)."""
    return not action.use and (action.verb == RESHUFFLE or before.public.stale)


def _over(to_act: int, last: int, why: str, out: int = NONE) -> TurnState:
    return TurnState(OVER_PHASE, to_act, last, why, out)


def gained(rules: Rules, before: State, action: Action) -> tuple[Faces, Faces]:
    """Predict the cards that a turn has drawn and taken, after an action of the core in it."""
    if action.verb == DRAW:
        return Counter(before.stock[: cards_drawn(rules)]), Counter()
    if action.verb == RESHUFFLE:
        return Counter(action.cards[: cards_drawn(rules)]), Counter()
    if action.verb in (TAKE, CALL):
        earlier = faces_of_bag(before.public.turn.taken) if before.public.phase == PLAY_PHASE else Counter[int]()
        return Counter(), earlier + collected(rules, before, action)
    return faces_of_bag(before.drawn), faces_of_bag(before.public.turn.taken)


def collected(rules: Rules, before: State, action: Action) -> Faces:
    """Return the cards of the pile that a take or a call of the core collects."""
    pile = before.public.pile
    return Counter(pile[-place] for place in places_taken(rules, before, action))
