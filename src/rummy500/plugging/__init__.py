"""How plugins come into the rules: found, checked, their options settled, their answers folded; once, by `compose`."""
