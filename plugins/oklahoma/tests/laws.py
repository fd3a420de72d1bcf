"""Laws of Oklahoma (`oklahoma.*`): its cards, melds, pile, jokers and queen of spades."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

import attrs

import rummy500 as r5
from rummy500 import Match, State, apply, is_over, parse_action, parse_position, record_hand, score_hand, why_not
from rummy500.base.records import replace
from rummy500.engine.match import match_with_scores
from rummy500.hooks import JOKER, OptionValue, Rules, ScoreLine, Tally, Verdict, cards_of, count, piece_card
from rummy500.rules.actions import USE_GROUP, USE_LAY, USE_RUN
from rummy500.rules.scores import Place
from rummy500_oklahoma.composing import JOKERS
from rummy500_oklahoma.swapping import SWAP
from rummy500_oklahoma.winning import Reserved
from rummy500_testing import Counted, Fault, Game, Law, Step, law
from rummy500_testing.altering import alter, hand_in_match
from rummy500_testing.overrides import card_points_overridden

#: The plugin whose laws these are.
PLUGIN: Final = "oklahoma"
#: pytest asks the laws under these rules, on every preset.
RULES: Final[dict[str, dict[str, object]]] = {
    "as it is": {"seats": 3},
    "jokers": {"options": {"oklahoma.jokers": 4}, "seats": 2},
    "one joker, both duties": {
        "options": {"oklahoma.jokers": 1, "oklahoma.opening-use": True, "oklahoma.new-meld-only": True},
        "seats": 4,
    },
    "partners and jokers": {"plugins": ["partnership", "oklahoma"], "options": {"oklahoma.jokers": 3}, "seats": 4},
    "short hands, lay-offs anywhere": {
        "options": {"deal.size": 4, "meld.layoff": "any", "oklahoma.jokers": 4, "meld.first-minimum": 40},
        "seats": 3,
    },
    "suits that differ, a stock made anew": {
        "options": {
            "meld.group-suits": "different",
            "stock.empty": "reshuffle",
            "out.discard": "optional",
            "oklahoma.jokers": 2,
        },
        "seats": 2,
    },
}
#: Plugins that answer the same questions, and that these laws take into account.
BESIDE: Final = frozenset(
    (
        "add-opponents-hand",
        "boathouse",
        "masters-hand",
        "must-go-out",
        "partnership",
        "wikipedia",
    )
)
_PLUGIN: Final = "plugin oklahoma"
_QUEEN: Final = 11
_OF_RANK: Final = 64
_PLACES: Final[tuple[Place, ...]] = ("group", "run", "low")
_ACE: Final = 0
_DEUCE: Final = 1
_SETS: Final[dict[str, OptionValue]] = {
    "deal.size": 13,
    "deal.opening": "offer",
    "deal.next-dealer": "left",
    "deck.packs": 2,
    "deck.jokers": 0,
    "meld.group-suits": "any",
    "meld.group-max": 4,
    "meld.run-min": 3,
    "meld.ace": "both",
    "meld.first-minimum": 0,
    "meld.layoff": "own",
    "draw.top": "must-meld",
    "discard.barred": "lone-top",
    "out.discard": "required",
    "stock.empty": "strict",
    "call": "none",
    "match.target": 1000,
    "match.reached": "reach",
}


@law(rests_on=("pack",), beside=BESIDE)
def its_game_is_set(rules: Rules) -> Fault | None:
    """Two packs, up to four jokers, thirteen cards, its own options.

    Rule `oklahoma`. An option that the caller or a later plugin sets is left alone.
    """
    jokers = rules.options[JOKERS]
    if Counter(rules.deal.pack) != Counter([*range(52), *range(52), *[JOKER] * int(jokers)]) or rules.deal.side_pack:
        return Fault(f"the pack has {len(rules.deal.pack)} cards, {rules.deal.pack.count(JOKER)} of them jokers")
    if not 2 <= rules.seats <= 4:
        return Fault(f"{rules.seats} seats play")
    for name, value in _SETS.items():
        if rules.origin.set_by[name] == _PLUGIN and rules.options[name] != value:
            return Fault(f"{name} is {rules.options[name]!r}, and {value!r} is due")
    ranks = [rules.deal.cut_ranks[card] for card in (JOKER, *range(13))]
    if None in ranks or ranks != sorted(set(ranks), key=lambda rank: -1 if rank is None else rank):
        return Fault(f"in the draw for the deal a joker, then an ace, then a two are lowest, and they rank {ranks}")
    return None


@law(rests_on=("pack", "wilds"), beside=BESIDE)
def card_values(rules: Rules) -> Fault | None:
    """Each card counts what the table of values says.

    Rule `oklahoma.values`. Cards whose points a plugin unknown here decides are not judged.
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
    return not card_points_overridden(rules, card, place, role=role, beside={PLUGIN, *BESIDE})


