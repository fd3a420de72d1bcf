"""Partnership: four players, two sides, one score for each (`match.partnership`)."""

from __future__ import annotations

from rummy500.hooks import PluginInfo, RuleEntry, Settings, hookimpl


@hookimpl
def plugin_info() -> PluginInfo:
    """Who it is."""
    return PluginInfo(
        "partnership",
        "four players on two sides, seats 0 and 2 against 1 and 3, each side with one score",
        source="001, 003",
        seats=(4, 4),
    )


@hookimpl
def settings() -> Settings:
    """`match.partnership`: a side that reaches the target wins."""
    return Settings(sets={"match.reached": "reach"})


@hookimpl
def sides() -> tuple[int, ...]:
    """`match.partnership`: partners sit opposite each other."""
    return (0, 1, 0, 1)


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    """The rule in the catalogue."""
    return (
        RuleEntry(
            "match.partnership",
            "The match",
            "Partners sit opposite each other. Seats 0 and 2 play against 1 and 3: each side has one score, sides win"
            " and lose, and a partner's meld is as one's own. What is counted for each player stays so.",
            ("001", "003"),
            question="Does everybody play alone?",
        ),
    )
