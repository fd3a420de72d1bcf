"""Players: the protocol `Player`, `RandomPlayer`, and the players at the levels easy, medium and hard."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import Final, Literal, Protocol, TypeGuard

from rummy500.base.compiling import mypyc_attr
from rummy500.base.errors import PositionError, Rummy500Error
from rummy500.base.inputs import quoted
from rummy500.cards.cards import RandomBits, below, check_source, size
from rummy500.engine.listing import LegalActions
from rummy500.engine.observe import determinize
from rummy500.engine.plays import CORE_USES
from rummy500.engine.step import apply, is_over, resolve_chance
from rummy500.engine.turns import must_act
from rummy500.fast.hand import SplitMix64
from rummy500.players.worth import Worth
from rummy500.rules.actions import CALL, DISCARD, DRAW, LAY, MELD, PASS, TAKE, USE_NONE, Action
from rummy500.rules.rules import Rules
from rummy500.rules.state import State, View

# ---------------------------------------------------------------- player


class PlayerError(Rummy500Error, ValueError):
    """A player that breaks the contract of `Player`, or a name that no player has.

    Attributes:
        seat: the seat whose player it is; -1 if no seat is concerned.
    """

    def __init__(self, message: str, *, seat: int = -1) -> None:
        self.seat = seat
        super().__init__(message)


class Player(Protocol):
    """Chooses actions for one seat, given only the view of that seat."""

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Choose an action for the seat of the view.

        Args:
            rules: the rules in force.
            view: the view of the seat.
            legal: the seat's legal actions; there is at least one.

        Returns:
            One of these actions. Out of turn `None` declines to act; the seat on turn must act.
        """


class Thinker(Player, Protocol):
    """A player that thinks in steps: a host does other work between them, and ends the search when time is up."""

    def thoughts(self, rules: Rules, view: View, legal: LegalActions) -> Iterator[Action | None]:
        """Give the best answer so far after each step, of some milliseconds; the last one is that of `choose`."""
        ...


def is_thinker(player: Player) -> TypeGuard[Thinker]:
    """Whether a player thinks in steps."""
    return hasattr(player, "thoughts")  # `isinstance` of a protocol takes as long as a player for a move


# ---------------------------------------------------------------- random player

#: The most legal actions that it lists and chooses from: with many wild cards there can be millions.
MOST_DRAWN: Final = 512


