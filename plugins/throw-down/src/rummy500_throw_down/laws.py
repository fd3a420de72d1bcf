"""Laws of `throw-down.cover`, for `rummy500.testing`: what lies on what is told again from the actions of a hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

import attrs

from rummy500 import (
    Action,
    State,
    apply,
    brings,
    card_text,
    legal_actions,
    parse_action,
    parse_position,
    resolve_chance,
    why_not,
)
from rummy500.hooks import DRAW_PHASE, PLAY_PHASE, Rules, cards_of, count, piece_card, recall, size
from rummy500.testing import SKIPPED, Answer, Fault, Game, Law, Spot
from rummy500.testing.others import FLOW, PLAY, TOGETHER, unless_others_say
from rummy500_throw_down.covers import OVER, Covers


@attrs.define
class _Card:
    """A card on the table of discards, and the cards that it lies on; compared by what it is, not by its face."""

    face: int
    under: list[_Card] = attrs.field(factory=list["_Card"])


def _table(rules: Rules, state: State) -> list[_Card]:
    """The discards of a state, oldest first, each with what it lies on."""
    cards = [_Card(face) for face in state.public.pile]
    for card, below in zip(cards, recall(rules, state, Covers).over, strict=False):
        card.under = [other for place, other in enumerate(cards) if below >> place & 1]
    return cards


def _coming(cards: Sequence[_Card], wanted: Iterable[_Card]) -> list[_Card]:
    """`throw-down.cover`: some cards and all that lies on any of them, directly or through others."""
    coming = list(wanted)
    grown = True
    while grown:
        more = [
            card for card in cards if not _among(card, coming) and any(_among(below, coming) for below in card.under)
        ]
        coming += more
        grown = bool(more)
    return coming


def _among(card: _Card, cards: Iterable[_Card]) -> bool:
    return any(card is other for other in cards)


def _claimed(cards: Sequence[_Card], action: Action) -> list[_Card]:
    """What a take or a call names: the card at its depth, and of a call's others those tossed last."""
    deepest = cards[-action.depth]
    if action.verb == "take":
        return [deepest]
    wanted = [piece_card(piece) for piece in action.pieces]
    found: list[_Card] = []
    for card in (deepest, *reversed(cards)):
        if card.face in wanted and not _among(card, found):
            wanted.remove(card.face)
            found.append(card)
    return found


def _without(cards: Sequence[_Card], gone: Sequence[_Card]) -> list[_Card]:
    """What is left; it lies on nothing that has gone."""
    left = [card for card in cards if not _among(card, gone)]
    for card in left:
        card.under = [below for below in card.under if not _among(below, gone)]
    return left


def _tossed(cards: Sequence[_Card], action: Action) -> list[_Card]:
    """The discards after one more, which lies on what its words name; `7c/3` is the third from the top."""
    new = _Card(action.card)
    for word in action.extra[1:] if action.extra[:1] == (OVER,) else ():
        face, _, place = word.partition("/")
        there = [card for card in cards if card_text(card.face) == face]
        new.under.append(cards[-int(place)] if place else there[0])
    return [*cards, new]


def _after(rules: Rules, cards: list[_Card], action: Action) -> list[_Card]:
    """The discards after an action."""
    if action.verb == "discard":
        return _tossed(cards, action)
    if action.verb in ("take", "call"):
        last_only = action.verb == "call" and (rules.turn.call == "last-discard" or action.depth == 1)
        claimed = [cards[-1]] if last_only else _claimed(cards, action)
        return _without(cards, _coming(cards, claimed))
    if action.verb == "reshuffle":
        return [_Card(cards[-1].face)]
    return cards


