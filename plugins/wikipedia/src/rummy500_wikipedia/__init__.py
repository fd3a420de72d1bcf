"""The preset `wikipedia`, and hands that do not count if nobody could take from the pile (`stock.no-deduction`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import rummy500 as r5
from rummy500.hooks import (
    DRAW_PHASE,
    EMPTY_BAG,
    OVER_PHASE,
    Deducts,
    Option,
    OptionValue,
    PluginInfo,
    Preset,
    RuleEntry,
    Rules,
    Statement,
    StateOrView,
    Turn,
    View,
    hookimpl,
    nobody_deducts,
    replace,
)

_NO_DEDUCTION: Final = "wikipedia.no-deduction"
_RULE: Final = "stock.no-deduction"

_PRESET: Final = Preset(
    "wikipedia",
    "001",
    "cards count 5, 10 or 15; even the top discard must be used at once; the first cards that you lay down must count"
    " 30 points; you may call only for the last discard",
    {
        "deal.next-dealer": "winner",
        "meld.group-suits": "any",
        "meld.first-minimum": 30,
        "draw.top": "must-meld",
        "call": "last-discard",
        "match.reached": "reach",
    },
    plugins=("wikipedia", "five-ten-fifteen"),
)


_OPTIONS: Final = (
    Option(
        _NO_DEDUCTION,
        _RULE,
        "whether hands do not count when the stock has run out and nobody can take a card",
        flag=True,
        default=True,
        words={True: "cards in hand do not count if nobody could take", False: "cards in hand always count"},
    ),
)


@hookimpl
def plugin_info() -> PluginInfo:
    """Describe the plugin."""
    return PluginInfo(
        "wikipedia",
        "if the stock runs out and nobody could take from the pile, cards in hand do not count; belongs to the preset"
        " wikipedia",
        source="001",
        options=_OPTIONS,
        presets=(_PRESET,),
    )


#: How a hand ends if nobody goes out and no plugin ends it; a position need not say.
_BY_STOCK: Final = ("", "stock", "circle")


@hookimpl
def deducts(rule: Deducts, options: Mapping[str, OptionValue]) -> Deducts | None:
    """Deduct no hand if nobody went out and nobody could have taken (`stock.no-deduction`).

    If the text of a variant in play deducts hands then, they are deducted.
    """
    if not options[_NO_DEDUCTION] or rule is nobody_deducts:
        return None

    def deducted(rules: Rules, sight: StateOrView, seat: int) -> bool | None:
        counts = rule(rules, sight, seat)
        public = sight.public
        by_stock = public.phase == OVER_PHASE and public.out < 0 and public.ended in _BY_STOCK
        if not counts or rules.scoring.deducts_at_stock_end or not by_stock:
            return counts
        return somebody_could_take(rules, sight)

    return deducted


def somebody_could_take(rules: Rules, sight: StateOrView) -> bool | None:
    """Whether any seat could legally take from the pile, if it were its turn; `None` if hidden hands decide.

    Args:
        rules: the rules in force.
        sight: a hand that is over, or the view of it.
    """
    hands = [sight.hand_of(seat) for seat in range(rules.seats)]
    for seat, hand in enumerate(hands):
        asked = replace(sight.public, phase=DRAW_PHASE, to_act=seat, turn=Turn(), ended="", out=-1)
        if hand is not None:
            view = View(seat=seat, public=asked, hand=hand, drawn=EMPTY_BAG, memories=sight.memories)
            legal = r5.legal_actions(rules, view)
            if any(action.verb == "take" for action in legal):
                return True
    return None if None in hands else False


def _spared(rules: Rules) -> Statement | None:
    if not rules.options[_NO_DEDUCTION] or rules.scoring.deducts_at_stock_end or rules.scoring.nobody_deducts:
        return None
    return Statement(_SENTENCE, ("001", "ours"), {"hands at the stock's end": "spared"})


_SENTENCE: Final = (
    "If the hand ends because the stock has run out, and no player could have taken a card from the pile,"
    " nobody's hand counts against them. If anyone could have taken a card, every hand counts."
)


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    """Add the rule to the catalogue; all other rules of the preset are the core's."""
    return (
        RuleEntry(
            _RULE,
            "Scoring",
            _SENTENCE,
            ("001", "ours"),
            ours="It does not matter in whose turn the hand ended: every player is asked whether they could have taken"
            " a card as if it were their turn.",
            options=(_NO_DEDUCTION,),
            statement=_spared,
            question="What if the stock runs out?",
        ),
    )
