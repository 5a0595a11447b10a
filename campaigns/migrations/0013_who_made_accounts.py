from datetime import timedelta

from django.db import migrations
from django.db.models import F

AT_ONCE = timedelta(seconds=10)
"""An account made by an invitation and its place in the campaign were written by one request."""


def mark_places_that_made_accounts(apps, schema_editor):
    """Where it can be known. Of the others only whoever made the first account makes a link for a new password."""
    Membership = apps.get_model("campaigns", "Membership")
    marked = set()
    places = Membership.objects.filter(user__is_staff=False).exclude(user=F("campaign__owner"))
    for one in places.select_related("user").order_by("joined"):
        # An import gives places their old dates, which are before those of the accounts that it makes.
        if one.user_id not in marked and one.joined - one.user.date_joined < AT_ONCE:
            marked.add(one.user_id)
            Membership.objects.filter(pk=one.pk).update(made_account=True)


def close_open_links(apps, schema_editor):
    """Of the old ones nobody knows who made them."""
    apps.get_model("campaigns", "OneTimeCode").objects.filter(purpose="reset", used=None).delete()


class Migration(migrations.Migration):
    dependencies = (("campaigns", "0012_whose_accounts"),)

    operations = (
        migrations.RunPython(mark_places_that_made_accounts, migrations.RunPython.noop),
        migrations.RunPython(close_open_links, migrations.RunPython.noop),
    )
