"""What waits for nobody any more, whatever act has brought that about."""

from collections.abc import Iterator

from rules.fallen.allowed import BLACKOUT, DEFEND, HIT, INITIATIVE, KNOCKDOWN, STRIKE, asked, stored
from rules.kernel.procedure import OpenQuestion, State

OF_THE_LIVING = (INITIATIVE, DEFEND, KNOCKDOWN, BLACKOUT, STRIKE)


def moot(state: State) -> Iterator[tuple[str, OpenQuestion]]:
    """What would be answered by or about the dead, and how long somebody is out who has come to (FAL-HEALTH-07).

    A blow that has landed falls also where whoever struck it has died since.
    """
    for question in (*OF_THE_LIVING, HIT):
        for one in asked(state, question):
            people = [one.data.get("target"), one.who if question in OF_THE_LIVING else None]
            if any(stored(state, str(who), "dead", False) for who in people if who is not None):
                yield "FAL-HEALTH-07", one
    for one in asked(state, BLACKOUT):
        if one.who is not None and not stored(state, one.who, "unconscious", True):
            yield "FAL-UNCON-02", one
