"""Reading a position, and refusing one that contradicts itself or its match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

import attrs

from rummy500.base.errors import ComposeError, NotationError
from rummy500.base.inputs import clipped, quoted
from rummy500.cards.cards import EMPTY_BAG, UNKNOWN, Bag, bag_of, card_text, cards_of, cards_text, common
from rummy500.engine.defects import Defect, find_defects, written
from rummy500.engine.match import Match, PlayedHand, other_match, with_lines
from rummy500.engine.plays import not_yet_played
from rummy500.engine.scoring import side_totals, verdict_on
from rummy500.engine.step import is_over
from rummy500.engine.turns import end_if_nothing_left, hand_ended, round_of, seats_of_round
from rummy500.hooks.compose import FEWEST_SEATS, compose
from rummy500.notation.actions import parse_cards, parse_use
from rummy500.notation.fields import (
    Fields,
    hand_memory_table,
    keys_in,
    match_table,
    parse_meld,
    read_hand_memory,
    read_match_so_far,
    without_empty,
)
from rummy500.notation.text import table_text
from rummy500.notation.toml import Document, Keys, Located
from rummy500.rules.actions import NONE, Action
from rummy500.rules.move import Verdict
from rummy500.rules.options import DEAL_OPENING
from rummy500.rules.rules import Rules
from rummy500.rules.state import (
    DRAW_PHASE,
    ENDED_STOCK,
    OFFER_PHASE,
    OVER_PHASE,
    PLAY_PHASE,
    RESHUFFLE_PHASE,
    MatchSoFar,
    PublicState,
    State,
    Turn,
    packed_sizes,
)


def match_status(rules: Rules, match: Match) -> tuple[Defect, ...]:
    """Name every defect of a match.

    A match that was really played has none. If no plugin decides who wins, the winners are computed again; if one does,
    only winners that no rule could name are defects.
    """
    misplaced = tuple(_seats(rules, match))
    return misplaced or (*_scores(rules, match), *_winners(rules, match), *_hand(rules, match))


def _seats(rules: Rules, match: Match) -> Iterator[Defect]:
    """Find seats that do not play and lists of a wrong length; the other checks need these to be right."""
    seats = rules.seats
    if len(match.scores) != seats:
        yield Defect("wrong-counts", f"{len(match.scores)} scores for {seats} seats")
    named: dict[str, Iterable[int]] = {
        f"the dealer is seat {match.dealer}": (match.dealer,),
        "a winner does not play": match.winners,
        "a line of the match is for a seat that does not play": (line.seat for line in match.lines),
    }
    for number, played in enumerate(match.hands, 1):
        out = 0 if played.out == NONE else played.out
        scored = (line.seat for line in played.score.lines)
        named[f"hand {number} has a seat that does not play"] = (played.dealer, out, *scored)
    for about, found in named.items():
        if any(not 0 <= seat < seats for seat in found):
            yield Defect("no-such-seat", about)


def _scores(rules: Rules, match: Match) -> Iterator[Defect]:
    scores = (0,) * rules.seats
    for number, played in enumerate(match.hands, 1):
        yield from _hand_score(rules, played, f"hand {number}")
        scores = with_lines(rules, scores, played.score.lines)
    if match.so_far.hand_number != len(match.hands) + 1:
        number = match.so_far.hand_number
        yield Defect("wrong-counts", f"hand {number} is due, and {len(match.hands)} hands have been played")
    scores = with_lines(rules, scores, match.lines)
    if scores != match.scores:
        yield Defect(
            "wrong-scores", f"the scores are {written(match.scores)}, its hands and lines add up to {written(scores)}"
        )


def _hand_score(rules: Rules, played: PlayedHand, name: str) -> Iterator[Defect]:
    score = played.score
    by_seat = tuple(sum(line.points for line in score.lines if line.seat == seat) for seat in range(rules.seats))
    if score.by_seat != by_seat:
        yield Defect("wrong-scores", f"{name} scores {written(score.by_seat)}, its lines add up to {written(by_seat)}")
    elif score.by_side != side_totals(rules, by_seat):
        yield Defect("wrong-scores", f"{name} scores {written(score.by_side)} by side, and {written(by_seat)} by seat")
    if not score.final or score.partial:
        yield Defect("wrong-scores", f"{name} is not scored to its end")


def _winners(rules: Rules, match: Match) -> Iterator[Defect]:
    winners = match.winners
    if winners and not match.hands:
        yield Defect("wrong-winners", "the match has winners before a hand has been played")
        return
    if winners and match.playoff:
        yield Defect("wrong-winners", "the match has winners while a tie is played on")
    sides = {rules.sides[seat] for seat in winners}
    if winners != tuple(seat for seat in range(rules.seats) if rules.sides[seat] in sides):
        yield Defect(
            "wrong-winners", f"the winners are {written(winners)}: these are not whole sides in order of seats"
        )
    if "match_winners" not in rules.answered:
        yield from _decided(rules, match)


def _decided(rules: Rules, match: Match) -> Iterator[Defect]:
    """Apply the core's rule to the hands again, and compare winners and playoff."""
    scores, verdict = (0,) * rules.seats, Verdict()
    for number, played in enumerate(match.hands, 1):
        if verdict.winners:
            yield Defect("wrong-winners", f"hand {number} is played after the match was won")
            return
        scores = with_lines(rules, scores, played.score.lines)
        verdict = verdict_on(rules, scores, playoff=verdict.playoff)
    if match.winners != verdict.winners:
        yield Defect(
            "wrong-winners",
            f"the winners are {written(match.winners)}; by the scores of the hands they are {written(verdict.winners)}",
        )
    elif match.playoff is not verdict.playoff:
        tied = "tie at the target" if verdict.playoff else "do not tie at the target"
        yield Defect("wrong-winners", f"playoff is {str(match.playoff).lower()}, and the leaders {tied}")


