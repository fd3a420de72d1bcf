"""The answers of a server, made from the records of the library."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from rummy500.actions import CALL, PASS, TAKE, Action
from rummy500.cards.cards import card_text
from rummy500.engine.listing import legal_actions
from rummy500.engine.taking import brings
from rummy500.errors import NotationError, Refusal
from rummy500.game.changes import Change, Place
from rummy500.game.match import Match
from rummy500.hooks.choices import OptionChoice, PluginChoice, PresetChoice, list_options, list_plugins, list_presets
from rummy500.notation.actions import bare_text
from rummy500.rulebook.sheet import sheet
from rummy500.rulebook.translation import action_label
from rummy500.rules.rules import Rules
from rummy500.rules.scores import HandScore, ScoreLine
from rummy500.state import View
from rummy500.wire.messages import (
    ActionsOfKind,
    ChangeData,
    ChangesData,
    ChoicesData,
    ErrorData,
    LegalAction,
    LegalData,
    MatchData,
    OptionChoiceData,
    OptionShown,
    PlaceData,
    PlayedHandData,
    PluginChoiceData,
    PresetChoiceData,
    RefusalData,
    RulesData,
    ScoreData,
    ScoreLineData,
    SheetData,
    SheetLineData,
    ValueData,
)

#: How many legal actions a message lists unless the request says otherwise.
LISTED: Final = 200


def legal_message(rules: Rules, view: View, *, limit: int = LISTED) -> LegalData:
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
    return LegalData(
        view.seat,
        tuple(
            ActionsOfKind(
                verb,
                str(action_label(rules, view, Action(view.seat, verb))),
                tuple(legal_action(rules, view, each) for each in actions),
            )
            for verb, actions in kinds.items()
        ),
        more=len(found) > limit,
    )


def legal_action(rules: Rules, view: View, action: Action) -> LegalAction:
    """Make the record of an action."""
    pieces = [piece & 63 for piece in action.pieces]
    named = [action.card] if action.card >= 0 and action.card not in pieces else []
    return LegalAction(
        bare_text(action, view),
        tuple(map(card_text, (*named, *pieces))),
        action.depth if action.verb in (TAKE, CALL) else 0,
        tuple(sorted(brings(rules, view, action))),
        action.on if action.on >= 0 else None,
    )


def refusal_message(refusal: Refusal) -> RefusalData:
    """Make the message of a refusal."""
    return RefusalData(refusal.rule, refusal.reason, refusal.template, refusal.facts, refusal.sentence)


def error_message(error: NotationError) -> ErrorData:
    """Make the message of a text that cannot be read."""
    return ErrorData(error.message, error.line, error.column, error.expected)


def rules_message(rules: Rules) -> RulesData:
    """Make the message of the rules of a game, with the words of every option."""
    identity = rules.identity
    return RulesData(
        identity.preset,
        dict(identity.plugins),
        identity.seats,
        rules.sides,
        rules.match.target,
        identity.core,
        tuple(
            OptionShown(name, value, rules.origin.option_kinds[name].meaning(value), rules.origin.set_by[name])
            for name, value in rules.options.items()
        ),
    )


def sheet_message(rules: Rules) -> SheetData:
    """Make the message of the rule sheet of a game."""
    found = sheet(rules)
    return SheetData(
        found.title, tuple(SheetLineData(line.section, line.text, line.rules, line.cells) for line in found.lines)
    )


def score_message(score: HandScore) -> ScoreData:
    """Make the message of a score: of a view for a seat, of a state only where its hands may be shown."""
    return ScoreData(_lines(score.lines), score.by_seat, score.by_side, score.final, score.partial)


def _lines(lines: Iterable[ScoreLine]) -> tuple[ScoreLineData, ...]:
    return tuple(
        ScoreLineData(
            line.seat,
            line.points,
            line.rule,
            line.kind,
            line.template,
            line.facts,
            line.about,
            line.cards,
            line.of_seat if line.of_seat >= 0 else None,
            line.meld if line.meld >= 0 else None,
        )
        for line in lines
    )


def match_message(match: Match) -> MatchData:
    """Make the message of a match."""
    so_far = match.so_far
    return MatchData(
        so_far.dealer,
        so_far.scores,
        so_far.hand_number,
        so_far.playoff,
        tuple(
            PlayedHandData(hand.dealer, hand.out if hand.out >= 0 else None, hand.score.by_seat) for hand in match.hands
        ),
        match.winners,
        _lines(match.lines),
    )


def changes_message(changes: Iterable[Change]) -> ChangesData:
    """Make the message of the changes of an action."""
    return ChangesData(changes_data(changes))


def changes_data(changes: Iterable[Change]) -> tuple[ChangeData, ...]:
    """Make the records of the changes of an action."""
    return tuple(
        ChangeData(
            change.seat if change.seat >= 0 else None,
            _place(change.source),
            _place(change.target),
            change.number,
            tuple(map(card_text, change.cards)),
            change.depths,
            change.shuffled,
        )
        for change in changes
    )


def _place(place: Place) -> PlaceData:
    return PlaceData(place.kind, place.number if place.number >= 0 else None, place.plugin)


def choices_message(preset: str, plugins: Iterable[str] = ()) -> ChoicesData:
    """Make the message of what a new table can be opened with.

    Args:
        preset: the preset whose options are listed.
        plugins: the plugins beside it.

    Raises:
        ComposeError: for unknown names, and for plugins that do not go together.
    """
    return ChoicesData(
        tuple(map(_preset, list_presets())),
        tuple(map(_plugin, list_plugins())),
        tuple(map(_option, list_options(preset, tuple(plugins)))),
    )


def _preset(preset: PresetChoice) -> PresetChoiceData:
    return PresetChoiceData(preset.name, preset.about, preset.plugins, preset.seats)


def _plugin(plugin: PluginChoice) -> PluginChoiceData:
    return PluginChoiceData(
        plugin.name, plugin.about, plugin.requires, dict(plugin.conflicts), plugin.seats, plugin.options
    )


def _option(option: OptionChoice) -> OptionChoiceData:
    return OptionChoiceData(
        option.name,
        option.question,
        option.about,
        option.plugin,
        tuple(ValueData(each.value, each.words) for each in option.values),
        option.least,
        option.most,
        option.value,
        option.set_by,
    )
