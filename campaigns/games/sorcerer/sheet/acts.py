"""A sorcerer and the demon that they begin with: checked as a whole, then made in one act."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from msgspec import Struct

from campaigns.games.sorcerer.sheet.own_price import CHARACTER, agreed, asking, is_own
from campaigns.models import Campaign, CampaignState, Membership, Pending, Record
from campaigns.services.play.action_inputs import Request, new_record_id
from campaigns.services.play.playing import ActRequest, Played, play
from rules import catalogue, service
from rules.kernel.draws import GivenDraws
from rules.kernel.values import Value, Values, as_list, as_text, as_values
from rules.sorcerer.characters import CreateCharacterOutcome, Problem
from rules.sorcerer.demons import CreateDemonOutcome

DEMON = "sorcerer.create_demon"
ASKED_FOR = ("type", "telltale", "stamina", "desire")

Checked = TypeVar("Checked", bound=Struct)


class Unsound(Exception):
    """The sheet has faults, told by clause and field. Nothing was made."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(", ".join(problem.clause for problem in self.problems))


@dataclass(frozen=True)
class Sorcerer:
    """What a person typed: the character's sheet and the demon's, in contract fields without ids.

    `need` and `power` of the demon are the GM's: with a Need the demon is completed in the same act.
    """

    name: str
    sheet: Values
    demon: Values
    owner: str | None
    visibility: str = "table"
    asks_gm: bool = False
    """Whether a Price of their own is put to the GM; whoever may agree to it says so at once."""

    @property
    def waits(self) -> bool:
        """Whether nothing but the GM's word on the Price is missing."""
        return self.asks_gm and is_own(self.sheet)


def check_character(campaign: Campaign, sheet: Values) -> CreateCharacterOutcome:
    """Everything that is wrong with a character's sheet, and the numbers that it has to have. Nothing is written."""
    raw = {"character": {"id": "new", **sheet}, "settings": _settings(campaign, CHARACTER)}
    return _checked(CHARACTER, raw, CreateCharacterOutcome)


def check_demon(campaign: Campaign, sheet: Values) -> CreateDemonOutcome:
    """The same of a demon's sheet."""
    raw = {"demon": {"id": "new", **sheet}, "settings": _settings(campaign, DEMON)}
    return _checked(DEMON, raw, CreateDemonOutcome)


def problems_of(campaign: Campaign, sheet: Values, demon: Values, *, asks_gm: bool = False) -> list[Problem]:
    """The faults of a sorcerer and of the demon that they begin with, in the order of the sheets."""
    whole = agreed(sheet) if asks_gm else sheet
    found = list(check_character(campaign, {**whole, "starting_demon": "new"}).problems)
    asked = check_demon(campaign, demon).problems
    return found + (list(asked) if demon.get("need") else without_need(asked))


def without_need(problems: tuple[Problem, ...]) -> list[Problem]:
    """The faults of a demon that is only asked for: its Need is the GM's to set (SOR-DEMON-06)."""
    return [problem for problem in problems if problem.field != "input.demon.need"]


def make_sorcerer(*, actor: Membership, sorcerer: Sorcerer, key: str) -> tuple[Played, str]:
    """Make the character and the demon in one act; the entry, and the character's id. `Unsound` with every fault.

    The demon waits for the GM, unless a GM gave its Need with it; the character too, for the Price.
    """
    act = f"{actor.pk}/{key}"
    character = new_record_id(actor.campaign_id, act, 0, "input.id")
    demon = new_record_id(actor.campaign_id, act, 1, "input.id")
    completes = [_completing(sorcerer, character, demon)] if sorcerer.demon.get("need") else []
    sheet: Values = {"id": character, **sorcerer.sheet, "starting_demon": demon}
    steps = (
        _record("character", sorcerer.name, sorcerer, character, sorcerer.owner, _control(sorcerer)),
        _record("demon", str(sorcerer.demon["name"]), sorcerer, demon, None, _asked_for(sorcerer.demon)),
        *completes,
        asking(actor, sheet, key) if sorcerer.waits else Request(CHARACTER, {"character": sheet}),
    )
    behalf = sorcerer.owner if sorcerer.owner not in (None, str(actor.pk)) else None

    def plan(campaign: Campaign) -> tuple[Request, ...]:
        _refuse_unsound(problems_of(campaign, sorcerer.sheet, sorcerer.demon, asks_gm=sorcerer.asks_gm))
        return ()

    asked = sorcerer.sheet if sorcerer.waits else None
    return play(actor, ActRequest(key, steps, plan, asked=asked, on_behalf_of=behalf)), character


