"""The rules of floating in words, for `explain` and `rummy500 rules`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import OptionValue, RuleEntry, Rules, Statement, hookimpl
from rummy500_floating.names import CLAIM, CLAIM_RULE, FLOATING_RULE, LAST_DISCARD, UNPLAYABLE, UNPLAYABLE_RULE

_SECTION: Final = "Going out, and the end of the stock"
_BOTH: Final = ("000", "ours")


def _floats(rules: Rules) -> Statement:
    calls = ""
    if rules.has("call", "last-discard"):
        calls = " A turn that ends because its player floats leaves no discard to call."
    elif not rules.has("call", "none"):
        calls = " A floater may also call."
    return Statement(
        "If you play your last card to the table, your turn ends without a discard, but the hand goes on: you float,"
        " and the next player's turn begins. A floater's turn is like any other: draw or take, meld and lay off,"
        " discard. A floater who plays every card to the table again keeps floating. You go out by discarding your last"
        " card"
        f"{_but(rules)}{_end(rules)}.{calls}",
        _BOTH,
        {"going out": "by a discard"},
    )


def _end(rules: Rules) -> str:
    """The end of the hand, unless others may lay off late: then the rule for that has it."""
    return "" if rules.options.get("add-opponents-hand.late-layoffs") else ", and the hand ends at once"


def _but(rules: Rules) -> str:
    if rules.has(LAST_DISCARD, UNPLAYABLE):
        return " if you could not lay it off"
    return " if nobody claims it" if rules.has(LAST_DISCARD, CLAIM) else ""


def _unplayable(rules: Rules) -> Statement | None:
    if not rules.has(LAST_DISCARD, UNPLAYABLE):
        return None
    return Statement(
        "You may not discard your last card if you could lay it off. You must lay it off, and you float.", _BOTH
    )


def _claim(rules: Rules) -> Statement | None:
    if not rules.has(LAST_DISCARD, CLAIM):
        return None
    strict = " After the turn in which the last card of the stock is drawn, nobody can claim." if _strict(rules) else ""
    stop = ", or after a Stop to the player whose turn it has delayed" if "michigan" in rules.plugins else ""
    minimum = " A player who has not opened yet cannot claim." if rules.options["meld.first-minimum"] else ""
    return Statement(
        "If somebody else could lay off a player's last discard, the others are asked one by one, starting on that"
        " player's left: each may claim the card and lay it off, or pass. If everyone passes, that player has gone out."
        f" If somebody claims it, the player who discarded it floats, and the turn passes to their left{stop}."
        + minimum
        + strict,
        _BOTH,
    )


def _strict(rules: Rules) -> bool:
    return rules.has("stock.empty", "strict")


_WINDOW: Final = RuleEntry(
    "call.window",
    "Calls",
    "You may call after a turn has ended, by a discard or because its player floats, and before the next player"
    " draws, takes or passes. You cannot call before the first turn has ended or after the hand is over.",
    _BOTH,
    ours="You may also call after a turn that ended because its player floats.",
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
            "A player who has played every card to the table floats. The hand goes on until somebody discards"
            " their last card.",
            _BOTH,
            ours="A floater may take just the top discard only to play it, and may call. Several players may"
            " float. When the stock is empty, a floater takes a card and uses it, or passes, which ends the"
            " hand.",
            options=(LAST_DISCARD,),
            statement=_floats,
            replaces=("out.meld-or-discard",),
        ),
        RuleEntry(
            UNPLAYABLE_RULE,
            _SECTION,
            "You may not go out by discarding a card that you could lay off.",
            _BOTH,
            ours="A card counts as playable if its player may lay it off under all the rules in force.",
            options=(LAST_DISCARD,),
            statement=_unplayable,
            question="Can you go out by discarding a card that fits a meld?",
        ),
        RuleEntry(
            CLAIM_RULE,
            _SECTION,
            "The others may claim a player's last discard if they could lay it off.",
            _BOTH,
            ours="A claimant must meet the conditions for calling the last discard. If nobody else could lay the"
            " card off, the hand ends at once. Players may claim even in games without calls.",
            options=(LAST_DISCARD,),
            statement=_claim,
            question="Can you go out by discarding a card that fits a meld?",
        ),
        *window,
    )
