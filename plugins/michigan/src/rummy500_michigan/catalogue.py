"""The rules of Michigan in words, for `explain` and `rummy500 rules`."""

from __future__ import annotations

from typing import Final

from rummy500.hooks import RuleEntry, Rules, Statement, hookimpl

_CALLS: Final = "Calls"
_SOURCE: Final = ("003",)
_BOTH: Final = ("003", "ours")


def _game(rules: Rules) -> Statement:
    who = "side" if rules.sides_play else "player"
    return Statement(
        "Each hand is a game of its own. Your score starts with your first meld: cards that you play count at once, and"
        " the cards left in your hand are deducted at the end, even below zero. Going out is called going Michigan. The"
        f" {who} with the highest score wins, whoever went out. If several {who}s tie for it, they all win.",
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
            "Each hand is a game of its own. The highest score wins it, and players who tie share the win.",
            _BOTH,
            ours="Players who tie share the win. The highest score also wins if nobody has gone out.",
            statement=_game,
            replaces=("score.hand", "match.target", "match.highest", "match.tie"),
        ),
        RuleEntry(
            "call.stop",
            _CALLS,
            'If the last discard can be laid off, a player may call "Stop" and lay it off. The caller may then'
            " discard one card, which can be stopped in turn. A caller who discards their last card this way has"
            " gone out. Play then continues with the player whose turn was next, who may be the caller.",
            _BOTH,
            ours="The player whose turn is next may call, and then takes that turn. The discard after a Stop can"
            " be stopped, and a player can go out by it.",
            options=("call",),
            replaces=("call.last-discard",),
        ),
        RuleEntry(
            "call.not-own",
            _CALLS,
            "You cannot stop a card that you discarded yourself. Everybody else can.",
            _SOURCE,
            replaces=("call.not-own",),
        ),
        RuleEntry(
            "call.window",
            _CALLS,
            "You may stop a card after it has been discarded and before the next player draws, takes or passes."
            " You cannot stop the card turned up at the deal, or any card after the hand is over. If a caller"
            " discards nothing, nobody can call again before the next player's turn.",
            _BOTH,
            ours="After a Stop without a discard nobody can call again before the next turn.",
            replaces=("call.window",),
        ),
    )
