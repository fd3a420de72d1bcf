"""Tests of what `explain` shows of `score.master-hand`; the examples of the rule are scenarios."""

from __future__ import annotations

import pytest

import rummy500 as r5


@pytest.mark.parametrize("discard", ["optional", "required"])
def test_explain_tells_it(discard: str) -> None:
    found = {one.rule: one.text for one in r5.explain(r5.compose("pagat", ["masters-hand"], {"out.discard": discard}))}
    assert "You score 500 extra points if you lay down a new run of seven or more cards" in found["score.master-hand"]
    assert ("last card to the table" in found["score.master-hand"]) == (discard == "optional")
    assert found["score.no-bonus"] == "Going out itself earns no points."
