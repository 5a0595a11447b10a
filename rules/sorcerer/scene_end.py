"""What ends with a scene: penalties, strain, shock, and the count of Ability uses that left no fatigue."""

from collections.abc import Iterator

from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.procedure import FollowUp, RecordState, State
from rules.kernel.values import Values
from rules.sorcerer import attempts
from rules.sorcerer.progress import forgotten
from rules.sorcerer.rollover import CLAUSE

HURTS = ("temporary", "incoming_temporary", "shock")
STRAINS = ("strain_stamina", "strain_will", "strain_lore")
ROUND: Values = {"turn": "none", "faces": [], "against": 0, "override": 0, "tried": False}


def at_scene_end(state: State) -> tuple[FollowUp, ...]:
    """What the application does when a scene ends, for every character and demon of the campaign.

    Lasting penalties become wounds and all penalties stop (SOR-RECOVER-06), strain goes (SOR-RITUAL-11), uses without
    fatigue are cleared (SOR-ABIL-07), victories left to carry are gone (SOR-BONUS-08), those handed to a comrade too
    (SOR-BONUS-05), and a round that nobody ended is over (SOR-CONFLICT-22).
    """
    people = [(ident, one) for ident, one in state.records.items() if one.kind in ("character", "demon")]
    found = [
        ("SOR-RECOVER-06", [effect for ident, one in people for effect in _wounds(ident, one)]),
        ("SOR-RITUAL-11", [effect for ident, one in people for effect in _tried(ident, one)]),
        ("SOR-BONUS-08", [one for ident, person in people for one in _cleared(ident, person, ("rollover",))]),
        (CLAUSE, list(_handed(state))),
        ("SOR-ABIL-07", [effect for ident, one in people for effect in _uses(ident, one)]),
        ("SOR-CONFLICT-22", [effect for ident, one in people for effect in _round(state, ident, one)]),
    ]
    return tuple(FollowUp(clause, tuple(effects)) for clause, effects in found if effects)


def _wounds(ident: str, one: RecordState) -> Iterator[Effect]:
    left = int(one.fields["lasting"]) + int(one.fields["incoming_lasting"])
    if left:
        yield change_by(ident, "wounds", left)
    yield from _cleared(ident, one, ("lasting", "incoming_lasting", *HURTS))


def _tried(ident: str, one: RecordState) -> Iterator[Effect]:
    yield from _cleared(ident, one, STRAINS)
    yield from attempts.at_scene_end(ident, one.fields)


def _handed(state: State) -> Iterator[Effect]:
    """Victories that lie beside a comrade's roll are as short-lived as those that were kept."""
    for ident, one in state.records.items():
        if one.kind == "bonus" and one.fields["source"] == CLAUSE and one.fields["state"] == "open":
            yield set_to(ident, "state", "ended")


def _uses(ident: str, one: RecordState) -> Iterator[Effect]:
    uses = int(one.fields.get("uses", 0))
    if uses and uses <= int(one.fields["stamina"]):
        yield set_to(ident, "uses", 0)


def _round(state: State, ident: str, one: RecordState) -> Iterator[Effect]:
    yield from (set_to(ident, name, blank) for name, blank in ROUND.items() if one.fields[name] != blank)
    yield from forgotten(state, ident)


def _cleared(ident: str, one: RecordState, names: tuple[str, ...]) -> Iterator[Effect]:
    return (set_to(ident, name, 0) for name in names if one.fields.get(name))
