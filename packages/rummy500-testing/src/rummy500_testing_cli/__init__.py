"""The commands of the test kit, `rummy500 laws` and `rummy500 new-plugin`.

`rummy500` loads them by name.
"""
