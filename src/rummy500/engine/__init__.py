"""The engine: what may be done, what it does, how a hand ends and what it scores; pure functions of rules and state."""
