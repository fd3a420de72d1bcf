"""Going out pays 25 points more."""

from collections.abc import Iterable

from rummy500.hooks import LineKind, PluginInfo, RuleEntry, Rules, ScoreLine, ScoreLines, StateOrView, hookimpl

RULE = "out-bonus.points"
OUT = LineKind(RULE, "out", "went out")


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("out-bonus", "going out pays 25 points more")


@hookimpl
def score_lines() -> ScoreLines:
    def bonus(rules: Rules, sight: StateOrView) -> Iterable[ScoreLine]:
        out = sight.public.out  # -1 while the hand goes on, and where nobody has gone out
        if out >= 0:
            yield OUT(out, 25 // rules.scoring.unit)

    return bonus


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "Going out pays 25 points more."
    return (RuleEntry(RULE, "Scoring", about, ("house",), replaces=("score.no-bonus",)),)
