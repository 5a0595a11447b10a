"""How a line is read that brings NPCs into play, and what they are called."""

import pytest

from campaigns.forms.npcs import Line, read_line
from campaigns.game import Npc, games
from campaigns.services.characters import NewCharacter

GUARD, GHOUL = (
    Npc(one, many, lambda chance, name, seen_by: NewCharacter("character", name, {}, None, seen_by))
    for one, many in (("Guard", "Guards"), ("Old ghoul", "Old ghouls"))
)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("guard", Line(GUARD)),
        ("Marta, guard", Line(GUARD, 1, "Marta")),
        ("  Marta Vane ,  GUARD ", Line(GUARD, 1, "Marta Vane")),
        ("six old ghouls", Line(GHOUL, 6)),
        ("6 old ghouls", Line(GHOUL, 6)),
        ("one old ghoul", Line(GHOUL, 1)),
        ("Rust, Lord of Rats, two guards", Line(GUARD, 2, "Rust, Lord of Rats")),
        ("Twelve Guards", Line(GUARD, 12)),
        ("0 guards", Line(GUARD, 0)),
        ("99 guards", Line(GUARD, 99)),
        ("guard, Marta", None),
        ("some guards", None),
        ("9999999999 guards", None),
        ("six", None),
        (",", None),
        ("", None),
    ],
)
def test_a_line_ends_with_who_they_are(text: str, line: Line | None) -> None:
    assert read_line(text, (GUARD, GHOUL)) == line


@pytest.mark.parametrize(
    ("line", "taken", "names"),
    [
        (Line(GUARD), (), ["Guard"]),
        (Line(GUARD), ("Guard",), ["Guard 1"]),
        (Line(GUARD, 1, "Marta"), ("Marta",), ["Marta"]),
        (Line(GUARD, 3), ("Guard",), ["Guard 1", "Guard 2", "Guard 3"]),
        (Line(GUARD, 2), ("Guard 1", "Guard 3"), ["Guard 2", "Guard 4"]),
        (Line(GUARD, 2, "Brother"), (), ["Brother 1", "Brother 2"]),
    ],
)
def test_several_are_numbered_and_no_number_comes_twice(
    line: Line, taken: tuple[str, ...], names: list[str]
) -> None:
    assert line.names(taken) == names


@pytest.mark.parametrize("system", list(games()))
def test_words_of_a_game_name_one_each(system: str) -> None:
    npcs = games()[system].pages.npcs
    words = [word.casefold() for one in npcs for word in (one.one, one.many)]

    assert len(set(words)) == len(words)
    assert {"Bystander", "Guard"} <= {one.one for one in npcs}
