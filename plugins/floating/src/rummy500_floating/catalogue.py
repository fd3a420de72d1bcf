"""The rules of floating in words, for `explain` and `rummy500 rules`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import OptionValue, RuleEntry, RulesSummary, Statement, hookimpl
from rummy500_floating.names import CLAIM, CLAIM_RULE, FLOATING_RULE, LAST_DISCARD, UNPLAYABLE, UNPLAYABLE_RULE

_SECTION: Final = "Going out, and the end of the stock"
_BOTH: Final = ("000", "ours")


def _floats(summary: RulesSummary) -> Statement:
    calls = ""
    if summary.has("call", "last-discard"):
        calls = " A turn that ends in floating leaves no discard that could be called."
    elif not summary.has("call", "none"):
        calls = " A floater may call, too."
    return Statement(
        "Putting your last card on the table ends your turn without a discard, but not the hand: you float, and the"
        " next player's turn begins. A floater's turn is like any other: draw or take, meld and lay off, discard."
        " Whoever puts everything on the table again floats on. You go out by discarding your last card"
        f"{_but(summary)}{_end(summary)}.{calls}",
        _BOTH,
        {"going out": "by a discard"},
    )


def _end(summary: RulesSummary) -> str:
    """The end of the hand, unless others may lay off late: then the rule for that has it."""
    return "" if summary.options.get("add-opponents-hand.late-layoffs") else ", and the hand ends at once"


def _but(summary: RulesSummary) -> str:
    if summary.has(LAST_DISCARD, UNPLAYABLE):
        return " if you could not lay it off"
    return " if nobody claims it" if summary.has(LAST_DISCARD, CLAIM) else ""


def _unplayable(summary: RulesSummary) -> Statement | None:
    if not summary.has(LAST_DISCARD, UNPLAYABLE):
        return None
    return Statement(
        "Your last card may not be discarded while you could lay it off: it must be laid off, and you float.", _BOTH
    )


def _claim(summary: RulesSummary) -> Statement | None:
    if not summary.has(LAST_DISCARD, CLAIM):
        return None
    strict = " After the turn that ends the hand with the stock nothing is claimed." if _strict(summary) else ""
    stop = ", or after a Stop to the player whose turn it has delayed" if "michigan" in summary.plugins else ""
    minimum = " Who has not opened yet cannot claim." if summary.options["meld.first-minimum"] else ""
    return Statement(
        "If a player's last discard could be laid off by somebody else, the others are asked one by one, from that"
        " player's left: each may claim it and lay it off, or pass. If all pass that player has gone out. If one"
        f" claims, the player who discarded it floats, and the turn passes to their left{stop}." + minimum + strict,
        _BOTH,
    )


def _strict(summary: RulesSummary) -> bool:
    return summary.has("stock.empty", "strict")


_WINDOW: Final = RuleEntry(
    "call.window",
    "Calls",
    "A call comes after a turn has ended, by a discard or because a player floats, and before the next player draws,"
    " takes or passes; never before the first turn has ended, nor after the hand has.",
    _BOTH,
    ours="That calls may follow a turn that ended because a player floats.",
    replaces=("call.window",),
)


@hookimpl
def entries(options: Mapping[str, OptionValue]) -> tuple[RuleEntry, ...]:
    """List the rules that the plugin adds, with those that they replace."""
    # After floating there is no last discard; every other call may follow.
    window = () if options["call"] in ("none", "last-discard") else (_WINDOW,)
    return (
        RuleEntry(
            FLOATING_RULE,
            _SECTION,
            "Whoever has put all cards on the table floats: the hand goes on until a last card is discarded.",
            _BOTH,
            ours="A floater takes a lone top card only to meld it; may call; several may float; with an empty stock a"
            " floater takes with a use, or passes, which ends the hand.",
            options=(LAST_DISCARD,),
            statement=_floats,
            replaces=("out.meld-or-discard",),
        ),
        RuleEntry(
            UNPLAYABLE_RULE,
            _SECTION,
            "Nobody goes out by discarding a card that they could lay off.",
            _BOTH,
            ours="A card counts as playable if its player may lay it off by all rules in force.",
            options=(LAST_DISCARD,),
            statement=_unplayable,
            question="May you go out by discarding a card that fits?",
        ),
        RuleEntry(
            CLAIM_RULE,
            _SECTION,
            "A last discard that could be laid off may be claimed by the others.",
            _BOTH,
            ours="A claimant must fulfil the conditions of a call of the last discard; if nobody else could lay the"
            " card off the hand ends at once; claims are made even in games without calls.",
            options=(LAST_DISCARD,),
            statement=_claim,
            question="May you go out by discarding a card that fits?",
        ),
        *window,
    )
