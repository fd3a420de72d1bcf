"""Putting cards on the table: whether shape and place allow a play, and what one does to the table.

A play is a new meld or a lay-off. The moves `meld` and `lay` are plays; `take` and `call` use one.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from rummy500.base.errors import Reason, Refusal
from rummy500.cards.cards import (
    BIT,
    COUNT_BITS,
    EMPTY_BAG,
    NATURALS,
    SPARE,
    SPARE_BITS,
    Bag,
    add,
    bag_of,
    card_text,
    count,
    minus,
    size,
    union,
    without,
)
from rummy500.cards.finder import NO_CARD, MeldFinder, Targets
from rummy500.cards.pieces import Meld, Pieces, pieces_bag
from rummy500.rules.actions import LAY, MELD, NONE, USE_GROUP, USE_LAY, USE_RUN, Action
from rummy500.rules.rules import Rules, has_melded
from rummy500.rules.state import ONE_CARD, PublicState, Turn, View, with_seat

CORE_USES: Final = (USE_RUN, USE_GROUP, USE_LAY)
NEW_MELDS: Final = (USE_RUN, USE_GROUP)


def judge_play(rules: Rules, view: View, use: str, pieces: Pieces, on: int) -> Meld | Refusal:
    """The meld that a play makes, or why shape or place forbid it; whose the cards are is not asked here."""
    finder = rules.melding.finder if rules.melding.finder_now is None else rules.melding.finder_now(rules, view)
    made = shape_play(finder, view.public.table, view.seat, use, pieces, on)
    if (rules.melding.may_lay is None and rules.melding.may_meld is None) or isinstance(made, Refusal):
        return made
    is_new = use in NEW_MELDS
    if rules.melding.may_lay is not None and not is_new:
        refusal = rules.melding.may_lay(rules, view, on)
        if refusal is not None:
            return refusal
    if rules.melding.may_meld is not None:
        return rules.melding.may_meld(rules, view, made, NONE if is_new else on) or made
    return made


ON_A_MELD: Final = Reason("turn.phase", "on-a-meld", "A new meld is not laid on another.")
_NO_MELD: Final = Reason("meld.layoff", "no-meld", "There is no meld {meld} on the table.")


def shape_play(
    finder: MeldFinder, table: tuple[Meld, ...], seat: int, use: str, pieces: Pieces, on: int
) -> Meld | Refusal:
    """The meld that a seat's play makes, or why its shape forbids it.

    What a play does is worked out by this alone: whether it may lie there (`rules.melding`) was asked of the view
    in which it was chosen, and is not asked again of another.
    """
    if use in NEW_MELDS:
        if on != NONE:
            return ON_A_MELD()
        return finder.new_meld(pieces, seat, is_run=use == USE_RUN)
    if not 0 <= on < len(table):
        return _NO_MELD(meld=f"m{on + 1}")
    return finder.extended(table[on], pieces, seat)


def play_after(rules: Rules, view: View, use: str, pieces: Pieces, on: int) -> View | Refusal:
    """The view of the seat after a play of cards at hand, or the refusal if shape or place forbid it."""
    if rules.turn.uses and use in rules.turn.uses:
        return rules.turn.uses[use].play(rules, view, pieces, on)
    meld = judge_play(rules, view, use, pieces, on)
    return meld if isinstance(meld, Refusal) else view_after(view, meld, use, pieces, on)


def at_hand(rules: Rules, view: View) -> Bag:
    """The cards that a seat may play: its hand, and what lies aside for it."""
    return view.hand if rules.melding.side_cards is None else Bag(view.hand + rules.melding.side_cards(rules, view))


def table_with(table: tuple[Meld, ...], meld: Meld, on: int) -> tuple[Meld, ...]:
    """The table with a meld added at the end, or changed where it lies."""
    return (*table, meld) if on < 0 else (*table[:on], meld, *table[on + 1 :])


def play_record(seat: int, use: str, pieces: Pieces, on: int) -> Action:
    """A play as `Turn.plays` remembers it, whatever move made it."""
    return Action(seat, LAY if use == USE_LAY else MELD, NONE, 0, use, pieces, on)


def places_of_plays(public: PublicState) -> tuple[int, ...]:
    """The place on the table where each play of this turn lies, from 0; `NONE` where no meld lies there.

    Melds keep their places, so the melds that this turn began are the last ones, in the order of its plays.
    """
    plays, melds = public.turn.plays, len(public.table)
    begun = itertools.count(melds - sum([play.use in NEW_MELDS for play in plays]))
    places = [next(begun) if play.use in NEW_MELDS else play.on for play in plays]
    return tuple([place if 0 <= place < melds else NONE for place in places])


def view_after(view: View, meld: Meld, use: str, pieces: Pieces, on: int) -> View:
    """The view of the seat after a play from its hand."""
    seat = view.seat
    play = play_record(seat, use, pieces, on)
    bag = pieces_bag(pieces)
    after = open_after(view.public, meld, play, bag)
    return view.__replace__(public=after, hand=minus(view.hand, Bag(bag & ~SPARE_BITS)))


def open_after(before: PublicState, meld: Meld, play: Action, bag: Bag) -> PublicState:
    """The public state after a play of the cards of a bag from a hand; spare cards come from beside it."""
    seat, pieces = play.seat, play.pieces
    turn = before.turn
    held = len(pieces) - (bag >> 4 & COUNT_BITS)
    return before.__replace__(
        table=table_with(before.table, meld, play.on),
        turn=turn.__replace__(plays=(*turn.plays, play)),
        sizes=before.sizes - held * ONE_CARD[seat],
        known=known_after(before.known, seat, bag),
        idle=0,  # stock.circle and stock.reshuffle count turns since the last play
        stale=False,
    )


def known_after(known: tuple[Bag, ...], seat: int, bag: Bag) -> tuple[Bag, ...]:
    """The known cards of each hand after a seat has played some."""
    mine = known[seat]
    if not mine:
        return known
    left = without(mine, bag)
    return known if left == mine else with_seat(known, seat, left)


def check_at_hand(bag: Bag, pieces: Pieces) -> Refusal | None:
    """Refuse cards that are not at hand as often as they are played.

    Args:
        bag: the cards at hand: those of `at_hand`, for a call those of the pile.
        pieces: the pieces to be played.

    Returns:
        The refusal (`turn.cards`), `None` if all cards are at hand.
    """
    needed = 0
    for piece in pieces:
        card = piece & 63
        if card >= NATURALS or needed & BIT[card]:
            return _check_counted(bag, pieces)
        needed |= BIT[card]
    return None if needed and not needed & ~bag else _check_counted(bag, pieces)


_NONE: Final = Reason("turn.cards", "none", "Say which cards you play.")
_NOT_HELD: Final = Reason("turn.cards", "not-held", "You do not have {card}.")
NOT_MELDED: Final = Reason("meld.layoff-after-meld", "not-melded", "You lay off only once you have melded yourself.")
_NOT_OWN: Final = Reason("meld.layoff-own", "not-own", "You lay off only on your own melds.")


def _check_counted(bag: Bag, pieces: Pieces) -> Refusal | None:
    """`check_at_hand` for cards that are played twice, are wild, or are missing."""
    cards = [piece & 63 for piece in pieces]
    if not cards:
        return _NONE()
    for card in cards:
        if card > SPARE or cards.count(card) > count(bag, card):
            return _NOT_HELD(card=card_text(card))
    return None


def may_lay_after_meld(_: Rules, view: View, __: int) -> Refusal | None:
    """`meld.layoff-after-meld`: only once the seat has melded itself, on whichever meld."""
    return None if has_melded(view.public, view.seat) else NOT_MELDED()


def may_lay_own(rules: Rules, view: View, on: int) -> Refusal | None:
    """`meld.layoff-own`: only on melds of one's own side."""
    return None if rules.sides[view.public.table[on].owner] == rules.sides[view.seat] else _NOT_OWN()


