"""What is done with the spell book: a spell is written, cast from it, and Shaped once it is at work."""

from collections.abc import Iterator
from dataclasses import dataclass

from campaigns.models import Campaign, Membership, Record
from campaigns.services.play.action_inputs import Request
from campaigns.services.play.playing import ActRequest, Played, play
from campaigns.state.rows import read_sheet
from campaigns.state.unit_of_work import Sheet
from rules.kernel.values import Value, Values

WRITE, CAST, SHAPE = "pandemonium.write_spell", "pandemonium.cast", "pandemonium.shape"


@dataclass(frozen=True)
class Casting:
    """What is said of one casting besides what the book has."""

    targets: tuple[str, ...]
    timing: str
    duration: str
    paid: Values
    shaping: Values | None = None
    share: int = 0
    is_delayed: bool = False
    again: str = ""
    """The spell at work whose place it takes (PAN-TRACK-07)."""
    beside: str = ""
    """The spell at work that goes on beside it."""
    factors: int | None = None
    """The sympathy factors by which whoever is out of sight is reached (PAN-SYMP-01)."""
    needed: int | None = None
    """How many of them the farthest target needs."""
    runes: int = 0
    """What Atlantean runes add to its Tenacity (PAN-TEN-05)."""


def write_spell(*, actor: Membership, caster: str, said: Values, key: str, entry: str = "") -> Played:
    """Write a spell into a mage's book, or write it anew under its id (PAN-TRACK-09)."""
    spell = {**said, **({"id": entry, "name": ""} if entry else {})}
    return play(actor, ActRequest(key, (Request(WRITE, {"spell": spell, "caster": {"id": caster}}),)))


def cast(*, actor: Membership, entry: str, said: Casting, key: str, nonce: str = "") -> Played:
    """Cast a spell of a book as it stands there when it is cast (PAN-TRACK-09)."""

    def plan(campaign: Campaign) -> Iterator[Request]:
        kept = read_sheet(Record.objects.get(campaign=campaign, pk=entry))
        yield Request(CAST, _given(kept, said), known={"book": entry})

    asked: Value = [CAST, entry, list(said.targets), said.timing, said.duration, said.paid, said.shaping]
    more: Value = [
        *(said.share, said.is_delayed, said.again, said.beside),
        *(said.factors, said.needed, said.runes),
    ]
    on_behalf_of = _owner(actor, entry)
    return play(
        actor, ActRequest(key, (), plan=plan, asked=[asked, more], nonce=nonce, on_behalf_of=on_behalf_of)
    )


def shape(*, actor: Membership, spell: Sheet, said: Values, key: str, nonce: str = "") -> Played:
    """Shape a spell at work (PAN-POT-12, PAN-TEN-05)."""
    given: Values = {"spell": {"id": spell.id}, "caster": {"id": spell["caster"]}, **said}
    return play(
        actor, ActRequest(key, (Request(SHAPE, given),), nonce=nonce, on_behalf_of=_owner(actor, spell.id))
    )


def _given(kept: Sheet, said: Casting) -> Values:
    spell = {name: kept[name] for name in ("aspect", "kind", "arcanum")}
    harm = {"kind": kept["wound"], **{name: kept[name] for name in ("resistant", "temporary", "interval")}}
    given: dict[str, Value] = {
        "spell": {**spell, **({"id": said.again} if said.again else {"name": kept.name})},
        "caster": {"id": kept["caster"]},
        "targets": list(said.targets),
        "timing": said.timing,
        "duration": said.duration,
        "paid": said.paid,
    }
    more: dict[str, Value] = {
        "damage": harm if kept["wound"] else None,
        "shaping": said.shaping,
        "tenacity_share": said.share or None,
        "delayed": said.is_delayed or None,
        "beside": said.beside or None,
        "runes": said.runes or None,
        "sympathy": _sympathy(said),
    }
    return given | {name: one for name, one in more.items() if one is not None}


def _sympathy(said: Casting) -> Values | None:
    if said.factors is None:
        return None
    return {"factors": said.factors, "needed": [said.needed] if said.needed is not None else []}


def _owner(actor: Membership, record: str) -> str | None:
    """Whose record acts, where the GM does so in their place."""
    owner = Record.objects.values_list("owner", flat=True).get(pk=record)
    return str(owner) if actor.is_gm and owner and owner != actor.pk else None
