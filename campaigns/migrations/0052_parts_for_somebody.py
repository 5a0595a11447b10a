"""Whether any part of a log is for one member is asked by each open page that watches."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0051_images")]

    operations = [
        migrations.AddIndex(
            model_name="part", index=models.Index(fields=["audience", "entry"], name="parts_for_somebody")
        )
    ]
