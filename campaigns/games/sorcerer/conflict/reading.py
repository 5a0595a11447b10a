"""A round of conflict as one viewer sees it: what was announced, and what is stored of everybody in it."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from campaigns.games.sorcerer.conflict.announcements import Announcement, announcements
from campaigns.games.sorcerer.conflict.around import PEOPLE
from campaigns.games.sorcerer.quick_roll.rollers import score_of
from campaigns.models import Campaign, Membership
from campaigns.policy import Rights
from campaigns.queries import cast, log_moments
from campaigns.queries.at_hand import IN_PLAY, speaks_for
from campaigns.queries.bonuses import Bonuses, OpenBonus
from campaigns.queries.cast import Member
from campaigns.state.rows import of_kinds
from campaigns.viewing import Hidden, Viewer
from rules.kernel.procedure import RecordState, State
from rules.kernel.values import as_whole
from rules.sorcerer.guns import gun_to
from rules.sorcerer.procedures.conflict import (
    Course,
    Hit,
    Place,
    answered,
    course,
    hits_left,
    hits_of,
    met_by,
)
from rules.sorcerer.progress import DAMAGE, RESOLVE, ROUND
from rules.sorcerer.round_abilities import fatigue_now
from rules.sorcerer.state import stored

SCORES = {
    "character": ("stamina", "will", "lore", "humanity", "cover"),
    "demon": ("stamina", "will", "lore", "power", "ability"),
}
"""What somebody may act with. A demon's Cover is one of its Abilities (SOR-TELL-04), and named among them."""
EVERYTHING = Viewer("", is_gm=True)
"""Whose eyes see for whom the dice wait; what this viewer may not know of is told to nobody by name."""


@dataclass(frozen=True)
class Fighter:
    """Somebody in play: announced or not, rolled or not."""

    id: str
    name: str
    mine: bool
    member: Member
    said: Announcement | None = None
    out: bool = False
    """Whether they take no part in this round."""
    is_a_players: bool = False
    """Whether a player's own character, whose choices are theirs."""
    bonuses: tuple[OpenBonus, ...] = ()
    """What the GM has granted them for the round, and they take (SOR-BONUS-01)."""

    @property
    def dice(self) -> int | None:
        """The dice of what was announced, as they are now; None where they are not all open to this viewer."""
        own = None if self.said is None else self.dice_with(self.said.score)
        if self.said is None or own is None:
            return None
        guard = 2 if self.said.action == "full_defense" else 0  # SOR-CONFLICT-12
        granted = sum(bonus.dice for bonus in self.bonuses)
        return own + guard + granted + sum(as_whole(award["dice"]) for award in self.said.awards)

    @property
    def scores(self) -> list[tuple[str, str, int | None]]:
        """What this one can act with: a score, of an Ability its name, and the dice that it gives now."""
        found = []
        for name in SCORES[self.member.kind]:
            named = self.abilities if name == "ability" else ()
            if self._score(name) is not None:
                found += [(name, one, self.dice_with(name)) for one in named or ("",)]
        return found

    @property
    def abilities(self) -> tuple[str, ...]:
        """What a demon can do, as far as it is open to this viewer."""
        known = self.member["abilities"] if self.member.kind == "demon" else ()
        return () if isinstance(known, Hidden) else tuple(dict.fromkeys(known))

    def dice_with(self, name: str) -> int | None:
        """A score less what penalties take from it; None where it is not open to this viewer."""
        score = self.member["override"] or self._score(name)
        if score is None or isinstance(score, Hidden):
            return None
        penalised = not self.member["override"] and name != "humanity"  # SOR-HUMANITY-15
        return int(score) - (int(self.member["penalties"]) if penalised else 0) - self._fatigue(name)

    @property
    def as_rolled(self) -> Announcement | None:
        """What was announced, with the dice that an Ability loses to fatigue (SOR-DCONF-07)."""
        fatigue = self._fatigue(self.said.score) if self.said is not None else 0
        if self.said is None or not fatigue:
            return self.said
        return replace(self.said, awards=(*self.said.awards, {"source": "fatigue", "dice": -fatigue}))

    @property
    def held_by(self) -> str:
        """The clause by which pain keeps them from acting; SOR-WILL-01 where sheer will may override it."""
        return held_by(self.member)

    @property
    def may_override(self) -> bool:
        """Whether sheer will may still lift the pain in this round (SOR-WILL-01, SOR-WILL-06)."""
        is_sorcerer = self.member.kind == "character" and self.member["lore"]
        return self.held_by == "SOR-WILL-01" and bool(is_sorcerer) and not self.member["tried"]

    @property
    def override_dice(self) -> range:
        """The Stamina dice that may be asked of it (SOR-WILL-03)."""
        return range(1, int(self.member["stamina"]) + 1)

    def _fatigue(self, name: str) -> int:
        is_used = name == "ability" and self.member.kind == "demon"
        return fatigue_now(int(self.member["uses"]), int(self.member["stamina"])) if is_used else 0

    def _score(self, name: str) -> int | Hidden | None:
        if name == "ability":
            name = "power" if self.member["power"] else "will"
        if name == "cover" and self.member.kind == "demon":  # SOR-TELL-04
            return self._score("ability") if "Cover" in self.member["abilities"] else None
        return score_of(self.member, name)