def _is_deuce(card: int) -> bool:
    return card < 52 and card % 13 == _DEUCE


def _on_table(card: int) -> int:
    """Return the points on the table: K to 8 10, the queen of spades 50, 7 to 3 and a deuce 5, an ace 20."""
    rank = card % 13
    return 50 if card == _QUEEN else 20 if rank == _ACE else 10 if rank >= 7 else 5


@law(rests_on=("takes.collects", "flow"), beside=BESIDE)
def a_take_collects_the_whole_pile(step: Step) -> Fault | None:
    """A player who takes the top discard takes the whole pile.

    Rule `draw.whole-pile`.
    """
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


@law(rests_on=("flow",), beside=BESIDE)
def a_swap_exchanges_a_card_and_a_joker(step: Step) -> Fault | None:
    """The card lies where the joker was, and the joker is in the hand.

    Rule `oklahoma.swap`.
    """
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


_BONUS: Final = "oklahoma.out-bonus"
_AT_ONCE: Final = 250
_OUT: Final = 100
_WON: Final = 200
_PLAYS: Final = (USE_RUN, USE_GROUP, USE_LAY)


@law(rests_on=("flow", "settings.point_unit"), beside=BESIDE)
def going_out_pays(game: Game) -> Fault | None:
    """Going out pays 100, or 250 if the whole hand was melded in that turn and nothing before it.

    Rule `oklahoma.out-bonus`. The law follows the actions of the hand to see what the seat melded, and when. A swap
    is not a meld.
    """
    start = game.states[0]
    melded = {player for meld in start.public.table for player in meld.by}
    now = False
    for action, state in zip(game.actions, game.states[1:], strict=True):
        if action.verb in ("draw", "take"):
            now = False
        if action.use in _PLAYS and action.verb != "swap":
            now = True
        due = _AT_ONCE if now and action.seat not in melded else _OUT
        fault = _bonus_fault(game.rules, state, due)
        if fault is not None:
            return fault
        if action.verb == "discard" and now:
            melded.add(action.seat)
            now = False
    return None


def _bonus_fault(rules: Rules, state: State, points: int) -> Fault | None:
    told = [(line.seat, line.points) for line in score_hand(rules, state).lines if line.rule == _BONUS]
    due = [(state.public.out, points)] if is_over(state) and state.public.out >= 0 else []
    return None if told == due else Fault(f"points for going out: expected {due}, found {told}", state=state)


