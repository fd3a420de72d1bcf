"""Reads and writes the match before a hand in a position: dealer, scores, and the table `match`."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from rummy500.engine.status import MOST_HANDS
from rummy500.engine.winning import leaders, reaches
from rummy500.notation.fields import Fields
from rummy500.notation.memory import match_memory_table, read_match_memory
from rummy500.rules import Rules, match_start
from rummy500.state import MatchSoFar

#: The keys of fields of `MatchSoFar` that have another name.
_KEY_OF: Final = {"hand_number": "hand", "slots": "plugin"}
_MATCH_KEYS = ("hand", "playoff", "plugin")


def read_match_so_far(fields: Fields, rules: Rules, known: MatchSoFar | None) -> MatchSoFar:
    """Read the match before a hand: dealer, scores, and the table `match`.

    Args:
        fields: the position.
        rules: its rules.
        known: the match that the hand belongs to, if a file has it.

    Raises:
        NotationError: for a wrong field, and for another match than the known one.
    """
    seats = rules.seats
    usual = known or MatchSoFar(0, (0,) * seats)
    dealer = fields.number("dealer", usual.dealer, least=0, most=seats - 1)
    scores = tuple(fields.numbers("scores")) or usual.scores
    if len(scores) != seats:
        fields.fail("scores", f"{len(scores)} scores for {seats} seats", f"{seats} whole numbers")
    path = (*fields.path, "match")
    match = Fields(fields.document, path, fields.table.get("match", {}), what="match", known=_MATCH_KEYS)
    hand_number = match.number("hand", usual.hand_number, least=1, most=MOST_HANDS)
    starts = match_start(rules, scores)
    slots = starts if known is None else known.slots
    if match.has("plugin"):
        slots = read_match_memory(rules, scores, fields.document, (*path, "plugin"), match.table["plugin"])
    playoff = match.flag("playoff") if match.has("playoff") else usual.playoff
    if known is None and slots == starts:
        # By the scores alone, a tie at the top that has reached the target is a tied end (match.tie).
        playoff = playoff or (any(reaches(rules, points) for points in scores) and not leaders(rules, scores))
    found = MatchSoFar(dealer, scores, hand_number, playoff, slots)
    if known is not None and found != known:
        _refuse_other_match(fields, match, found, known)
    return found


def _refuse_other_match(fields: Fields, match: Fields, found: MatchSoFar, known: MatchSoFar) -> NoReturn:
    keys = (("dealer", fields), ("scores", fields), ("hand_number", match), ("playoff", match), ("slots", match))
    name, table = next(each for each in keys if getattr(found, each[0]) != getattr(known, each[0]))
    key = _KEY_OF.get(name, name)
    table.fail(key, f"the hand and its match differ in {key}", "the same in both, or left out")


def match_table(rules: Rules, match: MatchSoFar) -> dict[str, Any]:
    """Write the number of the hand, the playoff and the memory of a match as a table; each only if it is not usual."""
    table: dict[str, Any] = {"hand": match.hand_number} if match.hand_number > 1 else {}
    if match.playoff:
        table["playoff"] = True
    remembered = match_memory_table(rules, match)
    return {**table, "plugin": remembered} if remembered else table
