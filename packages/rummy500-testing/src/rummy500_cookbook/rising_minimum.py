"""From 250 points on, a player needs 30 points to open."""

from rummy500.hooks import OpeningMinimum, PluginInfo, RuleEntry, Rules, View, hookimpl


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("rising-minimum", "from 250 points on, the first melds of a hand must count 30")


@hookimpl
def opening_minimum(rule: OpeningMinimum) -> OpeningMinimum:
    def by_score(rules: Rules, view: View) -> int:
        unit = rules.scoring.unit
        minimum = 30 // unit if view.public.match.scores[view.seat] * unit >= 250 else 0
        return max(minimum, rule(rules, view))

    return by_score


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "A player with 250 points or more must open with cards that count at least 30."
    return (RuleEntry("rising-minimum.open", "Melds", about, ("house",)),)
