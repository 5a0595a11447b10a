"""What waits for nobody any more, whatever act has brought that about."""

from collections.abc import Iterator

from rules.fallen.allowed import BLACKOUT, DEFEND, HIT, INITIATIVE, KNOCKDOWN, STRIKE, asked, stored
from rules.kernel.procedure import OpenQuestion, State

OF_THE_LIVING = (INITIATIVE, DEFEND, KNOCKDOWN, BLACKOUT, STRIKE, HIT)


def moot(state: State) -> Iterator[tuple[str, OpenQuestion]]:
    """What would be answered by or about the dead, and how long somebody is out who has come to (FAL-HEALTH-07)."""
    for question in OF_THE_LIVING:
        for one in asked(state, question):
            people = [str(who) for who in (one.who, one.data.get("target")) if who is not None]
            if any(stored(state, who, "dead", False) for who in people):
                yield "FAL-HEALTH-07", one
    for one in asked(state, BLACKOUT):
        if one.who is not None and not stored(state, one.who, "unconscious", True):
            yield "FAL-UNCON-02", one
