"""Sigils: the same for the same record, another for another, and drawn from what the viewer may see alone."""

import re
from itertools import pairwise
from uuid import UUID

import pytest

from campaigns.game import games
from campaigns.queries.cast import Member
from campaigns.queries.layouts.parts import RecordContext
from campaigns.queries.layouts.plain import CHARACTERS, layout_of
from campaigns.queries.layouts.sigils import STROKES, Sigil, strokes
from campaigns.state.kinds import KINDS
from campaigns.viewing import Hidden
from rules.kernel.values import Value

CAST = (*CHARACTERS, *(kind for game in games().values() for kind in game.records.in_cast))
IDS = [str(UUID(int=number * 7919)) for number in range(400)]


def sigil_of(kind: str, record_id: str, fields: dict[str, Value | Hidden] | None = None) -> Sigil:
    member = Member(record_id, kind, "Somebody", None, "table", fields or {})
    return layout_of(kind).sigil(RecordContext(member, {}))


@pytest.mark.parametrize("kind", CAST)
def test_each_record_has_a_sigil_of_its_own_that_stays(kind: str) -> None:
    drawn = [sigil_of(kind, one) for one in IDS]

    assert drawn == [sigil_of(kind, one) for one in IDS]
    assert len(set(drawn)) > len(IDS) * 0.95


@pytest.mark.parametrize("kind", CAST)
def test_a_sigil_lies_in_its_square(kind: str) -> None:
    for one in IDS[:50]:
        drawn = sigil_of(kind, one)
        numbers = [
            float(found) for found in re.findall(r"-?\d+(?:\.\d+)?", drawn.frame + " " + drawn.strokes)
        ]
        assert max(map(abs, numbers)) <= 24


def test_seven_strokes_are_drawn_and_none_twice() -> None:
    for one in IDS:
        points = re.split("[ML]", strokes(one, 14))[1:]
        drawn = {frozenset(pair) for pair in pairwise(points)}
        assert len(points) == STROKES + 1
        assert len(drawn) == STROKES
        assert all(len(pair) == 2 for pair in drawn)


def test_the_type_of_a_demon_chooses_its_ring() -> None:
    types = ("inconspicuous", "object", "parasite", "passing", "possessor", None)
    drawn = [sigil_of("demon", IDS[1], {"type": kind}) for kind in types]

    assert len({one.frame for one in drawn}) == len(types)
    assert len({one.strokes for one in drawn}) == 1


def test_a_mage_has_the_shape_of_the_arcanum_known_best() -> None:
    kind = "pandemonium.character"
    by_mind = sigil_of(kind, IDS[1], {"traits.mind": 3, "traits.death": 2})

    assert by_mind.frame == sigil_of(kind, IDS[2], {"traits.mind": 1}).frame
    assert by_mind.frame != sigil_of(kind, IDS[1], {"traits.death": 2}).frame
    assert sigil_of(kind, IDS[1]).frame == sigil_of(kind, IDS[1], {"traits.mind": 0}).frame


@pytest.mark.parametrize("kind", CAST)
def test_nothing_that_is_hidden_shows(kind: str) -> None:
    names = [*KINDS[kind].stored(), "traits.mind", "traits.death"]
    hidden: dict[str, Value | Hidden] = dict.fromkeys(names, Hidden())

    assert sigil_of(kind, IDS[3], hidden) == sigil_of(kind, IDS[3])
