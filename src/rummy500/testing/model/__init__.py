"""A model of play: the rule catalogue a second time, slow and plain, to compare every step of the engine with it.

It is written from the rules in words, with lists, counters and loops. Of the engine it uses what it does not judge: the
view of a seat, the names of the moves, how a meld is stored, and random play to reach a position. Of composed rules it
reads the options, the seats and the sides, and which hooks plugins answer. Where a plugin answers a hook, the model is
silent on that question and judges all others:

- `known`: what the options come to, and which questions plugins answer;
- `cards`: cards, hands and piles as lists and counters;
- `shapes`: what a meld is; `melds`: which there are in some cards;
- `judging`: what is wrong with an action; `surely_legal`: actions that are surely legal;
- `moving`: which cards an action moves where; `going_on`: whose turn it is then;
- `values`: what cards count; `winning`: who has won;
- `rotated`: the same table with every seat moved round;
- `near_miss_hands`: hands in which much is nearly a meld;
- `short`: hands in which a take may leave nothing to discard.
"""
