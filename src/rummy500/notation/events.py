"""Sentences for what happens at a table and for what a seat may do: `Ann takes 6s and 4h, and melds 6s 6h 6d`.

A sentence has a clause for each thing that an action does. A clause is written once, `lay[s] off {cards}`. It becomes a
text with a key for each form: `event:lay` about another seat, `event:lay:you` for the seat that acts, `action:lay` for
what a seat may do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from typing import Final, Literal

from rummy500.base.errors import IllegalActionError, Sentence, facts_in
from rummy500.cards.cards import card_text, cards_text
from rummy500.cards.pieces import pieces_text
from rummy500.engine.changes import Change
from rummy500.engine.facts import collected_places
from rummy500.engine.step import refuse_verb
from rummy500.rules.actions import CALL, LAY, MELD, TAKE, USE_GROUP, USE_LAY, USE_RUN, Action
from rummy500.rules.move import OWNER, Move, said_of
from rummy500.rules.rules import Rules
from rummy500.rules.state import ENDED_OUT, State, View

#: A mark: what a clause says to the seat that acts, and what it says about it; `[s]` is an s only about it.
_MARK: Final = re.compile(r"\[(?:([^]|]*)\|)?([^]|]*)\]")
#: The most cards that a clause lists of those that come along with a card of the pile.
_LISTED: Final = 3
_VERB_OF_USE: Final = {USE_RUN: MELD, USE_GROUP: MELD, USE_LAY: LAY}

#: The clauses for what is no move, by the kind of the message, and those about time and the end of a hand.
_OF_TABLE: Final[Mapping[str, str]] = {
    "opened": "the table is open",
    "dealt": "a hand is dealt",
    "kept": "your move waits until nobody can call any more",
    "let-go": "you let it go",
    "window-ended": "the time to call is over",
    "undo-asked": "ask[s] to take a move back",
    "undo-agreed": "agree[s] to take the move back",
    "undo-refused": "do[es] not agree to take the move back",
    "undone": "a move is taken back",
    "replaced": "{name} plays from now on",
    "late": "run[s] out of time",
    "out": "go[es] out",
    "other-out": "{out:seat} goes out",
    "stock": "the hand is over: the stock has run out",
    "circle": "the hand is over: everyone only took the top card",
    "over": "the hand is over",
}

#: Who reads a clause: another seat or a spectator, the seat that acts, or that seat before it acts.
Form = Literal["event", "you", "action"]


def action_sentence(rules: Rules, sight: State | View, action: Action) -> Sentence:
    """Describe a legal action for a button or a list, without its seat.

    Args:
        rules: the rules in force.
        sight: the state before the action, or the view of the seat that may act.
        action: the action.

    Examples:
        >>> import rummy500 as r5
        >>> rules = r5.compose(seats=3)
        >>> hand = r5.deal(rules, seed=7)
        >>> str(action_sentence(rules, hand, r5.parse_action("1: draw", hand)))
        'Draw a card'
    """
    pile = sight.public.pile
    along = [pile[-depth] for depth in sorted(collected_places(rules, sight, action), reverse=True)]
    facts = _facts(rules, sight, action, along)
    return _sentence([_clause(*each, "action", facts) for each in _parts(rules, sight, action)], facts)


def event_sentence(
    rules: Rules,
    before: State,
    action: Action,
    moved: Iterable[Change],
    reader: int | None,
    after: State,
    *,
    late: bool,
) -> Sentence:
    """Describe what an action did, as a seat or a spectator saw it.

    Args:
        rules: the rules in force.
        before: the state before the action, of which only what lies open is read.
        action: the action as the reader sees it.
        moved: its changes as the reader sees them.
        reader: the seat; `None` for a spectator.
        after: the state after it, of which only the end of the hand is read.
        late: whether the action is the default of a seat whose time was up.
    """
    of_pile, drawn, number = list[tuple[int, int]](), list[int](), 0
    for change in moved:
        if change.source.kind == "pile" and change.target.kind in ("hand", "meld"):
            of_pile += zip(change.depths or change.cards, change.cards, strict=True)
        elif change.source.kind == "stock" and change.target.of_seat == action.seat:
            drawn, number = [*drawn, *change.cards], number + change.number
    facts = _facts(rules, before, action, [card for _, card in sorted(of_pile, reverse=True)])
    facts |= {"drawn": cards_text(drawn)} if len(drawn) == number > 0 else {"number": str(number)}
    parts, ended, out = _parts(rules, before, action), after.public.ended, after.public.out
    parts = [_of_table("late"), *parts] if late else parts
    if ended:
        facts["out"] = str(out)
        why = "other-out" if ended == ENDED_OUT and out != action.seat else ended
        parts.append(_of_table(why if why in _OF_TABLE else "over"))
    form: Form = "you" if action.seat == reader else "event"
    return _sentence([_clause(*each, form, facts, reader) for each in parts], facts)


def table_sentence(kind: str, seat: int | None, reader: int | None, name: str = "") -> Sentence:
    """Describe what happened at a table other than an action.

    Args:
        kind: the kind of the message.
        seat: the seat that did it; `None` if no seat did.
        reader: the seat that reads it; `None` for a spectator.
        name: the name of the player who takes over the seat.
    """
    facts = {"name": name} if seat is None else {"name": name, "seat": str(seat)}
    form: Form = "event" if seat is None or seat != reader else "you"
    return _sentence([_clause(*_of_table(kind), form, facts)], facts)


def joined(clauses: Sequence[str], word: str = "and") -> str:
    """Join clauses to a sentence. Those after the first leave out their first word if it is that of the first.

    Examples:
        >>> joined(["{seat} takes {card}", "{seat} melds {cards}", "{seat} goes out"])
        '{seat} takes {card}, melds {cards}, and goes out'
    """
    first, *others = clauses
    subject = first.partition(" ")[0] + " "
    others = [f"{each[:1].lower()}{each[1:]}" for each in (each.removeprefix(subject) for each in others)]
    return ", ".join([first, *others[:-1], *(f"{word} {each}" for each in others[-1:])])


def every_clause(rules: Rules) -> Iterator[Sentence]:
    """List the clauses of all forms, for a translator."""
    turn = rules.turn
    moves = (*turn.moves.values(), *turn.phased.values(), *turn.suffixed.values())
    of_moves = {_part(move): move.secret.redact is not None for move in moves if move.whose != "deck"}
    of_moves |= dict.fromkeys(map(_of_use, turn.uses), False)
    of_others = map(_part, (move for move in moves if move.whose == "deck")), map(_of_table, _OF_TABLE)
    for part, is_hidden in of_moves.items():
        for form, reader in _READER.items():
            yield from (_clause(*part, form, facts, reader) for facts in _samples(form, is_hidden=is_hidden))
    for part in chain(*of_others):
        for form in ("event", "you"):
            yield _clause(*part, form, {})


#: For each form, which seat reads the clauses of seat 0 that are listed.
_READER: Final[Mapping[Form, int | None]] = {"event": 1, "you": 0, "action": None}


def _samples(form: Form, *, is_hidden: bool) -> Iterator[dict[str, str]]:
    """Facts of every kind of action, for a list of its clauses."""
    known = dict.fromkeys(("card", "cards", "words"), "0")
    drawn = ({},) if form == "action" else ({"drawn": "0"}, {"number": "1"}, {"number": "2"})
    along: tuple[dict[str, str], ...] = ({}, {"along": "0"}, {"more": "4"})
    hidden = [{}] if is_hidden and form == "event" else []
    for facts, new, more, owner in product([known, *hidden], drawn, along, "012"):
        yield {**facts, **new, **more, "owner": owner, "seat": "0"}


# ---------------------------------------------------------------- clauses

_Part = tuple[str, str]


def _of_table(kind: str) -> _Part:
    return f"table:{kind}", _OF_TABLE[kind]


def _part(move: Move) -> _Part:
    return f"event:{move.verb} {move.suffix}".rstrip(), move.said


def _of_use(word: str) -> _Part:
    """The clause of a plugin's use of a taken card that has no move of its own."""
    return f"event:{word}", said_of(word, ("pieces", "on"))