def complete_demon(*, actor: Membership, demon: str, sheet: Values, key: str) -> Played:
    """The GM's whole sheet of a demon that was asked for (SOR-DEMON-25)."""

    def plan(campaign: Campaign) -> tuple[Request, ...]:
        _refuse_unsound(check_demon(campaign, sheet).problems)
        sorcerer = begins_with(campaign, demon)
        begins = {} if sorcerer is None else {"starting_for": sorcerer}
        return (Request(DEMON, {"demon": {"id": demon, **sheet}, **begins}),)

    return play(actor, ActRequest(key, (), plan, asked=[demon, sheet]))


def begins_with(campaign: Campaign, demon: str) -> str | None:
    """The sorcerer whose starting demon this is and who still waits for its sheet."""
    waiting = Pending.objects.filter(record__campaign=campaign, question=DEMON, state="open", who=UUID(demon))
    for data in waiting.values_list("data", flat=True):
        return str(data["starting_for"])
    sorcerers = Record.objects.filter(campaign=campaign, sorcerer_sheet__starting_demon=UUID(demon))
    found = sorcerers.filter(kind="character").values_list("pk", flat=True).first()
    return str(found) if found else None


def _checked(action: str, raw: Values, kind: type[Checked]) -> Checked:
    outcome = service.perform(action, service.read(action, raw), GivenDraws(())).outcome
    if not isinstance(outcome, kind):
        raise TypeError(f"{action} comes to a {kind.__name__}, not {outcome!r}")
    return outcome


def _refuse_unsound(problems: Iterable[Problem]) -> None:
    found = tuple(problems)
    if found:
        raise Unsound(found)


def _settings(campaign: Campaign, action: str) -> dict[str, Value]:
    """The campaign's settings that an action reads."""
    chosen = CampaignState.objects.values_list("settings", flat=True).get(pk=campaign.pk)
    names = catalogue.find(action).settings
    return {name: chosen[f"sorcerer.{name}"] for name in names if f"sorcerer.{name}" in chosen}


def _record(
    kind: str, name: str, sorcerer: Sorcerer, record: str, owner: str | None, fields: Values
) -> Request:
    about = {"kind": kind, "name": name, "owner": owner, "visibility": sorcerer.visibility}
    listed = [{"field": one, "set": value} for one, value in fields.items()]
    return Request("table.create", {"about": about, "fields": listed}, known={"id": record})


def _control(sorcerer: Sorcerer) -> Values:
    """Nobody's character is the GM's."""
    return {} if sorcerer.owner is not None else {"control": "gm"}


def _asked_for(demon: Values) -> Values:
    fields = {name: demon[name] for name in ASKED_FOR if demon.get(name)}
    abilities = [as_values(ability) for ability in as_list(demon["abilities"])]
    fields["abilities"] = [ability["name"] for ability in abilities]
    fields["ability_details"] = {
        as_text(ability["name"]): {part: ability[part] for part in ("user", "target", "effect")}
        for ability in abilities
    }
    return fields


def _completing(sorcerer: Sorcerer, character: str, demon: str) -> Request:
    return Request(DEMON, {"demon": {"id": demon, **sorcerer.demon}, "starting_for": character})