@unless_others_say("pile_brings", *FLOW, known=TOGETHER)
def covers_are_as_tossed(game: Game) -> Fault | None:
    """`throw-down.cover`, `stock.reshuffle`: a take or a call brings what lies on the card and nothing else.

    Of every state of a hand: which discards are left, in the order in which they were tossed, and what lies on what.
    """
    rules = game.rules
    cards = _table(rules, game.states[0])
    for action, before, after in zip(game.actions, game.states[:-1], game.states[1:], strict=True):
        cards = _after(rules, cards, action)
        if [card.face for card in cards] != list(after.public.pile):
            left = " ".join(card_text(card.face) for card in cards)
            return Fault(f"the discards should be {left or 'none'}", action, state=before)
        due = _lying([(card.face, card.under) for card in cards], cards)
        told = _table(rules, after)
        if due != _lying([(card.face, card.under) for card in told], told):
            return Fault(f"on what each discard lies, by places from the oldest, should be {due}", action, state=before)
    return None


def _lying(pairs: Sequence[tuple[int, list[_Card]]], cards: Sequence[_Card]) -> list[list[int]]:
    return [[place for place, card in enumerate(cards) if _among(card, under)] for _, under in pairs]


@unless_others_say("must_use", "pile_brings", "may_take", "moves", known=TOGETHER)
def takes_go_by_covers(spot: Spot) -> Fault | None:
    """`draw.top`, `draw.deep`: a card is kept unused only if nothing covers it, and then wherever it lies.

    That each clear card can be kept is asked where `draw.top` lets a top card be kept and the seat holds others to
    discard, with no first minimum in force.
    """
    rules, state = spot.rules, spot.state
    if state.public.phase != DRAW_PHASE or not state.public.pile:
        return None
    cards = _table(rules, state)
    clear = {len(cards) - at for at, card in enumerate(cards) if len(_coming(cards, [card])) == 1}
    kept = set[int]()
    for action in spot.listed:
        if action.verb != "take":
            continue
        come = sorted(
            len(cards) - at for at, card in enumerate(cards) if _among(card, _coming(cards, _claimed(cards, action)))
        )
        if sorted(brings(rules, state, action)) != come:
            return Fault(f"it should bring the cards at {come}, counted from the top", action)
        if not action.use:
            kept.add(action.depth)
            if action.depth not in clear or not rules.turn.top_may_be_kept:
                return Fault("a card is kept, and it is covered or must be used", action, "may_not")
    stock_only = state.public.turn.stock_only
    faces = {state.public.pile[-depth] for depth in clear}
    if not (spot.whole and rules.turn.top_may_be_kept and size(state.hands[state.public.to_act]) > 1) or stock_only:
        return None
    missing = faces - {state.public.pile[-depth] for depth in kept}
    return Fault(f"{card_text(min(missing))} lies clear, and cannot be kept") if missing else None


@unless_others_say("bars", "pile_brings", "moves", known=TOGETHER)
def what_came_with_another_may_go(spot: Spot) -> Fault | None:
    """`discard.not-taken`: of two cards or more that came from the discards each may be thrown, of one it may not.

    Only where that is what bars discards, no first minimum is owed and more than one card is held.
    """
    rules, state = spot.rules, spot.state
    seat = state.public.to_act
    taken = state.public.turn.taken
    if state.public.phase != PLAY_PHASE or not taken or rules.options["discard.barred"] != "lone-top":
        return None
    hand = state.hands[seat]
    if rules.melding.opening_minimum or size(hand) < 2 or not spot.whole:
        return None
    thrown = {action.card for action in spot.listed if action.verb == "discard" and action.seat == seat}
    played = {piece_card(piece) for play in state.public.turn.plays for piece in play.pieces}
    for card in cards_of(taken):
        if size(taken) > 1 and count(hand, card) and card not in thrown:
            return Fault("it came with another and may be thrown", Action(seat, "discard", card), "may")
        if size(taken) == 1 and count(hand, card) == 1 and card not in played and card in thrown:
            return Fault("it was taken alone and may not be thrown", Action(seat, "discard", card), "may_not")
    return None