def _parts(rules: Rules, sight: State | View, action: Action) -> list[_Part]:
    """The clauses of an action: its move, and what a take or a call uses its cards for."""
    turn, phase = rules.turn, sight.public.phase
    move = turn.move_of(action, phase)
    if move is None:
        raise IllegalActionError(refuse_verb(action))
    if action.verb not in (TAKE, CALL) or not action.use:
        return [_part(move)]
    verb = _VERB_OF_USE.get(action.use, action.use)
    use = turn.suffixed.get((verb, move.suffix)) or turn.moves.get(verb)
    return [_part(move), _of_use(verb) if use is None else _part(use)]


def _facts(rules: Rules, sight: State | View, action: Action, along: list[int]) -> dict[str, str]:
    """The facts of an action; `along` are the cards that it collects from the pile, the deepest first."""
    for card in (action.card, *(piece & 63 for piece in action.pieces if action.verb == CALL)):
        if card in along:
            along.remove(card)
    table, extra = sight.public.table, action.extra
    words = extra[1:] if (action.verb, *extra[:1]) in rules.turn.suffixed else extra
    facts = {
        "seat": str(action.seat),
        "card": card_text(action.card) if action.card >= 0 else "",
        "cards": pieces_text(action.pieces),
        "words": " ".join(words),
        "along": cards_text(along) if len(along) <= _LISTED else "",
        "more": str(len(along)) if len(along) > _LISTED else "",
    }
    if 0 <= action.on < len(table):
        meld = table[action.on]
        facts |= {"owner": str(meld.owner), "meld": pieces_text(meld.pieces)}
    return {name: fact for name, fact in facts.items() if fact}


