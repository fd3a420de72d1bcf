"""The rules of Oklahoma in words, for `explain` and `rummy500 rules`."""

from __future__ import annotations

from typing import Final

from rummy500.hooks import RuleEntry, RulesSummary, Statement, hookimpl
from rummy500_oklahoma.composing import JOKERS, NEW_MELD_ONLY, OPENING_USE

_OURS: Final = "ours"
_SOURCE: Final = ("003",)
_BOTH: Final = ("003", _OURS)
_DEAL: Final = "The deal"
_MELDS: Final = "Melds"
_TURN: Final = "A turn"
_SCORING: Final = "Scoring"
_MATCH: Final = "The match"


def _jokers(summary: RulesSummary) -> Statement:
    if not summary.jokers:
        return Statement("Two packs of 52 without jokers are shuffled together: 104 cards.", _SOURCE)
    jokers = "1 joker" if summary.jokers == 1 else f"{summary.jokers} jokers"
    return Statement(
        f"Two packs of 52 and {jokers} in all are shuffled together: {104 + summary.jokers} cards.", _SOURCE
    )


def _first_dealer(summary: RulesSummary) -> Statement | None:
    if not summary.jokers:
        return None
    return Statement(
        "For the first deal everyone draws a card and the lowest deals, a joker counting lowest and an ace next; those"
        " who tie draw again.",
        _SOURCE,
    )


def _opening_use(summary: RulesSummary) -> Statement | None:
    if not summary.options[OPENING_USE]:
        return None
    return Statement("Whoever takes the upcard on offer must use it at once, as any top discard.", (_OURS,))


def _offer_with_duty(summary: RulesSummary) -> Statement | None:
    if not summary.options[OPENING_USE]:
        return None
    return Statement(
        "Before play, each player in turn from the dealer's left may take the upcard or pass; whoever takes it plays"
        " the first turn. If all pass, the player on the dealer's left begins and must draw from the stock.",
        _SOURCE,
        {"first turn": "whoever takes the upcard"},
    )


def _deuce(summary: RulesSummary) -> Statement:
    jokers = ", and so is a joker" if summary.jokers else ""
    return Statement(
        f"A deuce is wild{jokers}: it can be any card, even one that is already on the table. In its own place in a"
        " run and in a group of deuces it is natural. A deuce on the table never changes its role, and nobody takes it"
        " back.",
        _BOTH,
        {"wild cards": "deuces and jokers" if summary.jokers else "deuces"},
    )


def _ace_low(summary: RulesSummary) -> Statement | None:
    if summary.has("meld.ace", "high"):
        return None
    return Statement(
        "An ace lies low only before the natural deuce of its suit, never before a wild card in that place.", _BOTH
    )


def _swap(summary: RulesSummary) -> Statement | None:
    if not summary.jokers:
        return None
    take = "" if summary.options[NEW_MELD_ONLY] else ", or by taking the top discard, and with it the pile, for it"
    return Statement(
        "Only whoever played a joker may take it back, after drawing, by putting the natural card that it stands for in"
        f" its place, in a group any natural card of the rank{take}.",
        _SOURCE,
    )


def _whole_pile(summary: RulesSummary) -> Statement:
    uses = ["a new meld"]
    if not summary.options[NEW_MELD_ONLY]:
        own = "a lay-off on one of your side's melds" if summary.sides_play else "a lay-off on a meld of your own"
        uses += [own] if summary.has("meld.layoff", "own") else ["a lay-off"]
        uses += ["taking back a joker"] if summary.jokers else []
    return Statement(
        "Whoever takes the top discard takes the whole pile, and must use the top card at once, with any cards of"
        f" hand and pile: for {', '.join(uses[:-1])}{' or ' if uses[1:] else ''}{uses[-1]}. No card below the top"
        " can be taken.",
        _SOURCE,
        {} if summary.options[NEW_MELD_ONLY] else {"lay-offs": summary.layoffs},
    )


def _new_meld_only(summary: RulesSummary) -> Statement | None:
    if not summary.options[NEW_MELD_ONLY]:
        return None
    return Statement("The pile is taken for a new meld only, not for a lay-off and not for a joker.", (_OURS,))


def _values(summary: RulesSummary) -> Statement:
    joker = "; a joker 100, and 200 in hand" if summary.jokers else ""
    return Statement(
        "King, jack, ten, nine, eight and the other queens count 10, the queen of spades 50, seven to three 5, an ace"
        " 20 wherever it lies, a deuce as much as the card that it stands for, but 10 as the queen of spades and 5 as"
        f" itself or another deuce{joker}. In hand the queen of spades takes away 100 and a deuce 20.",
        _BOTH,
    )


