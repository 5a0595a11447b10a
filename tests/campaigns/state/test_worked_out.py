"""What a derived trait is worked out from is found by watching it."""

from campaigns.state.derived_dependencies import Sources, worked_out_from
from campaigns.state.fields import Derived
from campaigns.state.kinds import KINDS


def test_penalties_follow_from_damage() -> None:
    assert worked_out_from("character", "penalties") == Sources(frozenset({"temporary", "lasting"}))


def test_bond_follows_from_bindings() -> None:
    assert worked_out_from("demon", "bound") == Sources(kinds=frozenset({"binding"}))


def test_stored_field_follows_from_nothing() -> None:
    assert worked_out_from("character", "will") == Sources()


def test_every_derived_trait_can_be_watched() -> None:
    for kind in KINDS.values():
        for name, declared in kind.fields.items():
            if isinstance(declared, Derived):
                worked_out_from(kind.name, name)