#: A turn of seat 1: phase, hand, table, actions, pay. Runs on the table have at least the seven cards that
#: `meld.run-min` may ask for.
_TURNS: Final[tuple[tuple[str, str, tuple[str, ...], tuple[str, ...], int], ...]] = (
    ("play", "4h 5h 6h Kc", (), ("meld [4h 5h 6h]", "discard Kc"), _AT_ONCE),
    ("play", "4h 5h 6h 7h Kc", (), ("meld [4h 5h 6h]", "lay 7h on m1", "discard Kc"), _AT_ONCE),
    ("play", "4h 5h 6h 9s 9d 9c Kc", (), ("meld [4h 5h 6h]", "meld {9s 9d 9c}", "discard Kc"), _AT_ONCE),
    ("draw", "4h 5h Kc", (), ("take 6h with [4h 5h 6h]", "discard Kc"), _AT_ONCE),
    ("play", "4h 5h 6h Kc", ("0 {Js Jh Jd}",), ("meld [4h 5h 6h]", "discard Kc"), _AT_ONCE),
    ("play", "4h 5h 6h Kc", ("1 {Js Jh Jd}",), ("meld [4h 5h 6h]", "discard Kc"), _OUT),
    ("play", "4h 5h 6h Kc", ("0 [7s 8s 9s Ts Js Qs 1:Ks]",), ("meld [4h 5h 6h]", "discard Kc"), _OUT),
    ("play", "Kh Kc", ("1 [6h 7h 8h 9h Th Jh Qh]",), ("lay Kh on m1", "discard Kc"), _OUT),
    ("play", "Kc", ("1 [6h 7h 8h 9h Th Jh Qh]",), ("discard Kc",), _OUT),
    ("play", "Kc", (), ("discard Kc",), _OUT),
)


@law(rests_on=("play", "settings.point_unit"), beside=BESIDE)
def going_out_pays_in_generated_turns(rules: Rules) -> Fault | None:
    """In generated turns, going out pays 100, or 250 if the whole hand was melded in that turn and nothing before it.

    Rule `oklahoma.out-bonus`. A play that the rules in force refuse is left out.
    """
    return next((fault for state, due in _outs(rules) if (fault := _bonus_fault(rules, state, due))), None)


def _outs(rules: Rules) -> Iterator[tuple[State, int]]:
    """Generate hands that ended with seat 1 out, and the points that it is paid."""
    for phase, hand, melds, texts, points in _TURNS:
        hands = ["8d 3c", hand, "3s", "3d"][: rules.seats]
        text = f'to_act = 1\nphase = "{phase}"\nhands = {hands}\nstock = "Td Tc"\npile = "6h"\nmelds = {list(melds)}'
        state = parse_position(text, rules=rules).state
        for each in texts:
            action = parse_action(f"1: {each}", state, rules=rules)
            if why_not(rules, state, action) is not None:
                break
            state = apply(rules, state, action)
        else:
            yield state, points


#: What each seat has beyond the target with the hand counted, and how much of it never counts towards that.
_BEYOND: Final[tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]] = (
    ((-1, -1, -1, -1), (0, 0, 0, 0)),
    ((0, -5, -10, -15), (0, 0, 0, 0)),
    ((5, 10, 0, -5), (0, 0, 0, 0)),
    ((40, -60, -70, -80), (250, 0, 0, 0)),
    ((250, -60, -70, -80), (250, 0, 0, 0)),
    ((249, -60, -70, -80), (250, 0, 0, 0)),
    ((200, 50, -70, -80), (250, 0, 0, 0)),
    ((300, 200, -70, -80), (250, 0, 0, 0)),
    ((300, 200, 350, -80), (250, 0, 0, 500)),
    ((50, 50, -10, -20), (0, 0, 0, 0)),
    ((300, 300, -10, -20), (250, 0, 0, 0)),
    ((200, 200, -10, -20), (250, 0, 0, 0)),
    ((-40, -50, -60, -70), (0, 0, 0, 0)),
)


@law(rests_on=("play", "match", "settings.point_unit"), beside=BESIDE)
def the_winner_of_generated_scores(rules: Rules) -> Fault | None:
    """The highest score wins among those who have the target without the 250s, and a tie is played on, unless the
    winner must go out; the winner gets 200.

    Rule `oklahoma.target`. `must-go-out` decides who has won: beside it the winners are not judged, the 250s and the
    200 are.
    """
    for hand in (_ended_by_stock(rules), *(state for state, _ in _outs(rules))):
        for beyond, reserved in _BEYOND:
            for playoff in (False, True):
                before = _match(rules, hand, beyond, reserved, playoff=playoff)
                moved = hand_in_match(hand, before.so_far)
                fault = _match_fault(rules, before, record_hand(rules, before, moved), moved)
                if fault is not None:
                    return fault
    return None


