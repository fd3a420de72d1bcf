"""The core's options: each belongs to the rule that it steers, and declares the values that it may have."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import attrs

from rummy500.errors import ComposeError
from rummy500.inputs import quoted, whole_number

OptionValue = int | str | bool
#: The greatest whole number that any option takes: what is set can be saved, and shown.
GREATEST: Final = 1_000_000_000


@attrs.frozen
class Option:
    """One option.

    Attributes:
        name: its name, `meld.ace` say.
        rule: the rule id that it steers.
        choices: the words that it may be.
        least: the least whole number that it may be, `None` if it may not be a number.
        most: the greatest whole number, `None` for `GREATEST`.
        flag: whether it is true or false instead.
        zero: whether it may be 0 below its least number.
        about: what it decides, in a few words.
        default: the value of a plugin's option that nobody sets; presets set those of the core.
        words: what a value means, in words; under `None` for any number, which stands for `{value}`.
    """

    name: str
    rule: str
    about: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    flag: bool = False
    zero: bool = False
    default: OptionValue = False
    words: Mapping[OptionValue | None, str] = attrs.field(factory=dict[OptionValue | None, str], hash=False)

    def check(self, value: object) -> OptionValue:
        """Check a value of the option, and return it; a number of any type that has an index as a plain one.

        Raises:
            ComposeError: naming the option, the value and the values that it may have.
        """
        if self.flag and isinstance(value, bool):
            return value
        if isinstance(value, str) and value in self.choices:
            return value
        with suppress(TypeError):
            number = whole_number(value, self.name)
            if self._takes_number(number):
                return number
        from difflib import get_close_matches  # noqa: PLC0415 - needed when something has gone wrong

        near = get_close_matches(value, self.choices, n=1) if isinstance(value, str) else []
        hint = f'; did you mean "{near[0]}"?' if near else ""
        raise ComposeError(f"option {self.name} cannot be {quoted(value)}: it must be {self.allowed}{hint}")

    def _takes_number(self, value: int) -> bool:
        if self.least is None:
            return False
        most = GREATEST if self.most is None else self.most
        return (self.zero and value == 0) or self.least <= value <= most

    def read(self, text: str) -> OptionValue:
        """The value that a word on a command line stands for.

        Raises:
            ComposeError: as for `check`.
        """
        if self.flag and text in ("true", "false"):
            return text == "true"
        if self.least is not None:
            try:
                return self.check(int(text))
            except ValueError:
                pass
        return self.check(text)

    def meaning(self, value: OptionValue) -> str:
        """What a value means, in words; the value itself where nothing is said of it.

        Args:
            value: a value that it may have.
        """
        words = self.words
        return words[value] if value in words else words.get(None, "{value}").format(value=value)

    @property
    def allowed(self) -> str:
        """The values that it may have, in words: `"auto" or a whole number from 1 to 8`."""
        parts = [f'"{choice}"' for choice in self.choices]
        if self.flag:
            parts += ["true", "false"]
        if self.zero:
            parts.append("0")
        if self.least is not None:
            most = GREATEST if self.most is None else self.most
            parts.append(f"a whole number from {self.least:,} to {most:,}")
        return " or ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def read_option(text: str, kinds: Mapping[str, Option]) -> tuple[str, OptionValue]:
    """An option as a command line says it: `match.target=250`.

    Args:
        text: the name, `=` and the value.
        kinds: the options that there are, by name; `known_options` gives those of a game.

    Returns:
        Its name and value. A name that is no option keeps its value as text; composing refuses it.

    Raises:
        ComposeError: if the text is not of that form, or the option does not take the value.
    """
    name, equals, value = text.partition("=")
    name, value = name.strip(), value.strip()
    if not equals or not name:
        raise ComposeError(f"{quoted(text)} is not of the form NAME=VALUE")
    return name, kinds[name].read(value) if name in kinds else value


#: From this many seats on `auto` shuffles two packs together.
_TWO_PACKS_FROM: Final = 5


def pack_count(options: Mapping[str, OptionValue], seats: int) -> int:
    """How many packs of 52 are shuffled together: what `deck.packs` says, `auto` being two from five players on.

    Args:
        options: the value of each option.
        seats: how many play.
    """
    packs = options["deck.packs"]
    return packs if isinstance(packs, int) else 2 if seats >= _TWO_PACKS_FROM else 1


def hand_size_of(options: Mapping[str, OptionValue], seats: int) -> int:
    """How many cards each player is dealt: what `deal.size` says, `auto` being 13 for two players and 7 for more.

    Args:
        options: the value of each option.
        seats: how many play.
    """
    size = options["deal.size"]
    return size if isinstance(size, int) else 13 if seats == 2 else 7


CORE_OPTIONS: Final[Mapping[str, Option]] = {
    option.name: option
    for option in (
        Option("deck.jokers", "deck.pack", "jokers in each pack", least=0, most=4),
        Option(
            "deck.packs",
            "deck.pack",
            "packs of 52; auto: two from five players on",
            ("auto",),
            least=1,
            most=2,
        ),
        Option(
            "deal.size",
            "deal.size",
            "cards dealt to each; auto: 13 for two players, else 7",
            ("auto",),
            least=1,
        ),
        Option("deal.opening", "deal.upcard", "how a hand begins", ("upcard", "extra-card", "offer")),
        Option("deal.next-dealer", "deal.next-dealer", "who deals the next hand", ("left", "right", "winner")),
        Option("meld.group-suits", "meld.group-suits", "suits in a group", ("different", "any")),
        Option(
            "meld.group-max",
            "meld.group-max",
            "most cards in a group; 0: all there are",
            zero=True,
            least=3,
            most=8,
        ),
        Option("meld.run-min", "meld.run-min", "fewest cards in a run", least=3, most=7),
        Option("meld.ace", "meld.ace", "where an ace lies in a run", ("both", "high", "low")),
        Option("meld.layoff", "meld.layoff", "who may lay off where", ("any", "after-meld", "own")),
        Option("meld.first-minimum", "meld.first-minimum", "points to open with; 0: none", least=0),
        Option("draw.top", "draw.top", "taking the lone top discard", ("free", "must-meld")),
        Option("draw.deep-use", "draw.deep-use", "how a taken card is used", ("any", "new-meld")),
        Option("discard.barred", "discard.not-taken", "what may not be discarded", ("lone-top", "drawn")),
        Option(
            "out.discard",
            "out.discard-required",
            "whether going out takes a discard",
            ("optional", "required"),
        ),
        Option("stock.empty", "stock.empty", "what an empty stock does", ("pile", "strict", "reshuffle")),
        Option("call", "call.full", "calling Rummy", ("none", "full", "layoffs", "top", "last-discard")),
        Option("score.ace", "score.values", "what an ace counts", ("by-use", "one")),
        Option("match.target", "match.target", "points to play to", least=1),
        Option("match.reached", "match.target", "reach the target or exceed it", ("exceed", "reach")),
    )
}
