"""Matches as plain data: a strict converter, the records of played hands, and what contradicts itself in a match."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar, cast, get_args, get_origin

import attrs

from rummy500.engine.scoring import match_winners, side_totals, verdict_on
from rummy500.engine.status import Defect, status
from rummy500.engine.step import is_over
from rummy500.game.match import Match, PlayedHand, other_match, with_lines
from rummy500.inputs import quoted
from rummy500.notation.fields import Fields, kind_text
from rummy500.notation.toml import Document, Keys
from rummy500.rules.questions import Verdict
from rummy500.rules.rules import Rules
from rummy500.rules.scores import HandScore, ScoreLine
from rummy500.state import PLAY_PHASE, State

if TYPE_CHECKING:
    from cattrs import Converter


# ---------------------------------------------------------------- strict
# A converter of cattrs that is strict: a record is read from exactly its fields, each of exactly its type.

T = TypeVar("T")

#: One step of a place, as cattrs writes it: `.decision`, `['decision']` or `[2]`.
_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")
#: The first word about a wrong value.
_MUST: Final = "must"
_NAMES: Final = {int: "a whole number", str: "a string", bool: "true or false", list: "a list", dict: "an object"}


class Mistake(NamedTuple):
    """A mistake in a record.

    Attributes:
        message: the message, which names the field, and says what its value must be.
        path: the keys and indexes that lead from the record to the wrong value.
        of_fields: whether a field is missing, or is none of the record: the message does not list its fields.
    """

    message: str
    path: Keys
    of_fields: bool


def strict_converter() -> Converter:
    """Make a converter that reads and writes attrs records of plain values, tuples, and each other."""
    from cattrs import Converter  # noqa: PLC0415 - loaded when used
    from cattrs.gen import make_dict_structure_fn  # noqa: PLC0415 - loaded when used

    converter = Converter(forbid_extra_keys=True)
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, partial(exactly, kind))
    converter.register_structure_hook_func(_is_tuple, partial(_each, converter))
    converter.register_structure_hook_func(_is_mapping, partial(_mapped, converter))
    converter.register_structure_hook_func(_is_choice, _one_of)
    converter.register_structure_hook_func(_is_plain_union, _plain)

    def reader(record: type[Any]) -> Callable[[object, type[Any]], Any]:
        return partial(filled, make_dict_structure_fn(record, converter, _cattrs_forbid_extra_keys=True))

    converter.register_structure_hook_factory(attrs.has, reader)
    return converter


def what_is_wrong(error: Exception, name: str) -> Mistake:
    """Describe the first mistake that a strict converter has found."""
    from cattrs import transform_error  # noqa: PLC0415 - loaded when used

    what, _, place = transform_error(error, name, format_exception=_mistake)[0].rpartition(" @ ")
    record, _, field = place.rpartition(".")
    if what == _missing(field):  # cattrs gives a missing field its own place
        place = record
    path = tuple(int(index) if index else key for key, index in _STEP.findall(place.removeprefix(name)))
    return Mistake(f"{place} {what}", path, of_fields=not what.startswith(_MUST))


def exactly(kind: type, value: object, _: object) -> Any:
    """Return a value of exactly the right type; JSON has types, so nothing is converted."""
    if type(value) is not kind:
        found = quoted(value) if type(value) is float else kind_text(value)
        raise TypeError(f"{_MUST} be {_NAMES[kind]}, not {found}")
    return value


def filled(fill: Callable[[Mapping[str, Any], type[T]], T], value: object, kind: type[T]) -> T:
    """Read a record from an object."""
    return fill(cast("Mapping[str, Any]", exactly(dict, value, kind)), kind)


def _mistake(error: BaseException, _: type | None) -> str:
    """Describe a mistake in a value, as the end of a sentence about it."""
    if isinstance(error, KeyError):
        return _missing(error.args[0])
    extra = getattr(error, "extra_fields", None)
    return f"has no field {quoted(min(extra))}" if extra else str(error)


def _missing(field: object) -> str:
    return f"has no {field}"


def _is_tuple(kind: Any) -> bool:
    origin: object = get_origin(kind)
    return origin is tuple


def _is_mapping(kind: Any) -> bool:
    return get_origin(kind) is Mapping


def _is_choice(kind: Any) -> bool:
    origin: object = get_origin(kind)
    return origin is Literal


def _is_plain_union(kind: Any) -> bool:
    return set(get_args(kind)) == {str, int, bool}


def _plain(value: object, _: object) -> Any:
    if type(value) not in (str, int, bool):
        raise TypeError(f"{_MUST} be a string, a whole number, true or false, not {kind_text(value)}")
    return value


def _one_of(value: object, kind: Any) -> Any:
    choices = get_args(kind)
    if type(value) is not str or value not in choices:
        raise TypeError(f"{_MUST} be one of {', '.join(choices)}, not {quoted(value)}")
    return value


def _each(converter: Converter, value: object, kind: Any) -> tuple[Any, ...]:
    """Read the items of a list, up to the first wrong one."""
    items, kinds = cast("list[object]", exactly(list, value, kind)), get_args(kind)
    if kinds[-1] is ...:
        return tuple(_item(converter, each, kinds[0], index) for index, each in enumerate(items))
    if len(items) != len(kinds):
        raise TypeError(f"{_MUST} have {len(kinds)} items, not {len(items)}")
    return tuple(_item(converter, each, kinds[index], index) for index, each in enumerate(items))


def _item(converter: Converter, value: object, kind: Any, index: int) -> Any:
    """Read an item of a list; an error has its place in the list."""
    try:
        return converter.structure(value, kind)
    except Exception as error:  # noqa: BLE001 - cattrs groups errors of every kind
        from cattrs.errors import IterableValidationError, IterableValidationNote  # noqa: PLC0415 - loaded when used

        error.add_note(IterableValidationNote("", index, kind))
        raise IterableValidationError("", [error], kind) from None  # pyright: ignore[reportCallIssue] # it has a `__new__`


def _mapped(converter: Converter, value: object, kind: Any) -> dict[str, Any]:
    """Read an object with any keys; JSON has only texts as keys."""
    table, (_, inner) = cast("dict[str, object]", exactly(dict, value, kind)), get_args(kind)
    return {key: converter.structure(each, inner) for key, each in table.items()}


# ---------------------------------------------------------------- records
# Reads and writes the played hands and score lines of a match as plain data, by cattrs, which is loaded when used.

#: The fields of a score line in matches that were saved before lines had templates.
_OLD_LINE: Final = frozenset({"seat", "points", "rule", "about", "cards"})


def records_data(records: Sequence[object]) -> list[Any]:
    """Write records as plain data, which `read_records` reads."""
    return cast("list[Any]", _converter().unstructure(records))


def read_records(fields: Fields, key: str, kind: type[T]) -> tuple[T, ...]:
    """Read the records of a list; none if the key is missing.

    Args:
        fields: the table that has the list.
        key: its key.
        kind: the class of the records: `PlayedHand` or `ScoreLine`.

    Raises:
        NotationError: for the first wrong record, with its place and its field.
    """
    listed = fields.table.get(key, [])
    if not isinstance(listed, list):
        fields.fail(key, f"{key} must be a list", "a list of objects")
    return tuple(_structured(fields, key, index, kind) for index, _ in enumerate(cast("list[object]", listed)))


def _structured(fields: Fields, key: str, index: int, kind: type[T]) -> T:
    try:
        return _converter().structure(fields.table[key][index], kind)
    except Exception as error:  # noqa: BLE001 - cattrs groups errors of every kind
        wrong = what_is_wrong(error, f"{key}[{index}]")
        path = (*fields.path, key, index, *wrong.path)
        fields.document.fail(path, wrong.message, f"the {key} of a match" if wrong.of_fields else "")


@lru_cache(maxsize=1)
def _converter() -> Converter:
    from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override  # noqa: PLC0415 - loaded when used

    converter = strict_converter()
    left_out = override(omit=True)  # a match counts whole states, whose scores are never partial
    converter.register_unstructure_hook(
        ScoreLine, make_dict_unstructure_fn(ScoreLine, converter, _cattrs_omit_if_default=True)
    )
    converter.register_unstructure_hook(HandScore, make_dict_unstructure_fn(HandScore, converter, partial=left_out))
    for record, read in ((ScoreLine, _line), (HandScore, filled), (PlayedHand, filled)):
        fill = make_dict_structure_fn(record, converter, _cattrs_forbid_extra_keys=True, partial=left_out)
        converter.register_structure_hook(record, partial(read, fill))
    return converter


def _line(fill: Callable[[Mapping[str, Any], type[T]], T], value: object, kind: type[T]) -> T:
    """Read a score line; an old one has the whole sentence as `about`, and no facts."""
    table = cast("Mapping[str, Any]", exactly(dict, value, kind))
    if frozenset(table) == _OLD_LINE:
        table = {"kind": "", **{"template" if name == "about" else name: field for name, field in table.items()}}
    return filled(fill, table, kind)


# ---------------------------------------------------------------- match status
# `match_status` finds the contradictions in a match, such as scores that do not add up.


def match_status(rules: Rules, match: Match) -> tuple[Defect, ...]:
    """Name every defect of a match.

    A match that was really played has none. If no plugin decides who wins, the winners are computed again; if one does,
    only winners that no rule could name are defects.

    Returns:
        The defects, empty if there is none: `no-such-seat`, `wrong-counts`, `wrong-scores`, `wrong-winners`,
        `not-over`, `is-over`, `other-match`, and the defects of `status` for the hand that is going on.
    """
    misplaced = tuple(_seats(rules, match))
    return misplaced or (*_scores(rules, match), *_winners(rules, match), *_hand(rules, match))


def _seats(rules: Rules, match: Match) -> Iterator[Defect]:
    """Find seats that do not play and lists of a wrong length; the other checks need these to be right."""
    seats = rules.seats
    if len(match.scores) != seats:
        yield Defect("wrong-counts", f"{len(match.scores)} scores for {seats} seats")
    if not 0 <= match.dealer < seats:
        yield Defect("no-such-seat", f"the dealer is seat {match.dealer}")
    if any(not 0 <= seat < seats for seat in match.winners):
        yield Defect("no-such-seat", "a winner does not play")
    if any(not 0 <= line.seat < seats for line in match.lines):
        yield Defect("no-such-seat", "a line of the match is for a seat that does not play")
    for number, played in enumerate(match.hands, 1):
        named = (played.dealer, max(played.out, 0), *(line.seat for line in played.score.lines))
        if played.out < -1 or any(not 0 <= seat < seats for seat in named):
            yield Defect("no-such-seat", f"hand {number} has a seat that does not play")


def _scores(rules: Rules, match: Match) -> Iterator[Defect]:
    scores = (0,) * rules.seats
    for number, played in enumerate(match.hands, 1):
        yield from _hand_score(rules, played, f"hand {number}")
        scores = with_lines(rules, scores, played.score.lines)
    if match.so_far.hand_number != len(match.hands) + 1:
        number = match.so_far.hand_number
        yield Defect("wrong-counts", f"hand {number} is due, and {len(match.hands)} hands have been played")
    scores = with_lines(rules, scores, match.lines)
    if scores != match.scores:
        yield Defect(
            "wrong-scores", f"the scores are {_listed(match.scores)}, its hands and lines add up to {_listed(scores)}"
        )


def _hand_score(rules: Rules, played: PlayedHand, name: str) -> Iterator[Defect]:
    score = played.score
    by_seat = tuple(sum(line.points for line in score.lines if line.seat == seat) for seat in range(rules.seats))
    if score.by_seat != by_seat:
        yield Defect("wrong-scores", f"{name} scores {_listed(score.by_seat)}, its lines add up to {_listed(by_seat)}")
    elif score.by_side != side_totals(rules, by_seat):
        yield Defect("wrong-scores", f"{name} scores {_listed(score.by_side)} by side, and {_listed(by_seat)} by seat")
    if not score.final:
        yield Defect("wrong-scores", f"{name} is not scored to its end")


def _winners(rules: Rules, match: Match) -> Iterator[Defect]:
    winners = match.winners
    if winners and not match.hands:
        yield Defect("wrong-winners", "the match has winners before a hand has been played")
        return
    if winners and match.playoff:
        yield Defect("wrong-winners", "the match has winners while a tie is played on")
    sides = {rules.sides[seat] for seat in winners}
    if winners != tuple(seat for seat in range(rules.seats) if rules.sides[seat] in sides):
        yield Defect(
            "wrong-winners", f"the winners are {_listed(winners)}: these are not whole sides in order of seats"
        )
    if rules.match.match_winners is match_winners:
        yield from _decided(rules, match)


def _decided(rules: Rules, match: Match) -> Iterator[Defect]:
    """Apply the core's rule to the hands again, and compare winners and playoff."""
    scores, verdict = (0,) * rules.seats, Verdict()
    for number, played in enumerate(match.hands, 1):
        if verdict.winners:
            yield Defect("wrong-winners", f"hand {number} is played after the match was won")
            return
        scores = with_lines(rules, scores, played.score.lines)
        verdict = verdict_on(rules, scores, playoff=verdict.playoff)
    if match.winners != verdict.winners:
        yield Defect(
            "wrong-winners",
            f"the winners are {_listed(match.winners)}; by the scores of the hands they are {_listed(verdict.winners)}",
        )
    elif match.playoff is not verdict.playoff:
        tied = "tie at the target" if verdict.playoff else "do not tie at the target"
        yield Defect("wrong-winners", f"playoff is {str(match.playoff).lower()}, and the leaders {tied}")


