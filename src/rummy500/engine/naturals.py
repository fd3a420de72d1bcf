"""Takes and calls of natural cards, down the pile: looked up where no wild card is in reach and shapes alone decide."""

from __future__ import annotations

from rummy500.actions import Action
from rummy500.book import Takings
from rummy500.cards import BIT, NATURALS, add
from rummy500.melds import Meld
from rummy500.melds.bits import LINE_BITS
from rummy500.melds.natural import Targets
from rummy500.melds.shapes import SMALLEST
from rummy500.rules import Rules
from rummy500.state import View


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
    seat = view.seat
    natural = rules.finder.natural
    enough = new_melds and (hand or len(pile) >= SMALLEST)
    in_runs, in_groups = natural.in_new_melds(reach) if enough else (0, 0)
    targets = _open_targets(rules, view, reach) if lay_offs_to else []
    worth = in_runs | in_groups
    for _, meld, _ in targets:
        worth |= LINE_BITS[meld.line if meld.low >= 0 else 4 + meld.line]
    found: list[Action] = []
    if not worth:
        return found
    bag, depth = hand, 0
    for card in reversed(pile):
        depth += 1
        if card >= NATURALS:  # a joker that is not wild makes no meld here
            bag = add(bag, card)
            continue
        bit = BIT[card]
        bag |= bit << NATURALS if bag & bit else bit
        if not worth & bit:
            continue
        if in_runs & bit:
            found += takings.for_runs(seat, depth, card, bag)
        if in_groups & bit:
            found += takings.for_groups(seat, depth, card, bag)
        if targets and depth <= lay_offs_to:
            for on, meld, wanted in targets:
                if bag & wanted and meld.line == (card // 13 if meld.low >= 0 else card % 13):
                    found += takings.for_lay_offs(seat, depth, card, on, meld, bag, wanted)
    return found


def _open_targets(rules: Rules, view: View, reach: int) -> Targets:
    """The melds that some card fits and that the seat may lay off on: runs, then groups."""
    may_lay = rules.may_lay
    fitting = rules.finder.natural.fitting_targets(view.open.table, reach)
    if may_lay is not None:
        fitting = [target for target in fitting if may_lay(rules, view, target[0]) is None]
    return sorted(fitting, key=_is_group) if len(fitting) > 1 else fitting


def _is_group(target: tuple[int, Meld, int]) -> bool:
    return target[1].low < 0
