"""Hypothesis strategies: cards, decks, melds, rules, positions that play reaches, actions, whole hands.

Every choice is drawn from hypothesis, so a failing example shrinks: towards the first preset without options, two
seats, the pack in order, few steps and the first action of each list. Drawn values print in a readable form: cards and
actions in the notation, rules as the call of `compose` that makes them, a position and a whole hand as a scenario file.

    >>> from hypothesis import given, settings
    >>> import rummy500 as r5
    >>> from rummy500_testing import strategies as r5st
    >>> @settings(max_examples=5)
    ... @given(hand=r5st.hands(r5.compose("classic", seats=3), most_steps=20))
    ... def every_hand_has_an_owner(hand):
    ...     assert len(hand.state.hands) == 3
    >>> every_hand_has_an_owner()

An argument `draw` is given by hypothesis. Needs the extra `testing`.
"""

from rummy500.base.lazy import face

face(__name__)
