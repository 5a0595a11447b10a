from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = (
        ("campaigns", "0014_sent_once"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )

    operations = (
        migrations.CreateModel(
            name="Installation",
            fields=(
                ("id", models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("seed", models.CharField(max_length=64)),
                ("key_mark", models.CharField(blank=True, default="", max_length=64)),
            ),
        ),
        migrations.AddConstraint(
            model_name="onetimecode",
            constraint=models.UniqueConstraint(
                condition=Q(("purpose", "setup"), ("used__isnull", False)),
                fields=("purpose",),
                name="one_first_account",
            ),
        ),
        migrations.AddConstraint(
            model_name="installation",
            constraint=models.CheckConstraint(condition=Q(("id", 1)), name="one_installation"),
        ),
    )
