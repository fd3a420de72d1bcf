"""Reads and writes cards, actions, positions, scenarios, transcripts and matches as text and as JSON."""
