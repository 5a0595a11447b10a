"""The same evening in browsers without JavaScript: every act is a plain form."""

import pytest

from tests.journeys.story import Evening
from tests.journeys.test_a_demon_is_bound import call_and_bind, evening

__all__ = ["evening"]
pytestmark = pytest.mark.timeout(300)


@pytest.mark.parametrize("evening", [False], indirect=True, ids=["plain"])
def test_a_demon_is_bound_without_javascript(evening: Evening) -> None:
    call_and_bind(evening, *evening.gather())  # how people join without it is a journey of its own
