"""`Ready`: the answers of `Rules` that every list and every step reads, at hand for compiled code.

`Rules` is an attrs class, of which mypyc makes no native one: compiled code looks its attributes up by name, which
costs as much as forty reads of a native record. So a list or a step reads `Rules.ready`, and the rest from there. What
is asked only now and then stays with `Rules`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from rummy500.book import ActionBook
from rummy500.melds import MeldFinder
from rummy500.melds.natural import NaturalFinder

if TYPE_CHECKING:
    from rummy500.rules.move import Effect
    from rummy500.rules.rules import Rules


@final
class Ready:
    """Some attributes of rules, and what follows from them; made once with the rules, and never written.

    Attributes:
        book: as in `Rules`; so are all others that are not told here.
        fixed_finder: the finder, `None` where it depends on the view (`MeldingRules.finder_now`).
        natural: what finds melds of natural cards.
        has_uses: there are further uses of a taken card.
        has_calls: there are moves out of turn.
        remembers: plugins remember something during a hand.
        effects: what applies an action without a suffix, by its verb; nothing for one that depends on the phase.
    """

    __slots__ = (
        "book", "effects", "fixed_finder", "has_calls", "has_uses",
        "natural", "remembers",
    )  # fmt: skip

    book: Final[ActionBook]
    fixed_finder: Final[MeldFinder | None]
    natural: Final[NaturalFinder]
    has_uses: Final[bool]
    has_calls: Final[bool]
    remembers: Final[bool]
    effects: Final[dict[str, Effect]]

    def __init__(self, rules: Rules) -> None:
        self.book = rules.book
        self.fixed_finder = rules.melding.finder if rules.melding.finder_now is None else None
        self.natural = rules.melding.finder.natural
        self.has_uses = bool(rules.turn.uses)
        self.has_calls = bool(rules.turn.other_moves)
        self.remembers = bool(rules.memory.hand_memory)
        phased = {verb for verb, _ in rules.turn.phased}
        self.effects = {verb: move.effect for verb, move in rules.turn.moves.items() if verb not in phased}
