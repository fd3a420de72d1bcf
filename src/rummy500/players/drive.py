"""`play_hand` and `play_match` let players play; who is asked next, one seat at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import attrs

from rummy500.base.errors import IllegalActionError, Refusal
from rummy500.base.inputs import clipped, quoted, whole_number
from rummy500.cards.cards import RandomBits, card_text, check_source
from rummy500.engine.listing import ask_order, legal_actions
from rummy500.engine.match import Match, deal, draw_for_deal, record_hand, start_match
from rummy500.engine.observe import observe
from rummy500.engine.scoring import score_hand
from rummy500.engine.step import apply, chance, is_over, outcome_move, resolve_chance, why_not
from rummy500.players.players import Player, PlayerError, is_thinker
from rummy500.rules.actions import NONE, Action, check_fields
from rummy500.rules.blame import RAISED, blame
from rummy500.rules.rules import Rules
from rummy500.rules.scores import HandScore
from rummy500.rules.state import State, View

# Seats that may act out of turn are asked first, in the order of `ask_order`; the seat on turn is asked last, and its
# action waits until the others have let their calls go. `play_hand` and `rummy500.table` follow this reading.


@attrs.frozen
class Question:
    """A decision that some seats take together: the seats that are still to be asked.

    Attributes:
        seats: the seats in the order to ask them, the seat asked now first. The last of them must act.
        kept: an action that the last seat has chosen in an earlier place, and that waits for the others; `None` without
            one.
    """

    seats: tuple[int, ...]
    kept: Action | None = None

    @property
    def seat(self) -> int:
        """The seat that is asked now."""
        return self.seats[0]

    @property
    def must_act(self) -> bool:
        """Whether the seat that is asked now cannot let others act."""
        return len(self.seats) == 1


def first_question(rules: Rules, state: State) -> Question:
    """The question that begins a decision.

    Args:
        rules: the rules in force.
        state: a state in which somebody must act.

    Raises:
        ValueError: where nobody can act, because the hand is over or chance is due.
        PositionError: for a state of other rules.

    Examples:
        >>> import rummy500 as r5
        >>> rules = r5.compose("classic", seats=3)
        >>> first_question(rules, r5.deal(rules, seed=7))
        Question(seats=(1,), kept=None)
    """
    seats = ask_order(rules, state)
    if not seats:
        raise ValueError("nobody can act: the hand is over or chance is due")
    return Question(seats)


def answer(rules: Rules, state: State, question: Question, action: Action | None) -> Question | Action:
    """Answer a question for the seat that is asked.

    Args:
        rules: the rules in force.
        state: the state of the question.
        question: the question.
        action: a legal action of the seat, or `None` to let others act.

    Returns:
        The next question; or the action that decides, ready for `resolve_chance` and `apply`.

    Raises:
        PlayerError: if the seat must act and lets others act.
    """
    seat, *rest = question.seats
    if not rest:
        if action is None:
            raise PlayerError(f"the player of seat {seat} does not act on its turn", seat=seat)
        return action
    if action is not None and (seat != rest[-1] or is_claim(rules, state, action)):
        return action
    kept = action or question.kept
    return kept if kept is not None and len(rest) == 1 else Question(tuple(rest), kept)


def is_claim(rules: Rules, state: State, action: Action) -> bool:
    """Whether an action is one that any seat may make out of turn, such as a call."""
    move = rules.turn.move_of(action, state.public.phase)
    return move is not None and move.whose == "others"


# ---------------------------------------------------------------- drive

#: A hand with more turns than this is cut off and reported as truncated.
MAX_TURNS: Final = 1000
#: A match with more hands than this is cut off and reported as truncated.
MAX_HANDS: Final = 100

#: The random bits of the seed of a deck.
SEED_BITS: Final = 63

#: Called after every step with the state before, the action and the state after.
Watch = Callable[[State, Action, State], None]


@attrs.frozen
class HandRecord:
    """A hand that players have played, with every action.

    Attributes:
        start: the state in which it began.
        actions: every action, outcomes of chance too, in order.
        end: the state in which it ended.
        turns: the number of its turns.
        truncated: whether it was cut off before its end.
        score: its score; if it was cut off, the score of that moment.
    """

    start: State
    actions: tuple[Action, ...]
    end: State
    turns: int
    truncated: bool
    score: HandScore


@attrs.frozen
class MatchRecord:
    """A match that players have played, with every hand.

    Attributes:
        match: the match after the last hand that ended.
        hands: every hand; the last one may have been cut off.
        truncated: whether it was cut off before somebody had won.
    """

    match: Match
    hands: tuple[HandRecord, ...]
    truncated: bool


def play_hand(
    rules: Rules,
    state: State,
    players: Sequence[Player],
    random_source: RandomBits,
    *,
    max_turns: int = MAX_TURNS,
    watch: Watch | None = None,
) -> HandRecord:
    """Let players play a hand to its end.

    Seats are asked in the order of `ask_order`: seats that may call first, the seat on turn last. A seat on turn that
    may also call is asked once, in its place among the callers. If it chooses another action, that action waits until
    the other seats have declined.

    Args:
        rules: the rules in force.
        state: the state of the hand.
        players: a player for each seat.
        random_source: the source of randomness, for reshuffles and for chance that is part of a decision (the cards
            that a tossed card covers).
        max_turns: the number of turns after which the hand is cut off.
        watch: a function to call after every step.

    Returns:
        The actions and the end of the hand.

    Raises:
        PlayerError: if there are more or fewer players than seats; if a player does not act on its turn; if it returns
            no action, an action of another seat, an illegal action (the `IllegalActionError` is the cause) or an
            outcome of chance.
    """
    if len(players) != rules.seats:
        raise PlayerError(f"{len(players)} players for {rules.seats} seats")
    check_source(random_source)
    max_turns = whole_number(max_turns, "a limit of turns")
    start, actions, turns = state, list[Action](), 0
    while not is_over(state) and turns < max_turns:
        due = chance(rules, state)
        if due is not None:
            action = due.sample(random_source)
            after = apply(rules, state, action)
        else:
            action = _decide(rules, state, players)
            # A plugin may sample an outcome, but must be given a legal action only.
            if rules.turn.suffixed and (refusal := why_not(rules, state, action)) is not None:
                raise illegal_choice(action, refusal) from IllegalActionError(refusal)
            try:
                action = resolve_chance(rules, state, action, random_source)
                after = apply(rules, state, action)
            except IllegalActionError as error:
                raise illegal_choice(action, error.refusal) from error
        before, state = state, after
        actions.append(action)
        turns += is_over(state) or state.public.last != before.public.last
        if watch is not None:
            watch(before, action, state)
    return HandRecord(start, tuple(actions), state, turns, not is_over(state), score_hand(rules, state))


def _decide(rules: Rules, state: State, players: Sequence[Player]) -> Action:
    """Ask the seats one after the other until one acts."""
    asked: Question | Action = first_question(rules, state)
    while isinstance(asked, Question):
        seat = asked.seat
        asked = answer(rules, state, asked, ask_player(rules, observe(rules, state, seat), players[seat]))
    return asked


def illegal_choice(action: Action, refusal: Refusal) -> PlayerError:
    """The error of a player that returned an action that its seat may not do."""
    return PlayerError(f"the player of seat {action.seat} returned an illegal action: {refusal}", seat=action.seat)


def ask_player(rules: Rules, view: View, player: Player) -> Action | None:
    """Ask a player for its decision, given the view of its seat, and check that it is one of that seat."""
    return checked_choice(rules, view.seat, deque(thoughts(rules, view, player), maxlen=1).pop())


def thoughts(rules: Rules, view: View, player: Player) -> Iterator[Action | None]:
    """Ask a player for its decision in steps.

    Args:
        rules: the rules in force.
        view: the view of its seat.
        player: the player.

    Yields:
        The best answer so far, after each step of a `Thinker`; and at last the answer, legal or not.
    """
    legal = legal_actions(rules, view)
    try:
        if is_thinker(player):
            yield from player.thoughts(rules, view, legal)
        else:
            yield player.choose(rules, view, legal)
    except (Exception, SystemExit) as error:
        is_of_others = not type(player).__module__.startswith("rummy500.")
        if not is_of_others:
            blame(error, rules)  # our players have plugins value actions
        if isinstance(error, SystemExit):
            what = f"the player of seat {view.seat} would end the program: {error!r}"
            raise PlayerError(what, seat=view.seat) from error
        if is_of_others:
            error.add_note(f"{type(player).__name__}, the player of seat {view.seat},{RAISED}")
        raise


def checked_choice(rules: Rules, seat: int, action: object) -> Action | None:
    """Check that what a player has chosen is an action of its seat, or `None`."""
    if action is None:
        return None
    if type(action) is not Action:
        raise PlayerError(
            f"the player of seat {seat} returned {quoted(action)}; a player returns one of its legal actions, "
            "an Action, or None to let others act",
            seat=seat,
        )
    try:
        check_fields(action)
    except TypeError as error:
        raise PlayerError(f"the player of seat {seat} returned no action: {error}", seat=seat) from error
    if action.seat != seat:
        raise PlayerError(f"the player of seat {seat} acts for seat {quoted(action.seat)}", seat=seat)
    if outcome_move(rules, action) is not None:
        card = [] if action.card == NONE else [card_text(action.card)]
        decided = clipped(" ".join((action.verb, *card, *action.extra)))
        raise PlayerError(f"the player of seat {seat} chooses an outcome of chance: {decided}", seat=seat)
    return action


def play_match(
    rules: Rules,
    players: Sequence[Player],
    random_source: RandomBits,
    *,
    dealer: int | None = None,
    max_turns: int = MAX_TURNS,
    max_hands: int = MAX_HANDS,
) -> MatchRecord:
    """Let players play a match to its end.

    Args:
        rules: the rules in force.
        players: a player for each seat.
        random_source: the source of every deck and of the draw for the deal.
        dealer: the first dealer; decided by a draw if not given.
        max_turns: the number of turns after which a hand is cut off, and the match with it.
        max_hands: the number of hands after which the match is cut off.

    Returns:
        The match and its hands.

    Raises:
        PlayerError: as for `play_hand`.
    """
    check_source(random_source)
    if dealer is None:
        dealer = draw_for_deal(rules, seed=random_source.getrandbits(SEED_BITS)).dealer
    match, hands = start_match(rules, dealer=dealer), list[HandRecord]()
    max_hands = whole_number(max_hands, "a limit of hands")
    while not match.is_over and len(hands) < max_hands:
        dealt = deal(rules, seed=random_source.getrandbits(SEED_BITS), match=match.so_far)
        hand = play_hand(rules, dealt, players, random_source, max_turns=max_turns)
        hands.append(hand)
        if hand.truncated:
            break
        match = record_hand(rules, match, hand.end)
    return MatchRecord(match, tuple(hands), not match.is_over)
