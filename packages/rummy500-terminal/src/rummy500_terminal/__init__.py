"""The command line, and the game in a terminal.

The commands are `rummy500 play`, `simulate`, `duel`, `check`, `replay`, `legal`, `list`, `rules`,
`laws`, `mutate`, `perft` and `new-plugin`.
"""
