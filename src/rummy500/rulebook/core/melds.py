"""Entries of the rules about melds and lay-offs (`meld.*`)."""

from __future__ import annotations

from typing import Final

from rummy500.melds.shapes import SMALLEST
from rummy500.options import CORE_OPTIONS
from rummy500.rulebook.card_values import named_cards
from rummy500.rulebook.entry import DOCUMENTS, OURS, Omission, RuleEntry, RulesSummary, Statement, counted

_SECTION: Final = "Melds"
_WHAT_IS_A_MELD: Final = "What is a meld?"
_WHAT_JOKERS_DO: Final = "What can a joker do?"
_WHO_LAYS_OFF: Final = "Who may lay off, and where?"
_JOKERS: Final = ("deck.jokers",)


def _packs(summary: RulesSummary) -> str:
    return CORE_OPTIONS["deck.packs"].meaning(summary.packs)


def _group_suits(summary: RulesSummary) -> Statement:
    if summary.has("meld.group-suits", "any"):
        equal = f": equal cards of {_packs(summary)} may stand side by side" if summary.packs > 1 else ""
        return Statement(f"The suits in a group do not matter{equal}.", ("003",))
    wild = "; a wild card has no suit" if summary.wilds else ""
    packs = f", even with {_packs(summary)}" if summary.packs > 1 else ""
    return Statement(f"No two natural cards of a group may be of one suit{packs}{wild}.", ("000",))


def _group_max(summary: RulesSummary) -> Statement:
    if summary.has("meld.group-max", 0):
        sources: tuple[str, ...] = ("002", "003", "004")
    elif summary.has("meld.group-max", 4):
        sources = ("000", "001")
    else:
        sources = (OURS,)
    wild = f", {'jokers' if summary.only_jokers_wild else 'wild cards'} counted" if summary.wilds else ""
    return Statement(f"A group never grows beyond {summary.group_cap} cards{wild}.", sources)


def _three_make_a_run(summary: RulesSummary) -> bool:
    return summary.has("meld.run-min", SMALLEST)


def _run_min(summary: RulesSummary) -> Statement:
    least = summary.options["meld.run-min"]
    sources: tuple[str, ...] = {3: DOCUMENTS, 4: ("001",)}.get(least if isinstance(least, int) else 0, (OURS,))
    return Statement(f"A new run needs at least {least} cards.", sources)


def _ace(summary: RulesSummary) -> Statement:
    if summary.has("meld.ace", "high"):
        return Statement("In a run an ace lies only above the king, never below the two.", ("003",))
    if summary.has("meld.ace", "low"):
        return Statement("In a run an ace lies only below the two, never above the king.", (OURS,))
    return Statement(
        "In a run an ace lies below the two or above the king. A run has only one ace and cannot go king, ace, two;"
        " in a run of all thirteen cards the ace is the low one, however the run was built.",
        DOCUMENTS,
    )


def _joker(summary: RulesSummary) -> Statement | None:
    if not summary.wilds:
        return None
    if not summary.only_jokers_wild:
        names = "The wild cards change during play, as other rules say."
        if not summary.wilds_change:
            names = f"These cards are wild: {', '.join(named_cards(dict.fromkeys(summary.wilds, '')).values())}."
        claims = {"wild cards": "others"} | ({"jokers": "wild"} if summary.wild_jokers else {})
        return Statement(
            f"{names} A wild card can take the place of any card, even of one that is already on the table; in its"
            " own place in a run and in a group of its own rank it is natural. Every other card is natural.",
            (OURS,),
            claims,
        )
    return Statement(
        "A joker is wild: it can take the place of any card, even of one that is already on the table. Every other"
        " card is natural.",
        ("000", "001", "002", "004"),
        {"wild cards": "jokers", "jokers": "wild"},
    )


def _joker_role(summary: RulesSummary) -> Statement | None:
    if not summary.wilds:
        return None
    there_are = 4 if summary.has("meld.group-suits", "different") else 4 * summary.packs
    card = "joker" if summary.only_jokers_wild else "wild card"
    return Statement(
        f"Whoever melds a {card} says what it is: in a run a certain card, which it stays for good; in a group a"
        f" card of its rank, without a suit. There must be a card that it can be, so no group with a {card} has"
        f" more than {min(there_are, summary.group_cap)} cards.",
        ("000", "002") if summary.only_jokers_wild else (OURS,),
    )


def _joker_count(summary: RulesSummary) -> Statement | None:
    if not summary.wilds:
        return None
    cards = "jokers" if summary.only_jokers_wild else "wild cards"
    return Statement(
        f"A meld may hold any number of {cards} in any places, as long as one of its cards is natural.", ("000", OURS)
    )


def _layoff(summary: RulesSummary) -> Statement:
    whose = "any meld on the table, whoever began it"
    if summary.has("meld.layoff", "own"):
        whose = "one of your side's melds" if summary.sides_play else "one of your melds"
    return Statement(
        f"You may add cards to {whose}: to a group by rank, to a run at either end. They score for whoever added them.",
        DOCUMENTS,
        {"lay-offs": summary.layoffs},
    )


def _after_meld(summary: RulesSummary) -> Statement | None:
    if not summary.has("meld.layoff", "after-meld"):
        return None
    calls = "" if summary.has("call", "none") else " The same goes for any call."
    return Statement(
        "You may lay off, also as the use of a take, only when you have begun a meld of your own earlier in the hand."
        + calls,
        ("002", OURS),
    )


def _own(summary: RulesSummary) -> Statement | None:
    if not summary.has("meld.layoff", "own"):
        return None
    others = "another side" if summary.sides_play else "others"
    return Statement(f"You may not lay off on melds that {others} began.", ("003",), {"lay-offs": summary.layoffs})


