"""What all rites share: who may perform them, what counts in them, and what they leave due (SOR-RITUAL)."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Literal, Protocol

from msgspec import Meta

from rules.kernel.effects import Effect, change_by, set_to
from rules.kernel.errors import RuleViolation
from rules.kernel.types import Id, Input, Outcome
from rules.sorcerer import contest as contests
from rules.sorcerer.contest import PoolPart
from rules.sorcerer.modifiers import RitualModifier
from rules.sorcerer.types import Binding, Kind, Penalties, Score, Settings

RITE_SETTINGS: Final = ("die", "enhancements", "snapshot_bonuses")
"""The settings that every rite reads."""

Strained = Literal["stamina", "will", "lore"]
Help = Annotated[int, Meta(ge=0, le=2000)]
"""The dice that helpers won for a ritual, read from where they left them (SOR-GROUP-03)."""


class Performer(Input):
    """Who performs a rite, with what every rite reads of them."""

    id: Id
    kind: Kind = "human"
    lore: Score
    penalties: Penalties = 0


class DueCheck(Outcome):
    """A Humanity check that has to be made, or with `optional` may be made, because of a result."""

    action: Literal["sorcerer.humanity_check"] = "sorcerer.humanity_check"
    change: Literal["loss", "gain"]
    basis: Literal["ritual", "thematic", "banishment"]
    who: Id
    demon: Id | None
    optional: bool


Awards = Sequence[RitualModifier]


class Rite(Protocol):
    """What an action is given in which one sorcerer performs a rite; some count what helpers won, or further tries."""

    @property
    def sorcerer(self) -> Performer:
        """Who performs it."""

    @property
    def modifiers(self) -> Awards:
        """What the GM awards for it."""

    @property
    def settings(self) -> Settings:
        """What the campaign has chosen."""

    @property
    def snapshot(self) -> bool:
        """Whether it is done on the spot (SOR-RITUAL-06)."""

    @property
    def sacrifice(self) -> bool:
        """Whether a sacrifice is brought (SOR-RITUAL-10)."""


def refuse_rite(given: Rite, *, alone: bool = False) -> None:
    """Refuse what every rite refuses first, in the contract's order; `alone` says that nobody may help."""
    refuse_performer(
        given.sorcerer.kind,
        given.modifiers,
        given.settings,
        sacrifice=given.sacrifice,
        snapshot=given.snapshot,
        alone=alone,
    )


def refuse_performer(
    kind: Kind,
    modifiers: Awards,
    settings: Settings,
    *,
    snapshot: bool,
    sacrifice: bool = False,
    alone: bool = False,
    performer: str = "input.sorcerer",
    awards: str = "input.modifiers",
) -> None:
    """Refuse the same of anybody who performs, or helps.

    `performer` and `awards` are the paths of the performer and of their modifiers; `alone` says that nobody may help.
    """
    if kind == "demon":
        raise RuleViolation(
            "a demon cannot perform rituals", field=f"{performer}.kind", clause="SOR-RITUAL-03"
        )
    if snapshot:
        _refuse_sources(modifiers, {"time"}, "SOR-RITUAL-05", awards)
    if not settings.enhancements:
        if sacrifice:
            raise RuleViolation(
                "sacrifices do not help in this setting", field="input.sacrifice", clause="SOR-RITUAL-09"
            )
        _refuse_sources(modifiers, {"sacrifice", "drugs"}, "SOR-RITUAL-09", awards)
    if alone:
        _refuse_sources(modifiers, {"group"}, "SOR-GROUP-01", awards)


def refuse_two_masters(bindings: Sequence[Binding], settings: Settings) -> None:
    """More than one Binding needs a setting that allows it (SOR-BIND-10)."""
    if len(bindings) > 1 and not settings.shared_binding:
        raise RuleViolation(
            "a demon can have only one master in this setting",
            field="input.demon.bindings",
            clause="SOR-BIND-10",
        )


def lore_of(performer: Performer) -> int:
    """The performer's Lore; who begins without any has 1 (SOR-RITUAL-02)."""
    return max(1, performer.lore)


def in_rite(score: int, snapshot: bool) -> int:
    """A score as it counts in a rite: one die at most in a snap-shot (SOR-RITUAL-06)."""
    return min(score, 1) if snapshot else score


def awards_of(given: Rite) -> tuple[PoolPart, ...]:
    """The modifiers that count in a rite, and the dice that helpers won, if it takes any."""
    helped = getattr(given, "helped", 0)
    return awarded(given.modifiers, given.settings, snapshot=given.snapshot, helped=helped)