def _hand(rules: Rules, match: Match) -> Iterator[Defect]:
    hand: State | None = match.hand
    if hand is None:
        return
    if match.winners:
        yield Defect("not-over", "the match is won and a hand is going on")
    if is_over(hand):
        yield Defect("is-over", "the hand that is going on is over")
    if hand.public.match != match.so_far:
        yield Defect("other-match", other_match(hand.public.match, match.so_far))
    yield from status(rules, hand)


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers)) or "none"


# ---------------------------------------------------------------- defects
# Refuses defects of `status`: a position in a test may leave cards out, a saved match may not.

#: Defects that the hand of a match may have: none, since it has the whole pack.
WHOLE: Final[frozenset[str]] = frozenset()
#: Defects that a saved state may have: cards of the pack may be missing.
SAVED: Final = frozenset(("missing-cards",))
#: Defects that a position written by people may have: whole hands may be missing, too.
HAND_WRITTEN: Final = frozenset(("missing-cards", "empty-hand"))

#: The key of a position that causes a defect.
_KEYS: Final[Mapping[str, Keys]] = {
    "unknown-cards": ("turn", "seen"),
    "played-nowhere": ("turn", "plays"),
    "claimed-nowhere": ("turn", "claimed"),
    "wrong-pending": ("turn", "pending"),
    "wrong-seat": ("to_act",),
    "not-over": ("turn", "ended"),
    "empty-hand": ("hands",),
    "drawn-nowhere": ("drawn",),
    "no-meld": ("melds",),
}


def first_defect(rules: Rules, state: State, allowed: frozenset[str]) -> Defect | None:
    """Find the first defect of a state that is not allowed.

    Args:
        rules: the rules in force.
        state: the state.
        allowed: the names of defects that it may have: `WHOLE`, `SAVED` or `HAND_WRITTEN`. A hand may be empty only if
            cards are missing, and never the hand of a seat that must play from it.
    """
    defects = status(rules, state)
    must_play = state.public.phase == PLAY_PHASE and not state.hands[state.public.to_act]
    if must_play or all(defect.name != "missing-cards" for defect in defects):
        allowed -= {"empty-hand"}
    return next((defect for defect in defects if defect.name not in allowed), None)


def refuse_defects(document: Document, path: Keys, rules: Rules, state: State, allowed: frozenset[str]) -> None:
    """Refuse a state with a defect that is not allowed.

    Raises:
        NotationError: for the first defect, at the key that causes it.
    """
    defect = first_defect(rules, state, allowed)
    if defect is not None:
        document.fail((*path, *_KEYS.get(defect.name, ())), f"{defect.about} ({defect.name})")
