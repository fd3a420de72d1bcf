"""Reads and checks `.verdicts` files: a table of small positions, each line a test that a player can read.

    == meld.ace low before the two or high after the king
    pagat | plays Ah 2h 3h 9d 2c | table 0 [Js Qs Ks], 0 {9s 9h 9c}
      meld [Ah 2h 3h] -> ok
      lay 9d on m1 -> meld.run
      meld [Ah 2h 3h]; lay 9d on m2 -> hand 1: 2c | scores: 47 13
    pagat classic meld.ace=high ..
      meld [Ah 2h 3h] -> meld.ace | legal meld:

A heading has the id of the rule and what the lines show. A position has presets (`*` is each one) and options, then its
fields: seat 1 `plays`, having drawn, or `draws`, its hand alone or all hands (`Jc / 4h 9d / 2c`); `table`, `pile`,
`stock`, `drawn`, `last`. Or it is dealt: from a `deck` that begins with these cards, to `seats`, by a `dealer`. After
`..` what is not given stays as it was in the position above.

A line has plays, each of the seat to act unless it names another, or `now` for none. Behind the arrow are the rule that
refuses the last of them, with its sentence if that matters, or `ok`, then facts about the position after legal plays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import attrs
from tests.rules import tables
from tests.rules.tables import PRESETS, Options, do

import rummy500 as r5
from rummy500.engine.observe import hand_texts
from rummy500.rules.options import CORE_OPTIONS, read_option

#: A preset and options, and the keys of a position.
Rules = tuple[str, Options]
Fields = dict[str, object]


@attrs.frozen
class Verdict:
    """One line of a file: `plays` in a position, and what is `expected` of them."""

    place: str
    rule: str
    rules: Rules
    fields: Fields
    plays: tuple[str, ...]
    expected: tuple[str, ...]

    def __str__(self) -> str:
        """Name the test."""
        preset, options = self.rules
        settings = (f"{name}={value}" for name, value in options.items())
        return " ".join((self.rule, preset, *settings, "; ".join(self.plays) or "now"))


def _legal(where: r5.Position, words: str) -> str:
    seat, verbs = re.fullmatch(r"(\d*) ?(.*)", words).groups()  # type: ignore[union-attr] # it matches any text
    return ", ".join(sorted(tables.legal(where, *verbs.split(), seat=int(seat) if seat else None)))


def _sees(where: r5.Position, seat: str) -> str:
    return " / ".join(hand_texts(r5.observe(where.rules, where.state, int(seat) if seat else None)))


#: The facts that a line may expect, in its words. A fact may have words before its colon: a seat, verbs of `legal`.
_FACTS: Final[Mapping[str, Callable[[r5.Position, str], str]]] = {
    "hand": lambda where, seat: tables.hands(where)[int(seat)],
    "last": lambda where, _: str(where.state.public.last),
    "legal": _legal,
    "out": lambda where, _: str(where.state.public.out),
    "over": lambda where, _: where.state.public.ended if tables.over(where) else "no",
    "pile": lambda where, _: tables.pile(where),
    "scores": lambda where, _: " ".join(map(str, tables.scores(where))),
    "sees": _sees,
    "stock": lambda where, _: tables.stock(where),
    "table": lambda where, _: ", ".join(tables.melds(where)),
    "turn": lambda where, _: f"{where.state.public.to_act} {where.state.public.phase}",
}
_RULE: Final = r"[a-z]+\.[a-z0-9-]+"


def read(file: Path) -> Iterator[Verdict]:
    """Yield the verdicts of a file.

    Raises:
        ValueError: if a line cannot be read; it names the file and the line.
    """
    rule, rules, fields = "", list[Rules](), Fields()
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        place = f"{file.name}:{number}"
        try:
            if line.startswith("=="):
                rule = _rule(line)
            elif line.startswith(" "):
                plays, expected = _line(line, is_placed=bool(rule and rules))
                yield from (Verdict(place, rule, each, fields, plays, expected) for each in rules)
            elif line and not line.startswith("#"):
                rules, fields = _position(line, rules, fields)
        except (ValueError, r5.ComposeError) as error:
            raise ValueError(f"{place}: {error}") from error


def _rule(line: str) -> str:
    heading = re.match(rf"== ({_RULE}) ", line)
    if heading is None:
        raise ValueError("a heading is `== RULE what its lines show`")
    return heading[1]


def _position(line: str, rules: list[Rules], fields: Fields) -> tuple[list[Rules], Fields]:
    first, *given = (part.strip() for part in line.split("|"))
    words = first.split()
    found = dict(fields) if ".." in words else {}
    for field in given:
        found |= _field(*field.partition(" ")[::2])
    options = dict(read_option(word, CORE_OPTIONS) for word in words if "=" in word)
    presets = [word for word in words if "=" not in word and word != ".."]
    unknown = sorted({*presets}.difference(PRESETS, "*"))
    if unknown:
        raise ValueError(f"there is no preset {', '.join(unknown)}")
    if presets:
        rules = [(preset, options) for preset in (PRESETS if presets == ["*"] else presets)]
    if not rules or not found:
        raise ValueError("a position is `PRESET OPTION=VALUE | FIELD VALUE`, or `PRESET ..` for the one above")
    return rules, found


def _field(name: str, value: str) -> dict[str, object]:
    """Read a field of a position as keys of a position in TOML."""
    if name in ("plays", "draws"):
        held = [hand.strip() for hand in value.split("/")]
        return {"phase": name.removesuffix("s"), "hands": held if len(held) > 1 else ["Jc", *held]}
    if name == "table":
        return {"melds": [meld.strip() for meld in value.split(",") if meld]}
    if name in ("pile", "stock", "deck"):
        return {name: value}
    if name == "drawn":
        return {name: value.split()}
    if name in ("last", "seats", "dealer"):
        return {name: int(value)}
    raise ValueError(
        f"there is no field {name}: plays, draws, table, pile, stock, drawn, last, deck, seats and dealer are"
    )


def _line(line: str, *, is_placed: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    plays, _, verdict = line.partition(" ->")
    expected = tuple(fact.strip() for fact in verdict.split(" | "))
    if not is_placed:
        raise ValueError("before the first line are a heading and a position")
    if not all(expected):
        raise ValueError("a line is `PLAY; PLAY -> RULE or ok | FACT: VALUE`")
    for fact in expected:
        if not re.match(rf"(ok|{_RULE})($|: )", fact) and not _is_fact(fact):
            raise ValueError(f"{fact!r} is no rule, no `ok` and no fact: {', '.join(_FACTS)}")
    return tuple(play.strip() for play in plays.split(";") if play.strip() != "now"), expected


def _is_fact(text: str) -> bool:
    name, colon, _ = text.partition(":")
    return bool(colon) and name.partition(" ")[0] in _FACTS


def _where(preset: str, options: Options, fields: Fields) -> r5.Position:
    if "deck" not in fields:
        return tables.table(preset, options, **fields)
    given: dict[str, Any] = {"seats": 2, "dealer": 0, **fields}
    rules = r5.compose(preset, options=dict(options), seats=given["seats"])
    return r5.Position(rules, r5.deal(rules, deck=tables.deck(rules, given["deck"]), dealer=given["dealer"]))


def check(verdict: Verdict) -> None:
    """Play what a line says, and compare what comes of it.

    Raises:
        AssertionError: if something else does; it names the file and the line.
    """
    where = _where(*verdict.rules, verdict.fields)
    *before, last = verdict.plays or ("",)
    for play in before:
        where = do(where, _seated(play, where.state.public.to_act))
    play = _seated(last, where.state.public.to_act)
    judged, *facts = verdict.expected
    refusal = None
    if _is_fact(judged):
        facts = [judged, *facts]
    else:
        refusal = tables.why_not(where, play)
        found = tables.refused(where, play) or "ok"
        if refusal is not None and ": " in judged:
            found += f": {refusal.sentence}"
        assert found == judged, f"{verdict.place}: {play} -> {found}, not {judged}"
    if last and refusal is None:
        where = do(where, play)
    for fact in facts:
        name, _, value = (part.strip() for part in fact.partition(":"))
        kind, _, words = name.partition(" ")
        if kind == "legal":
            seat = int(words[0]) if words[:1].isdigit() else where.state.public.to_act
            value = ", ".join(sorted(_seated(play.strip(), seat) for play in value.split(",")))
        found = _FACTS[kind](where, words)
        assert found == value, f"{verdict.place}: {name}: {found}, not {value}"


def _seated(play: str, seat: int) -> str:
    """Return a play with its seat, by default this one."""
    return play if not play or re.match(r"\w+: ", play) else f"{seat}: {play}"
