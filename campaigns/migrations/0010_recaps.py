import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("campaigns", "0009_sealed_draws"),)

    operations = (
        migrations.CreateModel(
            name="Recap",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                ("text", models.TextField(max_length=40_000)),
                ("revision", models.PositiveIntegerField(default=1)),
                ("kept_at", models.DateTimeField(auto_now=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recaps",
                        to="campaigns.campaign",
                    ),
                ),
                (
                    "kept_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="campaigns.membership",
                    ),
                ),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="recap",
                        to="campaigns.record",
                    ),
                ),
            ],
        ),
    )