@mypyc_attr(allow_interpreted_subclasses=True)
class RandomPlayer:
    """Chooses each legal action with equal probability; out of turn, to decline is as likely as each action.

    Args:
        random_source: the source of randomness.
    """

    def __init__(self, random_source: RandomBits) -> None:
        check_source(random_source)
        self._random = random_source

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Choose one of the legal actions, or `None` out of turn."""
        found = tuple(islice(legal, MOST_DRAWN))
        on_turn = view.seat in must_act(rules, view.public)
        choice = below(len(found) + (0 if on_turn else 1), self._random)
        return found[choice] if choice < len(found) else None


# ---------------------------------------------------------------- rule players
# `MediumPlayer` (*medium*) plays for points at once: it melds, takes what pays and discards what is least useful.
# `HardPlayer` considers more, `EasyPlayer` less.

#: The most actions that it lists, the most of these that it evaluates, and of the uses of one card with wild cards.
MOST_LISTED: Final = 400
_WEIGHED: Final = 16
_WEIGHED_USES: Final = 4
_TAKES: Final = (TAKE, CALL)
_PLAYS: Final = (MELD, LAY)
_USES: Final = (USE_NONE, *CORE_USES)
_CORE: Final = frozenset((*_TAKES, *_PLAYS, DRAW, PASS, DISCARD))

#: *Easy* takes nothing from deeper, overlooks lay-offs once in so often, and errs by so many points in a discard;
#: so many keep it from a discard that all can see to make a meld.
_SHALLOW: Final = 3
_OVERLOOKS: Final = 6
_SLIPS: Final = 5
_GIFT: Final = 20

#: Something that a player considers; each was kept because it wins points (`benchmarks/ladder.py`).
Term = Literal["moves", "feed", "outs", "ends", "wilds"]
MEDIUM_TERMS: Final[tuple[Term, ...]] = ("moves",)
HARD_TERMS: Final[tuple[Term, ...]] = ("moves", "feed", "outs", "ends", "wilds")


@mypyc_attr(allow_interpreted_subclasses=True)
class MediumPlayer:
    """Plays for points at once: the level *medium*.

    It melds and lays off whatever scores, the best play first. It takes from the pile, or calls "Rummy!", if the cards
    that it plays and could play next are worth more than the rest costs. It discards high cards without pairs or
    neighbours that nobody can use, and keeps wild cards. It makes a move of a plugin if the table and its hand are
    worth more after it, with the points that the plugin expects besides (`Move.worth`).

    Args:
        random_source: chooses among actions that it values equally; if it is left out, the first of them is chosen.
        terms: what it considers besides; to compare it with itself without a term.

    Raises:
        TypeError: for a source without `getrandbits`.
        ValueError: for an unknown term.
    """

    def __init__(self, random_source: RandomBits | None = None, *, terms: Collection[Term] = MEDIUM_TERMS) -> None:
        if random_source is not None:
            check_source(random_source)
        if isinstance(terms, str) or not set(terms) <= set(HARD_TERMS):
            raise ValueError(f"terms are some of {', '.join(HARD_TERMS)}, not {quoted(terms)}")
        self._random = random_source
        self._terms = terms

    def choose(self, rules: Rules, view: View, legal: LegalActions) -> Action | None:
        """Choose one of the legal actions, or `None` out of turn."""
        overlooks = self._overlooks(rules)
        found = tuple(islice(legal.plain(), MOST_LISTED))
        if overlooks:
            found = tuple(action for action in found if action.verb != LAY)
        worth = Worth(rules, view, overlooks=overlooks, keeps_wilds="wilds" in self._terms)
        core = [action for action in found if is_core_action(rules, view, action)]
        added = self._best(self.added(worth, found)) if len(core) < len(found) else None
        take = self._best(self._takes(worth, core))
        if added is not None and added[0] > max(0.0, take[0] if take is not None else 0.0):
            take = added
        if view.seat not in must_act(rules, view.public):
            return take[1] if take is not None and take[0] > 0 else None
        play = self._best(_kept_for_later(worth, core, plays_valued(worth, core)))
        if play is not None:
            if added is not None and take is added and added[0] > play[0] - worth.hand(view.hand):
                return added[1]
            return self._end(worth, core, play[1]) or play[1]
        quiet = next((action for action in core if action.verb in (DRAW, PASS)), None)
        if take is not None and (quiet is None or take[0] > 0):
            return take[1]
        discard = self._best(self._discards(worth, core))
        if quiet is not None and (discard is None or discard[0] <= 0 or "moves" not in self._terms):
            return quiet
        if discard is not None:
            return discard[1]
        return next(iter(found or legal)) if added is None else added[1]

    def added(self, worth: Worth, found: Iterable[Action]) -> Iterator[tuple[float, Action]]:
        """The moves that plugins add, with the points that they bring."""
        if "moves" not in self._terms:
            return
        rules, view = worth.rules, worth.view
        world = None
        for action in islice((each for each in found if not is_core_action(rules, view, each)), _WEIGHED):
            move = rules.turn.move_of(action, view.public.phase)
            besides = 0.0 if move is None or move.worth is None else move.worth(rules, view, action)
            world = world or world_of(rules, view, self._random)
            shown = 0.0 if world is None else worth.after(action, world, self._random or SplitMix64(0))
            yield besides + shown, action

    def _end(self, worth: Worth, core: Iterable[Action], play: Action) -> Action | None:
        """The discard of a last card that ends the hand, where playing that card does not; `None` for none."""
        rules, view = worth.rules, worth.view
        if "ends" not in self._terms or size(view.hand) != 1:
            return None
        discard = next((action for action in core if action.verb == DISCARD), None)
        world = world_of(rules, view, self._random)
        if discard is None or world is None:
            return None
        source = self._random or SplitMix64(0)
        after, ended = (apply(rules, world, resolve_chance(rules, world, each, source)) for each in (play, discard))
        return discard if is_over(ended) and not is_over(after) else None

    def _overlooks(self, rules: Rules) -> bool:
        """Decide by chance whether the player makes no lay-off this time.

        It does so only where calls are for the last discard alone: there the others gain by what it leaves.
        """
        return rules.turn.call == "last-discard" and self._random is not None and not below(_OVERLOOKS, self._random)

    def _takes(self, worth: Worth, found: Iterable[Action]) -> Iterator[tuple[float, Action]]:
        """The takes and calls, with what the seat gains by each."""
        return takes_valued(worth, found)

    def _discards(self, worth: Worth, found: Iterable[Action]) -> Iterator[tuple[float, Action]]:
        """The discards, with what the seat gains by each."""
        for action in found:
            if action.verb == DISCARD:
                yield self.gain(worth, action.card), action

    def gain(self, worth: Worth, card: int) -> float:
        """The value of a discard: the points that it takes out of the hand, less what the card is worth to all."""
        gain = self.burden(worth, card) - worth.danger(card)
        return gain - worth.feed(card) if "feed" in self._terms else gain

    def burden(self, worth: Worth, card: int) -> float:
        """The cost of keeping a card: a part of its points, less what it may become."""
        return worth.risk * worth.in_hand[card] - worth.outs(card) if "outs" in self._terms else worth.burden(card)

    def _best(self, valued: Iterable[tuple[float, Action]]) -> tuple[float, Action] | None:
        """The action of the highest value; by chance one of those that have it."""
        pairs = list(valued)
        if not pairs:
            return None
        most = max(value for value, _ in pairs)
        best = [pair for pair in pairs if pair[0] == most]
        return best[0] if len(best) == 1 or self._random is None else best[below(len(best), self._random)]


def is_core_action(rules: Rules, view: View, action: Action) -> bool:
    """Whether an action is one of the core, or a plugin's that players can value like it."""
    if action.extra or action.verb not in _CORE or action.use not in _USES:
        return False
    move = rules.turn.phased.get((action.verb, view.public.phase)) if rules.turn.phased else None
    return move is None or move.worth is None