def barred_lone_top(_: Rules, view: View) -> Bag:
    """`discard.not-taken`: a lone top card taken this turn, while it is still in the hand."""
    turn = view.public.turn
    return lone_top(turn) if turn.taken else EMPTY_BAG


def lone_top(turn: Turn) -> Bag:
    """A lone top card taken in a turn, while it is still in the hand, as a bag."""
    return not_yet_played(turn.plays, turn.taken) if turn.taken and size(turn.taken) == 1 else EMPTY_BAG


def barred_drawn(_: Rules, view: View) -> Bag:
    """`discard.not-drawn`: every card drawn, taken or claimed this turn that is still in the hand."""
    return not_yet_played(view.public.turn.plays, view.drawn or view.public.turn.taken)


def not_yet_played(plays: Iterable[Action], gained: Bag) -> Bag:
    """The cards gained this turn, less those of the same face that it has played."""
    for play in plays:
        gained = without(gained, pieces_bag(play.pieces))
    return gained


# ---------------------------------------------------------------- finding plays


#: The tuple `use, pieces, on`: `run`, `group` or `lay`, the pieces, and the place of the meld they lie on, else `NONE`.
Play = tuple[str, Pieces, int]


def is_allowed(rules: Rules, view: View, finder: MeldFinder, use: str, pieces: Pieces, on: int) -> bool:
    """Whether the meld of a play that a finder has found may lie there, as the hook `may` says."""
    may_meld = rules.melding.may_meld
    return may_meld is None or may_meld(rules, view, found_play(view, finder, use, pieces, on), on) is None


def found_play(view: View, finder: MeldFinder, use: str, pieces: Pieces, on: int) -> Meld:
    """The meld that a play makes which a finder has found; it is not judged again."""
    if on < 0:
        return finder.found_meld(pieces, view.seat, is_run=use == USE_RUN)
    return finder.shapes.joined(view.public.table[on], pieces, view.seat)


