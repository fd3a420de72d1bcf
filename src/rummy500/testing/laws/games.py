"""Laws of a whole hand: how it begins, and that it can be played again."""

from __future__ import annotations

from rummy500.cards import size
from rummy500.deal import deal
from rummy500.engine.step import apply, is_over
from rummy500.rules import Rules
from rummy500.state import State
from rummy500.testing.play import Game
from rummy500.testing.spot import Fault, LawBroken

_DEAL = "A deal gives each seat its cards, opens the hand and leaves the rest as the stock."
_REPLAY = "The same actions from the same deck give the same states."
_END = "A hand that is played on ends."


def check_game(game: Game, max_turns: int) -> None:
    """Ask the laws about a whole hand.

    Args:
        game: the hand as it was played.
        max_turns: how many turns it might have had; a hand that stopped before must be over.

    Raises:
        LawBroken: by the first law that does not hold.
    """
    if game.from_deal:
        _check_deal(game)
    if not is_over(game.states[-1]) and game.turns < max_turns:
        raise LawBroken("hands end", _END, Fault("it stopped"), game.rules, game.states[-1])
    state = game.states[0]
    for action, before, after in zip(game.actions, game.states[:-1], game.states[1:], strict=True):
        state = apply(game.rules, state, action)
        if state != after or hash(state) != hash(after):
            raise LawBroken("replay", _REPLAY, Fault(f"then it was {after!r}", action), game.rules, before)


def _check_deal(game: Game) -> None:
    begun = game.states[0]
    fault = deal_fault(game.rules, begun, game.deck, game.dealer)
    if fault is not None:
        raise LawBroken("the deal is right", _DEAL, fault, game.rules, begun)
    again = deal(game.rules, deck=game.deck, dealer=game.dealer)
    if again != begun:
        raise LawBroken("replay", _REPLAY, Fault(f"dealt again it is {again!r}"), game.rules, begun)


def deal_fault(rules: Rules, state: State, deck: bytes, dealer: int) -> Fault | None:
    """What is wrong with a deal (`deal.*`), `None` if nothing is.

    Args:
        rules: the rules in force.
        state: the state that was dealt.
        deck: the pack in its order.
        dealer: who dealt.
    """
    open_ = state.open
    first = (dealer + 1) % rules.seats
    begins = dealer if rules.opening is not None and rules.opening.by == "dealer" else first
    extra = rules.options["deal.opening"] == "extra-card"
    sizes = [rules.hand_size + (extra and seat == first) for seat in range(rules.seats)]
    dealt = rules.seats * rules.hand_size + 1
    faults = {
        f"seat {begins} does not begin": (open_.to_act, open_.dealer) != (begins, dealer),
        f"hands of {sizes} were due": [size(hand) for hand in state.hands] != sizes,
        "the first card is not where it belongs": open_.pile != (b"" if extra else deck[dealt - 1 : dealt]),
        "the rest of the deck is not the stock": state.stock != deck[dealt:],
        "something has happened already": bool(
            open_.table or any(open_.known) or open_.last >= 0 or open_.gone or state.drawn
        ),
    }
    return next((Fault(what) for what, wrong in faults.items() if wrong), None)
