"""The bonus dice of Sorcerer: who rolls with which list, what stands on a sheet, what is carried (SOR-BONUS)."""

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.game import Awards, Carried
from campaigns.models import Record
from campaigns.models.prepared import prepared
from campaigns.queries.at_hand import IN_PLAY
from campaigns.viewing import Viewer
from rules import words
from rules.kernel.values import Values
from rules.sorcerer.modifiers import RANGES
from rules.sorcerer.prices import ROLLS

OF_HUMAN = ("character__state", "sorcerer_sheet__rollover", "sorcerer_sheet__rollover_score")
OF_DEMON = ("demon__state", "demon__rollover", "demon__rollover_score")
"""Where what somebody won last stands."""
RITUALS = ("contact", "summon", "bind", "contain", "banish", "punish")


def _carried(viewer: Viewer, campaign: str, who: str) -> Sequence[Carried]:
    """A shock that lasts, and one's own victories, as far as this viewer may know of them.

    What a comrade won is theirs to hand over, and a bonus then.
    """
    key = UUID(who)
    found = next(iter(_holders(UUID(campaign), key)), None)
    if found is None or not viewer.sees(found[0]):
        return ()
    _visibility, shock, *won = found
    return [*_held(str(key), shock, *(won[:3] if won[0] is not None else won[3:]))]


@prepared
def _holders(campaign: UUID, who: UUID) -> QuerySet[Record, tuple[Any, ...]]:
    found = Record.objects.filter(campaign=campaign, kind__in=("character", "demon"), pk=who)
    return found.values_list("visibility", "sorcerer_health__shock", *OF_HUMAN, *OF_DEMON)


def _held(who: str, shock: int, state: str, rollover: int, score: str | None) -> Iterator[Carried]:
    if shock:  # SOR-DCONF-05
        row: Values = {"source": "shock", "dice": -shock}
        yield Carried("shock", _("Shock: \N{MINUS SIGN}%(n)s") % {"n": shock}, row, is_usual=True)
    dice = min(rollover, RANGES["rollover"][1])
    if dice and state in IN_PLAY:
        label = _("Carry victories of %(roll)s: +%(n)s") % {"n": dice, "roll": roll_of_victories(score)}
        yield Carried(f"rollover-{who}", label, {"source": "rollover", "dice": dice})


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