def awarded(
    modifiers: Awards, settings: Settings, *, snapshot: bool, helped: int = 0
) -> tuple[PoolPart, ...]:
    """The modifiers that count, and the dice that helpers won (SOR-GROUP-03).

    A snap-shot may have to do without those above 0 (SOR-RITUAL-08).
    """
    if snapshot and settings.snapshot_bonuses == "none":
        return contests.awarded(entry for entry in modifiers if entry.dice < 0)
    return (*contests.awarded(modifiers), *contests.other_parts(("group", helped)))


def begin(
    performer: Performer, *, retry: bool = False, strains: Iterable[Strained] = ()
) -> tuple[Effect, ...]:
    """The effects that come first in any rite: becoming a sorcerer, then the strain of a further attempt."""
    becoming = (set_to(performer.id, "lore", 1),) if performer.lore == 0 else ()  # SOR-RITUAL-02
    strain = tuple(change_by(performer.id, f"strain_{score}", 1) for score in strains) if retry else ()
    return becoming + strain  # SOR-RITUAL-11


def binding_with(bindings: Iterable[Binding], sorcerer: str) -> Binding | None:
    """The Binding that ties the demon to this sorcerer."""
    return next((binding for binding in bindings if binding.sorcerer == sorcerer), None)


def tie_of(bindings: Iterable[Binding], sorcerer: str) -> int:
    """How much the sorcerer's own Binding helps to call the demon (SOR-BIND-18)."""
    own = binding_with(bindings, sorcerer)
    return own.strength if own else 0


def strength_of(bindings: Iterable[Binding]) -> int:
    """The strength of all Bindings together (SOR-BIND-10)."""
    return sum(binding.strength for binding in bindings)


def sacrifice_due(who: str, modifiers: Awards, *, brought: bool = False) -> tuple[DueCheck, ...]:
    """A sacrifice betrays Humanity, whatever comes of the ritual (SOR-RITUAL-10).

    It was `brought` as the performer says; the dice for it are the GM's, and may have come without that word.
    """
    if not brought and not any(entry.source == "sacrifice" for entry in modifiers):
        return ()
    return (DueCheck(change="loss", basis="thematic", who=who, demon=None, optional=False),)


def ritual_due(who: str, demon: str) -> tuple[DueCheck, ...]:
    """The loss check of a Contact, a Summoning or a Binding (SOR-HUMANITY-04)."""
    return (DueCheck(change="loss", basis="ritual", who=who, demon=demon, optional=False),)


def gain_due(who: str, demon: str) -> tuple[DueCheck, ...]:
    """The gain check that may follow a Banishing (SOR-HUMANITY-08)."""
    return (DueCheck(change="gain", basis="banishment", who=who, demon=demon, optional=True),)


def earns_gain(who: str, humanity: int, power: int, summoned_by: str | None) -> bool:
    """Whether sending a demon away may restore Humanity: the stronger, and not called by oneself (SOR-BANISH-10)."""
    return power > humanity and summoned_by != who


def clauses_of(given: Rite) -> tuple[str | None, ...]:
    """The common clauses that shaped a rite; None stands for one that did not apply."""
    return clauses_for(
        given.sorcerer,
        given.modifiers,
        sacrifice=given.sacrifice,
        snapshot=given.snapshot,
        retry=getattr(given, "retry", False),
        helped=getattr(given, "helped", 0),
    )


def clauses_for(
    performer: Performer,
    modifiers: Awards,
    *,
    snapshot: bool,
    retry: bool = False,
    sacrifice: bool = False,
    helped: int = 0,
) -> tuple[str | None, ...]:
    """The same of anybody who performs, or helps."""
    sources = {entry.source for entry in modifiers}
    return (
        "SOR-RITUAL-02" if performer.lore == 0 else None,
        "SOR-RITUAL-05" if "time" in sources else None,
        "SOR-RITUAL-06" if snapshot else None,
        "SOR-RITUAL-08" if snapshot and (modifiers or helped) else None,
        "SOR-RITUAL-09" if sacrifice or sources & {"sacrifice", "drugs"} else None,
        "SOR-RITUAL-11" if retry else None,
        "SOR-GROUP-03" if helped or "group" in sources else None,
        "SOR-RITUAL-10" if sacrifice or "sacrifice" in sources else None,
    )


def _refuse_sources(modifiers: Awards, refused: set[str], clause: str, awards: str) -> None:
    for place, entry in enumerate(modifiers):
        if entry.source in refused:
            raise RuleViolation(
                f"{entry.source} does not apply to this ritual",
                field=f"{awards}.{place}.source",
                clause=clause,
            )
