"""Laws of Boathouse, for `rummy500.testing`: the last card is discarded, hands count at the stock's end, two a draw."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from rummy500 import DECK, State, cards_of, parse_action, parse_position, score_hand, why_not
from rummy500.hooks import DRAW_PHASE, OVER_PHASE, PLAY_PHASE, Rules, size
from rummy500.testing import Fault, Law, Spot, Step
from rummy500.testing.others import FLOW, PLAY, TOGETHER, unless_others_say

_NAME: Final = "boathouse"
_DRAW_TWO: Final = "boathouse.draw-two"
_DISCARD_RULE: Final = "out.discard-required"
#: Once somebody has gone out others may lay their last card off (`add-opponents-hand`).
_LATE: Final = "late"
#: All but the plugin by which nobody deducts, not at the stock's end either (`score.add-opponents`).
_WHERE_HANDS_DEDUCT: Final = TOGETHER - {"add-opponents-hand"}


def what_it_sets(rules: Rules) -> Fault | None:
    """`out.discard-required` is in force, and `stock.empty` is `pile` unless another has set it."""
    if rules.options["out.discard"] != "required" or rules.turn.melding_goes_out:
        return Fault("a hand may be melded out")
    stock, set_by = rules.options["stock.empty"], rules.origin.set_by["stock.empty"]
    if stock != "pile" and set_by in (f"preset {rules.preset.name}", f"plugin {_NAME}"):
        return Fault(f"stock.empty is {stock!r}, as {set_by} says")
    return None


@unless_others_say(*FLOW, known=TOGETHER)
def the_last_card_is_discarded(step: Step) -> Fault | None:
    """`out.discard-required`: only a discard takes a hand's last card, and only by it does anybody go out.

    Late lay-offs are left out: somebody has gone out by a discard then.
    """
    before, action, after = step.before, step.action, step.after
    if action.verb == "discard" or action.seat == DECK or before.public.phase == _LATE:
        return None
    if size(before.hands[action.seat]) and not size(after.hands[action.seat]):
        return Fault(f"seat {action.seat} has no card left without a discard")
    if before.public.out < 0 <= after.public.out:
        return Fault(f"seat {after.public.out} is out without a discard")
    return None


@unless_others_say("draw_count", *FLOW, known=TOGETHER)
def two_a_draw(step: Step) -> Fault | None:
    """`draw.stock-two`: a draw gives two cards with `boathouse.draw-two`, one if one is left; without it one.

    They come off the top of the stock, and both count as drawn this turn.
    """
    before, action, after = step.before, step.action, step.after
    drawn = action.verb == "draw" and before.public.stock_count > 0
    if not drawn and action.verb != "reshuffle":
        return None
    seat, stock = before.public.to_act, before.stock if drawn else action.cards
    due = Counter(stock[: 2 if step.rules.options[_DRAW_TWO] else 1])
    got = Counter(cards_of(after.hands[seat])) - Counter(cards_of(before.hands[seat]))
    if got != due or len(after.stock) != len(stock) - due.total():
        return Fault(f"a draw should give {due.total()} of {len(stock)} cards of the stock, and gives {got.total()}")
    if after.public.phase == PLAY_PHASE and Counter(cards_of(after.drawn)) != due:
        return Fault("what is remembered as drawn is not what was drawn")
    return None


@unless_others_say("may_draw", "moves", known=TOGETHER)
def one_draw_a_turn(spot: Spot) -> Fault | None:
    """`draw.stock-two`: two cards are one draw; with the stock gone the player to draw may `pass` (`stock.empty`)."""
    public, verbs = spot.state.public, {action.verb for action in spot.listed}
    if public.phase == PLAY_PHASE and verbs & {"draw", "take"}:
        return Fault("there is a second draw in one turn")
    if public.phase == DRAW_PHASE and spot.whole and not public.turn.stock_only:
        empty = public.stock_count == 0
        wanted = "pass" if empty and spot.rules.options["stock.empty"] == "pile" else "" if empty else "draw"
        if wanted and wanted not in verbs:
            return Fault(f"with {public.stock_count} cards in the stock there is no {wanted}")
    return None


@unless_others_say(*FLOW, known=TOGETHER)
def a_pass_ends_the_hand(step: Step) -> Fault | None:
    """`stock.empty`: where the player to draw passes on an empty stock, the hand is over and nobody is out."""
    before, after = step.before.public, step.after.public
    if step.action.verb != "pass" or before.phase != DRAW_PHASE:
        return None
    over = after.phase == OVER_PHASE and after.ended == "stock" and after.out < 0
    return None if over else Fault("the hand goes on after a pass on an empty stock")


@unless_others_say("score_lines", "deducts", known=_WHERE_HANDS_DEDUCT)
def hands_count_at_the_stocks_end(spot: Spot) -> Fault | None:
    """`boathouse`: where a hand ends and nobody is out, every hand counts against its player, whoever else spares it.

    Skipped with a plugin by which nobody deducts.
    """
    public = spot.state.public
    if public.phase != OVER_PHASE or public.out >= 0:
        return None
    return _hands_fault(spot.rules, spot.state)


def _hands_fault(rules: Rules, state: State) -> Fault | None:
    score = score_hand(rules, state)
    for seat in range(rules.seats):
        due = sum(rules.scoring.points.in_hand[card] for card in cards_of(state.hands[seat]))
        found = -sum(line.points for line in score.lines if line.seat == seat and line.points < 0)
        if found != due:
            return Fault(f"seat {seat} holds {due} points, but {found} points are deducted", state=state)
    return None


@unless_others_say("pack", "score_lines", "deducts", known=_WHERE_HANDS_DEDUCT)
def hands_count_in_made_hands(rules: Rules) -> Fault | None:
    """`boathouse`: hands count at the end of generated hands, whether or not anybody could have played on."""
    hands = [f"{seat + 2}c {seat + 2}d" for seat in range(rules.seats)]
    for pile in ("", "6s", "Jh"):
        for melds in ([], ["0 [7s 8s 9s Ts Js Qs Ks]", "1 [4h 5h 6h 7h 8h 9h Th]"]):
            for ended in ("stock", "circle"):
                text = (
                    f'phase = "over"\nhands = {hands}\npile = "{pile}"\nmelds = {melds}\nturn = {{ ended = "{ended}" }}'
                )
                fault = _hands_fault(rules, parse_position(text, rules=rules).state)
                if fault is not None:
                    return fault
    return None


#: What seat 1 holds, where in its turn it stands, the top of the pile, what it does, and whether a card is left.
_TRIED: Final = (
    ("3s 3h 3d", "play", "9d", "meld {3s 3h 3d}", False),
    ("3s 3h 3d 9c", "play", "9d", "meld {3s 3h 3d}", True),
    ("3s 4s 5s 6s 7s 8s 9s", "play", "9d", "meld [3s 4s 5s 6s 7s 8s 9s]", False),
    ("3s 4s 5s 6s 7s 8s 9s Kd", "play", "9d", "meld [3s 4s 5s 6s 7s 8s 9s]", True),
    ("Jh", "play", "9d", "lay Jh on m1", False),
    ("Jh Qh", "play", "9d", "lay Jh Qh on m1", False),
    ("Jh 9c", "play", "9d", "lay Jh on m1", True),
    ("3s 3h", "draw", "3d", "take 3d with {3s 3h 3d}", False),
    ("3s 3h 9c", "draw", "3d", "take 3d with {3s 3h 3d}", True),
)
#: A play may be no meld, or no take, to begin with; then that is named.
_MORE_SPECIFIC: Final = ("meld.", "draw.", "oklahoma.", "persian.")


@unless_others_say(*PLAY, known=TOGETHER)
def a_card_is_left(rules: Rules) -> Fault | None:
    """`out.discard-required` in positions that are made: what would leave no card is refused, and by this rule.

    A play may be no meld, or no take, by the rules in force; then nothing is said of what is named.
    """
    others = ["2c 4c", "6c 8c", "Tc Qc", "6d 8d", "Td Jd", "2d 4d", "Ts Js"]
    for hand, phase, pile, text, left in _TRIED:
        hands = [others[0], hand, *others[1 : rules.seats - 1]]
        position = (
            f'to_act = 1\nphase = "{phase}"\nhands = {hands}\nstock = "Qs Ks As"\npile = "{pile}"\nlast = 0\n'
            'melds = ["1 [4h 5h 6h 7h 8h 9h Th]"]'
        )
        state = parse_position(position, rules=rules).state
        refusal = why_not(rules, state, parse_action(f"1: {text}", state, rules=rules))
        named = "" if refusal is None else refusal.rule
        if left and named == _DISCARD_RULE:
            return Fault(f"{text!r} leaves a card of {hand}, and is refused", state=state)
        if not left and named != _DISCARD_RULE and not named.startswith(_MORE_SPECIFIC):
            return Fault(f"{text!r} leaves nothing of {hand}, and {named or 'nothing'} is named", state=state)
    return None


LAWS: Final[tuple[Law[Any], ...]] = (
    Law(
        "boathouse: what it sets",
        "Going out takes a discard, and an empty stock leaves the pile.",
        Rules,
        what_it_sets,
    ),
    Law(
        "boathouse: a card is left",
        "A play to the table that would leave no card is refused, and the refusal names the rule; one that leaves a"
        " card is not.",
        Rules,
        a_card_is_left,
    ),
    Law(
        "boathouse: hands count in made hands",
        "Where a hand ends and nobody is out every hand counts against its player, whoever could have played on.",
        Rules,
        hands_count_in_made_hands,
    ),
    Law(
        "boathouse: the last card is discarded",
        "Only a discard takes the last card of a hand, and nobody goes out without one.",
        Step,
        the_last_card_is_discarded,
    ),
    Law(
        "boathouse: two a draw",
        "A draw gives the top two cards of the stock with draw-two, one if one is left, and else one.",
        Step,
        two_a_draw,
    ),
    Law(
        "boathouse: one draw a turn",
        "Nothing is drawn or taken after the draw; with the stock gone the player to draw may pass.",
        Spot,
        one_draw_a_turn,
    ),
    Law("boathouse: a pass ends the hand", "A pass on an empty stock ends the hand.", Step, a_pass_ends_the_hand),
    Law(
        "boathouse: hands count at the stock's end",
        "Where a hand ends and nobody is out every hand counts against its player.",
        Spot,
        hands_count_at_the_stocks_end,
    ),
)