def _hand(rules: Rules, match: Match) -> Iterator[Defect]:
    hand = match.hand
    if hand is None:
        return
    if match.winners:
        yield Defect("not-over", "the match is won and a hand is going on")
    if is_over(hand):
        yield Defect("is-over", "the hand that is going on is over")
    if hand.public.match != match.so_far:
        yield Defect("other-match", other_match(hand.public.match, match.so_far))
    yield from find_defects(rules, hand)


# ---------------------------------------------------------------- defects

#: Defects that a saved state may have: cards of the pack may be missing.
SAVED: Final = frozenset(("missing-cards",))
#: Defects that a position written by people may have: whole hands may be missing, too.
HAND_WRITTEN: Final = frozenset(("missing-cards", "empty-hand"))

#: The key of a position that causes a defect.
_KEYS: Final[Mapping[str, Keys]] = {
    "unknown-cards": ("known",),
    "played-nowhere": ("turn", "plays"),
    "claimed-nowhere": ("turn", "claimed"),
    "wrong-pending": ("turn", "pending"),
    "wrong-seat": ("to_act",),
    "not-over": ("turn", "ended"),
    "empty-hand": ("hands",),
    "drawn-nowhere": ("drawn",),
    "drawn-elsewhere": ("drawn",),
    "no-meld": ("melds",),
    "other-rules": ("match", "rules"),
}


def first_defect(rules: Rules, state: State, allowed: frozenset[str]) -> Defect | None:
    """Find the first defect of a state that is not allowed."""
    defects = find_defects(rules, state)
    must_play = state.public.phase == PLAY_PHASE and not state.hands[state.public.to_act]
    if must_play or all(defect.name != "missing-cards" for defect in defects):
        allowed -= {"empty-hand"}
    return next((defect for defect in defects if defect.name not in allowed), None)


# ---------------------------------------------------------------- positions


_TURN_KEYS = (
    "plays", "stock_only", "claimed", "pending", "stale", "idle", "gone", "ended", "out",
)  # fmt: skip


