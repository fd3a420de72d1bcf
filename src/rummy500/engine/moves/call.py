"""`call 3h on m1`, `call {9s 9d 9c}`: claiming what was discarded or left in the pile (`call.*`)."""

from __future__ import annotations

from collections.abc import Iterator

from rummy500.actions import CALL, NONE, USE_LAY, Action
from rummy500.cards import bag_of, card_text, faces_bag
from rummy500.engine.bring import brought, cards_with, may_finish_after, refuse_after
from rummy500.engine.finding import PlayFinder
from rummy500.engine.finish import has_opened
from rummy500.engine.moves import take
from rummy500.engine.plays import CORE_USES, check_held, judge_play, refuse_unmelded, shape_play, table_with
from rummy500.engine.put import finder_of
from rummy500.engine.turns import end_if_nothing_left
from rummy500.errors import IllegalActionError, Refusal, refuse
from rummy500.records import replace
from rummy500.rules import Move, Rules, has_melded
from rummy500.state import DRAW_PHASE, State, Turn, View

_LAST_DISCARD = "last-discard"


def generate(rules: Rules, view: View, *, plain: bool) -> Iterator[Action]:
    """Every claim to every depth, the top first."""
    if _closed(rules, view) or _not_yet_melded(rules, view) or _not_yet_open(rules, view):
        return
    pile, seat, last_only = view.open.pile, view.seat, rules.call == _LAST_DISCARD
    if last_only and not brought(rules, view, 1):
        return
    claimed = pile[-1:] if last_only else pile
    finder = PlayFinder(rules, view, faces_bag(claimed))
    new_melds = not last_only and rules.call != "layoffs"
    for depth, use, pieces, on in finder.down_the_pile(
        0, claimed, new_melds=new_melds, lay_offs_to=len(claimed), plain=plain, bringing=not last_only
    ):
        if rules.call == "top" and not _is_top(rules, view, depth, len(pieces)):
            continue
        claim = Action(seat, CALL, NONE, depth, use, pieces, on)
        if rules.may_call is not None and rules.may_call(rules, view, claim) is not None:
            continue
        if last_only or may_finish_after(rules, view, depth, use, pieces, on):
            yield claim


def _closed(rules: Rules, view: View) -> Refusal | None:
    """Why this seat cannot claim anything now."""
    open_ = view.open
    if rules.call == "none":
        return _no_calls()
    if open_.last < 0:
        return refuse("call.window", "no-turn", "Nobody has ended a turn yet: there is nothing to call.")
    if open_.last == view.seat:
        return refuse("call.not-own", "own", "You have just ended your own turn, so you cannot call.")
    if open_.turn.claimed:
        return refuse("call.race", "claimed", "That discard has been claimed already.")
    return None


def _not_yet_open(rules: Rules, view: View) -> Refusal | None:
    """`meld.first-minimum`: laying the last discard off is no turn that could still reach the minimum."""
    if rules.call != _LAST_DISCARD or not rules.first_minimum or has_opened(view.open, view.seat):
        return None
    return refuse("meld.first-minimum", "not-opened", "You have not opened yet, so you cannot lay a discard off.")


def _not_yet_melded(rules: Rules, view: View) -> Refusal | None:
    """`meld.layoff-after-meld` holds for calls, too."""
    return refuse_unmelded() if rules.must_have_melded and not has_melded(view.open, view.seat) else None


def _no_calls() -> Refusal:
    return refuse("call.none", "none", 'There is no calling "Rummy!" in these rules.')


