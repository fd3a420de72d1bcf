"""Must go out to win: the seat that goes out with the target wins, whatever the others have (`match.must-go-out`)."""

from __future__ import annotations

from typing import Final

import attrs

from rummy500.hooks import (
    Fixed,
    MatchWinners,
    PluginInfo,
    RuleEntry,
    Rules,
    Settings,
    Statement,
    Tally,
    Verdict,
    hookimpl,
)

_RULE: Final = "match.must-go-out"


@hookimpl
def plugin_info() -> PluginInfo:
    """Describe the plugin and its conflict with Michigan."""
    return PluginInfo(
        "must-go-out",
        "you can win the match only in a hand in which you go out",
        source="000",
        conflicts={"michigan": "each hand of Michigan is a game of its own, without points to go out with"},
        title="Must go out to win",
    )


@hookimpl
def settings() -> Settings:
    """Let a player win by reaching the target, without exceeding it (`match.must-go-out`)."""
    return Settings(fixes={"match.reached": Fixed("reach", "whoever goes out wins with the target or more")})


@hookimpl
def match_winners(rule: MatchWinners) -> MatchWinners:
    """Let the side of the seat that went out win if it has reached the target (`match.must-go-out`).

    Nobody else wins, and no tie is played on. The rule so far decides whether the target is reached, with the scores of
    the others set to 0. So points that another plugin does not count towards the target do not count here, either.
    """

    def winners(rules: Rules, tally: Tally) -> Verdict:
        out = tally.hand.public.out
        if out < 0:
            return Verdict()
        side = rules.sides[out]
        alone = tuple(points if rules.sides[seat] == side else 0 for seat, points in enumerate(tally.scores))
        verdict = rule(rules, attrs.evolve(tally, scores=alone, playoff=False))
        if out not in verdict.winners:
            return Verdict()
        return attrs.evolve(verdict, winners=tuple(seat for seat in range(rules.seats) if rules.sides[seat] == side))

    return winners


def _statement(rules: Rules) -> Statement:
    target = rules.options["match.target"]
    if rules.sides_play:
        sentence = (
            f"To win, a player of your side must go out, and your side's score must then be {target} or more. No other"
            " side's score matters. Otherwise another hand is played, whatever the scores."
        )
        return Statement(sentence, ("000", "ours"), {"match": f"{target} points"})
    sentence = (
        f"To win, you must go out, and your score must then be {target} or more. Nobody else's score matters. Otherwise"
        " another hand is played, whatever the scores."
    )
    return Statement(sentence, ("000",), {"match": f"{target} points"})


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    """Add the rule to the catalogue, in place of the core's about target, highest score and ties."""
    return (
        RuleEntry(
            _RULE,
            "The match",
            "To win you must go out and have enough points to win. A player who has more points but did not go"
            " out does not win.",
            ("000", "ours"),
            ours="Where sides play, the side of the player who goes out can win.",
            options=("match.target",),
            statement=_statement,
            replaces=("match.target", "match.highest", "match.tie"),
        ),
    )