@dataclass(frozen=True)
class Round:
    """Where a round stands. `fighters` are those this viewer may know of, by id."""

    fighters: Mapping[str, Fighter]
    course: Course
    said: tuple[Announcement, ...]
    state: State
    """All who might be in it, whether this viewer may know of them or not."""
    hits: tuple[Hit, ...]
    entries: tuple[int, ...]
    """Where the log tells of what happened since the dice were rolled; nothing goes by it."""
    things: Mapping[str, str]
    """The names of things that a shot may meet, by id."""
    gone: Mapping[str, str]
    """The names of those who are in play no more."""
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
    def as_rolled(self) -> list[Announcement]:
        """What everybody announced, as the dice are rolled for it."""
        return [one for fighter in self.announced if (one := fighter.as_rolled)]

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
        return self.fighters.get(str(self.act.target)) if self.act else None

    @property
    def is_at_a_thing(self) -> bool:
        """Whether this turn's action meets a thing, whose dice the GM sets."""
        return self.act is not None and self.act.target in self.things

    @property
    def act(self) -> Place | None:
        """Whose turn it is, and what they do."""
        return self.course.place_of(self.course.acting)

    @property
    def responses(self) -> tuple[str, ...]:
        """How the target of this turn may meet it."""
        return met_by(self.state, self.course.acting) if self.course.acting else ("none",)

    @property
    def is_asked(self) -> bool:
        """Whether this turn waits for what its target chooses (SOR-CONFLICT-18)."""
        return self.course.phase == "resolve" and len(self.responses) > 1 and not self.answer

    @property
    def asks_a_player_here(self) -> bool:
        """Whether this turn waits for the viewer's own word."""
        return self.is_asked and self.target is not None and self.target.mine

    @property
    def answer(self) -> str:
        """What the target has chosen already."""
        return (self.course.acting and answered(self.state, self.course.acting)) or ""

    @property
    def misses(self) -> list[Fighter]:
        """Whose shot has passed its target and may go on against another (SOR-CONFLICT-24)."""
        shots = (one for place, one in self.places if place.action == "shoot" and not place.is_astray)
        return [one for one in shots if self._turn(one) == "resolved" and not hits_of(self.state, one.id)]

    @property
    def aimed_at_mine(self) -> list[Fighter]:
        """Who has announced something against somebody of this viewer's."""
        by = {one.id: one for one in self.fighters.values() if one.mine}
        return [one for one in self.announced if one.said and one.said.target in by and not one.mine]

    def name_of(self, record: str | None) -> str:
        """The name of somebody or something that this viewer may know of."""
        fighter = self.fighters.get(str(record))
        return fighter.name if fighter else {**self.things, **self.gone}.get(str(record), "")

    def unready(self, who: str) -> tuple[str, ...]:
        """What somebody cannot announce for want of a gun that is drawn, or that is not (SOR-GUN-01, SOR-GUN-02)."""
        actions = ("draw", "aim", "shoot")
        return tuple(action for action in actions if gun_to(action, self.state, who) is None)

    def is_unaimed(self, said: Announcement) -> bool:
        """Whether a shot needs a penalty, as it is announced, and has none (SOR-GUN-03)."""
        if said.action != "shoot" or "close" in said.gun:
            return False
        gun = gun_to("shoot", self.state, said.who, said.target)
        has_penalty = any(award["source"] == "unaimed" for award in said.awards)
        return not has_penalty and stored(self.state, gun, "aimed_at") != said.target

    def _turn(self, one: Fighter) -> str:
        return str(stored(self.state, one.id, "turn", "none"))


def _taken(granted: Bonuses, said: Announcement | None) -> tuple[OpenBonus, ...]:
    """Of what was granted for a round, what goes with an announcement."""
    found = granted.of(said.who, ROUND) if said is not None else []
    return tuple(one for one in found if said is not None and one.id not in said.left)


def find_round(campaign: Campaign, viewer: Viewer, rights: Rights) -> Round:
    """The round of this moment, in a fixed number of queries."""
    listed = announcements(campaign)
    said = [announcement for announcement in listed if not announcement.out]
    by, out = {one.who: one for one in said}, {one.who for one in listed if one.out}
    sheets = of_kinds(campaign, *PEOPLE, "gun", "thing")
    whole, seen = (cast.as_seen(campaign, whose, sheets) for whose in (EVERYTHING, viewer))
    state = State({member.id: RecordState(member.kind, member.fields) for member in whole})
    now, players = course(state), _players(campaign)
    is_rolled, granted = now.phase != "announce", Bonuses(campaign.pk)
    fighters = {
        member.id: Fighter(
            member.id,
            member.name,
            speaks_for(member, rights.member),
            member,
            by.get(member.id),
            out=member.id in out,
            is_a_players=member.owner in players and member.in_hand,
            bonuses=_taken(granted, by.get(member.id)) if not is_rolled else (),
        )
        for member in seen
        if member.kind in PEOPLE and (member["state"] in IN_PLAY or now.place_of(member.id))
    }
    people = [member for member in whole if member.kind in PEOPLE]
    silent = () if is_rolled else _silent(people, players, {announcement.who for announcement in listed})
    return Round(
        fighters=fighters,
        course=now,
        said=tuple(said),
        state=state,
        hits=tuple(hits_left(state)),
        gone={one.id: one.name for one in seen if one.kind in PEOPLE and one.id not in fighters},
        things={member.id: member.name for member in seen if member.kind == "thing"},
        entries=log_moments.since_last(campaign, ROUND, (RESOLVE, DAMAGE)) if is_rolled else (),
        missing=tuple(fighters[one] for one in silent if one in fighters),
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


def _silent(whole: Iterable[Member], players: Collection[str], said: Collection[str]) -> list[str]:
    """The players' characters that can act and of whom nobody has said anything."""
    return [
        member.id
        for member in whole
        if member.owner in players and is_awaited(member) and member.id not in said
    ]


def _players(campaign: Campaign) -> set[str]:
    found = Membership.objects.filter(campaign=campaign, role="player", left=None)
    return {str(member) for member in found.values_list("pk", flat=True)}
