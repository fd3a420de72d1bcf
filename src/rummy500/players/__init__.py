"""Players, which choose actions from the view of one seat, and drivers that let them play."""

from rummy500.faces import face

face(
    __name__,
    {
        "rummy500.players.drive": (
            "HandRecord MAX_HANDS MAX_TURNS MatchRecord Question answer first_question play_hand play_match thoughts"
        ),
        "rummy500.players.players": (
            "EasyPlayer GreedyPlayer HardPlayer Player PlayerError RandomPlayer Thinker is_thinker"
        ),
        "rummy500.players.registry": "LEVELS PlayerMaker player_maker player_named player_names",
        "rummy500.players.search": "SearchPlayer",
    },
)
