"""The test kit for plugin authors: laws, random play, recorded hands, hypothesis strategies.

    >>> import rummy500 as r5
    >>> from rummy500_testing import check_laws
    >>> report = check_laws(r5.compose("classic", seats=3), hands=2)
    >>> report.passed
    True
    >>> print(report.table)  # doctest: +ELLIPSIS
    law ...  asked  skipped  held
    score lines are valid ... yes
    ...

Strategies are in `rummy500_testing.strategies`, the stateful machine is in `rummy500_testing.machine`, and scenarios
become tests by `pytest_rummy500`; these need the extra `testing`, the rest needs nothing.
"""

from rummy500.base.lazy import face

face(__name__)