@unless_others_say("pile_brings", "moves", known=TOGETHER)
def calls_bring_what_lies_on_them(spot: Spot) -> Fault | None:
    """`call.full`, `call.layoffs`, `call.top`: a call brings what it claims and all on it; of the top it melds all."""
    rules, state = spot.rules, spot.state
    cards: list[_Card] | None = None
    for action in spot.listed:
        # In the play phase, too: a caller of the top may call again.
        if (
            action.verb != "call"
            or state.public.phase not in (DRAW_PHASE, PLAY_PHASE)
            or rules.turn.call == "last-discard"
        ):
            continue
        cards = _table(rules, state) if cards is None else cards
        coming = _coming(cards, _claimed(cards, action))
        places = sorted(len(cards) - at for at, card in enumerate(cards) if _among(card, coming))
        if sorted(brings(rules, state, action)) != places:
            return Fault(f"it should bring the cards at {places}, counted from the top", action)
        melded = Counter(piece_card(piece) for piece in action.pieces)
        if rules.turn.call == "top" and melded != Counter(card.face for card in coming):
            return Fault("a call of the top melds all that comes", action, "may_not")
    return None


#: The discards: a seven on a four; a nine on the four and the jack; a queen beside them; a deuce on the nine.
_PILE: Final = "4d 7c Jh 9s Qd 2c"
_OVER: Final = '{ "7c" = "4d", "9s" = "4d Jh", "2c" = "9s" }'
#: What comes with each, oldest first.
_COMES: Final = {"4d": "4d 7c 9s 2c", "7c": "7c", "Jh": "Jh 9s 2c", "9s": "9s 2c", "Qd": "Qd", "2c": "2c"}


@unless_others_say(*PLAY, known=TOGETHER)
def what_a_take_brings(rules: Rules) -> Fault | None:
    """`throw-down.cover` in a position that is made: each card of the discards, and what comes with it."""
    hands = ["Ks Kh Tc", "4s 4h 7s 7h Js Jd 9h 9d Qs Qh 2s 2h Kc", *("3s", "3h", "3d", "3c", "5s", "5h")][: rules.seats]
    text = f'to_act = 1\nhands = {hands}\nstock = "8s 8h"\npile = "{_PILE}"\nover = {_OVER}'
    state = parse_position(text, rules=rules).state
    for name, coming in _COMES.items():
        rank = name[0]
        own = {"4": "4s 4h", "7": "7s 7h", "J": "Js Jd", "9": "9h 9d", "Q": "Qs Qh", "2": "2s 2h"}[rank]
        action = parse_action(f"1: take {name} with {{{name} {own}}}", state, rules=rules)
        if why_not(rules, state, action) is not None:
            continue
        after = apply(rules, state, action)
        left = [card for card in _PILE.split() if card not in coming.split()]
        if [card_text(card) for card in after.public.pile] != left:
            return Fault(f"it should bring {coming}", action, state=state)
        plain = parse_action(f"1: take {name}", state, rules=rules)
        legal = rules.turn.top_may_be_kept and coming == name
        if (why_not(rules, state, plain) is None) != legal:
            return Fault("only a clear card is kept", plain, "may" if legal else "may_not", state)
    return None


#: What a nine is said to fall on, and whether that can be; the discards are `4d 7c Jh`.
_SAID: Final[tuple[tuple[str, bool], ...]] = (
    ("", True),
    ("4d", True),
    ("4d 7c", True),
    ("Jh 4d 7c", True),
    ("4d/3", True),
    ("5d", False),
    ("9s", False),
    ("4d 4d", False),
    ("4d/2", False),
    ("4d/4", False),
)
#: So many tosses are made, and of these each number of cards between none and three comes about a quarter.
_TOSSES: Final = 200
_FEWEST: Final = 25


