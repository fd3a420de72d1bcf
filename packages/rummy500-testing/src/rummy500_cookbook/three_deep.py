"""You may take only from the top three cards of the discard pile."""

from collections.abc import Mapping
from typing import Final

import rummy500 as r5
from rummy500.hooks import Action, Forbids, PluginInfo, Reason, Refusal, RuleEntry, Rules, View, card_text, hookimpl


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("three-deep", "only the top three cards of the pile may be taken")


TOO_DEEP: Final = Reason(
    "three-deep.cap",
    "too-deep",
    "{card} is number {depth:number} from the top; only the top three may be taken.",
)


@hookimpl
def may() -> Mapping[str, Forbids]:
    def no_deeper(rules: Rules, view: View, action: Action) -> Refusal | None:
        depth = max(r5.collected_places(rules, view, action), default=0)
        if depth <= 3:
            return None
        card = card_text(view.public.pile[-depth])
        return TOO_DEEP(card=card, depth=depth)

    return {"take": no_deeper, "call": no_deeper}


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "Only the top three cards of the discard pile may be taken or called."
    return (RuleEntry("three-deep.cap", "A turn", about, ("house",)),)
