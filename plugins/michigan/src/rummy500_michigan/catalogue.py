"""The rules of Michigan in words, for `explain` and `rummy500 rules`."""

from __future__ import annotations

from typing import Final

from rummy500.hooks import RuleEntry, RulesSummary, Statement, hookimpl

_CALLS: Final = "Calls"
_SOURCE: Final = ("003",)
_BOTH: Final = ("003", "ours")


def _game(summary: RulesSummary) -> Statement:
    who = "side" if summary.sides_play else "player"
    return Statement(
        "Each hand is a game of its own. Your score runs from your first meld on: cards that you play count at once,"
        " and those left in your hand are deducted in the end, below zero if need be. Going out is called going"
        f" Michigan. The {who} with the highest score has won, whoever went out; if several {who}s share it, they have"
        " all won.",
        _BOTH,
        {"hands at the stock's end": "count", "match": "one hand"},
    )


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    """List the rules that Michigan adds, with those that they replace."""
    return (
        RuleEntry(
            "score.michigan",
            "The match",
            "Each hand is a game of its own, which the highest score wins; a tie is shared.",
            _BOTH,
            ours="That a tie is shared, and that the highest score wins where nobody has gone out, too.",
            statement=_game,
            replaces=("score.hand", "match.target", "match.highest", "match.tie"),
        ),
        RuleEntry(
            "call.stop",
            _CALLS,
            'When the last discard can be laid off, a player may call "Stop": they lay it off, and may then'
            " discard one card of their hand, which can be stopped in turn. Whoever discards their last card this"
            " way has gone out. Then play goes on with the player whose turn it was, who may be the caller.",
            _BOTH,
            ours="That the player whose turn it is may call, and then takes that turn; that the discard after it can be"
            " stopped; that one can go out by it.",
            options=("call",),
            replaces=("call.last-discard",),
        ),
        RuleEntry(
            "call.not-own",
            _CALLS,
            "Nobody stops the card that they have discarded themselves; everybody else may.",
            _SOURCE,
            replaces=("call.not-own",),
        ),
        RuleEntry(
            "call.window",
            _CALLS,
            "A card is stopped after it has been discarded and before the next player draws, takes or passes; never the"
            " card turned up at the deal, nor once the hand is over. If a caller discards nothing, nothing more can"
            " be called before that player's turn.",
            _BOTH,
            ours="That a Stop without a discard closes the window.",
            replaces=("call.window",),
        ),
    )