#: What a clause says in place of a fact that the reader does not see.
_HIDDEN: Final[Mapping[str, str]] = {"card": "a card", "cards": "some cards", "drawn": "a card", "words": ""}


def _clause(key: str, template: str, form: Form, facts: Mapping[str, str], reader: int | None = None) -> Sentence:
    """Fit a clause to its facts and to its reader."""
    if "{along:cards}" in template:
        if "more" in facts:
            key, template = f"{key}:more", template.replace("{along:cards}", "{more:number} more")
        elif "along" in facts:
            key = f"{key}:along"
        else:
            template = template.rpartition(" and ")[0]
    if OWNER in template and facts.get("owner") in (facts.get("seat"), str(reader)):
        is_own = facts["owner"] == facts["seat"]
        key += ":own" if is_own else ":yours"
        template = template.replace(OWNER, "[your|their] own" if is_own else "your")
    for name, kind in facts_in(template).items():
        if name in _HIDDEN and not facts.get(name):
            is_many = int(facts.get("number", "1")) > 1
            key += ":cards" if is_many else ":hidden"
            instead = "{number:number} cards" if is_many else _HIDDEN[name]
            fact = f"{{{name}}}" if kind == name else f"{{{name}:{kind}}}"
            template = template.replace(fact if instead else f" {fact}", instead)
    if form == "action":
        key = key.replace("event:", "action:")
    elif _MARK.search(template):
        key, subject = (f"{key}:you", "You") if form == "you" else (key, "{seat}")
        template = f"{subject} {template}"
    text = _MARK.sub(r"\2" if form == "event" else r"\1", template)
    return Sentence(key, text[:1].upper() + text[1:])


def _sentence(clauses: list[Sentence], facts: Mapping[str, str]) -> Sentence:
    template = joined([each.template for each in clauses])
    pairs = tuple((name, facts[name]) for name in facts_in(template) if name in facts)
    return Sentence("+".join(each.key for each in clauses), template, pairs)
