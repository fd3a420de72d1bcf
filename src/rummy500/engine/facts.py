"""Facts about a view and its pile for the generators of moves. Each is found once, when it is first asked for.

`take` and `call` share how cards of the pile are collected. `docs/design/words.md` explains facts and our other words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import final

from rummy500.base.errors import Refusal
from rummy500.cards.cards import EMPTY_BAG, JOKER, ONE, Bag, add, bag_of, union
from rummy500.cards.finder import Targets
from rummy500.cards.pieces import LINE_BITS
from rummy500.cards.shapes import SMALLEST
from rummy500.engine.plays import CORE_USES, PlayFinder, allowed, at_hand, open_targets, shape_play, view_after
from rummy500.engine.stranding import FinishCheck, can_finish, duty_may_come, free_cards, order_is_free, why_stranded
from rummy500.engine.views import view_of
from rummy500.rules.action_cache import TakeCache
from rummy500.rules.actions import CALL, NONE, TAKE, Action
from rummy500.rules.move import top_brings_all
from rummy500.rules.rules import Rules
from rummy500.rules.state import ONE_CARD, PLAY_PHASE, PublicState, State, Turn, View, with_seat


@final
class ViewFacts:
    """Facts about a view, each found once. They belong to one question, and all generators share them.

    Attributes:
        rules: the rules.
        view: what the seat sees.
        hand: the cards that the seat may play: its hand, and what lies aside for it.
    """

    __slots__ = ("_barred", "_finish", "_takes", "hand", "rules", "view")

    def __init__(self, rules: Rules, view: View) -> None:
        self.rules = rules
        self.view = view
        self.hand = view.hand if rules.melding.side_cards is None else at_hand(rules, view)
        self._barred: Bag | None = None
        self._finish: FinishCheck | None = None
        self._takes: TakeFacts | None = None

    @property
    def is_natural(self) -> bool:
        """Whether plays of the hand can be looked up: no card of it is wild, and shapes never change."""
        return self.rules.plays_looked_up and not self.hand & self.rules.melding.finder.wild_bits

    @property
    def pile_faces(self) -> int:
        """Each face of the pile, as a bag."""
        return self.rules.cache.pile_faces(self.view.public.pile)

    @property
    def barred(self) -> Bag:
        """The cards of the hand that may not be discarded, as a bag."""
        barred = self._barred
        if barred is None:
            barred = self._barred = self.rules.turn.barred(self.rules, self.view)
        return barred

    @property
    def finish(self) -> FinishCheck:
        """Answers after which plays the turn can still end (`turn.no-stranding`)."""
        if self._finish is None:
            self._finish = FinishCheck(self.rules, self.view, self.barred)
        return self._finish

    @property
    def takes(self) -> TakeFacts:
        """Facts about taking the cards of the pile."""
        if self._takes is None:
            self._takes = TakeFacts(self.rules, self.view)
        return self._takes

    def finishing(self, plays: list[Action]) -> list[Action]:
        """Keep the melds and lay-offs of the hand after which the turn can still end."""
        rules = self.rules
        if not duty_may_come(rules, self.view):
            barred = self.barred
            if not barred and rules.turn.melding_goes_out and rules.melding.side_cards is None:
                return plays  # a card stays that may be discarded, or every card is melded
            free = free_cards(self.view, barred)
            if all(len(play.pieces) < free for play in plays):
                return plays
        finish = self.finish
        return [play for play in plays if finish.allows(play.use, play.pieces, play.on)]


# ---------------------------------------------------------------- collecting cards of the pile


def collected_places(rules: Rules, state: State | View, action: Action) -> tuple[int, ...]:
    """The pile positions that a take or a call collects.

    Args:
        rules: the rules in force.
        state: the state before the action, or the view of the seat that acts.
        action: a take or a call.

    Returns:
        The places of the cards in the pile, counted from 1, the top; nothing for another action, or where the card
        cannot be taken.
    """
    depth = action.depth
    if action.verb not in (TAKE, CALL) or not 1 <= depth <= len(state.public.pile):
        return ()
    if action.verb == CALL and rules.turn.call == "last-discard":
        return (1,) if depth == 1 else ()
    if rules.turn.collects is None:
        return top_places(depth)
    view = view_of(rules, state, action.seat)
    if action.verb == TAKE:
        return rules.turn.collects(rules, view, depth)
    return called_places(rules, view, depth, action.pieces)


@cache
def top_places(depth: int) -> tuple[int, ...]:
    """The places of the card at a depth of the pile and of all cards above it: what comes unless a plugin decides."""
    return tuple(range(1, depth + 1))


def places_with(rules: Rules, view: View, depth: int) -> tuple[int, ...]:
    """The places of the cards that come with the one at a depth of the pile; none if it cannot be taken."""
    return top_places(depth) if rules.turn.collects is None else rules.turn.collects(rules, view, depth)


def called_places(rules: Rules, view: View, depth: int, pieces: Sequence[int]) -> tuple[int, ...]:
    """The places in the pile of every card that a call collects, empty if a claimed card cannot be taken.

    Claimed are the card at the depth and, for each other piece, the copy nearest the top.
    """
    if rules.turn.collects is None:
        return top_places(depth)
    pile = view.public.pile
    wanted = [piece & 63 for piece in pieces]
    claimed: list[int] = []
    for place in (depth, *range(1, depth)):
        if pile[-place] in wanted:
            wanted.remove(pile[-place])
            claimed.append(place)
    come = {other for place in claimed for other in rules.turn.collects(rules, view, place)}
    return tuple(sorted(come)) if come.issuperset(claimed) else ()


def view_after_take(rules: Rules, view: View, depth: int) -> View:
    """The view of the seat after it takes a card and all that comes with it, before its play.

    Args:
        rules: the rules.
        view: what it sees before.
        depth: where the card lies, 1 for the top of the pile.
    """
    return view_after_places(view, places_with(rules, view, depth))


def view_after_places(view: View, places: tuple[int, ...]) -> View:
    """The view of the seat after it takes the cards at some places of the pile."""
    pile, top = view.public.pile, only_top(places)
    if top:
        return view_after_collecting(view, pile[-top:], pile[:-top])
    left = bytes(pile[-place] for place in range(len(pile), 0, -1) if place not in places)
    return view_after_collecting(view, bytes(pile[-place] for place in places), left)


def only_top(places: tuple[int, ...]) -> int:
    """The number of cards at some places of the pile if they are its top ones, else 0; no place occurs twice."""
    return len(places) if places and max(places) == len(places) else 0


def view_after_collecting(view: View, cards: bytes, left: bytes, gone: Bag = EMPTY_BAG) -> View:
    """The view of the seat after cards of the pile have come into its hand, before its play.

    Args:
        view: what it sees before.
        cards: the cards that it brings.
        left: the pile that stays, oldest card first.
        gone: cards that go out of play, as a bag. They are not taken out of the hand.
    """
    before = view.public
    seat = view.seat
    taken = bag_of(cards)
    known = before.known
    after = before.__replace__(
        phase=PLAY_PHASE,
        to_act=seat,
        pile=left,
        turn=turn_after_collecting(before, taken),
        sizes=before.sizes + len(cards) * ONE_CARD[seat],
        known=with_seat(known, seat, union(known[seat], taken)),
        gone=union(before.gone, gone) if gone else before.gone,
    )
    return view.__replace__(public=after, hand=union(view.hand, taken), drawn=EMPTY_BAG)


def turn_after_collecting(before: PublicState, taken: Bag, *plays: Action) -> Turn:
    """The turn once these cards, as a bag, have come from the pile, and after these plays.

    The turn of a caller who calls again goes on.
    """
    if before.phase != PLAY_PHASE:
        return Turn(taken=taken, plays=plays)
    turn = before.turn
    return turn.__replace__(taken=union(turn.taken, taken), plays=(*turn.plays, *plays))


@final
class TakeFacts:
    """Facts about taking or calling each card of the pile: the cards that come with it, and the turn's end after it.

    Its methods take the depth of the card, or the places of all cards that come with it.
    """

    __slots__ = ("_after", "_come", "_finish", "_places", "_rules", "_view", "is_due")

    def __init__(self, rules: Rules, view: View) -> None:
        self._rules = rules
        self._view = view
        self.is_due = duty_may_come(rules, view)
        self._places: dict[int, tuple[int, ...]] = {}
        #: The places asked about last, the view after their cards have come, and the check of plays in that view.
        self._come: tuple[int, ...] = ()
        self._after = view
        self._finish: FinishCheck | None = None

    def places(self, depth: int) -> tuple[int, ...]:
        """The places of the cards that come with the one at a depth of the pile; none if it cannot be taken."""
        places = self._places.get(depth)
        if places is None:
            places = self._places[depth] = places_with(self._rules, self._view, depth)
        return places

    @property
    def depths(self) -> list[int]:
        """The depths of the cards that can be taken, the top first."""
        return [depth for depth in range(1, len(self._view.public.pile) + 1) if self.places(depth)]

    def collected_cards(self, depth: int) -> Bag:
        """The cards that come with the one at a depth of the pile, as a bag."""
        pile, places = self._view.public.pile, self.places(depth)
        top = only_top(places)
        return bag_of(pile[-top:] if top else [pile[-place] for place in places])

    def view_after_take(self, places: tuple[int, ...]) -> View:
        """The view of the seat once some cards have come, before it plays any of them."""
        if self._come != places:
            self._after = view_after_places(self._view, places)
            self._come = places
            self._finish = None
        return self._after

    def finish(self, places: tuple[int, ...]) -> FinishCheck:
        """The check of plays once some cards have come."""
        after = self.view_after_take(places)
        if self._finish is None:
            self._finish = FinishCheck(self._rules, after, self._rules.turn.barred(self._rules, after))
        return self._finish

    def may_play(self, depth: int) -> bool:
        """Return False if no play of a taken card is legal because no turn could reach its opening minimum."""
        if not self.is_due or not order_is_free(self._rules):
            return True
        return self.finish(self.places(depth)).answer() is not False

    def may_finish(self, action: Action, places: tuple[int, ...]) -> bool:
        """`turn.no-stranding`: whether the turn can still end after a take or a call that shape and place allow."""
        rules, view = self._rules, self._view
        use, pieces = action.use, action.pieces
        if not self.is_due:  # most plays are decided by the number of cards that they leave
            held = view.public.hand_size(view.seat)
            left = held + len(places) - len(pieces)
            if rules.turn.bars_only_gained:
                # A use plays the card that is taken: where it frees all others any card that stays will do. Else an old
                # one must stay, so more are held than the use plays beside that card.
                one_stays = left > 0 if use and rules.turn.bar_lifts_on_use else held >= (len(pieces) or 1)
                if one_stays or (left == 0 and rules.turn.melding_goes_out):
                    return True
            elif use not in rules.turn.uses and left > rules.most_barred:
                return True
        if use in CORE_USES and order_is_free(rules):
            return self.finish(places).allows(use, pieces, action.on)
        after = self.after_use(action, places)
        return isinstance(after, View) and can_finish(rules, after)

    def why_not_finish(self, action: Action, places: tuple[int, ...]) -> Refusal:
        """The refusal of a take or a call after which the turn cannot end."""
        after = self.after_use(action, places)
        return after if isinstance(after, Refusal) else why_stranded(self._rules, after)

    def after_use(self, action: Action, places: tuple[int, ...]) -> View | Refusal:
        """The view of the seat after a take or a call, or why its use makes no play."""
        rules, view, before = self._rules, self._view, self.view_after_take(places)
        use, pieces, on = action.use, action.pieces, action.on
        if use in rules.turn.uses:
            return rules.turn.uses[use].play(rules, before, pieces, on)
        if not use:
            return before
        # Whether the meld may lie there is asked of the view before alone.
        meld = shape_play(rules.finder_for(view), before.public.table, view.seat, use, pieces, on)
        return meld if isinstance(meld, Refusal) else view_after(before, meld, use, pieces, on)


# ---------------------------------------------------------------- pile walk
# Takes and calls of natural cards, down the pile: looked up where no wild card is in reach.


def used_from_pile(
    facts: ViewFacts, verb: str, pile: bytes, *, new_melds: bool = True, lay_offs_to: int, plain: bool
) -> Iterable[Action]:
    """Every take, or call, of a card with a meld or a lay-off that shape and place allow, depth by depth."""
    rules, view, takes = facts.rules, facts.view, verb == TAKE
    hand, collects = (facts.hand, rules.turn.collects) if takes else (EMPTY_BAG, None)
    faces = rules.cache.pile_faces(pile)
    reach = faces | hand
    if rules.plays_looked_up and not reach & rules.melding.finder.wild_bits:
        known, offered = rules.cache.actions, pile
        if collects is top_brings_all:
            offered, faces = pile[-1:], ONE[pile[-1]]
        found = down_the_pile(
            rules,
            view,
            known.takes if takes else known.calls,
            view.seat,
            hand,
            offered,
            faces,
            reach,
            new_melds=new_melds,
            lay_offs_to=lay_offs_to,
            collected=None if collects is None else facts.takes.collected_cards,
        )
        return found if rules.melding.may_meld is None else allowed(rules, view, found)
    # After a call the end of the turn may be a further call, and what comes may depend on the play.
    by_depth = facts.takes.is_due and (
        takes or (rules.turn.call in ("full", "layoffs") and rules.turn.collects is None)
    )
    plays = PlayFinder(rules, view, reach).down_the_pile(
        hand,
        pile,
        new_melds=new_melds,
        lay_offs_to=lay_offs_to,
        plain=plain,
        collected_places=None if collects is None else [facts.takes.places(depth + 1) for depth in range(len(pile))],
        may_play=facts.takes.may_play if by_depth else None,
    )
    return (
        Action(view.seat, verb, pile[-depth] if takes else NONE, depth, use, pieces, on)
        for depth, use, pieces, on in plays
    )


def down_the_pile(  # noqa: PLR0913 - what is taken from which cards, for which uses
    rules: Rules,
    source: State | View,
    takings: TakeCache,
    seat: int,
    hand: Bag,
    pile: bytes,
    pile_faces: int,
    reach: int,
    *,
    lay_offs_to: int,
    new_melds: bool = True,
    collected: Callable[[int], Bag] | None = None,
) -> list[Action]:
    """Every take, or call, of a card with a play that holds it, depth by depth.

    Whether a plugin allows the meld and whether the turn can end is not asked.
    """
    finder = rules.melding.finder
    targets = finder.targets(source.public.table, reach) if lay_offs_to else []
    if targets and (len(targets) > 1 or rules.melding.may_lay is not None):
        targets = _open_in_order(rules, source, seat, targets, pile_faces, by_kind=collected is None)
    enough = new_melds and (hand or len(pile) >= SMALLEST)
    in_runs, in_groups = finder.in_new_melds(reach) if enough else (0, 0)
    if not (targets or (in_runs | in_groups) & pile_faces):
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
            bag |= one  # type: ignore[assignment] # a call of Bag costs time
        if not worth & one:
            continue
        held = bag
        if collected is not None:
            come = collected(depth)
            if not come:
                continue
            held = union(hand, come)
        if in_runs & one:
            found += takings.for_runs(seat, depth, card, held)
        if in_groups & one:
            found += takings.for_groups(seat, depth, card, held)
        if lines & one and depth <= lay_offs_to:
            for on, meld, wanted in targets:
                if held & wanted and (meld.line == (card // 13 if meld.low >= 0 else card % 13) or card == JOKER):
                    found += takings.for_lay_offs(seat, depth, card, on, meld, held, wanted)
    return found


def _open_in_order(
    rules: Rules, source: State | View, seat: int, targets: Targets, pile_faces: int, *, by_kind: bool
) -> Targets:
    """Keep the melds that the seat may lay off on with a card of the pile, runs first if `by_kind`."""
    if rules.melding.may_lay is not None:
        targets = [
            target
            for target in targets
            if pile_faces & LINE_BITS[target[1].line if target[1].low >= 0 else 4 + target[1].line]
        ]
        if targets:
            targets = open_targets(rules, view_of(rules, source, seat), targets)
    if by_kind and rules.only_natural:
        return [each for each in targets if each[1].low >= 0] + [each for each in targets if each[1].low < 0]
    return targets
