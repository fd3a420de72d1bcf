"""What all tests share: property tests try the same examples in every run, and say how to repeat a failing one.

`uv run pytest --hypothesis-profile=search` tries other and more examples each time.
"""

from hypothesis import settings

settings.register_profile("ci", derandomize=True, print_blob=True, deadline=None)
settings.register_profile("search", print_blob=True, deadline=None, max_examples=1000)
settings.load_profile("ci")
