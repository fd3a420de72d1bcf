"""Entries of the rules about the turn, going out and the stock (`turn`, `draw`, `discard`, `out`, `stock`)."""

from __future__ import annotations

from typing import Final

from rummy500.rulebook.entry import DOCUMENTS, OURS, Omission, RuleEntry, RulesSummary, Statement

_TURN: Final = "A turn"
_END: Final = "Going out, and the end of the stock"
_HOW_A_TURN_GOES: Final = "How does a turn go?"
_NOT_DISCARDED: Final = "What may not be discarded?"
_HOW_TO_GO_OUT: Final = "How do you go out?"
_NO_STOCK: Final = "What if the stock runs out?"
_FOR_PROGRAMS: Final = "players at a table need no such rule; only a program does"
_ORDER: Final = "The player on the dealer's left begins, and turns go clockwise."
_STOCK: Final = "A draw from the stock gives you its top card, which the other players do not see."


def _order(summary: RulesSummary) -> Statement:
    if summary.has("deal.opening", "offer"):  # `deal.opening-offer` says who begins
        return Statement("Turns go clockwise.", DOCUMENTS)
    return Statement(_ORDER, DOCUMENTS, {"first turn": "left of the dealer"})


def _stock(summary: RulesSummary) -> Statement | None:
    if summary.draw_count != 1:
        return None
    return Statement(_STOCK, DOCUMENTS, {"draw": "1"})


def _top(summary: RulesSummary) -> Statement:
    if summary.has("draw.top", "free"):
        return Statement("The top discard alone may be taken and kept in hand.", DOCUMENTS)
    return Statement("The top discard alone may be taken only if it is used at once.", ("000", "001", "003"))


def _deep_use(summary: RulesSummary) -> Statement:
    if summary.has("draw.deep-use", "any"):
        return Statement(
            "A taken card that must be used goes at once into a new meld or onto a meld on the table.", DOCUMENTS[:4]
        )
    return Statement(
        "A taken card that must be used goes at once into a new meld; a lay-off will not do.", ("000", "001", "004")
    )


def _one(summary: RulesSummary) -> Statement:
    if summary.has("out.discard", "required"):
        return Statement("Every turn ends with one card discarded face up.", ("000", "001"))
    return Statement("A turn ends with one card discarded face up, unless every card has been melded.", DOCUMENTS)


def _not_taken(summary: RulesSummary) -> Statement | None:
    if not summary.has("discard.barred", "lone-top"):
        return None
    return Statement(
        "If you took the top discard alone, you may not discard it in the same turn; an equal card that you held before"
        " may go. If you took several cards, you may discard any of them that is still in your hand.",
        ("000",),
    )


def _not_drawn(summary: RulesSummary) -> Statement | None:
    if not summary.has("discard.barred", "drawn"):
        return None
    where = "the stock or the pile" if summary.has("call", "none", "last-discard") else "the stock, the pile or a call"
    return Statement(
        f"No card that you got this turn from {where} may be discarded in it, except a card from the stock if you have"
        " no other way to end the turn.",
        ("004", OURS),
    )


def _meld_or_discard(summary: RulesSummary) -> Statement:
    if summary.has("out.discard", "required"):
        return Statement(
            "You go out by discarding your last card, and the hand ends at once.",
            ("000", "001"),
            {"going out": "by a discard"},
        )
    return Statement(
        "You go out by putting all your cards on the table or by discarding the last one, and the hand ends at once.",
        DOCUMENTS,
        {"going out": "by a meld or a discard"},
    )


def _discard_required(summary: RulesSummary) -> Statement | None:
    if not summary.has("out.discard", "required"):
        return None
    return Statement(
        "You may not put all your cards on the table: one must be left to discard.",
        ("000", "001"),
        {"going out": "by a discard"},
    )


def _stock_empty(summary: RulesSummary) -> Statement:
    if summary.has("stock.empty", "strict"):
        return Statement("Nobody passes a draw: there is always a card in the stock.", (OURS,))
    when = "When the stock is empty"
    if summary.has("stock.empty", "reshuffle"):
        when += " and there is nothing to reshuffle"
    return Statement(
        f"{when}, the player to draw may still take from the pile as usual; otherwise they pass, and the hand ends."
        " If the pile is empty too, the hand ends at once.",
        DOCUMENTS[:4],
    )


def _ends_with_the_stock(summary: RulesSummary) -> bool:
    return summary.has("stock.empty", "strict")


def _circle(summary: RulesSummary) -> Statement | None:
    if summary.has("stock.empty", "strict") or summary.has("draw.top", "must-meld"):
        return None
    return Statement(
        "With the stock empty, the hand also ends after a round in which each player took only the top discard and"
        " nobody put a card on the table.",
        (OURS,),
    )


def _strict(summary: RulesSummary) -> Statement | None:
    if not summary.has("stock.empty", "strict"):
        return None
    calls = "" if summary.has("call", "none") else ", and its discard cannot be called"
    return Statement(f"The turn that draws the last card of the stock is the last of the hand{calls}.", ("001", "003"))


def _reshuffle(summary: RulesSummary) -> Statement | None:
    if not summary.has("stock.empty", "reshuffle"):
        return None
    return Statement(
        "When a player draws from an empty stock, the pile below its top card is shuffled and becomes the new stock;"
        " not so if nothing has been put on the table since the last time.",
        ("001", OURS),
    )


