"""Players, which choose actions from the view of one seat, and drivers that let them play."""

from rummy500.faces import face

face(__name__)
