from django.db import migrations, models
from django.db.models import Q


def forget_unset_moments(apps, schema_editor):
    """Nothing ever set these: 0 meant that nobody knew since when, which is null from now on."""
    health = apps.get_model("campaigns", "FallenHealth").objects
    health.filter(healed_from=0).update(healed_from=None)
    health.filter(out_from=0).update(out_from=None)


class Migration(migrations.Migration):
    dependencies = (("campaigns", "0007_records_by_entry"),)

    operations = (
        migrations.AddField("spellbound", "decay", models.JSONField(default=dict)),
        migrations.AddField("spellbound", "began", models.JSONField(default=dict)),
        migrations.AddField("spellbound", "temporary_order", models.JSONField(default=list)),
        migrations.AddField(
            "sympatheticconnection", "day_began", models.BigIntegerField(default=None, null=True)
        ),
        migrations.RemoveConstraint("fallenhealth", "fallen_moments_ok"),
        migrations.AlterField("fallenhealth", "healed_from", models.BigIntegerField(default=None, null=True)),
        migrations.AlterField("fallenhealth", "out_from", models.BigIntegerField(default=None, null=True)),
        migrations.AddConstraint(
            "fallenhealth",
            models.CheckConstraint(
                condition=Q(
                    Q(healed_from__gte=0) | Q(healed_from=None), Q(out_from__gte=0) | Q(out_from=None)
                ),
                name="fallen_moments_ok",
            ),
        ),
        migrations.RunPython(forget_unset_moments, migrations.RunPython.noop),
    )
