"""What a rest brings besides its halving, and what lets penalties be halved again (SOR-RECOVER, SOR-RITUAL-11)."""

from collections.abc import Iterator

from rules.kernel.effects import set_to
from rules.kernel.procedure import FollowUp, State
from rules.kernel.result import Result
from rules.sorcerer.recovery import RecoverInput
from rules.sorcerer.scene_end import STRAINS
from rules.sorcerer.state import stored

PEOPLE = ("character", "demon")


def after_rest(given: RecoverInput, result: Result, state: State) -> Iterator[FollowUp]:
    """What follows from `sorcerer.recover`, which nobody plays without a rest."""
    ident = given.character.id
    yield from _recovered_wounds(given, result, state)
    strained = [name for name in STRAINS if stored(state, ident, name)]
    if strained:
        yield FollowUp("SOR-RITUAL-11", tuple(set_to(ident, name, 0) for name in strained))


def as_conflict_begins(state: State) -> Iterator[FollowUp]:
    """What this conflict does to people may be halved, whatever was halved after an earlier one (SOR-RECOVER-03).

    Whoever is in a round, or the target of one of its attacks, and recovered already is in a new conflict: recovery
    comes after the fight (SOR-RECOVER-01).
    """
    rested = [
        ident for ident, one in state.records.items() if one.kind in PEOPLE and one.fields.get("recovered")
    ]
    if rested:
        yield FollowUp("SOR-RECOVER-03", tuple(set_to(ident, "recovered", False) for ident in rested))


def _recovered_wounds(given: RecoverInput, result: Result, state: State) -> Iterator[FollowUp]:
    """After the scene `wounds` were given as lasting, and what is left of them is wounds (SOR-RECOVER-06)."""
    ident = given.character.id
    wounds, lasting = stored(state, ident, "wounds", 0), stored(state, ident, "lasting", 0)
    if lasting or not wounds or given.character.lasting != wounds:
        return
    left = getattr(result.outcome, "after", 0)
    yield FollowUp("SOR-RECOVER-06", (set_to(ident, "wounds", left), set_to(ident, "lasting", 0)))
