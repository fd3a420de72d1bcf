"""Fuzz parsers with random bytes, random notation, and text that is nearly right."""
