"""Entries of the rules about the pack, the seats and the deal (`deck.*`, `seats`, `deal.*`)."""

from __future__ import annotations

from typing import Final

from rummy500.rules.entry import DOCUMENTS, OURS, Omission, RuleEntry, Statement, by_option, counted
from rummy500.rules.options import DEAL_NEXT_DEALER, DEAL_OPENING
from rummy500.rules.rules import Rules

_CARDS: Final = "Players and cards"
_DEAL: Final = "The deal"
_WHICH_CARDS: Final = "Which cards do you need?"
_PILE_BEGINS: Final = "How does the discard pile begin?"
_DEALT: Final = (
    "Cards are dealt one at a time, clockwise, starting with the player on the dealer's left. The rest of the"
    " pack lies face down as the stock."
)
_LOWEST: Final = (
    "For the first deal everyone draws a card, and the player with the lowest card deals. Aces are low. Players who tie"
    " draw again"
)
_JOKERS_TOO: Final = ", and so does anyone who draws a joker."
_NO_WILDS: Final = {"jokers": "none", "wild cards": "none"}
#: The documents that have each number of jokers in a pack.
_JOKERS: Final = {0: ("001", "003"), 1: ("001",), 2: ("000", "001", "002", "004")}

#: How many play, in words.
_NUMBERS: Final = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight"}


def _pack(rules: Rules) -> Statement:
    each = rules.deal.jokers // rules.deal.packs
    count = 52 * rules.deal.packs + rules.deal.jokers
    sources = _JOKERS.get(each, (OURS,))
    if rules.deal.packs > (1 if rules.seats < 5 else 2):
        sources = (OURS,)
    elif rules.deal.packs == 1 and rules.seats >= 5:
        sources = tuple(sorted({*sources, "003"}))
    if rules.deal.packs == 1:
        jokers = f"with {counted(each, 'joker')}" if each else "without jokers"
        return Statement(f"One pack of 52 {jokers} is used: {count} cards.", sources)
    jokers = f"{counted(each, 'joker')} in each" if each else "no jokers"
    return Statement(
        f"{_NUMBERS[rules.deal.packs]} packs of 52 are shuffled together, with {jokers}: {count} cards.", sources
    )


def _seats(rules: Rules) -> Statement:
    return Statement(f"{_NUMBERS[rules.seats]} people play, in seats numbered clockwise.", DOCUMENTS)


def _no_jokers(rules: Rules) -> Statement | None:
    if rules.deal.jokers:
        return None
    claims, end = ({"jokers": "none"}, "") if rules.melding.shapes.wilds else (_NO_WILDS, ", so no card is wild")
    return Statement(f"There are no jokers{end}.", ("000", "001", "003"), claims)


def _first_dealer(rules: Rules) -> Statement:
    if not rules.deal.jokers:
        return Statement(f"{_LOWEST}.", ("001", "003"))
    return Statement(f"{_LOWEST}{_JOKERS_TOO}", ("001", "003", OURS))


def _winner_deals(rules: Rules) -> Statement:
    if rules.sides_play:
        return Statement(
            "After each hand the deal moves to the player on the dealer's left, whoever won it, because a side"
            " wins but only one player deals.",
            (OURS,),
        )
    return Statement(
        "Whoever went out deals the next hand. If nobody went out, the player with the best score for the hand"
        " deals; if several share that score, the same dealer deals again.",
        ("001", OURS),
    )


def _order(rules: Rules) -> Statement:
    if len(rules.origin.dealt_by) < 2:
        return Statement(_DEALT, ("000", "003"))
    steps = f"The steps of {', then those of '.join(rules.origin.dealt_by)} come before the first turn."
    return Statement(f"{_DEALT} {steps}", ("000", "003"))


def _size(rules: Rules) -> Statement:
    size = rules.deal.hand_size
    known = {(13, True): DOCUMENTS, (13, False): ("003",), (7, False): DOCUMENTS[:4]}
    return Statement(f"Each player is dealt {counted(size, 'card')}.", known.get((size, rules.seats == 2), (OURS,)))


def _extra_card(rules: Rules) -> Statement:
    return Statement(
        f"No card is turned up. The player on the dealer's left is dealt {rules.deal.hand_size + 1} cards and begins"
        " without drawing. That player may meld, and then starts the pile with a discard.",
        ("001", OURS),
        {"first turn": "left of the dealer"},
    )


