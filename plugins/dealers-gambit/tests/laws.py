"""Laws of Dealer's gambit (`dealers-gambit.*`): the effects of jokers, followed action by action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

import attrs

import rummy500 as r5
from rummy500 import Action, State, observe, score_hand
from rummy500.engine.turns import first_phase
from rummy500.hooks import JOKER, SPARE, Rules, cards_of, count, piece_card, recall, size
from rummy500_dealers_gambit.memory import (
    BELOW,
    BLOCK,
    DEAD,
    DOUBLE,
    DOUBLED,
    EFFECTS,
    GAMBIT,
    JOKERS,
    LIES,
    NAME,
    SPLIT,
    USED,
    WILD,
    Gambit,
)
from rummy500_testing import Fault, Game, Law, Snapshot, Step, law
from rummy500_testing.altering import alter

#: The plugin whose laws these are.
PLUGIN: Final = "dealers-gambit"
#: pytest asks the laws under these rules, on every preset.
RULES: Final[dict[str, dict[str, object]]] = {
    "two jokers": {"seats": 2},
    "four jokers": {"options": {"dealers-gambit.jokers": 4}, "seats": 3},
    "four seats, an offer, a stock made anew": {
        "options": {"dealers-gambit.jokers": 4, "deal.opening": "offer", "stock.empty": "reshuffle"},
        "seats": 4,
    },
    "short hands, every duty": {
        "options": {
            "dealers-gambit.jokers": 4,
            "deal.size": 5,
            "deal.opening": "extra-card",
            "discard.barred": "drawn",
            "meld.first-minimum": 20,
            "out.discard": "required",
        },
        "seats": 2,
    },
    "short hands, lay-offs on one's own": {
        "options": {"dealers-gambit.jokers": 4, "deal.size": 4, "meld.layoff": "own", "draw.deep-use": "new-meld"},
        "seats": 3,
    },
}
#: Plugins that answer the same questions, and that these laws take into account.
BESIDE: Final = frozenset(("add-opponents-hand", "five-ten-fifteen", "floating", "scoring"))
_PLUGIN: Final = "plugin dealers-gambit"


@law(rests_on=("pack", "card_points"), beside=BESIDE)
def its_game_is_set(rules: Rules) -> Fault | None:
    """One pack, one joker in front of the dealer, no calls, the deal passes to the right, jokers count nothing.

    Rule `dealers-gambit`. An option that the caller or a later plugin sets is left alone.
    """
    jokers = rules.options[JOKERS]
    due = [*range(52), *[JOKER] * (int(jokers) - 1)]
    if jokers not in (2, 4) or sorted(rules.deal.pack) != due or list(rules.deal.side_pack) != [SPARE]:
        return Fault(
            f"the pack has {rules.deal.pack.count(JOKER)} jokers, and beside it lie {list(rules.deal.side_pack)}"
        )
    if not 2 <= rules.seats <= 4 or rules.options["call"] != "none":
        return Fault(f"{rules.seats} seats play, and calls are {rules.options['call']}")
    if rules.origin.set_by["deal.next-dealer"] == _PLUGIN and rules.options["deal.next-dealer"] != "right":
        return Fault(f"the deal passes {rules.options['deal.next-dealer']}")
    if rules.scoring.points.in_hand[JOKER] or rules.scoring.points.in_hand[SPARE]:
        return Fault("jokers count nothing in hand")
    roles = (*range(52), *range(64, 77))
    if any(rules.scoring.points.piece(card + 64 * role, "run") for card in (JOKER, SPARE) for role in roles):
        return Fault("a wild joker counts nothing")
    return None


@law(rests_on=("dealing", "moves"), beside=BESIDE)
def the_dealer_names_before_anybody_looks(snapshot: Snapshot) -> Fault | None:
    """Until the dealer has named the effect of jokers nobody sees a hand, and nothing else can be done.

    Rule `dealers-gambit`.
    """
    rules, state = snapshot.rules, snapshot.state
    if state.public.phase != NAME:
        return None
    if sorted((action.seat, action.verb, action.extra) for action in snapshot.listed) != sorted(
        (state.public.match.dealer, NAME, (effect,)) for effect in EFFECTS
    ):
        return Fault(
            f"the dealer, seat {state.public.match.dealer}, names one of {', '.join(EFFECTS)}, and nobody else acts"
        )
    for seat in range(rules.seats):
        view = observe(rules, state, seat=seat)
        if view.hand or any(view.public.known):
            return Fault(f"seat {seat} sees cards of a hand")
    return None


@attrs.define
class _Tracker:
    """Tracks the named effect, the dealer's joker and sealed melds through the actions of a hand."""

    named: str
    joker: str
    sealed: list[int]

    def fault(self, rules: Rules, before: State, action: Action, after: State) -> str:
        """Find what is wrong with an action, and record its effect."""
        if action.verb == NAME:
            return self._name(rules, before, action, after)
        if not self.named:
            return "nothing happens before the dealer has named"
        words = action.extra
        cards = [piece_card(piece) for piece in action.pieces]
        effect = (
            DOUBLE if DOUBLED in words else SPLIT if SPLIT in words else WILD if {JOKER, SPARE} & set(cards) else ""
        )
        if effect and effect != self.named:
            return f"jokers are named {self.named}, and here one is played to {effect}"
        if action.verb == BLOCK:
            return self._block(before, action, after)
        if (SPARE in cards or "*d" in words) and not self._use(before, action):
            return "the dealer's joker is used by the dealer alone, once, in a turn of their own"
        if action.use == "lay" and action.on + 1 in self.sealed:
            return f"m{action.on + 1} is sealed"
        if effect == DOUBLE:
            self.sealed.append(len(after.public.table))
        return ""

    def _name(self, rules: Rules, before: State, action: Action, after: State) -> str:
        if before.public.phase != NAME or action.seat != before.public.match.dealer or self.named:
            return "the dealer names, once, before anything else"
        self.named = action.extra[0]
        begins = ((before.public.match.dealer + 1) % rules.seats, first_phase(rules))
        if (after.public.to_act, after.public.phase) != begins or after.hands != before.hands:
            return f"then play begins with seat {begins[0]} in phase {begins[1]}"
        return ""

    def _block(self, before: State, action: Action, after: State) -> str:
        seat = action.seat
        if seat == before.public.match.dealer or self.joker != LIES:
            return "somebody else than the dealer blocks, and a joker that lies there"
        if not count(before.hands[seat], JOKER) or size(before.hands[seat]) < 2:
            return "whoever blocks holds a joker and another card"
        self.joker = DEAD
        held = Counter(cards_of(before.hands[seat]))
        held.subtract([JOKER])
        turn = (before.public.to_act, before.public.phase, before.public.pile, before.public.table)
        if +held != Counter(cards_of(after.hands[seat])) or turn != (
            after.public.to_act,
            after.public.phase,
            after.public.pile,
            after.public.table,
        ):
            return "a block takes a joker of the blocker's hand, and nothing else changes"
        return ""

    def _use(self, before: State, action: Action) -> bool:
        dealer = before.public.match.dealer
        can = self.joker == LIES and action.seat == dealer == before.public.to_act
        self.joker = USED
        return can


