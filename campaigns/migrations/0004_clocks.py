from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("campaigns", "0003_three_systems"),)

    operations = (
        migrations.AddField(
            model_name="demon",
            name="day_began",
            field=models.BigIntegerField(
                default=0, help_text="second of game time: its arrival, or its last day's end"
            ),
        ),
        migrations.AddField(
            model_name="contact",
            name="hour_began",
            field=models.BigIntegerField(
                default=0, help_text="second of game time at which its current hour began"
            ),
        ),
    )
