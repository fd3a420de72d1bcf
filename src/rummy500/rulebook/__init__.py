"""The rules in words: entries by rule id, `explain`, the sheet, and differences between rules."""
