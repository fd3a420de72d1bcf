"""Entries of the rules about melds and lay-offs (`meld.*`)."""

from __future__ import annotations

from typing import Final

from rummy500.cards.cards import JOKER
from rummy500.cards.shapes import SMALLEST
from rummy500.rulebook.card_values import named_cards
from rummy500.rules.entry import DOCUMENTS, OURS, Omission, RuleEntry, Statement, by_option, counted
from rummy500.rules.options import (
    CALLS,
    CORE_OPTIONS,
    MELD_ACE,
    MELD_FIRST_MINIMUM,
    MELD_GROUP_MAX,
    MELD_GROUP_SUITS,
    MELD_LAYOFF,
    MELD_RUN_MIN,
)
from rummy500.rules.rules import Rules

_SECTION: Final = "Melds"
_WHAT_IS_A_MELD: Final = "What is a meld?"
_WHAT_JOKERS_DO: Final = "What can a joker do?"
_WHO_LAYS_OFF: Final = "Who may lay off, and where?"
_JOKERS: Final = ("deck.jokers",)


def _only_jokers_wild(rules: Rules) -> bool:
    """Whether only jokers, or spare cards, can be wild."""
    return all(face >= JOKER for face in rules.melding.shapes.wilds)


def _packs(rules: Rules) -> str:
    return CORE_OPTIONS["deck.packs"].meaning(rules.deal.packs)


def _group_suits(rules: Rules) -> Statement:
    if rules.has(MELD_GROUP_SUITS, "any"):
        equal = f"; a group may have identical cards of {_packs(rules)}" if rules.deal.packs > 1 else ""
        return Statement(f"The suits in a group do not matter{equal}.", ("003",))
    wild = "; a wild card has no suit" if rules.melding.shapes.wilds else ""
    packs = f", even with {_packs(rules)}" if rules.deal.packs > 1 else ""
    return Statement(f"The cards of a group must all be of different suits{packs}{wild}.", ("000",))


def _group_max(rules: Rules) -> Statement:
    sources = {0: ("002", "003", "004"), 4: ("000", "001")}.get(MELD_GROUP_MAX.of(rules.options), (OURS,))
    wild = f", including {'jokers' if _only_jokers_wild(rules) else 'wild cards'}" if rules.melding.shapes.wilds else ""
    return Statement(f"A group has at most {rules.melding.shapes.group_cap} cards{wild}.", sources)


def _run_min(rules: Rules) -> Statement:
    least = MELD_RUN_MIN.of(rules.options)
    sources: tuple[str, ...] = {3: DOCUMENTS, 4: ("001",)}.get(least, (OURS,))
    return Statement(f"A new run needs at least {least} cards.", sources)


def _joker(rules: Rules) -> Statement | None:
    if not rules.melding.shapes.wilds:
        return None
    if not _only_jokers_wild(rules):
        names = "The wild cards change during play, as other rules say."
        if not rules.wilds_change:
            wilds = named_cards(dict.fromkeys(rules.melding.shapes.wilds, ""))
            names = f"These cards are wild: {', '.join(wilds.values())}."
        claims = {"wild cards": "others"} | ({"jokers": "wild"} if JOKER in rules.melding.shapes.wilds else {})
        return Statement(
            f"{names} A wild card can take the place of any card, even one that is already on the table. In its own"
            " place in a run, and in a group of its own rank, it is natural. Every other card is natural.",
            (OURS,),
            claims,
        )
    return Statement(
        "A joker is wild: it can take the place of any card, even one that is already on the table. Every other"
        " card is natural.",
        ("000", "001", "002", "004"),
        {"wild cards": "jokers", "jokers": "wild"},
    )


def _joker_role(rules: Rules) -> Statement | None:
    if not rules.melding.shapes.wilds:
        return None
    there_are = 4 if rules.has(MELD_GROUP_SUITS, "different") else 4 * rules.deal.packs
    card = "joker" if _only_jokers_wild(rules) else "wild card"
    return Statement(
        f"When you meld a {card}, you say which card it is. In a run it is one particular card and stays that card for"
        " the rest of the hand. In a group it has the group's rank but no suit. There must be a card that it can be, so"
        f" a group with a {card} has at most {min(there_are, rules.melding.shapes.group_cap)} cards.",
        ("000", "002") if _only_jokers_wild(rules) else (OURS,),
    )