@attrs.frozen
class Position:
    """A state of a hand, with its rules.

    Attributes:
        rules: the rules in force.
        state: the state of the hand.
    """

    rules: Rules
    state: State

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's score in the match before this hand."""
        return self.state.public.match.scores

    @property
    def playoff(self) -> bool:
        """Whether the hand is played after a tie, until one side leads (`match.tie`)."""
        return self.state.public.match.playoff

    @property
    def match(self) -> Match:
        """The match before this hand; its earlier hands are unknown."""
        return Match(self.state.public.match)

    def __str__(self) -> str:
        """The table as text with every hand: a position is for study."""
        return table_text(self.rules, self.state)

    def _repr_html_(self) -> str:
        """A picture for notebooks with every hand."""
        from rummy500.notation.picture import svg  # noqa: PLC0415 - only notebooks draw

        return svg(self.rules, self.state)


def read_rules(outer: Fields, seats: int | None = None) -> Rules:
    """Compose the rules that a table names under the key `rules`."""
    fields = outer.table_at("rules", ("preset", "plugins", "options", "seats"))
    counted = fields.number("seats", FEWEST_SEATS if seats is None else seats)
    if seats is not None and counted != seats:
        fields.fail("seats", f"{counted} seats, but {seats} hands", f"{seats}")
    options: dict[str, object] = {}
    for name, value in _flat(fields.table_at("options", None).table):
        if name in options:
            raise ComposeError(f"option {clipped(name)} is set twice")
        options[name] = value
    return compose(fields.text("preset", "pagat"), fields.texts("plugins"), options, seats=counted)


