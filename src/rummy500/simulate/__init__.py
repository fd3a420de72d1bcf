"""Play many matches between bots, from one seed, in many processes or on many machines.

Every match has its own random source, computed from the seed and the match's number, so that results depend neither on
the order of the matches nor on the machine. Players change seats from match to match. A duel plays the same decks in
every rotation of the seats.
"""

from rummy500.faces import face

face(
    __name__,
    {
        "rummy500.simulate.duels": "DealResult Duel duel",
        "rummy500.simulate.matches": "Entrant match_random seat_players simulate_match",
        "rummy500.simulate.perft": "divide perft",
        "rummy500.simulate.results": (
            "HandResult Interval MatchFailedError MatchResult SendError WorkersBrokeError "
            "hand_rows match_rows write_csv write_jsonl"
        ),
        "rummy500.simulate.run": "Settings each_match simulate",
        "rummy500.simulate.summary": "Simulation Standing summarise",
    },
)
