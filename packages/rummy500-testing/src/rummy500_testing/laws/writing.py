"""Laws of what is written and read back: positions, records, transcripts and replays."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import Final

import attrs

from rummy500 import Rules, State, View, action_text, apply, deal, legal_actions, parse_action, resolve_chance, why_not
from rummy500.cards.cards import UNKNOWN, cards_of, shuffled
from rummy500.engine.match import match_with_scores
from rummy500.engine.observe import cards_shown, observe, redact, reveals_words
from rummy500.engine.views import SPECTATOR
from rummy500.hooks import replace
from rummy500.notation.position import Position, parse_position, position_table
from rummy500.notation.toml import toml_lines
from rummy500.notation.transcript import seat_transcript
from rummy500.rules.actions import DECK, RESHUFFLE, Action
from rummy500_testing.altering import hand_in_match
from rummy500_testing.hidden import cards_named, viewer_name, viewers
from rummy500_testing.law import Fault, law
from rummy500_testing.laws.secrecy import dealt_open, differing
from rummy500_testing.play import Game, Snapshot, pickled

_WRITTEN = 25
_PLAYOFFS = 0.2


@law(costly=True)
def actions_are_read_back(snapshot: Snapshot) -> Fault | None:
    """parse_action reads what action_text writes."""
    for decision in snapshot.some(_WRITTEN):
        for action in (decision, resolve_chance(snapshot.rules, snapshot.state, decision, snapshot.rng)):
            for where in (None, snapshot.state, snapshot.state.public.pile):
                text = action_text(action, where)
                if parse_action(text, where, rules=snapshot.rules) != action:
                    return Fault(f"{text!r} is read back as another action", action)
    return None


@law(costly=True)
def positions_are_read_back(snapshot: Snapshot) -> Fault | None:
    """parse_position reads what position_table writes as TOML."""
    # No two alike: a position whose leaders have tied at the target is read as a playoff, whatever it says.
    scores = tuple(snapshot.rng.sample(range(-50, 650), snapshot.rules.seats))
    before = match_with_scores(
        snapshot.rules,
        scores,
        dealer=snapshot.state.public.match.dealer,
        playoff=snapshot.rng.random() < _PLAYOFFS,
        hand_number=snapshot.rng.randrange(1, 9),
    )
    position = Position(snapshot.rules, hand_in_match(snapshot.state, before))
    table = position_table(position)
    # A plugin that was passed as an object has no name to be found by.
    known = snapshot.rules if snapshot.rules.origin.passed_plugins else None
    back = parse_position("\n".join(toml_lines(table)), rules=known)
    if back.rules != snapshot.rules:
        return Fault(f"the rules are read back as {back.rules!r}")
    if back.state != position.state:
        return Fault(f"the state is read back as {back.state!r}")
    if back != position or position_table(back) != table:
        return Fault(f"the position is read back as {position_table(back)}")
    return None


@law(costly=True)
def pickles_are_read_back(snapshot: Snapshot) -> Fault | None:
    """States, rules, views and actions are equal after pickling and unpickling.

    Rules with a plugin that was passed as an object are skipped, since the object need not be picklable.
    """
    views = tuple(observe(snapshot.rules, snapshot.state, seat) for seat in viewers(snapshot.rules))
    rules = None if snapshot.rules.origin.passed_plugins else snapshot.rules
    for each in (snapshot.state, rules, views, tuple(snapshot.some(_WRITTEN))):
        back = pickled(each)
        if back != each or hash(back) != hash(each):
            return Fault(f"{each!r} comes back from a pickle as {back!r}")
    return None


# ---------------------------------------------------------------- replaying

#: A replay goes on to one action of the first this many, another one to any action up to `_LONG`, and a third one to an
#: action up to `_LONGEST` that is chance or hides something.
_SHORT: Final = 12
_LONG: Final = 150
_LONGEST: Final = 400
#: How often a replay is tried, since an action may not be legal with other cards.
_TRIES: Final = 2
#: How many other choices of a seat are looked at.
_CHOICES: Final = 200


@attrs.frozen
class _Course:
    """A hand as a seat or a spectator may follow it.

    Attributes:
        game: the hand.
        seat: the seat; `None` for a spectator.
        views: its view of each state.
        heard: each action as the seat sees it.
        faces: for each state, the faces that it has been shown there and by the action that led there.
        reveals: the places of the actions that reveal what earlier ones hid.
    """

    game: Game
    seat: int | None
    views: tuple[View, ...]
    heard: tuple[Action, ...]
    faces: tuple[frozenset[int], ...]
    reveals: tuple[int, ...]

    def shown(self, first: int, last: int) -> frozenset[int]:
        """The faces that it is shown from one state to another one."""
        return frozenset[int]().union(*self.faces[first : last + 1])

    def revealed_before(self, cut: int) -> int:
        """The place from which on no choice is revealed up to a state."""
        return max((place + 1 for place in self.reveals if place < cut), default=0)


def _course(game: Game, seat: int | None, length: int) -> _Course:
    rules, states = game.rules, game.states
    views = tuple(observe(rules, state, seat) for state in states[: length + 1])
    heard = tuple(
        redact(rules, state, action, seat) for state, action in zip(states, game.actions[:length], strict=False)
    )
    number = SPECTATOR if seat is None else seat
    faces: list[frozenset[int]] = []
    reveals: list[int] = []
    for place, view in enumerate(views):
        dealt = dealt_open(rules, states[place - 1] if place else None, states[place], number)
        found = _lies_open(view) | set(cards_of(dealt))
        if place:
            before, action = states[place - 1], game.actions[place - 1]
            found |= cards_named(heard[place - 1])
            found |= set(cards_of(cards_shown(rules, before, action, seat)))
            if reveals_words(rules, before, action):
                found |= {face for earlier in game.actions[:place] for face in cards_named(earlier)}
                reveals.append(place - 1)
        faces.append(frozenset(found))
    return _Course(game, seat, views, heard, tuple(faces), tuple(reveals))


def _lies_open(view: View) -> set[int]:
    """The faces that a view shows in the seat's own hand, on the table and in the pile."""
    public = view.public
    found = {*cards_of(view.hand), *cards_of(view.drawn), *cards_of(public.gone), *public.pile}
    return found | {piece & 63 for meld in public.table for piece in meld.pieces}


