"""Entries of the rules about the turn, calls, going out and the stock (`turn.*` to `stock.*`)."""

from __future__ import annotations

from typing import Final

from rummy500.rules.entry import DOCUMENTS, OURS, Omission, RuleEntry, Statement, by_option
from rummy500.rules.options import (
    CALLS,
    DEAL_OPENING,
    DISCARD_BARRED,
    DRAW_DEEP_USE,
    DRAW_TOP,
    OUT_DISCARD,
    STOCK_EMPTY,
)
from rummy500.rules.rules import Rules

_TURN: Final = "A turn"
_END: Final = "Going out, and the end of the stock"
_HOW_A_TURN_GOES: Final = "How does a turn go?"
_NOT_DISCARDED: Final = "Which cards may you not discard?"
_HOW_TO_GO_OUT: Final = "How do you go out?"
_NO_STOCK: Final = "What if the stock runs out?"
_ORDER: Final = "The player on the dealer's left begins, and turns go clockwise."
_STOCK: Final = "When you draw from the stock, you take its top card. The other players do not see it."


def _order(rules: Rules) -> Statement:
    if rules.has(DEAL_OPENING, "offer") or rules.deal.first_player:  # `deal.opening-offer` or a plugin says who begins
        return Statement("Turns go clockwise.", DOCUMENTS)
    return Statement(_ORDER, DOCUMENTS, {"first turn": "left of the dealer"})


def _stock(rules: Rules) -> Statement | None:
    if rules.turn.draw_count != 1:
        return None
    return Statement(_STOCK, DOCUMENTS, {"draw": "1"})


def _not_drawn(rules: Rules) -> Statement:
    where = "the stock or the pile" if rules.has(CALLS, "none", "last-discard") else "the stock, the pile or a call"
    return Statement(
        f"You may not discard a card in the turn in which you got it from {where}, except a card from the stock if you"
        " have no other way to end the turn.",
        ("004", OURS),
    )


def _stock_empty(rules: Rules) -> Statement:
    if rules.has(STOCK_EMPTY, "strict"):
        return Statement("Nobody ever passes, because there is always a card in the stock to draw.", (OURS,))
    when = "When the stock is empty"
    if rules.has(STOCK_EMPTY, "reshuffle"):
        when += " and there is nothing to reshuffle"
    return Statement(
        f"{when}, the player to draw may still take from the pile as usual. If they pass instead, the hand ends."
        " If the pile is empty too, the hand ends at once.",
        DOCUMENTS[:4],
    )


def _circle(rules: Rules) -> Statement | None:
    if rules.has(STOCK_EMPTY, "strict") or rules.has(DRAW_TOP, "must-meld"):
        return None
    return Statement(
        "When the stock is empty, the hand also ends after a round in which every player took just the top"
        " discard and nobody played a card to the table.",
        (OURS,),
    )


def _strict(rules: Rules) -> Statement:
    calls = "" if rules.has(CALLS, "none") else ", and its discard cannot be called"
    return Statement(
        f"The turn in which the last card of the stock is drawn is the last turn of the hand{calls}.", ("001", "003")
    )


def _for_programs(rule: str, about: str, instead: str = "") -> RuleEntry:
    """Make a rule that has no line on the sheet, and is there to give each refusal an id."""
    ours = "The whole rule. It gives each refusal a rule id."
    omission = Omission("players at a table do not need this rule; only a program does", instead)
    return RuleEntry(rule, _TURN, about, (OURS,), ours, question=_HOW_A_TURN_GOES, omission=omission)


# ---------------------------------------------------------------- calls

_SECTION: Final = "Calls"
_QUESTION: Final = 'Who may call "Rummy!", and for what?'
_CALL: Final = ("call",)


def _call(rule: str, about: str, sentence: str, *sources: str, ours: str = "") -> RuleEntry:
    """Make the rule of a kind of call, which is idle under the others, or a rule that is idle without calls."""
    kind = rule.removeprefix("call.")
    claims = {"calls": kind} if kind in CALLS.choices else {}
    kinds = claims.values() or CALLS.choices.keys() - {"none"}
    statement = by_option(CALLS, dict.fromkeys(kinds, Statement(sentence, sources, claims)))
    return RuleEntry(rule, _SECTION, about, sources, ours, options=_CALL, statement=statement, question=_QUESTION)


def _race(rules: Rules) -> Statement | None:
    if rules.has(CALLS, "none"):
        return None
    once = " A discard can be claimed only once." if rules.has(CALLS, "last-discard") else ""
    return Statement(f"If several players want to call, the first to call gets the cards.{once}", (OURS,))


