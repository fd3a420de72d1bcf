"""Partnership: four players, two sides, one score for each (`match.partnership`)."""

from __future__ import annotations

from rummy500.hooks import PluginInfo, RuleEntry, Settings, hookimpl


@hookimpl
def plugin_info() -> PluginInfo:
    """Describe the plugin."""
    return PluginInfo(
        "partnership",
        "two teams of two, each with one score; partners sit opposite each other",
        source="001, 003",
        seats=(4, 4),
    )


@hookimpl
def settings() -> Settings:
    """Let a side win by reaching the target (`match.partnership`)."""
    return Settings(sets={"match.reached": "reach"})


@hookimpl
def sides() -> tuple[int, ...]:
    """Name the sides: partners sit opposite each other (`match.partnership`)."""
    return (0, 1, 0, 1)


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    """Add the rule to the catalogue."""
    return (
        RuleEntry(
            "match.partnership",
            "Players and cards",
            "Partners sit opposite each other and play against the other pair. Each side has one score,"
            " partners win or lose together, and a partner's meld counts as your own. A rule about one player,"
            " such as an opening minimum, applies to each partner separately.",
            ("001", "003", "ours"),
            ours="A rule about one player applies to each partner separately. Partners do not see each other's hands."
            " The target is reached, not exceeded, on any base rules, unless the table chooses otherwise.",
            question="Does everybody play alone?",
        ),
    )
