"""A model of play: the rule catalogue written a second time, slowly and plainly, to compare the engine with it.

It is written from the rules in words, with lists, counters and loops. Of the engine it uses what it does not judge: the
view of a seat, the names of the moves, how a meld is stored, and random play to reach a position. Of composed rules it
reads the options, the seats and the sides, and which hooks plugins answer. Where a plugin answers a hook, the model is
silent on that question and judges all others:

- `known`: the options in force, and the questions that plugins answer;
- `cards`: cards, hands and piles as lists and counters;
- `shapes`: the shapes of melds; `melds`: the melds of some cards;
- `judging`: faults of an action; `surely_legal`: actions that are surely legal;
- `moving`: which cards an action moves, and where; `turn_flow`: whose turn it is after it;
- `values`: points of cards; `winning`: winners and dealers;
- `rotated`: the same table with every seat moved round;
- `near_miss_hands`: hands with many cards that are nearly a meld;
- `short_hands`: hands in which a take may leave nothing to discard.
"""
