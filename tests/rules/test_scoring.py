"""Tests of the lines of a score. The points are in `scores.verdicts`."""

from __future__ import annotations

from tests.rules.tables import do, playing, table

import rummy500 as r5


def test_score_hand__lines_name_seat_points_rule_and_cards_and_are_final_when_the_hand_is_over() -> None:
    where = table(hands=["4s", "3s"], melds=["0 [5h 6h 7h 1:8h]"])
    score = r5.score_hand(where.rules, where.state)
    assert [(line.seat, line.points, line.rule, line.cards) for line in score.lines] == [
        (0, 18, "score.hand", "5h 6h 7h"),
        (0, -4, "score.hand", "4s"),
        (1, 8, "score.hand", "8h"),
        (1, -3, "score.hand", "3s"),
    ]
    assert score.by_side == score.by_seat == (14, 5)
    assert not score.final
    over = do(playing("9s"), "1: discard 9s")
    assert r5.score_hand(over.rules, over.state).final
