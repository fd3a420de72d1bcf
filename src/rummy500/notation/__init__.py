"""Text: cards, actions, positions, scenarios and transcripts, read and written; JSON."""
