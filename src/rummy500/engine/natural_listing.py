"""Lists a phase of the seat on turn in one pass, where no wild card is in reach.

This is the eager path beside the moves' generators. It asks nothing that these rules and this position leave out. It
makes a view only for a rule that reads it, and generates only what plugins add or what they answer about takes. Random
play of the plain presets spends most of its time here; `docs/design/speed.md` has the figures, and
`tests/engine/test_natural_listing.py` compares it with the generators.
"""

from __future__ import annotations

from rummy500.actions import Action
from rummy500.cards import Bag, common, faces_bag, minus
from rummy500.engine.facts import ViewFacts
from rummy500.engine.moves.take import TAKE_MOVE
from rummy500.engine.opening_minimum import opening_is_due
from rummy500.engine.pile_walk import down_the_pile
from rummy500.engine.play_finder import allowed, open_targets
from rummy500.engine.plays import barred_lone_top, lone_top
from rummy500.engine.taking import TakeFacts
from rummy500.engine.views import view_of
from rummy500.rules import Rules
from rummy500.state import DRAW_PHASE, PLAY_PHASE, State, View


def list_natural(rules: Rules, source: State | View, asked: int | None, *, plain: bool) -> list[Action] | None:
    """The actions of the seat on turn, in the order of its moves' generators.

    Args:
        rules: the rules.
        source: a state or a view.
        asked: the only seat that is asked, `None` for every seat.
        plain: passed to the generators of moves that plugins add.

    Returns:
        The actions; `None` if the generators must list them, or list nothing for that seat.
    """
    public = source.public
    seat, phase = public.to_act, public.phase
    if phase not in rules.natural_phases or not (asked is None or asked == seat):
        return None
    if type(source) is State:
        hand = source.hands[seat]
    elif source.seat == seat:
        hand = source.hand
    else:
        return None
    if hand & rules.melding.finder.wild_bits:
        return None
    if rules.melding.opening_minimum is not None:
        source = view_of(rules, source, seat)
        if opening_is_due(rules, source):
            return None
    if phase == DRAW_PHASE:
        return _draws(rules, source, hand, plain=plain)
    return _plays(rules, source, hand, plain=plain)


def _draws(rules: Rules, source: State | View, hand: Bag, *, plain: bool) -> list[Action] | None:
    """The draw, the takes, and the moves that plugins add; `None` for a rare position.

    Rare are an empty stock, an empty pile, an empty hand, a wild card in the pile, and the turn after a refused offer.
    """
    public, turn, actions = source.public, rules.turn, rules.cache.actions
    seat, pile = public.to_act, public.pile
    if not public.stock_count or not pile or not hand or public.turn.stock_only:
        return None
    found = [actions.draws[seat]]
    added = turn.added_moves[DRAW_PHASE]
    if added or not rules.takes_looked_up:
        facts = ViewFacts(rules, view_of(rules, source, seat))
        if facts.piled & rules.melding.finder.wild_bits:
            return None
        for move in (TAKE_MOVE, *added):
            found += move.generate(facts, plain=plain)
        return found
    piled = faces_bag(pile)
    if piled & rules.melding.finder.wild_bits:
        return None
    lay_offs_to = int(turn.top_may_be_kept) if turn.deep_take_needs_new_meld else len(pile)
    takes = down_the_pile(rules, source, actions.takes, seat, hand, pile, piled, piled | hand, lay_offs_to=lay_offs_to)
    if takes and rules.may_meld_found is not None:
        takes = allowed(rules, view_of(rules, source, seat), takes)
    if turn.top_may_be_kept:
        top = actions.tops[seat][pile[-1]]
        if turn.bars_only_gained:
            found.append(top)
        else:
            takes = [top, *takes]
    if not takes:
        return found
    held = public.hand_size(seat)
    # maybe none is left that may be discarded
    if not turn.bars_only_gained or any(len(take.pieces) > held for take in takes):
        check = TakeFacts(rules, view_of(rules, source, seat))
        takes = [take for take in takes if check.may_finish(take, None)]
    return found + takes


def _plays(rules: Rules, source: State | View, hand: Bag, *, plain: bool) -> list[Action] | None:
    """The new melds, the lay-offs, the discards, and the moves that plugins add; `None` if every card is barred."""
    public, melding, turn, actions = source.public, rules.melding, rules.turn, rules.cache.actions
    seat = public.to_act
    facts: ViewFacts | None = None
    if turn.barred is barred_lone_top:
        barred = lone_top(public.turn)
    else:
        facts = ViewFacts(rules, view_of(rules, source, seat))
        barred = facts.barred
    discards = actions.all_discards(seat, minus(hand, common(hand, barred)) if barred else hand)
    if not discards:
        return None
    found = actions.melds(seat, hand)
    targets = melding.finder.natural.fitting_targets(public.table, hand)
    if targets:
        if melding.may_lay is not None:
            facts = facts or ViewFacts(rules, view_of(rules, source, seat))
            targets = open_targets(rules, facts.view, targets)
        for on, meld, wanted in targets:
            found += actions.lay_offs(seat, on, meld, hand, wanted)
    if found:
        if rules.may_meld_found is not None:
            facts = facts or ViewFacts(rules, view_of(rules, source, seat))
            found = allowed(rules, facts.view, found)
        if barred or not turn.melding_goes_out:
            facts = facts or ViewFacts(rules, view_of(rules, source, seat))
            found = facts.finishing(found)
    found += discards
    for move in turn.added_moves[PLAY_PHASE]:
        facts = facts or ViewFacts(rules, view_of(rules, source, seat))
        found += move.generate(facts, plain=plain)
    return found
