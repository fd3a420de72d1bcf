"""Views of a state, for listing and checking: other hands and the stock stay hidden."""

from __future__ import annotations

from typing import Final, SupportsIndex, cast

from rummy500.base.errors import PositionError
from rummy500.base.inputs import quoted, whole_number
from rummy500.base.records import replace
from rummy500.cards.cards import EMPTY_BAG
from rummy500.rules.blame import blame
from rummy500.rules.memory import masked
from rummy500.rules.rules import Rules
from rummy500.rules.state import State, View, view_holding

#: The seat of a spectator's view.
SPECTATOR: Final = -1


def check_table(rules: Rules, sight: State | View) -> None:
    """Refuse a state or view of another game, and anything else."""
    if not isinstance(cast("object", sight), (State, View)):
        raise TypeError(f"a State or a View is needed, not {quoted(sight)}")
    public, what = sight.public, "the state"
    if public.match.rules_number == rules.number:
        return
    if public.seats != rules.seats:
        what = f"the state is of {public.seats} seats, the rules are for {rules.seats}: it"
    elif not public.match.rules_number:
        return
    raise PositionError(f"{what} was dealt under other rules than {rules!r}")


def check_seat(rules: Rules, sight: State | View, seat: SupportsIndex) -> int:
    """Refuse a seat that does not play, and a state or view of another game."""
    number = seat if type(seat) is int else whole_number(seat, "a seat")
    check_table(rules, sight)
    if not 0 <= number < rules.seats:
        raise PositionError(f"there is no seat {quoted(number)}: seats are 0 to {rules.seats - 1}")
    return number


def seat_view(rules: Rules, state: State, seat: int) -> View:
    """The view of a seat, for listing and checking."""
    public = state.public
    view = view_holding(state, seat, state.hands[seat], state.drawn if seat == public.to_act else EMPTY_BAG)
    # Hardly any rules hide a seat's own hand from it: `as_seen` is not called for nothing.
    blind = rules.views.blind_phases
    return as_seen(rules, view) if rules.views.hides_memory or (blind and public.phase in blind) else view


def spectator_view(rules: Rules, state: State) -> View:
    """The view of a spectator, who sees no hand."""
    view = view_holding(state, SPECTATOR)
    return masked(rules, view) if rules.views.hides_memory else view


def as_seen(rules: Rules, view: View) -> View:
    """The view without what plugins hide from its seat: parts of their memory, and its hand in a blind round."""
    if rules.views.hides_memory:
        view = masked(rules, view)
    return replace(view, hand=EMPTY_BAG, drawn=EMPTY_BAG) if view.public.phase in rules.views.blind_phases else view


def rules_now(rules: Rules, source: State | View) -> Rules:
    """The rules as they hold in the turn of a state or view, where the wild cards change (`Rules.with_wilds`)."""
    base = rules.base or rules
    now = base.melding.finder_now
    if now is None:
        return rules
    last, known = base.cache.last_now
    if known is not None and last is source:
        return known
    if source.public.match.rules_number != rules.number:
        check_table(rules, source)
    try:
        finder = now(base, source if type(source) is View else spectator_view(base, source))
    except (Exception, SystemExit) as error:
        blame(error, rules)
        raise
    found = base.with_wilds(finder)
    base.cache.last_now = (source, found)
    return found


def view_of(rules: Rules, source: State | View, seat: int) -> View:
    """The view of a seat: from a state, or the view itself if it is that seat's."""
    return source if type(source) is View else seat_view(rules, source, seat)
