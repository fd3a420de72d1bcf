"""Play many matches between programs, from one seed, in many processes or on many machines.

Every match has its own random source, computed from the seed and the match's number, so that results depend neither on
the order of the matches nor on the machine. Players change seats from match to match. A duel plays the same decks in
every rotation of the seats.
"""

from rummy500.base.lazy import face

face(__name__)