@unless_others_say(*PLAY, known=TOGETHER)
def tosses_land_on_what_lies_there(rules: Rules) -> Fault | None:
    """`throw-down.cover`: a discard falls on any of the others, each once, and on nothing that does not lie there.

    A toss from a seed lands on none, one, two or three cards, each number about as often as another.
    """
    hands = ["Ks Kh", "9s Tc Qc", *("3s", "3h", "3d", "3c", "5s", "5h")][: rules.seats]
    text = f'to_act = 1\nphase = "play"\nhands = {hands}\nstock = "8s 8h"\npile = "4d 7c Jh"'
    state = parse_position(text, rules=rules).state
    for words, can in _SAID:
        action = parse_action(f"1: discard 9s over {words}" if words else "1: discard 9s", state, rules=rules)
        if (why_not(rules, state, action) is None) != can:
            return Fault("that can be" if can else "it cannot fall there", action, "do" if can else "refuse", state)
    thrown = parse_action("1: discard 9s", state, rules=rules)
    if any(action.extra for action in legal_actions(rules, state, seat=1)) or thrown not in legal_actions(rules, state):
        return Fault("where a discard lands is no decision", thrown, "may", state)
    return _toss_fault(rules, state, thrown)


def _toss_fault(rules: Rules, state: State, thrown: Action) -> Fault | None:
    source, landed = random.Random(0), Counter[int]()
    each = Counter[int]()
    for _ in range(_TOSSES):
        action = resolve_chance(rules, state, thrown, source)
        if why_not(rules, state, action) is not None:
            return Fault("a toss cannot fall so", action, "may", state)
        under = _table(rules, apply(rules, state, action))[-1].under
        landed[len(under)] += 1
        each.update(card.face for card in under)
    if set(landed) != {0, 1, 2, 3} or min(landed.values()) < _FEWEST or min(each.values(), default=0) < _FEWEST:
        return Fault(f"of {_TOSSES} tosses so many fell on each number of cards: {dict(landed)}", thrown, "do", state)
    return None


@unless_others_say(*PLAY, known=TOGETHER)
def a_reshuffle_frees(rules: Rules) -> Answer:
    """`throw-down.cover`: a discard that stays after a take still covers the others that stay.

    Skipped where the rules in force refuse the take.
    """
    hands = ["Ks Kh Qc", "Jd Js 2c", *("3s", "3h", "3d", "3c", "5s", "5h")][: rules.seats]
    text = f'to_act = 1\nhands = {hands}\nstock = "8s 8h"\npile = "4d Jh 9s"\nover = {{ "Jh" = "4d", "9s" = "4d" }}'
    state = parse_position(text, rules=rules).state
    action = parse_action("1: take Jh with {Jh Jd Js}", state, rules=rules)
    if why_not(rules, state, action) is not None:
        return SKIPPED
    table = _table(rules, apply(rules, state, action))
    if [(card_text(card.face), [card_text(each.face) for each in card.under]) for card in table] != [
        ("4d", []),
        ("9s", ["4d"]),
    ]:
        return Fault("the nine should still lie on the four", action, state=state)
    return None


LAWS: Final[tuple[Law[Any], ...]] = (
    Law(
        "throw-down: covers are as tossed",
        "A take or a call brings the card and all that lies on it, and leaves the rest as it lies.",
        Game,
        covers_are_as_tossed,
    ),
    Law(
        "throw-down: takes go by covers",
        "A card is kept unused only if nothing covers it, and then wherever it lies.",
        Spot,
        takes_go_by_covers,
        dear=True,
    ),
    Law(
        "throw-down: what came with another",
        "A card taken alone may not be thrown back in that turn; one that came with another may.",
        Spot,
        what_came_with_another_may_go,
    ),
    Law(
        "throw-down: calls",
        "A caller takes the claimed cards and all that lies on any of them; a call of the top melds them all.",
        Spot,
        calls_bring_what_lies_on_them,
        dear=True,
    ),
    Law(
        "throw-down: what a take brings", "Each discard of one table, and what comes along.", Rules, what_a_take_brings
    ),
    Law(
        "throw-down: tosses",
        "A discard falls on others that lie there, each once, on none to three of them if it is tossed from a seed.",
        Rules,
        tosses_land_on_what_lies_there,
    ),
    Law("throw-down: what stays", "What is left lies as it lay.", Rules, a_reshuffle_frees),
)
