"""Every option of the core, declared once, and the presets: each is the game of one source."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, Generic, Literal, TypeVar, cast

import attrs

from rummy500.base.errors import ComposeError, Reason
from rummy500.base.inputs import quoted, whole_number

# ---------------------------------------------------------------- options
# Code reads an option with `of`; comparing it with a word that it cannot be is an error of the type checker.

#: A value of an option.
OptionValue = int | str | bool
V = TypeVar("V")
#: The greatest value of a number option, so that every value can be saved and shown.
GREATEST: Final = 1_000_000_000


def _is_mapping(option: Option, _field: object, choices: object) -> None:
    if not isinstance(choices, Mapping):
        raise TypeError(f"option {option.name}: choices must map each word to its meaning, not {quoted(choices)}")


_NUMBER: Final = Reason(
    "compose.option",
    "value",
    "option {option} cannot be {given}: it must be a whole number from {least:number} to {most:number}",
)
_WORD: Final = Reason("compose.option", "word", "option {option} cannot be {given}: it must be one of {values}")
_MEANT: Final = Reason("compose.option", "meant", f'{_WORD.template}; did you mean "{{similar}}"?')
_EITHER: Final = Reason(
    "compose.option",
    "either",
    "option {option} cannot be {given}: it must be {values}, or a whole number from {least:number} to {most:number}",
)


@attrs.frozen
class Option:
    """An option of the rules: its name, its possible values and their meanings.

    Attributes:
        name: its name, for example `meld.ace`.
        rule: the id of the rule that it changes. The rule's question and place on the sheet are used for the option.
        about: what it decides, in a few words.
        choices: the words that are values of it, each with its meaning.
        least: the least number that is a value of it, `None` if it takes no numbers.
        most: the greatest number, `None` for `GREATEST`.
        flag: whether its values are true and false.
        zero: whether 0 is a value of it, though less than `least`.
        default: its value if no preset, plugin or caller sets it.
        words: the meanings of numbers and flags. That of `None` is for other numbers, with `{value}` for the number.
    """

    name: str
    rule: str
    about: str
    choices: Mapping[str, str] = attrs.field(factory=dict[str, str], hash=False, validator=_is_mapping)
    least: int | None = None
    most: int | None = None
    flag: bool = False
    zero: bool = False
    default: OptionValue = False
    words: Mapping[int | None, str] = attrs.field(factory=dict[int | None, str], hash=False)

    def check(self, value: object) -> OptionValue:
        """Check a value and return it; a number of any type with `__index__` becomes an `int`.

        Raises:
            ComposeError: for another value; the message lists the values that the option can have.
        """
        if self.flag and isinstance(value, bool):
            return value
        if isinstance(value, str) and value in self.choices:
            return value
        with suppress(TypeError):
            number = whole_number(value, self.name)
            if self.least is not None and (self.least <= number <= self.greatest or (self.zero and not number)):
                return number
        from difflib import get_close_matches  # noqa: PLC0415 - needed when something has gone wrong

        facts: dict[str, object] = {"option": self.name, "given": quoted(value), "values": ", ".join(self._words)}
        if self.least is not None:
            reason = _EITHER if self._words else _NUMBER
            raise ComposeError(reason(**facts, least=self.least, most=self.greatest))
        similar = get_close_matches(value, self.choices, n=1) if isinstance(value, str) else []
        raise ComposeError(_MEANT(**facts, similar=similar[0]) if similar else _WORD(**facts))

    @property
    def _words(self) -> list[str]:
        """The values that the option can have besides a range of numbers."""
        flags = ["true", "false"] if self.flag else []
        return [*(f'"{choice}"' for choice in self.choices), *flags, *(["0"] if self.zero else [])]

    @property
    def greatest(self) -> int:
        """The greatest number that is a value of it, if it takes numbers."""
        return GREATEST if self.most is None else self.most

    def read(self, text: str) -> OptionValue:
        """Read a value from a word of a command line.

        Raises:
            ComposeError: as for `check`.
        """
        if self.flag and text in ("true", "false"):
            return text == "true"
        if self.least is not None:
            with suppress(ValueError):
                return self.check(int(text))
        return self.check(text)

    def meaning(self, value: OptionValue) -> str:
        """Describe a value in words; a number without words of its own is shown as it is.

        Args:
            value: a value that the option can have.

        Examples:
            >>> CORE_OPTIONS["deck.jokers"].meaning(2), CORE_OPTIONS["deck.packs"].meaning("auto")
            ('2 jokers in each pack', 'two packs for five players or more, otherwise one')
        """
        if isinstance(value, str):
            return self.choices[value]
        return self.words[value] if value in self.words else self.words.get(None, "{value}").format(value=value)

    @property
    def allowed(self) -> str:
        """The values that the option can have, in words: `"auto" or a whole number from 1 to 8`."""
        parts = self._words
        if self.least is not None:
            parts.append(f"a whole number from {self.least:,} to {self.greatest:,}")
        return " or ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


@attrs.frozen
class CoreOption(Option, Generic[V]):
    """An option of the core. A type checker knows the values that it can have, `V`."""

    presets: Mapping[str, OptionValue] = attrs.field(factory=dict[str, OptionValue], hash=False)

    def of(self, options: Mapping[str, OptionValue]) -> V:
        """Read its value among the options of a game."""
        return cast("V", options[self.name])


_FORM: Final = Reason("compose.option", "form", "{given} is not of the form NAME=VALUE")


def read_option(text: str, kinds: Mapping[str, Option]) -> tuple[str, OptionValue]:
    """Read an option from a command line: `match.target=250`."""
    name, equals, value = text.partition("=")
    name, value = name.strip(), value.strip()
    if not equals or not name:
        raise ComposeError(_FORM(given=quoted(text)))
    return name, kinds[name].read(value) if name in kinds else value


DECK_JOKERS: Final = CoreOption[int](
    "deck.jokers",
    "deck.pack",
    "jokers in each pack; at most 15 in all",
    least=0,
    most=4,
    words={0: "no jokers", 1: "1 joker in each pack", None: "{value} jokers in each pack"},
    default=2,
    presets={"classic": 0},
)
DECK_PACKS: Final = CoreOption[int | Literal["auto"]](
    "deck.packs",
    "deck.pack",
    "packs of 52; auto: two for five players or more",
    {"auto": "two packs for five players or more, otherwise one"},
    least=1,
    most=4,
    words={1: "one pack", 2: "two packs", 3: "three packs", 4: "four packs"},
    default="auto",
)
DEAL_SIZE: Final = CoreOption[int | Literal["auto"]](
    "deal.size",
    "deal.size",
    "cards dealt to each; auto: 13 for two players, else 7",
    {"auto": "13 cards each for two players, else 7"},
    least=1,
    words={1: "1 card for each player", None: "{value} cards for each player"},
    default="auto",
)
DEAL_OPENING: Final = CoreOption[Literal["upcard", "extra-card", "offer"]](
    "deal.opening",
    "deal.upcard",
    "how a hand begins",
    {
        "upcard": "a card is turned up to start the pile",
        "extra-card": "the first player gets a card more and begins by discarding",
        "offer": "the upcard is offered round before play",
    },
    default="upcard",
)
DEAL_NEXT_DEALER: Final = CoreOption[Literal["left", "right", "winner"]](
    "deal.next-dealer",
    "deal.next-dealer",
    "who deals the next hand",
    {
        "left": "the deal passes to the left",
        "right": "the deal passes to the right",
        "winner": "the winner of a hand deals the next",
    },
    default="left",
)
MELD_GROUP_SUITS: Final = CoreOption[Literal["different", "any"]](
    "meld.group-suits",
    "meld.group-suits",
    "suits in a group",
    {
        "different": "the cards of a group must differ in suit",
        "any": "the cards of a group may have any suits",
    },
    default="different",
    presets={"north-american": "any", "classic": "any", "family": "any"},
)
MELD_GROUP_MAX: Final = CoreOption[int](
    "meld.group-max",
    "meld.group-max",
    "most cards in a group; 0: all there are",
    zero=True,
    least=3,
    most=8,
    words={0: "a group may be as large as the packs allow", None: "at most {value} cards in a group"},
    default=4,
    presets={"north-american": 0, "classic": 0, "family": 0},
)
MELD_RUN_MIN: Final = CoreOption[int](
    "meld.run-min",
    "meld.run-min",
    "fewest cards in a run",
    least=3,
    most=7,
    words={None: "at least {value} cards in a run"},
    default=3,
)
MELD_ACE: Final = CoreOption[Literal["both", "high", "low", "round"]](
    "meld.ace",
    "meld.ace",
    "where an ace lies in a run",
    {
        "both": "an ace is low or high in a run",
        "high": "an ace is only high in a run",
        "low": "an ace is only low in a run",
        "round": "a run goes round the corner: king, ace, two",
    },
    default="both",
)
MELD_LAYOFF: Final = CoreOption[Literal["any", "after-meld", "own"]](
    "meld.layoff",
    "meld.layoff",
    "who may lay off where",
    {
        "any": "you may lay off on every meld",
        "after-meld": "you may lay off only after a meld of your own",
        "own": "you may lay off only on your own melds",
    },
    default="any",
    presets={"north-american": "after-meld"},
)
MELD_FIRST_MINIMUM: Final = CoreOption[int](
    "meld.first-minimum",
    "meld.first-minimum",
    "points to open with; 0: none",
    least=0,
    words={0: "no points needed to open", 1: "1 point needed to open", None: "{value} points needed to open"},
    default=0,
)
DRAW_TOP: Final = CoreOption[Literal["free", "must-meld"]](
    "draw.top",
    "draw.top",
    "taking the lone top discard",
    {
        "free": "the top discard may be taken and kept",
        "must-meld": "the top discard must be used at once",
    },
    default="free",
    presets={"classic": "must-meld"},
)
DRAW_DEEP_USE: Final = CoreOption[Literal["any", "new-meld"]](
    "draw.deep-use",
    "draw.deep-use",
    "how a taken card is used",
    {
        "any": "a taken card may be used in a new meld or a lay-off",
        "new-meld": "a taken card must be used in a new meld",
    },
    default="any",
    presets={"family": "new-meld"},
)
DISCARD_BARRED: Final = CoreOption[Literal["lone-top", "drawn"]](
    "discard.barred",
    "discard.not-taken",
    "what may not be discarded",
    {
        "lone-top": "you may not discard the top discard if you took it alone this turn",
        "drawn": "you may not discard any card that you drew this turn",
    },
    default="lone-top",
    presets={"family": "drawn"},
)
OUT_DISCARD: Final = CoreOption[Literal["optional", "required"]](
    "out.discard",
    "out.discard-required",
    "whether you need a discard to go out",
    {
        "optional": "you may go out without a discard",
        "required": "you need a discard to go out",
    },
    default="optional",
)
StockEmpty = Literal["pile", "strict", "reshuffle"]
STOCK_EMPTY: Final = CoreOption[StockEmpty](
    "stock.empty",
    "stock.empty",
    "what happens when the stock is empty",
    {
        "pile": "you may take from the pile or pass; a pass ends the hand",
        "strict": "the turn that draws the last card of the stock ends the hand",
        "reshuffle": "the pile is shuffled and becomes the new stock",
    },
    default="pile",
)
Calls = Literal["none", "full", "layoffs", "top", "last-discard"]
CALLS: Final = CoreOption[Calls](
    "call",
    "call.full",
    "calling Rummy",
    {
        "none": 'nobody calls "Rummy!"',
        "full": "you may call for new melds and lay-offs, with cards of the whole pile",
        "layoffs": "you may call only for lay-offs, with cards of the whole pile",
        "top": "you may call only for cards at the top of the pile",
        "last-discard": "you may call only to lay off the last discard",
    },
    default="full",
    presets={"north-american": "layoffs", "classic": "none", "family": "none"},
)
ScoreAce = Literal["by-use", "one"]
SCORE_ACE: Final = CoreOption[ScoreAce](
    "score.ace",
    "score.values",
    "what an ace counts",
    {
        "by-use": "an ace counts 15, or 1 as the low end of a run",
        "one": "an ace counts 1",
    },
    default="by-use",
    presets={"family": "one"},
)
MATCH_TARGET: Final = CoreOption[int](
    "match.target",
    "match.target",
    "points to play to",
    least=1,
    words={1: "played to 1 point", None: "played to {value} points"},
    default=500,
)
MATCH_REACHED: Final = CoreOption[Literal["exceed", "reach"]](
    "match.reached",
    "match.target",
    "reach the target or exceed it",
    {
        "exceed": "a score must exceed the target",
        "reach": "a score must reach the target",
    },
    default="exceed",
    presets={"north-american": "reach", "classic": "reach", "family": "reach"},
)

#: Every option of the core, all those above. Checks, presets and pages are derived from them.
CORE_OPTIONS: Final[Mapping[str, CoreOption[Any]]] = {
    option.name: cast("CoreOption[Any]", option) for option in tuple(globals().values()) if isinstance(option, Option)
}


#: From this many seats on `auto` shuffles two packs together.
_TWO_PACKS_FROM: Final = 5


def pack_count(options: Mapping[str, OptionValue], seats: int) -> int:
    """The number of packs of 52 that are shuffled together: `deck.packs`, where `auto` is two from five players on."""
    packs = DECK_PACKS.of(options)
    return packs if isinstance(packs, int) else 2 if seats >= _TWO_PACKS_FROM else 1


def hand_size_of(options: Mapping[str, OptionValue], seats: int) -> int:
    """The number of cards that each player is dealt: `deal.size`, where `auto` is 13 for two players and 7 for more."""
    size = DEAL_SIZE.of(options)
    return size if isinstance(size, int) else 13 if seats == 2 else 7


# ---------------------------------------------------------------- presets


def _with_defaults(options: Mapping[str, OptionValue]) -> Mapping[str, OptionValue]:
    if not isinstance(cast("object", options), Mapping):
        return options  # `check_presets` refuses it and names the plugin
    return {**{option.name: option.default for option in CORE_OPTIONS.values()}, **options}


def title_of(name: object) -> str:
    """The title of a preset or a plugin that declares none: `masters-hand` is "Masters hand"."""
    words = str(name).replace("-", " ")
    return words[:1].upper() + words[1:]


@attrs.frozen
class Preset:
    """A named value for every option, and the plugins that belong to it.

    Attributes:
        name: its name.
        source: the source document that it follows, by the first three digits of its name.
        about: what is special about it, in a line.
        options: values of options of the core and of plugins; other options of the core have their defaults.
        plugins: the plugins that are part of it, in order.
        title: its name for players; by default `name` with a capital letter, and spaces for hyphens.
    """

    name: str
    source: str
    about: str
    options: Mapping[str, OptionValue] = attrs.field(hash=False, converter=_with_defaults)
    plugins: tuple[str, ...] = ()
    title: str = attrs.field(default=attrs.Factory(lambda self: title_of(self.name), takes_self=True), kw_only=True)


DEFAULT_PRESET: Final = "pagat"


def _preset(name: str, source: str, about: str, title: str = "") -> Preset:
    own = {option.name: option.presets[name] for option in CORE_OPTIONS.values() if name in option.presets}
    return Preset(name, source, about, own, title=title or title_of(name))


CORE_PRESETS: Final[Mapping[str, Preset]] = {
    preset.name: preset
    for preset in (
        _preset(
            "pagat",
            "000",
            "the usual rules, with two jokers; you may keep the top discard; a group needs different suits;"
            ' you may call "Rummy!" for melds and lay-offs',
            "Standard",
        ),
        _preset(
            "north-american",
            "002",
            'two jokers; you may lay off only after a meld of your own; you may call "Rummy!" only for lay-offs',
            "North American",
        ),
        _preset(
            "classic",
            "003",
            'no jokers; even the top discard must be used at once; a group may have any suits; nobody calls "Rummy!"',
        ),
        _preset(
            "family",
            "004",
            "two jokers; an ace always counts 1; you may not discard what you have just drawn; a card from deep in the"
            " pile must go into a new meld",
        ),
    )
}
