"""`turn.no-stranding`: the plays of a way in which a hand was cut up are plays, and the turn can end after them."""

from __future__ import annotations

import random
from itertools import product

import pytest
from tests.engine.test_cover import GAMES, positions
from tests.rules.tables import Options

import rummy500 as r5
from rummy500.engine.finding import Play
from rummy500.engine.finish import Search, has_free_card
from rummy500.engine.first_minimum import points_missing
from rummy500.engine.groups import fills, groups_of
from rummy500.engine.plays import judge_play, may_lay_after_meld, view_after
from rummy500.engine.rough import Rough
from rummy500.errors import Refusal
from rummy500.melds import Meld, MeldShapes
from rummy500.melds.pieces import natural_piece, wild_in_group
from rummy500.rules import Rules
from rummy500.state import View


def ends(rules: Rules, view: View, plays: list[Play]) -> bool:
    """Whether some plays are allowed one after the other, and the turn can end then."""
    for play in plays:
        meld = judge_play(rules, view, *play)
        if isinstance(meld, Refusal):
            assert rules.may_lay is may_lay_after_meld, (play, meld)
            return False
        view = view_after(view, meld, *play)
    assert not points_missing(rules, view)
    return has_free_card(rules, view) if view.hand else rules.melding_out


@pytest.mark.parametrize("game", GAMES)
def test_way__leads_to_an_end_where_nothing_but_the_core_has_a_say(game: str) -> None:
    preset, options = GAMES[game]
    rng = random.Random(f"ways of {game}")
    found = none = 0
    for minimum, barred in product((0, 20, 45), ("drawn", "lone-top")):
        asked: Options = {**options, "discard.barred": barred, "meld.first-minimum": minimum}
        rules = r5.compose(preset, options=asked, seats=2)
        for _ in range(40):
            for view in positions(rules, rng, preset, asked):
                if not points_missing(rules, view) and has_free_card(rules, view):
                    continue
                ways = [ends(rules, view, plays) for plays in Rough(rules).ways(view)]
                assert any(ways) is Search(rules).can_finish(view)
                assert all(ways) or rules.may_lay is may_lay_after_meld
                found += any(ways)
                none += not ways
    assert found > 5
    assert none > 5


def test_groups_of__are_groups_and_there_are_some_for_each_number_of_wild_cards_that_fills_tells() -> None:
    rng = random.Random(3)
    told = 0
    for _ in range(400):
        shapes = MeldShapes(
            group_max=rng.choice((0, 3, 4)), different_suits=rng.random() < 0.5, packs=2, wilds=rng.choice(((), (52,)))
        )
        counts = tuple(rng.randrange(3) for _ in range(4))
        lying = []
        for _ in range(rng.randrange(3)):
            made = shapes.new_group(tuple(natural_piece(13 * suit + 5) for suit in rng.sample(range(4), 3)), 0)
            assert isinstance(made, Meld)
            lying.append(made)
        bits = fills(shapes, counts, tuple(meld.pieces for meld in lying))
        for wilds in range(6):
            groups = groups_of(shapes, counts, tuple(meld.pieces for meld in lying), wilds)
            assert (groups is not None) == bool(bits >> wilds & 1)
            if groups is None:
                continue
            told += 1
            assert sum(spent for _, spent in groups) == wilds
            assert tuple(map(sum, zip((0,) * 4, *(chosen for chosen, _ in groups), strict=True))) == counts
            for place, (chosen, spent) in enumerate(groups):
                pieces = tuple(natural_piece(13 * suit + 5) for suit in range(4) for _ in range(chosen[suit]))
                pieces += (wild_in_group(52, 5),) * spent
                if place >= len(lying):
                    assert isinstance(shapes.new_group(pieces, 0), Meld)
                elif pieces:
                    assert isinstance(shapes.extend(lying[place], pieces, 0), Meld)
    assert told > 200