@law(
    name="hands count at the stock's end",
    rests_on=("pack", "score_lines", "deducts"),
    beside=BESIDE - {"add-opponents-hand"},
)
def hands_count_at_the_stocks_end(rules: Rules) -> Fault | None:
    """If the stock ends the hand, every hand counts against its player, whoever could have taken.

    Rule `oklahoma.values`. Skipped with a plugin by which nobody deducts.
    """
    hand = _ended_by_stock(rules)
    due = tuple(-sum(rules.scoring.points.in_hand[card] for card in cards_of(held)) for held in hand.hands)
    made = score_hand(rules, hand).by_seat
    return None if made == due else Fault(f"every hand counts, so {due} is due, and the score is {made}", state=hand)


def _ended_by_stock(rules: Rules) -> State:
    hands = ["8d", "3c", "3s", "3d"][: rules.seats]
    return parse_position(f'phase = "over"\nhands = {hands}\nturn = {{ ended = "stock" }}', rules=rules).state


def _match(rules: Rules, hand: State, beyond: tuple[int, ...], reserved: tuple[int, ...], *, playoff: bool) -> Match:
    """Return a match before a hand, such that the scores with the hand are the given ones."""
    made = _by_side(rules, score_hand(rules, hand).by_seat)
    first = [rules.sides.index(side) for side in rules.sides]
    scores = tuple(rules.match.target + beyond[seat] - made[seat] for seat in first)
    match = match_with_scores(rules, scores, dealer=hand.public.match.dealer, playoff=playoff)
    memories = list(match.memories)
    memories[_place(rules)] = Reserved(tuple(reserved[seat] for seat in first))
    return Match(replace(match, memories=tuple(memories)))


def _place(rules: Rules) -> int:
    return [name for name, _ in rules.memory.match_memory].index(PLUGIN)


def _by_side(rules: Rules, by_seat: tuple[int, ...]) -> list[int]:
    """Return for each seat the points of its side."""
    return [
        sum(points for other, points in zip(rules.sides, by_seat, strict=True) if other == side) for side in rules.sides
    ]


@law(rests_on=("match", "settings.point_unit"), beside=BESIDE)
def the_winner_of_a_match(counted: Counted) -> Fault | None:
    """The winner of a match in play is the highest with the target without the 250s, unless the winner must go out; the
    250s are recorded, and the winner gets 200.

    Rule `oklahoma.target`. `must-go-out` decides who has won: beside it the winners are not judged, the 250s and the
    200 are.
    """
    return _match_fault(counted.rules, counted.before, counted.after, counted.hand)


def _reserved(rules: Rules, match: Match) -> list[int]:
    record = match.memories[_place(rules)]
    kept = list(record.reserved) if isinstance(record, Reserved) else []
    return kept or [0] * rules.seats


def _match_fault(rules: Rules, before: Match, after: Match, hand: State) -> Fault | None:
    score = score_hand(rules, hand)
    scores = [had + made for had, made in zip(before.scores, _by_side(rules, score.by_seat), strict=True)]
    at_once = [0] * rules.seats
    for line in score.lines:
        if line.rule == _BONUS and line.points == _AT_ONCE:
            at_once[line.seat] = _AT_ONCE
    reserved = [had + more for had, more in zip(_reserved(rules, before), _by_side(rules, tuple(at_once)), strict=True)]
    if _reserved(rules, after) != reserved:
        return Fault(f"never to be counted are {reserved}, and remembered is {_reserved(rules, after)}", state=hand)
    won, playoff = after.winners, after.playoff
    if "must-go-out" not in rules.plugins:
        won, playoff = _winners(rules, scores, reserved, playoff=before.playoff)
    if tuple(sorted(after.winners)) != won or after.playoff != playoff:
        return Fault(
            f"with scores of {scores}, of which {reserved} never count, {won or 'nobody'} should have won"
            f"{' and a tie be played on' if playoff else ''}, and the winners are {after.winners or 'nobody'}",
            state=hand,
        )
    due = tuple(points + (_WON if seat in won else 0) for seat, points in enumerate(scores))
    return None if after.scores == due else Fault(f"the scores should be {due}, and are {after.scores}", state=hand)


