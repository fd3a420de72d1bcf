"""Refusals for which engine and oracle may name different rules, with the reasons."""

from __future__ import annotations

from typing import Final

from proofs.agreement.compare import Disagreement

#: Kinds (engine, oracle) that the catalogue does not decide, each with the reason.
OPEN: Final[dict[tuple[str, str], str]] = {
    ("turn.phase", "turn.seat"): "the hand is over: there is no seat whose turn it is",
    ("meld.first-minimum", "discard.not-drawn"): "two duties of the finish bar the same discard",
    ("meld.first-minimum", "discard.not-taken"): "two duties of the finish bar the same discard",
    ("deal.opening-offer", "turn.cards"): "a use in the offer: no action of its phase, or cards not held",
    ("meld.first-minimum", "out.unplayable-discard"): "two duties of the finish bar the same discard",
    ("meld.group", "meld.joker-role"): "two faults of shape: cards of other ranks, and a joker in no role here",
    ("meld.run", "meld.joker-role"): "two faults of shape: no stretch, and a joker in no role here",
    ("meld.joker-count", "meld.run"): "two faults of shape: no natural card, and no stretch",
    ("meld.joker-count", "meld.group"): "two faults of shape: no natural card, and several ranks",
    ("meld.joker-count", "meld.ace"): "two faults of shape: no natural card, and round the corner",
    ("meld.first-minimum", "call.last-discard"): "a caller who has not opened, and no call of the last discard",
    ("call.layoffs", "meld.layoff-after-meld"): "a new meld where only lay-offs can be called, by who has not melded",
    ("call.last-discard", "meld.layoff-after-meld"): "a new meld where only a lay-off can be called, likewise",
    ("meld.layoff-after-meld", "meld.layoff"): "two faults of place: no meld of one's own, and no such meld",
    ("draw.whole-pile", "turn.cards"): "a take below the top of a whole pile, with cards that the seat does not hold",
    ("discard.not-taken", "oklahoma.queen"): "two bars on one card",
    ("oklahoma.deuce", "meld.joker-count"): "a meld of wild cards only, deuces among them",
    ("deal.opening-offer", "draw.deep-use"): "a card on offer that must be used, taken without a use",
    ("draw.top", "draw.deep-use"): "a top card that must be used, taken without a use",
    ("turn.cards", "deal.opening-offer"): "a card that is not there, where nothing may be taken",
    **{
        (f"dealers-gambit.{named}", f"dealers-gambit.{used}"): f"a joker that does what was not named: {named} was"
        for named in ("wild", "double", "split")
        for used in ("wild", "double", "split")
        if named != used
    },
    ("meld.group", "dealers-gambit.wild"): "several ranks in a group, and a joker that is not wild in it",
    ("meld.run", "dealers-gambit.wild"): "no stretch, and a joker that is not wild in it",
    ("dealers-gambit.split", "turn.cards"): "a split without the joker that pays for it, or with cards not held",
    **{
        ("score.late-layoffs", shape): "a late lay-off with two faults: on no opponent's meld, and none that fits it"
        for shape in ("meld.group", "meld.run", "meld.ace", "meld.joker-role", "meld.group-suits", "meld.group-max")
    },
    ("meld.joker", "meld.joker-role"): "a natural card in another's role: it is not wild, or has no role",
}

#: Kinds in which the oracle names the less specific rule.
ORACLE_LESS_SPECIFIC: Final[dict[tuple[str, str], str]] = {
    ("call.not-own", "call.window"): "call.not-own, where the discard has been claimed besides",
    ("call.race", "call.window"): "call.race: `one claim a discard where only the last discard counts`",
}


def decided(found: Disagreement) -> bool:
    """Return whether the catalogue decides this case, so that engine and oracle must agree."""
    return found.of_legality or (found.kind not in OPEN and found.kind not in ORACLE_LESS_SPECIFIC)
