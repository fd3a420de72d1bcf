"""Folding the pack, and what makes a meld of its cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from rummy500.cards import JOKER, MOST_COUNTED, NATURALS, SPARE
from rummy500.errors import ComposeError
from rummy500.hooks.values import Pack, Wilds
from rummy500.melds import MeldFinder, MeldShapes
from rummy500.memo import Memo
from rummy500.options import OptionValue
from rummy500.plugging.answers import Answers
from rummy500.rules import Rules
from rummy500.state import View


def number(value: OptionValue, automatic: int = 0) -> int:
    """The number that an option is set to; `automatic` where it is left to the seats."""
    return value if isinstance(value, int) else automatic


def fold_pack(answers: Answers, options: Mapping[str, OptionValue], packs: int) -> Pack:
    """`deck.pack`: packs of 52 with so many jokers each, and what plugins make of that."""
    jokers = number(options["deck.jokers"]) * packs
    cards = bytes(sorted(list(range(NATURALS)) * packs)) + bytes([JOKER]) * jokers
    pack = answers.changed("pack", Pack(cards))
    if set(pack.aside) - {SPARE} or any(
        pack.cards.count(card) > (MOST_COUNTED if card == JOKER else 2) or card > JOKER for card in set(pack.cards)
    ):
        raise ComposeError("a pack holds each natural card twice at most, fifteen jokers, and spare cards aside only")
    return Pack(bytes(sorted(pack.cards)), pack.aside)


def check_enough(pack: bytes, seats: int, hand_size: int) -> None:
    """`deck.enough`: the hands, the first card and a card of the stock."""
    needed = seats * hand_size + 2
    if needed > len(pack):
        raise ComposeError(
            f"{seats} hands of {hand_size}, a first card and a stock need {needed} cards; the pack has {len(pack)}"
            " (deck.enough)"
        )


def fold_shapes(answers: Answers, options: Mapping[str, OptionValue], packs: int, pack: Pack) -> MeldShapes:
    """The shape rules of melds; no face is wild that the pack does not have (`deck.no-jokers`)."""
    wilds = Wilds((JOKER,))
    for plugin, wilds in answers.each("wilds", Wilds):
        if not all(0 <= face <= SPARE for face in wilds.faces):
            raise plugin.error("wilds", f"names faces that there are not: {wilds.faces}")
    return MeldShapes(
        run_min=number(options["meld.run-min"]),
        group_max=number(options["meld.group-max"]),
        different_suits=options["meld.group-suits"] == "different",
        ace_low=options["meld.ace"] != "high",
        ace_high=options["meld.ace"] != "low",
        packs=packs,
        wilds=tuple(face for face in wilds.faces if face in pack.cards or face in pack.aside),
        joker_groups=wilds.groups_of_jokers,
        wild_after_low_ace=wilds.after_low_ace,
    )


def fold_finder_now(
    answers: Answers, shapes: MeldShapes, finder: MeldFinder
) -> Callable[[Rules, View], MeldFinder] | None:
    """What finds melds where plugins tell what is wild now, `None` where none does."""
    wilds_now = answers.rule_or_none("wilds_now", _all_wild)
    if wilds_now is None:
        return None
    finders: Memo[tuple[int, ...], MeldFinder] = Memo({shapes.wilds: finder})

    def finder_now(rules: Rules, view: View) -> MeldFinder:
        faces = tuple(wilds_now(rules, view))
        found = finders.get(faces)
        if found is None:
            in_order = tuple(face for face in shapes.wilds if face in faces)
            found = finders.keep(faces, MeldFinder(attrs.evolve(shapes, wilds=in_order)))
        return found

    return finder_now


def _all_wild(rules: Rules, _view: View) -> tuple[int, ...]:
    return rules.shapes.wilds