def check(rules: Rules, view: View, action: Action) -> Refusal | None:
    """The window is open, the claim is of a kind that the rules know, and the caller's turn can end."""
    refusal = _closed(rules, view) or _check_cards(rules, view, action)
    if refusal is not None:
        return refusal
    meld = judge_play(rules, view, action.use, action.pieces, action.on)
    if isinstance(meld, Refusal):
        return meld
    refusal = (
        _check_new(rules, action)
        or _not_yet_melded(rules, view)
        or _check_depth(rules, view, action)
        or _not_yet_open(rules, view)
        or (None if rules.may_call is None else rules.may_call(rules, view, action))
    )
    if refusal is not None or rules.call == _LAST_DISCARD:
        return refusal
    if may_finish_after(rules, view, action.depth, action.use, action.pieces, action.on):
        return None
    return refuse_after(rules, view, action.depth, action.use, action.pieces, action.on)


def _check_cards(rules: Rules, view: View, action: Action) -> Refusal | None:
    pile, depth = view.open.pile, action.depth
    if not 1 <= depth <= len(pile):
        return _not_in_pile()
    cards = cards_with(rules, view, depth)
    if not cards:
        return take.refuse_taking(pile[-depth])
    if rules.call == _LAST_DISCARD:  # it is laid off from where it lies: nothing comes with it
        cards = pile[-depth:]
    refusal = check_held(bag_of(cards), action.pieces)
    if refusal is not None:
        return _not_in_pile()
    if all(piece & 63 != pile[-depth] for piece in action.pieces):
        return refuse(
            "turn.cards",
            "too-deep",
            "A call takes no deeper than the cards that it melds: {card} is not melded.",
            card=card_text(pile[-depth]),
        )
    return None


def _not_in_pile() -> Refusal:
    return refuse("turn.cards", "not-all-in-pile", "The pile does not hold these cards.")


def _check_new(rules: Rules, action: Action) -> Refusal | None:
    """Where only lay-offs can be called a new meld is no call, wherever it would lie."""
    if action.use == USE_LAY:
        return None
    if rules.call == "layoffs":
        return refuse("call.layoffs", "new-meld", "Only lay-offs can be called.")
    return _only_last_discard() if rules.call == _LAST_DISCARD else None


def _is_top(rules: Rules, view: View, depth: int, melded: int) -> bool:
    """`call.top`: whether what comes lies at the top of the pile, and all of it is melded."""
    if rules.pile_brings is None:
        return melded == depth
    places = rules.pile_brings(rules, view, depth)
    return melded == len(places) == max(places)


def _check_depth(rules: Rules, view: View, action: Action) -> Refusal | None:
    if rules.call == "top" and not _is_top(rules, view, action.depth, len(action.pieces)):
        return refuse("call.top", "buried", "Only cards at the top of the pile can be called, and all are melded.")
    return _only_last_discard() if rules.call == _LAST_DISCARD and action.depth > 1 else None


def _only_last_discard() -> Refusal:
    return refuse("call.last-discard", "other", "Only the last discard can be called, and only to lay it off.")


def effect(rules: Rules, state: State, action: Action) -> State:
    """The claim is the caller's draw and turn; of the last discard alone it is a lay-off and play goes on."""
    if rules.call != _LAST_DISCARD:
        return take.effect(rules, state, action)
    before = state.open
    view = View(action.seat, before, 0, 0, state.slots)
    meld = shape_play(finder_of(rules, state, action.seat), view, action.use, action.pieces, action.on)
    if isinstance(meld, Refusal):
        raise IllegalActionError(meld)
    after = replace(
        before,
        pile=before.pile[:-1],
        table=table_with(before.table, meld, action.on),
        turn=Turn(stock_only=before.turn.stock_only, claimed=True),
        idle=0,
        stale=False,
    )
    return end_if_nothing_left(replace(state, open=after))


def _wrong_phase(rules: Rules, view: View, action: Action) -> Refusal:
    if rules.call == "none":
        return _no_calls()
    return refuse("call.window", "closed", "A call comes after a discard and before the next draw.")


CALL_MOVE = Move(
    CALL,
    (DRAW_PHASE,),
    "others",
    generate,
    check,
    effect,
    _wrong_phase,
    ("depth", "use", "pieces", "on"),
    CORE_USES,
)