def world_of(rules: Rules, view: View, random_source: RandomBits | None = None) -> State | None:
    """A world that the view allows, `None` where plugins hide what cannot be guessed."""
    try:
        return determinize(rules, view, random_source or SplitMix64(0))
    except PositionError:
        return None


def takes_valued(worth: Worth, found: Iterable[Action]) -> Iterator[tuple[float, Action]]:
    """Takes and calls with their values; of those to one depth only the play of the most points is evaluated.

    Where the player keeps wild cards, it evaluates a few plays of each depth, so that one without a wild card counts.
    """
    plays: dict[tuple[str, int], list[tuple[int, Action]]] = {}
    for action in found:
        if action.verb in _TAKES and not action.extra and action.use in _USES:
            plays.setdefault((action.verb, action.depth), []).append((worth.played(action), action))
    most = _WEIGHED_USES if worth.keeps_wilds else 1
    likely = [pair for each in plays.values() for pair in sorted(each, key=lambda pair: -pair[0])[:most]]
    likely = sorted(likely, key=lambda pair: -pair[0])[: most * _WEIGHED]
    return ((worth.of_take(action), action) for _, action in likely)


def plays_valued(worth: Worth, found: Iterable[Action]) -> Iterator[tuple[float, Action]]:
    """The melds and lay-offs that score, with their values."""
    plays = (action for action in found if action.verb in _PLAYS and not action.extra)
    scoring = [(points, action) for action in plays if (points := worth.played(action)) > 0]
    # Plays of wild cards, of which there are many, must not crowd out those without.
    likely = sorted(scoring, key=lambda pair: (worth.keeps_wilds and worth.spends_wilds(pair[1]), -pair[0]))[:_WEIGHED]
    return ((worth.of_play(action), action) for _, action in likely)


def _kept_for_later(
    worth: Worth, found: Iterable[Action], plays: Iterable[tuple[float, Action]]
) -> Iterator[tuple[float, Action]]:
    """Leave out plays that spend a wild card for less than it is worth in hand, where the hand goes on."""
    if not worth.keeps_wilds or all(action.verb != DISCARD for action in found):
        return iter(plays)
    now, cards = worth.hand(worth.view.hand), size(worth.view.hand)
    return (
        (value, action)
        for value, action in plays
        if value >= now or len(action.pieces) >= cards - 1 or not worth.spends_wilds(action)
    )


@mypyc_attr(allow_interpreted_subclasses=True)
class EasyPlayer(MediumPlayer):
    """Plays as `MediumPlayer` with less care: the level *easy*.

    It takes no card from deep in the pile, overlooks a lay-off now and then, and discards a card that it needs little,
    with no more thought for others than that it makes them no meld that all can see.

    Args:
        random_source: decides what it overlooks, and which card it discards.
    """

    def __init__(self, random_source: RandomBits) -> None:
        super().__init__(random_source)
        self._chance = random_source

    def _overlooks(self, rules: Rules) -> bool:
        return not below(_OVERLOOKS, self._chance)

    def _takes(self, worth: Worth, found: Iterable[Action]) -> Iterator[tuple[float, Action]]:
        return takes_valued(worth, (action for action in found if action.depth <= _SHALLOW))

    def _discards(self, worth: Worth, found: Iterable[Action]) -> Iterator[tuple[float, Action]]:
        for action in found:
            if action.verb == DISCARD:
                gift = _GIFT if worth.is_gift(action.card) else 0
                yield worth.burden(action.card) - gift + below(_SLIPS, self._chance), action


@mypyc_attr(allow_interpreted_subclasses=True)
class HardPlayer(MediumPlayer):
    """Plays as `MediumPlayer`, and counts cards: the level *hard*.

    It does not discard a card that makes a meld with a card of the pile and one that an opponent is known to hold, or
    with one of these and a card that is unseen. It keeps cards by the number of cards that can still complete a meld
    with them. It spends no wild card where a play without it is worth as much later. It ends the hand with its last
    card, where the card can be laid off and the hand would go on.

    Args:
        random_source: chooses among actions that it values equally; if it is left out, the first of them is chosen.
        terms: what it considers; every term, unless you compare it with itself without one.
    """

    def __init__(self, random_source: RandomBits | None = None, *, terms: Collection[Term] = HARD_TERMS) -> None:
        super().__init__(random_source, terms=terms)

    def _overlooks(self, rules: Rules) -> bool:
        return False


#: Names to show for players that nobody named, in the terminal and on the page in a browser.
NAMES: Final = ("Ada", "Bela", "Cleo", "Dana", "Egon", "Fay", "Gus")
