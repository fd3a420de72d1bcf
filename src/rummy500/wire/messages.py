"""The messages of a server as records: JSON, the JSON Schema and the TypeScript types are made from these classes.

Cards are text, as in the notation: `As`, `Td`, `*` for a joker. Seats are numbers from 0. A mapping with values of any
type is a plugin's: its keys are the plugin's business. `rummy500.wire.protocol` has the messages of a client.

The comment `#:` of a field, beside it or above it, describes it in the schema, in the types and on the reference page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import attrs

from rummy500.engine.changes import PlaceKind
from rummy500.table.messages import Kind as EventKind


@attrs.frozen
class CardInMeld:
    """A card of a meld, in its role."""

    card: str  #: the card.
    role: str  #: the card that it stands for, or the rank alone in a group; the card itself for a natural card.
    by: int  #: the seat that played it.


@attrs.frozen
class MeldOnTable:
    """A meld on the table."""

    owner: int  #: the seat that began it.
    kind: Literal["run", "group"]  #: a run or a group.
    cards: tuple[CardInMeld, ...]  #: its cards, in order.


@attrs.frozen
class HandSeen:
    """A hand as a seat sees it."""

    count: int  #: the number of its cards.
    known: tuple[str, ...]  #: those that everyone saw go into it.


@attrs.frozen
class TurnSeen:
    """The turn that is going on."""

    taken: tuple[str, ...]  #: the cards that it took from the pile.
    plays: tuple[str, ...]  #: its melds and lay-offs, as text: `[4h 5h 6h]`, `9s on m1`.
    stock_only: bool  #: the seat must draw from the stock, since nobody took the upcard.
    claimed: bool  #: the discard has been called, or the turn began with a call.
    pending: tuple[int, ...]  #: in a round before the first turn, the seats that still have to act.


@attrs.frozen
class MatchBefore:
    """The match before the hand."""

    dealer: int  #: the seat that dealt.
    scores: tuple[int, ...]  #: each seat's score, or its side's if partners play.
    hand_number: int  #: the number of the hand, from 1.
    playoff: bool  #: whether a tie is being played on.
    memory: Mapping[str, Any]  #: what plugins remember of the match, as the seat sees it, by plugin.
    rules_number: int = 0  #: the number of the rules that the match is played by; 0 if it is unknown.


@attrs.frozen
class NoteShown:
    """A note of a plugin for players."""

    label: str  #: its subject.
    text: str  #: what it says.
    seat: int | None  #: the seat that it is about; `null` if it is about the table.
    template: str = ""  #: what it says, with a name in braces for each fact.
    facts: Mapping[str, str] = attrs.field(factory=dict[str, str])  #: the facts, by name.


@attrs.frozen
class ViewData:
    """All that a seat, or a spectator, may know of a hand."""

    seat: int | None  #: the seat; `null` for a spectator.
    phase: str  #: `draw`, `play`, `offer`, `reshuffle`, `over`, or a phase of a plugin.
    to_act: int  #: the seat on turn.
    last: int | None  #: the seat that ended the turn before; `null` if nobody has.
    hand: tuple[str, ...]  #: the seat's own cards.
    drawn: tuple[str, ...]  #: those of them that it drew from the stock in this turn.
    hands: tuple[HandSeen, ...]  #: the hand of each seat, as this seat sees it.
    stock: int  #: the number of cards in the stock.
    pile: tuple[str, ...]  #: the discard pile, oldest card first.
    melds: tuple[MeldOnTable, ...]  #: the melds on the table, in the order in which they were begun.
    turn: TurnSeen  #: the turn that is going on.
    match: MatchBefore  #: the match before the hand.
    gone: tuple[str, ...]  #: the cards that are out of play.
    idle: int  #: how many turns in a row took only the top card while the stock was empty.
    stale: bool  #: whether nothing has been melded since the last reshuffle.
    ended: str  #: why the hand is over: `out`, `stock`, `circle`, or a plugin's reason; empty while it goes on.
    out: int | None  #: the seat that went out; `null` if nobody has.
    memory: Mapping[str, Any]  #: what plugins remember of the hand, as the seat sees it.
    notes: tuple[NoteShown, ...]  #: the notes of plugins for this seat.


@attrs.frozen
class LegalAction:
    """An action that a seat may choose."""

    action: str  #: its text, which `submit` takes.
    cards: tuple[str, ...]  #: the cards that it plays to the table or discards, and the one that it takes.
    depth: int  #: the depth in the pile of the card that is taken or called, 1 for the top; 0 if none is.
    collects: tuple[int, ...]  #: the depths of all cards that it collects from the pile, that one among them.
    meld: int | None  #: the place of the meld that it lays off on, from 0 (`m1` in an action is 0).
    key: str  #: the key of its sentence for translations.
    template: str  #: what it does, in English, with a name in braces for each fact.
    facts: Mapping[str, str]  #: the facts, by name.


@attrs.frozen
class ActionsOfKind:
    """The legal actions of one kind."""

    kind: str  #: the verb: `draw`, `take`, `meld`, `lay`, `discard`, `call`, `pass`, or a plugin's.
    label: str  #: the kind in a few words, for a button. Its key for translations is `label:KIND`.
    actions: tuple[LegalAction, ...]  #: the actions.


@attrs.frozen
class LegalData:
    """The legal actions of a seat."""

    seat: int  #: the seat.
    kinds: tuple[ActionsOfKind, ...]  #: its legal actions, by kind.
    more: bool  #: whether there are more than are listed.


@attrs.frozen
class RefusalData:
    """A refusal: why an action is not legal, or what a table does not allow now."""

    rule: str  #: the id of the rule.
    reason: str  #: a short name for the reason under that rule. The key for translations is `refusal:RULE:REASON`.
    template: str  #: the English sentence, with a name in braces for each fact.
    facts: Mapping[str, str]  #: the facts, by name.
    sentence: str  #: the sentence with its facts.

    @property
    def key(self) -> str:
        """The key of its sentence for translations, which is not sent: `refusal:RULE:REASON`."""
        return f"refusal:{self.rule}:{self.reason}"


@attrs.frozen
class ErrorMessage:
    """A request that cannot be read, or that the server does not grant."""

    error: str  #: what is wrong.
    line: int  #: the line of the request's JSON text, or of the text of the action if only that cannot be read; from 1.
    column: int  #: the column in that text, from 1.
    expected: str  #: what would be right there; empty if `error` says it.
    refusal: RefusalData  #: `error` with its key and facts, for translations.


@attrs.frozen
class OptionShown:
    """An option of the rules, with its value."""

    name: str  #: its name: `match.target`.
    value: str | int | bool  #: its value: a text, a number, or true or false.
    words: str  #: the value in words.
    set_by: str  #: `preset NAME`, `plugin NAME`, or `option`.


@attrs.frozen
class RulesMessage:
    """The rules as they were composed."""

    preset: str  #: the preset.
    plugins: Mapping[str, int]  #: each plugin's name and rules version.
    #: for players: the title of the preset, then those of the plugins that do not come with another.
    titles: tuple[str, ...]
    seats: int  #: how many play.
    sides: tuple[int, ...]  #: the side of each seat.
    target: int  #: the score that ends a match; 0 if no score does.
    core: int  #: the rules version of the core.
    options: tuple[OptionShown, ...]  #: every option in force.


@attrs.frozen
class PlaceData:
    """A place where cards lie."""

    #: a stock, a pile, a hand, a meld, the cards out of play, a pocket or other cards that a plugin holds, or a place
    #: that the seat cannot find out.
    kind: PlaceKind
    number: int | None  #: the seat of a hand or a pocket, the place of a meld from 0; `null` for all others.
    plugin: str  #: the name of the plugin or the pocket; empty for all others.


@attrs.frozen
class ChangeData:
    """Cards that an action moved from one place to another."""

    seat: int | None  #: who acted; `null` for chance.
    source: PlaceData  #: the place that they left.
    target: PlaceData  #: the place where they lie now.
    number: int  #: how many cards moved.
    cards: tuple[str, ...]  #: those that the seat sees.
    depths: tuple[int, ...]  #: for cards of the pile, the depth of each before the action, 1 for the top.
    shuffled: bool  #: whether the cards were shuffled.


@attrs.frozen
class ChangesMessage:
    """The cards that an action moved, as a seat sees it."""

    changes: tuple[ChangeData, ...]  #: the changes, in order.


@attrs.frozen
class ScoreLineData:
    """A line of a score."""

    seat: int  #: the seat that it counts for.
    points: int  #: the points that it adds; negative if it takes points away.
    rule: str  #: the id of the rule.
    kind: str  #: a short name for the kind of line. The key for translations is `score:RULE:KIND`.
    template: str  #: the reason in English, with a name in braces for each fact.
    facts: Mapping[str, str]  #: the facts, by name.
    sentence: str  #: the reason with its facts.
    cards: tuple[str, ...]  #: the cards that it counts.
    of_seat: int | None  #: the seat whose hand or meld it is about; `null` for none.
    meld: int | None  #: the place of the meld that it is about, from 0; `null` for none.

    @property
    def key(self) -> str:
        """The key of its reason for translations, which is not sent: `score:RULE:KIND`."""
        return f"score:{self.rule}:{self.kind}"


@attrs.frozen
class ScoreData:
    """The score of a hand, as far as a seat can be sure of it."""

    lines: tuple[ScoreLineData, ...]  #: the lines, seat by seat.
    by_seat: tuple[int, ...]  #: the total of each seat's lines.
    by_side: tuple[int, ...]  #: the total of each side.
    final: bool  #: whether the hand is over.
    partial: tuple[int, ...]  #: the seats whose totals lack lines that hidden cards decide.


@attrs.frozen
class SeatData:
    """Who plays a seat."""

    name: str  #: the name to show.
    player: str  #: `person`, `default` for a seat that does as little as it can, or the name of a program.


@attrs.frozen
class EventData:
    """Something that happened at a table, as a seat is shown it."""

    number: int  #: its place among the events of this seat, from 1: each seat has numbers of its own.
    kind: EventKind  #: what happened. A seat is shown only its own `kept` and `let-go`.
    decision: int  #: the number of the decision that is open after it.
    seat: int | None  #: the seat that did it; `null` if no seat did.
    #: the action as text, as the seat sees it; empty without one. It begins with the seat (`deck` for chance).
    action: str
    verb: str  #: its verb.
    cards: tuple[str, ...]  #: the cards that it plays, discards or takes by name.
    meld: int | None  #: the place of the meld that it lays off on, from 0.
    key: str  #: the key of the sentence for translations.
    template: str  #: the sentence in English, with a name in braces for each fact.
    facts: Mapping[str, str]  #: the facts, by name.
    sentence: str  #: what happened: the sentence with its facts.
    changes: tuple[ChangeData, ...]  #: where the action moved cards, as the seat sees it.
    timed_out: bool  #: whether the action is the default of a seat whose time was up.
    drops_kept: bool  #: whether the action was a call that came before the kept action of this seat.
    ended: str  #: why the hand ended with the action; empty while it goes on.
    back_to: int  #: after an undo, the number of the event to which the hand went back; 0 for every other kind.
    by: SeatData | None  #: who plays the seat from now on; `null` for every kind but `replaced`.


@attrs.frozen
class WaitingData:
    """The decision that a table waits for."""

    decision: int  #: its number, which an answer names. It does not change when a window ends and becomes a turn.
    #: `turn` (the seat on turn acts), `round` (before the first turn, seats act in any order), `window` (people may
    #: call before the next draw), `programs` (chance or a program is next: the server acts), `deal` (the server deals
    #: the next hand), or `over` (the match is over: see its `winners`).
    kind: Literal["turn", "round", "window", "programs", "deal", "over"]
    #: the people who are asked; in a window every person who might be able to call, judging by the open cards, and the
    #: person on turn. Some of them may have no legal action.
    seats: tuple[int, ...]
    on_turn: int | None  #: the seat on turn; `null` between hands.


@attrs.frozen
class PlayedHandData:
    """A finished hand of the match."""

    dealer: int  #: who dealt it.
    out: int | None  #: who went out; `null` for nobody.
    by_seat: tuple[int, ...]  #: the points of each seat.


@attrs.frozen
class MatchData:
    """A match."""

    dealer: int  #: the seat that deals the hand that is going on, or the next one.
    scores: tuple[int, ...]  #: each seat's score, or its side's if partners play.
    hand_number: int  #: the number of that hand, from 1.
    playoff: bool  #: whether a tie is being played on.
    #: the hands played last, at most 100; the last of them is number `hand_number` minus 1.
    hands: tuple[PlayedHandData, ...]
    winners: tuple[int, ...]  #: the seats that have won; empty while the match goes on.
    lines: tuple[ScoreLineData, ...]  #: the lines that the match itself added to the scores, the last 100 at most.


@attrs.frozen
class LastHandData:
    """The end of the hand that was played last: every hand is shown."""

    view: ViewData  #: what a spectator saw of its last state.
    hands: tuple[tuple[str, ...], ...]  #: the cards that each seat held.
    score: ScoreData  #: its score.


@attrs.frozen
class UndoData:
    """An undo that was asked for and not answered by all."""

    seat: int  #: the seat that asks.
    agreed: tuple[int, ...]  #: the other seats that have agreed.


@attrs.frozen
class UpdateMessage:
    """All that a seat is shown of a table: how it stands, and what happened since an event that the client named."""

    seat: int | None  #: the seat; `null` for a spectator.
    #: the events after the one that the client named, in order, at most 100; none if it named none.
    events: tuple[EventData, ...]
    number: int  #: the number of the last event of this seat. If the last of `events` has a lower one, there are more.
    seats: tuple[SeatData, ...]  #: who plays each seat.
    waiting: WaitingData  #: the decision that the table waits for.
    match: MatchData  #: the match.
    view: ViewData | None  #: the view of the hand; `null` between hands.
    legal: LegalData | None  #: what the seat may do; `null` for a spectator and between hands.
    #: the action of this seat, on turn, that waits for the end of the window; empty without one. A call never waits.
    kept: str
    let_go: bool  #: whether this seat has let its call go in this window.
    undo: UndoData | None  #: the undo that was asked for; `null` without one.
    #: the score of the hand so far, as far as the seat can be sure of it; `null` between hands.
    score: ScoreData | None
    last_hand: LastHandData | None  #: the end of the hand that was played last; `null` while a hand is going on.
    #: the types of the requests that this server knows, in the first update of a connection; later ones may leave it
    #: empty.
    requests: tuple[str, ...]


@attrs.frozen
class GrowingAction:
    """A legal action that uses all selected cards and more."""

    action: LegalAction  #: the action.
    add: tuple[str, ...]  #: the cards to add to the selection.


@attrs.frozen
class SelectedMessage:
    """The actions that use some selected cards."""

    actions: tuple[LegalAction, ...]  #: the legal actions with exactly these cards.
    growing: tuple[GrowingAction, ...]  #: the first legal actions with these cards and more.
    more: bool  #: whether there may be others that grow.
    guess: str  #: without any legal action with exactly these cards, the one that was probably meant; else empty.
    refusal: RefusalData | None  #: why that one is not legal; `null` if there is a legal action.


@attrs.frozen
class WhyMessage:
    """Whether an action is legal, and why not."""

    action: str  #: the action, as it was read.
    refusal: RefusalData | None  #: why it is not legal; `null` if it is.


@attrs.frozen
class HintMessage:
    """The action that a program would choose, and why."""

    action: str  #: the action; empty for letting it go.
    key: str  #: the key of the reason for translations, such as `hint:meld:scores`.
    template: str  #: the reason in English, with a name in braces for each fact.
    facts: Mapping[str, str]  #: the facts, by name.
    sentence: str  #: the reason with its facts.
    legal: LegalAction | None = None  #: its record; `null` for letting it go.


@attrs.frozen
class SheetLineData:
    """A line of a rule sheet."""

    section: str  #: its heading.
    text: str  #: the rule, in a sentence or more.
    rules: tuple[str, ...]  #: the ids of the rules.
    cells: tuple[str, ...]  #: for card points, the row of the table that can be shown in place of the text; else empty.


@attrs.frozen
class SheetMessage:
    """The rules in force, as a sheet for players."""

    title: str  #: preset, plugins and seats in a line.
    lines: tuple[SheetLineData, ...]  #: the lines in order.


@attrs.frozen
class ValueData:
    """A value of an option."""

    value: str | int | bool  #: the value.
    words: str  #: its meaning.


@attrs.frozen
class OptionChoiceData:
    """An option that a new table can have."""

    name: str  #: its name: `meld.ace`.
    question: str  #: the question that it answers, or what it decides if several options answer one.
    about: str  #: what it decides, in a few words.
    plugin: str  #: the plugin that it belongs to; empty for the core.
    values: tuple[ValueData, ...]  #: its values in words; of an option with many numbers those with words of their own.
    least: int | None  #: the least number that it takes besides those of `values`; `null` if it takes no numbers.
    most: int | None  #: the greatest number; `null` likewise.
    value: str | int | bool  #: its value if nobody sets it.
    set_by: str  #: who sets that value: `preset NAME` or `plugin NAME`.


@attrs.frozen
class PresetChoiceData:
    """A preset that a new table can have."""

    name: str  #: its name.
    title: str  #: its name for players.
    about: str  #: what is special about it.
    plugins: tuple[str, ...]  #: the plugins that are part of it.
    seats: tuple[int, ...]  #: the fewest and the most that can play.


@attrs.frozen
class PluginChoiceData:
    """A plugin that a new table can have."""

    name: str  #: its name.
    title: str  #: its name for players.
    about: str  #: the change that it makes to the game.
    requires: tuple[str, ...]  #: the plugins that it requires.
    conflicts: Mapping[str, str]  #: the plugins that it cannot be played with, each with the reason.
    seats: tuple[int, ...]  #: the fewest and the most that can play.
    even_seats: bool  #: whether only an even number can play.
    options: tuple[str, ...]  #: the names of its own options.


@attrs.frozen
class LevelData:
    """A level at which programs play."""

    name: str  #: its name, as the player of a seat.
    about: str  #: how it loses, in a sentence.


@attrs.frozen
class ChoicesMessage:
    """The presets, plugins and options for a new table."""

    presets: tuple[PresetChoiceData, ...]  #: the presets.
    plugins: tuple[PluginChoiceData, ...]  #: the installed plugins.
    options: tuple[OptionChoiceData, ...]  #: the options under the preset and the plugins that were asked about.
    levels: tuple[LevelData, ...]  #: the levels of programs, the weakest first.
