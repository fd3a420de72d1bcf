"""The rules of Oklahoma in words, for `explain` and `rummy500 rules`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rummy500.hooks import RuleEntry, Rules, Statement, hookimpl
from rummy500_oklahoma.composing import JOKERS, NEW_MELD_ONLY, OPENING_USE

_OURS: Final = ("ours",)
_SOURCE: Final = ("003",)
_BOTH: Final = (*_SOURCE, *_OURS)
_DEAL: Final = "The deal"
_MELDS: Final = "Melds"
_TURN: Final = "A turn"
_SCORING: Final = "Scoring"
_MATCH: Final = "The match"


def _jokers(rules: Rules) -> Statement:
    if not rules.deal.jokers:
        return Statement("Two packs of 52 without jokers are shuffled together: 104 cards.", _SOURCE)
    jokers = "1 joker" if rules.deal.jokers == 1 else f"{rules.deal.jokers} jokers"
    return Statement(
        f"Two packs of 52 and {jokers} in all are shuffled together: {104 + rules.deal.jokers} cards.", _SOURCE
    )


def _with(option: str, statement: Statement) -> Callable[[Rules], Statement | None]:
    """Make the `statement` of a rule that is in force only with an option."""
    return lambda rules: statement if rules.options[option] else None


def _deuce(rules: Rules) -> Statement:
    jokers = ", and so is a joker" if rules.deal.jokers else ""
    return Statement(
        f"A deuce is wild{jokers}. A wild card can be any card, even one that is already on the table. In its own place"
        " in a run, and in a group of deuces, a deuce is natural. A deuce on the table never changes its role, and"
        " nobody can take it back.",
        _BOTH,
        {"wild cards": "deuces and jokers" if rules.deal.jokers else "deuces"},
    )


def _ace_low(rules: Rules) -> Statement | None:
    if rules.has("meld.ace", "high", "round"):
        return None
    return Statement(
        "An ace can be low only next to the natural deuce of its suit, never next to a wild card in that place.", _BOTH
    )


def _swap(rules: Rules) -> Statement | None:
    if not rules.deal.jokers:
        return None
    take = (
        ""
        if rules.options[NEW_MELD_ONLY]
        else " You may also take the top discard, and with it the whole pile, to do this."
    )
    return Statement(
        "If you played a joker, only you may take it back, after drawing, by putting the natural card that it stands"
        f" for in its place; in a group any natural card of that rank will do.{take}",
        _SOURCE,
    )


def _whole_pile(rules: Rules) -> Statement:
    uses, claims = ["a new meld"], dict[str, str]()
    if not rules.options[NEW_MELD_ONLY]:
        layoff, claimed = "a lay-off", "any meld"
        if rules.has("meld.layoff", "own") and rules.sides_play:
            layoff, claimed = "a lay-off on one of your side's melds", "melds of one's side"
        elif rules.has("meld.layoff", "own"):
            layoff, claimed = "a lay-off on a meld of your own", "one's own melds"
        claims["lay-offs"] = claimed
        uses.append(layoff)
        uses += ["taking back a joker"] if rules.deal.jokers else []
    return Statement(
        "If you take the top discard, you take the whole pile. You must use the top card at once, with any cards of"
        f" your hand and the pile, for {', '.join(uses[:-1])}{' or ' if uses[1:] else ''}{uses[-1]}. You cannot choose"
        " a card from below the top.",
        _SOURCE,
        claims,
    )


def _values(rules: Rules) -> Statement:
    joker, joker_in_hand = ("; a joker counts 100", ", and a joker 200") if rules.deal.jokers else ("", "")
    return Statement(
        "The queen of spades counts 50; the other queens and the kings, jacks, tens, nines and eights count 10; sevens"
        " to threes count 5; an ace counts 20 wherever it lies; a deuce counts as much as the card that it stands for,"
        f" but 10 as the queen of spades and 5 as itself or another deuce{joker}. In hand the queen of spades costs you"
        f" 100 and a deuce 20{joker_in_hand}.",
        _BOTH,
    )


def _target(rules: Rules) -> Statement:
    target = rules.options["match.target"]
    reaches = "exceeds" if rules.has("match.reached", "exceed") else "reaches"
    if "must-go-out" in rules.plugins:
        return Statement("The winner of the match gets 200 extra points.", _SOURCE)
    return Statement(
        f"Whoever {reaches} {target} points wins; if several do, the highest score wins. The winner of the match gets"
        " 200 extra points.",
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
            "Up to four jokers may be added to the two packs.",
            _SOURCE,
            options=(JOKERS,),
            statement=_jokers,
            replaces=("deck.pack",),
        ),
        RuleEntry(
            "deal.first-dealer",
            _DEAL,
            "When players draw for the deal, a joker is lowest.",
            _SOURCE,
            options=(JOKERS,),
            statement=_with(
                JOKERS,
                Statement(
                    "For the first deal everyone draws a card, and the player with the lowest card deals. A joker is"
                    " lowest, and an ace is next. Players who tie draw again.",
                    _SOURCE,
                ),
            ),
            replaces=("deal.first-dealer",),
        ),
        RuleEntry(
            OPENING_USE,
            _DEAL,
            "Your table may choose that whoever takes the upcard when it is offered must use it at once.",
            _OURS,
            ours="The whole rule. In the source the player who takes the upcard melds if able and willing.",
            options=(OPENING_USE,),
            statement=_with(
                OPENING_USE,
                Statement(
                    "Whoever takes the upcard when it is offered must use it at once, like any top discard.", _OURS
                ),
            ),
            question="How does the discard pile begin?",
        ),
        RuleEntry(
            "deal.opening-offer",
            _DEAL,
            "Before anybody draws, the upcard is offered to each player in turn.",
            _SOURCE,
            options=(OPENING_USE,),
            statement=_with(
                OPENING_USE,
                Statement(
                    "Before play begins, the upcard is offered to each player in turn, starting on the dealer's left. A"
                    " player may take it or pass. Whoever takes it plays the first turn. If everyone passes, the player"
                    " on the dealer's left begins and must draw from the stock.",
                    _SOURCE,
                    {"first turn": "whoever takes the upcard"},
                ),
            ),
            replaces=("deal.opening-offer",),
        ),
        RuleEntry(
            "oklahoma.deuce",
            _MELDS,
            "Deuces are wild.",
            _BOTH,
            ours="A deuce is natural in its own place and in a group of deuces.",
            options=(JOKERS,),
            statement=_deuce,
            replaces=("deck.no-jokers", "meld.joker"),
        ),
        RuleEntry(
            "meld.joker-role",
            _MELDS,
            "When you meld a wild card in a run, you say which card it is, and it stays that card. In a group it"
            " has the group's rank but no suit.",
            _SOURCE,
            replaces=("meld.joker-role",),
        ),
        RuleEntry(
            "meld.joker-count",
            _MELDS,
            "A meld may have any number of wild cards in any places, as long as at least one of its cards is"
            " natural. A deuce in its own place counts as natural.",
            _BOTH,
            ours="At least one card of a meld must be natural.",
            replaces=("meld.joker-count",),
        ),
        RuleEntry(
            "oklahoma.group-closed",
            _MELDS,
            "A group of four cards is closed, including wild cards, and no group is larger.",
            _SOURCE,
            options=("meld.group-max",),
            replaces=("meld.group-max",),
        ),
        RuleEntry(
            "oklahoma.ace-low",
            _MELDS,
            "An ace can be low only next to a natural deuce.",
            _BOTH,
            ours="Beside a low ace the deuce must be of the ace's own suit, and a joker in its place does not count as"
            " one.",
            options=("meld.ace",),
            statement=_ace_low,
            question="Is the ace high or low in a run?",
        ),
        RuleEntry(
            "oklahoma.swap",
            _MELDS,
            "The player who played a joker may take it back and put the natural card in its place.",
            _SOURCE,
            options=(JOKERS, NEW_MELD_ONLY),
            statement=_swap,
            question="What can a joker do?",
        ),
        RuleEntry(
            "draw.whole-pile",
            _TURN,
            "You must take the whole pile and use its top card at once.",
            _SOURCE,
            options=(NEW_MELD_ONLY, JOKERS, "meld.layoff"),
            statement=_whole_pile,
            replaces=("draw.top", "draw.deep", "draw.deep-use"),
        ),
        RuleEntry(
            NEW_MELD_ONLY,
            _TURN,
            "You may take the pile only for a new meld.",
            _OURS,
            ours="That the pile may be taken only for a new meld is an option, as others play Oklahoma.",
            options=(NEW_MELD_ONLY,),
            statement=_with(
                NEW_MELD_ONLY,
                Statement(
                    "You may take the pile only for a new meld, not for a lay-off or to take back a joker.", _OURS
                ),
            ),
            question="How must you use a card that you take?",
        ),
        RuleEntry(
            "oklahoma.queen",
            _TURN,
            "You may discard the queen of spades only as your last card, or if you hold only queens of spades.",
            _BOTH,
            ours="A player who holds only the two queens of spades may discard one of them.",
            question="Which cards may you not discard?",
        ),
        RuleEntry(
            "oklahoma.values",
            _SCORING,
            "Cards have their own points in Oklahoma, on the table and in hand.",
            _BOTH,
            ours="An ace counts 20; the source's table leaves it out.",
            options=(JOKERS,),
            statement=_values,
            replaces=("score.values", "score.ace-one"),
        ),
        RuleEntry(
            "oklahoma.out-bonus",
            _SCORING,
            "Going out earns 100 points, or 250 if you meld your whole hand in one turn and have melded nothing"
            " before. The 250 never help you to reach the target, but they count when the scores of those who"
            " reached it are compared.",
            _BOTH,
            ours="The 250 do not count towards the target in later hands either. They count when a tie is played off.",
            claims={"points for going out": "100"},
            replaces=("score.no-bonus",),
        ),
        RuleEntry(
            "oklahoma.target",
            _MATCH,
            "The match is played to 1000 points, and the winner gets 200 extra points.",
            _BOTH,
            ours="If there is a tie, nobody gets the 200 until it has been played off.",
            options=("match.target", "match.reached"),
            statement=_target,
            replaces=("match.target", "match.highest"),
        ),
    )
