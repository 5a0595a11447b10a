from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def have_seen_all(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """What happened before this version is nobody's news."""
    newest = apps.get_model("campaigns", "Campaign").objects.filter(pk=models.OuterRef("campaign"))
    members = apps.get_model("campaigns", "Membership").objects
    members.update(news_seen=models.Subquery(newest.values("head_seq")[:1]))


class Migration(migrations.Migration):

    dependencies = [
        ('campaigns', '0023_sorcerer_rollover'),
    ]

    operations = [
        migrations.AddField(
            model_name='membership',
            name='news_seen',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.RunPython(have_seen_all, migrations.RunPython.noop, elidable=True),
    ]
