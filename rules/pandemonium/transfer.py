"""Wounds moved from one being to others, always by ritual (PAN-TRANSFER)."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct, structs

from rules.kernel.action import Chances
from rules.kernel.chances import share
from rules.kernel.draws import Draws
from rules.kernel.effects import Effect
from rules.kernel.errors import RuleViolation
from rules.kernel.origins import DERIVED, OWN, PLAYER, STORED, by, record
from rules.kernel.parsing import check_distinct, wrong
from rules.kernel.result import Result, cite
from rules.kernel.types import Id, Input, Outcome
from rules.pandemonium import health, pools
from rules.pandemonium.damage import Wounded, changed_track
from rules.pandemonium.health import Marking, Status, Track
from rules.pandemonium.odds import spread
from rules.pandemonium.pools import Pool
from rules.pandemonium.resisting import Contest, Resist, Side, plan_side, roll_side
from rules.pandemonium.types import Character, Measure, PandemoniumInput, Wound

WoundKinds = Annotated[tuple[Wound, ...], Meta(min_length=1, max_length=3)]


class RitualSpell(Input):
    id: Id
    potency: Annotated[Measure, STORED]
    ritual: Annotated[bool, DERIVED]


class WoundsSpell(Input):
    """The ritual that is to move wounds, for whoever is asked to bear some."""

    id: Id
    potency: Annotated[Measure, STORED]


class WoundsRecipient(Character):
    """Who is to bear the wounds; only the unwilling resist."""

    health: Track
    willing: Annotated[bool, PLAYER, OWN, by("PAN-TRANSFER-04")] = False
    resist: Annotated[Resist | None, PLAYER] = None

    def __post_init__(self) -> None:
        if self.willing == (self.resist is not None):
            either = "tick “Willing”, or open “Resisting side” and say how they resist, one of the two"
            raise wrong("resist", f"{either}. For another player's character, the GM asks that player")


class Wish(Input):
    """Wounds of one kind meant for one recipient."""

    to: Annotated[Id, PLAYER, by("PAN-TRANSFER-03")]
    kind: Annotated[Wound, PLAYER, by("PAN-TRANSFER-02")]
    wounds: Annotated[int, Meta(ge=1, le=60), PLAYER, by("PAN-TRANSFER-03")]


def check_moved(donor: str, kinds: Sequence[Wound], recipients: Sequence[str], allot: Iterable[Wish]) -> None:
    """`wrong` where wounds are to go from somebody to themself, to nobody named, or of no kind named."""
    check_distinct("kinds", kinds)
    check_distinct("recipients", recipients)
    if donor in recipients:
        raise wrong("recipients", "the donor cannot be a recipient")
    for number, wish in enumerate(allot):
        if wish.to not in recipients:
            raise wrong(f"allot.{number}.to", "wounds can only go to a recipient")
        if wish.kind not in kinds:
            raise wrong(f"allot.{number}.kind", "this kind of wound is not being transferred")


class TransferInput(PandemoniumInput):
    spell: Annotated[RitualSpell, record("spell")]
    donor: Annotated[Wounded, record("character"), by("PAN-TRANSFER-01")]
    kinds: Annotated[WoundKinds, PLAYER, by("PAN-TRANSFER-02")]
    recipients: Annotated[
        tuple[WoundsRecipient, ...], Meta(max_length=100), record("character"), by("PAN-TRANSFER-03")
    ]
    allot: Annotated[tuple[Wish, ...], Meta(max_length=1000)]

    def __post_init__(self) -> None:
        check_moved(self.donor.id, self.kinds, [recipient.id for recipient in self.recipients], self.allot)


class Received(Outcome):
    id: str
    pool: Pool | None
    resisted: int
    limit: int
    received: int


class Moved(Outcome):
    to: str
    kind: Wound
    wounds: int


class TrackAfter(Outcome):
    id: str
    health: Track
    status: Status


class TransferOutcome(Outcome):
    total: int
    potency: int
    severity: Literal["severe", "normal"]
    recipients: tuple[Received, ...]
    moved: tuple[Moved, ...]
    donor_health: Track
    health: tuple[TrackAfter, ...]


class _Planned(Struct, frozen=True):
    total: int
    rolls: bool
    sides: tuple[Side | None, ...]
    """One for each recipient; None for the willing."""


class _Moving(Struct, frozen=True):
    moved: tuple[Moved, ...]
    donor: Track
    tracks: dict[str, Track]


def transfer(given: TransferInput, draws: Draws) -> Result:
    """Move wounds from a donor to others (PAN-TRANSFER-01 to PAN-TRANSFER-07)."""
    planned = _plan(given)
    rolled = [roll_side(side, draws) if side and planned.rolls else None for side in planned.sides]
    limits = [
        _limit(given, planned, recipient, contest)
        for recipient, contest in zip(given.recipients, rolled, strict=True)
    ]
    moving = _move(
        given, dict(zip((wounds_recipient.id for wounds_recipient in given.recipients), limits, strict=True))
    )
    unwilling = "PAN-TRANSFER-04" if any(side is not None for side in planned.sides) else None
    works = any(limits)
    by = ("PAN-TRANSFER-03", unwilling, "PAN-TRANSFER-07") if works else ("PAN-TRANSFER-05",)
    outcome = TransferOutcome(
        total=planned.total,
        potency=given.spell.potency,
        severity="severe" if works else "normal",
        recipients=tuple(
            _received(recipient, contest, limit, moving)
            for recipient, contest, limit in zip(given.recipients, rolled, limits, strict=True)
        ),
        moved=moving.moved,
        donor_health=moving.donor,
        health=tuple(
            TrackAfter(id=who, health=track, status=health.status_of(track))
            for who, track in moving.tracks.items()
        ),
    )
    pooled = [contest.pool for contest in rolled if contest]
    clauses = [clause for pool in pooled for clause in pools.clauses_of(pool)]
    is_aided = planned.rolls and any(one.resist.aid for one in given.recipients if one.resist)
    aided = "PAN-ASSAIL-04" if is_aided else None
    cited = cite("PAN-TRANSFER-01", "PAN-TRANSFER-02", *clauses, aided, *by)
    return Result(outcome, _effects(given, planned, moving), cited)


def transfer_odds(given: TransferInput) -> Chances:
    """The chances of each unwilling recipient's limit, and of anything being moved at all."""
    planned = _plan(given)
    potency = given.spell.potency
    limits: dict[str, list[float]] = {}
    fails = (
        0.0
        if planned.rolls and any(wounds_recipient.willing for wounds_recipient in given.recipients)
        else 1.0
    )
    for recipient, side in zip(given.recipients, planned.sides, strict=True):
        if side is None:
            continue
        if not planned.rolls:
            limits[recipient.id] = [1.0] + [0.0] * potency
            continue
        limits[recipient.id] = limits_of(side, potency)
        fails *= limits[recipient.id][0]
    works = 1.0 - fails if planned.rolls else 0.0
    return Chances({"limits": limits, "works": works}, cite("PAN-POOL-11", "PAN-TRANSFER-04"))


