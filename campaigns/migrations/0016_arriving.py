from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("campaigns", "0015_installation"),)

    operations = (
        migrations.AddField(
            model_name="campaign",
            name="is_arriving",
            field=models.BooleanField(db_default=False, default=False),
        ),
    )
