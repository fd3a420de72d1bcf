"""A whole phase's list in one pass, where every move of the phase is the core's and natural cards are looked up.

The moves list for themselves what is listed here together; they are asked wherever a pass gives up. So a pass needs to
know only what is common: no view is made, and no rule is asked that the rules of the game do not have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.actions import Action
from rummy500.cards import COUNT_BITS, FIRST, JOKER, NATURALS, SPARE_BITS, faces_bag
from rummy500.engine import naturals
from rummy500.engine.gate import finishing
from rummy500.engine.legal import acting_seats, seat_view
from rummy500.engine.moves.call import CALL_MOVE
from rummy500.engine.moves.discard import DISCARD_MOVE
from rummy500.engine.moves.draw import DRAW_MOVE
from rummy500.engine.moves.lay_off import LAY_MOVE, looked_up
from rummy500.engine.moves.meld import MELD_MOVE
from rummy500.engine.moves.pass_ import PASS_MOVE
from rummy500.engine.moves.take import TAKE_MOVE, ending
from rummy500.melds.bits import PIECE
from rummy500.rules import AtOnce, Move, Rules
from rummy500.state import DRAW_PHASE, PLAY_PHASE, State, Turn, View

_COUNTED: Final = COUNT_BITS | SPARE_BITS
#: The moves of the phases, in the order in which they are listed.
_DRAWING: Final = (DRAW_MOVE, TAKE_MOVE, PASS_MOVE)
_PLAYING: Final = (MELD_MOVE, LAY_MOVE, DISCARD_MOVE)


def at_once(rules: Rules) -> Mapping[str, AtOnce]:
    """What lists a phase in one pass, phase by phase; nothing for a phase in which anything else may decide.

    Args:
        rules: the rules.
    """
    found: dict[str, AtOnce] = {}
    jokers_alone = set(rules.shapes.wilds) <= {JOKER}
    if not jokers_alone or not rules.only_natural or rules.visible is not None or rules.first_minimum:
        return found
    own, others = rules.turn_moves.get, rules.other_moves.get
    calls = others(DRAW_PHASE, ())
    free = rules.takes_looked_up and rules.old_are_free and rules.may_draw is None
    if free and _lists_as(own(DRAW_PHASE, ()), _DRAWING) and (not calls or _lists_as(calls, (CALL_MOVE,))):
        found[DRAW_PHASE] = _before_the_draw
    if rules.beside is None and _lists_as(own(PLAY_PHASE, ()), _PLAYING) and not others(PLAY_PHASE):
        found[PLAY_PHASE] = _after_the_draw
    return found


def _lists_as(moves: tuple[Move, ...], core: tuple[Move, ...]) -> bool:
    """Whether moves list what those of the core do."""
    return [move.generate for move in moves] == [move.generate for move in core]


def _before_the_draw(rules: Rules, source: State | View) -> list[Action] | None:
    """The draw, the takes, and the calls of every seat; `None` where these rules do not tell at once."""
    open_ = source.open
    pile, seat = open_.pile, open_.to_act
    hand, held = _hand(source, seat), open_.hand_size(seat)
    if not hand or not held or not pile or not open_.stock_count or open_.turn.stock_only:
        return None
    piled = faces_bag(pile)
    if (piled | hand) & _COUNTED:  # jokers
        return None
    found = [rules.book.draws[seat]]
    if rules.top_free:
        found.append(rules.book.tops[seat][pile[-1]])
    lay_offs_to = int(rules.top_free) if rules.deep_new_only else len(pile)
    natural = rules.finder.natural
    fitting = natural.fitting_targets(open_.table, piled | hand)
    in_runs, in_groups = natural.in_new_melds(piled | hand)
    if fitting or (in_runs | in_groups) & piled:
        targets = naturals.in_order(rules, source, fitting) if lay_offs_to else []
        takes = naturals.walk(rules.book.takes, seat, hand, pile, in_runs, in_groups, targets, lay_offs_to)
        for each in takes:
            if len(each.pieces) > held:  # it may be that nothing stays that may be discarded
                view = source if isinstance(source, View) else seat_view(rules, source, seat)
                takes = ending(rules, view, takes)[1]
                break
        found += takes
    if rules.other_moves:
        _add_calls(rules, source, piled, found)
    return found


def _add_calls(rules: Rules, source: State | View, piled: int, found: list[Action]) -> None:
    """Add the calls of every seat, or of that of a view, where some card of the pile can be called at all."""
    natural, open_ = rules.finder.natural, source.open
    if natural.in_new_melds(piled) == (0, 0) and not natural.fitting_targets(open_.table, piled):
        return
    for who in (source.seat,) if isinstance(source, View) else acting_seats(rules, source):
        view = source if isinstance(source, View) else seat_view(rules, source, who)
        found += CALL_MOVE.generate(rules, view, plain=False)


def _after_the_draw(rules: Rules, source: State | View) -> list[Action] | None:
    """The new melds, the lay-offs and the discards; `None` where these rules do not tell at once."""
    open_ = source.open
    seat = open_.to_act
    hand = _hand(source, seat)
    if not hand or hand & _COUNTED:
        return None
    book = rules.book
    found = book.melds(seat, hand)
    targets = rules.finder.natural.fitting_targets(open_.table, hand)
    if targets:
        if rules.may_lay is not None:
            return None
        found += looked_up(rules, seat, hand, targets)
    if rules.used_are_free and rules.melding_out and (not open_.turn.taken or _is_used(open_.turn)):
        found += book.all_discards(seat, hand)
        return found
    view = source if isinstance(source, View) else seat_view(rules, source, seat)
    # At most the one card is barred: a play that leaves two may be made.
    free = open_.hand_size(seat) - 2 if rules.used_are_free else 0
    if any(len(each.pieces) > free for each in found):
        found = finishing(rules, view, found)
    found += DISCARD_MOVE.generate(rules, view, plain=False)
    return found


def _hand(source: State | View, seat: int) -> int:
    """The hand of the seat on turn, nothing where it is not seen."""
    if isinstance(source, View):
        return source.hand if source.seat == seat else 0
    return source.hands[seat]


def _is_used(turn: Turn) -> bool:
    """Whether nothing is barred that came from the pile: many cards came, or the only one has been played."""
    taken = turn.taken
    if taken & taken - 1:
        return True
    card = taken.bit_length() - 1 - FIRST
    return 0 <= card < NATURALS and any(PIECE[card] in play.pieces for play in turn.plays)
