"""Each player puts a chip into the pot, whoever goes out takes it, and most chips win once somebody has none."""

import attrs

from rummy500.hooks import (
    MatchMemory,
    MatchWinners,
    PluginInfo,
    RuleEntry,
    Rules,
    Settings,
    Tally,
    Verdict,
    hookimpl,
    recall,
)

CHIPS = 10


@attrs.frozen
class Chips:
    """The chips of each seat between two hands, and those left in the pot."""

    held: tuple[int, ...]
    pot: int = 0


@hookimpl
def plugin_info() -> PluginInfo:
    other = {
        "michigan": "each hand of Michigan is a game of its own",
        "persian": "chips belong to players, not to sides",
        "partnership": "chips belong to players, not to sides",
    }
    return PluginInfo("chips", "a hand is played for a pot of chips, and chips decide the match", conflicts=other)


@hookimpl
def settings() -> Settings:
    return Settings(idle=dict.fromkeys(("match.target", "match.reached"), "chips decide the match, not points"))


@hookimpl
def memory() -> MatchMemory:
    def start(scores: tuple[int, ...]) -> Chips:
        return Chips((CHIPS,) * len(scores))

    def after(rules: Rules, before: Chips, tally: Tally) -> Chips:
        held, pot = [chips - 1 for chips in before.held], before.pot + rules.seats
        out = tally.hand.public.out
        if out < 0:  # nobody went out: the pot stays for the next hand
            return Chips(tuple(held), pot)
        held[out] += pot
        return Chips(tuple(held))

    return MatchMemory(start, after)


@hookimpl
def match_winners() -> MatchWinners:
    def richest(rules: Rules, tally: Tally) -> Verdict:
        held = recall(rules, tally, Chips).held
        if min(held) > 0:
            return Verdict()
        return Verdict(tuple(seat for seat, chips in enumerate(held) if chips == max(held)))

    return richest


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = (
        f"Each player begins with {CHIPS} chips and puts one into the pot before every hand. Going out takes the pot."
        " When a player has no chip left the match is over, and the one with most chips wins."
    )
    replaced = ("match.target", "match.highest", "match.tie")
    claims = {"match": "chips.pot"}
    return (RuleEntry("chips.pot", "The match", about, ("house",), claims=claims, replaces=replaced),)
