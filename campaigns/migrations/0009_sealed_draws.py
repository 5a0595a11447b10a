import hashlib

from django.db import migrations, models


def begin_sealed_seeds(apps, schema_editor):
    """Nothing was drawn from the sealed secrets so far: their seeds are the first ones."""
    for period in apps.get_model("campaigns", "DrawPeriod").objects.all():
        committed = hashlib.sha256(bytes(period.sealed_secret)).hexdigest()
        period.sealed_seed = hashlib.sha256(f"pactbook seed 1\n{committed}".encode()).hexdigest()
        period.save(update_fields=["sealed_seed"])


class Migration(migrations.Migration):
    dependencies = (("campaigns", "0008_began"),)

    operations = (
        migrations.AddField(
            "drawperiod", "sealed_seed", models.CharField(default="", max_length=64), preserve_default=False
        ),
        migrations.AddField("drawperiod", "next_sealed_slot", models.PositiveIntegerField(default=1)),
        migrations.AddField("slot", "is_sealed", models.BooleanField(default=False)),
        migrations.RemoveConstraint("slot", "one_slot_of_a_number"),
        migrations.AddConstraint(
            "slot",
            models.UniqueConstraint(fields=("period", "is_sealed", "number"), name="one_slot_of_a_number"),
        ),
        migrations.RunPython(begin_sealed_seeds, migrations.RunPython.noop),
    )
