"""A pytest plugin under which Django cannot be imported: the rules have to be pure."""

import sys

sys.modules["django"] = None  # type: ignore[assignment]  # what import takes for "there is none"
