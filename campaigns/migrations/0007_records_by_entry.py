from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0006_review"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="change",
            index=models.Index(
                fields=("campaign", "seq"), name="changes_of_records", condition=models.Q(field="record")
            ),
        ),
    ]