def _joker_count(rules: Rules) -> Statement | None:
    if not rules.melding.shapes.wilds:
        return None
    cards = "jokers" if _only_jokers_wild(rules) else "wild cards"
    return Statement(
        f"A meld may have any number of {cards} in any places, as long as at least one of its cards is natural.",
        ("000", OURS),
    )


def _claimed_layoffs(rules: Rules) -> str:
    if not rules.has(MELD_LAYOFF, "own"):
        return "any meld"
    return "melds of one's side" if rules.sides_play else "one's own melds"


def _layoff(rules: Rules) -> Statement:
    whose = "any meld on the table, whoever started it"
    if rules.has(MELD_LAYOFF, "own"):
        whose = "your side's melds" if rules.sides_play else "your own melds"
    return Statement(
        f"You may add cards to {whose}: cards of the same rank to a group, or the next card at either end of a run."
        " They score for the player who added them.",
        DOCUMENTS,
        {"lay-offs": _claimed_layoffs(rules)},
    )


def _after_meld(rules: Rules) -> Statement:
    calls = "" if rules.has(CALLS, "none") else " The same goes for calls."
    return Statement(
        "You may lay off only after you have laid down a meld of your own in this hand, even to use a card that"
        " you take." + calls,
        ("002", OURS),
    )


def _own(rules: Rules) -> Statement:
    others = "another side" if rules.sides_play else "others"
    return Statement(
        f"You may not lay off on melds that {others} started.", ("003",), {"lay-offs": _claimed_layoffs(rules)}
    )


