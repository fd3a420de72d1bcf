"""The hand of a player who has nothing on the table counts double."""

from collections.abc import Iterable

from rummy500.hooks import PluginInfo, RuleEntry, Rules, ScoreLine, ScoreLines, State, hookimpl


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("nothing-melded", "a hand counts double if its player has nothing on the table")


@hookimpl
def score_lines() -> ScoreLines:
    def again(rules: Rules, state: State) -> Iterable[ScoreLine]:
        for seat in range(rules.seats):
            melded = any(seat in meld.by for meld in state.public.table)
            if state.public.ended and not melded and rules.scoring.deducts(rules, state, seat):
                points = sum(rules.scoring.points.in_hand[card] for card in state.cards(seat))
                yield ScoreLine(seat, -points, "nothing-melded.double", "nothing on the table")

    return again


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "If you have no card on the table when the hand ends, the cards in your hand count double."
    return (RuleEntry("nothing-melded.double", "Scoring", about, ("house",)),)
