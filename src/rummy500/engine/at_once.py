"""A whole phase's list in one pass, where the core's moves list what they do and natural cards are looked up.

The moves list for themselves what is listed here together; they are asked wherever a pass gives up, as it does where a
wild card is in reach. So a pass needs to know only what is common. There are two for each phase. Where nothing but
shapes and places decides no view is made, and no rule is asked that the rules of the game do not have; where plugins
have a say they are asked as the moves ask them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.actions import Action
from rummy500.cards import COUNT_BITS, FIRST, JOKER, NATURALS, SPARE_BITS, common, faces_bag, size
from rummy500.engine import naturals
from rummy500.engine.bring import Coming
from rummy500.engine.finding import allowed, open_targets
from rummy500.engine.legal import acting_seats
from rummy500.engine.moves.call import CALL_MOVE
from rummy500.engine.moves.discard import DISCARD_MOVE, unbarred
from rummy500.engine.moves.draw import DRAW_MOVE
from rummy500.engine.moves.lay_off import LAY_MOVE, looked_up
from rummy500.engine.moves.meld import MELD_MOVE
from rummy500.engine.moves.pass_ import PASS_MOVE
from rummy500.engine.moves.take import TAKE_MOVE, ending, may_be_made, used_further, wanted_further
from rummy500.engine.stranding import finishing
from rummy500.engine.views import seat_view
from rummy500.melds.bits import PIECE
from rummy500.rules import AtOnce, Move, Rules, top_brings_all
from rummy500.state import DRAW_PHASE, PLAY_PHASE, State, Turn, View

_COUNTED: Final = COUNT_BITS | SPARE_BITS
#: The moves of the phases, in the order in which they are listed.
_DRAWING: Final = (DRAW_MOVE, TAKE_MOVE, PASS_MOVE)
_PLAYING: Final = (MELD_MOVE, LAY_MOVE, DISCARD_MOVE)


def at_once(rules: Rules) -> Mapping[str, AtOnce]:
    """What lists a phase in one pass, phase by phase; nothing for a phase in which the moves must list it.

    Args:
        rules: the rules.
    """
    found: dict[str, AtOnce] = {}
    if not rules.plays_looked_up or rules.visible is not None or rules.first_minimum or rules.beside is not None:
        return found
    shapes_tell = rules.only_natural and set(rules.shapes.wilds) <= {JOKER}
    own, others = rules.turn_moves.get, rules.other_moves.get
    calls = others(DRAW_PHASE, ())
    drawing = _lists_as(own(DRAW_PHASE, ()), _DRAWING) and rules.may_draw is None and rules.must_use is None
    if drawing and (not calls or _lists_as(calls, (CALL_MOVE,))):
        if shapes_tell and rules.takes_looked_up and rules.old_are_free:
            found[DRAW_PHASE] = _before_the_draw
        elif not rules.top_free:
            found[DRAW_PHASE] = _before_the_draw_asking
    playing = own(PLAY_PHASE, ())
    if _lists_as(playing[: len(_PLAYING)], _PLAYING) and not others(PLAY_PHASE):
        alone = len(playing) == len(_PLAYING)
        found[PLAY_PHASE] = _after_the_draw if shapes_tell and alone else _after_the_draw_asking
    return found


def _lists_as(moves: tuple[Move, ...], core: tuple[Move, ...]) -> bool:
    """Whether moves list what those of the core do."""
    return [move.generate for move in moves] == [move.generate for move in core]


def _before_the_draw(rules: Rules, source: State | View, *, plain: bool) -> list[Action] | None:
    """The draw, the takes, and the calls of every seat; `None` where these rules do not tell at once."""
    public = source.public
    pile, seat = public.pile, public.to_act
    hand = source.hands[seat] if isinstance(source, State) else _seen(source, seat)
    held = public.hand_size(seat)
    if not hand or not held or not pile or not public.stock_count or public.turn.stock_only:
        return None
    piled = faces_bag(pile)
    if (piled | hand) & _COUNTED:  # jokers
        return None
    ready = rules.ready
    book, natural = ready.book, ready.natural
    found = [book.draws[seat]]
    if ready.top_free:
        found.append(book.tops[seat][pile[-1]])
    lay_offs_to = int(ready.top_free) if ready.deep_new_only else len(pile)
    fitting = natural.fitting_targets(public.table, piled | hand)
    in_runs, in_groups = natural.in_new_melds(piled | hand)
    if fitting or (in_runs | in_groups) & piled:
        targets = naturals.in_order(rules, source, fitting) if lay_offs_to else []
        takes = naturals.walk(book.takes, seat, hand, pile, (in_runs, in_groups), targets, lay_offs_to)
        for each in takes:
            if len(each.pieces) > held:  # it may be that nothing stays that may be discarded
                view = source if isinstance(source, View) else seat_view(rules, source, seat)
                takes = ending(rules, view, takes)[1]
                break
        found += takes
    if ready.has_calls:
        _add_calls(rules, source, piled, found)
    return found


def _before_the_draw_asking(rules: Rules, source: State | View, *, plain: bool) -> list[Action] | None:
    """The same where every take is used, and plugins have a say in what may be taken, what comes with it, what for."""
    public = source.public
    pile, seat = public.pile, public.to_act
    hand = source.hands[seat] if isinstance(source, State) else _seen(source, seat)
    if not hand or not pile or not public.stock_count or public.turn.stock_only:
        return None
    piled = faces_bag(pile)
    reach = piled | hand
    if reach & _COUNTED or rules.finder.has_wild(reach):
        return None
    walked = pile[-1:] if rules.pile_brings is top_brings_all else pile
    offered = faces_bag(walked)
    found = [rules.book.draws[seat]]
    natural = rules.finder.natural
    fitting = [] if rules.deep_new_only else naturals.in_line(natural.fitting_targets(public.table, reach), offered)
    in_runs, in_groups = natural.in_new_melds(reach)
    view = source if isinstance(source, View) else seat_view(rules, source, seat)
    further = wanted_further(rules, view) & offered if rules.uses else 0
    if fitting or further or (in_runs | in_groups) & offered:
        coming = Coming(rules, view)
        # The order in which the moves list them.
        by_kind = rules.only_natural and rules.pile_brings is None
        targets = naturals.in_order(rules, view, fitting) if by_kind else open_targets(rules, view, fitting)
        takes = naturals.walk(rules.book.takes, seat, hand, walked, (in_runs, in_groups), targets, len(pile), coming)
        if takes and rules.may_meld_found is not None:
            takes = allowed(rules, view, takes)
        found += [each for each in takes if may_be_made(rules, view, each, coming)]
        if further:
            found += used_further(rules, view, coming)
    if rules.other_moves:
        _add_calls(rules, source, piled, found)
    return found


def _add_calls(rules: Rules, source: State | View, piled: int, found: list[Action]) -> None:
    """Add the calls of every seat, or of that of a view, where some card of the pile can be called at all."""
    natural, public = rules.finder.natural, source.public
    if natural.in_new_melds(piled) == (0, 0) and not natural.fitting_targets(public.table, piled):
        return
    for who in (source.seat,) if isinstance(source, View) else acting_seats(rules, source):
        view = source if isinstance(source, View) else seat_view(rules, source, who)
        found += CALL_MOVE.generate(rules, view, plain=False)


def _after_the_draw(rules: Rules, source: State | View, *, plain: bool) -> list[Action] | None:
    """The new melds, the lay-offs and the discards; `None` where these rules do not tell at once."""
    public = source.public
    seat = public.to_act
    hand = source.hands[seat] if isinstance(source, State) else _seen(source, seat)
    if not hand or hand & _COUNTED:
        return None
    ready = rules.ready
    book = ready.book
    found = book.melds(seat, hand)
    targets = ready.natural.fitting_targets(public.table, hand)
    if targets:
        if ready.may_lay is not None:
            return _after_the_draw_asking(rules, source, plain=plain)
        found += looked_up(book, seat, hand, targets)
    if ready.used_are_free and ready.melding_out and (not public.turn.taken or _is_used(public.turn)):
        discards = book.all_discards(seat, hand)
        return found + discards if found else discards
    view = source if isinstance(source, View) else seat_view(rules, source, seat)
    # At most the one card is barred: a play that leaves two may be made.
    free = public.hand_size(seat) - 2 if ready.used_are_free else 0
    if any(len(each.pieces) > free for each in found):
        found = finishing(rules, view, found)
    found += DISCARD_MOVE.generate(rules, view, plain=False)
    return found


def _after_the_draw_asking(rules: Rules, source: State | View, *, plain: bool) -> list[Action] | None:
    """The same where plugins have a say in what may be played, or have moves of their own, which are listed last."""
    public = source.public
    seat = public.to_act
    hand = source.hands[seat] if isinstance(source, State) else _seen(source, seat)
    if not hand or hand & _COUNTED or rules.finder.has_wild(hand):
        return None
    view = source if isinstance(source, View) else seat_view(rules, source, seat)
    found = rules.book.melds(seat, hand)
    targets = rules.finder.natural.fitting_targets(public.table, hand)
    if targets:
        found += looked_up(rules.book, seat, hand, open_targets(rules, view, targets))
    barred = rules.barred(rules, view)
    if found:
        if rules.may_meld_found is not None:
            found = allowed(rules, view, found)
        # A play that leaves a card more than are barred may be made.
        free = public.hand_size(seat) - 1 - (size(common(hand, barred)) if barred else 0)
        for each in found:
            if len(each.pieces) > free:
                found = finishing(rules, view, found)
                break
    found += unbarred(rules, view, barred)
    for move in rules.turn_moves[PLAY_PHASE][len(_PLAYING) :]:
        found += move.generate(rules, view, plain=plain)
    return found


def _seen(view: View, seat: int) -> int:
    """The hand of the seat on turn, nothing where the view is another's."""
    return view.hand if view.seat == seat else 0


def _is_used(turn: Turn) -> bool:
    """Whether nothing is barred that came from the pile: many cards came, or the only one has been played."""
    taken = turn.taken
    if taken & taken - 1:
        return True
    card = taken.bit_length() - 1 - FIRST
    return 0 <= card < NATURALS and any(PIECE[card] in play.pieces for play in turn.plays)
