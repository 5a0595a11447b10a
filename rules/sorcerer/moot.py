"""What waits for nobody any more, whatever act has brought that about."""

from collections.abc import Iterator
from typing import Final

from rules.kernel.procedure import OpenQuestion, State
from rules.sorcerer.allowed import BANISH, BIND, CHECK, COMPLETE
from rules.sorcerer.state import asked, stored
from rules.sorcerer.unrest import ABOUT_DEMONS, TURNS

GONE: Final = ("banished", "annihilated")


def moot(state: State) -> Iterator[tuple[str, OpenQuestion]]:
    """What is asked of a demon that has gone, of a Binding that is over, or of who has no Humanity left to check."""
    for question in (*ABOUT_DEMONS, BIND, BANISH):
        for one in asked(state, question):
            binding = one.data.get("binding")
            if stored(state, str(one.data.get("demon")), "state", "") in GONE:
                yield "SOR-BANISH-12", one
            elif binding and stored(state, str(binding), "state", "active") != "active":
                yield TURNS, one
    for one in asked(state, COMPLETE):
        if stored(state, str(one.data.get("demon")), "complete", False):
            yield "SOR-DEMON-06", one
    for one in asked(state, CHECK):
        if one.who is not None and stored(state, one.who, "humanity", 1) == 0:
            yield "SOR-HUMANITY-13", one