@law(rests_on=("dealing", "flow"), beside=BESIDE)
def jokers_have_the_named_effect(game: Game) -> Fault | None:
    """The dealer names first, jokers do nothing else, the dealer's is used once and by the dealer or is blocked, and a
    doubled meld counts twice and is sealed.

    Rules `dealers-gambit`, `dealers-gambit.block`. Followed through all actions of a hand. The dealer names first;
    jokers have no other effect; the dealer's joker is used once, by the dealer; it is blocked at most once and not
    after that; nothing is laid off on a sealed meld. The plugin's memory agrees with all of this.
    """
    rules = game.rules
    start = recall(rules, game.states[0], Gambit)
    told = _Tracker(start.named, start.joker, list(start.sealed))
    for action, before, after in zip(game.actions, game.states[:-1], game.states[1:], strict=True):
        what = told.fault(rules, before, action, after)
        memory = recall(rules, after, Gambit)
        if not what and (told.named, told.joker, told.sealed) != (memory.named, memory.joker, list(memory.sealed)):
            what = f"the actions give {told}, and the plugin remembers {memory}"
        what = what or _uncounted(rules, after, told.sealed)
        if what:
            return Fault(what, action, state=before)
    return None


def _uncounted(rules: Rules, state: State, sealed: Sequence[int]) -> str:
    """Find a fault in the points that sealed melds count once more (`dealers-gambit.double`), with other plugins'."""
    due, told = [0] * rules.seats, [0] * rules.seats
    for number in sealed:
        meld = state.public.table[number - 1]
        due[meld.owner] += sum(rules.scoring.points.meld(meld))
    for line in score_hand(rules, state).lines:
        if line.rule.startswith(GAMBIT):
            told[line.seat] += line.points
        elif line.rule != "score.hand" and line.meld is not None and line.meld + 1 in sealed:
            due[line.seat] += line.points
    return "" if told == due else f"doubled melds: expected {due} points more by seat, found {told}"


