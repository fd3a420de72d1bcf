"""A draw from the stock gives two cards."""

from rummy500.hooks import PluginInfo, RuleEntry, Settings, hookimpl


@hookimpl
def plugin_info() -> PluginInfo:
    return PluginInfo("draw-two", "a draw from the stock gives two cards")


@hookimpl
def settings() -> Settings:
    return Settings(draw_count=2)


@hookimpl
def entries() -> tuple[RuleEntry, ...]:
    about = "A draw from the stock gives its top two cards; you still discard one."
    return (RuleEntry("draw-two.count", "A turn", about, ("house",), claims={"draw": "2"}, replaces=("draw.stock",)),)
