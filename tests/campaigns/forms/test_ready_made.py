"""Characters made by a concept: whole, legal, varied, and the same for the same seed."""

import uuid
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from django.utils.datastructures import MultiValueDict

from campaigns.forms.creation_controls import path_of
from campaigns.forms.creation_layouts.parts import Carried, CreationLayout, NamedEntries
from campaigns.forms.fields import clean_words
from campaigns.forms.plain_creation import PlainCreationForm
from campaigns.forms.ready_made import CULTURES, person, spread
from campaigns.game import games
from tests.campaigns.spine import new_game

pytestmark = pytest.mark.slow

READY = {code: game.pages.ready_made for code, game in games().items() if game.pages.ready_made}
LAYOUTS = {
    code: game.pages.creation
    for code, game in games().items()
    if isinstance(game.pages.creation, CreationLayout)
}
MANY = 10_000
FEWEST = 12


def made(system: str, count: int, *, first: int = 0, taken: frozenset[str] = frozenset()) -> Iterator[Any]:
    """So many of a game, one after another of each concept, with the concept of each."""
    concepts = READY[system].concepts
    for number in range(first, first + count):
        concept = concepts[number % len(concepts)].code
        yield concept, READY[system].make(Random(f"{concept} {number}"), concept, taken)


def picks(values: Mapping[str, list[str]]) -> frozenset[tuple[str, str]]:
    """What was chosen by a word, without the name."""
    words = ((name, one) for name, texts in values.items() for one in texts if not one.isdecimal())
    return frozenset(pair for pair in words if pair[0] != "name")


def numbers(values: Mapping[str, list[str]]) -> frozenset[tuple[str, str]]:
    return frozenset((name, one) for name, texts in values.items() for one in texts if one.isdecimal())


def test_each_game_that_comes_along_makes_somebody_by_a_concept() -> None:
    assert list(READY) == list(games())


@pytest.mark.parametrize("system", READY)
def test_each_concept_is_said_in_a_line(system: str) -> None:
    concepts = READY[system].concepts

    assert sum(not one.is_gms for one in concepts) >= FEWEST
    for said in ("code", "title", "told"):
        assert len({getattr(one, said) for one in concepts}) == len(concepts)
    assert [one.told for one in concepts if not one.told.endswith(".") or len(one.told) > 90] == []


@pytest.mark.parametrize("system", READY)
def test_the_same_seed_makes_the_same_character(system: str) -> None:
    for concept in READY[system].concepts:
        one, again, other = (
            READY[system].make(Random(seed), concept.code, frozenset()) for seed in ("a", "a", "b")
        )

        assert one == again
        assert one != other


@pytest.mark.parametrize("system", READY)
def test_no_two_of_fifty_are_alike(system: str) -> None:
    for first in range(0, 500, 50):
        fifty = [
            (values["name"][0], concept, picks(values)) for concept, values in made(system, 50, first=first)
        ]

        assert len(set(fifty)) == 50
        assert len({name for name, _concept, _picks in fifty}) >= 45


@pytest.mark.parametrize("system", READY)
def test_numbers_and_picks_vary_within_a_concept(system: str) -> None:
    for concept in READY[system].concepts:
        twenty = [READY[system].make(Random(f"{number}"), concept.code, frozenset()) for number in range(20)]

        assert len({numbers(values) for values in twenty}) >= 10
        assert len({picks(values) for values in twenty}) >= 10


@pytest.mark.parametrize("system", READY)
def test_nobody_is_called_like_somebody_known(system: str) -> None:
    known = {values["name"][0] for _concept, values in made(system, 200)}

    found = {values["name"][0] for _concept, values in made(system, 200, taken=frozenset(known))}

    assert known & found == set()


def test_a_name_is_found_where_all_are_taken() -> None:
    everybody = frozenset(
        " ".join([family, given] if one.family_first else [given, family])
        for one in CULTURES
        for given in one.given
        for family in one.family
    )

    assert all(person(Random(seed), everybody) not in everybody for seed in range(50))


def test_words_are_kept_as_they_are_written() -> None:
    for system in READY:
        for _concept, values in made(system, 200):
            assert [
                one for texts in values.values() for one in texts if clean_words(one, lines=True) != one
            ] == []


@pytest.mark.parametrize(
    ("points", "highest", "least", "most"), [(10, ("a",), 1, 8), (21, ("b", "c"), 1, 5), (99, ("a",), 0, 4)]
)
def test_points_are_shared_out_below_what_is_highest(
    points: int, highest: tuple[str, ...], least: int, most: int
) -> None:
    for seed in range(100):
        found = spread(Random(seed), "abcdef", points, highest=highest, least=least, most=most)

        others = [value for name, value in found.items() if name not in highest]
        assert min(found[name] for name in highest) > max(others)
        assert min(found.values()) >= least
        assert max(found.values()) <= most
        assert sum(found.values()) == min(points, most * len(highest) + (most - 1) * len(others))


@pytest.mark.timeout(600)
@pytest.mark.django_db
@pytest.mark.parametrize("system", LAYOUTS)
def test_ten_thousand_pass_the_checks_of_their_form(system: str) -> None:
    """One form reads them all, since making its controls is most of the work."""
    game, layout = new_game(), LAYOUTS[system]
    holds = [hold for part in layout.parts for hold in part.holds if isinstance(hold, NamedEntries | Carried)]
    rows = {path_of(hold): 8 if isinstance(hold, NamedEntries) else 2 for hold in holds}
    form = PlainCreationForm(layout, game.campaign, game.gm, MultiValueDict(), rows=rows)
    wrong = []

    for concept, values in made(system, MANY):
        form.data = MultiValueDict({**values, "key": [uuid.uuid4().hex]})
        form.full_clean()
        if form.errors or form.faults or set(values) - set(form.fields):
            wrong.append((concept, form.errors, form.faults))

    assert wrong == []
