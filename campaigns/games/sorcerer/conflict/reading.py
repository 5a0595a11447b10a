"""A round of conflict as one viewer sees it: put together from announcements, rows and the log."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from campaigns.games.sorcerer.conflict.announcements import Announcement, announcements
from campaigns.games.sorcerer.conflict.order import ROUND, rolled_at
from campaigns.log import record, undo_graph
from campaigns.log.projector import Hidden, Viewer
from campaigns.models import Campaign, Membership, Record, Tag
from campaigns.policy import Rights
from campaigns.queries import cast
from campaigns.queries.at_hand import IN_PLAY, speaks_for
from campaigns.queries.cast import Member
from campaigns.state.rows import read_kinds
from rules.sorcerer.procedures.conflict import Course, Hit, Place, course, responses, unrecorded

SCORES = {
    "character": ("stamina", "will", "lore", "humanity", "cover"),
    "demon": ("stamina", "will", "lore", "power", "ability", "cover"),
}
EVERYTHING = Viewer("", is_gm=True)
"""Whose eyes see for whom the dice wait; what this viewer may not know of is told to nobody by name."""
RESOLVE, DAMAGE = (f"sorcerer.{one}" for one in ("resolve_attack", "damage"))


@dataclass(frozen=True)
class Fighter:
    """Somebody in play: announced or not, rolled or not."""

    id: str
    name: str
    mine: bool
    member: Member
    said: Announcement | None = None
    rolled: Mapping[str, Any] = field(default_factory=dict)
    out: bool = False
    """Whether they take no part in this round."""

    @property
    def dice(self) -> int | None:
        """The dice of what was announced, as they are now; None where they are not all open to this viewer."""
        own = None if self.said is None else self.dice_with(self.said.score)
        if self.said is None or own is None:
            return None
        guard = 2 if self.said.action == "full_defense" else 0  # SOR-CONFLICT-12
        return own + guard + sum(int(award["dice"]) for award in self.said.awards)

    @property
    def scores(self) -> list[tuple[str, int | None]]:
        """What this one can act with, and the dice that it gives now."""
        return [
            (name, self.dice_with(name)) for name in SCORES[self.member.kind] if self._score(name) is not None
        ]

    def dice_with(self, name: str) -> int | None:
        """A score less what penalties take from it; None where it is not open to this viewer."""
        score = self.member["override"] or self._score(name)
        if score is None or isinstance(score, Hidden):
            return None
        penalised = not self.member["override"] and name != "humanity"  # SOR-HUMANITY-15
        return int(score) - (int(self.member["penalties"]) if penalised else 0)

    @property
    def is_a_players(self) -> bool:
        """Whether somebody's own character, whose choices are theirs."""
        return self.member.owner is not None and self.member.fields.get("control", "player") == "player"

    @property
    def is_hurt(self) -> bool:
        """Whether damage of this round is still to come into force, or penalties of it to end."""
        return any(self.member[name] for name in ("incoming_temporary", "incoming_lasting", "temporary"))

    @property
    def held_by(self) -> str:
        """The clause by which pain keeps them from acting; SOR-WILL-01 where sheer will may override it."""
        return held_by(self.member)

    def _score(self, name: str) -> Any:
        if name == "ability":
            return self.member["power"] or self.member["will"]
        if name == "cover" and self.member.kind == "demon":  # SOR-TELL-04
            return self._score("ability") if "Cover" in self.member["abilities"] else None
        return self.member[name]


@dataclass(frozen=True)
class Round:
    """Where a round stands. `fighters` are those this viewer may know of, by id."""

    fighters: Mapping[str, Fighter]
    course: Course
    said: tuple[Announcement, ...]
    order: tuple[str, ...]
    given: Mapping[str, Mapping[str, Any]]
    """What each combatant of the round that was rolled does, by id, as the log has it."""
    hits: tuple[Hit, ...]
    entries: tuple[int, ...]
    turns: Mapping[str, str]
    missing: tuple[Fighter, ...] = ()
    """Whose players have said nothing yet, of those that this viewer may know of."""

    @property
    def sitting_out(self) -> list[Fighter]:
        return [fighter for fighter in self.fighters.values() if fighter.out]

    @property
    def announced(self) -> list[Fighter]:
        return [
            self.fighters[announcement.who] for announcement in self.said if announcement.who in self.fighters
        ]

    @property
    def held(self) -> list[Fighter]:
        """Who has announced something and cannot act for pain."""
        return [fighter for fighter in self.announced if fighter.held_by]

    @property
    def undecided(self) -> list[Fighter]:
        return [fighter for fighter in self.announced if fighter.said and not fighter.said.content]

    @property
    def places(self) -> list[tuple[Place, Fighter]]:
        """The order, without those that do not exist for this viewer."""
        known = [place for place in self.course.places if place.who in self.fighters]
        return [(place, self.fighters[place.who]) for place in known]

    @property
    def acting(self) -> Fighter | None:
        return self.fighters.get(self.course.acting or "")

    @property
    def target(self) -> Fighter | None:
        """Whom the action of this turn is aimed at."""
        return self.fighters.get(str(self.act.get("target")))

    @property
    def act(self) -> Mapping[str, Any]:
        return self.given.get(self.course.acting or "", {})

    @property
    def is_on_guard(self) -> bool:
        """Whether whoever is aimed at announced a full defense."""
        return bool(self.given.get(str(self.act.get("target")), {}).get("action") == "full_defense")

    @property
    def responses(self) -> tuple[str, ...]:
        """How the target of this turn may meet it."""
        turn: Any = self.turns.get(self.target.id, "none") if self.target else None
        return responses(self.act.get("action", "act"), turn, on_guard=self.is_on_guard)

    @property
    def asks_a_player_here(self) -> bool:
        """Whether this turn waits for the viewer's own word (SOR-CONFLICT-18)."""
        is_asked = self.target is not None and self.target.mine and not self.answer
        return is_asked and self.course.phase == "resolve" and "abort" in self.responses

    @property
    def answer(self) -> str:
        """What the target's player has chosen already, if it was for this turn."""
        said = self.target.said if self.target else None
        is_for_this = said is not None and said.answers == self.course.acting
        return said.answer if said is not None and is_for_this and said.answer in self.responses else ""