DEAL_RULES: Final = (
    RuleEntry(
        "seats",
        _CARDS,
        "Two to eight people can play. Seats are numbered clockwise.",
        DOCUMENTS,
        statement=_seats,
        question="How many play?",
    ),
    RuleEntry(
        "deck.pack",
        _CARDS,
        "Up to four players use one pack of 52 cards, and five or more use two packs, unless another number is"
        " chosen. The same number of jokers is added to each pack.",
        DOCUMENTS,
        options=("deck.jokers", "deck.packs"),
        statement=_pack,
        question=_WHICH_CARDS,
    ),
    RuleEntry(
        "deck.no-jokers",
        _CARDS,
        "If there are no jokers, no card is wild.",
        ("000", "001", "003"),
        options=("deck.jokers",),
        statement=_no_jokers,
        question=_WHICH_CARDS,
        omission=Omission("the line about the pack says that there are none", "deck.pack"),
    ),
    RuleEntry(
        "deck.enough",
        _CARDS,
        "There must be enough cards for every hand, one card to start the discard pile and at least one card of"
        " stock. Otherwise the rules are refused.",
        (OURS,),
        ours="The whole rule.",
        question=_WHICH_CARDS,
        omission=Omission("rules whose cards are too few are refused before there is a sheet"),
    ),
    RuleEntry(
        "deal.first-dealer",
        _DEAL,
        f"{_LOWEST}{_JOKERS_TOO}",
        ("001", "003", OURS),
        ours="A player who draws a joker in the draw for the deal draws again.",
        options=("deck.jokers",),
        statement=_first_dealer,
        tables=("cut_ranks",),
        question="Who deals first?",
    ),
    RuleEntry(
        "deal.order",
        _DEAL,
        _DEALT,
        ("000", "003"),
        statement=_order,
        question="How are the cards dealt?",
    ),
    RuleEntry(
        "deal.size",
        _DEAL,
        "With two players each gets 13 cards, and with more players each gets 7, unless another number is chosen.",
        DOCUMENTS,
        options=("deal.size",),
        statement=_size,
        question="How many cards does each player get?",
    ),
    RuleEntry(
        "deal.upcard",
        _DEAL,
        "After the deal one card is turned up to start the discard pile.",
        (*DOCUMENTS, OURS),
        ours="The card turned up at the deal stays, even if it is a joker.",
        options=("deal.opening",),
        statement=by_option(
            DEAL_OPENING,
            dict.fromkeys(
                ("upcard", "offer"),
                Statement(
                    "After the deal one card is turned up to start the discard pile. It stays there, whatever card it"
                    " is.",
                    (*DOCUMENTS, OURS),
                ),
            ),
        ),
        question=_PILE_BEGINS,
    ),
    RuleEntry(
        "deal.extra-card",
        _DEAL,
        "No card is turned up. The first player gets one extra card and starts the pile with a discard.",
        ("001", OURS),
        ours="There is no draw in that first turn, but the player may meld.",
        options=("deal.opening", "deal.size"),
        statement=by_option(DEAL_OPENING, {"extra-card": _extra_card}),
        question=_PILE_BEGINS,
    ),
    RuleEntry(
        "deal.opening-offer",
        _DEAL,
        "Before anybody draws, the upcard is offered to each player in turn.",
        ("003",),
        options=("deal.opening",),
        statement=by_option(
            DEAL_OPENING,
            {
                "offer": Statement(
                    "Before play begins, the upcard is offered to each player in turn, starting on the dealer's left."
                    " A player may take it, to use or to keep, or pass. Whoever takes it plays the first turn. If"
                    " everyone passes, the player on the dealer's left begins and must draw from the stock.",
                    ("003",),
                    {"first turn": "whoever takes the upcard"},
                )
            },
        ),
        question=_PILE_BEGINS,
    ),
    RuleEntry(
        "deal.next-dealer",
        _DEAL,
        "After each hand the deal passes to the left, to the right, or to the winner of the hand.",
        ("000", "001", "003", OURS),
        ours="The deal passes to the left for 002 and 004, which do not say. If nobody went out, the winner is the"
        " player with the best score of the hand. Where sides play, the deal passes to the left even if the winner"
        " would deal.",
        ours_for=("002", "004"),
        options=("deal.next-dealer",),
        statement=by_option(
            DEAL_NEXT_DEALER,
            {
                "left": Statement("After each hand the deal moves to the player on the dealer's left.", ("000", "003")),
                "right": Statement("After each hand the deal moves to the player on the dealer's right.", ("001",)),
                "winner": _winner_deals,
            },
        ),
        question="Who deals next?",
    ),
)
