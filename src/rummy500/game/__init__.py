"""A game around the engine: the deal, the match, views, and what an action has changed."""
