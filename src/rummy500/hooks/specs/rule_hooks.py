"""RULE: asked once when the rules are composed; takes the rule so far and gives back the rule that holds from now on.

A rule is a plain function, which the engine calls in play. The hook takes `rule`, the function of the core and of
earlier plugins, and returns a function of the same arguments, which calls `rule` where it has nothing to add; or `None`
to leave it. `options` and `seats` may be taken as everywhere. What decides about a seat's moves is given that seat's
`View`, never the state: it must give equal answers to equal views.
"""

from __future__ import annotations

from collections.abc import Mapping

from rummy500.hooks.markers import hookspec
from rummy500.options import OptionValue
from rummy500.rules import (
    Beside,
    Deducts,
    HandEmptied,
    LiesOpen,
    MatchWinners,
    MayCall,
    MayDraw,
    MayLay,
    MayMeld,
    MayTake,
    MustUse,
    PileBrings,
    Refused,
    TurnEnded,
    Visible,
    WildsNow,
)

Options = Mapping[str, OptionValue]


@hookspec
def wilds_now(rule: WildsNow, options: Options, seats: int) -> WildsNow | None:
    """Which faces are wild now: a function `(rules, view) -> faces`, of those that `wilds` names, in any order.

    Asked for every listing, check and search, so it should be quick. The core's answer: all of them.
    """


@hookspec
def beside(rule: Beside, options: Options, seats: int) -> Beside | None:
    """The spare cards that the seat of a view may play now: a function `(rules, view) -> bag`. The core's: none.

    It may depend on what lies on the table and in memory. A spare card that has been played lies on the table, and
    must not be offered again.
    """


@hookspec
def may_draw(rule: MayDraw, options: Options, seats: int) -> MayDraw | None:
    """Whether the seat on turn may draw from a stock that gives a card: `(rules, view) -> Refusal | None`.

    The core's answer: yes (`draw.stock`). Where it is no, and no take is wanted, `pass` ends the hand.
    """


@hookspec
def may_take(rule: MayTake, options: Options, seats: int) -> MayTake | None:
    """Whether a take that everything else allows may be made: `(rules, view, action) -> Refusal | None`.

    The view is that before the take; `action.depth` says where the card lies, `action.use` how it is used. The core's
    answer: yes (`draw.top`, `draw.deep` have been asked already).
    """


@hookspec
def may_call(rule: MayCall, options: Options, seats: int) -> MayCall | None:
    """Whether a call that everything else allows may be made: `(rules, view, action) -> Refusal | None`."""


@hookspec
def may_meld(rule: MayMeld, options: Options, seats: int) -> MayMeld | None:
    """Whether a meld may lie on the table: `(rules, view, meld, on) -> Refusal | None`.

    Asked for new melds (`on` is -1) and for melds that a lay-off makes longer (`on` is their place). The meld has the
    shape of one already (`meld.*`). Makes listing slower: every meld is asked for. `NaturalTwo` is an answer that costs
    nothing: an ace lies low only before a natural two.
    """


@hookspec
def may_lay(rule: MayLay, options: Options, seats: int) -> MayLay | None:
    """Whether the seat may lay off on a meld at all: `(rules, view, on) -> Refusal | None`.

    `on` is the place of the meld in `view.public.table`. The core's answer follows `meld.layoff`.
    """


@hookspec
def must_use(rule: MustUse, options: Options, seats: int) -> MustUse | None:
    """Whether the card at a depth of the pile must be used at once by whoever takes it: `(rules, view, depth) -> bool`.

    The core's answer: yes where other cards come with it (`pile_brings`), as `draw.top` says where it comes alone, no
    for an upcard on offer (phase `offer`). Where a card on offer must be used it is taken `with` its use.
    """


@hookspec
def pile_brings(rule: PileBrings, options: Options, seats: int) -> PileBrings | None:
    """What comes with a card that is taken: `(rules, view, depth) -> depths`, the card's own among them.

    Depths count from 1, the top. Nothing where the card cannot be taken. A call brings what comes with each of the
    cards that it claims (`call.full`); a lay-off of the last discard alone brings nothing (`call.last-discard`). The
    core's answer: all above it (`draw.deep`). It must not depend on the seat's hand. `whole_pile(rule)` is an answer
    that is known and so need not be asked for: all of the pile or nothing.
    """


@hookspec
def hand_emptied(rule: HandEmptied, options: Options, seats: int) -> HandEmptied | None:
    """What happens when an action has emptied the hand of its seat: `(rules, state, action) -> state`.

    The state is that after the action: a meld, a lay-off, a take, a call or a discard. The core's answer: the hand is
    over, and the seat is out (`out.*`).
    """


@hookspec
def turn_ended(rule: TurnEnded, options: Options, seats: int) -> TurnEnded | None:
    """What happens when a turn that does not end the hand is over: `(rules, state) -> state`.

    A discard, if the turn had one, lies on the pile; where the hand of its seat is empty there was none. The turn is
    still that of the seat. The core's answer: the next seat's turn begins, unless the stock ends the hand
    (`turn.order`, `stock.strict`, `stock.circle`).
    """


@hookspec
def deducts(rule: Deducts, options: Options, seats: int) -> Deducts | None:
    """Whether the cards in a seat's hand count against it: `(rules, state, seat) -> bool` (`score.hand`). Core: yes.

    Return `nobody_deducts` where no hand ever does: rule sheets and other plugins recognize it. A function that spares
    hands when the stock ends the hand must leave them alone where `rules.deducts_at_stock_end` says that the text of
    another variant deducts them (`Settings.deducts_at_stock_end`).
    """


@hookspec
def match_winners(rule: MatchWinners, options: Options, seats: int) -> MatchWinners | None:
    """Who has won after a hand: `(rules, tally) -> Verdict` (`match.*`).

    The core's answer: nobody below the target, then the highest; a tie is played on.
    """


@hookspec
def visible(rule: Visible, options: Options, seats: int) -> Visible | None:
    """Hides more of what a seat sees: `(rules, view) -> view`; it may only take away. The core's answer: nothing."""


@hookspec
def lies_open(rule: LiesOpen, options: Options, seats: int) -> LiesOpen | None:
    """Which cards of hands lie open to all now: `(rules, view) -> bags`, one for each seat (`discard.displayed`).

    Asked for views without memory, which otherwise show nothing of another seat's hand. What lies open must be among
    the cards that everyone saw go into the hand (`view.public.known`). The core's answer: nothing.
    """


@hookspec
def refused(rule: Refused, options: Options, seats: int) -> Refused | None:
    """Puts a refusal of the core in the words of the plugin's rule behind it.

    A function `(rules, view, action, refusal) -> refusal`. Asked for refusals only, and always
    gives one back: what is refused stays refused.
    """
