"""An act of magic with what its form begins with, and whose acts they are."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urlencode

from campaigns.policy import Rights
from campaigns.queries.at_hand import speaks_for
from campaigns.queries.cast import Member
from campaigns.queries.palette import is_offered
from campaigns.queries.waiting import Waiting
from campaigns.state.kinds import as_seen
from rules import service, words
from rules.kernel.procedure import OpenQuestion, RecordState, State
from rules.kernel.values import Values, as_list
from rules.pandemonium.bringing import brought
from rules.pandemonium.types import Settings

SYSTEM = "pandemonium"
SPELL = "pandemonium.spell"
FREE_KINDS = Settings().free_kinds


def free_kinds_in(settings: Values) -> Collection[str]:
    """The kinds of spells that have one free try a scene at each target in a campaign (PAN-FREE-04)."""
    chosen = settings.get(f"{SYSTEM}.free_kinds")
    return list(map(str, as_list(chosen))) if chosen is not None else FREE_KINDS


@dataclass(frozen=True)
class SpellDeed:
    """An act with what its form begins with; `clause` forbids it now."""

    label: str
    action: str
    given: Mapping[str, str] = field(default_factory=dict)
    clause: str = ""
    is_press: bool = False
    """Whether it leaves nothing to say, so that one tap does it."""
    answers: str = ""
    """The open question that it answers, on whose page it is done."""

    @property
    def query(self) -> str:
        """The values as an address carries them."""
        return urlencode(self.given)


@dataclass(frozen=True)
class SpellOptions:
    """What one member may do around spells: their rights, everything that exists for them, and the rules' state."""

    rights: Rights
    seen: Mapping[str, Member]
    state: State
    scene: str = ""
    """The scene that is on, if any."""
    now: int = 0
    """The second of game time."""
    free_kinds: Collection[str] = FREE_KINDS

    @classmethod
    def of(
        cls,
        rights: Rights,
        seen: Mapping[str, Member],
        turn: int = 0,
        questions: Sequence[Waiting] = (),
        scene: str = "",
        now: int = 0,
        free_kinds: Collection[str] = FREE_KINDS,
    ) -> "SpellOptions":
        """`turn` is how many turns the round has had."""
        stored = {
            "campaign": RecordState("campaign", {"turn": turn, "scene": scene or None})
        }  # it is asked most
        for member in seen.values():
            stored[member.id] = RecordState(as_seen(member.kind, SYSTEM), dict(member.fields))
        asked = tuple(
            OpenQuestion(one.id, one.question, one.who, one.optional, one.data) for one in questions
        )
        state = State(records=stored, pending=asked, by_gm=rights.member.is_gm)
        return cls(rights, seen, state, scene, now, free_kinds)

    def asked(self, spell: str, target: str) -> Iterator[OpenQuestion]:
        """The questions by which somebody has yet to resist a spell."""
        return brought(self.state, spell, target)

    def speaks_for(self, one: Member) -> bool:
        """Whether this member acts for a character, or for the spell that they cast."""
        return speaks_for(one, self.rights.member)

    def works(self, spell: Member) -> bool:
        """Whether this member does something with a spell: a player as long as the mage who cast it is in play."""
        caster = self.seen.get(spell["caster"] or "")
        is_in_play = caster is None or caster["state"] == "active" or self.rights.member.is_gm
        return is_in_play and self.speaks_for(spell)

    @cached_property
    def own(self) -> list[Member]:
        """The characters in play that this member speaks for: asked for each spell anew."""
        found = (member for member in self.seen.values() if member.kind == f"{SYSTEM}.character")
        return [member for member in found if member["state"] == "active" and self.speaks_for(member)]

    def deed(
        self, verb: str, subjects: tuple[str, ...], label: str = "", **given: str
    ) -> Iterator[SpellDeed]:
        """The act if it is this member's at all, with the clause that forbids it on these records now."""
        action = f"{SYSTEM}.{verb}"
        if is_offered(action, self.rights):
            clause = service.forbidden(action, subjects, self.state) or ""
            named = {name.replace("__", "."): value for name, value in given.items()}
            yield SpellDeed(label or words.action_words(action)[0], action, named, clause)