def limits_of(side: Side, potency: int) -> list[float]:
    """The chances of each limit on the wounds that somebody unwilling bears: by how much the Potency exceeds theirs."""
    against = spread(side.tally, potency)
    ways = [against.from_(potency), *(against.ways[potency - limit] for limit in range(1, potency + 1))]
    return [share(way, against.total) for way in ways]


def _plan(given: TransferInput) -> _Planned:
    total = sum(getattr(given.donor.health, kind) for kind in given.kinds)  # PAN-TRANSFER-02, PAN-TRANSFER-07
    rolls = given.spell.potency >= total
    sides = tuple(_side(recipient, number, rolls=rolls) for number, recipient in enumerate(given.recipients))
    if not given.spell.ritual:
        raise RuleViolation(
            "moving wounds takes a ritual", field="input.spell.ritual", clause="PAN-TRANSFER-01"
        )
    if not total:
        raise RuleViolation("the donor has no such wound", field="input.kinds", clause="PAN-TRANSFER-02")
    pools.permit(*(side.plan for side in sides if side))
    return _Planned(total, rolls, sides)


def _side(recipient: WoundsRecipient, number: int, *, rolls: bool) -> Side | None:
    """The resisting side of an unwilling recipient; where nobody rolls no Willpower is asked for (PAN-TRANSFER-05)."""
    if recipient.resist is None:
        return None
    resist = recipient.resist
    if not rolls and resist.pool:
        resist = structs.replace(resist, pool=structs.replace(resist.pool, willpower=False))
    at = f"input.recipients.{number}"
    return plan_side(resist, recipient, ("stamina", "power"), at=f"{at}.resist", owner=at)


def _limit(
    given: TransferInput, planned: _Planned, recipient: WoundsRecipient, contest: Contest | None
) -> int:
    if not planned.rolls:
        return 0
    if contest is None or recipient.willing:
        return planned.total
    return max(0, given.spell.potency - contest.successes)  # PAN-TRANSFER-04


def _move(given: TransferInput, limits: dict[str, int]) -> _Moving:
    """Carry the wishes out in order, as far as ordinary wounds and limits go (PAN-TRANSFER-03, PAN-TRANSFER-07)."""
    donor, left = Marking(given.donor.health), dict(limits)
    tracks = {recipient.id: recipient.health for recipient in given.recipients}
    moved: list[Moved] = []
    for wish in given.allot:
        wounds = min(wish.wounds, donor.ordinary[wish.kind], left[wish.to])
        if not wounds:
            continue
        donor.ordinary[wish.kind] -= wounds
        left[wish.to] -= wounds
        tracks[wish.to] = health.deal(tracks[wish.to], wish.kind, wounds).track
        moved.append(Moved(to=wish.to, kind=wish.kind, wounds=wounds))
    return _Moving(tuple(moved), donor.track(), tracks)


def _received(recipient: WoundsRecipient, contest: Contest | None, limit: int, moving: _Moving) -> Received:
    return Received(
        id=recipient.id,
        pool=contest.pool if contest else None,
        resisted=contest.successes if contest else 0,
        limit=limit,
        received=sum(moved.wounds for moved in moving.moved if moved.to == recipient.id),
    )


def _effects(given: TransferInput, planned: _Planned, moving: _Moving) -> tuple[Effect, ...]:
    changed = [
        effect
        for recipient in given.recipients
        for effect in changed_track(recipient.id, recipient.health, moving.tracks[recipient.id])
    ]
    return (
        *(pools.spend(*(side.plan for side in planned.sides if side)) if planned.rolls else ()),
        *changed_track(given.donor.id, given.donor.health, moving.donor),
        *changed,
    )
