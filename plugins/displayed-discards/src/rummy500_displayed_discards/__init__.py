"""Displayed discards: taken cards that are not played lie face up until the next turn (`discard.displayed`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

import attrs

from rummy500 import NotationError, cards_text, parse_cards
from rummy500.hooks import (
    EMPTY_BAG,
    PLAY_PHASE,
    Action,
    Bag,
    HandMemory,
    Note,
    PluginInfo,
    PublicState,
    RuleEntry,
    Rules,
    State,
    Turn,
    bag_of,
    cards_of,
    common,
    hookimpl,
    minus,
    piece_card,
    recall,
)

_RULE: Final = "discard.displayed"
#: The key of the memory in a position.
_KEY: Final = "displayed"


@attrs.frozen
class Displayed:
    """The cards that lie face up before the seats whose turn it is not.

    Attributes:
        before: the cards of each seat, as bags; empty while none lie there.
    """

    before: tuple[Bag, ...] = ()


@hookimpl
def plugin_info() -> PluginInfo:
    """Describe the plugin."""
    return PluginInfo(
        "displayed-discards",
        "cards that you took but did not play lie face up until your next turn",
        source="003",
    )


@hookimpl
def memory() -> HandMemory:
    """Declare the memory; a position has it under `displayed`, a text for each seat."""
    return HandMemory(Displayed, after=_after, open_cards=displayed, key=_KEY, write=_write, read=_read, notes=_notes)


def _write(_public: PublicState, record: Displayed) -> list[str]:
    return [cards_text(cards_of(cards)) for cards in record.before]


def _read(public: PublicState, data: object) -> Displayed:
    wanted = f"a text for each of {public.seats} seats"
    if not isinstance(data, list) or len(cast("list[object]", data)) != public.seats:
        raise NotationError(f"{_KEY} must be a list of {public.seats} texts", expected=wanted)
    lying: list[Bag] = []
    for seat, text in enumerate(cast("list[object]", data)):
        if not isinstance(text, str):
            raise NotationError(f"{_KEY} of seat {seat} must be text", expected=wanted)
        cards = bag_of(parse_cards(text))
        if common(cards, public.known[seat]) != cards:
            raise NotationError(
                f"{_KEY} of seat {seat} has cards that nobody saw go into its hand", expected="cards of known"
            )
        lying.append(cards)
    return Displayed(tuple(lying)) if any(lying) else Displayed()


def _notes(_rules: Rules, public: PublicState, record: Displayed) -> Iterator[Note]:
    """Say which cards lie face up before each seat."""
    for seat, cards in enumerate(displayed(public, record)):
        if cards:
            yield Note("face up", "{cards}", seat, {"cards": cards_text(cards_of(cards))})


def _after(rules: Rules, before: State, action: Action, after: State) -> Displayed:
    """Display the cards that a turn took and did not play, and take them up when the seat's next turn begins.

    Of two equal cards, one taken and one from the hand, the taken one is the first to be played or discarded.
    """
    record = recall(rules, after, Displayed)
    was, now = before.public, after.public
    if not record.before and not was.turn.taken:
        return record  # nothing lies face up
    lying = [*record.before] or [EMPTY_BAG] * rules.seats
    if now.phase == PLAY_PHASE:
        lying[now.to_act] = EMPTY_BAG
    if was.phase == PLAY_PHASE and (now.phase, now.to_act) != (PLAY_PHASE, was.to_act):
        lying[was.to_act] = _not_yet_played(was.turn)
    if action.verb == "discard":
        left = lying[action.seat]
        lying[action.seat] = minus(left, common(left, bag_of([action.card])))
    seen = tuple(map(common, lying, now.known))
    return Displayed(seen) if any(seen) else Displayed()


def _not_yet_played(turn: Turn) -> Bag:
    """The cards that a turn took, less those of the same face that it has played."""
    taken = turn.taken
    for play in turn.plays:
        taken = minus(taken, common(taken, bag_of(map(piece_card, play.pieces))))
    return taken


def displayed(public: PublicState, record: Displayed) -> tuple[Bag, ...]:
    """The cards that lie face up now, with those that the turn took and has not played (`discard.displayed`).

    Args:
        public: the public state.
        record: the cards before the other seats.

    Returns:
        Bags, one for each seat.
    """
    lying = [*record.before] or [EMPTY_BAG] * public.seats
    if public.phase == PLAY_PHASE:
        lying[public.to_act] = _not_yet_played(public.turn)
    return tuple(map(common, lying, public.known))


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    """Add the rule to the catalogue."""
    return (
        RuleEntry(
            _RULE,
            "A turn",
            "Cards that you take from the pile and do not play stay face up in front of you until your next turn.",
            ("003", "ours"),
            ours="Cards of a call are displayed as well. A card that has been laid down or discarded is no longer"
            " displayed.",
            question="Do cards that you take stay face up?",
        ),
    )
