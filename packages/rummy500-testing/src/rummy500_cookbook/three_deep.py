"""You may take only from the top three cards of the discard pile."""

from collections.abc import Mapping

import rummy500 as r5
from rummy500.hooks import Action, Forbids, PluginInfo, Refusal, RuleEntry, Rules, View, card_text, hookimpl, refuse

TEXT = "{card} is number {depth} from the top; only the top three may be taken."


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("three-deep", "only the top three cards of the pile may be taken")


@hookimpl
def may() -> Mapping[str, Forbids]:
    def no_deeper(rules: Rules, view: View, action: Action) -> Refusal | None:
        depth = max(r5.collected_places(rules, view, action), default=0)
        if depth <= 3:
            return None
        card = card_text(view.public.pile[-depth])
        return refuse("three-deep.cap", "too-deep", TEXT, card=card, depth=depth)

    return {"take": no_deeper, "call": no_deeper}


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "Only the top three cards of the discard pile may be taken or called."
    return (RuleEntry("three-deep.cap", "A turn", about, ("house",)),)
