"""Laws of Oklahoma (`oklahoma.*`), for `rummy500.testing`: its cards, melds, pile, jokers and queen of spades.

Those of going out and of the match are in `laws_of_scores`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from rummy500 import Action, Meld, State, parse_action, parse_position, why_not
from rummy500.hooks import (
    DRAW_PHASE,
    JOKER,
    OFFER_PHASE,
    PLAY_PHASE,
    USE_GROUP,
    USE_RUN,
    OptionValue,
    Place,
    Rules,
    cards_of,
    count,
    has_opened,
    piece_card,
    piece_role,
)
from rummy500.testing import Fault, Law, Spot, Step
from rummy500.testing.others import FLOW, PLAY, TOGETHER, counts_otherwise, unless_others_say
from rummy500_oklahoma.composing import JOKERS, NEW_MELD_ONLY, OPENING_USE
from rummy500_oklahoma.laws_of_scores import SCORE_LAWS
from rummy500_oklahoma.swapping import SWAP

_PLUGIN: Final = "plugin oklahoma"
_QUEEN: Final = 11
_OF_RANK: Final = 64
_PLACES: Final[tuple[Place, ...]] = ("group", "run", "low")
_ACE: Final = 0
_DEUCE: Final = 1
_SETS: Final[dict[str, OptionValue]] = {
    "deal.size": 13,
    "deal.opening": "offer",
    "deck.packs": 2,
    "meld.group-suits": "any",
    "meld.group-max": 4,
    "meld.run-min": 3,
    "meld.layoff": "own",
    "draw.top": "must-meld",
    "discard.barred": "lone-top",
    "out.discard": "required",
    "stock.empty": "strict",
    "call": "none",
    "match.target": 1000,
    "match.reached": "reach",
}


@unless_others_say("pack", "cut_rank", known=TOGETHER)
def the_game(rules: Rules) -> Fault | None:
    """Oklahoma: two packs with up to four jokers, two to four seats, thirteen cards; a joker is lowest in the draw.

    An option that the caller or a later plugin sets is left alone.
    """
    jokers = rules.options[JOKERS]
    if Counter(rules.deal.pack) != Counter([*range(52), *range(52), *[JOKER] * int(jokers)]) or rules.deal.side_pack:
        return Fault(f"the pack has {len(rules.deal.pack)} cards, {rules.deal.pack.count(JOKER)} of them jokers")
    if not 2 <= rules.seats <= 4:
        return Fault(f"{rules.seats} seats play")
    for name, value in _SETS.items():
        if rules.origin.set_by[name] == _PLUGIN and rules.options[name] != value:
            return Fault(f"{name} is {rules.options[name]!r}, and {value!r} is due")
    ranks = [rules.deal.cut_rank(card) for card in (JOKER, *range(13))]
    if None in ranks or ranks != sorted(set(ranks), key=lambda rank: -1 if rank is None else rank):
        return Fault(f"in the draw for the deal a joker, then an ace, then a two are lowest, and they rank {ranks}")
    return None


@unless_others_say("pack", "wilds", known=TOGETHER)
def what_cards_count(rules: Rules) -> Fault | None:
    """`oklahoma.values`: each card as itself, each deuce in each role, each joker, on the table and in hand.

    What a plugin counts that this one knows nothing of is not judged.
    """
    for card in range(52):
        in_hand = 20 if _is_deuce(card) else 100 if card == _QUEEN else _on_table(card)
        if rules.scoring.points.in_hand[card] != in_hand and _mine(rules, card, "hand"):
            return Fault(f"card {card} should cost {in_hand} in hand, and costs {rules.scoring.points.in_hand[card]}")
        for place in _PLACES:
            if rules.scoring.points.piece(card * 65, place) != _on_table(card) and _mine(rules, card, place):
                return Fault(f"card {card} should count {_on_table(card)} as itself")
    for role in (*range(52), *range(_OF_RANK, _OF_RANK + 13)):
        place = "group" if role >= _OF_RANK else "run"
        worth = 10 if role in (_QUEEN, _OF_RANK + _QUEEN) else _on_table(role % _OF_RANK)
        for deuce in range(_DEUCE, 52, 13):
            counts = rules.scoring.points.piece(deuce + 64 * role, place)
            if deuce != role and counts != worth and _mine(rules, deuce, place, role):
                return Fault(f"deuce {deuce} should count {worth} as {role}")
        if rules.scoring.points.piece(JOKER + 64 * role, place) != 100 and _mine(rules, JOKER, place, role):
            return Fault("a joker counts 100")
    costs = rules.scoring.points.in_hand[JOKER] == 200 or not _mine(rules, JOKER, "hand")
    return None if costs else Fault("a joker costs 200 in hand")


def _mine(rules: Rules, card: int, place: Place, role: int | None = None) -> bool:
    return not counts_otherwise(rules, card, place, role=role, known=TOGETHER)


def _is_deuce(card: int) -> bool:
    return card < 52 and card % 13 == _DEUCE


def _on_table(card: int) -> int:
    """K J 10 9 8 and the other queens 10, the queen of spades 50, 7 to 3 and a deuce 5, an ace 20."""
    rank = card % 13
    return 50 if card == _QUEEN else 20 if rank == _ACE else 10 if rank >= 7 else 5


@unless_others_say("wilds", "wilds_now", *FLOW, known=TOGETHER)
def melds_are_oklahomas(step: Step) -> Fault | None:
    """`oklahoma.deuce`, `oklahoma.ace-low`, `oklahoma.group-closed`: of each meld that is new or changed."""
    before = set(step.before.public.table)
    for meld in step.after.public.table:
        wrong = "" if meld in before else _wrong_meld(meld)
        if wrong:
            return Fault(f"on the table lies {meld}: {wrong}")
    return None


def _wrong_meld(meld: Meld) -> str:
    natural = [piece for piece in meld.pieces if piece_card(piece) == piece_role(piece)]
    wild = [piece_card(piece) for piece in meld.pieces if piece not in natural]
    if not natural or JOKER in [piece_card(piece) for piece in natural]:
        return "a meld has a natural card, and a joker is none"
    if any(card != JOKER and not _is_deuce(card) for card in wild):
        return "only deuces and jokers are wild"
    if meld.is_run:
        second = meld.pieces[1]
        if meld.low == 0 and second not in natural:
            return "an ace lies low only before the natural deuce of its suit"
    elif len(meld.pieces) > 4:
        return "a group of four is closed"
    elif meld.line == _DEUCE and any(_is_deuce(card) for card in wild):
        return "a deuce among deuces is natural"
    return ""


#: What seat 1 holds beside `Kd 9c`, what it plays, and whether that is legal.
_PLAYS: Final[tuple[tuple[str, str, bool], ...]] = (
    ("2s 3h 4h", "meld [2s=2h 3h 4h]", True),
    ("2h 3h 4h", "meld [2h 3h 4h]", True),
    ("Ah 2h 3h", "meld [Ah 2h 3h]", True),
    ("Ah 2s 3h", "meld [Ah 2s=2h 3h]", False),
    ("Ah * 3h", "meld [Ah *=2h 3h]", False),
    ("2s 2h 3h", "meld [2s=Ah 2h 3h]", True),
    ("Qh Kh Ah", "meld [Qh Kh Ah]", True),
    ("2s Kh Ah", "meld [2s=Qh Kh Ah]", True),
    ("Qh Kh 2s", "meld [Qh Kh 2s=Ah]", True),
    ("2s 2h 2c", "meld {2s 2h 2c}", True),
    ("2s 2h 2c", "meld {2s 2h 2c=2}", False),
    ("2s 2h Kh", "meld {Kh 2s=K 2h=K}", True),
    ("2s 2h 2c", "meld {2s=K 2h=K 2c=K}", False),
    ("2s 2h 2c", "meld [2s=Jh 2h=Qh 2c=Kh]", False),
    ("* 9s 9h", "meld {9s 9h *=9}", True),
    ("9s 9h 9d 9c", "meld {9s 9h 9d 9c}", True),
    ("9s 9h 9d 9c 9s", "meld {9s 9s 9h 9d 9c}", False),
    ("9s 9h 9d 9c 2s", "meld {9s 9h 9d 9c 2s=9}", False),
    ("Js", "lay Js on m1", False),
    ("2s", "lay 2s=J on m1", False),
    ("Tc", "lay Tc on m2", True),
    ("2s", "lay 2s=T on m2", True),
    ("Ts Tc", "lay Ts Tc on m2", False),
    ("Ad", "lay Ad on m3", False),
    ("Ad", "lay Ad on m4", True),
    ("Qs", "discard Qs", False),
)
#: Runs of seven cards, which are melds whatever `meld.run-min` is.
_TABLE: Final = ["1 {Js Jh Jd Jc}", "1 {Ts Th Td}", "1 [2s=2d 3d 4d 5d 6d 7d 8d]", "1 [2d 3d 4d 5d 6d 7d 8d]"]


@unless_others_say(*PLAY, known=TOGETHER)
def what_is_melded(rules: Rules) -> Fault | None:
    """`oklahoma.deuce`, `.ace-low`, `.group-closed`, `.queen` in positions that are made: what is legal and what not.

    What is legal is asked where nothing but Oklahoma says what may be melded: no first minimum, runs of three, aces on
    both ends, groups of any suits.
    """
    options = rules.options
    plain = not rules.melding.opening_minimum and options["meld.run-min"] == 3
    plain = plain and options["meld.ace"] == "both" and options["meld.group-suits"] == "any"
    for cards, text, legal in _PLAYS:
        if ("*" in cards and not options[JOKERS]) or (legal and not plain):
            continue
        state = _position(rules, "play", f"{cards} Kd 9c", "7c")
        action = parse_action(f"1: {text}", state, rules=rules)
        if (why_not(rules, state, action) is None) != legal:
            return Fault(
                f"it should be {'legal' if legal else 'refused'}", action, "may" if legal else "may_not", state
            )
    return None


def _position(rules: Rules, phase: str, hand: str, pile: str) -> State:
    hands = ["Kc Qd", hand, "Kc Jd", "Jc Qc"][: rules.seats]
    text = f'to_act = 1\nphase = "{phase}"\nhands = {hands}\nstock = "7s 7h 6s"\npile = "{pile}"\nmelds = {_TABLE}'
    return parse_position(text, rules=rules).state


@unless_others_say("opening", "must_use", "pile_brings", "moves", "uses", known=TOGETHER)
def the_top_or_nothing(spot: Spot) -> Fault | None:
    """`draw.whole-pile`, `deal.opening-offer`: only the top discard is taken, for a use; on offer for none."""
    rules, state = spot.rules, spot.state
    if state.public.phase not in (DRAW_PHASE, OFFER_PHASE):
        return None
    offered = state.public.phase == OFFER_PHASE and not rules.options[OPENING_USE]
    for action in spot.listed:
        if action.verb != "take":
            continue
        if action.depth != 1 or action.card != state.public.pile[-1]:
            return Fault("only the top discard can be taken", action, "may_not")
        if (action.use == "") != offered:
            return Fault("the card on offer carries no duty, any other is used at once", action, "may_not")
        if not offered and rules.options[NEW_MELD_ONLY] and action.use not in (USE_RUN, USE_GROUP):
            return Fault("the pile is taken for a new meld only", action, "may_not")
    if offered and {action.verb for action in spot.listed} != {"take", "pass"}:
        return Fault("the card on offer is taken or passed")
    return None


@unless_others_say("pile_brings", *FLOW, known=TOGETHER)
def a_take_brings_the_pile(step: Step) -> Fault | None:
    """`draw.whole-pile`: whoever takes the top discard takes the whole pile."""
    action, before, after = step.action, step.before, step.after
    if action.verb != "take":
        return None
    hand = Counter([*cards_of(before.hands[action.seat]), *before.public.pile])
    hand.subtract(piece_card(piece) for piece in action.pieces)
    if action.use == SWAP:
        hand[JOKER] += 1
    if after.public.pile or +hand != Counter(cards_of(after.hands[action.seat])):
        return Fault("the whole pile should come with it")
    return None


@unless_others_say("bars", "moves", known=TOGETHER)
def the_queen_goes_last(spot: Spot) -> Fault | None:
    """`oklahoma.queen`: the queen of spades is discarded only where nothing but queens of spades is held.

    That it may be then is asked of a turn that took nothing, with no first minimum owed.
    """
    rules, state = spot.rules, spot.state
    seat = state.public.to_act
    if state.public.phase != PLAY_PHASE or not count(state.hands[seat], _QUEEN):
        return None
    thrown = [action for action in spot.listed if action.verb == "discard" and action.card == _QUEEN]
    alone = set(cards_of(state.hands[seat])) == {_QUEEN}
    if thrown and not alone:
        return Fault("the queen of spades is discarded as the last card", thrown[0], "may_not")
    if alone and not thrown and not state.public.turn.taken and not rules.melding.opening_minimum:
        return Fault("nothing but queens of spades is held", Action(seat, "discard", _QUEEN), "may")
    return None


def _jokers(state: State, seat: int) -> list[tuple[int, int]]:
    """The jokers that a seat has played: the meld of each, and what it stands for."""
    return [
        (number, piece_role(piece))
        for number, meld in enumerate(state.public.table)
        for piece, player in zip(meld.pieces, meld.by, strict=True)
        if piece_card(piece) == JOKER and player == seat
    ]


def _fits(card: int, role: int) -> bool:
    """Whether a natural card is what a joker stands for; in a group any of the rank."""
    return card < 52 and (card == role or (role >= _OF_RANK and card % 13 == role - _OF_RANK))


@unless_others_say("may_take", "must_use", "moves", "uses", known=TOGETHER)
def jokers_come_back(spot: Spot) -> Fault | None:
    """`oklahoma.swap`: whoever played a joker may take it back for the card it stands for, and nobody else may.

    That a swap is listed is asked where groups are of any suits, no first minimum is owed and no joker was taken in
    this turn.
    """
    rules, state = spot.rules, spot.state
    if state.public.phase not in (DRAW_PHASE, PLAY_PHASE):
        return None
    seat = state.public.to_act
    mine = _jokers(state, seat)
    swaps = [action for action in spot.listed if SWAP in (action.verb, action.use)]
    for action in swaps:
        card = piece_card(action.pieces[0])
        if len(action.pieces) != 1 or not any(on == action.on and _fits(card, role) for on, role in mine):
            return Fault("a joker comes back to whoever played it, for the card that it stands for", action, "may_not")
        if (state.public.phase == PLAY_PHASE) != (action.verb == SWAP):
            return Fault("a joker comes back after the draw, or by taking the top discard for it", action, "may_not")
    owed = rules.melding.opening_minimum and not has_opened(state.public, seat)
    if not spot.whole or owed or rules.options["meld.group-suits"] != "any" or count(state.public.turn.taken, JOKER):
        return None
    if state.public.phase == DRAW_PHASE:
        taking = state.public.pile and not rules.options[NEW_MELD_ONLY] and not state.public.turn.stock_only
        cards: tuple[int, ...] = (state.public.pile[-1],) if taking else ()
    else:
        cards = cards_of(state.hands[seat])
    told = {(piece_card(action.pieces[0]), action.on) for action in swaps}
    for on, role in mine:
        for card in cards:
            if _fits(card, role) and (card, on) not in told:
                return Fault(f"card {card} can take the place of the joker in m{on + 1}")
    return None


@unless_others_say(*FLOW, known=TOGETHER)
def a_swap_changes_places(step: Step) -> Fault | None:
    """`oklahoma.swap`: the card lies where the joker lay, played by the same seat, and the joker is in that hand."""
    action, before, after = step.action, step.before, step.after
    if SWAP not in (action.verb, action.use):
        return None
    seat, card = action.seat, piece_card(action.pieces[0])
    was = Counter(zip(before.public.table[action.on].pieces, before.public.table[action.on].by, strict=True))
    now = Counter(zip(after.public.table[action.on].pieces, after.public.table[action.on].by, strict=True))
    left, came = list((was - now).elements()), list((now - was).elements())
    if [(piece_card(piece), player) for piece, player in left] != [(JOKER, seat)] or came != [(card * 65, seat)]:
        return Fault("a joker of the seat's own leaves the meld, and the card takes its place")
    jokers = count(after.hands[seat], JOKER) - count(before.hands[seat], JOKER)
    taken = before.public.pile.count(JOKER) if action.verb == "take" else 0
    return None if jokers == 1 + taken else Fault("the joker should be in hand then")


LAWS: Final[tuple[Law[Any], ...]] = (
    Law("oklahoma: the game", "Two packs, up to four jokers, thirteen cards, its own options.", Rules, the_game),
    Law("oklahoma: values", "Each card counts what the table of values says.", Rules, what_cards_count),
    Law(
        "oklahoma: melds",
        "Deuces and jokers are wild beside a natural card, an ace lies low only before the natural deuce of its suit,"
        " and no group is larger than four.",
        Step,
        melds_are_oklahomas,
    ),
    Law("oklahoma: what is melded", "The same of plays that are made up, and what is legal.", Rules, what_is_melded),
    Law("oklahoma: the top or nothing", "Only the top discard is taken, and used at once.", Spot, the_top_or_nothing),
    Law("oklahoma: the whole pile", "Whoever takes the top discard takes the pile.", Step, a_take_brings_the_pile),
    Law("oklahoma: the queen", "The queen of spades is discarded as the last card only.", Spot, the_queen_goes_last),
    Law(
        "oklahoma: jokers come back",
        "Whoever played a joker may take it back for the card that it stands for; nobody else may.",
        Spot,
        jokers_come_back,
    ),
    Law("oklahoma: swaps", "The card lies where the joker lay, and the joker is in hand.", Step, a_swap_changes_places),
    *SCORE_LAWS,
)
