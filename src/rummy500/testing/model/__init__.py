"""A model of play: the rule catalogue a second time, slow and plain, to compare every step of the engine with it.

It is written from the rules in words with lists, counters and loops, and calls nothing of the engine that it judges. Of
composed rules it reads the options, the seats and the sides, and which questions plugins answer. Where one does, the
model has nothing to say on that question, and goes on about all others:

- `known`: what the options come to, and which questions plugins answer;
- `cards`: cards, hands and piles as lists and counters;
- `shapes`: what a meld is; `melds`: which there are in some cards;
- `judging`: what is wrong with an action; `due`: actions that are surely legal;
- `moving`: which cards an action moves where; `going_on`: whose turn it is then;
- `values`: what cards count; `winning`: who has won;
- `turned`: the same table with every seat moved round;
- `crafted`: hands that are full of what is nearly a meld.
"""
