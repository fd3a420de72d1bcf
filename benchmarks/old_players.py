"""Players to compare today's with: *hard* and *expert* as they were before hints were searched.

They are copies for games without plugins, so that no change of today's players reaches them. They decide as those did:
equal views, and for *expert* equal chance, gave equal actions in the games of the ladder.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

import rummy500 as r5
from rummy500.cards.cards import (
    ACE,
    BIT,
    FIRST,
    JOKER,
    NATURALS,
    SPARE_BITS,
    Bag,
    RandomBits,
    add,
    bag_of,
    below,
    cards_of,
    count,
    faces_bag,
    minus,
    remove,
)
from rummy500.cards.pieces import Pieces, piece_card, pieces_bag, role_rank
from rummy500.cards.shapes import partners_in_three
from rummy500.engine.facts import collected_places, view_after_places
from rummy500.engine.scoring import points_in_hand
from rummy500.engine.turns import must_act
from rummy500.fast import action_of, determinize, fast_hand, points_of
from rummy500.fast.hand import SplitMix64
from rummy500.rules.actions import CALL, DISCARD, DRAW, LAY, MELD, PASS, TAKE, USE_GROUP, USE_LAY, USE_RUN
from rummy500.rules.scores import Place

_MOST_LISTED: Final = 400
_WEIGHED: Final = 16
_WEIGHED_USES: Final = 4

Valued = tuple[float, r5.Action]


class _Worth:
    """Values of cards and actions, as *hard* had them."""

    def __init__(self, rules: r5.Rules, view: r5.View) -> None:
        public, shapes = view.public, rules.melding.shapes
        self.rules = rules
        self.view = view
        self.finder = rules.finder_for(view)
        self.ace_low = shapes.ace_low
        self.partners = partners_in_three(shapes.run_min, ace_low=shapes.ace_low, ace_high=shapes.ace_high)
        self.points = rules.scoring.points.piece
        self.in_hand = points_in_hand(rules, view)
        others = (public.hand_size(seat) for seat in range(public.seats) if seat != view.seat)
        soon = public.stock_count <= 2 * public.seats or min(others) <= 3
        self.risk = 0.5 if soon else 0.1
        self.has_joker = JOKER in shapes.wilds
        self.keeps_jokers = self.has_joker and not soon and (count(view.hand, JOKER) > 0 or JOKER in public.pile)
        lying, seen = int(faces_bag(public.pile)), view.hand | public.gone
        for other, known in enumerate(public.known):
            if other != view.seat:
                seen |= known
                lying |= known
        for meld in public.table:
            seen |= bag_of(map(piece_card, meld.pieces))
        self.lying, self.unseen = lying, ~(seen | lying)

    def played(self, action: r5.Action) -> int:
        if action.use == USE_GROUP:
            return self._group(action.pieces)
        if action.use == USE_RUN:
            return self._run(action.pieces)
        if action.use == USE_LAY:
            meld = self.view.public.table[action.on]
            if not meld.is_run:
                return self._group(action.pieces)
            return self._run(action.pieces, starts_low=meld.low == len(action.pieces))
        return 0

    def _group(self, pieces: Pieces) -> int:
        return sum(self.points(piece, "group") for piece in pieces)

    def _run(self, pieces: Pieces, *, starts_low: bool = True) -> int:
        first: Place = "low" if starts_low and role_rank(pieces[0]) == ACE and self.ace_low else "run"
        return self.points(pieces[0], first) + sum(self.points(piece, "run") for piece in pieces[1:])

    def hand(self, bag: Bag) -> float:
        total = 0.0
        while self.has_joker and count(bag, JOKER):
            bag = remove(bag, JOKER)
            total += (2.0 if self.keeps_jokers else 0.5) * self.in_hand[JOKER]
        while True:
            best, pieces = max(self._new_melds(bag), default=(0, ()))
            if best <= 0:
                break
            total += best
            bag = minus(bag, pieces_bag(pieces))
        for meld in self.view.public.table:
            if not bag >> FIRST:
                break
            pieces = max(self.finder.extensions(bag, meld, plain=True), key=len, default=())
            if pieces:
                total += self._run(pieces, starts_low=False) if meld.is_run else self._group(pieces)
                bag = minus(bag, pieces_bag(pieces))
        return total - self.risk * sum(self.in_hand[card] for card in cards_of(bag))

    def _new_melds(self, bag: Bag) -> Iterator[tuple[int, Pieces]]:
        for pieces in self.finder.new_groups(bag, plain=True):
            yield self._group(pieces), pieces
        for pieces in self.finder.new_runs(bag, plain=True):
            yield self._run(pieces), pieces

    def _outs(self, card: int) -> float:
        if card >= NATURALS:
            return 30.0
        value = 0.0
        for other, thirds in self.partners[card]:
            if self.view.hand & BIT[other]:
                ways = (thirds & self.unseen).bit_count() + 1.2 * (thirds & self.lying).bit_count()
                value += ways * (self.in_hand[card] + self.in_hand[other] / 2 + 6)
        return 0.1 * value

    def _danger(self, card: int) -> float:
        public, alone, points, danger = self.view.public, bag_of((card,)), self.in_hand[card], 0.0
        if any(any(True for _ in self.finder.extensions(alone, meld)) for meld in public.table):
            danger += points + 5
        if self._completes(bag_of(public.pile), card):
            danger += points + (10 if self.rules.turn.call != "none" else 3)
        others = (bag for seat, bag in enumerate(public.known) if seat != self.view.seat)
        return danger + points * sum(self._completes(bag, card) for bag in others)

    def _feed(self, card: int) -> float:
        if card >= NATURALS:
            return 0.0
        fed = 0
        for other, thirds in self.partners[card]:
            if self.lying & BIT[other]:
                fed += (thirds & self.unseen).bit_count() * (self.in_hand[card] + self.in_hand[other])
        return 0.2 * fed

    def gain(self, card: int) -> float:
        burden = self.risk * self.in_hand[card] - self._outs(card)
        return burden - self._danger(card) - self._feed(card)

    def in_meld(self, card: int) -> bool:
        return self._completes(remove(self.view.hand, card), card)

    def _completes(self, bag: Bag, card: int) -> bool:
        if card >= NATURALS or count(bag, card) > 1:
            return False
        while self.has_joker and count(bag, JOKER):
            bag = remove(bag, JOKER)
        there, finder = add(bag, card), self.finder
        melds = (*finder.new_groups(there, must=card), *finder.new_runs(there, must=card))
        return bool(melds)

    def of_take(self, action: r5.Action) -> float:
        after = view_after_places(self.view, collected_places(self.rules, self.view, action))
        left = minus(after.hand, Bag(action.bag & ~SPARE_BITS))
        return self.played(action) + self.hand(left) - self.hand(self.view.hand)

    def of_play(self, action: r5.Action) -> float:
        return self.played(action) + self.hand(minus(self.view.hand, Bag(action.bag & ~SPARE_BITS)))


def _takes(worth: _Worth, found: Iterable[r5.Action]) -> list[Valued]:
    plays: dict[tuple[str, int], list[tuple[int, r5.Action]]] = {}
    for action in found:
        if action.verb in (TAKE, CALL):
            plays.setdefault((action.verb, action.depth), []).append((worth.played(action), action))
    most = _WEIGHED_USES if worth.keeps_jokers else 1
    likely = [pair for each in plays.values() for pair in sorted(each, key=lambda pair: -pair[0])[:most]]
    likely = sorted(likely, key=lambda pair: -pair[0])[: most * _WEIGHED]
    return [(worth.of_take(action), action) for _, action in likely]


def _plays(worth: _Worth, found: Iterable[r5.Action]) -> list[Valued]:
    plays = (action for action in found if action.verb in (MELD, LAY))
    scoring = [(points, action) for action in plays if (points := worth.played(action)) > 0]
    likely = sorted(scoring, key=lambda pair: -pair[0])[:_WEIGHED]
    return [(worth.of_play(action), action) for _, action in likely]


def _discards(worth: _Worth, found: Iterable[r5.Action]) -> list[Valued]:
    return [(worth.gain(action.card), action) for action in found if action.verb == DISCARD]


class OldHard:
    """Plays as *hard* did."""

    def __init__(self, random_source: RandomBits | None = None) -> None:
        self._random = random_source

    def choose(self, rules: r5.Rules, view: r5.View, legal: r5.LegalActions) -> r5.Action | None:
        """Choose one of the legal actions, or `None` out of turn."""
        found = tuple(islice(legal.plain(), _MOST_LISTED))
        worth = _Worth(rules, view)
        take = self._best(_takes(worth, found))
        if view.seat not in must_act(rules, view.public):
            return take[1] if take is not None and take[0] > 0 else None
        play = self._best(_plays(worth, found))
        if play is not None:
            return play[1]
        quiet = next((action for action in found if action.verb in (DRAW, PASS)), None)
        if take is not None and (quiet is None or take[0] > 0):
            return take[1]
        discard = self._best(_discards(worth, found))
        if quiet is not None and (discard is None or discard[0] <= 0):
            return quiet
        return next(iter(found or legal)) if discard is None else discard[1]

    def _best(self, valued: Sequence[Valued]) -> Valued | None:
        if not valued:
            return None
        most = max(value for value, _ in valued)
        best = [pair for pair in valued if pair[0] == most]
        return best[0] if len(best) == 1 or self._random is None else best[below(len(best), self._random)]


class OldExpert:
    """Plays as *expert* did, in 48 worlds, under rules that fast hands play."""

    def __init__(self, random_source: RandomBits) -> None:
        self._random = random_source
        self._base = OldHard(random_source)

    def choose(self, rules: r5.Rules, view: r5.View, legal: r5.LegalActions) -> r5.Action | None:
        """Choose one of the legal actions, or `None` out of turn."""
        first = self._base.choose(rules, view, legal)
        others = (action for action in old_candidates(rules, view, legal, first) if action != first)
        return self._better(rules, view, [first, *islice(others, 7)])

    def _better(self, rules: r5.Rules, view: r5.View, compared: Sequence[r5.Action | None]) -> r5.Action | None:
        chosen, leads = compared[0], [list[float]() for _ in compared]
        alive, done = list(range(1, len(compared))), 0
        while alive and done < 48:
            world, bits = determinize(rules, view, self._random), self._random.getrandbits(64)
            found = judged(rules, view.seat, world, [compared[0], *(compared[each] for each in alive)], bits)
            for each, reached in zip(alive, found[1:], strict=True):
                leads[each].append(reached - found[0])
            done += 1
            if done % 8 == 0:
                hopes = sorted(((_sure(leads[each], -1), each) for each in alive), reverse=True)
                alive = [each for hope, each in hopes[: max(3, len(hopes) // 2)] if hope > 0]
            sure, best = max(((_sure(leads[each], 0.4), -each) for each in alive), default=(0.0, 0))
            chosen = compared[-best] if sure > 0 else compared[0]
        return chosen


def judged(rules: r5.Rules, seat: int, world: r5.State, actions: Iterable[r5.Action | None], bits: int) -> list[float]:
    """The lead of a seat after each action and the rest of the hand, `None` for letting go."""
    hand, found = fast_hand(rules, world), list[float]()
    if hand is None:
        raise ValueError("no fast hand plays these rules")
    codes = {action_of(hand, code): code for code in hand.actions()}
    for action in actions:
        after = hand.copy()
        if action is not None:
            after.step(codes[action])
        after.play_on(SplitMix64(bits), 512, "sensible", 600, seat if action is None else -1)
        points = points_of(after)
        found.append(points[seat] - (sum(points) - points[seat]) / (len(points) - 1))
    return found


def _sure(leads: Sequence[float], errors: float) -> float:
    if len(leads) < 2:
        return -math.inf
    mean = sum(leads) / len(leads)
    spread = sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1)
    return mean - errors * math.sqrt(spread / len(leads))


def old_candidates(
    rules: r5.Rules, view: r5.View, legal: r5.LegalActions, first: r5.Action | None
) -> Iterator[r5.Action | None]:
    """The actions that *expert* compared with the first, the most promising first."""
    found = tuple(islice(legal.plain(), _MOST_LISTED))
    worth, plays = _Worth(rules, view), first is not None and first.verb in (MELD, LAY)
    if view.seat not in must_act(rules, view.public):
        yield None
    yield from (action for action in found if action.verb in (DRAW, PASS))
    # Candidates were valued as if no joker were to be kept.
    worth.keeps_jokers = False
    yield from _sorted(_takes(worth, found))[:4]
    yield from _sorted(_plays(worth, found))[:3]
    discards = [pair for pair in _discards(worth, found) if not (plays and worth.in_meld(pair[1].card))]
    yield from _sorted(discards)


def _sorted(valued: Iterable[Valued]) -> list[r5.Action]:
    return [action for _, action in sorted(valued, key=lambda pair: -pair[0])]
