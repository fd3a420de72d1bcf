"""TABLE: asked once for each finite case when the rules are composed; the answers are looked up in play.

`options` and `seats` may be taken as everywhere. The answer so far, the core's and that of earlier plugins, comes as an
argument; `None` leaves it as it is.
"""

from __future__ import annotations

from collections.abc import Mapping

from rummy500.hooks.markers import hookspec
from rummy500.options import OptionValue
from rummy500.rules import Place


@hookspec
def card_points(
    card: int, role: int, place: Place, points: int, options: Mapping[str, OptionValue], seats: int
) -> int | None:
    """What a card counts (`score.values`), a whole number.

    Args:
        card: the card, 0 to 51, `JOKER` or `SPARE`.
        role: the card that it stands for, itself if it is natural; 64 and a rank for a wild card in a group.
        place: `hand`, `group`, `run`, or `low` for the low end of a run that begins with an ace. In the hand the
            points are those that are taken away.
        points: what it counts so far.
        options: the options in force.
        seats: how many play.
    """


@hookspec
def cut_rank(card: int, rank: int | None, options: Mapping[str, OptionValue], seats: int) -> int | None:
    """Where a card stands in the draw for the first deal (`deal.first-dealer`): the lowest deals.

    Args:
        card: the card.
        rank: where it stands so far: 0 for an ace to 12 for a king; `None` for a card that is drawn again.
        options: the options in force.
        seats: how many play.
    """