def _first_minimum(rules: Rules) -> Statement | None:
    least = MELD_FIRST_MINIMUM.of(rules.options)
    if not least:
        return None
    calls = " You cannot call until you have opened." if rules.has(CALLS, "last-discard") else ""
    return Statement(
        "The first time in a hand that you play cards to the table, the cards that you play in that turn must count"
        f" {counted(least, 'point')} or more in total before you discard or go out. If your turn cannot reach that"
        f" total, you may not play any cards.{calls}",
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
        "A group is made of cards of the same rank.",
        ("000", "001"),
        question=_WHAT_IS_A_MELD,
    ),
    RuleEntry(
        "meld.group-suits",
        _SECTION,
        "Either the cards of a group must all be of different suits, or their suits do not matter.",
        ("000", "003", OURS),
        ours="Suits do not matter for 001, 002 and 004, which do not say.",
        ours_for=("001", "002", "004"),
        options=("meld.group-suits", "deck.jokers", "deck.packs"),
        statement=_group_suits,
        question="Can a group have two cards of the same suit?",
    ),
    RuleEntry(
        "meld.group-max",
        _SECTION,
        "A group has a largest size: four cards, as many as the packs have of one rank, or another number.",
        DOCUMENTS,
        options=("meld.group-max", "meld.group-suits", "deck.packs", "deck.jokers"),
        statement=_group_max,
        question="How many cards can a group have?",
    ),
    RuleEntry(
        "meld.run",
        _SECTION,
        "A run is made of consecutive cards of the same suit.",
        DOCUMENTS,
        question=_WHAT_IS_A_MELD,
    ),
    RuleEntry(
        "meld.run-min",
        _SECTION,
        "A new run needs at least three cards, unless a higher number is chosen.",
        DOCUMENTS,
        options=("meld.run-min",),
        statement=_run_min,
        question="How many cards does a run need?",
        omission=Omission(
            "if three cards are enough for a run, the rule about the size of every meld says so",
            "meld.size",
            lambda rules: rules.has(MELD_RUN_MIN, SMALLEST),
        ),
    ),
    RuleEntry(
        "meld.ace",
        _SECTION,
        "In a run an ace can be low, high or either. A run ends with an ace, unless runs may go round the corner.",
        (*DOCUMENTS, OURS),
        ours="No source plays runs round the corner. Such a run has each card once, so it ends with thirteen cards and"
        " never closes upon itself. Its ace counts as a high one, in ace, two, three as well, and a joker may be at"
        " either end.",
        options=("meld.ace",),
        statement=by_option(
            MELD_ACE,
            {
                "both": Statement(
                    "In a run an ace can be low, below the two, or high, above the king. A run has only one ace and"
                    " cannot go king, ace, two. In a run of all thirteen cards the ace is low, however the run was"
                    " built.",
                    DOCUMENTS,
                ),
                "high": Statement(
                    "An ace can only be high in a run: it goes above the king, never below the two.", ("003",)
                ),
                "low": Statement(
                    "An ace can only be low in a run: it goes below the two, never above the king.", (OURS,)
                ),
                "round": Statement(
                    "A run can go round the corner, from the king to the ace to the two, and grow at either end. It has"
                    " each card of its suit at most once, so it ends when it has all thirteen. Wherever an ace is in a"
                    " run, it counts as a high ace.",
                    (OURS,),
                ),
            },
        ),
        question="Is the ace high or low in a run?",
    ),
    RuleEntry(
        "meld.joker",
        _SECTION,
        "A joker is wild: it can take the place of any card.",
        ("000", "001", "002", "004", OURS),
        ours="If a plugin makes other cards wild, they are natural in their own place.",
        options=_JOKERS,
        statement=_joker,
        question=_WHAT_JOKERS_DO,
    ),
    RuleEntry(
        "meld.joker-role",
        _SECTION,
        "In a run a joker is one particular card and stays that card. In a group it has the group's rank, and the"
        " group cannot have more cards than there are of that rank.",
        ("000", "002", OURS),
        ours="The rule also applies to other wild cards.",
        options=("deck.jokers", "meld.group-suits", "meld.group-max", "deck.packs"),
        statement=_joker_role,
        question=_WHAT_JOKERS_DO,
    ),
    RuleEntry(
        "meld.joker-count",
        _SECTION,
        "A meld may have any number of jokers as long as at least one of its cards is natural.",
        ("000", OURS),
        ours="At least one card of a meld must be natural.",
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
        "To open, you must play cards worth a minimum number of points in a single turn.",
        ("001", OURS),
        ours="You open again in every hand. Everything that you play in that turn counts, including lay-offs and the"
        " use of a take. The minimum may be another number than 30. You cannot call a last discard before"
        " you have opened.",
        options=("meld.first-minimum", "call"),
        statement=_first_minimum,
        question="Is there a minimum for the first meld?",
    ),
    RuleEntry(
        "meld.layoff",
        _SECTION,
        "You may add cards to melds on the table. They score for the player who added them.",
        DOCUMENTS,
        options=("meld.layoff",),
        statement=_layoff,
        question=_WHO_LAYS_OFF,
    ),
    RuleEntry(
        "meld.layoff-choice",
        _SECTION,
        "If a card fits more than one meld, you choose which meld to lay it off on. It stays there and extends"
        " that meld only.",
        ("000", "002", "003"),
        question=_WHO_LAYS_OFF,
    ),
    RuleEntry(
        "meld.layoff-after-meld",
        _SECTION,
        "You may not lay off until you have laid down a meld of your own in the same hand.",
        ("002", OURS),
        ours="The rule also applies to a take that is used in a lay-off, and to calls.",
        options=("meld.layoff", "call"),
        statement=by_option(MELD_LAYOFF, {"after-meld": _after_meld}),
        question=_WHO_LAYS_OFF,
    ),
    RuleEntry(
        "meld.layoff-own",
        _SECTION,
        "You may lay off only on your own melds.",
        ("003",),
        options=("meld.layoff",),
        statement=by_option(MELD_LAYOFF, {"own": _own}),
        question=_WHO_LAYS_OFF,
    ),
)
