"""Who bears wounds that a spell moves: willing, or with a pool that resists."""

from typing import Any

import pytest

from rules.kernel.errors import InvalidInput
from rules.kernel.parsing import parse
from rules.pandemonium.transfer import WoundsRecipient


@pytest.mark.parametrize("said", [{}, {"willing": True, "resist": {"successes": 2}}])
def test_recipient_who_is_neither_or_both_is_told_what_to_say(said: dict[str, Any]) -> None:
    health = {"boxes": 7}

    with pytest.raises(InvalidInput, match="tick “Willing”, or open “Resisting side”"):
        parse(WoundsRecipient, {"id": "bob", "traits": {}, "health": health, **said})