# ------------------------------------------------- another hand that looks the same


def _exchange(rules: Rules, fixed: frozenset[int], rng: random.Random) -> dict[int, int]:
    """Exchange faces that a seat has not been shown, each for one that the pack has as often."""
    by_number: dict[int, list[int]] = {}
    for face, number in sorted(Counter(rules.deal.pack).items()):
        if face not in fixed and face < UNKNOWN:
            by_number.setdefault(number, []).append(face)
    return {
        face: other
        for faces in by_number.values()
        for face, other in zip(faces, shuffled(bytes(faces), rng), strict=True)
    }


def _choice(course: _Course, state: State, place: int, cut: int, rng: random.Random) -> Action | None:
    """Choose the action of a step in the replay; `None` if no legal one looks the same.

    An action that the seat sees in full is the same. One that hides something is another one if possible, but it
    names the same of the cards that the seat is shown later.
    """
    rules, action, heard = course.game.rules, course.game.actions[place], course.heard[place]
    if action.seat == DECK and action.verb == RESHUFFLE:
        action = _reshuffled(course.game, place, cut, rng)
    elif heard != action and place >= course.revealed_before(cut):
        later = course.shown(place + 1, cut)
        alike = [
            other
            for other in islice(legal_actions(rules, state, seat=action.seat), _CHOICES)
            if other != action
            and redact(rules, state, other, course.seat) == heard
            and cards_named(other) & later == cards_named(action) & later
        ]
        if alike:
            return rng.choice(alike)
    return action if why_not(rules, state, action) is None else None


def _reshuffled(game: Game, place: int, cut: int, rng: random.Random) -> Action:
    """Shuffle those cards of a reshuffle anew that lie in the stock to the end; nobody has seen their order."""
    action = game.actions[place]
    again = any(each.verb == RESHUFFLE for each in game.actions[place + 1 : cut])
    drawn = len(action.cards) - (0 if again else len(game.states[cut].stock))
    return replace(action, cards=action.cards[:drawn] + (b"" if again else shuffled(action.cards[drawn:], rng)))


def _replayed(course: _Course, cut: int, rng: random.Random) -> tuple[int, Fault | None]:
    """Replay a hand up to a state, with cards and choices exchanged; return how far it went, and what was seen."""
    game, rules = course.game, course.game.rules
    faces = _exchange(rules, course.shown(0, cut), rng)
    start = deal(rules, deck=bytes(faces.get(card, card) for card in game.deck), match=game.state.public.match)
    state, actions = start, list[Action]()
    for place, view in enumerate(course.views[: cut + 1]):
        seen = observe(rules, state, course.seat)
        if (seen.hand, seen.drawn) != (view.hand, view.drawn):
            return place, None  # another choice has given the seat other cards
        if seen != view:
            return place, _fault(course, place, differing(view, seen))
        action = _choice(course, state, place, cut, rng) if place < cut else None
        if action is None:
            break
        heard = redact(rules, state, action, course.seat)
        if heard != course.heard[place]:
            return place, _fault(course, place, f"it sees {course.heard[place]} here, {heard} otherwise")
        actions.append(action)
        state = apply(rules, state, action)
    if len(actions) <= _SHORT:
        written = seat_transcript(rules, game.state, game.actions[: len(actions)], course.seat)
        if seat_transcript(rules, start, actions, course.seat) != written:
            return len(actions), _fault(course, len(actions), "its transcript differs")
    return len(actions), None


def _fault(course: _Course, place: int, what: str) -> Fault:
    game = course.game
    who = viewer_name(course.seat)
    when = f"after {game.actions[place - 1]}" if place else "at the deal"
    about = f"{when} {who} sees cards or choices that were never shown to it"
    hint = "hide them (`HandMemory.seen`), or declare who is shown them (`Secret.shows`, `Round.shows`)"
    return Fault(f"{about}: {what}; {hint}", state=game.states[max(0, place - 1)])


def _places_of_secrets(game: Game) -> list[int]:
    """The places after actions of chance, and after those of which others do not see everything."""
    steps = enumerate(zip(game.states, game.actions[:_LONGEST], strict=False), 1)
    return [
        place
        for place, (state, action) in steps
        if action.seat == DECK or redact(game.rules, state, action, None) != action
    ]


@law()
def a_replay_shows_no_secret(game: Game) -> Fault | None:
    """A hand that is played again with other hidden cards and choices looks the same to each seat."""
    if not game.from_deal:
        return None
    rng, length = random.Random(f"{game.seed} replay"), min(len(game.actions), _LONG)
    hidden = _places_of_secrets(game)
    for seat in viewers(game.rules):
        cuts = [rng.randint(0, min(length, _SHORT)), rng.randint(0, length), *rng.sample(hidden, min(1, len(hidden)))]
        course = _course(game, seat, max(cuts))
        for cut in cuts:
            for _ in range(_TRIES):
                place, fault = _replayed(course, cut, rng)
                if fault is not None:
                    return fault
                if place == cut:
                    break
    return None
