"""`call 3h on m1`, `call {9s 9d 9c}`: claiming what was discarded or left in the pile (`call.*`).

The first call that is applied wins the race. `ask_order` (`engine/listing.py`) says whom an app asks first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from rummy500.base.errors import IllegalActionError, Reason, Refusal
from rummy500.base.records import replace
from rummy500.cards.cards import bag_of, card_text, size
from rummy500.cards.shapes import SMALLEST
from rummy500.engine.facts import TakeFacts, ViewFacts, called_places, places_with, used_from_pile
from rummy500.engine.moves import take
from rummy500.engine.opening_minimum import refuse_unopened
from rummy500.engine.plays import CORE_USES, NOT_MELDED, check_at_hand, judge_play, shape_play, table_with
from rummy500.engine.turns import AFTER_A_DISCARD, NO_CALLS, collect, end_if_nothing_left, finder_of
from rummy500.rules.actions import CALL, USE_LAY, Action
from rummy500.rules.move import MoveInPlay
from rummy500.rules.rules import Rules, has_melded
from rummy500.rules.state import DRAW_PHASE, PLAY_PHASE, PublicState, State, Turn, View


def possible(rules: Rules, view: View) -> bool:
    """Whether anybody could call, as far as all can see: a card of the pile fits a meld."""
    public = view.public
    pile = public.pile
    if not pile or public.last < 0 or public.turn.claimed:
        return False
    reach = rules.cache.pile_faces(pile)
    finder = rules.melding.finder
    if reach & finder.wild_bits or not rules.plays_looked_up or finder.targets(public.table, reach):
        return True
    return len(pile) >= SMALLEST and finder.in_new_melds(reach) != (0, 0)


def generate(facts: ViewFacts, *, plain: bool) -> Iterable[Action]:
    """Every claim to every depth, the top first (`call.full`), as far as the rules have calls."""
    rules, view = facts.rules, facts.view
    if _closed(rules, view) or _not_yet_melded(rules, view) or _not_yet_open(rules, view):
        return ()
    last_only = rules.turn.call == "last-discard"
    if last_only and not places_with(rules, view, 1):
        return ()
    claimed = view.public.pile[-1:] if last_only else view.public.pile
    new_melds = rules.turn.call in ("full", "top")
    found = used_from_pile(facts, CALL, claimed, new_melds=new_melds, lay_offs_to=len(claimed), plain=plain)
    return _allowed(facts, found) if found else ()


def _allowed(facts: ViewFacts, claims: Iterable[Action]) -> Iterator[Action]:
    """Keep the claims that the rules allow and after which the caller's turn can end."""
    rules, view = facts.rules, facts.view
    last_only = rules.turn.call == "last-discard"
    for claim in claims:
        places = called_places(rules, view, claim.depth, claim.pieces)
        if not places or (rules.turn.call == "top" and len(places) != len(claim.pieces)):
            continue
        if rules.turn.may_call is not None and rules.turn.may_call(rules, view, claim) is not None:
            continue
        if last_only or _may_finish(rules, view, facts.takes, claim, places):
            yield claim


def calls_again(public: PublicState) -> bool:
    """`call.top`: whether the turn began with a call and has done nothing but call, so that its seat may call again."""
    turn = public.turn
    if not turn.claimed or not turn.taken or public.phase != PLAY_PHASE:
        return False
    return size(turn.taken) == sum(len(play.pieces) for play in turn.plays)


def ends_by_calling(rules: Rules, view: View) -> bool:
    """Whether a further call can meet the duties that are still open (`turn.no-stranding`)."""
    if not rules.turn.duties or not calls_again(view.public):
        return False
    return next(iter(generate(ViewFacts(rules, view), plain=False)), None) is not None


def _may_finish(rules: Rules, view: View, takes: TakeFacts, claim: Action, places: tuple[int, ...]) -> bool:
    """Whether the caller can end the turn, after further calls too."""
    if takes.may_finish(claim, places):
        return True
    if rules.turn.call != "top" or not rules.turn.duties:
        return False
    after = takes.after_use(claim, places)
    return isinstance(after, View) and ends_by_calling(rules, replace(after, public=_called(after.public)))


def _called(public: PublicState) -> PublicState:
    """Let the caller of the top call again."""
    return replace(public, turn=replace(public.turn, claimed=True))


_NO_TURN: Final = Reason("call.window", "no-turn", "Nobody has ended a turn yet: there is nothing to call.")
_OWN: Final = Reason("call.not-own", "own", "You have just ended your own turn, so you cannot call.")
_CLAIMED: Final = Reason("call.race", "claimed", "That discard has been claimed already.")
_NOT_AGAIN: Final = Reason("call.window", "not-again", "You call again only while your turn has done nothing but call.")