# ---------------------------------------------------------------- entries

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
        "In your turn you first draw from the stock or take from the discard pile. Then you may meld and lay off,"
        " and finally you discard.",
        DOCUMENTS,
        question=_HOW_A_TURN_GOES,
    ),
    RuleEntry(
        "draw.stock",
        _TURN,
        _STOCK,
        DOCUMENTS,
        statement=_stock,
        question="How many cards do you draw from the stock?",
    ),
    RuleEntry(
        "draw.top",
        _TURN,
        "You may take just the top discard, either to keep it or only to use it at once.",
        DOCUMENTS,
        options=("draw.top",),
        statement=by_option(
            DRAW_TOP,
            {
                "free": Statement("You may take just the top discard and keep it in your hand.", DOCUMENTS),
                "must-meld": Statement(
                    "If you take just the top discard, you must use it at once.", ("000", "001", "003")
                ),
            },
        ),
        question="Can you take the top discard and keep it?",
    ),
    RuleEntry(
        "draw.deep",
        _TURN,
        "You may take a card from deeper in the pile if you also take every card above it and use that card at"
        " once. You may use it together with cards from your hand and other cards that you took, and you may keep"
        " what is left over.",
        DOCUMENTS,
        question="Can you take a card from deeper in the pile?",
    ),
    RuleEntry(
        "draw.deep-use",
        _TURN,
        "You may use a card that you take in a new meld or a lay-off, or in a new meld only.",
        DOCUMENTS,
        options=("draw.deep-use",),
        statement=by_option(
            DRAW_DEEP_USE,
            {
                "any": Statement(
                    "If you must use a card that you take, you use it at once in a new meld or lay it off on a meld on"
                    " the table.",
                    DOCUMENTS[:4],
                ),
                "new-meld": Statement(
                    "If you must use a card that you take, you use it at once in a new meld; a lay-off is not enough.",
                    ("000", "001", "004"),
                ),
            },
        ),
        question="How must you use a card that you take?",
    ),
    RuleEntry(
        "draw.once",
        _TURN,
        "You draw only once in a turn, and you cannot undo it.",
        ("001",),
        question=_HOW_A_TURN_GOES,
    ),
    RuleEntry(
        "discard.one",
        _TURN,
        "You end your turn by discarding one card face up.",
        DOCUMENTS,
        options=("out.discard",),
        statement=by_option(
            OUT_DISCARD,
            {
                "required": Statement("You end every turn by discarding one card face up.", ("000", "001")),
                "optional": Statement(
                    "You end your turn by discarding one card face up, unless you have played every card to the table.",
                    DOCUMENTS,
                ),
            },
        ),
        question="How does a turn end?",
    ),
    RuleEntry(
        "discard.open",
        _TURN,
        "Anyone may look through the discard pile at any time, without changing its order.",
        ("000", "001", "003"),
        question="Can you look through the discard pile?",
    ),
    RuleEntry(
        "discard.not-taken",
        _TURN,
        "If you took just the top discard, you may not discard it in the same turn.",
        ("000", OURS),
        ours="The rule also applies to 001, 002 and 003, which do not say.",
        ours_for=("001", "002", "003"),
        options=("discard.barred",),
        statement=by_option(
            DISCARD_BARRED,
            {
                "lone-top": Statement(
                    "If you took just the top discard, you may not discard it in the same turn, but you may discard an"
                    " identical card that you already had. If you took several cards, you may discard any of them that"
                    " is still in your hand.",
                    ("000",),
                )
            },
        ),
        question=_NOT_DISCARDED,
    ),
    RuleEntry(
        "discard.not-drawn",
        _TURN,
        "You may not discard a card in the turn in which you drew it.",
        ("004", OURS),
        ours="Called cards count as drawn. You may discard a card from the stock if you have no other way to end"
        " the turn.",
        options=("discard.barred", "call"),
        statement=by_option(DISCARD_BARRED, {"drawn": _not_drawn}),
        question=_NOT_DISCARDED,
    ),
    RuleEntry(
        "turn.no-stranding",
        _TURN,
        "You may not make a move that leaves you no legal way to end your turn.",
        (OURS,),
        ours="The whole rule.",
        question=_HOW_A_TURN_GOES,
    ),
    _for_programs("turn.seat", "An action must come from a seat that may act at that moment."),
    _for_programs(
        "turn.phase",
        "An action must fit the current part of the turn, and nobody acts after the hand has ended.",
        instead="turn.parts",
    ),
    _for_programs("turn.cards", "You can play, take or discard only cards that are really there."),
    RuleEntry(
        "out.meld-or-discard",
        _END,
        "A player with no cards left has gone out, and the hand is over.",
        (*DOCUMENTS, OURS),
        ours="Going out by a discard under 004, which speaks only of laying down every card.",
        partly_for=("004",),
        options=("out.discard",),
        statement=by_option(
            OUT_DISCARD,
            {
                "required": Statement(
                    "You go out by discarding your last card, and the hand ends at once.",
                    ("000", "001"),
                    {"going out": "by a discard"},
                ),
                "optional": Statement(
                    "You go out by playing all your cards to the table or by discarding your last card, and the hand"
                    " ends at once.",
                    DOCUMENTS,
                    {"going out": "by a meld or a discard"},
                ),
            },
        ),
        question=_HOW_TO_GO_OUT,
    ),
    RuleEntry(
        "out.discard-required",
        _END,
        "You need a discard to go out.",
        ("000", "001"),
        options=("out.discard",),
        statement=by_option(
            OUT_DISCARD,
            {
                "required": Statement(
                    "You may not play all your cards to the table: you must keep one to discard.",
                    ("000", "001"),
                    {"going out": "by a discard"},
                )
            },
        ),
        question=_HOW_TO_GO_OUT,
    ),
    RuleEntry(
        "stock.empty",
        _END,
        "When the stock is empty, you may still take from the discard pile. If you do not, the hand ends.",
        (*DOCUMENTS[:4], OURS),
        ours="If the hand ends with the last card of the stock, nobody ever passes.",
        options=("stock.empty",),
        statement=_stock_empty,
        question=_NO_STOCK,
        omission=Omission(
            "if the hand ends with the last card of the stock, nobody ever has to draw from an empty stock",
            "stock.strict",
            lambda rules: rules.has(STOCK_EMPTY, "strict"),
        ),
    ),
    RuleEntry(
        "stock.circle",
        _END,
        "When the stock is empty, the hand ends after a full round in which players only exchange the top discard.",
        (OURS,),
        ours="The whole rule. Without it such a hand would never end.",
        options=("stock.empty", "draw.top"),
        statement=_circle,
        question=_NO_STOCK,
    ),
    RuleEntry(
        "stock.strict",
        _END,
        "The hand ends after the turn in which the last card of the stock was drawn.",
        ("001", "003"),
        options=("stock.empty", "call"),
        statement=by_option(STOCK_EMPTY, {"strict": _strict}),
        question=_NO_STOCK,
    ),
    RuleEntry(
        "stock.reshuffle",
        _END,
        "When the stock runs out, the discard pile is shuffled and becomes the new stock.",
        ("001", OURS),
        ours="The top card of the pile stays. The pile is reshuffled again only if a card has been played to the"
        " table since the last time.",
        options=("stock.empty",),
        statement=by_option(
            STOCK_EMPTY,
            {
                "reshuffle": Statement(
                    "When a player wants to draw and the stock is empty, all of the pile except its top card is"
                    " shuffled and becomes the new stock. This does not happen again until somebody has played a card"
                    " to the table.",
                    ("001", OURS),
                )
            },
        ),
        question=_NO_STOCK,
    ),
    _call(
        "call.full",
        "You may call any cards of the pile that can be melded or laid off without a card from your hand.",
        "If cards of the pile can be melded or laid off without any card from a hand, a player may call. The"
        " caller takes the pile from the top down to the deepest card needed, plays those cards at once, and"
        " then finishes a turn without drawing. Play continues on the caller's left.",
        "000",
        OURS,
        ours="The caller also takes the discard of the turn that has just ended, if it lies above the called card.",
    ),
    _call(
        "call.layoffs",
        "You may call cards of the pile only to lay them off.",
        "If cards of the pile can be laid off, a player may call. The caller takes the pile from the top down"
        " to the deepest card needed, lays those cards off at once, and then finishes a turn without drawing."
        " Play continues on the caller's left. You cannot call for a new meld.",
        "002",
    ),
    _call(
        "call.top",
        "You may call only cards at the top of the pile, and you must play every card that you take at once.",
        "If the top card of the pile, or several cards from the top down, can all be melded or laid off"
        " without any card from a hand, a player may call. The caller takes just these cards, plays them at"
        " once in one meld or lay-off, and then finishes a turn without drawing. Play continues on the"
        " caller's left. A caller who has done nothing but call in that turn may call again.",
        "003",
        OURS,
        ours="A call plays its cards in one meld or lay-off. So two melds whose cards are interleaved in the pile"
        " cannot be called.",
    ),
    _call(
        "call.last-discard",
        "You may call only the last discard, and only to lay it off.",
        "If the last discard can be laid off, a player may call and lay it off. Play then continues with the"
        " player whose turn was next, who may be the caller. You cannot call any other card of the pile, and"
        " you cannot call for a new meld.",
        "000",
        "001",
        OURS,
        ours="After a call, play continues as if nobody had called; 001 does not say how.",
    ),
    _call(
        "call.none", "There are no calls.", "There are no calls: only the next player may take a discard.", "000", "003"
    ),
    _call(
        "call.window",
        "You may call between the end of a turn and the next draw.",
        "You may call after the discard that ends a turn and before the next player draws, takes or passes."
        " You cannot call before the first turn has ended or after the hand is over.",
        "000",
        "003",
    ),
    _call(
        "call.not-own",
        "The player whose turn has just ended cannot call.",
        "The player whose turn has just ended cannot call until another turn has ended.",
        *DOCUMENTS[:4],
    ),
    RuleEntry(
        "call.race",
        _SECTION,
        "If several players want to call, the first to call gets the cards.",
        (OURS,),
        ours="The whole rule.",
        options=_CALL,
        statement=_race,
        question=_QUESTION,
    ),
)
