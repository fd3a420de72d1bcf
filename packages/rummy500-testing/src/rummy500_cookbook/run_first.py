"""Nobody ends the hand without a run of their own on the table."""

from collections.abc import Mapping
from typing import Final

from rummy500.hooks import Duty, Forbids, PluginInfo, Reason, Refusal, RuleEntry, Rules, View, hookimpl

_ABOUT = "You go out only once you have melded a run."


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("run-first", "who goes out must have melded a run")


NO_RUN: Final = Reason("run-first.run", "no-run", _ABOUT)


@hookimpl
def may() -> Mapping[str, Forbids]:
    def no_run(rules: Rules, view: View) -> Refusal | None:
        has_run = any(meld.owner == view.seat and meld.is_run for meld in view.public.table)
        return None if has_run else NO_RUN()

    return {"end": Duty(no_run, ends="hand")}


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    return (RuleEntry("run-first.run", "A turn", _ABOUT, ("house",)),)
