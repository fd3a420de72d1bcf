"""The name and the options of the house rules, and what each of them cannot be played with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500 import ComposeError
from rummy500.hooks import Option, OptionValue, PluginInfo, Reason, Settings, hookimpl

NAME: Final = "house-rules"
#: Each option has the name of its rule.
OUT_BONUS: Final = "house-rules.out-bonus"
AT_ONCE: Final = "house-rules.at-once"
WILD: Final = "house-rules.wild"
WILD_POINTS: Final = "house-rules.wild-points"
REDEEM: Final = "house-rules.redeem"
PILE: Final = "house-rules.pile-after-meld"
QUEEN: Final = "house-rules.queen-of-spades"
KNOCK: Final = "house-rules.knock"
BUYS: Final = "house-rules.buys"

SAME: Final = "same"
DOUBLE: Final = "double"
NONE: Final = "none"
USUAL: Final = "usual"
AS_CARD: Final = "as-card"
NOBODY: Final = "nobody"
ANYBODY: Final = "anybody"
OWNER: Final = "owner"

#: The ranks that can be wild, from the ace (0) to the king.
RANKS: Final = (
    "aces", "deuces", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens",
    "kings",
)  # fmt: skip
#: The most points that an option takes: more would decide a match at once.
_MOST: Final = 500


def _points(option: str, about: str, off: str, words: str, usual: tuple[int, ...], most: int = _MOST) -> Option:
    """An option that is off at 0; `usual` are the numbers that a form offers."""
    shown: dict[int | None, str] = {number: words.format(value=number) for number in usual}
    return Option(option, option, about, least=1, most=most, zero=True, default=0, words={0: off, **shown, None: words})


_OPTIONS: Final = (
    _points(OUT_BONUS, "points for going out", "going out earns what other rules say", "{value} points", (25, 50, 100)),
    Option(
        AT_ONCE,
        AT_ONCE,
        "points for going out with the whole hand in one turn",
        {
            SAME: "going out in one turn earns no more than going out",
            DOUBLE: "going out in one turn counts the hand twice for its player",
        },
        least=1,
        most=_MOST,
        default=SAME,
        words={None: "{value} points for going out in one turn"},
    ),
    Option(
        WILD,
        WILD,
        "which rank is wild",
        {NONE: "no rank is wild", **{rank: f"{rank} are wild" for rank in RANKS}},
        default=NONE,
    ),
    Option(
        WILD_POINTS,
        WILD_POINTS,
        "what a wild card counts",
        {USUAL: "a wild card counts what its own face counts", AS_CARD: "as much as the card that it stands for"},
        least=1,
        most=_MOST,
        default=USUAL,
        words={15: "15 points", 25: "25 points", 50: "50 points", None: "{value} points"},
    ),
    Option(
        REDEEM,
        REDEEM,
        "who may take a wild card from the table for the card that it stands for",
        {
            NOBODY: "wild cards stay on the table",
            ANYBODY: "anybody may take a wild card from the table",
            OWNER: "only its player may take a wild card from the table",
        },
        default=NOBODY,
    ),
    Option(
        PILE,
        PILE,
        "whether you may take from the pile only once you have melded",
        flag=True,
        words={True: "you take from the pile only once you have melded", False: "you may take before you have melded"},
    ),
    _points(QUEEN, "points of the queen of spades", "the queen of spades is a queen", "she counts {value}", (40,)),
    _points(KNOCK, "most points in hand with which you may knock", "nobody knocks", "at most {value} points", (5, 10)),
    _points(BUYS, "how often each player may buy a discard", "nobody buys", "{value} times a hand", (3,), most=99),
)


@hookimpl
def plugin_info() -> PluginInfo:
    """Describe the plugin."""
    return PluginInfo(
        NAME,
        "tick what your group plays: points for going out, a wild rank, knocking, buying and more",
        options=_OPTIONS,
        title="House rules",
        last=True,
    )


_DECIDES_WILDS: Final = {
    "oklahoma": "Oklahoma decides which cards are wild, and what becomes of them",
    "persian": "in Persian jokers make groups of their own, and nothing is wild",
    "dealers-gambit": "the dealer decides what jokers do",
}
_PAYS: Final = {
    "oklahoma": "Oklahoma has its own points for going out",
    "persian": "Persian has its own points for going out",
}
#: The plugins that an option cannot be played with, each with the reason. All of them have options, by which `settings`
#: finds them whatever the order of the plugins.
_APART: Final[Mapping[str, Mapping[str, str]]] = {
    OUT_BONUS: _PAYS,
    AT_ONCE: {
        **_PAYS,
        "add-opponents-hand": "others may lay off after the last turn",
        "floating": "the player of the last card floats, and goes out in a later turn",
    },
    WILD: _DECIDES_WILDS,
    WILD_POINTS: _DECIDES_WILDS,
    REDEEM: _DECIDES_WILDS,
    PILE: {"oklahoma": "in Oklahoma the upcard is offered before anybody has melded"},
    QUEEN: {"oklahoma": "Oklahoma has its own table of card points"},
    BUYS: {"oklahoma": "in Oklahoma the whole pile is taken, never its top card alone"},
}
_NOT_WITH: Final = Reason(
    "compose.plugin", "house-rule", "plugins {plugin} and {other:plugin} do not go together with {option}: {why}"
)
_TWO: Final = Reason(BUYS, "two-players", "option {option} needs three players: of two only the next one could buy")
_NO_WILD: Final = Reason(
    "meld.joker", "no-wild", "option {option} has no effect without wild cards: set {jokers:option} or {wild:option}"
)
_OFFER: Final = Reason(
    PILE,
    "offer",
    "option {opening:option} cannot be 'offer' with {option}: nobody has melded when the upcard is offered",
)


def is_on(options: Mapping[str, OptionValue], option: str) -> bool:
    """Whether an option is set to anything but its default."""
    return options[option] not in (0, SAME, NONE, USUAL, NOBODY)


@hookimpl
def settings(options: Mapping[str, OptionValue], seats: int) -> Settings | None:
    """Refuse options that do not go with other plugins, or with two players."""
    there = {name.partition(".")[0] for name in options}
    for option, others in _APART.items():
        for other, why in others.items():
            if is_on(options, option) and other in there:
                return Settings(refuse=_NOT_WITH(plugin=NAME, other=other, option=option, why=why))
    return Settings(refuse=_TWO(option=BUYS)) if options[BUYS] and seats < 3 else None


def check_together(options: Mapping[str, OptionValue]) -> None:
    """Refuse options that do not go with those of the core, which later plugins and the caller may still change.

    Raises:
        ComposeError: if they do not go together.
    """
    if options[PILE] and options["deal.opening"] == "offer":
        raise ComposeError(_OFFER(opening="deal.opening", option=PILE))
    for option in (WILD_POINTS, REDEEM):
        if is_on(options, option) and not options["deck.jokers"] and options[WILD] == NONE:
            raise ComposeError(_NO_WILD(option=option, jokers="deck.jokers", wild=WILD))
