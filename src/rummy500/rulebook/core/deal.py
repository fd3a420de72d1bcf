"""Entries of the rules about the pack, the seats and the deal (`deck.*`, `seats`, `deal.*`)."""

from __future__ import annotations

from typing import Final

from rummy500.rulebook.entry import DOCUMENTS, OURS, Omission, RuleEntry, RulesSummary, Statement, counted

_CARDS: Final = "Players and cards"
_DEAL: Final = "The deal"
_WHICH_CARDS: Final = "Which cards are played with?"
_PILE_BEGINS: Final = "How does the discard pile begin?"
_DEALT: Final = (
    "Cards are dealt singly and clockwise, the player on the dealer's left first; the rest lies face down as the stock."
)
#: The documents that have each number of jokers in a pack.
_JOKERS: Final = {0: ("001", "003"), 1: ("001",), 2: ("000", "001", "002", "004")}

#: How many play, in words.
_NUMBERS: Final = {2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six", 7: "Seven", 8: "Eight"}


def _pack(summary: RulesSummary) -> Statement:
    each = summary.jokers // summary.packs
    cards = 52 * summary.packs + summary.jokers
    sources = _JOKERS.get(each, (OURS,))
    if summary.packs > (1 if summary.seats < 5 else 2):
        sources = (OURS,)
    elif summary.packs == 1 and summary.seats >= 5:
        sources = tuple(sorted({*sources, "003"}))
    if summary.packs == 1:
        jokers = f"with {counted(each, 'joker')}" if each else "without jokers"
        return Statement(f"One pack of 52 {jokers} is used: {cards} cards.", sources)
    jokers = f"{counted(each, 'joker')} added to each" if each else "no jokers"
    return Statement(f"{_NUMBERS[summary.packs]} packs of 52 are shuffled together, {jokers}: {cards} cards.", sources)


def _seats(summary: RulesSummary) -> Statement:
    return Statement(f"{_NUMBERS[summary.seats]} play, in seats numbered clockwise.", DOCUMENTS)


def _no_jokers(summary: RulesSummary) -> Statement | None:
    if summary.jokers:
        return None
    if summary.wilds:
        return Statement("There are no jokers.", ("000", "001", "003"), {"jokers": "none"})
    return Statement(
        "There are no jokers, so no card is wild.", ("000", "001", "003"), {"jokers": "none", "wild cards": "none"}
    )


def _first_dealer(summary: RulesSummary) -> Statement:
    lowest = "For the first deal everyone draws a card and the lowest deals, an ace counting lowest; those who tie draw"
    if not summary.jokers:
        return Statement(f"{lowest} again.", ("001", "003"))
    return Statement(f"{lowest} again, and so does anyone who draws a joker.", ("001", "003", OURS))


def _next_dealer(summary: RulesSummary) -> Statement:
    if summary.has("deal.next-dealer", "left"):
        return Statement("After each hand the deal moves to the player on the dealer's left.", ("000", "003"))
    if summary.has("deal.next-dealer", "right"):
        return Statement("After each hand the deal moves to the player on the dealer's right.", ("001",))
    if summary.sides_play:
        return Statement(
            "After each hand the deal moves to the player on the dealer's left, whoever won it: sides win, and players"
            " deal.",
            (OURS,),
        )
    return Statement(
        "Whoever went out deals the next hand; if nobody did, the player with the best score of the hand deals, or the"
        " same dealer again if several share it.",
        ("001", OURS),
    )


def _order(summary: RulesSummary) -> Statement:
    if len(summary.dealt_by) < 2:
        return Statement(_DEALT, ("000", "003"))
    steps = f"Before the first turn come the steps of {', then those of '.join(summary.dealt_by)}."
    return Statement(f"{_DEALT} {steps}", ("000", "003"))


def _size(summary: RulesSummary) -> Statement:
    sources: tuple[str, ...] = (OURS,)
    if summary.hand_size == 13:
        sources = DOCUMENTS if summary.seats == 2 else ("003",)
    elif summary.hand_size == 7 and summary.seats > 2:
        sources = DOCUMENTS[:4]
    return Statement(f"Each player is dealt {counted(summary.hand_size, 'card')}.", sources)


def _upcard(summary: RulesSummary) -> Statement | None:
    if summary.has("deal.opening", "extra-card"):
        return None
    return Statement(
        "After the deal one card is turned up as the first of the discard pile, and stays there whatever it is.",
        (*DOCUMENTS, OURS),
    )


def _extra_card(summary: RulesSummary) -> Statement | None:
    if not summary.has("deal.opening", "extra-card"):
        return None
    return Statement(
        f"No card is turned up: the player on the dealer's left is dealt {summary.hand_size + 1} cards and begins"
        " without a draw, may meld, and discards the first card of the pile.",
        ("001", OURS),
        {"first turn": "left of the dealer"},
    )


def _offer(summary: RulesSummary) -> Statement | None:
    if not summary.has("deal.opening", "offer"):
        return None
    return Statement(
        "Before play, each player in turn from the dealer's left may take the upcard, to use or to keep, or pass;"
        " whoever takes it plays the first turn. If all pass, the player on the dealer's left begins and must draw"
        " from the stock.",
        ("003",),
        {"first turn": "whoever takes the upcard"},
    )


DEAL_RULES: Final = (
    RuleEntry(
        "seats",
        _CARDS,
        "Two to eight can play, in seats numbered clockwise.",
        DOCUMENTS,
        statement=_seats,
        question="How many play?",
    ),
    RuleEntry(
        "deck.pack",
        _CARDS,
        "The game is played with one pack of 52, or two from five players on, and with so many jokers to each pack.",
        DOCUMENTS,
        options=("deck.jokers", "deck.packs"),
        statement=_pack,
        question=_WHICH_CARDS,
    ),
    RuleEntry(
        "deck.no-jokers",
        _CARDS,
        "Where the pack has no jokers no card is wild.",
        ("000", "001", "003"),
        options=("deck.jokers",),
        statement=_no_jokers,
        question=_WHICH_CARDS,
        omission=Omission("the line about the pack says that there are none", "deck.pack"),
    ),
    RuleEntry(
        "deck.enough",
        _CARDS,
        "The pack must hold every hand, the first card and at least one card of stock, or the rules are refused.",
        (OURS,),
        ours="The whole rule.",
        question=_WHICH_CARDS,
        omission=Omission("rules whose cards are too few are refused before there is a sheet"),
    ),
    RuleEntry(
        "deal.first-dealer",
        _DEAL,
        "For the first deal everyone draws a card and the lowest deals, an ace counting lowest; those who tie draw"
        " again, and so does anyone who draws a joker.",
        ("001", "003", OURS),
        ours="A joker is drawn again.",
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
        question="How is it dealt?",
    ),
    RuleEntry(
        "deal.size",
        _DEAL,
        "Two players get 13 cards each, more players 7, unless another number is chosen.",
        DOCUMENTS,
        options=("deal.size",),
        statement=_size,
        question="How many cards does each player get?",
    ),
    RuleEntry(
        "deal.upcard",
        _DEAL,
        "One card turned up after the deal begins the discard pile.",
        (*DOCUMENTS, OURS),
        ours="It stays whatever it is, a joker too.",
        options=("deal.opening",),
        statement=_upcard,
        question=_PILE_BEGINS,
    ),
    RuleEntry(
        "deal.extra-card",
        _DEAL,
        "In place of an upcard the first player gets a card more and opens the pile with a discard.",
        ("001", OURS),
        ours="That first turn has no draw, and melding in it is allowed.",
        options=("deal.opening", "deal.size"),
        statement=_extra_card,
        question=_PILE_BEGINS,
    ),
    RuleEntry(
        "deal.opening-offer",
        _DEAL,
        "The upcard is offered to each player in turn before anybody draws.",
        ("003",),
        options=("deal.opening",),
        statement=_offer,
        question=_PILE_BEGINS,
    ),
    RuleEntry(
        "deal.next-dealer",
        _DEAL,
        "After a hand the deal moves on to the left, or to the right, or to whoever won the hand.",
        ("000", "001", "003", OURS),
        ours="To the left where 002 and 004 are silent, and where sides play and the winner would deal; who counts as"
        " the winner when nobody went out.",
        ours_for=("002", "004"),
        options=("deal.next-dealer",),
        statement=_next_dealer,
        question="Who deals next?",
    ),
)
