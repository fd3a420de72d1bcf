"""The messages of a server as records: JSON, the JSON Schema and the TypeScript types are made from these classes.

Cards are text, as in the notation: `As`, `Td`, `*` for a joker. Seats are numbers from 0. A mapping with values of any
type is a plugin's: its keys are the plugin's business. `rummy500.wire.protocol` has the messages of a client.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import attrs

from rummy500.engine.changes import PlaceKind
from rummy500.table.messages import Kind as EventKind


@attrs.frozen
class CardInMeld:
    """A card of a meld, in its role.

    Attributes:
        card: the card.
        role: the card that it stands for, or the rank alone in a group; the card itself for a natural card.
        by: the seat that played it.
    """

    card: str
    role: str
    by: int


@attrs.frozen
class MeldOnTable:
    """A meld on the table.

    Attributes:
        owner: the seat that began it.
        kind: a run or a group.
        cards: its cards, in order.
    """

    owner: int
    kind: Literal["run", "group"]
    cards: tuple[CardInMeld, ...]


@attrs.frozen
class HandSeen:
    """A hand as a seat sees it.

    Attributes:
        count: the number of its cards.
        known: those that everyone saw go into it.
    """

    count: int
    known: tuple[str, ...]


@attrs.frozen
class TurnSeen:
    """The turn that is going on.

    Attributes:
        taken: the cards that it took from the pile.
        plays: its melds and lay-offs, as text: `[4h 5h 6h]`, `9s on m1`.
        stock_only: the seat must draw from the stock, since nobody took the upcard.
        claimed: the discard has been called, or the turn began with a call.
        pending: in a round before the first turn, the seats that still have to act.
    """

    taken: tuple[str, ...]
    plays: tuple[str, ...]
    stock_only: bool
    claimed: bool
    pending: tuple[int, ...]


@attrs.frozen
class MatchBefore:
    """The match before the hand.

    Attributes:
        dealer: the seat that dealt.
        scores: each seat's score, or its side's if partners play.
        hand_number: the number of the hand, from 1.
        playoff: whether a tie is being played on.
        memory: what plugins remember of the match, as the seat sees it, by plugin.
        rules_number: the number of the rules that the match is played by; 0 if it is unknown.
    """

    dealer: int
    scores: tuple[int, ...]
    hand_number: int
    playoff: bool
    memory: Mapping[str, Any]
    rules_number: int = 0


@attrs.frozen
class NoteShown:
    """A note of a plugin for players.

    Attributes:
        label: its subject.
        text: what it says.
        seat: the seat that it is about; `null` if it is about the table.
    """

    label: str
    text: str
    seat: int | None


@attrs.frozen
class ViewData:
    """All that a seat, or a spectator, may know of a hand.

    Attributes:
        seat: the seat; `null` for a spectator.
        phase: `draw`, `play`, `offer`, `reshuffle`, `over`, or a phase of a plugin.
        to_act: the seat on turn.
        last: the seat that ended the turn before; `null` if nobody has.
        hand: the seat's own cards.
        drawn: those of them that it drew from the stock in this turn.
        hands: the hand of each seat, as this seat sees it.
        stock: the number of cards in the stock.
        pile: the discard pile, oldest card first.
        melds: the melds on the table, in the order in which they were begun.
        turn: the turn that is going on.
        match: the match before the hand.
        gone: the cards that are out of play.
        idle: how many turns in a row took only the top card while the stock was empty.
        stale: whether nothing has been melded since the last reshuffle.
        ended: why the hand is over: `out`, `stock`, `circle`, or a plugin's reason; empty while it goes on.
        out: the seat that went out; `null` if nobody has.
        memory: what plugins remember of the hand, as the seat sees it.
        notes: the notes of plugins for this seat.
    """

    seat: int | None
    phase: str
    to_act: int
    last: int | None
    hand: tuple[str, ...]
    drawn: tuple[str, ...]
    hands: tuple[HandSeen, ...]
    stock: int
    pile: tuple[str, ...]
    melds: tuple[MeldOnTable, ...]
    turn: TurnSeen
    match: MatchBefore
    gone: tuple[str, ...]
    idle: int
    stale: bool
    ended: str
    out: int | None
    memory: Mapping[str, Any]
    notes: tuple[NoteShown, ...]


@attrs.frozen
class LegalAction:
    """An action that a seat may choose.

    Attributes:
        action: its text, which `submit` takes.
        cards: the cards that it plays to the table or discards, and the one that it takes.
        depth: the depth in the pile of the card that is taken or called, 1 for the top; 0 if none is.
        collects: the depths of all cards that it collects from the pile, that one among them.
        meld: the place of the meld that it lays off on, from 0 (`m1` in an action is 0); `null` if it lays off on none.
    """

    action: str
    cards: tuple[str, ...]
    depth: int
    collects: tuple[int, ...]
    meld: int | None


@attrs.frozen
class ActionsOfKind:
    """The legal actions of one kind.

    Attributes:
        kind: the verb: `draw`, `take`, `meld`, `lay`, `discard`, `call`, `pass`, or a plugin's.
        label: the kind in a few words, for a button. Its key for translations is `label:KIND`.
        actions: the actions.
    """

    kind: str
    label: str
    actions: tuple[LegalAction, ...]


@attrs.frozen
class LegalData:
    """The legal actions of a seat.

    Attributes:
        seat: the seat.
        kinds: its legal actions, by kind.
        more: whether there are more than are listed.
    """

    seat: int
    kinds: tuple[ActionsOfKind, ...]
    more: bool


@attrs.frozen
class RefusalData:
    """A refusal: why an action is not legal, or what a table does not allow now.

    Attributes:
        rule: the id of the rule.
        reason: a short name for the reason under that rule. The key for translations is `refusal:RULE:REASON`.
        template: the English sentence, with a name in braces for each fact.
        facts: the facts, by name.
        sentence: the sentence with its facts.
    """

    rule: str
    reason: str
    template: str
    facts: Mapping[str, str]
    sentence: str

    @property
    def key(self) -> str:
        """The key of its sentence for translations, which is not sent: `refusal:RULE:REASON`."""
        return f"refusal:{self.rule}:{self.reason}"


@attrs.frozen
class ErrorData:
    """A request that cannot be read, or that the server does not grant.

    Attributes:
        error: what is wrong.
        line: the line of the request's JSON text, or of the text of the action if only that cannot be read; from 1.
        column: the column in that text, from 1.
        expected: what would be right there; empty if `error` says it.
        refusal: `error` with its key and facts, for translations.
    """

    error: str
    line: int
    column: int
    expected: str
    refusal: RefusalData


@attrs.frozen
class OptionShown:
    """An option of the rules, with its value.

    Attributes:
        name: its name: `match.target`.
        value: its value: a text, a number, or true or false.
        words: the value in words.
        set_by: `preset NAME`, `plugin NAME`, or `option`.
    """

    name: str
    value: str | int | bool
    words: str
    set_by: str


@attrs.frozen
class RulesData:
    """The rules as they were composed.

    Attributes:
        preset: the preset.
        plugins: each plugin's name and rules version.
        titles: for players: the title of the preset, then those of the plugins that do not come with another.
        seats: how many play.
        sides: the side of each seat.
        target: the score that ends a match; 0 if no score does.
        core: the rules version of the core.
        options: every option in force.
    """

    preset: str
    plugins: Mapping[str, int]
    titles: tuple[str, ...]
    seats: int
    sides: tuple[int, ...]
    target: int
    core: int
    options: tuple[OptionShown, ...]


@attrs.frozen
class PlaceData:
    """A place where cards lie.

    Attributes:
        kind: a stock, a pile, a hand, a meld, the cards out of play, a pocket or other cards that a plugin holds, or
            a place that the seat cannot find out.
        number: the seat of a hand or a pocket, the place of a meld from 0; `null` for all others.
        plugin: the name of the plugin or the pocket; empty for all others.
    """

    kind: PlaceKind
    number: int | None
    plugin: str


@attrs.frozen
class ChangeData:
    """Cards that an action moved from one place to another.

    Attributes:
        seat: who acted; `null` for chance.
        source: the place that they left.
        target: the place where they lie now.
        number: how many cards moved.
        cards: those that the seat sees.
        depths: for cards of the pile, the depth of each before the action, 1 for the top.
        shuffled: whether the cards were shuffled.
    """

    seat: int | None
    source: PlaceData
    target: PlaceData
    number: int
    cards: tuple[str, ...]
    depths: tuple[int, ...]
    shuffled: bool


@attrs.frozen
class ChangesData:
    """The cards that an action moved, as a seat sees it.

    Attributes:
        changes: the changes, in order.
    """

    changes: tuple[ChangeData, ...]


@attrs.frozen
class ScoreLineData:
    """A line of a score.

    Attributes:
        seat: the seat that it counts for.
        points: the points that it adds; negative if it takes points away.
        rule: the id of the rule.
        kind: a short name for the kind of line. The key for translations is `score:RULE:KIND`.
        template: the reason in English, with a name in braces for each fact.
        facts: the facts, by name.
        sentence: the reason with its facts.
        cards: the cards that it counts.
        of_seat: the seat whose hand or meld it is about; `null` for none.
        meld: the place of the meld that it is about, from 0; `null` for none.
    """

    seat: int
    points: int
    rule: str
    kind: str
    template: str
    facts: Mapping[str, str]
    sentence: str
    cards: tuple[str, ...]
    of_seat: int | None
    meld: int | None

    @property
    def key(self) -> str:
        """The key of its reason for translations, which is not sent: `score:RULE:KIND`."""
        return f"score:{self.rule}:{self.kind}"


@attrs.frozen
class ScoreData:
    """The score of a hand, as far as a seat can be sure of it.

    Attributes:
        lines: the lines, seat by seat.
        by_seat: the total of each seat's lines.
        by_side: the total of each side.
        final: whether the hand is over.
        partial: the seats whose totals lack lines that hidden cards decide.
    """

    lines: tuple[ScoreLineData, ...]
    by_seat: tuple[int, ...]
    by_side: tuple[int, ...]
    final: bool
    partial: tuple[int, ...]


@attrs.frozen
class SeatData:
    """Who plays a seat.

    Attributes:
        name: the name to show.
        player: `person`, `default` for a seat that does as little as it can, or the name of a program.
    """

    name: str
    player: str


@attrs.frozen
class EventData:
    """Something that happened at a table, as a seat is shown it.

    Attributes:
        number: its place among the events of this seat, from 1: each seat has numbers of its own.
        kind: what happened. A seat is shown only its own `kept` and `let-go`.
        decision: the number of the decision that is open after it.
        seat: the seat that did it; `null` if no seat did.
        action: the action as the seat sees it, for readers; empty without one. It begins with the seat (`deck` for
            chance), a colon and the verb, and may have a depth, so it is not the text of a `LegalAction`.
        changes: where the action moved cards, as the seat sees it.
        timed_out: whether the action is the default of a seat whose time was up.
        drops_kept: whether the action was a call that came before the kept action of this seat.
        ended: why the hand ended with the action; empty while it goes on.
        back_to: after an undo, the number of the event to which the hand went back; 0 for every other kind.
        by: who plays the seat from now on; `null` for every kind but `replaced`.
    """

    number: int
    kind: EventKind
    decision: int
    seat: int | None
    action: str
    changes: tuple[ChangeData, ...]
    timed_out: bool
    drops_kept: bool
    ended: str
    back_to: int
    by: SeatData | None


@attrs.frozen
class WaitingData:
    """The decision that a table waits for.

    Attributes:
        decision: its number, which an answer names. It does not change when a window ends and becomes a turn.
        kind: `turn` (the seat on turn acts), `round` (before the first turn, seats act in any order), `window`
            (people may call before the next draw), `programs` (chance or a program is next: the server
            acts), `deal` (the server deals the next hand), or `over` (the match is over: see its `winners`).
        seats: the people who are asked; in a window every person who might be able to call, judging by the open cards,
            and the person on turn. Some of them may have no legal action.
        on_turn: the seat on turn; `null` between hands.
    """

    decision: int
    kind: Literal["turn", "round", "window", "programs", "deal", "over"]
    seats: tuple[int, ...]
    on_turn: int | None


@attrs.frozen
class PlayedHandData:
    """A finished hand of the match.

    Attributes:
        dealer: who dealt it.
        out: who went out; `null` for nobody.
        by_seat: the points of each seat.
    """

    dealer: int
    out: int | None
    by_seat: tuple[int, ...]


@attrs.frozen
class MatchData:
    """A match.

    Attributes:
        dealer: the seat that deals the hand that is going on, or the next one.
        scores: each seat's score, or its side's if partners play.
        hand_number: the number of that hand, from 1.
        playoff: whether a tie is being played on.
        hands: the hands played last, at most 100; the last of them is number `hand_number` minus 1.
        winners: the seats that have won; empty while the match goes on.
        lines: the lines that the match itself added to the scores, the last 100 at most.
    """

    dealer: int
    scores: tuple[int, ...]
    hand_number: int
    playoff: bool
    hands: tuple[PlayedHandData, ...]
    winners: tuple[int, ...]
    lines: tuple[ScoreLineData, ...]


@attrs.frozen
class LastHandData:
    """The end of the hand that was played last: every hand is shown.

    Attributes:
        view: what a spectator saw of its last state.
        hands: the cards that each seat held.
        score: its score.
    """

    view: ViewData
    hands: tuple[tuple[str, ...], ...]
    score: ScoreData


@attrs.frozen
class UndoData:
    """An undo that was asked for and not answered by all.

    Attributes:
        seat: the seat that asks.
        agreed: the other seats that have agreed.
    """

    seat: int
    agreed: tuple[int, ...]


@attrs.frozen
class UpdateData:
    """All that a seat is shown of a table: how it stands, and what happened since an event that the client named.

    Attributes:
        seat: the seat; `null` for a spectator.
        events: the events after the one that the client named, in order, at most 100; none if it named none.
        number: the number of the last event of this seat. If the last of `events` has a lower one, there are more.
        seats: who plays each seat.
        waiting: the decision that the table waits for.
        match: the match.
        view: the view of the hand; `null` between hands.
        legal: what the seat may do; `null` for a spectator and between hands.
        kept: the action of this seat, on turn, that waits for the end of the window; empty without one. A call never
            waits.
        let_go: whether this seat has let its call go in this window.
        undo: the undo that was asked for; `null` without one.
        score: the score of the hand so far, as far as the seat can be sure of it; `null` between hands.
        last_hand: the end of the hand that was played last; `null` while a hand is going on.
        requests: the types of the requests that this server knows, in the first update of a connection; later ones may
            leave it empty.
    """

    seat: int | None
    events: tuple[EventData, ...]
    number: int
    seats: tuple[SeatData, ...]
    waiting: WaitingData
    match: MatchData
    view: ViewData | None
    legal: LegalData | None
    kept: str
    let_go: bool
    undo: UndoData | None
    score: ScoreData | None
    last_hand: LastHandData | None
    requests: tuple[str, ...]


@attrs.frozen
class GrowingAction:
    """A legal action that uses all selected cards and more.

    Attributes:
        action: the action.
        add: the cards to add to the selection.
    """

    action: LegalAction
    add: tuple[str, ...]


@attrs.frozen
class SelectedData:
    """The actions that use some selected cards.

    Attributes:
        actions: the legal actions with exactly these cards.
        growing: the first legal actions with these cards and more.
        more: whether there may be others that grow.
        guess: without any legal action with exactly these cards, the one that was probably meant; else empty.
        refusal: why that one is not legal; `null` if there is a legal action.
    """

    actions: tuple[LegalAction, ...]
    growing: tuple[GrowingAction, ...]
    more: bool
    guess: str
    refusal: RefusalData | None


@attrs.frozen
class WhyData:
    """Whether an action is legal, and why not.

    Attributes:
        action: the action, as it was read.
        refusal: why it is not legal; `null` if it is.
    """

    action: str
    refusal: RefusalData | None


@attrs.frozen
class HintData:
    """The action that a program would choose, and why.

    Attributes:
        action: the action; empty for letting it go.
        key: the key of the reason for translations, such as `hint:meld:scores`.
        template: the reason in English, with a name in braces for each fact.
        facts: the facts, by name.
        sentence: the reason with its facts.
    """

    action: str
    key: str
    template: str
    facts: Mapping[str, str]
    sentence: str


@attrs.frozen
class SheetLineData:
    """A line of a rule sheet.

    Attributes:
        section: its heading.
        text: the rule, in a sentence or more.
        rules: the ids of the rules.
        cells: for card points, the row of the table that can be shown in place of the text; else empty.
    """

    section: str
    text: str
    rules: tuple[str, ...]
    cells: tuple[str, ...]


@attrs.frozen
class SheetData:
    """The rules in force, as a sheet for players.

    Attributes:
        title: preset, plugins and seats in a line.
        lines: the lines in order.
    """

    title: str
    lines: tuple[SheetLineData, ...]


@attrs.frozen
class ValueData:
    """A value of an option.

    Attributes:
        value: the value.
        words: its meaning.
    """

    value: str | int | bool
    words: str


@attrs.frozen
class OptionChoiceData:
    """An option that a new table can have.

    Attributes:
        name: its name: `meld.ace`.
        question: the question that it answers, or what it decides if several options answer one.
        about: what it decides, in a few words.
        plugin: the plugin that it belongs to; empty for the core.
        values: its values in words; of an option with many numbers those with words of their own.
        least: the least number that it takes besides those of `values`; `null` if it takes no numbers.
        most: the greatest number; `null` likewise.
        value: its value if nobody sets it.
        set_by: who sets that value: `preset NAME` or `plugin NAME`.
    """

    name: str
    question: str
    about: str
    plugin: str
    values: tuple[ValueData, ...]
    least: int | None
    most: int | None
    value: str | int | bool
    set_by: str


@attrs.frozen
class PresetChoiceData:
    """A preset that a new table can have.

    Attributes:
        name: its name.
        title: its name for players.
        about: what is special about it.
        plugins: the plugins that are part of it.
        seats: the fewest and the most that can play.
    """

    name: str
    title: str
    about: str
    plugins: tuple[str, ...]
    seats: tuple[int, ...]


@attrs.frozen
class PluginChoiceData:
    """A plugin that a new table can have.

    Attributes:
        name: its name.
        title: its name for players.
        about: the change that it makes to the game.
        requires: the plugins that it requires.
        conflicts: the plugins that it cannot be played with, each with the reason.
        seats: the fewest and the most that can play.
        options: the names of its own options.
    """

    name: str
    title: str
    about: str
    requires: tuple[str, ...]
    conflicts: Mapping[str, str]
    seats: tuple[int, ...]
    options: tuple[str, ...]


@attrs.frozen
class LevelData:
    """A level at which programs play.

    Attributes:
        name: its name, as the player of a seat.
        about: how it loses, in a sentence.
    """

    name: str
    about: str


@attrs.frozen
class ChoicesData:
    """The presets, plugins and options for a new table.

    Attributes:
        presets: the presets.
        plugins: the installed plugins.
        options: the options under the preset and the plugins that were asked about.
        levels: the levels of programs, the weakest first.
    """

    presets: tuple[PresetChoiceData, ...]
    plugins: tuple[PluginChoiceData, ...]
    options: tuple[OptionChoiceData, ...]
    levels: tuple[LevelData, ...]
