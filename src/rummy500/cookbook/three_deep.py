"""Nobody takes from deeper in the discard pile than three cards."""

from collections.abc import Mapping

from rummy500.hooks import Action, Forbids, PluginInfo, Refusal, RuleEntry, Rules, View, card_text, hookimpl, refuse

TEXT = "{card} is number {depth} from the top; you take from the top three only."


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("three-deep", "no take or call from deeper than three cards")


@hookimpl
def may() -> Mapping[str, Forbids]:
    def no_deeper(rules: Rules, view: View, action: Action) -> Refusal | None:
        if action.depth <= 3:
            return None
        card = card_text(action.card)
        return refuse("three-deep.cap", "too-deep", TEXT, card=card, depth=action.depth)

    return {"take": no_deeper, "call": no_deeper}


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "A take or a call goes three cards deep at most."
    return (RuleEntry("three-deep.cap", "A turn", about, ("house",)),)
