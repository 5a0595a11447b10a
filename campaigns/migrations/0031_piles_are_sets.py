"""A stored pile foretells nothing any more (TAB-DRAWS-06): its cards are sorted once, as they are kept from now on."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def sort_piles(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    for deck in apps.get_model("campaigns", "DemonCityDeck").objects.exclude(draw=[]):
        deck.draw = sorted(deck.draw)
        deck.save(update_fields=["draw"])


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0030_spell_book")]

    operations = [migrations.RunPython(sort_piles, migrations.RunPython.noop)]
