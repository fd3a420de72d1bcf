"""Takes and calls of natural cards, down the pile: looked up where no wild card is in reach."""

from __future__ import annotations

from collections.abc import Callable

from rummy500.actions import Action
from rummy500.cards import ONE, Bag, add, union
from rummy500.engine.play_finder import open_targets
from rummy500.engine.views import view_of
from rummy500.melds.bits import LINE_BITS
from rummy500.melds.natural import Targets
from rummy500.melds.shapes import SMALLEST
from rummy500.rules import Rules
from rummy500.rules.action_cache import TakeCache
from rummy500.state import State, View


def down_the_pile(  # noqa: PLR0913 - what is taken from which cards, for which uses
    rules: Rules,
    source: State | View,
    takings: TakeCache,
    seat: int,
    hand: Bag,
    pile: bytes,
    piled: int,
    reach: int,
    *,
    lay_offs_to: int,
    new_melds: bool = True,
    brings: Callable[[int], Bag] | None = None,
) -> list[Action]:
    """Every take, or call, of a card with a play that holds it, depth by depth.

    Whether a plugin allows the meld and whether the turn can end is not asked.

    Args:
        rules: rules by which plays of natural cards are looked up (`Rules.plays_looked_up`).
        source: a state, or the view of the seat.
        takings: the takes, or the calls.
        seat: who takes or calls.
        hand: the cards that may be used beside those of the pile.
        pile: the cards that may be taken, the top last.
        piled: each face of these.
        reach: each face of the hand and of the cards that may come with one; none of them is wild.
        lay_offs_to: the deepest depth at which lay-offs count.
        new_melds: whether new melds count.
        brings: the cards that come with the one at a depth, as a bag; `None` if all above come with it.
    """
    natural = rules.melding.finder.natural
    targets = natural.fitting_targets(source.public.table, reach) if lay_offs_to else []
    if targets and (len(targets) > 1 or rules.melding.may_lay is not None):
        targets = _open_in_order(rules, source, seat, targets, piled, by_kind=brings is None)
    enough = new_melds and (hand or len(pile) >= SMALLEST)
    in_runs, in_groups = natural.in_new_melds(reach) if enough else (0, 0)
    if not (targets or (in_runs | in_groups) & piled):
        return []
    lines = 0
    for _, meld, _ in targets:
        lines |= LINE_BITS[meld.line if meld.low >= 0 else 4 + meld.line]
    worth = in_runs | in_groups | lines
    found: list[Action] = []
    bag, depth = hand, 0
    for card in reversed(pile):
        depth += 1
        one = ONE[card]
        if bag & one:
            bag = add(bag, card)
        else:
            bag |= one  # type: ignore[assignment]
        if not worth & one:  # so is a joker that is not wild: it makes no meld here
            continue
        held = bag
        if brings is not None:
            come = brings(depth)
            if not come:
                continue
            held = union(hand, come)
        if in_runs & one:
            found += takings.for_runs(seat, depth, card, held)
        if in_groups & one:
            found += takings.for_groups(seat, depth, card, held)
        if lines & one and depth <= lay_offs_to:
            for on, meld, wanted in targets:
                if held & wanted and meld.line == (card // 13 if meld.low >= 0 else card % 13):
                    found += takings.for_lay_offs(seat, depth, card, on, meld, held, wanted)
    return found


def _open_in_order(
    rules: Rules, source: State | View, seat: int, targets: Targets, piled: int, *, by_kind: bool
) -> Targets:
    """Keep the melds that the seat may lay off on with a card of the pile, runs first if `by_kind`."""
    if rules.melding.may_lay is not None:
        targets = _in_line(targets, piled)
        if targets:
            targets = open_targets(rules, view_of(rules, source, seat), targets)
    if by_kind and rules.only_natural:
        return [each for each in targets if each[1].low >= 0] + [each for each in targets if each[1].low < 0]
    return targets


def _in_line(targets: Targets, faces: int) -> Targets:
    """Keep the melds in the suit or the rank of one of these cards."""
    return [
        target for target in targets if faces & LINE_BITS[target[1].line if target[1].low >= 0 else 4 + target[1].line]
    ]
