"""Answers the requests of clients at a table, and tells each seat what has happened.

`handle` takes one request and returns the table after it; `update_message` is what each seat is sent then. Neither has
a clock, a thread or a socket: those are your server's.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, starmap
from typing import Final

import attrs

from rummy500.base.errors import ComposeError, IllegalActionError, NotationError, PositionError, Reason, Refusal
from rummy500.cards.cards import RandomBits
from rummy500.engine.changes import Change
from rummy500.engine.facts import collected_places
from rummy500.engine.listing import legal_actions
from rummy500.engine.match import Match
from rummy500.engine.observe import observe
from rummy500.engine.scoring import score_hand
from rummy500.hooks.choices import list_options, list_plugins, list_presets
from rummy500.notation.actions import action_text, read_decision
from rummy500.notation.events import action_sentence
from rummy500.notation.selection import actions_for_cards, completions, why_no_action
from rummy500.players.hints import hint
from rummy500.players.registry import HOW_LEVELS_LOSE
from rummy500.rulebook.sheet import sheet
from rummy500.rules.actions import CALL, DECK, PASS, TAKE, Action
from rummy500.rules.rules import Rules
from rummy500.rules.scores import HandScore
from rummy500.rules.state import View
from rummy500.table import Table, TableError, answer_undo, ask_undo, last_number, let_go, messages, submit, waiting
from rummy500.table.log import hand_of
from rummy500.table.messages import Message
from rummy500.wire import messages as records
from rummy500.wire import protocol
from rummy500.wire.convert import card_texts, read_request, view_message, wire_record
from rummy500.wire.protocol import REQUESTS, Answer, TableRequest

# With these, and the most cards of a selection, no message has more than 256 KiB, whatever a client asks.

#: How many legal actions a message lists unless the request says otherwise.
LISTED: Final = 200
#: The most events of an update; with a number, the next ones follow in another.
MOST_EVENTS: Final = 100
#: The most hands of a match, and the most lines of its own, in a message: the last ones.
MOST_HANDS: Final = 100


def legal_message(rules: Rules, view: View, *, limit: int = LISTED) -> records.LegalData:
    """Make the message of what the seat of a view may do, without melds that waste a wild card.

    Args:
        rules: the rules in force.
        view: the view of a seat.
        limit: the most actions to list. A pass is listed in any case: no card that a player clicks leads to it.
    """
    legal = legal_actions(rules, view)
    found = list(islice(legal.plain(), limit + 1))
    passing = [each for each in (Action(view.seat, PASS),) if each not in found[:limit] and each in legal]
    kinds: dict[str, list[Action]] = {}
    for action in (*found[:limit], *passing):
        kinds.setdefault(action.verb, []).append(action)
    return records.LegalData(
        view.seat,
        tuple(
            records.ActionsOfKind(
                verb,
                (rules.turn.phased.get((verb, view.public.phase)) or rules.turn.moves[verb]).label,
                tuple(legal_action(rules, view, each) for each in actions),
            )
            for verb, actions in kinds.items()
        ),
        more=len(found) > limit,
    )


def legal_action(rules: Rules, view: View, action: Action) -> records.LegalAction:
    """Make the record of an action."""
    said = action_sentence(rules, view, action)
    return records.LegalAction(
        action_text(action, view, with_seat=False),
        _cards_of(action),
        action.depth if action.verb in (TAKE, CALL) else 0,
        tuple(sorted(collected_places(rules, view, action))),
        action.on if action.on >= 0 else None,
        said.key,
        said.template,
        said.facts,
    )


def _cards_of(action: Action) -> tuple[str, ...]:
    """The cards that an action plays or discards, after the one that it takes."""
    pieces = [piece & 63 for piece in action.pieces]
    named = [action.card] if action.card >= 0 and action.card not in pieces else []
    return card_texts((*named, *pieces))


def _event(event: Message) -> records.EventData:
    action = event.action or Action(DECK, "")
    named = {"action": event.text, "cards": _cards_of(action), "meld": action.on if action.on >= 0 else None}
    return wire_record(records.EventData, event.sentence, event, action, **named)


def refusal_message(refusal: Refusal) -> records.RefusalData:
    """Make the message of a refusal."""
    return wire_record(records.RefusalData, refusal)


def error_message(error: NotationError) -> records.ErrorMessage:
    """Make the message of a text that cannot be read."""
    return wire_record(records.ErrorMessage, error, error=error.message)


def rules_message(rules: Rules) -> records.RulesMessage:
    """Make the message of the rules of a game, with the words of every option."""
    return wire_record(
        records.RulesMessage,
        rules.identity,
        rules.origin,
        rules,
        target=rules.match.target,
        options=tuple(
            records.OptionShown(name, value, rules.origin.option_kinds[name].meaning(value), rules.origin.set_by[name])
            for name, value in rules.options.items()
        ),
    )


def sheet_message(rules: Rules) -> records.SheetMessage:
    """Make the message of the rule sheet of a game."""
    return wire_record(records.SheetMessage, sheet(rules))


def score_message(score: HandScore) -> records.ScoreData:
    """Make the message of a score: of a view for a seat, of a state only where its hands may be shown."""
    return wire_record(records.ScoreData, score)


def match_message(match: Match) -> records.MatchData:
    """Make the message of a match."""
    hands = match.hands[-MOST_HANDS:]
    return wire_record(
        records.MatchData,
        match.so_far,
        match,
        hands=tuple(wire_record(records.PlayedHandData, hand, hand.score) for hand in hands),
        lines=tuple(wire_record(records.ScoreLineData, line) for line in match.lines[-MOST_HANDS:]),
    )


def changes_message(changes: Iterable[Change]) -> records.ChangesMessage:
    """Make the message of the changes of an action."""
    return records.ChangesMessage(tuple(wire_record(records.ChangeData, change) for change in changes))


def choices_message(preset: str, plugins: Iterable[str] = ()) -> records.ChoicesMessage:
    """Make the message of what a new table can be opened with.

    Args:
        preset: the preset whose options are listed.
        plugins: the plugins beside it.

    Raises:
        ComposeError: for unknown names, and for plugins that do not go together.
    """
    return records.ChoicesMessage(
        tuple(wire_record(records.PresetChoiceData, each) for each in list_presets()),
        tuple(wire_record(records.PluginChoiceData, each) for each in list_plugins()),
        tuple(
            # A number of an option may be -1.
            wire_record(records.OptionChoiceData, each, least=each.least, most=each.most)
            for each in list_options(preset, tuple(plugins))
        ),
        tuple(starmap(records.LevelData, HOW_LEVELS_LOSE.items())),
    )


_SPECTATOR: Final = Reason("table.seat", "spectator", "A spectator cannot do that.")
_NO_HINTS: Final = Reason("table.hint", "none", "There are no hints at this table.")
_MOST_SELECTED: Final = 100


@attrs.frozen
class Handled:
    """A request, answered.

    Attributes:
        table: the table after it; the same object if nothing has changed.
        answer: the message for the seat that asked; `None` if there is nothing to say but the update.
    """

    table: Table
    answer: Answer | None = None


def handle(table: Table, seat: int | None, text: object, random_source: RandomBits, *, hints: bool = False) -> Handled:
    """Answer one request of a client. If the table has changed, send updates, and let programs act by `program_moves`.

    Send an update to the seat that asked, and to every other seat and spectator for whom it has something new. An
    update without news would show the others that somebody has let go or has chosen an action, and when.

    Args:
        table: the table.
        seat: the seat that sent it, as your program knows it; `None` for a spectator.
        text: the text that was sent, whatever it says. Decode bytes first: anything but text gets an `error`.
        random_source: the source of chance: at a table where players must not guess, `secrets.SystemRandom()`.
        hints: whether seats may ask what a program would do.

    Returns:
        The table and the answer. Whatever was sent, it is answered: by a message `error` if it cannot be read, by a
        message `refusal` if it is not allowed now.

    Raises:
        Exception: if a rule of a plugin raises one; the table stays as it was.
    """
    try:
        found = _handled(table, seat, read_request(text), random_source, hints=hints)
    except NotationError as error:
        return Handled(table, error_message(error))
    except (IllegalActionError, TableError) as error:
        return Handled(table, refusal_message(error.refusal))
    except (ComposeError, PositionError) as error:
        return Handled(table, error_message(NotationError(getattr(error, "refusal", None) or str(error))))
    return Handled(found) if isinstance(found, Table) else Handled(table, found)


def _handled(
    table: Table, seat: int | None, request: TableRequest, random_source: RandomBits, *, hints: bool
) -> Table | Answer:
    """The table after a request that changes it; or the answer to a question."""
    if isinstance(request, protocol.AskUpdateMessage):
        return update_message(table, seat, request.since)
    if isinstance(request, protocol.DescribeMessage):
        return rules_message(table.rules) if request.what == "rules" else sheet_message(table.rules)
    if isinstance(request, protocol.AskChoicesMessage):
        return choices_message(request.preset, request.plugins)
    if seat is None:
        raise IllegalActionError(_SPECTATOR())
    match request:
        case protocol.SubmitMessage(decision, action):
            return submit(table, seat, decision, action, random_source)
        case protocol.LetCallGoMessage(decision):
            return let_go(table, seat, decision)
        case protocol.UndoMessage(decision):
            return ask_undo(table, seat, decision)
        case protocol.AnswerUndoMessage(decision, agrees):
            return answer_undo(table, seat, decision, agrees=agrees)
        case _:
            view = observe(table.rules, hand_of(table), seat)
    if isinstance(request, protocol.SelectMessage):
        return _selected(table, view, request.cards)
    if isinstance(request, protocol.AskWhyMessage):
        return _why(table, view, request.action)
    if not hints:
        raise IllegalActionError(_NO_HINTS())
    found = hint(table.rules, view, legal_actions(table.rules, view))
    legal = None if found.action is None else legal_action(table.rules, view, found.action)
    return wire_record(records.HintMessage, found.reason, action=legal.action if legal else "", legal=legal)


def _selected(table: Table, view: View, cards: tuple[str, ...]) -> records.SelectedMessage:
    rules, seat = table.rules, view.seat
    if len(cards) > _MOST_SELECTED:
        raise NotationError(f"{len(cards)} cards are selected", expected=f"at most {_MOST_SELECTED}")
    text = " ".join(cards)
    found = actions_for_cards(rules, view, seat, text)
    growing = completions(rules, view, seat, text)
    guessed = None if found else why_no_action(rules, view, seat, text)
    return records.SelectedMessage(
        tuple(legal_action(rules, view, action) for action in found),
        tuple(
            records.GrowingAction(legal_action(rules, view, each.action), card_texts(each.add))
            for each in growing.found
        ),
        growing.more,
        action_text(guessed.guess, view, with_seat=False) if guessed else "",
        refusal_message(guessed.refusal) if guessed else None,
    )


def _why(table: Table, view: View, text: str) -> records.WhyMessage:
    try:
        read_decision(table.rules, view, text)
    except IllegalActionError as error:
        return records.WhyMessage(text, refusal_message(error.refusal))
    return records.WhyMessage(text, None)


def update_message(table: Table, seat: int | None, since: int | None = None) -> records.UpdateMessage:
    """Make the message of all that a seat is shown of a table.

    It changes only with an event: a client that has the last event has seen everything, and need not be sent it again.

    Args:
        table: the table.
        seat: the seat; `None` for a spectator.
        since: the number of the last event that the client has, for the next events, at most `MOST_EVENTS` of them;
            0 begins with the first. `None` for no events, which costs least.

    Raises:
        TableError: for a seat that is not there.
    """
    rules, hand = table.rules, table.hand
    number = last_number(table, seat)  # it refuses a seat that is not there, before a view can
    events = () if since is None else messages(table, seat, since, most=MOST_EVENTS)
    view = None if hand is None else observe(rules, hand, seat)
    now = waiting(table)
    kept = table.kept if table.kept_seat == seat else None
    return records.UpdateMessage(
        seat,
        tuple(map(_event, events)),
        number,
        tuple(wire_record(records.SeatData, each) for each in table.seats),
        wire_record(records.WaitingData, now),
        match_message(table.match),
        None if view is None else view_message(rules, view),
        None if view is None or seat is None else legal_message(rules, view),
        "" if kept is None or view is None else action_text(kept.action, view, with_seat=False),
        now.kind == "window" and seat in table.let_go,
        None if table.undo_request is None else wire_record(records.UndoData, table.undo_request),
        None if view is None else score_message(score_hand(rules, view)),
        _last_hand(table) if hand is None else None,
        tuple(REQUESTS) if since is None else (),
    )


def _last_hand(table: Table) -> records.LastHandData | None:
    last = table.last_hand
    if last is None:
        return None
    return records.LastHandData(
        view_message(table.rules, observe(table.rules, last.end, None)),
        tuple(map(card_texts, last.end.hands)),
        score_message(last.score),
    )
