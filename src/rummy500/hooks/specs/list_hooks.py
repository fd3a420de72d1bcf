"""LIST: asked once when the rules are composed; what all plugins answer is joined, the core's first.

`options` and `seats` may be taken as everywhere; `None` adds nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from rummy500.hooks.markers import hookspec
from rummy500.options import OptionValue
from rummy500.rules import Bar, MatchLines, ScoreLines

Options = Mapping[str, OptionValue]


@hookspec
def bars(options: Options, seats: int) -> tuple[Bar, ...] | None:
    """What may not be discarded (`discard.*`), as a tuple of `Bar`.

    A bar yields where it alone would leave a seat no way to end its turn after a card drawn unseen
    (`turn.no-stranding`).
    """


@hookspec
def score_lines(options: Options, seats: int) -> ScoreLines | None:
    """More lines of a hand's score: a function `(rules, state) -> lines`.

    Asked while the hand goes on, too: `state.public.out` is -1 and `state.public.ended` empty until it is over. A line
    names the rule behind it.
    """


@hookspec
def match_lines(options: Options, seats: int) -> MatchLines | None:
    """Lines that the match adds to the scores after a hand: a function `(rules, tally, verdict) -> lines`.

    They do not change who has won.
    """