def _closed(rules: Rules, view: View) -> Refusal | None:
    """Why this seat cannot claim anything now."""
    public = view.public
    if rules.turn.call == "none":
        return NO_CALLS()
    if public.phase == PLAY_PHASE:
        if calls_again(public):
            return None
        return _NOT_AGAIN() if public.turn.claimed else AFTER_A_DISCARD()
    if public.last < 0:
        return _NO_TURN()
    if public.last == view.seat:
        return _OWN()
    return _CLAIMED() if public.turn.claimed else None


def _not_yet_open(rules: Rules, view: View) -> Refusal | None:
    """`meld.first-minimum`: laying the last discard off is not a turn that could still reach the minimum."""
    return refuse_unopened(rules, view) if rules.turn.call == "last-discard" else None


def _not_yet_melded(rules: Rules, view: View) -> Refusal | None:
    """`meld.layoff-after-meld` holds for calls, too."""
    return NOT_MELDED() if rules.melding.must_have_melded and not has_melded(view.public, view.seat) else None


def check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """The window is open, the claim is of a kind that the rules know, and the caller's turn can end."""
    refusal = _closed(rules, view) or _check_cards(view, action)
    if refusal is not None:
        return refusal
    places = called_places(rules, view, action.depth, action.pieces)
    if not places:
        return take.refuse_taking(view.public.pile[-action.depth])
    meld = judge_play(rules, view, action.use, action.pieces, action.on)
    if isinstance(meld, Refusal):
        return meld
    refusal = (
        _check_new(rules, action)
        or _not_yet_melded(rules, view)
        or _check_depth(rules, action, places)
        or _not_yet_open(rules, view)
        or (None if rules.turn.may_call is None else rules.turn.may_call(rules, view, action))
    )
    if refusal is not None or rules.turn.call == "last-discard":
        return refusal
    takes = TakeFacts(rules, view)
    return None if _may_finish(rules, view, takes, action, places) else takes.why_not_finish(action, places)


_TOO_DEEP: Final = Reason(
    "turn.cards", "too-deep", "A call takes no deeper than the cards that it melds: {card} is not melded."
)
_NOT_ALL_IN_PILE: Final = Reason("turn.cards", "not-all-in-pile", "The pile does not hold these cards.")
_NEW_MELD: Final = Reason("call.layoffs", "new-meld", "Only lay-offs can be called.")
_OTHER: Final = Reason("call.last-discard", "other", "Only the last discard can be called, and only to lay it off.")
_BURIED: Final = Reason("call.top", "buried", "Only cards at the top of the pile can be called, and all are melded.")


def _check_cards(view: View, action: Action) -> Refusal | None:
    pile, depth = view.public.pile, action.depth
    if not 1 <= depth <= len(pile) or check_at_hand(bag_of(pile[-depth:]), action.pieces):
        return _NOT_ALL_IN_PILE()
    if all(piece & 63 != pile[-depth] for piece in action.pieces):
        return _TOO_DEEP(card=card_text(pile[-depth]))
    return None


def _check_new(rules: Rules, action: Action) -> Refusal | None:
    """Refuse a new meld where only lay-offs can be called, wherever it would lie."""
    if action.use == USE_LAY:
        return None
    if rules.turn.call == "layoffs":
        return _NEW_MELD()
    return _OTHER() if rules.turn.call == "last-discard" else None


def _check_depth(rules: Rules, action: Action, places: tuple[int, ...]) -> Refusal | None:
    """`call.top`: all that comes is melded, so nothing but what is melded lies on any of it."""
    if rules.turn.call == "top" and len(places) != len(action.pieces):
        return _BURIED()
    return _OTHER() if rules.turn.call == "last-discard" and action.depth > 1 else None


def effect(rules: Rules, state: State, action: Action) -> State:
    """The claim is the caller's draw and turn; of the last discard alone it is a lay-off and play goes on."""
    if rules.turn.call != "last-discard":
        after = collect(rules, state, action)
        if rules.turn.call != "top" or after.public.phase != PLAY_PHASE:
            return after
        return replace(after, public=_called(after.public))
    before = state.public
    seat = action.seat
    meld = shape_play(finder_of(rules, state, seat), before.table, seat, action.use, action.pieces, action.on)
    if isinstance(meld, Refusal):
        raise IllegalActionError(meld)
    laid = replace(
        before,
        pile=before.pile[:-1],
        table=table_with(before.table, meld, action.on),
        turn=Turn(stock_only=before.turn.stock_only, claimed=True),
        idle=0,
        stale=False,
    )
    return end_if_nothing_left(replace(state, public=laid))


CALL_MOVE = MoveInPlay(
    CALL,
    phases=(DRAW_PHASE,),
    whose="others",
    generate=generate,
    check=check,
    effect=effect,
    fields=("depth", "use", "pieces", "on"),
    uses=CORE_USES,
    possible=possible,
)


def calling_again(call: MoveInPlay) -> MoveInPlay:
    """The second move of `call.top`: the seat on turn calls again, by the rules of a call."""
    return attrs.evolve(call, phases=(PLAY_PHASE,), whose="turn", possible=None)
