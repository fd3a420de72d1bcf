"""VALUE: asked once when the rules are composed; the answer is a value.

Every hook but `plugin_info`, `options` and `presets`, which take nothing, may take `options` (the value of every option
in force) and `seats` (how many play). `None` says that the plugin does not change the answer. Where several plugins
answer, the last one in the order of the game has the word.
"""

from __future__ import annotations

from collections.abc import Mapping

from rummy500.hooks.markers import hookspec
from rummy500.options import Option, OptionValue
from rummy500.plugging.info import Pack, PluginInfo, Settings, Wilds
from rummy500.presets import Preset
from rummy500.rulebook.entry import RuleEntry
from rummy500.rules import HandMemory, MatchMemory, Opening

Options = Mapping[str, OptionValue]


@hookspec
def plugin_info() -> PluginInfo | None:
    """What the plugin is: its name, what it changes, what it requires and cannot be played with.

    Every plugin has this hook; it is asked first, and it alone must answer.
    """


@hookspec
def options() -> tuple[Option, ...] | None:
    """The plugin's own options, as a tuple.

    Each name begins with the plugin's name and a dot; `default` is its value where nobody sets it, `words` what its
    values mean.
    """


@hookspec
def presets() -> tuple[Preset, ...] | None:
    """The presets that the plugin brings, as a tuple.

    A preset has a value for every option of the core, may have some for options of the plugins that it brings along,
    and names this plugin among those. It is found by its name while the plugin is installed, active or not.
    """


@hookspec
def settings(options: Options, seats: int, by_preset: bool) -> Settings | None:  # noqa: FBT001 - hooks take names
    """What the plugin makes of the core's options: values that it sets, fixes, or that mean nothing with it.

    Asked while options are settled: `options` has those of the preset, of the plugins before and, for options of
    plugins, of the caller. What is set may be changed by the caller and by a plugin that comes later; what is fixed may
    not, and composing is refused with the names and the reason. `by_preset` says that the preset brings the plugin
    along, so that it may give way where the caller asks for something else. `deducts_at_stock_end` is not about an
    option: it says that the text of the variant deducts hands when the stock ends the hand.
    """


@hookspec
def entries(options: Options, seats: int) -> tuple[RuleEntry, ...] | None:
    """The rules that the plugin adds to the catalogue, as a tuple: `explain` and `rummy500 rules` show them.

    An entry may replace entries of the core, by their ids, which then do not hold.
    """


@hookspec
def pack(pack: Pack, options: Options, seats: int) -> Pack | None:
    """The cards in play (`deck.pack`), given those that core and earlier plugins put into it.

    A natural card can be there twice at most, a joker fifteen times. `aside` holds spare cards (`*d`) only: cards that
    are played though no hand holds them; `beside` says who may play them when.
    """


@hookspec
def sides(options: Options, seats: int) -> tuple[int, ...] | None:
    """The side of each seat, `(0, 1, 0, 1)` say (`match.partnership`); without it each seat plays for itself."""


@hookspec
def point_unit(options: Options, seats: int) -> int | None:
    """How many points make one in the score, 1 or more (`score.fifths`).

    Card points are divided by it, after every `card_points`; composing is refused where it does not divide them. So
    are `match.target` and `meld.first-minimum`, rounded up, unless the caller sets them. Lines that plugins add are
    asked to divide theirs: `rules.unit`.
    """


@hookspec
def draw_count(options: Options, seats: int) -> int | None:
    """How many cards a draw from the stock gives, 1 or more (`draw.stock-two`); fewer where fewer are left."""


@hookspec
def wilds(options: Options, seats: int) -> Wilds | None:
    """Which faces are wild (`meld.joker`), and whether jokers make groups of their own.

    Without it jokers are wild. A wild natural card in its own place in a run, and in a group of its own rank, is
    natural. Where wild cards depend on what happens in play, name here every face that is ever wild, and say in
    `wilds_now` which are wild now.
    """


@hookspec
def opening(options: Options, seats: int) -> Opening | None:
    """A phase before the core's first one, in which a move of the plugin's own is made; its effect ends the phase."""


@hookspec
def memory(options: Options, seats: int) -> HandMemory | None:
    """What the plugin remembers during a hand: a record of its own in the state.

    Its moves and rules read it by `recall`, its moves write it by `remember`. It lies open to all unless `visible`
    hides it. In a position it stands under `plugin.NAME`, field by field, or in a text form of its own under its `key`.
    """


@hookspec
def match_memory(options: Options, seats: int) -> MatchMemory | None:
    """What the plugin remembers from hand to hand: a record of its own in the match."""