def _flat(options: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, object]]:
    """Flatten options to dotted names, however the document nests them."""
    for name, value in options.items():
        if isinstance(value, Mapping):
            yield from _flat(cast("Mapping[str, Any]", value), f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def read_position(document: Document, path: Keys, value: object) -> Position:
    """Read a position."""
    # Plugins may have keys of their own, which are known only when the rules are composed.
    fields = Fields(document, path, value, what="a position", known=None)
    # Refused rules are reported even if the position has no hands.
    seats = len(fields.texts("hands")) if fields.has("hands") else None
    return read_position_of(document, path, value, read_rules(fields, seats))


def read_position_of(
    document: Document,
    path: Keys,
    value: object,
    rules: Rules,
    *,
    allowed: frozenset[str] = HAND_WRITTEN,
    match: MatchSoFar | None = None,
) -> Position:
    """Read a position whose rules are known."""
    fields = Fields(document, path, value, what="a position", known=keys_in(rules))
    if not fields.has("hands"):
        document.fail(path, "a position has no hands", 'hands = ["...", "..."]')
    seats = rules.seats
    listed = len(fields.texts("hands"))
    if listed != seats:
        fields.fail("hands", f"{listed} hands for {seats} seats", f"{seats} hands")
    hands = fields.parsed_each("hands", parse_cards)
    stock = fields.parsed("stock", parse_cards)
    pile = fields.parsed("pile", parse_cards)
    turn = fields.table_at("turn", _TURN_KEYS)
    most = len(rules.deal.pack) + len(rules.deal.side_pack)
    table = tuple(
        fields.parsed_each("melds", lambda text: parse_meld(text, rules.melding.shapes, seats=seats), most=most)
    )
    so_far = read_match_so_far(fields, rules, match)
    phase = _phase(fields, rules, stock, pile)
    left = (so_far.dealer + 1) % seats
    pending = tuple(turn.numbers("pending")) or _usual_pending(rules, phase, so_far.dealer, fields.number("to_act", -1))
    to_act = fields.number("to_act", pending[0] if pending else left, least=0, most=seats - 1)
    gone = turn.parsed("gone", parse_cards)
    _check_pack(
        fields,
        rules,
        [
            *((("hands", seat), hand) for seat, hand in enumerate(hands)),
            (("stock",), stock),
            (("pile",), pile),
            *((("melds", index), [piece & 63 for piece in meld.pieces]) for index, meld in enumerate(table)),
            (("turn", "gone"), gone),
        ],
    )
    bags = tuple(map(bag_of, hands))
    plays = _plays(turn, to_act, len(table), tuple(rules.turn.uses), most)
    taken = _gained(fields, rules, "taken", phase)
    known = _known(fields, rules) or _known_from_turn(phase, to_act, plays, taken, bags)
    public = PublicState(
        phase=phase,
        to_act=to_act,
        last=fields.number("last", NONE, least=NONE, most=seats - 1),
        pile=bytes(pile),
        table=table,
        turn=Turn(
            taken=taken,
            plays=plays,
            stock_only=turn.flag("stock_only"),
            claimed=turn.flag("claimed"),
            pending=pending,
        ),
        sizes=packed_sizes(tuple(map(len, hands))),
        known=known,
        stock_count=len(stock),
        match=so_far,
        gone=bag_of(gone),
        idle=turn.number("idle", 0, least=0),
        stale=turn.flag("stale"),
        ended=turn.text("ended", ""),
        out=turn.number("out", NONE, least=NONE, most=seats - 1),
    )
    drawn = _gained(fields, rules, "drawn", phase)
    memories = read_hand_memory(fields, rules, public)
    state = State(public=public, hands=bags, drawn=drawn, stock=bytes(stock), memories=memories)
    state = end_if_nothing_left(state)
    if phase == DRAW_PHASE and not stock and rules.turn.stock_empty == "strict":
        state = hand_ended(state, ENDED_STOCK)
    defect = first_defect(rules, state, allowed)
    if defect is not None:
        document.fail((*path, *_KEYS.get(defect.name, ())), f"{defect.about} ({defect.name})")
    return Position(rules, state)


def _usual_pending(rules: Rules, phase: str, dealer: int, to_act: int) -> tuple[int, ...]:
    """The seats that still have to act in a phase if those before the seat on turn have acted; none outside a round."""
    step = round_of(rules, phase)
    due = () if step is None or step.between else seats_of_round(rules, step, dealer)
    return due[due.index(to_act) :] if to_act in due else due


def _plays(turn: Fields, to_act: int, melds: int, uses: tuple[str, ...], most: int) -> tuple[Action, ...]:
    """Read the plays of this turn, and refuse a lay-off on a meld that does not exist."""

    def read(text: str) -> Action:
        play = parse_use(text, to_act, uses)
        if play.on >= melds:
            raise NotationError(f"there is no meld m{play.on + 1}", column=text.index("m") + 1, expected="m1 or more")
        return play

    return tuple(turn.parsed_each("plays", read, most=most))


def _gained(fields: Fields, rules: Rules, key: str, phase: str) -> Bag:
    """Read the cards that this turn drew or took, as a bag; before the draw there can be none."""
    most = len(rules.deal.pack) + len(rules.deal.side_pack)
    cards = [card for found in fields.parsed_each(key, parse_cards, most=most) for card in found]
    if cards and phase == DRAW_PHASE:
        fields.fail(key, f"{key} is set in phase draw, before the draw", 'phase = "play"')
    _check_pack(fields, rules, [((key,), cards)])
    return bag_of(cards)


def _phase(fields: Fields, rules: Rules, stock: Sequence[int], pile: Sequence[int]) -> str:
    """Read the phase, and refuse one that the rules do not have or that lacks the cards it needs."""
    phase = fields.text("phase", DRAW_PHASE)
    phases = [
        name for name in rules.turn.turn_moves if name != OFFER_PHASE or DEAL_OPENING.of(rules.options) == "offer"
    ]
    if rules.turn.stock_empty == "reshuffle":
        phases.append(RESHUFFLE_PHASE)
    phases.append(OVER_PHASE)
    if phase not in phases:
        fields.fail("phase", f"there is no phase {quoted(phase)} in these rules", ", ".join(phases))
    if phase == OFFER_PHASE and not pile:
        fields.fail("phase", "there is no card to offer", "a pile of one card")
    if phase == RESHUFFLE_PHASE and (stock or len(pile) < 2):
        fields.fail("phase", "there is nothing to reshuffle", "an empty stock and a pile of two cards or more")
    return phase


def _known(fields: Fields, rules: Rules) -> tuple[Bag, ...]:
    listed = len(fields.texts("known"))
    if listed and listed != rules.seats:
        fields.fail("known", f"{listed} hands for {rules.seats} seats", f"{rules.seats} strings")
    found = fields.parsed_each("known", parse_cards)
    _check_pack(fields, rules, ((("known", seat), cards) for seat, cards in enumerate(found)))
    return tuple(map(bag_of, found))


def _known_from_turn(
    phase: str, to_act: int, plays: tuple[Action, ...], taken: Bag, hands: tuple[Bag, ...]
) -> tuple[Bag, ...]:
    """The known cards of each hand: those that this turn took and has not played, which everyone saw."""
    unplayed = common(not_yet_played(plays, taken), hands[to_act]) if phase == PLAY_PHASE else EMPTY_BAG
    return tuple(unplayed if seat == to_act else EMPTY_BAG for seat in range(len(hands)))


def _check_pack(fields: Fields, rules: Rules, groups: Iterable[tuple[Keys, Iterable[int]]]) -> None:
    """Refuse a position that lists a card more often than the pack has it."""
    listed = Counter[int]()
    for path, cards in groups:
        for card in cards:
            listed[card] += 1
            there = rules.deal.pack.count(card) + rules.deal.side_pack.count(card)
            if listed[card] > there:
                times = {0: "", 1: " twice"}.get(there, f" {there + 1} times")
                many = "a hidden card" if card == UNKNOWN else f"{card_text(card)}{times}"
                owned = {0: "none", 1: "one"}.get(there, there)
                fields.document.fail(
                    (*fields.path, *path),
                    f"the position has {many}; the pack has {owned}",
                    "" if there else "cards of the pack",
                )


def position_table(position: Position) -> dict[str, Any]:
    """Write a position as a table of text, which `read_position` reads.

    Args:
        position: the position.

    Returns:
        Plain data: strings, numbers, lists and tables, without values that are the default.
    """
    rules, state = position.rules, position.state
    public = state.public
    table: dict[str, Any] = {
        "rules": rules_table(rules),
        "dealer": public.match.dealer,
        "to_act": public.to_act,
        "phase": public.phase,
        "hands": [cards_text(cards_of(hand)) for hand in state.hands],
        "stock": cards_text(state.stock),
        "pile": cards_text(public.pile),
        "melds": [str(meld) for meld in public.table],
    }
    if public.last >= 0:
        table["last"] = public.last
    usual = _known_from_turn(public.phase, public.to_act, public.turn.plays, public.turn.taken, state.hands)
    more: dict[str, Any] = {
        "drawn": list(map(card_text, cards_of(state.drawn))),
        "taken": list(map(card_text, cards_of(public.turn.taken))),
        "known": [cards_text(cards_of(bag)) for bag in public.known] if public.known != usual else [],
        "scores": list(public.match.scores) if any(public.match.scores) else [],
        "turn": _turn_table(rules, state),
        **hand_memory_table(rules, public, state.memories),
        "match": match_table(rules, public.match),
    }
    return table | without_empty(more)


def rules_table(rules: Rules) -> dict[str, Any]:
    """Write rules as the table that `read_rules` composes them from."""
    identity = rules.identity
    plugins = [name for name, _ in identity.plugins]
    return without_empty({"preset": identity.preset, "plugins": plugins, "options": dict(identity.options)})


def _turn_table(rules: Rules, state: State) -> dict[str, Any]:
    public = state.public
    turn = public.turn
    usual = _usual_pending(rules, public.phase, public.match.dealer, public.to_act)
    every = {
        "plays": [play.use_text() for play in turn.plays],
        "stock_only": turn.stock_only,
        "claimed": turn.claimed,
        "pending": list(turn.pending) if turn.pending != usual else [],
        "stale": public.stale,
        "idle": public.idle,
        "gone": cards_text(cards_of(public.gone)),
        "ended": public.ended,
    }
    return without_empty(every) | ({"out": public.out} if public.out >= 0 else {})


def parse_position(text: str, *, rules: Rules | None = None) -> Position:
    """Read a position from TOML, with its keys at the top level or under `[position]`.

    Args:
        text: the document.
        rules: its rules, if they have a plugin that was passed as an object, which has no name to be found by. The
            rules in the document are then ignored.

    Raises:
        NotationError: for a mistake in the text, with its line and column and what is expected there.
        ComposeError: if its rules are refused.
    """
    document = Located(text)
    path: Keys = ("position",) if "position" in document.data else ()
    table = document.data["position"] if path else document.data
    return read_position(document, path, table) if rules is None else read_position_of(document, path, table, rules)
