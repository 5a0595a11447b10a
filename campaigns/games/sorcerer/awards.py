"""The bonus dice of Sorcerer: who rolls with which list, what stands on a sheet, what is carried (SOR-BONUS)."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.game import Awards, Carried
from campaigns.models import Record
from campaigns.models.prepared import prepared
from campaigns.queries.at_hand import IN_PLAY
from campaigns.state.rows import read_sheets
from campaigns.state.unit_of_work import Sheet
from campaigns.viewing import Viewer
from rules import words
from rules.kernel.values import Values
from rules.sorcerer.modifiers import RANGES
from rules.sorcerer.prices import ROLLS

RITUALS = ("contact", "summon", "bind", "contain", "banish", "punish")


def _carried(viewer: Viewer, campaign: str, who: str) -> Sequence[Carried]:
    """A shock that lasts, and one's own victories, as far as this viewer may know of them.

    What a comrade won is theirs to hand over, and a bonus then.
    """
    found = _holders(UUID(campaign), UUID(who))
    sheets = read_sheets(row for row in found if viewer.sees(row.visibility))
    return [one for sheet in sheets for one in _held_by(sheet)]


@prepared
def _holders(campaign: UUID, who: UUID) -> QuerySet[Record]:
    return Record.objects.filter(campaign=campaign, kind__in=("character", "demon"), pk=who)


def _held_by(sheet: Sheet) -> Iterator[Carried]:
    if sheet["shock"]:  # SOR-DCONF-05
        row: Values = {"source": "shock", "dice": -int(sheet["shock"])}
        yield Carried("shock", _("Shock: \N{MINUS SIGN}%(n)s") % {"n": sheet["shock"]}, row, is_usual=True)
    dice = min(int(sheet["rollover"]), RANGES["rollover"][1])
    if dice and sheet["state"] in IN_PLAY:
        said = {"n": dice, "roll": roll_of_victories(sheet["rollover_score"])}
        label = _("Carry victories of %(roll)s: +%(n)s") % said
        yield Carried(f"rollover-{sheet.id}", label, {"source": "rollover", "dice": dice})


def roll_of_victories(score: str | None) -> str:
    """The roll that somebody's victories are of: the note that SOR-BONUS-05 asks for."""
    return words.field_words("sorcerer", score)[0] if score else _("the last roll")


AWARDS = Awards(
    clause="SOR-BONUS-01",
    # What stands on sheets: SOR-PRICE-04, SOR-BONUS-05 and SOR-DCONF-05 refuse any but that.
    own_sources=frozenset({"price", "rollover", "shock"}),
    carried=_carried,
    sides={
        **{(f"sorcerer.{name}", "opposing_modifiers"): "demon" for name in RITUALS},
        ("sorcerer.use_ability", "modifiers"): "demon",
        ("sorcerer.rebel", "modifiers"): "demon",
        ("sorcerer.break_binding", "modifiers"): "demon",
        ("sorcerer.possess", "modifiers"): "demon",
        ("sorcerer.first_sight", "modifiers"): "demon",
        **ROLLS,
    },
)
