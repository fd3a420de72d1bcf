"""`decide` reads an action from untrusted text, for one seat."""

from __future__ import annotations

from typing import Final

from rummy500.actions import DECK, Action
from rummy500.engine.chance import chance, resolve_chance
from rummy500.engine.refusing import why_not
from rummy500.engine.views import check_seat, check_table, seat_view
from rummy500.errors import IllegalActionError, NotationError, refuse
from rummy500.notation.actions import parse_action
from rummy500.notation.limits import MOST_ACTION, check_length
from rummy500.rules import Rules, names_plugins
from rummy500.shuffle import RandomBits
from rummy500.state import State, View

_EXPECTED: Final = 'an action such as "draw" or "discard 9s"'


@names_plugins
def decide(rules: Rules, state: State, seat: int | None, text: object, random_source: RandomBits) -> Action:
    """Turn what a player sent into an action that `apply` accepts.

    The text is read for one seat only. It can neither act for another seat nor choose an outcome of chance: chance that
    is part of the decision is sampled here, as by `resolve_chance`. For a reshuffle that becomes due afterwards, call
    `chance`.

    Args:
        rules: the rules in force.
        state: the state in which the player acts; it does not change.
        seat: the seat that sent the text, as your program knows it; `None` for a spectator, who is always refused.
        text: the input, of any type and content, for example `"take 4d with {4d 4h 4c}"`. A seat may precede it.
        random_source: the source of random bits: a `random.Random`, or `secrets.SystemRandom()`.

    Returns:
        The action, ready for `apply`.

    Raises:
        NotationError: for input that is not text, has more than 500 characters, or is not an action.
        IllegalActionError: with the refusal, for an action that the seat may not do now; for every seat while chance
            is due (`turn.phase`); for another seat's action and for chance (`turn.seat`).
        PositionError: if the rules have no such seat or are for another number of seats, since your program, not the
            player, names the seat.
        TypeError: for something that is not a state or not a seat, and for a random source without `getrandbits`.

    Examples:
        >>> import random
        >>> import rummy500 as r5
        >>> rules = r5.compose("classic", seats=2)
        >>> hand = r5.deal(rules, seed=7)
        >>> print(r5.decide(rules, hand, 1, "draw", random.Random(7)))
        1: draw
        >>> r5.decide(rules, hand, 0, "1: draw", random.Random(7))
        Traceback (most recent call last):
        rummy500.errors.IllegalActionError: You play seat 0. You cannot act for seat 1. (turn.seat)
    """
    if type(state) is not State:
        raise TypeError(f"decide needs a State, not {type(state).__name__}")
    if not callable(getattr(random_source, "getrandbits", None)):
        raise TypeError(f"random_source must have getrandbits, which {type(random_source).__name__} does not have")
    check_table(rules, state)
    if seat is None:
        raise IllegalActionError(refuse("turn.seat", "spectator", "A spectator cannot act."))
    seat = check_seat(rules, state, seat)
    return resolve_chance(rules, state, read_decision(rules, seat_view(rules, state, seat), text), random_source)


def read_decision(rules: Rules, view: View, text: object) -> Action:
    """Read an action of the seat of a view, and check it.

    Args:
        rules: the rules in force.
        view: the view of the seat.
        text: as for `decide`.

    Returns:
        The action, without an outcome of chance.

    Raises:
        NotationError: as `decide`.
        IllegalActionError: as `decide`.
    """
    due = chance(rules, view)
    if due is not None:
        raise IllegalActionError(
            refuse("turn.phase", "chance-due", "Nobody can act before the {what}, which is due.", what=due.what)
        )
    action = parse_action(_checked(text), view, seat=view.seat, rules=rules)
    if action.seat != view.seat:
        other = "the deck" if action.seat == DECK else f"seat {action.seat}"
        raise IllegalActionError(
            refuse(
                "turn.seat",
                "other-seat",
                "You play seat {seat}. You cannot act for {other}.",
                seat=view.seat,
                other=other,
            )
        )
    refusal = why_not(rules, view, action)
    if refusal is not None:
        raise IllegalActionError(refusal)
    return action


def _checked(text: object) -> str:
    """Check that input is one line of text, no longer than an action can be, and return it.

    Raises:
        NotationError: for any other input.
    """
    if not isinstance(text, str):
        raise NotationError(f"an action is text, not {type(text).__name__}", expected=_EXPECTED)
    check_length(text, MOST_ACTION)
    line = text.rstrip()
    for place, character in enumerate(line):
        if not character.isprintable():
            raise NotationError(
                f"an action is one line without control characters, not {character!a}",
                column=place + 1,
                expected=_EXPECTED,
            )
    return line
