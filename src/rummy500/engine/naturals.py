"""Takes and calls of natural cards, down the pile: looked up where no wild card is in reach and shapes alone decide."""

from __future__ import annotations

from rummy500.actions import Action
from rummy500.book import Takings
from rummy500.cards import ONE, add, union
from rummy500.engine.bring import Coming
from rummy500.engine.finding import open_targets
from rummy500.engine.views import seat_view
from rummy500.melds.bits import LINE_BITS
from rummy500.melds.natural import Targets
from rummy500.melds.shapes import SMALLEST
from rummy500.rules import Rules
from rummy500.state import State, View


def down_the_pile(
    rules: Rules, view: View, takings: Takings, hand: int, pile: bytes, reach: int, *, new_melds: bool, lay_offs_to: int
) -> list[Action]:
    """Every take, or call, of a card with a play that holds it, depth by depth; whether the turn can end is not asked.

    Args:
        rules: rules by which shapes alone tell what natural cards can do (`Rules.only_natural`).
        view: what the seat sees.
        takings: the takes, or the calls.
        hand: the cards that may be used beside those of the pile.
        pile: the cards that may be taken, the top last.
        reach: each face of hand and pile, none of them wild.
        new_melds: whether new melds count.
        lay_offs_to: the deepest depth at which lay-offs count.
    """
    natural = rules.finder.natural
    enough = new_melds and (hand or len(pile) >= SMALLEST)
    in_runs, in_groups = natural.in_new_melds(reach) if enough else (0, 0)
    targets = in_order(rules, view, natural.fitting_targets(view.public.table, reach)) if lay_offs_to else []
    if not (in_runs or in_groups or targets):
        return []
    return walk(takings, view.seat, hand, pile, (in_runs, in_groups), targets, lay_offs_to)


def in_order(rules: Rules, source: State | View, targets: Targets) -> Targets:
    """Those of some melds that the seat on turn, or of the view, may lay off on: runs, then groups."""
    if targets and rules.ready.may_lay is not None:
        view = source if isinstance(source, View) else seat_view(rules, source, source.public.to_act)
        targets = open_targets(rules, view, targets)
    if len(targets) < 2:
        return targets
    return [each for each in targets if each[1].low >= 0] + [each for each in targets if each[1].low < 0]


def in_line(targets: Targets, faces: int) -> Targets:
    """Those of some melds that lie in the suit or the rank of one of these cards."""
    return [
        target for target in targets if faces & LINE_BITS[target[1].line if target[1].low >= 0 else 4 + target[1].line]
    ]


def walk(
    takings: Takings,
    seat: int,
    hand: int,
    pile: bytes,
    in_new_melds: tuple[int, int],
    targets: Targets,
    lay_offs_to: int,
    coming: Coming | None = None,
) -> list[Action]:
    """The walk of `down_the_pile`.

    Args:
        takings: the takes, or the calls.
        seat: who acts.
        hand: the cards that may be used beside those of the pile.
        pile: the cards that may be taken, the top last.
        in_new_melds: the cards that may be in a new run, and in a new group.
        targets: the melds that some card fits and that the seat may lay off on, in order.
        lay_offs_to: the deepest depth at which lay-offs count.
        coming: what comes with each card; if left out all that lie above it.
    """
    in_runs, in_groups = in_new_melds
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
            bag |= one
        if not worth & one:  # so is a joker that is not wild: it makes no meld here
            continue
        held = bag
        if coming is not None:
            come = coming.cards(depth)
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
