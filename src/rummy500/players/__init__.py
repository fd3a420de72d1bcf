"""Players, which choose actions from the view of one seat, and drivers that let them play."""

from rummy500.base.lazy import face

face(__name__)
