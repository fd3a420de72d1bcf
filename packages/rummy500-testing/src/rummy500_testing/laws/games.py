"""Laws of a whole hand: how it begins, that it ends, and that it can be played again."""

from __future__ import annotations

from rummy500.cards.cards import size
from rummy500.engine.step import apply, is_over
from rummy500.engine.turns import who_acts
from rummy500.game.deal import deal
from rummy500.rules.rules import Rules, alter
from rummy500.state import State
from rummy500_testing.law import Fault, law
from rummy500_testing.model.known import hand_sizes
from rummy500_testing.play import Game


@law()
def the_deal_is_right(game: Game) -> Fault | None:
    """A deal gives each seat its cards, opens the hand and leaves the rest as the stock."""
    return deal_fault(game.rules, game.state, game.deck) if game.from_deal else None


@law()
def hands_end(game: Game) -> Fault | None:
    """Random play ends every hand."""
    last = game.states[-1]
    if is_over(last) or game.turns >= game.max_turns:
        return None
    return Fault(f"it stops in the phase {last.public.phase!r} of the turn of seat {last.public.to_act}", state=last)


@law()
def a_replay_gives_the_same_states(game: Game) -> Fault | None:
    """The same actions from the same deck give the same states."""
    if game.from_deal:
        again = deal(game.rules, deck=game.deck, match=game.state.public.match)
        if again != game.state:
            return Fault("dealt again it is another hand: is it changed since, or dealt by something but the deck?")
    state = game.state
    for action, before, after in zip(game.actions, game.states[:-1], game.states[1:], strict=True):
        state = apply(game.rules, state, action)
        if state != after or hash(state) != hash(after):
            return Fault(f"done again it leads elsewhere; when it was played it led to {after!r}", action, state=before)
    return None


def deal_fault(rules: Rules, state: State, deck: bytes) -> Fault | None:
    """Find a fault in a deal (`deal.*`); `None` if there is none.

    Args:
        rules: the rules in force.
        state: the state that was dealt.
        deck: the pack in its order.
    """
    public = state.public
    dealer = public.match.dealer
    first = (dealer + 1) % rules.seats
    if any(step.begin is not None for step in rules.deal.rounds):
        # A plugin may change the hand once the cards lie.
        return deal_fault(alter(rules, rounds=()), deal(alter(rules, rounds=()), deck=deck, match=public.match), deck)
    begins = next((who_acts(rules, step, dealer)[0] for step in rules.deal.rounds), first)
    extra = rules.options["deal.opening"] == "extra-card"
    due = hand_sizes(rules, public.match)
    sizes = [cards + (extra and seat == first) for seat, cards in enumerate(due)]
    dealt = sum(due) + 1
    faults = {
        f"seat {begins} does not begin": public.to_act != begins,
        f"hands of {sizes} were due": [size(hand) for hand in state.hands] != sizes,
        "the first card is not where it belongs": public.pile != (b"" if extra else deck[dealt - 1 : dealt]),
        "the rest of the deck is not the stock": state.stock != deck[dealt:],
        "something has happened already": bool(
            public.table or any(public.known) or public.last >= 0 or public.gone or state.drawn
        ),
    }
    return next((Fault(what) for what, wrong in faults.items() if wrong), None)


GAME_LAWS = (the_deal_is_right, hands_end, a_replay_gives_the_same_states)
