"""Sentences for what happens at a table and for what a seat may do: `Ann takes 6s and 4h, and melds 6s 6h 6d`.

A sentence has a clause for each thing that an action does. A clause is written once, `lay[s] off {cards}`. It becomes a
text with a key for each form: `event:lay` about another seat, `event:lay:you` for the seat that acts, `action:lay` for
what a seat may do. Of the texts of a clause the first is used whose facts are all known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from typing import Final, Literal, get_args

from rummy500.base.errors import IllegalActionError, Sentence, facts_in
from rummy500.cards.cards import card_text, cards_text
from rummy500.cards.pieces import pieces_text
from rummy500.engine.changes import Change
from rummy500.engine.facts import collected_places
from rummy500.engine.step import refuse_verb
from rummy500.rules.actions import CALL, DRAW, LAY, MELD, NONE, RESHUFFLE, TAKE, USE_GROUP, USE_LAY, USE_RUN, Action
from rummy500.rules.move import Move
from rummy500.rules.rules import Rules
from rummy500.rules.state import State, View

#: A mark in a clause: what it says to the seat itself, and what it says about it.
_MARK: Final = re.compile(r"\[(?:([^]|]*)\|)?([^]|]*)\]")
_OWNER: Final = "{owner:seat}'s {meld:cards}"
#: The clauses of moves of the core that their labels do not say, those of what is no move, and those of ends of hands.
_CLAUSES: Final[Mapping[str, tuple[str, ...]]] = {
    DRAW: ("draw[s] {drawn:cards}", "draw[s] {count:number} cards", "draw[s] a card"),
    TAKE: ("take[s] {card} and {along:cards}", "take[s] {card} and {more:number} more", "take[s] {card}"),
    CALL: (
        'call[s] "Rummy!" and take[s] {along:cards}',
        'call[s] "Rummy!" and take[s] {more:number} more',
        'call[s] "Rummy!"',
    ),
    RESHUFFLE: ("the discard pile is shuffled and becomes the stock",),
    "table:opened": ("the table is open",),
    "table:dealt": ("a hand is dealt",),
    "table:kept": ("your move waits until nobody can call any more",),
    "table:let-go": ("you let it go",),
    "table:window-ended": ("the time to call is over",),
    "table:undo-asked": ("ask[s] to take a move back",),
    "table:undo-agreed": ("agree[s]",),
    "table:undo-refused": ("do[es] not agree",),
    "table:undone": ("a move is taken back",),
    "table:replaced": ("{name} plays from now on",),
    "table:late": ("run[s] out of time",),
    "table:out": ("go[es] out",),
    "table:stock": ("the hand is over: the stock has run out",),
    "table:circle": ("the hand is over: everyone only took the top card",),
    "table:over": ("the hand is over",),
}
_VERB_OF_USE: Final = {USE_RUN: MELD, USE_GROUP: MELD, USE_LAY: LAY}
#: A clause lists so many cards that come along with a card of the pile; of more it gives the number.
_LISTED: Final = 3

#: Who reads a clause: another seat or a spectator, the seat that acts, or that seat before it acts.
Form = Literal["event", "you", "action"]
#: The facts that a form never has.
_NEVER: Final[Mapping[Form, set[str]]] = {"event": set(), "you": {"yours"}, "action": {"yours", "drawn", "count"}}


def action_sentence(rules: Rules, sight: State | View, action: Action) -> Sentence:
    """Describe a legal action for a button or a list, without its seat: `Take 6s and 4h, and meld 6s 6h 6d`.

    Args:
        rules: the rules in force.
        sight: the state before the action, or the view of the seat that may act.
        action: the action.
    """
    pile = sight.public.pile
    along = [pile[-depth] for depth in sorted(collected_places(rules, sight, action), reverse=True)]
    return _sentence(_clauses(rules, sight, action), "action", _facts(rules, sight, action, along, None))


def event_sentence(
    rules: Rules, before: State, action: Action, moved: Iterable[Change], after: State, seat: int | None, *, late: bool
) -> Sentence:
    """Describe what an action did to a seat, by the action and the changes as that seat sees them."""
    of_pile, drawn, count = list[tuple[int, int]](), list[int](), 0
    for change in moved:
        if change.source.kind == "pile" and change.target.kind in ("hand", "meld"):
            of_pile += zip(change.depths or change.cards, change.cards, strict=True)
        elif change.source.kind == "stock" and change.target.of_seat == action.seat:
            drawn, count = [*drawn, *change.cards], count + change.number
    facts = _facts(rules, before, action, [card for _, card in sorted(of_pile, reverse=True)], seat)
    facts |= {"drawn": cards_text(drawn)} if len(drawn) == count else {"count": str(count)} if count > 1 else {}
    clauses = [*([_of_table("late")] if late else []), *_clauses(rules, before, action)]
    if after.public.ended:
        clauses.append(_of_table(after.public.ended if after.public.out in (NONE, action.seat) else "over"))
    return _sentence(clauses, "you" if action.seat == seat else "event", facts)


def table_sentence(kind: str, seat: int | None, reader: int | None, name: str = "") -> Sentence:
    """Describe what else happened at a table, or why a hand is over; the name is that of a player who takes over."""
    form: Form = "event" if seat is None or seat != reader else "you"
    return _sentence([_of_table(kind)], form, {"seat": str(seat), "name": name})


def joined(clauses: Sequence[str], word: str = "and") -> str:
    """Join clauses to a sentence. Those after the first leave out their first word if it is that of the first.

    Examples:
        >>> joined(["{seat} takes {card}", "{seat} melds {cards}", "{seat} goes out"])
        '{seat} takes {card}, melds {cards}, and goes out'
    """
    first, *others = clauses
    others = [each.removeprefix(first.partition(" ")[0] + " ") for each in others]
    others = [each[:1].lower() + each[1:] for each in others]
    return ", ".join([first, *others[:-1], *(f"{word} {each}" for each in others[-1:])])


def every_clause(rules: Rules) -> Iterator[Sentence]:
    """List the clauses of all forms, for a translator."""
    turn, forms = rules.turn, get_args(Form)
    moves = (*turn.moves.values(), *turn.phased.values(), *turn.suffixed.values())
    clauses = {_of_move(move): forms for move in moves if move.whose != "deck"}
    clauses |= {_clause(word, word, _OF_USE): forms for word in turn.uses if word not in turn.moves}
    clauses |= {_clause(words, words): ("event", "you") for words in _CLAUSES if ":" in words or words == RESHUFFLE}
    for clause, each in clauses.items():
        yield from (said for form in each for said, facts in _texts(clause, form) if not facts & _NEVER[form])


# ---------------------------------------------------------------- clauses

#: The key of a clause, and its texts: the first is used whose facts are all known.
_Clause = tuple[str, tuple[str, ...]]
_FIELDS: Final = {"card": "{card}", "pieces": "{cards}", "on": f"on {_OWNER}"}
_OF_USE: Final = ("pieces", "on")


@cache
def _clause(words: str, label: str, fields: tuple[str, ...] = (), said: str = "", *, may_hide: bool = False) -> _Clause:
    """The clause of a move: what it says itself, or its label as a verb and the facts of its fields."""
    label = label[:1].lower() + label[1:]
    verb, *others = label.split(" ") if "-" not in label else ("answer", f"{label}:")
    ending = "[y|ies]" if re.search("[^aeiou]y$", verb) else "[es]" if re.search("(s|sh|ch|x|z)$", verb) else "[s]"
    extra = f"{words.partition(' ')[2]} {{words}}".strip()
    facts = [fact for field, fact in {**_FIELDS, "extra": extra}.items() if field in fields]
    whole = said or " ".join([verb.removesuffix("y" if "y" in ending else "") + ending, *others, *facts])
    own, yours = (whole.replace(_OWNER, whose) for whose in ("[your|their] own {own:cards}", "your {yours:cards}"))
    texts = (None if said else _CLAUSES.get(words)) or ((own, yours, whole) if own != whole else (whole,))
    if may_hide:
        texts = *texts, re.sub(r":? \{words\}", "", whole).replace("{card}", "a card").replace("{cards}", "cards")
    return words if ":" in words else f"event:{words}", texts


def _of_table(kind: str) -> _Clause:
    return _clause(f"table:{kind}" if f"table:{kind}" in _CLAUSES else "table:over", "")


def _of_move(move: Move) -> _Clause:
    label = move.verb if move.suffix else move.label
    return _clause(move.words, label, move.fields, move.said, may_hide=move.secret.redact is not None)


def _clauses(rules: Rules, sight: State | View, action: Action) -> list[_Clause]:
    """The clauses of an action: its move, and what a take or a call uses its cards for."""
    turn = rules.turn
    move = turn.move_of(action, sight.public.phase)
    if move is None:
        raise IllegalActionError(refuse_verb(action))
    if action.verb not in (TAKE, CALL) or not action.use:
        return [_of_move(move)]
    verb = _VERB_OF_USE.get(action.use, action.use)
    use = turn.suffixed.get((verb, move.suffix)) or turn.moves.get(verb)
    return [_of_move(move), _clause(verb, verb, _OF_USE) if use is None else _of_move(use)]


def _facts(rules: Rules, sight: State | View, action: Action, along: list[int], reader: int | None) -> dict[str, str]:
    """The facts of an action; `along` are the cards that it collects from the pile, the deepest first."""
    for card in (action.card, *[piece & 63 for piece in action.pieces if action.verb == CALL]):
        if card in along:
            along.remove(card)
    table, extra, on = sight.public.table, action.extra, action.on
    facts = {"seat": str(action.seat), "cards": pieces_text(action.pieces)}
    if action.card != NONE:
        facts["card"] = card_text(action.card)
    if extra:
        facts["words"] = " ".join(extra[(action.verb, extra[0]) in rules.turn.suffixed :])
    if along:
        facts |= {"along": cards_text(along)} if len(along) <= _LISTED else {"more": str(len(along))}
    if 0 <= on < len(table):
        owner = table[on].owner
        whose = "own" if owner == action.seat else "yours" if owner == reader else "meld"
        facts |= {"owner": str(owner), whose: pieces_text(table[on].pieces)}
    return facts


def _texts(clause: _Clause, form: Form) -> list[tuple[Sentence, Set[str]]]:
    """The sentences of a clause in a form, each with the names of its facts."""
    found = list[tuple[Sentence, Set[str]]]()
    for text in clause[1]:
        names = list(facts_in(text))
        key, subject = ":".join([clause[0], *(names[-1:] if len(clause[1]) > 1 else [])]), ""
        if form == "action":
            key = key.replace("event", "action")
        elif "[" in text:
            key, subject = (f"{key}:you", "You ") if form == "you" else (key, "{seat} ")
        said = subject + _MARK.sub(r"\2" if form == "event" else r"\1", text)
        found.append((Sentence(key, said[:1].upper() + said[1:]), frozenset(names)))
    return found


def _sentence(clauses: Iterable[_Clause], form: Form, facts: Mapping[str, str]) -> Sentence:
    key, template, names = _whole(tuple(clauses), form, frozenset(filter(facts.get, facts)))
    return Sentence(key, template, tuple([(name, facts[name]) for name in names]))


@cache
def _whole(clauses: tuple[_Clause, ...], form: Form, known: Set[str]) -> tuple[str, str, tuple[str, ...]]:
    """Join clauses, each with the first of its texts whose facts are known, or else its last: key, template, facts."""
    each = [_texts(clause, form) for clause in clauses]
    chosen = [next((said for said, names in texts if names <= known), texts[-1][0]) for texts in each]
    template = joined([said.template for said in chosen])
    return "+".join(said.key for said in chosen), template, tuple(name for name in facts_in(template) if name in known)
