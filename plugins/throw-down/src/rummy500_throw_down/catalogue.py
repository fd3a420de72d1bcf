"""The name of 500 Throw Down and its rules in words: its own, and those of the core about a pile in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rummy500.hooks import PluginInfo, RuleEntry, Rules, Statement, hookimpl
from rummy500_throw_down.covers import COVER

_TURN: Final = "A turn"
_END: Final = "Going out, and the end of the stock"
_SOURCES: Final = ("003", "ours")
#: Parts of the sentences about calls.
_COME: Final = "The caller takes those cards and every card that lies on any of them"
_THEN: Final = (
    "plays those cards at once, and then finishes a turn without drawing. Play continues on the caller's left."
)


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
        title="500 Throw Down",
    )


def _top(rules: Rules) -> Statement:
    how = ", and keep it in your hand" if rules.has("draw.top", "free") else ", but only if you use it at once"
    return Statement(f"You may take just one discard, wherever it lies, if nothing lies on it{how}.", _SOURCES)


def _circle(rules: Rules) -> Statement | None:
    if rules.has("stock.empty", "strict") or rules.has("draw.top", "must-meld"):
        return None
    return Statement(
        "When the stock is empty, the hand also ends after a round in which every player took just one discard"
        " and nobody played a card to the table.",
        ("ours",),
    )


def _under(option: str, value: str, sentence: str) -> Callable[[Rules], Statement | None]:
    """Make the `statement` of a rule that is in force under one value of an option, and idle under the others."""
    return lambda rules: Statement(sentence, _SOURCES) if rules.has(option, value) else None


def _instead(rule: str, section: str, about: str, **fields: Any) -> RuleEntry:
    """Make an entry that replaces a rule of the core for tossed discards, with other fields of `RuleEntry` by name."""
    return RuleEntry(rule, section, about, _SOURCES, replaces=(rule,), **fields)


def _call(kind: str, about: str, sentence: str) -> RuleEntry:
    """Make the entry of a rule that is in force under one kind of call."""
    return _instead(
        f"call.{kind}",
        "Calls",
        about,
        statement=_under("call", kind, sentence),
        options=("call",),
        ours="Of two identical discards a call claims the one tossed later, unless it is the deepest card of the call.",
    )


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    """List the rule about tossing, and each rule of the core about a pile in order."""
    return (
        RuleEntry(
            COVER,
            _TURN,
            "A discard is tossed among the others and may land on some of them. If you take or call a discard,"
            " you also take every card that lies on it, directly or on top of other cards, and no others.",
            _SOURCES,
            ours="If a program decides where a card lands, it lands on none, one, two or three of the others."
            " Each number, and each choice of cards, is equally likely.",
            question="How do the discards lie?",
        ),
        _instead("discard.open", _TURN, "All discards lie face up where they landed, in view of everyone."),
        _instead(
            "draw.top",
            _TURN,
            "You may take just one discard if nothing lies on it, either to keep it or only to use it at once.",
            statement=_top,
            options=("draw.top",),
        ),
        _instead(
            "draw.deep",
            _TURN,
            "You may take a discard that has others on it, together with every card that lies on it, if you use"
            " that discard at once. You may use it together with cards from your hand and other cards that you"
            " took, and you may keep what is left over.",
        ),
        _instead(
            "discard.not-taken",
            _TURN,
            "If you took just one discard, you may not discard it in the same turn.",
            statement=_under(
                "discard.barred",
                "lone-top",
                "If you took just one discard, you may not discard it in the same turn, but you may discard an"
                " identical card that you already had. If you took several cards, you may discard any of them that is"
                " still in your hand.",
            ),
            options=("discard.barred",),
            ours="A discard that was taken alone may not be tossed back, wherever it lay.",
        ),
        _instead(
            "stock.circle",
            _END,
            "When the stock is empty, the hand ends after a full round in which players only exchange discards.",
            statement=_circle,
            options=("stock.empty", "draw.top"),
            ours="The whole rule. Without it such a hand would never end.",
        ),
        _instead(
            "stock.reshuffle",
            _END,
            "When the stock runs out, the discards are shuffled and become the new stock.",
            statement=_under(
                "stock.empty",
                "reshuffle",
                "When a player wants to draw and the stock is empty, all discards except the one tossed last are"
                " shuffled and become the new stock. Nothing lies on the card that remains. This does not happen again"
                " until somebody has played a card to the table.",
            ),
            options=("stock.empty",),
            ours="The card tossed last stays, and nothing lies on it. The discards are reshuffled again only if a"
            " card has been played to the table since the last time.",
        ),
        _call(
            "full",
            "You may call any discards that can be melded or laid off without a card from your hand.",
            f"If discards can be melded or laid off without any card from a hand, a player may call. {_COME}, {_THEN}",
        ),
        _call(
            "layoffs",
            "You may call discards only to lay them off.",
            f"If discards can be laid off, a player may call. {_COME}, {_THEN} You cannot call for a new meld.",
        ),
        _call(
            "top",
            "You may call discards only if you also play every card that lies on them.",
            "If discards can be melded or laid off together with every card that lies on any of them, a player may"
            f" call. The caller takes just these, {_THEN} A caller who has done nothing but call in that turn may call"
            " again.",
        ),
    )
