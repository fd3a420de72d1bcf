"""Fast hands: whole hands of one pack as integers, by the same rules as the engine.

`playout`, `playouts`, `simulate` with random players and `perft` use them where they play the rules. Programs that
search use them directly: `fast_hand` makes one of a state.

Examples:
    >>> import rummy500 as r5
    >>> from rummy500.fast import action_of, fast_hand
    >>> rules = r5.compose("classic", seats=2)
    >>> hand = fast_hand(rules, r5.deal(rules, seed=7))
    >>> hand.step(hand.actions()[0])
    >>> action_of(hand, hand.actions()[0])
    <Action 1: meld [9s Ts Js]>
"""

from rummy500.base.lazy import face

face(__name__)