def _target(summary: RulesSummary) -> Statement:
    target = summary.options["match.target"]
    reaches = "exceeds" if summary.has("match.reached", "exceed") else "reaches"
    if "must-go-out" in summary.plugins:
        return Statement("The winner of the match gets 200 points on top.", _SOURCE)
    return Statement(
        f"Whoever {reaches} {target} points wins, and of several the highest score. The winner of the match gets 200"
        " points on top.",
        _SOURCE if target == 1000 and reaches == "reaches" else _BOTH,
        {"match": f"{target} points"},
    )


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    """List the rules that Oklahoma adds, with those that they replace."""
    return (
        RuleEntry(
            JOKERS,
            "Players and cards",
            "Up to four jokers are added to the two packs.",
            _SOURCE,
            options=(JOKERS,),
            statement=_jokers,
            replaces=("deck.pack",),
        ),
        RuleEntry(
            "deal.first-dealer",
            _DEAL,
            "In the draw for the deal a joker is lowest.",
            _SOURCE,
            options=(JOKERS,),
            statement=_first_dealer,
            replaces=("deal.first-dealer",),
        ),
        RuleEntry(
            OPENING_USE,
            _DEAL,
            "Whoever takes the upcard on offer may have to use it at once.",
            (_OURS,),
            ours="The whole rule: the source has the taker meld if able and willing.",
            options=(OPENING_USE,),
            statement=_opening_use,
            question="How does the discard pile begin?",
        ),
        RuleEntry(
            "deal.opening-offer",
            _DEAL,
            "The upcard is offered to each player in turn before anybody draws.",
            _SOURCE,
            options=(OPENING_USE,),
            statement=_offer_with_duty,
            replaces=("deal.opening-offer",),
        ),
        RuleEntry(
            "oklahoma.deuce",
            _MELDS,
            "Deuces are wild.",
            _BOTH,
            ours="That a deuce is natural in its own place and in a group of deuces.",
            options=(JOKERS,),
            statement=_deuce,
            replaces=("deck.no-jokers", "meld.joker"),
        ),
        RuleEntry(
            "meld.joker-role",
            _MELDS,
            "Whoever melds a wild card in a run says which card it is, and it stays that card; in a group it has the"
            " group's rank and no suit.",
            _SOURCE,
            replaces=("meld.joker-role",),
        ),
        RuleEntry(
            "meld.joker-count",
            _MELDS,
            "A meld may hold any number of wild cards in any places, as long as one of its cards is natural; a deuce in"
            " its own place is one.",
            _BOTH,
            ours="One card of the meld must be natural.",
            replaces=("meld.joker-count",),
        ),
        RuleEntry(
            "oklahoma.group-closed",
            _MELDS,
            "A group of four is closed, wild cards counted, and no group is larger.",
            _SOURCE,
            options=("meld.group-max",),
            replaces=("meld.group-max",),
        ),
        RuleEntry(
            "oklahoma.ace-low",
            _MELDS,
            "An ace lies low only before a natural deuce.",
            _BOTH,
            ours="That the deuce must be of the ace's own suit, and that a joker in its place does not count as one.",
            options=("meld.ace",),
            statement=_ace_low,
            question="Where does an ace lie in a run?",
        ),
        RuleEntry(
            "oklahoma.swap",
            _MELDS,
            "Whoever played a joker may take it back for the natural card.",
            _SOURCE,
            options=(JOKERS, NEW_MELD_ONLY),
            statement=_swap,
            question="What can a joker do?",
        ),
        RuleEntry(
            "draw.whole-pile",
            _TURN,
            "The pile is taken whole, and its top card is used at once.",
            _SOURCE,
            options=(NEW_MELD_ONLY, JOKERS, "meld.layoff"),
            statement=_whole_pile,
            replaces=("draw.top", "draw.deep", "draw.deep-use"),
        ),
        RuleEntry(
            NEW_MELD_ONLY,
            _TURN,
            "The pile may be taken for a new meld only.",
            (_OURS,),
            ours="The whole rule, as others play Oklahoma.",
            options=(NEW_MELD_ONLY,),
            statement=_new_meld_only,
            question="How must a taken card be used?",
        ),
        RuleEntry(
            "oklahoma.queen",
            _TURN,
            "The queen of spades may be discarded only as the last card of a hand, or if the hand has only queens of"
            " spades.",
            _BOTH,
            ours="That one of two queens of spades may be discarded if a hand has only these.",
            question="What may not be discarded?",
        ),
        RuleEntry(
            "oklahoma.values",
            _SCORING,
            "The values of Oklahoma, on the table and in hand.",
            _BOTH,
            ours="20 for the ace, which the source's table leaves out.",
            options=(JOKERS,),
            statement=_values,
            replaces=("score.values", "score.ace-one"),
        ),
        RuleEntry(
            "oklahoma.out-bonus",
            _SCORING,
            "Going out earns 100 points; 250 instead for melding the whole hand in one turn with nothing melded before"
            " it. The 250 never help to reach the target, and count for the highest score among those who reach it.",
            _BOTH,
            ours="That the 250 never count towards the target in later hands either, and that they count in a tie that"
            " is played on.",
            claims={"points for going out": "100"},
            replaces=("score.no-bonus",),
        ),
        RuleEntry(
            "oklahoma.target",
            _MATCH,
            "The match is played to 1000 points, and its winner gets 200.",
            _BOTH,
            ours="That nobody gets the 200 until a tie has been played on.",
            options=("match.target", "match.reached"),
            statement=_target,
            replaces=("match.target", "match.highest"),
        ),
    )
