"""The Price of somebody's sheet, proposed with each of their rolls (SOR-PRICE-04)."""

from uuid import UUID

from django.utils.translation import gettext as _

from campaigns.game import OfferedDice
from campaigns.models import Campaign
from campaigns.models.characters import SorcererSheet


def proposal(campaign: Campaign, record: str) -> OfferedDice | None:
    """The modifier that somebody's Price is; None for whoever has none (one query)."""
    sheets = SorcererSheet.objects.filter(record__campaign=campaign, record=UUID(record))
    found = sheets.values_list("price", "price_name").first()
    return price_of(*found) if found else None


def price_of(dice: int, name: str | None) -> OfferedDice | None:
    """A Price as a modifier, and what it is called."""
    if not dice:
        return None
    told = _("Price: %(name)s, %(dice)s") if name else _("Price: %(dice)s")
    label = told % {"name": name, "dice": f"\N{MINUS SIGN}{-dice}"}
    return OfferedDice(label, {"source": "price", "dice": dice, **({"note": name} if name else {})})
