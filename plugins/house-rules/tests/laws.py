"""Laws of the house rules (`house-rules.*`): points, the closed pile, wild cards taken back, knocks, sales."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import attrs

import rummy500 as r5
from rummy500 import State, cards_of, score_hand
from rummy500.base.records import replace
from rummy500.hooks import (
    JOKER,
    OptionValue,
    Rules,
    ScoreLine,
    View,
    has_opened,
    piece_card,
    rank_of,
    recall,
    stands_for,
)
from rummy500.rules.scores import Place, PointTable
from rummy500_house_rules.composing import (
    AS_CARD,
    AT_ONCE,
    BUYS,
    DOUBLE,
    KNOCK,
    NONE,
    OUT_BONUS,
    OWNER,
    PILE,
    QUEEN,
    RANKS,
    REDEEM,
    SAME,
    USUAL,
    WILD,
    WILD_POINTS,
)
from rummy500_house_rules.pile import Bought
from rummy500_testing import Answer, Fault, Game, Law, Step, law
from rummy500_testing.altering import alter
from rummy500_testing.overrides import card_points_overridden

#: The plugin whose laws these are.
PLUGIN: Final = "house-rules"
#: pytest asks the laws under these rules, on every preset.
RULES: Final[dict[str, dict[str, object]]] = {
    "nothing ticked": {"seats": 3},
    "deuces wild, 50 for going out, the pile only after a meld": {
        "options": {WILD: "deuces", OUT_BONUS: 50, PILE: True},
        "seats": 3,
    },
    "queens wild, taken back by their owners, few cards": {
        "options": {WILD: "queens", REDEEM: OWNER, WILD_POINTS: 15, QUEEN: 40, AT_ONCE: DOUBLE, "deal.size": 5},
        "seats": 2,
    },
    "jokers count as their cards and go from hand to hand": {
        "options": {"deck.jokers": 4, WILD_POINTS: AS_CARD, REDEEM: "anybody", OUT_BONUS: 25, AT_ONCE: 100},
        "seats": 4,
    },
    "knocks and sales": {"options": {KNOCK: 15, BUYS: 2, "deal.size": 5}, "seats": 4},
}
#: Plugins that answer the same questions, and that these laws take into account.
BESIDE: Final = frozenset(
    ("add-opponents-hand", "boathouse", "masters-hand", "partnership", "scoring", "throw-down", "wikipedia")
)
_QUEEN_OF_SPADES: Final = 11
_BONUS: Final = 25
_BEGINS: Final = ("draw", "take", "call")


def _number(rules: Rules, option: str) -> int:
    value = rules.options[option]
    return 0 if isinstance(value, str) else int(value)


@law(name="values of wild cards and of the queen of spades")
def values_of_wild_cards(rules: Rules) -> Answer:
    """A wild card counts its number or as its card, the queen of spades her points.

    Rules `house-rules.wild-points`, `house-rules.queen-of-spades`. Not judged where another plugin decides last.
    """
    points = rules.scoring.points
    for place in ("group", "run", "low"):
        due, found = _number(rules, QUEEN) // rules.scoring.unit, points.piece(_QUEEN_OF_SPADES * 65, place)
        if due not in (0, found) and not card_points_overridden(rules, _QUEEN_OF_SPADES, place, beside={PLUGIN}):
            return Fault(f"the queen of spades counts {found}")
    for wild in set(rules.melding.shapes.wilds) - {_QUEEN_OF_SPADES}:
        for role in range(52):
            due = _number(rules, WILD_POINTS) // rules.scoring.unit
            if rules.options[WILD_POINTS] == AS_CARD:
                due = points.piece(role * 65, "run")
            is_wrong = (
                rules.options[WILD_POINTS] != USUAL and role != wild and points.piece(wild + 64 * role, "run") != due
            )
            if is_wrong and not card_points_overridden(rules, wild, "run", role=role, beside={PLUGIN}):
                return Fault(f"{r5.card_text(wild)} as {r5.card_text(role)} should count {due}")
    return None


@law(rests_on=("pack", "wilds"), beside=BESIDE)
def the_rank_is_wild(rules: Rules) -> Answer:
    """The cards of the rank are wild, and jokers, and no other card.

    Rule `house-rules.wild`.
    """
    rank = rules.options[WILD]
    due = {card for card in range(52) if rank != NONE and rank_of(card) == RANKS.index(str(rank))}
    found = set(rules.melding.shapes.wilds) - {JOKER}
    return None if found == due else Fault(f"wild are {sorted(found)}, and {sorted(due)} are due")


@attrs.define
class _Played:
    """The seats that had played cards before the turn under way, and those that have now."""

    before: set[int] = attrs.field(factory=set[int])
    now: set[int] = attrs.field(factory=set[int])


def _followed(game: Game) -> _Played:
    public = game.states[0].public
    played = _Played({seat for seat in range(game.rules.seats) if has_opened(public, seat)})
    played.now = {seat for meld in public.table for seat in meld.by}
    for action in game.actions:
        if action.verb in _BEGINS:
            played.before = set(played.now)
        if action.pieces:
            played.now.add(action.seat)
    return played


@law(rests_on=("flow", "settings.point_unit"), beside=BESIDE - {"add-opponents-hand"})
def points_for_going_out(game: Game) -> Fault | None:
    """The player who goes out gets the points for it, or those for the whole hand in one turn; nobody else does.

    Rules `house-rules.out-bonus`, `house-rules.at-once`.
    """
    rules, end = game.rules, game.states[-1]
    score = score_hand(rules, end)
    lines = [(line.seat, line.points) for line in score.lines if line.rule in (OUT_BONUS, AT_ONCE)]
    due: list[tuple[int, int]] = []
    out, unit = end.public.out, rules.scoring.unit
    if out >= 0:
        played, other = _followed(game), rules.options[AT_ONCE]
        stroke = out in played.now and out not in played.before
        points = _number(rules, AT_ONCE if stroke and other not in (SAME, DOUBLE) else OUT_BONUS)
        due += [(out, points // unit)] if points else []
        if stroke and other == DOUBLE:
            due.append((out, score.by_seat[out] // 2))
    return None if lines == due else Fault(f"seats and points should be {due}, and the score says {lines}", state=end)


@law()
def the_pile_is_closed(step: Step) -> Fault | None:
    """A player takes or calls only after a meld of their own.

    Rule `house-rules.pile-after-meld`.
    """
    if not step.rules.options[PILE] or step.action.verb not in ("take", "call"):
        return None
    melded = any(meld.owner == step.action.seat for meld in step.before.public.table)
    return None if melded else Fault("cards of the pile went to a player who has not melded")


@law(rests_on=("effects",), beside=BESIDE)
def a_wild_card_comes_back(step: Step) -> Fault | None:
    """A card takes the place of a wild one that stands for it, which comes into the hand; no other hand changes.

    Rule `house-rules.redeem`.
    """
    before, action, after = step.before, step.action, step.after
    if action.verb != "redeem":
        return None
    card, melds = piece_card(action.pieces[0]), [state.public.table[action.on] for state in (before, after)]
    was, now = (Counter(zip(meld.pieces, meld.by, strict=True)) for meld in melds)
    gone = was - now
    if gone.total() != 1:
        return Fault(f"{gone.total()} cards have left the meld")
    ((piece, whose),) = gone
    if card not in stands_for(piece) or (step.rules.options[REDEEM] == OWNER and whose != action.seat):
        return Fault("that wild card was not to be had for this card")
    had, has = Counter(cards_of(before.hands[action.seat])), Counter(cards_of(after.hands[action.seat]))
    if has - had != Counter([piece_card(piece)]) or had - has != Counter([card]):
        return Fault("the hand has not changed a card for the wild one")
    return None


@law(rests_on=("settings.point_unit",), beside=BESIDE)
def a_knock_is_paid(step: Step) -> Fault | None:
    """A knock with few enough points ends the hand; it pays its player, or those who have fewer points.

    Rule `house-rules.knock`.
    """
    rules, end = step.rules, step.after
    if step.action.verb != "knock":
        return None
    if end.public.ended != "knock" or end.public.out >= 0:
        return Fault("the hand goes on after a knock, or somebody is out")
    left = [sum(rules.scoring.points.in_hand[card] for card in cards_of(hand)) for hand in end.hands]
    knocker, unit = step.action.seat, rules.scoring.unit
    if left[knocker] > _number(rules, KNOCK) // unit:
        return Fault(f"a knock with {left[knocker]} points")
    paid = [seat for seat, points in enumerate(left) if points == min(left)]
    due = [(seat, _BONUS // unit) for seat in ([knocker] if knocker in paid else paid)]
    lines = [(line.seat, line.points) for line in score_hand(rules, end).lines if line.rule == KNOCK]
    return None if lines == due else Fault(f"a knock should pay {due}, and pays {lines}")


@law(rests_on=("effects",), beside=BESIDE)
def a_sale(step: Step) -> Fault | None:
    """Once all have answered, one buyer at most gets the discard and a card of the stock, and not too often.

    Rule `house-rules.buys`.
    """
    before, after = step.before, step.after
    if step.action.verb != "may-i" or after.public.phase == "may-i":
        return None
    bought = recall(step.rules, after, Bought).seats
    buyers = bought[len(recall(step.rules, before, Bought).seats) :]
    for seat, (was, now) in enumerate(zip(before.hands, after.hands, strict=True)):
        due = Counter([before.public.pile[-1], before.stock[0]]) if seat in buyers else Counter[int]()
        if Counter(cards_of(now)) - Counter(cards_of(was)) != due:
            return Fault(f"seat {seat} should get {due.total()} cards of pile and stock")
    most = max(Counter(bought).values(), default=0)
    return Fault(f"a player has bought {most} times") if most > _number(step.rules, BUYS) or len(buyers) > 1 else None


# ---------------------------------------------------------------- faults


def _rules(**options: OptionValue) -> Rules:
    named = {name if "." in name else f"{PLUGIN}.{name.replace('_', '-')}": value for name, value in options.items()}
    return r5.compose("pagat", [PLUGIN], named, seats=3)


def _sevens(**options: OptionValue) -> Rules:
    """Plant a fault: every card counts 7."""

    def points(_card: int, _role: int, _place: Place) -> int:
        return 7

    return alter(_rules(**options), points=PointTable(points))


def _too_much(_: Rules, sight: State | View) -> list[ScoreLine]:
    """Plant a fault: 1 point too many for going out."""
    out = sight.public.out
    return [ScoreLine(out, 51, OUT_BONUS, "line", "out")] if out >= 0 else []


def _step(rules: Rules, position: str, action: str, **wrong: Any) -> Step:
    """Make a step, with wrong attributes of the public state after it."""
    state = r5.parse_position(position, rules=rules).state
    act = r5.parse_action(action, state, rules=rules)
    after = r5.apply(rules, state, act)
    return Step(rules, state, act, replace(after, public=replace(after.public, **wrong)), "")


_HANDS: Final = 'phase = "play"\nto_act = 0\nhands = ["9h 3c", "5d 6c", "2d"]\nstock = "8d 9s"\npile = "4h"\n'
_JOKER: Final = _HANDS + 'melds = ["1 [7h 8h *=9h]"]'


def _stays() -> Step:
    """Make a step after which the wild card still lies on the table."""
    rules = _rules(redeem="anybody")
    table = r5.parse_position(_JOKER, rules=rules).state.public.table
    return _step(rules, _JOKER, "0: redeem 9h on m1", table=table)


def _taken_early() -> Step:
    """Make a take by a player who has not melded, under rules that close the pile."""
    text = _HANDS.replace('"play"', '"draw"')
    free = _step(_rules(), text, "0: take 4h")
    return attrs.evolve(free, rules=_rules(pile_after_meld=True))


def _sold() -> Step:
    """Make a sale after which nobody has got a card."""
    rules = _rules(buys=1)
    text = _HANDS.replace('"play"', '"may-i"') + "last = 2\nturn = { pending = [1] }\n"
    step = _step(rules, text.replace("to_act = 0", "to_act = 1"), "1: may-i buy")
    return attrs.evolve(step, after=replace(step.after, hands=step.before.hands))


#: Each fault breaks its law: rules, in which hands are played, or a step or a game.
FAULTS: Final[tuple[tuple[Law[Any], Callable[[], object]], ...]] = (
    (values_of_wild_cards, lambda: _sevens(wild_points=25)),
    (values_of_wild_cards, lambda: _sevens(queen_of_spades=40)),
    (the_rank_is_wild, lambda: alter(_rules(wild="deuces"), options={**_rules().options, WILD: "aces"})),
    (points_for_going_out, lambda: alter(_rules(out_bonus=50), score_lines=(_too_much,))),
    (the_pile_is_closed, _taken_early),
    (a_wild_card_comes_back, _stays),
    (a_knock_is_paid, lambda: _step(_rules(knock=30), _HANDS, "0: knock", ended="stock")),
    (a_sale, _sold),
)
