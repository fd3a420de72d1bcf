"""Partnership: four or six players, two or three sides, one score for each (`match.partnership`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import (
    Option,
    OptionValue,
    PluginInfo,
    Reason,
    RuleEntry,
    Rules,
    Settings,
    Statement,
    hookimpl,
)

_RULE: Final = "match.partnership"
#: How many sides play.
_SIDES: Final = "partnership.sides"
_THREE: Final = "three"
_SIX: Final = 6


@hookimpl
def plugin_info() -> PluginInfo:
    """Describe the plugin and its option."""
    return PluginInfo(
        "partnership",
        "two or three teams, each with one score; partners sit apart",
        source="001, 003",
        seats=(4, _SIX),
        even_seats=True,
        options=(
            Option(
                _SIDES,
                _RULE,
                "how many sides play",
                {"two": "two sides: every other player is a partner", _THREE: "three sides of two, with six players"},
                default="two",
            ),
        ),
    )


_ONLY_SIX: Final = Reason(_RULE, "three-sides", "option {option} can be three only with {seats:number} seats")


@hookimpl
def settings(options: Mapping[str, OptionValue], seats: int) -> Settings:
    """Let a side win by reaching the target (`match.partnership`)."""
    if options[_SIDES] == _THREE and seats != _SIX:
        return Settings(refuse=_ONLY_SIX(option=_SIDES, seats=_SIX))
    return Settings(sets={"match.reached": "reach"})


@hookimpl
def sides(options: Mapping[str, OptionValue], seats: int) -> tuple[int, ...]:
    """Name the sides: they take turns round the table (`match.partnership`)."""
    count = 3 if options[_SIDES] == _THREE else 2
    return tuple(seat % count for seat in range(seats))


_SHARED: Final = (
    "Each side has one score, partners win or lose together, and a partner's meld counts as your own. A rule about one"
    " player, such as an opening minimum, applies to each partner separately."
)


def _statement(rules: Rules) -> Statement:
    if rules.seats != _SIX:
        return Statement(f"Partners sit opposite each other and play against the other pair. {_SHARED}", _SOURCES)
    if rules.options[_SIDES] == _THREE:
        who = "Three sides of two play. Partners sit opposite each other."
    else:
        who = "Two sides of three play. Every other player is your partner."
    return Statement(f"{who} {_SHARED}", ("ours",))


_SOURCES: Final = ("001", "003", "ours")


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    """Add the rule to the catalogue."""
    return (
        RuleEntry(
            _RULE,
            "Players and cards",
            f"Players form sides of equal size, whose players take turns round the table. {_SHARED}",
            _SOURCES,
            ours="A rule about one player applies to each partner separately. Partners do not see each other's hands."
            " The target is reached, not exceeded, on any base rules, unless the table chooses otherwise. Six players"
            " form two sides of three, or three of two.",
            options=(_SIDES,),
            statement=_statement,
            question="Who plays with whom?",
        ),
    )
