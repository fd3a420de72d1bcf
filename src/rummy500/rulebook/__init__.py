"""The rules in words: an entry for each rule id, what holds under given rules, the sheet for the table, differences."""