def find_round(campaign: Campaign, viewer: Viewer, rights: Rights) -> Round:
    """The round of this moment, in a fixed number of queries."""
    listed = announcements(campaign)
    said = [announcement for announcement in listed if not announcement.out]
    by, out = {one.who: one for one in said}, {one.who for one in listed if one.out}
    told = _told_since_the_roll(campaign)
    rolled = next((step for _seq, step in told if step["action"] == ROUND), None)
    given = {combatant["id"]: combatant for combatant in rolled["input"]["combatants"]} if rolled else {}
    dice = {roll["id"]: roll for roll in rolled["outcome"]["rolls"]} if rolled else {}
    found = Record.objects.filter(campaign=campaign).order_by("born", "pk")
    sheets = read_kinds(found, "character", "demon")
    whole = cast.as_seen(campaign, EVERYTHING, sheets)
    turns = {member.id: str(member["turn"]) for member in whole}
    order = tuple(rolled["outcome"]["order"]) if rolled else ()
    seen = cast.as_seen(campaign, viewer, sheets)
    fighters = {
        member.id: Fighter(
            member.id,
            member.name,
            speaks_for(member, rights),
            member,
            by.get(member.id),
            dice.get(member.id, {}),
            out=member.id in out,
        )
        for member in seen
        if member["state"] in IN_PLAY or member.id in order
    }
    silent = _silent(campaign, whole, {announcement.who for announcement in listed})
    now = course(order, turns)  # type: ignore[arg-type]  # turns as the rows have them
    return Round(
        fighters=fighters,
        course=now,
        said=tuple(said),
        order=order,
        given=given if now.phase != "announce" else {},
        hits=tuple(_hits_left(told, given)) if now.phase != "announce" else (),
        entries=tuple(dict.fromkeys(seq for seq, _step in told)),
        turns=turns,
        missing=tuple(fighters[one] for one in silent if one in fighters) if now.phase == "announce" else (),
    )


def held_by(one: Member) -> str:
    """The clause by which pain keeps somebody from acting; SOR-WILL-01 where sheer will may override it."""
    penalties, stamina = one["penalties"], one["stamina"]
    if penalties > 2 * stamina:
        return "SOR-WILL-02"
    return "SOR-WILL-01" if penalties > stamina and not one["override"] else ""


def is_awaited(one: Member) -> bool:
    """Whether a round waits for what a player's own announces: characters in their hands who can act."""
    can_act = one.kind == "character" and one["state"] == "active" and not held_by(one)
    return can_act and bool(one["control"] == "player")


def _silent(campaign: Campaign, whole: Iterable[Member], said: Collection[str]) -> list[str]:
    """The players' characters that can act and of whom nobody has said anything."""
    players = Membership.objects.filter(campaign=campaign, role="player", left=None)
    ids = {str(record_id) for record_id in players.values_list("pk", flat=True)}
    return [
        member.id for member in whole if member.owner in ids and is_awaited(member) and member.id not in said
    ]


def _told_since_the_roll(campaign: Campaign) -> list[tuple[int, dict[str, Any]]]:
    """The standing steps of the newest round that was rolled, and what was resolved and dealt in it since."""
    began = rolled_at(campaign)
    if began is None:
        return []
    tags = Tag.objects.filter(campaign=campaign, kind="action", value__in=(ROUND, RESOLVE, DAMAGE))
    later = tags.filter(seq__gte=began).values_list("seq", flat=True)
    seqs = set(later) - undo_graph.ineffective_seqs(campaign, 0)
    return [(seq, step) for seq, told in record.documents_of(campaign, seqs) for step in told["steps"]]


def _hits_left(told: Iterable[tuple[int, dict[str, Any]]], given: Mapping[str, Any]) -> list[Hit]:
    steps = [step for _seq, step in told]
    hits = [
        Hit(
            one["input"]["attacker"]["id"],
            one["input"]["target"]["id"],
            one["outcome"]["victories"],
            given.get(one["input"]["attacker"]["id"], {}).get("action", "act"),
        )
        for one in steps
        if one["action"] == RESOLVE and one["outcome"]["success"] and one["outcome"]["victories"]
        and one["input"].get("target")
    ]  # fmt: skip
    return unrecorded(hits, [one["input"]["target"]["id"] for one in steps if one["action"] == DAMAGE])
