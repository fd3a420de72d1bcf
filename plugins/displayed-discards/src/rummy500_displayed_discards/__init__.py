"""Displayed discards: what a take left in the hand stays face up until the next turn (`discard.displayed`)."""

from __future__ import annotations

from typing import Final, cast

import attrs

from rummy500 import NotationError, cards_text, parse_cards
from rummy500.hooks import (
    PLAY_PHASE,
    Action,
    HandMemory,
    LiesOpen,
    PluginInfo,
    PublicState,
    RuleEntry,
    Rules,
    State,
    View,
    bag_of,
    cards_of,
    common,
    hookimpl,
    minus,
    not_yet_played,
    recall,
    union,
)

_RULE: Final = "discard.displayed"
#: The key in a position.
_KEY: Final = "displayed"


@attrs.frozen
class Displayed:
    """What lies face up before the seats whose turn it is not.

    Attributes:
        before: for each seat the cards, as text; empty before the first turn has ended.
    """

    before: tuple[str, ...] = ()


@hookimpl
def plugin_info() -> PluginInfo:
    """Who it is."""
    return PluginInfo(
        "displayed-discards",
        "cards taken from the pile and not melded stay face up before the player until their next turn",
        source="003",
    )


@hookimpl
def memory() -> HandMemory:
    """What each seat's last turn has left face up; in a position under `displayed`, a text for each seat."""
    return HandMemory(Displayed(), after=_after, key=_KEY, write=_write, read=_read)


def _write(public: PublicState, record: Displayed) -> list[str]:
    del public
    return list(record.before)


def _read(public: PublicState, data: object) -> Displayed:
    wanted = f"a text for each of {public.seats} seats"
    if not isinstance(data, list) or len(cast("list[object]", data)) != public.seats:
        raise NotationError(f"{_KEY} is no list of {public.seats}", expected=wanted)
    texts: list[str] = []
    for seat, text in enumerate(cast("list[object]", data)):
        if not isinstance(text, str):
            raise NotationError(f"{_KEY} of seat {seat} is no text", expected=wanted)
        cards = bag_of(parse_cards(text))
        if common(cards, public.known[seat]) != cards:
            raise NotationError(
                f"{_KEY} of seat {seat} has cards that nobody saw go into its hand", expected="cards of turn.seen"
            )
        texts.append(cards_text(cards_of(cards)))
    return Displayed(tuple(texts)) if any(texts) else Displayed()


def _after(rules: Rules, before: State, action: Action, after: State) -> Displayed:
    """A turn that ends leaves what it took and did not play; one that begins takes up what lay there.

    Of two equal cards, one taken and one held before, the taken one is the first to be played or discarded.
    """
    record = recall(rules, after, Displayed)
    lying = _lying(record, rules.seats)
    was, now = before.public, after.public
    if now.phase == PLAY_PHASE:
        lying[now.to_act] = 0
    if was.phase == PLAY_PHASE and (now.phase, now.to_act) != (PLAY_PHASE, was.to_act):
        lying[was.to_act] = not_yet_played(was.turn.plays, was.turn.taken)
    if action.verb == "discard":
        left = lying[action.seat]
        lying[action.seat] = minus(left, common(left, bag_of([action.card])))
    lying = [common(cards, known) for cards, known in zip(lying, now.known, strict=True)]
    return Displayed(tuple(cards_text(cards_of(cards)) for cards in lying)) if any(lying) else Displayed()


def _lying(record: Displayed, seats: int) -> list[int]:
    """What lies there, as bags by seat."""
    texts = (*record.before, *("",) * seats)[:seats]
    return [bag_of(parse_cards(text)) if text else 0 for text in texts]


def displayed(public: PublicState, record: Displayed) -> tuple[int, ...]:
    """What lies face up now: also what the turn that is going on took and has not played.

    Args:
        public: the public record.
        record: what lies before the other seats.

    Returns:
        Bags, one for each seat.
    """
    lying = _lying(record, public.seats)
    if public.phase == PLAY_PHASE:
        lying[public.to_act] = not_yet_played(public.turn.plays, public.turn.taken)
    return tuple(common(cards, known) for cards, known in zip(lying, public.known, strict=True))


@hookimpl
def lies_open(rule: LiesOpen) -> LiesOpen:
    """`discard.displayed`: a view without memory shows what lies there."""

    def with_displayed(rules: Rules, view: View) -> tuple[int, ...]:
        lying = displayed(view.public, recall(rules, view, Displayed))
        there = rule(rules, view)
        return tuple(union(cards, minus(more, cards)) for cards, more in zip(there, lying, strict=True))

    return with_displayed


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    """The rule in the catalogue."""
    return (
        RuleEntry(
            _RULE,
            "A turn",
            "Cards that you take from the pile and do not play stay face up before you until your next turn.",
            ("003", "ours"),
            ours="That a call shows what it took, too; that a card laid down or discarded is displayed no more.",
            question="Do taken cards lie open?",
        ),
    )
