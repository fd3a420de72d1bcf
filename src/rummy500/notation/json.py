"""JSON of rules, states, actions and matches, each with a format and its version.

States are the tables of `rummy500.notation.position`; matches and scores are converted by cattrs, which is loaded when
the first of them is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar, cast

from rummy500.actions import Action
from rummy500.compose import recompose
from rummy500.errors import ComposeError, NotationError
from rummy500.match import Match, PlayedHand
from rummy500.notation.actions import Where, action_text, parse_action
from rummy500.notation.fields import Fields
from rummy500.notation.keys import keys_in
from rummy500.notation.located import Document, too_deep
from rummy500.notation.memory import read_memory
from rummy500.notation.position import Position, match_table, position_table, read_position_of
from rummy500.options import OptionValue
from rummy500.rules import Identity, Rules
from rummy500.scores import ScoreLine

if TYPE_CHECKING:
    from cattrs import Converter

T = TypeVar("T")

RULES_FORMAT: Final = "rummy500 rules 1"
STATE_FORMAT: Final = "rummy500 state 1"
ACTION_FORMAT: Final = "rummy500 action 1"
MATCH_FORMAT: Final = "rummy500 match 1"

_MATCH_KEYS = ("format", "rules", "dealer", "scores", "hands", "hand", "playoff", "winners", "plugin", "lines")


class _JsonDocument(Document):
    def __init__(self, text: str) -> None:
        super().__init__(text, _read(text))


class _TwiceError(Exception):
    """A key stands twice in one object."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key

    def place(self, text: str) -> tuple[int, int]:
        """Where it stands for the second time, as far as the text tells without doubt."""
        found = [match.start() for match in re.finditer(re.escape(json.dumps(self.key)) + r"\s*:", text)]
        at = found[1] if len(found) == 2 else 0
        return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _read(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise NotationError(error.msg, line=error.lineno, column=error.colno, expected="JSON") from None
    except RecursionError:
        raise too_deep() from None
    except _TwiceError as error:
        line, column = error.place(text)
        raise NotationError(
            f"the key {error.key!r} stands twice", line=line, column=column, expected="each key once"
        ) from None
    except NotationError:
        raise
    except ValueError as error:  # a number longer than Python reads
        raise NotationError(str(error), expected="JSON") from None
    if not isinstance(data, dict):
        raise NotationError("this is no JSON object", expected="{ ... }")
    return cast("dict[str, Any]", data)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _TwiceError(twice)
    return table


def _no_constant(word: str) -> NoReturn:
    raise NotationError(f"{word} is no number", expected="a number")


def _written(table: Mapping[str, Any]) -> str:
    return json.dumps(table, ensure_ascii=False, indent=2)


def _open(text: str, name: str, known: tuple[str, ...]) -> Fields:
    document = _JsonDocument(text)
    if document.data.get("format") != name:
        path = ("format",) if "format" in document.data else ()
        document.fail(path, "this is another format", f'"format": "{name}"')
    return Fields(document, (), document.data, what=name, known=known)


def rules_to_json(rules: Rules) -> str:
    """Rules as JSON: their identity.

    Args:
        rules: the rules.
    """
    return _written({"format": RULES_FORMAT, **_identity_table(rules)})


def rules_from_json(text: str, *, rules: Rules | None = None) -> Rules:
    """Rules from JSON.

    Args:
        text: what `rules_to_json` gave.
        rules: its rules, where they are known already: those with a plugin that was passed as an object cannot be found
            by their names. They must be those that the text tells.

    Raises:
        NotationError: with line, column and what was expected.
        ComposeError: if a name is missing here, if the rules are of another version, or if they are not those given.
    """
    fields = _open(text, RULES_FORMAT, ("format", *_IDENTITY_KEYS))
    return _identity(fields, rules)


_IDENTITY_KEYS = ("preset", "plugins", "options", "seats", "core")


def _identity_table(rules: Rules) -> dict[str, Any]:
    identity = rules.identity
    return {
        "preset": identity.preset,
        "plugins": dict(identity.plugins),
        "options": dict(identity.options),
        "seats": identity.seats,
        "core": identity.core,
    }


def _identity(fields: Fields, known: Rules | None) -> Rules:
    plugins = fields.table.get("plugins", {})
    options = fields.table.get("options", {})
    for key, value in (("plugins", plugins), ("options", options)):
        if not isinstance(value, Mapping):
            fields.fail(key, f"{key} is no object", "{ ... }")
    identity = Identity(
        fields.text("preset"),
        tuple(cast("Mapping[str, int]", plugins).items()),
        tuple(sorted(cast("Mapping[str, OptionValue]", options).items())),
        fields.number("seats"),
        fields.number("core"),
    )
    if known is None:
        return recompose(identity)
    if known.identity != identity:
        raise ComposeError(f"the rules in the text are not those that are given: {identity}, not {known.identity}")
    return known


def _rules_in(fields: Fields, known: Rules | None) -> Rules:
    inner = Fields(
        fields.document, (*fields.path, "rules"), fields.table.get("rules"), what="rules", known=_IDENTITY_KEYS
    )
    return _identity(inner, known)


def state_to_json(position: Position) -> str:
    """A state, with its rules and the scores before it, as JSON.

    Args:
        position: the state in its match; `Position(rules, state, scores)` makes one.
    """
    table = position_table(position)
    return _written({"format": STATE_FORMAT, **table, "rules": _identity_table(position.rules)})


def state_from_json(text: str, *, rules: Rules | None = None) -> Position:
    """A state from JSON.

    Args:
        text: what `state_to_json` gave.
        rules: its rules, where they are known already: those with a plugin that was passed as an object cannot be found
            by their names. They must be those that the text tells.

    Raises:
        NotationError: with line, column and what was expected.
        ComposeError: if its rules cannot be composed here, or are not those given.
    """
    document = _JsonDocument(text)
    if document.data.get("format") != STATE_FORMAT:
        document.fail(("format",) if "format" in document.data else (), "this is another format", STATE_FORMAT)
    outer = Fields(document, (), document.data, what=STATE_FORMAT, known=tuple(document.data))
    inner = {key: value for key, value in document.data.items() if key not in ("format", "rules")}
    return read_position_of(document, (), inner, _rules_in(outer, rules))


def action_to_json(action: Action, where: Where = None) -> str:
    """An action as JSON.

    Args:
        action: the action.
        where: as for `action_text`.
    """
    return _written({"format": ACTION_FORMAT, "action": action_text(action, where)})


def action_from_json(text: str, where: Where = None, *, rules: Rules | None = None) -> Action:
    """An action from JSON.

    Args:
        text: what `action_to_json` gave.
        where: as for `parse_action`.
        rules: the rules in force, which know the moves of plugins.

    Raises:
        NotationError: with line, column and what was expected.
    """
    fields = _open(text, ACTION_FORMAT, ("format", "action"))
    fields.text("action")
    return fields.parsed("action", lambda words: parse_action(words, where, rules=rules))


def match_to_json(rules: Rules, match: Match) -> str:
    """A match, with its rules, as JSON: a saved game.

    Args:
        rules: the rules in force.
        match: the match, between hands or with one going on.
    """
    hand = None
    if match.hand is not None:
        hand = position_table(Position(rules, match.hand, match.scores, match.playoff))
        del hand["rules"]
    more = {
        "plugin": match_table(match, rules).get("plugin", {}),
        "lines": _converter().unstructure(match.lines),
    }
    return _written(
        {
            "format": MATCH_FORMAT,
            "rules": _identity_table(rules),
            "dealer": match.dealer,
            "scores": list(match.scores),
            "playoff": match.playoff,
            "winners": list(match.winners),
            "hands": _converter().unstructure(match.hands),
            "hand": hand,
            **{key: value for key, value in more.items() if value},
        }
    )


def match_from_json(text: str, *, rules: Rules | None = None) -> tuple[Rules, Match]:
    """A match and its rules from JSON.

    Args:
        text: what `match_to_json` gave.
        rules: its rules, where they are known already: those with a plugin that was passed as an object cannot be found
            by their names. They must be those that the text tells.

    Raises:
        NotationError: with line, column and what was expected.
        ComposeError: if its rules cannot be composed here, or are not those given.
    """
    fields = _open(text, MATCH_FORMAT, _MATCH_KEYS)
    rules = _rules_in(fields, rules)
    seats = rules.seats
    scores = tuple(fields.numbers("scores"))
    if len(scores) != seats:
        fields.fail("scores", f"{len(scores)} scores for {seats} seats", f"{seats} whole numbers")
    winners = tuple(fields.numbers("winners"))
    if any(not 0 <= seat < seats for seat in winners):
        fields.fail("winners", "a winner does not play", f"seats from 0 to {seats - 1}")
    hand = None
    written = fields.table.get("hand")
    if written is not None:
        if "rules" in Fields(fields.document, ("hand",), written, what="a position", known=keys_in(rules)).table:
            fields.document.fail_key(("hand", "rules"), "the hand has rules of its own", "the rules of the match alone")
        hand = read_position_of(fields.document, ("hand",), written, rules).state
    starts = [(name, memory.start(scores)) for name, memory in rules.match_memory]
    slots = read_memory(fields.document, ("plugin",), fields.table.get("plugin", {}), starts)
    match = Match(
        fields.number("dealer", least=0, most=seats - 1),
        scores,
        _played_hands(fields, seats),
        hand,
        fields.flag("playoff"),
        winners,
        slots,
        _structured(fields, "lines", tuple[ScoreLine, ...]),
    )
    return rules, match


def _played_hands(fields: Fields, seats: int) -> tuple[PlayedHand, ...]:
    hands = _structured(fields, "hands", tuple[PlayedHand, ...])
    for hand in hands:
        players = (hand.dealer, max(hand.out, 0), *(line.seat for line in hand.score.lines))
        if hand.out < -1 or any(not 0 <= seat < seats for seat in players) or len(hand.score.by_seat) != seats:
            fields.fail("hands", "a hand has a seat that does not play", f"seats from 0 to {seats - 1}")
    return hands


def _structured(fields: Fields, key: str, kind: type[T]) -> T:
    """What a list of records says, none if it is left out."""
    from cattrs import transform_error  # noqa: PLC0415 - loaded when used

    written = fields.table.get(key, [])
    try:
        found = _converter().structure(written, kind)
    except Exception as error:  # noqa: BLE001 - cattrs groups errors of every kind
        said = transform_error(error, path=key)
        fields.fail(key, said[0] if said else str(error), f"the {key} of a match")
    if json.loads(json.dumps(_converter().unstructure(found))) != written:  # {} and "" structure as empty lists
        fields.fail(key, f"the {key} are not of the right form", f"the {key} of a match")
    return found


@lru_cache(maxsize=1)
def _converter() -> Converter:
    from cattrs import Converter  # noqa: PLC0415 - loaded when used

    converter = Converter(forbid_extra_keys=True)
    converter.register_structure_hook(int, _exact(int))
    converter.register_structure_hook(str, _exact(str))
    converter.register_structure_hook(bool, _exact(bool))
    return converter


def _exact(kind: type) -> Any:
    """Structure without converting: JSON says which type it means."""

    def structure(value: object, _: type) -> object:
        if type(value) is not kind:
            raise TypeError(f"{value!r} is no {kind.__name__}")
        return value

    return structure
