"""`turn.no-stranding`: can a turn still end? One exact search, with a limit.

A turn ends with a discard that nothing bars, or with an empty hand if a player may go out by melding. Once a seat has
melded that has not opened yet, the turn must also reach the opening minimum, and the duties of plugins must be met. The
answer is immediate if no duty is open and some card may be discarded. Otherwise the search tries the plays that are
left.

First come bounds: points that all cards together cannot reach, and a card that fits nowhere although all must go. If
the order of plays makes no difference, the search then decides about the card worth most: it tries each of its shortest
plays, because what makes a play longer can follow as a lay-off, or leaves the card out if one may stay. Where a plugin
has a say, it tries every play in every order.

The limit bounds one call of `StrandingSearch.answer`. Its cost is the number of plays that the search would generate
without a memo, in a fixed order, so an answer depends on the view alone and never on what was asked before. Past the
limit the answer is unknown, and unknown allows the play: see `FinishCheck`, which also bounds the calls for all plays
of one view together. `docs/design/words.md` explains facts, bars, bags and our other words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from functools import cache
from itertools import islice
from typing import Final, cast

from rummy500.base.errors import Reason, Refusal
from rummy500.cards.cards import (
    BIT,
    COUNT_BITS,
    NATURALS,
    SPARE_BITS,
    Bag,
    bag_of,
    cards_of,
    cards_text,
    common,
    count,
    every_copy,
    faces_of,
    minus,
    size,
)
from rummy500.cards.finder import NO_CARD, MeldFinder, Targets
from rummy500.cards.pieces import EVERY_OF_RANK, SUIT_SHIFT, Meld, Pieces, pieces_bag
from rummy500.cards.shapes import ALL_THIRTEEN, SMALLEST
from rummy500.engine.opening_minimum import OPENING, has_opened, minimum_of, opening_is_due, points_this_turn
from rummy500.engine.plays import Play, PlayFinder, at_hand, found_play, open_targets, shape_play, view_after
from rummy500.rules.actions import NONE, USE_GROUP, USE_LAY, USE_RUN
from rummy500.rules.move import Duty, End
from rummy500.rules.rules import Rules, has_melded
from rummy500.rules.state import PLAY_PHASE, View

#: The most plays that one question may generate. The dearest one among 18,000 made-up views of hands with two packs and
#: four jokers whose end was known needed more than 450; about 900 plays take a few hundredths of a second.
LIMIT: Final = 900

#: If a duty may be open: the most plays that the answers for all plays of one view may generate together. With half as
#: many, a few plays of such views that lead to no end were allowed.
LIMIT_OF_VIEW: Final = 16_000
#: The most plays of a view that share it: with more each would have less than 32, so that bounds alone decide.
MOST_PLAYS: Final = 500

#: Whether a search asks what a plugin's moves lead to: if these asked the look-ahead, they would ask without end.
_SEARCHES: Final = ContextVar("searches", default=False)


def order_is_free(rules: Rules) -> bool:
    """Whether what may be played depends on what lies on the table alone, not on the order in which it got there.

    What a plugin says of melds, of lay-offs, of wild cards or of duties may depend on what the turn has played.
    """
    if _has_plugin_duties(rules):
        return False
    return rules.melding.may_meld is None and rules.melding.finder_now is None and "may.lay" not in rules.answered


def _has_plugin_duties(rules: Rules) -> bool:
    return rules.turn.duties not in ((), (OPENING,))


def duty_may_come(rules: Rules, view: View) -> bool:
    """Whether a duty may be open at the end of the seat's turn: a plugin's, or the opening minimum."""
    return bool(rules.turn.duties) and (_has_plugin_duties(rules) or opening_is_due(rules, view))


class _TooManyPlays(Exception):  # noqa: N818 - no error: the search stops with it
    """The question would generate more plays than its limit allows."""


class StrandingSearch:
    """Searches the plays that are left of a turn."""

    __slots__ = (
        "_by_card", "_known", "_left", "_melding_out", "_minimum", "_of_plugins", "_rules", "_steady", "_wild_bits",
    )  # fmt: skip

    def __init__(self, rules: Rules, duties: tuple[Duty, ...], *, melding_out: bool = False) -> None:
        """Take the duties that the end must meet; with `melding_out` a meld may end the hand under any rules."""
        if rules.turn.follow_ups and _SEARCHES.get():
            what = "asked whether the turn can end while that is judged"
            raise RuntimeError(f"{what}: let judge return the view after each action, the engine asks that of each")
        self._rules = rules
        self._minimum = OPENING in duties
        self._of_plugins = tuple([duty for duty in duties if duty is not OPENING]) if duties else ()
        self._melding_out = melding_out = melding_out or rules.turn.melding_goes_out
        #: Each answer with the plays that it took. Who meets one pays for it as if it were searched again: so whether
        #: a limit is passed never depends on what was asked before.
        self._known = rules.cache.stranding(duties, melding_out=melding_out)
        self._wild_bits = rules.melding.finder.wild_bits
        #: Whether nothing but plays helps: none frees a card that is barred, or makes a card wild.
        turn = rules.turn
        self._steady = turn.bars_only_gained and not turn.follow_ups and rules.melding.finder_now is None
        self._by_card = self._steady and order_is_free(rules)
        #: The plays that may still be generated for the question that is asked.
        self._left = 0

    def answer(self, view: View, *, after_a_play: bool = False, limit: int = LIMIT) -> bool | None:
        """Whether the seat on turn can still end its turn from a view in its play phase; `None` past the limit.

        With `after_a_play` at least one play must come before the end, so that an opening minimum is due.
        """
        begun = after_a_play or bool(view.public.turn.plays)
        if not begun and self._may_end(view, free=has_free_card(self._rules, view)):
            return True
        self._left = limit
        try:
            return self._ask(view, at_hand(self._rules, view), self._owed(view))
        except _TooManyPlays:
            return None

    def _owed(self, view: View) -> int:
        """The points still due if the turn begins to open, below 0 if there are more."""
        if not self._minimum or has_opened(view.public, view.seat):
            return 0
        return minimum_of(self._rules, view) - points_this_turn(self._rules, view)

    def _may_end(self, view: View, *, free: bool) -> bool:
        """Whether the turn may end in this view if no points are missing; `free` if some card may be discarded."""
        if not (free if view.hand else self._melding_out):
            return False
        if not self._of_plugins:
            return True
        end: End = "turn" if view.public.hand_size(view.seat) > 1 else "hand"
        return not any(duty.binds(end) and duty.why(self._rules, view) is not None for duty in self._of_plugins)

    def _ask(self, view: View, bag: Bag, owed: int) -> bool:
        """Answer for a view in which only the cards of a bag may still be played; at least one has been or must be."""
        rules = self._rules
        barred = rules.turn.barred(rules, view)
        free = free_cards(view, barred) > 0
        if owed <= 0 and self._may_end(view, free=free):
            return True
        if not view.hand:
            return False
        if self._steady and not self._may_suffice(view, bag, owed, free=free):
            return False
        waits = rules.melding.must_have_melded and not has_melded(view.public, view.seat)
        by_card = self._by_card and not waits
        key: object = view
        if by_card:  # the order in which this turn began its melds makes no difference
            table = sorted([(meld.low, meld.line, meld.pieces, meld.by, meld.owner) for meld in view.public.table])
            key = bag, tuple(table), max(owed, 0), view.hand, barred if free else None
        known = self._known.get(key)
        if known is not None:
            self._pay(known[1])
            return known[0]
        before, answer = self._left, False
        usable = self._usable(view, bag, every=not free) if self._steady else bag
        if usable == bag or self._may_suffice(view, usable, owed, free=free):
            answer = any(self._ask(*way) for way in self._ways_on(view, usable, owed, by_card=by_card, free=free))
        self._known.keep(key, (answer, before - self._left))
        return answer

    def _usable(self, view: View, bag: Bag, *, every: bool) -> Bag:
        """Keep the cards of a bag that could still be played this turn; what plugins forbid is not asked.

        It counts neighbours instead of generating plays, since most cards have too few: so it may keep a few too many.
        If every card must be played it stops at the first that cannot be.
        """
        finder, wild = self._rules.melding.finder, self._wild_bits
        wilds, naturals = (size(Bag(bag & wild)), bag & ~wild) if bag & wild else (0, int(bag))
        least, used = finder.shapes.run_min, 0
        targets = finder.targets(view.public.table, bag)
        for card in faces_of(Bag(naturals & ~(COUNT_BITS | SPARE_BITS))):
            suit, rank = card // 13, card % 13  # `divmod` is called, also where this is compiled
            if (
                (naturals & EVERY_OF_RANK[rank]).bit_count() + wilds >= SMALLEST
                or (naturals & _around(card, least - 1)).bit_count() + wilds >= least
                or (targets and _may_be_laid_off(finder, targets, naturals, suit, rank, wilds))
            ):
                used |= BIT[card]
            elif every:
                break
        return common(bag, Bag(every_copy(used) | bag & (COUNT_BITS | SPARE_BITS | wild)))

    def _may_suffice(self, view: View, bag: Bag, owed: int, *, free: bool) -> bool:
        """Whether some cards are worth the points that are owed, and are all that are held if every card must go."""
        if owed > 0 and owed > self._rules.scoring.points.most_of[bag]:
            return False
        return free or (self._melding_out and bag == view.hand)

    def _pay(self, plays: int) -> None:
        self._left -= plays
        if self._left < 0:
            raise _TooManyPlays

    def _ways_on(
        self, view: View, bag: Bag, owed: int, *, by_card: bool, free: bool
    ) -> Iterator[tuple[View, Bag, int]]:
        """Yield each next question: a view one step on, the cards that may be played there, and the points owed there.

        With `by_card` it is decided about the card worth most: each of its shortest plays, or none if a card may stay.
        Else every play is tried, and what other moves may lead to.
        """
        rules = self._rules
        if by_card:
            # Wild cards come last: in a new meld they are played with its natural cards.
            faces = faces_of(Bag(bag & ~self._wild_bits)) or faces_of(bag)
            most = rules.scoring.points.most
            card = max(faces, key=lambda face: count(bag, face) * most(face))
            targets = open_targets(rules, view, rules.melding.finder.targets(view.public.table, bag))
            found = self._shortest(view, targets, bag, card)
        else:
            card, found = NO_CARD, PlayFinder(rules, view, bag).plays(bag)
        plays = list(islice(found, self._left + 1))
        self._pay(len(plays))
        # The longest plays first: where an end can be reached they reach it soonest.
        plays.sort(key=lambda play: -len(play[1]))
        for use, pieces, on in plays:
            meld = found_play(view, rules.finder_for(view), use, pieces, on)
            after = view_after(view, meld, use, pieces, on)
            if len(meld.pieces) == ALL_THIRTEEN:
                owes = self._owed(after)  # an ace that lay high is low there
            else:
                owes = owed - rules.scoring.points.play(meld, pieces)
            yield after, minus(bag, pieces_bag(pieces)) if by_card else at_hand(rules, after), owes
        if by_card and free and (left := minus(bag, bag_of([card] * count(bag, card)))):
            self._pay(1)
            yield view, left, owed
        for follow_ups in rules.turn.follow_ups:
            searches = _SEARCHES.set(True)
            try:
                views = list(islice(follow_ups(rules, view), self._left + 1))
            finally:
                _SEARCHES.reset(searches)
            for after in views:
                self._pay(1)
                yield after, at_hand(rules, after), self._owed(after)

    def _shortest(self, view: View, targets: Targets, bag: Bag, card: int) -> Iterator[Play]:
        """Generate the shortest plays with a card; what makes a play longer can be laid off later."""
        finder, wild = self._rules.melding.finder, self._wild_bits
        if card >= NATURALS or BIT[card] & wild:
            yield from PlayFinder(self._rules, view, bag).plays_with(bag, card)  # only wild cards are left
            return
        suit, rank = divmod(card, 13)
        least = finder.shapes.run_min
        near = _around(card, least - 1) | wild
        for pieces in finder.new_runs(bag & near, must=card):
            if len(pieces) == least:
                yield USE_RUN, pieces, NONE
        for pieces in finder.new_groups(bag, must=card):
            if len(pieces) == SMALLEST:
                yield USE_GROUP, pieces, NONE
        for on, meld, _ in targets:
            for useful, cards in _reaching(finder, meld, suit, rank):
                for pieces in finder.extensions(bag & (useful | wild), meld, must=card):
                    if len(pieces) == cards:
                        yield USE_LAY, pieces, on


def _may_be_laid_off(finder: MeldFinder, targets: Targets, naturals: int, suit: int, rank: int, wilds: int) -> bool:
    """Whether a card and those between it and a meld are at hand, or as many wild cards as are missing."""
    for _, meld, _ in targets:
        if meld.line == (rank if meld.low < 0 else suit):
            for cards, many in _reaching(finder, meld, suit, rank):
                if (naturals & cards).bit_count() + wilds >= many:
                    return True
    return False


@cache
def _around(card: int, steps: int) -> int:
    """The cards of its suit at most this many steps from a card, as first copies; king and ace are neighbours."""
    suit, rank = divmod(card, 13)
    return sum({BIT[suit * 13 + (rank + step) % 13] for step in range(-steps, steps + 1)})


def _reaching(finder: MeldFinder, meld: Meld, suit: int, rank: int) -> Iterator[tuple[int, int]]:
    """For each lay-off that ends with a card: the natural cards that may be in it, as a bag, and how many it holds."""
    if meld.low < 0:
        if meld.line == rank:
            yield BIT[suit * 13 + rank] | BIT[suit * 13 + rank] << NATURALS, 1
        return
    if meld.line != suit:
        return
    low, high = meld.low, meld.low + len(meld.pieces) - 1
    for place in finder.places[rank]:
        between = range(high + 1, place + 1) if place > high else range(place, low)
        if 0 < len(between) <= ALL_THIRTEEN - len(meld.pieces):
            yield sum(1 << there % 13 for there in between) << SUIT_SHIFT[suit], len(between)


def has_free_card(rules: Rules, view: View) -> bool:
    """Whether the hand holds a card that nothing bars from being discarded; an empty hand holds none."""
    return free_cards(view, rules.turn.barred(rules, view)) > 0


def free_cards(view: View, barred: Bag) -> int:
    """The number of cards of the hand that are not barred from being discarded."""
    return view.public.hand_size(view.seat) - (size(common(view.hand, barred)) if barred else 0)


class FinishCheck:
    """Answers, for many plays of one view, whether the turn can still end after each.

    A play is refused only if the search is certain that the turn cannot end: after no play of this view at all, or not
    after this one. If the question about the view is unknown, every play is allowed. If a duty may be due, the
    questions after the plays share `LIMIT_OF_VIEW`, since hundreds of refused plays may lie between two legal ones.
    """

    __slots__ = ("_empties", "_ends", "_limit", "_rules", "_search", "_view", "free")

    def __init__(self, rules: Rules, view: View, barred: Bag) -> None:
        self._rules = rules
        self._view = view
        #: The search, once it has answered for the view, and its answer.
        self._search: StrandingSearch | None = None
        self._ends: bool | None = None
        #: The limit of the question after one play; -1 before it is known.
        self._limit = -1
        duty = duty_may_come(rules, view)
        #: A play of at most this many cards leaves one that may be discarded, whichever cards they are. In a phase of a
        #: plugin no turn must end after the play.
        self.free = ALL_THIRTEEN if view.public.phase != PLAY_PHASE else 0 if duty else free_cards(view, barred) - 1
        #: A play of exactly this many cards goes out.
        goes_out = rules.turn.melding_goes_out and rules.melding.side_cards is None
        self._empties = view.public.hand_size(view.seat) if goes_out and not duty else 0

    def answer(self) -> bool | None:
        """Whether the turn can end after some play; `None` if unknown."""
        if self._search is None:
            search = StrandingSearch(self._rules, duties_in_force(self._rules, self._view))
            self._ends = search.answer(self._view, after_a_play=True)
            self._search = search
        return self._ends

    def allows(self, use: str, pieces: Pieces, on: int) -> bool:
        """Whether the turn can still end after a play that shape and place allow; also if that is unknown."""
        if len(pieces) <= self.free or len(pieces) == self._empties:
            return True
        if not self.answer():
            return self.answer() is None
        rules, view = self._rules, self._view
        if self._limit < 0:
            bag = at_hand(rules, view)
            self._limit = limit_after(rules, view, lambda: PlayFinder(rules, view, bag).plays(bag))
        meld = shape_play(rules.finder_for(view), view.public.table, view.seat, use, pieces, on)
        after = view_after(view, cast("Meld", meld), use, pieces, on)
        return cast("StrandingSearch", self._search).answer(after, limit=self._limit) is not False


def limit_after(rules: Rules, view: View, plays: Callable[[], Iterable[object]]) -> int:
    """The limit of the question after one of the plays of a view: if a duty may be due, they share `LIMIT_OF_VIEW`."""
    if not duty_may_come(rules, view):
        return LIMIT
    number = sum(1 for _ in islice(plays(), MOST_PLAYS + 1))
    return min(LIMIT, LIMIT_OF_VIEW // max(number, 1)) if number <= MOST_PLAYS else 0


def duties_in_force(rules: Rules, view: View) -> tuple[Duty, ...]:
    """The duties that the end of this turn must meet.

    Those of plugins yield that are open and that no play can meet, in their order: each is in force if it can be met
    together with those before it.
    """
    every = rules.turn.duties
    if not _has_plugin_duties(rules):
        return every
    due = [duty for duty in every if duty is not OPENING and duty.why(rules, view) is not None]
    if not due or _can_meet(rules, view, every):
        return every
    met = tuple([duty for duty in every if duty not in due])
    for duty in due:
        if _can_meet(rules, view, (*met, duty)):
            met = (*met, duty)
    return met


def _can_meet(rules: Rules, view: View, duties: tuple[Duty, ...]) -> bool:
    return StrandingSearch(rules, duties).answer(view, after_a_play=True) is not False


def can_finish(rules: Rules, view: View, limit: int = LIMIT) -> bool:
    """Whether the seat on turn, in its play phase, can still end its turn (`turn.no-stranding`).

    Args:
        rules: the rules.
        view: what the seat sees.
        limit: the most plays that the search may generate.

    Returns:
        True if some plays, maybe none, lead to a discard that nothing bars or to an empty hand that ends the turn. Also
        True if the search would exceed its limit: only certainty refuses a play.
    """
    return StrandingSearch(rules, rules.turn.duties).answer(view, limit=limit) is not False


def may_go_on(rules: Rules, view: View) -> bool:
    """Whether some play from a view may lead to an end of the turn: the question that `FinishCheck` asks first.

    As long as some play may still end the turn, bars and duties restrict the discard. If none can, they are lifted, so
    that there is always a legal action.
    """
    return _can_meet(rules, view, duties_in_force(rules, view))


def is_unknown(rules: Rules, view: View) -> bool:
    """Whether the search cannot say if some play of a view ends the turn; then each play is allowed (`FinishCheck`)."""
    if view.public.phase != PLAY_PHASE:
        return False
    return StrandingSearch(rules, duties_in_force(rules, view)).answer(view, after_a_play=True) is None


_NO_DISCARD: Final = Reason("out.discard-required", "no-discard", "You need a card left to discard when you go out.")
_STRANDED: Final = Reason("turn.no-stranding", "stranded", "After this you could not end your turn.")
_BARRED: Final = Reason(
    "turn.no-stranding", "barred", "After this only {card} would be left, and you may not discard it this turn."
)
_ALL_BARRED: Final = Reason(
    "turn.no-stranding",
    "all-barred",
    "After this only {cards} would be left, and you may discard none of them this turn.",
)
_SHORT: Final = Reason(
    "meld.first-minimum",
    "short",
    "Your first meld must bring {minimum:number} points in its turn, and this cannot reach them.",
)
_DUTY: Final = Reason("turn.no-stranding", "duty", "After this you could not meet a duty of your turn.")


def why_stranded(rules: Rules, after: View) -> Refusal:
    """The refusal of a play that leads to a view from which the turn cannot end."""
    duties = rules.turn.duties
    for duty in duties:
        others = tuple([other for other in duties if other is not duty])
        if StrandingSearch(rules, others).answer(after):
            if duty is OPENING:
                return _SHORT(minimum=minimum_of(rules, after))
            return duty.why(rules, after) or _DUTY()
    if StrandingSearch(rules, duties, melding_out=True).answer(after):
        return _NO_DISCARD()
    if not after.hand or has_free_card(rules, after):  # several duties that do not go together
        return _STRANDED()
    left = cards_text(cards_of(after.hand))
    return _BARRED(card=left) if size(after.hand) == 1 else _ALL_BARRED(cards=left)