@law(rests_on=("takes.collects", "flow"), beside=BESIDE)
def used_jokers_leave_the_game(step: Step) -> Fault | None:
    """A joker that doubles or splits leaves for good; of a split pile one side leaves with it, and the other goes to
    the hand.

    Rules `dealers-gambit.double`, `dealers-gambit.split`. The named side, older cards below or newer ones above,
    leaves; the other goes to the hand with the selected card, and no pile is left. This also holds if the player
    melds everything and the turn does not end in a discard.
    """
    action, before, after = step.action, step.before, step.after
    words = action.extra
    if action.verb not in ("meld", "take") or not {DOUBLED, SPLIT} & set(words):
        return None
    pile = list(before.public.pile)
    leaves, comes = [JOKER if words[-1] == "*" else SPARE], list[int]()
    left = pile
    if action.verb == "take":
        at = len(pile) - action.depth
        older, card, newer = pile[:at], pile[at], pile[at + 1 :]
        left, comes = older, [card, *newer]
        if SPLIT in words:
            gone = older if BELOW in words else newer
            left, comes = [], [card, *(newer if BELOW in words else older)]
            leaves += gone
    played = [piece_card(piece) for piece in action.pieces]
    hand = Counter([*cards_of(before.hands[action.seat]), *comes])
    hand.subtract([*played, *(card for card in leaves[:1] if card == JOKER)])
    gone_before, gone_after = Counter(cards_of(before.public.gone)), Counter(cards_of(after.public.gone))
    if +hand != Counter(cards_of(after.hands[action.seat])):
        return Fault(f"then the hand should be {sorted((+hand).elements())}")
    if list(after.public.pile) != left or gone_after - gone_before != Counter(leaves):
        return Fault(f"then the pile should be {left}, and {leaves} should have left the hand for good")
    return None


# ---------------------------------------------------------------- faults


def _rules() -> Rules:
    return r5.compose("classic", [PLUGIN], {JOKERS: 4}, seats=3)


def _remembering(**wrong: Any) -> Rules:
    """Plant a fault: after each action the plugin remembers something else."""

    def after(rules: Rules, before: State, action: Action, state: State) -> Gambit:
        return attrs.evolve(recall(rules, state, Gambit), **wrong)

    ((name, memory),) = _rules().memory.hand_memory
    return alter(_rules(), hand_memory=((name, attrs.evolve(memory, after=after)),))


def _split_to_the_other_side() -> Step:
    position = """
    dealer = 0
    to_act = 1
    hands  = ["4s 4h Kc", "9s 9d * Kd", "Kh"]
    stock  = "8c"
    pile   = "3s 5c 9h Jd 4c"
    plugin.dealers-gambit = { named = "split" }
    """
    before = r5.parse_position(position, rules=_rules()).state
    below, above = (
        r5.parse_action(f"1: take 9h with {{9h 9s 9d}} split {side} with *", before, rules=_rules())
        for side in ("below", "above")
    )
    after = _rules().turn.suffixed["take", SPLIT].effect(_rules(), before, above)
    return Step(_rules(), before, below, after, "")


#: Each fault breaks its law: rules, in which hands are played, or a step or a game.
FAULTS: Final[tuple[tuple[Law[Any], Callable[[], object]], ...]] = (
    (its_game_is_set, lambda: alter(_rules(), points=r5.compose("pagat", seats=3).scoring.points)),
    (the_dealer_names_before_anybody_looks, lambda: alter(_rules(), blind_phases=frozenset[str]())),
    (jokers_have_the_named_effect, lambda: _remembering(joker=LIES)),
    (jokers_have_the_named_effect, lambda: _remembering(named=WILD)),
    (used_jokers_leave_the_game, _split_to_the_other_side),
)