def allowed(rules: Rules, view: View, plays: Iterable[Action]) -> list[Action]:
    """Keep the melds and lay-offs of natural cards that the hook `may` allows."""
    finder = rules.melding.finder
    return [play for play in plays if is_allowed(rules, view, finder, play.use, play.pieces, play.on)]


def open_targets(rules: Rules, view: View, targets: Targets) -> Targets:
    """Keep the melds that the seat may lay off on, as the hook `may` says."""
    may_lay = rules.melding.may_lay
    return targets if may_lay is None else [target for target in targets if may_lay(rules, view, target[0]) is None]


class PlayFinder:
    """Finds the plays of one seat in one view, by shape and place: each is the tuple `use, pieces, on`.

    Args:
        rules: the rules.
        view: what the seat sees.
        reach: every card that may come into question, as a bag: melds that none of them fits are set aside.
    """

    __slots__ = ("_finder", "_reach", "_rules", "_view")

    def __init__(self, rules: Rules, view: View, reach: int) -> None:
        self._rules = rules
        self._view = view
        self._reach = reach
        self._finder = (
            rules.melding.finder if rules.melding.finder_now is None else rules.melding.finder_now(rules, view)
        )

    def new_melds(self, bag: Bag, *, plain: bool = False) -> Iterator[Play]:
        """Every new meld that these cards can make: runs, then groups."""
        return self._search(bag, NO_CARD, lay_offs=False, plain=plain)

    def lay_offs(self, bag: Bag, *, plain: bool = False) -> Iterator[Play]:
        """Every lay-off of these cards, meld by meld."""
        return self._search(bag, NO_CARD, new_melds=False, plain=plain)

    def plays(self, bag: Bag, *, plain: bool = False) -> Iterator[Play]:
        """Every new meld and every lay-off."""
        return self._search(bag, NO_CARD, plain=plain)

    def plays_with(self, bag: Bag, card: int, *, plain: bool = False) -> Iterator[Play]:
        """Every new meld and every lay-off that holds a card."""
        return self._search(bag, card, plain=plain)

    def down_the_pile(
        self,
        hand: Bag,
        pile: bytes,
        *,
        new_melds: bool,
        lay_offs_to: int,
        plain: bool = False,
        collected_places: Sequence[tuple[int, ...]] | None = None,
        may_play: Callable[[int], bool] | None = None,
    ) -> Iterator[tuple[int, str, Pieces, int]]:
        """Every play that holds the deepest of the cards taken, depth by depth.

        Args:
            hand: the cards that may be used beside those of the pile.
            pile: the cards that may be taken, the top last; the walk goes down to its first.
            new_melds: whether new melds count.
            lay_offs_to: the deepest depth at which lay-offs count.
            plain: leave out plays that waste a wild card.
            collected_places: the places of all cards that come with a card, for each card of `pile`, the top first;
                `pile` is the whole pile then. If left out each card comes with those above it.
            may_play: whether some play of the card at a depth may be legal; else none of it is generated. It is asked
                once a play of that depth is found.

        Yields:
            The depth, from 1, and the play.
        """
        bag = hand
        for depth, card in enumerate(reversed(pile), 1):
            if collected_places is None:
                bag = add(bag, card)
            else:
                places = collected_places[depth - 1]
                if not places:
                    continue
                bag = union(hand, bag_of(pile[-place] for place in places))
            lay_offs = depth <= lay_offs_to
            for use, pieces, on in self._search(bag, card, new_melds=new_melds, lay_offs=lay_offs, plain=plain):
                if may_play is not None and not may_play(depth):
                    break
                yield depth, use, pieces, on

    def _search(
        self, bag: Bag, must: int, *, new_melds: bool = True, lay_offs: bool = True, plain: bool
    ) -> Iterator[Play]:
        """The plays that the hook `may` allows; with the card `must`, unless it is -1."""
        found = self._by_shape(bag, must, new_melds=new_melds, lay_offs=lay_offs, plain=plain)
        if self._rules.melding.may_meld is None:
            return found
        return (play for play in found if is_allowed(self._rules, self._view, self._finder, *play))

    def _by_shape(self, bag: Bag, must: int, *, new_melds: bool, lay_offs: bool, plain: bool) -> Iterator[Play]:
        finder, rules, view = self._finder, self._rules, self._view
        may_lay = rules.melding.may_lay
        if new_melds:
            for pieces in finder.new_runs(bag, must=must, plain=plain):
                yield USE_RUN, pieces, NONE
            for pieces in finder.new_groups(bag, must=must, plain=plain):
                yield USE_GROUP, pieces, NONE
        if lay_offs:
            targets = finder.targets(view.public.table, self._reach)
            if must < 0:
                targets = open_targets(rules, view, targets)
            for on, meld, _ in targets:
                found = finder.extensions(bag, meld, must=must, plain=plain)
                # A given card fits few melds: only of these it is asked whether they may grow.
                if must < 0 or (found and (may_lay is None or may_lay(rules, view, on) is None)):
                    for pieces in found:
                        yield USE_LAY, pieces, on