def _winners(rules: Rules, scores: list[int], reserved: list[int], *, playoff: bool) -> tuple[tuple[int, ...], bool]:
    """Return the winners, the highest of those with the target without the 250s, and whether a tie is played on.

    After a tie the scores count as they are, with the 250s.
    """
    more = rules.options["match.reached"] == "exceed"
    there = [
        seat
        for seat, points in enumerate(scores)
        if playoff or points - reserved[seat] > rules.match.target - (0 if more else 1)
    ]
    if not there:
        return (), False
    best = max(scores[seat] for seat in there)
    seats = tuple(seat for seat in there if scores[seat] == best)
    return (seats, False) if len({rules.sides[seat] for seat in seats}) == 1 else ((), True)


# ---------------------------------------------------------------- faults


def _rules() -> Rules:
    return r5.compose("classic", [PLUGIN], {JOKERS: 4}, seats=3)


def _base() -> Rules:
    return r5.compose("pagat", seats=3)


def _always(points: int) -> Rules:
    """Plant a fault: going out always pays the same."""

    def lines(_: Rules, state: State) -> Iterator[ScoreLine]:
        if state.public.out >= 0:
            yield ScoreLine(state.public.out, points, "oklahoma.out-bonus", "line", "out")

    return alter(_rules(), score_lines=(*_base().scoring.score_lines, lines))


def _nothing_is_reserved() -> Rules:
    ((name, memory),) = _rules().memory.match_memory
    return alter(_rules(), match_memory=((name, attrs.evolve(memory, after=lambda *_: Reserved((0, 0, 0)))),))


def _swap_without_a_joker() -> Step:
    position = """
    to_act = 1
    phase  = "play"
    hands  = ["8c", "9s Kd Qc Jc Td", "7c"]
    stock  = "5s 5h"
    pile   = "3d"
    melds  = ["1 {9h 9d *=9}"]
    """
    before = parse_position(position, rules=_rules()).state
    action = parse_action("1: swap 9s on m1", before, rules=_rules())
    after = apply(_rules(), before, action)
    return Step(_rules(), before, action, replace(after, hands=before.hands), "")


#: A line for each hand that is counted.
_EACH_HAND: Final = (ScoreLine(0, 200, "oklahoma.target", "line", "for a hand"),)


def _with_lines(rules: Rules, *lines: ScoreLine) -> Callable[[Rules, Tally], Verdict]:
    """Plant a fault: each verdict has these lines and no others."""
    return lambda _, tally: attrs.evolve(rules.match.match_winners(rules, tally), lines=lines)


#: Each fault breaks its law: rules, in which hands are played, or a step or a game.
FAULTS: Final[tuple[tuple[Law[Any], Callable[[], object]], ...]] = (
    (its_game_is_set, lambda: alter(_rules(), pack=_rules().deal.pack[:-1])),
    (card_values, lambda: alter(_rules(), points=_base().scoring.points)),
    (a_take_collects_the_whole_pile, lambda: alter(_rules(), collects=lambda _, __, depth: (1,) if depth == 1 else ())),
    (a_swap_exchanges_a_card_and_a_joker, _swap_without_a_joker),
    (going_out_pays, lambda: alter(_rules(), score_lines=_base().scoring.score_lines)),
    (going_out_pays_in_generated_turns, lambda: _always(100)),
    (going_out_pays_in_generated_turns, lambda: _always(250)),
    (
        hands_count_at_the_stocks_end,
        lambda: alter(_rules(), deducts=lambda _, state, __: state.public.ended != "stock"),
    ),
    (the_winner_of_generated_scores, lambda: alter(_rules(), match_winners=_base().match.match_winners)),
    (the_winner_of_generated_scores, lambda: alter(_rules(), match_winners=_with_lines(_rules()))),
    (the_winner_of_generated_scores, _nothing_is_reserved),
    (the_winner_of_a_match, lambda: alter(_rules(), match_winners=_with_lines(_rules(), *_EACH_HAND))),
)
