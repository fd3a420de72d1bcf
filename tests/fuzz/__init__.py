"""Parsers given what nobody would write: random bytes, random notation, and text that is nearly right."""
