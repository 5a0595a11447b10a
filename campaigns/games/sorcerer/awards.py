"""The bonus dice of Sorcerer: who rolls with which list, what stands on a sheet, what is carried (SOR-BONUS)."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from django.utils.translation import gettext as _

from campaigns.game import Awards, Carried
from campaigns.models import Record
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
    """A shock that lasts, one's own victories and those of comrades, as far as this viewer may know of them."""
    found = Record.objects.filter(campaign=UUID(campaign), kind__in=("character", "demon")).order_by(
        "born", "pk"
    )
    winners = found.filter(sorcerer_sheet__rollover__gt=0) | found.filter(demon__rollover__gt=0)
    sheets = read_sheets(row for row in (winners | found.filter(pk=UUID(who))) if viewer.sees(row.visibility))
    return [one for sheet in sorted(sheets, key=lambda one: one.id != who) for one in _held_by(sheet, who)]


def _held_by(sheet: Sheet, who: str) -> Iterator[Carried]:
    is_own = sheet.id == who
    if is_own and sheet["shock"]:  # SOR-DCONF-05
        row: Values = {"source": "shock", "dice": -int(sheet["shock"])}
        yield Carried("shock", _("Shock: \N{MINUS SIGN}%(n)s") % {"n": sheet["shock"]}, row, is_usual=True)
    dice = min(int(sheet["rollover"]), RANGES["rollover"][1])
    if dice and sheet["state"] in IN_PLAY:
        score = sheet["rollover_score"]
        roll = words.field_words("sorcerer", score)[0] if score else _("the last roll")
        said = {"n": dice, "name": sheet.name, "roll": roll}
        own, other = (
            _("Carry victories of %(roll)s: +%(n)s"),
            _("Carry %(name)s's victories of %(roll)s: +%(n)s"),
        )
        whose = {} if is_own else {"won_by": sheet.id}
        carried: Values = {"source": "rollover", "dice": dice, **whose}
        yield Carried(f"rollover-{sheet.id}", (own if is_own else other) % said, carried)


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