TURN_RULES: Final = (
    RuleEntry(
        "turn.order",
        _TURN,
        _ORDER,
        DOCUMENTS,
        options=("deal.opening",),
        statement=_order,
        question=_HOW_A_TURN_GOES,
    ),
    RuleEntry(
        "turn.parts",
        _TURN,
        "In a turn you first draw from the stock or take from the discard pile, then meld and lay off as you like, and"
        " discard last.",
        DOCUMENTS,
        question=_HOW_A_TURN_GOES,
    ),
    RuleEntry(
        "draw.stock",
        _TURN,
        _STOCK,
        DOCUMENTS,
        statement=_stock,
        question="What does the stock give?",
    ),
    RuleEntry(
        "draw.top",
        _TURN,
        "The top discard may be taken to keep, or only to be used at once.",
        DOCUMENTS,
        options=("draw.top",),
        statement=_top,
        question="May the top discard be taken and kept?",
    ),
    RuleEntry(
        "draw.deep",
        _TURN,
        "You may take a card from deeper in the pile if you take all cards above it too and use it at once; cards from"
        " your hand and others of the take may help, and what is left over you may keep.",
        DOCUMENTS,
        question="May you take from deeper in the pile?",
    ),
    RuleEntry(
        "draw.deep-use",
        _TURN,
        "A taken card is used by a new meld or a lay-off, or by a new meld only.",
        DOCUMENTS,
        options=("draw.deep-use",),
        statement=_deep_use,
        question="How must a taken card be used?",
    ),
    RuleEntry(
        "draw.once",
        _TURN,
        "You draw once in a turn and cannot take it back.",
        ("001",),
        question=_HOW_A_TURN_GOES,
    ),
    RuleEntry(
        "discard.one",
        _TURN,
        "One card is discarded face up at the end of a turn.",
        DOCUMENTS,
        options=("out.discard",),
        statement=_one,
        question="How does a turn end?",
    ),
    RuleEntry(
        "discard.open",
        _TURN,
        "Everyone may look through the discard pile at any time, and its order is kept.",
        ("000", "001", "003"),
        question="May you look through the discard pile?",
    ),
    RuleEntry(
        "discard.not-taken",
        _TURN,
        "The top discard taken alone may not be thrown back in the same turn.",
        ("000", OURS),
        ours="That it holds where 001, 002 and 003 are silent.",
        ours_for=("001", "002", "003"),
        options=("discard.barred",),
        statement=_not_taken,
        question=_NOT_DISCARDED,
    ),
    RuleEntry(
        "discard.not-drawn",
        _TURN,
        "A card drawn this turn may not be discarded this turn.",
        ("004", OURS),
        ours="Called cards count as drawn; a card drawn unseen may go where nothing else can.",
        options=("discard.barred", "call"),
        statement=_not_drawn,
        question=_NOT_DISCARDED,
    ),
    RuleEntry(
        "turn.no-stranding",
        _TURN,
        "You may not make a move that leaves you no allowed way to end your turn.",
        (OURS,),
        ours="The whole rule.",
        question=_HOW_A_TURN_GOES,
    ),
    RuleEntry(
        "turn.seat",
        _TURN,
        "Every action belongs to the seat that has the right to it at that moment.",
        (OURS,),
        ours="The whole rule, so that each refusal has an id.",
        question=_HOW_A_TURN_GOES,
        omission=Omission(_FOR_PROGRAMS),
    ),
    RuleEntry(
        "turn.phase",
        _TURN,
        "Every action belongs to a part of the turn, and none comes after the hand has ended.",
        (OURS,),
        ours="The whole rule, so that each refusal has an id.",
        question=_HOW_A_TURN_GOES,
        omission=Omission(_FOR_PROGRAMS, "turn.parts"),
    ),
    RuleEntry(
        "turn.cards",
        _TURN,
        "You can only play, take or discard cards that are really there.",
        (OURS,),
        ours="The whole rule, so that each refusal has an id.",
        question=_HOW_A_TURN_GOES,
        omission=Omission(_FOR_PROGRAMS),
    ),
    RuleEntry(
        "out.meld-or-discard",
        _END,
        "A player without cards has gone out, and the hand is over.",
        (*DOCUMENTS, OURS),
        ours="Going out by a discard where 004 speaks only of laying down everything.",
        partly_for=("004",),
        options=("out.discard",),
        statement=_meld_or_discard,
        question=_HOW_TO_GO_OUT,
    ),
    RuleEntry(
        "out.discard-required",
        _END,
        "Nobody goes out without a discard.",
        ("000", "001"),
        options=("out.discard",),
        statement=_discard_required,
        question=_HOW_TO_GO_OUT,
    ),
    RuleEntry(
        "stock.empty",
        _END,
        "An empty stock leaves the discard pile to take from; a player who does not ends the hand.",
        (*DOCUMENTS[:4], OURS),
        ours="Where the hand ends with the last card of the stock: that nobody passes.",
        options=("stock.empty",),
        statement=_stock_empty,
        question=_NO_STOCK,
        omission=Omission(
            "where the hand ends with the stock, nobody draws from an empty one", "stock.strict", _ends_with_the_stock
        ),
    ),
    RuleEntry(
        "stock.circle",
        _END,
        "A full round that only passes top discards on, with an empty stock, ends the hand.",
        (OURS,),
        ours="The whole rule: such a hand would never end.",
        options=("stock.empty", "draw.top"),
        statement=_circle,
        question=_NO_STOCK,
    ),
    RuleEntry(
        "stock.strict",
        _END,
        "The hand is over with the turn that used up the stock.",
        ("001", "003"),
        options=("stock.empty", "call"),
        statement=_strict,
        question=_NO_STOCK,
    ),
    RuleEntry(
        "stock.reshuffle",
        _END,
        "An empty stock is made anew from the discard pile.",
        ("001", OURS),
        ours="The pile's top card stays; a second reshuffle needs something put on the table since the first.",
        options=("stock.empty",),
        statement=_reshuffle,
        question=_NO_STOCK,
    ),
)