def _first_minimum(summary: RulesSummary) -> Statement | None:
    least = summary.options["meld.first-minimum"]
    if not isinstance(least, int) or not least:
        return None
    calls = " Until you have opened you cannot call." if summary.has("call", "last-discard") else ""
    return Statement(
        f"In the first turn of a hand in which you play to the table, all cards that you play must count"
        f" {counted(least, 'point')} or more together before you discard or go out; if the turn cannot reach"
        f" that, you may not begin.{calls}",
        ("001", OURS) if least == 30 else (OURS,),
    )


MELD_RULES: Final = (
    RuleEntry(
        "meld.size",
        _SECTION,
        "A meld is a group or a run. It has at least three cards and stays on the table until the hand ends.",
        DOCUMENTS,
        question=_WHAT_IS_A_MELD,
    ),
    RuleEntry(
        "meld.group",
        _SECTION,
        "A group is made of cards of one rank.",
        ("000", "001"),
        question=_WHAT_IS_A_MELD,
    ),
    RuleEntry(
        "meld.group-suits",
        _SECTION,
        "The natural cards of a group differ in suit, or need not.",
        ("000", "003", OURS),
        ours="Suits need not differ where 001, 002 and 004 are silent.",
        ours_for=("001", "002", "004"),
        options=("meld.group-suits", "deck.jokers", "deck.packs"),
        statement=_group_suits,
        question="May cards of a group be of one suit?",
    ),
    RuleEntry(
        "meld.group-max",
        _SECTION,
        "A group has a greatest size: four, or as many cards as the packs hold of a rank, or another number.",
        ("000", "001", "002", "003", "004"),
        options=("meld.group-max", "meld.group-suits", "deck.packs", "deck.jokers"),
        statement=_group_max,
        question="How large may a group grow?",
    ),
    RuleEntry(
        "meld.run",
        _SECTION,
        "A run is made of cards of one suit that follow each other without a gap.",
        DOCUMENTS,
        question=_WHAT_IS_A_MELD,
    ),
    RuleEntry(
        "meld.run-min",
        _SECTION,
        "A new run has a least length, three cards unless more are asked for.",
        DOCUMENTS,
        options=("meld.run-min",),
        statement=_run_min,
        question="How long must a run be?",
        omission=Omission(
            "where three cards are enough for a run, the size of every meld says it", "meld.size", _three_make_a_run
        ),
    ),
    RuleEntry(
        "meld.ace",
        _SECTION,
        "An ace is the low or the high end of a run, as the rules allow, and no run goes on past it.",
        DOCUMENTS,
        options=("meld.ace",),
        statement=_ace,
        question="Where does an ace lie in a run?",
    ),
    RuleEntry(
        "meld.joker",
        _SECTION,
        "Jokers are wild and take the place of any card.",
        ("000", "001", "002", "004", OURS),
        ours="Where a plugin makes other cards wild: that they are natural in their own place.",
        options=_JOKERS,
        statement=_joker,
        question=_WHAT_JOKERS_DO,
    ),
    RuleEntry(
        "meld.joker-role",
        _SECTION,
        "A joker on the table is one certain card of a run for good, or a card of the group's rank that can exist.",
        ("000", "002", OURS),
        ours="That it holds for other wild cards, too.",
        options=("deck.jokers", "meld.group-suits", "meld.group-max", "deck.packs"),
        statement=_joker_role,
        question=_WHAT_JOKERS_DO,
    ),
    RuleEntry(
        "meld.joker-count",
        _SECTION,
        "A meld may hold any number of jokers beside a natural card.",
        ("000", OURS),
        ours="One card of the meld must be natural.",
        options=_JOKERS,
        statement=_joker_count,
        question=_WHAT_JOKERS_DO,
    ),
    RuleEntry(
        "meld.optional",
        _SECTION,
        "You may meld, but you never have to.",
        ("002",),
        question="Must you meld?",
    ),
    RuleEntry(
        "meld.first-minimum",
        _SECTION,
        "To open, a player must play cards worth a number of points within one turn.",
        ("001", OURS),
        ours="What counts is everything played in that turn, lay-offs and the use of a take included; another number"
        " than 30; no call of a last discard before opening.",
        options=("meld.first-minimum", "call"),
        statement=_first_minimum,
        question="Does it take points to open?",
    ),
    RuleEntry(
        "meld.layoff",
        _SECTION,
        "Cards may be added to melds that lie on the table, and score for whoever added them.",
        DOCUMENTS,
        options=("meld.layoff",),
        statement=_layoff,
        question=_WHO_LAYS_OFF,
    ),
    RuleEntry(
        "meld.layoff-choice",
        _SECTION,
        "If a card fits more than one meld, the player who lays it off says on which meld; there it stays, and it"
        " extends that meld only.",
        ("000", "002", "003"),
        question=_WHO_LAYS_OFF,
    ),
    RuleEntry(
        "meld.layoff-after-meld",
        _SECTION,
        "Nobody lays off before a meld of their own in the same hand.",
        ("002", OURS),
        ours="It holds for a take that a lay-off uses and for calls, too.",
        options=("meld.layoff", "call"),
        statement=_after_meld,
        question=_WHO_LAYS_OFF,
    ),
    RuleEntry(
        "meld.layoff-own",
        _SECTION,
        "Cards are laid off on one's own melds only.",
        ("003",),
        options=("meld.layoff",),
        statement=_own,
        question=_WHO_LAYS_OFF,
    ),
)
