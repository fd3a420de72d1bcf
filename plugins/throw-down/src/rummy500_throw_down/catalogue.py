"""The name of 500 Throw Down and its rules in words: its own, and those of the core about a pile in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rummy500.hooks import PluginInfo, RuleEntry, RulesSummary, Statement, hookimpl
from rummy500_throw_down.covers import COVER

_TURN: Final = "A turn"
_END: Final = "Going out, and the end of the stock"
_CALLS: Final = "Calls"
_SOURCES: Final = ("003", "ours")


@hookimpl
def plugin_info() -> PluginInfo:
    """Describe the plugin and its conflicts."""
    return PluginInfo(
        "throw-down",
        "discards are tossed anywhere; taking a card also takes the cards on it",
        source="003",
        conflicts={
            "oklahoma": "the pile is taken whole there, so there is no card to pick from under others",
            "dealers-gambit": "a pile is split between older and newer cards there, and tossed cards lie in no order",
        },
    )


def _top(summary: RulesSummary) -> Statement:
    how = "and kept in hand" if summary.has("draw.top", "free") else "only if it is used at once"
    return Statement(f"A discard on which nothing lies may be taken alone, {how}, wherever it lies.", _SOURCES)


def _not_taken(summary: RulesSummary) -> Statement | None:
    if not summary.has("discard.barred", "lone-top"):
        return None
    return Statement(
        "If you took one discard alone, you may not discard it in the same turn; an equal card that you held before may"
        " go. If you took several cards, you may discard any of them that is still in your hand.",
        _SOURCES,
    )


def _circle(summary: RulesSummary) -> Statement | None:
    if summary.has("stock.empty", "strict") or summary.has("draw.top", "must-meld"):
        return None
    return Statement(
        "With the stock empty, the hand also ends after a round in which each player took only one discard and nobody"
        " put a card on the table.",
        ("ours",),
    )


def _reshuffle(summary: RulesSummary) -> Statement | None:
    if not summary.has("stock.empty", "reshuffle"):
        return None
    return Statement(
        "When a player draws from an empty stock, all discards but the one tossed last are shuffled and become the new"
        " stock; not so if nothing has been put on the table since the last time. Nothing lies on anything then.",
        _SOURCES,
    )


def _called(kind: str, sentence: str) -> Callable[[RulesSummary], Statement | None]:
    """Make the `statement` of a rule that is in force under one kind of call, and idle under the others."""
    return lambda summary: Statement(sentence, _SOURCES) if summary.has("call", kind) else None


def _instead(
    rule: str,
    section: str,
    about: str,
    *,
    statement: Callable[[RulesSummary], Statement | None] | None = None,
    options: tuple[str, ...] = (),
    ours: str = "",
) -> RuleEntry:
    """Make an entry that replaces a rule of the core for tossed discards."""
    return RuleEntry(rule, section, about, _SOURCES, ours=ours, options=options, statement=statement, replaces=(rule,))


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    """List the rule about tossing, and each rule of the core about a pile in order."""
    return (
        RuleEntry(
            COVER,
            _TURN,
            "A discard is tossed among the others and may land on some of them. Whoever takes a discard, or calls it,"
            " takes with it every card that lies on it, directly or through others, and none besides.",
            _SOURCES,
            ours="If a program draws the chance: a card lands on none, one, two or three of the others, each"
            " number and each choice of cards as likely as another.",
            question="How do discards lie?",
        ),
        _instead("discard.open", _TURN, "All discards lie face up in view of everyone, each where it landed."),
        _instead(
            "draw.top",
            _TURN,
            "A discard on which nothing lies may be taken to keep, or only to be used at once.",
            statement=_top,
            options=("draw.top",),
        ),
        _instead(
            "draw.deep",
            _TURN,
            "A discard on which others lie may be taken, with all that lies on it, if you use it at once; cards from"
            " your hand and others of the take may help, and what is left over you may keep.",
        ),
        _instead(
            "discard.not-taken",
            _TURN,
            "A discard taken alone may not be thrown back in the same turn.",
            statement=_not_taken,
            options=("discard.barred",),
            ours="That it holds for any discard taken alone, wherever it lay.",
        ),
        _instead(
            "stock.circle",
            _END,
            "A full round that only exchanges discards, with an empty stock, ends the hand.",
            statement=_circle,
            options=("stock.empty", "draw.top"),
            ours="The whole rule: such a hand would never end.",
        ),
        _instead(
            "stock.reshuffle",
            _END,
            "An empty stock is made anew from the discards.",
            statement=_reshuffle,
            options=("stock.empty",),
            ours="The card tossed last stays, clear of everything; a second reshuffle needs something put on the table"
            " since the first.",
        ),
        *_calls(),
    )


def _calls() -> tuple[RuleEntry, ...]:
    ours = "Of two equal discards a call claims the one tossed later, unless it is the deepest card of the call."
    then = "play those cards at once, and then finish a turn without a draw; play goes on at their left."
    come = "they take those cards and all that lies on any of them"
    return (
        _instead(
            "call.full",
            _CALLS,
            "Anything that the discards alone can meld or lay off may be called.",
            statement=_called(
                "full",
                "When discards can be melded or laid off without any card from a hand, a player may call:"
                f" {come}, {then}",
            ),
            options=("call",),
            ours=ours,
        ),
        _instead(
            "call.layoffs",
            _CALLS,
            "Discards may be called only for a lay-off.",
            statement=_called(
                "layoffs",
                f"When discards can be laid off, a player may call: {come}, {then} New melds cannot be called.",
            ),
            options=("call",),
            ours=ours,
        ),
        _instead(
            "call.top",
            _CALLS,
            "Only discards may be called that are played with all that lies on them.",
            statement=_called(
                "top",
                "When discards can be melded or laid off together with all that lies on any of them, a player may"
                f" call: they take just these, {then} As long as the turn has done nothing but call, the caller may"
                " call again.",
            ),
            options=("call",),
            ours=ours,
        ),
    )
