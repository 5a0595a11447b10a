"""Who rolls, and for or against whom: whoever is in play, with their scores as they are now."""

from collections.abc import Iterable
from dataclasses import dataclass

from campaigns.policy import Rights
from campaigns.queries.at_hand import IN_PLAY, speaks_for
from campaigns.queries.cast import Member
from campaigns.viewing import Hidden
from rules import words

SCORES = {
    "character": ("stamina", "will", "lore", "humanity", "cover"),
    "demon": ("stamina", "will", "lore", "power"),
}


UNHURT = "humanity"
"""The one score that penalties do not touch (SOR-HUMANITY-15)."""


@dataclass(frozen=True)
class Score:
    """A score that can be rolled: its dice as they are now, and how many penalties have taken."""

    name: str
    label: str
    dice: int
    lost: int


@dataclass(frozen=True)
class Roller:
    """Somebody in play for whom a member may roll, or against whom."""

    id: str
    name: str
    scores: tuple[Score, ...]
    mine: bool


def rollers(seen: Iterable[Member], rights: Rights) -> list[Roller]:
    """Whoever of these is in play: those first for whom this member speaks, which are `mine`; characters first."""
    ordered = sorted(seen, key=lambda member: member.kind != "character")
    ready = [
        _roller(member, rights) for member in ordered if member.kind in SCORES and member["state"] in IN_PLAY
    ]
    return sorted(ready, key=lambda one: not one.mine)


def score_of(one: Member, name: str) -> int | Hidden | None:
    """A score as it is rolled: of a human who has no Stamina left, Will in its place (SOR-ROLL-13)."""
    is_spent = name == "stamina" and one.kind == "character" and one["stamina"] == 0
    score: int | Hidden | None = one["will"] if is_spent else one[name]
    return score


def _roller(one: Member, rights: Rights) -> Roller:
    penalties = int(one["penalties"])
    scores = []
    for name in SCORES[one.kind]:
        value = score_of(one, name)
        if value is None or isinstance(value, Hidden):
            continue
        lost = 0 if name == UNHURT else penalties
        scores.append(Score(name, words.field_words("sorcerer", name)[0], value - lost, lost))
    return Roller(one.id, one.name, tuple(scores), speaks_for(one, rights.member))
