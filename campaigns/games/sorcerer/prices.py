"""The Price of somebody's sheet, proposed with each of their rolls (SOR-PRICE-04)."""

from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from campaigns.game import OfferedDice
from campaigns.models import Campaign
from campaigns.models.characters import SorcererSheet
from campaigns.models.prepared import prepared


def proposal(campaign: Campaign, record: str) -> OfferedDice | None:
    """The modifier that somebody's Price is; None for whoever has none (one query)."""
    found = next(iter(_prices(campaign.pk, UUID(record))), None)
    return price_of(*found) if found else None


@prepared
def _prices(campaign: UUID, record: UUID) -> QuerySet[SorcererSheet, tuple[int, str | None]]:
    sheets = SorcererSheet.objects.filter(record__campaign=campaign, record=record)
    return sheets.values_list("price", "price_name")


def price_of(dice: int, name: str | None) -> OfferedDice | None:
    """A Price as a modifier, and what it is called."""
    if not dice:
        return None
    told = _("Price: %(name)s, %(dice)s") if name else _("Price: %(dice)s")
    label = told % {"name": name, "dice": f"\N{MINUS SIGN}{-dice}"}
    return OfferedDice(label, {"source": "price", "dice": dice, **({"note": name} if name else {})})
